"""What a producer takes and gives: its options, where records end up, and how delivery fails. No Twisted, nothing moves here."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, NamedTuple

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


@dataclasses.dataclass(frozen=True, kw_only=True)
class ProducerSettings:
    """How a producer goes about it.

    :raises ConfigError: a value that cannot be, or two that cannot be together; one sentence.
    """

    #: "all" (every in-sync replica has it), 1 (the leader has it) or 0 (nobody is asked).
    acks: int | str = "all"
    #: Whether retries can neither double nor reorder; None: wherever ``acks="all"``.
    enable_idempotence: bool | None = None
    #: How long a batch that is not full waits for more.
    linger_ms: int = 5
    #: Records in a batch at most, uncompressed; a larger record makes a batch of its own.
    batch_bytes: int = 64 << 10
    #: none, gzip, snappy, lz4 or zstd.
    compression: str = "none"
    #: The codec's own level; None for its default.
    compression_level: int | None = None
    #: sticky, key, round_robin, random, or a function; see ``klog.client.producing.partitioners``.
    partitioner: str | PartitionFunction = "sticky"
    #: Within so much every record is acknowledged or has failed, whatever happens.
    delivery_timeout_ms: int = 120_000
    #: What waits for acknowledgement may hold in memory; each message counts for its Deferred, too.
    backlog_bytes: int = 32 << 20
    backlog_messages: int = 1_000_000
    #: What happens to a record when the backlog is full: "block" (it waits in line; the line is bounded by the same numbers, beyond them it
    #: fails), "drop_oldest" (the oldest batch that was not sent yet fails instead) or "fail".
    when_full: str = "block"
    #: The largest record, and the largest request unless one batch is larger.
    max_request_bytes: int = 1 << 20
    #: How long a topic may be unknown to the brokers before sending to it fails (a topic made a moment ago is not known to all at once); at
    #: least 30 s where they are asked to make it.
    unknown_topic_patience_ms: int = 3_000
    #: How long stopping waits for what is still on its way.
    stop_timeout_ms: int = 30_000

    def __post_init__(self) -> None:
        if self.acks not in ("all", -1, 0, 1, "0", "1", "-1") or isinstance(self.acks, bool):
            raise ConfigError("acks", repr(self.acks), 'allowed are "all", 1 and 0')
        for name, (lowest, highest) in _RANGES.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int):
                raise ConfigError(name, repr(value), "a whole number is needed")
            if not lowest <= value <= highest:
                raise ConfigError(name, str(value), f"allowed is {lowest} to {highest}")
        if self.compression not in CODECS:
            raise ConfigError("compression", repr(self.compression), f"allowed are {', '.join(CODECS)}")
        if self.when_full not in WHEN_FULL:
            raise ConfigError("when_full", repr(self.when_full), f"allowed are {', '.join(WHEN_FULL)}")
        if self.enable_idempotence and self.required_acks != -1:
            raise ConfigError("enable_idempotence", "True", 'it needs acks="all"')
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


CODECS = {"none": Codec.NONE, "gzip": Codec.GZIP, "snappy": Codec.SNAPPY, "lz4": Codec.LZ4, "zstd": Codec.ZSTD}
WHEN_FULL = ("block", "drop_oldest", "fail")
_INT = 2**31 - 1
_RANGES = {
    "linger_ms": (0, _INT),
    "batch_bytes": (1, 1 << 30),
    "delivery_timeout_ms": (1, _INT),
    "backlog_bytes": (1 << 10, 1 << 40),
    "backlog_messages": (1, 1 << 40),
    "max_request_bytes": (1 << 10, 1 << 30),
    "unknown_topic_patience_ms": (0, _INT),
    "stop_timeout_ms": (0, _INT),
}
_NO_RANDOM: Any = None


def make_settings(options: Mapping[str, Any]) -> ProducerSettings:
    """The settings that a producer's own options make.

    :raises ConfigError: see `ProducerSettings`.
    """
    return ProducerSettings(**options)


#: The names among `ProducerOptions` that are the producer's own.
OWN_NAMES = frozenset(field.name for field in dataclasses.fields(ProducerSettings))
assert frozenset(ProducerOptions.__annotations__) >= OWN_NAMES, "ProducerOptions and ProducerSettings differ"
