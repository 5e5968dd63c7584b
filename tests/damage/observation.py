"""What a partition is to those who ask for it, before and after damage; and what the difference is called.

`look` asks an open log everything that clients ask: every batch on its own and all in a row, read by both of klog's decoders, times,
epochs, aborted transactions, known producers. Only `KlogError` may come back: anything else goes through, and the test fails with it.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

from klog.client.fetching.record_views import BadRecords, FetchedRecords
from klog.client.isolation import aborted_batches
from klog.errors import KlogError
from klog.records.columns import Wanted, rows_of
from klog.records.contract import RecordsError
from klog.records.implementations import codec, columns
from klog.storage.cold_read import wait_for
from klog.storage.log.log import Log

#: A client asks again so often, at most, in one read of everything; a log of this size takes a tenth.
MOST_READS = 60
#: Few enough that a read ends within a segment, by the offset index.
READ_BYTES = 260
_ALL = Wanted.KEY | Wanted.VALUE | Wanted.OFFSET | Wanted.TIMESTAMP | Wanted.HEADERS


class Outcome(enum.Enum):
    """What became of something. The first two are fine for any byte."""

    NOT_SERVED = "the partition is not served, and the start says so"
    REFUSED = "the broker answers with an error where the damage is"
    UNREADABLE = "clients refuse the batch that is hurt"
    CUT = "the log ends before the batch that is hurt, and the start says so"
    PASSED_OVER = "a batch is not found under its offset"
    MOVED = "records have other offsets"
    ALTERED = "records have another content"
    ENDS_ELSEWHERE = "the log ends at another offset"
    STARTS_ELSEWHERE = "the log starts at another offset"
    LEFT_OUT = "a consumer that reads everything misses records that it could have read, or gets none any more"
    TIMES = "ListOffsets answers with another offset for a time"
    EPOCHS = "leader epochs are answered differently"
    ABORTED = "readers of committed records see others"
    PRODUCERS = "producers are known differently"
    TOPIC_ID = "the topic has another id"
    DELETED = "retention deletes what it must keep"
    NO_APPEND = "nothing can be appended"


@dataclasses.dataclass(frozen=True)
class Batch:
    """Where a batch stands that is not hurt."""

    base_offset: int
    last_offset: int
    max_timestamp: int


@dataclasses.dataclass(frozen=True)
class Sight:
    """What was answered."""

    start: int
    end: int
    #: For each batch: its records, or what was answered in their place.
    batches: tuple[tuple[Any, ...] | str, ...]
    #: Offsets of all records that a consumer gets which reads everything, and whether an error stopped it.
    run: tuple[tuple[int, ...], bool]
    times: tuple[Any, ...]
    epochs: tuple[Any, ...]
    committed: Any
    producers: Any


def batches_of(log: Log) -> list[Batch]:
    """Of a log that is not hurt, all that can be read."""
    found: list[Batch] = []
    offset = log.start_offset
    while offset < log.end_offset:
        read = wait_for(partial(log.read, offset, 1 << 20, upper_bound=log.end_offset))
        assert read.span is not None
        for entry in codec.scan(read.span.read()):
            first = entry.base_offset if entry.magic == 2 else found[-1].last_offset + 1 if found else 0
            found.append(Batch(max(first, offset), entry.last_offset, entry.max_timestamp))
        offset = found[-1].last_offset + 1
    return found


def _decoded(log: Log, data: bytes, offset: int, aborted: Sequence[Any] = ()) -> tuple[list[Any], bool, int]:
    """(records, whether the client refuses what follows, where it goes on), the same by both decoders."""
    records: list[Any] = []
    refused = False
    try:
        fetched = FetchedRecords(log.topic_partition, data, offset, address="broker:9092", aborted=aborted)
        while not fetched.finished:
            for message in fetched.take(1000):
                headers = tuple((name, value) for name, value in message.headers)
                records.append((message.offset, message.timestamp_ms, message.key, message.value, headers))
        behind = fetched.next_offset
    except BadRecords as error:
        refused = True
        behind = error.offset
    plain: list[Any] = []
    plain_refused = False
    try:
        cursor = columns.cursor(data, start=offset, end=(1 << 63) - 1, wanted=_ALL, skip=aborted_batches(data, aborted))
        while (some := cursor.take(1 << 20)) is not None:
            plain += rows_of(some)
    except RecordsError:
        plain_refused = True
    assert ([record[0] for record in records], refused) == ([row[0] for row in plain], plain_refused), "both decoders see the same"
    return records, refused, behind


def _ask(call: Any, *arguments: Any) -> Any:
    try:
        return call(*arguments)
    except KlogError as error:
        return f"error {error.code.name}"


def _read_one(log: Log, batch: Batch) -> tuple[Any, ...] | str:
    offset = max(batch.base_offset, log.start_offset)
    if offset > batch.last_offset:
        return "before the start"
    try:
        read = wait_for(partial(log.read, offset, 1, upper_bound=log.high_watermark))
    except KlogError as error:
        return f"error {error.code.name}"
    if read.span is None:
        return "nothing"
    records, refused, _ = _decoded(log, read.span.read(), offset)
    return "unreadable" if refused else tuple(records)


def _read_all(log: Log) -> tuple[tuple[int, ...], bool]:
    """As a consumer that stops at the first error."""
    offset = log.start_offset
    offsets: list[int] = []
    for _ in range(MOST_READS):
        if offset >= log.high_watermark:
            return tuple(offsets), False
        try:
            read = wait_for(partial(log.read, offset, READ_BYTES, upper_bound=log.high_watermark))
        except KlogError:
            return tuple(offsets), True
        if read.span is None:
            return tuple(offsets), True
        records, refused, behind = _decoded(log, read.span.read(), offset)
        offsets += [record[0] for record in records]
        if refused:
            return tuple(offsets), True
        if behind <= offset:
            return tuple(offsets), True
        offset = behind
    raise AssertionError(f"a consumer does not come to an end; it stands at {offset} of {log.high_watermark}")


def _committed(log: Log) -> Any:
    """(offset, value) of all records that readers of committed records get, up to the first error."""
    try:
        bound = log.last_stable_offset
        offset = log.start_offset
        aborted = [SimpleNamespace(**txn._asdict()) for txn in wait_for(partial(log.aborted_transactions, offset, bound))]
        if offset >= bound:
            return ()
        read = wait_for(partial(log.read, offset, 1 << 20, upper_bound=bound))
        if read.span is None:
            return "nothing"
        return tuple((record[0], record[3]) for record in _decoded(log, read.span.read(), offset, aborted)[0])
    except KlogError as error:
        return f"error {error.code.name}"


def look(log: Log, batches: Sequence[Batch]) -> Sight:
    """Everything.

    :param batches: of the log when it was whole.
    """
    return Sight(
        log.start_offset,
        log.end_offset,
        tuple(_read_one(log, batch) for batch in batches),
        _read_all(log),
        (
            *(_ask(wait_for, partial(log.offset_for_timestamp, batch.max_timestamp, log.high_watermark)) for batch in batches),
            _ask(wait_for, log.offset_of_max_timestamp),
        ),
        (
            *(log.end_offset_for_epoch(epoch) for epoch in range(3)),
            *(log.leader_epoch_for_offset(batch.base_offset) for batch in batches),
            log.leader_epoch,
        ),
        _committed(log),
        # How many batches of each are remembered depends on whether a snapshot was read, or the log.
        tuple((known.producer_id, known.epoch, known.batches[-1:], known.txn_first_offset) for known in log.active_producers()),
    )


def differences(before: Sight, after: Sight) -> set[Outcome]:
    """What is not as it was."""
    found: set[Outcome] = set()
    hurt: set[int] = set()
    whole = [batch for batch in before.batches if not isinstance(batch, str)]
    for number, (wanted, got) in enumerate(zip(before.batches, after.batches, strict=True)):
        if got == wanted:
            continue
        hurt.add(number)
        if isinstance(got, str):
            if got == "unreadable":
                found.add(Outcome.UNREADABLE)
            elif got == "before the start":
                found.add(Outcome.STARTS_ELSEWHERE)
            elif got == "error OFFSET_OUT_OF_RANGE" or got == "nothing":
                found.add(Outcome.CUT if after.end < before.end else Outcome.PASSED_OVER)
            else:
                found.add(Outcome.REFUSED)
        elif not got:
            found.add(Outcome.PASSED_OVER)
        elif _contents(got) in map(_contents, whole):
            found.add(Outcome.MOVED if got not in before.batches else Outcome.PASSED_OVER)
        elif set(_contents(got)) <= {content for batch in whole for content in _contents(batch)}:
            found.add(Outcome.STARTS_ELSEWHERE)
        else:
            found.add(Outcome.ALTERED)
    if after.start != before.start:
        found.add(Outcome.STARTS_ELSEWHERE)
    if after.end < before.end:
        found.add(Outcome.CUT)
    elif after.end > before.end:
        found.add(Outcome.ENDS_ELSEWHERE)
    if Outcome.CUT not in found:
        refused = {answer for answer in after.times if isinstance(answer, str)}
        if refused:
            found.add(Outcome.REFUSED)
        if any(answer != wanted and not isinstance(answer, str) for wanted, answer in zip(before.times, after.times, strict=True)):
            found.add(Outcome.TIMES)
        if after.epochs != before.epochs:
            found.add(Outcome.EPOCHS)
        if after.producers != before.producers:
            found.add(Outcome.PRODUCERS)
    readable = [
        record[0] for number, batch in enumerate(before.batches) if number not in hurt and not isinstance(batch, str) for record in batch
    ]
    if not after.run[1] and not set(readable) <= set(after.run[0]):
        found.add(Outcome.LEFT_OUT)
    if not hurt and after.run != before.run:
        found.add(Outcome.LEFT_OUT)
    if after.committed != before.committed and not hurt:
        found.add(Outcome.ABORTED)
    return found


def _contents(records: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Timestamps, keys and values."""
    return [record[1:4] for record in records]
