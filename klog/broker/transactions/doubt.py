"""What follows where ``__transaction_state`` may have lost its end: a power cut without the flush rule, a disk that lost what it had, an
unclean election (`klog.broker.replicas.partition.Partition.is_in_doubt`).

Partitions may then have what was written by decisions of which the coordinator knows nothing any more: newer epochs of a producer, open
transactions among them. Were such an epoch given out once more, its first records would be taken for the repetition of others, and
acknowledged without being stored; and records of a transaction that nobody knows would be committed together with others.

==================== ====================================================================================================================
the id is            what is made of it (`decisions.give_up`)
==================== ====================================================================================================================
at rest              its epochs count as used up: who comes next has a new producer id, and who has it now is fenced
open                 aborted, by an epoch above all that were given out; then as above
decided              it stays decided; when it is complete, as above
not there any more   nothing of it is known; who comes next has a new producer id
==================== ====================================================================================================================

Requests see it so at once; it is written in steps, and the doubt ends when all of it is acknowledged. A broker that is alone then aborts
what is open in its partitions and belongs to no transaction that it knows (`Orphans`): nobody else would, and readers of committed data
would wait for ever. In a cluster that is left to ``klog transaction find-hanging``: what one coordinator does not know another may.

Kafka gives the epochs out again. Its default is the same as klog's, to flush nothing; so it can happen there wherever all copies of the
topic lose their power at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.broker.replicas.partition import Partition
from klog.broker.transactions.decisions import give_up
from klog.broker.transactions.marker_sender import EndMarker, LocalMarkers
from klog.broker.transactions.transaction import Transaction
from klog.broker.transactions.transaction_table import TransactionTable
from klog.errors import ErrorCode
from klog.model import TopicPartition


class GivingUp:
    """What one step has given up. Implements `klog.broker.coordinators.expiration.Deletions`.

    :param write: writes what is known of ids from now on, as one batch. Raises KlogError, with nothing changed.
    """

    def __init__(
        self, transactions: TransactionTable, now_ms: int, write: Callable[[list[tuple[str, Transaction]]], Deferred[None] | None]
    ) -> None:
        self._transactions = transactions
        self._now_ms = now_ms
        self._write = write
        self._given_up: list[tuple[str, Transaction]] = []

    def look(self, transactional_id: str) -> int:
        """Decide on one that is doubted, as it is now."""
        transactions = self._transactions
        if transactional_id not in transactions.doubted:
            return 1
        known = transactions.known_before(transactional_id)
        after = None if known is None else give_up(known)
        if known is None or after is None or (after == known and known.is_at_rest):
            transactions.doubted.discard(transactional_id)
        elif after != known:
            self._given_up.append((transactional_id, after._replace(update_ms=self._now_ms)))
        return 1

    def write(self) -> Deferred[None] | None:
        """See `Deletions.write`."""
        return self._write(self._given_up) if self._given_up else None


class Orphans:
    """Open transactions that no coordinator knows.

    :param markers: writes into this broker's partitions.
    :param known: the producer ids whose transactions have a partition now.
    """

    _log = Logger()

    def __init__(self, markers: LocalMarkers, known: Callable[[TopicPartition], set[int]]) -> None:
        self._markers = markers
        self._known = known

    def abort(self, partitions: Iterator[Partition]) -> Iterator[None]:
        """Abort all of them, a partition in each step."""
        for partition in partitions:
            if partition.ended is ErrorCode.NONE and partition.log.last_stable_offset < partition.log.end_offset:
                self._look(partition)
            yield

    def _look(self, partition: Partition) -> None:
        name = partition.topic_partition
        known = self._known(name)
        for producer in partition.log.active_producers():
            if producer.txn_first_offset < 0 or producer.producer_id in known:
                continue
            # As 'klog transaction abort' does it: with the epoch of the data, by the rules of the first version.
            marker = EndMarker(producer.producer_id, producer.epoch, False, max(0, producer.coordinator_epoch), 0)
            code = self._markers.write(marker, name)
            self._log.warn(
                "{partition}: a transaction of producer {producer} (epoch {epoch}) is open from offset {offset} on, and its coordinator has"
                " lost what it knew of it; it is aborted{refused}",
                partition=str(name),
                producer=producer.producer_id,
                epoch=producer.epoch,
                offset=producer.txn_first_offset,
                refused="" if isinstance(code, Deferred) or code is ErrorCode.NONE else f", which is refused: {code.name}",
            )
