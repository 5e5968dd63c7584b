"""Names on disk."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.model import TopicPartition
from klog.storage import filenames
from klog.storage.filenames import DirectoryName, DirectoryRole, FileName

UNIQUE = "0123456789abcdef" * 2


class FileNameTests(SynchronousTestCase):
    """Files of a partition."""

    def test_golden(self) -> None:
        self.assertEqual(filenames.file_name(42, filenames.LOG), "00000000000000000042.log")
        self.assertEqual(
            filenames.file_path("/d/t-0", 42, filenames.TIME_INDEX, filenames.DELETED), "/d/t-0/00000000000000000042.timeindex.deleted"
        )
        self.assertEqual(filenames.file_name(2**63 - 1, filenames.SNAPSHOT), "09223372036854775807.snapshot")

    def test_out_of_range(self) -> None:
        self.assertRaises(ValueError, filenames.file_name, -1, filenames.LOG)
        self.assertRaises(ValueError, filenames.file_name, 2**63, filenames.LOG)

    def test_others_are_not_ours(self) -> None:
        for name in (
            "leader-epoch-checkpoint",
            "partition.metadata",
            "42.log",
            "00000000000000000042.logs",
            "00000000000000000042.log.tmp",
            "00000000000000000042log",
            "-0000000000000000042.log",
            "99999999999999999999.log",
            "0000000000000000004２.log",
            "00000000000000000042.log.deleted.swap",
            "",
        ):
            self.assertIsNone(filenames.parse_file_name(name), name)

    @given(
        st.integers(0, 2**63 - 1),
        st.sampled_from([*filenames.SEGMENT_SUFFIXES, filenames.SNAPSHOT]),
        st.sampled_from(["", filenames.DELETED, filenames.CLEANED, filenames.SWAP, ".cleaned.deleted"]),
    )
    @settings(deadline=None, max_examples=50)
    def test_there_and_back(self, offset: int, suffix: str, stage: str) -> None:
        self.assertEqual(filenames.parse_file_name(filenames.file_name(offset, suffix, stage)), FileName(offset, suffix, stage))


class DirectoryNameTests(SynchronousTestCase):
    """Directories of a data directory."""

    def test_current(self) -> None:
        for topic, partition in (("t", 0), ("a-b", 12), ("a-1", 2), ("__x.y", 2**31 - 1), ("x" * 249, 0), ("a-0-delete", 3)):
            tp = TopicPartition(topic, partition)
            self.assertEqual(filenames.parse_directory_name(filenames.directory_name(tp)), DirectoryName(tp, DirectoryRole.CURRENT))

    def test_roles(self) -> None:
        tp = TopicPartition("my.topic-x", 7)
        for role, ending in ((DirectoryRole.DELETE, "-delete"), (DirectoryRole.FUTURE, "-future"), (DirectoryRole.STRAY, "-stray")):
            name = filenames.role_directory_name(tp, role, UNIQUE)
            self.assertEqual(name, f"my.topic-x-7.{UNIQUE}{ending}")
            self.assertEqual(filenames.parse_directory_name(name), DirectoryName(tp, role))

    def test_a_long_topic_gives_way(self) -> None:
        name = filenames.role_directory_name(TopicPartition("x" * 249, 123456), DirectoryRole.DELETE, UNIQUE)
        self.assertEqual(len(name), 255)
        parsed = filenames.parse_directory_name(name)
        assert parsed is not None
        self.assertEqual((parsed.topic_partition.partition, parsed.role), (123456, DirectoryRole.DELETE))

    def test_bad_arguments(self) -> None:
        tp = TopicPartition("t", 0)
        self.assertRaises(ValueError, filenames.role_directory_name, tp, DirectoryRole.DELETE, "x")
        self.assertRaises(ValueError, filenames.role_directory_name, tp, DirectoryRole.CURRENT, UNIQUE)

    def test_nobodys(self) -> None:
        for name in (
            "",
            "topic",
            "-0",
            "topic-",
            "topic-x",
            "topic--",
            "t-00",
            "t-01",
            "t-99999999999",
            "t-0.abc-delete",
            "t-0-delete",
            "t/x-0",
            "t ä-0",
        ):
            self.assertIsNone(filenames.parse_directory_name(name), name)
