"""Frames, the greeting and events: there and back, and bytes that are none."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.jute import JuteError, Reader
from klog.zookeeper.messages import (
    ConnectRequest,
    ConnectResponse,
    UnknownOpcode,
    WatcherEvent,
    decode_reply_header,
    decode_request,
    event_frame,
    reply_frame,
    request_frame,
)
from klog.zookeeper.replies import StatReply
from klog.zookeeper.requests import REQUESTS, Auth
from tests.zookeeper.samples import REPLY_SAMPLES, REQUEST_SAMPLES, STAT


class RoundTripTests(SynchronousTestCase):
    """Both directions of each."""

    def test_requests(self) -> None:
        self.assertEqual({type(one) for one in REQUEST_SAMPLES}, set(REQUESTS.values()))
        for one in REQUEST_SAMPLES:
            data = request_frame(7, one)
            self.assertEqual(int.from_bytes(data[:4], "big"), len(data) - 4)
            self.assertEqual(decode_request(data[4:]), (7, one))

    def test_replies(self) -> None:
        for one in REPLY_SAMPLES:
            reader = Reader(reply_frame(3, 9, 0, one)[4:])
            self.assertEqual(decode_reply_header(reader), (3, 9, 0))
            self.assertEqual(type(one).decode(reader), one)
            self.assertEqual(reader.left, 0)

    def test_errors_have_no_body(self) -> None:
        reader = Reader(reply_frame(3, 9, -101, StatReply(STAT))[4:])
        self.assertEqual(decode_reply_header(reader), (3, 9, -101))
        self.assertEqual(reader.left, 0)

    def test_event(self) -> None:
        event = WatcherEvent(1, 3, "/a")
        reader = Reader(event_frame(event, 12)[4:])
        self.assertEqual(decode_reply_header(reader), (-1, 12, 0))
        self.assertEqual(WatcherEvent.decode(reader), event)

    def test_greetings(self) -> None:
        for one in (ConnectRequest(5, 6000, 77, b"p" * 16), ConnectResponse(6000, 77, b"p" * 16, True)):
            self.assertEqual(type(one).decode(Reader(one.encode())), one)
            # Before 3.4 without the last byte.
            self.assertFalse(type(one).decode(Reader(one.encode()[:-1])).read_only)
            self.assertNotIn("ppp", repr(one))
        self.assertNotIn("a:b", repr(Auth("digest", b"a:b")))


class BytesTests(SynchronousTestCase):
    """Bytes as Java's client writes them (by hand, from zookeeper.jute), and what nobody should."""

    def test_greeting(self) -> None:
        self.assertEqual(
            ConnectRequest(1, 2, 3, bytes(16)).encode().hex(),
            "00000000" + "0000000000000001" + "00000002" + "0000000000000003" + "00000010" + "00" * 16 + "00",
        )

    def test_unknown_operations(self) -> None:
        with self.assertRaises(UnknownOpcode) as caught:
            decode_request(b"\0\0\0\x05\0\0\x03\xe7")
        self.assertEqual((caught.exception.xid, caught.exception.opcode), (5, 999))

    @settings(deadline=None, max_examples=200)
    @given(st.sampled_from([ConnectRequest, ConnectResponse, WatcherEvent]), st.binary(max_size=120))
    def test_any_bytes(self, kind: Any, data: bytes) -> None:
        try:
            kind.decode(Reader(data))
        except JuteError:
            pass
