"""A KRaft controller's log, built here record by record."""

from __future__ import annotations

import struct
import unittest

from klog.records.contract import CONTROL, InvalidRecords
from klog.records.implementations import codec
from klog.storage.directories.kraft_metadata import KraftMetadata, read_kraft_metadata
from tests.storage.logs import Place

A, B, C = bytes([1] * 16), bytes([2] * 16), bytes([3] * 16)
FOLDER = "/data/__cluster_metadata-0"


def record(key: int, *fields: bytes, version: int = 0, tags: bytes = b"\0") -> bytes:
    return bytes([1, key, version]) + b"".join(fields) + tags


def text(value: str | None) -> bytes:
    return b"\0" if value is None else bytes([len(value) + 1]) + value.encode()


def i32(value: int) -> bytes:
    return struct.pack(">i", value)


def topic(name: str, topic_id: bytes) -> bytes:
    return record(2, text(name), topic_id)


def partition(topic_id: bytes, number: int, epoch: int) -> bytes:
    brokers = b"\2" + i32(1)
    return record(3, i32(number), topic_id, brokers, brokers, b"\1", b"\1", i32(1), i32(epoch), i32(0), b"\2" + bytes(16), version=1)


def change(topic_id: bytes, number: int, leader: int | None) -> bytes:
    tags = b"\0" if leader is None else b"\1\1\4" + i32(leader)
    return record(5, i32(number), topic_id, tags=tags)


def config(resource: str, name: str, value: str | None, kind: int = 2) -> bytes:
    return record(4, bytes([kind]), text(resource), text(name), text(value))


def producer_ids(following: int) -> bytes:
    return record(15, i32(1), bytes(8), struct.pack(">q", following))


class KraftMetadataTests(unittest.TestCase):
    """Snapshots, segments, transactions, damage."""

    def setUp(self) -> None:
        self.place = Place()
        self.place.fs.make_directory(FOLDER)
        self.context = self.place.directory().context

    def write(self, name: str, *batches: list[bytes], base: int = 0) -> int:
        data = b""
        for values in batches:
            data += codec.build_batch([(0, None, value, ()) for value in values], base_offset=base, partition_leader_epoch=1)
            base += len(values)
        self.place.fs.write(f"{FOLDER}/{name}", data)
        return base

    def read(self) -> KraftMetadata:
        return read_kraft_metadata(self.context, FOLDER)

    def test_configs_of_groups(self) -> None:
        name, other = "consumer.session.timeout.ms", "consumer.heartbeat.interval.ms"
        self.write(
            f"{0:020d}.log",
            [config("g", name, "50000", kind=32), config("g", other, "6000", kind=32), config("h", name, "1", kind=32)],
            [config("g", other, None, kind=32), config("h", name, None, kind=32), config("x", name, None, kind=32)],
        )
        self.assertEqual(self.read().group_configs, {"g": {name: "50000"}})

    def test_topics_configs_epochs(self) -> None:
        self.write(
            f"{0:020d}.log",
            [topic("a", A), partition(A, 0, 0), partition(A, 1, 4), topic("b", B), partition(B, 0, 0)],
            [config("a", "retention.ms", "5"), config("a", "flush.ms", "1"), config("1", "x", "y", kind=4), producer_ids(1000)],
            [change(A, 0, 2), change(A, 0, None), change(A, 0, -2), change(A, 0, -1), config("a", "flush.ms", None), producer_ids(2000)],
            [topic("c", C), partition(C, 0, 0), config("c", "retention.ms", "7"), record(9, C), record(7, b"whatever this is")],
        )
        found = self.read()
        self.assertEqual(found.topic_ids, {"a": A, "b": B})
        self.assertEqual(found.configs, {"a": {"retention.ms": "5"}, "b": {}})
        self.assertEqual(found.leader_epochs, {("a", 0): 2, ("a", 1): 4, ("b", 0): 0})
        self.assertEqual(found.next_producer_id, 2000)

    def test_a_snapshot_and_what_is_behind_it(self) -> None:
        self.write(f"{4:020d}-{1:010d}.checkpoint", [topic("old", A)])
        self.write(f"{8:020d}-{1:010d}.checkpoint", [topic("a", A), config("a", "retention.ms", "1")])
        # Offsets 6 and 7 are in the snapshot already, 8 is not.
        self.write(
            f"{6:020d}.log", [config("a", "retention.ms", "wrong"), config("a", "gone", "wrong"), config("a", "flush.ms", "2")], base=6
        )
        self.write(f"{9:020d}.log", [topic("b", B)], base=9)
        found = self.read()
        self.assertEqual(found.configs, {"a": {"retention.ms": "1", "flush.ms": "2"}, "b": {}})

    def test_metadata_transactions(self) -> None:
        begin, end, abort = record(23), record(24), record(25)
        self.write(f"{0:020d}.log", [begin, topic("a", A), end, begin, topic("b", B), abort, begin, topic("c", C)])
        self.assertEqual(self.read().topic_ids, {"a": A})

    def test_control_batches_and_a_torn_tail(self) -> None:
        data = codec.build_batch([(0, b"\0\0\0\2", b"leader", ())], attributes=CONTROL)
        data += codec.build_batch([(0, None, topic("a", A), ())], base_offset=1)
        data += codec.build_batch([(0, None, topic("b", B), ())], base_offset=2)[:-1]
        self.place.fs.write(f"{FOLDER}/{0:020d}.log", data)
        self.assertEqual(self.read().topic_ids, {"a": A})

    def test_unknown_forms(self) -> None:
        for bad in (b"\0\2\0", b"\2\2\0", b"\1\2\0\x50abc", b"\1\2\0\4abc", b"", b"\xff\xff\xff\xff\xff\xff"):
            self.write(f"{0:020d}.log", [bad])
            with self.assertRaises(InvalidRecords):
                self.read()

    def test_nothing(self) -> None:
        self.assertEqual(self.read(), KraftMetadata())
