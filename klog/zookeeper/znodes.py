"""Kafka's znodes, one class each: where they lie, and how their values are written and read (Kafka's ``ZkData.scala``).

Every class has ``path(...)``, ``encode() -> bytes`` and ``decode(path, data)``, which reads all versions that Kafka ever wrote, ignores
keys it does not know and raises `BadZnode` for what it cannot use. Paths are below the chroot. What klog adds to Kafka's tree is
the keys "klog" and "klog_replicates" of a broker's registration (by which brokers of both kinds are told apart), ``/config/groups``, and
``/klog/copied_producer_ids`` where partitions of another cluster are copied.
A klog from before partitions had several copies wrote ``/klog/removals``, and the key "leader_broker_epoch" of a partition's state, which
is one of those that are not known here.

The old consumer's znodes are in `klog.zookeeper.consumer_znodes`.
"""

from __future__ import annotations

import dataclasses
import re
import urllib.parse
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from klog.model import NO_TOPIC_ID, TopicId, TopicPartition, topic_id_from_text, topic_id_to_text
from klog.zookeeper.znode_json import INT_MAX, decode_json, decode_number, decode_object, encode_json, shown
from klog.zookeeper.znode_json import BadZnode as BadZnode

BROKER_IDS = "/brokers/ids"
TOPICS = "/brokers/topics"
BROKER_SEQUENCE = "/brokers/seqid"
CONFIG = "/config"
CONFIG_CHANGES = "/config/changes"
#: Kafka's kinds of configured things, and klog's own "groups".
CONFIG_TYPES = ("topics", "clients", "users", "brokers", "ips", "groups")
DELETE_TOPICS = "/admin/delete_topics"
REASSIGN_PARTITIONS = "/admin/reassign_partitions"
PREFERRED_ELECTION = "/admin/preferred_replica_election"
ISR_CHANGES = "/isr_change_notification"
LOG_DIR_EVENTS = "/log_dir_event_notification"
FEATURE = "/feature"
PRODUCER_ID_BLOCK = "/latest_producer_id_block"
CONTROLLER = "/controller"
CONTROLLER_EPOCH = "/controller_epoch"
CLUSTER_ID = "/cluster/id"
CONSUMERS = "/consumers"
TOMBSTONES = "/klog/removals"
COPIED_PRODUCER_IDS = "/klog/copied_producer_ids"

#: What a broker makes sure of at start (``ZkData.PersistentZkPaths``), parents included by whoever makes them.
KAFKA_PATHS = (
    CONSUMERS,
    BROKER_IDS,
    TOPICS,
    CONFIG_CHANGES,
    DELETE_TOPICS,
    BROKER_SEQUENCE,
    ISR_CHANGES,
    PRODUCER_ID_BLOCK,
    LOG_DIR_EVENTS,
    *(f"{CONFIG}/{kind}" for kind in CONFIG_TYPES if kind != "groups"),
)
KLOG_PATHS = (f"{CONFIG}/groups",)
PERSISTENT_PATHS = KAFKA_PATHS + KLOG_PATHS

#: Entity name of the defaults of all.
DEFAULT_ENTITY = "<default>"
#: Kafka generates broker ids above ``reserved.broker.max.id``.
RESERVED_BROKER_MAX_ID = 1000
CONFIG_CHANGE_PREFIX = "config_change_"
#: How long Kafka keeps config change notifications (``DynamicConfigManager``), in milliseconds.
CONFIG_CHANGE_KEPT_MS = 15 * 60 * 1000

_ENDPOINT = re.compile(r"([^:/]*)://\[?([0-9a-zA-Z\-%._:]*)\]?:(-?[0-9]{1,9})")
_SECURITY_PROTOCOLS = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")


# Brokers


@dataclasses.dataclass(frozen=True)
class RegisteredEndpoint:
    """Where a broker is reached."""

    listener: str
    host: str
    port: int
    security_protocol: str = "PLAINTEXT"

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.listener}://{host}:{self.port}"

    @property
    def address(self) -> str:
        """host:port, for people."""
        return str(self).partition("://")[2]


