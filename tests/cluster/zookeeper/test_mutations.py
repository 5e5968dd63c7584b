"""What a change writes, node by node; how changes fare when things go wrong is in ``test_coordination``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import ChangedMeanwhile, TopicInfo
from klog.errors import ErrorCode, KlogError
from klog.model import topic_id_to_text
from klog.testing.coordination import Recorder
from klog.zookeeper.requests import Multi

from .memory_brokers import MemoryBrokers


class ChangedMeanwhileTests(SynchronousTestCase):
    """Configurations that somebody else changes between the look at them and the write."""

    def setUp(self) -> None:
        self.brokers = MemoryBrokers(1)
        self.one = self.brokers.coordinations[0]
        self.brokers.reactor.until(self.one.create_topic("t", [[1]], {}))

    def someone_writes(self, path: str) -> None:
        """The broker has not heard of it when it writes itself."""
        self.brokers.zookeeper.tree.put(f"/klog/config/{path}", b'{"version":1,"config":{"theirs":"1"}}')

    def test_nothing_is_taken_back(self) -> None:
        """Each is refused with a word, also where it would be the first, or all of it is taken away."""
        self.brokers.reactor.until(self.one.set_group_configs("h", {"ours": "1"}))
        changes: list[tuple[str, Callable[[], Any]]] = [
            ("topics/t", lambda: self.one.set_topic_configs("t", {"ours": "1"})),
            ("brokers/<default>", lambda: self.one.set_broker_configs(None, {"ours": "1"})),
            ("brokers/1", lambda: self.one.set_broker_configs(1, {"ours": "1"})),
            ("groups/g", lambda: self.one.set_group_configs("g", {"ours": "1"})),
            ("groups/h", lambda: self.one.set_group_configs("h", {})),
        ]
        for path, change in changes:
            with self.subTest(path=path):
                changed = change()
                self.someone_writes(path)
                with self.assertRaises(ChangedMeanwhile):
                    self.brokers.reactor.until(changed)
                self.assertIn(b"theirs", self.brokers.zookeeper.tree.get(f"/klog/config/{path}"))

    def test_a_refused_change_that_somebody_has_built_on(self) -> None:
        """What they have written stays, with what was refused in it: it is not ours alone any more."""
        for path, change in (
            ("topics/t", lambda: self.one.set_topic_configs("t", {"ours": "1"})),
            ("brokers/<default>", lambda: self.one.set_broker_configs(None, {"ours": "1"})),
        ):
            with self.subTest(path=path):
                listener = Refuses(lambda path=path: self.someone_writes(path))  # type: ignore[misc]
                self.one.subscribe(listener)
                with self.assertRaises(KlogError):
                    self.brokers.reactor.until(change())
                self.brokers.settle()
                self.assertTrue(listener.has_refused)
                self.assertIn(b"theirs", self.brokers.zookeeper.tree.get(f"/klog/config/{path}"))


class Refuses(Recorder):
    """Refuses one change, at the moment when somebody else writes."""

    def __init__(self, act: Callable[[], None]) -> None:
        super().__init__()
        self._act = act
        self.has_refused = False

    def _refuse(self, configs: Mapping[str, str]) -> None:
        if "ours" in configs and not self.has_refused:
            self.has_refused = True
            self._act()
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR)

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        self._refuse(topic.configs)

    def broker_configs_changed(self, configs: Mapping[str, str]) -> None:
        self._refuse(configs)


class MutationTests(SynchronousTestCase):
    """One multi each."""

    def setUp(self) -> None:
        """One broker, and the writes that ZooKeeper gets."""
        self.brokers = MemoryBrokers(1)
        self.one = self.brokers.coordinations[0]
        self.writes: list[list[tuple[str, str]]] = []
        self.brokers.zookeeper.on_request = self.note
        self.session = self.brokers.session_id(0)

    def note(self, session_id: int, request: Any) -> None:
        """Keep what this broker's multis write, apart from the controller's."""
        if isinstance(request, Multi) and "/controller_epoch" not in request.operations[0].path:
            self.writes.append([(type(each).__name__, each.path.removeprefix("/klog")) for each in request.operations])

    def until(self, deferred: Any) -> Any:
        """Its result."""
        return self.brokers.reactor.until(deferred)

    def value(self, path: str) -> Any:
        """A node's JSON."""
        return json.loads(self.brokers.zookeeper.tree.get("/klog" + path))

    def test_topics(self) -> None:
        """The configuration comes before the topic, all in one."""
        made = self.until(self.one.create_topic("t", [[1], [1]], {"a": "b"}))
        self.assertEqual(
            self.writes,
            [
                [
                    ("Create", "/admin/delete_topics/t"),
                    ("Delete", "/admin/delete_topics/t"),
                    ("Create", "/config/topics/t"),
                    ("Create", "/brokers/topics/t"),
                ]
            ],
        )
        self.assertEqual(self.value("/config/topics/t"), {"version": 1, "config": {"a": "b"}})
        self.assertEqual(
            self.value("/brokers/topics/t"),
            {
                "version": 3,
                "partitions": {"0": [1], "1": [1]},
                "adding_replicas": {},
                "removing_replicas": {},
                "topic_id": topic_id_to_text(made.topic_id),
            },
        )
        self.writes.clear()
        self.until(self.one.create_partitions("t", [[1]]))
        self.assertEqual(self.value("/brokers/topics/t")["partitions"], {"0": [1], "1": [1], "2": [1]})
        self.until(self.one.delete_topic("t"))
        self.assertEqual(self.writes, [[("Check", "/brokers/topics/t"), ("Create", "/admin/delete_topics/t")]])

    def test_partitions_that_somebody_else_has_added(self) -> None:
        """Are not added a second time: what was meant was how many there shall be."""
        self.until(self.one.create_topic("t", [[1]], {}))
        first, again, more = (self.one.create_partitions("t", [[1]] * count, 1) for count in (2, 2, 3))
        self.until(first)
        self.until(more)
        self.assertEqual(self.failureResultOf(again, KlogError).value.code, ErrorCode.INVALID_PARTITIONS)
        self.assertEqual(len(self.value("/brokers/topics/t")["partitions"]), 4)

    def test_a_configuration_that_was_left_over(self) -> None:
        """Is replaced."""
        self.brokers.zookeeper.tree.put("/klog/config/topics/t", b'{"version":1,"config":{"old":"1"}}')
        made = self.until(self.one.create_topic("t", [[1]], {"a": "b"}))
        self.assertEqual(dict(made.configs), {"a": "b"})

    def test_configurations(self) -> None:
        """With a notification of version 2; names in paths are quoted."""
        self.until(self.one.create_topic("t", [[1]], {}))
        self.writes.clear()
        self.until(self.one.set_topic_configs("t", {"a": "1"}))
        self.until(self.one.set_broker_configs(None, {"b": "1"}))
        self.until(self.one.set_broker_configs(None, {"b": "2"}))
        self.until(self.one.set_broker_configs(1, {"c": "1"}))
        self.until(self.one.set_group_configs("g/h", {"d": "1"}))
        change = ("Create", "/config/changes/config_change_")
        self.assertEqual(
            self.writes,
            [
                [("Check", "/brokers/topics/t"), ("Set", "/config/topics/t"), change],
                [("Create", "/config/brokers/<default>"), change],
                [("Set", "/config/brokers/<default>"), change],
                [("Create", "/config/brokers/1"), change],
                [("Create", "/config/groups/g%2Fh"), change],
            ],
        )
        changes = [self.value(f"/config/changes/{name}") for name in self.brokers.zookeeper.tree.names("/klog/config/changes")]
        self.assertEqual({each["version"] for each in changes}, {2})
        self.assertEqual(sorted(each["entity_path"] for each in changes)[-2:], ["groups/g%2Fh", "topics/t"])
        self.until(self.one.set_group_configs("g/h", {}))
        self.until(self.one.set_group_configs("g/h", {}))
        self.assertEqual(self.brokers.zookeeper.tree.names("/klog/config/groups"), [])

    def test_what_is_not_there(self) -> None:
        """Nothing is written."""
        for refused in (
            self.one.delete_topic("t"),
            self.one.create_partitions("t", [[1]]),
            self.one.set_topic_configs("t", {}),
        ):
            self.assertEqual(self.failureResultOf(refused, KlogError).value.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(self.writes, [])
