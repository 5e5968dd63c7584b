"""What a partition knows of its idempotent and transactional producers (KIP-98; `kafka: ProducerAppendInfo.java`).

Of each producer id: its epoch, its last five batches (sequences, offsets, timestamp), and where its open transaction began. The
rules for a batch from a client, in this order (`check`):

a. Same epoch, and exactly the sequences of one of the five: a duplicate; the client gets the first answer again. Not so where that one is
   of a transaction that has ended (or of none) and this one of the next: nobody sends again behind an end that was answered, but librdkafka
   gives the sequences of what it had no answer for to other records after an abort. They would be lost in silence.
   It is INVALID_TXN_STATE, and so is what begins a transaction here with any sequences that were given out before: the client aborts, and
   goes on with a new epoch in the end, whereas out of order is the end of a librdkafka producer.
b. An older epoch: INVALID_PRODUCER_EPOCH.
c. A newer epoch: the sequence must begin with 0, else OUT_OF_ORDER_SEQUENCE_NUMBER. Where nothing is known of the producer, any will do.
d. The same epoch: the sequence must go on where it stopped (after 2147483647 comes 0), else OUT_OF_ORDER_SEQUENCE_NUMBER.
e. Not transactional within an open transaction: INVALID_TXN_STATE.
f. The first of a transaction here: it must present the guard that is known (``transaction_guard``), else INVALID_TXN_STATE; and not
   overtake an earlier batch that is being verified, nor begin above 0 where nothing is known of a producer whose epoch rises with each
   transaction, else OUT_OF_ORDER_SEQUENCE_NUMBER.

Batches of a coordinator (offsets within transactions) have no sequences that go on: of these b, e and f hold. Markers have rules of
their own (`check_marker`).

`update` and `end_transaction` note what was appended. Entries are immutable, so a group of appends can be staged: `begin`, checks and
updates in turn, then `commit` when they are on disk or `rollback` when the write failed.

The state is saved as snapshots at roll and close, and rebuilt from the newest snapshot, the batches behind it, and those before it that
a snapshot leaves out (``earlier_batches``).
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.sequences import MAX_SEQUENCE, decrement_sequence, increment_sequence, is_behind
from klog.storage.context import DEFAULT_EXPIRATION_MS
from klog.storage.filesystem import FileSystem
from klog.storage.producers.open_transactions import OpenTransactions
from klog.storage.producers.snapshot import CorruptSnapshot, SnapshotEntry
from klog.storage.producers.snapshot_files import SnapshotFiles
from klog.storage.producers.transaction_guard import UNVERIFIED, TransactionGuard, TransactionGuards

#: Batches that a duplicate is searched in (``NUM_BATCHES_TO_RETAIN``).
BATCHES_KEPT = 5
MAX_EPOCH = 2**15 - 1
NO_SEQUENCE = -1
NO_EPOCH = -1
NO_OFFSET = -1

#: Producers that one partition remembers at most; the one that was silent longest goes first. Kafka has no such bound: there a client
#: that makes up producer ids fills the broker's memory for a day.
DEFAULT_MAX_PRODUCERS = 100_000


class ProducedBatch(NamedTuple):
    """One of the last batches of a producer."""

    last_sequence: int
    last_offset: int
    offset_delta: int
    timestamp_ms: int

    @property
    def first_offset(self) -> int:
        """Offset of its first record."""
        return self.last_offset - self.offset_delta

    @property
    def first_sequence(self) -> int:
        """Sequence of its first record; sequences wrap after 2147483647."""
        return decrement_sequence(self.last_sequence, self.offset_delta)


class ProducerEntry(NamedTuple):
    """All that is known of one producer."""

    producer_id: int
    epoch: int = NO_EPOCH
    coordinator_epoch: int = -1
    last_timestamp_ms: int = -1
    #: First offset of the open transaction; -1 without.
    txn_first_offset: int = NO_OFFSET
    batches: tuple[ProducedBatch, ...] = ()

    @property
    def last_sequence(self) -> int:
        """-1 without a batch."""
        return self.batches[-1].last_sequence if self.batches else NO_SEQUENCE

    @property
    def last_offset(self) -> int:
        """-1 without a batch."""
        return self.batches[-1].last_offset if self.batches else NO_OFFSET

    def to_snapshot(self) -> SnapshotEntry:
        """What a snapshot keeps of it."""
        newest = self.batches[-1] if self.batches else ProducedBatch(NO_SEQUENCE, NO_OFFSET, 0, -1)
        return SnapshotEntry(
            self.producer_id,
            self.epoch,
            newest.last_sequence,
            newest.last_offset,
            newest.offset_delta,
            self.last_timestamp_ms,
            self.coordinator_epoch,
            self.txn_first_offset,
        )

    @classmethod
    def from_snapshot(cls, entry: SnapshotEntry) -> ProducerEntry:
        """What can be known from a snapshot."""
        batches: tuple[ProducedBatch, ...] = ()
        if entry.last_offset >= 0:
            batches = (ProducedBatch(entry.last_sequence, entry.last_offset, entry.offset_delta, entry.timestamp_ms),)
        return cls(
            entry.producer_id,
            entry.epoch,
            entry.coordinator_epoch,
            entry.timestamp_ms,
            entry.txn_first_offset if entry.txn_first_offset >= 0 else NO_OFFSET,
            batches,
        )


class Verdict(enum.Enum):
    """What becomes of a batch."""

    APPEND = "append"
    DUPLICATE = "duplicate"
    REFUSE = "refuse"


class Decision(NamedTuple):
    """The answer of `ProducerStateManager.check`."""

    verdict: Verdict
    code: ErrorCode = ErrorCode.NONE
    message: str = ""
    #: The batch that has these sequences, where one has.
    original: ProducedBatch | None = None


APPEND = Decision(Verdict.APPEND)


class CompletedTxn(NamedTuple):
    """A transaction whose marker was appended."""

    producer_id: int
    first_offset: int
    #: Offset of the marker.
    last_offset: int
    aborted: bool


class _Undo:
    """How to go back to the state at `begin`."""

    __slots__ = ("end_offset", "entries", "guards")

    def __init__(self, manager: ProducerStateManager) -> None:
        self.entries: dict[int, ProducerEntry | None] = {}
        self.end_offset = manager.end_offset
        #: Producers whose guard is forgotten with the commit; with the epoch where a marker is the reason, else -1.
        self.guards: list[tuple[int, int]] = []


class ProducerStateManager:
    """The producers of one partition.

    :param directory: of the partition, where snapshots are.
    :param expiration_ms_now: tells after which time an idle producer without open transaction is forgotten; it may change.
    :param max_producers: how many are remembered.
    """

    def __init__(
        self,
        fs: FileSystem,
        directory: str,
        topic_partition: TopicPartition,
        expiration_ms_now: Callable[[], int] = lambda: DEFAULT_EXPIRATION_MS,
        max_producers: int = DEFAULT_MAX_PRODUCERS,
    ) -> None:
        self._topic_partition = topic_partition
        self._expiration_ms_now = expiration_ms_now
        self.max_producers = max_producers
        #: By time of the last change, oldest first.
        self._producers: dict[int, ProducerEntry] = {}
        self._transactions = OpenTransactions()
        self._guards = TransactionGuards()
        self._undo: _Undo | None = None
        #: The state covers the log up to here (exclusive).
        self.end_offset = 0
        #: Offset of the newest snapshot that belongs to the state.
        self.last_snapshot_offset = 0
        #: What was saved of the state; looked for by whoever opens the log.
        self.snapshots = SnapshotFiles(fs, directory)

    # -- what is known ------------------------------------------------------------------------------------------------------------

    @property
    def producers(self) -> Mapping[int, ProducerEntry]:
        """Entries by producer id; a live view."""
        return MappingProxyType(self._producers)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known."""
        return not self._producers and self._transactions.is_empty

    @property
    def max_producer_id(self) -> int:
        """The largest id that was seen here and is not forgotten; -1 without."""
        return max(self._producers, default=-1)

    @property
    def first_unstable_offset(self) -> int | None:
        """The first offset that is undecided, or decided by a marker that is not below the high watermark; None where there is none.
        The last stable offset is this, or else the high watermark."""
        return self._transactions.first_unstable

    @property
    def first_undecided_offset(self) -> int | None:
        """First offset of the oldest open transaction; None without."""
        return self._transactions.first_undecided

    def __len__(self) -> int:
        return len(self._producers)

    # -- decisions ----------------------------------------------------------------------------------------------------------------

    def check(self, producer_id: int, epoch: int, first_sequence: int, last_sequence: int, transactional: bool = False) -> Decision:
        """What becomes of a batch from a client; see the rules above. Changes nothing."""
        entry = self._producers.get(producer_id)
        if entry is None:
            return APPEND
        if epoch == entry.epoch:
            batches = entry.batches
            last = batches[-1].last_sequence if batches else NO_SEQUENCE
            # What goes on is none of the five: they would hold all the sequences there are.
            if first_sequence != last + 1 and not (first_sequence == 0 and last == MAX_SEQUENCE):
                for batch in batches:
                    if batch.last_sequence == last_sequence and batch.first_sequence == first_sequence:
                        return self._repeated(entry, batch, transactional)
                if transactional and entry.txn_first_offset == NO_OFFSET and batches and is_behind(first_sequence, last):
                    return self._given_again(entry, first_sequence, last_sequence)
                return self._refuse(
                    ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
                    f"producer {producer_id} sent sequence {first_sequence} after {last} (epoch {epoch})",
                )
        elif epoch < entry.epoch:
            return self._refuse(ErrorCode.INVALID_PRODUCER_EPOCH, f"producer {producer_id} sent epoch {epoch} after {entry.epoch}")
        elif first_sequence != 0 and entry.epoch != NO_EPOCH:
            return self._refuse(
                ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
                f"producer {producer_id} began epoch {epoch} (after {entry.epoch}) with sequence {first_sequence}, not 0",
            )
        if entry.txn_first_offset != NO_OFFSET and not transactional:
            return self._refuse(
                ErrorCode.INVALID_TXN_STATE,
                f"producer {producer_id} sent a batch without transaction while one is open since offset {entry.txn_first_offset}",
            )
        return APPEND

    def goes_on(self, producer_id: int, epoch: int, first_sequence: int, transactional: bool) -> bool:
        """Whether a client's batch goes on where its producer has stopped, in the same transaction or none: then `check` and
        `check_in_transaction`, which has no guard to see, would have it appended."""
        entry = self._producers.get(producer_id)
        if entry is None:
            return not transactional
        batches = entry.batches
        last = batches[-1].last_sequence if batches else NO_SEQUENCE
        return (
            epoch == entry.epoch
            and first_sequence == (last + 1 if last != MAX_SEQUENCE else 0)
            and transactional == (entry.txn_first_offset != NO_OFFSET)
        )

    def _repeated(self, entry: ProducerEntry, batch: ProducedBatch, transactional: bool) -> Decision:
        """What becomes of one that has the sequences of `batch`."""
        begun_at = entry.txn_first_offset
        if not transactional or (begun_at != NO_OFFSET and batch.last_offset >= begun_at):
            return Decision(Verdict.DUPLICATE, original=batch)
        return self._given_again(entry, batch.first_sequence, batch.last_sequence)._replace(original=batch)

    def _given_again(self, entry: ProducerEntry, first_sequence: int, last_sequence: int) -> Decision:
        """Sequences of a transaction that has ended come in the next one."""
        sequences = f"{first_sequence} to {last_sequence}"
        sentence = f"producer {entry.producer_id} sent sequences {sequences}, of a transaction that has ended (epoch {entry.epoch})"
        return self._refuse(ErrorCode.INVALID_TXN_STATE, sentence)

    def next_sequence(self, producer_id: int, epoch: int) -> int | None:
        """The sequence that follows on what is known of the producer, in this epoch; None where nothing is, and any will do."""
        entry = self._producers.get(producer_id)
        if entry is None or entry.epoch == NO_EPOCH:
            return None
        return increment_sequence(entry.last_sequence, 1) if entry.epoch == epoch and entry.batches else 0

    def check_in_transaction(
        self, producer_id: int, epoch: int, first_sequence: int, last_sequence: int, guard: TransactionGuard | None
    ) -> Decision:
        """What becomes of a client's batch that is part of a transaction. Changes nothing, but that nobody waits for what came before.

        :param guard: as `begin_verification` gave it; None where it said that there is nothing to verify.
        """
        decision = self.check(producer_id, epoch, first_sequence, last_sequence, transactional=True)
        if decision.original is not None or decision.code is ErrorCode.INVALID_TXN_STATE:
            known = self._guards.get(producer_id)
            if known is not None and known.epoch == epoch:
                # What follows on what is known overtakes nothing.
                known.lowest_sequence = max(known.lowest_sequence, increment_sequence(self._producers[producer_id].last_sequence, 1))
            return decision
        if decision.code is ErrorCode.INVALID_PRODUCER_EPOCH:
            return decision
        if self.is_in_transaction(producer_id, epoch):
            return decision
        known = self._guards.get(producer_id)
        if not self._is_verified(producer_id, guard):
            return self._unverified(producer_id)
        if known is not None:
            if known.knows_epoch_bumps and first_sequence != 0 and producer_id not in self._producers:
                sentence = f"producer {producer_id}, of which nothing is known, began with sequence {first_sequence}, not 0"
                return self._refuse(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, sentence)
            if first_sequence > known.lowest_sequence:
                sentence = f"producer {producer_id} sent sequence {first_sequence} while {known.lowest_sequence} is being verified"
                return self._refuse(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, sentence)
        return decision

    def check_coordinators(self, producer_id: int, epoch: int, guard: TransactionGuard | None) -> Decision:
        """What becomes of a coordinator's batch that is part of a transaction: without the rules on sequences. Changes nothing."""
        entry = self._producers.get(producer_id)
        if entry is not None and epoch < entry.epoch:
            return self._refuse(ErrorCode.INVALID_PRODUCER_EPOCH, f"producer {producer_id} sent epoch {epoch} after {entry.epoch}")
        if not self.is_in_transaction(producer_id, epoch) and not self._is_verified(producer_id, guard):
            return self._unverified(producer_id)
        return APPEND

    def is_in_transaction(self, producer_id: int, epoch: int) -> bool:
        """Whether the producer has a transaction open here, with that epoch."""
        entry = self._producers.get(producer_id)
        return entry is not None and entry.txn_first_offset != NO_OFFSET and entry.epoch == epoch

    def begin_verification(
        self, producer_id: int, epoch: int, sequence: int, knows_epoch_bumps: bool, now_ms: int
    ) -> TransactionGuard | None:
        """A batch wants to be part of a transaction. The guard with which it may be appended once the coordinator has said yes; None where
        the transaction is open here, and nobody must be asked.

        :param sequence: of its first record; -1 for what has none.
        """
        if self.is_in_transaction(producer_id, epoch):
            return None
        return self._guards.ask(producer_id, epoch, sequence, knows_epoch_bumps, now_ms)

    def continue_guards(self, other: ProducerStateManager) -> None:
        """Go on with what is being verified by `other`, of the same partition."""
        self._guards = other._guards

    def _is_verified(self, producer_id: int, guard: TransactionGuard | None) -> bool:
        return guard is not None and (guard is UNVERIFIED or guard is self._guards.get(producer_id))

    def _unverified(self, producer_id: int) -> Decision:
        return self._refuse(
            ErrorCode.INVALID_TXN_STATE, f"the batch of producer {producer_id} is part of no transaction that its coordinator knows"
        )

    def check_marker(self, producer_id: int, epoch: int, coordinator_epoch: int, transaction_version: int = 0) -> Decision:
        """What becomes of a transaction marker from a coordinator.

        :param transaction_version: that of the transaction. From 2 on a marker's epoch is above that of the records; one that equals what
            is known is the repetition of a marker that was written, and taken where no transaction is open.
        """
        entry = self._producers.get(producer_id)
        if entry is None:
            return APPEND
        is_repeated = epoch == entry.epoch and (entry.txn_first_offset == NO_OFFSET or epoch == MAX_EPOCH)
        if epoch < entry.epoch or (transaction_version >= 2 and epoch == entry.epoch and not is_repeated):
            return self._refuse(
                ErrorCode.INVALID_PRODUCER_EPOCH, f"a marker for producer {producer_id} has epoch {epoch}, known is {entry.epoch}"
            )
        if coordinator_epoch < entry.coordinator_epoch:
            return self._refuse(
                ErrorCode.TRANSACTION_COORDINATOR_FENCED,
                f"a marker for producer {producer_id} has coordinator epoch {coordinator_epoch}, known is {entry.coordinator_epoch}",
            )
        return APPEND

    def _refuse(self, code: ErrorCode, message: str) -> Decision:
        return Decision(Verdict.REFUSE, code, f"{self._topic_partition}: {message}")

    # -- changes ------------------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Stage what follows. One group at a time."""
        if self._undo is not None:
            raise RuntimeError("producer state is staged already")
        self._undo = _Undo(self)
        self._transactions.stage()

    def commit(self) -> None:
        """What was staged is on disk."""
        undo, self._undo = self._undo, None
        self._transactions.keep()
        if undo is not None and undo.guards:
            for producer_id, epoch in undo.guards:
                self._guards.appended(producer_id, epoch)

    def rollback(self) -> None:
        """What was staged did not happen."""
        undo, self._undo = self._undo, None
        if undo is None:
            return
        for producer_id, entry in undo.entries.items():
            if entry is None:
                self._producers.pop(producer_id, None)
            else:
                self._producers[producer_id] = entry
        self.end_offset = undo.end_offset
        self._transactions.take_back()

    def _put(self, entry: ProducerEntry, before: ProducerEntry | None) -> None:
        if self._undo is not None:
            self._undo.entries.setdefault(entry.producer_id, before)
        if before is not None:
            del self._producers[entry.producer_id]
        elif len(self._producers) >= self.max_producers:
            self._forget_oldest()
        self._producers[entry.producer_id] = entry

    def _forget_oldest(self) -> None:
        """Forget the producer that was silent longest and has no open transaction (among the oldest thousand)."""
        for entry in itertools.islice(self._producers.values(), 1000):
            if entry.txn_first_offset == NO_OFFSET:
                if self._undo is not None:
                    self._undo.entries.setdefault(entry.producer_id, entry)
                del self._producers[entry.producer_id]
                return

    def _forget_guard(self, producer_id: int, marker_epoch: int = -1) -> None:
        if self._undo is not None:
            self._undo.guards.append((producer_id, marker_epoch))
        else:
            self._guards.appended(producer_id, marker_epoch)

    def update(
        self,
        producer_id: int,
        epoch: int,
        last_sequence: int,
        first_offset: int,
        last_offset: int,
        timestamp_ms: int,
        transactional: bool = False,
    ) -> None:
        """A batch was appended (or found in the log at start): nothing is checked here.

        :param timestamp_ms: the batch's largest timestamp.
        """
        batch = ProducedBatch(last_sequence, last_offset, last_offset - first_offset, timestamp_ms)
        self.update_all(producer_id, epoch, (batch,), transactional)

    def update_all(self, producer_id: int, epoch: int, batches: Sequence[ProducedBatch], transactional: bool = False) -> None:
        """As `update` of one batch after the other, which go on from each other."""
        before = self._producers.get(producer_id)
        coordinator_epoch = -1
        txn_first_offset = NO_OFFSET
        known: tuple[ProducedBatch, ...] = ()
        if before is not None:
            coordinator_epoch = before.coordinator_epoch
            txn_first_offset = before.txn_first_offset
            if before.epoch == epoch:
                known = before.batches
        if transactional:
            if self._guards.get(producer_id) is not None:
                self._forget_guard(producer_id)
            if txn_first_offset == NO_OFFSET:
                txn_first_offset = batches[0].first_offset
                self._transactions.began(txn_first_offset)
        kept = (*known, *batches)[-BATCHES_KEPT:]
        self._put(ProducerEntry(producer_id, epoch, coordinator_epoch, batches[-1].timestamp_ms, txn_first_offset, kept), before)

    def end_transaction(
        self, producer_id: int, epoch: int, coordinator_epoch: int, aborted: bool, offset: int, timestamp_ms: int
    ) -> CompletedTxn | None:
        """A marker stands at `offset`. The transaction that it ends, or None where it held nothing here. The caller then calls `complete`,
        and notes an abort in the transaction index."""
        before = self._producers.get(producer_id)
        batches = before.batches if before is not None and before.epoch == epoch else ()
        self._put(ProducerEntry(producer_id, epoch, coordinator_epoch, timestamp_ms, NO_OFFSET, batches), before)
        self._forget_guard(producer_id, epoch)
        if before is None or before.txn_first_offset == NO_OFFSET:
            return None
        return CompletedTxn(producer_id, before.txn_first_offset, offset, aborted)

    def complete(self, completed: CompletedTxn) -> int:
        """The transaction is decided; it stays unstable until the high watermark passes its marker.

        :returns: the last stable offset as the transaction index notes it: the first offset of the oldest transaction that is still open,
            or what follows the marker.
        """
        self._transactions.decided(completed.first_offset, completed.last_offset)
        first = self._transactions.first_undecided
        return completed.last_offset + 1 if first is None else first

    def recall(self, earlier: Mapping[int, tuple[ProducedBatch, ...]]) -> None:
        """These batches stand in the log before those that are known.

        :param earlier: by producer id, in their order; of the epoch that is known.
        """
        for producer_id, batches in earlier.items():
            entry = self._producers[producer_id]
            self._producers[producer_id] = entry._replace(batches=(*batches, *entry.batches)[-BATCHES_KEPT:])

    def advance(self, end_offset: int) -> None:
        """The state covers the log up to `end_offset` (exclusive)."""
        self.end_offset = end_offset

    def on_high_watermark(self, high_watermark: int) -> None:
        """Transactions whose marker is below `high_watermark` are stable."""
        self._transactions.on_high_watermark(high_watermark)

    def on_log_start(self, log_start: int) -> None:
        """The log starts at `log_start` now. Producers are kept until they expire."""
        self.on_high_watermark(log_start)
        self.end_offset = max(self.end_offset, log_start)
        newest = self.snapshots.newest
        self.last_snapshot_offset = log_start if newest is None else newest

    def expire(self, now_ms: int) -> int:
        """Forget producers that were idle for too long; their number."""
        if len(self._guards):
            self._guards.expire(now_ms, self._expiration_ms_now())
        if not self._producers:
            # Asked of every log for each checkpoint.
            return 0
        expired = [entry.producer_id for entry in self._producers.values() if self._is_expired(entry, now_ms)]
        for producer_id in expired:
            del self._producers[producer_id]
        return len(expired)

    def _is_expired(self, entry: ProducerEntry, now_ms: int) -> bool:
        return entry.txn_first_offset == NO_OFFSET and now_ms - entry.last_timestamp_ms >= self._expiration_ms_now()

    # -- snapshots ----------------------------------------------------------------------------------------------------------------

    def take_snapshot(self, *, sync: bool = True) -> int | None:
        """Save the state for `end_offset`, unless the newest snapshot has it; the offset, or None. Raises OSError."""
        if self.end_offset <= self.last_snapshot_offset:
            return None
        offset = self.end_offset
        self.snapshots.write(offset, [entry.to_snapshot() for entry in self._producers.values()], sync=sync)
        self.last_snapshot_offset = offset
        return offset

    def truncate_and_reload(self, log_start: int, log_end: int, now_ms: int) -> list[str]:
        """`reload`, and the snapshots that are not needed are removed. Raises OSError.

        :returns: a sentence for each damaged snapshot.
        """
        unneeded, problems = self.reload(log_start, log_end, now_ms)
        self.snapshots.remove_files(unneeded)
        return problems

    def reload(self, log_start: int, log_end: int, now_ms: int) -> tuple[list[int], list[str]]:
        """Go back to the newest snapshot within (log_start, log_end]; the caller then replays the batches from `end_offset` on. Does
        nothing to the state where it covers exactly `log_end`. Snapshots out of range, and damaged ones, do not belong to the state any
        more. Only reads files. Raises OSError.

        :returns: the offsets of these, whose files are there still; and a sentence for each damaged one.
        """
        unneeded = self.snapshots.forget(lambda offset: not log_start < offset <= log_end)
        problems: list[str] = []
        if log_end == self.end_offset:
            self.on_log_start(log_start)
            return unneeded, problems
        self._clear()
        for offset in reversed(self.snapshots.offsets):
            try:
                entries = self.snapshots.read(offset)
            except CorruptSnapshot as error:
                problems.append(str(error))
                unneeded += self.snapshots.forget(offset.__eq__)
                continue
            for snapshot in entries:
                entry = ProducerEntry.from_snapshot(snapshot)
                if not self._is_expired(entry, now_ms):
                    self._producers[entry.producer_id] = entry
                    if entry.txn_first_offset != NO_OFFSET:
                        self._transactions.began(entry.txn_first_offset)
            self.end_offset = self.last_snapshot_offset = offset
            return unneeded, problems
        self.end_offset = self.last_snapshot_offset = log_start
        return unneeded, problems

    def truncate_fully_and_start_at(self, offset: int) -> None:
        """Forget everything and remove all snapshots: the log begins anew at `offset`. Raises OSError."""
        self._clear()
        self.snapshots.remove(self.snapshots.offsets)
        self.last_snapshot_offset = 0
        self.end_offset = offset

    def _clear(self) -> None:
        self._undo = None
        self._producers.clear()
        self._transactions.clear()
        self._guards.clear()
