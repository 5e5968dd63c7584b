"""Tests of CreatePartitions."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.create_partitions import CreatePartitionsHandler
from klog.errors import ErrorCode, KlogError
from klog.testing.coordination import SlowDisk
from klog.wire.messages.create_partitions import CreatePartitionsAssignment, CreatePartitionsRequest, CreatePartitionsTopic
from tests.broker.handlers.setting import AdminTestCase


def more(name: str, count: int, assigned: list[list[int]] | None = None) -> CreatePartitionsTopic:
    assignments = None if assigned is None else [CreatePartitionsAssignment(broker_ids=ids) for ids in assigned]
    return CreatePartitionsTopic(name=name, count=count, assignments=assignments)


class CreatePartitionsTests(AdminTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.create("a", 2)

    def ask_for(self, *topics: CreatePartitionsTopic, **how: Any) -> list[tuple[str, int]]:
        answer = self.ask(
            CreatePartitionsHandler(self.coordination), 3, CreatePartitionsRequest(topics=list(topics), timeout_ms=1000, **how)
        )
        for one in answer.results:
            self.assertEqual(bool(one.error_message), one.error_code != 0)
        return [(one.name, one.error_code) for one in answer.results]

    def test_more(self) -> None:
        self.assertEqual(self.ask_for(more("a", 5)), [("a", 0)])
        self.assertEqual(len(self.coordination.topics()["a"].partitions), 5)
        self.assertEqual(self.follower.heard[-1], ("partitions", "a", 2))
        self.assertEqual(self.ask_for(more("a", 6, [[1]])), [("a", 0)])

    def test_two_who_ask_at_the_same_time(self) -> None:
        """Each says how many there shall be, as one does who asks again because he heard nothing: nobody gets more than that."""
        for wanted, count, code in ((5, 5, ErrorCode.INVALID_PARTITIONS), (4, 5, ErrorCode.INVALID_PARTITIONS), (7, 7, ErrorCode.NONE)):
            disk = SlowDisk()
            self.set_up(disk=disk)
            made = self.coordination.create_topic("a", [[1], [1]], {})
            disk.finish()
            self.successResultOf(made)
            handler = CreatePartitionsHandler(self.coordination)
            requests = [CreatePartitionsRequest(topics=[more("a", one)], timeout_ms=1000) for one in (5, wanted)]
            answers: list[Any] = [handler.handle(self.context(3), request) for request in requests]
            while disk.waiting:
                disk.finish()
            (first,), (second,) = (self.successResultOf(answer).results for answer in answers)
            self.assertEqual((first.error_code, second.error_code), (ErrorCode.NONE, code))
            self.assertEqual(bool(second.error_message), code is not ErrorCode.NONE)
            self.assertEqual(len(self.coordination.topics()["a"].partitions), count)

    def test_as_many_copies_as_the_topic_has(self) -> None:
        shared = self.share(None, 2, 3)
        shared.replicas = (3, 1)
        self.create("a", 2)
        self.assertEqual(self.ask_for(more("a", 4)), [("a", 0)])
        self.assertEqual([(len(set(replicas)), replicas[0]) for replicas in shared.assigned[-1]], [(2, 2), (2, 3)])
        self.assertEqual(self.ask_for(more("a", 5, [[2, 1]])), [("a", 0)])
        self.assertEqual(self.ask_for(more("a", 6, [[2]])), [("a", ErrorCode.INVALID_REPLICA_ASSIGNMENT)])

    def test_refusals(self) -> None:
        self.create("b")
        for topic, code in (
            (more("none", 5), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            (more("a", 2), ErrorCode.INVALID_PARTITIONS),
            (more("a", 1), ErrorCode.INVALID_PARTITIONS),
            (more("a", 0), ErrorCode.INVALID_PARTITIONS),
            (more("a", -1), ErrorCode.INVALID_PARTITIONS),
            (more("a", 4, [[1]]), ErrorCode.INVALID_REPLICA_ASSIGNMENT),
            (more("a", 3, []), ErrorCode.INVALID_REPLICA_ASSIGNMENT),
            (more("a", 3, [[2]]), ErrorCode.INVALID_REPLICA_ASSIGNMENT),
            (more("a", 3, [[1, 1]]), ErrorCode.INVALID_REPLICA_ASSIGNMENT),
            (more("a", 3, [[]]), ErrorCode.INVALID_REPLICA_ASSIGNMENT),
        ):
            self.assertEqual(self.ask_for(topic, more("b", 1)), [(topic.name, code), ("b", ErrorCode.INVALID_PARTITIONS)], topic)
        self.assertEqual(len(self.coordination.topics()["a"].partitions), 2)

    def test_duplicates(self) -> None:
        self.create("b")
        self.assertEqual(sorted(self.ask_for(more("a", 5), more("b", 2), more("a", 6))), [("a", ErrorCode.INVALID_REQUEST), ("b", 0)])
        self.assertEqual(len(self.coordination.topics()["a"].partitions), 2)

    def test_only_validate(self) -> None:
        self.assertEqual(self.ask_for(more("a", 5), validate_only=True), [("a", 0)])
        self.assertEqual(len(self.coordination.topics()["a"].partitions), 2)

    def test_too_many(self) -> None:
        self.create("b")
        self.assertEqual(self.ask_for(more("a", 2**31 - 1)), [("a", ErrorCode.POLICY_VIOLATION)])
        asked = [more("a", 6002), more("b", 4002)]
        self.assertEqual(self.ask_for(*asked, validate_only=True), [("a", 0), ("b", ErrorCode.POLICY_VIOLATION)])

    def test_no_time(self) -> None:
        handler = CreatePartitionsHandler(self.coordination)
        request = CreatePartitionsRequest(topics=[more("a", 5)], timeout_ms=0)
        with self.assertRaises(KlogError) as caught:
            handler.handle(self.context(3), request)
        answer = handler.error_answer(3, request, caught.exception.code, caught.exception.message)
        self.assertEqual([(one.name, one.error_code) for one in answer.results], [("a", ErrorCode.REQUEST_TIMED_OUT)])
        self.assertEqual(len(self.coordination.topics()["a"].partitions), 2)

    def test_a_full_disk(self) -> None:
        self.store.fail_next_save = OSError("full")
        self.assertEqual(self.ask_for(more("a", 5)), [("a", ErrorCode.KAFKA_STORAGE_ERROR)])
