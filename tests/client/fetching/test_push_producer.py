"""Pouring a stream into a transport."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IPushProducer
from twisted.trial.unittest import SynchronousTestCase
from zope.interface.verify import verifyObject

from klog.client.fetching.push_producer import MessagePusher, formatter
from klog.client.retry import ClientStopped
from klog.config import ConfigError
from klog.records.implementations import codec, views


class Stream:
    """What a pusher needs of a stream."""

    def __init__(self) -> None:
        self.waiting: Deferred[Any] | None = None
        self.asked = 0

    def next_set(self, max_records: int = 0, max_bytes: int = 0) -> Deferred[Any]:
        """One at a time."""
        assert self.waiting is None or self.waiting.called
        self.asked += 1
        self.waiting = Deferred()
        return self.waiting

    def give(self, *values: bytes | None) -> None:
        """Something has come."""
        assert self.waiting is not None
        self.waiting.callback(message_set(*values))


def message_set(*values: bytes | None) -> Any:
    return views.cursor(codec.build_batch([(0, None, value, ()) for value in values]), 0, topic="t").take(100)


class Transport:
    """A consumer that may have enough."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.producer: Any = None
        self.is_full = False

    def registerProducer(self, producer: Any, streaming: bool) -> None:
        """The handshake."""
        assert streaming and self.producer is None
        self.producer = producer

    def unregisterProducer(self) -> None:
        """The end."""
        assert self.producer is not None
        self.producer = None

    def write(self, data: bytes) -> None:
        """Take."""
        assert type(data) is bytes
        self.written.append(data)
        if self.is_full:
            self.producer.pauseProducing()


class PushTests(SynchronousTestCase):
    """Handshake, pauses, ends."""

    def setUp(self) -> None:
        """Pouring."""
        self.stream, self.transport, self.closed = Stream(), Transport(), 0

        def closed() -> None:
            self.closed += 1

        self.pusher = MessagePusher(self.stream, self.transport, "lines", closed)  # type: ignore[arg-type]
        verifyObject(IPushProducer, self.pusher)
        self.pusher.start()

    def test_it_writes_and_pauses(self) -> None:
        self.assertIs(self.transport.producer, self.pusher)
        self.stream.give(b"a", None, b"b")
        self.assertEqual(self.transport.written, [b"a\n\nb\n"])
        self.transport.is_full = True
        self.stream.give(b"c")
        self.assertEqual((self.stream.asked, self.pusher.is_paused, self.pusher.count), (2, True, 4))
        self.transport.is_full = False
        self.pusher.resumeProducing()
        self.assertEqual(self.stream.asked, 3)
        self.stream.give(b"d")
        self.assertEqual(self.transport.written[1:], [b"c\n", b"d\n"])

    def test_the_transport_goes_away(self) -> None:
        for paused in (False, True):
            self.setUp()
            if paused:
                self.transport.is_full = True
                self.stream.give(b"a")
            self.pusher.stopProducing()
            self.pusher.stopProducing()
            self.assertIsNone(self.successResultOf(self.pusher.done))
            self.assertEqual((self.closed, self.pusher.is_stopped), (1, True))
            self.assertIs(self.transport.producer, self.pusher, "the transport knows that it has gone away")

    def test_the_user_has_enough(self) -> None:
        self.pusher.stop()
        self.pusher.stop()
        self.assertIsNone(self.successResultOf(self.pusher.done))
        self.assertEqual((self.closed, self.transport.producer), (1, None))

    def test_the_consumer_stops(self) -> None:
        assert self.stream.waiting is not None
        self.stream.waiting.errback(ClientStopped())
        self.assertIsNone(self.successResultOf(self.pusher.done))
        self.assertEqual((self.closed, self.transport.producer), (1, None))

    def test_reading_fails(self) -> None:
        assert self.stream.waiting is not None
        self.stream.waiting.errback(ValueError("bad"))
        self.failureResultOf(self.pusher.done, ValueError)
        self.assertEqual((self.closed, self.transport.producer), (1, None))

    def test_formats(self) -> None:
        found = message_set(b"a", b"b")
        self.assertEqual([formatter("lines")(found), formatter("values")(found)], [b"a\nb\n", b"ab"])
        self.assertEqual(formatter(lambda messages: b"%d" % len(messages))(found), b"2")
        for bad in ("json", None, 3):
            with self.assertRaises(ConfigError):
                formatter(bad)  # type: ignore[arg-type]