@dataclasses.dataclass(frozen=True)
class BrokerRegistration:
    """``/brokers/ids/N``, ephemeral. Its czxid is the broker's epoch.

    :param klog: klog's version where it is one of ours; None for Kafka's brokers.
    :param replicates: whether it leads and follows as a controller tells it. Kafka's brokers do, and klog's but for those from before
        partitions had several copies.
    :param timestamp_ms: when it was written.
    """

    broker_id: int
    endpoints: tuple[RegisteredEndpoint, ...]
    rack: str | None = None
    timestamp_ms: int = -1
    jmx_port: int = -1
    klog: str | None = None
    version: int = 5
    replicates: bool = True

    @staticmethod
    def path(broker_id: int) -> str:
        """Where it lies."""
        return f"{BROKER_IDS}/{broker_id}"

    @property
    def address(self) -> str:
        """host:port of the first endpoint, for people."""
        return self.endpoints[0].address if self.endpoints else "an unknown address"

    def encode(self) -> bytes:
        """Version 5, whose "host" and "port" are those of the first PLAINTEXT endpoint, as old clients read only them."""
        plain = next((endpoint for endpoint in self.endpoints if endpoint.security_protocol == "PLAINTEXT"), None)
        value: dict[str, Any] = {
            "version": self.version,
            "host": plain.host if plain else None,
            "port": plain.port if plain else -1,
            "jmx_port": self.jmx_port,
            "timestamp": str(self.timestamp_ms),
            "endpoints": [str(endpoint) for endpoint in self.endpoints],
            "listener_security_protocol_map": {endpoint.listener: endpoint.security_protocol for endpoint in self.endpoints},
            "features": {},
        }
        if self.rack is not None:
            value["rack"] = self.rack
        if self.klog is not None:
            value["klog"] = self.klog
            value["klog_replicates"] = self.replicates
        return encode_json(value)

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> BrokerRegistration:
        """Versions 1 to 5."""
        fields = decode_object(path, data)
        version = fields.number("version")
        if version < 1:
            raise fields.bad("version", "1 or more")
        endpoints: tuple[RegisteredEndpoint, ...]
        if version == 1:
            endpoints = (RegisteredEndpoint("PLAINTEXT", fields.text("host"), fields.number("port")),)
        else:
            protocols = fields.text_by_text("listener_security_protocol_map")
            endpoints = tuple(_endpoint(path, text, protocols) for text in fields.texts("endpoints"))
        return cls(
            broker_id=broker_id_of(path),
            endpoints=endpoints,
            rack=fields.text_or_none("rack"),
            timestamp_ms=fields.number_text("timestamp", -1),
            jmx_port=fields.number("jmx_port", -1),
            klog=(klog := fields.text_or_none("klog")),
            version=version,
            replicates=klog is None or fields.values.get("klog_replicates") is True,
        )


def _endpoint(path: str, text: str, protocols: Mapping[str, str]) -> RegisteredEndpoint:
    match = _ENDPOINT.fullmatch(text)
    if match is None:
        raise BadZnode(path, f'an endpoint should look like "PLAINTEXT://host:9092", not {shown(text)}')
    listener, host, port = match[1], match[2], int(match[3])
    protocol = protocols.get(listener) or protocols.get(listener.upper()) or (listener if listener in _SECURITY_PROTOCOLS else "PLAINTEXT")
    return RegisteredEndpoint(listener, host, port, protocol)


def broker_id_of(path: str) -> int:
    """The number at the end of a broker's path (``/brokers/ids/N``, ``/config/brokers/N``).

    :raises BadZnode: it does not end with one.
    """
    name = path.rpartition("/")[2]
    if not (name.isascii() and name.isdigit() and len(name) <= 10 and int(name) <= INT_MAX):
        raise BadZnode(path, "its name is no broker id")
    return int(name)


def generated_broker_id(sequence_version: int, reserved_max_id: int = RESERVED_BROKER_MAX_ID) -> int:
    """The broker id that a write of ``/brokers/seqid`` gave, whose version is now `sequence_version`
    (``KafkaZkClient.generateBrokerSequenceId``)."""
    return reserved_max_id + sequence_version


# Topics


