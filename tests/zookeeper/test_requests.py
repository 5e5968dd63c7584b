"""The bodies of requests: golden bytes for the shape, and bytes that are none."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.jute import JuteError, Reader
from klog.zookeeper.messages import request_frame
from klog.zookeeper.protocol import OPEN_ACL_UNSAFE
from klog.zookeeper.requests import REQUESTS, Auth, Create, Delete, Exists, Multi, MultiRead
from tests.zookeeper.samples import REQUEST_SAMPLES


class GoldenTests(SynchronousTestCase):
    """Bytes as Java's client writes them (by hand, from zookeeper.jute)."""

    def test_exists(self) -> None:
        self.assertEqual(
            request_frame(1, Exists("/a", True)).hex(" "),
            # length, xid, opcode, path's length, path, watch
            "00 00 00 0f 00 00 00 01 00 00 00 03 00 00 00 02 2f 61 01",
        )

    def test_multi(self) -> None:
        self.assertEqual(
            Multi([Delete("/a", 2)]).encode().hex(" "),
            # opcode, done, error; path, version; the end: -1, done, -1
            "00 00 00 02 00 ff ff ff ff 00 00 00 02 2f 61 00 00 00 02 ff ff ff ff 01 ff ff ff ff",
        )

    def test_acls_default_to_open(self) -> None:
        self.assertEqual(Create("/a").encode(), Create("/a", b"", [OPEN_ACL_UNSAFE]).encode())

    def test_secrets(self) -> None:
        self.assertNotIn("a:b", repr(Auth("digest", b"a:b")))


class BadBytesTests(SynchronousTestCase):
    """What comes from outside is never believed."""

    def test_multis_of_something_else(self) -> None:
        for data in (b"\0\0\x03\xe7\0\xff\xff\xff\xff", b"\0\0\0\3\0\xff\xff\xff\xff"):
            with self.assertRaises(JuteError):
                Multi.decode(Reader(data))
        with self.assertRaises(JuteError):
            MultiRead.decode(Reader(Multi([Delete("/a")]).encode()))

    def test_every_cut_is_an_error(self) -> None:
        for one in REQUEST_SAMPLES:
            data = one.encode()
            for size in range(len(data)):
                try:
                    type(one).decode(Reader(data[:size]))
                except JuteError:
                    continue
                self.fail(f"{one} was read from {size} of {len(data)} bytes")

    @settings(deadline=None, max_examples=200)
    @given(st.sampled_from(sorted(REQUESTS.values(), key=lambda kind: int(kind.opcode))), st.binary(max_size=120))
    def test_any_bytes(self, kind: Any, data: bytes) -> None:
        try:
            kind.decode(Reader(data))
        except JuteError:
            pass
