"""The bodies of replies."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.jute import JuteError, Reader
from klog.zookeeper.replies import IN_MULTI, MultiReply
from klog.zookeeper.requests import Check, Create, Create2, Delete, GetChildren, GetData, Set
from tests.zookeeper.samples import REPLY_SAMPLES


class RepliesTests(SynchronousTestCase):
    """There and back is in test_messages; here is what a multi has inside, and bytes that are none."""

    def test_in_a_multi(self) -> None:
        """What a request is answered with does not depend on the multi around it."""
        kinds = (Create, Create2, Delete, Set, Check, GetData, GetChildren)
        self.assertEqual(IN_MULTI, {kind.opcode: kind.reply for kind in kinds})
        with self.assertRaises(JuteError):
            MultiReply.decode(Reader(b"\0\0\x03\xe7\0\xff\xff\xff\xff"))

    @settings(deadline=None, max_examples=200)
    @given(st.sampled_from([type(one) for one in REPLY_SAMPLES]), st.binary(max_size=120))
    def test_any_bytes(self, kind: Any, data: bytes) -> None:
        try:
            kind.decode(Reader(data))
        except JuteError:
            pass
