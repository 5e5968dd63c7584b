"""Records of groups of the new protocol: what is peculiar about them, as Kafka's own codec has it."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.wire import compiled_codec as compiled
from klog.wire import reference_codec
from klog.wire.consumer_group_records import (
    ClassicMemberMetadata,
    ClassicProtocol,
    ConsumerGroupCurrentMemberAssignmentKey,
    ConsumerGroupCurrentMemberAssignmentValue,
    ConsumerGroupMemberMetadataKey,
    ConsumerGroupMemberMetadataValue,
    ConsumerGroupMetadataKey,
    ConsumerGroupMetadataValue,
    ConsumerGroupRegularExpressionKey,
    ConsumerGroupTargetAssignmentMemberKey,
    ConsumerGroupTargetAssignmentMemberValue,
    TopicPartition,
    TopicPartitions,
)
from klog.wire.coordinator_records import decode_value, encode_key, encode_value
from klog.wire.primitives import WireError

TOPIC_ID = bytes(range(16))
HEAD = "0000 00 00 02 63 02 68 01 00 ffffffff 00"


def member(classic: ClassicMemberMetadata | None) -> ConsumerGroupMemberMetadataValue:
    """A member with little to say."""
    return ConsumerGroupMemberMetadataValue(
        instance_id=None,
        rack_id=None,
        client_id="c",
        client_host="h",
        subscribed_topic_regex=None,
        server_assignor=None,
        classic_member_metadata=classic,
    )


class RecordTests(SynchronousTestCase):
    """Bytes of some."""

    def test_epochs(self) -> None:
        self.assertEqual(encode_key(ConsumerGroupMetadataKey(group_id="g")), bytes.fromhex("0003 0001 67"))
        self.assertEqual(encode_value(ConsumerGroupMetadataValue(epoch=7), 0), bytes.fromhex("0000 00000007 00"))
        hashed = ConsumerGroupMetadataValue(epoch=7, metadata_hash=-2)
        self.assertEqual(encode_value(hashed, 0), bytes.fromhex("0000 00000007 01 00 08 fffffffffffffffe"))
        self.assertEqual(decode_value(ConsumerGroupMetadataKey, encode_value(hashed, 0)), hashed)

    def test_keys_of_two_parts(self) -> None:
        key = ConsumerGroupRegularExpressionKey(group_id="g", regular_expression="a.*")
        self.assertEqual(encode_key(key), bytes.fromhex("0010 0001 67 0003 612e2a"))
        target = ConsumerGroupTargetAssignmentMemberKey(group_id="g", member_id="m")
        self.assertEqual(encode_key(target), bytes.fromhex("0007 0001 67 0001 6d"))

    def test_a_target(self) -> None:
        value = ConsumerGroupTargetAssignmentMemberValue(topic_partitions=[TopicPartition(topic_id=TOPIC_ID, partitions=[0, 2])])
        data = bytes.fromhex(f"0000 02 {TOPIC_ID.hex()} 03 00000000 00000002 00 00")
        self.assertEqual(encode_value(value, 0), data)
        self.assertEqual(decode_value(ConsumerGroupTargetAssignmentMemberKey, data), value)

    def test_epochs_of_partitions(self) -> None:
        """None of them is the default; null is written."""
        for epochs, data in (([], "00"), (None, "01 00 01 00"), ([9], "01 00 05 02 00000009")):
            value = ConsumerGroupCurrentMemberAssignmentValue(
                member_epoch=1,
                state=2,
                assigned_partitions=[TopicPartitions(topic_id=TOPIC_ID, partitions=[4], assignment_epochs=epochs)],
            )
            written = bytes.fromhex(f"0000 00000001 00000000 02 02 {TOPIC_ID.hex()} 02 00000004 {data} 01 00")
            self.assertEqual(encode_value(value, 0), written)
            self.assertEqual(decode_value(ConsumerGroupCurrentMemberAssignmentKey, written), value)

    def test_classic_members(self) -> None:
        """In a tagged field null is a varint of 0, not an int8 of -1; what is missing is an empty struct, as Kafka reads it."""
        classic = ClassicMemberMetadata(session_timeout_ms=5, supported_protocols=[ClassicProtocol(name="r", metadata=b"m")])
        for value, data in (
            (member(None), f"{HEAD} 01 00 01 00"),
            (member(ClassicMemberMetadata()), f"{HEAD} 00"),
            (member(classic), f"{HEAD} 01 00 0c 01 00000005 02 02 72 02 6d 00 00"),
        ):
            self.assertEqual(encode_value(value, 0), bytes.fromhex(data))
            self.assertEqual(decode_value(ConsumerGroupMemberMetadataKey, bytes.fromhex(data)), value)

    def test_a_marker_that_is_neither(self) -> None:
        for marker in ("ff", "02", "81"):
            view = memoryview(bytes.fromhex(f"{HEAD} 01 00 01 {marker}")[2:])
            for decode in (compiled.decode, reference_codec.decode):
                error = self.assertRaises(WireError, decode, ConsumerGroupMemberMetadataValue, 0, view)
                self.assertIn(f"classic_member_metadata: the marker of a nullable struct is {int(marker, 16)}, neither 0 nor 1", str(error))
