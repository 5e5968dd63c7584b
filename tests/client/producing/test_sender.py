"""klog.client.producing.sender: retries, order, sequence numbers and deadlines, against brokers of dicts that keep Kafka's rules."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.metadata import Node
from klog.client.producing.producer_types import DeliveryFailed
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.span import join_parts
from klog.wire.messages.produce import (
    BatchIndexAndErrorMessage,
    PartitionProduceResponse,
    ProduceRequest,
    ProduceResponse,
    TopicProduceResponse,
)
from tests.client.producing.produce_world import World


class SenderCase(SynchronousTestCase):
    def world(self, **options: Any) -> World:
        world = World(**options)
        self.addCleanup(lambda: None if world.producer._stopping is not None else world.stop())
        return world

    def failed(self, deferred: Deferred[Any]) -> DeliveryFailed:
        error = self.failureResultOf(deferred).value
        assert isinstance(error, DeliveryFailed)
        return error

    def epochs(self, world: World) -> list[tuple[int, int]]:
        """(epoch, base sequence) of all batches that were sent."""
        found = []
        for request in world.cluster.produced:
            for topic in request.topic_data:
                for data in topic.partition_data:
                    assert isinstance(data.records, list)
                    header = codec.read_header(join_parts(data.records))
                    found.append((header.producer_epoch, header.base_sequence))
        return found


class RetryTests(SenderCase):
    def send_batches(self, world: World, count: int) -> list[Deferred[Any]]:
        """`count` batches of one record, all in flight together."""
        found = []
        for number in range(count):
            found.append(world.producer.send("t", b"%d" % number))
            world.producer._accumulator.hurry()
        return found

    def warm(self, world: World) -> None:
        world.until(world.producer.send("t", b"warm"))
        world.cluster.produced.clear()

    def test_each_retriable_error_is_tried_again(self) -> None:
        world = self.world()
        for fault in (
            ErrorCode.NOT_LEADER_OR_FOLLOWER,
            ErrorCode.NOT_ENOUGH_REPLICAS,
            ErrorCode.REQUEST_TIMED_OUT,
            ErrorCode.CORRUPT_MESSAGE,
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
            "cut",
            "lost",
            "left out",
        ):
            world.cluster.faults.extend([fault, fault])
            before = len(world.cluster.log("t").records)
            place = world.until(world.producer.send("t", b"value"))
            self.assertEqual((place.offset, len(world.cluster.log("t").records)), (before, before + 1), fault)

    def test_the_leader_moves_while_the_old_one_is_silent(self) -> None:
        """What has not been sent there need not wait until its requests time out."""
        world = self.world(partitions=2, max_in_flight=1)
        world.cluster.topics["t"] = [(1, 1), (1, 1)]
        for partition in range(2):
            world.until(world.producer.send("t", b"warm", partition=partition))
        world.cluster.mute.add(world.cluster.nodes[1])
        world.producer.send("t", b"stuck", partition=0).addErrback(lambda failure: None)
        world.pass_ms(50)
        sent = world.producer.send("t", b"v", partition=1)
        world.pass_ms(50)
        world.cluster.topics["t"] = [(2, 2), (2, 2)]
        world.producer.routing.stale("t")
        # Broker 1 is asked first, for 5 s, who leads now; its Produce times out after 30 s.
        world.pass_ms(12_000, 10)
        self.assertEqual(self.successResultOf(sent).offset, 1)

    def test_order_is_kept_whichever_of_five_fails(self) -> None:
        for bad in range(5):
            for fault in (ErrorCode.NOT_ENOUGH_REPLICAS, ErrorCode.NOT_LEADER_OR_FOLLOWER, "cut", "lost"):
                world = self.world()
                self.warm(world)
                world.cluster.faults.extend([None] * bad + [fault])
                sent = self.send_batches(world, 9)
                world.until(world.producer.flush())
                self.assertEqual(world.cluster.log("t").values()[1:], [b"%d" % n for n in range(9)], (bad, fault))
                self.assertEqual([self.successResultOf(d).offset for d in sent], list(range(1, 10)))
                self.assertEqual({epoch for epoch, _ in self.epochs(world)}, {0}, "numbers never began anew")

    def test_a_refused_batch_makes_the_next_ones_begin_anew(self) -> None:
        world = self.world()
        self.warm(world)
        world.cluster.faults.extend([None, ErrorCode.INVALID_RECORD])
        sent = self.send_batches(world, 5)
        world.until(world.producer.flush())
        self.assertEqual(self.failed(sent.pop(1)).code, ErrorCode.INVALID_RECORD)
        self.assertEqual(world.cluster.log("t").values()[1:], [b"0", b"2", b"3", b"4"])
        self.assertEqual([self.successResultOf(d).offset for d in sent], [1, 2, 3, 4])
        self.assertIn((1, 0), self.epochs(world))

    def test_a_broker_that_forgot_the_producer(self) -> None:
        for code in (ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, ErrorCode.UNKNOWN_PRODUCER_ID):
            world = self.world()
            self.warm(world)
            world.cluster.faults.append(code)
            sent = self.send_batches(world, 3)
            world.until(world.producer.flush())
            self.assertEqual([self.successResultOf(d).offset for d in sent], [1, 2, 3])
            self.assertEqual(self.epochs(world)[-3:], [(1, 0), (1, 1), (1, 2)])

    def test_an_epoch_that_is_too_old_fails_its_batch_and_raises_the_epoch(self) -> None:
        world = self.world()
        self.warm(world)
        world.cluster.faults.append(ErrorCode.INVALID_PRODUCER_EPOCH)
        sent = self.send_batches(world, 1)
        world.until(world.producer.flush())
        self.assertEqual(self.failed(sent[0]).code, ErrorCode.INVALID_PRODUCER_EPOCH)
        world.until(world.producer.send("t", b"next"))
        self.assertEqual(self.epochs(world)[-1], (1, 0))

    def test_a_duplicate_that_the_broker_no_longer_remembers(self) -> None:
        world = self.world()
        self.warm(world)
        world.cluster.faults.append(ErrorCode.DUPLICATE_SEQUENCE_NUMBER)
        self.assertEqual(world.until(world.producer.send("t", b"v")).offset, -1)

    def test_behind_the_last_epoch_a_new_id_is_fetched(self) -> None:
        world = self.world()
        self.warm(world)
        lane = world.producer._topics["t"].lanes[0]
        assert lane is not None
        lane.sequences.epoch = 32767
        world.cluster.faults.append(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        place = world.until(world.producer.send("t", b"v"))
        self.assertEqual(place.offset, 1)
        self.assertEqual(sorted(world.cluster.log("t").producers), [1001, 1002])

    def test_sequence_numbers_go_around(self) -> None:
        world = self.world()
        self.warm(world)
        lane = world.producer._topics["t"].lanes[0]
        assert lane is not None
        last = 2**31 - 1
        lane.sequences.next = lane.sequences.written = last
        world.cluster.log("t").producers[1001] = (0, last, [])
        for number in range(3):
            self.assertEqual(world.until(world.producer.send("t", b"v")).offset, 1 + number)
        self.assertEqual(self.epochs(world)[-3:], [(0, last), (0, 0), (0, 1)])

    def test_without_idempotence_one_batch_at_a_time_keeps_order(self) -> None:
        world = self.world(acks=1)
        self.warm(world)
        world.cluster.faults.extend([ErrorCode.NOT_ENOUGH_REPLICAS, None, "cut"])
        self.send_batches(world, 4)
        world.until(world.producer.flush())
        self.assertEqual(world.cluster.log("t").values()[1:], [b"0", b"1", b"2", b"3"])
        self.assertEqual(self.epochs(world)[0], (-1, -1))

    def test_no_more_in_flight_than_a_broker_remembers(self) -> None:
        world = self.world(max_in_flight=20)
        self.warm(world)
        world.cluster.mute.update(world.cluster.nodes.values())
        self.send_batches(world, 12)
        world.pass_ms(50)
        lane = world.producer._topics["t"].lanes[0]
        assert lane is not None
        self.assertEqual(len(lane.flying), 5)
        world.cluster.mute.clear()
        for connection in world.cluster.connections:
            waiting, connection._waiting = connection._waiting, []
            for deferred, message in waiting:
                connection._answer(deferred, message)
        world.until(world.producer.flush())
        self.assertEqual(world.cluster.log("t").values()[1:], [b"%d" % n for n in range(12)])

    def test_nothing_new_beside_a_batch_that_others_have_passed(self) -> None:
        """A broker remembers five batches, acknowledged ones too: with more behind the one that is sent again it would not know it."""
        world = self.world()
        self.warm(world)
        world.cluster.faults.extend(["left out", None, None, None, None, "left out"])
        sent = self.send_batches(world, 10)
        world.until(world.producer.flush())
        self.assertEqual([self.successResultOf(d).offset for d in sent], list(range(1, 11)))
        self.assertEqual(world.cluster.log("t").values()[1:], [b"%d" % n for n in range(10)])

    def test_acks_0_is_done_when_it_is_sent(self) -> None:
        world = self.world(acks=0)
        place = world.until(world.producer.send("t", b"v"))
        self.assertEqual((place.topic, place.partition, place.offset), ("t", 0, -1))
        self.assertEqual(world.cluster.log("t").values(), [b"v"])

    def test_acks_0_after_a_time_without_a_broker(self) -> None:
        """What is done at once is no reason for a stack of calls."""
        world = self.world(acks=0)
        self.warm(world)
        leader = world.cluster.nodes[1]
        world.cluster.crash(leader)
        sent = self.send_batches(world, 3_000)
        world.cluster.up.add(leader)
        world.until(world.producer.flush())
        for deferred in sent:
            self.successResultOf(deferred)
        self.assertEqual(world.cluster.log("t").values()[1:], [b"%d" % n for n in range(3_000)])

    def test_a_leader_that_is_not_among_the_brokers(self) -> None:
        """Many requests that fail at once, and are sent when it is."""
        world = self.world(partitions=600, nodes=1, max_request_bytes=1_024, batch_bytes=900)
        self.warm(world)
        metadata = world.producer.routing.metadata
        metadata._nodes = {9: Node(9, *world.cluster.nodes[1])}
        world.producer.routing._connections._by_node.clear()
        sent = [world.producer.send("t", b"x" * 800, partition=number) for number in range(600)]
        world.until(world.producer.flush())
        for deferred in sent:
            self.successResultOf(deferred)

    def test_the_leader_moves(self) -> None:
        world = self.world(partitions=1)
        self.warm(world)
        world.cluster.topics["t"] = [(2, 2)]
        self.assertEqual(world.until(world.producer.send("t", b"v")).offset, 1)
        world.cluster.topics["t"] = [(-1, 3)]
        sent = world.producer.send("t", b"w")
        world.pass_ms(3_000)
        self.assertNoResult(sent)
        world.cluster.topics["t"] = [(1, 4)]
        self.assertEqual(world.until(sent).offset, 2)

    def test_the_leader_dies_and_another_takes_over(self) -> None:
        world = self.world(partitions=1)
        self.warm(world)
        world.cluster.crash(world.cluster.nodes[1])
        world.cluster.topics["t"] = [(2, 2)]
        self.assertEqual(world.until(world.producer.send("t", b"v")).offset, 1)

    def test_a_throttled_producer_pauses(self) -> None:
        world = self.world()
        self.warm(world)
        world.cluster.throttle_ms = 5_000
        world.until(world.producer.send("t", b"a"))
        world.cluster.throttle_ms = 0
        sent = world.producer.send("t", b"b")
        world.pass_ms(4_500)
        self.assertNoResult(sent)
        world.pass_ms(1_000)
        self.successResultOf(sent)


class SplitTests(SenderCase):
    def test_a_batch_that_is_too_large_is_cut_until_it_fits(self) -> None:
        world = self.world(batch_bytes=100_000)
        world.until(world.producer.send("t", b"warm"))
        world.cluster.largest_batch = 3_000
        sent = [world.producer.send("t", b"%04d" % n + b"x" * 100) for n in range(500)]
        many = world.producer.send_many("t", [b"many%04d" % n for n in range(300)])
        world.until(world.producer.flush())
        places = [self.successResultOf(d) for d in sent]
        self.assertEqual([place.offset for place in places], list(range(1, 501)))
        log = world.cluster.log("t")
        self.assertEqual([value[:4] for value in log.values()[1:501] if value], [b"%04d" % n for n in range(500)])
        ranges = self.successResultOf(many)
        self.assertEqual(sum(placed.count for placed in ranges), 300)
        flat = [log.records[placed.place.offset + n].value for placed in ranges for n in range(placed.count)]
        self.assertEqual(flat, [b"many%04d" % n for n in range(300)])
        self.assertEqual({epoch for epoch, _ in self.epochs(world)}, {0})
        lane = world.producer._topics["t"].lanes[0]
        assert lane is not None
        self.assertLess(lane.limit, 3_000, "the next batches are small from the beginning")
        self.assertEqual(world.producer._accumulator.held, 0)

    def test_one_record_that_is_too_large_fails_alone(self) -> None:
        world = self.world()
        world.until(world.producer.send("t", b"warm"))
        world.cluster.largest_batch = 2_000
        sent = [world.producer.send("t", b"x" * size) for size in (100, 5_000, 100)]
        world.until(world.producer.flush())
        self.assertEqual(self.failed(sent[1]).code, ErrorCode.MESSAGE_TOO_LARGE)
        self.successResultOf(sent[0])
        self.successResultOf(sent[2])


class DeadlineTests(SenderCase):
    def test_a_broker_that_never_answers(self) -> None:
        for acks in ("all", 1):
            world = self.world(acks=acks, delivery_timeout_ms=20_000)
            world.until(world.producer.send("t", b"warm"))
            world.cluster.mute.update(world.cluster.nodes.values())
            sent = [world.producer.send("t", b"a"), world.producer.send("t", b"b")]
            world.pass_ms(19_900, 50)
            for deferred in sent:
                self.assertNoResult(deferred)
            world.pass_ms(100, 10)
            for deferred in sent:
                error = self.failed(deferred)
                self.assertEqual(error.code, ErrorCode.REQUEST_TIMED_OUT)
                self.assertIn("20000 ms", str(error))

    def test_a_cluster_that_is_not_there(self) -> None:
        world = self.world(delivery_timeout_ms=5_000)
        world.cluster.up.clear()
        sent = world.producer.send("t", b"a")
        many = world.producer.send_many("t", [b"a", b"b"])
        world.pass_ms(5_000, 10)
        self.assertIn("refused the connection", str(self.failed(sent)))
        self.assertEqual(self.failed(many).failed_count, 2)

    def test_an_expired_batch_was_written_after_all(self) -> None:
        """The gap in the numbers is none: nothing begins anew, nothing is doubled."""
        world = self.world(delivery_timeout_ms=40_000, request_timeout_ms=30_000)
        world.until(world.producer.send("t", b"warm"))
        world.cluster.faults.append("silent")
        world.cluster.faults.extend(["cut"] * 60)
        sent = world.producer.send("t", b"a")
        world.pass_ms(40_000, 10)
        self.failed(sent)
        world.cluster.faults.clear()
        self.assertEqual(world.until(world.producer.send("t", b"b")).offset, 2)
        self.assertEqual(world.cluster.log("t").values(), [b"warm", b"a", b"b"])

    def test_an_answer_after_the_deadline_settles_the_numbers(self) -> None:
        world = self.world(delivery_timeout_ms=1_000)
        world.until(world.producer.send("t", b"warm"))
        world.cluster.mute.update(world.cluster.nodes.values())
        late = world.producer.send("t", b"a")
        world.pass_ms(1_000, 10)
        self.failed(late)
        world.cluster.mute.clear()
        for connection in world.cluster.connections:
            waiting, connection._waiting = connection._waiting, []
            for deferred, message in waiting:
                connection._answer(deferred, message)
        world.pass_ms(100)
        self.assertEqual(world.until(world.producer.send("t", b"b")).offset, 2)
        self.assertEqual({epoch for epoch, _ in self.epochs(world)}, {0})

    def test_errors_of_single_records(self) -> None:
        world = self.world()
        world.until(world.producer.send("t", b"warm"))
        world.cluster.record_errors = {1: "the key is missing"}
        world.cluster.faults.append(ErrorCode.INVALID_RECORD)
        sent = [world.producer.send("t", b"%d" % n) for n in range(3)]
        world.until(world.producer.flush())
        sentences = [str(self.failed(deferred)) for deferred in sent]
        self.assertIn("t-0 failed: the key is missing", sentences[1])
        self.assertIn("another record of its batch", sentences[0])
        self.assertIn("another record of its batch", sentences[2])

    def test_the_brokers_time_where_it_sets_one(self) -> None:
        world = self.world()
        world.cluster.append_time_ms = 1_234
        self.assertEqual(world.until(world.producer.send("t", b"v", timestamp_ms=77)).timestamp_ms, 1_234)
        world.cluster.append_time_ms = -1
        self.assertEqual(world.until(world.producer.send("t", b"v", timestamp_ms=77)).timestamp_ms, 77)


class TopicTests(SenderCase):
    def test_a_topic_that_is_not_there(self) -> None:
        world = self.world(allow_auto_create_topics=False)
        sent = [world.producer.send("no", b"v"), world.producer.send("no", b"v", key=b"k")]
        error = self.assertRaises(DeliveryFailed, world.until, sent[0], 10_000)
        self.assertEqual(error.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertIn("no such topic", str(error))
        self.failed(sent[1])
        world.cluster.topics["no"] = [(1, 1)]
        world.until(world.producer.send("no", b"v"))

    def test_a_topic_that_the_brokers_make(self) -> None:
        """Producers ask for it, unless they are told not to; who is not made within 30 s is not waited for any more."""
        world = self.world()
        world.cluster.creates = True
        self.assertEqual(world.until(world.producer.send("new", b"v")).topic, "new")
        careful = self.world(allow_auto_create_topics=False)
        careful.cluster.creates = True
        error = self.assertRaises(DeliveryFailed, careful.until, careful.producer.send("new", b"v"), 10_000)
        self.assertEqual((error.code, "new" in careful.cluster.topics), (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, False))
        refused = self.world()
        error = self.assertRaises(DeliveryFailed, refused.until, refused.producer.send("new", b"v"), 40_000)
        self.assertEqual(error.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertIn("and make none", str(error))

    def test_a_topic_that_comes_in_time(self) -> None:
        world = self.world()
        sent = world.producer.send("new", b"v")
        world.pass_ms(1_500, 10)
        world.cluster.topics["new"] = [(1, 1), (2, 1)]
        self.assertEqual(world.until(sent).topic, "new")

    def test_names_that_no_topic_has(self) -> None:
        world = self.world()
        for name in ("", "a/b", ".", "x" * 250, "ü"):
            self.assertEqual(self.failed(world.producer.send(name, b"v")).code, ErrorCode.INVALID_TOPIC_EXCEPTION)
        self.assertRaises(TypeError, world.producer.send, b"t", b"v")

    def test_a_partition_that_is_not_there(self) -> None:
        world = self.world(partitions=2)
        self.assertEqual(world.until(world.producer.send("t", b"v", partition=1)).partition, 1)
        error = self.assertRaises(DeliveryFailed, world.until, world.producer.send("t", b"v", partition=2))
        self.assertIn("has 2", str(error))
        world.cluster.topics["t"].append((1, 1))
        self.assertEqual(world.until(world.producer.send("t", b"v", partition=2)).partition, 2)

    def test_partitions_that_were_added_are_used(self) -> None:
        world = self.world(partitions=1, metadata_max_age_ms=1_000, partitioner="round_robin")
        world.until(world.producer.send("t", b"v"))
        world.cluster.topics["t"].append((2, 1))
        world.pass_ms(2_000, 10)
        places = [world.until(world.producer.send("t", b"v")).partition for _ in range(4)]
        self.assertEqual(set(places), {0, 1})

    def test_requests_name_topics_by_id_where_there_is_one(self) -> None:
        world = self.world(partitions=2)
        world.until(world.producer.send("t", b"v"))
        self.assertEqual(world.cluster.produced[0].topic_data[0].topic_id, b"t".ljust(16, b"\1"))
        self.assertEqual(world.producer._topics["t"].lanes[0] is not None or world.producer._topics["t"].lanes[1] is not None, True)
        self.assertEqual(TopicPartition("t", 0).topic, "t")


class ChaosTests(SenderCase):
    @settings(deadline=None, max_examples=40)
    @given(st.integers(0, 1 << 32))
    def test_once_and_in_order_whatever_happens(self, seed: int) -> None:
        rng = random.Random(seed)
        world = World(
            partitions=3,
            seed=seed,
            linger_ms=rng.choice([0, 2]),
            batch_bytes=rng.choice([100, 400]),
            request_timeout_ms=2_000,
            delivery_timeout_ms=rng.choice([8_000, 120_000]),
        )
        cluster = world.cluster
        faults: list[Any] = ["cut", "lost", "left out", "silent"]
        faults += [ErrorCode.NOT_ENOUGH_REPLICAS, ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.INVALID_RECORD, ErrorCode.MESSAGE_TOO_LARGE]
        bad = rng.choice([0.05, 0.3])
        cluster.choose_fault = lambda: rng.choice(faults) if rng.random() < bad else None
        sent: list[tuple[int, bytes, Deferred[Any]]] = []
        for number in range(120):
            partition = rng.randrange(3)
            value = b"%d-%d" % (partition, number)
            sent.append((partition, value, world.producer.send("t", value, partition=partition)))
            if rng.random() < 0.5:
                world.pass_ms(rng.choice([1, 3, 20]))
            if rng.random() < 0.03:
                cluster.topics["t"] = [(1 + rng.randrange(2), epoch + 1) for _, epoch in cluster.topics["t"]]
        world.pass_ms(4_000, 5)
        cluster.choose_fault = lambda: None
        world.until(world.producer.flush())
        outcomes: dict[bytes, Any] = {}
        for _, value, deferred in sent:
            self.assertTrue(deferred.called)
            result: list[Any] = []
            deferred.addBoth(result.append)
            outcomes[value] = result[0]
        for partition in range(3):
            values = cluster.log("t", partition).values()
            self.assertEqual(len(values), len(set(values)), "something was written twice")
            mine = [value for where, value, _ in sent if where == partition]
            written = set(values)
            self.assertEqual(values, [value for value in mine if value in written], "out of order")
            for value in mine:
                outcome = outcomes[value]
                if hasattr(outcome, "offset"):
                    if outcome.offset >= 0:
                        self.assertEqual(cluster.log("t", partition).records[outcome.offset].value, value)
                    self.assertIn(value, written, "acknowledged and not written")
        self.assertEqual(world.producer.backlog_bytes, 0)
        self.assertEqual(world.producer.backlog_messages, 0)
        world.stop()


class HostileTests(SenderCase):
    def test_answers_that_make_no_sense(self) -> None:
        """Errors, retries until the time is over, nothing worse."""

        def partition(**fields: Any) -> PartitionProduceResponse:
            return PartitionProduceResponse(**{"index": 0, "base_offset": 5, **fields})

        wrong = BatchIndexAndErrorMessage(batch_index=-7, batch_index_error_message=None)
        answers: list[tuple[list[PartitionProduceResponse], type[Exception] | None]] = [
            ([partition(error_code=9_999)], DeliveryFailed),
            ([partition(error_code=87, record_errors=[wrong, wrong])], DeliveryFailed),
            ([partition(error_code=-1, error_message="x" * 10_000)], DeliveryFailed),
            ([partition(index=-5), partition(index=77)], DeliveryFailed),
            ([], DeliveryFailed),
            ([partition(base_offset=-3, log_append_time_ms=-9)], None),
            ([partition(), partition(error_code=87)], DeliveryFailed),
        ]
        for content, error in answers:
            world = self.world(delivery_timeout_ms=2_000)
            world.until(world.producer.send("t", b"warm"))

            def handler(server: Any, request: ProduceRequest, content: Any = content) -> ProduceResponse:
                topic = TopicProduceResponse(topic_id=request.topic_data[0].topic_id, partition_responses=content)
                return ProduceResponse(responses=[topic, TopicProduceResponse(topic_id=b"?" * 16)], throttle_time_ms=-5)

            world.cluster.handlers[ProduceRequest] = handler
            sent = world.producer.send("t", b"v")
            world.pass_ms(2_100, 10)
            if error is None:
                self.assertEqual(self.successResultOf(sent).offset, -1)
            else:
                self.failed(sent)
            self.assertEqual(world.producer.backlog_bytes, 0)

    def test_a_pause_without_end(self) -> None:
        world = self.world(delivery_timeout_ms=2_000)
        world.cluster.throttle_ms = 2**31 - 1
        world.until(world.producer.send("t", b"v"))
        world.cluster.throttle_ms = 0
        self.failureResultOf(self.after(world, world.producer.send("t", b"v"), 2_000), DeliveryFailed)
        world.until(world.producer.send("t", b"v"))

    def after(self, world: World, deferred: Deferred[Any], milliseconds: int) -> Deferred[Any]:
        world.pass_ms(milliseconds, 10)
        return deferred
