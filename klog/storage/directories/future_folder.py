"""A partition on its way into another data directory (AlterReplicaLogDirs): the copy that grows beside the log, in a thread.

As in Kafka the copy is a folder ``topic-partition.<32 hex digits>-future`` in the directory where the partition is going, and holds what a
partition's folder holds. Batches are copied as they stand, whole ones only, each with its checksum looked at, segment by segment; of a
segment that grows no more the indexes are copied, too, and it is synced before the next one begins. So of a folder that was left by a crash
only the last segment has to be walked; of one that Kafka left, all.

The steps, each of them in a thread, and what a crash before the next one leaves:

===========  ==============================================================  ======================================================
`open`       the folder is made, or what lies there is looked through        the folder; the next start goes on
`copy`       batches from where the copy ends, so many bytes at a time       the same
`finish`     what belongs to the log besides batches; all is synced          the same
`promote`    the folder gets the topic's id, and the partition's own name    two folders of that name, this one with a mark in it
`settle`     (the other one has gone) the mark goes                          the partition's folder
===========  ==============================================================  ======================================================

While both folders have the name, the other one still takes appends until the log that was opened here has caught up; from then on only this
one does. So at a start *the one that holds more* is the partition, and of two that hold the same this one (`data_directories`).
Kafka does the renames in the same order, and says at its start which folders are there twice; klog's mark (`MOVING_MARK`) tells them apart.

The topic's id (``partition.metadata``) comes last: with KRaft, Kafka takes a copy that has it, in the data directory in which its metadata
look for the partition, for one that is complete, and the log itself goes (``LogManager.recoverAbandonedFutureLogs``). One without an id it
sets aside.
"""

from __future__ import annotations

import bisect
import posixpath
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from klog.model import TopicPartition
from klog.records.contract import CorruptRecords, Entry
from klog.storage.atomic_files import read_whole, sync_file
from klog.storage.checkpoint_files import EpochEntry, write_leader_epochs
from klog.storage.context import LogContext
from klog.storage.directories.partition_metadata import write_partition_metadata
from klog.storage.filenames import (
    LEADER_EPOCH_CHECKPOINT,
    LOG,
    MOVING_MARK,
    OFFSET_INDEX,
    PARTITION_METADATA,
    SEGMENT_SUFFIXES,
    SNAPSHOT,
    TIME_INDEX,
    TXN_INDEX,
    file_path,
    parse_file_name,
)
from klog.storage.log.flush_work import write_again
from klog.storage.segments.batch_headers import header_entry
from klog.storage.segments.checked_batches import CHUNK_BYTES, checked_batches


class SourceSegment(NamedTuple):
    """A segment of the log that is copied, as it was at some moment."""

    base_offset: int
    #: Whole batches only.
    size: int
    path: str
    #: Whether it grows no more.
    is_sealed: bool


class _Place(NamedTuple):
    """Where the copy goes on."""

    #: In which segment of the source, and behind how many bytes of it.
    base_offset: int
    position: int
    #: In which file of the copy, and behind how many bytes of it.
    file_base: int
    file_size: int


