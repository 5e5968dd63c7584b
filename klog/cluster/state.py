"""What a lone broker remembers of its cluster from one start to the next, and where.

`ClusterState` is the whole of it, a value that is never changed in place. A `StateStore` keeps one such value so that it survives the
power going off: ``save`` returns when the new value is safe, and until then the old one is. `FoundTopic` is what lies on disk
of a topic, whoever wrote it; `initial_state` brings both together at start:

* a topic that is remembered and lies there is served with what is remembered;
* a topic that is remembered and does not lie there (or not all of its partitions) was being made when the broker stopped: it is made
  now;
* where a part of the disk is out of service, nothing that is missing is made, and what is remembered as deleted stays remembered;
* a topic that lies there and is not remembered was written by somebody else. Its overrides are those that a KRaft controller's log
  tells, or else they are unknown, and then nothing of it is deleted until somebody sets them;
* a topic that lies there and is remembered as deleted was being deleted when the broker stopped: it is deleted now.

**Leader epochs.** There is one number for all partitions; it rises with each start and is above every epoch on disk. A tail that was lost
in a crash and written anew is then told apart by its epoch, as in Kafka, which elects a new leader at each start.

**Producer ids.** They are handed out in blocks; ``next_producer_id`` is the first one of which no block was reserved.
"""

from __future__ import annotations

import base64
import dataclasses
import secrets
from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from typing import Protocol

from klog.acls import Acl, AclTable, ResourcePattern
from klog.cluster.layered_maps import LayeredMapping, LayeredSet
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicId, topic_id_to_text

#: Ids reserved at a time (``ProducerIdsBlock.PRODUCER_ID_BLOCK_SIZE``).
PRODUCER_ID_BLOCK = 1000
#: Access control lists that are kept.
MOST_ACLS = 100_000
#: Ids end here.
LAST_PRODUCER_ID = 2**63 - 1
#: ``Uuid.RESERVED``: all zero, and the two after it.
_RESERVED_IDS = frozenset({bytes(16), bytes(15) + b"\x01", bytes(15) + b"\x02"})


@dataclasses.dataclass(frozen=True)
class TopicState:
    """One topic as remembered."""

    topic_id: TopicId
    partitions: int
    #: Overrides only.
    configs: Mapping[str, str]
    configs_known: bool = True


@dataclasses.dataclass(frozen=True)
class ClusterState:
    """All that is remembered."""

    cluster_id: str
    next_producer_id: int = 0
    leader_epoch: int = 0
    topics: Mapping[str, TopicState] = dataclasses.field(default_factory=dict)
    #: Ids of topics whose directories may still have to be removed.
    deleting: AbstractSet[TopicId] = frozenset()
    #: Dynamic configurations by broker id as text; "" are those of all brokers.
    broker_configs: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    #: Dynamic configurations by group id, of those groups that have some.
    group_configs: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    #: What is kept of users by name, of those of whom something is: credentials.
    user_configs: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    #: Access control lists.
    acls: AclTable = dataclasses.field(default_factory=dict)
    #: How many they are; None until somebody has counted them.
    acl_count: int | None = dataclasses.field(default=None, compare=False, repr=False)
    #: False where those that there were got lost, until somebody sets some.
    acls_known: bool = True


class StateStore(Protocol):
    """Where the state lies. Called from one thread at a time, not always the same one."""

    def load(self) -> ClusterState | None:
        """What was saved last; None where nothing ever was. Raises OSError, and ValueError where it cannot be read any more."""

    def save(self, state: ClusterState) -> None:
        """Replace it, all or nothing; safe when this returns. Raises OSError."""


@dataclasses.dataclass(frozen=True)
class FoundTopic:
    """What lies on disk of one topic."""

    #: None where the topic was written before topic ids (Kafka before 2.8).
    topic_id: TopicId | None
    #: Numbers of the partitions that lie there.
    partitions: frozenset[int]
    #: Those among them that cannot be served.
    failed: frozenset[int] = frozenset()


@dataclasses.dataclass(frozen=True)
class DiskFindings:
    """What the data directory tells, apart from the remembered state."""

    topics: Mapping[str, FoundTopic] = dataclasses.field(default_factory=dict)
    cluster_id: str | None = None
    highest_producer_id: int = -1
    highest_leader_epoch: int = -1
    #: Overrides by topic from a KRaft controller's log; None where there is none.
    topic_configs: Mapping[str, Mapping[str, str]] | None = None
    #: Configurations by group id from there.
    group_configs: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    #: Another program wrote here last (nothing is remembered, and yet there are logs).
    foreign: bool = False
    #: What was remembered got lost.
    state_lost: bool = False
    #: A part of the disk is out of service: what is missing may lie there, and what is remembered may be older than what is remembered
    #: there.
    is_incomplete: bool = False


@dataclasses.dataclass(frozen=True)
class Start:
    """How to begin."""

    state: ClusterState
    #: Topics to remove from the disk: their deletion was under way.
    remove: tuple[str, ...]
    #: What the log says.
    warnings: tuple[str, ...]


