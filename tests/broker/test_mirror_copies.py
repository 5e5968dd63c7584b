"""Copies that this broker leads: what is appended to them, and when they are given up."""

from __future__ import annotations

from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.copied_producer_ids import CopiedProducerIds
from klog.broker.following.log_truncator import LogTruncator
from klog.broker.mirror_copies import MirrorCopies, MirrorCopy
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.testing.broker import MemoryBroker
from klog.testing.topics import create_topic


def batch(offset: int, values: list[bytes], *, epoch: int = 0, producer_id: int = -1) -> bytes:
    """As a source has it."""
    records = [(1_000 + number, None, value, ()) for number, value in enumerate(values)]
    sequence, producer_epoch = (0, 0) if producer_id >= 0 else (-1, -1)
    return codec.build_batch(
        records,
        base_offset=offset,
        partition_leader_epoch=epoch,
        producer_id=producer_id,
        producer_epoch=producer_epoch,
        base_sequence=sequence,
    )


class MirrorCopyTests(SynchronousTestCase):
    """Appending."""

    def setUp(self) -> None:
        self.memory = MemoryBroker().start()
        create_topic(self.memory.broker, "t", 1, configs={"klog.mirror.link": "dc1"})
        self.memory.run()
        partitions = self.memory.broker.partitions
        assert partitions is not None
        self.partitions = partitions
        self.epochs: list[tuple[TopicPartition, int]] = []
        self.ids: list[int] = []
        self.copies = self.made(keeps=True)

    def tearDown(self) -> None:
        self.memory.stop()

    def made(self, *, keeps: bool) -> MirrorCopies:
        """Copies that keep the source's leader epochs, or not."""
        keep = (lambda tp, epoch: self.epochs.append((tp, epoch))) if keeps else None
        ids = CopiedProducerIds(self.give_above, is_at_once=keeps)
        return MirrorCopies(self.partitions.all, mock.Mock(), self.partitions.reads, ids, keep)

    def give_above(self, producer_id: int) -> Deferred[int]:
        """Done as soon as it is asked for."""
        self.ids.append(producer_id)
        return succeed(producer_id)

    @property
    def copy(self) -> MirrorCopy:
        """The only one."""
        [found] = self.copies.copies()
        return found

    def test_as_it_is(self) -> None:
        data = batch(0, [b"a", b"b"], epoch=3, producer_id=77) + batch(5, [b"c"], epoch=4)
        taken = self.copy.append(memoryview(data))
        self.assertEqual((taken.batches, taken.newest_ms, self.copy.end, self.copy.last_epoch), (2, 1_001, 6, 4))
        self.assertEqual(self.epochs, [(TopicPartition("t", 0), 4)])
        self.assertEqual(self.ids, [77])
        partition = self.partitions.get("t", 0)
        assert partition is not None
        self.assertEqual((partition.leader_epoch, partition.high_watermark), (4, 6))

    def test_what_is_there_already_is_left_out(self) -> None:
        one, two = batch(0, [b"a", b"b"]), batch(2, [b"c"])
        self.copy.append(one)
        self.assertEqual(self.copy.append(one).batches, 0)
        self.assertEqual(self.copy.append(one + two).batches, 1)
        self.assertEqual(self.copy.end, 3)

    def test_a_batch_across_the_end(self) -> None:
        self.copy.append(batch(0, [b"a", b"b"]))
        error = self.assertRaises(KlogError, self.copy.append, batch(1, [b"b", b"c"]))
        self.assertEqual(error.code, ErrorCode.OFFSET_OUT_OF_RANGE)

    def test_hurt(self) -> None:
        data = bytearray(batch(0, [b"a"]))
        data[-1] ^= 1
        self.assertEqual(self.assertRaises(KlogError, self.copy.append, bytes(data)).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.assertRaises(KlogError, self.copy.append, bytes(70)).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.copy.end, 0)

    def test_what_is_hurt_teaches_nothing(self) -> None:
        """Neither a leader epoch nor a producer id is believed before the batch is in the log: both would be kept for ever."""
        data = bytearray(batch(0, [b"a"], epoch=9, producer_id=1 << 60))
        data[-1] ^= 1
        copy, partition = self.copy, self.partitions.get("t", 0)
        assert partition is not None
        before = partition.leader_epoch
        self.assertRaises(KlogError, copy.append, bytes(data))
        self.assertEqual((self.epochs, self.ids, partition.leader_epoch), ([], [], before))

    def test_numbers_that_nobody_gives_out(self) -> None:
        """No checksum covers the leader epoch: one that leaves none above it would end the partition, such a producer id ours."""
        copy = self.copy
        for data in (batch(0, [b"a"], epoch=2**31 - 1), batch(0, [b"a"], epoch=1, producer_id=2**63 - 2)):
            self.assertEqual(self.assertRaises(KlogError, copy.append, data).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual((self.epochs, self.ids, copy.end), ([], [], 0))

    def test_where_the_controller_gives_the_epochs(self) -> None:
        """Batches get ours; nothing else of them is another."""
        self.copies = self.made(keeps=False)
        self.copy.append(batch(0, [b"a"], epoch=9))
        data = batch(0, [b"a"], epoch=9) + batch(1, [b"b"], epoch=9) + batch(2, [b"c"], epoch=9)
        self.assertEqual(self.copy.append(memoryview(data)).batches, 2)
        partition = self.partitions.get("t", 0)
        assert partition is not None
        log = partition.log
        read = log.read(0, 1 << 20, upper_bound=3)
        assert read.span is not None
        entries = codec.scan(read.span.read())
        self.assertEqual([entry.partition_leader_epoch for entry in entries], [partition.leader_epoch] * 3)
        self.assertEqual([entry.base_offset for entry in entries], [0, 1, 2])
        for entry in entries:
            codec.check_crc(read.span.read(), entry.position)
        self.assertEqual(self.copy.last_epoch, -1)

    def test_given_up(self) -> None:
        """With the configuration, and with the leadership."""
        copy = self.copy
        self.assertTrue(copy.is_ours)
        partition = self.partitions.get("t", 0)
        assert partition is not None
        partition.resign()
        self.assertFalse(copy.is_ours)
        self.assertEqual(self.assertRaises(KlogError, copy.append, batch(0, [b"a"])).code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        partition.resume()
        partition.update_settings(self.memory.broker.log_settings.of({}))
        self.assertFalse(copy.is_ours)
        self.assertEqual(self.copies.copies(), [])

    def test_followers_would_not_notice_a_cut(self) -> None:
        """Before it is led anew nothing is cut; who would have it so is told what is waited for."""
        self.copies = MirrorCopies(
            self.partitions.all,
            LogTruncator(self.memory.broker.environment.run_in_thread, self.partitions.home),
            self.partitions.reads,
            CopiedProducerIds(self.give_above, is_at_once=True),
        )
        copy = self.copy
        copy.append(batch(0, [b"a"]) + batch(1, [b"b"]))
        partition = self.partitions.get("t", 0)
        assert partition is not None
        leadership: Any = mock.Mock(may_be_cut=False)
        partition.leadership = leadership
        self.assertFalse(copy.may_be_cut)
        self.assertFalse(self.successResultOf(copy.cut(1)))
        self.assertEqual(copy.end, 2)
        self.assertIn("another leader epoch", copy.see_to_a_cut())
        leadership.lead_anew.return_value = False
        self.assertIn("controller does not do that", copy.see_to_a_cut())
        leadership.may_be_cut = True
        self.assertTrue(self.memory.reactor.until(copy.cut(1)))
        self.assertEqual(copy.end, 1)
        leadership.was_cut.assert_called_with()
        partition.leadership = None


class LeavingCopyTests(SynchronousTestCase):
    """The thread that cuts a log knows files by their names, which may be those of another topic's log by then."""

    def test_a_copy_is_deleted_and_made_again_while_it_begins_anew(self) -> None:
        memory = MemoryBroker().start()
        self.addCleanup(memory.stop)
        made = create_topic(memory.broker, "t", 1, configs={"klog.mirror.link": "dc1"})
        memory.run()
        self.successResultOf(made)
        partitions, coordination = memory.broker.partitions, memory.broker.coordination
        assert partitions is not None and coordination is not None
        truncator = LogTruncator(memory.broker.environment.run_in_thread, partitions.home)
        ids = CopiedProducerIds(succeed, is_at_once=True)
        [copy] = MirrorCopies(partitions.all, truncator, partitions.reads, ids, lambda tp, epoch: None).copies()
        copy.append(batch(0, [b"old"]))
        memory.hold_threads = True
        copy.begin_at(100).addErrback(lambda failure: None)
        function, deferred = memory._held.popleft()
        memory.hold_threads = False
        gone = coordination.delete_topic("t")
        memory.run()
        self.assertIsNone(partitions.get("t", 0), "though it is served no more")
        other = create_topic(memory.broker, "u", 1)
        memory.run()
        self.successResultOf(other)
        made = create_topic(memory.broker, "t", 1)
        memory.run()
        self.assertNoResult(made)
        memory._run(function).chainDeferred(deferred)
        memory.run()
        self.successResultOf(gone)
        self.successResultOf(made)
        memory.put("t", [b"new"])
        memory.stop()
        memory.start()
        self.assertEqual([one.value for one in memory.messages("t")], [b"new"])
