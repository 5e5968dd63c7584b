"""partition.metadata."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.model import TopicId
from klog.storage.directories.partition_metadata import (
    CorruptPartitionMetadata,
    format_partition_metadata,
    parse_partition_metadata,
    read_partition_metadata,
    write_partition_metadata,
)
from klog.testing.filesystem import MemoryFileSystem

TOPIC_ID = TopicId(bytes(range(1, 17)))
GOLDEN = b"version: 0\ntopic_id: AQIDBAUGBwgJCgsMDQ4PEA"


class PartitionMetadataTests(SynchronousTestCase):
    """The file of one partition."""

    def test_golden(self) -> None:
        self.assertEqual(format_partition_metadata(TOPIC_ID), GOLDEN)
        self.assertEqual(parse_partition_metadata("x", GOLDEN), TOPIC_ID)
        self.assertEqual(parse_partition_metadata("x", GOLDEN + b"\n"), TOPIC_ID)

    def test_file(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/t-0")
        self.assertIsNone(read_partition_metadata(fs, "/t-0"))
        write_partition_metadata(fs, "/t-0", TOPIC_ID)
        self.assertEqual(fs.read("/t-0/partition.metadata"), GOLDEN)
        self.assertEqual(read_partition_metadata(fs, "/t-0"), TOPIC_ID)
        fs.write("/t-0/partition.metadata", bytes(5000))
        self.assertRaises(OSError, read_partition_metadata, fs, "/t-0")

    def test_damage(self) -> None:
        for data in (
            b"",
            b"version: 1\ntopic_id: AQIDBAUGBwgJCgsMDQ4PEA",
            b"version: 0\n",
            b"version: 0\ntopic_id: short",
            b"version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAA",
            b"version: 0\ntopic_id: AQIDBAUGBwgJCgsMDQ4P!!",
            b"version: 0\nversion: 0\ntopic_id: AQIDBAUGBwgJCgsMDQ4PEA",
            b"\x00\xff\n",
        ):
            error = self.assertRaises(CorruptPartitionMetadata, parse_partition_metadata, "/t-0/partition.metadata", data)
            self.assertIn("/t-0/partition.metadata", str(error))
