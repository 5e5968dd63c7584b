"""What a follower does with what its leader answers for one partition, whatever became of both logs before."""

from __future__ import annotations

import copy
import dataclasses
import errno
import random
from typing import Any

from klog.broker.disk.threads import do_in_thread
from klog.broker.fetching.sessions import FetchSessions
from klog.broker.following.followed_partitions import FollowedPartitions
from klog.broker.handlers.fetch import FetchHandler
from klog.errors import ErrorCode
from klog.model import TopicId
from klog.records.implementations import codec
from klog.replication.control import PartitionStop
from klog.storage.checkpoint_files import read_leader_epochs
from klog.storage.log.values import AppendEntry
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchResponse, FetchTopic
from klog.wire.messages.list_offsets import ListOffsetsResponse
from tests.broker.following.replica_pair import ReplicaPairCase
from tests.broker.rig import batch


class PartingTests(ReplicaPairCase):
    """Logs that part are brought together by epochs."""

    def diverge(self) -> Any:
        """Both have a; broker 2 led for a while and wrote x, which nobody else has; broker 1 leads again and wrote b, c."""
        replica = self.both()
        self.put(b"a")
        self.run_for(0.1)
        self.say(self.told(2, 1, (1, 2), replicas=(1, 2)))
        self.tell_second(self.told(2, 1, (1, 2), replicas=(1, 2)))
        replica.append([AppendEntry(batch(b"x"), 9)])
        replica.append([AppendEntry(batch(b"y"), 9)])
        self.lead(2, isr=(1,), replicas=(1, 2))
        self.put(b"b", b"c")
        return replica

    def test_a_tail_that_nobody_committed(self) -> None:
        """It goes on the leader's word (KIP-101), and the leader's comes in its place."""
        self.diverge()
        self.tell_second(self.told(1, 2, (1,), replicas=(1, 2)))
        self.run_for(0.3)
        self.assert_equal_logs()

    def test_two_elections_one_after_the_other(self) -> None:
        """KAFKA-6361: what both have of an epoch that only the leader knows does not count as common, however far it reaches."""
        replica = self.both()
        self.put(b"a")
        self.run_for(0.1)
        self.lead(1, isr=(1,), replicas=(1, 2))
        for value in (b"b", b"c", b"d"):
            self.put(value)
        self.tell_second(self.told(2, 2, (1, 2), replicas=(1, 2)))
        for value in (b"w", b"x", b"y", b"z"):
            replica.append([AppendEntry(batch(value), 9)])
        self.lead(3, isr=(1,), replicas=(1, 2))
        self.put(b"e")
        self.tell_second(self.told(1, 3, (1,), replicas=(1, 2)))
        self.run_for(1)
        self.assert_equal_logs()

    def test_a_leadership_that_wrote_nothing(self) -> None:
        """KAFKA-7415: the leader knows where it began, and says so to who asks for an epoch before it."""
        replica = self.both()
        self.put(b"a")
        self.run_for(0.1)
        self.tell_second(self.told(2, 1, (1, 2), replicas=(1, 2)))
        replica.append([AppendEntry(batch(b"x"), 9)])
        self.coordination.live = self.coordination.live[:1]
        for value in (b"b", b"c"):
            self.put(value)
        self.lead(2, isr=(1,), replicas=(1, 2))
        self.tell_second(self.told(1, 2, (1,), replicas=(1, 2)))
        self.run_for(1)
        self.assert_equal_logs()

    def test_batches_of_a_newer_leadership(self) -> None:
        """KAFKA-18723: what the leader wrote in another epoch is not taken by who asked in this one."""
        replica = self.both()
        ends: list[int] = []

        def see(answer: Any) -> Any:
            if isinstance(answer, FetchResponse) and not ends and any(topic.partitions[0].records for topic in answer.responses):
                self.lead(1, isr=(1, 2), replicas=(1, 2))
                self.put(b"b")
                answer.responses[0].partitions[0].records = self.bytes_of(self.partition())
                self.clock.callLater(0.001, lambda: ends.append(replica.end_offset))
            return answer

        self.seen = see
        self.put(b"a")
        self.run_for(0.1)
        self.assertEqual(ends, [1])
        self.tell_second(self.told(1, 1, (1, 2), replicas=(1, 2)))
        self.run_for(1)
        self.assert_equal_logs()

    def test_nothing_of_a_diverging_answer_counts(self) -> None:
        """KAFKA-14704: its high watermark least of all, or a consumer that reads here would be given what goes in the next moment."""
        replica = self.diverge()
        self.assertEqual(self.partition().high_watermark, 3)
        self.show("t")
        self.second_coordination.shown = self.coordination.shown
        self.second_thread.slow = True
        self.tell_second(self.told(1, 2, (1,), replicas=(1, 2)))
        wanted = FetchTopic(topic="t", partitions=[FetchPartition(partition=0, fetch_offset=1, partition_max_bytes=1000)])
        reading = FetchHandler(self.second, FetchSessions(self.now_ms, random.Random(2)), codec, in_thread=self.second_thread)
        consumer = self.ask(reading, 11, FetchRequest(max_wait_ms=60_000, min_bytes=1, max_bytes=1000, topics=[wanted]))
        self.run_for(0.1)
        self.assertLessEqual(replica.high_watermark, 1)
        self.assertNoResult(consumer)
        self.second_thread.slow = False
        self.second_thread.run_all()
        self.run_for(0.3)
        self.assert_equal_logs()

    def test_a_full_disk_while_it_is_cut(self) -> None:
        """The log is what it was; it is cut when there is room."""
        replica = self.diverge()
        end_offset = replica.end_offset
        refused: list[str] = []

        def act(name: str, path: str) -> None:
            if name == "write" and "leader-epoch-checkpoint" in path:
                refused.append(path)
                raise OSError(errno.ENOSPC, "No space left on device")

        self.second_fs.before_act = act
        self.tell_second(self.told(1, 2, (1,), replicas=(1, 2)))
        self.run_for(5)
        self.assertEqual((replica.end_offset, replica.log.is_offline), (end_offset, False))
        self.assertGreater(len(refused), 1)
        self.second_fs.before_act = None
        self.run_for(2)
        self.assert_equal_logs()

    def test_a_new_role_while_it_is_cut(self) -> None:
        """What the controller says waits for the truncation; the next leadership begins with a log that is whole."""
        replica = self.diverge()
        self.second_thread.slow = True
        self.tell_second(self.told(1, 2, (1,), replicas=(1, 2)))
        self.run_for(0.1)
        leading = self.second_control.leader_and_isr(1, 50, [self.told(2, 3, (1, 2), replicas=(1, 2))])
        self.assertNoResult(leading)
        self.second_thread.slow = False
        self.second_thread.run_all()
        self.assertEqual(self.successResultOf(leading), {("t", 0): ErrorCode.NONE})
        self.assertEqual((replica.end_offset, replica.leader_epoch), (1, 3))

    def test_a_new_role_while_a_cut_waits_for_its_turn(self) -> None:
        """It is not wanted any more when the turn comes, though the request that says so waits for another partition's truncation."""
        replica = self.both()
        other = self.follow_another()
        self.put(b"a")
        self.put(b"a", topic="u")
        self.run_for(0.1)
        [fetcher] = self.copying._fetchers.values()
        self.second_thread.slow = True
        flush = replica.log.prepare_flush()
        assert flush is not None
        do_in_thread(self.second_thread, flush)
        for name in ("t", "u"):
            fetcher._answers.truncate(fetcher._partitions.by_key[name, 0], 0)
        self.assertEqual((replica.log.is_being_truncated, other.log.is_being_truncated), (False, True))
        assert other.told is not None
        roles = [dataclasses.replace(told, leader=2, leader_epoch=1, partition_epoch=1) for told in (replica.told, other.told) if told]
        leading = self.second_control.leader_and_isr(1, 50, roles)
        self.second_thread.run_all()
        self.assertEqual(self.successResultOf(leading), {("t", 0): ErrorCode.NONE, ("u", 0): ErrorCode.NONE})
        self.assertEqual((replica.end_offset, other.end_offset), (1, 0))

    def test_another_topic_of_the_name(self) -> None:
        """The leader's topic has another id: nothing of it is copied, however long, and others are copied all the same."""
        self.lead(0, isr=(1,), replicas=(1, 2))
        self.put(b"a")
        told = dataclasses.replace(self.told(1, 0, (1,), replicas=(1, 2)), topic_id=TopicId(b"another-topic-id"))
        replica = self.tell_second(told)
        self.follow_another()
        self.run_for(5)
        self.assertEqual((replica.start_offset, replica.end_offset), (0, 0))
        self.assertTrue(replica.follows)
        other = self.second.replica("u", 0)
        assert other is not None
        self.produce(batch(b"b"), topic="u", acks=1)
        self.run_for(1)
        self.assertEqual((replica.end_offset, other.end_offset), (0, 1))

    def test_deleted_and_made_again_while_it_is_cut(self) -> None:
        """The thread that cuts knows its files by their names: they must not be another log's before it has ended."""
        self.diverge()
        thread = self.second_thread
        thread.slow = True
        self.tell_second(self.told(1, 2, (1,), replicas=(1, 2)))
        self.run_for(0.1)
        control = self.second_control
        deleting = control.stop_replicas(1, 50, [PartitionStop("t", 0, -2, True)])
        again = dataclasses.replace(self.told(2, 0, (2,), replicas=(2,)), topic_id=bytes(range(16)), is_new=True)
        making = control.leader_and_isr(1, 50, [again])
        # A disk that is slow with the cut alone.
        while len(thread.waiting) > 1:
            thread.run(1)
        thread.run_all()
        self.assertEqual(self.successResultOf(deleting), {("t", 0): ErrorCode.NONE})
        self.assertEqual(self.successResultOf(making), {("t", 0): ErrorCode.NONE})
        replica = self.second.replica("t", 0)
        assert replica is not None
        self.assertEqual(replica.log.latest_epoch, 0)
        self.assertEqual(read_leader_epochs(self.second_fs, "/data/t-0/leader-epoch-checkpoint"), [])
        self.assertTrue(self.second_fs.exists(f"/data/t-0/{0:020}.log"))

    def test_behind_retention(self, within_s: float = 0.5) -> None:
        """The leader has no more what it needs: nothing stays, and it begins where the leader begins."""
        # The leader waits for nobody.
        self.coordination.live = self.coordination.live[:1]
        replica = self.both(isr=(1,))
        self.put(b"a")
        self.run_for(0.1)
        self.copying.leave(replica)
        for value in (b"b", b"c", b"d"):
            self.put(value)
        self.partition().delete_records(3)
        self.lead(1, isr=(1,), replicas=(1, 2))
        self.tell_second(self.told(1, 1, (1,), replicas=(1, 2)))
        self.run_for(within_s)
        self.assertEqual((replica.start_offset, replica.end_offset), (3, 4))

    def test_it_begins_later_than_its_leader(self) -> None:
        """It has deleted what its leader still has: it goes on from its end; and where the leader comes to end before all of it (an unclean
        election), it begins there."""
        replica = self.both(isr=(1,))
        for value in (b"a", b"b", b"c"):
            self.put(value)
        self.run_for(0.1)
        replica.log.truncate_start(2)
        self.put(b"d")
        self.run_for(0.3)
        self.assertEqual((replica.start_offset, replica.end_offset, replica.high_watermark), (2, 4, 4))
        self.assertEqual(self.bytes_of(replica), self.bytes_of(self.partition())[-len(self.bytes_of(replica)) :])
        self.partition().log.truncate_to(1)
        self.lead(1, isr=(1,), replicas=(1, 2))
        self.tell_second(self.told(1, 1, (1,), replicas=(1, 2)))
        self.put(b"z")
        self.run_for(0.3)
        self.assertEqual((replica.start_offset, replica.end_offset), (1, 2))
        self.assertEqual(self.bytes_of(replica), self.bytes_of(self.partition())[-len(self.bytes_of(replica)) :])
        self.assertEqual((self.partition().start_offset, self.partition().end_offset), (0, 2))

    def in_the_middle(self) -> None:
        """Broker 1 leads alone, and its log starts in the middle of a batch."""
        self.coordination.live = self.coordination.live[:1]
        self.lead(0, isr=(1,), replicas=(1, 2))
        self.put(b"a")
        self.put(b"b", b"c", b"d", b"e")
        self.put(b"f")
        self.run_for(0.2)
        self.partition().delete_records(3)

    def test_from_the_middle_of_a_batch(self) -> None:
        """The whole batch is kept, and begins before the log starts (KAFKA-6975). Nothing was there; what there is is older; the disk takes
        its time, and under the flush rule as well."""
        for configs in ({}, {"flush.messages": "1000"}):
            self.setUp()
            self.coordination.configs["t"] = dict(configs)
            self.in_the_middle()
            replica = self.tell_second(self.told(1, 0, (1,), replicas=(1, 2)))
            self.second_thread.slow = True
            for _ in range(10):
                self.run_for(0.05)
                self.second_thread.run_all()
            self.run_for(1)
            self.assertEqual((replica.start_offset, replica.end_offset), (3, 6))
            self.assert_equal_logs()
            self.put(b"g")
            for _ in range(10):
                self.run_for(0.05)
                self.second_thread.run_all()
            self.assert_equal_logs()

    def test_a_new_role_while_it_begins_in_the_middle(self) -> None:
        """What was sent to it before is not appended under the new one; it asks once more."""
        self.in_the_middle()
        replica = self.tell_second(self.told(1, 0, (1,), replicas=(1, 2)))
        self.second_thread.slow = True
        self.run_for(0.2)
        self.lead(1, isr=(1,), replicas=(1, 2))
        said = self.second_control.leader_and_isr(1, 50, [self.told(1, 1, (1,), replicas=(1, 2))])
        for _ in range(20):
            self.run_for(0.05)
            self.second_thread.run_all()
        self.assertEqual(self.successResultOf(said), {("t", 0): ErrorCode.NONE})
        self.assertEqual((replica.start_offset, replica.end_offset), (3, 6))
        self.assert_equal_logs()

    def test_offsets_that_cannot_be_read(self) -> None:
        """What the leader answers to the question for offsets is no answer to it: asked again after a pause, as often as it takes."""

        def others(answer: Any) -> None:
            answer.topics.extend(copy.deepcopy(answer.topics))
            answer.topics[0].name = "another"
            answer.topics[1].partitions[0].partition_index = 1

        def unknown(answer: Any) -> None:
            answer.topics[0].partitions[0].error_code = 999

        def nothing(answer: Any) -> None:
            answer.topics.clear()

        def senseless(answer: Any) -> None:
            answer.topics[0].partitions[0].offset = "x"

        spoils = iter((others, unknown, nothing, senseless))
        spoilt: list[str] = []

        def see(answer: Any) -> Any:
            if isinstance(answer, ListOffsetsResponse) and (spoil := next(spoils, None)) is not None:
                spoil(answer)
                spoilt.append(spoil.__name__)
            return answer

        self.seen = see
        self.test_behind_retention(5.0)
        self.assertEqual(spoilt, ["others", "unknown", "nothing", "senseless"])
        self.assertEqual(len(self.flushLoggedErrors(TypeError)), 1)

    def test_a_mistake_after_a_cut(self) -> None:
        """It is asked for all the same, after a pause."""
        self.diverge()
        self.second_thread.slow = True
        self.tell_second(self.told(1, 2, (1,), replicas=(1, 2)))
        self.run_for(0.1)
        mistakes = iter([ValueError("no")])
        makes_ready = FollowedPartitions.make_ready

        def make_ready(partitions: FollowedPartitions, followed: Any) -> None:
            for mistake in mistakes:
                raise mistake
            makes_ready(partitions, followed)

        self.patch(FollowedPartitions, "make_ready", make_ready)
        self.second_thread.slow = False
        self.second_thread.run_all()
        self.run_for(1.5)
        self.assertEqual(len(self.flushLoggedErrors(ValueError)), 1)
        self.assert_equal_logs()

    def test_a_longer_log_after_an_unclean_election(self) -> None:
        """The leader's log ends before ours begins to differ: cut to its end."""
        replica = self.both(isr=(1,))
        self.put(b"a")
        self.run_for(0.1)
        self.assertEqual(replica.end_offset, 1)
        self.partition().log.truncate_to(0)
        self.lead(1, isr=(1,), replicas=(1, 2))
        self.put(b"z")
        self.tell_second(self.told(1, 1, (1,), replicas=(1, 2)))
        self.run_for(0.3)
        self.assert_equal_logs()

    def test_under_the_flush_rule_what_is_left_of_a_cut_is_flushed_first(self) -> None:
        """The leader counts with what is asked for, and has nothing new that would bring a flush along."""
        self.coordination.configs["t"] = {"flush.messages": "1000"}
        replica = self.both(isr=(1,))
        self.put(b"a")
        self.put(b"b")
        self.run_for(0.3)
        self.assertEqual((replica.end_offset, replica.log.recovery_point), (2, 2))
        self.partition().log.truncate_to(1)
        self.lead(1, isr=(1,), replicas=(1, 2))
        self.tell_second(self.told(1, 1, (1,), replicas=(1, 2)))
        self.run_for(1.5)
        self.assertEqual((replica.end_offset, replica.log.recovery_point), (1, 1))
        self.partition().log.flush()
        self.put(b"c")
        self.run_for(0.3)
        self.assert_equal_logs()