class FutureFolder:
    """The copy of one partition. One thread at a time.

    :param context: `LogContext.apart` of the directory where the partition goes.
    :param path: of the folder; becomes the final one with `promote`.
    :param source: the folder that is copied.
    :param is_compacted: whether the log is compacted, or was: then a copy that lies there may have what the log has no more.
    """

    def __init__(
        self,
        context: LogContext,
        path: str,
        source: str,
        topic_partition: TopicPartition,
        topic_id: bytes,
        *,
        is_compacted: bool = False,
    ) -> None:
        self.context = context
        self._fs = context.fs
        self.path = self._future_path = path
        self._source = source
        self._topic_partition = topic_partition
        self._topic_id = topic_id
        self._is_compacted = is_compacted
        #: Behind the last batch of the copy; None where there is none.
        self.next_offset: int | None = None
        #: What is copied, in bytes, in all.
        self.size = 0
        self._place: _Place | None = None
        #: The last batch that was found in a folder that lay there.
        self._last: Entry | None = None

    # Steps

    def open(self) -> None:
        """Make the folder, or find out how far what lies there is good. Raises OSError."""
        fs = self._fs
        if not fs.is_directory(self.path):
            fs.make_directory(self.path)
            self._write_mark()
            fs.sync_directory(posixpath.dirname(self.path))
            return
        self._remove_topic_id()
        is_klogs = fs.exists(f"{self.path}/{MOVING_MARK}")
        bases = self._bases()
        trusted = len(bases) - 1 if is_klogs else 0
        # A last segment without a batch tells nothing of the log that it is a copy of.
        while trusted > 0 and not fs.size(file_path(self.path, bases[trusted], LOG)):
            trusted -= 1
        ignored: list[str] = []
        for number, base in enumerate(bases):
            path = file_path(self.path, base, LOG)
            size = fs.size(path)
            if number < trusted:
                self.size += size
                continue
            end = 0
            for entry, _ in checked_batches(self.context, path, size, base, ignored.append):
                end = entry.position + entry.size
                self.next_offset = entry.last_offset + 1
                self._last = entry._replace(position=0)
            self.next_offset = max(base, self.next_offset or 0)
            self.size += end
            self._keep(path, end)
            if end < size:
                self._remove_files(after=base)
                break
        if bases:
            # Made anew where they are needed.
            self._remove_indexes(self._bases()[-1])
        for name in fs.list(self.path):
            # They may be of records that the log has lost since; those of the log are copied at last.
            parsed = parse_file_name(name)
            if parsed is not None and parsed.suffix == SNAPSHOT:
                fs.remove(f"{self.path}/{name}")
        self._write_mark()

    def copy(self, plan: Sequence[SourceSegment], most_bytes: int = CHUNK_BYTES) -> int:
        """Copy about `most_bytes`, as far as `plan` goes; how many it were, 0 where the copy has all of it.

        :param plan: all segments of the log, oldest first.
        :raises FileNotFoundError: a segment has gone since; ask again with a new plan.
        :raises CorruptRecords: a batch of the log is broken.
        :raises OSError: the disk.
        """
        place = self._place
        if place is None:
            place = self._find_place(plan)
        number = _index_of(plan, place.base_offset)
        if number is None:
            # Retention was faster than the copy.
            self._start_anew()
            number, place = 0, self._begin_file(plan[0].base_offset, plan[0].base_offset, 0)
        copied = 0
        while copied < most_bytes:
            segment = plan[number]
            if place.position < segment.size:
                data, last = self._whole_batches(segment, place.position, max(min(most_bytes - copied, CHUNK_BYTES), 1))
                file = self.context.files.get(file_path(self.path, place.file_base, LOG), True)
                file.write_at(place.file_size, (data,))
                copied += len(data)
                self.size += len(data)
                self.next_offset = last + 1
                place = self._place = place._replace(position=place.position + len(data), file_size=place.file_size + len(data))
            elif segment.is_sealed:
                self._seal(segment, place)
                number += 1
                following = plan[number]
                place = self._begin_file(following.base_offset, following.base_offset, 0)
                self.next_offset = max(self.next_offset or 0, following.base_offset)
            else:
                break
        return copied

    def finish(self, epochs: Sequence[EpochEntry]) -> int:
        """All that belongs to the log besides batches; everything is on the disk when this returns. The offset from which on the copy has
        to be looked through when it is opened. Raises OSError.

        :param epochs: the leader epochs that the log knows: in its file are only those that it knew at its last flush.
        """
        fs = self._fs
        assert self._place is not None and self.next_offset is not None
        names = fs.list(self._source)
        here = set(fs.list(self.path))
        for name in names:
            parsed = parse_file_name(name)
            if parsed is None or parsed.suffix != SNAPSHOT or parsed.stage or parsed.offset > self.next_offset:
                continue
            if name not in here:
                self._copy_file(f"{self._source}/{name}", f"{self.path}/{name}")
        write_leader_epochs(fs, f"{self.path}/{LEADER_EPOCH_CHECKPOINT}", epochs)
        self.context.files.get(file_path(self.path, self._place.file_base, LOG), True).sync()
        fs.sync_directory(self.path)
        return self._place.file_base

    def promote(self, path: str) -> None:
        """Give the folder the topic's id and the partition's own name, durably. Raises OSError."""
        self.context.files.clear()
        write_partition_metadata(self._fs, self.path, self._topic_id)
        self._fs.rename(self.path, path)
        self.path = path
        self._fs.sync_directory(posixpath.dirname(path))

    def demote(self) -> None:
        """The other way: it is a copy on its way again. Raises OSError."""
        self.context.files.clear()
        if self.path != self._future_path:
            self._fs.rename(self.path, self._future_path)
            self.path = self._future_path
            self._fs.sync_directory(posixpath.dirname(self.path))
        self._remove_topic_id()

    def following(self, plan: Sequence[SourceSegment]) -> bytes:
        """After `finish`: the next batches of the log, some of them, on the thread that appends to it. Empty where there are no more.

        :raises OSError: retention has taken them.
        """
        place = self._place
        assert place is not None
        number = _index_of(plan, place.base_offset)
        if number is None:
            raise OSError(f"{self._source}: a segment has gone that was being copied")
        while place.position >= plan[number].size and plan[number].is_sealed:
            number += 1
            place = self._place = _Place(plan[number].base_offset, 0, -1, 0)
        segment = plan[number]
        if place.position >= segment.size:
            return b""
        return self._whole_batches(segment, place.position, CHUNK_BYTES)[0]

    def passed(self, batches: bytes, next_offset: int) -> None:
        """`batches`, the next of `following`, are in the log that was opened here, which ends at `next_offset` now."""
        assert self._place is not None
        self._place = self._place._replace(position=self._place.position + len(batches))
        self.next_offset = next_offset

    def settle(self) -> None:
        """There is no other folder of this name any more. Raises OSError."""
        remove_mark(self.context, self.path)

    # What they do

    def _write_mark(self) -> None:
        path = f"{self.path}/{MOVING_MARK}"
        self._fs.open(path, write=True, create=True).close()
        self._fs.sync_directory(self.path)

    def _remove_topic_id(self) -> None:
        with suppress(FileNotFoundError):
            self._fs.remove(f"{self.path}/{PARTITION_METADATA}")
            self._fs.sync_directory(self.path)

    def _bases(self) -> list[int]:
        parsed = [parse_file_name(name) for name in self._fs.list(self.path)]
        return sorted(one.offset for one in parsed if one is not None and one.suffix == LOG and not one.stage)

    def _keep(self, path: str, size: int) -> None:
        """So much of a file that was walked is on the disk from now on: a sync may have failed with it before."""
        modified_ms = self._fs.modified_ms(path)
        file = self.context.files.get(path, True)
        file.truncate(size)
        write_again(file, 0, size)
        file.sync()
        self._fs.set_modified_ms(path, modified_ms)

    def _remove_files(self, after: int = -1) -> None:
        for name in self._fs.list(self.path):
            parsed = parse_file_name(name)
            if parsed is not None and parsed.offset > after:
                self.context.files.forget(f"{self.path}/{name}")
                self._fs.remove(f"{self.path}/{name}")
        self._fs.sync_directory(self.path)

    def _remove_indexes(self, base: int) -> None:
        for suffix in (OFFSET_INDEX, TIME_INDEX, TXN_INDEX):
            with suppress(FileNotFoundError):
                self._fs.remove(file_path(self.path, base, suffix))

    def _start_anew(self) -> None:
        self._place = self._last = self.next_offset = None
        self.size = 0
        self._remove_files()

    def _begin_file(self, base_offset: int, file_base: int, position: int) -> _Place:
        """A new segment of the copy, empty whatever lay there."""
        self.context.files.get(file_path(self.path, file_base, LOG), True, True).truncate(0)
        if self.next_offset is None:
            self.next_offset = file_base
        self._place = _Place(base_offset, position, file_base, 0)
        return self._place

    def _find_place(self, plan: Sequence[SourceSegment]) -> _Place:
        """Where a copy goes on of which nothing is known but how far it is. One that is of another log, or of records that the log has lost
        since, begins anew: its last batch must stand in the log, leader epoch and all. What compaction has taken must not be there."""
        first = plan[0].base_offset
        offset = self.next_offset
        if offset is not None and first <= offset:
            number = bisect.bisect_right([segment.base_offset for segment in plan], offset) - 1
            headers = self._headers(plan[number])
            before = [batch for batch in headers if batch.base_offset < offset]
            position = before[-1].position + before[-1].size if before else 0
            if not before and number:
                before = self._headers(plan[number - 1])
            last = before[-1]._replace(position=0) if before else None
            if last == self._last and not (self._is_compacted and self._is_compacted_since(plan)):
                file_base = self._bases()[-1]
                file_size = self._fs.size(file_path(self.path, file_base, LOG))
                if file_base == plan[number].base_offset and file_size == position:
                    self._place = _Place(file_base, position, file_base, file_size)
                    return self._place
                is_whole = not position and number and (file_base, file_size) == (plan[number - 1].base_offset, plan[number - 1].size)
                if is_whole or not self._is_compacted:
                    # Else its segments begin elsewhere, as those of Kafka's copies may.
                    return self._begin_file(plan[number].base_offset, offset, position)
        self._start_anew()
        return self._begin_file(first, first, 0)

    def _is_compacted_since(self, plan: Sequence[SourceSegment]) -> bool:
        """Whether a segment that was copied whole is another one in the log now, or none. What retention has taken does not matter."""
        sizes = {segment.base_offset: segment.size for segment in plan}
        copied = [base for base in self._bases()[:-1] if base >= plan[0].base_offset]
        return any(sizes.get(base) != self._fs.size(file_path(self.path, base, LOG)) for base in copied)

    def _headers(self, segment: SourceSegment) -> list[Entry]:
        """Of all batches. Raises OSError and CorruptRecords."""
        file = self.context.files.get(segment.path)
        found: list[Entry] = []
        position = 0
        codec = self.context.codec
        while position < segment.size:
            data = file.read_at(position, min(CHUNK_BYTES, segment.size - position))
            steps = codec.scan(data) or [header_entry(data, 0)]
            found += [step._replace(position=position + step.position) for step in steps]
            position += steps[-1].position + steps[-1].size
        return found

    def _whole_batches(self, segment: SourceSegment, position: int, most_bytes: int) -> tuple[bytes, int]:
        """From `position` on, one at least; and the offset of the last record."""
        codec = self.context.codec
        file = self.context.files.get(segment.path)
        data = file.read_at(position, min(most_bytes, segment.size - position))
        steps = codec.scan(data)
        if not steps:
            if len(data) < _HEADER_BYTES:
                data = file.read_at(position, min(_HEADER_BYTES, segment.size - position))
            size = header_entry(data, 0).size
            if position + size > segment.size:
                raise CorruptRecords(f"{segment.path}: a batch of {size} bytes at {position} passes the end")
            data = file.read_at(position, size)
            steps = codec.scan(data)
        if not steps:
            raise CorruptRecords(f"{segment.path}: no batch at {position}")
        for step in steps:
            codec.check_crc(data, step.position)
        return data[: steps[-1].position + steps[-1].size], steps[-1].last_offset

    def _seal(self, segment: SourceSegment, place: _Place) -> None:
        """A segment is whole. Its indexes fit where it is the same, byte by byte."""
        fs = self._fs
        self.context.files.get(file_path(self.path, place.file_base, LOG), True).sync()
        if place.file_base == segment.base_offset and place.file_size == place.position:
            for suffix in SEGMENT_SUFFIXES:
                source = file_path(self._source, segment.base_offset, suffix)
                if suffix != LOG and fs.exists(source):
                    self._copy_file(source, file_path(self.path, segment.base_offset, suffix))
        with suppress(FileNotFoundError):
            modified_ms = fs.modified_ms(segment.path)
            fs.set_modified_ms(file_path(self.path, place.file_base, LOG), modified_ms)
        fs.sync_directory(self.path)

    def _copy_file(self, source: str, target: str) -> None:
        try:
            data = read_whole(self._fs, source)
        except FileNotFoundError:
            return
        file = self._fs.open(target, write=True, create=True)
        try:
            file.truncate(0)
            file.write_at(0, (data,))
        finally:
            file.close()
        sync_file(self._fs, target)


def remove_mark(context: LogContext, path: str) -> None:
    """The partition's folder at `path` is the only one. Raises OSError."""
    with suppress(FileNotFoundError):
        context.fs.remove(f"{path}/{MOVING_MARK}")
    context.fs.sync_directory(path)


def _index_of(plan: Sequence[SourceSegment], base_offset: int) -> int | None:
    number = bisect.bisect_left([segment.base_offset for segment in plan], base_offset)
    return number if number < len(plan) and plan[number].base_offset == base_offset else None


#: As much of a batch as tells its size, whatever its magic.
_HEADER_BYTES = 61
