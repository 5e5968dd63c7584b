"""Idempotent producing, one partition's share of it, as pure decisions (KIP-98, KIP-360).

A broker remembers, for each producer id and partition, the epoch and the last five batches. It takes a batch whose sequence number follows
the last one, answers a batch that it has already with the old place, and refuses all others with OUT_OF_ORDER_SEQUENCE_NUMBER. So batches
that were sent keep their numbers over retries, and are sent again in their order and only when nothing of the partition is in flight.

Numbers must begin anew where the broker cannot continue: it refuses the first batch that is open (state lost, or a batch before it failed
for good), or all open ones are settled and some failed after they had numbers. Beginning anew means the next epoch from 0, for this
partition alone: brokers keep epochs by partition, and Java, which raises its epoch in the client too, does so for simplicity's sake.

What an answer means for its batch is `retry_decisions`'. Both producers decide by both: the one on a reactor (`sender`) and the one
without (`klog.client.blocking.batch_sender`).
"""

from __future__ import annotations

#: Sequence numbers go from 0 to this, and around (``DefaultRecordBatch.incrementSequence``).
LAST_SEQUENCE = 2**31 - 1
LAST_EPOCH = 2**15 - 1


def sequence_after(sequence: int, count: int) -> int:
    """The number `count` behind `sequence`."""
    return (sequence + count) & LAST_SEQUENCE


class Sequences:
    """The numbers of one partition.

    :ivar producer_id: -1 before the first batch; :ivar epoch: of this partition.
    :ivar next: of the next new batch; :ivar written: up to here (not included) everything is known to be written.
    :ivar doubtful: some batch with numbers failed: whoever is next may find a gap.
    :ivar must_restart: nothing more can be written in this epoch.
    """

    __slots__ = ("doubtful", "epoch", "must_restart", "next", "producer_id", "written")

    def __init__(self) -> None:
        self.producer_id = -1
        self.epoch = -1
        self.next = self.written = 0
        self.doubtful = self.must_restart = False

    def begin(self, producer_id: int, epoch: int, sequence: int = 0) -> None:
        """With a producer's id; everything from `sequence`."""
        self.producer_id, self.epoch = producer_id, epoch
        self.next = self.written = sequence
        self.doubtful = self.must_restart = False

    def take(self, count: int) -> int:
        """The first number for a new batch of `count` records."""
        sequence = self.next
        self.next = sequence_after(sequence, count)
        return sequence

    def acknowledged(self, sequence: int, count: int) -> None:
        """A batch is written, and with it all before it."""
        self.written = sequence_after(sequence, count)

    def failed(self, *, restart: bool = False) -> None:
        """A batch with numbers was given up."""
        self.doubtful = True
        self.must_restart = self.must_restart or restart

    def settle(self, *, numbered_waiting: bool) -> bool:
        """Nothing is in flight: whether numbers begin anew from here (`begin_again` then).

        :param numbered_waiting: a batch that was sent before waits for being sent again; then the broker will tell.
        """
        if self.must_restart:
            return True
        if not self.doubtful or numbered_waiting:
            return False
        self.doubtful = False
        return self.written != self.next

    def begin_again(self) -> None:
        """The next epoch; behind the last one a new id is needed (`producer_id` is -1)."""
        if self.epoch >= LAST_EPOCH:
            self.begin(-1, -1)
        else:
            self.begin(self.producer_id, self.epoch + 1)
