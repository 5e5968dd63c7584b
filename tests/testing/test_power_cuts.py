"""What a disk holds after a power cut: bytes of files, and names in directories."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.filesystem import MemoryFileSystem
from klog.testing.power_cuts import SECTOR_BYTES


def made(**files: bytes) -> MemoryFileSystem:
    """A file system with durable files in /d."""
    fs = MemoryFileSystem()
    for name, content in files.items():
        fs.write(f"/d/{name}", content)
    return fs


class CrashDataTests(SynchronousTestCase):
    """What is left of a file's content."""

    def outcomes(self, fs: MemoryFileSystem, path: str = "/d/f", count: int = 400) -> set[bytes]:
        return {fs.crash(random.Random(seed)).read(path) for seed in range(count)}

    def test_synced_data_stays(self) -> None:
        fs = made(f=b"")
        file = fs.open("/d/f", write=True)
        file.write_at(0, (b"x" * 3000,))
        file.sync()
        self.assertEqual(self.outcomes(fs), {b"x" * 3000})

    def test_unsynced_data_is_dropped_torn_and_kept(self) -> None:
        fs = made(f=b"")
        file = fs.open("/d/f", write=True)
        file.write_at(0, (b"a" * 3 * SECTOR_BYTES,))
        outcomes = self.outcomes(fs)
        self.assertIn(b"", outcomes)
        self.assertIn(b"a" * 3 * SECTOR_BYTES, outcomes)
        self.assertIn(b"a" * SECTOR_BYTES, outcomes)
        self.assertIn(b"a" * SECTOR_BYTES + bytes(2 * SECTOR_BYTES), outcomes)
        self.assertIn(bytes(SECTOR_BYTES) + b"a" * 2 * SECTOR_BYTES, outcomes)
        garbage = [data for data in outcomes if data.replace(b"a", b"").replace(b"\0", b"")]
        self.assertTrue(garbage)

    def test_writes_are_reordered(self) -> None:
        fs = made(f=b"-" * 2 * SECTOR_BYTES)
        file = fs.open("/d/f", write=True)
        file.write_at(0, (b"1" * SECTOR_BYTES,))
        file.write_at(SECTOR_BYTES, (b"2" * SECTOR_BYTES,))
        outcomes = self.outcomes(fs)
        self.assertEqual(
            outcomes,
            {first * SECTOR_BYTES + second * SECTOR_BYTES for first in (b"-", b"1") for second in (b"-", b"2")},
        )

    def test_a_sector_holds_any_version(self) -> None:
        fs = made(f=b"0")
        file = fs.open("/d/f", write=True)
        file.write_at(0, (b"1",))
        file.write_at(0, (b"2",))
        self.assertEqual(self.outcomes(fs), {b"0", b"1", b"2"})

    def test_durable_bytes_of_a_torn_sector_stay(self) -> None:
        fs = made(f=b"k" * 100)
        file = fs.open("/d/f", write=True)
        file.write_at(100, (b"n" * 5000,))
        for data in self.outcomes(fs):
            self.assertEqual(data[:100], b"k" * 100)

    def test_truncation_may_not_have_happened(self) -> None:
        fs = made(f=b"abcdef")
        fs.open("/d/f", write=True).truncate(2)
        outcomes = self.outcomes(fs)
        self.assertIn(b"abcdef", outcomes)
        self.assertIn(b"ab", outcomes)

    def test_failed_sync_loses_what_was_dirty(self) -> None:
        fs = made(f=b"")
        file = fs.open("/d/f", write=True)
        file.write_at(0, (b"1" * SECTOR_BYTES,))
        fs.fail_next_sync()
        self.assertRaises(OSError, file.sync)
        file.sync()
        outcomes = self.outcomes(fs)
        self.assertTrue(any(data[:1] != b"1" for data in outcomes), "a later sync must not save it")
        file.write_at(0, (b"1" * SECTOR_BYTES,))
        file.sync()
        self.assertEqual({data[:SECTOR_BYTES] for data in self.outcomes(fs)}, {b"1" * SECTOR_BYTES})

    def test_a_length_is_no_page(self) -> None:
        """What a failed sync has left of a length is saved by the next good one, and so is the whole sector that is written again."""
        fs = made(f=b"k" * 3 * SECTOR_BYTES)
        file = fs.open("/d/f", write=True)
        file.truncate(SECTOR_BYTES)
        file.write_at(SECTOR_BYTES, (b"1" * 2 * SECTOR_BYTES,))
        file.truncate(2 * SECTOR_BYTES)
        fs.fail_next_sync()
        self.assertRaises(OSError, file.sync)
        file.write_at(SECTOR_BYTES + 5, (b"2" * (SECTOR_BYTES - 5),))
        file.sync()
        self.assertEqual(self.outcomes(fs), {b"k" * SECTOR_BYTES + b"1" * 5 + b"2" * (SECTOR_BYTES - 5)})
        file.write_at(2 * SECTOR_BYTES, (b"3" * SECTOR_BYTES,))
        self.assertEqual({data[: 2 * SECTOR_BYTES] for data in self.outcomes(fs)}, {bytes(file.read_at(0, 2 * SECTOR_BYTES))})

    def test_repeats_from_its_seed(self) -> None:
        fs = made(f=b"")
        fs.open("/d/f", write=True).write_at(0, (b"a" * 9000,))
        for seed in range(50):
            self.assertEqual(fs.crash(random.Random(seed)).read("/d/f"), fs.crash(random.Random(seed)).read("/d/f"))

    @given(
        st.lists(
            st.one_of(
                st.tuples(st.just("write"), st.integers(0, 2000), st.integers(1, 1500)),
                st.tuples(st.just("truncate"), st.integers(0, 2500), st.just(0)),
                st.tuples(st.just("sync"), st.just(0), st.just(0)),
            ),
            max_size=12,
        ),
        st.integers(0, 2**32),
    )
    @settings(deadline=None, max_examples=150)
    def test_only_what_was_written(self, steps: list[tuple[str, int, int]], seed: int) -> None:
        """Volatile content is that of a plain model; after a sync, and a crash, so is the durable one; sizes were once there."""
        fs = made(f=b"")
        file = fs.open("/d/f", write=True)
        model = bytearray()
        sizes = {0}
        for index, (what, number, length) in enumerate(steps):
            if what == "write":
                file.write_at(number, (bytes([65 + index]) * length,))
                model.extend(bytes(max(0, number - len(model))))
                model[number : number + length] = bytes([65 + index]) * length
            elif what == "truncate":
                file.truncate(number)
                del model[number:]
                model.extend(bytes(number - len(model)))
            else:
                file.sync()
                sizes = set()
                self.assertEqual(fs.crash(random.Random(seed)).read("/d/f"), bytes(model))
            sizes.add(len(model))
            self.assertEqual(fs.read("/d/f"), bytes(model))
        after = fs.crash(random.Random(seed)).read("/d/f")
        self.assertLessEqual(len(after), max(sizes))


