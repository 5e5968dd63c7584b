"""Tests of CreateTopics."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.create_topics import CreateTopicsHandler
from klog.errors import ErrorCode, KlogError
from klog.testing.coordination import SlowDisk
from klog.wire.messages.create_topics import CreatableReplicaAssignment, CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from tests.broker.handlers.setting import AdminTestCase


def topic(name: str, partitions: int = 1, replicas: int = 1, assigned: Any = (), **configs: str | None) -> CreatableTopic:
    return CreatableTopic(
        name=name,
        num_partitions=partitions,
        replication_factor=replicas,
        assignments=[CreatableReplicaAssignment(partition_index=index, broker_ids=list(ids)) for index, ids in assigned],
        configs=[CreatableTopicConfig(name=key.replace("_", "."), value=value) for key, value in configs.items()],
    )


class CreateTopicsTests(AdminTestCase):
    def ask_for(self, *topics: CreatableTopic, version: int = 7, **more: Any) -> Any:
        return self.ask(CreateTopicsHandler(self.coordination, self.settings), version, CreateTopicsRequest(topics=list(topics), **more))

    def refused(self, wanted: CreatableTopic) -> ErrorCode:
        """The code that `wanted` gets; nothing is made, and the answer tells nothing of it."""
        before = dict(self.coordination.topics())
        result = self.ask_for(wanted).topics[0]
        self.assertEqual(dict(self.coordination.topics()), before)
        self.assertEqual((result.num_partitions, result.replication_factor, result.configs), (-1, -1, []))
        self.assertTrue(result.error_message)
        return ErrorCode(result.error_code)

    def test_it_is_made_with_all_that_was_asked_for(self) -> None:
        result = self.ask_for(topic("a", 3, retention_ms="5", cleanup_policy="compact")).topics[0]
        made = self.coordination.topics()["a"]
        self.assertEqual((result.name, result.error_code, result.error_message, result.topic_id), ("a", 0, None, made.topic_id))
        self.assertEqual((result.num_partitions, result.replication_factor, len(made.partitions)), (3, 1, 3))
        self.assertEqual(made.configs, {"retention.ms": "5", "cleanup.policy": "compact"})
        configs = {config.name: config for config in result.configs}
        self.assertEqual((configs["retention.ms"].value, configs["retention.ms"].config_source), ("5", 1))
        self.assertEqual((configs["segment.ms"].value, configs["segment.ms"].config_source), ("604800000", 5))
        self.assertEqual(sorted(configs), [config.name for config in result.configs])
        self.assertGreaterEqual(len(configs), 30)
        self.assertEqual(self.follower.heard, [("created", "a")])

    def test_defaults(self) -> None:
        self.set_up({"num.partitions": "4"})
        self.assertEqual(self.ask_for(topic("a", -1, -1)).topics[0].num_partitions, 4)
        self.ask_for(topic("b", -1, -1), version=2)
        self.assertEqual(len(self.coordination.topics()["b"].partitions), 4)

    def test_assignments(self) -> None:
        result = self.ask_for(topic("a", -1, -1, [(1, [1]), (0, [1])])).topics[0]
        self.assertEqual((result.error_code, result.num_partitions), (0, 2))
        for assigned, code in (
            ([(0, [2])], 39),
            ([(0, [1, 1])], 39),
            ([(0, [])], 39),
            ([(1, [1])], 39),
            ([(0, [1]), (0, [1])], 39),
        ):
            self.assertEqual(self.refused(topic("b", -1, -1, assigned)), code, assigned)
        self.assertEqual(self.refused(topic("b", 1, -1, [(0, [1])])), ErrorCode.INVALID_REQUEST)
        self.assertEqual(self.refused(topic("b", -1, 1, [(0, [1])])), ErrorCode.INVALID_REQUEST)

    def test_names(self) -> None:
        self.create("a.b")
        for name, code in (
            ("a.b", ErrorCode.TOPIC_ALREADY_EXISTS),
            ("a_b", ErrorCode.INVALID_TOPIC_EXCEPTION),
            ("", ErrorCode.INVALID_TOPIC_EXCEPTION),
            ("x" * 250, ErrorCode.INVALID_TOPIC_EXCEPTION),
            ("a/b", ErrorCode.INVALID_TOPIC_EXCEPTION),
            ("__cluster_metadata", ErrorCode.INVALID_REQUEST),
        ):
            self.assertEqual(self.refused(topic(name)), code, name)

    def test_numbers(self) -> None:
        for partitions, replicas, code in (
            (0, 1, ErrorCode.INVALID_PARTITIONS),
            (-2, 1, ErrorCode.INVALID_PARTITIONS),
            (1, 0, ErrorCode.INVALID_REPLICATION_FACTOR),
            (1, -2, ErrorCode.INVALID_REPLICATION_FACTOR),
            (1, 2, ErrorCode.INVALID_REPLICATION_FACTOR),
            (0, 0, ErrorCode.INVALID_REPLICATION_FACTOR),
        ):
            self.assertEqual(self.refused(topic("a", partitions, replicas)), code, (partitions, replicas))

    def test_configurations(self) -> None:
        for configs in (
            {"nope": "1"},
            {"retention_ms": "x"},
            {"retention_ms": None},
            {"min_insync_replicas": "2"},
            {"retention_ms": "1" * 40000},
        ):
            self.assertEqual(self.refused(topic("a", 0, 0, **configs)), ErrorCode.INVALID_CONFIG, configs)

    def test_several_copies(self) -> None:
        """Where brokers follow each other, and enough of them live."""
        shared = self.share({"default.replication.factor": "2"}, 2, 3)
        for wanted, copies in ((topic("a", 4, 3, min_insync_replicas="2"), 3), (topic("b", -1, -1), 2)):
            result = self.ask_for(wanted).topics[0]
            self.assertEqual((result.error_code, result.replication_factor), (0, copies))
            self.assertTrue(all(len(set(replicas)) == copies for replicas in shared.assigned[-1]))
            self.assertTrue(
                all({1} < set(replicas) or copies == 3 or {2, 3} != set(replicas) for replicas in shared.assigned[-1]), "one rack"
            )
        self.assertEqual(self.ask_for(topic("c", -1, -1, [(0, [3, 1]), (1, [1, 2])])).topics[0].error_code, 0)
        self.assertEqual(shared.assigned[-1], [[3, 1], [1, 2]])
        for wanted, code in (
            (topic("d", 1, 4), ErrorCode.INVALID_REPLICATION_FACTOR),
            (topic("d", -1, -1, [(0, [3, 1]), (1, [1])]), ErrorCode.INVALID_REPLICA_ASSIGNMENT),
            (topic("d", -1, -1, [(0, [3, 4])]), ErrorCode.INVALID_REPLICA_ASSIGNMENT),
        ):
            self.assertEqual(self.ask_for(wanted).topics[0].error_code, code)

    def test_only_some_brokers_have_a_rack(self) -> None:
        self.share(None, 2, rack=None)
        result = self.ask_for(topic("a", 1, 2)).topics[0]
        self.assertEqual(result.error_code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertIn("broker.rack is not set on 2", result.error_message)

    def test_duplicates(self) -> None:
        results = {result.name: result for result in self.ask_for(topic("a"), topic("b"), topic("a")).topics}
        self.assertEqual((len(results), results["a"].error_code, results["b"].error_code), (2, ErrorCode.INVALID_REQUEST, 0))
        self.assertEqual(list(self.coordination.topics()), ["b"])

    def test_only_validate(self) -> None:
        result = self.ask_for(topic("a", 2), topic("b", 0), validate_only=True).topics
        self.assertEqual([one.error_code for one in result], [0, ErrorCode.INVALID_PARTITIONS])
        self.assertEqual((result[0].num_partitions, self.coordination.topics(), self.follower.heard), (2, {}, []))

    def test_too_many(self) -> None:
        handler = CreateTopicsHandler(self.coordination, self.settings)
        for topics in ([topic("a", 10_001)], [topic("a", 6000), topic("b", 4001)], [topic("a", -1), topic("b", 10_000)]):
            request = CreateTopicsRequest(topics=topics)
            with self.assertRaises(KlogError) as caught:
                handler.handle(self.context(7), request)
            self.assertEqual(caught.exception.code, ErrorCode.POLICY_VIOLATION)
            answer = handler.error_answer(7, request, ErrorCode.POLICY_VIOLATION, "too many")
            self.assertEqual({(one.error_code, one.error_message) for one in answer.topics}, {(44, "too many")})
        self.assertEqual(self.coordination.topics(), {})

    def test_no_time(self) -> None:
        request = CreateTopicsRequest(topics=[topic("a")], timeout_ms=0)
        with self.assertRaises(KlogError) as caught:
            CreateTopicsHandler(self.coordination, self.settings).handle(self.context(7), request)
        self.assertEqual(caught.exception.code, ErrorCode.REQUEST_TIMED_OUT)

    def test_the_answer_comes_when_all_are_durable(self) -> None:
        disk = SlowDisk()
        self.set_up(disk=disk)
        request = CreateTopicsRequest(topics=[topic("a"), topic("b")])
        answer = CreateTopicsHandler(self.coordination, self.settings).handle(self.context(7), request)
        self.assertNoResult(answer)
        disk.finish()
        self.assertNoResult(answer)
        disk.finish()
        self.assertEqual([one.error_code for one in self.successResultOf(answer).topics], [0, 0])

    def test_a_full_disk(self) -> None:
        self.store.fail_next_save = OSError("full")
        results = self.ask_for(topic("a"), topic("b")).topics
        self.assertEqual([one.error_code for one in results], [ErrorCode.KAFKA_STORAGE_ERROR, 0])
        self.assertIn("full", results[0].error_message)
        self.assertEqual(results[0].configs, [])

    def test_a_mistake_of_a_listener_reaches_the_dispatcher(self) -> None:
        self.follower.fail_next = ZeroDivisionError()
        answer = CreateTopicsHandler(self.coordination, self.settings).handle(self.context(7), CreateTopicsRequest(topics=[topic("a")]))
        self.failureResultOf(answer, ZeroDivisionError)
