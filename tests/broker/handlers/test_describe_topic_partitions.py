"""Tests of DescribeTopicPartitions."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.broker.handlers.describe_topic_partitions import DescribeTopicPartitionsHandler
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.describe_topic_partitions import Cursor, DescribeTopicPartitionsRequest, TopicRequest
from tests.broker.handlers.setting import AdminTestCase


class DescribeTopicPartitionsTests(AdminTestCase):
    def page(self, *names: str, limit: int = 2000, cursor: tuple[str, int] | None = None) -> Any:
        request = DescribeTopicPartitionsRequest(
            topics=[TopicRequest(name=name) for name in names],
            response_partition_limit=limit,
            cursor=Cursor(topic_name=cursor[0], partition_index=cursor[1]) if cursor else None,
        )
        return self.ask(DescribeTopicPartitionsHandler(self.coordination, self.settings), 0, request)

    def shape(self, answer: Any) -> tuple[list[tuple[str, list[int]]], tuple[str, int] | None]:
        """Topics and partition numbers; and where the next page begins."""
        topics = [(topic.name, [one.partition_index for one in topic.partitions]) for topic in answer.topics]
        following = answer.next_cursor
        return topics, None if following is None else (following.topic_name, following.partition_index)

    def test_a_topic(self) -> None:
        made = self.create("a", 2)
        topic = self.page("a").topics[0]
        self.assertEqual((topic.error_code, topic.topic_id, topic.topic_authorized_operations), (0, made.topic_id, 3576))
        one = topic.partitions[1]
        self.assertEqual((one.leader_id, one.leader_epoch, one.replica_nodes, one.isr_nodes), (1, 0, [1], [1]))
        self.assertEqual((one.offline_replicas, one.eligible_leader_replicas, one.last_known_elr), ([], [], []))

    def test_unknown_and_bad_names(self) -> None:
        topics = {topic.name: topic.error_code for topic in self.page("none", "a b", "__consumer_offsets").topics}
        self.assertEqual(topics, {"none": 3, "a b": ErrorCode.INVALID_TOPIC_EXCEPTION, "__consumer_offsets": 3})

    def test_pages(self) -> None:
        self.create("a", 3)
        self.create("b", 2)
        for arguments, expected in (
            ({}, ([("a", [0, 1, 2]), ("b", [0, 1])], None)),
            ({"limit": 2}, ([("a", [0, 1])], ("a", 2))),
            ({"limit": 3}, ([("a", [0, 1, 2])], ("b", 0))),
            ({"limit": 4}, ([("a", [0, 1, 2]), ("b", [0])], ("b", 1))),
            ({"limit": 0}, ([("a", [0])], ("a", 1))),
            ({"limit": -1, "cursor": ("a", 1)}, ([("a", [1])], ("a", 2))),
            ({"limit": 2, "cursor": ("a", 2)}, ([("a", [2]), ("b", [0])], ("b", 1))),
            ({"cursor": ("a", 99)}, ([("a", []), ("b", [0, 1])], None)),
            ({"cursor": ("aa", 7)}, ([("b", [0, 1])], None)),
            ({"cursor": ("z", 0)}, ([], None)),
        ):
            self.assertEqual(self.shape(self.page(**arguments)), expected, arguments)  # type: ignore[arg-type]

    def test_the_brokers_own_limit(self) -> None:
        self.set_up({"max.request.partition.size.limit": "2"})
        self.create("a", 3)
        self.assertEqual(self.shape(self.page("a")), ([("a", [0, 1])], ("a", 2)))

    def test_bad_cursors(self) -> None:
        self.create("a")
        handler = DescribeTopicPartitionsHandler(self.coordination, self.settings)
        for names, cursor in ((["a"], ("z", 0)), (["a"], ("0", 0)), (["a"], ("a", -1)), ([], ("a", -1))):
            with self.assertRaises(KlogError) as caught:
                self.page(*names, cursor=cursor)
            self.assertEqual(caught.exception.code, ErrorCode.INVALID_REQUEST)
            request = DescribeTopicPartitionsRequest(topics=[TopicRequest(name=name) for name in names])
            answer = handler.error_answer(0, request, ErrorCode.INVALID_REQUEST, None)
            self.assertEqual([(one.name, one.error_code) for one in answer.topics], [(name, 42) for name in names])

    @settings(deadline=None, max_examples=50)
    @given(st.dictionaries(st.sampled_from("abcd"), st.integers(1, 5), min_size=1), st.integers(-1, 7), st.booleans())
    def test_all_pages_together_are_the_whole(self, topics: dict[str, int], limit: int, named: bool) -> None:
        self.set_up()
        for name, partitions in topics.items():
            self.create(name, partitions)
        seen: list[tuple[str, int]] = []
        cursor: tuple[str, int] | None = None
        names = sorted(topics) if named else []
        while True:
            page, cursor = self.shape(self.page(*names, limit=limit, cursor=cursor))
            told = [(name, index) for name, partitions in page for index in partitions]
            self.assertLessEqual(len(told), max(limit, 1))
            seen += told
            if cursor is None:
                break
        self.assertEqual(seen, [(name, index) for name in sorted(topics) for index in range(topics[name])])
