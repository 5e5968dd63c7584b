"""A segment's files: stepping over batches, renames."""

from __future__ import annotations

from klog.records.contract import CorruptRecords
from klog.records.implementations import codec
from klog.storage.filenames import DELETED
from klog.storage.segments.batch_headers import SCAN_BYTES
from klog.storage.settings import LogSettings
from tests.storage.segment_case import BASE, SegmentCase


class SegmentFilesTests(SegmentCase):
    """The file of batches, and its name."""

    def test_entries_of_all_sizes(self) -> None:
        made = self.batches([0, 10, SCAN_BYTES * 3, 5, SCAN_BYTES - 40, SCAN_BYTES, 1, 0])
        segment = self.segment(LogSettings(), *made)
        entries = list(segment.entries())
        self.assertEqual([entry.base_offset for entry in entries], [BASE + 2 * number for number in range(len(made))])
        self.assertEqual([segment.read_batch(entry) for entry in entries], made)
        self.assertEqual(entries, codec.scan(b"".join(made)))
        self.assertEqual([entry.base_offset for entry in segment.entries(entries[3].position)], [106, 108, 110, 112, 114])
        self.assertEqual([entry.base_offset for entry in segment.entries(0, entries[2].position)], [100, 102])
        self.assertEqual(segment.next_offset(), BASE + 2 * len(made))

    def test_a_broken_header_is_no_batch(self) -> None:
        segment = self.segment(LogSettings(), *self.batches([10, 10]))
        segment.file(True).write_at(segment.size // 2 + 8, [b"\xff\xff\xff\xff"])
        with self.assertRaises(CorruptRecords):
            list(segment.entries())

    def test_rename(self) -> None:
        segment = self.segment(LogSettings(), *self.batches([10]))
        segment.save_indexes()
        file = segment.file()
        paths = segment.mark_deleted()
        self.assertEqual(sorted(paths), sorted(self.place.fs.walk("/d")))
        self.assertTrue(segment.deleted and all(path.endswith(DELETED) for path in paths))
        self.assertEqual(len(file.read_at(0, 10**6)), segment.size, "who reads may go on")
