"""The cluster as its znodes tell it: typed, and brought up to date change by change.

A `ClusterView` stands on a mirror of `ROOTS` (`klog.zookeeper.mirror.TreeMirror`, or anything with its four reading methods). Whenever the
mirror has applied a batch, `ClusterView.apply` is told which paths changed, reads these and no others, and answers with `Changes`: what
somebody who shows the cluster, or decides about it, has to look at again. Ten thousand partitions are never gone through because of one.

**Who leads** is written in a partition's state by the controller, which then tells it to the brokers; what is in the tree is for the
controller, and nobody leads because of it.

**What cannot be read** (wrong JSON, an illegal name, partitions with gaps) is left out and kept in `faults`, path by path, until it
changes; `on_fault` hears of each once. It is never an exception: anybody may write into ZooKeeper.

A mirror is not a snapshot: a topic that was deleted and made again may show its new znode beside states of the old one. A state that is
older than its topic (by czxid; the topic's znode is its ancestor) therefore belongs to no topic.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import TypeVar

from klog.cluster import topic_names
from klog.cluster.zookeeper.view_types import NOBODY as NOBODY
from klog.cluster.zookeeper.view_types import BrokerAt as BrokerAt
from klog.cluster.zookeeper.view_types import Changes as Changes
from klog.cluster.zookeeper.view_types import ControllerAt as ControllerAt
from klog.cluster.zookeeper.view_types import ElectionAsked as ElectionAsked
from klog.cluster.zookeeper.view_types import MovesAsked as MovesAsked
from klog.cluster.zookeeper.view_types import Notification as Notification
from klog.cluster.zookeeper.view_types import StateAt as StateAt
from klog.cluster.zookeeper.view_types import Tombstone as Tombstone
from klog.cluster.zookeeper.view_types import Topic as Topic
from klog.cluster.zookeeper.view_types import Tree as Tree
from klog.model import TopicId, TopicPartition
from klog.zookeeper import znodes
from klog.zookeeper.protocol import Stat
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import CONTROLLER, CONTROLLER_EPOCH, BrokerRegistration, PartitionState, TopicZnode

T = TypeVar("T")
#: What a mirror below a view has to hold.
ROOTS = (
    znodes.BROKER_IDS,
    znodes.TOPICS,
    CONTROLLER,
    CONTROLLER_EPOCH,
    znodes.DELETE_TOPICS,
    znodes.REASSIGN_PARTITIONS,
    znodes.PREFERRED_ELECTION,
    znodes.CONFIG_CHANGES,
    znodes.ISR_CHANGES,
    znodes.LOG_DIR_EVENTS,
    znodes.TOMBSTONES,
)
_BROKERS = znodes.BROKER_IDS + "/"
_TOPICS = znodes.TOPICS + "/"
_DELETIONS = znodes.DELETE_TOPICS + "/"
_NOTIFICATIONS = znodes.CONFIG_CHANGES + "/"
_TOMBSTONES = znodes.TOMBSTONES + "/"
_ISR_CHANGES = znodes.ISR_CHANGES + "/"
_LOG_DIR_EVENTS = znodes.LOG_DIR_EVENTS + "/"


class ClusterView:
    """See the module. Everything public is for reading.

    :param tree: the mirror, whose `ROOTS` were read already.
    :param on_fault: called with a sentence for each znode that cannot be read, once for each time it was written.
    :param kafka_is_welcome: whether brokers without klog's mark are ordinary members of the cluster.

    :ivar brokers: registered brokers by id.
    :ivar foreign: ids of those that are not klog's, where they are not welcome, and of those whose klog is from before partitions had
        several copies.
    :ivar topics: by name, those that cannot be read too.
    :ivar topic_of: names by topic id.
    :ivar deletions: czxid of the request by the name of the topic that is asked to be deleted.
    :ivar tombstones: those of an older klog, by topic id.
    :ivar reassignment: moves that are asked for by ``/admin/reassign_partitions``; None where there is no such znode.
    :ivar isr_changes: by name in ``/isr_change_notification``: partitions whose leaders have changed their in-sync replicas themselves.
    :ivar log_dir_events: by name in ``/log_dir_event_notification``: brokers that have lost a data directory; None where it cannot be read.
    :ivar newest_zxid: the largest number of a write or registration that was seen.
    :ivar faults: sentences by path.
    """

    def __init__(self, tree: Tree, on_fault: Callable[[str], None] = lambda sentence: None, *, kafka_is_welcome: bool = False) -> None:
        self._tree = tree
        self._kafka_is_welcome = kafka_is_welcome
        self._on_fault = on_fault
        self.brokers: dict[int, BrokerAt] = {}
        self.foreign: set[int] = set()
        self.topics: dict[str, Topic] = {}
        self.topic_of: dict[TopicId, str] = {}
        self.controller: ControllerAt | None = None
        #: The number in ``/controller_epoch`` and its znode's version; None where there is none.
        self.controller_epoch: tuple[int, int] | None = None
        self.deletions: dict[str, int] = {}
        self.tombstones: dict[TopicId, Tombstone] = {}
        self.notifications: dict[str, Notification] = {}
        self.faults: dict[str, str] = {}
        self.isr_changes: dict[str, tuple[TopicPartition, ...]] = {}
        self.log_dir_events: dict[str, int | None] = {}
        self.newest_zxid = 0
        self.reassignment: MovesAsked | None = None
        self.preferred_election: ElectionAsked | None = None
        #: Partitions whose assignment, leader or in-sync replicas name a broker.
        self._partitions_of: dict[int, set[TopicPartition]] = {}
        self._names_of: dict[TopicPartition, frozenset[int]] = {}
        #: Partitions of topics whose znode we have written, and of which nobody has been told yet.
        self._written: dict[str, set[int]] = {}
        self.load()

    # Reading.

    def live(self, broker_id: int) -> BrokerAt | None:
        """A registered broker of klog's, or, where Kafka is welcome, any whose registration can be read."""
        broker = self.brokers.get(broker_id)
        return broker if broker is not None and self._is_member(broker) else None

    def _is_member(self, broker: BrokerAt) -> bool:
        return broker.is_ours or (self._kafka_is_welcome and broker.is_kafkas)

    def remember_id(self, topic: str, czxid: int, topic_id: TopicId) -> None:
        """The topic with this czxid was given this id, whether or not it is seen in its znode."""
        known = self.topics.get(topic)
        if known is not None and known.czxid == czxid and known.last_id is None:
            known.last_id = topic_id

    def partitions_of(self, broker_id: int) -> Iterable[TopicPartition]:
        """The partitions whose assignment, leader or in-sync replicas name a broker."""
        return self._partitions_of.get(broker_id, ())

    def wrote_state(self, topic: str, partition: int, state: PartitionState, stat: Stat) -> None:
        """We have written a state, which the mirror may not show yet.

        :param stat: of its znode, as the write was answered.
        """
        known = self.topics.get(topic)
        shown = None if known is None else known.states.get(partition)
        at = StateAt(state, stat["version"], stat["czxid"], stat["mzxid"])
        self.newest_zxid = max(self.newest_zxid, at.mzxid)
        if known is not None and shown is not None and shown.czxid == at.czxid and shown.version < at.version:
            known.ahead[partition] = at

    def wrote_topic(self, topic: str, znode: TopicZnode, stat: Stat) -> None:
        """We have written a topic's znode, which the mirror may not show yet. It counts at once; what it changes is told when the mirror
        shows it.

        :param stat: as the write was answered.
        """
        known = self.topics.get(topic)
        if known is None or known.czxid != stat["czxid"] or known.version >= stat["version"]:
            return
        old = dataclasses.replace(known)
        known.version, known.znode = stat["version"], znode
        changed = self._written.setdefault(topic, set())
        for number in sorted(old.assignment.keys() | known.assignment.keys()):
            if old.replica_assignment(number) != known.replica_assignment(number):
                changed.add(number)
                self._index(known, number)
        if znode.topic_id is not None:
            known.last_id = znode.topic_id
            self.topic_of[znode.topic_id] = topic

    def made_partitions_node(self, topic: str) -> None:
        """We have made a topic's ``partitions`` node."""
        known = self.topics.get(topic)
        if known is not None:
            known.has_partitions_node = True

    # Keeping up.

    def load(self) -> Changes:
        """Read everything anew."""
        self.brokers, self.foreign, self.topics, self.topic_of = {}, set(), {}, {}
        self.deletions, self.tombstones, self.notifications, self.faults = {}, {}, {}, {}
        self.isr_changes, self.log_dir_events = {}, {}
        self._partitions_of, self._names_of, self._written = {}, {}, {}
        paths = [CONTROLLER, CONTROLLER_EPOCH, znodes.REASSIGN_PARTITIONS, znodes.PREFERRED_ELECTION]
        for prefix in (_BROKERS, _TOPICS, _DELETIONS, _NOTIFICATIONS, _ISR_CHANGES, _LOG_DIR_EVENTS, _TOMBSTONES):
            paths += [prefix + name for name in sorted(self._tree.children(prefix[:-1]))]
        changes = self.apply(paths)
        changes.everything = True
        return changes

    def apply(self, paths: Iterable[str]) -> Changes:
        """Read what lies at these paths (any paths below `ROOTS`, in any order) and tell what it changed."""
        changes = Changes()
        had_foreign = bool(self.foreign)
        states: list[tuple[str, int]] = []
        for path in sorted(paths):  # sorted: a topic comes before its partitions, and runs are repeatable
            if path.startswith(_TOPICS):
                name, _, rest = path[len(_TOPICS) :].partition("/")
                if not rest:
                    self._read_topic(name, changes)
                elif rest == "partitions":
                    self._read_partitions_node(name)
                else:
                    number, is_state = _partition_of(rest)
                    if number is None:
                        continue
                    if is_state:
                        states.append((name, number))
                    else:
                        self._read_partition_node(name, number)
            elif path.startswith(_BROKERS):
                self._read_broker(path, changes)
            elif path.startswith(_NOTIFICATIONS):
                self._read_notification(path, changes)
            elif path.startswith(_DELETIONS):
                self._read_deletion(path, changes)
            elif path.startswith(_ISR_CHANGES):
                self._read_isr_change(path, changes)
            elif path.startswith(_LOG_DIR_EVENTS):
                self._read_log_dir_event(path, changes)
            elif path.startswith(_TOMBSTONES):
                self._read_tombstone(path, changes)
            elif path == CONTROLLER:
                self._read_controller(changes)
            elif path == CONTROLLER_EPOCH:
                self._read_controller_epoch(changes)
            elif path == znodes.REASSIGN_PARTITIONS:
                self._read_reassignment(changes)
            elif path == znodes.PREFERRED_ELECTION:
                self._read_preferred_election(changes)
        for name, number in states:
            self._read_state(name, number, changes)
        for broker_id in changes.brokers:
            for at in self._partitions_of.get(broker_id, ()):
                changes.add_partition(at)
        if (
            self.reassignment is not None
            and self.reassignment.partitions
            and not changes.topics.isdisjoint(at.topic for at in self.reassignment.partitions)
        ):
            changes.reassignment = True
        if had_foreign != bool(self.foreign):
            changes.everything = True
            for name, topic in self.topics.items():
                changes.partitions.setdefault(name, set()).update(topic.assignment)
        return changes

    def _version(self, path: str) -> int | None:
        stat = self._tree.stat(path)
        return None if stat is None else int(stat["version"])

    def _fault(self, path: str, sentence: str) -> None:
        if self.faults.get(path) != sentence:
            self.faults[path] = sentence
            self._on_fault(sentence)

    def _decoded(self, path: str, decode: Callable[[str, bytes | None], T]) -> T | None:
        """What is at `path`, None where it cannot be read."""
        try:
            found = decode(path, self._tree.data(path))
        except BadZnode as error:
            self._fault(path, str(error))
            return None
        self.faults.pop(path, None)
        return found

    def _read_broker(self, path: str, changes: Changes) -> None:
        name = path[len(_BROKERS) :]
        if not _is_number(name):
            return
        broker_id = int(name)
        stat = self._tree.stat(path)
        before = self.brokers.pop(broker_id, None)
        self.foreign.discard(broker_id)
        if stat is None:
            self.faults.pop(path, None)
        else:
            registration = self._decoded(path, BrokerRegistration.decode)
            broker = BrokerAt(broker_id, stat["czxid"], stat["ephemeralOwner"], registration)
            self.newest_zxid = max(self.newest_zxid, broker.czxid)
            self.brokers[broker_id] = broker
            if not broker.is_ours and not (self._kafka_is_welcome and (broker.is_kafkas or registration is None)):
                self.foreign.add(broker_id)
        if self.brokers.get(broker_id) != before:
            changes.brokers.add(broker_id)

    def _read_topic(self, name: str, changes: Changes) -> None:
        path = _TOPICS + name
        stat = self._tree.stat(path)
        before = self.topics.get(name)
        if stat is not None and before is not None and before.czxid == stat["czxid"] and before.version >= stat["version"]:
            if before.version == stat["version"] and name in self._written:
                changes.topics.add(name)
                changes.partitions.setdefault(name, set()).update(self._written.pop(name))
            return
        changes.topics.add(name)
        written = self._written.pop(name, None)
        if written:
            changes.partitions.setdefault(name, set()).update(written)
        if before is not None and before.topic_id is not None and self.topic_of.get(before.topic_id) == name:
            del self.topic_of[before.topic_id]
        if before is not None and (stat is None or before.czxid != stat["czxid"]):
            self._forget(name, before, changes)
            before = None
        if stat is None:
            self.faults.pop(path, None)
            return
        znode = self._topic_znode(name, path)
        if before is None:
            topic = Topic(name, stat["czxid"], stat["version"], znode, {})
            self.topics[name] = topic
            self._read_partitions_node(name)
            for child in sorted(self._tree.children(znodes.partitions_path(name))):
                if _is_number(child):
                    self._read_partition_node(name, int(child))
                    self._read_state(name, int(child), changes)
            old = Topic(name, 0, 0, None, {})
        else:
            topic = before
            old = dataclasses.replace(before)
            topic.version, topic.znode = stat["version"], znode
        if topic.topic_id is not None:
            topic.last_id = topic.topic_id
            self.topic_of[topic.topic_id] = name
        for number in sorted(old.assignment.keys() | topic.assignment.keys()):
            if old.replica_assignment(number) != topic.replica_assignment(number):
                changes.add_partition(TopicPartition(name, number))
                self._index(topic, number)

    def _topic_znode(self, name: str, path: str) -> TopicZnode | None:
        fault = topic_names.fault_of(name)
        if fault is not None:
            self._fault(path, f"the topic at {path} is ignored: {fault}")
            return None
        znode: TopicZnode | None = self._decoded(path, TopicZnode.decode)
        if znode is None:
            return None
        if set(znode.assignment) != set(range(len(znode.assignment))):
            self._fault(
                path, f"the topic at {path} is ignored: its {len(znode.assignment)} partitions are not numbered from 0 on without gaps"
            )
            return None
        return znode

    def _forget(self, name: str, topic: Topic, changes: Changes) -> None:
        del self.topics[name]
        for number in sorted(set(topic.states) | set(topic.assignment)):
            at = TopicPartition(name, number)
            changes.add_partition(at)
            self.faults.pop(PartitionState.path(name, number), None)
            for broker_id in self._names_of.pop(at, frozenset()):
                self._partitions_of[broker_id].discard(at)

    def _read_partitions_node(self, name: str) -> None:
        topic = self.topics.get(name)
        if topic is not None:
            stat = self._tree.stat(znodes.partitions_path(name))
            topic.has_partitions_node = stat is not None and stat["czxid"] >= topic.czxid

    def _read_partition_node(self, name: str, number: int) -> None:
        topic = self.topics.get(name)
        if topic is not None:
            stat = self._tree.stat(znodes.partition_path(name, number))
            if stat is not None and stat["czxid"] >= topic.czxid:
                topic.nodes.add(number)
            else:
                topic.nodes.discard(number)

    def _read_state(self, name: str, number: int, changes: Changes) -> None:
        topic = self.topics.get(name)
        if topic is None:
            return
        path = PartitionState.path(name, number)
        stat = self._tree.stat(path)
        before = topic.states.pop(number, None)
        if stat is None or stat["czxid"] < topic.czxid:
            self.faults.pop(path, None)
        else:
            state = self._decoded(path, PartitionState.decode)
            at = topic.states[number] = StateAt(state, stat["version"], stat["czxid"], stat["mzxid"])
            self.newest_zxid = max(self.newest_zxid, at.mzxid)
        ahead = topic.ahead.get(number)
        shown = topic.states.get(number)
        if ahead is not None and (shown is None or shown.czxid != ahead.czxid or shown.version >= ahead.version):
            del topic.ahead[number]
        if topic.states.get(number) != before:
            changes.add_partition(TopicPartition(name, number))
            self._index(topic, number)

    def _index(self, topic: Topic, number: int) -> None:
        """Note which brokers' coming and going matters to a partition."""
        at = TopicPartition(topic.name, number)
        names = set(topic.assignment.get(number, ()))
        state = topic.states.get(number)
        if state is not None and state.state is not None:
            names.update((state.state.leader, *state.state.isr))
        names.discard(NOBODY)
        before = self._names_of.get(at, frozenset())
        if names == before:
            return
        for broker_id in before - names:
            self._partitions_of[broker_id].discard(at)
        for broker_id in names - before:
            self._partitions_of.setdefault(broker_id, set()).add(at)
        if names:
            self._names_of[at] = frozenset(names)
        else:
            self._names_of.pop(at, None)

    def _read_controller(self, changes: Changes) -> None:
        stat = self._tree.stat(CONTROLLER)
        before = self.controller
        if stat is None:
            self.controller = None
            self.faults.pop(CONTROLLER, None)
        else:
            found = self._decoded(CONTROLLER, znodes.Controller.decode)
            self.controller = ControllerAt(NOBODY if found is None else found.broker_id, stat["czxid"], stat["ephemeralOwner"])
        changes.controller = self.controller != before

    def _read_controller_epoch(self, changes: Changes) -> None:
        version = self._version(CONTROLLER_EPOCH)
        found = None
        if version is None:
            self.faults.pop(CONTROLLER_EPOCH, None)
        else:
            found = self._decoded(CONTROLLER_EPOCH, znodes.ControllerEpoch.decode)
        self.controller_epoch = None if version is None or found is None else (found.epoch, version)
        changes.controller_epoch = True

    def _read_deletion(self, path: str, changes: Changes) -> None:
        name = path[len(_DELETIONS) :]
        if "/" in name:
            return
        stat = self._tree.stat(path)
        if stat is None:
            self.deletions.pop(name, None)
        else:
            self.deletions[name] = stat["czxid"]
        changes.deletions.add(name)

    def _read_tombstone(self, path: str, changes: Changes) -> None:
        stat = self._tree.stat(path)
        try:
            topic_id = znodes.TombstoneZnode.topic_id_of(path)
        except BadZnode as error:
            if stat is not None:
                self._fault(path, str(error))
            else:
                self.faults.pop(path, None)
            return
        self.tombstones.pop(topic_id, None)
        changes.tombstones.add(topic_id)
        if stat is None:
            self.faults.pop(path, None)
        else:
            found = self._decoded(path, znodes.TombstoneZnode.decode)
            if found is not None:
                self.tombstones[topic_id] = Tombstone(topic_id, found.topic, frozenset(found.brokers), stat["version"])

    def _read_reassignment(self, changes: Changes) -> None:
        path = znodes.REASSIGN_PARTITIONS
        version = self._version(path)
        changes.reassignment = True
        if version is None:
            self.reassignment = None
            self.faults.pop(path, None)
        else:
            asked = self._decoded(path, znodes.Reassignment.decode)
            self.reassignment = MovesAsked(version, None if asked is None else asked.partitions)

    def _read_preferred_election(self, changes: Changes) -> None:
        path = znodes.PREFERRED_ELECTION
        version = self._version(path)
        changes.preferred_election = True
        if version is None:
            self.preferred_election = None
            self.faults.pop(path, None)
        else:
            asked = self._decoded(path, znodes.PreferredElection.decode)
            self.preferred_election = ElectionAsked(version, () if asked is None else asked.partitions)

    def _read_isr_change(self, path: str, changes: Changes) -> None:
        name = path[len(_ISR_CHANGES) :]
        changes.isr_changes.add(name)
        if self._tree.stat(path) is None:
            self.isr_changes.pop(name, None)
            self.faults.pop(path, None)
        else:
            change = self._decoded(path, znodes.IsrChange.decode)
            self.isr_changes[name] = () if change is None else change.partitions

    def _read_log_dir_event(self, path: str, changes: Changes) -> None:
        name = path[len(_LOG_DIR_EVENTS) :]
        changes.log_dir_events.add(name)
        if self._tree.stat(path) is None:
            self.log_dir_events.pop(name, None)
            self.faults.pop(path, None)
        else:
            event = self._decoded(path, znodes.LogDirEvent.decode)
            self.log_dir_events[name] = None if event is None else event.broker_id

    def _read_notification(self, path: str, changes: Changes) -> None:
        name = path[len(_NOTIFICATIONS) :]
        stat = self._tree.stat(path)
        changes.notifications.add(name)
        if stat is None:
            self.notifications.pop(name, None)
            self.faults.pop(path, None)
            return
        change = self._decoded(path, znodes.ConfigChange.decode)
        self.notifications[name] = Notification(name, stat["czxid"], stat["ctime"], change)


def _is_number(text: str) -> bool:
    """A broker id or partition as znodes' names have them, and one that fits an int32."""
    return text.isascii() and text.isdigit() and len(text) <= 10 and (text == "0" or text[0] != "0") and int(text) < 1 << 31


def _partition_of(rest: str) -> tuple[int | None, bool]:
    """The partition that ``partitions/P`` or ``partitions/P/state`` is about, and whether it is the latter."""
    parts = rest.split("/")
    if parts[0] != "partitions" or len(parts) > 3 or not _is_number(parts[1]) or (len(parts) == 3 and parts[2] != "state"):
        return None, False
    return int(parts[1]), len(parts) == 3
