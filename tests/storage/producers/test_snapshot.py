"""Producer snapshots, byte for byte."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.storage.producers.snapshot import CorruptSnapshot, SnapshotEntry, format_snapshot, parse_snapshot, read_snapshot, write_snapshot
from klog.testing.filesystem import MemoryFileSystem

#: Kafka's dump-log reads this as the two producers below.
GOLDEN = bytes.fromhex(
    "0001"  # version
    "6979ca9e"  # CRC-32C of what follows
    "00000002"  # producers
    "00000000000003e8"  # producer id 1000
    "0003"  # epoch
    "00000029"  # last sequence 41
    "0000000000000063"  # last offset 99
    "00000009"  # last - first offset
    "0000018bcfe56800"  # timestamp 1700000000000
    "ffffffff"  # coordinator epoch
    "ffffffffffffffff"  # no open transaction
    "00000000000003e9"  # producer id 1001
    "0000"
    "ffffffff"  # no batch
    "ffffffffffffffff"
    "00000000"
    "0000018bcfe56801"
    "00000007"
    "000000000000002a"  # transaction open since offset 42
)
ENTRIES = [SnapshotEntry(1000, 3, 41, 99, 9, 1700000000000, -1, -1), SnapshotEntry(1001, 0, -1, -1, 0, 1700000000001, 7, 42)]


class SnapshotTests(SynchronousTestCase):
    """Format and file."""

    def test_golden(self) -> None:
        self.assertEqual(format_snapshot(ENTRIES), GOLDEN)
        self.assertEqual(parse_snapshot("x", GOLDEN), ENTRIES)
        self.assertEqual(parse_snapshot("x", format_snapshot([])), [])

    def test_every_byte_counts(self) -> None:
        for position in range(len(GOLDEN)):
            broken = bytearray(GOLDEN)
            broken[position] ^= 0x40
            self.assertRaises(CorruptSnapshot, parse_snapshot, "x", bytes(broken))
        for length in range(len(GOLDEN)):
            self.assertIn("/s", str(self.assertRaises(CorruptSnapshot, parse_snapshot, "/s", GOLDEN[:length])))
        self.assertRaises(CorruptSnapshot, parse_snapshot, "x", GOLDEN + b"\0")

    def test_file(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/d")
        write_snapshot(fs, "/d/00000000000000000100.snapshot", ENTRIES)
        self.assertEqual(fs.read("/d/00000000000000000100.snapshot"), GOLDEN)
        self.assertEqual(read_snapshot(fs, "/d/00000000000000000100.snapshot"), ENTRIES)

    @given(
        st.lists(
            st.builds(
                SnapshotEntry,
                st.integers(0, 2**63 - 1),
                st.integers(-1, 2**15 - 1),
                st.integers(-1, 2**31 - 1),
                st.integers(-1, 2**63 - 1),
                st.integers(0, 2**31 - 1),
                st.integers(-1, 2**63 - 1),
                st.integers(-1, 2**31 - 1),
                st.integers(-1, 2**63 - 1),
            ),
            max_size=10,
        )
    )
    @settings(deadline=None, max_examples=50)
    def test_there_and_back(self, entries: list[SnapshotEntry]) -> None:
        self.assertEqual(parse_snapshot("x", format_snapshot(entries)), entries)
