"""Batches without a reactor, on a cluster of dicts that takes them by Kafka's rules and misbehaves on demand."""

from __future__ import annotations

import random
import unittest
from typing import Any

import pytest
from twisted.internet.task import Clock

from klog.client.blocking.batch_sender import Batch, BatchSender, Identity
from klog.client.blocking.client import BlockingClient, Produced
from klog.client.producing.producer_types import ProducerSettings
from klog.client.producing.sequences import LAST_EPOCH
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.implementations import appending
from tests.client.fake_cluster import BlockingFake
from tests.client.producing.produce_world import ProducingCluster
from tests.peers import soak_share

T, U = TopicPartition("t", 0), TopicPartition("t", 1)
#: Answers that pass, and such that were never given.
FAULTS = (
    "lost",
    "cut",
    "silent",
    "left out",
    ErrorCode.NOT_LEADER_OR_FOLLOWER,
    ErrorCode.NOT_ENOUGH_REPLICAS,
    ErrorCode.REQUEST_TIMED_OUT,
    ErrorCode.MESSAGE_TOO_LARGE,
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
)


class Rig:
    """A sender, and what it told."""

    def __init__(self, *, partitions: int = 2, nodes: int = 2, seed: int = 2, shared: bool = False, **settings: Any) -> None:
        self.clock = Clock()
        self.cluster = ProducingCluster(self.clock, nodes)
        self.cluster.topics["t"] = [(1 + number % nodes, 1) for number in range(partitions)]
        self.client = BlockingClient(
            "host1,host2",
            random=random.Random(seed),
            clock=self.clock.seconds,
            sleep=self.clock.advance,
            connect=lambda host, port: BlockingFake(self.cluster, host, port),  # type: ignore[arg-type, return-value]
            request_timeout_ms=1_000,
        )
        self.client.know(["t"])
        self.written: list[tuple[TopicPartition, int, int, int]] = []
        self.failed: list[tuple[TopicPartition, int, ErrorCode]] = []
        self.alone: list[bytes] = []
        self.settings = ProducerSettings(**settings)
        idempotent = self.settings.idempotent
        self.identity = Identity(*self.client.init_producer_id(), shared=shared) if idempotent else Identity()
        self.sender = self.make()

    def make(self, **options: Any) -> BatchSender:
        return BatchSender(self.client, self.settings, self.identity, written=self._written, failed=self._failed, **options)

    def _written(self, batch: Batch, produced: Produced) -> None:
        self.written.append((batch.tp, batch.first, batch.count, produced.base_offset))

    def _failed(self, batch: Batch, error: KlogError) -> None:
        self.failed.append((batch.tp, batch.count, error.code))

    def put(self, tp: TopicPartition, *values: bytes) -> Batch:
        appender = appending.appender()
        for value in values:
            appender.append(1_000, None, value, ())
        return Batch(tp, appender.close(self.settings.codec))

    def send(self, tp: TopicPartition, *values: bytes) -> None:
        self.sender.send([self.put(tp, *values)])

    def values(self, tp: TopicPartition) -> list[bytes | None]:
        return self.cluster.log(*tp).values()


class SendingTests(unittest.TestCase):
    """What goes well."""

    def test_batches_of_one_leader_travel_together(self) -> None:
        rig = Rig(partitions=4)
        rig.sender.send([rig.put(TopicPartition("t", number), b"%d" % number) for number in range(4)])
        rig.sender.flush()
        self.assertEqual([len(request.topic_data[0].partition_data) for request in rig.cluster.produced], [2, 2])
        self.assertEqual(sorted(rig.written), [(TopicPartition("t", number), 0, 1, 0) for number in range(4)])

    def test_not_more_in_a_request_than_it_may_hold(self) -> None:
        rig = Rig(partitions=4, nodes=1, max_request_bytes=2_000)
        rig.sender.send([rig.put(TopicPartition("t", number), b"x" * 800) for number in range(4)])
        rig.sender.flush()
        self.assertEqual([len(request.topic_data[0].partition_data) for request in rig.cluster.produced], [2, 2])

    def test_a_partition_has_one_batch_under_way_and_a_broker_several(self) -> None:
        rig = Rig()
        rig.send(T, b"a")
        rig.send(U, b"b")
        self.assertEqual((len(rig.cluster.produced), rig.written), (2, []))
        rig.send(T, b"c")
        self.assertEqual(rig.written, [(T, 0, 1, 0)])
        rig.sender.flush()
        self.assertEqual(rig.values(T), [b"a", b"c"])

    def test_unanswered_requests_are_bounded(self) -> None:
        rig = Rig(partitions=9)
        for number in range(9):
            rig.send(TopicPartition("t", number), b"x")
        self.assertEqual((len(rig.cluster.produced), len(rig.written)), (9, 9 - rig.client.settings.max_in_flight))
        rig.sender.abandon()
        rig.sender.flush()
        self.assertEqual(len(rig.written), 9 - rig.client.settings.max_in_flight)

    def test_no_acks(self) -> None:
        rig = Rig(acks=0)
        rig.send(T, b"a", b"b")
        self.assertEqual((rig.written, rig.values(T)), ([(T, 0, 2, -1)], [b"a", b"b"]))


