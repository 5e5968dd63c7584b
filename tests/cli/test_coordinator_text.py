"""Coordinators' records as plain dictionaries."""

from __future__ import annotations

import json
import unittest

from klog.cli.coordinator_text import OFFSETS_TOPIC, TRANSACTIONS_TOPIC, as_dict, decoded
from klog.wire.consumer_group_records import (
    ConsumerGroupCurrentMemberAssignmentKey,
    ConsumerGroupCurrentMemberAssignmentValue,
    TopicPartitions,
)
from klog.wire.consumer_protocol import ConsumerProtocolSubscription, encode_subscription
from klog.wire.coordinator_records import encode_key, encode_value
from klog.wire.group_records import GroupMetadataKey, GroupMetadataValue, MemberMetadata
from klog.wire.primitives import WireError
from klog.wire.transaction_records import PartitionsSchema, TransactionLogKey, TransactionLogValue


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
        found = decoded(OFFSETS_TOPIC, encode_key(GroupMetadataKey(group="g")), encode_value(value, 3))
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
        found = decoded(OFFSETS_TOPIC, key, encode_value(value, 0))
        assert found is not None
        self.assertEqual(found["value"]["assigned_partitions"][0]["topic_id"], "AAAAAAAAAAAAAAAAAAAAAQ")
        json.dumps(found)

    def test_the_rest(self) -> None:
        key = encode_key(GroupMetadataKey(group="g"))
        tombstone = decoded(OFFSETS_TOPIC, key, None)
        assert tombstone is not None
        self.assertIsNone(tombstone["value"])
        self.assertIsNone(decoded(OFFSETS_TOPIC, None, b"x"))
        self.assertIsNone(decoded(OFFSETS_TOPIC, b"\x00\x63", b""))
        with self.assertRaises(WireError):
            decoded(OFFSETS_TOPIC, key, b"\x00\x63")
        self.assertEqual(as_dict(GroupMetadataKey(group="g")), {"group": "g"})

    def test_a_transactional_id(self) -> None:
        """In both versions; only the newer one says by which version the client speaks."""
        key = encode_key(TransactionLogKey(transactional_id="x"))
        partitions = [PartitionsSchema(topic="t", partition_ids=[0, 2])]
        for version, speaks in ((0, 0), (1, 2)):
            value = TransactionLogValue(producer_id=7, producer_epoch=3, transaction_status=1, transaction_partitions=partitions)
            if version:
                value.client_transaction_version = speaks
            found = decoded(TRANSACTIONS_TOPIC, key, encode_value(value, version))
            assert found is not None
            self.assertEqual((found["kind"], found["key"]), ("TransactionLog", {"transactional_id": "x"}))
            content = found["value"]
            self.assertEqual((content["version"], content["state"], content["client_transaction_version"]), (version, "Ongoing", speaks))
            self.assertEqual(content["transaction_partitions"], [{"topic": "t", "partition_ids": [0, 2]}])
            json.dumps(found)
        value.transaction_status = 77
        odd = decoded(TRANSACTIONS_TOPIC, key, encode_value(value, 1))
        assert odd is not None
        self.assertEqual(odd["value"]["state"], "77")
        self.assertIsNone((decoded(TRANSACTIONS_TOPIC, key, None) or {})["value"])
