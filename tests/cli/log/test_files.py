"""Finding and walking the files of a log."""

from __future__ import annotations

import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.log.files import (
    CHUNK_BYTES,
    Broken,
    Kind,
    Step,
    all_zero,
    files_in,
    find,
    is_data_directory,
    is_partition_directory,
    partition_directories,
    real_filesystem,
    short,
    target_of,
    walk,
)
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.testing.filesystem import MemoryFileSystem
from tests.cli.log.rig import filled


def batches(*counts: int, size: int = 10) -> list[bytes]:
    """Batches one behind the other, from offset 0."""
    made, offset = [], 0
    for count in counts:
        records = [(1000 + number, None, b"v" * size, ()) for number in range(count)]
        made.append(codec.build_batch(records, base_offset=offset))
        offset += count
    return made


def stored(data: bytes) -> MemoryFileSystem:
    fs = MemoryFileSystem()
    fs.make_directory("/d")
    fs.open("/d/f", write=True, create=True).write_at(0, [data])
    return fs


class WalkTests(unittest.TestCase):
    """`walk`."""

    def test_whole_batches(self) -> None:
        made = batches(3, 1, 5)
        found = list(walk(stored(b"".join(made)).open("/d/f")))
        self.assertEqual([step.data for step in found if isinstance(step, Step)], made)
        self.assertEqual([step.entry.base_offset for step in found if isinstance(step, Step)], [0, 3, 4])
        self.assertEqual([step.entry.position for step in found if isinstance(step, Step)], [0, len(made[0]), len(made[0] + made[1])])

    def test_batches_larger_than_a_chunk_and_many_chunks(self) -> None:
        made = batches(1, 2, 1, size=CHUNK_BYTES // 2 + 7)
        found = list(walk(stored(b"".join(made)).open("/d/f")))
        self.assertEqual([len(step.data) for step in found if isinstance(step, Step)], [len(one) for one in made])

    def test_old_formats(self) -> None:
        plain = b"".join(batches(4))
        for magic in (0, 1):
            old = codec.to_old_magic(plain, magic)
            found = list(walk(stored(old).open("/d/f")))
            self.assertEqual([step.entry.magic for step in found if isinstance(step, Step)], [magic] * 4)

    def test_a_torn_tail(self) -> None:
        made = batches(2, 2)
        data = b"".join(made)
        for cut in range(1, len(made[1])):
            *whole, last = walk(stored(data[:-cut]).open("/d/f"))
            self.assertEqual(len(whole), 1)
            assert isinstance(last, Broken)
            self.assertTrue(last.torn, cut)
            self.assertEqual(last.position, len(made[0]))

    def test_zeros_behind(self) -> None:
        data = b"".join(batches(2)) + bytes(5000)
        *_, last = walk(stored(data).open("/d/f"))
        assert isinstance(last, Broken)
        self.assertTrue(last.zeros)
        self.assertEqual(last.left_bytes, 5000)

    def test_rubbish_in_the_middle(self) -> None:
        made = batches(2, 2, 2)
        data = bytearray(b"".join(made))
        data[len(made[0]) + 16] = 9  # magic
        first, last = walk(stored(bytes(data)).open("/d/f"))
        assert isinstance(first, Step)
        assert isinstance(last, Broken)
        self.assertFalse(last.torn)
        self.assertIn("magic", last.reason)

    @settings(deadline=None, max_examples=60)
    @given(st.binary(max_size=400))
    def test_any_bytes_end(self, data: bytes) -> None:
        found = list(walk(stored(data).open("/d/f")))
        self.assertLessEqual(sum(isinstance(step, Broken) for step in found), 1)

    def test_empty(self) -> None:
        fs = stored(b"")
        self.assertEqual(list(walk(fs.open("/d/f"))), [])
        self.assertTrue(all_zero(fs.open("/d/f"), 0, 0))


class FindTests(unittest.TestCase):
    """`find` and its parts."""

    def test_names(self) -> None:
        found = target_of("/data/my-topic-7/00000000000000000042.timeindex")
        assert found is not None
        self.assertEqual((found.kind, found.partition, found.base_offset), (Kind.TIME_INDEX, TopicPartition("my-topic", 7), 42))
        self.assertIsNone(target_of("/data/README"))
        for name, kind in (
            ("leader-epoch-checkpoint", Kind.LEADER_EPOCHS),
            ("meta.properties", Kind.META_PROPERTIES),
            ("00000000000000000100-0000000001.checkpoint", Kind.KRAFT_SNAPSHOT),
            ("00000000000000000100.snapshot", Kind.SNAPSHOT),
            ("klog.state", Kind.STATE),
        ):
            target = target_of(f"/d/{name}")
            assert target is not None
            self.assertIs(target.kind, kind)

    def test_directories(self) -> None:
        broker = filled(20)
        fs, data = broker.file_system, broker.properties["log.dirs"]
        self.assertTrue(is_data_directory(fs, data))
        self.assertFalse(is_partition_directory(fs, data))
        self.assertTrue(is_partition_directory(fs, f"{data}/t-0"))
        self.assertIn(f"{data}/t-0", partition_directories(fs, data))
        kinds = {target.kind for target in find(fs, [data])}
        self.assertLessEqual({Kind.LOG, Kind.OFFSET_INDEX, Kind.TIME_INDEX, Kind.META_PROPERTIES, Kind.STATE, Kind.OFFSETS}, kinds)
        inside = files_in(fs, f"{data}/t-0")
        self.assertEqual([target.base_offset for target in inside], sorted(target.base_offset for target in inside))
        self.assertEqual(find(fs, [f"{data}/t-0"]), inside)

    def test_what_is_not_there(self) -> None:
        fs = stored(b"")
        with self.assertRaises(CommandFailed) as caught:
            find(fs, ["/nix"])
        self.assertIs(caught.exception.code, Exit.NOT_FOUND)
        with self.assertRaises(CommandFailed) as caught:
            find(fs, ["/d"])
        self.assertIs(caught.exception.code, Exit.NOT_FOUND)
        with self.assertRaises(CommandFailed) as caught:
            find(fs, ["/d/f"])
        self.assertIs(caught.exception.code, Exit.USAGE)

    def test_small_things(self) -> None:
        self.assertTrue(real_filesystem().exists("/"))
        self.assertEqual(short("/a/b/c", "/a"), "b/c")
        self.assertEqual(short("/a/b"), "/a/b")
