"""Group records as plain dictionaries."""

from __future__ import annotations

import json
import unittest

from klog.cli.group_text import as_dict, decoded
from klog.wire.consumer_group_records import (
    ConsumerGroupCurrentMemberAssignmentKey,
    ConsumerGroupCurrentMemberAssignmentValue,
    TopicPartitions,
)
from klog.wire.consumer_protocol import ConsumerProtocolSubscription, encode_subscription
from klog.wire.coordinator_records import encode_key, encode_value
from klog.wire.group_records import GroupMetadataKey, GroupMetadataValue, MemberMetadata
from klog.wire.primitives import WireError


class DecodedTests(unittest.TestCase):
    """`decoded`."""

    def test_a_classic_group(self) -> None:
        member = MemberMetadata(
            member_id="m",
            client_id="c",
            client_host="/h",
            rebalance_timeout=1,
            session_timeout=2,
            subscription=encode_subscription(ConsumerProtocolSubscription(topics=["t"])),
            assignment=b"\xff\xff",
        )
        value = GroupMetadataValue(protocol_type="consumer", generation=3, protocol="range", leader="m", members=[member])
        found = decoded(encode_key(GroupMetadataKey(group="g")), encode_value(value, 3))
        assert found is not None
        self.assertEqual((found["kind"], found["key"]), ("GroupMetadata", {"group": "g"}))
        self.assertEqual(found["value"]["members"][0]["subscription"]["topics"], ["t"])
        self.assertEqual(found["value"]["members"][0]["assignment"], "ffff")
        json.dumps(found)

    def test_a_consumer_group(self) -> None:
        key = encode_key(ConsumerGroupCurrentMemberAssignmentKey(group_id="g", member_id="m"))
        value = ConsumerGroupCurrentMemberAssignmentValue(
            member_epoch=5, assigned_partitions=[TopicPartitions(topic_id=bytes(15) + b"\x01", partitions=[0, 1])]
        )
        found = decoded(key, encode_value(value, 0))
        assert found is not None
        self.assertEqual(found["value"]["assigned_partitions"][0]["topic_id"], "AAAAAAAAAAAAAAAAAAAAAQ")
        json.dumps(found)

    def test_the_rest(self) -> None:
        key = encode_key(GroupMetadataKey(group="g"))
        tombstone = decoded(key, None)
        assert tombstone is not None
        self.assertIsNone(tombstone["value"])
        self.assertIsNone(decoded(None, b"x"))
        self.assertIsNone(decoded(b"\x00\x63", b""))
        with self.assertRaises(WireError):
            decoded(key, b"\x00\x63")
        self.assertEqual(as_dict(GroupMetadataKey(group="g")), {"group": "g"})
