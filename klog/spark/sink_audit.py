"""What a sink has written, told to the audit (docs/audit.md), where the option ``audit`` names it: it is a producer, and works in rounds.

1. *The driver* says before tasks begin that a round is under way: until it is over, windows into which something was written are late.
2. *A task* counts what brokers have acknowledged, by topic and window, and says so in its commit message. An attempt that fails says
   nothing: Spark commits one attempt of each task, so that a task which is run again counts once. Of an idempotent stream the attempt that
   ends counts what the earlier ones have left in the log, too, with the timestamps that stand there.
3. *The driver's commit* adds up the messages, and tells the sums, and then that all is told. Cells are named by the job, or by the query
   and the batch: a batch that is repeated, since the driver was killed behind its commit, says the same in the same cells. One that
   was done already has nothing to say, and what it said stands.

So what stands in the topic of an attempt that failed, or of a batch that was repeated without ``idempotent``, is more than was told: the
audit shows it as duplicate, which it is. A job that failed tells nothing, and its windows are late until one of the same name has run
through.

The cells of a stream's batches are folded from time to time (`klog.spark.cell_folding`).

Brokers tell producers apart by their client ids. That of an audited sink is its name, where ``kafka.client.id`` does not say another.
"""

from __future__ import annotations

import logging
import random as random_
from collections.abc import Iterable, Sequence

from klog.audit.cell_records import cell_record, state_record
from klog.audit.cells import AUDIT_TOPIC, Cell, CellKey, Piece, Tier, Writer, WriterState
from klog.audit.counting import CellBook
from klog.client.auditing.audit import Audit
from klog.client.auditing.sending import datacenter_of, host_name, not_written, principal_of
from klog.client.auditing.sent import SentCounts
from klog.client.blocking.auditing.cell_batches import CellBatches
from klog.client.blocking.auditing.telling import LIMIT_MS, write_counts
from klog.client.blocking.client import BlockingClient, Produced
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.records.contract import RecordsError
from klog.spark.cell_folding import fold_cells, is_time
from klog.spark.options import SourceOptions
from klog.spark.source_audit import audit_guid, wall_clock_ms

_log = logging.getLogger("klog.spark")

#: Of a task's cells; the driver says whose they are.
_NOBODY = Writer(Tier.PRODUCER, "", "", "", "", "")


class TaskCounts:
    """What one attempt of a task has written."""

    def __init__(self, options: SourceOptions) -> None:
        self._book = CellBook(_NOBODY, "", options.audit_window_ms, begun_ms=0, interval_ms=0)
        audit = Audit(hashes=options.audit_hashes)
        acknowledges = options.producer.get("acks", "all") not in ("0", 0)
        self._counts = SentCounts(audit, lambda: self._book, b"", wall_clock_ms, "", acknowledges=acknowledges)

    def written(self, tp: TopicPartition, batch: bytes, append_time_ms: int) -> None:
        """A batch is in the log.

        :param append_time_ms: the time of all its records, where the broker has set it; -1 where it has not.
        """
        try:
            self._counts.count_batch(tp.topic, batch, True, append_time_ms)
        except RecordsError as error:
            # No broker takes such a one.
            _log.warning("%s: a batch cannot be counted for the audit: %s", tp, error)

    def acknowledged(self, tp: TopicPartition, batch: bytes, produced: Produced) -> None:
        """As `written`, by a broker's answer."""
        self.written(tp, batch, produced.log_append_time_ms)

    def cells(self) -> tuple[Cell, ...]:
        """For the commit message."""
        return tuple(self._book)


class SinkAudit:
    """What the driver tells. It is made anew for each of these, in whatever process.

    :param options: with a name for the audit.
    :param random: says when cells are folded.
    """

    def __init__(self, options: SourceOptions, random: random_.Random | None = None) -> None:
        self._options = options
        self._random = random or random_.Random()

    def begin(self) -> None:
        """A round is under way."""
        self._tell((), "", None, has_ended=False)

    def end_job(self, told: Iterable[Sequence[Cell]], job: str) -> None:
        """A batch write is over: tell what its tasks have counted.

        :param told: of each task. :param job: names it.
        """
        self._tell(added_up(told), job, None, has_ended=True)

    def end_batch(self, told: Iterable[Sequence[Cell]], query: str, batch: int) -> None:
        """A batch of a stream is over; where it is repeated, it has the same number."""
        self._tell(added_up(told), f"{query}.{batch}", Piece(query, batch + 1), has_ended=True)

    def _tell(self, cells: Sequence[Cell], round_name: str, piece: Piece | None, *, has_ended: bool) -> None:
        options = self._options
        now_ms = wall_clock_ms()
        try:
            with BlockingClient(options.client) as client:
                client.refresh([AUDIT_TOPIC], timeout_ms=LIMIT_MS)
                writer = sink_writer(options, client)
                state = WriterState(writer, now_ms, now_ms, now_ms, 0, has_ended, revision=now_ms)
                named = writer._replace(guid=f"{writer.guid}/{round_name}")
                records = [cell_record(_named(cell, named, piece), now_ms, host_name()) for cell in cells]
                write_counts(CellBatches(client, wall_clock_ms), records, state_record(state, host_name()))
                if piece is not None and is_time(len(cells), self._random):
                    # Those of the batches before it; it may be repeated itself.
                    mine, end = piece
                    fold_cells(client, writer, lambda _, lane: end - 1 if lane == mine else -1, wall_clock_ms)
        except KlogError as error:
            _log.warning("%s: %s", options.audit, not_written(error, "nothing: what was written shows as duplicate in the audit"))


def sink_writer(options: SourceOptions, client: BlockingClient) -> Writer:
    """Who counts; what follows a slash in the guid of its cells names a round.

    :param client: of the cluster, which it knows by now.
    """
    datacenter = datacenter_of(client.metadata)
    guid = audit_guid(datacenter, options.audit)
    return Writer(Tier.PRODUCER, "", datacenter, options.client.client_id, principal_of(options.client), guid)


def added_up(told: Iterable[Sequence[Cell]]) -> list[Cell]:
    """One cell for each topic and window; those of the rest apart."""
    sums: dict[CellKey, Cell] = {}
    for cells in told:
        for cell in cells:
            total = sums.get(cell.key)
            if total is None:
                total = sums[cell.key] = Cell(cell.key)
            total.add(cell)
    return [sums[key] for key in sorted(sums, key=lambda key: (key.topic, key.window, key.writer.guid))]


def _named(cell: Cell, writer: Writer, piece: Piece | None) -> Cell:
    """The same counts, as those of `writer`."""
    rest = cell.key.writer.guid
    found = Cell(cell.key._replace(writer=writer._replace(guid=writer.guid + rest)))
    found.add(cell)
    found.revision, found.piece = 1, piece
    return found