@dataclasses.dataclass(frozen=True)
class TopicZnode:
    """``/brokers/topics/T``: which brokers hold which partition.

    :param topic_id: None before Kafka 2.8, and after an older tool has written the node again.
    :param assignment: brokers by partition, in the order of the partitions; nobody promises that they are 0, 1, 2 ...
    """

    topic_id: TopicId | None
    assignment: Mapping[int, tuple[int, ...]]
    adding_replicas: Mapping[int, tuple[int, ...]] = dataclasses.field(default_factory=dict)
    removing_replicas: Mapping[int, tuple[int, ...]] = dataclasses.field(default_factory=dict)

    @staticmethod
    def path(topic: str) -> str:
        """Where it lies."""
        return f"{TOPICS}/{topic}"

    def encode(self) -> bytes:
        """Version 3."""
        value: dict[str, Any] = {
            "version": 3,
            "partitions": _by_text(self.assignment),
            "adding_replicas": _by_text(self.adding_replicas),
            "removing_replicas": _by_text(self.removing_replicas),
        }
        if self.topic_id is not None:
            value["topic_id"] = topic_id_to_text(self.topic_id)
        return encode_json(value)

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> TopicZnode:
        """Versions 1 to 3."""
        fields = decode_object(path, data)
        text = fields.text_or_none("topic_id")
        topic_id: TopicId | None = None
        if text is not None:
            try:
                topic_id = topic_id_from_text(text)
            except ValueError:
                raise fields.bad("topic_id", "22 characters of URL-safe base64") from None
        return cls(
            topic_id=topic_id if topic_id != NO_TOPIC_ID else None,
            assignment=fields.numbers_by_number("partitions"),
            adding_replicas=fields.numbers_by_number("adding_replicas"),
            removing_replicas=fields.numbers_by_number("removing_replicas"),
        )


def _by_text(numbers: Mapping[int, Sequence[int]]) -> dict[str, list[int]]:
    return {str(partition): list(brokers) for partition, brokers in numbers.items()}


def partitions_path(topic: str) -> str:
    """``/brokers/topics/T/partitions``, without a value."""
    return f"{TOPICS}/{topic}/partitions"


def partition_path(topic: str, partition: int) -> str:
    """``/brokers/topics/T/partitions/P``, without a value."""
    return f"{TOPICS}/{topic}/partitions/{partition}"


@dataclasses.dataclass(frozen=True)
class PartitionState:
    """``/brokers/topics/T/partitions/P/state``: who leads.

    :param leader: -1: nobody.
    """

    leader: int
    leader_epoch: int
    controller_epoch: int
    isr: tuple[int, ...]
    leader_recovery_state: int = 0

    @staticmethod
    def path(topic: str, partition: int) -> str:
        """Where it lies."""
        return f"{TOPICS}/{topic}/partitions/{partition}/state"

    def encode(self) -> bytes:
        """Version 1."""
        value: dict[str, Any] = {
            "version": 1,
            "leader": self.leader,
            "leader_epoch": self.leader_epoch,
            "controller_epoch": self.controller_epoch,
            "isr": list(self.isr),
        }
        if self.leader_recovery_state:
            value["leader_recovery_state"] = self.leader_recovery_state
        return encode_json(value)

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> PartitionState:
        """Version 1."""
        fields = decode_object(path, data)
        return cls(
            leader=fields.number("leader"),
            leader_epoch=fields.number("leader_epoch"),
            controller_epoch=fields.number("controller_epoch", 0),
            isr=fields.numbers("isr"),
            leader_recovery_state=fields.number("leader_recovery_state", 0),
        )


# The controller and the cluster


@dataclasses.dataclass(frozen=True)
class Controller:
    """``/controller``, ephemeral: who decides."""

    broker_id: int
    timestamp_ms: int = -1

    PATH: ClassVar[str] = CONTROLLER

    def encode(self) -> bytes:
        """Version 1."""
        return encode_json({"version": 1, "brokerid": self.broker_id, "timestamp": str(self.timestamp_ms)})

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> Controller:
        """Versions 1 and 2."""
        fields = decode_object(path, data)
        return cls(fields.number("brokerid"), fields.number_text("timestamp", -1))


@dataclasses.dataclass(frozen=True)
class ControllerEpoch:
    """``/controller_epoch``: rises with each controller. Plain text."""

    epoch: int

    PATH: ClassVar[str] = CONTROLLER_EPOCH

    def encode(self) -> bytes:
        """Decimal."""
        return str(self.epoch).encode()

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> ControllerEpoch:
        """Decimal."""
        return cls(decode_number(path, data, INT_MAX))


@dataclasses.dataclass(frozen=True)
class ClusterId:
    """``/cluster/id``."""

    cluster_id: str

    PATH: ClassVar[str] = CLUSTER_ID

    def encode(self) -> bytes:
        """Version "1", which is a text here."""
        return encode_json({"version": "1", "id": self.cluster_id})

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> ClusterId:
        """Version "1"."""
        return cls(decode_object(path, data).text("id"))


@dataclasses.dataclass(frozen=True)
class ProducerIdBlock:
    """``/latest_producer_id_block``: the last block of producer ids that a broker took, both ends included. Without a value before
    the first."""

    broker_id: int
    first: int
    last: int

    PATH: ClassVar[str] = PRODUCER_ID_BLOCK

    def encode(self) -> bytes:
        """Version 1."""
        return encode_json({"version": 1, "broker": self.broker_id, "block_start": str(self.first), "block_end": str(self.last)})

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> ProducerIdBlock:
        """Version 1."""
        fields = decode_object(path, data)
        return cls(fields.number("broker"), fields.number_text("block_start"), fields.number_text("block_end"))


