"""Kafka's own record classes read what klog builds, and the other way round: every magic, every codec, both conversions, damage.

``java/RecordSets.java`` is the judge, one process per version: 4.3.1 for batches as they are today, 3.9.2 for what 4.0 dropped.
"""

from __future__ import annotations

import pathlib
import random
import subprocess
import tempfile
import unittest
from collections.abc import Iterable
from typing import ClassVar

import pytest

from klog.records import snappy_stream
from klog.records.compression import compress
from klog.records.contract import Codec, Record, RecordsCodec, RecordsError
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec as chosen
from klog.records.legacy import message_bytes
from klog.records.python import codec as plain
from tests import peers
from tests.records.cases import ROWS, expected, made_good, rows

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SOURCE = pathlib.Path(__file__).with_name("java") / "RecordSets.java"
OLD_CODECS = (Codec.NONE, Codec.GZIP, Codec.SNAPPY, Codec.LZ4)
NO_HEADERS = [(t, k, v, ()) for t, k, v, _ in ROWS]


class Judge:
    """A RecordSets process of one version of Kafka."""

    def __init__(self, version: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        source = pathlib.Path(self.folder.name) / SOURCE.name
        text = SOURCE.read_text(encoding="utf-8")
        source.write_text(text if version >= "4.3" else text.replace("record.internal.", "record."), encoding="utf-8")
        command = peers.kafka_program(version, source)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, *words: object) -> str:
        """The answer, with its "OK " or "ERROR "."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def told(self, *words: object) -> str:
        """The answer, which must be a good one."""
        answer = self.ask(*words)
        assert answer.startswith("OK "), f"{words[:3]}: {answer}"
        return answer[3:]

    def read(self, data: bytes) -> str:
        return self.told("read", data.hex())

    def close(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(60)
        self.folder.cleanup()
        self.process.stdout.close()


def listing(records: Iterable[Record]) -> str:
    """Records in the judge's words."""

    def text(part: bytes | None) -> str:
        return "-" if part is None else part.hex()

    def headers(record: Record) -> str:
        return "|".join(f"{h.key.encode().hex()}={text(h.value)}" for h in record.headers)

    return ";".join(f"{r.offset},{r.timestamp_ms},{text(r.key)},{text(r.value)},{headers(r)}" for r in records)


def room(codec: RecordsCodec, data: bytes) -> str:
    return listing(codec.records(data))


class JavaCase(unittest.TestCase):
    VERSION = ""
    judge: ClassVar[Judge]

    @classmethod
    def setUpClass(cls) -> None:
        cls.judge = Judge(cls.VERSION)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.judge.close()


class TodayTests(JavaCase):
    VERSION = "4.3.1"

    def test_java_reads_what_klog_builds(self) -> None:
        for room_codec in (plain, chosen):
            for codec in Codec:
                for given in (ROWS, rows(3000)):
                    batch = room_codec.build_batch(given, codec=codec, base_offset=100)
                    self.assertEqual(self.judge.read(batch), listing(expected(given, 100)), (room_codec.name, codec))
                    self.assertEqual(self.judge.told("validate", room_codec.build_batch(given, codec=codec).hex())[32:], batch.hex()[32:])
        for codec, level in ((Codec.GZIP, 9), (Codec.LZ4, 1), (Codec.LZ4, 17), (Codec.ZSTD, 19), (Codec.ZSTD, -7)):
            batch = chosen.build_batch(rows(3000), codec=codec, compression_level=level)
            self.assertEqual(self.judge.read(batch), listing(expected(rows(3000))))

    def test_java_reads_gaps_stamps_and_markers(self) -> None:
        batch = chosen.build_batch(rows(3), offset_deltas=[1, 4, 9], base_offset=100, codec=Codec.ZSTD)
        stamped = chosen.stamp(batch, 500, 3, 1_800_000_000_000, True) + batch[61:]
        marker = build_marker(chosen, Marker(True, 3), producer_id=1, producer_epoch=0, timestamp_ms=5, base_offset=600)
        self.assertEqual(self.judge.read(stamped + marker), room(chosen, stamped + marker))
        self.assertEqual([r.offset for r in chosen.records(stamped)], [501, 504, 509])

    def test_klog_reads_what_java_builds(self) -> None:
        for codec in Codec:
            for append_time in (-1, 1_800_000_000_000):
                for given in (ROWS, rows(3000)):
                    want = expected(given, 7)
                    batch = bytes.fromhex(self.judge.told("build", 2, codec.value, append_time, 7, listing(want)))
                    if append_time >= 0:
                        want = [r._replace(timestamp_ms=append_time) for r in want]
                    for room_codec in (plain, chosen):
                        room_codec.check_batch(batch)
                        self.assertEqual(list(room_codec.records(batch)), want)
                    if append_time < 0 and codec is Codec.NONE:
                        self.assertEqual(chosen.build_batch(given, base_offset=7), batch)

    def test_what_java_refuses_klog_refuses(self) -> None:
        dice = random.Random(20261121)
        stricter: set[str] = set()
        good = 0
        for codec in Codec:
            batch = chosen.build_batch(rows(2) + ROWS[:3], codec=codec)
            for round_ in range(peers.soak_share(20_000)):
                damaged = bytearray(batch)
                at = dice.choice((22, 26, 60)) if round_ % 20 == 0 else dice.randrange(61, len(batch))
                damaged[at] = dice.choice((0, 1, 2, 3, 127, 128, 129, 255, dice.randrange(256)))
                if damaged[22] & 0x38:
                    continue  # timestamp type, transactional, control: the log's own checks
                answer = self.judge.ask("validate", made_good(damaged).hex())
                try:
                    chosen.check_batch(made_good(damaged))
                except RecordsError as error:
                    if answer.startswith("OK "):
                        stricter.add(str(error).split(":")[0])
                else:
                    good += 1
                    self.assertTrue(answer.startswith("OK "), f"{codec.name} byte {at}: klog takes it, Kafka says {answer}")
        self.assertGreater(good, 0)
        self.assertTrue(stricter)


