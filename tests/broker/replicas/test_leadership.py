"""A leader with followers: what is committed, what is acknowledged, and who is in sync."""

from __future__ import annotations

import errno
from typing import Any

from twisted.internet.defer import Deferred

from klog.broker.handlers.produce import ProduceHandler
from klog.broker.replicas.partition import Partition
from klog.errors import ErrorCode, KlogError
from klog.model import LATEST_TIMESTAMP, NO_TOPIC_ID, TopicPartition
from klog.records.contract import TRANSACTIONAL
from klog.replication.in_sync import AlterPartitionAnswer
from klog.storage.log.values import AppendEntry
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests.broker.replicas.controlled_rig import LAG_MS, ControlledCase
from tests.broker.rig import answers_of, batch, partitions_of, produce_request, values_of
from tests.storage.logs import FailingAct


class HeldCoordinator:
    """A transaction's coordinator that answers when the test says so. Implements `Verifier`."""

    def __init__(self) -> None:
        self._asked: list[tuple[frozenset[TopicPartition], Deferred[Any]]] = []

    def ask(
        self, transactional_id: str, producer_id: int, epoch: int, partitions: frozenset[TopicPartition], *, adds: bool
    ) -> Deferred[Any]:
        """See `Verifier.ask`."""
        answer: Deferred[Any] = Deferred()
        self._asked.append((partitions, answer))
        return answer

    def answer(self, code: ErrorCode) -> None:
        """To all that was asked and is not answered."""
        asked, self._asked = self._asked, []
        for partitions, answer in asked:
            answer.callback(dict.fromkeys(partitions, code))


