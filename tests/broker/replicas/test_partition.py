"""The flush rule as producers and consumers see it, in virtual time."""

from __future__ import annotations

import errno

from klog.errors import ErrorCode
from tests.broker.rig import DataPathTestCase, answers_of, batch, key, partitions_of, produce_request, values_of


class FlushRuleTests(DataPathTestCase):
    """A topic with flush.messages or flush.ms, and a disk that takes its time."""

    def setUp(self) -> None:
        super().setUp()
        self.thread.slow = True

    def code(self, answer: object) -> int:
        """Of the only partition."""
        return answers_of(self.outcome(answer))[0].error_code

    def values(self, offset: int = 0, **more: object) -> list[bytes | None]:
        """What a consumer who does not wait gets."""
        return values_of(partitions_of(self.outcome(self.fetch(("t", 0, offset), max_wait_ms=0, **more)))[0])

    def test_exposed_and_acknowledged_after_the_flush(self) -> None:
        """acks 1 and -1 wait for it, and so do consumers; acks 0 gets no answer anyway."""
        self.create(flush_messages="1000")
        waiting = self.fetch(("t", 0, 0))
        [one] = self.produce(batch(b"a"), acks=1)
        [all_] = self.produce(batch(b"b"), acks=-1)
        self.assertEqual(self.produce(batch(b"c"), acks=0), [None])
        self.assertNoResult(one)
        self.assertNoResult(waiting)
        self.assertEqual((self.values(), self.partition().log.high_watermark), ([], 0))
        self.thread.run()
        self.assertEqual(self.code(one), 0)
        self.assertEqual(values_of(partitions_of(self.outcome(waiting))[0]), [b"a"])
        self.assertNoResult(all_)
        self.thread.run()
        self.assertEqual(self.code(all_), 0)
        self.assertEqual(self.values(), [b"a", b"b", b"c"])
        self.assertEqual(self.thread.waiting, [])

    def test_without_acknowledgement(self) -> None:
        """What nobody waits for is exposed when the oldest has waited for flush.ms."""
        self.create(flush_ms="200")
        self.put(b"a")
        self.clock.advance(0.1)
        self.put(b"b")
        self.clock.advance(0.11)
        self.assertEqual(len(self.thread.waiting), 1)
        self.assertEqual(self.values(), [])
        self.thread.run()
        self.assertEqual(self.values(), [b"a", b"b"])

    def test_flush_messages(self) -> None:
        """So many start one."""
        self.create(flush_messages="3")
        self.put(b"a", b"b")
        self.assertEqual(self.thread.waiting, [])
        self.put(b"c")
        self.thread.run()
        self.assertEqual(self.values(), [b"a", b"b", b"c"])

    def test_without_the_rule(self) -> None:
        """Answers and exposure follow the write; nothing is flushed."""
        self.create()
        [answer] = self.produce(batch(b"a"))
        self.assertEqual((self.code(answer), self.values(), self.thread.count), (0, [b"a"], 0))

    def test_a_run_is_one_flush(self) -> None:
        """All requests of a run are answered by the same flush."""
        self.create(flush_messages="1000")
        answers = self.produce(*(batch(b"%d" % n) for n in range(20)), acks=1)
        self.thread.run()
        self.assertEqual([answers_of(self.outcome(one))[0].base_offset for one in answers], list(range(20)))
        self.assertEqual(self.thread.count, 1)

    def test_timeout(self) -> None:
        """A flush that takes too long: REQUEST_TIMED_OUT, and the records are there all the same."""
        self.create(flush_messages="1000")
        [answer] = self.produce(batch(b"a"), timeout_ms=1000)
        self.clock.advance(0.999)
        self.assertNoResult(answer)
        self.clock.advance(0.001)
        self.assertEqual(self.code(answer), ErrorCode.REQUEST_TIMED_OUT)
        self.thread.run()
        self.assertEqual(self.values(), [b"a"])

    def test_a_flush_that_fails(self) -> None:
        """KAFKA_STORAGE_ERROR for who waits, nothing exposed, the directory takes no more writes; reads go on."""
        self.create(flush_messages="1000")
        [good] = self.produce(batch(b"a"))
        self.thread.run()
        self.fs.fail_next_sync(errno.EIO)
        [bad] = self.produce(batch(b"b"))
        [gathered] = self.produce(batch(b"c"))
        self.thread.run()
        self.assertEqual(
            [self.code(one) for one in (good, bad, gathered)], [0, ErrorCode.KAFKA_STORAGE_ERROR, ErrorCode.KAFKA_STORAGE_ERROR]
        )
        self.assertIsNotNone(self.directories[0].offline)
        [refused] = self.produce(batch(b"d"))
        self.assertEqual(self.code(refused), ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(self.values(), [b"a"])

    def test_old_clients_do_not_know_the_storage_error(self) -> None:
        """Produce 3 hears NOT_LEADER_OR_FOLLOWER."""
        self.create(flush_messages="1000")
        [bad] = self.produce(batch(b"b"), version=3)
        self.fs.fail_next_sync(errno.EIO)
        self.thread.run()
        self.assertEqual(self.code(bad), ErrorCode.NOT_LEADER_OR_FOLLOWER)

    def test_a_duplicate_waits_like_the_first(self) -> None:
        """An idempotent producer that sends again before the flush is answered after it; afterwards at once."""
        self.create(flush_messages="1000")
        records = batch(b"a", producer_id=5, producer_epoch=0, base_sequence=0)
        [first] = self.produce(records)
        [again] = self.produce(records)
        self.assertNoResult(again)
        self.thread.run_all()
        self.assertEqual([answers_of(self.outcome(one))[0].base_offset for one in (first, again)], [0, 0])
        [later] = self.produce(records)
        self.assertEqual((self.code(later), self.thread.waiting), (0, []))

    def test_the_rule_ends(self) -> None:
        """Who waits is answered at once."""
        self.create(flush_messages="1000")
        [answer] = self.produce(batch(b"a"))
        self.configure("t")
        self.assertEqual(self.code(answer), 0)
        self.assertEqual(self.values(), [b"a"])

    def test_the_rule_begins(self) -> None:
        """What was shown stays shown, and is flushed now."""
        self.create()
        self.produce(batch(b"a"))
        self.configure("t", flush_messages="1000")
        self.assertEqual(self.values(), [b"a"])
        self.assertEqual(len(self.thread.waiting), 1)
        [answer] = self.produce(batch(b"b"))
        self.assertEqual(self.values(), [b"a"])
        self.thread.run_all()
        self.assertEqual((self.code(answer), self.values()), (0, [b"a", b"b"]))

    def test_a_lost_connection(self) -> None:
        """Nobody waits any more; the flush goes on."""
        self.create(flush_messages="1000")
        [answer] = self.produce(batch(b"a"))
        answer.cancel()
        self.failureResultOf(answer)
        self.assertEqual(self.partitions.produces.waiting_for(key()), 0)
        self.thread.run()
        self.assertEqual(self.values(), [b"a"])

    def test_several_partitions(self) -> None:
        """A request waits for all that have the rule, and for those only."""
        self.create("t", 1, flush_messages="1000")
        self.create("u", 1)
        self.create("v", 1, flush_messages="1000")
        answer = self.ask(self.producing, 9, produce_request([(name, 0, batch(b"a")) for name in "tuv"]))
        self.thread.run()
        self.assertNoResult(answer)
        self.thread.run()
        self.assertEqual([one.error_code for one in answers_of(self.outcome(answer))], [0, 0, 0])

    def test_deleted_while_waiting(self) -> None:
        """UNKNOWN_TOPIC_OR_PARTITION."""
        self.create(flush_messages="1000")
        [answer] = self.produce(batch(b"a"))
        self.delete()
        self.assertEqual(self.code(answer), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    def test_leader_epochs(self) -> None:
        """Older ones are fenced, newer ones unknown, -1 says nothing."""
        self.create()
        partition = self.partition()
        partition.leader_epoch = 4
        self.assertEqual(
            [partition.check_leader_epoch(epoch) for epoch in (-1, 3, 4, 5, -2)],
            [ErrorCode.NONE, ErrorCode.FENCED_LEADER_EPOCH, ErrorCode.NONE, ErrorCode.UNKNOWN_LEADER_EPOCH, ErrorCode.FENCED_LEADER_EPOCH],
        )

    def test_resigned_while_waiting(self) -> None:
        """Who waits is told to look for the leader; afterwards nothing is lost of what was flushed meanwhile, nor of the rest."""
        self.create(flush_messages="1")
        waiting = self.fetch(("t", 0, 0))
        [answer] = self.produce(batch(b"a"))
        partition = self.partition()
        partition.resign()
        self.assertEqual(self.code(answer), ErrorCode.NOT_LEADER_OR_FOLLOWER)
        # The purgatory asks again, and the partition is still found: `Partitions` takes it away.
        self.assertNoResult(waiting)
        self.thread.run()
        self.assertEqual(partition.log.high_watermark, 1)
        epoch = partition.leader_epoch
        partition.resume()
        self.assertEqual((partition.leader_epoch, partition.ended), (epoch, ErrorCode.NONE))
        [answer] = self.produce(batch(b"b"))
        self.assertNoResult(answer)
        self.thread.run_all()
        self.assertEqual(self.code(answer), 0)
        self.assertEqual(self.values(), [b"a", b"b"])
