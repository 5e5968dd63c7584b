"""`klog.mirror.verify.job`: rounds, and what is kept between them."""

from __future__ import annotations

import unittest
from typing import Any
from unittest import mock

from klog.errors import ErrorCode, KlogError
from klog.mirror.verify.job import Progress, Verification, worst
from klog.mirror.verify.partition_comparison import PartitionComparison, Verdict
from klog.mirror.verify.position_file import Owner, Place, PositionError, PositionFile
from klog.mirror.wanted_topics import NoSuchTopic
from klog.model import TopicPartition
from klog.testing.filesystem import MemoryFileSystem
from tests.mirror.verify.rig import TwoBrokers, batch, batches


class JobTests(TwoBrokers):
    """Rounds."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.fs.make_directory("/d")
        self.file = PositionFile(self.fs, "/d/position")

    def verification(self, topic: str, position: PositionFile | None = None, **more: Any) -> Verification:
        verification = Verification(self.settings(topics=(topic,), **more), position)
        self.addCleanup(verification.close)
        return verification

    def owner(self) -> Owner:
        return Owner(str(self.client_a.metadata.cluster_id), str(self.client_b.metadata.cluster_id), "by headers")

    def test_a_round(self) -> None:
        topic = self.topic(batches(30), partitions=2)
        self.append(self.client_a, topic, batches(2), partition=1)
        self.append(self.client_b, topic, batches(2), partition=1)
        told: list[Progress] = []
        found = self.verification(topic, fetch_bytes=1_000).round(told.append)
        self.assertEqual(found.verdict, Verdict.EQUAL)
        self.assertEqual([compared.records for compared in found.partitions], [300, 20])
        self.assertGreater(found.bytes, 5_000)
        self.assertEqual([one.offsets_done for one in told], sorted(one.offsets_done for one in told))
        self.assertEqual((told[-1].offsets_done, told[-1].offsets_total, told[-1].records), (320, 320, 320))
        self.assertEqual(told[-1].topics, ((topic, 320, 320),))

    def test_a_position_is_kept(self) -> None:
        topic = self.topic(batches(3))
        self.verification(topic, self.file).round()
        self.append(self.client_a, topic, batches(1))
        self.append(self.client_b, topic, batches(1))
        [compared] = self.verification(topic, self.file).round().partitions
        self.assertEqual((compared.start, compared.records), (30, 10))
        self.assertEqual(self.file.load(self.owner())[TopicPartition(topic, 0)][:2], (40, 40))

    def test_a_difference_is_never_passed_by_the_position(self) -> None:
        other = batches(3)
        other[1] = batch(*[b"x"] * 10)
        topic = self.topic(batches(3), other)
        verification = self.verification(topic, self.file)
        self.assertIs(verification.round().verdict, Verdict.DIFFERENT)
        for broker in (self.client_a, self.client_b):
            self.append(broker, topic, batches(1))
        # This process has told of it; what is new is equal.
        [compared] = verification.round().partitions
        self.assertEqual((compared.verdict, compared.start, compared.records), (Verdict.EQUAL, 30, 10))
        self.assertEqual(self.file.load(self.owner())[TopicPartition(topic, 0)][:2], (10, 10))
        # Another run finds it again.
        self.assertIs(self.verification(topic, self.file).round().verdict, Verdict.DIFFERENT)

    def test_a_topic_that_was_made_again_begins_anew(self) -> None:
        topic = self.topic(batches(2))
        self.verification(topic, self.file).round()
        places = self.file.load(self.owner())
        tp = TopicPartition(topic, 0)
        self.file.save(self.owner(), {tp: places[tp]._replace(topic_id_b="another")})
        found = self.verification(topic, self.file).round()
        self.assertEqual(found.partitions[0].start, 0)
        self.assertRegex(found.notes[0], f"topic {topic}, partition 0: it was deleted and made again")

    def test_a_position_of_other_clusters_is_refused_before_anything_is_read(self) -> None:
        self.file.save(Owner("x", "y", "by headers"), {TopicPartition("t", 0): Place(1, 1)})
        with self.assertRaises(PositionError):
            self.verification(self.topic(batches(1)), self.file).round()

    def test_one_partition_that_cannot_be_asked_is_no_reason_not_to_look_at_the_others(self) -> None:
        topic = self.topic(batches(1), partitions=2)
        run = PartitionComparison.run

        def refusing(comparison: PartitionComparison) -> Any:
            if comparison._pair.a.partition == 0:
                raise KlogError(ErrorCode.LEADER_NOT_AVAILABLE, "nobody leads it")
            return run(comparison)

        with mock.patch.object(PartitionComparison, "run", refusing):
            found = self.verification(topic).round()
        self.assertEqual([compared.verdict for compared in found.partitions], [Verdict.UNKNOWN, Verdict.EQUAL])
        self.assertIs(found.verdict, Verdict.UNKNOWN)

    def test_a_cluster_that_has_gone_is_not_waited_for_with_each_partition(self) -> None:
        topic = self.topic(batches(1), partitions=9)
        refused = KlogError(ErrorCode.NETWORK_EXCEPTION, "nobody answers")
        with mock.patch.object(PartitionComparison, "run", side_effect=refused) as run, self.assertRaises(KlogError):
            self.verification(topic).round()
        self.assertEqual(run.call_count, 3)

    def test_partitions_that_only_one_has(self) -> None:
        self.a.create_topics({"lonely": 1, "pair": 1})
        self.b.create_topics({"pair": 2})
        verification = Verification(self.settings(topics=("lonely*", "pair*")))
        self.addCleanup(verification.close)
        found = {(compared.topic, compared.partition): compared for compared in verification.round().partitions}
        self.assertIs(found["lonely", 0].verdict, Verdict.DIFFERENT)
        self.assertEqual(found["lonely", 0].remark, "only A has it, B does not")
        # Without a record in it, it is no record too many.
        self.assertIs(found["pair", 1].verdict, Verdict.EQUAL)

    def test_a_topic_that_is_not_there(self) -> None:
        with self.assertRaises(NoSuchTopic):
            self.verification("nowhere").round()

    def test_the_verdict_on_several(self) -> None:
        equal, different, unknown = Verdict
        self.assertIs(worst([equal, equal]), equal)
        self.assertIs(worst([equal, unknown]), unknown)
        self.assertIs(worst([different, unknown, equal]), different)
        self.assertIs(worst([]), equal)


if __name__ == "__main__":
    unittest.main()
