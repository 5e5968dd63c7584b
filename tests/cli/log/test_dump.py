"""What files hold, row by row."""

from __future__ import annotations

import unittest

from klog.cli.log.dump import as_text, batch_row, codec_name, dump, payload, record_row
from klog.cli.log.files import Kind, Step, Target, find, target_of
from klog.model import TopicPartition
from klog.records.contract import TRANSACTIONAL, Codec, Header, Record
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec
from klog.storage.checkpoint_files import EpochEntry, write_leader_epochs, write_offsets
from klog.storage.filesystem import FileSystem
from klog.storage.producers.snapshot import SnapshotEntry, format_snapshot
from klog.testing.filesystem import MemoryFileSystem
from klog.wire.coordinator_records import encode_key, encode_value
from klog.wire.group_records import OffsetCommitKey, OffsetCommitValue
from klog.wire.transaction_records import TransactionLogKey, TransactionLogValue
from tests.cli.log.rig import filled


def put(fs: MemoryFileSystem, path: str, data: bytes) -> Target:
    fs.make_directory(path.rpartition("/")[0])
    fs.open(path, write=True, create=True).write_at(0, [data])
    found = target_of(path)
    assert found is not None
    return found


class DumpTests(unittest.TestCase):
    """`dump`."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()

    def rows(self, target: Target, **more: object) -> list[dict[str, object]]:
        fs: FileSystem = self.fs
        return list(dump(fs, target, **more))  # type: ignore[arg-type]

    def test_batches_and_records(self) -> None:
        records = [(5, b"k", b"v\xff", (Header("h", b"1"), Header("n", None))), (7, None, None, ())]
        data = codec.build_batch(records, base_offset=10, codec=Codec.LZ4, producer_id=4, producer_epoch=1, base_sequence=0)
        target = put(self.fs, "/d/t-0/00000000000000000010.log", data)
        batch, first, second = self.rows(target, records=True)
        self.assertEqual((batch["base_offset"], batch["last_offset"], batch["records"], batch["codec"]), (10, 11, 2, "lz4"))
        self.assertTrue(batch["crc_ok"])
        self.assertEqual(first["key"], "k")
        self.assertEqual(first["value_hex"], b"v\xff".hex())
        self.assertEqual(first["headers"], [{"name": "h", "value": "1"}, {"name": "n", "value": None}])
        self.assertEqual((second["offset"], second["value"]), (11, None))
        self.assertEqual([row["offset"] for row in self.rows(target, records=True, first_offset=11) if row["type"] == "record"], [11])
        for row in (batch, first, second):
            self.assertNotIn("\n", as_text(row))
        self.assertIn("lz4", as_text(batch))

    def test_old_formats(self) -> None:
        plain = codec.build_batch([(5, b"k", b"v", ())] * 3)
        for magic in (0, 1):
            target = put(self.fs, "/d/t-0/00000000000000000000.log", codec.to_old_magic(plain, magic))
            rows = self.rows(target, records=True)
            self.assertEqual([row["type"] for row in rows], ["batch", "record"] * 3)
            self.assertEqual(rows[0]["magic"], magic)
            self.assertIn(f"format {magic}", as_text(rows[0]))

    def test_broken_places(self) -> None:
        data = bytearray(codec.build_batch([(5, b"k", b"value", ())]))
        data[-2] ^= 1
        target = put(self.fs, "/d/t-0/00000000000000000000.log", bytes(data) + b"torn")
        batch, broken = self.rows(target)
        self.assertFalse(batch["crc_ok"])
        self.assertIn("BROKEN", as_text(batch))
        self.assertEqual(broken["type"], "broken")
        self.assertNotIn("crc_ok", self.rows(target, check=False)[0])

    def test_control_records(self) -> None:
        data = build_marker(codec, Marker(False, 3), producer_id=9, producer_epoch=0, timestamp_ms=5)
        target = put(self.fs, "/d/t-0/00000000000000000000.log", data)
        batch, record = self.rows(target, records=True)
        self.assertEqual((batch["control"], batch["transactional"]), (True, True))
        self.assertEqual((record["control"], record["coordinator_epoch"]), ("abort", 3))
        self.assertIn("control abort", as_text(record))
        self.assertEqual(TRANSACTIONAL, 0x10)

    def test_group_records(self) -> None:
        key = encode_key(OffsetCommitKey(group="g", topic="t", partition=1))
        value = encode_value(OffsetCommitValue(offset=7, metadata="", commit_timestamp=5), 3)
        data = codec.build_batch([(5, key, value, ()), (5, key, None, ()), (5, b"\x00", b"", ()), (5, b"\x00\x63", b"", ())])
        target = put(self.fs, "/d/__consumer_offsets-3/00000000000000000000.log", data)
        _, commit, tombstone, broken, unknown = self.rows(target, records=True)
        found = commit["group_record"]
        assert isinstance(found, dict)
        self.assertEqual(
            (found["kind"], found["key"], found["value"]["offset"]), ("OffsetCommit", {"group": "g", "topic": "t", "partition": 1}, 7)
        )
        self.assertIn("OffsetCommit", as_text(commit))
        self.assertIn("tombstone", as_text(tombstone))
        self.assertIn("reason", broken)
        self.assertIn("key", unknown)
        self.assertIn("key_hex", self.rows(target, records=True, decode=False)[1] | {"key_hex": ""})

    def test_transaction_records(self) -> None:
        key = encode_key(TransactionLogKey(transactional_id="x"))
        values = [encode_value(TransactionLogValue(producer_id=7, transaction_status=4), version) for version in (0, 1)]
        data = codec.build_batch([(5, key, value, ()) for value in (*values, None)])
        target = put(self.fs, "/d/__transaction_state-3/00000000000000000000.log", data)
        _, old, new, tombstone = self.rows(target, records=True)
        for version, row in enumerate((old, new)):
            found = row["transaction_record"]
            assert isinstance(found, dict)
            self.assertEqual((found["value"]["version"], found["value"]["state"]), (version, "CompleteCommit"))
            self.assertIn("transactional_id=x", as_text(row))
        self.assertIn("tombstone", as_text(tombstone))

    def test_indexes(self) -> None:
        entry = (7).to_bytes(4, "big") + (300).to_bytes(4, "big")
        target = put(self.fs, "/d/t-0/00000000000000000100.index", entry + bytes(16) + b"x")
        rows = self.rows(target)
        self.assertEqual(rows[0], {"type": "offset_index", "offset": 107, "position": 300})
        self.assertEqual([row["type"] for row in rows], ["offset_index", "zeros", "broken"])
        target = put(self.fs, "/d/t-0/00000000000000000100.timeindex", (5).to_bytes(8, "big") + (2).to_bytes(4, "big"))
        self.assertEqual(self.rows(target), [{"type": "time_index", "timestamp_ms": 5, "offset": 102}])
        aborted = bytes(2) + b"".join(number.to_bytes(8, "big") for number in (9, 100, 110, 100))
        target = put(self.fs, "/d/t-0/00000000000000000100.txnindex", aborted)
        self.assertEqual(self.rows(target)[0]["last_offset"], 110)

    def test_small_files(self) -> None:
        target = put(self.fs, "/d/t-0/00000000000000000100.snapshot", format_snapshot([SnapshotEntry(1, 0, 5, 99, 5, 7, -1, -1)]))
        self.assertEqual(self.rows(target)[0]["producer_id"], 1)
        write_leader_epochs(self.fs, "/d/t-0/leader-epoch-checkpoint", [EpochEntry(0, 0), EpochEntry(3, 50)])
        target = target_of("/d/t-0/leader-epoch-checkpoint") or target
        self.assertEqual([row["start_offset"] for row in self.rows(target)], [0, 50])
        write_offsets(self.fs, "/d/replication-offset-checkpoint", {TopicPartition("t", 0): 9})
        target = target_of("/d/replication-offset-checkpoint") or target
        self.assertEqual(self.rows(target), [{"type": "checkpoint", "topic": "t", "partition": 0, "offset": 9}])
        for name in ("00000000000000000100.snapshot", "leader-epoch-checkpoint", "partition.metadata", "meta.properties", "klog.state"):
            (row,) = self.rows(put(self.fs, f"/x/t-0/{name}", b"version=9\x00nonsense"))
            self.assertEqual(row["type"], "broken", name)

    def test_everything_of_a_broker(self) -> None:
        broker = filled(30)
        rows = [
            row
            for target in find(broker.file_system, [broker.properties["log.dirs"]])
            for row in dump(broker.file_system, target, records=True)
        ]
        kinds = {row["type"] for row in rows}
        self.assertLessEqual({"batch", "record", "offset_index", "time_index", "leader_epoch", "meta_properties", "state", "topic"}, kinds)
        self.assertNotIn("broken", kinds)
        self.assertEqual(sum(row["type"] == "record" for row in rows), 90)
        for row in rows:
            self.assertTrue(as_text(row).isprintable())


class PartTests(unittest.TestCase):
    """Single rows."""

    def test_parts(self) -> None:
        self.assertEqual([codec_name(0), codec_name(4), codec_name(7)], ["none", "zstd", "7"])
        self.assertEqual(payload("v", None), {"v": None})
        self.assertEqual(record_row(Record(1, 2, None, b"x"), False, None)["value"], "x")
        data = codec.build_batch([(5, b"k", b"v", ())])
        self.assertEqual(batch_row(Step(codec.scan(data)[0], data))["records"], 1)
        self.assertIs(Kind("log"), Kind.LOG)
