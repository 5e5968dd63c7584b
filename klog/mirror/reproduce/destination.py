"""What is written to the copy's cluster: rounds of batches, each with what says where they stand, together or not at all. No Twisted here.

A round is a transaction: batches, then the syncs that their places make, then the commit. So data and position count together, and whoever
starts after a kill reads a position that fits the data. Its id belongs to the source's alias, so that of two mirrors the older one is
shut out. Where a destination allows no transactions, batches are idempotent and the syncs follow them: a kill in between repeats a round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from klog.client.blocking.batch_sender import Batch, BatchSender, Identity
from klog.client.blocking.client import BlockingClient, Produced
from klog.client.blocking.transactions import BlockingTransactions
from klog.client.producing.producer_types import make_settings
from klog.client.requests.transactions import TransactionProtocol
from klog.client.transactions.errors import ProducerFenced
from klog.client.transactions.states import State
from klog.errors import ErrorCode, KlogError
from klog.mirror.reproduce.loads import Load
from klog.model import TopicPartition
from klog.records.appending import Body
from klog.records.contract import Codec
from klog.records.implementations import appending

#: A transaction that nobody ends is aborted by its coordinator after this; a round takes a fraction of it.
TRANSACTION_TIMEOUT_MS = 60_000


class Placed(NamedTuple):
    """Records of a load that were written."""

    tp: TopicPartition
    offsets: Sequence[int]
    #: Where the first of them stands.
    downstream: int


#: Rows of one batch: (time, key, value).
Rows = Sequence[tuple[int, bytes, bytes]]


class Destination:
    """See above.

    :param transactional_id: None: without transactions.
    """

    def __init__(self, client: BlockingClient, transactional_id: str | None) -> None:
        self._client = client
        own = {} if transactional_id is None else {"transactional_id": transactional_id, "transaction_timeout_ms": TRANSACTION_TIMEOUT_MS}
        self._settings = make_settings(own)
        self._sender: BatchSender | None = None
        self._loads: dict[Batch, Load] = {}
        self._placed: list[Placed] = []
        self._error: KlogError | None = None
        self._transactions: BlockingTransactions | None = None
        if transactional_id is not None:
            self._transactions = BlockingTransactions(client, transactional_id, TRANSACTION_TIMEOUT_MS, _Batches(self), lambda act: act())

    def take_over(self) -> None:
        """An older mirror is shut out, and what it left open is ended. Raises KlogError."""
        if self._transactions is not None:
            self._transactions.begin()
            self._transactions.abort()

    def write(self, loads: Mapping[TopicPartition, Sequence[Load]], syncs: Callable[[list[Placed]], Mapping[TopicPartition, Rows]]) -> None:
        """One round: `loads`, then what `syncs` makes of their places.

        :raises KlogError: nothing of it counts (in transactions), or nobody knows.
        """
        self._placed = []
        self._error = None
        transactions = self._transactions
        if transactions is not None:
            transactions.begin()
        try:
            self._send({tp: list(theirs) for tp, theirs in loads.items()})
            rows = syncs(self._placed)
            self._send({tp: [Load(_body(its), range(len(its)))] for tp, its in rows.items() if its})
            if transactions is not None:
                transactions.commit()
        except BaseException as error:
            fenced = self._give_up(error)
            if fenced is not None:
                raise fenced from error
            raise

    def _give_up(self, error: BaseException) -> ProducerFenced | None:
        """Nothing of the round will count. What says that another mirror has taken over, where one has."""
        transactions, sender = self._transactions, self._sender
        if transactions is None or not isinstance(error, Exception):
            if sender is not None:
                sender.abandon()
            self._sender = None
        self._loads.clear()
        if transactions is None or transactions.state not in (State.OPEN, State.DOOMED):
            return None
        if not isinstance(error, Exception):
            transactions.leave()
            return None
        try:
            transactions.abort()
        except ProducerFenced as fenced:
            return fenced
        except KlogError as failed:
            error.add_note(f"the transaction was not aborted in order: {failed}")
        return None

    def _send(self, loads: dict[TopicPartition, list[Load]]) -> None:
        while loads:
            batches = []
            for tp, theirs in list(loads.items()):
                load = theirs.pop(0)
                if not theirs:
                    del loads[tp]
                batch = Batch(tp, load.body)
                self._loads[batch] = load
                batches.append(batch)
            if self._transactions is not None:
                self._transactions.admit(batch.tp for batch in batches)
            self._ready_sender().send(batches)
            self._check()
        if self._sender is not None:
            self._sender.flush()
        self._check()

    def _check(self) -> None:
        if self._error is not None:
            raise self._error

    def _ready_sender(self) -> BatchSender:
        if self._sender is None:
            transactions = self._transactions
            if transactions is not None:
                identity, protocol = Identity(*transactions.identity, shared=True), transactions.protocol
            else:
                identity, protocol = Identity(*self._client.init_producer_id()), TransactionProtocol.FIRST
            self._sender = BatchSender(
                self._client,
                self._settings,
                identity,
                written=self._written,
                failed=self._failed,
                transactional_id=self._settings.transactional_id,
                protocol=protocol,
            )
        return self._sender

    def _written(self, batch: Batch, produced: Produced) -> None:
        load = self._loads.get(batch.whole)
        if load is None:
            # It was under way when its round was given up: it is aborted, wherever it stands.
            return
        if produced.base_offset < 0:
            sentence = f"{batch.tp}: it was written before, and the broker no longer knows where"
            self._error = KlogError(ErrorCode.DUPLICATE_SEQUENCE_NUMBER, sentence)
            return
        self._placed.append(Placed(batch.tp, load.offsets[batch.first : batch.first + batch.count], produced.base_offset))
        if batch.first + batch.count == len(load.offsets):
            del self._loads[batch.whole]

    def _failed(self, batch: Batch, error: KlogError) -> None:
        self._error = self._error or error
        if self._transactions is not None:
            self._transactions.batch_failed(batch.tp, error)

    def end_round(self) -> None:
        """Whatever is under way is written or given up."""
        if self._sender is not None:
            self._sender.flush()

    def begin_anew(self) -> None:
        """What is sent from now on has another producer id or epoch."""
        self._sender = None


class _Batches:
    """Implements `klog.client.blocking.transactions.Batches`; nothing is ever open here, since each round is flushed."""

    def __init__(self, destination: Destination) -> None:
        self._destination = destination

    def settle_all(self) -> None:
        self._destination.end_round()

    def drop_open(self, why: str, code: ErrorCode) -> None:
        """Nothing is."""

    def renew(self) -> None:
        self._destination.begin_anew()

    def forget_failures(self) -> None:
        """Each round begins without any."""


def _body(rows: Iterable[tuple[int, bytes, bytes]]) -> Body:
    appender = appending.appender()
    for timestamp_ms, key, value in rows:
        appender.append(timestamp_ms, key, value, ())
    body: Body = appender.close(Codec.NONE, None)
    return body
