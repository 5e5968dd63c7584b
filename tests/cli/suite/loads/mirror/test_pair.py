"""A source, a copy, and what stands between them; the copy by klog and by MirrorMaker, with a script in MirrorMaker's place."""

from __future__ import annotations

import unittest

import pytest

from klog.cli.suite.host.processes import Skip
from klog.cli.suite.loads.mirror.ends_look import EndsLook
from klog.cli.suite.loads.mirror.pair import MIRROR_MAKER, MIRROR_SIDES, running_pair
from klog.cli.suite.sides.names import OURS
from klog.client.blocking.producer import BlockingProducer
from tests import peers
from tests.cli.suite import fake_peers
from tests.cli.suite.sides.rig import SiteCase


class PairTests(SiteCase):
    """`running_pair`, `Pair.begin`."""

    def copied(self, side: str) -> None:
        with running_pair(self.site, side) as pair:
            self.assertNotEqual(pair.source.bootstrap, pair.copy.bootstrap)
            with BlockingProducer(pair.source.bootstrap, allow_auto_create_topics=True) as producer:
                producer.send("suite-a", b"x")
                producer.flush()
            pair.begin("suite")
            with EndsLook(pair.copy, {"suite-a": 1}) as look:
                look.wait_for_topics()
                self.assertEqual(look.wait_for(1, 60, 0.05).offsets, (1,))
            pair.check()
            children = [*pair.source.children, *pair.copy.children]
        self.assertEqual(len(children), 2 + (side == MIRROR_MAKER))
        self.assertTrue(all(child.has_ended() for child in children))

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_by_klog(self) -> None:
        self.copied(OURS)

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_by_mirror_maker(self) -> None:
        self.copied(MIRROR_MAKER)

    def test_without_mirror_makers_jars(self) -> None:
        for side in MIRROR_SIDES:
            with fake_peers.wrong("absent"), self.assertRaises(Skip), running_pair(self.site, side):
                self.fail("it runs")
