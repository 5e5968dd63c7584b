"""What is told of brokers that come and go."""

from __future__ import annotations

import gc
import itertools
import random
import weakref
from collections import defaultdict

from twisted.internet.task import Clock
from twisted.logger import LogEvent, formatEvent, globalLogPublisher
from twisted.trial.unittest import SynchronousTestCase

from klog.net.connection_log import MAX_ADDRESSES, QUIET_S, log_of


class LogTests(SynchronousTestCase):
    """`ConnectionLog`."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.lines: list[tuple[float, str]] = []
        self.log = log_of(self.clock)
        self.log.join()
        globalLogPublisher.addObserver(self.observe)
        self.addCleanup(globalLogPublisher.removeObserver, self.observe)

    def observe(self, event: LogEvent) -> None:
        self.lines.append((self.clock.seconds(), formatEvent(event)))

    def texts(self) -> list[str]:
        return [text for _, text in self.lines]

    def test_one_for_each_reactor(self) -> None:
        self.assertIs(log_of(self.clock), self.log)
        self.assertIsNot(log_of(Clock()), self.log)

    def test_once_lost_once_back(self) -> None:
        for _ in range(5):
            self.log.lost("a:1", "broker a:1 refused the connection")
            self.clock.advance(10)
        self.assertTrue(self.log.is_down("a:1"))
        self.log.back("a:1")
        self.log.back("a:1")
        self.assertFalse(self.log.is_down("a:1"))
        self.assertEqual(
            self.texts(), ["broker a:1 refused the connection; trying again while it is needed", "broker a:1 is reachable again"]
        )

    def test_back_without_having_been_lost_is_no_news(self) -> None:
        self.log.back("a:1")
        self.assertEqual(self.lines, [])

    def test_flapping(self) -> None:
        for _ in range(100):
            self.log.lost("a:1", "broker a:1 broke the connection")
            self.clock.advance(0.01)
            self.log.back("a:1")
            self.clock.advance(0.01)
        self.clock.pump([QUIET_S] * 3)
        self.assertEqual(self.texts()[-1], "broker a:1 is reachable again")
        self.assertLessEqual(len(self.lines), 4)

    def test_random(self) -> None:
        chance = random.Random(5)
        for _ in range(3000):
            address = chance.choice(["a:1", "b:2"])
            if chance.random() < 0.5:
                self.log.lost(address, f"broker {address} broke the connection")
            else:
                self.log.back(address)
            self.clock.advance(chance.choice([0, 0.001, 0.3, 1, 3]))
        self.clock.pump([QUIET_S] * 2)
        times = defaultdict(list)
        for at, text in self.lines:
            times[text].append(at)
        for text, moments in times.items():
            for one, two in itertools.pairwise(moments):
                self.assertGreater(two - one, 1.0, text)
        for address in ("a:1", "b:2"):
            last = [text for text in self.texts() if address in text][-1]
            self.assertEqual("reachable again" not in last, self.log.is_down(address))

    def test_no_timer_is_left_behind(self) -> None:
        self.log.join()
        self.log.lost("a:1", "x")
        self.log.back("a:1")
        self.assertEqual(len(self.clock.getDelayedCalls()), 1)
        self.log.leave()
        self.assertEqual(len(self.clock.getDelayedCalls()), 1)
        self.log.leave()
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_goes_with_its_reactor(self) -> None:
        clock = Clock()
        log = log_of(clock)
        log.join()
        log.lost("a:1", "x")
        log.back("a:1")
        self.assertEqual(len(clock.getDelayedCalls()), 1)
        gone = weakref.ref(clock)
        del clock, log
        gc.collect()
        self.assertIsNone(gone())

    def test_bounded(self) -> None:
        globalLogPublisher.removeObserver(self.observe)
        for number in range(MAX_ADDRESSES + 10):
            self.log.lost(f"a:{number}", "x")
        self.assertLessEqual(len(self.log._brokers), MAX_ADDRESSES)
