"""A data directory's life, act by act, and what must be found after a power cut at any moment of it.

`Life` draws a script from a number: topics are made, written as leader and as follower, flushed in steps, rolled, compacted, cut at their
start and at their end, begun anew elsewhere, thinned by retention, deleted, made again under the same name, and the directory is stopped
and started, also while a flush is under way. In one of each two lives segments are preallocated. Before
every single act on the file system the power is cut in each way that `Survival` names, and in some that are drawn; each disk that comes
of it is started again and held against the model, which states what may be missing:

=========================== ==================================================================================================
of a partition              what a start must find
=========================== ==================================================================================================
made                        it is there, with its id
being truncated             as it was, as it will be, or cut somewhere between; once it is done, nothing that was cut, ever
being made, being deleted   as it was or would be, never half of it
deleted                     neither it nor its folder
records                     what was appended, from the start to the end without a gap (compacted: the newest value of every key,
                            and all behind where compaction was)
their end                   at least what a flush has covered (under the flush rule: what was shown or acknowledged); all that was
                            appended where only the process died, or where the mark of a clean stop is found
their start                 at most what was told; exactly that under the mark
epochs, producers           those of the records that are there: what was written last is known to be a duplicate
a second start              finds what the first one found, wherever the power went in between
=========================== ==================================================================================================
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import hashlib
import random
import unittest
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.storage.compaction.log_compaction import dirtiness_of, prepare_compaction
from klog.storage.directories.checkpoints import Checkpoint
from klog.storage.directories.deletion import Deletion
from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import DiskWork, do_now
from klog.storage.log.log import AppendEntry, Log
from klog.storage.log.start_reports import LoadReport
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem, Survival
from tests.storage.compacting import entries, made_options, turn
from tests.storage.logs import NOW_MS, Clock, FailingAct, batch, create, remove_deleted

PLAIN = TopicPartition("plain", 0)
KEYED = TopicPartition("keyed", 0)
PASSING = TopicPartition("passing", 0)
KEYS = [b"a", b"b", b"c", b"d"]
UNFINISHED = (".deleted", ".swap", ".cleaned", ".tmp")
NAMED = tuple(survival for survival in Survival if survival is not Survival.ANY)


@dataclasses.dataclass(frozen=True)
class Row:
    """A record as it was appended."""

    key: bytes
    value: bytes
    epoch: int


@dataclasses.dataclass
class Expected:
    """One partition, from its making to its end."""

    topic_id: bytes
    #: Whether it is being made or deleted right now: then it may be there or not.
    uncertain: bool = True
    rows: dict[int, Row] = dataclasses.field(default_factory=dict)
    #: Below, everything must survive.
    owed_end: int = 0
    #: Offset behind what is written, or being written.
    end: int = 0
    #: Offset behind what was written when the last append returned.
    written_end: int = 0
    start: int = 0
    #: Below, outdated records may be missing.
    compacted_to: int = 0
    #: Of the producer, as they stand: (first offset, last offset, batch, sequence behind it).
    batches: list[tuple[int, int, bytes, int]] = dataclasses.field(default_factory=list)
    sequence: int = 0
    #: While it is being cut: where it ended, and where it will end at most.
    being_cut: tuple[int, int] | None = None

    @property
    def last_batch(self) -> tuple[int, bytes] | None:
        """(last offset, batch)."""
        return self.batches[-1][1:3] if self.batches else None

    def cut(self, end: int) -> None:
        """It ends at `end` now."""
        self.rows = {offset: row for offset, row in self.rows.items() if offset < end}
        self.batches = [one for one in self.batches if one[1] < end]
        self.sequence = self.batches[-1][3] if self.batches else 0
        self.end = self.written_end = end
        self.owed_end = min(self.owed_end, end)
        self.being_cut = None


class Life:
    """One life; `run` lives it. `points` counts the disks that were started, `acts` the acts before which the power went."""

    def __init__(self, case: unittest.TestCase, number: int, flush_rule: bool, drawn: int = 2) -> None:
        self.case = case
        self.name = f"life {number} {'with' if flush_rule else 'without'} the flush rule"
        self.random = random.Random(number)
        self.flush_rule = flush_rule
        self.drawn = drawn
        #: All files of segments: in one of the two lives of a number.
        self.preallocate = (number + flush_rule) % 2 == 1
        self.clock = Clock()
        self.fs = MemoryFileSystem(self.clock)
        self.points = 0
        self.acts: Counter[str] = Counter()
        self.cut_records = 0
        self.expected: dict[TopicPartition, Expected] = {}
        #: Deleted, and maybe still there.
        self.leaving: dict[TopicPartition, Expected] = {}
        #: What threads have not begun or not ended, oldest first.
        self.works: list[DiskWork[Any]] = []
        self.directory: LogDirectory | None = None
        self._looking = False
        self._failure: BaseException | None = None
        self.fs.on_operation = self._before

    def settings(self, topic: str) -> LogSettings:
        """Small segments; all topics are flushed by the rule or none."""
        plain = LogSettings(
            flush_messages=1 if self.flush_rule else None,
            segment_bytes=1500,
            preallocate=self.preallocate,
            index_interval_bytes=100,
            segment_index_bytes=400,
            file_delete_delay_ms=10,
            retention_bytes=6000,
        )
        if topic != KEYED.topic:
            return plain
        return dataclasses.replace(plain, cleanup_delete=False, cleanup_compact=True, min_cleanable_dirty_ratio=0, retention_bytes=-1)

    def opened(self, fs: MemoryFileSystem, warnings: list[str]) -> LogDirectory:
        """A directory on `fs`, not loaded."""
        return LogDirectory(
            fs,
            "/data",
            self.clock,
            self.settings("x"),
            1,
            settings_for=self.settings,
            # Whose id nobody knows: a partition that was being made.
            topic_id_for=lambda topic: bytes(range(16)),
            warn=warnings.append,
            random_source=random.Random(1),
            random_bytes=lambda count: self.random.randbytes(count),
        )

    # The life

    def run(self, steps: int) -> None:
        """So many acts of the script, and an end in order."""
        self.begin()
        acts: list[tuple[float, Callable[[], None]]] = [
            (10, self._append),
            (5, self._flush),
            (9, self._turn),
            (1, self._checkpoint),
            (1, self._delete_records),
            (1.5, self._retain),
            (1.5, self._remove),
            (1.5, self._compact),
            (2, self._make_or_delete),
            (2, self._truncate),
            (1.5, self._follow),
            (0.5, self._lead),
            (0.7, self._restart),
        ]
        weights = [weight for weight, _ in acts]
        for _ in range(steps):
            (_, act) = self.random.choices(acts, weights)[0]
            self._do(act)
        if PASSING not in self.expected:
            self._do(self._make_or_delete)
        self._do(self._make_or_delete)
        while self.works:
            self._do(self._turn)
        self._do(self._remove)
        self._do(self._restart)

    @contextlib.contextmanager
    def unseen(self) -> Iterator[None]:
        """What is done meanwhile is a way to what is looked at: its own acts are those of other lives."""
        self._looking = True
        try:
            yield
        finally:
            self._looking = False

    def begin(self) -> None:
        """A first start, and two topics."""
        self._start()
        self._make(PLAIN)
        self._make(KEYED)

    def stop_while_flushing(self) -> None:
        """Records, a flush that no thread has begun, a stop and a start."""
        self._append(PLAIN)
        flush = self._live().logs[PLAIN].prepare_flush()
        assert flush is not None
        self.works.append(flush)
        self._do(self._restart)

    def truncate_and_go_on(self) -> None:
        """Records of several segments, durable and known to the checkpoints; most of them are cut off, and others take their offsets."""
        log = self._live().logs[PLAIN]
        with self.unseen():
            for _ in range(12):
                self._append(PLAIN)
            log.flush()
            self._note()
            do_now(self._live().prepare_checkpoint())
        offset = log.end_offset // 4
        self._do(lambda: self._truncate(PLAIN, offset))
        for _ in range(12):
            self._do(lambda: self._append(PLAIN))

    def _do(self, act: Callable[[], None]) -> None:
        act()
        if self._failure is not None:
            raise self._failure

    def _live(self) -> LogDirectory:
        assert self.directory is not None
        return self.directory

    def _start(self) -> None:
        directory = self.opened(self.fs, [])
        directory.load()
        self.directory = directory

    def _log(self) -> tuple[Log, Expected]:
        partition = self.random.choice(sorted(self.expected))
        return self._live().logs[partition], self.expected[partition]

    def _make(self, partition: TopicPartition) -> None:
        for work in [work for work in self.works if isinstance(work, Deletion)]:
            # The thread that makes directories does first what was asked for first.
            turn(work)
            self.works.remove(work)
        known = self.expected[partition] = Expected(self.random.randbytes(16))
        create(self._live(), partition, known.topic_id, self.settings(partition.topic))
        known.uncertain = False
        self.leaving.pop(partition, None)

    def _make_or_delete(self) -> None:
        if PASSING not in self.expected:
            self._make(PASSING)
            return
        self.leaving[PASSING] = self.expected.pop(PASSING)
        self.works.append(self._live().prepare_deletion(self._live().take_out([PASSING])))
        if self.random.random() < 0.5:
            self._make(PASSING)
            self._append(PASSING)

    def _turn(self) -> None:
        """One turn of a thread."""
        if not self.works:
            return
        work = self.random.choice(self.works)
        if isinstance(work, Deletion | Checkpoint):
            # In the order in which they were asked for.
            work = next(other for other in self.works if isinstance(other, type(work)))
        self._retention_may_go_on()
        if not turn(work):
            self.works.remove(work)
        self._note()
        if not any(isinstance(other, Deletion) for other in self.works):
            self.leaving.clear()

    def _retention_may_go_on(self) -> None:
        """What is about to be deleted is known before it goes."""
        for partition, log in self._live().logs.items():
            self.expected[partition].start = log.high_watermark

    def _note(self) -> None:
        """What is promised by now."""
        for partition, log in self._live().logs.items():
            known = self.expected[partition]
            known.start = log.start_offset
            known.owed_end = max(known.owed_end, log.recovery_point)

    def _append(self, partition: TopicPartition | None = None) -> None:
        if partition is None:
            log, known = self._log()
        else:
            log, known = self._live().logs[partition], self.expected[partition]
        rng = self.random
        made = []
        end = log.end_offset
        for _ in range(rng.randint(1, 4)):
            rows = [Row(rng.choice(KEYS), rng.randbytes(rng.choice([0, 20, 100, 300])), log.leader_epoch) for _ in range(rng.randint(1, 3))]
            fields = {"producer_id": 7, "producer_epoch": 0, "base_sequence": known.sequence} if log.topic_partition != KEYED else {}
            known.sequence += len(rows)
            data = self._batch(rows, **fields)
            if fields:
                known.batches.append((end, end + len(rows) - 1, data, known.sequence))
            for row in rows:
                known.rows[end] = row
                end += 1
            made.append(data)
        known.end = end
        for _, result in zip(made, log.append([AppendEntry(data, 9) for data in made]), strict=True):
            self.case.assertEqual(result.code, 0, result)
        self.case.assertEqual(log.end_offset, end)
        known.written_end = end

    def _follow(self) -> None:
        """Batches that somebody else has numbered, one of them of a new leadership."""
        log, known = self._log()
        rng = self.random
        end, sent, epoch = log.end_offset, b"", log.leader_epoch
        for number in range(rng.randint(1, 3)):
            epoch += number == 1
            rows = [Row(rng.choice(KEYS), rng.randbytes(rng.choice([0, 20, 100, 300])), epoch) for _ in range(rng.randint(1, 3))]
            fields = {"producer_id": 7, "producer_epoch": 0, "base_sequence": known.sequence} if log.topic_partition != KEYED else {}
            known.sequence += len(rows)
            data = self._batch(rows, **fields)
            if fields:
                known.batches.append((end, end + len(rows) - 1, data, known.sequence))
            sent += end.to_bytes(8, "big") + data[8:12] + epoch.to_bytes(4, "big") + data[16:]
            for row in rows:
                known.rows[end] = row
                end += 1
        known.end = end
        log.append_as_follower(sent)
        log.raise_high_watermark(log.end_offset if not self.flush_rule else log.recovery_point)
        self.case.assertEqual(log.end_offset, end)
        known.written_end = end

    def _truncate(self, partition: TopicPartition | None = None, chosen: int | None = None) -> None:
        """A cut somewhere, or a new start elsewhere, while nothing else goes on with that log."""
        log, known = self._log() if partition is None else (self._live().logs[partition], self.expected[partition])
        if log.work.running:
            return
        rng = self.random
        fully = rng.random() < 0.2 and chosen is None
        if chosen is not None:
            offset = chosen
        elif fully:
            offset = rng.randint(0, log.end_offset + 20)
        else:
            # Of a value that compaction took because of a newer one, nothing is left when that one goes.
            offset = rng.randint(max(log.start_offset, known.compacted_to), log.end_offset)
        known.being_cut = (log.end_offset, offset)
        known.owed_end = 0 if fully else min(known.owed_end, max((one[0] for one in known.batches if one[0] <= offset), default=0))
        if log.topic_partition == KEYED:
            known.owed_end = min(known.owed_end, known.compacted_to)
        known.written_end = 0
        known.start = max(known.start, offset)
        if rng.random() < 0.25:
            self._refuse_truncation(log, offset, fully)
        truncation = self._live().prepare_truncation(log.topic_partition, offset, fully=fully)
        if truncation is not None:
            do_now(truncation)
        if fully:
            known.rows.clear()
            known.batches.clear()
            known.compacted_to = 0
            known.start = offset
        else:
            known.start = log.start_offset
        known.cut(log.end_offset)
        self.case.assertEqual(log.end_offset, offset if fully else log.end_offset)
        self.case.assertLessEqual(log.end_offset, offset)

    def _refuse_truncation(self, log: Log, offset: int, fully: bool) -> None:
        """The disk is full at some write: the log is what it was."""
        act = FailingAct(lambda name, _: name == "write", self.random.randint(0, 6), errno.ENOSPC)
        before = log.start_offset, log.end_offset, log.high_watermark
        truncation = self._live().prepare_truncation(log.topic_partition, offset, fully=fully)
        if truncation is None:
            return
        self.fs.before_act = act
        # Where it needs fewer writes, it is done.
        with contextlib.suppress(OSError):
            do_now(truncation)
        self.fs.before_act = None
        self.case.assertIsNone(self._live().offline)
        if act.failed:
            self.case.assertEqual((log.start_offset, log.end_offset, log.high_watermark), before)

    def _batch(self, rows: list[Row], **fields: int) -> bytes:
        return codec.build_batch([(NOW_MS + n, row.key, row.value, ()) for n, row in enumerate(rows)], **fields)

    def _flush(self) -> None:
        log, _ = self._log()
        flush = log.prepare_flush(rolled_only=self.random.random() < 0.2 and not self.flush_rule)
        if flush is not None:
            self.works.append(flush)

    def _checkpoint(self) -> None:
        self.works.append(self._live().prepare_checkpoint())

    def _delete_records(self) -> None:
        log, known = self._log()
        known.start = self.random.randint(log.start_offset, log.high_watermark)
        log.truncate_start(known.start)

    def _retain(self) -> None:
        self._retention_may_go_on()
        for log in self._live().logs.values():
            log.apply_retention(self.clock.ms)
        self._note()

    def _remove(self) -> None:
        self.clock.ms += 11
        remove_deleted(self._live(), self.clock.ms)

    def _compact(self) -> None:
        log, known = self._live().logs[KEYED], self.expected[KEYED]
        dirt = dirtiness_of(log, self._live().cleaner_offsets.get(KEYED))
        if dirt is not None and dirt.cleanable_bytes:
            known.compacted_to = max(known.compacted_to, dirt.first_uncleanable)
            work = prepare_compaction(log, dirt, made_options())
            # Its turns are many; some are spread.
            while self.random.random() < 0.9 and turn(work):
                pass
            if work.needs_another_run:
                self.works.append(work)
            elif work.is_done:
                self._live().cleaner_offsets[KEYED] = work.compaction.end_offset
                do_now(self._live().prepare_cleaner_checkpoint())

    def _lead(self) -> None:
        log, _ = self._log()
        log.assign_leader_epoch(log.leader_epoch + 1)

    def _restart(self) -> None:
        """Also while threads are at work, who never come back."""
        before = {name: log.end_offset for name, log in self._live().logs.items()}
        self._live().close()
        self._live().release()
        self.works.clear()
        self._start()
        logs = self._live().logs
        for name in logs.keys() - before.keys():
            # Its deletion had not begun.
            self.expected[name] = self.leaving.pop(name)
            before[name] = self.expected[name].written_end
        self.leaving.clear()
        self.case.assertEqual({name: log.end_offset for name, log in logs.items()}, before, "a stop loses nothing")
        self._note()

    # The power

    def _before(self, name: str, path: str) -> None:
        if self._looking:
            return
        self._looking = True
        try:
            self._look(f"{self.name}, before {name} of {path} (operation {self.fs.operations})")
        except BaseException as error:
            # Whoever calls may take it for the disk's.
            self._failure = error
            raise
        finally:
            self._looking = False
        self.acts[name] += 1

    def _look(self, where: str) -> None:
        """Every disk that there could be now."""
        seen: set[bytes] = set()
        wanted = [*NAMED, *[Survival.ANY] * self.drawn] if self.fs.has_unsynced else [Survival.EVERYTHING]
        for survival in wanted:
            seed = self.random.randrange(1 << 30)
            fs = self.fs.crash(random.Random(seed), survival)
            print_ = fingerprint(fs)
            # Where only the process died all must be there: the same disk is looked at once more for that, but counted once.
            if print_ in seen and survival is not Survival.EVERYTHING:
                continue
            seen.add(print_)
            self.points += 1
            self._judge(fs, survival, f"{where}: {survival.name}, seed {seed}")

    def _judge(self, fs: MemoryFileSystem, survival: Survival, where: str) -> None:
        """Start on `fs`; start again where the power goes during that start, and after it."""
        again: list[MemoryFileSystem] = []
        every = self.random.randint(1, 60)

        def cut_again(name: str, path: str) -> None:
            if fs.operations % every == 0 and len(again) < 2:
                again.append(fs.crash(random.Random(fs.operations), self.random.choice([*NAMED, Survival.ANY])))

        directory, report = self._started(fs, cut_again)
        found = self._found(directory, report, survival, where)
        for other in again:
            self.points += 1
            self._found(*self._started(other), None, f"{where}, and again during the start")
        if report.dropped_segments or report.truncated_bytes or self.points % 5 == 0:
            place = f"{where}, and again after the start"
            second, second_report = self._started(fs.crash(random.Random(0), Survival.NOTHING))
            self.case.assertEqual(self._found(second, second_report, None, place), found, f"{place}: two starts differ")
            cut = (second_report.truncated_bytes, second_report.dropped_segments)
            self.case.assertEqual(cut, (0, 0), f"{place}: {second_report.warnings}, after {report.warnings}")
        for log in directory.logs.values():
            self._go_on(log, where)

    def _started(self, fs: MemoryFileSystem, during: Callable[[str, str], None] | None = None) -> tuple[LogDirectory, LoadReport]:
        directory = self.opened(fs, [])
        fs.on_operation = during
        report = directory.load()
        fs.on_operation = None
        return directory, report

    def _found(
        self, directory: LogDirectory, report: LoadReport, survival: Survival | None, where: str
    ) -> dict[TopicPartition, tuple[int, int, list[int]]]:
        """What a start has found, which is what it must be: by partition its start, its end, and the offsets that are there."""
        case = self.case
        where = f"{where}; {report.warnings}"
        self.cut_records += report.dropped_records
        case.assertEqual(report.failed, {}, where)
        certain = {name for name, known in self.expected.items() if not known.uncertain}
        case.assertLessEqual(certain, directory.logs.keys(), where)
        case.assertLessEqual(directory.logs.keys(), self.expected.keys() | self.leaving.keys(), where)
        marked = report.clean and not report.created
        found = {}
        for partition, log in directory.logs.items():
            offsets = self._check(log, self._known(log), survival, marked, f"{where}: {partition}")
            found[partition] = (log.start_offset, log.end_offset, offsets)
        self.clock.ms += 1000
        remove_deleted(directory, self.clock.ms)
        self.clock.ms -= 1000
        fs = directory.fs
        left = [name for name in fs.list("/data") if name.endswith("-delete")]
        left += [path for name in directory.logs for path in fs.list(f"/data/{name}") if path.endswith(UNFINISHED)]
        case.assertEqual(left, [], where)
        return found

    def _known(self, log: Log) -> Expected:
        """What is expected of `log`: it may be one that is on its way out."""
        leaving = self.leaving.get(log.topic_partition)
        if leaving is not None and (leaving.topic_id == log.topic_id or log.topic_partition not in self.expected):
            return leaving
        return self.expected[log.topic_partition]

    def _check(self, log: Log, known: Expected, survival: Survival | None, marked: bool, where: str) -> list[int]:
        """One partition; the offsets that are there."""
        case = self.case
        if known.uncertain and log.topic_id != known.topic_id:
            case.assertEqual(log.end_offset, 0, where)
            return []
        case.assertEqual(log.topic_id, known.topic_id, where)
        if known.being_cut is not None:
            where = f"{where} being cut from {known.being_cut[0]} to {known.being_cut[1]}"
        case.assertGreaterEqual(log.end_offset, known.owed_end, f"{where}: lost what was flushed")
        case.assertLessEqual(log.end_offset, max(known.end, *known.being_cut or (0, 0)), f"{where}: nobody wrote that")
        case.assertLessEqual(log.start_offset, known.start, f"{where}: lost its beginning")
        case.assertLessEqual(log.start_offset, log.end_offset, where)
        case.assertEqual(log.high_watermark, log.end_offset, where)
        if survival is Survival.EVERYTHING or marked:
            case.assertGreaterEqual(log.end_offset, known.written_end, f"{where}: only the process died")
        if marked:
            case.assertEqual(log.recovery_point, log.end_offset, where)
        there: dict[int, tuple[bytes | None, bytes | None, int]] = {}
        for entry, records in entries(log):
            for record in records:
                there[record.offset] = (record.key, record.value, entry.partition_leader_epoch)
                # What DeleteRecords took may come back, but not its epoch.
                known_epoch = entry.partition_leader_epoch if record.offset >= known.start else -1
                case.assertIn(log.leader_epoch_for_offset(record.offset), (known_epoch, entry.partition_leader_epoch), f"{where}: epochs")
        for offset, row in there.items():
            written = known.rows[offset]
            case.assertEqual(row, (written.key, written.value, written.epoch), f"{where}: at {offset}")
        needed = set(range(log.start_offset, log.end_offset))
        if log.settings.cleanup_compact:
            newest = {known.rows[offset].key: offset for offset in sorted(needed)}
            needed = {offset for offset in needed if offset >= known.compacted_to or newest[known.rows[offset].key] == offset}
            case.assertLessEqual(needed, there.keys(), f"{where}: a gap")
        else:
            case.assertEqual(sorted(there), sorted(needed), f"{where}: a gap")
        if there:
            case.assertGreaterEqual(log.leader_epoch, max(epoch for _, _, epoch in there.values()) + (not marked), where)
        return sorted(there)

    def _go_on(self, log: Log, where: str) -> None:
        """The log takes records where it ends, and knows the producer's last batch."""
        known = self._known(log)
        if log.topic_id != known.topic_id:
            return
        if known.last_batch is not None and log.topic_partition != KEYED and log.start_offset <= known.last_batch[0] < log.end_offset:
            (result,) = log.append([AppendEntry(known.last_batch[1], 9)])
            self.case.assertTrue(result.duplicate, f"{where}: the producer's last batch is there: {result}")
        end = log.end_offset
        (result,) = log.append([AppendEntry(batch(b"after"), 9)])
        self.case.assertEqual((result.code, result.base_offset), (0, end), where)


def fingerprint(fs: MemoryFileSystem) -> bytes:
    """The same for disks that hold the same."""
    found = hashlib.sha256()
    for path in fs.walk():
        found.update(b"%s %d " % (path.encode(), fs.size(path)))
        found.update(fs.read(path))
    return found.digest()
