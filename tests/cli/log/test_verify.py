"""`klog log verify`: quiet about what a broker leaves, loud about each thing that is broken."""

from __future__ import annotations

import contextlib
import io
import os
import pathlib
import struct
import tempfile
import unittest
from collections.abc import Callable

from klog.cli import main
from klog.cli.log.files import Kind, Step, files_in
from klog.cli.log.verify import MAX_PER_FILE, PartitionCheck, Report, Severity, check_directory, check_inside, read_checkpoints
from klog.client.producing.producer import Producer
from klog.model import TopicPartition
from klog.records.contract import TRANSACTIONAL, InvalidRecords
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec
from klog.storage.checkpoint_files import EpochEntry, read_leader_epochs, write_leader_epochs, write_offsets
from klog.testing.broker import MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from tests.cli.log.rig import PROPERTIES, change, filled, read

DATA = "/data"


class VerifyTests(unittest.TestCase):
    """One filled directory, broken in one place at a time."""

    def setUp(self) -> None:
        self.broker = filled()
        self.fs = self.broker.file_system
        self.data = self.broker.properties["log.dirs"]
        self.folder = f"{self.data}/t-0"

    def check(self) -> Report:
        return PartitionCheck(self.fs, self.folder).run()

    def paths(self, kind: Kind) -> list[str]:
        return [target.path for target in files_in(self.fs, self.folder) if target.kind is kind and self.fs.size(target.path)]

    def complaint(self, report: Report, words: str) -> None:
        self.assertTrue(any(words in problem.sentence for problem in report.problems), (words, report.problems))

    def test_what_a_broker_leaves(self) -> None:
        seen: list[int] = []
        report = PartitionCheck(self.fs, self.folder, seen.append).run()
        self.assertEqual(report.problems, [])
        self.assertGreater(report.segments, 2)
        self.assertGreater(report.index_entries, 10)
        self.assertEqual((report.batches, report.records, report.start_offset, report.end_offset), (60, 180, 0, 180))
        self.assertEqual(sum(seen), report.size_bytes)
        self.assertEqual(report.partition, TopicPartition("t", 0))
        self.assertEqual(check_directory(self.fs, self.data, [report], read_checkpoints(self.fs, self.data)).errors, 0)

    def test_a_flipped_byte(self) -> None:
        path = self.paths(Kind.LOG)[1]
        change(self.fs, path, 100, bytes([read(self.fs, path)[100] ^ 1]))
        report = self.check()
        self.complaint(report, "checksum")
        self.assertEqual(report.errors, 1)

    def test_a_torn_tail(self) -> None:
        last = self.paths(Kind.LOG)[-1]
        self.fs.open(last, write=True).truncate(self.fs.size(last) - 5)
        report = self.check()
        self.complaint(report, "incomplete batch")
        first = self.paths(Kind.LOG)[0]
        self.assertEqual(report.problems[0].severity, Severity.WARNING)
        self.fs.open(first, write=True).truncate(self.fs.size(first) - 5)
        self.assertGreaterEqual(self.check().errors, 1)

    def test_a_missing_segment_is_a_gap_and_no_error(self) -> None:
        self.fs.remove(self.paths(Kind.LOG)[1])
        report = self.check()
        self.assertEqual(report.errors, 0)
        self.complaint(report, "no log beside this index")

    def test_segments_that_overlap(self) -> None:
        first, second = self.paths(Kind.LOG)[:2]
        data = read(self.fs, second)
        change(self.fs, first, self.fs.size(first), data)
        report = self.check()
        self.complaint(report, "the segment before it reaches")

    def test_offset_index(self) -> None:
        path = self.paths(Kind.OFFSET_INDEX)[0]
        good = read(self.fs, path)
        offset, position = struct.unpack(">ii", good[8:16])
        for entry, words in (
            ((offset, position + 1), "no batch begins at position"),
            ((offset - 5, position), "behind"),
            ((offset, 1 << 30), "beyond the"),
            ((0, 0), "does not rise"),
        ):
            change(self.fs, path, 8, struct.pack(">ii", *entry))
            self.complaint(self.check(), words)
        change(self.fs, path, 8, good[8:16])
        self.assertEqual(self.check().problems, [])
        change(self.fs, path, len(good), bytes(800))
        self.assertEqual(self.check().problems, [], "room that was set aside")
        change(self.fs, path, len(good), b"\x01\x02\x03")
        self.fs.open(path, write=True).truncate(len(good) + 3)
        self.complaint(self.check(), "no multiple of 8")

    def test_time_index(self) -> None:
        path = self.paths(Kind.TIME_INDEX)[0]
        good = read(self.fs, path)
        timestamp, offset = struct.unpack(">qi", good[12:24])
        for entry, words in (
            ((timestamp + 1, offset), "but the largest up to"),
            ((timestamp - 1, offset), "but a record up to"),
            ((timestamp, 1 << 20), "beyond the log"),
        ):
            change(self.fs, path, 12, struct.pack(">qi", *entry))
            self.complaint(self.check(), words)

    def test_leader_epochs(self) -> None:
        path = f"{self.folder}/leader-epoch-checkpoint"
        write_leader_epochs(self.fs, path, [EpochEntry(0, 0), EpochEntry(7, 60)])
        self.complaint(self.check(), "leader-epoch-checkpoint says 7")
        change(self.fs, path, 0, b"nonsense")
        self.assertGreater(self.check().errors, 0)

    def test_snapshots(self) -> None:
        path = f"{self.folder}/00000000000000000999.snapshot"
        self.fs.open(path, write=True, create=True).write_at(0, [b"\x00\x01nonsense-nonsense"])
        report = self.check()
        self.assertEqual([problem.path for problem in report.problems], [path])

    def test_transaction_index(self) -> None:
        path = f"{self.folder}/00000000000000000000.txnindex"
        entry = struct.pack(">hqqqq", 0, 9, 5, 1000, 5)
        self.fs.open(path, write=True, create=True).write_at(0, [entry])
        self.complaint(self.check(), "beyond the log")
        change(self.fs, path, 0, b"\xff")
        self.complaint(self.check(), "version")

    def transactions(self, *entries: tuple[int, int, int]) -> Report:
        """Three transactions of producer 9 in a log: at 0-1 aborted at 2, at 3 committed at 4, and none aborted at 5; the index says so."""
        batches = [
            codec.build_batch(
                [(5, None, b"v", ())] * count, base_offset=at, producer_id=9, producer_epoch=0, base_sequence=0, attributes=TRANSACTIONAL
            )
            for at, count in ((0, 2), (3, 1))
        ]
        markers = [
            build_marker(codec, Marker(commit, 0), producer_id=9, producer_epoch=0, timestamp_ms=5, base_offset=at)
            for at, commit in ((2, False), (4, True), (5, False))
        ]
        folder = "/other/t-0"
        self.fs.make_directory(folder)
        data = b"".join((batches[0], markers[0], batches[1], *markers[1:]))
        self.fs.open(f"{folder}/{0:020}.log", write=True, create=True).write_at(0, [data])
        path = f"{folder}/{0:020}.txnindex"
        if entries:
            index = b"".join(struct.pack(">hqqqq", 0, *entry, 0) for entry in entries)
            self.fs.open(path, write=True, create=True).write_at(0, [index])
        return PartitionCheck(self.fs, folder).run()

    def test_aborted_transactions(self) -> None:
        """What readers of committed data must not see, the index has to say."""
        self.assertEqual(self.transactions((9, 0, 2)).problems, [])
        self.complaint(self.transactions((9, 1, 2)), "begins at offset 0, its index begins at 1")
        self.complaint(self.transactions((9, 0, 2), (9, 3, 4)), "the marker at offset 4 commits")
        self.complaint(self.transactions((8, 0, 2)), "producer 9's, not 8's")

    def test_an_aborted_transaction_that_no_index_has(self) -> None:
        self.complaint(self.transactions(), "from offset 0 on was aborted at 2, and no index says so")

    def test_partition_metadata(self) -> None:
        change(self.fs, f"{self.folder}/partition.metadata", 0, b"nonsense")
        self.assertEqual(self.check().errors, 1)

    def test_checkpoints(self) -> None:
        report = self.check()
        write_offsets(self.fs, f"{self.data}/replication-offset-checkpoint", {TopicPartition("t", 0): 181, TopicPartition("gone", 0): 1})
        found = check_directory(self.fs, self.data, [report], read_checkpoints(self.fs, self.data))
        self.assertEqual((found.errors, found.warnings), (1, 1))
        for name in ("meta.properties", "klog.state", "recovery-point-offset-checkpoint"):
            change(self.fs, f"{self.data}/{name}", 0, b"\x00\xff")
        self.assertEqual(check_directory(self.fs, self.data, [report], read_checkpoints(self.fs, self.data)).errors, 4)

    def test_many_problems_are_counted(self) -> None:
        path = self.paths(Kind.OFFSET_INDEX)[0]
        self.fs.open(path, write=True).write_at(0, [struct.pack(">ii", 1, 1) * 50])
        report = self.check()
        self.assertEqual(sum(problem.path == path for problem in report.problems), MAX_PER_FILE)
        self.assertGreater(report.more[path], 0)

    def test_an_empty_directory(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/d/t-0")
        report = PartitionCheck(fs, "/d/t-0").run()
        self.assertEqual((report.errors, report.warnings), (0, 1))


class LivingTests(unittest.TestCase):
    """Beside a broker that runs, or that was killed: what is only in its memory yet is no error."""

    def test_what_is_not_written_yet(self) -> None:
        broker = MemoryBroker(PROPERTIES).start()
        broker.create_topics({"t": 1})
        broker.put("t", [b"first"])
        broker.stop()
        broker.start()  # with a higher leader epoch

        async def abort() -> None:
            producer = Producer(broker.reactor, broker.bootstrap, transactional_id="x")
            transaction = producer.transaction()
            await transaction.begin()
            await producer.send("t", b"never", partition=0)
            await transaction.abort()
            await producer.stopService()

        broker.reactor.until(abort())
        broker.advance(1)
        folder = f"{broker.properties['log.dirs']}/t-0"
        report = PartitionCheck(broker.file_system, folder).run()
        self.assertEqual(report.errors, 0, report.problems)
        self.assertEqual(["written at the next start" in problem.sentence for problem in report.problems], [True, True], report.problems)
        broker.stop()
        self.assertEqual(PartitionCheck(broker.file_system, folder).run().problems, [])

    def test_after_a_stop_in_order_everything_is_written(self) -> None:
        """What the files then do not say, no start mends."""
        broker = filled()
        folder = f"{broker.properties['log.dirs']}/t-0"
        write_leader_epochs(broker.file_system, f"{folder}/leader-epoch-checkpoint", [EpochEntry(-1, 0)])
        report = PartitionCheck(broker.file_system, folder).run()
        self.assertEqual((report.errors, report.warnings), (1, 0), report.problems)

    def test_what_was_flushed_is_written(self) -> None:
        """An epoch below the recovery point that its file does not have: no start mends that, whoever was killed."""
        broker = MemoryBroker(PROPERTIES).start()
        broker.create_topics({"t": 1})
        for _ in range(30):
            broker.put("t", [b"x" * 500])
        broker.stop()
        broker.start()
        for _ in range(60):
            broker.put("t", [b"x" * 500])
        broker.stop()
        data, fs = broker.properties["log.dirs"], broker.file_system
        epochs = f"{data}/t-0/leader-epoch-checkpoint"
        write_leader_epochs(fs, epochs, [*read_leader_epochs(fs, epochs)][:1])
        with tempfile.TemporaryDirectory() as folder:
            for path in ("t-0", "."):
                os.makedirs(f"{folder}/{path}", exist_ok=True)
                for name in fs.list(f"{data}/{path}"):
                    if name != ".kafka_cleanshutdown" and not fs.is_directory(f"{data}/{path}/{name}"):
                        pathlib.Path(f"{folder}/{path}/{name}").write_bytes(read(fs, f"{data}/{path}/{name}"))
            out, err = io.StringIO(), io.StringIO()
            for path in (folder, f"{folder}/t-0"):
                with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                    code = main.run(["log", "verify", path])
                self.assertEqual(code, 1, (out.getvalue(), err.getvalue()))

    def test_a_segment_that_retention_takes_meanwhile(self) -> None:
        broker = filled()
        fs, data = broker.file_system, broker.properties["log.dirs"]
        fs.remove(f"{data}/.kafka_cleanshutdown")
        folder = f"{data}/t-0"
        second = sorted(name for name in fs.list(folder) if name.endswith(".log"))[1].removesuffix(".log")

        def retention(count: int) -> None:
            for name in fs.list(folder):
                if name.startswith(second) and not name.endswith(".deleted"):
                    fs.rename(f"{folder}/{name}", f"{folder}/{name}.deleted")

        report = PartitionCheck(fs, folder, retention).run()
        self.assertEqual((report.errors, [one.sentence for one in report.problems][:1]), (0, ["it was removed meanwhile"]), report.problems)


class InsideTests(unittest.TestCase):
    """`check_inside`."""

    def step(self, data: bytes) -> Step:
        entry = codec.scan(data)[0]
        return Step(entry, data[: entry.size])

    def test_ordinary_thinned_out_and_old(self) -> None:
        records = [(5, b"k", b"v", ()), (6, b"l", b"w", ())]
        self.assertEqual(check_inside(self.step(codec.build_batch(records))), 2)
        self.assertEqual(check_inside(self.step(codec.build_batch(records, offset_deltas=[0, 7]))), 2)
        for magic in (0, 1):
            self.assertEqual(check_inside(self.step(codec.to_old_magic(codec.build_batch(records), magic))), 1)

    def test_headers_that_lie(self) -> None:
        good = codec.build_batch([(5, b"k", b"v", ()), (6, b"l", b"w", ())])

        def with_crc(edit: Callable[[bytearray], None]) -> bytes:
            from klog.records.crc32c import crc32c

            data = bytearray(good)
            edit(data)
            data[17:21] = crc32c(bytes(data[21:])).to_bytes(4, "big")
            return bytes(data)

        def fewer(data: bytearray) -> None:
            data[57:61] = (1).to_bytes(4, "big")

        def later(data: bytearray) -> None:
            data[35:43] = (99).to_bytes(8, "big")

        for edit in (fewer, later):
            with self.assertRaises(InvalidRecords):
                check_inside(self.step(with_crc(edit)))
