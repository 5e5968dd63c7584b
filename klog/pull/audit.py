"""What a pull has loaded, told to the audit (docs/audit.md): it is a sink, and works in rounds.

1. Workers count the rows of their files by window (`klog.arrow.window_counts`). The counts stand in the ledger, in the same record as the
   files: they are there exactly where the rows are.
2. After a run, whatever it found, all records of the ledger are told that were not told yet; `TOLD` says up to which they were. Each job's
   counts are cells of its own, so that to tell them twice does nothing, and a run that is killed here leaves it to the next.
3. Behind them goes the sink's state: that all is told which was in the log when the run was planned. Nothing is expected of a sink between
   its runs (`klog.audit.cells.WriterState.interval_ms`).

That it takes a topic (`klog.audit.cells.Presence`) is told with each state, always the same: since the first plan that had it.

Rows that stood in the log before the first run and that it did not begin with, or that were gone already, are nobody's loss: windows up to
then are not told as missing (`begun_ms`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from klog.arrow.window_counts import window_cells
from klog.audit.cell_records import presence_record, state_record
from klog.audit.cells import Presence, PresenceKey, Tier, Writer, WriterState
from klog.audit.windows import window_of
from klog.client.auditing.sending import host_name, not_written, principal_of
from klog.client.blocking.auditing.telling import CellProducer, write_counts
from klog.client.blocking.producer import cell_producer
from klog.errors import KlogError
from klog.pull.files import Files
from klog.pull.ledger import LOG, Ledger, Record
from klog.pull.plan import Plan

if TYPE_CHECKING:
    from klog.pull.settings import PullSettings

#: Holds the number of the version up to which all was told, below the target.
TOLD = f"{LOG}/audited"
_MOST_DIGITS = 20


def begun_ms(head: Record | None, made: Plan, planned_ms: int) -> int:
    """Since when all is counted: 0 where all partitions were begun at offset 0; else when the last was that was begun elsewhere."""
    before = head.topics if head is not None else {}
    starts: dict[tuple[str, int], int] = {}
    for one in made.ranges:
        where = (one.topic, one.partition)
        starts[where] = min(one.start, starts.get(where, one.start))
    for topic, state in made.topics.items():
        for partition, end in state.ends.items():
            is_new = topic not in before or partition not in before[topic].ends
            if is_new and starts.get((topic, partition), end):
                return planned_ms
    return 0 if head is None else head.audit_begun_ms


class SinkAudit:
    """Tells what stands in the ledger of an audited target.

    :param make_sender: makes what writes; a producer with these settings where not given.
    """

    def __init__(self, settings: PullSettings, files: Files, make_sender: Callable[[], CellProducer] | None = None) -> None:
        self._settings = settings
        self._files = files
        self._ledger = Ledger(files, settings.target)
        self._make_sender = make_sender or (lambda: cell_producer(settings.client))

    def tell(self, job: str, through_ms: int, now_ms: int) -> str:
        """Tell all that was not told yet; a sentence where that did not go well, else nothing.

        :param job: of this run. :param through_ms: what was in the log before this is in the ledger.
        :raises LedgerDamaged: the ledger cannot be read. :raises OSError: the disk.
        """
        head = self._ledger.head()
        if head is None:
            return ""
        records = self._ledger.since(self._told(), head)
        sender = self._make_sender()
        try:
            cells = [*self._presences(head, now_ms), *(cell for record in records for cell in self._cells(record, now_ms))]
            state = WriterState(self._writer(head), head.audit_begun_ms, now_ms, through_ms, 0, revision=head.version + 1)
            write_counts(sender, cells, state_record(state, host_name()))
        except KlogError as error:
            return not_written(error, "the next run")
        finally:
            try:
                sender.close()
            except KlogError:
                # Told already, as what was sent before it was not written.
                pass
        if records:
            self._note(job, head.version)
        return ""

    def _told(self) -> int:
        try:
            text = self._files.read(f"{self._settings.target}/{TOLD}", _MOST_DIGITS)
        except FileNotFoundError:
            return -1
        # A power cut may have left half of it: then all is told once more.
        return int(text) if text.isdigit() else -1

    def _note(self, job: str, version: int) -> None:
        path = f"{self._settings.target}/{TOLD}"
        self._files.write_new(f"{path}-{job}", b"%d" % version)
        self._files.sync_file(f"{path}-{job}")
        self._files.rename(f"{path}-{job}", path)

    def _writer(self, record: Record, job: str = "") -> Writer:
        client = self._settings.client
        guid = hashlib.sha256(f"{record.cluster_id}/{self._settings.audit}".encode()).hexdigest()[:32]
        return Writer(
            Tier.SINK,
            self._settings.audit,
            record.cluster_id,
            client.client_id,
            principal_of(client),
            f"{guid}/{job}" if job else guid,
        )

    def _presences(self, head: Record, now_ms: int) -> list[tuple[bytes, bytes]]:
        writer, window_ms = self._writer(head), self._settings.audit_window_ms
        keys = {PresenceKey(writer, topic, window_of(begun_ms, window_ms)): begun_ms for topic, begun_ms in head.audit_topics.items()}
        return [presence_record(Presence(key, begun_ms), now_ms, host_name()) for key, begun_ms in keys.items()]

    def _cells(self, record: Record, now_ms: int) -> list[tuple[bytes, bytes]]:
        counts = ((one.topic, window) for one in record.ranges for window in one.windows)
        return window_cells(self._writer(record, record.job), counts, now_ms, host_name())
