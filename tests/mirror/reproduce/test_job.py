"""`klog.mirror.reproduce.job`, over two brokers: the copy has what the source has, once, whatever happens in between."""

from __future__ import annotations

import random
import unittest
from typing import Any
from unittest import mock

from klog.client.blocking.groups import GroupOffsets
from klog.client.blocking.producer import BlockingProducer
from klog.client.settings import ClientSettings
from klog.client.transactions.errors import ProducerFenced
from klog.errors import ErrorCode, KlogError
from klog.mirror.reproduce.destination import Destination
from klog.mirror.reproduce.job import Lost, MirrorStopped, Reproduction
from klog.mirror.reproduce.mirror_maker_formats import decode_checkpoint, decode_sync
from klog.mirror.reproduce.settings import ReproduceSettings
from klog.mirror.verify.job import Verification
from klog.mirror.verify.settings import How
from klog.model import LATEST_TIMESTAMP, TopicPartition
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from tests.mirror.verify.rig import TwoBrokers, batch, batches
from tests.mirror.verify.test_partition_reader import trim


class JobTests(TwoBrokers):
    """Rounds."""

    def job(self, topic: str, alias: str = "", **more: Any) -> Reproduction:
        sides = [ClientSettings(bootstrap_servers=broker.bootstrap, allow_auto_create_topics=False) for broker in (self.a, self.b)]
        settings = ReproduceSettings(source=sides[0], destination=sides[1], alias=alias or f"from-{topic}", topics=(topic,), **more)
        self.told: list[str] = []
        job = Reproduction(settings, notice=self.told.append, now_ms=lambda: 1_600_000_000_000)
        self.addCleanup(job.close)
        return job

    def source(self, content: list[bytes], partitions: int = 1) -> str:
        topic = f"source-{random.Random(len(content)).random()}-{id(self)}"
        self.a.create_topic(topic, partitions)
        self.append(self.client_a, topic, content)
        return topic

    def finish(self, job: Reproduction) -> int:
        total = 0
        while copied := job.round():
            total += copied
        return total

    def check(self, topic: str, records: int) -> None:
        """The copy is equal, in its order."""
        settings = self.settings(topics=(topic,), prefix=f"from-{topic}.", how=How.ORDER, complete=True)
        verification = Verification(settings)
        self.addCleanup(verification.close)
        found = verification.round()
        self.assertEqual((found.verdict, sum(one.records for one in found.partitions)), ("equal", records), found)

    def test_everything_is_copied_and_goes_on(self) -> None:
        topic = self.source(batches(20), 2)
        self.append(self.client_a, topic, batches(3), partition=1)
        job = self.job(topic, fetch_bytes=2_000)
        self.assertEqual(self.finish(job), 230)
        self.check(topic, 230)
        self.append(self.client_a, topic, [batch(b"more")])
        self.assertEqual((self.finish(job), job.lag), (1, 0))
        # Another process goes on where this one ended.
        self.append(self.client_a, topic, [batch(b"and more")])
        self.assertEqual(self.finish(self.job(topic)), 1)
        self.check(topic, 232)

    def test_the_map_is_exact(self) -> None:
        topic = self.source(batches(6))
        job = self.job(topic, fetch_bytes=400)
        self.finish(job)
        copy = TopicPartition(f"from-{topic}.{topic}", 0)
        values = {message.offset: message.value for message in self.client_b.read(copy, 0)}
        originals = {message.offset: message.value for message in self.client_a.read(TopicPartition(topic, 0), 0)}
        syncs = [decode_sync(m.key, m.value) for m in self.client_b.read(TopicPartition(f"mm2-offset-syncs.from-{topic}.internal", 0), 0)]
        self.assertGreater(len(syncs), 2)
        for sync in syncs:
            assert sync is not None
            self.assertEqual(values[sync.downstream], originals[sync.upstream])
        known = job._maps[TopicPartition(topic, 0)]
        for offset in originals:
            downstream = known.translate(offset)
            assert downstream is not None
            self.assertEqual(values[min(place for place in values if place >= downstream)], originals[offset])

    def test_a_round_that_fails_leaves_nothing_behind(self) -> None:
        topic = self.source(batches(30))
        generator = random.Random(2011)
        send = Destination._send

        def unreliable(destination: Destination, loads: Any) -> None:
            send(destination, loads)
            if generator.random() < 0.4:
                raise KlogError(ErrorCode.NETWORK_EXCEPTION, "the cable was pulled")

        job = self.job(topic, fetch_bytes=600)
        errors = 0
        with mock.patch.object(Destination, "_send", unreliable):
            while True:
                try:
                    if not job.round():
                        break
                except KlogError as error:
                    self.assertTrue(job.can_go_on(error))
                    errors += 1
                    job.recover()
                    if errors % 3 == 0:
                        # As a kill: nothing of this process is left.
                        job.close()
                        job = self.job(topic, fetch_bytes=600)
        self.assertGreater(errors, 3)
        self.check(topic, 300)

    def killed(self, job: Reproduction) -> None:
        """A round that is under way when the process is killed: its records are sent, and it is not committed."""
        send = Destination._send

        def killed(destination: Destination, loads: Any) -> None:
            is_data = any(tp.topic.startswith("from-") for tp in loads)
            send(destination, loads)
            if is_data:
                raise KeyboardInterrupt

        with mock.patch.object(Destination, "_send", killed), self.assertRaises(KeyboardInterrupt):
            job.round()
        job.close()

    def test_killed_amid_its_first_round(self) -> None:
        """What that leaves in the copy is aborted, and nobody else's."""
        topic = self.source(batches(3))
        self.killed(self.job(topic))
        copy = TopicPartition(f"from-{topic}.{topic}", 0)
        self.assertGreaterEqual(self.client_b.list_offsets([copy], LATEST_TIMESTAMP)[copy].offset, 30)
        self.assertEqual(self.finish(self.job(topic)), 30)
        self.check(topic, 30)

    def delete_copy(self, topic: str) -> None:
        request = DeleteTopicsRequest(topics=[DeleteTopicState(name=f"from-{topic}.{topic}")], timeout_ms=5_000)
        self.client_b.refresh([])
        answer = self.client_b.ask(self.client_b.metadata.controller_id, request)
        self.assertEqual([one.error_code for one in answer.responses], [0])

    def test_a_copy_that_was_deleted_is_made_anew(self) -> None:
        topic = self.source(batches(2))
        job = self.job(topic)
        self.finish(job)
        job.close()
        self.delete_copy(topic)
        self.append(self.client_a, topic, [batch(b"more")])
        self.killed(self.job(topic))
        self.assertEqual(self.finish(self.job(topic)), 21)
        self.assertEqual([told for told in self.told if "was made again at the destination" in told], self.told)
        self.check(topic, 21)
        # What is known then fits the new one.
        self.append(self.client_a, topic, [batch(b"and more")])
        self.assertEqual(self.finish(self.job(topic)), 1)
        self.assertEqual(self.told, [])
        self.check(topic, 22)

    def test_a_copy_that_is_deleted_while_it_is_mirrored(self) -> None:
        topic = self.source(batches(2))
        tp, copy = TopicPartition(topic, 0), TopicPartition(f"from-{topic}.{topic}", 0)
        job = self.job(topic, commit_groups=True, groups=("reader",))
        GroupOffsets(self.client_a, "reader").commit({tp: 15})
        self.finish(job)
        job.translate_groups()
        for is_made_by_hand in (True, False):
            self.delete_copy(topic)
            if is_made_by_hand:
                self.b.create_topic(copy.topic)
                # The round that finds out leaves more offsets than the old copy had.
                self.append(self.client_a, topic, batches(4))
                with self.assertRaises(KlogError) as caught:
                    self.finish(job)
                self.assertIn(f"{copy.topic}, partition 0", str(caught.exception))
                self.assertTrue(job.can_go_on(caught.exception))
                job.recover()
            else:
                job.look_again()
            self.assertEqual(self.finish(job), 60)
            self.check(topic, 60)
            self.assertEqual(len(self.told), 1)
            self.told.clear()
            # A group's offset went with the topic.
            job.translate_groups()
            offset = GroupOffsets(self.client_b, "reader").fetch()[copy].offset
            self.assertEqual(next(iter(self.client_b.read(copy, offset, isolation="read_committed"))).value, b"1-5")

    def test_a_copy_that_is_made_again_is_told_once(self) -> None:
        """Though there be nothing to copy for long."""
        topic = self.source(batches(2))
        job = self.job(topic)
        self.finish(job)
        self.client_a.ask_leader(TopicPartition(topic, 0), lambda node, epoch: self.client_a.ask(node, trim(topic, 20)))
        self.delete_copy(topic)
        for _ in range(3):
            job.look_again()
            self.finish(job)
        self.assertEqual(len(self.told), 1)
        self.append(self.client_a, topic, [batch(b"more")])
        self.assertEqual(self.finish(job), 1)

    def test_a_copy_that_lost_records_is_refused(self) -> None:
        topic = self.source(batches(2))
        self.finish(self.job(topic))
        self.delete_copy(topic)
        self.b.create_topic(f"from-{topic}.{topic}")
        self.append(self.client_b, f"from-{topic}.{topic}", batches(1))
        with self.assertRaisesRegex(MirrorStopped, "ends at offset 10, does not have the record at 19 of mm2-offset-syncs"):
            self.job(topic).round()

    def test_an_older_mirror_is_shut_out(self) -> None:
        topic = self.source(batches(2))
        older, newer = self.job(topic), self.job(topic)
        self.finish(older)
        newer.round()
        self.append(self.client_a, topic, [batch(b"more")])
        with self.assertRaises(ProducerFenced) as caught:
            older.round()
        self.assertFalse(older.can_go_on(caught.exception))
        self.finish(newer)
        self.check(topic, 21)

    def test_aborted_records_are_not_copied(self) -> None:
        topic = self.source([])
        with BlockingProducer(self.a.bootstrap, transactional_id=f"t-{topic}") as producer:
            for number in range(4):
                transaction = producer.transaction()
                transaction.begin()
                transaction.send(topic, b"%d" % number, partition=0)
                if number % 2:
                    transaction.abort()
                else:
                    transaction.commit()
        self.assertEqual(self.finish(self.job(topic)), 2)
        self.check(topic, 2)
        copy = TopicPartition(f"from-{topic}.{topic}", 0)
        self.assertEqual([message.value for message in self.client_b.read(copy, 0)], [b"0", b"2"])

    def test_without_transactions(self) -> None:
        topic = self.source(batches(3))
        job = self.job(topic, transactional=False)
        self.assertEqual(self.finish(job), 30)
        self.check(topic, 30)
        self.append(self.client_a, topic, [batch(b"more")])
        self.assertEqual(self.finish(self.job(topic, transactional=False)), 1)
        self.check(topic, 31)

    def test_a_copy_that_somebody_else_wrote_is_refused(self) -> None:
        topic = self.source(batches(1))
        self.b.create_topic(f"from-{topic}.{topic}")
        self.append(self.client_b, f"from-{topic}.{topic}", batches(1))
        with self.assertRaisesRegex(MirrorStopped, "has 10 offsets already, and mm2-offset-syncs"):
            self.job(topic).round()

    def test_a_mirror_of_a_cluster_into_itself_under_the_same_names_is_refused(self) -> None:
        topic = self.source(batches(1))
        side = ClientSettings(bootstrap_servers=self.a.bootstrap)
        job = Reproduction(ReproduceSettings(source=side, destination=side, alias="self", topics=(topic,), identity=True))
        self.addCleanup(job.close)
        with self.assertRaisesRegex(MirrorStopped, "the same cluster"):
            job.round()

    def test_what_the_source_lost_is_told_with_its_range(self) -> None:
        topic = self.source(batches(2))
        job = self.job(topic)
        self.finish(job)
        self.append(self.client_a, topic, batches(3))
        self.client_a.ask_leader(TopicPartition(topic, 0), lambda node, epoch: self.client_a.ask(node, trim(topic, 33)))
        with self.assertRaisesRegex(MirrorStopped, f"offsets 20 to 32 of {topic}-0 are gone at the source .*; --on-loss alarm goes on"):
            job.round()
        job = self.job(topic, skip_lost=True)
        while job.round() or job.lag:
            pass
        self.assertEqual(job.totals.lost, [Lost(TopicPartition(topic, 0), 20, 33)])
        self.assertEqual(job.totals.records, 17)
        self.assertEqual(len(self.told), 1)

    def test_what_was_gone_before_there_was_a_mirror_is_no_loss(self) -> None:
        topic = self.source(batches(2))
        self.client_a.ask_leader(TopicPartition(topic, 0), lambda node, epoch: self.client_a.ask(node, trim(topic, 7)))
        job = self.job(topic)
        while job.round() or job.lag:
            pass
        self.assertEqual((job.totals.records, job.totals.lost), (13, []))

    def test_groups_are_translated(self) -> None:
        topic = self.source(batches(4))
        GroupOffsets(self.client_a, "billing").commit({TopicPartition(topic, 0): 25})
        job = self.job(topic, fetch_bytes=400, commit_groups=True, groups=("billing",))
        self.finish(job)
        self.assertEqual(job.translate_groups(), 1)
        self.assertEqual(job.translate_groups(), 0)
        messages = list(self.client_b.read(TopicPartition(f"from-{topic}.checkpoints.internal", 0), 0))
        checkpoint = decode_checkpoint(messages[0].key, messages[0].value)
        assert checkpoint is not None
        copy = TopicPartition(f"from-{topic}.{topic}", 0)
        self.assertEqual((checkpoint.group, checkpoint.tp, checkpoint.upstream), ("billing", copy, 25))
        following = next(iter(self.client_b.read(copy, checkpoint.downstream)))
        self.assertEqual(following.value, b"2-5")
        self.assertEqual(GroupOffsets(self.client_b, "billing").fetch()[copy].offset, checkpoint.downstream)

    def test_a_group_that_has_moved_over_is_not_led_back(self) -> None:
        topic = self.source(batches(4))
        tp, copy = TopicPartition(topic, 0), TopicPartition(f"from-{topic}.{topic}", 0)
        there, here = GroupOffsets(self.client_a, "mover"), GroupOffsets(self.client_b, "mover")
        there.commit({tp: 25})
        job = self.job(topic, commit_groups=True, groups=("mover",))
        # One round takes all: a record has the same offset on both sides.
        self.finish(job)
        job.translate_groups()
        self.assertEqual(here.fetch()[copy].offset, 25)
        # What is set back there while nobody has read here is set back here.
        there.commit({tp: 10})
        job.translate_groups()
        self.assertEqual(here.fetch()[copy].offset, 10)
        here.commit({copy: 30})
        for offset, expected in ((12, 30), (14, 30), (35, 35)):
            there.commit({tp: offset})
            self.assertEqual(job.translate_groups(), 1)
            self.assertEqual(here.fetch()[copy].offset, expected)
        # Whoever starts anew does not know what it was that it committed: it leads forwards only.
        there.commit({tp: 20})
        job = self.job(topic, commit_groups=True, groups=("mover",))
        self.finish(job)
        job.translate_groups()
        self.assertEqual(here.fetch()[copy].offset, 35)

    def test_topics_and_partitions_that_come_later(self) -> None:
        topic = self.source(batches(1))
        job = self.job(topic)
        self.finish(job)
        self.a.call(lambda: None)
        from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic

        request = CreatePartitionsRequest(topics=[CreatePartitionsTopic(name=topic, count=3, assignments=None)], timeout_ms=10_000)
        self.client_a.refresh([topic])
        self.client_a.ask(self.client_a.metadata.controller_id, request)
        self.client_a.refresh([topic])
        self.append(self.client_a, topic, batches(1), partition=2)
        job.look_again()
        self.assertEqual(self.finish(job), 10)
        self.check(topic, 20)

    def test_both_partitions_of_a_copy_that_was_made_again(self) -> None:
        """A topic that is made again takes all its partitions along."""
        topic = self.source(batches(2), 2)
        self.append(self.client_a, topic, batches(2), partition=1)
        job = self.job(topic)
        self.finish(job)
        self.delete_copy(topic)
        self.b.create_topic(f"from-{topic}.{topic}", 2)
        for partition in range(2):
            self.append(self.client_a, topic, batches(4), partition=partition)
        with self.assertRaises(KlogError):
            self.finish(job)
        job.recover()
        self.assertEqual(self.finish(job), 120)
        self.check(topic, 120)

    def made_again_with_more(self) -> tuple[str, Reproduction]:
        """20 records are copied, the copy is made again by hand, and 40 more come: what a round leaves is longer than the old copy was."""
        topic = self.source(batches(2))
        job = self.job(topic)
        self.finish(job)
        self.delete_copy(topic)
        self.b.create_topic(f"from-{topic}.{topic}")
        self.append(self.client_a, topic, batches(4))
        return topic, job

    def test_a_copy_that_was_made_again_and_a_process_that_ends_before_it_looks(self) -> None:
        topic, job = self.made_again_with_more()
        with self.assertRaises(KlogError):
            self.finish(job)
        job.close()
        self.assertEqual(self.finish(self.job(topic)), 60)
        self.check(topic, 60)

    def test_a_copy_that_was_made_again_and_a_process_that_is_killed(self) -> None:
        topic, job = self.made_again_with_more()
        self.killed(job)
        self.assertEqual(self.finish(self.job(topic)), 60)
        self.check(topic, 60)


if __name__ == "__main__":
    unittest.main()
