"""Records as files: put if absent, read back, damaged in every byte, folded."""

from __future__ import annotations

import dataclasses
import json
import pickle
import random
import unittest
import zlib
from typing import Any
from unittest import mock

import pytest

from klog.pull import ledger as ledger_module
from klog.pull.errors import Conflict, LedgerDamaged
from klog.pull.files import make_directories
from klog.pull.ledger import LOG, FileRecord, Ledger, RangeRecord, Record, TopicState, decode, encode
from tests import peers
from tests.pull.rig import TARGET, Disk, MemoryFiles

FILE = FileRecord("_klog/staging/j/0-x.parquet", "topic=a/partition=0/0-5.parquet", "a", 0, 0, 0, 5, "", 4, 999, 0, 4, 7, 9)
RECORD = Record(
    0,
    "j0",
    "",
    1234,
    "cluster",
    {"by_date": False},
    {"a": TopicState(b"i" * 16, 1, {0: 5, 10: 7})},
    (RangeRecord("a", 0, 0, 0, 5, 4),),
    (FILE,),
)


def ledger_of(disk: Disk) -> Ledger:
    files = MemoryFiles(disk)
    make_directories(files, "", f"{TARGET}/{LOG}".strip("/"))
    return Ledger(files, TARGET)


def version(number: int) -> Record:
    return dataclasses.replace(RECORD, version=number, job=f"j{number}", previous_job=f"j{number - 1}" if number else "")


@pytest.mark.soak
class RecordTests(unittest.TestCase):
    """One record."""

    def test_there_and_back(self) -> None:
        record = dataclasses.replace(RECORD, ranges=(RangeRecord("a", 0, 0, 0, 5, 4, 1, 2, ((0, 1), (3, 4))),))
        self.assertEqual(decode("p", encode(record)), record)
        self.assertEqual(record.rows, 4)

    def test_any_byte_that_differs_is_noticed(self) -> None:
        data = encode(RECORD)
        places = range(len(data)) if peers.SOAK else random.Random(1).sample(range(len(data)), 200)
        for at in places:
            for value in (data[at] ^ 1, 0, 255, ord("9")):
                broken = data[:at] + bytes([value]) + data[at + 1 :]
                try:
                    self.assertEqual(decode("p", broken), RECORD)
                except LedgerDamaged as error:
                    self.assertIn("p: it", str(error))

    def test_any_cut_is_noticed(self) -> None:
        data = encode(RECORD)
        for at in range(len(data) - 2):
            with self.assertRaises(LedgerDamaged):
                decode("p", data[:at])

    def test_other_json_is_refused_with_a_sentence(self) -> None:
        def sealed(**changes: Any) -> bytes:
            body = {**json.loads(encode(RECORD))["record"], **changes}
            dumped = json.dumps(body, sort_keys=True, separators=(",", ":")).encode()
            return b'{"crc32":%d,"record":%s}' % (zlib.crc32(dumped), dumped)

        self.assertEqual(decode("p", sealed()), RECORD)
        cases: list[tuple[bytes, str]] = [
            (b"[]", "it is not a record"),
            (b'{"record":1,"crc32":2}', "its checksum does not fit"),
            (b"[" * 100_000, "it is not a record"),
            (sealed(klog_pull=9), "it has format 9, and this klog knows format 1 only"),
            (sealed(version="0"), "no whole number"),
            (sealed(topics=[]), "it is not a record"),
            (sealed(topics={"a": {"id": "short", "generation": 0, "ends": {}}}), "22 characters"),
            (sealed(ranges=[{"topic": "a"}]), "it is not a record"),
            (sealed(files=[{**dataclasses.asdict(FILE), "rows": True}]), "no whole number"),
            (sealed(files=[{**dataclasses.asdict(FILE), "path": "../../etc/passwd"}]), "leads out of the target"),
            (sealed(files=[{**dataclasses.asdict(FILE), "staged": "/etc/passwd"}]), "leads out of the target"),
            (sealed(files=[{**dataclasses.asdict(FILE), "more": 1}]), "fields"),
        ]
        for data, sentence in cases:
            with self.subTest(sentence=sentence), self.assertRaisesRegex(LedgerDamaged, sentence):
                decode("p", data)


