"""Batch reads: ``spark.read.format("klog")``.

The driver asks the brokers once, in `KlogReader.partitions`, and every task gets a range of offsets as plain numbers: "latest" is resolved
there and then, so that a task that is repeated reads the same records. A task keeps nothing: `read` of the same range yields the same rows
whichever attempt it is, and no group, no commit and no position at the broker depends on it.

Filters (`PushingReader`, only where the option ``pushFilters`` asks for it: Spark refuses every read through a class that has
``pushFilters`` while ``spark.sql.python.filterPushdown.enabled`` is off, which is its default): those on topic, partition and offset decide
which ranges there are and are done with. A lower bound on the timestamp moves the start of each range, and Spark filters again behind it;
an upper bound moves nothing, as later records may have earlier timestamps.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSourceReader, Filter, InputPartition

from klog.arrow.ranges import TopicRange, split
from klog.client.blocking.client import BlockingClient
from klog.spark.errors import told_plainly
from klog.spark.filters import Narrowing
from klog.spark.offsets import batch_ranges
from klog.spark.options import SourceOptions
from klog.spark.source_audit import PlannedPart, counted, planned_parts, reading_of, wall_clock_ms
from klog.spark.worker_socket import acknowledge_now

if TYPE_CHECKING:
    import pyarrow as pa

_log = logging.getLogger("klog.spark")


class RangePartition(InputPartition):
    """One task: a range of offsets.

    :param part: of which plan it is, where the audit is to know.
    """

    def __init__(self, value: TopicRange, part: PlannedPart | None = None) -> None:
        super().__init__(value)
        self.part = part


def read_range(options: SourceOptions, wanted: TopicRange, part: PlannedPart | None = None) -> Iterator[pa.RecordBatch]:
    """The record batches of one range; for batch reads and streams.

    :param part: of which plan it is, where the audit is to know.
    :raises KlogError: `klog.arrow.reading.RangeReader`.
    """
    # Imported here: in the task, not where the driver plans.
    from klog.arrow.reading import RangeReader

    reader = RangeReader(options.client, wanted, reading_of(options))
    if options.audit:
        yield from counted(options, wanted, reader, part)
    else:
        yield from reader
    for low, high in reader.lost_ranges:
        _log.warning(
            "topic %s, partition %s: offsets %s to before %s are gone and were left out", wanted.topic, wanted.partition, low, high
        )
    if reader.skipped_records:
        _log.warning("%s: %s damaged records were left out", wanted, reader.skipped_records)


class KlogReader(DataSourceReader):
    """Plans in the driver, reads in the executors. Holds only what goes through pickle.

    :param connect: makes a client of the options; for tests.
    """

    def __init__(self, options: SourceOptions, connect: Callable[[SourceOptions], BlockingClient] | None = None) -> None:
        self.options = options
        self._connect = connect
        self._narrowing = Narrowing()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        # This happens at the beginning of a task.
        acknowledge_now()

    @told_plainly
    def partitions(self) -> list[RangePartition]:
        """The tasks.

        :raises OptionError: options that do not fit to what there is. :raises KlogError: no such topic, nobody answers, records are gone.
        """
        options = self.options
        for remark in options.remarks:
            _log.warning("%s", remark)
        assert options.subscription is not None
        planned_ms = wall_clock_ms()
        with (self._connect or new_client)(options) as client:
            ranges = batch_ranges(
                client,
                options.subscription,
                options.starting,
                options.ending,
                isolation=options.isolation,
                fail_on_data_loss=options.fail_on_data_loss,
                keep=self._narrowing.clip,
                tell=lambda sentence: _log.warning("%s", sentence),
                timeout_ms=options.api_timeout_ms,
            )
            ranges = self._narrowing.by_time(client, ranges, options.isolation, options.api_timeout_ms)
        parts = split(ranges, min_partitions=options.min_partitions, max_records=options.max_records_per_partition)
        if not options.audit:
            return [RangePartition(one) for one in parts]
        return [RangePartition(one, part) for one, part in zip(parts, planned_parts(options, len(parts), planned_ms), strict=True)]

    def read(self, partition: Any) -> Iterator[pa.RecordBatch]:
        """The record batches of one task."""
        # Where there is no partition, Spark calls this with one that holds nothing.
        if partition is None or partition.value is None:
            return iter(())
        return read_range(self.options, partition.value, partition.part)


class PushingReader(KlogReader):
    """A reader that takes filters from Spark."""

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:
        """Take what narrows the ranges; yields what Spark has to filter itself."""
        return [one for one in filters if not self._narrowing.take(one)]


def new_client(options: SourceOptions) -> BlockingClient:
    """A client of the driver's: whoever has it closes it."""
    return BlockingClient(options.client)
