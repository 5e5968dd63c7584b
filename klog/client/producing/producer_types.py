"""What a producer takes and gives: its options, where records end up, and how delivery fails. No Twisted, nothing moves here."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, NamedTuple

from klog.client.options import Room, check, default
from klog.client.producing.partitioners import PartitionFunction, make_partitioner
from klog.client.settings import ClientOptions
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.records.compression import compress
from klog.records.contract import Codec


class RecordPlace(NamedTuple):
    """Where a record ended up.

    `offset` is -1 where the broker did not say: with ``acks=0``, and for a repeated batch that it no longer remembers.
    """

    topic: str
    partition: int
    offset: int
    #: The record's own, or the broker's where the topic says LogAppendTime.
    timestamp_ms: int


class PlacedRange(NamedTuple):
    """Records of one `Producer.send_many` that stand behind each other in one partition."""

    #: Of the first of them.
    place: RecordPlace
    count: int  # type: ignore[assignment]


class DeliveryFailed(KlogError):
    """A record was not acknowledged: it may or may not have been written, unless the code says that it was refused.

    ::

        deferred = producer.send("orders", b"...")
        deferred.addErrback(lambda failure: failure.trap(DeliveryFailed) and log.warn(str(failure.value)))

    :ivar topic: where it should have gone; :ivar partition: -1 where none was chosen yet.
    :ivar reason: the sentence without topic and partition.
    :ivar placed: of a `send_many`, what was written; empty otherwise.
    :ivar failed_count: of a `send_many`, how many records were not.
    """

    def __init__(self, code: ErrorCode, topic: str, partition: int, reason: str) -> None:
        where = topic if partition < 0 else f"{topic}-{partition}"
        super().__init__(code, f"delivery to {where} failed: {reason}")
        self.topic = topic
        self.partition = partition
        self.reason = reason
        self.placed: tuple[PlacedRange, ...] = ()
        self.failed_count = 1


class BacklogFull(DeliveryFailed):
    """There was no room left in the producer's backlog: the record was not taken, or dropped again for a newer one.

    Its code is THROTTLING_QUOTA_EXCEEDED, or REQUEST_TIMED_OUT for what waited in line too long.
    """


#: Why brokers do not make a topic that they are asked to make, where the sentence of the code is about what nobody has asked for.
NOT_MADE = {
    ErrorCode.INVALID_REPLICATION_FACTOR: "the brokers were asked to make the topic, and would have to keep more copies of it than there"
    " are brokers (default.replication.factor); create it with fewer"
}


class ProducerOptions(ClientOptions, total=False):
    """Keyword arguments of `Producer`; see `ProducerSettings`."""

    acks: int | str
    enable_idempotence: bool | None
    linger_ms: int
    batch_bytes: int
    compression: str
    compression_level: int | None
    partitioner: str | PartitionFunction
    delivery_timeout_ms: int
    backlog_bytes: int
    backlog_messages: int
    when_full: str
    max_request_bytes: int
    unknown_topic_patience_ms: int
    stop_timeout_ms: int
    transactional_id: str | None
    transaction_timeout_ms: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class ProducerSettings:
    """How a producer goes about it; what the options mean stands in `klog.client.options`.

    :raises ConfigError: a value that cannot be, or two that cannot be together; one sentence.
    """

    acks: int | str = default("acks")
    enable_idempotence: bool | None = default("enable_idempotence")
    linger_ms: int = default("linger_ms")
    batch_bytes: int = default("batch_bytes")
    compression: str = default("compression")
    compression_level: int | None = default("compression_level")
    partitioner: str | PartitionFunction = default("partitioner")
    delivery_timeout_ms: int = default("delivery_timeout_ms")
    backlog_bytes: int = default("backlog_bytes")
    backlog_messages: int = default("backlog_messages")
    when_full: str = default("when_full")
    max_request_bytes: int = default("max_request_bytes")
    unknown_topic_patience_ms: int = default("unknown_topic_patience_ms")
    stop_timeout_ms: int = default("stop_timeout_ms")
    transactional_id: str | None = default("transactional_id")
    transaction_timeout_ms: int = default("transaction_timeout_ms")

    def __post_init__(self) -> None:
        if self.acks not in ("all", -1, 0, 1, "0", "1", "-1") or isinstance(self.acks, bool):
            raise ConfigError("acks", repr(self.acks), 'allowed are "all", 1 and 0')
        check(Room.PRODUCER, self)
        if self.enable_idempotence and self.required_acks != -1:
            raise ConfigError("enable_idempotence", "True", 'it needs acks="all"')
        if self.transactional_id is not None:
            if not self.transactional_id:
                raise ConfigError("transactional_id", "''", "it cannot be empty")
            if not self.idempotent:
                raise ConfigError("transactional_id", self.transactional_id, 'it needs acks="all" and idempotence')
        if self.backlog_bytes < self.max_request_bytes:
            raise ConfigError(
                "backlog_bytes", str(self.backlog_bytes), "it is below max_request_bytes: a record may be larger than all its room"
            )
        make_partitioner(self.partitioner, _NO_RANDOM)
        if self.compression_level is not None:
            try:
                compress(self.codec, b"", self.compression_level)
            except (ValueError, TypeError) as error:
                raise ConfigError("compression_level", repr(self.compression_level), str(error)) from None

    @property
    def required_acks(self) -> int:
        """As it stands on the wire: -1, 0 or 1."""
        return -1 if self.acks == "all" else int(self.acks)

    @property
    def idempotent(self) -> bool:
        """Whether sequence numbers are used."""
        return self.required_acks == -1 if self.enable_idempotence is None else self.enable_idempotence

    @property
    def codec(self) -> Codec:
        """Of `compression`."""
        return CODECS[self.compression]

    def topic_patience_ms(self, *, creates: bool) -> int:
        """How long to believe in a topic that brokers do not know.

        :param creates: whether they are asked to make it.
        """
        return max(self.unknown_topic_patience_ms, CREATION_MS) if creates else self.unknown_topic_patience_ms


#: How long brokers may take to make a topic that was asked for (librdkafka's ``topic.metadata.propagation.max.ms``).
CREATION_MS = 30_000
CODECS = {"none": Codec.NONE, "gzip": Codec.GZIP, "snappy": Codec.SNAPPY, "lz4": Codec.LZ4, "zstd": Codec.ZSTD}
_NO_RANDOM: Any = None


def make_settings(options: Mapping[str, Any]) -> ProducerSettings:
    """The settings that a producer's own options make.

    :raises ConfigError: see `ProducerSettings`.
    """
    return ProducerSettings(**options)


#: The names among `ProducerOptions` that are the producer's own.
OWN_NAMES = frozenset(field.name for field in dataclasses.fields(ProducerSettings))
assert frozenset(ProducerOptions.__annotations__) >= OWN_NAMES, "ProducerOptions and ProducerSettings differ"
