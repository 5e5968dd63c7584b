"""Whether the files of a log are what they should be (``klog log verify``): every batch from checksum to last byte, every index entry
against the log, bounds between the files.

What is held against each other, for one partition:

* *segments*: batches follow on each other, offsets rise, none lies before its segment's name or 2³¹ behind it; checksums; the records
  inside are as many, as large and as numbered as the header says; the header's largest timestamp is that of a record;
* *offset index*: entries rise; each position is where a batch begins, and no batch in front of it reaches the entry's offset;
* *time index*: entries rise; the batch with the entry's offset is there, and the entry's timestamp is the largest up to it;
* *transaction index*: the last offset of each entry is an abort marker of its producer (compaction may have taken the marker away); each
  transaction that has records and an abort marker has an entry that begins no later than they do: else readers of committed data see them;
* *producer snapshots*: checksum; nothing in them is newer than their name; none lies behind the log;
* *leader epochs*: the epoch of each batch is the checkpoint's for its offset;
* *checkpoints of the directory*: recovery point, log start and high watermark are within the log;
* *ids*: the cluster's in ``meta.properties`` and the topics' in ``partition.metadata`` are those that ``klog.state`` remembers.

Compaction leaves gaps, and Kafka sets aside room in index files and segments: both are fine. An incomplete batch at the very end is a
warning: that is what a crash leaves, and the next start cuts it. So are the newest leader epochs and the newest segment's aborted
transactions that only the batches tell of, unless the directory was closed in order: a broker keeps them in memory for a while, and a
start reads them from the batches. Memory is bounded by the index files and by the largest batch.
"""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import struct
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping

from klog.cli.log.files import Broken, Kind, Step, Target, all_zero, files_in, walk
from klog.model import NO_TOPIC_ID, TopicPartition, topic_id_to_text
from klog.records.contract import CONTROL, TRANSACTIONAL, InvalidRecords, RecordsError
from klog.records.control import read_marker
from klog.records.implementations import codec
from klog.storage import filenames
from klog.storage.atomic_files import read_whole
from klog.storage.checkpoint_files import CorruptCheckpoint, read_leader_epochs, read_offsets
from klog.storage.directories.clean_shutdown import was_clean
from klog.storage.directories.meta_properties import BadMetaProperties, MetaProperties, read_meta_properties
from klog.storage.directories.partition_metadata import CorruptPartitionMetadata, parse_partition_metadata
from klog.storage.directories.state_file import State, StateCorrupt, StateFile
from klog.storage.filesystem import File, FileSystem
from klog.storage.producers.snapshot import CorruptSnapshot, read_snapshot
from klog.storage.segments.offset_index import MAX_RELATIVE_OFFSET, CorruptIndex, swap_to_big_endian
from klog.storage.segments.txn_index import AbortedTxn, TxnIndex

_TIME_ENTRY = struct.Struct(">qi")
#: After so many problems in one file the rest of them is only counted.
MAX_PER_FILE = 20
#: Told behind what is a warning for this reason alone.
_NOT_WRITTEN_YET = "the broker runs or did not stop in order, and this is written at the next start at the latest"
#: Checkpoints of a directory: the file, what it has of each partition, and whether that beyond the end of the log is only a warning.
_CHECKPOINTS = (
    (filenames.RECOVERY_POINT_CHECKPOINT, "recovery point", True),
    (filenames.LOG_START_CHECKPOINT, "log start", False),
    (filenames.HIGH_WATERMARK_CHECKPOINT, "high watermark", False),
    (filenames.CLEANER_CHECKPOINT, "cleaner's offset", True),
)


class Severity(enum.Enum):
    """How bad a problem is: errors lose data or mislead readers, warnings do not."""

    ERROR = "error"
    WARNING = "warning"


@dataclasses.dataclass(frozen=True)
class Problem:
    """Something that is not as it should be; `position` in bytes and `offset` where they are known."""

    path: str
    severity: Severity
    sentence: str
    position: int | None = None
    offset: int | None = None


