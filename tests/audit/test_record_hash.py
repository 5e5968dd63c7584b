"""`klog.audit.record_hash`."""

from __future__ import annotations

import unittest

from klog.audit.numbers import HEADER_NAME
from klog.audit.record_hash import record_hash


class RecordHashTests(unittest.TestCase):
    def test_every_part_counts(self) -> None:
        given = [
            (1, b"k", b"v", ()),
            (2, b"k", b"v", ()),
            (1, b"", b"kv", ()),
            (1, b"kv", b"", ()),
            (1, None, b"kv", ()),
            (1, b"kv", None, ()),
            (1, b"k", b"v", (("a", b"b"),)),
            (1, b"k", b"v", (("ab", b""),)),
            (1, b"k", b"v", (("ab", None),)),
            (1, b"k", b"v", (("a", b"b"), ("c", b"d"))),
            (1, b"k", b"v", (("c", b"d"), ("a", b"b"))),
        ]
        self.assertEqual(len({record_hash(*record) for record in given}), len(given))
        self.assertTrue(all(0 <= record_hash(*record) < 1 << 64 for record in given))

    def test_the_audits_own_header_does_not(self) -> None:
        plain = record_hash(1, b"k", b"v", (("a", b"b"),))
        self.assertEqual(record_hash(1, b"k", b"v", ((HEADER_NAME, b"x"), ("a", b"b"))), plain)

    def test_it_stays_what_it_is(self) -> None:
        """Two programs of different ages compare what they have hashed."""
        self.assertEqual(f"{record_hash(1_700_000_000_000, b'key', b'value', (('h', b'x'),)):016x}", "36d0ae0de460c6ed")

    def test_names_that_are_no_utf_8_are_hashed_as_they_came(self) -> None:
        self.assertNotEqual(record_hash(1, b"", b"", (("\udcff", b""),)), record_hash(1, b"", b"", (("\udcfe", b""),)))
