"""`klog.cli.audit.pages`."""

from __future__ import annotations

import json
import unittest

from klog.audit.cell_records import encode_number_cell, encode_number_key
from klog.audit.cells import AUDIT_TOPIC, NumberCell, Tier, Writer
from klog.audit.numbers import NumberBook, NumberRanges, encode_number
from klog.cli.audit import pages
from klog.cli.output import Format
from tests.audit.histories import END_MS, T0, WINDOW_MS
from tests.audit.scenes import Scene
from tests.cli.rig import Captured

GUID = bytes(16)


def a_scene(stored: int = 8) -> Scene:
    scene = Scene()
    producer = scene.producer()
    scene.sent(producer, T0, 10)
    scene.stored(T0, stored)
    scene.stored(T0, 5, "kcat")
    scene.end(producer)
    return scene


class PageTests(unittest.TestCase):
    def test_status(self) -> None:
        scene, out = a_scene(), Captured(Format.TABLE)
        balance = scene.ledger.balance(END_MS + WINDOW_MS, grace_ms=0)
        pages.status_page(out, scene.ledger, balance)
        self.assertIn("missing", out.out.text)
        self.assertIn("kcat", out.out.text)
        self.assertIn("\nt M\n", out.out.text)
        self.assertIn("M missing", out.out.text)
        text = Captured(Format.JSON)
        pages.status_page(text, scene.ledger, balance)
        self.assertEqual([row["verdict"] for row in json.loads(text.out.text)["audit"]], ["missing", "counted"])

    def test_who_has_spoken_for_others(self) -> None:
        scene, out = a_scene(), Captured()
        scene.broker.cell(AUDIT_TOPIC, T0, "eve", "User:eve").failure += 3
        scene.end()
        scene.ledger.add(b"x", b"y", T0)
        pages.tell_faults(out, scene.ledger)
        self.assertIn("the client eve (User:eve) has tried to write 3 batch(es)", out.err.text)
        self.assertIn("1 record(s) in the audit topic are no cells: the key is no JSON", out.err.text)

    def test_windows(self) -> None:
        scene, out = a_scene(), Captured(Format.TEXT)
        pages.show_page(out, scene.ledger.balance(END_MS + WINDOW_MS, grace_ms=0))
        self.assertIn("2023-11-14 22:20:00\tproducer p\tbroker p\tmissing\t10\t10\t8\t2\t0", out.out.text)

    def test_cells(self) -> None:
        scene, out = a_scene(), Captured(Format.TEXT)
        pages.cells_page(out, scene.ledger, "t", None)
        self.assertEqual(len(out.out.text.splitlines()), 4)

    def test_tables_leave_out_what_says_nothing(self) -> None:
        scene, out = a_scene(), Captured(Format.TABLE)
        pages.cells_page(out, scene.ledger, "t", None)
        [head, first, *_] = out.out.text.splitlines()
        # Ten of ten were delivered, nobody hashed, nothing came twice.
        self.assertEqual(head.split(), ["2023-11-14", "UTC", "TIER", "APPLICATION", "COUNT"])
        self.assertEqual(first.split(), ["22:20:00", "broker", "kcat", "5"])
        scene.stored(T0 + 86_400_000, 3)
        producer = scene.producer(guid="g2")
        scene.sent(producer, T0, 10, attempt=11)
        scene.end(producer)
        out = Captured(Format.TABLE)
        pages.cells_page(out, scene.ledger, "t", None)
        [head, first, *_] = out.out.text.splitlines()
        self.assertEqual(head.split(), ["WINDOW", "UTC", "TIER", "APPLICATION", "COUNT", "ATTEMPT"])
        self.assertEqual(first.split()[:2], ["2023-11-14", "22:20:00"])

    def test_numbers(self) -> None:
        scene, out = a_scene(), Captured(Format.TEXT)
        writer = Writer(Tier.PRODUCER, "", "c", "web", "", GUID.hex())
        cell = NumberCell(writer, "t", {(GUID, 0): NumberRanges([(0, 100)])}, {(GUID, 0): NumberRanges([(100, 102)])}, 1)
        scene.ledger.add(encode_number_key(cell), encode_number_cell(cell, T0, "h"), T0)
        book = NumberBook("t")
        for number in (*range(17), 19, *range(20, 99), 98, 100, 105):
            book.note(0, number, encode_number(GUID, "t", 0, number))
        book.note(0, 300, encode_number(GUID, "u", 1, 7))
        book.note(0, 301, None)
        self.assertEqual(pages.numbers_page(out, scene.ledger, book), 4)
        rows = [line.split("\t") for line in out.out.text.splitlines()[1:]]
        who = f"web {GUID.hex()}"
        self.assertEqual(
            rows,
            [
                ["missing", who, "0", "3", "17-18, 99"],
                ["duplicate", who, "0", "1", "98"],
                ["not told by its producer", who, "0", "1", "105"],
                ["sent to u-1, stands at offset 300", "web", "0", "1", "7"],
            ],
        )
        self.assertIn("1 record(s) of t are not numbered", out.err.text)

    def test_many_ranges_are_cut(self) -> None:
        text = pages.ranges_text(NumberRanges([(number, number + 1) for number in range(0, 200, 2)]))
        self.assertTrue(text.endswith(", … (100 ranges)"))
