"""Progress as a group: which one, when it is written, and what refuses to disturb a query."""

from __future__ import annotations

import types
import unittest
from collections.abc import Mapping
from typing import Any

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.spark.options import parse
from klog.spark.progress import EndOffsets, GroupProgress, group_of, listener
from klog.testing.embedded import Broker
from tests import peers

A, B = TopicPartition("t", 0), TopicPartition("t", 1)


class NameTests(unittest.TestCase):
    """Which group."""

    def of(self, **options: str) -> str | None:
        given = {"kafka.bootstrap.servers": "h:1", "subscribe": "t", **options}
        return group_of(parse(given, "stream"))

    def test_names(self) -> None:
        self.assertRegex(self.of() or "", r"^spark-klog-source-[0-9a-f]{12}$")
        self.assertEqual(self.of(), self.of(commitOffsets="true"))
        self.assertIsNone(self.of(commitOffsets="false", **{"kafka.group.id": "g"}))
        self.assertEqual(self.of(**{"kafka.group.id": "g"}), "g")
        self.assertEqual(self.of(groupIdPrefix="p", **{"kafka.group.id": "g"}), "g")
        made = self.of(groupIdPrefix="p")
        assert made is not None
        self.assertRegex(made, r"^p-[0-9a-f]{12}$")
        self.assertEqual(self.of(groupIdPrefix="p"), made)
        self.assertNotEqual(self.of(groupIdPrefix="p", subscribe="u"), made)


class FakeGroup:
    """Writes into a list."""

    def __init__(self) -> None:
        self.commits: list[dict[TopicPartition, int]] = []
        self.error: KlogError | None = None

    def commit(self, offsets: Mapping[TopicPartition, int], *, timeout_ms: int) -> None:
        if self.error is not None:
            raise self.error
        self.commits.append(dict(offsets))


class PaceTests(unittest.TestCase):
    """When it is written."""

    def setUp(self) -> None:
        self.now = 50.0
        self.told: list[str] = []
        self.group: Any = FakeGroup()
        self.progress = GroupProgress(self.group, tell=self.told.append, clock=lambda: self.now)

    def test_at_leisure_and_once_a_second(self) -> None:
        self.progress.reached({A: 1, B: 1}, at_leisure=False)
        self.progress.reached({A: 2, B: 1}, at_leisure=False)
        self.progress.reached({A: 3, B: 1}, at_leisure=False)
        self.assertEqual(self.group.commits, [{A: 1, B: 1}])
        self.now += 1
        self.progress.reached({A: 4, B: 1}, at_leisure=False)
        self.assertEqual(self.group.commits[1:], [{A: 4}], "only what has moved")
        self.progress.reached({A: 5, B: 1}, at_leisure=True)
        for _ in range(3):
            self.progress.reached({A: 5, B: 1}, at_leisure=True)
        self.assertEqual(self.group.commits[2:], [{A: 5}])

    def test_the_end(self) -> None:
        self.progress.reached({A: 1}, at_leisure=False)
        self.progress.reached({A: 2}, at_leisure=False)
        self.progress.end()
        self.progress.end()
        self.assertEqual(self.group.commits, [{A: 1}, {A: 2}])

    def test_a_broker_that_refuses_is_left_alone_for_a_while(self) -> None:
        self.group.error = KlogError(ErrorCode.GROUP_AUTHORIZATION_FAILED, "no")
        for number in range(5):
            self.progress.reached({A: number}, at_leisure=True)
            self.now += 1
        self.assertEqual(len(self.told), 1)
        self.assertIn("does not disturb the query", self.told[0])
        self.group.error = None
        self.progress.reached({A: 9}, at_leisure=True)
        self.progress.end()
        self.assertEqual(self.group.commits, [])
        self.now += 30
        self.progress.reached({A: 9}, at_leisure=False)
        self.assertEqual(self.group.commits, [{A: 9}])

    def test_no_group(self) -> None:
        progress = GroupProgress(None, tell=self.told.append)
        progress.reached({A: 1}, at_leisure=True)
        progress.end()
        self.assertEqual(self.told, [])


class ListenerTests(unittest.TestCase):
    """What Spark reports."""

    def test_ends(self) -> None:
        made: list[BlockingClient] = []
        with Broker(topics={"t": 2}) as broker:

            def connect() -> BlockingClient:
                made.append(BlockingClient(broker.bootstrap))
                self.addCleanup(made[-1].close)
                return made[-1]

            ends = EndOffsets(connect, "g", "wanted")
            ends.report("another", ['{"t":{"0":99}}'])
            ends.report("wanted", ["7", None, "{", '{"logOffset":4}', "null"])
            self.assertEqual(made, [])
            ends.report("wanted", ['{"t":{"+0":77,"0":5,"1":6}}', "7"])
            ends.report("wanted", ['{"t":{"0":8,"1":6}}'])
            with BlockingClient(broker.bootstrap) as client:
                found = GroupOffsets(client, "g").fetch()
            self.assertEqual({tp: entry.offset for tp, entry in found.items()}, {A: 8, B: 6})
            self.assertEqual(len(made), 1)

    def test_it_raises_nothing(self) -> None:
        def connect() -> BlockingClient:
            raise KlogError(ErrorCode.NETWORK_EXCEPTION, "nobody there")

        with self.assertLogs("klog.spark", "WARNING") as told:
            EndOffsets(connect, "g").report(None, ['{"t":{"0":5}}'])
        self.assertIn("nobody there", told.output[0])

    def test_sparks_listener(self) -> None:
        peers.spark()
        with Broker(topics={"t": 1}) as broker:
            made = listener(broker.bootstrap, "g")
            source = types.SimpleNamespace(endOffset='{"t":{"0":3}}')
            made.onQueryStarted(None)
            made.onQueryProgress(types.SimpleNamespace(progress=types.SimpleNamespace(name=None, sources=[source])))
            made.onQueryIdle(None)
            made.onQueryTerminated(None)
            with BlockingClient(broker.bootstrap) as client:
                self.assertEqual(GroupOffsets(client, "g").fetch()[A].offset, 3)
