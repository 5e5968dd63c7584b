"""Loads of the mirror, with scripts in the peers' places; klog's side in each run, MirrorMaker's in ``make soak``. No timing is judged."""

from __future__ import annotations

import dataclasses
import itertools
import json
import unittest
from unittest import mock

import pytest

from klog.cli.suite.host.processes import Done, StepFailed
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.loads.mirror.ends import Ends
from klog.cli.suite.loads.mirror.loads import MOST_FED_PER_S, AtRest, Copying, ThroughMirror
from klog.cli.suite.loads.mirror.pair import MIRROR_MAKER
from klog.cli.suite.sides.names import OURS
from tests import peers
from tests.cli.suite.sides.rig import SiteCase


def small_copying() -> Copying:
    """As little as shows that it works."""
    return Copying({"smoke": 3_000}, {"smoke": 0.3})


class CopyingTests(SiteCase):
    """`Copying`."""

    def run_copying(self, side: str) -> Measured:
        # Within so short a time, and beside other tests, no rate is kept.
        with mock.patch("klog.cli.suite.loads.mirror.loads.LAG_SHARE", 0.1), mock.patch("klog.cli.suite.loads.fixed_rates.KEPT_SHARE", 0.0):
            return small_copying()(self.site, side)

    def check(self, found: Measured) -> None:
        names = {"copy.rate", "copy.cpu", "copy.source_cpu", "lag.p50_ms", "lag.p99_ms", "lag.fed", "rss_peak_mb"}
        self.assertLessEqual(names, set(found.figures))
        self.assertGreater(found.figures["copy.rate"], 0)
        self.assertGreater(found.histograms["lag"].count, 0)

    def test_klog(self) -> None:
        found = self.run_copying(OURS)
        self.check(found)
        self.assertTrue(any(" mirror create suite " in command for command in found.commands), found.commands)

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_mirror_maker(self) -> None:
        found = self.run_copying(MIRROR_MAKER)
        self.check(found)
        self.assertTrue(any("MirrorMaker" in command for command in found.commands), found.commands)

    def test_a_mirror_that_doubles_has_no_rate(self) -> None:
        """Looks at the ends are made up: the copy has more in the end than the source ever had."""
        looks = iter([Ends(1.0, (10,)), Ends(2.0, (20,)), Ends(3.0, (101,))])
        look = mock.MagicMock()
        look.__enter__.return_value.wait_for.side_effect = lambda *_: next(looks)
        look.__enter__.return_value.side_effect = lambda: next(looks)
        pair = mock.Mock(side="mirror")
        where = "klog.cli.suite.loads.mirror.loads"
        with mock.patch(f"{where}.EndsLook", return_value=look), mock.patch(f"{where}.PhaseWatch"):
            with self.assertRaises(StepFailed) as caught:
                small_copying()._copy(self.site, pair, 100, Measured())
        self.assertEqual(str(caught.exception), "mirror: 1 records more than the 100 there were; no rate is printed")

    def test_what_counts_is_what_comes_behind_the_warm_up(self) -> None:
        looks = iter([Ends(1.0, (20,)), Ends(2.0, (40,)), Ends(5.0, (100,))])
        look = mock.MagicMock()
        look.__enter__.return_value.wait_for.side_effect = lambda *_: next(looks)
        look.__enter__.return_value.side_effect = lambda: next(looks)
        pair, found = mock.Mock(side="mirror"), Measured()
        pair.source.cpu_s.side_effect = [0.0, 1.0, 7.0]
        where = "klog.cli.suite.loads.mirror.loads"
        with mock.patch(f"{where}.EndsLook", return_value=look), mock.patch(f"{where}.PhaseWatch") as watch:
            watch.return_value.figures.side_effect = lambda records: {"cpu": 60 / records}
            self.assertEqual(small_copying()._copy(self.site, pair, 100, found), 20.0)
        watch.return_value.begin_anew.assert_called_once_with(40)
        self.assertEqual(found.figures, {"copy.rate": 20.0, "copy.cpu": 0.6, "copy.source_cpu": 100_000.0})

    def follow(self, rate: float, kept_per_s: float) -> tuple[list[str], Measured]:
        """A feed that ends at once; its command line.

        :param rate: at which the side has copied.
        """
        looks = [Ends(1.0, (0,)), Ends(2.0, (5,)), Ends(3.0, (10,))]
        look, pair, found = mock.MagicMock(), mock.MagicMock(side="mirror"), Measured()
        look.__enter__.return_value.side_effect = itertools.chain.from_iterable((one, one) for one in looks).__next__
        feed = pair.tools.start.return_value.__enter__.return_value
        feed.has_ended.side_effect = [False, False, True]
        pair.tools.finish.return_value = Done(json.dumps({"records": 10, "kept_per_s": kept_per_s}), 1.0, 1.0)
        where = "klog.cli.suite.loads.mirror.loads"
        with mock.patch(f"{where}.EndsLook", return_value=look), mock.patch(f"{where}.time.sleep"):
            small_copying()._follow(self.site, pair, rate, 1.0, found)
        return [str(word) for word in pair.tools.start.call_args.args[1]], found

    def test_a_topic_that_did_not_grow_as_it_should_has_no_lag(self) -> None:
        words, found = self.follow(1_000.0, 500.0)
        self.assertIn("500.0", words)
        self.assertLessEqual({"lag.p99_ms", "lag.fed"}, set(found.figures))
        self.assertEqual((found.notes, list(found.histograms)), ([], ["lag"]))
        _, found = self.follow(1_000.0, 470.0)
        self.assertEqual(found.notes, ["lag: no latency, as 470 records/s of 500 were kept"])
        self.assertEqual((list(found.figures), found.histograms), (["lag.fed"], {}))

    def test_no_topic_grows_faster_than_a_source_can_take_it(self) -> None:
        words, _ = self.follow(2_500_000.0, 400_000.0)
        self.assertIn(str(MOST_FED_PER_S), words)


class OtherTests(SiteCase):
    """`ThroughMirror`, `AtRest`."""

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_latencies_through_both(self) -> None:
        for side in (OURS, MIRROR_MAKER):
            site = dataclasses.replace(self.site, folder=self.site.below(side))
            found = ThroughMirror({"smoke": 0.5}, ("200", "100", "200"))(site, side)
            self.assertEqual({name: one.count for name, one in found.histograms.items()}, {"at200": 100, "at100": 50})
            self.assertIn("at100.p99_ms", found.figures)

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_at_rest(self) -> None:
        found = AtRest({"smoke": 2}, {"smoke": 0.2}, 3)(self.site, OURS)
        self.assertGreaterEqual(found.figures["idle_percent"], 0)
        self.assertLessEqual({"idle_percent", "source_idle_percent", "rss_idle_mb"}, set(found.figures))
