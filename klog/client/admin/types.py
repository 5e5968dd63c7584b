"""What administration takes and gives: plain frozen values, and `Outcomes`, the answer to a question about many things at once.

Nothing here talks to anybody. Every name is Kafka's in snake_case; sizes are bytes, times milliseconds (``_ms``) or, for lag, seconds.

**Outcomes.** Kafka answers item by item: of five topics to create, two may exist already. Such calls give an `Outcomes`: a mapping whose
items that went well are its values, and whose failed items raise their own error when they are looked up, so that no failure is passed
over by accident. `Outcomes.done` and `Outcomes.errors` are the two halves, `Outcomes.check` is for "all or an exception".
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicPartition, topic_id_to_text
from klog.net.sasl import ScramMechanism as ScramMechanism  # noqa: PLC0414  (users import it from here)

K = TypeVar("K")
V = TypeVar("V")


class Outcomes(Mapping[K, V], Generic[K, V]):
    """What became of each of many items: a value, or the error that it met.

    ::

        made = await admin.create_topics([NewTopic("a"), NewTopic("b")])
        made["a"].topic_id        # raises the KlogError of "a" where that failed
        made.errors               # {"b": KlogError(TOPIC_ALREADY_EXISTS)}
        made.check()              # all values, or the first error

    :ivar done: items that went well, in the order asked.
    :ivar errors: the others; each error names its item.
    """

    __slots__ = ("done", "errors")

    def __init__(self, done: Mapping[K, V] | None = None, errors: Mapping[K, KlogError] | None = None) -> None:
        self.done: dict[K, V] = dict(done or {})
        self.errors: dict[K, KlogError] = dict(errors or {})

    @classmethod
    def of(cls, answers: Mapping[K, V | KlogError]) -> Outcomes[K, V]:
        """Answers item by item, sorted into the two halves."""
        done: dict[K, V] = {}
        errors: dict[K, KlogError] = {}
        for item, answer in answers.items():
            if isinstance(answer, KlogError):
                errors[item] = answer
            else:
                done[item] = answer
        return cls(done, errors)

    def __getitem__(self, key: K) -> V:
        """The item's value.

        :raises KlogError: the item's own error.
        :raises KeyError: it was not asked about.
        """
        if key in self.errors:
            raise self.errors[key]
        return self.done[key]

    def __iter__(self) -> Iterator[K]:
        yield from self.done
        yield from self.errors

    def __len__(self) -> int:
        return len(self.done) + len(self.errors)

    def __contains__(self, key: object) -> bool:
        return key in self.done or key in self.errors

    def check(self) -> dict[K, V]:
        """All values.

        :raises KlogError: the first error; where there are several, its sentence says so.
        """
        if not self.errors:
            return self.done
        first = next(iter(self.errors.values()))
        if len(self.errors) > 1:
            raise KlogError(first.code, f"{first.message} (and {len(self.errors) - 1} more of {len(self)} failed)")
        raise first

    def __repr__(self) -> str:
        return f"Outcomes(done={self.done!r}, errors={self.errors!r})"


# Topics ------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewTopic:
    """A topic to create.

    :ivar partitions: how many; -1 for the broker's default (Kafka 2.4 and later).
    :ivar replication_factor: brokers for each partition; -1 for the broker's default.
    :ivar configs: its own settings, by Kafka's names.
    :ivar assignments: partition to broker ids, the preferred leader first; instead of the two numbers.
    """

    name: str
    partitions: int = -1
    replication_factor: int = -1
    configs: Mapping[str, str | None] = field(default_factory=dict)
    assignments: Mapping[int, Sequence[int]] | None = None


class ConfigSource(enum.IntEnum):
    """Where a setting's value comes from (``DescribeConfigsResponse.ConfigSource``)."""

    UNKNOWN = 0
    TOPIC = 1
    BROKER = 2
    CLUSTER_DEFAULT = 3
    STATIC = 4
    DEFAULT = 5
    BROKER_LOGGER = 6
    CLIENT_METRICS = 7
    GROUP = 8


class ConfigType(enum.IntEnum):
    """What kind of value a setting has (``DescribeConfigsResponse.ConfigType``)."""

    UNKNOWN = 0
    BOOLEAN = 1
    STRING = 2
    INT = 3
    SHORT = 4
    LONG = 5
    DOUBLE = 6
    LIST = 7
    CLASS = 8
    PASSWORD = 9


@dataclass(frozen=True, slots=True)
class ConfigSynonym:
    """Another place that gives a setting its value."""

    name: str
    value: str | None
    source: ConfigSource


@dataclass(frozen=True, slots=True)
class ConfigEntry:
    """One setting as a broker tells it.

    :ivar value: None where the broker does not tell it (secrets).
    :ivar synonyms: other places that give it a value, strongest first, where asked for.
    """

    name: str
    value: str | None
    source: ConfigSource
    read_only: bool = False
    sensitive: bool = False
    config_type: ConfigType = ConfigType.UNKNOWN
    documentation: str | None = None
    synonyms: tuple[ConfigSynonym, ...] = ()

    @property
    def is_default(self) -> bool:
        """Whether nobody has set it."""
        return self.source is ConfigSource.DEFAULT