class LedgerTests(unittest.TestCase):
    """Several."""

    def test_empty(self) -> None:
        ledger = ledger_of(Disk())
        self.assertEqual((ledger.head(), ledger.history()), (None, []))

    def test_one_gets_the_version(self) -> None:
        disk = Disk()
        ledger = ledger_of(disk)
        ledger.append(version(0), f"{TARGET}/mine")
        with self.assertRaisesRegex(Conflict, "Another pull committed version 0 of /data/lake/_klog/log first"):
            ledger.append(dataclasses.replace(version(0), job="other"), f"{TARGET}/other")
        ledger.append(version(1), f"{TARGET}/next")
        self.assertEqual(ledger.head(), version(1))
        self.assertEqual([record.job for record in ledger.history()], ["j0", "j1"])

    def test_published(self) -> None:
        ledger = ledger_of(Disk())
        ledger.append(version(0), f"{TARGET}/0")
        self.assertFalse(ledger.is_published(0))
        ledger.mark_published(0)
        ledger.mark_published(0)
        self.assertTrue(ledger.is_published(0))

    def test_what_is_missing_is_named(self) -> None:
        disk = Disk()
        ledger = ledger_of(disk)
        for number in range(3):
            ledger.append(version(number), f"{TARGET}/{number}")
        MemoryFiles(disk).remove(ledger.path_of(1))
        with self.assertRaisesRegex(LedgerDamaged, "00001.json: it is missing, though there are later ones"):
            ledger.history()

    def test_what_does_not_follow_is_named(self) -> None:
        ledger = ledger_of(Disk())
        ledger.append(version(0), f"{TARGET}/0")
        ledger.append(dataclasses.replace(version(1), previous_job="somebody"), f"{TARGET}/1")
        with self.assertRaisesRegex(LedgerDamaged, "00001.json: it does not follow the one before it"):
            ledger.history()

    def test_a_record_under_another_name(self) -> None:
        disk = Disk()
        ledger = ledger_of(disk)
        ledger.append(version(0), f"{TARGET}/0")
        MemoryFiles(disk).rename(ledger.path_of(0), ledger.path_of(4))
        with self.assertRaisesRegex(LedgerDamaged, "it says that it is version 0"):
            ledger.head()

    def fold(self, count: int) -> tuple[Disk, Ledger]:
        disk = Disk()
        ledger = ledger_of(disk)
        with mock.patch.multiple(ledger_module, FOLD_AFTER=4, KEPT=2):
            for number in range(count):
                ledger.append(version(number), f"{TARGET}/{number}")
                ledger.mark_published(number)
                ledger.fold(f"{TARGET}/checkpoint-{number}")
        return disk, ledger

    def test_folding_keeps_all_history_in_few_files(self) -> None:
        disk, ledger = self.fold(50)
        history = ledger.history()
        self.assertEqual([record.version for record in history], list(range(50)))
        self.assertEqual(history[0].files, (FILE,))
        self.assertEqual(ledger.head(), version(49))
        self.assertLess(len(MemoryFiles(disk).list(f"{TARGET}/{LOG}")), 50)

    def test_a_ledger_whose_newest_records_are_gone(self) -> None:
        disk, ledger = self.fold(8)
        files = MemoryFiles(disk)
        for name in files.list(f"{TARGET}/{LOG}"):
            if name.endswith(".json"):
                files.remove(f"{TARGET}/{LOG}/{name}")
        with self.assertRaisesRegex(LedgerDamaged, "it is missing, though there is a checkpoint of it"):
            ledger.head()

    def test_a_damaged_checkpoint(self) -> None:
        disk, ledger = self.fold(8)
        path = next(path for path in disk.tree() if path.endswith("checkpoint"))
        whole = disk.file(path).data
        for broken in (whole[:-5], whole[:100], b"", whole.replace(b'"j1"', b'"j9"', 1), b"\n" + whole):
            disk.file(path).data = broken
            with self.assertRaisesRegex(LedgerDamaged, "checkpoint: (it is not a checkpoint|its checksum)"):
                ledger.history()

    def test_errors_go_through_pickle(self) -> None:
        error = LedgerDamaged("p", "w")
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))
