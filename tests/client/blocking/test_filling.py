"""klog.client.blocking.filling: what became of each record of a batch, and where records without a key go."""

from __future__ import annotations

import random
import unittest

from klog.client.blocking.client import Produced
from klog.client.blocking.filling import Filling, KnownTopic
from klog.client.metadata import PartitionMetadata, TopicMetadata
from klog.client.producing.partitioners import make_partitioner
from klog.client.producing.producer_types import DeliveryFailed, RecordPlace
from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID, TopicPartition

T0 = TopicPartition("t", 0)


class FillingTests(unittest.TestCase):
    def test_halves(self) -> None:
        """One half is written, at the broker's time; of the other each record has its own error."""
        filling = Filling(T0, 0.0)
        filling.stamps = [5, 6, 7]
        filling.settle(0, 1, Produced(40, -1))
        filling.settle(1, 2, lambda number: DeliveryFailed(ErrorCode.INVALID_RECORD, "t", 0, f"number {number}"))
        self.assertEqual((filling.settled, filling.place(0)), (3, RecordPlace("t", 0, 40, 5)))
        for number in (1, 2):
            with self.assertRaises(DeliveryFailed) as raised:
                filling.place(number)
            self.assertIn(f"number {number - 1}", str(raised.exception))

    def test_nobody_knows_where(self) -> None:
        filling = Filling(T0, 0.0)
        filling.stamps = [5]
        filling.settle(0, 1, Produced(-1, 9))
        self.assertEqual(filling.place(0), RecordPlace("t", 0, -1, 9))


class TopicTests(unittest.TestCase):
    def test_a_partition_without_a_leader(self) -> None:
        """Records without a key do not go there any more."""
        topic = KnownTopic("t", make_partitioner("sticky", random.Random(1)))
        topic.sticky = 1
        for leader, sticky in ((2, 1), (-1, -1)):
            partitions = tuple(PartitionMetadata(number, leader if number else 1, 0, (1,), (1,)) for number in range(2))
            topic.update(TopicMetadata("t", NO_TOPIC_ID, ErrorCode.NONE, partitions), 5.0)
            self.assertEqual((topic.count, topic.sticky), (2, sticky))
        self.assertEqual(topic.available, (0,))
