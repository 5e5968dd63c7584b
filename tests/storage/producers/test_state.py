"""Producer state: the rules one by one, and all of them against a plain model; staging; transactions; snapshots and reload."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.sequences import MAX_SEQUENCE, increment_sequence
from klog.storage.producers.state import (
    APPEND,
    ProducedBatch,
    ProducerEntry,
    ProducerStateManager,
    Verdict,
)
from klog.testing.filesystem import MemoryFileSystem

TP = TopicPartition("t", 0)
OUT_OF_ORDER = ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER


def new_manager(fs: MemoryFileSystem | None = None, expiration_ms: int = 1000) -> ProducerStateManager:
    """A manager over an empty (or the given) /t-0."""
    if fs is None:
        fs = MemoryFileSystem()
    fs.make_directory("/t-0")
    manager = ProducerStateManager(fs, "/t-0", TP, lambda: expiration_ms)
    manager.snapshots.look()
    return manager


class Appender:
    """Appends batches with rising offsets."""

    def __init__(self, manager: ProducerStateManager) -> None:
        self.manager = manager

    def append(self, producer_id: int, epoch: int, first: int, count: int = 1, transactional: bool = False, time_ms: int = 0) -> Any:
        """What `check` says; appended where it may be."""
        last = increment_sequence(first, count - 1)
        decision = self.manager.check(producer_id, epoch, first, last, transactional)
        if self.manager.goes_on(producer_id, epoch, first, transactional):
            # What is not looked at closely would have been appended.
            assert decision is APPEND
            assert not transactional or self.manager.check_in_transaction(producer_id, epoch, first, last, None) is APPEND
        if decision.verdict is Verdict.APPEND:
            start = self.manager.end_offset
            self.manager.update(producer_id, epoch, last, start, start + count - 1, time_ms, transactional)
            self.manager.advance(start + count)
        return decision

    def end(self, producer_id: int, epoch: int, aborted: bool, coordinator_epoch: int = 0) -> Any:
        """Append a marker."""
        offset = self.manager.end_offset
        completed = self.manager.end_transaction(producer_id, epoch, coordinator_epoch, aborted, offset, 0)
        self.manager.advance(offset + 1)
        if completed is None:
            return None
        return completed, self.manager.complete(completed)


class RulesTests(SynchronousTestCase):
    """`check`, rule by rule."""

    def setUp(self) -> None:
        self.manager = new_manager()
        self.log = Appender(self.manager)

    def test_an_unknown_producer_may_begin_anywhere(self) -> None:
        self.assertEqual(self.log.append(1, 5, 77), APPEND)

    def test_in_order(self) -> None:
        for first in (0, 10, 20):
            self.assertEqual(self.log.append(1, 0, first, 10), APPEND)

    def test_duplicate_gets_the_first_answer(self) -> None:
        self.log.append(9, 0, 0, 3)
        self.log.append(1, 0, 0, 10, time_ms=123)
        self.log.append(1, 0, 10, 5)
        decision = self.log.append(1, 0, 0, 10)
        self.assertEqual(decision.verdict, Verdict.DUPLICATE)
        self.assertEqual((decision.original.first_offset, decision.original.last_offset, decision.original.timestamp_ms), (3, 12, 123))

    def test_what_an_ended_transaction_has_is_no_duplicate_of_the_next_one(self) -> None:
        """librdkafka 2.16 aborts while batches are unanswered, and gives their sequences to other records."""
        self.log.append(1, 0, 0, 5, transactional=True)
        self.assertEqual(self.log.append(1, 0, 0, 5, transactional=True).verdict, Verdict.DUPLICATE)
        self.log.end(1, 0, aborted=True)
        self.assertEqual(self.log.append(1, 0, 0, 5, transactional=True).code, ErrorCode.INVALID_TXN_STATE)
        self.assertEqual(self.log.append(1, 0, 5, 5, transactional=True), APPEND)
        self.assertEqual(self.log.append(1, 0, 0, 5, transactional=True).code, ErrorCode.INVALID_TXN_STATE)
        self.assertEqual(self.log.append(1, 0, 5, 5, transactional=True).verdict, Verdict.DUPLICATE)

    def test_sequences_of_an_ended_transaction_end_no_producer(self) -> None:
        """In other batches than before: a librdkafka producer that is told of a wrong order is at its end; so it aborts and goes on."""
        other = Appender(new_manager())
        other.append(1, 0, MAX_SEQUENCE - 1, 4, transactional=True)
        for log, last in ((self.log, 4), (other, 1)):
            if log is self.log:
                log.append(1, 0, 0, 5, transactional=True)
            log.end(1, 0, aborted=True)
            for first, count in ((last, 1), (last - 1, 2), (last - 1, 5)):
                with self.subTest(last=last, first=first, count=count):
                    self.assertEqual(log.append(1, 0, first, count, transactional=True).code, ErrorCode.INVALID_TXN_STATE)
            # What overtakes another one comes again, and what has no transaction may not begin so.
            self.assertEqual(log.append(1, 0, last + 2, 1, transactional=True).code, OUT_OF_ORDER)
            self.assertEqual(log.append(1, 0, last - 1, 5).code, OUT_OF_ORDER)
            self.assertEqual(log.append(1, 0, last + 1, 5, transactional=True), APPEND)
            self.assertEqual(log.append(1, 0, last - 1, 5, transactional=True).code, OUT_OF_ORDER)
        self.assertEqual(other.append(1, 0, MAX_SEQUENCE, 2, transactional=True).code, OUT_OF_ORDER)
        other.end(1, 0, aborted=True)
        self.assertEqual(other.append(1, 0, MAX_SEQUENCE, 2, transactional=True).code, ErrorCode.INVALID_TXN_STATE)

    def test_only_the_last_five_are_known(self) -> None:
        for first in range(6):
            self.log.append(1, 0, first)
        self.assertEqual(self.log.append(1, 0, 0).code, OUT_OF_ORDER)
        for first in range(1, 6):
            self.assertEqual(self.log.append(1, 0, first).verdict, Verdict.DUPLICATE)

    def test_part_of_a_batch_is_no_duplicate(self) -> None:
        self.log.append(1, 0, 0, 10)
        self.assertEqual(self.log.append(1, 0, 0, 5).code, OUT_OF_ORDER)
        self.assertEqual(self.log.append(1, 0, 5, 10).code, OUT_OF_ORDER)

    def test_gap(self) -> None:
        self.log.append(1, 0, 0)
        decision = self.log.append(1, 0, 2)
        self.assertEqual((decision.verdict, decision.code), (Verdict.REFUSE, OUT_OF_ORDER))
        self.assertIn("t-0: producer 1 sent sequence 2 after 0", decision.message)

    def test_epochs(self) -> None:
        self.log.append(1, 3, 0)
        self.assertEqual(self.log.append(1, 2, 1).code, ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(self.log.append(1, 4, 1).code, OUT_OF_ORDER)
        self.assertEqual(self.log.append(1, 4, 0), APPEND)
        self.assertEqual(len(self.manager.producers[1].batches), 1)

    def test_what_goes_on_is_not_looked_at_closely(self) -> None:
        goes_on = self.manager.goes_on
        self.assertTrue(goes_on(1, 5, 77, False))
        self.assertFalse(goes_on(1, 5, 77, True))
        self.log.append(1, 5, 0, 3)
        found = [goes_on(1, epoch, first, transactional) for epoch, first, transactional in ((5, 3, False), (5, 3, True), (5, 2, False))]
        self.assertEqual(found, [True, False, False])
        self.assertEqual([goes_on(1, 4, 3, False), goes_on(1, 6, 0, False)], [False, False])
        self.log.append(1, 5, 3, transactional=True)
        self.assertEqual([goes_on(1, 5, 4, False), goes_on(1, 5, 4, True)], [False, True])
        self.log.end(1, 5, aborted=False)
        self.assertEqual([goes_on(1, 5, 4, False), goes_on(1, 5, 4, True)], [True, False])
        self.log.append(2, 0, MAX_SEQUENCE - 1, 2)
        self.assertEqual([goes_on(2, 0, 0, False), goes_on(2, 0, MAX_SEQUENCE + 1, False)], [True, False])

    def test_several_at_once(self) -> None:
        """As one after the other."""
        batches = [ProducedBatch(n, 10 + n, 0, 100 + n) for n in range(7)]
        for transactional in (False, True):
            for count in (1, 3, 7):
                one_by_one, at_once = new_manager(), new_manager()
                for manager in (one_by_one, at_once):
                    manager.update(4, 1, 9, 0, 9, 99)
                    manager.begin()
                for batch in batches[:count]:
                    one_by_one.update(4, 2, batch.last_sequence, batch.first_offset, batch.last_offset, batch.timestamp_ms, transactional)
                at_once.update_all(4, 2, batches[:count], transactional)
                self.assertEqual(at_once.producers, one_by_one.producers)
                self.assertEqual(at_once.first_unstable_offset, one_by_one.first_unstable_offset)
                for manager in (one_by_one, at_once):
                    manager.rollback()
                self.assertEqual(at_once.producers, one_by_one.producers)

    def test_sequences_wrap(self) -> None:
        self.log.append(1, 0, MAX_SEQUENCE - 1, 1)
        self.assertEqual(self.log.append(1, 0, 0).code, OUT_OF_ORDER)
        self.assertEqual(self.log.append(1, 0, MAX_SEQUENCE, 3), APPEND)
        self.assertEqual(self.manager.producers[1].last_sequence, 1)
        self.assertEqual(self.log.append(1, 0, MAX_SEQUENCE, 3).verdict, Verdict.DUPLICATE)
        self.assertEqual(self.log.append(1, 0, 2), APPEND)
        other = Appender(new_manager())
        other.append(1, 0, MAX_SEQUENCE)
        self.assertEqual(other.append(1, 0, 0), APPEND)

    def test_within_a_transaction_all_is_transactional(self) -> None:
        self.log.append(1, 0, 0, transactional=True)
        self.assertEqual(self.log.append(1, 0, 1).code, ErrorCode.INVALID_TXN_STATE)
        self.assertEqual(self.log.append(1, 0, 1, transactional=True), APPEND)
        self.log.end(1, 0, False)
        self.assertEqual(self.log.append(1, 0, 2), APPEND)

    def test_markers(self) -> None:
        self.log.append(1, 3, 0, transactional=True)
        self.log.end(1, 3, True, coordinator_epoch=5)
        self.assertEqual(self.manager.check_marker(1, 3, 5), APPEND)
        self.assertEqual(self.manager.check_marker(2, 0, 0), APPEND)
        self.assertEqual(self.manager.check_marker(1, 2, 5).code, ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(self.manager.check_marker(1, 3, 4).code, ErrorCode.TRANSACTION_COORDINATOR_FENCED)

    def test_after_a_marker_that_raised_the_epoch_sequences_begin_anew(self) -> None:
        self.log.append(1, 3, 0, 5, transactional=True)
        self.log.end(1, 4, True)
        self.assertEqual(self.log.append(1, 4, 5).code, OUT_OF_ORDER)
        self.assertEqual(self.log.append(1, 4, 0), APPEND)

    def test_expiry(self) -> None:
        self.log.append(1, 0, 0, time_ms=100)
        self.log.append(2, 0, 0, time_ms=500)
        self.log.append(3, 0, 0, transactional=True, time_ms=0)
        self.assertEqual(self.manager.expire(1099), 0)
        self.assertEqual(self.manager.expire(1100), 1)
        self.assertEqual(sorted(self.manager.producers), [2, 3])
        self.assertEqual(self.log.append(1, 0, 50), APPEND)
        self.assertEqual((len(self.manager), self.manager.max_producer_id, self.manager.is_empty), (3, 3, False))

    def test_bounded(self) -> None:
        manager = ProducerStateManager(MemoryFileSystem(), "/t-0", TP, max_producers=3)
        log = Appender(manager)
        log.append(1, 0, 0, transactional=True)
        log.append(2, 0, 0)
        log.append(3, 0, 0)
        log.append(2, 0, 1)
        manager.begin()
        log.append(4, 0, 0)
        self.assertEqual(set(manager.producers), {1, 2, 4}, "3 was silent longest; 1 has a transaction")
        log.append(5, 0, 0)
        log.append(2, 0, 7)
        self.assertEqual(set(manager.producers), {1, 5, 2})
        manager.rollback()
        self.assertEqual(set(manager.producers), {1, 2, 3})
        self.assertEqual(log.append(2, 0, 2), APPEND)


class TransactionTests(SynchronousTestCase):
    """What is stable."""

    def setUp(self) -> None:
        self.manager = new_manager()
        self.log = Appender(self.manager)

    def test_first_unstable_offset(self) -> None:
        self.assertIsNone(self.manager.first_unstable_offset)
        self.log.append(1, 0, 0, 3, transactional=True)  # 0-2
        self.log.append(2, 0, 0, 3, transactional=True)  # 3-5
        self.assertEqual((self.manager.first_unstable_offset, self.manager.first_undecided_offset), (0, 0))
        completed, stable = self.log.end(1, 0, True)  # 6
        self.assertEqual(completed, (1, 0, 6, True))
        self.assertEqual(stable, 3)
        self.assertEqual((self.manager.first_unstable_offset, self.manager.first_undecided_offset), (0, 3))
        self.manager.on_high_watermark(6)
        self.assertEqual(self.manager.first_unstable_offset, 0)
        self.manager.on_high_watermark(7)
        self.assertEqual(self.manager.first_unstable_offset, 3)
        completed, stable = self.log.end(2, 0, False)  # 7
        self.assertEqual((completed.aborted, stable), (False, 8))
        self.manager.on_high_watermark(8)
        self.assertIsNone(self.manager.first_unstable_offset)

    def test_a_marker_of_an_empty_transaction(self) -> None:
        self.assertIsNone(self.log.end(1, 0, True))
        self.assertIsNone(self.manager.first_unstable_offset)
        self.assertEqual(self.manager.producers[1], ProducerEntry(1, 0, 0, 0))

    def test_log_start_decides_what_is_gone(self) -> None:
        self.log.append(1, 0, 0, 3, transactional=True)
        self.log.end(1, 0, False)
        self.manager.on_log_start(10)
        self.assertEqual((self.manager.first_unstable_offset, self.manager.end_offset), (None, 10))


class StagingTests(SynchronousTestCase):
    """`begin`, `commit`, `rollback`."""

    def setUp(self) -> None:
        self.manager = new_manager()
        self.log = Appender(self.manager)

    def test_checks_see_what_is_staged(self) -> None:
        self.manager.begin()
        for first in range(7):
            self.assertEqual(self.log.append(1, 0, first), APPEND)
        self.assertEqual(self.log.append(1, 0, 6).verdict, Verdict.DUPLICATE)
        self.manager.commit()
        self.assertEqual(self.manager.end_offset, 7)

    def test_rollback(self) -> None:
        self.log.append(1, 0, 0)
        self.log.append(3, 0, 0, transactional=True)
        before = (dict(self.manager.producers), self.manager.end_offset, self.manager.first_unstable_offset)
        self.manager.begin()
        self.log.append(1, 0, 1)
        self.log.append(1, 0, 2)
        self.log.append(2, 0, 0, transactional=True)
        self.log.end(3, 0, True)
        self.manager.rollback()
        self.assertEqual((dict(self.manager.producers), self.manager.end_offset, self.manager.first_unstable_offset), before)
        self.assertEqual(self.log.append(1, 0, 1), APPEND)
        self.manager.rollback()
        self.assertEqual(self.manager.end_offset, 3, "nothing is staged")

    def test_one_group_at_a_time(self) -> None:
        self.manager.begin()
        self.assertRaises(RuntimeError, self.manager.begin)
        self.manager.commit()
        self.manager.begin()


class SnapshotTests(SynchronousTestCase):
    """Snapshots and what becomes of them."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.manager = new_manager(self.fs)
        self.log = Appender(self.manager)

    def files(self) -> list[str]:
        return self.fs.list("/t-0")

    def name(self, *offsets: int) -> list[str]:
        return [f"{offset:020d}.snapshot" for offset in offsets]

    def test_take_and_reload(self) -> None:
        self.log.append(1, 2, 0, 10, time_ms=50)
        self.log.append(2, 0, 0, 5, transactional=True, time_ms=60)
        self.assertEqual(self.manager.take_snapshot(), 15)
        self.assertIsNone(self.manager.take_snapshot(), "nothing is new")
        self.log.append(1, 2, 10, 1, time_ms=70)
        again = new_manager(self.fs)
        self.assertEqual(again.truncate_and_reload(0, 16, 100), [])
        self.assertEqual(again.end_offset, 15)
        self.assertEqual(again.first_unstable_offset, 10)
        again.update(1, 2, 10, 15, 15, 70)
        again.advance(16)
        self.assertEqual(
            {pid: entry._replace(batches=entry.batches[-1:]) for pid, entry in again.producers.items()},
            {pid: entry._replace(batches=entry.batches[-1:]) for pid, entry in self.manager.producers.items()},
        )
        self.assertEqual(Appender(again).append(1, 2, 10).verdict, Verdict.DUPLICATE)
        self.assertEqual(Appender(again).append(1, 2, 11), APPEND)

    def test_a_state_that_fits_is_kept(self) -> None:
        self.log.append(1, 0, 0, 10)
        self.manager.truncate_and_reload(0, 10, 0)
        self.assertEqual(list(self.manager.producers), [1])

    def test_out_of_range_and_damaged_snapshots_go(self) -> None:
        for _ in range(5):
            self.log.append(1, 0, self.manager.end_offset, 10)
            self.manager.take_snapshot()
        self.assertEqual(self.files(), self.name(10, 20, 30, 40, 50))
        self.fs.write(f"/t-0/{self.name(40)[0]}", b"damaged")
        again = new_manager(self.fs)
        problems = again.truncate_and_reload(10, 45, 0)
        self.assertEqual(len(problems), 1)
        self.assertIn(self.name(40)[0], problems[0])
        self.assertEqual((self.files(), again.snapshots.offsets, again.end_offset), (self.name(20, 30), (20, 30), 30))
        self.assertEqual(again.producers[1].last_sequence, 29)

    def test_no_snapshot_begins_at_the_log_start(self) -> None:
        self.manager.truncate_and_reload(7, 20, 0)
        self.assertEqual((self.manager.end_offset, self.manager.last_snapshot_offset), (7, 7))

    def test_expired_producers_are_not_loaded(self) -> None:
        self.log.append(1, 0, 0, time_ms=0)
        self.log.append(2, 0, 0, time_ms=900)
        self.manager.take_snapshot()
        again = new_manager(self.fs)
        again.truncate_and_reload(0, 5, 1500)
        self.assertEqual(list(again.producers), [2])

    def test_begin_anew(self) -> None:
        self.log.append(1, 0, 0, 10, transactional=True)
        self.manager.take_snapshot()
        self.manager.truncate_fully_and_start_at(100)
        self.assertEqual(
            (self.files(), self.manager.end_offset, self.manager.is_empty, self.manager.first_unstable_offset), ([], 100, True, None)
        )
        self.assertEqual(self.manager.take_snapshot(), 100)

    def test_without_sync_a_crash_leaves_it_damaged_at_worst(self) -> None:
        self.fs.sync_directory("/")
        self.log.append(1, 0, 0, 10)
        self.manager.take_snapshot()
        self.log.append(1, 0, 10, 10)
        self.manager.take_snapshot(sync=False)
        ends = set()
        for seed in range(100):
            again = new_manager(self.fs.crash(random.Random(seed)))
            again.truncate_and_reload(0, 20, 0)
            self.assertEqual(again.producers[1].last_sequence, again.end_offset - 1)
            ends.add(again.end_offset)
        self.assertEqual(ends, {10, 20})


