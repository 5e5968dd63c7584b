"""`klog.broker.audit.last_report`, and what a broker makes of it."""

from __future__ import annotations

import errno
import unittest

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

    def test_what_is_none(self) -> None:
        batches = (b"1", b"[1]", b'["t",0,"00",1,1]', b'["t",0,"zz",1,1,{}]', b'[5,0,"00",1,1,{}]', b'["t",0,"00",-1,1,{"a":1}]')
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

    def test_a_file_that_is_none_is_told(self) -> None:
        self.make("t")
        self.ledger()
        self.broker.stop()
        file = self.broker.file_system.open(f"/data/{FILE_NAME}", write=True, create=True)
        file.write_at(0, (b"{",))
        file.close()
        self.broker.start()
        told: list[str] = []
        self.broker.broker.audit.publisher._warn = told.append  # type: ignore[union-attr]
        self.ledger()
        [sentence] = told
        self.assertIn("cannot be read, and is unknown", sentence)

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
