"""Committed offsets as bytes, against the general code for group records."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.offset_values import (
    CommittedOffset,
    decode_committed,
    encode_committed,
    group_head,
    partition_key,
    read_partition_key,
    topic_head,
)
from klog.records.latest import is_offset_value, split_key
from klog.wire.coordinator_records import decode_value, encode_key, encode_value
from klog.wire.group_records import LegacyOffsetCommitKey, LegacyOffsetCommitValue, OffsetCommitKey, OffsetCommitValue, decode_key
from klog.wire.primitives import WireError

INT64 = st.integers(-(2**63), 2**63 - 1)
INT32 = st.integers(-(2**31), 2**31 - 1)
NOTES = st.one_of(st.text(max_size=20), st.text(alphabet="aä€", min_size=100, max_size=300))
IDS = st.sampled_from([bytes(16), b"i" * 16])


class OffsetValuesTests(SynchronousTestCase):
    """Both ways."""

    @given(st.text(max_size=30), st.text(max_size=30), INT32)
    @settings(deadline=None, max_examples=100)
    def test_keys(self, group: str, topic: str, partition: int) -> None:
        whole = group_head(group.encode()) + partition_key(topic, partition)
        self.assertEqual(whole, encode_key(OffsetCommitKey(group=group, topic=topic, partition=partition)))
        self.assertEqual(decode_key(whole), OffsetCommitKey(group=group, topic=topic, partition=partition))
        self.assertEqual(split_key(whole), (group.encode(), partition_key(topic, partition)))
        self.assertEqual(read_partition_key(partition_key(topic, partition)), (topic, partition))
        self.assertTrue(partition_key(topic, partition).startswith(topic_head(topic)))

    @given(INT64, INT32, NOTES, INT64, st.one_of(st.just(-1), INT64), IDS, st.sampled_from([3, 4]))
    @settings(deadline=None, max_examples=200)
    def test_written_as_in_general(
        self, offset: int, epoch: int, note: str, commit_ms: int, expire_ms: int, topic_id: bytes, newest: int
    ) -> None:
        raw = encode_committed(offset, epoch, note.encode(), commit_ms, expire_ms, topic_id, newest)
        version = newest if expire_ms == -1 else 1
        fields = {"offset": offset, "metadata": note, "commit_timestamp": commit_ms}
        if version == 1:
            value = OffsetCommitValue(expire_timestamp=expire_ms, **fields)
        else:
            value = OffsetCommitValue(leader_epoch=epoch, topic_id=topic_id if version == 4 else bytes(16), **fields)
        self.assertEqual(raw, encode_value(value, version))
        self.assertEqual(decode_value(OffsetCommitKey, raw), value)

    @given(INT64, INT32, NOTES, INT64, INT64, IDS, st.integers(0, 4))
    @settings(deadline=None, max_examples=200)
    def test_every_version_is_read(
        self, offset: int, epoch: int, note: str, commit_ms: int, expire_ms: int, topic_id: bytes, version: int
    ) -> None:
        value = OffsetCommitValue(
            offset=offset, leader_epoch=epoch, metadata=note, commit_timestamp=commit_ms, expire_timestamp=expire_ms, topic_id=topic_id
        )
        raw = encode_value(value, version)
        self.assertTrue(is_offset_value(raw))
        expected = CommittedOffset(
            offset,
            epoch if version >= 3 else -1,
            note,
            commit_ms,
            expire_ms if version == 1 else -1,
            topic_id if version == 4 else bytes(16),
        )
        self.assertEqual(decode_committed(raw), expected)
        for size in range(len(raw)):
            if is_offset_value(raw[:size]):
                # Only what is tagged is cut off.
                self.assertEqual(version, 4)
                self.assertGreater(size, len(raw) - 20)

    def test_the_first_format(self) -> None:
        raw = encode_value(LegacyOffsetCommitValue(offset=5, metadata="m", commit_timestamp=7), 0)
        self.assertEqual(decode_committed(raw), CommittedOffset(5, -1, "m", 7, -1, bytes(16)))
        self.assertEqual(split_key(encode_key(LegacyOffsetCommitKey(group="g", topic="t", partition=1))), (b"g", partition_key("t", 1)))

    def test_what_is_no_value(self) -> None:
        for raw in (b"", b"\0", b"\0\5" + bytes(30), b"\xff\xff" + bytes(30), b"\0\3" + bytes(10), b"\0\4" + bytes(30)):
            self.assertRaises(WireError, decode_committed, raw)
            self.assertFalse(is_offset_value(raw), raw)
