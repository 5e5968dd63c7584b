"""`klog.broker.audit.last_report`, and what a broker makes of it."""

from __future__ import annotations

import errno
import unittest
from unittest import mock

from klog.audit.cell_records import cell_record
from klog.audit.cells import Cell, CellKey
from klog.audit.counting import writer_of_brokers
from klog.audit.windows import Window
from klog.broker.audit.last_report import FILE_NAME, NOTHING, Kept, LastReport
from klog.broker.audit.uncommitted import UncommittedBatch
from klog.model import TopicId
from klog.testing.filesystem import MemoryFileSystem
from tests.broker.audit.rig import AuditCase


class LastReportTests(unittest.TestCase):
    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.fs.make_directory("/data")
        self.report = LastReport(self.fs, "/data/klog.audit")

    def test_kept_read_and_forgotten(self) -> None:
        self.assertEqual(self.report.read(), NOTHING)
        records = [(b'{"tier":"broker"}', b'{"count":1}'), (b"{}", b'{"application":"\\u00e9"}')]
        kept = Kept(records, [UncommittedBatch("t", 2, TopicId(bytes(range(16))), 15, 3, {records[0][0]: 5})])
        self.report.keep(kept)
        self.assertEqual(self.report.read(), kept)
        self.report.keep(Kept(records[:1], []))
        self.assertEqual(self.report.read(), Kept(records[:1], []))
        self.report.forget()
        self.report.forget()
        self.assertEqual(self.report.read(), NOTHING)

    def test_of_a_broker_before_there_were_batches(self) -> None:
        self.write(b'[["a","b"]]')
        self.assertEqual(self.report.read(), Kept([(b"a", b"b")], []))

    def write(self, data: bytes) -> None:
        file = self.fs.open("/data/klog.audit", write=True, create=True)
        file.truncate(0)
        file.write_at(0, (data,))
        file.close()

    def test_one_that_is_cut_in_the_middle(self) -> None:
        self.report.keep(Kept([(b"a", b"b")], [UncommittedBatch("t", 2, TopicId(bytes(16)), 15, 3, {b"a": 5})]))
        whole = self.fs.read_whole("/data/klog.audit", 10_000)
        for length in range(len(whole)):
            self.write(whole[:length])
            with self.assertRaises(ValueError, msg=length):
                self.report.read()

    def test_what_nobody_would_read_is_not_written(self) -> None:
        self.report.keep(Kept([(b"a", b"b")], []))
        with mock.patch("klog.broker.audit.last_report.MOST_BYTES", 60), self.assertRaises(OSError) as caught:
            self.report.keep(Kept([(b"a", b"b" * 60)], []))
        self.assertEqual(caught.exception.errno, errno.EFBIG)
        self.assertEqual(self.report.read(), Kept([(b"a", b"b")], []))

    def test_what_is_none(self) -> None:
        batches = (
            *(b"1", b"[1]", b'["t",0,"00",1,1]', b'["t",0,"zz",1,1,{}]', b'[5,0,"00",1,1,{}]'),
            *(b'["t",0,"00",-1,1,{"a":1}]', b'["t",0,"00",1,1,{"a":-1}]'),
        )
        for data in (
            *(b"", b"{", b"{}", b"[1]", b'[["a"]]', b'[["a", 1]]', b"\xff", b'{"records":[]}', b'{"records":1,"uncommitted":[]}'),
            *(b'{"records":[],"uncommitted":[' + batch + b"]}" for batch in batches),
        ):
            self.write(data)
            with self.assertRaises(ValueError, msg=data):
                self.report.read()


class BrokerTests(AuditCase):
    def test_a_last_report_that_the_disk_did_not_take_as_a_record_is_kept(self) -> None:
        self.make("t")
        self.ledger()
        self.send("t", self.batch(1, 2))
        publisher = self.broker.broker.audit.publisher  # type: ignore[union-attr]
        publisher._partition = lambda: None
        self.broker.stop()
        self.assertIn(FILE_NAME, self.broker.file_system.list("/data"))
        self.broker.start()
        self.assertEqual(self.counts(), [("t", 0, "web", 2)])
        self.assertNotIn(FILE_NAME, self.broker.file_system.list("/data"))

    def test_a_stop_before_the_first_report_keeps_what_was_kept(self) -> None:
        self.make("t")
        self.ledger()
        self.send("t", self.batch(1, 2))
        self.broker.broker.audit.publisher._partition = lambda: None  # type: ignore[union-attr]
        self.broker.stop()
        self.broker.start()
        self.broker.broker.audit.publisher._partition = lambda: None  # type: ignore[union-attr]
        self.broker.stop()
        self.broker.start()
        self.assertEqual(self.counts(), [("t", 0, "web", 2)])

    def hear(self) -> list[str]:
        """What the broker's publisher warns of from now on."""
        told: list[str] = []
        self.broker.broker.audit.publisher._warn = told.append  # type: ignore[union-attr]
        return told

    def test_a_file_that_is_none_is_told(self) -> None:
        self.make("t")
        self.ledger()
        self.broker.stop()
        file = self.broker.file_system.open(f"/data/{FILE_NAME}", write=True, create=True)
        file.write_at(0, (b"{",))
        file.close()
        self.broker.start()
        told = self.hear()
        self.ledger()
        [sentence] = told
        self.assertIn("cannot be read, and is unknown", sentence)
        # It is told once.
        self.assertNotIn(FILE_NAME, self.broker.file_system.list("/data"))

    def test_one_of_another_cluster_is_told_and_not_taken_over(self) -> None:
        self.make("t")
        self.ledger()
        self.broker.stop()
        cell = Cell(CellKey(writer_of_brokers("elsewhere", "g"), "t", Window(0, 60_000)))
        LastReport(self.broker.file_system, f"/data/{FILE_NAME}").keep(Kept([cell_record(cell, 1, "h")], []))
        self.broker.start()
        told = self.hear()
        self.assertEqual(self.cells(), [])
        [sentence] = told
        self.assertIn("counts of another cluster, 'elsewhere'", sentence)

    def test_a_disk_that_cannot_be_read_keeps_it(self) -> None:
        self.make("t")
        self.ledger()
        self.send("t", self.batch(1, 2))
        self.broker.broker.audit.publisher._partition = lambda: None  # type: ignore[union-attr]
        self.broker.stop()
        self.broker.start()
        publisher = self.broker.broker.audit.publisher  # type: ignore[union-attr]
        told: list[str] = []
        publisher._warn, publisher._last_report.read = told.append, self.unreadable
        self.ledger()
        self.assertIn("cannot be read", told[0])
        self.assertIn(FILE_NAME, self.broker.file_system.list("/data"))
        self.broker.kill()
        self.broker.start()
        self.assertEqual(self.counts(), [("t", 0, "web", 2)])

    def unreadable(self) -> Kept:
        raise OSError(errno.EIO, "bad sector")

    def test_a_disk_that_keeps_nothing_is_told(self) -> None:
        self.make("t")
        self.ledger()
        self.send("t", self.batch(1, 2))
        publisher = self.broker.broker.audit.publisher  # type: ignore[union-attr]
        told: list[str] = []
        publisher._warn, publisher._last_report.keep, publisher._partition = told.append, self.full, lambda: None
        self.broker.stop()
        self.assertIn("can be kept nowhere", told[-1])

    def full(self, _: object) -> None:
        raise OSError(errno.ENOSPC, "full")