class OldTests(JavaCase):
    VERSION = "3.9.2"

    def test_klog_reads_what_java_builds(self) -> None:
        for magic in (0, 1):
            for codec in OLD_CODECS:
                for append_time in (-1, 1_800_000_000_000):
                    want = expected(NO_HEADERS, 40)
                    entries = bytes.fromhex(self.judge.told("build", magic, codec.value, append_time if magic else -1, 40, listing(want)))
                    for room_codec in (plain, chosen):
                        self.assertEqual(room(room_codec, entries), self.judge.read(entries))
                        for entry in room_codec.scan(entries):
                            room_codec.check_crc(entries, entry.position)

    def test_down_conversion_is_kafkas(self) -> None:
        for magic in (0, 1):
            for codec in OLD_CODECS:
                for first in (40, 42):
                    for append_time in (False, True):
                        batch = chosen.build_batch(ROWS, codec=codec)
                        batch = chosen.stamp(batch, 40, 0, 1_800_000_000_000, append_time) + batch[61:]
                        ours = chosen.to_old_magic(batch, magic, minimum_offset=first)
                        theirs = bytes.fromhex(self.judge.told("down", magic, first, batch.hex()))
                        self.assertEqual(ours, plain.to_old_magic(batch, magic, minimum_offset=first))
                        if codec is Codec.NONE:
                            self.assertEqual(ours.hex(), theirs.hex())
                        self.assertEqual(self.judge.read(ours), self.judge.read(theirs))
                        shape = [e[2:8] for e in chosen.scan(ours)]
                        self.assertEqual(shape, [e[2:8] for e in chosen.scan(theirs)])
                        if codec is Codec.LZ4:
                            at = theirs.index(b"\x04\x22\x4d\x18")
                            self.assertEqual(ours[at : at + 7].hex(), theirs[at : at + 7].hex())

    def test_up_conversion_is_kafkas(self) -> None:
        def wrapped(magic: int, codec: int, offsets: list[int], *, offset: int, attributes: int = 0, raw: bool = False) -> bytes:
            inside = b"".join(message_bytes(magic, o, 100 + i, b"k", b"value %d" % i) for i, o in enumerate(offsets))
            data = snappy_stream.compress_raw(inside) if raw else compress(codec, inside, magic=magic)
            return message_bytes(magic, offset, 77, None, data, codec | attributes)

        sets = [b"".join(message_bytes(magic, o, 5 + o, k, b"v") for o, k in ((0, None), (0, b"k"), (7, b""))) for magic in (0, 1)]
        for magic in (0, 1):
            for codec in OLD_CODECS[1:]:
                for offsets in ([0, 1, 2], [0, 0, 0], [70, 71, 72]):
                    sets.append(wrapped(magic, codec, offsets, offset=offsets[-1]))
            sets.append(wrapped(magic, Codec.SNAPPY, [0, 1], offset=0, raw=True))
        for message_set in sets:
            theirs = bytes.fromhex(self.judge.told("validate", message_set.hex()))
            for room_codec in (plain, chosen):
                ours = room_codec.to_magic2(message_set)
                self.assertEqual(self.judge.read(ours), self.judge.read(theirs))
                kept, want = room_codec.read_header(ours), room_codec.read_header(theirs)
                self.assertEqual(kept[5:], want[5:])
                if not kept.attributes:
                    self.assertEqual(ours.hex(), theirs.hex())

    def test_sets_that_kafka_refuses(self) -> None:
        one, old = message_bytes(1, 0, 5, None, b"v"), message_bytes(0, 0, 5, None, b"v")
        packed = message_bytes(1, 0, 5, None, compress(1, one), 1)
        bad = [
            one + old,
            one + packed,
            packed + one,
            packed + packed,
            message_bytes(1, 0, 5, None, None, 1),
            message_bytes(1, 0, 5, None, b"x", 4),
            message_bytes(1, 0, 5, None, b"no gzip", 1),
            message_bytes(1, 0, 5, None, compress(1, one + old), 1),
            message_bytes(1, 0, 5, None, compress(1, packed), 1),
            message_bytes(1, 0, 5, None, compress(1, b""), 1),
            message_bytes(1, 0, 5, None, compress(1, one[:-1] + b"w"), 1),
            one[:-1] + b"w",
        ]
        for message_set in bad:
            answer = self.judge.ask("validate", message_set.hex())
            self.assertTrue(answer.startswith("ERROR "), answer)
            self.assertRaises(RecordsError, chosen.to_magic2, message_set)
