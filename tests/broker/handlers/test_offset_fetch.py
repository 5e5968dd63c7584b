"""OffsetFetch, over the wire to a whole broker in memory."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker import repeated_mentions
from klog.broker.groups.offset_values import encode_committed, partition_key
from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.offset_fetch import (
    OffsetFetchRequest,
    OffsetFetchRequestGroup,
    OffsetFetchRequestTopic,
    OffsetFetchRequestTopics,
)
from tests.broker.groups.offsets_rig import OffsetsBroker

NOTHING = (-1, -1, "", 0)


def told(partition: Any) -> tuple[int, tuple[int, int, str, int]]:
    """One partition's answer."""
    return partition.partition_index, (
        partition.committed_offset,
        partition.committed_leader_epoch,
        partition.metadata,
        partition.error_code,
    )


class OffsetFetchTests(SynchronousTestCase):
    """Every version."""

    def setUp(self) -> None:
        self.broker = OffsetsBroker()
        self.topic_id = self.broker.memory.broker.coordination.topics()["t"].topic_id  # type: ignore[union-attr]
        self.broker.commit("g", 1, 7, metadata="note")

    def old(self, version: int, topics: dict[str, list[int]] | None, group: str = "g", **more: Any) -> tuple[int, dict[str, Any]]:
        wanted = (
            None if topics is None else [OffsetFetchRequestTopic(name=name, partition_indexes=indexes) for name, indexes in topics.items()]
        )
        answer = self.broker.ask(OffsetFetchRequest(group_id=group, topics=wanted, **more), version)
        return answer.error_code, {topic.name: dict(map(told, topic.partitions)) for topic in answer.topics}

    def new(self, version: int, groups: dict[str, dict[Any, list[int]] | None], **more: Any) -> dict[str, tuple[int, dict[Any, Any]]]:
        def wanted(topics: dict[Any, list[int]] | None) -> list[OffsetFetchRequestTopics] | None:
            if topics is None:
                return None
            if version >= 10:
                return [OffsetFetchRequestTopics(topic_id=topic, partition_indexes=indexes) for topic, indexes in topics.items()]
            return [OffsetFetchRequestTopics(name=topic, partition_indexes=indexes) for topic, indexes in topics.items()]

        asked = [OffsetFetchRequestGroup(group_id=group, topics=wanted(topics)) for group, topics in groups.items()]
        answer = self.broker.ask(OffsetFetchRequest(groups=asked, **more), version)
        return {
            group.group_id: (
                group.error_code,
                {(one.topic_id if version >= 10 else one.name): dict(map(told, one.partitions)) for one in group.topics},
            )
            for group in answer.groups
        }

    def test_a_group_that_is_named_again(self) -> None:
        """All its offsets are told again, as Kafka does, but for so many."""
        self.patch(repeated_mentions, "MOST_REPEATED", 2)
        groups = [OffsetFetchRequestGroup(group_id="g", topics=None)] * 4
        answer = self.broker.ask(OffsetFetchRequest(groups=groups), 9)
        self.assertEqual(
            [(one.group_id, one.error_code, sum(len(topic.partitions) for topic in one.topics)) for one in answer.groups],
            [("g", 0, 1)] * 3 + [("g", ErrorCode.INVALID_REQUEST, 0)],
        )

    def test_a_partition_that_is_named_again(self) -> None:
        """Four bytes each time, and the metadata of a commit for them: told again as Kafka does, but for so many in one request."""
        self.patch(repeated_mentions, "MOST_REPEATED", 3)
        known, refused = (1, (7, -1, "note", 0)), (1, (-1, -1, "", ErrorCode.INVALID_REQUEST))
        topic = OffsetFetchRequestTopics(name="t", partition_indexes=[1, 0, 1])
        group = OffsetFetchRequestGroup(group_id="g", topics=[topic, topic])
        answer = self.broker.ask(OffsetFetchRequest(groups=[group, group]), 9)
        rows = [list(map(told, one.partitions)) for found in answer.groups for one in found.topics]
        none = [refused, (0, refused[1]), refused]
        self.assertEqual(rows, [[known, (0, NOTHING), known], [known, (0, NOTHING), refused], none, none])
        old = OffsetFetchRequest(group_id="g", topics=[OffsetFetchRequestTopic(name="t", partition_indexes=[1] * 6)])
        answer = self.broker.ask(old, 7)
        self.assertEqual(list(map(told, answer.topics[0].partitions)), [known] * 4 + [refused] * 2)

    def test_an_answer_is_in_proportion_to_its_request(self) -> None:
        """Whatever a request names, and however often: a few bytes a mention, and besides what is told at most."""
        self.broker.commit("g", 2, 8, metadata="m" * 4000)
        for indexes in ([2] * 20_000, list(range(20_000))):
            wanted = OffsetFetchRequestTopics(name="t", partition_indexes=indexes)
            request = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id="g", topics=[wanted])])
            answer = self.broker.ask(request, 9)
            partitions = answer.groups[0].topics[0].partitions
            self.assertEqual(len(partitions), len(indexes))
            told_bytes = sum(len(one.metadata) for one in partitions)
            self.assertLessEqual(told_bytes, (1 + repeated_mentions.MOST_REPEATED) * 4000)

    def test_by_name(self) -> None:
        never = (-1, -1, "", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        for version in range(8):
            missing = NOTHING if version else never
            expected = {"t": {0: missing, 1: (7, -1, "note", 0)}, "u": {5: missing}}
            self.assertEqual(self.old(version, {"t": [0, 1], "u": [5]}), (0, expected), version)
            self.assertEqual(self.old(version, {"t": [1]}, "h"), (0, {"t": {1: missing}}))
        for version in (8, 9):
            expected = {"t": {0: NOTHING, 1: (7, -1, "note", 0)}, "u": {5: NOTHING}}
            self.assertEqual(
                self.new(version, {"g": {"t": [0, 1], "u": [5]}, "h": {"t": [1]}}), {"g": (0, expected), "h": (0, {"t": {1: NOTHING}})}
            )

    def test_all(self) -> None:
        everything = {"t": {1: (7, -1, "note", 0)}}
        for version in range(2, 8):
            self.assertEqual(self.old(version, None), (0, everything))
            self.assertEqual(self.old(version, None, "h"), (0, {}))
            self.assertEqual(self.old(version, {}), (0, {}))
        for version in (8, 9):
            self.assertEqual(self.new(version, {"g": None, "h": None}), {"g": (0, everything), "h": (0, {})})

    def test_by_id(self) -> None:
        other = b"x" * 16
        self.assertEqual(
            self.new(10, {"g": {other: [0], self.topic_id: [0, 1]}}),
            {"g": (0, {self.topic_id: {0: NOTHING, 1: (7, -1, "note", 0)}, other: {0: (-1, -1, "", ErrorCode.UNKNOWN_TOPIC_ID)}})},
        )
        self.assertEqual(self.new(10, {"g": None}), {"g": (0, {self.topic_id: {1: (7, -1, "note", 0)}})})
        store = self.broker.coordinator.shard("g").offsets
        store.groups[b"g"][partition_key("gone", 0)] = encode_committed(1, -1, b"", 0, -1, NO_TOPIC_ID)
        self.assertEqual(list(self.new(10, {"g": None})["g"][1]), [self.topic_id])
        self.assertEqual(set(self.new(9, {"g": None})["g"][1]), {"t", "gone"})

    def test_unstable(self) -> None:
        store = self.broker.coordinator.shard("g").offsets
        store.replay(5, 3, b"g", partition_key("t", 1), encode_committed(9, -1, b"", 0, -1, NO_TOPIC_ID))
        unstable = (-1, -1, "", ErrorCode.UNSTABLE_OFFSET_COMMIT)
        self.assertEqual(self.old(7, {"t": [0, 1]}, require_stable=True), (0, {"t": {0: NOTHING, 1: unstable}}))
        self.assertEqual(self.old(7, {"t": [1]}), (0, {"t": {1: (7, -1, "note", 0)}}))
        self.assertEqual(self.new(9, {"g": None}, require_stable=True), {"g": (0, {"t": {1: unstable}})})

    def test_errors_stand_where_the_version_has_them(self) -> None:
        self.broker.ask(DeleteTopicsRequest(topic_names=["__consumer_offsets"], timeout_ms=1000), 4)
        code = ErrorCode.NOT_COORDINATOR
        for version in (0, 1):
            self.assertEqual(self.old(version, {"t": [0]}), (0, {"t": {0: (-1, -1, "", code)}}))
        for version in range(2, 8):
            self.assertEqual(self.old(version, {"t": [0]}), (code, {}))
        for version in (8, 9):
            self.assertEqual(self.new(version, {"g": {"t": [0]}, "h": None}), {"g": (code, {}), "h": (code, {})})

    def test_errors_of_the_whole(self) -> None:
        from klog.broker.handlers.offset_fetch import OffsetFetchHandler

        handler = OffsetFetchHandler(self.broker.coordinator, self.broker.memory.broker.coordination)  # type: ignore[arg-type]
        request = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id="a", topics=None)])
        answer = handler.error_answer(9, request, ErrorCode.UNKNOWN_SERVER_ERROR, None)
        self.assertEqual([(group.group_id, group.error_code) for group in answer.groups], [("a", -1)])
