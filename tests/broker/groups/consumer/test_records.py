"""The records of consumer groups: Kafka's keys, values in a fixed order, tombstones."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.consumer import records as consumer_records
from klog.broker.groups.consumer.member import ClassicMetadata, ConsumerMember, MemberState
from klog.model import TopicId
from klog.wire import consumer_group_records as wire
from klog.wire.coordinator_records import encode_value

T, U = TopicId(b"t" * 16), TopicId(b"u" * 16)


class Records(SynchronousTestCase):
    """What each says."""

    def test_the_same_state_gives_the_same_bytes(self) -> None:
        def member(*order: int) -> ConsumerMember:
            assigned = {topic_id: dict.fromkeys(order, 1) for topic_id in ((T, U) if order[0] else (U, T))}
            return ConsumerMember("m", subscribed_names=frozenset("abc"), assigned=assigned)

        one, other = (consumer_records.current("g", member(*order)).value for order in ((0, 1, 2), (2, 0, 1)))
        assert one is not None and other is not None
        self.assertEqual(encode_value(one, 0), encode_value(other, 0))  # type: ignore[arg-type]
        value = consumer_records.member_metadata("g", member(0)).value
        assert isinstance(value, wire.ConsumerGroupMemberMetadataValue)
        self.assertEqual(value.subscribed_topic_names, ["a", "b", "c"])

    def test_what_a_member_has(self) -> None:
        member = ConsumerMember(
            "m",
            member_epoch=5,
            previous_member_epoch=4,
            state=MemberState.UNREVOKED_PARTITIONS,
            assigned={T: {1: 3, 0: 4}},
            pending_revocation={U: {2: 1}},
        )
        record = consumer_records.current("g", member)
        self.assertEqual(record.key, wire.ConsumerGroupCurrentMemberAssignmentKey(group_id="g", member_id="m"))
        self.assertEqual(
            record.value,
            wire.ConsumerGroupCurrentMemberAssignmentValue(
                member_epoch=5,
                previous_member_epoch=4,
                state=1,
                assigned_partitions=[wire.TopicPartitions(topic_id=T, partitions=[0, 1], assignment_epochs=[4, 3])],
                partitions_pending_revocation=[wire.TopicPartitions(topic_id=U, partitions=[2], assignment_epochs=[1])],
            ),
        )

    def test_what_a_member_said(self) -> None:
        value = consumer_records.member_metadata("g", ConsumerMember("m", classic=ClassicMetadata(7, (("range", b"x"),)))).value
        assert isinstance(value, wire.ConsumerGroupMemberMetadataValue)
        self.assertEqual(
            value.classic_member_metadata,
            wire.ClassicMemberMetadata(session_timeout_ms=7, supported_protocols=[wire.ClassicProtocol(name="range", metadata=b"x")]),
        )
        self.assertEqual((value.instance_id, value.rack_id, value.server_assignor, value.subscribed_topic_regex), (None, None, None, ""))
        plain = consumer_records.member_metadata("g", ConsumerMember("m")).value
        assert isinstance(plain, wire.ConsumerGroupMemberMetadataValue)
        self.assertIsNone(plain.classic_member_metadata)

    def test_targets(self) -> None:
        value = consumer_records.target("g", "m", {U: {1, 0}, T: {2}}).value
        assert isinstance(value, wire.ConsumerGroupTargetAssignmentMemberValue)
        self.assertEqual([(topic.topic_id, topic.partitions) for topic in value.topic_partitions], [(T, [2]), (U, [0, 1])])
        self.assertEqual(
            consumer_records.target_epoch("g", 3, 9).value,
            wire.ConsumerGroupTargetAssignmentMetadataValue(assignment_epoch=3, assignment_timestamp=9),
        )

    def test_the_rest(self) -> None:
        self.assertEqual(consumer_records.group_epoch("g", 3, -9).value, wire.ConsumerGroupMetadataValue(epoch=3, metadata_hash=-9))
        self.assertEqual(
            consumer_records.regex("g", "x", {"b", "a"}, 4, 5).value,
            wire.ConsumerGroupRegularExpressionValue(topics=["a", "b"], version=4, timestamp=5),
        )

    def test_tombstones(self) -> None:
        gone = [
            *consumer_records.no_member("g", "m"),
            consumer_records.no_group("g"),
            consumer_records.no_target_epoch("g"),
            consumer_records.no_partition_metadata("g"),
            consumer_records.no_regex("g", "x"),
        ]
        self.assertEqual([record.value for record in gone], [None] * 7)
        self.assertEqual([getattr(type(record.key), "kind", None) for record in gone], [8, 7, 5, 3, 6, 4, 16])