class ResourceType(enum.IntEnum):
    """What a setting belongs to (``ConfigResource.Type``)."""

    TOPIC = 2
    BROKER = 4
    BROKER_LOGGER = 8
    CLIENT_METRICS = 16
    GROUP = 32


@dataclass(frozen=True, slots=True, order=True)
class ConfigResource:
    """One thing that has settings: ``ConfigResource.topic("orders")``, ``.broker(1)``, ``.broker()`` for all brokers, ``.group("g")``."""

    resource_type: ResourceType
    name: str

    @classmethod
    def topic(cls, name: str) -> ConfigResource:
        """A topic."""
        return cls(ResourceType.TOPIC, name)

    @classmethod
    def broker(cls, node_id: int | None = None) -> ConfigResource:
        """One broker, or what holds for all brokers that say nothing else."""
        return cls(ResourceType.BROKER, "" if node_id is None else str(node_id))

    @classmethod
    def group(cls, group_id: str) -> ConfigResource:
        """A group."""
        return cls(ResourceType.GROUP, group_id)

    def __str__(self) -> str:
        return f"{self.resource_type.name.lower().replace('_', ' ')} {self.name or '(all brokers)'}"


class ConfigOperation(enum.IntEnum):
    """What to do to a setting (``AlterConfigOp.OpType``)."""

    SET = 0
    DELETE = 1
    APPEND = 2
    SUBTRACT = 3


@dataclass(frozen=True, slots=True)
class ConfigChange:
    """One change: ``ConfigChange("retention.ms", "1000")``; `value` is ignored for DELETE."""

    name: str
    value: str | None = None
    operation: ConfigOperation = ConfigOperation.SET


@dataclass(frozen=True, slots=True)
class CreatedTopic:
    """A topic that was created, or would have been; -1, None and empty where the broker is too old to say."""

    name: str
    topic_id: bytes = NO_TOPIC_ID
    partitions: int = -1
    replication_factor: int = -1
    configs: Mapping[str, ConfigEntry] | None = None


@dataclass(frozen=True, slots=True)
class TopicListing:
    """One topic of the cluster."""

    name: str
    partitions: int
    internal: bool = False
    topic_id: bytes = NO_TOPIC_ID

    @property
    def topic_id_text(self) -> str:
        """The id as Kafka writes it; empty where there is none."""
        return "" if self.topic_id == NO_TOPIC_ID else topic_id_to_text(self.topic_id)


@dataclass(frozen=True, slots=True)
class PartitionDescription:
    """One partition: who leads it, who holds it; `leader` is -1 where nobody leads it."""

    partition: int
    leader: int
    leader_epoch: int
    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    offline_replicas: tuple[int, ...] = ()
    error: ErrorCode = ErrorCode.NONE


class TopicPartitionReplica(NamedTuple):
    """One partition's replica on one broker."""

    topic: str
    partition: int
    broker: int


@dataclass(frozen=True, slots=True)
class TopicDescription:
    """One topic with its partitions, by number."""

    name: str
    partitions: tuple[PartitionDescription, ...]
    internal: bool = False
    topic_id: bytes = NO_TOPIC_ID

    @property
    def topic_id_text(self) -> str:
        """The id as Kafka writes it; empty where there is none."""
        return "" if self.topic_id == NO_TOPIC_ID else topic_id_to_text(self.topic_id)

    @property
    def replication_factor(self) -> int:
        """Brokers for each partition, of the first one."""
        return len(self.partitions[0].replicas) if self.partitions else 0


@dataclass(frozen=True, slots=True)
class Reassignment:
    """A partition that is moving."""

    replicas: tuple[int, ...]
    adding: tuple[int, ...]
    removing: tuple[int, ...]


# Groups ------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GroupListing:
    """One group, as its coordinator lists it; `state` and `group_type` are empty where the broker is too old to say (2.6, 3.8)."""

    group_id: str
    protocol_type: str
    state: str = ""
    group_type: str = ""
    coordinator: int = -1


@dataclass(frozen=True, slots=True)
class MemberDescription:
    """One member of a group.

    :ivar assignment: partitions it owns.
    :ivar target: partitions it shall own, in groups of the new protocol; None in classic ones.
    :ivar topics: what it has subscribed to by name; empty where it does not say.
    :ivar member_type: "classic" or "consumer"; empty where the broker does not say.
    """

    member_id: str
    client_id: str
    client_host: str
    instance_id: str | None = None
    rack_id: str | None = None
    topics: tuple[str, ...] = ()
    topic_pattern: str | None = None
    assignment: tuple[TopicPartition, ...] = ()
    target: tuple[TopicPartition, ...] | None = None
    epoch: int = -1
    member_type: str = ""


@dataclass(frozen=True, slots=True)
class GroupDescription:
    """One group and its members.

    :ivar group_type: "classic", "consumer" (KIP-848), or "zookeeper" (the paper's).
    :ivar state: as Kafka names it: Empty, Stable, PreparingRebalance, CompletingRebalance, Assigning, Reconciling, Dead.
    :ivar assignor: the classic protocol's name, or the broker's assignor.
    :ivar epoch: of consumer groups; -1 otherwise.
    """

    group_id: str
    group_type: str
    state: str
    protocol_type: str
    assignor: str
    members: tuple[MemberDescription, ...]
    coordinator: int
    epoch: int = -1
    assignment_epoch: int = -1


