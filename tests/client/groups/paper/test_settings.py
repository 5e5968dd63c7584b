"""klog.client.groups.paper.settings"""

from __future__ import annotations

import unittest
from typing import Any

from klog.client.groups.paper.settings import ZookeeperGroupSettings, check_threads
from klog.client.groups.settings import split_group_options
from klog.config import ConfigError
from klog.net.security import Security
from klog.zookeeper.consumer_znodes import Pattern


class SettingsTests(unittest.TestCase):
    def test_split(self) -> None:
        options = {"zookeeper": "a:2181,b/root", "auto_offset_reset": "smallest", "rebalance_max_retries": 7, "client_id": "shop"}
        client, consumer, group = split_group_options("", options)
        self.assertEqual((client.client_id, client.bootstrap_servers, client.servers), ("shop", "", ()))
        self.assertEqual(consumer.auto_offset_reset, "earliest")
        assert group.zookeeper is not None
        self.assertEqual((group.zookeeper.zookeeper, group.zookeeper.rebalance_max_retries), ("a:2181,b/root", 7))
        # Servers that are given are used.
        client, consumer, _ = split_group_options("kafka:9092", {"zookeeper": "a", "auto_offset_reset": "largest"})
        self.assertEqual((client.servers, consumer.auto_offset_reset), ((("kafka", 9092),), "latest"))
        self.assertIsNone(split_group_options("kafka:9092", {"zookeeper": None})[2].zookeeper)

    def test_mistakes_are_one_sentence(self) -> None:
        cases: list[tuple[dict[str, Any], str]] = [
            ({"zookeeper": "a:b"}, "zookeeper"),
            ({"zookeeper": 7}, "host:2181"),
            ({"zookeeper": ""}, "zookeeper"),
            ({"zookeeper": "a", "zookeeper_session_timeout_ms": 0}, "allowed is 1"),
            ({"zookeeper": "a", "rebalance_backoff_ms": "2s"}, "a whole number"),
            ({"zookeeper": "a", "partition_assignor": "sticky"}, "allowed are range"),
            ({"zookeeper": "a", "topic_filter": "white"}, "white_list"),
            ({"zookeeper": "a", "consumer_id": "a/b"}, "without slashes"),
            ({"zookeeper": "a", "session_timeout_ms": 6000}, "see zookeeper_session_timeout_ms"),
            ({"zookeeper": "a", "assignors": ["range"]}, "see partition_assignor"),
            ({"zookeeper": "a", "zookeper_auth": ()}, "did you mean zookeeper_auth?"),
            ({"rebalance_max_retries": 4}, "it needs zookeeper="),
            ({"zookeeper": "a", "zookeeper_tls": Security(security_protocol="SSL?")}, "security_protocol"),
        ]
        for options, said in cases:
            with self.assertRaises(ConfigError, msg=str(options)) as caught:
                split_group_options("kafka:9092", options)
            self.assertIn(said, str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))
        with self.assertRaises(ConfigError):
            split_group_options("", {})

    def test_groups_and_patterns(self) -> None:
        _, _, group = split_group_options("", {"zookeeper": "a"})
        for group_id, pattern, said in (("a/b", None, "slash"), ("..", None, "no name"), ("a\x01", None, "U+0001"), ("g", "(,", "regular")):
            with self.assertRaises(ConfigError) as caught:
                group.member(group_id, None if pattern else ["t"], pattern)
            self.assertIn(said, str(caught.exception))
        self.assertEqual(group.member("g", ["t"], None).topics, ("t",))

    def test_secrets_are_in_no_repr(self) -> None:
        settings = ZookeeperGroupSettings(zookeeper="a", zookeeper_auth=[("digest", "name:password")])
        self.assertNotIn("password", repr(settings))

    def test_registrations(self) -> None:
        settings = ZookeeperGroupSettings(zookeeper="a", topic_filter="black_list")
        static = settings.registration(["t", "u"], None, {"u": 3, "other": 2}, timestamp_ms=5)
        self.assertEqual((dict(static.subscription), static.pattern), ({"t": 1, "u": 3}, Pattern.STATIC))
        self.assertEqual(static.encode(), b'{"version":1,"subscription":{"t":1,"u":3},"pattern":"static","timestamp":"5"}')
        listed = settings.registration([], "a.*, b", {})
        self.assertEqual((dict(listed.subscription), listed.pattern), ({"a.*|b": 1}, Pattern.BLACK_LIST))

    def test_threads_are_bounded(self) -> None:
        check_threads({"t": 10_000})
        with self.assertRaises(ValueError):
            check_threads({"t": 10_001})
