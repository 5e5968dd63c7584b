"""Records out of a stream of bytes: an `IConsumer` in front of a producer.

Whatever can be poured into a transport can be poured into a topic: a file (`FileSender`), a socket, a process's output. The stream is cut
at a delimiter or taken in the chunks it comes in; an end without a delimiter is a record of its own. What is not acknowledged is counted,
and the source is paused above `high_bytes` and resumed below half of it, so that memory stays bounded however slow the brokers are. When a
record fails, the source is stopped and `finish` tells why.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IConsumer
from twisted.python.failure import Failure
from zope.interface import implementer

from klog.client.producing.entries import Headers
from klog.client.producing.producer_types import PlacedRange


class SendsBulks(Protocol):
    """What a sink asks of its producer (`klog.client.producing.producer.Producer`)."""

    @property
    def reactor(self) -> Any:
        """IReactorTime."""

    def send_many(
        self, topic: str, values: Iterable[bytes | None], *, key: bytes | None, partition: int | None, headers: Headers
    ) -> Deferred[list[PlacedRange]]:
        """Send many values."""

    def flush(self) -> Deferred[None]:
        """Send without lingering what was given so far."""


@implementer(IConsumer)
class ProducerSink:
    """See `klog.client.producing.producer.Producer.sink`, which makes these.

    :ivar unacknowledged_bytes: given to the producer and not settled.
    :ivar records: how many were acknowledged.
    """

    def __init__(
        self,
        producer: SendsBulks,
        topic: str,
        *,
        key: bytes | None,
        partition: int | None,
        headers: Any,
        delimiter: bytes | None,
        max_record_bytes: int,
        high_bytes: int,
    ) -> None:
        if delimiter is not None and not delimiter:
            raise ValueError("an empty delimiter would cut nowhere; None takes chunks as they come")
        if max_record_bytes < 1 or high_bytes < 1:
            raise ValueError("max_record_bytes and high_bytes are at least 1")
        self._producer = producer
        self._topic = topic
        self._how: dict[str, Any] = {"key": key, "partition": partition, "headers": headers}
        self._delimiter = delimiter
        self._longest = max_record_bytes
        self._high = high_bytes
        self._rest = b""
        self.unacknowledged_bytes = 0
        self.records = 0
        self._source: Any = None
        self._pushes = False
        self._paused = False
        self._pulling: Any = None
        self._ended = False
        self._failure: Failure | None = None
        self._waiters: list[Deferred[int]] = []

    # IConsumer

    def registerProducer(self, producer: Any, streaming: bool) -> None:
        """Pour in from `producer`: an `IPushProducer` where `streaming`, an `IPullProducer` otherwise.

        :raises RuntimeError: there is one already.
        """
        if self._source is not None:
            raise RuntimeError(f"cannot register producer {producer} because {self._source} was never unregistered")
        self._source, self._pushes, self._paused = producer, bool(streaming), False
        if self._failure is not None or self._ended:
            producer.stopProducing()
        elif not streaming:
            self._pull()
        else:
            self._control()

    def unregisterProducer(self) -> None:
        """The source has nothing more: what stands behind the last delimiter becomes a record."""
        self._source = None
        self._stop_pulling()
        self._cut_rest()

    def write(self, data: bytes) -> None:
        """Take a chunk."""
        if self._ended or self._failure is not None or not data:
            return
        if self._delimiter is None:
            records = [data] if len(data) <= self._longest else self._pieces(data)
        else:
            # What is left over is shorter than the longest record; only the delimiter's own bytes may reach back into it.
            records = (self._rest + data if self._rest else data).split(self._delimiter)
            self._rest = records.pop()
            if len(data) > self._longest:
                records = [piece for record in records for piece in self._pieces(record)]
            elif records and len(records[0]) > self._longest:
                records[:1] = self._pieces(records[0])
            if len(self._rest) >= self._longest + len(self._delimiter):
                *whole, self._rest = self._pieces(self._rest)
                records += whole
        if records:
            self._give(records)
        self._control()

    # The end

    def finish(self) -> Deferred[int]:
        """The end of the stream: fires with the number of records when all are acknowledged; fails with the first `DeliveryFailed`."""
        if not self._ended:
            self._cut_rest()
            self._ended = True
            self._stop_source()
            self._producer.flush()
        deferred: Deferred[int] = Deferred()
        self._waiters.append(deferred)
        self._tell()
        return deferred

    # Inside

    def _pieces(self, record: bytes) -> list[bytes]:
        longest = self._longest
        return [record] if len(record) <= longest else [record[start : start + longest] for start in range(0, len(record), longest)]

    def _cut_rest(self) -> None:
        rest, self._rest = self._rest, b""
        if rest and not self._ended and self._failure is None:
            self._give(self._pieces(rest))

    def _give(self, records: list[bytes]) -> None:
        size = sum(map(len, records)) + 16 * len(records)
        count = len(records)
        self.unacknowledged_bytes += size
        sent: Deferred[Any] = self._producer.send_many(self._topic, records, **self._how)

        def settled(result: Any) -> None:
            self.unacknowledged_bytes -= size
            if isinstance(result, Failure):
                if self._failure is None:
                    self._failure = result
                    self._rest = b""
                    self._stop_source()
            else:
                self.records += count
            self._control()
            self._tell()

        sent.addBoth(settled)

    def _tell(self) -> None:
        if self._ended and not self.unacknowledged_bytes:
            waiters, self._waiters = self._waiters, []
            for waiter in waiters:
                waiter.errback(self._failure) if self._failure is not None else waiter.callback(self.records)

    def _control(self) -> None:
        """Pause or resume the source."""
        if self._source is None:
            return
        if not self._paused and self.unacknowledged_bytes > self._high:
            self._paused = True
            if self._pushes:
                self._source.pauseProducing()
        elif self._paused and self.unacknowledged_bytes <= self._high // 2:
            self._paused = False
            if self._pushes:
                self._source.resumeProducing()
            else:
                self._pull()

    def _pull(self) -> None:
        """A source that must be asked is asked once per turn."""
        if self._pulling is None and self._source is not None and not self._pushes and not self._paused:
            self._pulling = self._producer.reactor.callLater(0, self._ask_source)

    def _ask_source(self) -> None:
        self._pulling = None
        if self._source is not None and not self._paused:
            self._source.resumeProducing()
            self._pull()

    def _stop_pulling(self) -> None:
        if self._pulling is not None and self._pulling.active():
            self._pulling.cancel()
        self._pulling = None

    def _stop_source(self) -> None:
        self._stop_pulling()
        source, self._source = self._source, None
        if source is not None:
            source.stopProducing()
