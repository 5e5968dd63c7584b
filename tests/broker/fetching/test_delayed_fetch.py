"""When a Fetch waits and when it ends: the lettered cases, and ``min_bytes`` that several partitions must fill."""

from __future__ import annotations

import errno
from typing import Any

from klog.broker.fetching.delayed_fetch import DelayedFetch
from klog.broker.fetching.fetch_reader import FetchParams, FetchReader, Isolation
from klog.broker.fetching.sessions import FetchedPartition
from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID
from tests.broker.replicas.controlled_rig import ControlledCase
from tests.broker.rig import ONE, TwoPartitionsCase, batch, key, partitions_of, values_of


class DelayedFetchTests(TwoPartitionsCase):
    """Long polls over real logs on virtual time."""

    def assert_waits(self, answer: Any) -> None:
        """Not answered yet."""
        self.assertNoResult(answer)

    # At once

    def test_will_not_wait(self) -> None:
        """max_wait_ms 0, and negative."""
        for wait_ms in (0, -1):
            self.assertEqual(self.values(self.fetch(("t", 0, 0), max_wait_ms=wait_ms)), [[]])

    def test_needs_nothing(self) -> None:
        """min_bytes 0, and no partitions."""
        self.assertEqual(self.values(self.fetch(("t", 0, 0), min_bytes=0)), [[]])
        self.assertEqual(self.values(self.fetch()), [])

    def test_has_enough(self) -> None:
        """Records are there."""
        self.put(b"a")
        self.assertEqual(self.values(self.fetch(("t", 0, 0))), [[b"a"]])

    def test_only_unknown_partitions(self) -> None:
        """Nothing to wait for."""
        self.assertEqual(self.codes(self.fetch(("x", 0, 0))), [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION])

    # Waiting

    def test_expires(self) -> None:
        """After max_wait_ms: the high watermark, no records."""
        self.put(b"a")
        answer = self.fetch(("t", 0, 1), max_wait_ms=500)
        self.clock.advance(0.499)
        self.assert_waits(answer)
        self.clock.advance(0.001)
        [partition] = partitions_of(self.outcome(answer))
        self.assertEqual((partition.error_code, partition.high_watermark, partition.records), (0, 1, b""))
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_what_has_not_changed_is_not_read_again(self) -> None:
        """A follower waits for thousands of partitions: when its time is over, or a few of them have something, the others have nothing."""
        looked: list[int] = []
        read = FetchReader._read

        def counted(reader: FetchReader, found: Any, wanted: FetchedPartition, *rest: Any) -> int:
            looked.append(wanted.index)
            return read(reader, found, wanted, *rest)

        self.patch(FetchReader, "_read", counted)
        answer = self.fetch(("t", 0, 0), ("t", 1, 0))
        self.assertEqual(looked, [0, 1])
        self.clock.advance(0.5)
        self.assertEqual((self.values(answer), looked), ([[], []], [0, 1]))
        looked.clear()
        answer = self.fetch(("t", 0, 0), ("t", 1, 0))
        self.put(b"a", index=1)
        self.assertEqual(self.values(answer), [[], [b"a"]])
        self.assertEqual(looked, [0, 1, 1, 1], "when it came, when it was woken, and for the answer")
        looked.clear()
        answer = self.fetch(("t", 0, 0), ("t", 1, 1), min_bytes=ONE + 1)
        self.put(b"b", index=0)
        self.assert_waits(answer)
        looked.clear()
        self.clock.advance(0.5)
        self.assertEqual((self.values(answer), looked), ([[b"b"], []], [0]))

    def test_expires_with_what_there_is(self) -> None:
        """Less than min_bytes is better than nothing."""
        answer = self.fetch(("t", 0, 0), min_bytes=10_000)
        self.put(b"a")
        self.assert_waits(answer)
        self.clock.advance(0.5)
        self.assertEqual(self.values(answer), [[b"a"]])

    def test_unknown_ones_do_not_end_the_waiting(self) -> None:
        """They stand in the answer, behind the others."""
        answer = self.fetch(("x", 0, 0), ("t", 0, 0))
        self.assert_waits(answer)
        self.put(b"a")
        response = self.outcome(answer)
        self.assertEqual(self.codes(response), [0, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION])
        self.assertEqual([topic.topic for topic in response.responses], ["t", "x"])

    def test_a_lost_connection(self) -> None:
        """Nobody waits any more."""
        answer = self.fetch(("t", 0, 0))
        answer.cancel()
        self.failureResultOf(answer)
        self.assertEqual((len(self.partitions.fetches), self.clock.getDelayedCalls()), (0, []))

    def test_others_change(self) -> None:
        """An append elsewhere wakes nobody."""
        answer = self.fetch(("t", 0, 0))
        self.put(b"a", index=1)
        self.assert_waits(answer)

    # The cases

    def test_case_a_b_no_longer_here(self) -> None:
        """The log is gone and the cluster still names the partition: an error at once."""
        answer = self.fetch(("t", 0, 0))
        partition = self.partition()
        del self.partitions._by_name["t", 0]
        partition.changed()
        self.assertEqual(self.codes(answer), [ErrorCode.KAFKA_STORAGE_ERROR])

    def test_case_c_deleted(self) -> None:
        """Also for those who wait for several."""
        one, both = self.fetch(("t", 0, 0)), self.fetch(("t", 0, 0), ("t", 1, 0))
        self.delete()
        unknown = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        self.assertEqual((self.codes(one), self.codes(both)[0]), ([unknown], unknown))

    def test_case_d_unreadable(self) -> None:
        """A disk that does not read."""
        self.put(b"a")
        answer = self.fetch(("t", 0, 1))
        self.fs.fail_reads(errno.EIO)
        self.partition().log._reader._positions.clear()
        self.put(b"b")
        self.assertEqual(self.codes(answer), [ErrorCode.KAFKA_STORAGE_ERROR])

    def test_case_e_epochs(self) -> None:
        """At once, and when the epoch rises meanwhile."""
        self.assertEqual(
            self.codes(self.fetch(("t", 0, 0), partition_fields={"current_leader_epoch": 1})), [ErrorCode.UNKNOWN_LEADER_EPOCH]
        )
        answer = self.fetch(("t", 0, 0), partition_fields={"current_leader_epoch": 0})
        self.assert_waits(answer)
        self.partition().leader_epoch = 1
        self.partition().changed()
        self.assertEqual(self.codes(answer), [ErrorCode.FENCED_LEADER_EPOCH])

    def test_case_f_later_segments(self) -> None:
        """What is in an old segment is given at once, however little."""
        self.create("small", 1, internal_segment_bytes=str(ONE))
        self.put(b"a", topic="small")
        answer = self.fetch(("small", 0, 0), min_bytes=10_000)
        self.assert_waits(answer)
        self.put(b"b", topic="small")
        self.assertEqual(self.values(answer), [[b"a"]])
        self.assertEqual(self.values(self.fetch(("small", 0, 0), min_bytes=10_000)), [[b"a"]])

    def test_above_the_high_watermark(self) -> None:
        """An offset that is written and not yet to be seen: it waits. A consumer that was answered at once would ask at once again, for as
        long as a new leader does not know what was committed."""
        self.create("flushed", 1, flush_messages="1000")
        self.thread.slow = True
        self.put(b"a", topic="flushed")
        self.put(b"b", topic="flushed")
        answer = self.fetch(("flushed", 0, 1))
        self.assertNoResult(answer)
        self.partition("flushed").log.raise_high_watermark(1)
        self.partition("flushed").changed()
        self.assertNoResult(answer)
        self.partition("flushed").log.raise_high_watermark(2)
        self.partition("flushed").changed()
        self.assertEqual(self.values(answer), [[b"b"]])
        self.assertEqual(self.codes(self.fetch(("flushed", 0, 3))), [ErrorCode.OFFSET_OUT_OF_RANGE])

    def test_case_g_enough_of_one(self) -> None:
        """The append that fills min_bytes ends it, not the ones before."""
        answer = self.fetch(("t", 0, 0), min_bytes=3 * ONE)
        for value in (b"a", b"b"):
            self.put(value)
            self.assert_waits(answer)
        self.put(b"c")
        self.assertEqual(self.values(answer), [[b"a", b"b", b"c"]])

    def test_case_g_enough_of_several(self) -> None:
        """All partitions count together, each append only its own."""
        answer = self.fetch(("t", 0, 0), ("t", 1, 0), min_bytes=3 * ONE)
        self.put(b"a")
        self.put(b"b", index=1)
        self.assert_waits(answer)
        self.put(b"c")
        self.assertEqual(self.values(answer), [[b"a", b"c"], [b"b"]])

    def test_case_g_anything_of_several(self) -> None:
        """Where the first byte ends it, no partition is looked at but the one that changed."""
        looked: list[int] = []
        contribution = FetchReader.contribution

        def look(reader: FetchReader, params: FetchParams, wanted: FetchedPartition) -> int:
            looked.append(wanted.index)
            return contribution(reader, params, wanted)

        self.patch(FetchReader, "contribution", look)
        answer = self.fetch(("t", 0, 0), ("t", 1, 0))
        self.partition("t", 1).changed()
        self.assert_waits(answer)
        self.put(b"a")
        self.assertEqual((self.values(answer), looked), ([[b"a"], []], [1, 0]))

    def test_case_g_up_to_the_partition_limit(self) -> None:
        """A partition counts no more than its limit: below min_bytes the whole time is waited for, as Kafka does."""
        answer = self.fetch(("t", 0, 0), min_bytes=5 * ONE, partition_max_bytes=2 * ONE)
        for _ in range(9):
            self.put(b"a")
        self.assert_waits(answer)
        self.clock.advance(0.5)
        self.assertEqual(self.values(answer), [[b"a", b"a"]])
        both = self.fetch(("t", 0, 0), ("t", 1, 0), min_bytes=3 * ONE, partition_max_bytes=2 * ONE)
        self.assert_waits(both)
        self.put(b"b", index=1)
        self.assertEqual(self.values(both), [[b"a", b"a"], [b"b"]])

    def test_case_g_min_bytes_above_the_answers_limit(self) -> None:
        """min_bytes is no more than max_bytes."""
        answer = self.fetch(("t", 0, 0), min_bytes=1 << 30, max_bytes=ONE)
        self.put(b"a")
        self.assertEqual(self.values(answer), [[b"a"]])

    def test_case_h_diverging(self) -> None:
        """The client's last epoch ends before its offset: at once, with where."""
        self.put(b"a", b"b")
        log = self.partition().log
        log.assign_leader_epoch(5)
        self.partition().leader_epoch = 5
        self.put(b"c")
        [partition] = partitions_of(self.outcome(self.fetch(("t", 0, 3), partition_fields={"last_fetched_epoch": 0})))
        self.assertEqual((partition.diverging_epoch.epoch, partition.diverging_epoch.end_offset, partition.error_code), (0, 2, 0))
        self.assertEqual((partition.high_watermark, partition.records), (3, b""))
        [partition] = partitions_of(self.outcome(self.fetch(("t", 0, 2), partition_fields={"last_fetched_epoch": 3})))
        self.assertEqual((partition.diverging_epoch.epoch, partition.diverging_epoch.end_offset), (0, 2))
        self.assertEqual(self.codes(self.fetch(("t", 0, 2), partition_fields={"last_fetched_epoch": 9})), [ErrorCode.OFFSET_OUT_OF_RANGE])
        self.assertEqual(self.values(self.fetch(("t", 0, 2), partition_fields={"last_fetched_epoch": 0})), [[b"c"]])

    # Limits (KIP-74)

    # The rest

    def test_out_of_range(self) -> None:
        """Below the start and above the end, every offset -1."""
        self.put(b"a", b"b")
        self.partition().delete_records(1)
        for offset in (-1, 0, 3, 1 << 60):
            [one] = partitions_of(self.outcome(self.fetch(("t", 0, offset))))
            self.assertEqual(
                (one.error_code, one.high_watermark, one.last_stable_offset, one.log_start_offset, one.aborted_transactions),
                (ErrorCode.OFFSET_OUT_OF_RANGE, -1, -1, -1, None),
            )
        self.assertEqual(self.values(self.fetch(("t", 0, 1))), [[b"a", b"b"]])

    def test_records_deleted_while_waiting(self) -> None:
        """Who waits below the new start is told."""
        self.put(b"a")
        answer = self.fetch(("t", 0, 0), min_bytes=10_000)
        self.partition().delete_records(1)
        self.assertEqual(self.codes(answer), [ErrorCode.OFFSET_OUT_OF_RANGE])

    def test_brokers(self) -> None:
        """A broker that is no replica of ours."""
        self.assertEqual(self.codes(self.fetch(("t", 0, 0), replica_id=2)), [ErrorCode.NOT_LEADER_OR_FOLLOWER])
        answer = self.fetch(("t", 0, 0), replica_id=2, partition_fields={"current_leader_epoch": 0})
        self.assertEqual(self.codes(answer), [ErrorCode.UNKNOWN_LEADER_EPOCH])

    def test_a_mistake_while_waiting(self) -> None:
        """Reaches the request, not the producer."""
        reader = FetchReader(self.partitions)
        failures: list[Exception] = []
        params = FetchParams(500, 1, 100, Isolation.HIGH_WATERMARK)
        wanted = [FetchedPartition("t", NO_TOPIC_ID, 0, 0, 100)]
        waiting = DelayedFetch(self.partitions, reader, self.clock, None, params, wanted, lambda _: None, failures.append)
        waiting._params = None  # type: ignore[assignment]
        self.partitions.fetches.watch(waiting, waiting.keys, 500)
        self.put(b"a")
        self.assertIsInstance(failures[0], AttributeError)
        self.assertEqual(self.partitions.fetches.waiting_for(key()), 0)


class FollowersTests(ControlledCase):
    """When a follower that waits is answered."""

    def test_all_that_comes_in_one_turn(self) -> None:
        """A follower that waits is answered at its end, once."""
        self.lead()
        waiting = self.follow(2, 0, max_wait_ms=500)
        for value in (b"a", b"b"):
            self.produce(batch(value), acks=1)
            self.assertNoResult(waiting)
        self.clock.advance(0)
        [one] = partitions_of(self.outcome(waiting))
        self.assertEqual(values_of(one), [b"a", b"b"])

    def test_what_its_own_request_commits(self) -> None:
        """The answer says so, at the latest when its time is over: consumers that read from the follower wait for it."""
        self.lead()
        self.produce(batch(b"a"), acks=1)
        self.follow(3, 1)
        waiting = self.follow(2, 1, max_wait_ms=500)
        self.assertEqual(self.partition().high_watermark, 1)
        self.clock.advance(0.5)
        [one] = partitions_of(self.outcome(waiting))
        self.assertEqual((one.error_code, one.high_watermark), (0, 1))