class CrashDirectoryTests(SynchronousTestCase):
    """What is left of names."""

    def names(self, fs: MemoryFileSystem, path: str = "/d", count: int = 300) -> set[tuple[str, ...]]:
        return {tuple(fs.crash(random.Random(seed)).list(path)) for seed in range(count)}

    def test_creations_come_in_any_combination(self) -> None:
        fs = made(x=b"")
        for name in "ab":
            fs.open(f"/d/{name}", create=True).sync()
        self.assertEqual(self.names(fs), {("x",), ("a", "x"), ("b", "x"), ("a", "b", "x")})
        fs.sync_directory("/d")
        self.assertEqual(self.names(fs), {("a", "b", "x")})

    def test_removal_may_not_have_happened(self) -> None:
        fs = made(x=b"1")
        fs.remove("/d/x")
        self.assertEqual(self.names(fs), {(), ("x",)})
        fs.sync_directory("/d")
        self.assertEqual(self.names(fs), {()})

    def test_rename_is_atomic(self) -> None:
        fs = made(new=b"new", old=b"old")
        fs.rename("/d/new", "/d/old")
        for seed in range(100):
            after = fs.crash(random.Random(seed))
            content = {name: after.read(f"/d/{name}") for name in after.list("/d")}
            self.assertIn(content, ({"new": b"new", "old": b"old"}, {"old": b"new"}))

    def test_rename_between_directories_does_not_lose_or_double(self) -> None:
        fs = made(x=b"")
        fs.write("/e/y", b"")
        fs.open("/d/f", create=True)
        fs.rename("/d/f", "/e/f")
        fs.sync_directory("/e")
        for seed in range(50):
            after = fs.crash(random.Random(seed))
            self.assertEqual((after.list("/d"), after.list("/e")), (["x"], ["f", "y"]))

    def test_a_directory_needs_its_parent_synced(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/p/q")
        fs.open("/p/q/f", create=True).sync()
        fs.sync_directory("/p/q")
        fs.sync_directory("/p")
        self.assertEqual({fs.crash(random.Random(seed)).exists("/p/q/f") for seed in range(50)}, {True, False})
        fs.sync_directory("/")
        self.assertEqual({fs.crash(random.Random(seed)).exists("/p/q/f") for seed in range(50)}, {True})

    def test_after_a_crash_all_is_durable(self) -> None:
        fs = made(x=b"1")
        fs.open("/d/y", create=True).write_at(0, (b"2",))
        after = fs.crash(random.Random(4))
        for seed in range(20):
            again = after.crash(random.Random(seed))
            self.assertEqual({path: again.read(path) for path in again.walk()}, {path: after.read(path) for path in after.walk()})

    def test_the_living_are_not_changed(self) -> None:
        fs = made(x=b"1")
        fs.open("/d/x", write=True).write_at(0, (b"22",))
        fs.crash(random.Random(0)).open("/d/x", write=True).write_at(0, (b"333",))
        self.assertEqual(fs.read("/d/x"), b"22")
