"""ListOffsets: every version and every special timestamp."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.list_offsets import ListOffsetsHandler
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from tests.broker.rig import START_S, DataPathTestCase, batch

NOW_MS = START_S * 1000


class ListOffsetsTests(DataPathTestCase):
    """`ListOffsetsHandler` over a log with offsets 2 to 5, written at 20, 50, 40, 30 milliseconds after the start."""

    def setUp(self) -> None:
        super().setUp()
        self.create("t", 1)
        self.handler = ListOffsetsHandler(self.partitions)
        for after in (0, 10, 20, 50, 40, 30):
            self.produce(batch(b"x", timestamp_ms=NOW_MS + after))
        self.partition().delete_records(2)

    def ask_for(self, *wanted: tuple[str, int, int], version: int = 11, epoch: int = -1, count: int = 1, **fields: Any) -> list[Any]:
        """Answers for (topic, partition, timestamp)s."""
        request = ListOffsetsRequest(
            replica_id=fields.pop("replica_id", -1),
            topics=[
                ListOffsetsTopic(
                    name=name,
                    partitions=[
                        ListOffsetsPartition(
                            partition_index=index,
                            timestamp=timestamp,
                            current_leader_epoch=epoch,
                            max_num_offsets=count if not version else 1,
                        )
                    ],
                )
                for name, index, timestamp in wanted
            ],
            **fields,
        )
        response = self.ask(self.handler, version, request)
        return [one for topic in response.topics for one in topic.partitions]

    def found(self, timestamp: int, version: int = 11, **more: Any) -> tuple[int, int, int, int]:
        """Error, timestamp, offset, leader epoch."""
        [one] = self.ask_for(("t", 0, timestamp), version=version, **more)
        return one.error_code, one.timestamp, one.offset, one.leader_epoch

    def test_special(self) -> None:
        """Each from the version that has it."""
        for timestamp, since, expected in (
            (-1, 1, (0, -1, 6, 0)),
            (-2, 1, (0, -1, 2, 0)),
            (-3, 7, (0, NOW_MS + 50, 3, 0)),
            (-4, 8, (0, -1, 2, 0)),
            (-5, 9, (0, -1, -1, -1)),
            (-6, 11, (0, -1, -1, -1)),
            (-7, 99, (0, 0, 0, 0)),
        ):
            for version in range(1, 12):
                wanted = (
                    (ErrorCode.UNSUPPORTED_VERSION, -1, -1, -1) if version < since else (*expected[:3], expected[3] if version >= 4 else -1)
                )
                self.assertEqual(self.found(timestamp, version), wanted, (timestamp, version))

    def test_by_time(self) -> None:
        """The first at or after; nothing before the log's start, nothing after the last."""
        for after, offset, at in ((-5, 2, 20), (0, 2, 20), (20, 2, 20), (21, 3, 50), (50, 3, 50)):
            self.assertEqual(self.found(NOW_MS + after), (0, NOW_MS + at, offset, 0))
        self.assertEqual(self.found(NOW_MS + 51), (0, -1, -1, -1))
        self.assertEqual(self.found(0, 1), (0, NOW_MS + 20, 2, -1))

    def test_what_is_not_exposed(self) -> None:
        """Consumers do not see it, brokers and the debugging consumer do."""
        self.create("f", 1, flush_messages="1000")
        self.thread.slow = True
        self.put(b"a", topic="f")
        for replica_id, offset in ((-1, 0), (-2, 1), (3, 1)):
            [one] = self.ask_for(("f", 0, -1), replica_id=replica_id)
            self.assertEqual(one.offset, offset)
        for timestamp in (-3, 0):
            [one] = self.ask_for(("f", 0, timestamp))
            self.assertEqual((one.error_code, one.offset), (0, -1))

    def test_isolation(self) -> None:
        """The last stable offset ends what a committed reader sees."""
        self.partition().log._producers.update(77, 0, 0, 4, 4, 0, True)
        self.assertEqual(self.found(-1, isolation_level=1), (0, -1, 4, 0))
        self.assertEqual(self.found(-1), (0, -1, 6, 0))
        self.assertEqual(self.assertRaises(KlogError, self.found, -1, isolation_level=7).code, ErrorCode.UNKNOWN_SERVER_ERROR)

    def test_errors(self) -> None:
        """Unknown topics and partitions, epochs."""
        for wanted, epoch, code in (
            (("x", 0, -1), -1, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            (("t", 1, -1), -1, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            (("t", 0, -1), 1, ErrorCode.UNKNOWN_LEADER_EPOCH),
            (("t", 0, -1), 0, ErrorCode.NONE),
        ):
            [one] = self.ask_for(wanted, epoch=epoch)
            self.assertEqual(one.error_code, code)
        self.partition().leader_epoch = 2
        self.assertEqual(self.found(-1, epoch=1)[0], ErrorCode.FENCED_LEADER_EPOCH)

    def test_named_twice(self) -> None:
        """INVALID_REQUEST, once; the others are answered."""
        self.create("u", 1)
        answers = self.ask_for(("t", 0, -1), ("u", 0, -1), ("t", 0, -2))
        self.assertEqual([one.error_code for one in answers], [ErrorCode.INVALID_REQUEST, 0])

    def test_version_0(self) -> None:
        """Segment bases, newest first, the end in front; -1 the end, -2 the start."""
        self.create("s", 1, internal_segment_bytes="80")
        for _ in range(3):
            self.clock.advance(1)
            self.put(b"x", topic="s")
        for timestamp, count, expected in (
            (-1, 1, [3]),
            (-1, 10, [3, 2, 1, 0]),
            (-2, 10, [0]),
            (-1, 0, []),
            (NOW_MS + 2000, 10, [1, 0]),
            (NOW_MS - 1, 10, []),
        ):
            [one] = self.ask_for(("s", 0, timestamp), version=0, count=count)
            self.assertEqual((one.error_code, one.old_style_offsets), (0, expected), timestamp)
        [one] = self.ask_for(("s", 0, -3), version=0)
        self.assertEqual((one.error_code, one.old_style_offsets), (ErrorCode.UNSUPPORTED_VERSION, []))
        [one] = self.ask_for(("x", 0, -1), version=0)
        self.assertEqual(one.error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    def test_error_answer(self) -> None:
        """What the dispatcher answers with when all else fails."""
        request = ListOffsetsRequest(topics=[ListOffsetsTopic(name="t", partitions=[ListOffsetsPartition(partition_index=3)])])
        [topic] = self.handler.error_answer(5, request, ErrorCode.UNKNOWN_SERVER_ERROR, None).topics
        self.assertEqual([(one.partition_index, one.error_code) for one in topic.partitions], [(3, -1)])
