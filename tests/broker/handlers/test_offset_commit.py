"""OffsetCommit, over the wire to a whole broker in memory."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from tests.broker.groups.offsets_rig import OffsetsBroker

UNKNOWN = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


def topic(name: str, *partitions: int, topic_id: bytes = NO_TOPIC_ID, **more: Any) -> OffsetCommitRequestTopic:
    """One topic of a request; offsets are 5."""
    return OffsetCommitRequestTopic(
        name=name,
        topic_id=topic_id,
        partitions=[
            OffsetCommitRequestPartition(partition_index=one, committed_offset=5, committed_metadata="m", **more) for one in partitions
        ],
    )


class OffsetCommitTests(SynchronousTestCase):
    """Every version."""

    def setUp(self) -> None:
        self.broker = OffsetsBroker({"offset.metadata.max.bytes": "10"})
        self.topic_id = self.broker.memory.broker.coordination.topics()["t"].topic_id  # type: ignore[union-attr]

    def ask(
        self, version: int, *topics: OffsetCommitRequestTopic, group: str = "g", **more: Any
    ) -> list[tuple[Any, list[tuple[int, int]]]]:
        answer = self.broker.ask(OffsetCommitRequest(group_id=group, topics=list(topics), **more), version)
        return [
            (one.topic_id if version >= 10 else one.name, [(part.partition_index, part.error_code) for part in one.partitions])
            for one in answer.topics
        ]

    def test_every_version(self) -> None:
        for version in range(11):
            group = f"g{version}"
            self.assertEqual(
                self.ask(version, topic("t", 0, 2, topic_id=self.topic_id if version >= 10 else NO_TOPIC_ID), group=group),
                [(self.topic_id if version >= 10 else "t", [(0, 0), (2, 0)])],
            )
            self.assertEqual(self.broker.offsets(group), {("t", 0): 5, ("t", 2): 5})

    def test_what_does_not_exist_stands_first(self) -> None:
        for version in range(10):
            self.assertEqual(
                self.ask(version, topic("t", 0, 3, 1, -1), topic("u", 0)),
                [("t", [(3, UNKNOWN), (-1, UNKNOWN), (0, 0), (1, 0)]), ("u", [(0, UNKNOWN)])],
            )
        self.assertEqual(self.ask(8, topic("t", 0), topic("u", 1)), [("u", [(1, UNKNOWN)]), ("t", [(0, 0)])])
        other = b"x" * 16
        self.assertEqual(
            self.ask(10, topic("", 0, 7, topic_id=self.topic_id), topic("", 1, topic_id=other)),
            [(self.topic_id, [(7, UNKNOWN), (0, 0)]), (other, [(1, ErrorCode.UNKNOWN_TOPIC_ID)])],
        )

    def test_nothing_to_commit(self) -> None:
        self.assertEqual(self.ask(8, topic("u", 0), group="new"), [("u", [(0, UNKNOWN)])])
        self.assertEqual(self.ask(8), [])
        self.assertEqual(self.ask(8, topic("u", 0), generation_id_or_member_epoch=5), [("u", [(0, UNKNOWN)])])

    def test_refusals_are_everybodys(self) -> None:
        for version, code in ((1, 22), (8, 22), (9, 69)):
            self.assertEqual(
                self.ask(version, topic("t", 0), topic("u", 1), generation_id_or_member_epoch=5, member_id="m"),
                [("t", [(0, code)]), ("u", [(1, code)])],
            )

    def test_too_much_metadata(self) -> None:
        large = OffsetCommitRequestTopic(
            name="t", partitions=[OffsetCommitRequestPartition(partition_index=0, committed_offset=5, committed_metadata="x" * 11)]
        )
        self.assertEqual(self.ask(8, large), [("t", [(0, ErrorCode.OFFSET_METADATA_TOO_LARGE)])])

    def test_times_of_old_versions(self) -> None:
        self.ask(1, topic("t", 0, commit_timestamp=1234))
        self.ask(2, topic("t", 1), retention_time_ms=60_000)
        self.ask(2, topic("t", 2))
        self.broker.memory.advance(700, 100)
        # The old one was idle for too long.
        self.broker.client = self.broker.memory.connect()
        self.assertEqual(self.broker.offsets(), {("t", 2): 5})

    def test_without_a_coordinator(self) -> None:
        from klog.wire.messages.delete_topics import DeleteTopicsRequest

        self.broker.ask(DeleteTopicsRequest(topic_names=["__consumer_offsets"], timeout_ms=1000), 4)
        self.assertEqual(self.ask(8, topic("t", 0)), [("t", [(0, ErrorCode.NOT_COORDINATOR)])])

    def test_acknowledged_after_the_flush(self) -> None:
        self.broker = OffsetsBroker({"log.flush.interval.messages": "1"})
        memory, client = self.broker.memory, self.broker.client
        memory.hold_threads = True
        request = OffsetCommitRequest(group_id="g", topics=[topic("t", 0)])
        client.send((request, 8))
        memory.advance(1)
        self.assertEqual(client.receive(), [])
        memory.run_threads()
        self.assertEqual(client.receive()[0].topics[0].partitions[0].error_code, 0)
        client.answers.clear()
        client.send((request, 8))
        memory.advance(5)
        self.assertEqual(client.receive()[0].topics[0].partitions[0].error_code, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        memory.run_threads()
        memory.hold_threads = False
        memory.stop()
