"""Pouring messages into a transport: a stream as an `IPushProducer`, so that the slower end decides the speed.

The transport says ``pauseProducing`` when it has enough, and nothing more is taken for it; the partitions' shares of the prefetch fill,
and fetching stops. Back-pressure thus reaches from a slow socket to the broker's disk.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.interfaces import IConsumer, IPushProducer
from zope.interface import implementer

from klog.client.fetching.record_views import MessageSet
from klog.client.fetching.streams import MessageStream
from klog.client.retry import ClientStopped
from klog.config import ConfigError

#: What is written at a time, about.
_WRITE_BYTES = 64 << 10

#: How a set of messages becomes bytes.
Format = Literal["lines", "values"] | Callable[[MessageSet], bytes]


def lines(message_set: MessageSet) -> bytes:
    """Each value and a newline."""
    return message_set.join(b"\n")


def values(message_set: MessageSet) -> bytes:
    """The values, one after the other."""
    return message_set.join()


def formatter(format: Format) -> Callable[[MessageSet], bytes]:
    """The function that `format` names or is.

    :raises ConfigError: it is neither.
    """
    if callable(format):
        return format
    try:
        return {"lines": lines, "values": values}[format]
    except (KeyError, TypeError):
        raise ConfigError("format", repr(format), 'allowed are "lines", "values", or a function from message sets to bytes') from None


@implementer(IPushProducer)
class MessagePusher:
    """Writes a stream's messages to `consumer` until one of both stops.

    ::

        pusher = consumer.push_to(transport, "access-log", format="lines")
        await pusher.done

    :param closed: called once, at the end.
    :ivar done: fires at the end, also when the transport has gone away; fails with what ended it otherwise.
    """

    def __init__(
        self, stream: MessageStream, consumer: IConsumer, format: Format = "lines", closed: Callable[[], Any] | None = None
    ) -> None:
        self.done: Deferred[None] = Deferred()
        self.is_paused = False
        self.is_stopped = False
        #: Records written so far.
        self.count = 0
        self._stream = stream
        self._consumer: Any = consumer
        self._format = formatter(format)
        self._closed = closed
        self._resumed: Deferred[None] | None = None
        self._waiting: Deferred[MessageSet] | None = None

    def start(self) -> None:
        """Introduce itself to the consumer, and begin."""
        self._consumer.registerProducer(self, True)
        Deferred.fromCoroutine(self._run()).addErrback(self._failed)

    async def _run(self) -> None:
        while not self.is_stopped:
            if self.is_paused:
                self._resumed = Deferred()
                await self._resumed
                continue
            self._waiting = self._stream.next_set(max_bytes=_WRITE_BYTES)
            try:
                message_set = await self._waiting
            except CancelledError:
                break
            except ClientStopped:
                break
            finally:
                self._waiting = None
            if self.is_stopped:
                break
            self.count += len(message_set)
            self._consumer.write(self._format(message_set))
        self._end(unregister=not self.is_stopped)
        self.done.callback(None)

    def _failed(self, failure: Any) -> None:
        self._end(unregister=not self.is_stopped)
        self.done.errback(failure)

    def _end(self, unregister: bool) -> None:
        self.is_stopped = True
        if unregister:
            self._consumer.unregisterProducer()
        closed, self._closed = self._closed, None
        if closed is not None:
            closed()

    def pauseProducing(self) -> None:
        """The consumer has enough for now."""
        self.is_paused = True

    def resumeProducing(self) -> None:
        """The consumer takes more again."""
        self.is_paused = False
        resumed, self._resumed = self._resumed, None
        if resumed is not None:
            resumed.callback(None)

    def stopProducing(self) -> None:
        """The consumer has gone away, or the user does not want to go on."""
        if self.is_stopped:
            return
        self.is_stopped = True
        if self._waiting is not None:
            self._waiting.cancel()
        self.resumeProducing()

    def stop(self) -> None:
        """End from the user's side: what was written stays written, the consumer stays open."""
        if not self.is_stopped:
            self._consumer.unregisterProducer()
            self.stopProducing()