@dataclasses.dataclass
class Report:
    """What was looked at in one partition (or directory) and what was found."""

    path: str
    partition: TopicPartition | None = None
    segments: int = 0
    batches: int = 0
    records: int = 0
    size_bytes: int = 0
    index_entries: int = 0
    start_offset: int | None = None
    end_offset: int | None = None
    topic_id: bytes | None = None
    problems: list[Problem] = dataclasses.field(default_factory=list)
    #: Problems beyond `MAX_PER_FILE`, by file.
    more: dict[str, int] = dataclasses.field(default_factory=dict)

    @property
    def errors(self) -> int:
        """How many problems are errors."""
        return sum(problem.severity is Severity.ERROR for problem in self.problems) + sum(self.more.values())

    @property
    def warnings(self) -> int:
        """How many problems are warnings."""
        return sum(problem.severity is Severity.WARNING for problem in self.problems)

    def add(self, path: str, sentence: str, *, warning: bool = False, position: int | None = None, offset: int | None = None) -> None:
        """Note a problem."""
        if sum(problem.path == path for problem in self.problems) >= MAX_PER_FILE:
            self.more[path] = self.more.get(path, 0) + 1
            return
        self.problems.append(Problem(path, Severity.WARNING if warning else Severity.ERROR, sentence, position, offset))


def _nothing(amount: int) -> None:
    pass


class _Entries:
    """The entries of a sparse index, checked against the log as it is walked."""

    def __init__(self, report: Report, path: str) -> None:
        self.report = report
        self.path = path
        self.next = 0

    def wrong(self, number: int, sentence: str, offset: int | None = None) -> None:
        self.report.add(self.path, f"entry {number}: {sentence}", offset=offset)


class _OffsetEntries(_Entries):
    """``.index``: (offset, position)."""

    def __init__(self, report: Report, path: str, file: File, base: int) -> None:
        super().__init__(report, path)
        data = _entries_of(report, path, file, 8)
        numbers = array("i")
        numbers.frombytes(data)
        swap_to_big_endian(numbers)
        self.offsets = array("q", [base + offset for offset in numbers[0::2]])
        self.positions = numbers[1::2]
        for number in range(1, len(self.offsets)):
            if self.offsets[number] <= self.offsets[number - 1] or self.positions[number] <= self.positions[number - 1]:
                self.wrong(number, f"({self.offsets[number]}, {self.positions[number]}) does not rise above the one before")
        report.index_entries += len(self.offsets)

    def batch(self, step: Step, last_before: int) -> None:
        """The next batch of the log; `last_before` is the largest offset in front of it."""
        entry = step.entry
        while self.next < len(self.positions) and self.positions[self.next] <= entry.position:
            offset, position, number = self.offsets[self.next], self.positions[self.next], self.next
            self.next += 1
            if position < entry.position:
                self.wrong(number, f"no batch begins at position {position}", offset)
            elif offset < entry.base_offset:
                self.wrong(number, f"the batch at position {position} begins with offset {entry.base_offset}, behind {offset}", offset)
            elif offset <= last_before:
                self.wrong(number, f"offset {offset} is reached in front of position {position}", offset)

    def end(self, size: int) -> None:
        """The log has ended."""
        for number in range(self.next, len(self.positions)):
            self.wrong(number, f"position {self.positions[number]} is beyond the {size} bytes of the log", self.offsets[number])


class _TimeEntries(_Entries):
    """``.timeindex``: (timestamp, offset)."""

    def __init__(self, report: Report, path: str, file: File, base: int) -> None:
        super().__init__(report, path)
        pairs = [(timestamp, base + offset) for timestamp, offset in _TIME_ENTRY.iter_unpack(_entries_of(report, path, file, 12))]
        self.pairs = pairs
        for number in range(1, len(pairs)):
            if pairs[number][0] <= pairs[number - 1][0] or pairs[number][1] < pairs[number - 1][1]:
                self.wrong(number, f"{pairs[number]} does not rise above {pairs[number - 1]}")
        self.largest = -1
        report.index_entries += len(pairs)

    def batch(self, step: Step) -> None:
        """The next batch of the log."""
        entry = step.entry
        before = self.largest
        self.largest = max(self.largest, entry.max_timestamp)
        while self.next < len(self.pairs) and self.pairs[self.next][1] <= entry.last_offset:
            timestamp, offset = self.pairs[self.next]
            number = self.next
            self.next += 1
            # An offset in a gap in front of this batch was there before compaction.
            largest = self.largest if offset >= entry.base_offset else before
            if largest > timestamp:
                self.wrong(number, f"timestamp {timestamp}, but a record up to offset {offset} has {largest}", offset)
            elif largest < timestamp:
                self.wrong(number, f"timestamp {timestamp}, but the largest up to offset {offset} is {largest}", offset)

    def end(self, size: int) -> None:
        """The log has ended."""
        for number in range(self.next, len(self.pairs)):
            self.wrong(number, f"offset {self.pairs[number][1]} is beyond the log", self.pairs[number][1])


