"""The text checkpoints: bytes as Kafka writes them, strict reading."""

from __future__ import annotations

import errno

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.model import TopicPartition
from klog.storage import checkpoint_files as checkpoints
from klog.storage.checkpoint_files import CorruptCheckpoint, EpochEntry
from klog.testing.filesystem import MemoryFileSystem

GOLDEN_OFFSETS = b"0\n3\na 0 17\na 10 0\nb-c 2 9223372036854775807\n"
OFFSETS = {TopicPartition("b-c", 2): 2**63 - 1, TopicPartition("a", 10): 0, TopicPartition("a", 0): 17}
GOLDEN_EPOCHS = b"0\n2\n0 0\n5 1234\n"
EPOCHS = [EpochEntry(0, 0), EpochEntry(5, 1234)]


class OffsetCheckpointTests(SynchronousTestCase):
    """Offsets of many partitions."""

    def test_golden(self) -> None:
        self.assertEqual(checkpoints.format_offsets(OFFSETS), GOLDEN_OFFSETS)
        self.assertEqual(checkpoints.parse_offsets("x", GOLDEN_OFFSETS), OFFSETS)
        self.assertEqual(checkpoints.format_offsets({}), b"0\n0\n")
        self.assertEqual(checkpoints.parse_offsets("x", b"0\n0\n"), {})

    def test_an_empty_file_has_no_entries(self) -> None:
        self.assertEqual(checkpoints.parse_offsets("x", b""), {})

    def test_files(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/d")
        self.assertEqual(checkpoints.read_offsets(fs, "/d/recovery-point-offset-checkpoint"), {})
        checkpoints.write_offsets(fs, "/d/recovery-point-offset-checkpoint", OFFSETS)
        self.assertEqual(fs.read("/d/recovery-point-offset-checkpoint"), GOLDEN_OFFSETS)
        self.assertEqual(checkpoints.read_offsets(fs, "/d/recovery-point-offset-checkpoint"), OFFSETS)
        fs.fail_reads(errno.EIO)
        self.assertRaises(OSError, checkpoints.read_offsets, fs, "/d/recovery-point-offset-checkpoint")

    def test_recovery_points(self) -> None:
        """klog's own entry says who wrote the file, and is nobody's partition."""
        fs = MemoryFileSystem()
        fs.make_directory("/d")
        path = "/d/recovery-point-offset-checkpoint"
        self.assertEqual(checkpoints.read_recovery_points(fs, path), ({}, False, frozenset()))
        fs.write(path, GOLDEN_OFFSETS)
        self.assertEqual(checkpoints.read_recovery_points(fs, path), (OFFSETS, False, frozenset()))
        data = checkpoints.format_recovery_points(OFFSETS)
        self.assertEqual(data, GOLDEN_OFFSETS.replace(b"0\n%d\n" % len(OFFSETS), b"0\n%d\n:klog 0 1\n" % (len(OFFSETS) + 1), 1))
        fs.write(path, data)
        self.assertEqual(checkpoints.read_recovery_points(fs, path), (OFFSETS, True, frozenset()))
        self.assertEqual(checkpoints.read_offsets(fs, path), OFFSETS)

    def test_logs_that_are_still_somebody_else_s(self) -> None:
        """Named beside their offsets, where they have any; a topic may well be called klog."""
        fs = MemoryFileSystem()
        fs.make_directory("/d")
        foreign = frozenset({TopicPartition("klog", 0), TopicPartition("a.b", 7), TopicPartition("x" * 249, 1)})
        fs.write("/d/x", checkpoints.format_recovery_points({TopicPartition("klog", 0): 5}, foreign))
        found = checkpoints.read_recovery_points(fs, "/d/x")
        self.assertEqual(found, ({TopicPartition("klog", 0): 5}, True, foreign))
        self.assertEqual([found.is_klogs(TopicPartition("klog", number)) for number in (0, 1)], [False, True])
        self.assertFalse(found._replace(by_klog=False).is_klogs(TopicPartition("klog", 1)))

    def test_damage_names_file_and_line(self) -> None:
        for data, line, sentence in (
            (b"1\n0\n", "line 1", "version"),
            (b"\x00\x00\x00", "line 1", "version"),
            (b"0\n", "line 2", "missing"),
            (b"0\nx\n", "line 2", "missing"),
            (b"0\n-1\n", "line 2", "missing"),
            (b"0\n2\na 0 1\n", "line 2", "2 entries are announced and 1 follow"),
            (b"0\n1\na 0 1\nb 0 1\n", "line 2", "announced"),
            (b"0\n1\na 0\n", "line 3", "form"),
            (b"0\n2\na 0 1\nb 0 x\n", "line 4", "form"),
            (b"0\n1\na 0 -1\n", "line 3", "form"),
            (b"0\n1\na 0 9223372036854775808\n", "line 3", "form"),
            (b"0\n1\na 2147483648 1\n", "line 3", "form"),
            (b"0\n1\n\xff 0 1\n", "line 3", "UTF-8"),
            (b"0\n1\n" + b"a" * 2000 + b" 0 1\n", "line 3", "longer"),
            (b"0\n2\na 0 1\na 0 2\n", "", "twice"),
        ):
            error = self.assertRaises(CorruptCheckpoint, checkpoints.parse_offsets, "/d/cp", data)
            for part in ("/d/cp", line, sentence):
                self.assertIn(part, str(error), data)

    @given(st.binary(max_size=60))
    @settings(deadline=None, max_examples=200)
    def test_nothing_but_its_own_error(self, data: bytes) -> None:
        for parse in (checkpoints.parse_offsets, checkpoints.parse_leader_epochs):
            for content in (data, b"0\n1\n" + data, b"0\n1\na 0 " + data):
                try:
                    parse("x", content)
                except CorruptCheckpoint:
                    pass

    @given(
        st.dictionaries(
            st.builds(TopicPartition, st.from_regex(r"[a-zA-Z0-9._-]{1,20}", fullmatch=True), st.integers(0, 2**31 - 1)),
            st.integers(0, 2**63 - 1),
            max_size=20,
        )
    )
    @settings(deadline=None, max_examples=60)
    def test_there_and_back(self, offsets: dict[TopicPartition, int]) -> None:
        self.assertEqual(checkpoints.parse_offsets("x", checkpoints.format_offsets(offsets)), offsets)


class LeaderEpochCheckpointTests(SynchronousTestCase):
    """Leader epochs of one partition."""

    def test_golden(self) -> None:
        self.assertEqual(checkpoints.format_leader_epochs(EPOCHS), GOLDEN_EPOCHS)
        self.assertEqual(checkpoints.parse_leader_epochs("x", GOLDEN_EPOCHS), EPOCHS)

    def test_files(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/d")
        path = "/d/leader-epoch-checkpoint"
        self.assertEqual(checkpoints.read_leader_epochs(fs, path), [])
        checkpoints.write_leader_epochs(fs, path, EPOCHS)
        self.assertEqual(checkpoints.read_leader_epochs(fs, path), EPOCHS)

    def test_damage(self) -> None:
        for data, line in (
            (b"0\n2\n1 5\n1 6\n", "line 4"),
            (b"0\n2\n1 5\n2 5\n", "line 4"),
            (b"0\n1\n-1 5\n", "line 3"),
            (b"0\n1\n2147483648 5\n", "line 3"),
        ):
            self.assertIn(line, str(self.assertRaises(CorruptCheckpoint, checkpoints.parse_leader_epochs, "x", data)))
