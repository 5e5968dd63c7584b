"""Headers of requests and responses."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.wire.apis import APIS
from klog.wire.header import read_request_header, read_response_header, request_header, response_has_tags
from klog.wire.messages.api_versions import ApiVersionsResponse
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest
from klog.wire.messages.produce import ProduceRequest, ProduceResponse
from klog.wire.primitives import EncodeError, WireError
from tests.wire.strategies import TEXT


class RequestHeaderTests(SynchronousTestCase):
    """Versions 0, 1 and 2."""

    def test_bytes(self) -> None:
        #                                     key  ver  correlation length text  tags
        expected = {3: "0000 0003 00000007 0003 616263", 9: "0000 0009 00000007 0003 616263 00"}
        for version, data in expected.items():
            self.assertEqual(request_header(ProduceRequest, version, 7, "abc"), bytes.fromhex(data))
        self.assertEqual(request_header(ProduceRequest, 3, 7, None), bytes.fromhex("0000 0003 00000007 ffff"))

    @settings(deadline=None)
    @given(st.sampled_from(list(APIS.values())), st.integers(-(2**31), 2**31 - 1), st.none() | TEXT, st.data())
    def test_there_and_back(self, api: object, correlation_id: int, client_id: str | None, data: st.DataObject) -> None:
        assert isinstance(api, tuple)
        version = data.draw(st.integers(api.versions.lowest, api.versions.highest))
        header = request_header(api.request, version, correlation_id, client_id)
        found = read_request_header(memoryview(header + b"body"))
        without = (api.key, version) == (7, 0)
        self.assertEqual(found, (api.key, version, correlation_id, None if without else client_id, len(header)))

    def test_without_a_client_id(self) -> None:
        """Only ControlledShutdown 0 is like that."""
        header = bytes.fromhex("0007 0000 00000009")
        self.assertEqual(request_header(ControlledShutdownRequest, 0, 9, "abc"), header)
        self.assertEqual(read_request_header(memoryview(header + bytes(4))), (7, 0, 9, None, 8))
        self.assertEqual(request_header(ControlledShutdownRequest, 1, 9, "abc"), bytes.fromhex("0007 0001 00000009 0003 616263"))

    def test_tags_are_skipped(self) -> None:
        data = memoryview(bytes.fromhex("0000 0009 00000007 0000 01 05 02 ffff 11"))
        self.assertEqual(read_request_header(data), (0, 9, 7, "", 15))

    def test_unknown(self) -> None:
        """Of what we do not know, no more is read than every version has."""
        for head in ("7fff 0009", "0012 0063", "0000 ffff"):
            key, version, _, client_id, position = read_request_header(memoryview(bytes.fromhex(f"{head} 00000007 0001 61 ffff")))
            self.assertEqual((f"{key:04x} {version & 0xFFFF:04x}", client_id, position), (head, "a", 11))

    def test_client_id_in_another_encoding(self) -> None:
        """Is no reason to turn a client away."""
        self.assertEqual(read_request_header(memoryview(b"\0\0\0\3\0\0\0\7\0\4caf\xe9")), (0, 3, 7, "caf\ufffd", 14))

    def test_refused(self) -> None:
        for data, words in (
            ("", "0 bytes is shorter than its header"),
            ("0000 0003 00000007 00", "9 bytes is shorter"),
            ("0000 0003 00000007 fffe", "a length of -2"),
            ("0000 0003 00000007 0003 6162", "announces 3 bytes, 2 are left"),
            ("0000 0009 00000007 ffff", "before the tagged fields"),
            ("0000 0009 00000007 ffff 01 05 05", "announces 5 bytes"),
        ):
            self.assertIn(words, str(self.assertRaises(WireError, read_request_header, memoryview(bytes.fromhex(data)))))

    def test_too_long_a_client_id(self) -> None:
        self.assertRaises(EncodeError, request_header, ProduceRequest, 3, 7, "x" * 40000)


class ResponseHeaderTests(SynchronousTestCase):
    """Versions 0 and 1."""

    def test_tags(self) -> None:
        self.assertFalse(response_has_tags(ProduceResponse, 8))
        self.assertTrue(response_has_tags(ProduceResponse, 9))
        self.assertFalse(any(response_has_tags(ApiVersionsResponse, version) for version in range(5)))

    def test_read(self) -> None:
        self.assertEqual(read_response_header(memoryview(b"\0\0\0\7x")), (7, 4))
        self.assertRaises(WireError, read_response_header, memoryview(b"\0\0\0"))
