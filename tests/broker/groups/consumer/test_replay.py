"""Records in the orders that compaction may leave behind."""

from __future__ import annotations

import random

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.groups.classic.group import ClassicGroup
from klog.broker.groups.consumer import records as consumer_records
from klog.broker.groups.consumer.group import ConsumerGroup, ConsumerGroupState
from klog.broker.groups.consumer.member import ConsumerMember
from klog.model import TopicId
from klog.wire import consumer_group_records as wire
from klog.wire.coordinator_records import encode_key
from klog.wire.group_records import GroupMetadataKey, GroupMetadataValue
from tests.broker.groups.consumer.rig import GROUP, ConsumerRig, state_of

T = TopicId(b"t" * 16)


class Replay(ConsumerRig):
    """`ConsumerReplay`."""

    def apply(self, *records: CoordinatorRecord) -> None:
        """Read records."""
        for record in records:
            self.assertTrue(self.shard.apply(record.key, record.value))

    def test_any_record_makes_the_group(self) -> None:
        member = ConsumerMember("a", member_epoch=3, assigned={T: {0: 3}})
        for record in (
            consumer_records.group_epoch(GROUP, 3, 4),
            consumer_records.member_metadata(GROUP, member),
            consumer_records.target_epoch(GROUP, 3, 4),
            consumer_records.target(GROUP, "a", {T: {0}}),
            consumer_records.current(GROUP, member),
            consumer_records.regex(GROUP, "x", ["t"], 1, 2),
            CoordinatorRecord(wire.ConsumerGroupPartitionMetadataKey(group_id=GROUP), wire.ConsumerGroupPartitionMetadataValue()),
        ):
            self.shard.groups.clear()
            self.apply(record)
            self.assertIsInstance(self.group, ConsumerGroup)

    def test_tombstones_of_what_is_not_there_are_nothing(self) -> None:
        nothing = [
            *consumer_records.no_member(GROUP, "a"),
            consumer_records.no_target_epoch(GROUP),
            consumer_records.no_regex(GROUP, "x"),
            consumer_records.no_partition_metadata(GROUP),
            consumer_records.no_group(GROUP),
        ]
        self.apply(*nothing)
        self.assertEqual(self.shard.groups, {})
        self.apply(consumer_records.group_epoch(GROUP, 3, 4), *nothing[:3])
        self.assertEqual(self.group.members, {})

    def test_a_tombstone_of_the_group_takes_what_is_left_of_it(self) -> None:
        self.apply(consumer_records.current(GROUP, ConsumerMember("a", member_epoch=3)), consumer_records.no_group(GROUP))
        self.assertEqual(self.shard.groups, {})

    def test_a_member_without_the_rest_of_its_records_is_given_up(self) -> None:
        record = consumer_records.current(GROUP, ConsumerMember("a", member_epoch=3, assigned={T: {0: 3}}))
        self.environment.deadlines.close()
        self.build([record])
        self.assertEqual(list(self.group.members), ["a"])
        self.clock.advance(46)
        self.assertIs(self.group.state, ConsumerGroupState.EMPTY)
        self.assertEqual(self.group.partition_epochs, {})

    def test_owners_in_the_wrong_order_are_put_right(self) -> None:
        a = ConsumerMember("a", member_epoch=5)
        b = ConsumerMember("b", member_epoch=5, assigned={T: {0: 5}})
        # A compacted log may show the new owner's record before the old one's last.
        self.environment.deadlines.close()
        before = consumer_records.current(GROUP, ConsumerMember("a", member_epoch=5, assigned={T: {0: 4}}))
        self.build([before, consumer_records.current(GROUP, b), consumer_records.current(GROUP, a)])
        self.assertEqual(self.group.partition_epoch(T, 0), 5)

    def test_the_later_record_is_right_about_the_protocol(self) -> None:
        self.apply(CoordinatorRecord(GroupMetadataKey(group=GROUP), GroupMetadataValue(protocol_type="consumer", generation=3)))
        self.assertIsInstance(self.shard.groups[GROUP], ClassicGroup)
        self.apply(consumer_records.group_epoch(GROUP, 4, 0))
        self.assertEqual(self.group.group_epoch, 4)
        self.apply(CoordinatorRecord(GroupMetadataKey(group=GROUP), None))
        self.assertEqual(self.group.group_epoch, 4)

    def test_compaction_changes_nothing(self) -> None:
        """Whatever prefix of the log is compacted, the group that is read is the same."""
        self.cluster.make("u", 3)
        a = self.member("a", subscribed_topic_names=["t", "u"])
        b = self.member("b", instance_id="i")
        c = self.member("c", subscribed_topic_names=None, subscribed_topic_regex="u|t")
        self.settle(a, b, c)
        b.leave(-2)
        d = self.member("d", instance_id="i")
        a.leave()
        self.settle(c, d)
        whole = state_of(self.group)
        records = [record for batch in self.log.batches for record in batch]
        chance = random.Random(3)
        for _ in range(50):
            clean = chance.randrange(len(records) + 1)
            last = {encode_key(record.key): place for place, record in enumerate(records[:clean])}  # type: ignore[arg-type]
            gone = chance.random() < 0.5
            kept = [
                record
                for place, record in enumerate(records)
                if place >= clean or (last[encode_key(record.key)] == place and not (gone and record.value is None))  # type: ignore[arg-type]
            ]
            self.environment.deadlines.close()
            self.build(kept)
            self.assertEqual(state_of(self.group), whole)
