"""`klog.mirror.reproduce.mirror_maker_formats`: bytes as MirrorMaker 2 writes them, and rubbish."""

from __future__ import annotations

import unittest

from hypothesis import given
from hypothesis import strategies as st

from klog.mirror.reproduce.mirror_maker_formats import (
    NOWHERE,
    Checkpoint,
    OffsetSync,
    checkpoints_topic,
    decode_checkpoint,
    decode_sync,
    encode_checkpoint,
    encode_sync,
    offset_syncs_topic,
)
from klog.model import TopicPartition

OFFSETS = st.integers(0, (1 << 63) - 1)
TPS = st.builds(TopicPartition, st.text(max_size=20), st.integers(0, (1 << 31) - 1))


class FormatTests(unittest.TestCase):
    """There and back."""

    def test_golden_bytes(self) -> None:
        key, value = encode_sync(OffsetSync(TopicPartition("web", 3), 258, 7))
        self.assertEqual(key, b"\x00\x03web\x00\x00\x00\x03")
        self.assertEqual(value, b"\x00\x00\x00\x00\x00\x00\x01\x02\x00\x00\x00\x00\x00\x00\x00\x07")
        key, value = encode_checkpoint(Checkpoint("g", TopicPartition("a.web", 3), 258, 7, "m"))
        self.assertEqual(key, b"\x00\x01g\x00\x05a.web\x00\x00\x00\x03")
        self.assertEqual(value, b"\x00\x00" + b"\x00\x00\x00\x00\x00\x00\x01\x02\x00\x00\x00\x00\x00\x00\x00\x07" + b"\x00\x01m")

    def test_names_of_topics(self) -> None:
        self.assertEqual(offset_syncs_topic("dc1"), "mm2-offset-syncs.dc1.internal")
        self.assertEqual(checkpoints_topic("dc1"), "dc1.checkpoints.internal")

    @given(TPS, OFFSETS, OFFSETS, st.text(max_size=10), st.text(max_size=10))
    def test_there_and_back(self, tp: TopicPartition, upstream: int, downstream: int, group: str, metadata: str) -> None:
        sync = OffsetSync(tp, upstream, downstream)
        self.assertEqual(decode_sync(*encode_sync(sync)), sync)
        checkpoint = Checkpoint(group, tp, upstream, downstream, metadata)
        self.assertEqual(decode_checkpoint(*encode_checkpoint(checkpoint)), checkpoint)

    def test_a_copy_that_was_made_again(self) -> None:
        tp = TopicPartition("web", 3)
        for upstream, downstream, is_sync in ((NOWHERE, NOWHERE, True), (NOWHERE, 7, False), (7, NOWHERE, False), (-2, -2, False)):
            sync = OffsetSync(tp, upstream, downstream)
            self.assertEqual(decode_sync(*encode_sync(sync)), sync if is_sync else None)

    @given(st.one_of(st.none(), st.binary(max_size=40)), st.one_of(st.none(), st.binary(max_size=40)))
    def test_rubbish_is_none(self, key: bytes | None, value: bytes | None) -> None:
        sync = decode_sync(key, value)
        self.assertTrue(sync is None or encode_sync(sync) == (key, value))
        checkpoint = decode_checkpoint(key, value)
        self.assertTrue(checkpoint is None or encode_checkpoint(checkpoint) == (key, value))


if __name__ == "__main__":
    unittest.main()
