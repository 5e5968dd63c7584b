"""What a partition's leader asks a transaction's coordinator before it stores the first batch of it (KIP-890;
``AddPartitionsToTxnManager``).

By the second version of transactions the leader adds the partition itself, before that it asks whether the client did. What the coordinator
answers is told to producers in words that each client knows what to do with (`told`): where the coordinator is elsewhere, or loads, or is
not there, or has done nothing because of another partition, with NOT_ENOUGH_REPLICAS, which every client tries again.

Where the transaction before is not complete yet, it is tried again for a moment here: nearly always that is enough, and the client's pause
would be longer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from klog.broker.admin_answers import refusal_in
from klog.broker.transactions.coordinator import TransactionCoordinator
from klog.broker.transactions.decisions import RAISES_EPOCH, Answer
from klog.broker.transactions.remote_verification import VerificationQuestion, VerifiedCodes
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition

#: Pauses between these attempts, in seconds; the last is ``add.partitions.to.txn.retry.backoff.ms``. Kafka's are all as long, which
#: nearly every transaction behind another one waits; markers take less.
PAUSES_S = (0.001, 0.002, 0.004, 0.008, 0.016, 0.02)
#: ``add.partitions.to.txn.retry.backoff.max.ms``, in seconds.
LONGEST_S = 0.1

Codes = Mapping[TopicPartition, ErrorCode]

_ELSEWHERE = frozenset(
    {
        ErrorCode.NETWORK_EXCEPTION,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.NOT_COORDINATOR,
        # Another partition was asked for beside it of which the coordinator has not heard yet.
        ErrorCode.OPERATION_NOT_ATTEMPTED,
    }
)


def told(code: ErrorCode, *, adds: bool, knows_abortable: bool) -> ErrorCode:
    """What a producer is told of the coordinator's `code`.

    :param adds: whether the leader adds the partition (Produce 12, TxnOffsetCommit 5).
    :param knows_abortable: whether the client knows TRANSACTION_ABORTABLE (Produce 11, TxnOffsetCommit 4).
    """
    if code is ErrorCode.PRODUCER_FENCED:
        return ErrorCode.INVALID_PRODUCER_EPOCH
    if code is ErrorCode.TRANSACTION_ABORTABLE and not knows_abortable:
        return ErrorCode.INVALID_TXN_STATE
    if code in _ELSEWHERE or (code is ErrorCode.CONCURRENT_TRANSACTIONS and not adds):
        return ErrorCode.NOT_ENOUGH_REPLICAS
    return code


class Verifier(Protocol):
    """Asks the coordinator of a transactional id, wherever it is."""

    def ask(
        self, transactional_id: str, producer_id: int, epoch: int, partitions: frozenset[TopicPartition], *, adds: bool
    ) -> Codes | Deferred[Codes]:
        """A code for each partition; never raises or fails.

        :param adds: whether they become part of the transaction; else it is asked whether they are.
        """


class TransactionVerifier:
    """Asks the coordinator: this broker's, or whoever leads the id's partition of ``__transaction_state``. Implements `Verifier`.

    :param us: this broker's number.
    :param coordinator_of: who coordinates a transactional id; None: nobody knows just now.
    :param remote: asks another broker; None where there is none.
    """

    def __init__(
        self,
        coordinator: TransactionCoordinator,
        clock: IReactorTime,
        us: Callable[[], int],
        coordinator_of: Callable[[str], int | None],
        remote: Callable[[int, VerificationQuestion], Deferred[VerifiedCodes]] | None = None,
    ) -> None:
        self._coordinator = coordinator
        self._clock = clock
        self._us = us
        self._coordinator_of = coordinator_of
        self._remote = remote

    def ask(
        self, transactional_id: str, producer_id: int, epoch: int, partitions: frozenset[TopicPartition], *, adds: bool
    ) -> Codes | Deferred[Codes]:
        """See `Verifier.ask`."""
        return self._ask(VerificationQuestion(transactional_id, producer_id, epoch, adds, partitions), LONGEST_S, PAUSES_S)

    def _ask(self, question: VerificationQuestion, left_s: float, pauses_s: Sequence[float]) -> Codes | Deferred[Codes]:
        codes = self._ask_once(question)
        if not question.adds or left_s <= 0:
            return codes
        pause_s = pauses_s[0]

        def again(codes: Codes) -> Codes | Deferred[Codes]:
            if ErrorCode.CONCURRENT_TRANSACTIONS not in codes.values():
                return codes
            waiting = deferLater(self._clock, pause_s, lambda: None)
            return waiting.addCallback(lambda _: self._ask(question, left_s - pause_s, pauses_s[1:] or pauses_s))

        return codes.addCallback(again) if isinstance(codes, Deferred) else again(codes)

    def _ask_once(self, question: VerificationQuestion) -> Codes | Deferred[Codes]:
        transactional_id, producer_id, epoch, adds, partitions = question
        broker_id = self._us() if self._remote is None else self._coordinator_of(transactional_id)
        if broker_id is None:
            return dict.fromkeys(partitions, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        if broker_id == self._us() or self._remote is None:
            version = RAISES_EPOCH if adds else None
            return ask_coordinator(self._coordinator, transactional_id, producer_id, epoch, partitions, adds=version)
        # Typed anew: what one asks is a dictionary, what others are told may be any mapping.
        return self._remote(broker_id, question).addCallback(lambda codes: codes)


def ask_coordinator(
    coordinator: TransactionCoordinator,
    transactional_id: str,
    producer_id: int,
    epoch: int,
    partitions: Collection[TopicPartition],
    *,
    adds: int | None,
) -> Codes | Deferred[Codes]:
    """What this broker's coordinator says of each partition; never raises, and fails only by klog's own mistake.

    :param adds: the ``transaction.version`` by which they become part of the transaction; None: it is only asked whether they are.
    """

    def same(result: Answer | Failure) -> Codes:
        code = refusal_in(result).code if isinstance(result, Failure) else result.code
        return dict.fromkeys(partitions, code)

    try:
        if adds is None:
            codes = coordinator.verify_partitions(transactional_id, producer_id, epoch, partitions)
            return codes.addErrback(same) if isinstance(codes, Deferred) else codes
        answer = coordinator.add_partitions(transactional_id, producer_id, epoch, frozenset(partitions), version=adds)
    except KlogError as error:
        return dict.fromkeys(partitions, error.code)
    return answer.addBoth(same) if isinstance(answer, Deferred) else same(answer)
