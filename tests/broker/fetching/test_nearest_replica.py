"""What the leader tells consumers that name their rack, and what a follower serves."""

from __future__ import annotations

import dataclasses
from typing import Any

from klog.broker.handlers.fetch import FetchHandler
from klog.errors import ErrorCode
from klog.records.implementations import codec
from tests.broker.replicas.controlled_rig import ControlledCase
from tests.broker.rig import batch

DEBUGGING_CONSUMER = -2


class _Case(ControlledCase):
    """Broker 1 is in rack a, 2 in b, 3 in c."""

    def begin(self) -> None:
        super().begin()
        self.fetching = FetchHandler(
            self.partitions, self.sessions, codec, in_thread=self.thread, sends_to_racks=True, may_replicate=self.between.may_replicate
        )
        self.coordination.live = tuple(dataclasses.replace(one, rack=rack) for one, rack in zip(self.coordination.live, "abc", strict=True))
        self.show("t")

    def consume(self, offset: int = 0, rack: str = "b", version: int = 12, **more: Any) -> Any:
        """What a consumer is told of the partition; a Deferred of the answer where it waits."""
        ids = {"t": self.topic_id("t")}
        answer = self.fetch(("t", 0, offset), version=version, ids=ids, rack_id=rack, **{"max_wait_ms": 0, **more})
        answered = self.outcome(answer) if more.get("max_wait_ms", 0) == 0 else answer
        return answered.responses[0].partitions[0] if hasattr(answered, "responses") else answered


class LeaderTests(_Case):
    """Broker 1 leads; 2 has all of it, 3 half."""

    def setUp(self) -> None:
        super().setUp()
        self.lead()
        self.produce(batch(b"a"), acks=1)
        self.follow(3, 1)
        self.produce(batch(b"b"), acks=1)
        self.follow(2, 2)

    def test_where_consumers_are_sent(self) -> None:
        for rack, offset, sent in (
            ("b", 0, 2),
            ("b", 2, 2),
            ("c", 1, 3),
            ("c", 2, -1),
            ("a", 0, -1),
            ("", 0, -1),
            ("nobody", 0, -1),
        ):
            told = self.consume(offset, rack)
            self.assertEqual((told.preferred_read_replica, told.error_code), (sent, 0), (rack, offset))
            if sent >= 0:
                self.assertEqual((bytes(told.records or b""), told.high_watermark, told.log_start_offset), (b"", 1, 0))

    def test_the_records_of_who_reads_here(self) -> None:
        self.assertGreater(len(self.consume(0, "a").records), 0)

    def test_brokers_and_old_consumers_are_not_sent(self) -> None:
        self.assertEqual(self.consume(version=10, rack="").preferred_read_replica, -1)
        told = self.follow(2, 0, rack_id="b").responses[0].partitions[0]
        self.assertEqual(told.preferred_read_replica, -1)

    def test_the_debugging_consumer_is(self) -> None:
        self.assertEqual(self.consume(replica_id=DEBUGGING_CONSUMER).preferred_read_replica, 2)

    def test_epoch_and_range_come_first(self) -> None:
        fields = {"current_leader_epoch": 7}
        self.assertEqual(self.consume(partition_fields=fields).error_code, ErrorCode.UNKNOWN_LEADER_EPOCH)
        self.assertEqual(self.consume(99).error_code, ErrorCode.OFFSET_OUT_OF_RANGE)

    def test_not_to_who_is_dead_or_out_of_sync_or_has_no_such_listener(self) -> None:
        all_live = self.coordination.live
        self.coordination.live = tuple(one for one in all_live if one.broker_id != 2)
        self.assertEqual(self.consume().preferred_read_replica, -1)
        self.coordination.live = tuple(dataclasses.replace(one, endpoints=()) if one.broker_id == 2 else one for one in all_live)
        self.assertEqual(self.consume().preferred_read_replica, -1)
        self.coordination.live = all_live
        self.assertEqual(self.consume().preferred_read_replica, 2)
        self.lead(1, isr=(1, 3))
        self.follow(2, 2, epoch=1)
        self.assertEqual(self.consume().preferred_read_replica, -1)

    def test_one_that_waits_is_sent_when_the_replica_has_come_up(self) -> None:
        waiting = self.consume(2, "c", max_wait_ms=500, min_bytes=1)
        self.assertNoResult(waiting)
        self.follow(3, 2)
        told = self.successResultOf(waiting).responses[0].partitions[0]
        # The high watermark has risen to 2, and the replica is there.
        self.assertEqual((told.preferred_read_replica, told.high_watermark), (3, 2))

    def test_a_session_lists_it(self) -> None:
        first = self.fetch(("t", 0, 0), session_epoch=0, max_wait_ms=0)
        again = self.fetch(("t", 0, 0), session_id=first.session_id, session_epoch=1, rack_id="b", max_wait_ms=0)
        [told] = again.responses[0].partitions
        self.assertEqual(told.preferred_read_replica, 2)

    def test_without_the_setting(self) -> None:
        self.fetching = FetchHandler(self.partitions, self.sessions, codec, in_thread=self.thread)
        told = self.consume()
        self.assertEqual((told.preferred_read_replica, len(told.records) > 0), (-1, True))