class Model:
    """The rules told once more, plainly: per producer an epoch and all batches since it began."""

    def __init__(self) -> None:
        self.epochs: dict[int, int] = {}
        self.batches: dict[int, list[tuple[int, int, int]]] = {}
        self.open: dict[int, int] = {}
        self.end = 0

    def append(self, pid: int, epoch: int, first: int, count: int, transactional: bool) -> tuple[str, int]:
        """(what becomes of it, offset)."""
        known = self.epochs.get(pid)
        last = (first + count - 1) % 2**31
        batches = self.batches.get(pid, [])
        if known is not None:
            if epoch == known:
                for known_first, known_last, offset in batches[-5:]:
                    if (known_first, known_last) == (first, last):
                        if transactional and offset < self.open.get(pid, self.end):
                            return ErrorCode.INVALID_TXN_STATE.name, -1
                        return "duplicate", offset
                expected = (batches[-1][1] + 1) % 2**31 if batches else 0
                if first != expected:
                    was_given_out = batches and 0 < (expected - first) % 2**31 <= 2**30
                    return (
                        ErrorCode.INVALID_TXN_STATE if transactional and pid not in self.open and was_given_out else OUT_OF_ORDER
                    ).name, -1
            elif epoch < known:
                return ErrorCode.INVALID_PRODUCER_EPOCH.name, -1
            elif first != 0:
                return OUT_OF_ORDER.name, -1
            if pid in self.open and not transactional:
                return ErrorCode.INVALID_TXN_STATE.name, -1
        if known != epoch:
            batches = []
        self.epochs[pid] = epoch
        self.batches[pid] = [*batches, (first, last, self.end)]
        if transactional:
            self.open.setdefault(pid, self.end)
        self.end += count
        return "append", self.end - count

    def mark(self, pid: int, epoch: int) -> None:
        """A marker of a known producer."""
        if self.epochs.get(pid) != epoch:
            self.batches[pid] = []
        self.epochs[pid] = epoch
        self.open.pop(pid, None)
        self.end += 1

    def copy(self) -> Model:
        """Its own twin."""
        twin = Model()
        twin.epochs, twin.batches, twin.open, twin.end = dict(self.epochs), dict(self.batches), dict(self.open), self.end
        return twin


