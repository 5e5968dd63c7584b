"""Turns of a reactor, measured: a scripted poller and clock, and a reactor that runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python import log
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.reactor_probe import FEWEST_EVENTS, FIRST_EVENTS, LONG_S, MOST_EVENTS, TELL_INTERVAL_S, ReactorProbe, Turns
from klog.metrics import Metrics
from klog.testing.embedded import Broker, make_reactor
from klog.testing.on_reactor import ReactorBroker


class _Poller:
    """Waits as long as it is told by its script."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.registered: list[int] = []
        self.closed = False

    def poll(self, timeout: float, most: int) -> list[tuple[int, int]]:
        self.world.now_s += timeout
        self.world.asked.append(most)
        return [(fd, 1) for fd in range(min(most, self.world.ready))]

    def register(self, fd: int, flags: int) -> None:
        self.registered.append(fd)

    def close(self) -> None:
        self.closed = True


class World:
    """A reactor that only polls, and its clocks."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.cpu_s = 5.0
        self.cpu_asked = 0
        #: Descriptors that are ready, and how many events were asked for in each turn.
        self.ready = 1
        self.asked: list[int] = []
        self._poller: Any = _Poller(self)
        self.poller = self._poller

    def seconds(self) -> float:
        return self.now_s

    def cpu_seconds(self) -> float:
        self.cpu_asked += 1
        return self.cpu_s

    def turn(self, wall_ms: float, cpu_ms: float, *, idle_ms: float = 0.0, act: Callable[[], None] = lambda: None) -> None:
        """Poll, then work."""
        self._poller.poll(idle_ms / 1000, 5000)
        act()
        self.now_s += wall_ms / 1000
        self.cpu_s += cpu_ms / 1000


class TurnsTests(SynchronousTestCase):
    """`Turns` and `ReactorProbe`."""

    def setUp(self) -> None:
        self.world = World()
        self.turns = Turns(self.world, seconds=self.world.seconds, cpu_seconds=self.world.cpu_seconds)
        self.metrics = Metrics()
        self.lines: list[str] = []

    def probe(self, slow_ms: int | None = 100) -> ReactorProbe:
        return ReactorProbe(self.turns, self.metrics, slow_ms=slow_ms, warn=self.lines.append, seconds=self.world.seconds)

    def end_turn(self) -> None:
        self.world._poller.poll(0, 0)

    def test_the_longest_turn_and_its_processor_time(self) -> None:
        probe = self.probe()
        for wall_ms, cpu_ms in ((3, 3), (40, 25), (8, 8), (0.25, 0.25)):
            self.world.turn(wall_ms, cpu_ms, idle_ms=1000)
        self.end_turn()
        wall_ms, cpu_ms = probe.longest_ms
        self.assertAlmostEqual(wall_ms, 40)
        self.assertAlmostEqual(cpu_ms, 25)
        found = {reading.name: reading.value for reading in self.metrics}
        self.assertAlmostEqual(found["reactor.longest_turn_ms"], 40)
        self.assertAlmostEqual(found["reactor.longest_turn_cpu_ms"], 25)
        probe.forget()
        self.world.turn(5, 5)
        self.end_turn()
        self.assertAlmostEqual(probe.longest_ms[0], 5)

    def test_every_turn_is_counted_and_no_waiting(self) -> None:
        self.probe()
        for wall_ms in (0.25, 0.5, 0.75, 3.0, 40.0):
            self.world.turn(wall_ms, wall_ms, idle_ms=5000)
        self.end_turn()
        [times] = [reading.metric for reading in self.metrics if reading.name == "reactor.turn_ms"]
        self.assertEqual(times.count, 5)  # type: ignore[union-attr]
        self.assertAlmostEqual(times.total, 44.5)  # type: ignore[union-attr]

    def test_what_came_before_the_first_poll_is_no_turn(self) -> None:
        probe = self.probe()
        self.world.now_s += 50
        self.end_turn()
        self.assertEqual(probe.longest_ms, (0.0, 0.0))

    def test_processor_time_is_asked_for_once_in_a_millisecond(self) -> None:
        probe = self.probe()
        for _ in range(1000):
            self.world.turn(0.01, 0.01)
        self.assertLess(self.world.cpu_asked, 13)
        # So it may be too much, by what was not asked.
        self.world.turn(20, 4)
        self.end_turn()
        wall_ms, cpu_ms = probe.longest_ms
        self.assertAlmostEqual(wall_ms, 20)
        self.assertTrue(3.99 < cpu_ms < 5.01, cpu_ms)

    def test_never_more_processor_time_than_time(self) -> None:
        probe = self.probe()
        self.world.turn(0.9, 0.9)
        self.world.turn(2, 2)
        self.end_turn()
        self.assertAlmostEqual(probe.longest_ms[0], 2)
        self.assertLessEqual(probe.longest_ms[1], probe.longest_ms[0])

    def test_slow_turns_are_told_with_what_was_begun(self) -> None:
        self.probe()

        def begin() -> None:
            self.turns.work = "Fetch version 17"

        self.world.turn(99, 99, act=begin)
        self.world.turn(312, 300, act=begin)
        self.world.turn(1, 1)
        self.assertEqual(
            self.lines,
            ["nobody was served for 312 ms, of which the broker computed 300 ms; what it began last was Fetch version 17"],
        )
        # What was done in an earlier turn is none of a later one's.
        self.lines.clear()
        self.world.now_s += TELL_INTERVAL_S
        self.world.turn(150, 10)
        self.world.turn(0, 0)
        self.assertNotIn("Fetch", "".join(self.lines))

    def test_a_storm_of_slow_turns_is_told_in_few_lines(self) -> None:
        self.probe()
        for _ in range(250):
            self.world.turn(200, 100)
        self.end_turn()
        self.assertEqual(len(self.lines), 5)
        self.assertIn("49 more such pauses", self.lines[1])

    def test_a_crowd_is_served_in_short_turns(self) -> None:
        """Every event costs 0.2 ms; a thousand are ready all the time."""
        self.probe()
        self.world.ready = 1000
        for _ in range(100):
            self.world.turn(0.2 * min(self.world.ready, self.turns._most), 0)
        self.assertLessEqual(max(self.world.asked) * 0.2, 2 * LONG_S * 1000)
        self.assertEqual(min(self.world.asked), FIRST_EVENTS)

    def test_cheap_events_come_in_larger_crowds_and_dear_ones_in_smaller(self) -> None:
        self.probe()
        self.world.ready = 1000
        for _ in range(10):
            self.world.turn(0.001, 0)
        self.assertEqual(self.world.asked[-1], MOST_EVENTS)
        for _ in range(10):
            self.world.turn(5, 0)
        self.assertEqual(self.world.asked[-1], FEWEST_EVENTS)

    def test_few_events_say_nothing_about_many(self) -> None:
        self.probe()
        for _ in range(100):
            self.world.turn(0.001, 0)
        self.assertEqual(self.world.asked[-1], FIRST_EVENTS)

    def test_the_dearest_come_one_by_one(self) -> None:
        """Each takes 10 ms; and as many as before come when they are cheap again."""
        self.probe()
        self.world.ready = 20
        for _ in range(8):
            self.world.turn(10 * min(self.world.ready, self.turns._most), 0)
        self.assertEqual(self.world.asked[-1], 1)
        for _ in range(8):
            self.world.turn(0.01, 0)
        self.assertGreaterEqual(self.world.asked[-1], 20)

    def test_a_poller_that_cannot_be_told_how_many(self) -> None:
        self.world._poller.poll = lambda timeout: [(timeout, 1)]
        self.probe()
        self.assertEqual(self.world._poller.poll(0.5), [(0.5, 1)])

    def test_none_are_told(self) -> None:
        probe = self.probe(slow_ms=None)
        self.world.turn(100_000, 1)
        self.end_turn()
        self.assertEqual(self.lines, [])
        self.assertAlmostEqual(probe.longest_ms[0], 100_000)

    def test_the_poller_does_what_it_did(self) -> None:
        self.probe()
        self.assertIs(self.world._poller, self.turns)
        self.world.ready = 5
        self.assertEqual(self.world._poller.poll(0.5, 3), [(0, 1), (1, 1), (2, 1)])
        self.assertEqual(self.world.asked, [3])
        self.world._poller.register(8, 1)
        self.world._poller.close()
        self.assertEqual((self.world.poller.registered, self.world.poller.closed), ([8], True))

    def test_several_brokers_share_it_and_the_last_one_takes_it_away(self) -> None:
        one = self.probe()
        other = ReactorProbe(self.turns, Metrics(), slow_ms=None, warn=self.lines.append, seconds=self.world.seconds)
        self.world.turn(5, 5)
        self.end_turn()
        one.stop()
        one.stop()
        self.assertTrue(self.turns.measures)
        self.world.turn(9, 9)
        self.end_turn()
        self.assertAlmostEqual(one.longest_ms[0], 5)
        self.assertAlmostEqual(other.longest_ms[0], 9)
        other.stop()
        self.assertFalse(self.turns.measures)
        self.assertIs(self.world._poller, self.world.poller)
        # And again: the time without a watcher is no turn.
        self.world.now_s += 1000
        third = self.probe()
        self.world.turn(2, 2)
        self.end_turn()
        self.assertAlmostEqual(third.longest_ms[0], 2)

    def test_one_for_each_reactor(self) -> None:
        self.assertIs(Turns.of(self.world), Turns.of(self.world))
        self.assertIsNot(Turns.of(self.world), Turns.of(World()))

    def test_a_reactor_without_a_poller_is_not_measured(self) -> None:
        turns = Turns(object())
        metrics = Metrics()
        probe = ReactorProbe(turns, metrics, slow_ms=1, warn=self.lines.append, seconds=self.world.seconds)
        self.assertFalse(turns.measures)
        self.assertEqual(probe.longest_ms, (0.0, 0.0))
        probe.stop()


class RunningReactorTests(SynchronousTestCase):
    """On reactors that run."""

    def test_an_embedded_broker_measures_its_reactor_until_it_stops(self) -> None:
        with Broker() as broker:
            reactor = broker._inner.reactor
            self.assertIsInstance(reactor._poller, Turns)
            broker.call(time.sleep, 0.005)
            broker.create_topic("t")
            found: dict[str, float] = broker.call(lambda: {reading.name: reading.value for reading in broker._inner.parts.metrics})
            self.assertGreaterEqual(found["reactor.longest_turn_ms"], 5)
        self.assertNotIsInstance(reactor._poller, Turns)
        broker.start()
        try:
            self.assertIsInstance(broker._inner.reactor._poller, Turns)
        finally:
            broker.crash()
        self.assertNotIsInstance(broker._inner.reactor._poller, Turns)

    def test_two_brokers_on_one_reactor(self) -> None:
        reactor = make_reactor()
        own = reactor._poller
        brokers = [ReactorBroker(reactor), ReactorBroker(reactor)]
        longest: list[float] = []
        measured: list[bool] = []

        async def look() -> None:
            longest.extend(broker.parts.probe.longest_ms[0] for broker in brokers if broker.parts.probe is not None)
            for broker in brokers:
                measured.append(reactor._poller is not own)
                await broker.stop()
            measured.append(reactor._poller is not own)

        def begin() -> None:
            Deferred.fromCoroutine(look()).addErrback(log.err).addBoth(lambda _: reactor.stop())

        def turn() -> None:
            # One that cannot be short; it is told when it is over.
            time.sleep(0.005)
            reactor.callLater(0, begin)

        for broker in brokers:
            broker.start()
        # What is called before the first poll is in no turn.
        reactor.callLater(0, lambda: reactor.callLater(0, turn))
        reactor.run(installSignalHandlers=False)
        self.assertEqual(measured, [True, True, False])
        self.assertEqual(len(longest), 2)
        self.assertGreaterEqual(longest[0], 5)
        self.assertEqual(longest[0], longest[1])
        for selectable in reactor.removeAll():
            selectable.connectionLost(None)
        own.close()
