"""The open loop in virtual time: what is due, rates kept, and a broker that pauses is charged with all that should have gone meanwhile."""

from __future__ import annotations

import json
import unittest

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.bench.runs import ensure_topic
from klog.cli.suite.histogram import Histogram
from klog.cli.suite.programs.open_loop import Loop, due, parse_rate
from klog.testing.broker import MemoryBroker
from tests.cli.rig import connection_to
from tests.mirror.rig import TwoClusters


class PureTests(unittest.TestCase):
    """`due`, `parse_rate`."""

    def test_what_is_due(self) -> None:
        self.assertEqual(due(0.0, 100.0, 0, 50), 1)
        self.assertEqual(due(0.095, 100.0, 1, 50), 9)
        self.assertEqual(due(9.0, 100.0, 10, 50), 40, "never more than there are")
        self.assertLessEqual(due(0.001, 100.0, 1, 50), 0)

    def test_rates(self) -> None:
        self.assertEqual((parse_rate("1000", None), parse_rate("50%", 3000.0)), (1000.0, 1500.0))
        for text, largest in (("50%", None), ("0", 1.0), ("-3", 1.0), ("fast", 1.0), ("0%", 1.0)):
            with self.subTest(text=text), self.assertRaises(ValueError):
                parse_rate(text, largest)


class LoopTests(SynchronousTestCase):
    """`Loop`."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.reactor = self.broker.reactor
        self.reactor.until(ensure_topic(self.reactor, connection_to(self.broker), "t", 1))
        self.lines: list[str] = []

    def run_loop(self, seconds: float, *rates: str) -> list[dict[str, object]]:
        loop = Loop(self.reactor, self.broker.bootstrap, "t", 100, self.lines.append)
        self.reactor.until(loop.run(seconds, rates))
        return [json.loads(line) for line in self.lines]

    def test_rates_are_kept(self) -> None:
        def take_time() -> None:
            """Without a network that takes some, as fast as it goes is infinitely fast."""
            for link in self.reactor.links():
                for pipe in link.pipes:
                    pipe.delay_s = 0.005

        self.reactor.callLater(0.1, take_time)
        fixed, largest, tenth = self.run_loop(0.5, "400", "max", "10%")
        self.assertEqual(fixed["records"], 200)
        self.assertLess(abs(fixed["kept_per_s"] - 400), 40)  # type: ignore[operator]
        self.assertEqual(Histogram.from_plain(fixed["histogram"]).count, 200)  # type: ignore[arg-type]
        self.assertGreater(largest["records"], 1000)  # type: ignore[operator]
        self.assertAlmostEqual(tenth["wanted_per_s"], 0.1 * largest["kept_per_s"])  # type: ignore[operator, arg-type]

    def test_a_pause_is_charged_to_all_that_were_due(self) -> None:
        """Half a second of silence at 100 records/s: fifty are late, each by what was left of it. A closed loop would know of one."""

        def stall(stalled: bool) -> None:
            for link in self.reactor.links():
                link.stall(stalled)

        # The first record and the connections take no time here.
        self.reactor.callLater(0.3, stall, True)
        self.reactor.callLater(0.8, stall, False)
        (said,) = self.run_loop(1.0, "100")
        found = Histogram.from_plain(said["histogram"])  # type: ignore[arg-type]
        self.assertEqual(found.count, 100)
        self.assertLess(abs(found.percentile_ms(1.0) - 500), 30)
        self.assertLess(abs(found.percentile_ms(0.75) - 250), 30)
        self.assertLess(found.percentile_ms(0.45), 20)


class CopyTests(TwoClusters):
    """`Loop` through a mirror."""

    def test_the_way_through_the_mirror_is_in_each_latency(self) -> None:
        """The consumer reads at the copy: while the source says nothing, nothing comes."""
        self.source.create_topics({"web.a": 1})
        self.link()
        self.until_level("web.a")
        lines: list[str] = []
        loop = Loop(self.reactor, self.source.bootstrap, "web.a", 100, lines.append, self.destination.bootstrap)
        self.until(loop.run(1.0, ["100"]))
        found = Histogram.from_plain(json.loads(lines[0])["histogram"])
        self.assertEqual(found.count, 100)
        self.assertEqual(self.end(self.destination, "web.a"), 101)
        lines.clear()
        self.reactor.callLater(0.3, self.source.freeze)
        self.reactor.callLater(0.8, self.source.thaw)
        loop = Loop(self.reactor, self.source.bootstrap, "web.a", 100, lines.append, self.destination.bootstrap)
        self.until(loop.run(1.0, ["100"]))
        self.assertGreater(Histogram.from_plain(json.loads(lines[0])["histogram"]).percentile_ms(1.0), 400)
