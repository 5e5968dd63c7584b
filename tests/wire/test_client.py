"""The client's end of a connection."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.span import FileSpan, join_parts
from klog.wire.client import ClientConnection
from klog.wire.messages.api_versions import ApiVersion, ApiVersionsRequest, ApiVersionsResponse
from klog.wire.messages.metadata import MetadataRequest, MetadataResponse
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.primitives import EncodeError, WireError
from klog.wire.server import encode_answer
from tests.wire.test_compiled_codec import MemoryFile


class ClientTests(SynchronousTestCase):
    """Requests out, answers in."""

    def test_bytes(self) -> None:
        client = ClientConnection("me")
        #                                                               length   key  ver  correlation client id
        self.assertEqual(
            join_parts(client.request(MetadataRequest(topics=[]), 0)[1]).hex(" ", 4), "00000010 00030000 00000000 00026d65 00000000"
        )
        number, parts = client.request(MetadataRequest(topics=None), 9)
        self.assertEqual(number, 1)
        self.assertEqual(join_parts(parts).hex(), bytes.fromhex("00000012 0003 0009 00000001 0002 6d65 00 00 01 00 00 00").hex())

    def test_spans(self) -> None:
        span = FileSpan(MemoryFile(bytes(5000)), 0, 5000)
        message = ProduceRequest(topic_data=[TopicProduceData(name="t", partition_data=[PartitionProduceData(records=span)])])
        parts = ClientConnection().request(message, 9)[1]
        self.assertIn(span, parts)
        whole = join_parts(parts)
        self.assertEqual(int.from_bytes(whole[:4], "big"), len(whole) - 4)

    def test_a_request_that_cannot_be_written_takes_no_slot(self) -> None:
        client = ClientConnection()
        self.assertRaises(EncodeError, client.request, MetadataRequest(allow_auto_topic_creation=False), 0)
        self.assertRaises(ValueError, client.request, MetadataRequest(), 99)
        self.assertEqual(client.in_flight, 0)
        self.assertEqual(client.request(MetadataRequest(), 1)[0], 0)

    def test_unsupported_api_versions(self) -> None:
        client = ClientConnection()
        client.request(ApiVersionsRequest(client_software_name="a", client_software_version="1"), 4)
        answer = ApiVersionsResponse(error_code=ErrorCode.UNSUPPORTED_VERSION, api_keys=[ApiVersion(api_key=18, max_version=3)])
        self.assertEqual(client.receive(join_parts(encode_answer(answer, 0, 0))), [(0, answer)])

    def test_refused(self) -> None:
        answer = join_parts(encode_answer(MetadataResponse(), 1, 0))
        client = ClientConnection()
        self.assertIn("nothing was asked", str(self.assertRaises(WireError, client.receive, answer)))
        client = ClientConnection()
        client.request(MetadataRequest(), 1, expects_answer=False)
        client.request(MetadataRequest(), 1)
        self.assertIn("request 0 where 1 was due", str(self.assertRaises(WireError, client.receive, answer)))
        client = ClientConnection()
        client.request(MetadataRequest(), 1)
        self.assertIn("MetadataResponse version 1", str(self.assertRaises(WireError, client.receive, b"\0\0\0\5\0\0\0\0\0")))
        self.assertRaises(WireError, ClientConnection(max_frame_bytes=10).receive, b"\0\0\0\x0b")