class FollowerTests(_Case):
    """Broker 1 follows 2."""

    def setUp(self) -> None:
        super().setUp()
        self.say(self.told(2, 0))
        replica = self.partitions.replica("t", 0)
        assert replica is not None
        self.copy = replica

    def take(self, *values: bytes, high_watermark: int) -> None:
        """What the leader sent."""
        data = batch(*values, base_offset=self.copy.end_offset, partition_leader_epoch=0)
        self.copy.log.append_as_follower(data)
        self.copy.leader_says(high_watermark, 0)

    def test_up_to_the_high_watermark_that_it_knows(self) -> None:
        self.take(b"a", high_watermark=1)
        self.take(b"b", high_watermark=1)
        for rack in ("", "b"):
            told = self.consume(0, rack)
            self.assertEqual((told.error_code, told.preferred_read_replica, told.high_watermark), (0, -1, 1))
            self.assertEqual(bytes(told.records), bytes(self.consume(0, rack).records))
        # Not committed as far as we know: nothing, and no error; above our end the leader has to be asked.
        self.assertEqual((self.consume(1).error_code, len(self.consume(1).records)), (0, 0))
        self.assertEqual((self.consume(2).error_code, len(self.consume(2).records)), (0, 0))
        self.assertEqual(self.consume(3).error_code, ErrorCode.OFFSET_OUT_OF_RANGE)

    def test_who_waits_is_woken(self) -> None:
        waiting = self.consume(0, max_wait_ms=500)
        self.assertNoResult(waiting)
        self.take(b"a", high_watermark=0)
        self.assertNoResult(waiting)
        self.copy.leader_says(1, 0)
        self.assertGreater(len(self.successResultOf(waiting).responses[0].partitions[0].records), 0)

    def test_who_waits_is_told_when_it_ends(self) -> None:
        for told, code in (
            (self.told(3, 1), ErrorCode.FENCED_LEADER_EPOCH),
            # Just before it is shown as the leader.
            (self.told(1, 2), ErrorCode.NOT_LEADER_OR_FOLLOWER),
        ):
            epoch = self.copy.leader_epoch
            waiting = self.consume(0, max_wait_ms=500, partition_fields={"current_leader_epoch": epoch})
            self.assertNoResult(waiting)
            self.say(told)
            self.assertEqual(self.successResultOf(waiting).responses[0].partitions[0].error_code, code)

    def test_old_consumers_are_told_that_it_does_not_lead(self) -> None:
        self.take(b"a", high_watermark=1)
        self.assertEqual(self.consume(version=10, rack="").error_code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
