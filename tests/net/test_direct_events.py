"""Events of a real epoll reactor, and what goes wrong in them."""

from __future__ import annotations

import socket
import sys
import unittest
from typing import Any

from twisted.internet.interfaces import IReadDescriptor
from twisted.trial.unittest import SynchronousTestCase
from zope.interface import implementer

from klog.net.direct_events import hand_events_out_directly
from klog.testing import MemoryReactor


@implementer(IReadDescriptor)
class Reader:
    """One end of a pair of sockets.

    :ivar fails: what reading raises, and what ending it does.
    """

    def __init__(self, reactor: Any) -> None:
        self.reactor = reactor
        self.ours, self.theirs = socket.socketpair()
        self.read: list[bytes] = []
        self.lost: list[Any] = []
        self.fails: Exception | None = None
        self.fails_at_its_end = False
        self.others: list[Reader] = []

    def fileno(self) -> int:
        return self.ours.fileno()

    def logPrefix(self) -> str:
        raise AssertionError("nobody asks for it")

    def doRead(self) -> None:
        if self.fails is not None:
            raise self.fails
        self.read.append(self.ours.recv(100))
        for other in self.others:
            self.reactor.removeReader(other)

    def connectionLost(self, reason: Any) -> None:
        self.lost.append(reason.value)
        self.reactor.removeReader(self)
        if self.fails_at_its_end:
            raise KeyError("at its end")


@unittest.skipUnless(sys.platform == "linux", "epoll is Linux's")
class DirectEventsTests(SynchronousTestCase):
    """`hand_events_out_directly`."""

    def setUp(self) -> None:
        from twisted.internet.epollreactor import EPollReactor

        self.reactor: Any = EPollReactor()  # type: ignore[no-untyped-call]
        hand_events_out_directly(self.reactor)
        self.addCleanup(self.reactor._poller.close)

    def reader(self) -> Reader:
        reader = Reader(self.reactor)
        self.addCleanup(reader.theirs.close)
        self.addCleanup(reader.ours.close)
        self.reactor.addReader(reader)
        return reader

    def test_what_comes(self) -> None:
        """And timers, beside it."""
        one, two = self.reader(), self.reader()
        one.theirs.send(b"a")
        two.theirs.send(b"b")
        rung: list[int] = []
        self.reactor.callLater(0, rung.append, 1)
        self.reactor.iterate(1)
        self.assertEqual((one.read, two.read, rung), ([b"a"], [b"b"], [1]))
        self.reactor.iterate(0)
        self.assertEqual((one.read, two.read), ([b"a"], [b"b"]))

    def test_what_an_earlier_event_has_ended(self) -> None:
        one, two = self.reader(), self.reader()
        one.others, two.others = [two], [one]
        one.theirs.send(b"a")
        two.theirs.send(b"b")
        self.reactor.iterate(1)
        self.assertEqual(sorted(map(len, (one.read, two.read))), [0, 1])

    def test_mistakes(self) -> None:
        """In reading: it is disconnected. In that, too: told, and the others go on."""
        one, two = self.reader(), self.reader()
        one.fails, one.fails_at_its_end = ValueError("in reading"), True
        one.theirs.send(b"a")
        two.theirs.send(b"b")
        self.reactor.iterate(1)
        self.assertEqual((len(one.lost), two.read), (1, [b"b"]))
        self.assertEqual((len(self.flushLoggedErrors(ValueError)), len(self.flushLoggedErrors(KeyError))), (1, 1))

    def test_one_that_somebody_else_takes_part_in(self) -> None:
        theirs = self.reactor.doIteration
        hand_events_out_directly(self.reactor)
        self.assertIs(self.reactor.doIteration, theirs)

    def test_other_reactors(self) -> None:
        reactor = MemoryReactor()
        before = vars(reactor).copy()
        hand_events_out_directly(reactor)
        self.assertEqual(vars(reactor), before)