@dataclasses.dataclass(frozen=True)
class CopiedProducerIds:
    """``/klog/copied_producer_ids``: producer ids up to this one may stand in partitions that were copied from another cluster, and are
    given out by no broker of klog's any more, also where it has taken a block of them before."""

    last: int

    PATH: ClassVar[str] = COPIED_PRODUCER_IDS

    def encode(self) -> bytes:
        """Version 1."""
        return encode_json({"version": 1, "last": str(self.last)})

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> CopiedProducerIds:
        """Version 1."""
        return cls(decode_object(path, data).number_text("last"))


# Configurations


def sanitised(entity: str) -> str:
    """An entity's name as it stands in paths (Kafka's ``Sanitizer``: percent-encoding)."""
    if entity == DEFAULT_ENTITY:
        return entity
    # ZooKeeper takes these two for relative paths.
    return "%2E" * len(entity) if entity in (".", "..") else urllib.parse.quote(entity, safe="")


#: A run of bytes that `sanitised` has written.
_ENCODED_BYTES = re.compile("(?:%[0-9A-Fa-f]{2})+")


def desanitised(name: str) -> str:
    """The reverse of `sanitised`. As ``urllib.parse.unquote``, which takes two hundred bytes for each percent sign meanwhile."""
    return _ENCODED_BYTES.sub(lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace"), name)


@dataclasses.dataclass(frozen=True)
class ConfigZnode:
    """``/config/<kind>/<entity>``: what is set for one topic, broker, group ...; `kind` is one of `CONFIG_TYPES`."""

    configs: Mapping[str, str]

    @staticmethod
    def path(kind: str, entity: str) -> str:
        """Where it lies."""
        return f"{CONFIG}/{kind}/{sanitised(entity)}"

    def encode(self) -> bytes:
        """Version 1."""
        return encode_json({"version": 1, "config": dict(self.configs)})

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> ConfigZnode:
        """Version 1. Without a value nothing is set."""
        return cls(decode_object(path, data).text_by_text("config") if data else {})


@dataclasses.dataclass(frozen=True)
class ConfigChange:
    """``/config/changes/config_change_…``, sequential: tells everybody to read a configuration again.

    :param entity_path: such as ``topics/my-topic``.
    """

    entity_path: str

    #: For a sequential create.
    CREATE_PATH: ClassVar[str] = f"{CONFIG_CHANGES}/{CONFIG_CHANGE_PREFIX}"

    @classmethod
    def of(cls, kind: str, entity: str) -> ConfigChange:
        """About one entity."""
        return cls(f"{kind}/{sanitised(entity)}")

    def encode(self) -> bytes:
        """Version 2 (Kafka 0.10.1 and later)."""
        return encode_json({"version": 2, "entity_path": self.entity_path})

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> ConfigChange:
        """Versions 1 and 2, and the topic's name as a JSON text (Kafka 0.8)."""
        value = decode_json(path, data)
        if isinstance(value, str):
            change = cls(f"topics/{value}")
        else:
            fields = decode_object(path, data)
            match fields.number("version"):
                case 1:
                    change = cls(f"{fields.text('entity_type')}/{fields.text('entity_name')}")
                case 2:
                    change = cls(fields.text("entity_path"))
                case _:
                    raise fields.bad("version", "1 or 2")
        if change.entity_path.partition("/")[0] not in CONFIG_TYPES or not change.entity_path.partition("/")[2]:
            raise BadZnode(path, f"it should be about topics/<name> or another kind that is configured: {shown(value)}")
        return change

    @property
    def kind(self) -> str:
        """Such as "topics"."""
        return self.entity_path.partition("/")[0]

    @property
    def entity(self) -> str:
        """The name, as people know it."""
        return desanitised(self.entity_path.partition("/")[2])

    @property
    def config_path(self) -> str:
        """Where the configuration lies."""
        return f"{CONFIG}/{self.entity_path}"


# What tools ask for


@dataclasses.dataclass(frozen=True)
class DeleteTopic:
    """``/admin/delete_topics/T``, without a value: the topic shall be deleted."""

    topic: str

    @staticmethod
    def path(topic: str) -> str:
        """Where it lies."""
        return f"{DELETE_TOPICS}/{topic}"


@dataclasses.dataclass(frozen=True)
class Reassignment:
    """``/admin/reassign_partitions``: these partitions shall lie on these brokers."""

    partitions: Mapping[TopicPartition, tuple[int, ...]]

    PATH: ClassVar[str] = REASSIGN_PARTITIONS

    def encode(self) -> bytes:
        """Version 1."""
        return encode_json(
            {
                "version": 1,
                "partitions": [
                    {"topic": partition.topic, "partition": partition.partition, "replicas": list(replicas)}
                    for partition, replicas in self.partitions.items()
                ],
            }
        )

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> Reassignment:
        """Version 1."""
        fields = decode_object(path, data)
        return cls(
            {
                TopicPartition(each.text("topic"), each.number("partition")): each.numbers("replicas")
                for each in fields.objects("partitions")
            }
        )


@dataclasses.dataclass(frozen=True)
class PreferredElection:
    """``/admin/preferred_replica_election``: the first replica of each of these shall lead."""

    partitions: tuple[TopicPartition, ...]

    PATH: ClassVar[str] = PREFERRED_ELECTION

    def encode(self) -> bytes:
        """Version 1."""
        return encode_json({"version": 1, "partitions": [{"topic": each.topic, "partition": each.partition} for each in self.partitions]})

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> PreferredElection:
        """Version 1."""
        fields = decode_object(path, data)
        return cls(tuple(TopicPartition(each.text("topic"), each.number("partition")) for each in fields.objects("partitions")))


# What brokers tell the controller


@dataclasses.dataclass(frozen=True)
class IsrChange:
    """``/isr_change_notification/isr_change_…``, sequential: the leaders of these partitions have set their states themselves, as Kafka's
    do below ``inter.broker.protocol.version`` 2.7 (KIP-497)."""

    partitions: tuple[TopicPartition, ...]

    #: For a sequential create.
    CREATE_PATH: ClassVar[str] = f"{ISR_CHANGES}/isr_change_"

    def encode(self) -> bytes:
        """Version 1."""
        return encode_json({"version": 1, "partitions": [{"topic": each.topic, "partition": each.partition} for each in self.partitions]})

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> IsrChange:
        """Version 1."""
        fields = decode_object(path, data)
        return cls(tuple(TopicPartition(each.text("topic"), each.number("partition")) for each in fields.objects("partitions")))


@dataclasses.dataclass(frozen=True)
class LogDirEvent:
    """``/log_dir_event_notification/log_dir_event_…``, sequential: a broker has lost a data directory (event 1, the only one)."""

    broker_id: int

    #: For a sequential create.
    CREATE_PATH: ClassVar[str] = f"{LOG_DIR_EVENTS}/log_dir_event_"

    def encode(self) -> bytes:
        """Version 1."""
        return encode_json({"version": 1, "broker": self.broker_id, "event": 1})

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> LogDirEvent:
        """Version 1."""
        return cls(decode_object(path, data).number("broker"))


@dataclasses.dataclass(frozen=True)
class Features:
    """``/feature``: the cluster's finalized features (KIP-584), of which ZooKeeper's clusters have none. A controller makes it where it is
    missing.

    :param version: 2 from ``inter.broker.protocol.version`` 3.3 on, 1 before.
    """

    version: int = 2

    PATH: ClassVar[str] = FEATURE

    def encode(self) -> bytes:
        """No features, and status 1: they count."""
        return encode_json({"features": {}, "version": self.version, "status": 1})


@dataclasses.dataclass(frozen=True)
class TombstoneZnode:
    """``/klog/removals/<topic id>``, written by a klog from before partitions had several copies: this topic was deleted, and these brokers
    may still have its logs. Each takes itself out when they are gone; the last one deletes the node."""

    topic: str
    brokers: tuple[int, ...]

    @staticmethod
    def path(topic_id: TopicId) -> str:
        """Where it lies."""
        return f"{TOMBSTONES}/{topic_id_to_text(topic_id)}"

    @staticmethod
    def topic_id_of(path: str) -> TopicId:
        """The topic id that a path is about.

        :raises BadZnode: none.
        """
        try:
            return topic_id_from_text(path.rpartition("/")[2])
        except ValueError:
            raise BadZnode(path, "its name is no topic id") from None

    def encode(self) -> bytes:
        """Version 1."""
        return encode_json({"version": 1, "topic": self.topic, "brokers": list(self.brokers)})

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> TombstoneZnode:
        """Version 1."""
        fields = decode_object(path, data)
        return cls(fields.text("topic"), fields.numbers("brokers"))
