"""What the broker is asked before a plan is made: a real broker in this process."""

from __future__ import annotations

import unittest

from klog.client.blocking.client import BlockingClient
from klog.client.settings import ClientSettings
from klog.pull.errors import PullError
from klog.pull.settings import PullSettings
from klog.pull.topic_discovery import BrokerTopicDiscovery
from klog.testing import Broker


class LookingTests(unittest.TestCase):
    """Topics, bounds, and where to begin."""

    broker: Broker

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker(topics={"orders": 2, "other": 1, "__mine": 1}).start()
        cls.broker.put("orders", [b"x"] * 10, partition=1)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.stop()

    def setUp(self) -> None:
        self.client = BlockingClient(self.broker.bootstrap)
        self.addCleanup(self.client.close)
        self.discovery = BrokerTopicDiscovery(self.client)

    def settings(self, **changes: object) -> PullSettings:
        wanted = {"client": ClientSettings(bootstrap_servers=self.broker.bootstrap), "target": "/t", "topics": ("orders",), **changes}
        return PullSettings(**wanted)  # type: ignore[arg-type]

    def test_by_name(self) -> None:
        seen = self.discovery.topics(self.settings(topics=("orders", "nowhere")))
        self.assertEqual(list(seen), ["orders"])
        self.assertEqual(dict(seen["orders"].partitions), {0: (0, 0), 1: (0, 10)})
        self.assertTrue(any(seen["orders"].topic_id))
        self.assertTrue(self.discovery.cluster_id())

    def test_by_pattern(self) -> None:
        seen = self.discovery.topics(self.settings(topics=(), pattern="o.*"))
        self.assertEqual(sorted(seen), ["orders", "other"])
        self.assertEqual(self.discovery.topics(self.settings(topics=(), pattern="o")), {})

    def starts(self, **changes: object) -> dict[tuple[str, int], int]:
        settings = self.settings(**changes)
        return self.discovery.starts(settings, self.discovery.topics(settings), ["orders"])

    def test_where_to_begin(self) -> None:
        self.assertEqual(self.starts(), {("orders", 0): 0, ("orders", 1): 0})
        self.assertEqual(self.starts(starting="latest"), {("orders", 0): 0, ("orders", 1): 10})
        self.assertEqual(self.starts(starting_offsets={("orders", 1): 4})["orders", 1], 4)
        self.assertEqual(self.starts(starting="latest", starting_offsets={("orders", 1): -2})["orders", 1], 0)
        self.assertEqual(self.starts(starting_offsets={("orders", 1): -1})["orders", 1], 10)
        self.assertEqual(self.starts(starting_timestamp_ms=0)["orders", 1], 0)
        self.assertEqual(self.starts(starting_timestamp_ms=10**14)["orders", 1], 10, "none is that young")

    def test_an_offset_that_is_not_there(self) -> None:
        with self.assertRaisesRegex(PullError, "topic orders, partition 1: it shall begin at offset 11, and has offsets 0 to 10"):
            self.starts(starting_offsets={("orders", 1): 11})
        self.assertEqual(self.starts(starting_offsets={("orders", 1): 11}, fail_on_data_loss=False)["orders", 1], 10)
