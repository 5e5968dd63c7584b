"""The server's end: requests out of chunks, answers in the order of the requests."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.memory_budget import MemoryBudget
from klog.span import FileSpan, join_parts
from klog.wire.client import ClientConnection
from klog.wire.compiled_codec import decode
from klog.wire.messages.api_versions import ApiVersion, ApiVersionsRequest, ApiVersionsResponse
from klog.wire.messages.fetch import FetchableTopicResponse, FetchResponse, PartitionData
from klog.wire.messages.metadata import MetadataRequest, MetadataResponse
from klog.wire.messages.produce import ProduceRequest, ProduceResponse
from klog.wire.primitives import EncodeError
from klog.wire.server import ServerConnection, encode_answer
from tests.wire.test_compiled_codec import MemoryFile


def asked(*versions: int) -> bytes:
    """Metadata requests in these versions, correlation ids from 0."""
    client = ClientConnection("me")
    return b"".join(join_parts(client.request(MetadataRequest(), version)[1]) for version in versions)


class RequestTests(SynchronousTestCase):
    """Bytes in, requests out."""

    def test_a_run(self) -> None:
        server = ServerConnection()
        requests = server.receive(asked(1, 9, 13))
        self.assertEqual(
            [(request.api_key, request.api_version, request.correlation_id, request.client_id) for request in requests],
            [(3, 1, 0, "me"), (3, 9, 1, "me"), (3, 13, 2, "me")],
        )
        self.assertEqual(server.in_flight, 3)
        for request in requests:
            message, end = decode(MetadataRequest, request.api_version, request.body, request.position)
            self.assertEqual(message, MetadataRequest())
            self.assertEqual(end, request.size)
            assert request.api is not None
            self.assertEqual(request.api.name, "Metadata")
        self.assertIn("API 3 version 1", repr(requests[0]))

    @settings(deadline=None, max_examples=50)
    @given(st.lists(st.integers(0, 13), max_size=6), st.integers(1, 9))
    def test_in_pieces(self, versions: list[int], size: int) -> None:
        data = asked(*versions)
        server = ServerConnection()
        found = [request for start in range(0, len(data), size) for request in server.receive(data[start : start + size])]
        self.assertEqual([request.api_version for request in found], versions)

    def test_straight_into_the_frame(self) -> None:
        server = ServerConnection()
        data = asked(1)
        large = (200_000).to_bytes(4, "big") + data[4:] + bytes(200_000)
        server.receive(large[:100])
        rest = large[100 : 4 + 200_000]
        found = []
        while rest:
            view = server.writable()
            if view is None:
                found += server.receive(rest)
                break
            count = min(len(view), len(rest))
            view[:count] = rest[:count]
            found += server.wrote(count)
            rest = rest[count:]
        self.assertEqual([request.size for request in found], [200_000])

    def test_unknown(self) -> None:
        server = ServerConnection()
        (request,) = server.receive(bytes.fromhex("0000000a 7fff 0001 00000001 ffff"))
        self.assertIsNone(request.api)
        (request,) = server.receive(bytes.fromhex("0000000a 0003 0063 00000001 ffff"))
        self.assertIsNone(request.api)

    def test_a_mistake_keeps_what_was_before(self) -> None:
        for bad in ("ffffffff", "00000003 000000", "0000000a 0000 0001 00000001 0007"):
            memory = MemoryBudget()
            server = ServerConnection(1000, memory)
            self.assertEqual(len(server.receive(asked(1, 2) + bytes.fromhex(bad) + asked(1))), 2)
            assert server.failure is not None
            # A stack would hold the requests that came before, and be held by the connection.
            self.assertEqual((server.failure.__traceback__, server.failure.__context__), (None, None))
            self.assertEqual(server.receive(asked(1)), [])
            self.assertIsNone(server.writable())
            self.assertEqual(server.in_flight, 2)


class AnswerTests(SynchronousTestCase):
    """Messages in, bytes out."""

    def test_bytes(self) -> None:
        message = MetadataResponse(controller_id=5)
        #                       length   correlation
        expected = {0: "0000000c 00000007 00000000 00000000", 9: "00000015 00000007 00 00000000 01 00 00000005 01 80000000 00"}
        for version, data in expected.items():
            sent = encode_answer(MetadataResponse() if version == 0 else message, version, 7)
            self.assertEqual(join_parts(sent).hex(), bytes.fromhex(data).hex())

    def test_api_versions_has_the_old_header(self) -> None:
        message = ApiVersionsResponse(api_keys=[ApiVersion(api_key=18, min_version=0, max_version=4)])
        sent = join_parts(encode_answer(message, 3, 7))
        self.assertEqual(sent.hex(), bytes.fromhex("00000013 00000007 0000 02 0012 0000 0004 00 00000000 00").hex())

    def test_unknown_version_is_answered_in_version_0(self) -> None:
        server = ServerConnection()
        (request,) = server.receive(bytes.fromhex("0000000c 0012 0063 00000007 ffff 7f7f"))
        self.assertIsNone(request.api)
        message = ApiVersionsResponse(
            error_code=ErrorCode.UNSUPPORTED_VERSION, api_keys=[ApiVersion(api_key=18, min_version=0, max_version=4)]
        )
        sent = join_parts(server.answer(request.in_version(0), message))
        self.assertEqual(sent.hex(), bytes.fromhex("00000010 00000007 0023 00000001 0012 0000 0004").hex())

    @settings(deadline=None, max_examples=100)
    @given(st.integers(0, 8), st.randoms(use_true_random=False), st.sets(st.integers(0, 8)))
    def test_order(self, count: int, shuffled: random.Random, silent: set[int]) -> None:
        server = ServerConnection()
        requests = server.receive(asked(*[1] * count))
        sent = b""
        turns = list(range(count))
        shuffled.shuffle(turns)
        for number in turns:
            message = None if number in silent else MetadataResponse(controller_id=number)
            sent += join_parts(server.answer(requests[number], message))
        self.assertEqual((server.in_flight, server.held_bytes), (0, 0))
        expected = [
            join_parts(encode_answer(MetadataResponse(controller_id=number), 1, number)) for number in range(count) if number not in silent
        ]
        self.assertEqual(sent, b"".join(expected))

    def test_held(self) -> None:
        server = ServerConnection()
        first, second = server.receive(asked(1, 1))
        self.assertEqual(server.answer(second, MetadataResponse()), [])
        self.assertGreater(server.held_bytes, 8)
        self.assertEqual(server.in_flight, 2)
        self.assertEqual(len(server.answer(first, MetadataResponse())), 2)
        self.assertEqual((server.in_flight, server.held_bytes), (0, 0))

    def test_twice(self) -> None:
        server = ServerConnection()
        _first, second = server.receive(asked(1, 1))
        server.answer(second, None)
        self.assertRaises(ValueError, server.answer, second, MetadataResponse())

    def test_an_answer_that_cannot_be_written_leaves_the_slot_open(self) -> None:
        server = ServerConnection()
        (request,) = server.receive(asked(1))
        self.assertRaises(EncodeError, server.answer, request, MetadataResponse(controller_id="x"))  # type: ignore[arg-type]
        self.assertEqual(server.in_flight, 1)
        self.assertTrue(server.answer(request, MetadataResponse()))

    def test_spans(self) -> None:
        span = FileSpan(MemoryFile(bytes(5000)), 0, 5000)
        topic = FetchableTopicResponse(topic="t", partitions=[PartitionData(records=span), PartitionData(records=span)])
        for version in (4, 12):
            parts = encode_answer(FetchResponse(responses=[topic]), version, 1)
            self.assertEqual(sum(isinstance(part, FileSpan) for part in parts), 2)
            whole = join_parts(parts)
            self.assertEqual(int.from_bytes(whole[:4], "big"), len(whole) - 4)

    def test_discard(self) -> None:
        memory = MemoryBudget()
        server = ServerConnection(memory=memory)
        server.receive(asked(1) + (1000).to_bytes(4, "big") + b"x")
        self.assertGreater(memory.used_bytes, 0)
        server.discard()
        self.assertEqual((memory.used_bytes, server.in_flight), (0, 0))

    def test_what_waits_for_its_turn_holds_no_frame(self) -> None:
        """Only its answer, which is counted."""
        server = ServerConnection()
        first, second, third = server.receive(asked(1, 9, 13))
        server.answer(second, b"2")
        server.answer_run([third], [b"3"])
        self.assertEqual([request.size for request in (second, third)], [0, 0])
        self.assertGreater(first.size, 0)
        self.assertEqual(server.answer(first, b"1"), [b"1", b"2", b"3"])


class WithdrawTests(SynchronousTestCase):
    """Answers that wait for their turn and must not be told any more."""

    def test_what_waits_is_taken_back(self) -> None:
        """And nothing from there on leaves; what was in front of it does."""
        server = ServerConnection()
        requests = server.receive(asked(*[1] * 5))
        for number in (1, 2, 4):
            server.answer(requests[number], b"%d" % number)
        self.assertEqual(server.held_bytes, 3)
        self.assertIs(server.withdraw(lambda request: request in (requests[0], requests[2], requests[4])), requests[2])
        self.assertEqual(server.held_bytes, 1)
        self.assertEqual(server.answer(requests[0], b"0"), [b"0", b"1"])
        self.assertEqual(server.answer(requests[3], b"3"), [])
        self.assertEqual((server.in_flight, requests[2].is_answered), (3, False))

    def test_nothing_to_take_back(self) -> None:
        server = ServerConnection()
        requests = server.receive(asked(*[1] * 2))
        server.answer(requests[1], b"1")
        self.assertIsNone(server.withdraw(lambda request: request is requests[0]))
        self.assertEqual(server.answer(requests[0], b"0"), [b"0", b"1"])


class BothEndsTests(SynchronousTestCase):
    """A client and a server, whole and one byte at a time."""

    def test_a_conversation(self) -> None:
        for size in (1, 7, 1 << 20):
            client, server = ClientConnection(), ServerConnection()
            sent = b"".join(
                join_parts(client.request(message, version, expects_answer=expects)[1])
                for message, version, expects in (
                    (ApiVersionsRequest(client_software_name="a", client_software_version="1"), 4, True),
                    (ProduceRequest(acks=0), 9, False),
                    (MetadataRequest(), 12, True),
                )
            )
            answers: list[object] = [ApiVersionsResponse(), None, MetadataResponse(cluster_id="c")]
            back = b""
            for start in range(0, len(sent), size):
                for request in server.receive(sent[start : start + size]):
                    back += join_parts(server.answer(request, answers[request.correlation_id]))
            found = [answer for start in range(0, len(back), size) for answer in client.receive(back[start : start + size])]
            self.assertEqual(found, [(0, answers[0]), (2, answers[2])])
            self.assertEqual((client.in_flight, server.in_flight), (0, 0))

    def test_produce_response_type(self) -> None:
        self.assertIs(ProduceRequest.response_type, ProduceResponse)
