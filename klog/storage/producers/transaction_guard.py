"""What a partition knows of transactions that are being verified with their coordinator (KIP-890; ``VerificationStateEntry``).

The first batch of a transaction in a partition is stored only when the coordinator has said that the transaction is open and the partition
part of it. Between the question and the append much can happen: a marker, and with it the next transaction, so that an answer of yesterday
would open a transaction that nobody ends. So each question has a *guard*, an object of its own; the append must present the one that is
known then, and whatever ends or begins a transaction forgets it. That is looked at in the same step as the append.

A guard also remembers the lowest sequence that was asked for: while answers are waited for, a later batch must not overtake an earlier one
(KAFKA-14920).
"""

from __future__ import annotations

import itertools

#: Producers whose first batch waits for its verification, of one partition; the one that has waited longest is forgotten for another.
MOST_VERIFIED = 10_000


class TransactionGuard:
    """One verification. Compared by identity.

    :ivar knows_epoch_bumps: whether the client raises its epoch with each transaction (``transaction.version`` 2).
    """

    __slots__ = ("epoch", "knows_epoch_bumps", "lowest_sequence", "since_ms")

    def __init__(self, epoch: int, lowest_sequence: int, knows_epoch_bumps: bool, since_ms: int) -> None:
        self.epoch = epoch
        self.lowest_sequence = lowest_sequence
        self.knows_epoch_bumps = knows_epoch_bumps
        self.since_ms = since_ms


#: For batches that need none: verification is switched off (``transaction.partition.verification.enable``).
UNVERIFIED = TransactionGuard(-1, -1, False, 0)


class TransactionGuards:
    """The verifications of one partition, by producer id."""

    __slots__ = ("_guards",)

    def __init__(self) -> None:
        self._guards: dict[int, TransactionGuard] = {}

    def __len__(self) -> int:
        return len(self._guards)

    def ask(self, producer_id: int, epoch: int, sequence: int, knows_epoch_bumps: bool, now_ms: int) -> TransactionGuard:
        """The guard of a batch that is about to be verified; one that is known already stays, with the lower sequence of both."""
        guard = self._guards.get(producer_id)
        if guard is None:
            if len(self._guards) >= MOST_VERIFIED:
                del self._guards[next(iter(self._guards))]
            guard = self._guards[producer_id] = TransactionGuard(epoch, sequence, knows_epoch_bumps, now_ms)
        elif epoch > guard.epoch:
            guard.epoch, guard.lowest_sequence = epoch, sequence
        elif epoch == guard.epoch and sequence < guard.lowest_sequence:
            guard.lowest_sequence = sequence
        return guard

    def get(self, producer_id: int) -> TransactionGuard | None:
        """The guard that an append must present; None where nothing was asked."""
        return self._guards.get(producer_id)

    def appended(self, producer_id: int, marker_epoch: int = -1) -> None:
        """A record of its transaction was appended, or a marker with that epoch: what was asked is over.

        Not so where a marker ends the transaction before: by the versions that raise the epoch with each transaction the next one has the
        marker's, and may have been asked for already (KAFKA-18575).
        """
        guard = self._guards.get(producer_id)
        if guard is not None and not (guard.knows_epoch_bumps and guard.epoch == marker_epoch):
            del self._guards[producer_id]

    def expire(self, now_ms: int, after_ms: int) -> None:
        """Forget what was asked longer ago than `after_ms`."""
        old = [one for one, guard in itertools.islice(self._guards.items(), MOST_VERIFIED) if now_ms - guard.since_ms >= after_ms]
        for producer_id in old:
            del self._guards[producer_id]

    def clear(self) -> None:
        """Forget all."""
        self._guards.clear()