class TroubleTests(ReplicaPairCase):
    """Of one partition; the others go on."""

    def test_a_broken_batch(self) -> None:
        """Not taken, and asked for again."""
        self.both()

        def broken(answer: Any) -> Any:
            for topic in getattr(answer, "responses", ()):
                for data in topic.partitions:
                    if data.records:
                        content = bytearray(data.records.read() if hasattr(data.records, "read") else bytes(data.records))
                        content[-1] ^= 1
                        data.records = bytes(content)
            return answer

        self.seen = broken
        self.put(b"a")
        self.run_for(0.3)
        replica = self.second.replica("t", 0)
        assert replica is not None
        self.assertEqual(replica.end_offset, 0)
        self.seen = lambda answer: answer
        self.run_for(1.5)
        self.assert_equal_logs()

    def test_a_mistake_in_one_partition(self) -> None:
        """It alone pauses; the others of the same answer are copied, over the same connection."""
        replica = self.both()
        other = self.follow_another()
        self.run_for(0.7)
        takes = replica.log.append_as_follower
        failures = 0

        def broken(*_: object) -> Any:
            nonlocal failures
            failures += 1
            raise OSError(errno.EIO, "unheard of")

        replica.log.append_as_follower = broken  # type: ignore[method-assign]
        self.put(b"a")
        self.run_for(0.1)
        connections = len(self.links)
        for count in range(1, 21):
            self.put(b"b", topic="u")
            self.run_for(0.1)
            self.assertEqual(other.end_offset, count)
        self.assertEqual((replica.end_offset, len(self.links)), (0, connections))
        self.assertIn(failures, (2, 3))
        replica.log.append_as_follower = takes  # type: ignore[method-assign]
        self.run_for(1.5)
        self.assert_equal_logs()
        self.assertEqual(len(self.flushLoggedErrors(OSError)), failures)

    def test_a_full_disk(self) -> None:
        """It goes on by itself when there is room."""
        replica = self.both()
        self.second_fs.fail_writes(errno.ENOSPC)
        self.put(b"a")
        self.run_for(3)
        self.assertEqual(replica.end_offset, 0)
        self.second_fs.fail_writes(None)
        self.run_for(1.5)
        self.assert_equal_logs()

    def test_a_disk_that_is_nearly_full(self) -> None:
        """What is kept in reserve is not taken by followers either; with room again it goes on."""
        replica = self.both()
        self.run_for(0.1)
        replica.room.is_low = True
        self.put(b"a")
        self.run_for(0.1)
        self.assertEqual(replica.end_offset, 0)
        replica.room.is_low = False
        self.run_for(2)
        self.assert_equal_logs()

    def test_a_disk_that_fails(self) -> None:
        """Nobody asks for what it does not take any more."""
        replica = self.both()
        self.second_fs.fail_writes(errno.EIO)
        self.put(b"a")
        self.run_for(3)
        asked = len(self.links[0].sent)
        self.run_for(10)
        self.assertEqual((replica.end_offset, len(self.links[0].sent)), (0, asked))
