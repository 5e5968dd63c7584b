"""`PaperConsumerGroup`: a member of a group that ZooKeeper keeps, by the algorithm of the paper of 2011."""

from __future__ import annotations

import random as random_
from collections.abc import Callable, Collection, Mapping
from typing import Any, Unpack

from twisted.internet.defer import Deferred

from klog.client.fetching.streams import MessageStream, StreamSet
from klog.client.groups.callbacks import Callback
from klog.client.groups.group_reader import GroupReader
from klog.client.groups.members import Places
from klog.client.groups.paper.algorithm import clean_pattern
from klog.client.groups.paper.membership import ZookeeperMembership
from klog.client.groups.paper.settings import PaperGroupOptions, check_threads, paper_subscription, split_paper_options
from klog.client.groups.settings import Topics
from klog.client.offsets import Committed
from klog.client.routing import Connect
from klog.model import TopicPartition


class PaperConsumerGroup(GroupReader):
    """A member of a group that ZooKeeper keeps instead of a broker, together with consumers of Apache Kafka 0.8 to 1.1; offsets are
    committed there, too. Reading, callbacks and commits are those of `klog.client.groups.group.ConsumerGroup`.

    ::

        group = PaperConsumerGroup(reactor, "zoo1:2181,zoo2:2181/kafka", "billing", ["orders"], auto_offset_reset="smallest")
        async for message in group.stream():
            await bill(message.value)

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param zookeeper: ``host:port,host:port/chroot``.
    :param topics: names, or a compiled pattern that whole names must match.
    :param pattern: instead of `topics`: a regular expression; see the option ``topic_filter``.
    :param bootstrap_servers: ``host:port,host:port``; where it is empty, the brokers are found in ZooKeeper.
    :param on_assigned: as `ConsumerGroup` has it, as `on_revoked` and `on_lost`.
    :param hooks: a `klog.client.hooks.Hooks`, or several in a list.
    :param options: `klog.client.groups.paper.settings.PaperGroupOptions`.
    :raises ConfigError: an option that does not exist or cannot be; one sentence.
    """

    membership: ZookeeperMembership

    def __init__(
        self,
        reactor: Any,
        zookeeper: str,
        group_id: str,
        topics: Topics = None,
        *,
        pattern: str | None = None,
        bootstrap_servers: str = "",
        on_assigned: Callback | None = None,
        on_revoked: Callback | None = None,
        on_lost: Callback | None = None,
        hooks: object = None,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
        **options: Unpack[PaperGroupOptions],
    ) -> None:
        client, consumer, settings = split_paper_options(zookeeper, bootstrap_servers, options)
        member = settings.member(group_id, topics, pattern)
        super().__init__(
            reactor,
            client,
            client,
            consumer,
            member,
            on_assigned=on_assigned,
            on_revoked=on_revoked,
            on_lost=on_lost,
            hooks=hooks,
            random=random,
            now_ms=now_ms,
            connect=connect,
        )
        self.group_settings = settings
        self.membership = ZookeeperMembership(self.routing, member, settings, self, find_brokers=not bootstrap_servers)
        self.buffer.before_hand_out = self.membership.keeper.check

    def check_subscription(self, topics: Topics, pattern: str | None) -> tuple[tuple[str, ...], str | None]:
        """See `GroupReader.check_subscription`."""
        return paper_subscription(self.group_id, topics, pattern)

    def means(self, pattern: str, topic: str) -> bool:
        """See `GroupReader.means`; as Kafka's ``TopicFilter`` takes it."""
        return super().means(clean_pattern(pattern), topic)

    def hold(self) -> None:
        """Hand out nothing for the moment: whether our session lives is not known."""
        self.buffer.hold()

    def go_on(self) -> None:
        """Our session lives: hand out records again."""
        self.buffer.go_on()

    def cut_off(self, places: Places) -> None:
        """Read these no more, as of now: others may have them. `take_away` follows."""
        self.remove_partitions(places)

    def create_message_streams(self, topics: Mapping[str, int]) -> dict[str, list[MessageStream]]:
        """As in the paper: for each topic so many streams. Each is a thread of its own, and counts for as much as any other member's.

        :raises ValueError: other streams read a topic already, or a number below one or too large.
        """
        self.check_stream_counts(topics)
        check_threads(topics)
        choose = self.membership.thread_number
        streams = self.add_streams_of({topic: StreamSet(self.buffer, count, [topic], choose=choose) for topic, count in topics.items()})
        self.membership.use_streams(topics)
        return streams

    def write_offsets(self, offsets: dict[TopicPartition, Committed]) -> Deferred[None]:
        """Commit, as the owner that we are."""
        return Deferred.fromCoroutine(self.membership.write_offsets(offsets))

    def read_offsets(self, partitions: Collection[TopicPartition]) -> Deferred[dict[TopicPartition, Committed]]:
        """What the group has committed."""
        return Deferred.fromCoroutine(self.membership.read_offsets(frozenset(partitions)))
