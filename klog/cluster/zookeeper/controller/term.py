"""A term of office: all that a controller knows, writes and sends as long as it is one.

Everything here runs one after the other (the `Controller` sees to that), and ends with the term: whoever waited for ZooKeeper then gets
`TermOver`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from twisted.internet.task import deferLater
from twisted.logger import Logger

from klog.cluster.state import new_topic_id
from klog.cluster.zookeeper.controller.acts import MakePartition
from klog.cluster.zookeeper.controller.answers import heard
from klog.cluster.zookeeper.controller.broker_queue import Connect
from klog.cluster.zookeeper.controller.broker_requests import BrokerRequests
from klog.cluster.zookeeper.controller.candidacy import Won
from klog.cluster.zookeeper.controller.change_slices import MOST_PARTITIONS
from klog.cluster.zookeeper.controller.channels import Channels
from klog.cluster.zookeeper.controller.decisions import Decision, Wanted, decide_slice
from klog.cluster.zookeeper.controller.deletion import Deletions
from klog.cluster.zookeeper.controller.live_brokers import LiveBrokers
from klog.cluster.zookeeper.controller.pending_updates import Piece
from klog.cluster.zookeeper.controller.propagation import Propagation
from klog.cluster.zookeeper.controller.replica_removals import ReplicaRemovals
from klog.cluster.zookeeper.controller.requested_elections import by_topic
from klog.cluster.zookeeper.controller.settings import ControllerSettings
from klog.cluster.zookeeper.controller.writer import Writer
from klog.cluster.zookeeper.view import Changes, ClusterView
from klog.model import TopicPartition
from klog.wire.schema import Message
from klog.zookeeper.client import ZookeeperClient

#: How long brokers have to give a topic its id back, in milliseconds.
ID_PATIENCE_MS = 30_000
_NONE: frozenset[TopicPartition] = frozenset()


class Term:
    """See the module.

    :param won: epoch, and the version of ``/controller_epoch``.
    :param broker_id: ours.
    :param connect: how brokers are reached.
    :param now_ms: wall clock in milliseconds.
    :param random_bytes: for topic ids.
    :param say: takes sentences for people, each of which is told once.
    :param again: called with what has to be looked at in another round.
    """

    log = Logger()

    def __init__(
        self,
        reactor: Any,
        client: ZookeeperClient,
        view: ClusterView,
        won: Won,
        broker_id: int,
        settings: ControllerSettings,
        connect: Connect,
        *,
        now_ms: Callable[[], int],
        random_bytes: Callable[[int], bytes],
        say: Callable[[str], None],
        again: Callable[[Changes], None],
    ) -> None:
        self.epoch = won.epoch
        self.client = client
        self.view = view
        self.settings = settings
        self.brokers = LiveBrokers()
        self.deletions = Deletions()
        self.removals = ReplicaRemovals()
        self.propagation = Propagation(view, self.brokers)
        self.writer = Writer(reactor, client, view, won.version, say)
        self._reactor = reactor
        self._now_ms = now_ms
        self._random_bytes = random_bytes
        self._say = say
        self._again = again
        #: Since when topics wait for their id, by name and czxid of the topic.
        self._without_id: dict[tuple[str, int], int] = {}
        listener = settings.inter_broker_listener
        control = settings.control_plane_listener or listener
        requests = BrokerRequests(broker_id, won.epoch, settings.versions, listener, self.brokers, self.propagation.last_sent)
        self._channels = Channels(reactor, connect, control, self.brokers, self.propagation, requests, self._answered, say)

    @property
    def has_begun(self) -> bool:
        """Whether it is known who lives."""
        return self.brokers.has_begun

    @property
    def is_idle(self) -> bool:
        """Whether everybody was told everything."""
        return self._channels.is_idle

    def end(self) -> None:
        """This broker is not the controller any more: nothing is written or sent from now on."""
        self.writer.is_over = True
        self._channels.stop()

    def take_in_brokers(self) -> None:
        """Work on the brokers as the view shows them from now on."""
        live = {broker_id: at for broker_id, at in self.view.brokers.items() if self.view.live(broker_id) is not None}
        news = self.brokers.take_in(live, self.view.newest_zxid)
        if not news:
            return
        again = Changes()
        for broker_id in news.gone:
            again.deletions.update(self.deletions.broker_went(broker_id))
            self.removals.broker_went(broker_id)
        for broker_id in news.gone | news.came:
            for at in self.view.partitions_of(broker_id):
                again.add_partition(at)
        self.propagation.brokers_changed(news)
        self._channels.brokers_changed(news)
        self.wake()
        self._again(again)

    def wake(self) -> None:
        """There may be something to tell somebody."""
        self._channels.wake()

    def look_around(self) -> Changes:
        """What has to be looked at only because time has passed: notifications that have grown old, topics that have waited long enough for
        their id, and what was refused or set aside, which is tried again."""
        changes = Changes(everything=self.writer.try_again())
        changes.notifications.update(self.view.notifications)
        changes.topics.update(name for name, _ in self._without_id)
        changes.deletions.update(self.deletions.retry())
        for at in self.removals.retry():
            changes.add_partition(at)
        return changes

    async def do(self, part: Changes, *, preferred: frozenset[TopicPartition] = _NONE, unclean: frozenset[TopicPartition] = _NONE) -> None:
        """Decide on one slice, write, and see who has to be told.

        :param part: as `slices` cut it.
        :param preferred: see `Wanted`.
        :param unclean: see `Wanted`.
        :raises TermOver: see there.
        :raises ZookeeperError: it has to be looked at again.
        """
        self._read_notifications(part)
        decision = self._decide(part, preferred, unclean)
        if decision.acts:
            # Before they are written: an answer may be lost, and nobody but us makes partitions.
            self.propagation.made.update(
                TopicPartition(act.topic, act.partition) for act in decision.acts if isinstance(act, MakePartition)
            )
            await self.writer.act(decision.acts)
        for sentence in decision.warnings:
            self._say(sentence)
        self.propagation.look({**dict.fromkeys(part.deletions | part.topics, ()), **part.partitions, **by_topic(decision.begun)})
        for name, replicas in decision.asks.items():
            self.deletions.asked(name, replicas)
            for number, broker_id in replicas:
                self.propagation.pending[broker_id].add_deletion(TopicPartition(name, number))
        for at, (leader_epoch, broker_ids) in decision.leaving.items():
            self._ask_to_leave(at, leader_epoch, broker_ids)
        for name in part.deletions - self.view.deletions.keys():
            self.deletions.forget(name)
        self.wake()
        if decision.unfinished or decision.has_more_moves:
            self._again(Changes(deletions=set(decision.unfinished), reassignment=decision.has_more_moves))

    def _ask_to_leave(self, at: TopicPartition, leader_epoch: int, broker_ids: Iterable[int]) -> None:
        for broker_id in broker_ids:
            pending = self.propagation.pending.get(broker_id)
            if pending is not None:
                self.removals.asked(at, broker_id)
                pending.add_deletion(at, leader_epoch)

    async def work(self, partitions: Iterable[TopicPartition], *, preferred: bool = False, unclean: bool = False) -> None:
        """`do` all of these partitions now, in slices."""
        ordered = sorted(partitions)
        for start in range(0, len(ordered), MOST_PARTITIONS):
            if start:
                await self.let_others()
            piece = frozenset(ordered[start : start + MOST_PARTITIONS])
            part = Changes(partitions=dict(by_topic(piece)))
            await self.do(part, preferred=piece if preferred else _NONE, unclean=piece if unclean else _NONE)

    async def let_others(self) -> None:
        """Other work of the reactor has its turn."""
        await deferLater(self._reactor, 0, lambda: None)
        self.writer.check()

    def _read_notifications(self, part: Changes) -> None:
        for name in part.isr_changes:
            self.propagation.repeat(self.view.isr_changes.get(name, ()))
        again = Changes()
        for name in part.log_dir_events:
            broker_id = self.view.log_dir_events.get(name)
            if broker_id is not None:
                self.propagation.directory_lost(broker_id)
                for at in self.view.partitions_of(broker_id):
                    again.add_partition(at)
        if again:
            self._again(again)

    def _decide(self, part: Changes, preferred: frozenset[TopicPartition], unclean: frozenset[TopicPartition]) -> Decision:
        now_ms = self._now_ms()
        topics = self.view.topics
        self._without_id = {
            (name, czxid): since_ms
            for (name, czxid), since_ms in self._without_id.items()
            if name in topics and topics[name].czxid == czxid and topics[name].topic_id is None
        }
        asked = self.view.preferred_election
        wanted = Wanted(
            self.epoch,
            now_ms,
            lambda: new_topic_id(self._random_bytes),
            self.brokers,
            self.deletions,
            self.settings.allows_unclean_election,
            frozenset(
                name for (name, _), since_ms in self._without_id.items() if now_ms - since_ms >= ID_PATIENCE_MS and self._all_live(name)
            ),
            preferred if asked is None else preferred.union(asked.partitions),
            unclean,
            self.removals,
            self.propagation.is_told,
        )
        decision = Decision()
        decide_slice(self.view, part, wanted, decision)
        for name in decision.without_id:
            self._without_id.setdefault((name, topics[name].czxid), now_ms)
        return decision

    def _all_live(self, name: str) -> bool:
        """Whether everybody is there who might know a topic's id."""
        replicas = {broker_id for each in self.view.topics[name].assignment.values() for broker_id in each}
        return all(self.view.live(broker_id) is not None for broker_id in replicas)

    def _answered(self, broker_id: int, piece: Piece, request: Message, answer: Message) -> None:
        """A broker has answered what it was told."""
        found = heard(piece, request, answer)
        if found.complaint:
            name = type(request).__name__.removesuffix("Request")
            self.log.info("broker {broker} answers {name} with {what}", broker=broker_id, name=name, what=found.complaint)
        again = Changes()
        if found.broken or found.sound:
            for at in self.brokers.set_offline(broker_id, found.broken, found.sound):
                again.add_partition(at)
        for at, code in found.deleted.items():
            if self.deletions.answered(broker_id, at, code):
                again.deletions.add(at.topic)
            if self.removals.answered(at, broker_id, code):
                again.add_partition(at)
        if again:
            self._again(again)
