"""klog.client.groups.paper.settings"""

from __future__ import annotations

import unittest
from typing import Any

from klog.client.groups.paper.settings import PaperGroupSettings, check_threads, split_paper_options
from klog.client.groups.settings import split_group_options
from klog.config import ConfigError
from klog.net.security import Security
from klog.zookeeper.consumer_znodes import Pattern


class SettingsTests(unittest.TestCase):
    def test_split(self) -> None:
        options = {"auto_offset_reset": "smallest", "rebalance_max_retries": 7, "client_id": "shop"}
        client, consumer, group = split_paper_options("a:2181,b/root", "", options)
        self.assertEqual((client.client_id, client.bootstrap_servers, client.servers), ("shop", "", ()))
        self.assertEqual(consumer.auto_offset_reset, "earliest")
        self.assertEqual((group.zookeeper, group.rebalance_max_retries), ("a:2181,b/root", 7))
        # Servers that are given are used.
        client, consumer, _ = split_paper_options("a", "kafka:9092", {"auto_offset_reset": "largest"})
        self.assertEqual((client.servers, consumer.auto_offset_reset), ((("kafka", 9092),), "latest"))

    def test_mistakes_are_one_sentence(self) -> None:
        cases: list[tuple[Any, dict[str, Any], str]] = [
            ("a:b", {}, "zookeeper"),
            (7, {}, "host:2181"),
            ("", {}, "zookeeper"),
            (None, {}, "host:2181"),
            ("a", {"zookeeper_session_timeout_ms": 0}, "allowed is 1"),
            ("a", {"max_poll_interval_ms": 0}, "allowed is 1"),
            ("a", {"rebalance_backoff_ms": "2s"}, "a whole number"),
            ("a", {"partition_assignor": "sticky"}, "allowed are range"),
            ("a", {"topic_filter": "white"}, "white_list"),
            ("a", {"consumer_id": "a/b"}, "without slashes"),
            ("a", {"session_timeout_ms": 6000}, "see zookeeper_session_timeout_ms"),
            ("a", {"assignors": ["range"]}, "see partition_assignor"),
            ("a", {"zookeper_auth": ()}, "did you mean zookeeper_auth?"),
            ("a", {"zookeeper": "b"}, "did you mean"),
            ("a", {"zookeeper_tls": Security(security_protocol="SSL?")}, "security_protocol"),
        ]
        for zookeeper, options, said in cases:
            with self.assertRaises(ConfigError, msg=str(options)) as caught:
                split_paper_options(zookeeper, "kafka:9092", options)
            self.assertIn(said, str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))

    def test_a_broker_s_groups_say_where_these_are(self) -> None:
        for options in ({"zookeeper": "a"}, {"rebalance_max_retries": 4}):
            with self.assertRaises(ConfigError) as caught:
                split_group_options("kafka:9092", options)
            self.assertIn("PaperConsumerGroup(reactor, zookeeper, group_id, topics)", str(caught.exception))

    def test_groups_and_patterns(self) -> None:
        _, _, group = split_paper_options("a", "", {})
        for group_id, pattern, said in (
            ("a/b", None, "slash"),
            ("..", None, "no name"),
            ("a\x01", None, "U+0001"),
            ("g", "(,", "regular"),
            ("", None, "a name"),
        ):
            with self.assertRaises(ConfigError) as caught:
                group.member(group_id, None if pattern else ["t"], pattern)
            self.assertIn(said, str(caught.exception))
        self.assertEqual(group.member("g", ["t"], None).topics, ("t",))
        with self.assertRaises(ConfigError):
            group.member("g", None, None)

    def test_secrets_are_in_no_repr(self) -> None:
        settings = PaperGroupSettings(zookeeper="a", zookeeper_auth=[("digest", "name:password")])
        self.assertNotIn("password", repr(settings))

    def test_registrations(self) -> None:
        settings = PaperGroupSettings(zookeeper="a", topic_filter="black_list")
        static = settings.registration(["t", "u"], None, {"u": 3, "other": 2}, timestamp_ms=5)
        self.assertEqual((dict(static.subscription), static.pattern), ({"t": 1, "u": 3}, Pattern.STATIC))
        self.assertEqual(static.encode(), b'{"version":1,"subscription":{"t":1,"u":3},"pattern":"static","timestamp":"5"}')
        listed = settings.registration([], "a.*, b", {})
        self.assertEqual((dict(listed.subscription), listed.pattern), ({"a.*|b": 1}, Pattern.BLACK_LIST))

    def test_threads_are_bounded(self) -> None:
        check_threads({"t": 10_000})
        with self.assertRaises(ValueError):
            check_threads({"t": 10_001})