def _entries_of(report: Report, path: str, file: File, width: int) -> bytes:
    """The file's entries without the zeros that are set aside behind them."""
    size = file.size()
    data = file.read_at(0, size)
    if len(data) % width:
        if not all_zero(file, size - size % width, size):
            report.add(path, f"{size} bytes are no multiple of {width}, the length of an entry", position=size - size % width)
        data = data[: len(data) - len(data) % width]
    kept = len(data.rstrip(b"\0"))
    # The last entry may itself end with zeros.
    return data[: -(-kept // width) * width]


class PartitionCheck:
    """Verifies one partition's directory.

    :param progress: told how many bytes of logs were read.
    :param flushed: recovery points, read before: below these everything is in files.
    """

    def __init__(
        self,
        fs: FileSystem,
        directory: str,
        progress: Callable[[int], None] = _nothing,
        flushed: Mapping[TopicPartition, int] | None = None,
    ) -> None:
        self.fs = fs
        self.directory = directory
        self.progress = progress
        parsed = filenames.parse_directory_name(directory.rpartition("/")[2])
        self.report = Report(directory, parsed.topic_partition if parsed is not None else None)
        self._flushed_to = flushed.get(parsed.topic_partition, 0) if flushed is not None and parsed is not None else 0
        self._epochs: list[int] = []
        self._starts: list[int] = []
        #: Producers by the offsets of their abort markers.
        self._aborts: dict[int, int] = {}
        #: By producer the first record of what is open where the walk stands.
        self._open: dict[int, int] = {}
        #: By the marker's offset: the log, the producer, and the first record that must not be seen.
        self._aborted: dict[int, tuple[str, int, int]] = {}
        self._indexed: dict[str, list[AbortedTxn]] = {}
        #: The last offsets of all entries.
        self._ends: set[int] = set()
        self._commits: set[int] = set()
        self._last = -1
        self._epoch = -1
        self._epochs_told: set[tuple[int, int]] = set()
        #: Looked at before anything is read: who stops meanwhile has written what was not there then.
        self._was_closed = self._has_clean_mark()
        self._newest_log = ""

    def run(self) -> Report:
        """Everything. Raises OSError."""
        report = self.report
        files = files_in(self.fs, self.directory)
        current = [target for target in files if not target.stage]
        logs = [target for target in current if target.kind is Kind.LOG]
        self._read_epochs(current)
        for target in current:
            if target.kind is Kind.TXN_INDEX:
                with self._unless_gone(target):
                    self._read_transactions(target)
        self._newest_log = logs[-1].path if logs else ""
        beside = {(target.kind, target.base_offset): target for target in current}
        for number, target in enumerate(logs):
            if number and target.base_offset <= self._last:
                report.add(target.path, f"begins with offset {target.base_offset}, but the segment before it reaches {self._last}")
            with self._unless_gone(target):
                self._segment(target, beside, is_last=number == len(logs) - 1)
        report.segments = len(logs)
        if logs:
            report.start_offset = logs[0].base_offset
            report.end_offset = max(self._last + 1, logs[-1].base_offset)
        bases = {target.base_offset for target in logs}
        for target in current:
            if target.kind in (Kind.OFFSET_INDEX, Kind.TIME_INDEX, Kind.TXN_INDEX) and target.base_offset not in bases:
                report.add(target.path, "there is no log beside this index", warning=True)
            elif target.kind is Kind.TXN_INDEX:
                self._transactions(target)
            elif target.kind is Kind.SNAPSHOT:
                with self._unless_gone(target):
                    self._snapshot(target)
            elif target.kind is Kind.PARTITION_METADATA:
                try:
                    report.topic_id = parse_partition_metadata(target.path, read_whole(self.fs, target.path, 1 << 20))
                except CorruptPartitionMetadata as error:
                    report.add(target.path, str(error).removeprefix(f"{target.path}: "))
        self._missing_transactions()
        if not logs:
            report.add(self.directory, "there is no segment in this directory", warning=True)
        return report

    @contextlib.contextmanager
    def _unless_gone(self, target: Target) -> Iterator[None]:
        """Around reading a file, which a broker that runs may remove meanwhile."""
        try:
            yield
        except FileNotFoundError:
            if self._was_closed:
                raise
            self.report.add(target.path, "it was removed meanwhile", warning=True)

    def _has_clean_mark(self) -> bool:
        return was_clean(self.fs, self.directory.rpartition("/")[0])

    def _may_be_unwritten(self, offset: int) -> bool:
        """Whether a broker runs, or did until it was killed: what is newest may then stand in the batches only. Not below the recovery
        point: epochs and indexes are flushed before it moves, and no start looks at batches there."""
        return offset >= self._flushed_to and not (self._was_closed and self._has_clean_mark())

    def _read_epochs(self, files: Iterable[Target]) -> None:
        for target in files:
            if target.kind is Kind.LEADER_EPOCHS:
                try:
                    for entry in read_leader_epochs(self.fs, target.path):
                        self._epochs.append(entry.epoch)
                        self._starts.append(entry.start_offset)
                except CorruptCheckpoint as error:
                    self.report.add(target.path, str(error).removeprefix(f"{target.path}, "))

    def _segment(self, target: Target, beside: dict[tuple[Kind, int], Target], *, is_last: bool) -> None:
        report = self.report
        file = self.fs.open(target.path)
        base = target.base_offset
        offsets = times = None
        found = beside.get((Kind.OFFSET_INDEX, base))
        if found is not None:
            offsets = _OffsetEntries(report, found.path, self.fs.open(found.path), base)
        found = beside.get((Kind.TIME_INDEX, base))
        if found is not None:
            times = _TimeEntries(report, found.path, self.fs.open(found.path), base)
        size = file.size()
        report.size_bytes += size
        whole = True
        self._last = max(self._last, base - 1)
        for step in walk(file):
            if isinstance(step, Broken):
                whole = step.zeros
                if step.zeros:
                    size = step.position
                elif step.torn:
                    report.add(target.path, step.reason, warning=is_last, position=step.position)
                else:
                    report.add(
                        target.path, f"{step.reason}; {step.left_bytes:,} bytes from there on cannot be read", position=step.position
                    )
                break
            self._batch(target, step)
            if offsets is not None:
                offsets.batch(step, self._last)
            if times is not None:
                times.batch(step)
            self._last = max(self._last, step.entry.last_offset)
            self.progress(step.entry.size)
        if whole:
            for index in (offsets, times):
                if index is not None:
                    index.end(size)

    def _batch(self, target: Target, step: Step) -> None:
        report, entry = self.report, step.entry
        path, position, offset = target.path, entry.position, entry.base_offset
        report.batches += 1
        if entry.base_offset <= self._last and entry.magic == 2:
            report.add(path, f"offset {offset} follows on {self._last}", position=position, offset=offset)
        elif entry.last_offset <= self._last:
            report.add(path, f"offset {entry.last_offset} follows on {self._last}", position=position, offset=offset)
        if entry.last_offset - target.base_offset > MAX_RELATIVE_OFFSET:
            report.add(path, f"offset {entry.last_offset} is too far from the segment's first", position=position, offset=offset)
        try:
            report.records += check_inside(step)
        except RecordsError as error:
            report.add(path, f"offset {offset}: {error}", position=position, offset=offset)
            return
        if entry.magic != 2:
            return
        if entry.attributes & TRANSACTIONAL:
            if entry.attributes & CONTROL:
                self._marker(path, step)
            elif entry.record_count:
                self._open.setdefault(entry.producer_id, entry.base_offset)
        self._check_epoch(path, step)

    def _marker(self, path: str, step: Step) -> None:
        producer_id = step.entry.producer_id
        try:
            for record in codec.records(step.data):
                marker = read_marker(record)
                if marker is None:
                    continue
                first = self._open.pop(producer_id, None)
                if marker.commit:
                    if record.offset in self._ends:
                        self._commits.add(record.offset)
                    continue
                self._aborts[record.offset] = producer_id
                if first is not None:
                    self._aborted[record.offset] = path, producer_id, first
        except RecordsError:
            pass  # told already

    def _check_epoch(self, path: str, step: Step) -> None:
        epoch, offset = step.entry.partition_leader_epoch, step.entry.base_offset
        if epoch < 0:
            return
        if epoch < self._epoch:
            self.report.add(path, f"leader epoch {epoch} behind {self._epoch}", position=step.entry.position, offset=offset)
        self._epoch = max(self._epoch, epoch)
        slot = bisect_right(self._starts, offset) - 1
        if slot >= 0 and self._epochs[slot] != epoch and (epoch, self._epochs[slot]) not in self._epochs_told:
            self._epochs_told.add((epoch, self._epochs[slot]))
            sentence = f"offset {offset} has leader epoch {epoch}, {filenames.LEADER_EPOCH_CHECKPOINT} says {self._epochs[slot]}"
            is_unwritten = slot == len(self._epochs) - 1 and epoch > self._epochs[slot] and self._may_be_unwritten(offset)
            if is_unwritten:
                sentence += f"; {_NOT_WRITTEN_YET}"
            self.report.add(path, sentence, warning=is_unwritten, position=step.entry.position, offset=offset)

    def _read_transactions(self, target: Target) -> None:
        try:
            entries: list[AbortedTxn] = TxnIndex.load(self.fs.open(target.path), target.base_offset).entries
        except CorruptIndex as error:
            self.report.add(target.path, str(error).removeprefix(f"{target.path}: "))
            return
        self._indexed[target.path] = entries
        self._ends.update(txn.last_offset for txn in entries)
        self.report.index_entries += len(entries)

    def _missing_transactions(self) -> None:
        told = {txn.last_offset: txn for entries in self._indexed.values() for txn in entries}
        for last, (path, producer_id, first) in self._aborted.items():
            txn = told.get(last)
            if txn is None:
                sentence = f"producer {producer_id}'s transaction from offset {first} on was aborted at {last}, and no index says so"
                is_unwritten = path == self._newest_log and self._may_be_unwritten(last)
                sentence += f"; {_NOT_WRITTEN_YET}" if is_unwritten else ": readers of committed data see it"
                self.report.add(path, sentence, warning=is_unwritten, offset=first)
            elif txn.producer_id == producer_id and txn.first_offset > first:
                sentence = f"its index begins at {txn.first_offset}"
                self.report.add(path, f"producer {producer_id}'s aborted transaction begins at offset {first}, {sentence}", offset=first)

    def _transactions(self, target: Target) -> None:
        for number, txn in enumerate(self._indexed.get(target.path, ())):
            producer = self._aborts.get(txn.last_offset)
            if producer is not None and producer != txn.producer_id:
                sentence = f"entry {number}: the marker at offset {txn.last_offset} is producer {producer}'s, not {txn.producer_id}'s"
                self.report.add(target.path, sentence, offset=txn.last_offset)
            elif txn.last_offset in self._commits:
                sentence = f"entry {number}: the marker at offset {txn.last_offset} commits"
                self.report.add(target.path, sentence, offset=txn.last_offset)
            elif txn.last_offset > self._last:
                self.report.add(target.path, f"entry {number}: offset {txn.last_offset} is beyond the log", offset=txn.last_offset)

    def _snapshot(self, target: Target) -> None:
        report = self.report
        try:
            producers = read_snapshot(self.fs, target.path)
        except CorruptSnapshot as error:
            report.add(target.path, str(error).removeprefix(f"{target.path}: "))
            return
        for producer in producers:
            if producer.last_offset >= target.base_offset:
                sentence = f"producer {producer.producer_id} has offset {producer.last_offset}, which is not before {target.base_offset}"
                report.add(target.path, sentence, offset=producer.last_offset)
        if report.end_offset is not None and target.base_offset > report.end_offset:
            report.add(target.path, f"the log ends at {report.end_offset}, before this snapshot", warning=True)


def check_inside(step: Step) -> int:
    """Verify one batch or message from its checksum to its last byte; how many records it has.

    :raises RecordsError: what is wrong with it.
    """
    entry, data = step
    if entry.magic == 2:
        try:
            facts = codec.check_batch(data)
        except InvalidRecords:
            return _check_gaps(step)
        if entry.record_count and facts.max_timestamp != entry.max_timestamp and not entry.attributes & CONTROL:
            raise InvalidRecords(f"the largest timestamp is {facts.max_timestamp}, the header says {entry.max_timestamp}")
        return entry.record_count
    codec.check_crc(data)
    return sum(1 for _ in codec.records(data))


def _check_gaps(step: Step) -> int:
    """As `check_inside` for a batch that compaction has thinned out: offsets rise, but not by one."""
    entry, data = step
    codec.check_crc(data)
    count = 0
    last = entry.base_offset - 1
    for record in codec.records(data):
        if not last < record.offset <= entry.last_offset:
            raise InvalidRecords(f"record {count} has offset {record.offset}, behind {last} and up to {entry.last_offset} were expected")
        last = record.offset
        count += 1
    if count != entry.record_count:
        raise InvalidRecords(f"{count} records, the header says {entry.record_count}")
    return count


def _check_ids(report: Report, meta: MetaProperties | None, state: State | None, partitions: dict[TopicPartition, Report]) -> None:
    """Ids that stand in several files."""
    if state is None:
        return
    if meta is not None and meta.cluster_id not in (None, state.cluster_id):
        sentence = f"the cluster id is {meta.cluster_id}, and {state.cluster_id} in {filenames.STATE_FILE}"
        report.add(f"{report.path}/{filenames.META_PROPERTIES}", sentence)
    for partition, found in partitions.items():
        topic = state.topics.get(partition.topic)
        if topic is not None and found.topic_id not in (None, topic.topic_id):
            wanted = topic_id_to_text(topic.topic_id)
            sentence = f"the topic id is {topic_id_to_text(found.topic_id or NO_TOPIC_ID)}, and {wanted} in {filenames.STATE_FILE}"
            report.add(f"{found.path}/{filenames.PARTITION_METADATA}", sentence)


def read_checkpoints(fs: FileSystem, path: str) -> dict[str, Mapping[TopicPartition, int] | CorruptCheckpoint]:
    """What the checkpoints of the data directory `path` say, by their names. To be read before its partitions are: a broker that runs goes
    on writing, and what it says then is beyond the ends that were seen. Raises OSError."""
    found: dict[str, Mapping[TopicPartition, int] | CorruptCheckpoint] = {}
    for name, _, _ in _CHECKPOINTS:
        try:
            found[name] = read_offsets(fs, f"{path}/{name}")
        except CorruptCheckpoint as error:
            found[name] = error
    return found


def check_directory(
    fs: FileSystem,
    path: str,
    partitions: Iterable[Report],
    checkpoints: Mapping[str, Mapping[TopicPartition, int] | CorruptCheckpoint],
) -> Report:
    """The files of the data directory `path` itself, held against what its partitions turned out to be. Raises OSError.

    :param checkpoints: what `read_checkpoints` found before the partitions were read.
    """
    report = Report(path)
    bounds = {found.partition: found for found in partitions if found.partition is not None}
    meta: MetaProperties | None = None
    state: State | None = None
    try:
        meta = read_meta_properties(fs, path)
    except BadMetaProperties as error:
        file = f"{path}/{filenames.META_PROPERTIES}"
        report.add(file, str(error).removeprefix(f"{file}: "))
    try:
        state = StateFile(fs, f"{path}/{filenames.STATE_FILE}").load()
    except StateCorrupt as error:
        file = f"{path}/{filenames.STATE_FILE}"
        report.add(file, str(error).removeprefix(f"{file} "))
    _check_ids(report, meta, state, bounds)
    for name, what, may_lie_behind in _CHECKPOINTS:
        file = f"{path}/{name}"
        offsets = checkpoints[name]
        if isinstance(offsets, CorruptCheckpoint):
            report.add(file, str(offsets).removeprefix(f"{file}, "))
            continue
        for partition, offset in offsets.items():
            found = bounds.get(partition)
            if found is None or found.end_offset is None:
                report.add(file, f"{partition}: {what} {offset}, but there is no such partition here", warning=True, offset=offset)
            elif offset > found.end_offset:
                sentence = f"{partition}: {what} {offset} is beyond the end of the log, {found.end_offset}"
                report.add(file, sentence, warning=may_lie_behind, offset=offset)
    return report
