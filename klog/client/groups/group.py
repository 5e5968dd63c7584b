"""`ConsumerGroup`: a member of a group that a broker keeps, in the classic protocol or in that of KIP-848."""

from __future__ import annotations

import random as random_
from collections.abc import Callable, Collection
from typing import Any, Unpack

from twisted.internet.defer import Deferred

from klog.client.auditing.audit import Audit, checked_audit
from klog.client.groups.assignors.choose import choose_assignors
from klog.client.groups.callbacks import Callback
from klog.client.groups.classic.membership import ClassicMembership
from klog.client.groups.commits import Commits
from klog.client.groups.consumer.membership import ConsumerMembership
from klog.client.groups.group_reader import GroupReader
from klog.client.groups.members import Identity
from klog.client.groups.settings import GroupOptions, Topics, split_group_options, subscription
from klog.client.offsets import Committed, fetch_committed
from klog.client.routing import Connect
from klog.client.service import Where, known_settings
from klog.model import TopicPartition


class ConsumerGroup(GroupReader):
    """A member of a group, as a Twisted service.

    ::

        group = ConsumerGroup(reactor, "kafka:9092", "billing", ["orders"], auto_offset_reset="earliest")
        async for message in group.stream():
            await bill(message.value)

    In bulk, with commits of its own and word of rebalances::

        async def revoked(partitions):
            await database.flush(partitions)
            await group.commit()

        group = ConsumerGroup(
            reactor, "kafka:9092", "billing", ["orders"],
            assignors=["cooperative-sticky"], auto_commit_interval_ms=None, on_revoked=revoked,
        )
        async with group:
            while True:
                for message_set in await group.poll():
                    await database.store(message_set.topic, message_set.partition, message_set.values())
                await group.commit()

    Groups that ZooKeeper keeps, by the algorithm of the paper of 2011, are `klog.client.groups.paper.group.PaperConsumerGroup`.

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param bootstrap_servers: ``host:port,host:port``, or a `klog.client.service.Client` whose connections are shared.
    :param topics: names, or a compiled pattern that whole names must match.
    :param pattern: instead of `topics`: a regular expression. Of the classic protocol it is Python's; of the consumer protocol it is the
        broker's (RE2).
    :param on_assigned: called with the partitions that are new, in a frozenset; may return a Deferred or a coroutine, as the others. Where
        it fails, the group does (`klog.client.groups.callbacks.CallbackFailed` from ``poll`` and streams).
    :param on_revoked: called with partitions that are to be given up; they are still ours until what it returns is done.
    :param on_lost: called with partitions that others may have already; `on_revoked` where not given.
    :param hooks: a `klog.client.hooks.Hooks`, or several in a list.
    :param audit: count what is handed out, in the group's name, and tell it; None: do not.
    :param options: `klog.client.groups.settings.GroupOptions`.
    :raises ConfigError: an option that does not exist or cannot be; one sentence.
    """

    def __init__(
        self,
        reactor: Any,
        bootstrap_servers: Where,
        group_id: str,
        topics: Topics = None,
        *,
        pattern: str | None = None,
        on_assigned: Callback | None = None,
        on_revoked: Callback | None = None,
        on_lost: Callback | None = None,
        hooks: object = None,
        audit: Audit | None = None,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
        **options: Unpack[GroupOptions],
    ) -> None:
        client, consumer, settings = split_group_options(known_settings(bootstrap_servers), options)
        member = settings.member(group_id, topics, pattern, consumer.client_rack)
        super().__init__(
            reactor,
            bootstrap_servers,
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
        if checked_audit(audit) is not None:
            assert audit is not None
            self.count_for(audit, group_id, self.routing.now_ms(), now_ms, connect)
        if settings.group_protocol == "consumer":
            self.membership = ConsumerMembership(self.routing, member, self)
        else:
            self.membership = ClassicMembership(self.routing, member, choose_assignors(settings.assignors), self)
        self._group_commits = Commits(self.routing, group_id, lambda: self.membership.owned)

    def check_subscription(self, topics: Topics, pattern: str | None) -> tuple[tuple[str, ...], str | None]:
        """See `GroupReader.check_subscription`."""
        return subscription(topics, pattern, classic=self.group_settings.group_protocol == "classic")

    def new_identity(self, identity: Identity) -> None:
        """Commit as this one from now on."""
        self._group_commits.identity = identity

    def write_offsets(self, offsets: dict[TopicPartition, Committed]) -> Deferred[None]:
        """Commit, as the member that we are."""
        return self._group_commits.commit(offsets)

    def read_offsets(self, partitions: Collection[TopicPartition]) -> Deferred[dict[TopicPartition, Committed]]:
        """What the group has committed; transactions that are about to change it are waited for."""
        return fetch_committed(self.routing, self.group_id, partitions, require_stable=True)
