"""What one append has checked and numbered, and waits for its common write (`klog.storage.log.appending`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klog.errors import ErrorCode
from klog.records.contract import OrdinaryRun, PlacedBatch
from klog.records.control import Marker
from klog.storage.filesystem import Buffer
from klog.storage.log.validation import CheckedBatch
from klog.storage.log.values import AppendResult
from klog.storage.producers.state import ProducedBatch, ProducerStateManager
from klog.storage.segments.txn_index import AbortedTxn


class StagedGroup:
    """Entries of one append that wait for their common write.

    :param producers: of the log.
    :param end_offset: where the log ends.
    :param results: of all entries of the append, in their order; those of what is staged are among them already.
    :param write: writes what is staged and makes it part of the log; raises OSError.
    """

    __slots__ = (
        "_producers",
        "_write",
        "buffers",
        "decided",
        "end_offset",
        "first_result",
        "first_timestamp",
        "now_ms",
        "results",
        "size",
        "staged",
        "staging",
    )

    def __init__(
        self,
        producers: ProducerStateManager,
        end_offset: int,
        now_ms: int,
        results: list[AppendResult],
        write: Callable[[StagedGroup], None],
    ) -> None:
        self._producers = producers
        self._write = write
        self.results = results
        self.now_ms = now_ms
        self.buffers: list[Buffer] = []
        #: In their places behind the group's start.
        self.staged: list[PlacedBatch] = []
        #: Largest timestamp of the first of them.
        self.first_timestamp: int | None = None
        self.size = 0
        self.end_offset = end_offset
        #: Results from here on depend on the next write.
        self.first_result = 0
        #: Whether producers' state is staged.
        self.staging = False
        #: Transactions that the staged markers abort; None where there is no marker among what is staged.
        self.decided: list[AbortedTxn] | None = None

    def take(self, run: OrdinaryRun, start_offset: int) -> None:
        """Stage a whole run, before anything else is; its producer's state is the caller's.

        :param start_offset: of the log, for the results.
        """
        batches = self.staged = run.batches
        self.buffers = run.buffers
        self.first_timestamp = batches[0].max_timestamp
        self.size = run.size
        self.end_offset = run.end_offset
        for _, _, last_offset, max_timestamp, min_timestamp, count, _ in batches:
            self.results.append(
                AppendResult(
                    ErrorCode.NONE, None, [], last_offset - count + 1, last_offset, -1, start_offset, False, min_timestamp, max_timestamp
                )
            )

    def end_transaction(self, checked: CheckedBatch, marker: Marker, offset: int) -> None:
        """The staged `marker` is going to stand at `offset`."""
        if self.decided is None:
            self.decided = []
        producers = self._producers
        completed = producers.end_transaction(
            checked.producer_id, checked.producer_epoch, marker.coordinator_epoch, not marker.commit, offset, checked.max_timestamp
        )
        if completed is not None:
            stable = producers.complete(completed)
            if completed.aborted:
                self.decided.append(AbortedTxn(completed.producer_id, completed.first_offset, completed.last_offset, stable))

    def write_last(self) -> None:
        """Write what is staged; nothing where nothing is. Nothing is staged after it. Raises OSError."""
        if self.staged:
            self._write(self)
        elif self.staging:
            self._producers.commit()
        self.staging = False

    def write(self) -> None:
        """Write what is staged, and be ready for more. Raises OSError."""
        self.write_last()
        if self.staged:
            self.buffers = []
            self.staged = []
            self.first_timestamp = None
            self.size = 0
            self.first_result = len(self.results)


def produced(batches: Sequence[PlacedBatch]) -> list[ProducedBatch]:
    """What is remembered of a producer's batches."""
    return [
        ProducedBatch(last_sequence, last_offset, count - 1, largest) for _, _, last_offset, largest, _, count, last_sequence in batches
    ]