class TroubleTests(unittest.TestCase):
    """What does not."""

    def test_a_lost_answer_leaves_one_record(self) -> None:
        rig = Rig()
        rig.cluster.faults.extend(["lost", "lost"])
        rig.send(T, b"a")
        rig.send(T, b"b")
        rig.sender.flush()
        self.assertEqual((rig.values(T), rig.written), ([b"a", b"b"], [(T, 0, 1, 0), (T, 0, 1, 1)]))

    def test_a_leader_that_moved(self) -> None:
        rig = Rig()
        rig.cluster.topics["t"][0] = (2, 2)
        rig.send(T, b"a")
        rig.sender.flush()
        self.assertEqual((rig.values(T), rig.failed), ([b"a"], []))

    def test_all_that_one_request_lost_waits_once(self) -> None:
        rig = Rig(partitions=8, nodes=1)
        rig.cluster.faults.append("cut")
        before = rig.clock.seconds()
        rig.sender.send([rig.put(TopicPartition("t", number), b"%d" % number) for number in range(8)])
        rig.sender.flush()
        self.assertEqual(len(rig.written), 8)
        self.assertLess(rig.clock.seconds() - before, 3 * rig.client.settings.retry_backoff_ms / 1000)

    def test_halves_keep_their_numbers_and_say_where_they_begin(self) -> None:
        rig = Rig()
        rig.cluster.largest_batch = 160
        values = [b"%02d" % number * 10 for number in range(10)]
        rig.send(T, *values)
        rig.send(T, b"last")
        rig.sender.flush()
        self.assertEqual((rig.values(T), rig.failed), ([*values, b"last"], []))
        parts = [(first, count) for _, first, count, _ in rig.written[:-1]]
        self.assertEqual([first for first, _ in parts], [sum(count for _, count in parts[:place]) for place in range(len(parts))])
        self.assertEqual(rig.identity.numbers(T).epoch, 0)

    def test_a_record_that_is_too_large_fails_alone_and_the_rest_goes_on_in_a_new_epoch(self) -> None:
        rig = Rig()
        rig.cluster.largest_batch = 160
        rig.send(T, b"a", b"x" * 500, b"b")
        rig.send(T, b"c")
        rig.sender.flush()
        self.assertEqual((rig.values(T), rig.failed), ([b"a", b"b", b"c"], [(T, 1, ErrorCode.MESSAGE_TOO_LARGE)]))
        self.assertGreater(rig.identity.numbers(T).epoch, 0)

    def test_a_broker_that_forgot_the_producer_takes_halves_from_a_new_epoch(self) -> None:
        rig = Rig()
        rig.cluster.faults.extend([ErrorCode.MESSAGE_TOO_LARGE, None, ErrorCode.UNKNOWN_PRODUCER_ID])
        rig.send(T, b"a", b"b", b"c", b"d")
        rig.send(T, b"e")
        rig.sender.flush()
        self.assertEqual((rig.values(T), rig.failed), ([b"a", b"b", b"c", b"d", b"e"], []))
        self.assertEqual(rig.identity.numbers(T).epoch, 1)

    def test_behind_the_last_epoch_another_id_is_asked_for(self) -> None:
        rig = Rig()
        rig.identity.epoch = LAST_EPOCH
        old = rig.identity.producer_id
        rig.cluster.faults.append(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        rig.send(T, b"a")
        rig.sender.flush()
        self.assertEqual(rig.values(T), [b"a"])
        self.assertNotEqual(rig.identity.producer_id, old)
        self.assertEqual(rig.identity.numbers(T).epoch, 0)

    def test_a_shared_identity_never_begins_anew(self) -> None:
        for code in (ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, ErrorCode.UNKNOWN_PRODUCER_ID, ErrorCode.INVALID_PRODUCER_EPOCH):
            rig = Rig(shared=True)
            rig.identity.continue_at(T, 5)
            rig.cluster.faults.append(code)
            rig.send(T, b"a")
            rig.sender.flush()
            self.assertEqual((rig.failed, len(rig.cluster.produced)), ([(T, 1, code)], 1))
            self.assertEqual((rig.identity.numbers(T).next, rig.identity.numbers(T).epoch), (6, 0))

    def test_after_a_fence_that_is_nobodys_it_goes_on_in_the_next_epoch(self) -> None:
        rig = Rig()
        rig.cluster.faults.append(ErrorCode.INVALID_PRODUCER_EPOCH)
        rig.send(T, b"a")
        rig.send(T, b"b")
        rig.sender.flush()
        self.assertEqual((rig.failed, rig.values(T)), ([(T, 1, ErrorCode.INVALID_PRODUCER_EPOCH)], [b"b"]))

    def test_one_that_is_refused_leaves_the_others_alone(self) -> None:
        rig = Rig(nodes=1)
        rig.cluster.faults.append(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        rig.sender.send([rig.put(T, b"a"), rig.put(U, b"b")])
        rig.sender.flush()
        self.assertEqual((rig.failed, rig.values(U)), ([(T, 1, ErrorCode.TOPIC_AUTHORIZATION_FAILED)], [b"b"]))

    def test_the_time_is_over(self) -> None:
        for fault in ("cut", "silent", ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, ErrorCode.NOT_ENOUGH_REPLICAS):
            rig = Rig(delivery_timeout_ms=5_000)
            rig.cluster.choose_fault = lambda fault=fault: fault  # type: ignore[misc]
            rig.send(T, b"a")
            rig.sender.flush()
            self.assertEqual(len(rig.failed), 1, fault)
            self.assertLess(rig.clock.seconds(), 8, fault)
            rig.cluster.choose_fault = lambda: None
            rig.send(T, b"b")
            rig.sender.flush()
            self.assertEqual(rig.values(T)[-1], b"b", "the numbers begin anew behind it")

    def test_no_leader_and_then_one(self) -> None:
        rig = Rig()
        rig.cluster.topics["t"][0] = (-1, 2)
        rig.client.refresh(["t"])
        rig.clock.callLater(2, lambda: rig.cluster.topics["t"].__setitem__(0, (2, 3)))
        rig.send(T, b"a")
        self.assertEqual(rig.values(T), [b"a"])

    def test_what_goes_another_way(self) -> None:
        rig = Rig()

        def alone(tp: TopicPartition, data: bytes) -> Produced:
            rig.alone.append(data)
            return Produced(11, 12_000)

        rig.sender = rig.make(alone=alone)
        rig.send(T, b"a", b"b")
        rig.send(T, b"c")
        rig.sender.flush()
        self.assertEqual((rig.values(T), len(rig.alone)), ([b"a", b"b"], 1))
        # Where it stands is what the other way says.
        self.assertEqual(rig.written[-1], (T, 0, 1, 11))

    def test_a_failure_that_raises_ends_the_call(self) -> None:
        rig = Rig()

        def complain(batch: Batch, error: KlogError) -> None:
            raise error

        rig.sender = BatchSender(rig.client, rig.settings, rig.identity, written=rig._written, failed=complain)
        rig.cluster.faults.append(ErrorCode.INVALID_RECORD)
        rig.send(T, b"a")
        with self.assertRaises(KlogError):
            rig.sender.flush()
        rig.sender.abandon()


class SimulationTests(unittest.TestCase):
    """Whatever happens on the way, each record stands there once, in order."""

    def run_one(self, seed: int) -> None:
        chance = random.Random(seed)
        rig = Rig(partitions=3, seed=seed, delivery_timeout_ms=10_000_000, max_request_bytes=chance.choice([1_500, 1 << 20]))
        expected: dict[TopicPartition, list[bytes]] = {TopicPartition("t", number): [] for number in range(3)}

        def fault() -> Any:
            if chance.random() < 0.05:
                rig.cluster.topics["t"] = [(chance.choice([1, 2]), epoch + 1) for _, epoch in rig.cluster.topics["t"]]
            return chance.choice(FAULTS) if chance.random() < 0.3 else None

        rig.cluster.choose_fault = fault
        number = 0
        for _ in range(25):
            batches = []
            for tp in chance.sample(sorted(expected), chance.randint(1, 3)):
                # A lone record that is called too large would be given up.
                values = [b"%05d" % (number := number + 1) for _ in range(chance.randint(40, 60))]
                expected[tp] += values
                batches.append(rig.put(tp, *values))
            rig.sender.send(batches)
        rig.sender.flush()
        self.assertEqual({tp: rig.values(tp) for tp in expected}, expected, f"seed {seed}")
        self.assertEqual((rig.failed, sum(count for _, _, count, _ in rig.written)), ([], number), f"seed {seed}")

    @pytest.mark.soak
    def test_once_and_in_order(self) -> None:
        for seed in range(soak_share(1_000)):
            self.run_one(seed)


if __name__ == "__main__":
    unittest.main()
