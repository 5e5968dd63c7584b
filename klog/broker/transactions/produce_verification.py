"""Which batches of one Produce request may be appended, as far as transactions go (KIP-890).

Every batch that is part of a transaction has its transactional producer; one request has one of them, in one epoch. For the first batch of
a transaction in a partition the transaction's coordinator is asked (`klog.broker.transactions.verification`), by one question for all
partitions of the request; from Produce 12 on it adds the partitions to the transaction, before that it is asked whether the client has
added them. What it does not permit is refused. The guard that is given with the question (`klog.storage.producers.transaction_guard`) says
when the batch is appended whether what was permitted still holds.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from twisted.internet.defer import Deferred

from klog.broker.replicas.partition import Partition
from klog.broker.transactions.verification import Codes, Verifier, told
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import BATCH_OVERHEAD, TRANSACTIONAL
from klog.storage.log.values import AppendEntry
from klog.storage.producers.transaction_guard import UNVERIFIED
from klog.wire.messages.produce import PartitionProduceResponse

#: From which version of Produce on the broker adds partitions to transactions itself, and clients know TRANSACTION_ABORTABLE.
_ADDS_VERSION = 12
_ABORTABLE_VERSION = 11
#: Where magic and the low byte of the attributes stand in a batch.
_MAGIC_AT = 16
ATTRIBUTES_AT = 22
#: Producer id, epoch and base sequence in a batch.
_PRODUCER = struct.Struct(">qhi")
_PRODUCER_AT = 43
#: Where its producer id and epoch stand.
PRODUCER = slice(43, 53)

_SEVERAL = "batches of several producers, or epochs of one, in one request"

#: A partition, what is to be appended to it, and the answer to that.
PlannedAppend: TypeAlias = tuple[Partition, AppendEntry, PartitionProduceResponse]


def is_transactional(records: memoryview | bytes) -> bool:
    """Whether the batch, or the first of several, says that it is part of a transaction."""
    return len(records) > ATTRIBUTES_AT and records[_MAGIC_AT] == 2 and records[ATTRIBUTES_AT] & TRANSACTIONAL != 0


def goes_on(partition: Partition, records: memoryview | bytes) -> bool:
    """Whether the batch is part of a transaction that is open in the partition, so that nobody must be asked about it."""
    if len(records) < BATCH_OVERHEAD or records[_MAGIC_AT] != 2 or not records[ATTRIBUTES_AT] & TRANSACTIONAL:
        return False
    producer_id, epoch, _ = _PRODUCER.unpack_from(records, _PRODUCER_AT)
    return partition.log.is_in_transaction(producer_id, epoch)


class Verified(NamedTuple):
    """What became of a request's appends, each in their order.

    :ivar refused: with the code that its client is told.
    """

    permitted: list[PlannedAppend]
    refused: Sequence[tuple[PlannedAppend, ErrorCode]] = ()


class ProduceVerification:
    """See the module.

    :param verifier: asks the coordinators of transactions.
    :param verifies: whether they are asked about what clients have announced (``transaction.partition.verification.enable``).
    """

    def __init__(self, verifier: Verifier, verifies: Callable[[], bool]) -> None:
        self._verifier = verifier
        self._verifies = verifies

    def verify(self, transactional_id: str, version: int, planned: list[PlannedAppend]) -> Verified | Deferred[Verified]:
        """What of a transactional producer's request may be appended: at once, or when the coordinator has answered.

        :param version: of the request.
        :raises KlogError: INVALID_PRODUCER_ID_MAPPING: nothing of it may be.
        """
        adds = version >= _ADDS_VERSION
        asked: dict[TopicPartition, PlannedAppend] = {}
        producer: tuple[int, int] | None = None
        for step in planned:
            partition, entry, _ = step
            batch = entry.records
            if batch is None or len(batch) < BATCH_OVERHEAD or not is_transactional(batch):
                continue
            producer_id, epoch, sequence = _PRODUCER.unpack_from(batch, _PRODUCER_AT)
            if producer is not None and producer != (producer_id, epoch):
                raise KlogError(ErrorCode.INVALID_PRODUCER_ID_MAPPING, _SEVERAL)
            producer = producer_id, epoch
            if not adds and not self._verifies():
                entry.guard = UNVERIFIED
                continue
            entry.guard = partition.log.begin_verification(producer_id, epoch, sequence, knows_epoch_bumps=adds)
            if entry.guard is not None:
                asked[partition.topic_partition] = step
        if producer is None or not asked:
            return Verified(planned)
        codes = self._verifier.ask(transactional_id, *producer, frozenset(asked), adds=adds)
        if isinstance(codes, Deferred):
            return codes.addCallback(lambda codes: _judged(version, asked, planned, codes))
        return _judged(version, asked, planned, codes)


def _judged(version: int, asked: Mapping[TopicPartition, PlannedAppend], planned: list[PlannedAppend], codes: Codes) -> Verified:
    permitted: list[PlannedAppend] = []
    refused: list[tuple[PlannedAppend, ErrorCode]] = []
    for step in planned:
        name = step[0].topic_partition
        code = codes[name] if asked.get(name) is step else ErrorCode.NONE
        if code is ErrorCode.NONE:
            permitted.append(step)
        else:
            refused.append((step, told(code, adds=version >= _ADDS_VERSION, knows_abortable=version >= _ABORTABLE_VERSION)))
    return Verified(permitted, refused)