class CommitTests(ControlledCase):
    """acks=all, and what consumers see."""

    def code(self, answer: object) -> int:
        return answers_of(self.outcome(answer))[0].error_code

    def seen(self, version: int = 12) -> list[bytes | None]:
        """What a consumer gets that does not wait."""
        return values_of(partitions_of(self.outcome(self.fetch(("t", 0, 0), max_wait_ms=0, version=version)))[0])

    def latest(self, version: int = 7, replica_id: int = -1) -> tuple[int, int]:
        request = ListOffsetsRequest(
            replica_id=replica_id,
            topics=[ListOffsetsTopic(name="t", partitions=[ListOffsetsPartition(partition_index=0, timestamp=LATEST_TIMESTAMP)])],
        )
        [one] = self.outcome(self.ask(self.listing, version, request)).topics[0].partitions
        return one.error_code, one.offset

    def test_acks_all_waits_for_every_replica_in_sync(self) -> None:
        partition = self.lead()
        [all_] = self.produce(batch(b"a"), acks=-1)
        [one] = self.produce(batch(b"b"), acks=1)
        self.assertEqual(self.code(one), 0)
        self.assertNoResult(all_)
        self.assertEqual(self.seen(), [])
        self.follow(2, 2)
        self.assertNoResult(all_)
        self.follow(3, 1)
        self.assertEqual((self.code(all_), partition.high_watermark), (0, 1))
        self.assertEqual(self.seen(), [b"a"])
        self.follow(3, 2)
        self.assertEqual(self.seen(), [b"a", b"b"])

    def test_what_is_handed_out_when_the_broker_has_stopped(self) -> None:
        """Connections hand out what they have held back also behind that, and nobody follows us any more who could have it: with acks of
        all it would be acknowledged and lost, with fewer it would be read by nobody."""
        self.show("t")
        partition = self.lead(replicas=(1, 2), isr=(1, 2))
        self.partitions.stop_waiting()
        for acks in (-1, 1):
            [late] = self.produce(batch(b"a"), acks=acks)
            self.assertEqual(self.code(late), ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertEqual((partition.end_offset, self.partitions.get("t", 0)), (0, None))

    def test_a_full_disk_that_has_no_room_for_a_name(self) -> None:
        """What a flush has synced cannot take its place: who waits is told at once, and it is tried again without another append."""
        self.thread.slow = False
        self.coordination.configs["t"] = {"flush.messages": "1000"}
        partition = self.lead(leader_epoch=3)
        self.fs.before_act = FailingAct(lambda name, path: name == "rename" and "leader-epoch" in path, 0, errno.ENOSPC)
        [one] = self.produce(batch(b"a"), acks=1)
        self.clock.advance(1.5)
        self.assertEqual(self.code(one), ErrorCode.KAFKA_STORAGE_ERROR)
        for _ in range(10):
            self.clock.advance(1)
        self.assertEqual((partition.own_end, self.directories[0].offline), (1, None))

    def test_who_has_found_it_before_its_leadership_ended(self) -> None:
        """Whoever holds on to a partition behind a wait appends nothing either."""
        partition = self.lead(replicas=(1, 2), isr=(1, 2))
        partition.become_follower(self.told(2, 1, (1, 2), replicas=(1, 2)))
        [result] = partition.append([AppendEntry(batch(b"a"), 9)])
        self.assertIs(result.code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        error = self.assertRaises(KlogError, partition.append_copied, batch(b"a"))
        self.assertIs(error.code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertEqual(partition.end_offset, 0)

    def test_followers_that_wait_hear_of_an_append(self) -> None:
        """And a consumer that waits hears when it is committed."""
        self.lead()
        follower = self.follow(2, 0, max_wait_ms=500)
        consumer = self.fetch(("t", 0, 0), max_wait_ms=500)
        self.put(b"a")
        self.clock.advance(0)
        self.assertEqual(values_of(partitions_of(self.successResultOf(follower))[0]), [b"a"])
        self.assertNoResult(consumer)
        self.follow(2, 1)
        self.follow(3, 1)
        self.assertEqual(values_of(partitions_of(self.successResultOf(consumer))[0]), [b"a"])

    def test_a_fetch_that_waits_counts_once(self) -> None:
        """Reading again from the purgatory says nothing new of the follower (and nothing older)."""
        partition = self.lead()
        waiting = self.follow(2, 0, max_wait_ms=500)
        assert partition.leadership is not None
        before = partition.leadership.followers[2].last_caught_up_ms
        self.clock.advance(0.2)
        self.put(b"a")
        self.clock.advance(0)
        self.successResultOf(waiting)
        self.assertEqual(partition.leadership.followers[2].last_caught_up_ms, before)

    def test_too_few_in_sync(self) -> None:
        """Nothing is appended; acks=1 is, and is not committed (KAFKA-15583)."""
        self.coordination.configs["t"] = {"min.insync.replicas": "2"}
        partition = self.lead(isr=(1,))
        [all_] = self.produce(batch(b"a"), acks=-1)
        self.assertEqual((self.code(all_), partition.end_offset), (ErrorCode.NOT_ENOUGH_REPLICAS, 0))
        [one] = self.produce(batch(b"a"), acks=1)
        self.assertEqual((self.code(one), partition.end_offset, partition.high_watermark), (0, 1, 0))

    def test_behind_a_batch_that_was_refused(self) -> None:
        """A producer's next batch, which was on its way, is refused for the same reason when that has passed; both come again."""
        self.coordination.configs["t"] = {"min.insync.replicas": "2"}
        self.show("t")
        made = [batch(b"%d" % sequence, producer_id=9, producer_epoch=0, base_sequence=sequence) for sequence in range(2)]
        for why, is_leader in ((ErrorCode.NOT_ENOUGH_REPLICAS, True), (ErrorCode.NOT_LEADER_OR_FOLLOWER, False)):
            with self.subTest(why.name):
                epoch = self.partitions.replica("t", 0).leader_epoch + 1 if self.partitions.replica("t", 0) else 0
                self.say(self.told(1 if is_leader else 2, epoch, isr=(1,) if is_leader else (1, 2)))
                refused = self.code(self.produce(made[0], acks=-1)[0])
                partition = self.lead(epoch + 1, isr=(1, 2))
                behind = self.code(self.produce(made[1], acks=-1)[0])
                self.assertEqual((refused, behind, partition.end_offset), (why, why, partition.start_offset))
                taken = self.produce(*made, acks=-1)
                end = partition.end_offset
                self.follow(2, end, epoch=epoch + 1)
                self.assertEqual([self.code(one) for one in taken], [0, 0])
                # For the next reason.
                made = [batch(b"%d" % sequence, producer_id=10, producer_epoch=0, base_sequence=sequence) for sequence in range(2)]
                partition.delete_records(end)

    def test_behind_a_batch_that_was_refused_before_there_was_a_replica(self) -> None:
        """Somebody else has told the client that we lead, before we have heard of it."""
        for number, (why, version) in enumerate(
            [
                (ErrorCode.NOT_LEADER_OR_FOLLOWER, 9),
                (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, 9),
                (ErrorCode.NOT_LEADER_OR_FOLLOWER, 13),
                (ErrorCode.UNKNOWN_TOPIC_ID, 13),
            ]
        ):
            with self.subTest(why.name, version=version):
                topic = f"new{number}"
                if why is ErrorCode.NOT_LEADER_OR_FOLLOWER:
                    self.show(topic)
                made = [batch(b"%d" % sequence, producer_id=9, producer_epoch=0, base_sequence=sequence) for sequence in range(2)]

                def send(records: bytes, topic: str = topic, version: int = version) -> int:
                    data = PartitionProduceData(index=0, records=records)
                    named = TopicProduceData(
                        name=topic, topic_id=self.topic_id(topic) if version == 13 else NO_TOPIC_ID, partition_data=[data]
                    )
                    answer = self.ask(self.producing, version, ProduceRequest(acks=1, timeout_ms=1_000, topic_data=[named]))
                    return int(answers_of(self.outcome(answer))[0].error_code)

                refused = send(made[0])
                self.show(topic)
                partition = self.lead(topic=topic)
                behind = send(made[1])
                self.assertEqual((refused, behind, partition.end_offset), (why, why, 0))
                self.assertEqual(([send(records) for records in made], partition.end_offset), ([0, 0], 2))

    def test_refused_before_there_was_a_replica_by_its_name_and_by_its_id(self) -> None:
        """Two producers, the one of which speaks of topics by their ids."""
        made = {
            version: [batch(b"v", producer_id=version, producer_epoch=0, base_sequence=sequence) for sequence in range(2)]
            for version in (9, 13)
        }

        def send(version: int, sequence: int) -> int:
            data = PartitionProduceData(index=0, records=made[version][sequence])
            named = TopicProduceData(name="t", topic_id=self.topic_id("t") if version == 13 else NO_TOPIC_ID, partition_data=[data])
            answer = self.ask(self.producing, version, ProduceRequest(acks=1, timeout_ms=1_000, topic_data=[named]))
            return int(answers_of(self.outcome(answer))[0].error_code)

        refused = [send(version, 0) for version in made]
        self.show("t")
        partition = self.lead()
        self.assertEqual(refused, [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID])
        self.assertEqual([send(version, 1) for version in made], refused)
        self.assertEqual(partition.end_offset, 0)

    def test_behind_a_batch_of_a_transaction_that_was_refused(self) -> None:
        """While its coordinator was asked, or since it could not be."""
        self.coordination.configs["t"] = {"min.insync.replicas": "2"}
        self.show("t")
        epoch = 0
        for number, why in enumerate(
            [ErrorCode.NOT_ENOUGH_REPLICAS, ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.COORDINATOR_NOT_AVAILABLE]
        ):
            with self.subTest(why.name):
                verifier = HeldCoordinator()
                self.producing = ProduceHandler(self.partitions, verifier)

                def send(sequence: int, producer_id: int = number) -> Any:
                    records = batch(b"v", attributes=TRANSACTIONAL, producer_id=producer_id, producer_epoch=0, base_sequence=sequence)
                    return self.ask(self.producing, 11, produce_request([("t", 0, records)], transactional_id="x"))

                def code(answer: Any) -> int:
                    return int(answers_of(self.outcome(answer))[0].error_code)

                epoch += 1
                end = self.lead(epoch, isr=(1, 2)).end_offset
                first = send(0)
                if why is ErrorCode.NOT_ENOUGH_REPLICAS:
                    epoch += 1
                    self.lead(epoch, isr=(1,))
                elif why is ErrorCode.NOT_LEADER_OR_FOLLOWER:
                    epoch += 1
                    self.say(self.told(2, epoch))
                verifier.answer(why if why is ErrorCode.COORDINATOR_NOT_AVAILABLE else ErrorCode.NONE)
                told = code(first)
                self.assertIn(told, (why, ErrorCode.NOT_ENOUGH_REPLICAS))
                epoch += 1
                partition = self.lead(epoch, isr=(1, 2))
                behind = send(1)
                verifier.answer(ErrorCode.NONE)
                self.assertEqual((code(behind), partition.end_offset), (told, end))
                taken = [send(0), send(1)]
                verifier.answer(ErrorCode.NONE)
                self.follow(2, partition.end_offset, epoch=epoch)
                self.assertEqual(([code(one) for one in taken], partition.end_offset), ([0, 0], end + 2))

    def test_min_insync_above_the_replicas_counts_as_their_number(self) -> None:
        self.coordination.configs["t"] = {"min.insync.replicas": "3"}
        self.lead(replicas=(1, 2), isr=(1, 2))
        [all_] = self.produce(batch(b"a"), acks=-1)
        self.follow(2, 1)
        self.assertEqual(self.code(all_), 0)

    def test_too_few_after_the_append(self) -> None:
        """Those in sync have gone while it waited."""
        self.coordination.configs["t"] = {"min.insync.replicas": "2"}
        partition = self.lead(isr=(1, 2), replicas=(1, 2))
        [all_] = self.produce(batch(b"a"), acks=-1, timeout_ms=60_000)
        self.clock.advance(LAG_MS / 1000 + 1)
        partition.look_for_stragglers()
        [leadership] = self.asking
        leadership.answered(leadership.state, AlterPartitionAnswer(ErrorCode.NONE, 0, (1,), 1))
        # It stands still, so that it is told when its time is up (3.9).
        self.assertNoResult(all_)
        self.clock.advance(30)
        self.assertEqual(self.code(all_), ErrorCode.REQUEST_TIMED_OUT)

    def test_the_leadership_ends_while_it_waits(self) -> None:
        self.lead()
        [all_] = self.produce(batch(b"a"), acks=-1)
        self.say(self.told(2, 1))
        self.assertEqual(self.code(all_), ErrorCode.NOT_LEADER_OR_FOLLOWER)

    def test_the_broker_stops_while_it_waits(self) -> None:
        """Whoever follows us asks somebody else by now: nobody would answer."""
        self.lead()
        [all_] = self.produce(batch(b"a"), acks=-1, timeout_ms=60_000)
        self.partitions.stop_waiting()
        self.assertEqual(self.code(all_), ErrorCode.NOT_LEADER_OR_FOLLOWER)

    def test_alone_among_the_replicas(self) -> None:
        """One copy: as a broker that is alone."""
        partition = self.lead(replicas=(1,), isr=(1,))
        self.assertIsNone(partition.leadership)
        [all_] = self.produce(batch(b"a"), acks=-1)
        self.assertEqual((self.code(all_), partition.high_watermark), (0, 1))

    def test_the_only_one_in_sync(self) -> None:
        """Committed at once; a follower that catches up is waited for from then on."""
        partition = self.lead(isr=(1,), replicas=(1, 2))
        [all_] = self.produce(batch(b"a"), acks=-1)
        self.assertEqual((self.code(all_), partition.high_watermark), (0, 1))
        self.follow(2, 1)
        [leadership] = self.asking
        self.assertEqual(leadership.state.maximal, (1, 2))
        [all_] = self.produce(batch(b"b"), acks=-1)
        self.assertNoResult(all_)
        self.follow(2, 2)
        self.assertEqual(self.code(all_), 0)

    def test_flush_rule(self) -> None:
        """What is not on our disk is not committed, whoever else has it; acks=1 waits for our disk alone."""
        self.thread.slow = False
        self.coordination.configs["t"] = {"flush.messages": "1000"}
        partition = self.lead(replicas=(1, 2), isr=(1, 2))
        self.thread.slow = True
        [all_] = self.produce(batch(b"a"), acks=-1)
        [one] = self.produce(batch(b"b"), acks=1)
        self.follow(2, 2)
        self.assertNoResult(all_)
        self.assertEqual(partition.high_watermark, 0)
        self.thread.run_all()
        self.assertEqual((self.code(all_), self.code(one), partition.high_watermark), (0, 0, 2))
        [all_] = self.produce(batch(b"c"), acks=-1)
        [one] = self.produce(batch(b"d"), acks=1)
        self.thread.run_all()
        self.assertEqual(self.code(one), 0)
        self.assertNoResult(all_)
        self.follow(2, 3)
        self.assertEqual(self.code(all_), 0)

    def test_what_a_new_leader_cannot_know(self) -> None:
        """Where its high watermark lies in front of its leadership's begin, it does not say where the end is (KIP-207)."""
        self.lead()
        self.put(b"a", b"b")
        self.say(self.told(2, 1))
        partition = self.lead(leader_epoch=2)
        self.assertEqual((partition.high_watermark, partition.end_offset), (0, 2))
        self.assertEqual(self.latest(), (ErrorCode.OFFSET_NOT_AVAILABLE, -1))
        self.assertEqual(self.latest(version=4), (ErrorCode.LEADER_NOT_AVAILABLE, -1))
        self.assertEqual(self.latest(replica_id=2), (0, 2))
        self.follow(2, 2, epoch=2)
        self.follow(3, 2, epoch=2)
        self.assertEqual(self.latest(), (0, 2))

    def test_the_epoch_is_noted_before_the_first_write(self) -> None:
        """KAFKA-7415."""
        self.lead()
        self.put(b"a")
        self.say(self.told(2, 1))
        partition = self.lead(leader_epoch=2)
        self.assertEqual(partition.log.end_offset_for_epoch(0), (0, 1))
        self.assertEqual(partition.log.end_offset_for_epoch(2), (2, 1))


class FollowerTests(ControlledCase):
    """Who may say that he follows."""

    def code(self, replica: int, **more: object) -> int:
        return partitions_of(self.outcome(self.follow(replica, 0, **more)))[0].error_code  # type: ignore[arg-type]

    def test_who_is_no_replica(self) -> None:
        self.lead(replicas=(1, 2), isr=(1, 2))
        self.put(b"a")
        self.assertEqual(self.code(2), 0)
        self.assertEqual(self.code(3), ErrorCode.UNKNOWN_LEADER_EPOCH)
        self.assertEqual(self.code(3, epoch=-1), ErrorCode.NOT_LEADER_OR_FOLLOWER)

    def test_an_earlier_life(self) -> None:
        """A fetch that names another registration moves nothing."""
        partition = self.lead(replicas=(1, 2), isr=(1, 2))
        self.put(b"a")
        assert partition.leadership is not None
        self.assertEqual(self.code(2, version=17, replica_epoch=49), ErrorCode.UNKNOWN_LEADER_EPOCH)
        self.assertEqual(partition.leadership.followers[2].end_offset, -1)
        self.assertEqual(self.code(2, version=17, replica_epoch=50), 0)
        self.assertEqual(partition.leadership.followers[2].end_offset, 0)

    def test_an_error_moves_nothing(self) -> None:
        """KAFKA-8400, and a fetch from beyond the end."""
        partition = self.lead(replicas=(1, 2), isr=(1, 2))
        self.put(b"a")
        assert partition.leadership is not None
        self.outcome(self.follow(2, 5))
        self.outcome(self.follow(2, 0, epoch=7))
        self.assertEqual(partition.leadership.followers[2].end_offset, -1)

    def test_the_debugging_consumer_reads_followers(self) -> None:
        """``kafka-replica-verification`` compares all replicas."""
        self.show("t")
        self.lead(replicas=(1, 2), isr=(1,))
        self.put(b"a")
        self.say(self.told(2, 1, (2,), replicas=(1, 2)))
        data = partitions_of(self.outcome(self.fetch(("t", 0, 0), max_wait_ms=0, replica_id=-2, version=10)))[0]
        self.assertEqual((data.error_code, values_of(data)), (0, [b"a"]))
        plain = partitions_of(self.outcome(self.fetch(("t", 0, 0), max_wait_ms=0, version=10)))[0]
        self.assertEqual(plain.error_code, ErrorCode.NOT_LEADER_OR_FOLLOWER)


class InSyncTests(ControlledCase):
    """Who joins and who leaves."""

    def test_joining(self) -> None:
        """Whoever has all that may be committed; the controller decides."""
        self.lead(isr=(1, 2))
        self.put(b"a", b"b")
        self.follow(2, 2)
        self.follow(3, 1)
        self.assertEqual(self.asking, [])
        self.follow(3, 2)
        [leadership] = self.asking
        self.assertEqual(leadership.state.proposed, (1, 2, 3))
        self.assertFalse(leadership.answered(leadership.state, AlterPartitionAnswer(ErrorCode.NONE, 0, (1, 2, 3), 1)))
        self.assertEqual((leadership.state.committed, leadership.state.is_changing), ((1, 2, 3), False))

    def test_a_dead_broker_does_not_come_back_by_its_last_fetch(self) -> None:
        """KAFKA-14140."""
        self.lead(isr=(1, 2))
        self.coordination.live = self.coordination.live[:2]
        self.follow(3, 0)
        self.assertEqual(self.asking, [])

    def test_a_busy_follower_stays(self) -> None:
        """KAFKA-4485: it is always a little behind, as something comes all the time."""
        partition = self.lead(isr=(1, 2), replicas=(1, 2))
        for offset in range(LAG_MS // 1000 + 20):
            self.put(b"a")
            self.follow(2, offset)
            self.clock.advance(1)
            partition.look_for_stragglers()
        self.assertEqual(self.asking, [])

    def test_who_is_no_replica_any_more_leaves(self) -> None:
        """KAFKA-9672."""
        partition = self.lead(replicas=(1, 2))
        partition.look_for_stragglers()
        [leadership] = self.asking
        self.assertEqual(leadership.state.proposed, (1, 2))

    def test_leaving(self) -> None:
        """Whoever is behind for longer than ``replica.lag.time.max.ms``; until the controller has said so it counts."""
        partition = self.lead()
        self.put(b"a")
        self.follow(2, 1)
        self.clock.advance(LAG_MS / 1000)
        self.follow(2, 1)
        partition.look_for_stragglers()
        self.assertEqual(self.asking, [])
        self.clock.advance(1)
        self.follow(2, 1)
        partition.look_for_stragglers()
        [leadership] = self.asking
        self.assertEqual((leadership.state.proposed, leadership.state.maximal), ((1, 2), (1, 2, 3)))
        self.assertEqual(partition.high_watermark, 0)
        leadership.answered(leadership.state, AlterPartitionAnswer(ErrorCode.NONE, 0, (1, 2), 1))
        self.assertEqual(partition.high_watermark, 1)

    def test_answers(self) -> None:
        """Refused: as before; another error: asked again; of an earlier leadership: nothing."""
        partition = self.lead(isr=(1, 2))
        self.follow(3, 0)
        [leadership] = self.asking
        asked = leadership.state
        self.assertTrue(leadership.answered(asked, AlterPartitionAnswer(ErrorCode.UNKNOWN_SERVER_ERROR)))
        self.assertFalse(leadership.answered(asked, AlterPartitionAnswer(ErrorCode.INELIGIBLE_REPLICA)))
        self.assertEqual((leadership.state.maximal, leadership.state.is_changing), ((1, 2), False))
        self.follow(3, 0)
        self.say(self.told(1, 1, (1, 2)))
        self.assertFalse(leadership.answered(leadership.state, AlterPartitionAnswer(ErrorCode.NONE, 0, (1, 2, 3), 1)))
        assert partition.leadership is not None and partition.leadership is not leadership
        self.assertEqual(partition.leadership.state.committed, (1, 2))

    def test_what_may_have_been_done_is_not_taken_back(self) -> None:
        """KIP-497: who was to join counts until the controller says what is so."""
        self.lead(isr=(1, 2))
        self.follow(3, 0)
        [leadership] = self.asking
        self.assertFalse(leadership.answered(leadership.state, AlterPartitionAnswer(ErrorCode.INVALID_UPDATE_VERSION)))
        self.assertEqual((leadership.state.maximal, leadership.state.is_changing), ((1, 2, 3), True))

    def test_an_answer_after_the_next_leadership(self) -> None:
        """KAFKA-12686: it is about another state."""
        partition = self.lead(isr=(1, 2))
        self.follow(3, 0)
        [leadership] = self.asking
        asked = leadership.state
        self.say(self.told(1, 1, (1, 2)))
        leadership.answered(asked, AlterPartitionAnswer(ErrorCode.NONE, 0, (1, 2, 3), 1))
        self.assertEqual(leadership.state, asked)
        assert partition.leadership is not None
        self.assertEqual(partition.leadership.state.committed, (1, 2))

    def test_followers_of_a_leadership_that_was_missed(self) -> None:
        """What they had when we led last says nothing: another leader may have had them cut it."""
        partition = self.lead()
        self.put(b"a", b"b")
        for follower in (2, 3):
            self.follow(follower, 2)
        self.assertEqual(partition.high_watermark, 2)
        self.put(b"c")
        for follower in (2, 3):
            self.follow(follower, 3)
        self.lead(leader_epoch=1)
        assert partition.leadership is not None
        self.assertEqual(partition.leadership.followers[2].end_offset, 3)
        self.lead(leader_epoch=3)
        self.assertEqual(partition.leadership.followers[2].end_offset, -1)

    def test_an_unclean_leader_says_that_it_leads(self) -> None:
        """KIP-704: the controller hears it with the first AlterPartition."""
        partition = self.lead(isr=(1,), is_recovering=True)
        [leadership] = self.asking
        self.assertEqual(leadership.state.proposed, (1,))
        leadership.answered(leadership.state, AlterPartitionAnswer(ErrorCode.NONE, 0, (1,), 1))
        self.assertTrue(leadership.has_recovered)
        self.assertIs(partition.leadership, leadership)


class CutTests(ControlledCase):
    """A leader that cuts its own log."""

    def anew(self) -> Partition:
        """Led anew in order to be cut: three records of epoch 0 that all have, and epoch 1."""
        partition = self.lead()
        for value in (b"a", b"b", b"c"):
            self.put(value)
        for replica in (2, 3):
            self.follow(replica, 3)
        self.assertEqual((partition.high_watermark, partition.may_be_cut), (3, False))
        self.assertTrue(partition.lead_anew())
        self.assertTrue(partition.lead_anew(), "it is asked for already")
        [leadership] = self.asking
        self.assertEqual((leadership.state.proposed, leadership.state.leads_anew), ((1,), True))
        self.assertFalse(leadership.answered(leadership.state, AlterPartitionAnswer(ErrorCode.NONE, 1, (1,), 1)))
        self.assertFalse(partition.may_be_cut, "nothing before LeaderAndIsr")
        self.asking.clear()
        self.say(self.told(1, 1, (1,), partition_epoch=1))
        return partition

    def cut(self, partition: Partition, offset: int) -> None:
        """As a truncation does."""
        partition.log.truncate_to(offset)
        partition.truncation_began()
        partition.truncated()

    def test_nobody_goes_on_behind_what_was_cut(self) -> None:
        partition = self.anew()
        self.assertTrue(partition.may_be_cut)
        # A follower that has everything may not join: it could be elected with what is about to go.
        self.follow(2, 3, epoch=1)
        self.assertEqual(self.asking, [])
        self.cut(partition, 1)
        self.assertEqual((partition.high_watermark, partition.may_be_cut), (1, False))
        assert partition.leadership is not None
        self.assertEqual([one.end_offset for one in partition.leadership.followers.values()], [-1, -1])
        self.assertTrue(partition.knows_latest)
        self.assertEqual(partition.log.end_offset_for_epoch(0), (0, 1))
        self.put(b"other", b"another", b"more")
        self.assertEqual(partition.log.end_offset_for_epoch(0), (0, 1))
        self.assertEqual(partition.high_watermark, 4, "who is in sync is we alone")
        self.follow(2, 1, epoch=1)
        self.assertEqual(self.asking, [])
        self.follow(2, 4, epoch=1)
        [leadership] = self.asking
        self.assertEqual(leadership.state.proposed, (1, 2))

    def test_it_is_not_cut_after_all(self) -> None:
        """Whoever wanted that has gone: others join again, after a while."""
        partition = self.anew()
        self.clock.advance(11)
        self.assertFalse(partition.may_be_cut)
        self.follow(2, 3, epoch=1)
        [leadership] = self.asking
        self.assertEqual(leadership.state.proposed, (1, 2))

    def test_finding_out_where_takes_long(self) -> None:
        """Nobody joins while it is still being found out; not for ever."""
        partition = self.anew()
        for _ in range(5):
            self.clock.advance(9)
            partition.stay_alone()
        self.assertTrue(partition.may_be_cut)
        for _ in range(40):
            self.clock.advance(9)
            partition.stay_alone()
        self.assertFalse(partition.may_be_cut)
        # Who let others join has nobody leave.
        partition.stay_alone()
        self.follow(2, 3, epoch=1)
        self.assertEqual(len(self.asking), 1)

    def test_a_consumer_that_waits_behind_the_cut(self) -> None:
        """It is told at once, as after any election that loses records."""
        partition = self.anew()
        consumer = self.fetch(("t", 0, 3), max_wait_ms=500)
        self.assertNoResult(consumer)
        self.cut(partition, 1)
        [answer] = partitions_of(self.successResultOf(consumer))
        self.assertEqual(answer.error_code, ErrorCode.OFFSET_OUT_OF_RANGE)

    def test_too_few_are_in_sync_for_a_while(self) -> None:
        """With ``min.insync.replicas`` above one what is written behind the cut is shown when another replica has it."""
        self.coordination.configs["t"] = {"min.insync.replicas": "2"}
        partition = self.anew()
        self.cut(partition, 1)
        self.put(b"other", b"another", b"more")
        self.assertEqual(partition.high_watermark, 1)
        self.follow(2, 4, epoch=1)
        [leadership] = self.asking
        leadership.answered(leadership.state, AlterPartitionAnswer(ErrorCode.NONE, 1, (1, 2), 2))
        self.assertEqual(partition.high_watermark, 4)

    def test_written_to_before_it_is_cut(self) -> None:
        partition = self.anew()
        self.put(b"d")
        self.assertFalse(partition.may_be_cut)

    def test_another_election_came_between(self) -> None:
        """With others in sync, who have what is to be cut."""
        partition = self.lead()
        partition.lead_anew()
        self.say(self.told(1, 1, (1, 2, 3), partition_epoch=1))
        self.assertFalse(partition.may_be_cut)

    def not_done(self, code: ErrorCode) -> None:
        """It is not asked again soon for what it has answered like this, but later, or for another leadership: there may be another
        controller by then."""
        partition = self.lead()
        self.assertTrue(partition.lead_anew())
        [leadership] = self.asking
        leadership.answered(leadership.state, AlterPartitionAnswer(code, 0, (1,), 1))
        self.clock.advance(599)
        self.assertFalse(partition.lead_anew())
        self.assertEqual(len(self.asking), 1)
        self.clock.advance(1)
        self.assertTrue(partition.lead_anew())
        self.assertEqual(len(self.asking), 2)
        leadership.answered(leadership.state, AlterPartitionAnswer(code, 0, (1,), 2))
        self.assertFalse(partition.lead_anew())
        self.say(self.told(1, 1, (1, 2, 3), partition_epoch=3))
        self.assertTrue(partition.lead_anew())

    def test_a_controller_that_refuses(self) -> None:
        self.not_done(ErrorCode.INVALID_REQUEST)

    def test_a_controller_that_takes_it_for_another_change(self) -> None:
        self.not_done(ErrorCode.NONE)

    def test_the_only_replica(self) -> None:
        partition = self.lead(isr=(1,), replicas=(1,))
        self.assertTrue(partition.may_be_cut)
        self.assertFalse(partition.lead_anew())
