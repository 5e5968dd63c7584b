"""klog.client.groups.settings"""

from __future__ import annotations

import re
import unittest
from typing import Any

from klog.client.groups.settings import GroupSettings, split_group_options, subscription
from klog.config import ConfigError


class GroupSettingsTests(unittest.TestCase):
    def test_split(self) -> None:
        options = {"client_id": "shop", "auto_offset_reset": "earliest", "assignors": ["sticky"], "session_timeout_ms": 6000}
        client, consumer, group = split_group_options("kafka:9092", options)
        self.assertEqual((client.client_id, consumer.auto_offset_reset, group.session_timeout_ms), ("shop", "earliest", 6000))
        member = group.member("g", ["b", "a", "b"], None)
        self.assertEqual((member.topics, member.pattern, member.rebalance_timeout_ms), (("a", "b"), None, 300_000))

    def test_connects_as_often_as_it_beats(self) -> None:
        for options, longest_ms in (
            ({}, 1000),
            ({"reconnect_backoff_max_ms": 10_000}, 3000),
            ({"heartbeat_interval_ms": 500}, 500),
            ({"reconnect_backoff_max_ms": 900}, 900),
            ({"reconnect_backoff_ms": 4000, "reconnect_backoff_max_ms": 9000}, 4000),
        ):
            client, _, _ = split_group_options("kafka:9092", options)
            self.assertEqual(client.reconnect_backoff_max_ms, longest_ms)

    def test_subscription(self) -> None:
        self.assertEqual(subscription("orders", None, classic=True), (("orders",), None))
        self.assertEqual(subscription(re.compile("o.*"), None, classic=True), ((), "o.*"))
        # What Python cannot read the broker may.
        self.assertEqual(subscription(None, "[[:alpha:]]+(", classic=False), ((), "[[:alpha:]]+("))

    def test_mistakes(self) -> None:
        cases: list[tuple[dict[str, Any], str]] = [
            ({"asignors": ["range"]}, "did you mean assignors?"),
            ({"assignors": ["rnage"]}, "klog has range"),
            ({"assignors": ["range"], "group_protocol": "consumer"}, "server_assignor"),
            ({"server_assignor": "range"}, "group_protocol='consumer'"),
            ({"group_protocol": "new"}, "classic and consumer"),
            ({"heartbeat_interval_ms": 50_000}, "below session_timeout_ms"),
            ({"session_timeout_ms": "6s"}, "a whole number"),
            ({"max_poll_interval_ms": 0}, "allowed is 1"),
            ({"group_instance_id": ""}, "a name is needed"),
        ]
        for options, said in cases:
            with self.assertRaises(ConfigError) as caught:
                split_group_options("kafka:9092", options)
            self.assertIn(said, str(caught.exception))
        for group_id, topics, pattern, said in (
            ("", ["a"], None, "group_id"),
            ("g", None, None, "at least one topic"),
            ("g", ["a"], "a.*", "not both"),
            ("g", [""], None, "a topic has a name"),
            ("g", None, "(", "no regular expression"),
            ("g", ["t", 5], None, "a topic has a name"),
            ("g", 5, None, "names of topics are needed"),
            ("g", None, 5, "a text is needed"),
            ("g", re.compile(b"t"), None, "a text is needed"),
        ):
            with self.assertRaises(ConfigError) as caught:
                GroupSettings().member(group_id, topics, pattern)
            self.assertIn(said, str(caught.exception))
