"""Transactions over several brokers: coordinator, leaders and groups on different ones, and what happens when some of them go."""

from __future__ import annotations

from typing import Any

from klog.broker.coordinators.runtime import partition_of
from klog.broker.transactions.shard import TransactionShard
from klog.broker.transactions.states import TransactionState
from klog.client.admin.admin import Admin
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.testing.cluster import MemoryCluster
from klog.testing.filesystem import Survival
from klog.wire.messages.add_partitions_to_txn import (
    AddPartitionsToTxnRequest,
    AddPartitionsToTxnTopic,
    AddPartitionsToTxnTransaction,
)
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.describe_transactions import DescribeTransactionsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.list_transactions import ListTransactionsRequest
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup, OffsetFetchRequestTopics
from klog.wire.messages.write_txn_markers import WritableTxnMarker, WritableTxnMarkerTopic, WriteTxnMarkersRequest
from tests.broker.transactions.cluster import OFFSETS, SETTINGS, STATE, P, TransactionClusterCase
from tests.broker.transactions.setting import Producer

_S = TransactionState


class TransactionClusterTests(TransactionClusterCase):
    """Three brokers."""

    def producer(self, transactional_id: str = "x", version: int = 1) -> Producer:
        """One that has begun."""
        producer = Producer(self, transactional_id, version=version)  # type: ignore[arg-type]
        self.assertEqual(self.retry(producer.begin), ErrorCode.NONE)
        return producer

    def open(self, producer: Producer, *values: bytes) -> None:
        """A record in each of the three partitions."""
        self.assertEqual(self.retry(lambda: producer.add(*P)), ErrorCode.NONE)
        for partition, value in zip(P, values, strict=True):
            self.assertEqual(producer.produce(partition, value), ErrorCode.NONE)

    def end_transaction(self, producer: Producer, *, commit: bool = True) -> None:
        self.assertEqual(self.retry(lambda: producer.end(commit=commit)), ErrorCode.NONE)

    def offset(self, group: str, partition: TopicPartition) -> int | ErrorCode:
        """What the group has committed, or why it is not told."""
        topic = OffsetFetchRequestTopics(name=partition.topic, partition_indexes=[partition.partition])
        request = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id=group, topics=[topic])], require_stable=True)
        answer = self.send(self.leader(OFFSETS, partition_of(group, 3)), request, 8)
        found = answer.groups[0].topics[0].partitions[0]
        return ErrorCode(found.error_code) if found.error_code else int(found.committed_offset)

    # All is well

    def test_three_leaders(self) -> None:
        """Committed: all partitions get their marker from their own leader, and readers all records; aborted: none."""
        producer = self.producer()
        self.open(producer, b"a", b"b", b"c")
        self.assertEqual(self.stable(*P), [False] * 3)
        self.assertEqual(self.read(), [])
        self.end_transaction(producer)
        self.until_state(_S.COMPLETE_COMMIT)
        self.assertEqual(self.stable(*P), [True] * 3)
        self.open(producer, b"d", b"e", b"f")
        self.end_transaction(producer, commit=False)
        self.until_state(_S.COMPLETE_ABORT)
        self.assertEqual(self.read(), [b"a", b"b", b"c"])
        # On every copy.
        ends = {(self.log(P[0], number).end_offset, self.log(P[0], number).last_stable_offset) for number in (1, 2, 3)}
        self.assertEqual(ends, {(4, 4)})

    def test_every_coordinator(self) -> None:
        """Any broker finds it; it alone answers, and lists what it has."""
        for number in (1, 2, 3):
            name = self.name_led_by(number)
            for asked in (1, 2, 3):
                found = self.send(asked, FindCoordinatorRequest(key=name, key_type=1), 3)
                self.assertEqual((found.error_code, found.node_id), (ErrorCode.NONE, number))
            producer = self.producer(name)
            self.open(producer, b"a", b"b", b"c")
            for asked in (1, 2, 3):
                state = self.send(asked, DescribeTransactionsRequest(transactional_ids=[name]), 0).transaction_states[0]
                expected = (ErrorCode.NONE, "Ongoing") if asked == number else (ErrorCode.NOT_COORDINATOR, "")
                self.assertEqual((state.error_code, state.transaction_state), expected)
                listed = self.send(asked, ListTransactionsRequest(), 1)
                self.assertEqual([one.transactional_id for one in listed.transaction_states], [name] if asked == number else [])
            self.end_transaction(producer)
            self.until_state(_S.COMPLETE_COMMIT, name)
            self.remove(name)
        self.assertEqual(self.read(), [b"a"] * 3 + [b"b"] * 3 + [b"c"] * 3)

    def remove(self, transactional_id: str) -> None:
        """It is forgotten, as if it had expired."""
        self.shard(transactional_id).transactions.remove(transactional_id)

    def test_offsets_of_a_group_elsewhere(self) -> None:
        """A group's offsets count when its coordinator has its marker, which is before the transaction is complete."""
        for number in (1, 2, 3):
            name, group = self.name_led_by(number), self.name_led_by(number % 3 + 1, OFFSETS)
            producer = self.producer(name)
            self.assertEqual(self.retry(lambda group=group, producer=producer: producer.add_offsets(group)), ErrorCode.NONE)  # type: ignore[misc]
            self.assertEqual(producer.commit_offset(group, P[0], 10 + number), ErrorCode.NONE)
            self.assertEqual(self.offset(group, P[0]), ErrorCode.UNSTABLE_OFFSET_COMMIT)
            self.end_transaction(producer)
            self.until_state(_S.COMPLETE_COMMIT, name)
            self.assertEqual(self.offset(group, P[0]), 10 + number)

    def test_producer_ids_differ(self) -> None:
        """Each coordinator has blocks of its own."""
        given = [self.producer(self.name_led_by(number)).producer_id for number in (1, 2, 3)]
        self.assertEqual(len(set(given)), 3)

    def test_the_feature(self) -> None:
        """All brokers say the same, in the same epoch."""
        self.assertEqual(features(self), [([("transaction.version", 2)], 0)] * 3)

    # What leaders ask coordinators

    def test_not_added(self) -> None:
        """What the client has not announced is not stored, whoever leads."""
        producer = self.producer()
        self.assertEqual(self.retry(lambda: producer.add(P[0])), ErrorCode.NONE)
        self.assertEqual(producer.produce(P[0]), ErrorCode.NONE)
        for partition in P[1:]:
            self.assertEqual(producer.produce(partition), ErrorCode.TRANSACTION_ABORTABLE)
        self.assertEqual([self.log(one).end_offset for one in P], [1, 0, 0])

    def test_after_the_end(self) -> None:
        """A batch that comes late opens nothing that nobody would end (KAFKA-14402)."""
        producer = self.producer()
        self.open(producer, b"a", b"b", b"c")
        self.end_transaction(producer, commit=False)
        self.until_state(_S.COMPLETE_ABORT)
        for partition in P:
            self.assertEqual(producer.produce(partition), ErrorCode.TRANSACTION_ABORTABLE)
        self.assertEqual(self.stable(*P), [True] * 3)

    def test_the_second_version(self) -> None:
        """Leaders add partitions at the coordinator, and each end raises the epoch."""
        producer = self.producer(version=2)
        for partition, value in zip(P, (b"a", b"b", b"c"), strict=True):
            self.assertEqual(self.retry(lambda p=partition, v=value: producer.produce(p, v, sequence=0)), ErrorCode.NONE)  # type: ignore[misc]
        known = self.known()
        assert known is not None
        self.assertEqual(known.partitions, frozenset(P))
        before = producer.epoch
        self.end_transaction(producer)
        self.assertEqual(producer.epoch, before + 1)
        self.until_state(_S.COMPLETE_COMMIT)
        self.assertEqual(self.read(), [b"a", b"b", b"c"])

    def test_many_in_one_request(self) -> None:
        """As leaders ask: one answer for each transaction."""
        names = [self.name_led_by(1), next(n for n in map(str, range(1000, 2000)) if self.cluster.leader(STATE, partition_of(n, 3)) == 1)]
        producers = [self.producer(name) for name in names]
        for producer in producers:
            self.assertEqual(self.retry(lambda producer=producer: producer.add(P[0])), ErrorCode.NONE)  # type: ignore[misc]
        request = AddPartitionsToTxnRequest(
            transactions=[
                AddPartitionsToTxnTransaction(
                    transactional_id=producer.transactional_id,
                    producer_id=producer.producer_id,
                    producer_epoch=producer.epoch,
                    verify_only=True,
                    topics=[AddPartitionsToTxnTopic(name="t", partitions=[0, 1])],
                )
                for producer in producers
            ]
        )
        answer = self.send(1, request, 5)
        for result in answer.results_by_transaction:
            codes = [one.partition_error_code for one in result.topic_results[0].results_by_partition]
            self.assertEqual(codes, [ErrorCode.NONE, ErrorCode.TRANSACTION_ABORTABLE])

    # Somebody goes

    def prepared(self, *, commit: bool = True) -> tuple[Producer, int, int]:
        """A transaction that is decided, and whose markers wait for a leader that stands still: the producer, its coordinator, and that
        leader, which is neither the coordinator nor the controller."""
        producer = self.producer()
        self.open(producer, b"a", b"b", b"c")
        coordinator = self.coordinator_of()
        still = next(number for number in (1, 2, 3) if number not in (coordinator, self.cluster.controller()))
        if coordinator == self.cluster.controller():
            still = next(number for number in (1, 2, 3) if number != coordinator)
        self.cluster.cut_one_way(coordinator, still)
        # The other two are enough for the record.
        self.begin(coordinator, producer.end_request(commit=commit), 3).addErrback(lambda _: None)
        state = _S.PREPARE_COMMIT if commit else _S.PREPARE_ABORT
        self.until_state(state)
        return producer, coordinator, still

    def test_coordinator_dies_between_prepare_and_complete(self) -> None:
        """The next one finishes what was decided, with a newer epoch."""
        for commit in (True, False):
            producer, coordinator, still = self.prepared(commit=commit)
            before = self.shard()._coordinator_epoch()
            self.until(lambda: len(self.shard()._sending) == 1)
            # It is in the log of all who are in sync.
            self.until(lambda still=still: still not in self.in_sync_of_state())  # type: ignore[misc]
            self.cluster.kill(coordinator)
            self.cluster.join()
            self.until(lambda coordinator=coordinator: self.coordinator_of() != coordinator)  # type: ignore[misc]
            self.until_state(_S.COMPLETE_COMMIT if commit else _S.COMPLETE_ABORT)
            self.assertGreater(self.shard()._coordinator_epoch(), before)
            self.assertEqual(self.stable(*P), [True] * 3)
            self.assertEqual(self.retry(producer.begin), ErrorCode.NONE)
            self.cluster.start_broker(coordinator)
            self.cluster.until_ready()
            self.until(lambda: len(self.in_sync_of_state()) == 3)
        self.assertEqual(self.read(), [b"a", b"b", b"c"])

    def in_sync_of_state(self) -> tuple[int, ...]:
        """Who is in sync of the partition that keeps "x"."""
        state = self.cluster.state(STATE, partition_of("x", 3))
        return () if state is None else state.isr

    def test_a_marker_s_leader_dies(self) -> None:
        """Whoever leads in its place gets the marker."""
        _, coordinator, still = self.prepared()
        self.cluster.kill(still)
        self.cluster.join()
        self.until_state(_S.COMPLETE_COMMIT)
        self.assertEqual(self.coordinator_of(), coordinator)
        self.assertEqual(self.stable(*P), [True] * 3)
        self.assertEqual(self.read(), [b"a", b"b", b"c"])

    def test_a_marker_s_leader_stands_still(self) -> None:
        """It never answers; the one who leads when its session is over does."""
        _, _, still = self.prepared()
        self.cluster.freeze(still)
        self.cluster.join()
        self.until_state(_S.COMPLETE_COMMIT, most_s=25)
        self.assertEqual(self.stable(*P), [True] * 3)
        self.cluster.thaw(still)

    def test_resigned(self) -> None:
        """A coordinator that does not lead any more says so, and the next one goes on."""
        producer = self.producer()
        self.open(producer, b"a", b"b", b"c")
        before = self.coordinator_of()
        self.cluster.stop_broker(before)
        self.until(lambda: self.cluster.leader(STATE, partition_of("x", 3)) not in (before, -1))
        self.until(lambda: before not in self.cluster.running)
        self.end_transaction(producer)
        self.until_state(_S.COMPLETE_COMMIT)
        self.cluster.start_broker(before)
        self.cluster.until_ready()
        answer = self.send(before, producer.end_request(), 3)
        self.assertEqual(answer.error_code, ErrorCode.NOT_COORDINATOR)

    def test_a_zombie(self) -> None:
        """A coordinator that stood still while another one went on: what it sends when it goes on is refused by its epoch, and it answers
        nobody as coordinator."""
        producer, coordinator, _ = self.prepared(commit=False)
        old = self.shard()._coordinator_epoch()
        self.cluster.freeze(coordinator)
        self.cluster.join()
        self.until(lambda: self.cluster.leader(STATE, partition_of("x", 3)) not in (coordinator, -1))
        self.until_state(_S.COMPLETE_ABORT)
        self.open(producer, b"d", b"e", b"f")
        # As a request of his that was on its way: of an older coordinator epoch, for the transaction before, which had the same epoch.
        marker = WritableTxnMarker(
            producer_id=producer.producer_id,
            producer_epoch=producer.epoch,
            transaction_result=False,
            topics=[WritableTxnMarkerTopic(name="t", partition_indexes=[0])],
            coordinator_epoch=old,
        )
        answer = self.send(self.leader(*P[0]), WriteTxnMarkersRequest(markers=[marker]), 1)
        code = answer.markers[0].topics[0].partitions[0].error_code
        self.assertEqual(code, ErrorCode.TRANSACTION_COORDINATOR_FENCED)
        self.cluster.thaw(coordinator)
        self.cluster.advance(0.01)
        self.assertEqual(self.send(coordinator, producer.end_request(), 3).error_code, ErrorCode.NOT_COORDINATOR)
        self.end_transaction(producer)
        self.until_state(_S.COMPLETE_COMMIT)
        self.assertEqual(self.read(), [b"d", b"e", b"f"])

    def test_group_coordinator_goes(self) -> None:
        """Offsets that wait for the end of their transaction wait on at the next one, and count there."""
        group = self.name_led_by(1, OFFSETS)
        producer = self.producer(self.name_led_by(2))
        self.assertEqual(self.retry(lambda: producer.add_offsets(group)), ErrorCode.NONE)
        self.assertEqual(producer.commit_offset(group, P[0], 5), ErrorCode.NONE)
        self.cluster.kill(1)
        self.until(lambda: self.cluster.leader(OFFSETS, partition_of(group, 3)) not in (1, -1))
        self.cluster.advance(1)
        self.assertEqual(self.offset(group, P[0]), ErrorCode.UNSTABLE_OFFSET_COMMIT)
        self.end_transaction(producer)
        self.until_state(_S.COMPLETE_COMMIT, producer.transactional_id)
        self.assertEqual(self.offset(group, P[0]), 5)

    def test_all_stop(self) -> None:
        """What is open stays open, and ends by its time."""
        producer = self.producer()
        self.open(producer, b"a", b"b", b"c")
        for number in (1, 2, 3):
            self.cluster.kill(number)
        for number in (1, 2, 3):
            self.cluster.start_broker(number)
        self.cluster.until_ready()
        self.until(lambda: self.known() is not None)
        self.assertEqual(self.known().state, _S.ONGOING)  # type: ignore[union-attr]
        self.until_state(_S.COMPLETE_ABORT, most_s=90)
        self.assertEqual(self.stable(*P), [True] * 3)

    def test_the_power_of_all_fails(self) -> None:
        """Without the flush rule: whoever coordinates next gives no epoch out again, and aborts what it knows to be open."""
        producer = self.producer(version=2)
        for partition in P:
            self.assertEqual(self.retry(lambda p=partition: producer.produce(p, sequence=0)), ErrorCode.NONE)  # type: ignore[misc]
        self.cluster.advance(10)
        for number in (1, 2, 3):
            self.cluster.power_cut(number, Survival.EVERYTHING)
        for number in (1, 2, 3):
            self.cluster.start_broker(number)
        self.cluster.until_ready()
        self.until(lambda: self.known() is not None)
        self.until_state(_S.COMPLETE_ABORT)
        self.until(lambda: self.stable(*P) == [True] * 3)
        other = self.producer(version=2)
        self.assertNotEqual(other.producer_id, producer.producer_id)
        self.assertEqual(self.retry(producer.end), ErrorCode.INVALID_PRODUCER_ID_MAPPING)
        self.until(lambda: not any(shard.is_in_doubt for shard in self.coordinators()))

    def coordinators(self) -> list[TransactionShard]:
        """All shards there are."""
        rooms = [broker.broker.transactions for broker in self.cluster.brokers.values()]
        return [shard for room in rooms if room is not None for shard in room.coordinator.shards.values()]

    def test_a_partition_without_a_leader(self) -> None:
        """It gets its marker when somebody leads it again; till then the transaction is not complete, whoever coordinates it."""
        producer = self.producer()
        before = self.coordinator_of()
        away = next(number for number in (1, 2, 3) if number != before)
        self.cluster.create_topic("alone", assignments={0: [away]})
        alone = TopicPartition("alone", 0)
        self.assertEqual(self.retry(lambda: producer.add(P[0], alone)), ErrorCode.NONE)
        self.assertEqual(
            (self.retry(lambda: producer.produce(P[0], sequence=0)), producer.produce(alone)), (ErrorCode.NONE, ErrorCode.NONE)
        )
        self.cluster.kill(away)
        self.until(lambda: self.cluster.leader(*alone) == -1)
        self.end_transaction(producer)
        self.until_state(_S.PREPARE_COMMIT)
        self.cluster.stop_broker(before)
        self.until(lambda: before not in self.cluster.running)
        for number in (before, away):
            self.cluster.start_broker(number)
        self.until_state(_S.COMPLETE_COMMIT)
        self.assertEqual(self.stable(alone), [True])
        self.assertEqual(self.log(alone).end_offset, 2)

    def test_the_topic_goes(self) -> None:
        """Of a topic that was deleted nothing is left to be marked."""
        self.cluster.create_topic("gone", assignments={0: [2, 3, 1]})
        producer = self.producer()
        gone = TopicPartition("gone", 0)
        self.assertEqual(self.retry(lambda: producer.add(P[0], gone)), ErrorCode.NONE)
        self.assertEqual((producer.produce(P[0]), producer.produce(gone)), (ErrorCode.NONE, ErrorCode.NONE))

        async def delete() -> Any:
            async with Admin(self.cluster.client("operator"), self.cluster.bootstrap) as admin:
                return await admin.delete_topics(["gone"])

        self.assertEqual(dict(self.cluster.until(delete()).errors), {})
        self.end_transaction(producer)
        self.until_state(_S.COMPLETE_COMMIT)
        self.assertEqual(self.read(), [b"v"])


