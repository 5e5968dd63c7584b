"""Leader epochs: assignment, questions, truncation, file."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.storage.checkpoint_files import CorruptCheckpoint, EpochEntry
from klog.storage.log.leader_epochs import LeaderEpochCache
from klog.testing.filesystem import MemoryFileSystem

PATH = "/t-0/leader-epoch-checkpoint"


def cache_of(*entries: tuple[int, int]) -> LeaderEpochCache:
    """A cache with these epochs and starts."""
    fs = MemoryFileSystem()
    fs.make_directory("/t-0")
    cache = LeaderEpochCache(fs, PATH)
    for epoch, start in entries:
        cache.assign(epoch, start)
    return cache


class LeaderEpochTests(SynchronousTestCase):
    """The cache of one partition."""

    def test_questions(self) -> None:
        cache = cache_of((2, 10), (4, 20), (7, 30))
        for epoch, wanted in (
            (-1, (-1, -1)),
            (0, (0, 10)),
            (1, (1, 10)),
            (2, (2, 20)),
            (3, (2, 20)),
            (4, (4, 30)),
            (6, (4, 30)),
            (7, (7, 99)),
            (8, (-1, -1)),
        ):
            self.assertEqual(cache.end_offset_for(epoch, 99), wanted, epoch)
        for offset, epoch in ((9, None), (10, 2), (19, 2), (20, 4), (30, 7), (10**9, 7)):
            self.assertEqual(cache.epoch_for_offset(offset), epoch)
        self.assertEqual((cache.latest_epoch, cache.earliest), (7, (2, 10)))

    def test_nothing_known(self) -> None:
        cache = cache_of()
        self.assertEqual(cache.end_offset_for(0, 5), (-1, -1))
        self.assertIsNone(cache.epoch_for_offset(0))
        self.assertEqual((cache.latest_epoch, cache.earliest, cache.dirty), (None, None, False))
        cache.truncate_from_end(0)
        cache.truncate_from_start(9)
        cache.clear()
        self.assertFalse(cache.dirty)

    def test_batches_that_are_found(self) -> None:
        """What contradicts them goes, with all behind it; what they say nothing of stays."""
        file = ((1, 0), (3, 100), (5, 200), (7, 300))
        for epoch, base, last, wanted in (
            (1, 50, 60, file),
            (3, 100, 199, file),
            (7, 400, 400, file),
            # The log was cut since, and what came then is of an older epoch.
            (1, 150, 160, [(1, 0)]),
            (1, 90, 100, [(1, 0)]),
            (3, 250, 260, [(1, 0), (3, 100)]),
            (5, 300, 300, [(1, 0), (3, 100), (5, 200)]),
            # Or of a newer one, or of one between that was not known.
            (8, 150, 250, [(1, 0), (3, 100), (8, 150)]),
            (8, 300, 300, [(1, 0), (3, 100), (5, 200), (8, 300)]),
            (5, 90, 99, [(1, 0), (5, 90)]),
            (5, 150, 160, [(1, 0), (3, 100), (5, 150), (7, 300)]),
            (4, 150, 199, [(1, 0), (3, 100), (4, 150), (5, 200), (7, 300)]),
            (4, 150, 200, [(1, 0), (3, 100), (4, 150)]),
            (0, 0, 0, [(0, 0)]),
        ):
            cache = cache_of(*file)
            cache.dirty = False
            cache.note_batch(epoch, base, last)
            self.assertEqual((cache.entries, cache.dirty), (list(wanted), wanted is not file), (epoch, base, last))
        cache = cache_of()
        cache.note_batch(4, 10, 12)
        self.assertEqual(cache.entries, [(4, 10)])
        cache = cache_of((3, 100))
        # They lie before where the log starts.
        for epoch, base, last in ((1, 0, 50), (3, 90, 110)):
            cache.note_batch(epoch, base, last)
        self.assertEqual(cache.entries, [(1, 0), (3, 90)])

    def test_assign(self) -> None:
        cache = cache_of((2, 10))
        self.assertFalse(cache.assign(2, 15), "known")
        self.assertTrue(cache.assign(3, 10), "an epoch in which nothing was written")
        self.assertEqual(cache.entries, [(3, 10)])
        self.assertTrue(cache.assign(3, 8), "it began earlier")
        self.assertEqual(cache.entries, [(3, 8)])
        self.assertTrue(cache.assign(1, 20), "in contradiction")
        self.assertEqual(cache.entries, [(1, 20)])
        self.assertRaises(ValueError, cache.assign, -1, 0)
        self.assertRaises(ValueError, cache.assign, 1, -1)

    def test_truncation(self) -> None:
        cache = cache_of((2, 10), (4, 20), (7, 30))
        cache.truncate_from_end(31)
        self.assertEqual(len(cache.entries), 3)
        cache.truncate_from_end(30)
        self.assertEqual(cache.entries, [(2, 10), (4, 20)])
        cache.truncate_from_start(5)
        self.assertEqual(cache.entries, [(2, 10), (4, 20)])
        cache.truncate_from_start(15)
        self.assertEqual(cache.entries, [(2, 15), (4, 20)])
        cache.truncate_from_start(20)
        self.assertEqual(cache.entries, [(4, 20)])
        cache.truncate_from_start(100)
        self.assertEqual(cache.entries, [(4, 100)])
        cache.truncate_from_end(0)
        self.assertEqual(cache.entries, [])

    def test_file(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/t-0")
        cache = LeaderEpochCache(fs, PATH)
        cache.assign(0, 0)
        cache.assign(3, 7)
        self.assertTrue(cache.dirty)
        cache.flush()
        self.assertEqual(fs.read(PATH), b"0\n2\n0 0\n3 7\n")
        operations = fs.operations
        cache.flush()
        self.assertEqual(fs.operations, operations)
        again = LeaderEpochCache(fs, PATH)
        again.load()
        self.assertEqual(again.entries, [EpochEntry(0, 0), EpochEntry(3, 7)])
        again.clear()
        again.flush()
        self.assertEqual(fs.read(PATH), b"0\n0\n")

    def test_written_beside_the_file(self) -> None:
        """Which stays as it is until somebody renames the other."""
        fs = MemoryFileSystem()
        fs.make_directory("/t-0")
        cache = LeaderEpochCache(fs, PATH)
        cache.assign(0, 0)
        cache.flush()
        cache.assign(3, 7)
        new = cache.write_temporary("x")
        self.assertEqual((fs.read(PATH), fs.read(new), cache.dirty), (b"0\n1\n0 0\n", b"0\n2\n0 0\n3 7\n", False))

    def test_a_damaged_file_is_an_error(self) -> None:
        fs = MemoryFileSystem()
        fs.write(PATH, b"0\n1\n")
        self.assertRaises(CorruptCheckpoint, LeaderEpochCache(fs, PATH).load)

    @given(
        st.lists(
            st.tuples(st.sampled_from(["assign", "end", "start"]), st.integers(0, 12), st.integers(0, 60)),
            max_size=20,
        )
    )
    @settings(deadline=None, max_examples=150)
    def test_against_a_list(self, steps: list[tuple[str, int, int]]) -> None:
        cache = cache_of()
        model: list[tuple[int, int]] = []
        for what, epoch, offset in steps:
            if what == "assign":
                model = [entry for entry in model if (entry[0] < epoch and entry[1] < offset) or (entry[0] == epoch and entry[1] <= offset)]
                if not model or model[-1][0] != epoch:
                    model.append((epoch, offset))
                cache.assign(epoch, offset)
            elif what == "end":
                model = [entry for entry in model if entry[1] < offset]
                cache.truncate_from_end(offset)
            else:
                before = [entry for entry in model if entry[1] <= offset]
                model = [entry for entry in model if entry[1] > offset]
                if before:
                    model.insert(0, (before[-1][0], offset))
                cache.truncate_from_start(offset)
            self.assertEqual(cache.entries, model)
            self.assertEqual(model, sorted(set(model)))
            for asked in range(14):
                lower = [entry for entry in model if entry[0] <= asked]
                higher = [entry for entry in model if entry[0] > asked]
                if model and model[-1][0] == asked:
                    wanted = (asked, 1000)
                elif not higher:
                    wanted = (-1, -1)
                else:
                    wanted = (lower[-1][0] if lower else asked, higher[0][1])
                self.assertEqual(cache.end_offset_for(asked, 1000), wanted)
