"""Streaming reads: ``spark.readStream.format("klog")``.

The part that Spark talks to, and little more. Two kinds of processes have a `KlogStreamReader`:

* one next to the driver, for the life of the query. It is asked for offsets again and again and plans batches
  (`klog.spark.micro_batches`); it has the only client that is kept, and writes progress down (`klog.spark.progress`).
* workers, which unpickle a copy for each task and read one range (`klog.spark.batch.read_range`), with connections that their process
  keeps. A copy holds the options and nothing else.

Latency is made of little things: see `klog.spark.worker_socket`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSourceStreamReader, InputPartition

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.spark.batch import RangePartition, new_client, read_range
from klog.spark.checkpoint import from_json
from klog.spark.micro_batches import TOPICS_EVERY_MS, MicroBatches
from klog.spark.options import SourceOptions
from klog.spark.progress import GroupProgress, group_of
from klog.spark.source_audit import DriverAudit, wall_clock_ms
from klog.spark.worker_socket import acknowledge_now

try:
    from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadLimit, ReadMaxRows, SupportsTriggerAvailableNow
except ImportError:
    raise ImportError(
        "format('klog') reads streams with pyspark 4.2 or newer; this one is older. Run: pip install 'pyspark>=4.2'"
    ) from None

if TYPE_CHECKING:
    import pyarrow as pa

_log = logging.getLogger("klog.spark")


class KlogStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """See the module.

    :param connect: makes a client of the options; for tests.
    :param clock: seconds, never going back; :param sleep: waits so many seconds.
    """

    def __init__(
        self,
        options: SourceOptions,
        *,
        connect: Callable[[SourceOptions], BlockingClient] | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.options = options
        self._connect = connect or new_client
        self._clock = clock
        self._sleep = sleep
        self._made: tuple[BlockingClient, MicroBatches, GroupProgress, DriverAudit | None] | None = None
        #: Of an AvailableNow run: when its ends were asked for.
        self._pinned_ms = 0

    def __getstate__(self) -> dict[str, Any]:
        return {"options": self.options}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["options"])  # type: ignore[misc]
        acknowledge_now()

    # -- the driver's side

    def _parts(self) -> tuple[BlockingClient, MicroBatches, GroupProgress, DriverAudit | None]:
        if self._made is None:
            for remark in self.options.remarks:
                _tell(remark)
            client = self._connect(self.options)
            batches = MicroBatches(self.options, client, tell=_tell, clock=self._clock, sleep=self._sleep)
            name = group_of(self.options)
            group = None if name is None else GroupOffsets(client, name)
            audit = DriverAudit(self.options, client, tell=_tell, clock=self._clock) if self.options.audit else None
            self._made = client, batches, GroupProgress(group, tell=_tell, clock=self._clock), audit
        return self._made

    def _asked_ms(self) -> int:
        """What is asked for now has all that was in the log then: topics may be known from a moment ago."""
        return wall_clock_ms() - TOPICS_EVERY_MS

    @property
    def _batches(self) -> MicroBatches:
        return self._parts()[1]

    @property
    def _progress(self) -> GroupProgress:
        return self._parts()[2]

    @property
    def _audit(self) -> DriverAudit | None:
        return self._parts()[3]

    def initialOffset(self) -> dict[str, Any]:
        """Where a new query begins.

        :raises OptionError: options that do not fit to what there is. :raises KlogError: no such topic, nobody answers.
        """
        return self._batches.initial()

    def prepareForTriggerAvailableNow(self) -> None:
        """The query shall end with what there is now. Raises like `initialOffset`."""
        self._pinned_ms = self._asked_ms()
        self._batches.prepare()

    def getDefaultReadLimit(self) -> ReadLimit:
        """What Spark hands back to `latestOffset`; all limits are known here."""
        most = self.options.max_offsets_per_trigger
        if most is None and self.options.min_offsets_per_trigger is None:
            return ReadAllAvailable()
        return ReadMaxRows(most or 2**63 - 1)

    def latestOffset(self, start: Mapping[str, Any], limit: ReadLimit) -> dict[str, Any]:
        """Where the next batch ends.

        :raises DataLoss: records are gone that were not read yet. :raises KlogError: nobody answers.
        """
        given = dict(start)
        asked_ms = self._pinned_ms or self._asked_ms()
        end = self._batches.latest(given, unlimited=isinstance(limit, ReadAllAvailable))
        # What Spark begins with is finished.
        begin = from_json(given).offsets
        self._progress.reached(begin, at_leisure=end == given)
        if self._audit is not None:
            self._audit.asked(begin, from_json(end).offsets, self._batches.newest, asked_ms)
        return end

    def reportLatestOffset(self) -> dict[str, Any] | None:
        """The newest ends, for the query's progress."""
        newest = self._batches.newest
        report: dict[str, dict[str, int]] = {}
        for tp in sorted(newest):
            report.setdefault(tp.topic, {})[str(tp.partition)] = newest[tp]
        return report or None

    def partitions(self, start: Mapping[str, Any], end: Mapping[str, Any]) -> list[RangePartition]:
        """The tasks of a batch.

        :raises DataLoss: records are gone that were not read yet. :raises KlogError: nobody answers.
        """
        wanted = self._batches.ranges(start, end)
        if self._audit is not None:
            self._audit.begin(len(wanted))
        return [RangePartition(one) for one in wanted]

    def commit(self, end: Mapping[str, Any]) -> None:
        """Everything before `end` is finished."""
        offsets = from_json(dict(end)).offsets
        self._progress.reached(offsets, at_leisure=False)
        if self._audit is not None:
            self._audit.finished(offsets)

    def stop(self) -> None:
        """The query ends; not all versions of Spark say so."""
        if self._made is not None:
            client, _, progress, audit = self._made
            self._made = None
            progress.end()
            if audit is not None:
                audit.end()
            client.close()

    # -- the worker's side

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The record batches of one task."""
        return read_range(self.options, partition.value)


def _tell(sentence: str) -> None:
    _log.warning("%s", sentence)
