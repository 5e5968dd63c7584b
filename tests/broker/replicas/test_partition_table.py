"""Which partitions are found by whom."""

from __future__ import annotations

from klog.broker.replicas import partition_table
from klog.errors import ErrorCode
from klog.model import TopicPartition
from tests.broker.replicas.controlled_rig import ControlledCase
from tests.broker.rig import DataPathTestCase, batch


class AloneTests(DataPathTestCase):
    """Of a broker that is alone."""

    def test_missing(self) -> None:
        """Why there is nothing."""
        topic = self.create("t", 1)
        self.assertIsNone(self.partitions.get("t", 1))
        for name, index, code in (
            ("t", 1, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            ("t", -1, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            ("x", 0, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
        ):
            self.assertEqual(self.partitions.missing(name, index), code)
        self.assertEqual(self.partitions.missing_by_id(topic.topic_id, 1), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(self.partitions.missing_by_id(bytes(15) + b"x", 0), ErrorCode.UNKNOWN_TOPIC_ID)


class RolesTests(ControlledCase):
    """Where a controller says who leads."""

    def test_by_role(self) -> None:
        led = self.lead()
        self.show("t")
        table = self.partitions
        self.assertEqual([table.get("t", 0), table.replica("t", 0), table.readable("t", 0)], [led] * 3)
        self.assertIs(table.get_by_id(led.topic_id, 0), led)
        self.assertEqual((list(table.all()), list(table.served()), list(table.replicas()), len(table)), ([led], [led], [led], 1))
        self.assertEqual(table.home(led).logs[TopicPartition("t", 0)], led.log)
        self.say(self.told(2, 1))
        self.assertEqual([table.get("t", 0), table.get_by_id(led.topic_id, 0)], [None, None])
        self.assertEqual([table.replica("t", 0), table.readable("t", 0)], [led, led], "it follows")
        self.assertEqual((list(table.all()), list(table.served()), len(table)), ([], [led], 0))
        self.assertEqual(table.missing("t", 0), ErrorCode.NOT_LEADER_OR_FOLLOWER)
        led.stop()
        self.assertEqual((table.replica("t", 0), table.readable("t", 0), list(table.served())), (led, None, []))

    def test_refused_again_pushes_nobody_out(self) -> None:
        """What is remembered of one partition is no reason to forget what is remembered of another."""
        self.patch(partition_table, "_MOST_REFUSED_BEFORE", 2)

        def refuse(topic: str, producer_id: int) -> None:
            records = batch(b"a", producer_id=producer_id, producer_epoch=0, base_sequence=0)
            self.partitions.refused(topic, 0, records, ErrorCode.NOT_LEADER_OR_FOLLOWER)

        for topic, producer_id in (("old", 1), ("new", 2), ("new", 3)):
            refuse(topic, producer_id)
        self.assertEqual({name: len(one) for (name, _), one in self.partitions._refused_before.items()}, {"old": 1, "new": 2})
        refuse("newer", 4)
        self.assertEqual([name for name, _ in self.partitions._refused_before], ["new", "newer"], "the oldest goes")
