"""A segment that a test fills by hand."""

from __future__ import annotations

import unittest

from klog.records.implementations import codec
from klog.storage.segments.segment import Segment
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, Place, batch

BASE = 100


class SegmentCase(unittest.TestCase):
    """Test case whose `segment` is in ``/d`` of a file system in memory."""

    def setUp(self) -> None:
        self.place = Place()
        self.context = self.place.directory().context
        self.place.fs.make_directory("/d")

    def segment(self, settings: LogSettings, *batches: bytes) -> Segment:
        segment = Segment(self.context, "/d", BASE, settings, size=0, created_ms=self.place.clock.ms, fresh=True)
        self.place.fs.write(segment.log_path, b"")
        for data in batches:
            self.add(segment, data)
        return segment

    def add(self, segment: Segment, data: bytes) -> None:
        segment.file(True).write_at(segment.size, [data])
        header = codec.read_header(data)
        last = header.base_offset + header.last_offset_delta
        segment.note_batch(segment.size, len(data), last, header.max_timestamp)
        segment.size += len(data)

    def batches(self, sizes: list[int], *, first_ms: int = NOW_MS) -> list[bytes]:
        made, offset = [], BASE
        for number, size in enumerate(sizes):
            made.append(batch(bytes(size), b"", base_offset=offset, timestamp_ms=first_ms + number))
            offset += 2
        return made
