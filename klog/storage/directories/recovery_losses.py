"""What recovery cut off logs, partition by partition: a sentence for the start, and ``klog.recovery`` in the data directory for later.

The file is written by a start that cut something, or kept a gap, and replaced by the next one that does; an orderly start leaves it, so it
tells of the last loss there was, and when that was. `klog doctor --log-dir` reads it::

    0                          version
    1700000000000 2            when, in ms; how many partitions
    orders 0 7 25 12 0 0       topic, partition, end offset now, offsets and records cut, torn bytes cut, gaps kept
    orders 3 40 0 0 118 0

Those that lost most come first, and `MOST_KEPT` stand in it. Nothing depends on the file: where it cannot be written or read, a sentence
says so, and all goes on.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from klog.model import TopicPartition
from klog.storage.atomic_files import read_parsed, replace_whole
from klog.storage.filenames import RECOVERY_LOSSES
from klog.storage.filesystem import FileSystem
from klog.storage.log.start_reports import RecoveryReport

#: Partitions that the file names, and a sentence.
MOST_KEPT = 1000
MOST_NAMED = 10
MAX_BYTES = 1 << 20


class CorruptLosses(Exception):
    """The file does not read as it should."""


class RecoveredLog(Protocol):
    """What is asked of a log that was opened."""

    @property
    def report(self) -> RecoveryReport: ...
    @property
    def end_offset(self) -> int: ...


class Loss(NamedTuple):
    """What a recovery has cut off of one partition."""

    partition: TopicPartition
    #: Where the log ends now.
    end_offset: int
    #: Given out once and gone, those that were missing before included; records of them that could still be read.
    dropped_offsets: int
    dropped_records: int
    #: Behind the last whole batch.
    truncated_bytes: int
    #: Left as they are: maybe another program's compaction's.
    gaps: int

    def __str__(self) -> str:
        said = []
        if self.dropped_offsets:
            said.append(f"{self.dropped_offsets} offsets cut off, with {self.dropped_records} records")
        if self.truncated_bytes:
            said.append(f"{self.truncated_bytes} torn bytes cut off")
        if self.gaps:
            said.append(f"{self.gaps} {'gap' if self.gaps == 1 else 'gaps'} kept")
        return f"{self.partition} ends at {self.end_offset} ({'; '.join(said)})"


@dataclasses.dataclass(frozen=True)
class Losses:
    """What one start has cut off."""

    at_ms: int
    #: How many partitions lost something; `worst` names some of them.
    count: int
    worst: Sequence[Loss]

    def __str__(self) -> str:
        named = self.worst[:MOST_NAMED]
        more = self.count - len(named)
        return ", ".join(map(str, named)) + (f", and {more} more partitions" if more > 0 else "")


def losses_of(logs: Mapping[TopicPartition, RecoveredLog], now_ms: int) -> Losses | None:
    """What opening `logs` took from them; None where nothing was lost, and no gap kept."""
    found = []
    for partition, log in logs.items():
        report = log.report
        if report.dropped_offsets or report.truncated_bytes or report.gaps:
            found.append(
                Loss(partition, log.end_offset, report.dropped_offsets, report.dropped_records, report.truncated_bytes, report.gaps)
            )
    if not found:
        return None
    found.sort(key=lambda loss: (-loss.dropped_offsets, -loss.truncated_bytes, -loss.gaps, loss.partition))
    return Losses(now_ms, len(found), found[:MOST_KEPT])


def format_losses(losses: Losses) -> bytes:
    """The content of the file."""
    lines = ["0", f"{losses.at_ms} {losses.count}"]
    for loss in losses.worst:
        lines.append(" ".join([loss.partition.topic, str(loss.partition.partition), *map(str, loss[1:])]))
    return "".join(f"{line}\n" for line in lines).encode()


def parse_losses(path: str, data: bytes) -> Losses:
    """The other way round; `path` is for the error.

    :raises CorruptLosses: it is not such a file.
    """
    try:
        version, head, *lines = data.decode("ascii").splitlines()
        if int(version) != 0:
            raise CorruptLosses(f"{path} is of version {version}; this klog reads version 0")
        at_ms, count = map(int, head.split(" "))
        return Losses(at_ms, count, [_loss(line) for line in lines])
    except ValueError:
        raise CorruptLosses(f"{path} does not read as what klog wrote") from None


def _loss(line: str) -> Loss:
    topic, partition, end_offset, dropped_offsets, dropped_records, truncated_bytes, gaps = line.split(" ")
    return Loss(
        TopicPartition(topic, int(partition)), int(end_offset), int(dropped_offsets), int(dropped_records), int(truncated_bytes), int(gaps)
    )


def read_losses(fs: FileSystem, directory: str) -> Losses | None:
    """Those that a data directory remembers; None where there were none. Raises OSError and CorruptLosses."""
    return read_parsed(fs, f"{directory}/{RECOVERY_LOSSES}", parse_losses, MAX_BYTES)


def write_losses(fs: FileSystem, directory: str, losses: Losses) -> None:
    """Replace the file, durably. Raises OSError."""
    replace_whole(fs, f"{directory}/{RECOVERY_LOSSES}", format_losses(losses))
