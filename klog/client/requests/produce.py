"""Produce and InitProducerId: batches as a request, and what the answers say of each. Pure; no Twisted here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from klog.client.requests.transactions import NEWEST_PRODUCE, TransactionProtocol, limits
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition
from klog.records.contract import Codec
from klog.span import Part
from klog.wire.messages.init_producer_id import InitProducerIdRequest, InitProducerIdResponse
from klog.wire.messages.produce import PartitionProduceData, PartitionProduceResponse, ProduceRequest, ProduceResponse, TopicProduceData

#: Batches of v2 since 3; zstd since 7 (KIP-110); topic ids instead of names since 13.
_OLDEST = 3
_ZSTD = 7
_IDS = 13
#: What Java asks for where no transactions are meant.
_NO_TRANSACTIONS_MS = 2**31 - 1


class Addressed(NamedTuple):
    """A batch and where it goes."""

    tp: TopicPartition
    #: `NO_TOPIC_ID` where the brokers have none.
    topic_id: TopicId
    #: Whole, header and records.
    parts: list[Part]


def least_version(codec: Codec, protocol: TransactionProtocol = TransactionProtocol.FIRST) -> int:
    """The oldest version that takes batches of this codec; within transactions, of those that mean `protocol`."""
    return max(_ZSTD if codec is Codec.ZSTD else _OLDEST, limits(protocol, NEWEST_PRODUCE)[1])


def produce_request(
    batches: Iterable[Addressed],
    acks: int,
    timeout_ms: int,
    transactional_id: str | None = None,
    protocol: TransactionProtocol = TransactionProtocol.FIRST,
) -> tuple[ProduceRequest, int]:
    """The request for batches of partitions of one leader, one for each, and the newest version that may be used for it: from 13 on topics
    go by their ids; within transactions see `klog.client.requests.transactions`.

    :param acks: -1, 0 or 1; :param timeout_ms: how long the broker may wait for other replicas.
    """
    topics: dict[str, TopicProduceData] = {}
    named = True
    for tp, topic_id, parts in batches:
        data = topics.get(tp.topic)
        if data is None:
            named = named and topic_id != NO_TOPIC_ID
            data = topics[tp.topic] = TopicProduceData(name=tp.topic, topic_id=topic_id, partition_data=[])
        data.partition_data.append(PartitionProduceData(index=tp.partition, records=parts))
    request = ProduceRequest(transactional_id=transactional_id, acks=acks, timeout_ms=timeout_ms, topic_data=list(topics.values()))
    if transactional_id is not None and protocol is TransactionProtocol.FIRST:
        return request, NEWEST_PRODUCE
    return request, _IDS if named else _IDS - 1


class Placed:
    """What an answer to Produce says of each partition, whether it names topics or goes by ids."""

    __slots__ = ("_places",)

    def __init__(self, answer: ProduceResponse) -> None:
        self._places: dict[tuple[str | bytes, int], PartitionProduceResponse] = {}
        for topic in answer.responses:
            name = topic.name or bytes(topic.topic_id)
            for partition in topic.partition_responses:
                self._places[name, partition.index] = partition

    def of(self, tp: TopicPartition, topic_id: bytes) -> PartitionProduceResponse | None:
        """What it says of `tp`; None where it leaves it out."""
        return self._places.get(tp) or self._places.get((topic_id, tp.partition))


def identity_request() -> InitProducerIdRequest:
    """Asks for a fresh producer id, without transactions."""
    return InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=_NO_TRANSACTIONS_MS)


def identity_of(answer: InitProducerIdResponse) -> tuple[int, int]:
    """The producer id and its epoch.

    :raises KlogError: the broker gave none.
    """
    if answer.error_code:
        raise KlogError(row_of(answer.error_code).code)
    if answer.producer_id < 0 or answer.producer_epoch < 0:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"a broker gave {answer.producer_id} as producer id")
    return answer.producer_id, answer.producer_epoch
