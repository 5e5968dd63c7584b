"""Administration of transactions: which there are, which hang, and how to end them (KIP-98, KIP-664).

A transaction *hangs* when it is open in a partition and its coordinator knows nothing of it: nobody will ever end it, readers of committed
data stop in front of it, and the partition is not compacted any more. It comes of a batch that was delayed until its transaction had ended
(KIP-890 closes that door), or of a coordinator that lost its records. `find_hanging` compares what leaders have open for longer than any
transaction may be with what coordinators know; `abort` writes the marker that nobody else writes. A transaction that its coordinator does
know is to be ended there: `fence` does so, and has its producer refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from klog.client.admin.calls import Call
from klog.client.admin.cluster import describe_producers
from klog.client.admin.topics import partition_name
from klog.client.admin.types import (
    FencedProducer,
    OpenTransaction,
    Outcomes,
    ProducerDescription,
    TransactionDescription,
    TransactionListing,
    item_error,
    no_such_broker,
)
from klog.client.requests.find_coordinator import TRANSACTION
from klog.client.requests.transactions import initialise_request
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.describe_transactions import DescribeTransactionsRequest
from klog.wire.messages.list_transactions import ListTransactionsRequest
from klog.wire.messages.write_txn_markers import WritableTxnMarker, WritableTxnMarkerTopic, WriteTxnMarkersRequest

#: Partitions in one DescribeProducers (``TransactionsCommand.java``).
_PARTITIONS_AT_ONCE = 500
#: Producer ids in one ListTransactions.
_IDS_AT_ONCE = 2_000


async def list_transactions(call: Call, states: Iterable[str], producer_ids: Iterable[int]) -> list[TransactionListing]:
    """ListTransactions, at every broker.

    :raises KlogError: INVALID_REQUEST; there is no such state.
    """
    wanted_states, wanted_ids = list(states), list(producer_ids)

    async def ask(node_id: int, _: list[int]) -> Mapping[int, list[TransactionListing] | KlogError]:
        answer = await call.ask(node_id, ListTransactionsRequest(state_filters=wanted_states, producer_id_filters=wanted_ids))
        if answer.error_code:
            return {node_id: item_error(answer.error_code, f"the transactions of broker {node_id}")}
        if answer.unknown_state_filters:
            unknown = ", ".join(answer.unknown_state_filters)
            return {node_id: KlogError(ErrorCode.INVALID_REQUEST, f"broker {node_id} knows no transaction state {unknown}")}
        return {
            node_id: [
                TransactionListing(one.transactional_id, one.producer_id, one.transaction_state, node_id)
                for one in answer.transaction_states
            ]
        }

    per_node = await call.every_node(await call.nodes(), ask)
    return sorted((one for each in per_node.check().values() for one in each), key=lambda one: one.transactional_id)


async def describe_transactions(call: Call, ids: Iterable[str]) -> Outcomes[str, TransactionDescription]:
    """DescribeTransactions, at the coordinators."""

    async def ask(node_id: int, ids: list[str]) -> Mapping[str, TransactionDescription | KlogError]:
        answer = await call.ask(node_id, DescribeTransactionsRequest(transactional_ids=ids))
        return {
            one.transactional_id: item_error(one.error_code, f"transactional id {one.transactional_id}")
            if one.error_code
            else TransactionDescription(
                one.transactional_id,
                one.producer_id,
                one.producer_epoch,
                one.transaction_state,
                one.transaction_timeout_ms,
                None if one.transaction_start_time_ms < 0 else one.transaction_start_time_ms,
                tuple(sorted(TopicPartition(topic.topic, number) for topic in one.topics for number in topic.partitions)),
                node_id,
            )
            for one in answer.transaction_states
        }

    return await call.settle(ids, lambda waiting: call.by_coordinator(waiting, ask, kind=TRANSACTION), "transactional id {}".format)


async def fence_producers(call: Call, ids: Iterable[str]) -> Outcomes[str, FencedProducer]:
    """InitProducerId, at the coordinators, as a producer that begins: what is open is aborted, and who has the id is refused from then on
    (``FenceProducersHandler.java``).
    """

    async def ask(node_id: int, ids: list[str]) -> Mapping[str, FencedProducer | KlogError]:
        async def fence(transactional_id: str) -> FencedProducer | KlogError:
            request = initialise_request(transactional_id, call.left_ms, None)
            try:
                answer = await call.ask(node_id, request)
                while answer.error_code == ErrorCode.CONCURRENT_TRANSACTIONS and not call.is_late:
                    # What was open is just being aborted.
                    await call.pause()
                    answer = await call.ask(node_id, request)
            except KlogError as error:
                return error
            if answer.error_code:
                return item_error(answer.error_code, f"transactional id {transactional_id}")
            return FencedProducer(answer.producer_id, answer.producer_epoch)

        fenced = await call.together([partial(fence, transactional_id) for transactional_id in ids])
        return dict(zip(ids, fenced, strict=True))

    return await call.settle(ids, lambda waiting: call.by_coordinator(waiting, ask, kind=TRANSACTION), "transactional id {}".format)


async def abort_transaction(
    call: Call, partition: TopicPartition, producer_id: int, producer_epoch: int, coordinator_epoch: int
) -> Outcomes[TopicPartition, None]:
    """WriteTxnMarkers to the leader, by the rules of the protocol's first version, with the epoch that the data has
    (``AbortTransactionHandler.java``).
    """
    # -1 is that of a producer for whom the partition has no marker yet; 0 is no more than any leader's epoch.
    marker = WritableTxnMarker(
        producer_id=producer_id,
        producer_epoch=producer_epoch,
        transaction_result=False,
        topics=[WritableTxnMarkerTopic(name=partition.topic, partition_indexes=[partition.partition])],
        coordinator_epoch=max(0, coordinator_epoch),
    )

    async def ask(node_id: int, _: list[TopicPartition]) -> Mapping[TopicPartition, KlogError | None]:
        answer = await call.ask(node_id, WriteTxnMarkersRequest(markers=[marker]))
        found: dict[TopicPartition, KlogError | None] = {}
        for one in answer.markers:
            for topic in one.topics:
                for each in topic.partitions:
                    where = TopicPartition(topic.name, each.partition_index)
                    found[where] = item_error(each.error_code, partition_name(where)) if each.error_code else None
        return found

    return await call.settle([partition], lambda waiting: call.by_leader(waiting, ask), partition_name)


async def find_open(call: Call, partitions: Iterable[TopicPartition]) -> Outcomes[TopicPartition, tuple[OpenTransaction, ...]]:
    """What the leaders of `partitions` have open."""
    wanted = list(partitions)
    done: dict[TopicPartition, tuple[OpenTransaction, ...]] = {}
    errors: dict[TopicPartition, KlogError] = {}
    for start in range(0, len(wanted), _PARTITIONS_AT_ONCE):
        some = await describe_producers(call, wanted[start : start + _PARTITIONS_AT_ONCE])
        errors.update(some.errors)
        for partition, producers in some.done.items():
            done[partition] = tuple(_opened(partition, one) for one in producers if one.transaction_start is not None)
    return Outcomes(done, errors)


def _opened(partition: TopicPartition, producer: ProducerDescription) -> OpenTransaction:
    assert producer.transaction_start is not None
    return OpenTransaction(
        partition,
        producer.producer_id,
        producer.producer_epoch,
        producer.coordinator_epoch,
        producer.transaction_start,
        producer.last_timestamp_ms,
    )


async def find_hanging(
    call: Call, topics: Iterable[str] | None, partitions: Iterable[TopicPartition], broker_id: int | None, before_ms: int
) -> Outcomes[TopicPartition, tuple[OpenTransaction, ...]]:
    """Transactions that are open, and that no coordinator will end.

    :param topics: whole topics; None and no `partitions`: all there are.
    :param broker_id: only partitions with a replica there.
    :param before_ms: only those whose last record was written before, milliseconds since 1970: a younger one may be just beginning or
        ending.
    :raises KlogError: coordinators could not be asked; BROKER_ID_NOT_REGISTERED.
    """
    wanted, errors = await _partitions(call, topics, list(partitions), broker_id)
    opened = await find_open(call, wanted)
    errors |= opened.errors
    candidates = [one for each in opened.done.values() for one in each if one.last_timestamp_ms < before_ms]
    hanging = await _unknown_to_coordinators(call, candidates)
    if hanging:
        # Some may have ended between the two questions.
        still = await find_open(call, list(dict.fromkeys(one.partition for one in hanging)))
        errors |= still.errors
        hanging = [one for one in hanging if one in still.done.get(one.partition, ())]
    found: dict[TopicPartition, list[OpenTransaction]] = {}
    for one in hanging:
        found.setdefault(one.partition, []).append(one)
    return Outcomes({partition: tuple(each) for partition, each in sorted(found.items())}, errors)


async def _partitions(
    call: Call, topics: Iterable[str] | None, partitions: list[TopicPartition], broker_id: int | None
) -> tuple[list[TopicPartition], dict[TopicPartition, KlogError]]:
    """Where to look."""
    if broker_id is not None and broker_id not in (nodes := await call.nodes()):
        raise no_such_broker(f"broker {broker_id}", nodes)
    names = None if topics is None else list(topics)
    whole = None if names is None and not partitions else set(names or ())
    asked = None if whole is None else sorted(whole | {partition.topic for partition in partitions})
    found: list[TopicPartition] = []
    single = set(partitions)
    errors: dict[TopicPartition, KlogError] = {}
    for topic in (await call.metadata(asked)).topics:
        name = topic.name or ""
        there = {TopicPartition(name, one.partition_index): one for one in topic.partitions}
        missing = [partition for partition in single if partition.topic == name and partition not in there]
        if topic.error_code or missing:
            for partition in missing or [TopicPartition(name, 0)]:
                errors[partition] = item_error(topic.error_code or ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"partition {partition}")
        found += [
            partition
            for partition, one in there.items()
            if (whole is None or name in whole or partition in single) and (broker_id is None or broker_id in one.replica_nodes)
        ]
    return found, errors


async def _unknown_to_coordinators(call: Call, candidates: list[OpenTransaction]) -> list[OpenTransaction]:
    ids = sorted({one.producer_id for one in candidates})
    listed: dict[int, str] = {}
    for start in range(0, len(ids), _IDS_AT_ONCE):
        listed |= {one.producer_id: one.transactional_id for one in await list_transactions(call, (), ids[start : start + _IDS_AT_ONCE])}
    described = await describe_transactions(call, sorted(set(listed.values())))
    for error in described.errors.values():
        if error.code is not ErrorCode.TRANSACTIONAL_ID_NOT_FOUND:
            raise error
    hanging = []
    for one in candidates:
        known = described.done.get(listed.get(one.producer_id, ""))
        # A coordinator names the partitions of an open transaction, and of one that ends those that have no marker yet.
        if known is None or one.partition not in known.partitions:
            hanging.append(one)
    return hanging
