"""Options of consumers."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.consumer_settings import ConsumerSettings, split_consumer_options
from klog.client.fetching.fetcher import Fetcher
from klog.config import ConfigError
from tests.client.fetching.fetch_world import FetchWorld


class ConsumerSettingsTests(SynchronousTestCase):
    """What is taken and what is refused."""

    def test_splitting(self) -> None:
        client, mine, rest = split_consumer_options("b:1", {"client_id": "x", "prefetch_bytes": 5000, "own": 1}, ["own"])
        self.assertEqual((client.client_id, mine.prefetch_bytes, rest), ("x", 5000, {"own": 1}))
        with self.assertRaises(ConfigError) as caught:
            split_consumer_options("b:1", {"prefetch_byte": 5})
        self.assertIn("prefetch_bytes", str(caught.exception))

    def test_bad_values(self) -> None:
        bad: list[dict[str, Any]] = [
            {"isolation_level": "dirty"},
            {"auto_offset_reset": "middle"},
            {"fetch_max_bytes": 0},
            {"prefetch_bytes": "much"},
            {"fetch_min_bytes": True},
            {"auto_commit_interval_ms": 0},
            {"fetch_max_wait_ms": 1 << 40},
        ]
        for options in bad:
            with self.assertRaises(ConfigError) as caught:
                ConsumerSettings(**options)
            self.assertIn(next(iter(options)), str(caught.exception))
        self.assertIsNone(ConsumerSettings(auto_commit_interval_ms=None).auto_commit_interval_ms)

    def test_a_fetcher_takes_them(self) -> None:
        world = FetchWorld()
        routing = world.routing()
        Fetcher(routing, **ConsumerSettings().fetcher_options()).stop()
        world.until(routing.stop())