def features(case: TransactionClusterCase) -> list[tuple[list[tuple[str, int]], int]]:
    """What each broker announces, and its epoch."""
    request = ApiVersionsRequest(client_software_name="c", client_software_version="1")
    answers = [case.send(number, request, 4) for number in (1, 2, 3)]
    return [
        ([(one.name, one.max_version_level) for one in answer.finalized_features], answer.finalized_features_epoch) for answer in answers
    ]


class BesideKafkaTests(TransactionClusterCase):
    """Where brokers of Apache Kafka are welcome."""

    settings = {"inter.broker.protocol.version": "3.9"}

    def test_no_feature(self) -> None:
        """Kafka's brokers with ZooKeeper announce none, and all brokers of a cluster must be one in this. Records are of the version that
        Kafka writes; but those of who speaks the second version all the same, which would lose something."""
        self.assertEqual(features(self), [([], -1)] * 3)
        for version in (1, 2):
            producer = Producer(self, version=version)  # type: ignore[arg-type]
            self.assertEqual(self.retry(producer.begin), ErrorCode.NONE)
            if version == 1:
                self.assertEqual(self.retry(lambda producer=producer: producer.add(*P)), ErrorCode.NONE)  # type: ignore[misc]
            for partition in P:
                self.assertEqual(self.retry(lambda p=partition, o=producer: o.produce(p, sequence=0)), ErrorCode.NONE)  # type: ignore[misc]
            self.assertEqual(self.retry(producer.end), ErrorCode.NONE)
            self.until_state(_S.COMPLETE_COMMIT)
        log = self.log(TopicPartition(STATE, partition_of("x", 3)))
        versions = []
        for batch in codec.scan(log.read(0, 1 << 20, upper_bound=log.end_offset).span.read()):  # type: ignore[union-attr]
            data = log.read(batch.base_offset, 1, upper_bound=log.end_offset).span.read()  # type: ignore[union-attr]
            versions += [int.from_bytes(record.value[:2]) for record in codec.records(data) if record.value is not None]
        self.assertEqual(versions, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
        self.assertEqual(len(self.read()), 6)


class TooFewBrokersTests(TransactionClusterCase):
    """The topic is not made with fewer copies than it shall have."""

    def setUp(self) -> None:
        self.cluster = MemoryCluster(2, properties=SETTINGS).start()
        self._connections = {}
        self.addCleanup(self.end)

    def test_too_few(self) -> None:
        answer = self.send(1, FindCoordinatorRequest(key="x", key_type=1), 3)
        self.assertEqual(answer.error_code, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(answer.node_id, -1)
