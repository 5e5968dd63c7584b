"""Offsets of groups as requests and answers of all versions."""

from __future__ import annotations

import unittest

from klog.client.requests.group_offsets import (
    GroupMember,
    answer_of_group,
    commit_codes,
    commit_request,
    offset_fetch_request,
    read_committed_offsets,
)
from klog.errors import ErrorCode
from klog.model import Committed, TopicPartition
from klog.wire.messages.offset_commit import OffsetCommitResponse, OffsetCommitResponsePartition, OffsetCommitResponseTopic
from klog.wire.messages.offset_fetch import (
    OffsetFetchResponse,
    OffsetFetchResponseGroup,
    OffsetFetchResponsePartition,
    OffsetFetchResponseTopic,
)

T, U, V = TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("v", 4)


class CommitTests(unittest.TestCase):
    """OffsetCommit."""

    def test_by_topic_with_what_belongs_to_an_offset(self) -> None:
        request = commit_request("g", {T: 5, V: Committed(7, 3, "note"), U: 6})
        found = {
            (topic.name, one.partition_index): (one.committed_offset, one.committed_leader_epoch, one.committed_metadata)
            for topic in request.topics
            for one in topic.partitions
        }
        self.assertEqual(found, {("t", 0): (5, -1, ""), ("t", 1): (6, -1, ""), ("v", 4): (7, 3, "note")})
        self.assertEqual(len(request.topics), 2)
        self.assertEqual((request.group_id, request.generation_id_or_member_epoch, request.member_id), ("g", -1, ""))

    def test_static_members_are_told_to_those_who_know_them(self) -> None:
        member = GroupMember(4, "me", "static")
        for version, instance in ((6, None), (7, "static")):
            request = commit_request("g", {T: 5}, version, member)
            self.assertEqual((request.generation_id_or_member_epoch, request.member_id, request.group_instance_id), (4, "me", instance))

    def test_codes(self) -> None:
        partitions = [OffsetCommitResponsePartition(partition_index=0), OffsetCommitResponsePartition(partition_index=1, error_code=12)]
        answer = OffsetCommitResponse(topics=[OffsetCommitResponseTopic(name="t", partitions=partitions)])
        self.assertEqual(commit_codes(answer), {T: 0, U: 12})


class FetchTests(unittest.TestCase):
    """OffsetFetch."""

    def test_old_brokers_are_asked_for_one_group(self) -> None:
        request = offset_fetch_request({"g": [T, U]}, 7, require_stable=True)
        self.assertEqual((request.group_id, request.require_stable, request.groups), ("g", True, []))
        self.assertEqual([(topic.name, topic.partition_indexes) for topic in request.topics or ()], [("t", [0, 1])])
        self.assertEqual(offset_fetch_request({"g": None}, 5).topics, None)
        both = offset_fetch_request({"g": [T], "h": None}, 9, member=GroupMember(3, "me"))
        self.assertEqual([(g.group_id, g.topics is None, g.member_id, g.member_epoch) for g in both.groups],
                         [("g", False, "me", 3), ("h", True, "me", 3)])  # fmt: skip

    def test_offsets_and_the_error_that_counts(self) -> None:
        found: dict[TopicPartition, Committed] = {}
        topics = [OffsetFetchResponseTopic(name="t", partitions=[
            OffsetFetchResponsePartition(partition_index=0, committed_offset=4, metadata=None),
            OffsetFetchResponsePartition(partition_index=1, error_code=ErrorCode.UNSTABLE_OFFSET_COMMIT)])]  # fmt: skip
        error = read_committed_offsets(topics, found)
        assert error is not None
        self.assertEqual((found, error.code), ({T: Committed(4)}, ErrorCode.UNSTABLE_OFFSET_COMMIT))
        final = OffsetFetchResponsePartition(partition_index=2, error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        topics[0].partitions.append(final)
        worse = read_committed_offsets(topics, found)
        assert worse is not None
        self.assertEqual(worse.code, ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        self.assertIn("topic t, partition 2", str(worse))

    def test_the_part_of_a_group(self) -> None:
        old = OffsetFetchResponse(topics=[OffsetFetchResponseTopic(name="t", partitions=[])], error_code=16)
        self.assertEqual(answer_of_group(old, "g", 7), (16, old.topics))
        new = OffsetFetchResponse(groups=[OffsetFetchResponseGroup(group_id="g", topics=[], error_code=3)])
        self.assertEqual(answer_of_group(new, "g", 8), (3, []))
        self.assertIsNone(answer_of_group(new, "other", 8))


if __name__ == "__main__":
    unittest.main()
