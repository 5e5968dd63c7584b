"""The steady feed, in virtual time."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.bench.runs import ensure_topic
from klog.cli.suite.programs import steady_feed
from klog.client.producing.producer_types import DeliveryFailed
from klog.testing.broker import MemoryBroker
from tests.cli.rig import connection_to


class FeedTests(SynchronousTestCase):
    """`feed`."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.reactor = self.broker.reactor
        self.reactor.until(ensure_topic(self.reactor, connection_to(self.broker), "t", 3))

    def ends(self) -> list[int]:
        partitions = self.broker.broker.partitions
        assert partitions is not None
        found = [partitions.get("t", number) for number in range(3)]
        return [one.log.end_offset for one in found if one is not None]

    def test_a_rate_is_kept(self) -> None:
        said = self.reactor.until(steady_feed.feed(self.reactor, self.broker.bootstrap, "t", 100, 2_000.0, 1.5))
        self.assertEqual(said["records"], 3_000)
        self.assertLess(abs(said["kept_per_s"] - 2_000), 100)
        self.assertEqual(sum(self.ends()), 3_001, "and the one before them")
        self.assertTrue(all(self.ends()), "all partitions grow")

    def test_a_pause_is_made_up_for(self) -> None:
        def stall(stalled: bool) -> None:
            for link in self.reactor.links():
                link.stall(stalled)

        self.reactor.callLater(0.3, stall, True)
        self.reactor.callLater(0.8, stall, False)
        said = self.reactor.until(steady_feed.feed(self.reactor, self.broker.bootstrap, "t", 100, 1_000.0, 2.0))
        self.assertEqual(sum(self.ends()), 2_001)
        self.assertGreater(said["kept_per_s"], 900)

    def test_who_takes_nothing_is_told(self) -> None:
        """Records are larger than the topic has them."""
        with self.assertRaises(DeliveryFailed):
            self.reactor.until(steady_feed.feed(self.reactor, self.broker.bootstrap, "t", 2_000_000, 1_000.0, 0.1))