# Cluster -----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class NodeDescription:
    """One broker, and where it is reached."""

    node_id: int
    host: str
    port: int
    rack: str | None = None
    fenced: bool = False

    @property
    def address(self) -> str:
        """host:port, IPv6 in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class ClusterDescription:
    """The cluster; `controller` is None where it has none at the moment."""

    cluster_id: str | None
    controller: NodeDescription | None
    nodes: tuple[NodeDescription, ...]


@dataclass(frozen=True, slots=True)
class ReplicaSize:
    """One partition's bytes in a directory; `future` for one that is being moved there, `lag` how far behind it is."""

    size_bytes: int
    lag: int = 0
    future: bool = False


@dataclass(frozen=True, slots=True)
class LogDirDescription:
    """One data directory of one broker.

    :ivar error: why it is not in service; None where it is.
    :ivar total_bytes: of the volume, `usable_bytes` what is free of it; -1 before Kafka 3.3.
    """

    path: str
    error: KlogError | None
    replicas: Mapping[TopicPartition, ReplicaSize]
    total_bytes: int = -1
    usable_bytes: int = -1

    @property
    def size_bytes(self) -> int:
        """All partitions together."""
        return sum(each.size_bytes for each in self.replicas.values())


@dataclass(frozen=True, slots=True)
class ProducerDescription:
    """One producer as a partition's leader remembers it; `transaction_start` is the first offset of its open transaction, None without."""

    producer_id: int
    producer_epoch: int
    last_sequence: int
    last_timestamp_ms: int
    coordinator_epoch: int
    transaction_start: int | None = None


@dataclass(frozen=True, slots=True)
class TransactionListing:
    """One transactional id; `coordinator` is the broker that told it."""

    transactional_id: str
    producer_id: int
    state: str
    coordinator: int = -1


@dataclass(frozen=True, slots=True)
class TransactionDescription:
    """One transactional id and the transaction it has open; `started_ms` is None where none is."""

    transactional_id: str
    producer_id: int
    producer_epoch: int
    state: str
    timeout_ms: int
    started_ms: int | None
    partitions: tuple[TopicPartition, ...]
    coordinator: int = -1


@dataclass(frozen=True, slots=True)
class OpenTransaction:
    """A transaction that a partition's leader has open.

    :ivar coordinator_epoch: of the last marker of this producer there; -1 where there is none.
    :ivar start_offset: of its first record.
    :ivar last_timestamp_ms: when its producer wrote there last.
    """

    partition: TopicPartition
    producer_id: int
    producer_epoch: int
    coordinator_epoch: int
    start_offset: int
    last_timestamp_ms: int


@dataclass(frozen=True, slots=True)
class FencedProducer:
    """What a transactional id has now that its producer is fenced: whoever has less is refused."""

    producer_id: int
    producer_epoch: int


@dataclass(frozen=True, slots=True)
class ScramCredential:
    """That a user has a password of this mechanism; the password itself is never told."""

    mechanism: ScramMechanism
    iterations: int


# Lag ---------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lag:
    """How far a group is behind in one partition.

    :ivar committed: offset of the next record that the group wants; None where it has committed none (a member owns the partition, and
        where it begins is its own affair: the two figures are None as well).
    :ivar end: offset of the next record to be written, for readers of the asked isolation; None where it could not be learned.
    :ivar records_behind: offsets from the first unread one to `end`; 0 where no record is left (what follows is markers or was compacted).
    :ivar seconds_behind: age of the first unread record, by its own timestamp; 0.0 where none is left; None where the record has no
        timestamp (formats before Kafka 0.10) or could not be read.
    :ivar timestamp_ms: that record's timestamp, None where there is none.
    :ivar error: why something is None; the other partitions are not touched by it.
    """

    committed: int | None
    end: int | None = None
    records_behind: int | None = None
    seconds_behind: float | None = None
    timestamp_ms: int | None = None
    error: KlogError | None = None


def no_such_broker(what: str, known: Iterable[int]) -> KlogError:
    """The error of an item that belongs to a broker that there is none of; `known`: the numbers of those that there are."""
    return item_error(ErrorCode.BROKER_ID_NOT_REGISTERED, what, f"the cluster has no such broker; it has {', '.join(map(str, known))}")


def item_error(code: int, what: str, message: str | None = None) -> KlogError:
    """The error of one item, with the item's name in front of the broker's sentence (or the table's, where the broker gave none).

    :param what: ``topic orders``, ``group g``, ``partition orders-0`` …
    """
    try:
        known = ErrorCode(code)
    except ValueError:
        return KlogError(
            ErrorCode.UNKNOWN_SERVER_ERROR, f"{what}: {message or 'the broker answered an error this client does not know'} ({code})"
        )
    return KlogError(known, f"{what}: {message or KlogError(known).message}")
