"""Which broker has to be told what (Kafka's ``onBrokerStartup``, ``ReplicaStateMachine``, ``ControllerBrokerRequestBatch``). Pure: it keeps
what was sent last, and what each broker has still to be told.

===================================  =================================================================================================
what is found                        who has to be told what
===================================  =================================================================================================
brokers came, went or changed        all: who lives. A new one: all partitions, those that are no more included, and then the role of
                                     each of its replicas, as soon as that partition was looked at (a state that it makes stale is
                                     changed first)
a partition is other than was told   all: the partition. Where its leader, epoch, replicas or topic id changed: its replicas that
                                     can be reached: their role
... and another leads, and a replica    its role as well: perhaps it has only refused to lead
was said to be out of service
... and a replica is being added      its role as that of a new one, until it is in sync
... and a replica is shutting down   where it followed and is not in sync any more: it stops, instead of its role
... and others of its topic were      all: that these exist, led by nobody where they have no state yet. Who hears of some of a topic's
never told of                        partitions would have producers spread keys over these
a topic is to be deleted             all: that its partitions are no more
such a topic is gone, or another     whoever has not been told so yet: that its partitions are no more
one has its name
a broker has lost a data directory   it: the role of all of its replicas; its answers tell which are lost
leaders changed their in-sync        all: those partitions
replicas themselves
===================================  =================================================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from klog.cluster.zookeeper.controller.last_sent import (
    BEING_DELETED,
    Difference,
    LastSent,
    SentPartition,
    SentTopic,
    difference,
    partition_now,
    partition_without_state,
)
from klog.cluster.zookeeper.controller.leader_election import Standing
from klog.cluster.zookeeper.controller.live_brokers import BrokerNews, LiveBrokers
from klog.cluster.zookeeper.controller.pending_updates import PendingUpdates
from klog.cluster.zookeeper.view import ClusterView
from klog.cluster.zookeeper.view_types import NOBODY, Topic
from klog.model import TopicId, TopicPartition


class Propagation:
    """See the module.

    :param brokers: as they were taken in.
    :ivar last_sent: what was said last of each partition, or is being said.
    :ivar pending: by broker.
    :ivar made: partitions whose first state is ours: their replicas are new.
    """

    def __init__(self, view: ClusterView, brokers: LiveBrokers) -> None:
        self._view = view
        self._brokers = brokers
        self.last_sent = LastSent()
        self.pending: dict[int, PendingUpdates] = {}
        self.made: set[TopicPartition] = set()
        #: Replicas whose role has to be told as soon as their partition was looked at, by broker.
        self._awaiting: dict[int, set[TopicPartition]] = {}
        self._is_first = True

    def brokers_changed(self, news: BrokerNews) -> None:
        """Note what brokers have to be told because brokers came, went or changed."""
        for broker_id in news.gone:
            self.pending.pop(broker_id, None)
            self._awaiting.pop(broker_id, None)
        for broker_id in news.came:
            pending = self.pending[broker_id] = PendingUpdates(is_fresh=not self._is_first)
            for name, topic in self.last_sent.topics.items():
                # Those that are to be deleted, too: it may have shown them before it went away, or have found them in the tree.
                pending.add_metadata(TopicPartition(name, number) for number in topic.partitions)
            self._awaiting[broker_id] = set(self._view.partitions_of(broker_id))
        self._is_first = False

    def directory_lost(self, broker_id: int) -> None:
        """A broker has lost a data directory: it is told the roles of all of its replicas again, so that its answers say which are lost."""
        if broker_id in self.pending:
            self._awaiting[broker_id] = set(self._view.partitions_of(broker_id))

    def repeat(self, partitions: Iterable[TopicPartition]) -> None:
        """Tell all brokers of these partitions again, whether or not they seem changed."""
        known = [at for at in partitions if self.last_sent.get(at) is not None]
        for pending in self.pending.values():
            pending.add_metadata(known)

    def look(self, partitions: Mapping[str, Iterable[int]]) -> None:
        """Compare the partitions as they are now with what was sent last, and note for each broker what it has to be told.

        :param partitions: numbers by topic; of a topic that is gone, or to be deleted, all are looked at.
        """
        for name, numbers in partitions.items():
            topic = self._view.topics.get(name)
            sent = self.last_sent.topics.get(name)
            if sent is not None and (topic is None or topic.czxid != sent.czxid):
                self._gone(name, sent, is_another=topic is not None)
                sent = None
            if topic is None:
                continue
            if name in self._view.deletions:
                self._to_be_deleted(topic, sent)
                continue
            if sent is None:
                sent = SentTopic(topic.czxid)
            elif sent.is_deleted:
                sent.is_deleted = False
                numbers = topic.assignment
            known = len(sent.partitions)
            for number in numbers:
                self._look_at(topic, number, sent)
            if sent.partitions:
                self.last_sent.topics[name] = sent
            if known < len(sent.partitions) < len(topic.assignment):
                self._announce(topic, sent)

    def _announce(self, topic: Topic, sent: SentTopic) -> None:
        """Tell all brokers of the partitions that nobody was told of, together with those that were just looked at, so that nobody shows a
        smaller topic."""
        (some, *_) = sent.partitions.values()
        numbers = topic.assignment.keys() - sent.partitions.keys()
        for number in sorted(numbers):
            sent.partitions[number] = self._announced(topic, number, some.topic_id)
        sent.announced |= numbers
        for pending in self.pending.values():
            pending.add_metadata(TopicPartition(topic.name, number) for number in numbers)

    def _announced(self, topic: Topic, number: int, topic_id: TopicId) -> SentPartition:
        """What is told of a partition that was not looked at. Whoever has come anew since its state was written, or is gone, leads it no
        more: clients would be refused there, or the state is changed when it is looked at."""
        now, at = partition_now(topic, number, self._brokers), topic.newest(number)
        if now is None or at is None:
            return partition_without_state(topic, topic_id, number, self._brokers)
        standing = self._brokers.standing(now.leader, TopicPartition(topic.name, number), at.mzxid)
        return now._replace(leader=NOBODY) if standing in (Standing.GONE, Standing.ANEW) else now

    def _look_at_announced(self, topic: Topic, number: int, sent: SentTopic) -> None:
        """Nobody leads the partition yet, but its replicas are others, or other ones out of service, or its topic was to be deleted."""
        was = sent.partitions[number]
        now = partition_without_state(topic, topic.topic_id or topic.last_id or was.topic_id, number, self._brokers)
        if now != was:
            sent.partitions[number] = now
            for pending in self.pending.values():
                pending.add_metadata((TopicPartition(topic.name, number),))

    def _look_at(self, topic: Topic, number: int, sent: SentTopic) -> None:
        now = partition_now(topic, number, self._brokers)
        if now is None:
            if number in sent.announced and number in topic.assignment and topic.newest(number) is None:
                self._look_at_announced(topic, number, sent)
            return
        at = TopicPartition(topic.name, number)
        before = sent.looked_at(number)
        sent.announced.discard(number)
        if before is not None and before.leader != BEING_DELETED and before.leader_epoch == now.leader_epoch:
            # Other replicas come with another leader epoch (`is_told`), or brokers would not listen.
            now = now.with_assignment(before.assignment)
        what = difference(before, now)
        sent.partitions[number] = now
        if Difference.METADATA in what:
            for pending in self.pending.values():
                pending.add_metadata((at,))
        is_new = at in self.made
        if is_new:
            self.made.discard(at)
        for broker_id in now.replicas:
            is_awaiting = at in self._awaiting.get(broker_id, ())
            if is_awaiting:
                self._awaiting[broker_id].discard(at)
            if is_awaiting or Difference.LEADERSHIP in what:
                is_added = broker_id in now.adding and broker_id not in now.in_sync
                self._role(at, broker_id, before, now, is_new or is_added, is_awaiting)

    def _role(
        self, at: TopicPartition, broker_id: int, before: SentPartition | None, now: SentPartition, is_new: bool, is_asked: bool
    ) -> None:
        pending = self.pending.get(broker_id)
        # One that was offline may have refused to lead for what an unclean stop may have cost it (`klog.unclean.start`): it follows.
        is_led_elsewhere = now.leader not in (NOBODY, broker_id)
        if pending is None or not (is_asked or is_led_elsewhere or self._brokers.is_reachable(broker_id, at)):
            return
        is_leaving = broker_id in self._brokers.leaving
        if is_leaving and broker_id not in now.in_sync and before is not None and before.leader != broker_id:
            pending.add_stop(at, now.leader_epoch)
        else:
            pending.add_leadership(at, is_new)

    def is_told(self, topic: Topic, number: int) -> bool:
        """Whether brokers can hear of a partition's replicas as they are: were told of them under the leader epoch that it has, or are
        going to be, as it has a higher one by now. Of one that moves nobody knows it while this controller has not told anybody."""
        sent = self.last_sent.topics.get(topic.name)
        before = None if sent is None or sent.czxid != topic.czxid else sent.looked_at(number)
        now = partition_now(topic, number, self._brokers)
        if now is None:
            return True
        if before is None:
            return not topic.replica_assignment(number).is_moving
        return before.leader_epoch != now.leader_epoch or before.assignment == now.assignment

    def _to_be_deleted(self, topic: Topic, sent: SentTopic | None) -> None:
        if sent is None:
            # A controller before us may have shown it, and of partitions without a state that they exist.
            sent = self.last_sent.topics[topic.name] = SentTopic(topic.czxid)
            topic_id = topic.topic_id or topic.last_id
            if topic_id is not None:
                sent.partitions = {number: self._announced(topic, number, topic_id) for number in topic.assignment}
                sent.announced = set(sent.partitions)
        if sent.is_deleted:
            return
        sent.is_deleted = True
        for number, was in sent.partitions.items():
            sent.partitions[number] = was.as_deleted()
        for pending in self.pending.values():
            pending.add_metadata(TopicPartition(topic.name, number) for number in sent.partitions)

    def _gone(self, name: str, sent: SentTopic, is_another: bool) -> None:
        """Where nobody asked for its deletion, and no other topic has its name, nothing is told: ZooKeeper may have lost data."""
        for number, was in sent.partitions.items():
            at = TopicPartition(name, number)
            self.made.discard(at)
            for pending in self.pending.values():
                if (is_another or sent.is_deleted) and (was.leader != BEING_DELETED or pending.may_not_know_of(at)):
                    pending.add_deleted(at, was.as_deleted())
        del self.last_sent.topics[name]
