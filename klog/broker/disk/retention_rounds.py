"""Retention over all of a broker's logs: one after the other, in slices, without waiting for the disk.

Which segments have had their time is the log's to say (`klog.storage.retention`). How old a segment is may stand in its files only: then a
thread reads it, for many logs at a time, and those logs are asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator

from twisted.internet.defer import Deferred, inlineCallbacks
from twisted.logger import Logger

from klog.broker.fetching.cold_reads import MOST_ASKS
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.storage.cold_read import ColdRead, combined

#: Of so many partitions a thread reads at a time how old their segments are.
MOST_COLD_PARTITIONS = 64

_log = Logger()


@inlineCallbacks
def apply_retention(
    partitions: Partitions, now_ms: int, run_steps: Callable[[Iterator[int]], Deferred[None]] | None = None
) -> Generator[Deferred[None], None, None]:
    """Delete what is too old or too much in every log; fires when that is done.

    :param run_steps: runs an iterator in slices; where None, it is run at once.
    """
    todo = list(partitions.all())
    for _ in range(MOST_ASKS):
        unknown: list[tuple[Partition, ColdRead]] = []
        steps = retention_steps(partitions, now_ms, unknown, todo)
        if run_steps is None:
            for _ in steps:
                pass
        else:
            yield run_steps(steps)
        todo = [partition for partition, _ in unknown]
        for first in range(0, len(unknown), MOST_COLD_PARTITIONS):
            if partitions.is_closing:
                return
            some = [cold for _, cold in unknown[first : first + MOST_COLD_PARTITIONS]]
            yield partitions.reads.read(partitions, combined(some))
        if not todo:
            return


def retention_steps(
    partitions: Partitions, now_ms: int, unknown: list[tuple[Partition, ColdRead]], todo: Iterable[Partition]
) -> Iterator[int]:
    """Log by log of `todo`, each with the segments deleted. Those that have left meanwhile are passed over; those of which something must
    be read first go into `unknown`. A mistake in one is told, and keeps none of the others."""
    for partition in todo:
        if partitions.get(*partition.topic_partition) is not partition:
            continue
        before = partition.log.start_offset
        try:
            count = partition.log.apply_retention(now_ms)
        except ColdRead as cold:
            unknown.append((partition, cold))
            yield 0
            continue
        except Exception:  # noqa: BLE001
            _log.failure("a mistake of klog's own in the retention of {name}", name=partition.topic_partition)
            yield 0
            continue
        partition.start_moved(before)
        if partition.log.retention_waits or (not partition.flush_rule and partition.log.owes_a_flush):
            partition.request_flush()
        yield count
