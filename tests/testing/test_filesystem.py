"""What a power loss may and may not do in the file system in memory, and its faults."""

from __future__ import annotations

import errno
import random

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.filesystem import SECTOR_BYTES, CrashPoint, MemoryFileSystem


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


class CrashPointTests(SynchronousTestCase):
    """Ending at a chosen operation."""

    def test_every_operation_can_be_the_last(self) -> None:
        def work(fs: MemoryFileSystem) -> None:
            fs.make_directory("/d")
            file = fs.open("/d/a", create=True)
            file.write_at(0, (b"x",))
            file.sync()
            file.truncate(0)
            fs.rename("/d/a", "/d/b")
            fs.sync_directory("/d")
            fs.remove("/d/b")
            fs.remove_tree("/d")

        whole = MemoryFileSystem()
        work(whole)
        self.assertEqual(whole.operations, 9)
        for point in range(1, whole.operations + 1):
            fs = MemoryFileSystem()
            fs.crash_at = point
            self.assertRaises(CrashPoint, work, fs)
            self.assertEqual(fs.operations, point)
            self.assertRaises(CrashPoint, fs.exists, "/d")
            self.assertRaises(CrashPoint, fs.open, "/d/a")
            self.assertFalse(fs.crash(random.Random(point)).crashed)

    def test_a_write_that_the_power_cut_may_be_there(self) -> None:
        fs = made(f=b"")
        fs.crash_at = 1
        self.assertRaises(CrashPoint, fs.open("/d/f", write=True).write_at, 0, (b"x",))
        self.assertLessEqual({b"", b"x"}, {fs.crash(random.Random(seed)).read("/d/f") for seed in range(100)})

    def test_a_sync_that_the_power_cut_saved_nothing_for_sure(self) -> None:
        fs = made(f=b"")
        file = fs.open("/d/f", write=True)
        file.write_at(0, (b"x",))
        fs.crash_at = 2
        self.assertRaises(CrashPoint, file.sync)
        self.assertIn(b"", {fs.crash(random.Random(seed)).read("/d/f") for seed in range(100)})

    def test_callback(self) -> None:
        fs = made(f=b"")
        seen: list[tuple[str, str]] = []
        fs.on_operation = lambda name, path: seen.append((name, path))
        file = fs.open("/d/f", write=True)
        file.write_at(0, (b"x",))
        file.sync()
        self.assertEqual(seen, [("write", "/d/f"), ("sync", "/d/f")])


class FaultTests(SynchronousTestCase):
    """Errors on demand."""

    def test_full_disk(self) -> None:
        fs = made(f=b"12345")
        fs.capacity_bytes = 10
        file = fs.open("/d/f", write=True)
        error = self.assertRaises(OSError, file.write_at, 5, (b"abcdefgh",))
        self.assertEqual(error.errno, errno.ENOSPC)
        self.assertEqual(fs.read("/d/f"), b"12345abcde")
        self.assertEqual(fs.usage("/"), (10, 0))
        file.write_at(0, (b"54321",))
        file.truncate(5)
        self.assertEqual(fs.usage("/"), (10, 5))
        fs.remove("/d/f")
        self.assertEqual(fs.usage("/"), (10, 10))

    def test_failing_writes(self) -> None:
        fs = made(f=b"")
        file = fs.open("/d/f", write=True)
        fs.fail_writes(errno.EIO, partial_bytes=2)
        self.assertEqual(self.assertRaises(OSError, file.write_at, 0, (b"abc",)).errno, errno.EIO)
        self.assertEqual(fs.read("/d/f"), b"ab")
        fs.fail_writes(None)
        self.assertEqual(file.write_at(0, (b"abc",)), 3)

    def test_failing_syncs(self) -> None:
        fs = made(f=b"")
        fs.fail_next_sync(errno.ENOSPC, count=2)
        self.assertEqual(self.assertRaises(OSError, fs.open("/d/f", write=True).sync).errno, errno.ENOSPC)
        self.assertRaises(OSError, fs.sync_directory, "/d")
        fs.sync_directory("/d")

    def test_failing_reads(self) -> None:
        fs = made(f=b"1", g=b"2")
        fs.fail_reads(errno.EIO, suffix="f")
        self.assertRaises(OSError, fs.open("/d/f").read_at, 0, 1)
        self.assertEqual(fs.open("/d/g").read_at(0, 1), b"2")
        fs.fail_reads(None)
        self.assertEqual(fs.open("/d/f").read_at(0, 1), b"1")

    def test_clock(self) -> None:
        now = [5]
        fs = MemoryFileSystem(lambda: now[0])
        file = fs.open("/f", create=True)
        now[0] = 9
        self.assertEqual(fs.modified_ms("/f"), 5)
        file.write_at(0, (b"x",))
        self.assertEqual(fs.modified_ms("/f"), 9)

    def test_cache(self) -> None:
        fs = made(f=b"1")
        file = fs.open("/d/f")
        self.assertTrue(file.is_cached(0, 1))
        fs.evict("/d/f")
        self.assertFalse(file.is_cached(0, 1))
        file.read_at(0, 1)
        self.assertTrue(file.is_cached(0, 1))

    def test_cold_pages_and_inodes(self) -> None:
        """Touching them is written down, where waiting is not allowed."""
        fs = made(f=b"1" * 10_000, g=b"2")
        file = fs.open("/d/f")
        fs.drop_caches()
        self.assertIsNone(file.read_cached(0, 1))
        self.assertIsNone(fs.open_cached("/d/g"))
        self.assertIsNotNone(fs.open_cached("/d/f"), "an open file's inode is in memory")
        self.assertEqual(fs.cold_touches, [])
        with fs.waiting_allowed():
            file.read_at(5000, 1)
            fs.open("/d/g")
        self.assertEqual(file.read_cached(4096, 4096), b"1" * 4096)
        self.assertIsNone(file.read_cached(4096, 4097))
        self.assertIsNotNone(fs.open_cached("/d/g"))
        self.assertEqual(fs.cold_touches, [])
        fs.open("/d/f", write=True).write_at(8192, (b"x",))
        self.assertEqual(file.read_cached(8192, 1), b"x", "what is written is in memory")
        file.read_at(0, 1)
        fs.drop_caches()
        del file
        fs.drop_caches()
        fs.open("/d/g")
        fs.modified_ms("/d/f")
        self.assertEqual(fs.cold_touches, ["1 bytes at 0 of /d/f", "opening /d/g", "the time of /d/f"])

    def test_all_durable(self) -> None:
        fs = MemoryFileSystem(all_durable=True)
        fs.make_directory("/d")
        file = fs.open("/d/a", create=True)
        file.write_at(0, [b"abc"])
        file.write_at(3, [b"def"])
        file.truncate(5)
        fs.rename("/d/a", "/d/b")
        fs.write("/d/c", b"x")
        for seed in range(20):
            after = fs.crash(random.Random(seed))
            self.assertEqual({path: after.read(path) for path in after.walk()}, {"/d/b": b"abcde", "/d/c": b"x"})
        file.sync()
        fs.sync_directory("/d")
        self.assertEqual(fs.read("/d/b"), b"abcde")

    def test_open_files_are_counted(self) -> None:
        fs = made(f=b"1")
        file = fs.open("/d/f")
        other = fs.open("/d/f")
        self.assertEqual(fs.open_files, 2)
        other.close()
        self.assertEqual(fs.open_files, 1)
        del file
        self.assertEqual(fs.open_files, 0)
