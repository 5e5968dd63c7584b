"""Inputs that once did what none may do, by family and decoder; `tests.fuzz.test_families` gives them again."""

from __future__ import annotations

import zlib

#: (family, decoder, input in hexadecimal).
REGRESSIONS: tuple[tuple[str, str, str], ...] = (
    # Bytes behind the last record were no fault to Cython.
    ("batches", "fold_records", "011c000000066b65790a76616c75650065006500"),
    # The largest offset that there is, in the old formats: no number is left for the one behind it.
    ("batches", "inside a message of magic 0, gzip", "7fffffffffffffff000000162356c1370000000000036b65790000000576616c7565"),
    # JSON that is none, though the checksum of a checkpoint fits; and JSON that is too deep.
    ("ledgers", "checkpoint of pulls", (b"\xff\n" + b'{"crc32":%d,"versions":1}\n' % zlib.crc32(b"\xff\n")).hex()),
    ("ledgers", "checkpoint of pulls", (b"[" * 3000).hex()),
    # Numbers that are none, lists in place of objects, JSON that is too deep.
    ("ledgers", "record of the sink's ledger", (b'["q"]\n{"v": 1, "done": 1e999}').hex()),
    ("ledgers", "record of the sink's ledger", (b'["q", 3]\n{"v": 1, "starts": []}').hex()),
    ("ledgers", "record of the sink's ledger", (b"[" * 3000).hex()),
)