STEP = st.one_of(
    st.tuples(
        st.just("append"),
        st.integers(1, 3),
        st.integers(0, 2),
        st.sampled_from(["next", "next", "next", "again", "zero", "gap", "top"]),
        st.integers(1, 4),
        st.booleans(),
    ),
    st.tuples(st.just("mark"), st.integers(1, 3), st.integers(0, 1), st.booleans()),
    st.tuples(st.sampled_from(["begin", "commit", "rollback", "snapshot", "reload"])),
)


class ModelTests(SynchronousTestCase):
    """Everything at once."""

    @given(st.lists(STEP, max_size=50))
    @settings(deadline=None, max_examples=300)
    def test_against_the_model(self, steps: list[tuple[Any, ...]]) -> None:
        fs = MemoryFileSystem()
        manager = new_manager(fs, expiration_ms=10**9)
        log = Appender(manager)
        model = Model()
        staged: Model | None = None
        for step in steps:
            if step[0] == "append":
                _, pid, epoch_step, which, count, transactional = step
                epoch = max(0, model.epochs.get(pid, 0) + epoch_step - 1) if which != "next" else model.epochs.get(pid, 0)
                batches = model.batches.get(pid, [])
                if which == "again" and batches:
                    known_first, known_last, _ = batches[max(0, len(batches) - 1 - epoch_step * 3)]
                    first, count = known_first, (known_last - known_first) % 2**31 + 1
                else:
                    following = (batches[-1][1] + 1) % 2**31 if batches else 0
                    first = {"next": following, "zero": 0, "gap": following + 1, "top": MAX_SEQUENCE - 1, "again": following}[which] % 2**31
                decision = log.append(pid, epoch, first, count, transactional)
                wanted, offset = model.append(pid, epoch, first, count, transactional)
                if decision.verdict is Verdict.REFUSE:
                    self.assertEqual(decision.code.name, wanted)
                    self.assertIn(str(pid), decision.message)
                else:
                    self.assertEqual(decision.verdict.value, wanted)
                if decision.verdict is Verdict.DUPLICATE:
                    self.assertEqual(decision.original.first_offset, offset)
            elif step[0] == "mark":
                _, pid, raise_epoch, aborted = step
                epoch = model.epochs.get(pid, 0) + raise_epoch
                first = model.open.get(pid)
                ended = log.end(pid, epoch, aborted)
                self.assertEqual(ended[0].first_offset if ended else None, first)
                model.mark(pid, epoch)
            elif step[0] == "begin" and staged is None:
                manager.begin()
                staged = model.copy()
            elif step[0] == "commit":
                manager.commit()
                staged = None
            elif step[0] == "rollback" and staged is not None:
                manager.rollback()
                model, staged = staged, None
            elif step[0] == "snapshot" and staged is None:
                manager.take_snapshot()
            elif step[0] == "reload" and staged is None and manager.end_offset:
                manager.on_high_watermark(manager.end_offset)
                manager.take_snapshot()
                manager = new_manager(fs, expiration_ms=10**9)
                manager.truncate_and_reload(-1, model.end, 0)
                log = Appender(manager)
                model.batches = {pid: batches[-1:] for pid, batches in model.batches.items()}
            self.assertEqual(manager.end_offset, model.end)
            self.assertEqual({pid: entry.epoch for pid, entry in manager.producers.items()}, model.epochs)
            self.assertEqual(manager.first_undecided_offset, min(model.open.values(), default=None))
