"""Loads of the mirror, with scripts in the peers' places; klog's side in each run, MirrorMaker's in ``make soak``. No timing is judged."""

from __future__ import annotations

import dataclasses
import unittest
from unittest import mock

import pytest

from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.loads.mirror.ends import Ends
from klog.cli.suite.loads.mirror.loads import AtRest, Copying, ThroughMirror
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
        with mock.patch("klog.cli.suite.loads.mirror.loads.LAG_SHARE", 0.1):
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
