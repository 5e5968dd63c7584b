"""Records of ``__consumer_offsets``: kinds and versions in front, golden bytes, and what is refused."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.wire import compiled_codec
from klog.wire.coordinator_records import UnknownKind, decode_value, encode_all, encode_key, encode_value
from klog.wire.group_records import (
    KEYS,
    GroupMetadataKey,
    GroupMetadataValue,
    LegacyOffsetCommitKey,
    MemberMetadata,
    OffsetCommitKey,
    OffsetCommitValue,
    compile_encoders,
    decode_key,
)
from klog.wire.primitives import EncodeError, WireError
from klog.wire.schema import RecordKey
from tests.wire.strategies import messages

TOPIC_ID = bytes(range(16))


class KeyTests(SynchronousTestCase):
    """Keys begin with their kind."""

    def test_bytes(self) -> None:
        #                                                                   kind length text length text partition
        for key, data in (
            (LegacyOffsetCommitKey(group="g", topic="tt", partition=3), "0000 0001 67 0002 7474 00000003"),
            (OffsetCommitKey(group="g", topic="tt", partition=3), "0001 0001 67 0002 7474 00000003"),
            (GroupMetadataKey(group="g"), "0002 0001 67"),
        ):
            self.assertEqual(encode_key(key), bytes.fromhex(data))
            self.assertEqual(decode_key(bytes.fromhex(data)), key)
            self.assertEqual(decode_key(memoryview(bytes.fromhex(data + "ffff"))), key, "what stands behind is not looked at")

    def test_encoders_are_made_beforehand(self) -> None:
        """Of whatever a consumer group writes."""
        self.patch(compiled_codec, "_encoders", {})
        compile_encoders()
        for kind, cls in KEYS.items():
            self.assertIn((cls, 0), compiled_codec._encoders)
            if kind > GroupMetadataKey.kind:
                self.assertIn((cls.value_type, 0), compiled_codec._encoders)

    def test_kinds(self) -> None:
        self.assertEqual(sorted(KEYS), [0, 1, 2, 3, 4, 5, 6, 7, 8, 16])
        for kind, cls in KEYS.items():
            self.assertEqual(cls.kind, kind)
            self.assertEqual(cls.value_type.__name__, cls.__name__.removesuffix("Key") + "Value")
            self.assertFalse(any(version in cls.flexible_versions for version in range(5)))

    @settings(deadline=None, max_examples=200)
    @given(st.sampled_from(sorted(KEYS)).flatmap(lambda kind: messages(KEYS[kind], 0)))
    def test_there_and_back(self, key: RecordKey) -> None:
        data = encode_key(key)
        self.assertEqual(int.from_bytes(data[:2]), key.kind)
        self.assertEqual(decode_key(data), key)

    def test_unknown_kind(self) -> None:
        """Of share groups, of streams groups, of whatever comes."""
        for kind in (9, 10, 15, 17, 999, -1):
            error = self.assertRaises(UnknownKind, decode_key, kind.to_bytes(2, signed=True) + b"\0\1g")
            self.assertEqual(error.kind, kind)
            self.assertIn(str(kind), str(error))
            self.assertNotIsInstance(error, WireError)

    def test_refused(self) -> None:
        for data, words in (
            ("", "a coordinator record's key of 0 bytes"),
            ("00", "a coordinator record's key of 1 bytes"),
            ("0001 0001 67", "OffsetCommitKey version 0, topic"),
            ("0002 ffff", "GroupMetadataKey version 0, group: a string of -1 bytes"),
        ):
            self.assertIn(words, str(self.assertRaises(WireError, decode_key, bytes.fromhex(data))))

    @settings(deadline=None, max_examples=200)
    @given(st.binary(max_size=30))
    def test_any_bytes(self, data: bytes) -> None:
        for read in (decode_key, *(lambda data, cls=cls: decode_value(cls, data) for cls in KEYS.values())):
            try:
                read(data)
            except (WireError, UnknownKind):
                pass


class ValueTests(SynchronousTestCase):
    """Values begin with their version."""

    def test_offsets(self) -> None:
        value = OffsetCommitValue(offset=5, leader_epoch=2, metadata="m", commit_timestamp=9)
        expiring = OffsetCommitValue(offset=5, metadata="m", commit_timestamp=9, expire_timestamp=10)
        named = OffsetCommitValue(offset=5, leader_epoch=2, metadata="m", commit_timestamp=9, topic_id=TOPIC_ID)
        for message, version, data in (
            #          version offset        epoch     metadata committed        expires
            (expiring, 1, "0001 0000000000000005 0001 6d 0000000000000009 000000000000000a"),
            (value, 3, "0003 0000000000000005 00000002 0001 6d 0000000000000009"),
            (value, 4, "0004 0000000000000005 00000002 02 6d 0000000000000009 00"),
            (named, 4, f"0004 0000000000000005 00000002 02 6d 0000000000000009 01 00 10 {TOPIC_ID.hex()}"),
        ):
            self.assertEqual(encode_value(message, version), bytes.fromhex(data))
            self.assertEqual(decode_value(OffsetCommitKey, bytes.fromhex(data)), message)
            self.assertEqual(decode_value(OffsetCommitKey, memoryview(bytes.fromhex(data + "00ff"))), message)

    def test_what_a_version_lacks_is_left_out(self) -> None:
        full = OffsetCommitValue(offset=5, leader_epoch=2, metadata="m", commit_timestamp=9, expire_timestamp=10, topic_id=TOPIC_ID)
        self.assertEqual(
            decode_value(OffsetCommitKey, encode_value(full, 2)), OffsetCommitValue(offset=5, metadata="m", commit_timestamp=9)
        )

    def test_groups(self) -> None:
        member = MemberMetadata(
            member_id="m",
            group_instance_id="i",
            client_id="c",
            client_host="/h",
            rebalance_timeout=1,
            session_timeout=2,
            subscription=b"s",
            assignment=b"",
        )
        value = GroupMetadataValue(
            protocol_type="consumer", generation=3, protocol="range", leader="m", current_state_timestamp=4, members=[member]
        )
        data = (
            "0003 0008 636f6e73756d6572 00000003 0005 72616e6765 0001 6d 0000000000000004 00000001"
            " 0001 6d 0001 69 0001 63 0002 2f68 00000001 00000002 00000001 73 00000000"
        )
        self.assertEqual(encode_value(value, 3), bytes.fromhex(data))
        self.assertEqual(decode_value(GroupMetadataKey, bytes.fromhex(data)), value)
        empty = GroupMetadataValue(protocol_type="", generation=0, protocol=None, leader=None, current_state_timestamp=4)
        self.assertEqual(encode_value(empty, 3), bytes.fromhex("0003 0000 00000000 ffff ffff 0000000000000004 00000000"))

    @settings(deadline=None, max_examples=300)
    @given(st.data())
    def test_there_and_back(self, data: st.DataObject) -> None:
        key = KEYS[data.draw(st.sampled_from(sorted(KEYS)))]
        low, high = key.value_type.valid_versions
        version = data.draw(st.integers(low, high))
        value = data.draw(messages(key.value_type, version))
        written = encode_value(value, version)
        self.assertEqual(int.from_bytes(written[:2]), version)
        self.assertEqual(decode_value(key, written), value)

    def test_refused(self) -> None:
        for data, words in (
            ("", "a coordinator record's value of 0 bytes"),
            ("0005 00", "OffsetCommitValue has versions 0-4, not 5"),
            ("ffff 00", "OffsetCommitValue has versions 0-4, not -1"),
            ("0003 0000", "OffsetCommitValue version 3, offset: 8 bytes are wanted, 2 are left"),
        ):
            self.assertIn(words, str(self.assertRaises(WireError, decode_value, OffsetCommitKey, bytes.fromhex(data))))

    def test_many_are_as_one_by_one(self) -> None:
        """Versions and kinds mixed, tombstones among them."""
        records = [
            (OffsetCommitKey(group="g", topic="t", partition=1), OffsetCommitValue(offset=5), 1),
            (GroupMetadataKey(group="g"), None, 0),
            (OffsetCommitKey(group="g", topic="t", partition=2), OffsetCommitValue(offset=6), 4),
            (OffsetCommitKey(group="g", topic="u", partition=3), OffsetCommitValue(offset=7), 1),
            (GroupMetadataKey(group="h"), GroupMetadataValue(), 3),
        ]
        one_by_one = [(encode_key(key), None if value is None else encode_value(value, version)) for key, value, version in records]
        self.assertEqual(encode_all(records), one_by_one)
        self.assertEqual(encode_all([]), [])
        self.assertRaises(ValueError, encode_all, [(GroupMetadataKey(group="g"), OffsetCommitValue(), 5)])
        self.assertRaises(EncodeError, encode_all, [(GroupMetadataKey(group="g"), OffsetCommitValue(offset=1 << 63), 3)])

    def test_not_written(self) -> None:
        self.assertRaises(ValueError, encode_value, OffsetCommitValue(), 5)
        self.assertRaises(EncodeError, encode_value, OffsetCommitValue(offset=1 << 63), 3)
        self.assertRaises(EncodeError, encode_value, OffsetCommitValue(metadata="x" * 32768), 3)
        self.assertRaises(EncodeError, encode_key, GroupMetadataKey(group="x" * 32768))
