"""`klog.mirror.reproduce.topics`, over two brokers."""

from __future__ import annotations

import unittest

from klog.errors import ErrorCode, KlogError
from klog.mirror.reproduce.topics import make_topics, topic_configs
from tests.mirror.verify.rig import TwoBrokers


class TopicsTests(TwoBrokers):
    """What a copy gets, and what is made."""

    def test_settings_that_a_copy_gets(self) -> None:
        self.a.create_topic("set", 1, {"retention.ms": "5000", "message.timestamp.type": "LogAppendTime"})
        self.assertEqual(topic_configs(self.client_a, ["set", "not-there"], 10_000), {"set": {"retention.ms": "5000"}})

    def test_topics_are_made_and_grow(self) -> None:
        def make(count: int) -> list[str]:
            return make_topics(self.client_b, {"made": (count, {"retention.ms": "7000"})}, replication_factor=1, timeout_ms=10_000)

        self.assertEqual([make(2), make(2), make(1), make(4)], [["made"], [], [], ["made"]])
        self.client_b.refresh(["made"])
        topic = self.client_b.metadata.topic("made")
        assert topic is not None
        self.assertEqual(len(topic.partitions), 4)
        self.assertEqual(topic_configs(self.client_b, ["made"], 10_000), {"made": {"retention.ms": "7000"}})

    def test_what_cannot_be_made(self) -> None:
        with self.assertRaises(KlogError) as caught:
            make_topics(self.client_b, {"wide": (1, {})}, replication_factor=9, timeout_ms=10_000)
        self.assertIs(caught.exception.code, ErrorCode.INVALID_REPLICATION_FACTOR)
        self.assertIn("topic wide (making it)", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
