"""Inputs that once did what none may do, by family and decoder; `tests.fuzz.test_families` gives them again."""

from __future__ import annotations

import zlib

#: (family, decoder, input in hexadecimal).
REGRESSIONS: tuple[tuple[str, str, str], ...] = (
    # Bytes behind the last record were no fault to Cython.
    ("batches", "fold_records", "011c000000066b65790a76616c75650065006500"),
    # The largest offset that there is, in the old formats: no number is left for the one behind it.
    ("batches", "inside a message of magic 0, gzip", "7fffffffffffffff000000162356c1370000000000036b65790000000576616c7565"),
    # Lengths spelt longer than need be, in a batch that loses a record: Cython kept the spelling, plain Python the value; both are right.
    (
        "batches",
        "compaction",
        "0000000000000005000001efffffffff0246df35fa0000000000040000018bcfe568000000018bcfe56805ffffffffffffffffffffffff"
        "ffff000000051c000000066b65710a76616c75650030000a02010c6e6f206b657906026102310261023204c3bc011200cf0f8400000200"
        "001e000a0612746f6d6273746f6e650100f4050008088c016b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b"
        "6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6bd8047676767676767676767676767676"
        "767676767676767676767676767676767676767676767676767676767676767676767676767676767676ff7f7676767676767676767676"
        "76767676767676767676767676767676767676767676767676767676767676767676767676767676767676767676767676767676767676"
        "76767676767676767676767676767676767676767676767676767676767676767676767676000176767676767676767676767676767676"
        "7676767676767676767676767676767676767676767676767676767676767676767676767676767676767676f676767676767676767676"
        "76767676767676767676767676767676767676767676767676767676767676767676767676767676767676767676767676767676767676"
        "767676767676767676767600",
    ),
    # JSON that is none, though the checksum of a checkpoint fits; and JSON that is too deep.
    ("ledgers", "checkpoint of pulls", (b"\xff\n" + b'{"crc32":%d,"versions":1}\n' % zlib.crc32(b"\xff\n")).hex()),
    ("ledgers", "checkpoint of pulls", (b"[" * 3000).hex()),
    # Numbers that are none, lists in place of objects, JSON that is too deep.
    ("ledgers", "record of the sink's ledger", (b'["q"]\n{"v": 1, "done": 1e999}').hex()),
    ("ledgers", "record of the sink's ledger", (b'["q", 3]\n{"v": 1, "starts": []}').hex()),
    ("ledgers", "record of the sink's ledger", (b"[" * 3000).hex()),
)
