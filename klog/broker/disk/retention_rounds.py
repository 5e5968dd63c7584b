"""Retention over all of a broker's logs: one after the other, in slices, without waiting for the disk.

Each log decides which of its segments go (`klog.storage.log.retention_rules`). How old a segment is may stand in its files only: then a
thread reads it, for many logs of one data directory at a time, and those logs are asked again. A disk that does not answer in time ends the
round for its logs: the next one again deletes whatever can be decided without reading, and starts no second thread while the first hangs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from twisted.internet.defer import CancelledError, Deferred, TimeoutError, inlineCallbacks
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.fetching.cold_reads import LONGEST_LOOK_MS, MOST_ASKS
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.storage.cold_read import ColdRead, without_stack

#: Of so many partitions a thread reads at a time how old their segments are.
MOST_COLD_PARTITIONS = 64

_log = Logger()


@inlineCallbacks
def apply_retention(
    partitions: Partitions, now_ms: int, run_steps: Callable[[Iterator[int]], Deferred[None]] | None = None
) -> Generator[Deferred[None], None, None]:
    """Delete what is too old or too much in every log; fires when that is done, or the disk has kept it waiting for `LONGEST_LOOK_MS`.

    :param run_steps: runs an iterator in slices; where None, it is run at once.
    """
    todo = list(partitions.served())
    for _ in range(MOST_ASKS):
        unknown: list[tuple[Partition, ColdRead]] = []
        steps = retention_steps(partitions, now_ms, unknown, todo)
        if run_steps is None:
            for _ in steps:
                pass
        else:
            yield run_steps(steps)
        todo = []
        for disk, some in _by_disk(unknown).items():
            # Of each disk's reads one is under way at a time.
            owner = next((directory for directory in partitions.directories if directory.path == disk), partitions)
            for first in range(0, len(some), MOST_COLD_PARTITIONS):
                if partitions.is_closing:
                    return
                read = partitions.reads.read(owner, _apart(some[first : first + MOST_COLD_PARTITIONS], todo))
                try:
                    yield read.addTimeout(LONGEST_LOOK_MS / 1000, partitions.clock)
                except (TimeoutError, CancelledError):
                    _log.warn(
                        "retention is left to the next round for {count} partitions in {disk}: the disk has not answered for {seconds} s",
                        count=len(some) - first,
                        disk=disk,
                        seconds=LONGEST_LOOK_MS // 1000,
                    )
                    break
        if not todo:
            return


def _by_disk(unknown: Iterable[tuple[Partition, ColdRead]]) -> dict[str, list[tuple[Partition, ColdRead]]]:
    """`unknown` sorted by the data directory that the reads wait for."""
    found: dict[str, list[tuple[Partition, ColdRead]]] = {}
    for one in unknown:
        found.setdefault(one[1].disk, []).append(one)
    return found


def _apart(unknown: Sequence[tuple[Partition, ColdRead]], read: list[Partition]) -> ColdRead:
    """One piece of work for all of these, in which a mistake in one is told, and keeps none of the others.

    :param read: takes those that may be asked again.
    """
    for _, cold in unknown:
        without_stack(cold)

    def work() -> list[Failure | None]:
        return [_outcome(cold.run) for _, cold in unknown]

    def keep(outcomes: list[Failure | None]) -> None:
        for (partition, cold), outcome in zip(unknown, outcomes, strict=True):
            failure = outcome or _outcome(cold.apply)
            if failure is None:
                read.append(partition)
            else:
                _mistaken(partition, failure)

    return ColdRead(work, keep, unknown[0][1].disk)


def _outcome(act: Callable[[], None]) -> Failure | None:
    try:
        act()
    except Exception:  # noqa: BLE001
        return Failure()  # type: ignore[no-untyped-call]
    return None


def _mistaken(partition: Partition, failure: Failure) -> None:
    _log.failure("a mistake of klog's own in the retention of {name}", failure, name=partition.topic_partition)


def retention_steps(
    partitions: Partitions, now_ms: int, unknown: list[tuple[Partition, ColdRead]], todo: Iterable[Partition]
) -> Iterator[int]:
    """Log by log of `todo`, each with the segments deleted. Those that have left meanwhile are passed over; those of which something must
    be read first go into `unknown`. A mistake in one is told, and keeps none of the others."""
    for partition in todo:
        if partitions.readable(*partition.topic_partition) is not partition:
            continue
        before = partition.log.start_offset
        try:
            count = partition.log.apply_retention(now_ms)
        except ColdRead as cold:
            unknown.append((partition, cold))
            yield 0
            continue
        except Exception:  # noqa: BLE001
            _mistaken(partition, Failure())  # type: ignore[no-untyped-call]
            yield 0
            continue
        partition.start_moved(before)
        if partition.log.retention_waits or (not partition.flush_rule and partition.log.owes_a_flush):
            partition.request_flush()
        yield count
