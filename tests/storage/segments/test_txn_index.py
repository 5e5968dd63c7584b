"""The index of aborted transactions."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.segments.offset_index import CorruptIndex
from klog.storage.segments.txn_index import AbortedTxn, TxnIndex, collect
from klog.testing.filesystem import MemoryFile, MemoryFileSystem

#: version, producer id, first offset, last offset, last stable offset
GOLDEN = bytes.fromhex(
    "0000 0000000000000007 000000000000000a 0000000000000014 000000000000000f"
    "0000 0000000000000008 000000000000000f 000000000000001e 000000000000001f"
)
FIRST = AbortedTxn(7, 10, 20, 15)
SECOND = AbortedTxn(8, 15, 30, 31)


def new_file(data: bytes = b"") -> MemoryFile:
    """A file that holds `data`."""
    fs = MemoryFileSystem()
    fs.write("/x.txnindex", data)
    return fs.open("/x.txnindex", write=True)


class TxnIndexTests(SynchronousTestCase):
    """One index."""

    def setUp(self) -> None:
        self.index = TxnIndex(5)
        self.index.append(FIRST)
        self.index.append(SECOND)

    def test_golden(self) -> None:
        file = new_file(b"old")
        self.assertEqual(self.index.flush(file), 68)
        self.assertEqual(file.read_at(0, 99), GOLDEN)
        loaded = TxnIndex.load(file, 5)
        self.assertEqual(loaded.entries, [FIRST, SECOND])
        self.assertFalse(loaded.dirty)

    def test_no_entry_needs_no_file(self) -> None:
        self.assertFalse(TxnIndex(0).dirty)
        self.assertTrue(self.index.dirty)

    def test_collect(self) -> None:
        self.assertEqual(self.index.collect(0, 10), ([], True))
        self.assertEqual(self.index.collect(0, 15), ([FIRST], True))
        self.assertEqual(self.index.collect(20, 31), ([FIRST, SECOND], True))
        self.assertEqual(self.index.collect(21, 40), ([SECOND], False))
        self.assertEqual(self.index.collect(31, 40), ([], False))
        self.assertEqual(collect([], 0, 9), ([], False))

    def test_truncate(self) -> None:
        file = new_file()
        self.index.flush(file)
        self.index.truncate_to(30)
        self.assertEqual(self.index.entries, [FIRST])
        self.index.flush(file)
        self.assertEqual(file.read_at(0, 99), GOLDEN[:34])
        self.index.append(SECOND)
        self.index.flush(file)
        self.assertEqual(file.read_at(0, 99), GOLDEN)
        self.index.clear()
        self.index.flush(file)
        self.assertEqual((len(self.index), file.size()), (0, 0))

    def test_order(self) -> None:
        self.assertRaises(ValueError, self.index.append, AbortedTxn(9, 1, 30, 31))

    def test_damage(self) -> None:
        for data, base in ((GOLDEN[:-1], 5), (b"\0\1" + GOLDEN[2:], 5), (GOLDEN[34:] + GOLDEN[:34], 5), (GOLDEN, 21), (bytes(34), 5)):
            error = self.assertRaises(CorruptIndex, TxnIndex.load, new_file(data), base)
            self.assertIn("/x.txnindex", str(error))