def new_cluster_id(random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> str:
    """A new cluster id: 22 characters of URL-safe base64, the first of them no dash (command lines take that for an option)."""
    while True:
        text = base64.urlsafe_b64encode(_random_uuid(random_bytes)).rstrip(b"=").decode("ascii")
        if not text.startswith("-"):
            return text


def new_topic_id(random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> TopicId:
    """A new topic id: a random UUID, none of Kafka's reserved ones, its text not beginning with a dash (``Uuid.randomUuid``)."""
    while True:
        topic_id = TopicId(_random_uuid(random_bytes))
        if topic_id not in _RESERVED_IDS and not topic_id_to_text(topic_id).startswith("-"):
            return topic_id


def _random_uuid(random_bytes: Callable[[int], bytes]) -> bytes:
    """Version 4 of RFC 9562."""
    raw = bytearray(random_bytes(16))
    raw[6] = raw[6] & 0x0F | 0x40
    raw[8] = raw[8] & 0x3F | 0x80
    return bytes(raw)


def initial_state(
    remembered: ClusterState | None,
    findings: DiskFindings,
    *,
    now_ms: int,
    random_bytes: Callable[[int], bytes] = secrets.token_bytes,
) -> Start:
    """The state to begin with.

    :param remembered: what the store holds.
    :param now_ms: wall clock; a number above all producer ids where what was remembered is lost.
    """
    warnings: list[str] = []
    topics: dict[str, TopicState] = {}
    remove: list[str] = []
    known = remembered.topics if remembered else {}
    deleting = remembered.deleting if remembered else frozenset()
    for name, found in findings.topics.items():
        if found.topic_id is not None and found.topic_id in deleting:
            remove.append(name)
            continue
        topics[name] = _found(name, found, known.get(name), findings, warnings, random_bytes)
    for name, topic in known.items():
        if name not in topics and topic.topic_id not in deleting:
            topics[name] = topic
            becomes = _becomes(findings)
            warnings.append(f"topic {name} has no partition on disk; its {topic.partitions} partition(s) {becomes}")
    unknown = sorted(name for name, topic in topics.items() if not topic.configs_known)
    if unknown:
        shown = ", ".join(unknown[:10]) + (f" and {len(unknown) - 10} more" if len(unknown) > 10 else "")
        warnings.append(
            f"{len(unknown)} topic(s) with unknown configurations, nothing of which is deleted by retention until they are set "
            f"(kafka-configs --alter --entity-type topics): {shown}"
        )
    cluster_id = findings.cluster_id or (remembered.cluster_id if remembered else None) or new_cluster_id(random_bytes)
    epoch = max(remembered.leader_epoch if remembered else -1, findings.highest_leader_epoch) + 1
    state = ClusterState(
        cluster_id=cluster_id,
        next_producer_id=_next_producer_id(remembered, findings, now_ms),
        leader_epoch=epoch,
        topics=topics,
        # What is left of them may lie on the part of the disk that is out of service.
        deleting=deleting if findings.is_incomplete else frozenset(),
        broker_configs=remembered.broker_configs if remembered else {},
        group_configs=remembered.group_configs if remembered else findings.group_configs,
        user_configs=remembered.user_configs if remembered else {},
        acls=remembered.acls if remembered else {},
        # A part of the disk that is out of service may have the only copy.
        acls_known=remembered.acls_known if remembered else not (findings.state_lost or findings.is_incomplete),
    )
    return Start(state, tuple(remove), tuple(warnings))


def _found(
    name: str,
    found: FoundTopic,
    known: TopicState | None,
    findings: DiskFindings,
    warnings: list[str],
    random_bytes: Callable[[int], bytes],
) -> TopicState:
    count = max(found.partitions) + 1 if found.partitions else 0
    if known is not None and found.topic_id in (None, known.topic_id):
        count = max(count, known.partitions)
        topic_id, configs, configs_known = known.topic_id, known.configs, known.configs_known
    else:
        if known is not None:
            warnings.append(
                f"topic {name} on disk is another one than the one remembered under this name; its configurations are not taken over"
            )
        topic_id = found.topic_id or new_topic_id(random_bytes)
        told = findings.topic_configs
        configs_known = told is not None and (name in told or findings.foreign)
        configs = dict(told.get(name, {})) if told is not None and configs_known else {}
    missing = sorted(set(range(count)) - found.partitions)
    if missing:
        shown = ", ".join(map(str, missing[:10])) + (" ..." if len(missing) > 10 else "")
        warnings.append(f"topic {name} has no directory for {len(missing)} of its {count} partitions, which {_becomes(findings)}: {shown}")
    return TopicState(topic_id, count, configs, configs_known)


def _becomes(findings: DiskFindings) -> str:
    """What is done about partitions that are missing."""
    return "are not served while a data directory is out of service" if findings.is_incomplete else "are made empty"


def _next_producer_id(remembered: ClusterState | None, findings: DiskFindings, now_ms: int) -> int:
    """The first id that certainly nobody was given. Where nothing is remembered and others wrote here, some that they gave out may never
    have been used; a count of milliseconds is above every number reached by counting ids."""
    seen = findings.highest_producer_id + 1
    next_id = max(remembered.next_producer_id if remembered else 0, -(-seen // PRODUCER_ID_BLOCK) * PRODUCER_ID_BLOCK)
    if findings.state_lost or findings.is_incomplete or (remembered is None and findings.foreign):
        next_id = max(next_id, now_ms)
    return next_id


def reserve_block(state: ClusterState) -> ClusterState:
    """`state` with one more block of producer ids handed out.

    :raises KlogError: UNKNOWN_SERVER_ERROR: there are none left.
    """
    if state.next_producer_id > LAST_PRODUCER_ID - PRODUCER_ID_BLOCK:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, "all producer ids were handed out")
    return dataclasses.replace(state, next_producer_id=state.next_producer_id + PRODUCER_ID_BLOCK)


def above_producer_id(state: ClusterState, producer_id: int) -> ClusterState:
    """`state` of which no block begins at or below `producer_id`, which others have given out; one that leaves no ids changes nothing."""
    first = _first_block_above(producer_id)
    if first <= state.next_producer_id or not leaves_ids(producer_id):
        return state
    return dataclasses.replace(state, next_producer_id=first)


def leaves_ids(producer_id: int) -> bool:
    """Whether a block begins above this id."""
    return _first_block_above(producer_id) <= LAST_PRODUCER_ID - PRODUCER_ID_BLOCK


def _first_block_above(producer_id: int) -> int:
    return -(-(producer_id + 1) // PRODUCER_ID_BLOCK) * PRODUCER_ID_BLOCK


def with_topic(state: ClusterState, name: str, topic: TopicState) -> ClusterState:
    """`state` with this topic, new or changed."""
    return dataclasses.replace(state, topics=LayeredMapping.of(state.topics).having(name, topic))


def without_topic(state: ClusterState, name: str) -> ClusterState:
    """`state` with this topic on its way out."""
    topic_id = state.topics[name].topic_id
    assert topic_id != NO_TOPIC_ID
    topics = LayeredMapping.of(state.topics).without(name)
    return dataclasses.replace(state, topics=topics, deleting=LayeredSet.of(state.deleting).having(topic_id))


def plain(state: ClusterState) -> ClusterState:
    """The same after many changes, in plain dictionaries and sets, which serve faster."""
    topics, acls = state.topics, state.acls
    if isinstance(topics, LayeredMapping):
        topics = topics.plain()
    if isinstance(acls, LayeredMapping):
        acls = acls.plain()
    return dataclasses.replace(state, topics=topics, acls=acls, deleting=frozenset(state.deleting))


def with_group_configs(state: ClusterState, group_id: str, configs: Mapping[str, str]) -> ClusterState:
    """`state` with these configurations of a group; with none, without the group."""
    return dataclasses.replace(state, group_configs=_with(state.group_configs, group_id, configs))


def with_user_configs(state: ClusterState, name: str, wanted: Mapping[str, str], removed: Collection[str]) -> ClusterState:
    """`state` with `wanted` and without `removed` among what is kept of a user; where nothing is left, without the user."""
    return dataclasses.replace(
        state, user_configs=_with(state.user_configs, name, altered(state.user_configs.get(name, {}), wanted, removed))
    )


def with_acls(state: ClusterState, resource: ResourcePattern, acls: frozenset[Acl]) -> ClusterState:
    """`state` with these rules about `resource`.

    :raises KlogError: POLICY_VIOLATION: there are too many.
    """
    before = state.acls.get(resource, frozenset())
    count = sum(map(len, state.acls.values())) if state.acl_count is None else state.acl_count
    count += len(acls) - len(before)
    if len(acls) > len(before) and count > MOST_ACLS:
        raise KlogError(ErrorCode.POLICY_VIOLATION, f"A broker that is alone keeps {MOST_ACLS} ACLs at most.")
    table = LayeredMapping.of(state.acls)
    if acls:
        table = table.having(resource, acls)
    elif resource in table:
        table = table.without(resource)
    return dataclasses.replace(state, acls=table, acl_count=count, acls_known=True)


def altered(configs: Mapping[str, str], wanted: Mapping[str, str], removed: Collection[str]) -> dict[str, str]:
    """`configs` with `wanted` and without `removed`."""
    return {name: value for name, value in {**configs, **wanted}.items() if name not in removed}


def _with(whole: Mapping[str, Mapping[str, str]], name: str, configs: Mapping[str, str]) -> dict[str, Mapping[str, str]]:
    changed = {other: kept for other, kept in whole.items() if other != name}
    if configs:
        changed[name] = dict(configs)
    return changed
