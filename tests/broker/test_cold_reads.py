"""Reads for which the disk has to be waited for: nobody else waits with them."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.list_offsets import ListOffsetsHandler
from klog.storage.index_pages import IndexPages
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from tests.broker.rig import START_S, DataPathTestCase, batch, partitions_of, records_of

NOW_MS = START_S * 1000


class ColdTopicTestCase(DataPathTestCase):
    """A topic of many segments, none of it in memory, with a value of 200 bytes in each batch."""

    def fill(self, name: str = "t", partitions: int = 1, batches: int = 30, **configs: str) -> None:
        """Make it."""
        self.create(name, partitions, internal_segment_bytes="1200", **configs)
        for index in range(partitions):
            for number in range(batches):
                self.produce(batch(b"%04d" % number * 50, timestamp_ms=NOW_MS + number), topic=name, index=index)
        self.cool()

    def cool(self) -> None:
        """Nothing is in memory, as after a restart: no page, no inode, no index, no open file."""
        self.fs.drop_caches()
        for directory in self.directories:
            directory.context.files.clear()
            for log in directory.logs.values():
                log._reader._positions.clear()
                log._reader._found.clear()
                directory.context.index_pages = IndexPages()
                for segment in list(log._segments)[:-1]:
                    segment.unload_indexes()
                    segment._max_timestamp = segment._first_timestamp = segment._modified_ms = segment.index_entries = None

    def answer(self, waiting: Any) -> Any:
        """What a request is answered with, all threads run."""
        self.thread.run_all()
        return self.outcome(waiting)

    def check_nobody_waited(self) -> None:
        """For the disk, on the reactor's thread."""
        self.assertEqual(self.fs.cold_touches, [])


class LaggingReaderTests(ColdTopicTestCase):
    """Readers of old segments."""

    def test_three_readers_far_behind(self) -> None:
        """Each at another place, by turns, with nothing in memory at any time."""
        self.fill()
        offsets = [0, 9, 17]
        for _ in range(40):
            for number, offset in enumerate(offsets):
                if offset < 30:
                    self.cool()
                    [got] = partitions_of(self.answer(self.fetch(("t", 0, offset), partition_max_bytes=700)))
                    offsets[number] = records_of(got)[-1].offset + 1
        self.assertEqual(offsets, [30, 30, 30])
        self.check_nobody_waited()

    def test_list_offsets(self) -> None:
        """By time, by the largest time, and by the times of files."""
        self.fill()
        handler = ListOffsetsHandler(self.partitions)

        def ask(timestamp: int, version: int = 7) -> Any:
            self.cool()
            one = ListOffsetsPartition(partition_index=0, timestamp=timestamp, max_num_offsets=1 if version else 100)
            request = ListOffsetsRequest(topics=[ListOffsetsTopic(name="t", partitions=[one])])
            return self.answer(self.ask(handler, version, request)).topics[0].partitions[0]

        for number in (0, 3, 11, 29):
            self.assertEqual(ask(NOW_MS + number).offset, number)
        self.assertEqual(ask(-3).offset, 29)
        self.assertGreater(len(ask(NOW_MS + 10_000, 0).old_style_offsets), 5)
        self.check_nobody_waited()

    def test_retention(self) -> None:
        """By time: the largest timestamp of every segment counts."""
        self.fill(retention_ms="1000")
        self.clock.advance(2)
        result = self.partitions.apply_retention(self.now_ms())
        self.thread.run_all()
        self.outcome(result)
        self.assertLess(self.partition().log.segment_count, 3)
        self.check_nobody_waited()
