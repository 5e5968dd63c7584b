"""Tests of DeleteTopics."""

from __future__ import annotations

from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred

from klog.broker.handlers.delete_topics import DeleteTopicsHandler
from klog.broker.long_answers import LongAnswers
from klog.errors import ErrorCode, KlogError
from klog.testing.coordination import HeldSteps
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from tests.broker.handlers.setting import AdminTestCase


class DeleteTopicsTests(AdminTestCase):
    def ask_by_name(self, version: int, *names: str) -> dict[str, int]:
        handler = DeleteTopicsHandler(self.coordination, self.settings)
        answer = self.ask(handler, version, DeleteTopicsRequest(topic_names=list(names), timeout_ms=1000))
        return {one.name: one.error_code for one in answer.responses}

    def ask_for(self, *topics: DeleteTopicState) -> Any:
        handler = DeleteTopicsHandler(self.coordination, self.settings)
        return self.ask(handler, 6, DeleteTopicsRequest(topics=list(topics), timeout_ms=1000)).responses

    def test_by_name(self) -> None:
        for version in (0, 5):
            self.create("a")
            self.create("b")
            codes = self.ask_by_name(version, "a", "none", "b", "b")
            self.assertEqual(codes, {"a": 0, "none": ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "b": ErrorCode.INVALID_REQUEST})
            self.assertEqual(list(self.coordination.topics()), ["b"])
            self.assertEqual(self.ask_by_name(version, "b"), {"b": 0})

    def test_thousands_in_steps(self) -> None:
        """Between two of them others come; each topic is answered for what it was when it was its turn."""
        steps = HeldSteps()
        names = [f"t{number}" for number in range(1500)]
        for name in names:
            self.create(name)
        handler = DeleteTopicsHandler(self.coordination, self.settings, LongAnswers(steps))
        answered = handler.handle(self.context(5), DeleteTopicsRequest(topic_names=[*names, "none"], timeout_ms=1000))
        assert isinstance(answered, Deferred)
        steps.take(20)
        self.assertNoResult(answered)
        self.assertTrue(0 < len(self.coordination.topics()) < 1500)
        self.successResultOf(self.coordination.delete_topic("t1499"))
        self.create("none")
        steps.take()
        codes = {one.name: one.error_code for one in self.successResultOf(answered).responses}
        unknown = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        self.assertEqual(codes, {**dict.fromkeys(names, 0), "t1499": unknown, "none": unknown})
        self.assertEqual(list(self.coordination.topics()), ["none"])
        self.assertEqual(steps.taken, 30)

    def test_by_id(self) -> None:
        made = self.create("a")
        gone = self.ask_for(DeleteTopicState(topic_id=made.topic_id), DeleteTopicState(topic_id=b"x" * 16))
        self.assertEqual(
            {(one.name, one.topic_id, one.error_code) for one in gone},
            {("a", made.topic_id, 0), (None, b"x" * 16, ErrorCode.UNKNOWN_TOPIC_ID)},
        )
        self.assertEqual(self.coordination.topics(), {})

    def test_by_id_where_another_topic_has_its_name_by_now(self) -> None:
        """Among several brokers, what we show is older than what the cluster has: who names an id means that topic and no other."""
        before = self.create("a")
        self.successResultOf(self.coordination.delete_topic("a"))
        now = self.create("a")
        with mock.patch.object(self.coordination, "topic_by_id", return_value=before):
            [result] = self.ask_for(DeleteTopicState(topic_id=before.topic_id))
        self.assertEqual((result.topic_id, result.error_code), (before.topic_id, ErrorCode.UNKNOWN_TOPIC_ID))
        self.assertEqual(self.coordination.topics(), {"a": now})

    def test_name_in_version_6(self) -> None:
        made = self.create("a")
        result = self.ask_for(DeleteTopicState(name="a"))[0]
        self.assertEqual((result.name, result.topic_id, result.error_code, result.error_message), ("a", made.topic_id, 0, None))

    def test_neither_both_and_twice(self) -> None:
        made = self.create("a")
        for topics in (
            [DeleteTopicState()],
            [DeleteTopicState(name="a", topic_id=made.topic_id)],
            [DeleteTopicState(topic_id=made.topic_id), DeleteTopicState(topic_id=made.topic_id)],
            [DeleteTopicState(topic_id=made.topic_id), DeleteTopicState(name="a")],
            [DeleteTopicState(topic_id=made.topic_id), DeleteTopicState(topic_id=made.topic_id), DeleteTopicState(name="a")],
        ):
            results = self.ask_for(*topics)
            self.assertEqual({one.error_code for one in results}, {ErrorCode.INVALID_REQUEST}, topics)
            self.assertTrue(all(one.error_message for one in results))
        self.assertEqual(list(self.coordination.topics()), ["a"])

    def test_where_it_is_forbidden(self) -> None:
        self.set_up({"delete.topic.enable": "false"})
        self.create("a")
        handler = DeleteTopicsHandler(self.coordination, self.settings)
        for version, code in (
            (0, ErrorCode.INVALID_REQUEST),
            (3, ErrorCode.TOPIC_DELETION_DISABLED),
            (6, ErrorCode.TOPIC_DELETION_DISABLED),
        ):
            topics: dict[str, Any] = {"topics": [DeleteTopicState(name="a")]} if version == 6 else {"topic_names": ["a"]}
            request = DeleteTopicsRequest(**topics)
            with self.assertRaises(KlogError) as caught:
                handler.handle(self.context(version), request)
            self.assertEqual(caught.exception.code, code)
            answer = handler.error_answer(version, request, code, None)
            self.assertEqual([(one.name, one.error_code) for one in answer.responses], [("a", code)])
        self.assertEqual(list(self.coordination.topics()), ["a"])

    def test_no_time(self) -> None:
        self.create("a")
        handler = DeleteTopicsHandler(self.coordination, self.settings)
        with self.assertRaises(KlogError) as caught:
            handler.handle(self.context(5), DeleteTopicsRequest(topic_names=["a"], timeout_ms=-1))
        self.assertEqual(caught.exception.code, ErrorCode.REQUEST_TIMED_OUT)

    def test_a_full_disk(self) -> None:
        self.create("a")
        self.store.fail_next_save = OSError("full")
        self.assertEqual(self.ask_by_name(5, "a"), {"a": ErrorCode.KAFKA_STORAGE_ERROR})
        self.assertEqual(list(self.coordination.topics()), ["a"])
