"""What a producer was given and has not put into batches yet: single messages, and bulks. Plain values that know how to fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from klog.client.producing.producer_types import DeliveryFailed, PlacedRange
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import TopicPartition
from klog.wire.messages.produce import BatchIndexAndErrorMessage

Headers = Sequence[tuple[str, bytes | None]]


class Countdown:
    """Fires when as many things as were counted are settled: what `flush` waits for."""

    def __init__(self, fire: Callable[[], None]) -> None:
        self.left = 1
        self._fire = fire

    def one_less(self) -> None:
        """One of those that are waited for is settled."""
        self.left -= 1
        if not self.left:
            self._fire()


class Counted(Protocol):
    """What countdowns wait for: a message, a bulk, or a batch."""

    countdowns: list[Countdown] | None


class Single:
    """A message on its way into a batch: it waits for metadata or for room."""

    __slots__ = ("countdowns", "created_ms", "deferred", "headers", "key", "partition", "size", "timestamp_ms", "topic", "value")

    def __init__(
        self,
        topic: str,
        key: bytes | None,
        value: bytes | None,
        headers: Headers,
        partition: int | None,
        timestamp_ms: int,
        created_ms: int,
        size: int,
        deferred: Any,
    ) -> None:
        self.topic, self.key, self.value, self.headers, self.partition = topic, key, value, headers, partition
        self.timestamp_ms, self.created_ms, self.size, self.deferred = timestamp_ms, created_ms, size, deferred
        self.countdowns: list[Countdown] | None = None

    def fail(self, error: DeliveryFailed) -> None:
        """Tell its sender that it was not delivered."""
        self.deferred.errback(error)


class Bulk:
    """The values of one `send_many`, packed as room allows."""

    __slots__ = (
        "countdowns",
        "created_ms",
        "deferred",
        "error",
        "failed_count",
        "headers",
        "key",
        "keys",
        "next",
        "open_parts",
        "packing",
        "partition",
        "ranges",
        "timestamp_ms",
        "topic",
        "values",
    )

    def __init__(
        self,
        topic: str,
        values: list[bytes | None],
        keys: list[bytes | None] | None,
        key: bytes | None,
        headers: Headers,
        partition: int | None,
        timestamp_ms: int,
        created_ms: int,
        deferred: Any,
    ) -> None:
        self.topic, self.values, self.keys, self.key, self.headers = topic, values, keys, key, headers
        self.partition, self.timestamp_ms, self.created_ms, self.deferred = partition, timestamp_ms, created_ms, deferred
        #: The first value that is not in a batch yet.
        self.next = 0
        self.open_parts = 0
        self.packing = False
        #: (index of the first value, range).
        self.ranges: list[tuple[int, PlacedRange]] = []
        self.failed_count = 0
        self.error: DeliveryFailed | None = None
        self.countdowns: list[Countdown] | None = None

    def fail(self, error: DeliveryFailed) -> None:
        """Everything that is not in a batch yet fails."""
        left = len(self.values) - self.next
        self.next = len(self.values)
        self.lost(left, error)

    def lost(self, count: int, error: DeliveryFailed) -> None:
        """Some failed."""
        self.failed_count += count
        self.error = self.error or error
        self.settle()

    def settle(self) -> None:
        """Fire, if nothing is left."""
        if self.open_parts or self.packing or self.next < len(self.values) or self.deferred is None:
            return
        deferred, self.deferred = self.deferred, None
        self.values = []
        placed = [placed for _, placed in sorted(self.ranges, key=lambda item: item[0])]
        if self.error is None:
            deferred.callback(placed)
            return
        first = self.error
        many = "1 record" if self.failed_count == 1 else f"{self.failed_count} records"
        error = type(first)(first.code, first.topic, first.partition, f"{first.reason} ({many} of a bulk)")
        error.placed, error.failed_count = tuple(placed), self.failed_count
        deferred.errback(error)


def count_down(holder: Counted) -> None:
    """What was watched is settled."""
    countdowns, holder.countdowns = holder.countdowns, None
    for countdown in countdowns or ():
        countdown.one_less()


def delivery_failed(error: BaseException, topic: str, partition: int) -> DeliveryFailed:
    """Any error as that of a delivery."""
    if isinstance(error, DeliveryFailed):
        return error
    if isinstance(error, KlogError):
        return DeliveryFailed(error.code, topic, partition, error.message)
    return DeliveryFailed(ErrorCode.UNKNOWN_SERVER_ERROR, topic, partition, str(error) or repr(error))


def refused(
    tp: TopicPartition, code: int, sentence: str, record_errors: Sequence[BatchIndexAndErrorMessage] = ()
) -> Callable[[int], DeliveryFailed]:
    """The error for each record of a batch that was refused, by its number in the batch (KIP-467 tells which are at fault).

    :param sentence: of the batch.
    """
    row = row_of(code)
    wrong = {error.batch_index: error.batch_index_error_message for error in record_errors}

    def error(number: int) -> DeliveryFailed:
        if number in wrong:
            return DeliveryFailed(row.code, *tp, wrong[number] or sentence)
        return DeliveryFailed(row.code, *tp, f"another record of its batch was refused: {sentence}" if wrong else sentence)

    return error


def checked(data: bytes | None) -> bytes | None:
    """A key or a value.

    :raises TypeError: it is not bytes.
    """
    if data is None or type(data) is bytes:
        return data
    if isinstance(data, bytes | bytearray | memoryview):
        return bytes(data)
    raise TypeError(f"keys and values are bytes, not {type(data).__name__}")


def checked_headers(headers: Headers) -> Headers:
    """A record's headers.

    :raises TypeError: a name that is not str, a value that is not bytes or None.
    """
    if not headers:
        return ()
    found = []
    for name, value in headers:
        if not isinstance(name, str):
            raise TypeError(f"names of headers are str, not {type(name).__name__}")
        found.append((name, checked(value)))
    return found


def check_numbers(partition: int | None, timestamp_ms: int) -> None:
    """A partition and a time that somebody gave.

    :raises ValueError: they cannot be.
    """
    if partition is not None and partition < 0:
        raise ValueError(f"there is no partition {partition}")
    if not 0 <= timestamp_ms < 1 << 63:
        raise ValueError(f"a timestamp is milliseconds since 1970, not {timestamp_ms}")
