"""Inputs that once did what none may do, by family and decoder; `tests.fuzz.test_families` gives them again."""

from __future__ import annotations

import zlib

#: (family, decoder, input in hexadecimal).
REGRESSIONS: tuple[tuple[str, str, str], ...] = (
    # Bytes behind the last record were no fault to Cython.
    ("batches", "fold_records", "011c000000066b65790a76616c75650065006500"),
    # A consumer's cursor kept its error, the error its stack, and that the cursor: a ring with memory views in it, which CPython up to
    # 3.11.7 does not survive when it is collected. Seen only after thousands of others: tests/records/test_faults.py shows the ring.
    (
        "batches",
        "a consumer's cursor",
        "0000000000000004000000c1844b0f0501030000018bcfe56800ffffffff000000ab04224d186040829c00000016000100e01e6ad05db801000000018bcfe5681800"
        "d0036b65790000000576616c75651100001d00850000001cea79bccf2a00c201ffffffff000000066e6f203100000200950200000016ca7126e8280000120008021b",
    ),
    # JSON that is none, though the checksum of a checkpoint fits; and JSON that is too deep.
    ("ledgers", "checkpoint of pulls", (b"\xff\n" + b'{"crc32":%d,"versions":1}\n' % zlib.crc32(b"\xff\n")).hex()),
    ("ledgers", "checkpoint of pulls", (b"[" * 3000).hex()),
    # Numbers that are none, lists in place of objects, JSON that is too deep.
    ("ledgers", "record of the sink's ledger", (b'["q"]\n{"v": 1, "done": 1e999}').hex()),
    ("ledgers", "record of the sink's ledger", (b'["q", 3]\n{"v": 1, "starts": []}').hex()),
    ("ledgers", "record of the sink's ledger", (b"[" * 3000).hex()),
)
