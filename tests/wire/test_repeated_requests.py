"""Recognised requests are what the decoder would have made of them; filled-in answers what the encoder would have written."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.span import join_parts
from klog.wire.client import ClientConnection
from klog.wire.compiled_codec import decode
from klog.wire.messages.produce import (
    PartitionProduceData,
    PartitionProduceResponse,
    ProduceRequest,
    ProduceResponse,
    TopicProduceData,
    TopicProduceResponse,
)
from klog.wire.primitives import WireError
from klog.wire.repeated_requests import PAUSE, REMEMBERED, AnswerPattern, SameAgain
from klog.wire.request import Request
from klog.wire.server import ServerConnection, encode_answer

SIZES = st.one_of(st.sampled_from([1, 2, 126, 127, 128, 129, 16382, 16383, 16384]), st.integers(1, 300))


def asked(records: bytes | None, topic: str = "t", index: int = 0, acks: int = 1, **fields: object) -> ProduceRequest:
    data = TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=index, records=records)])
    return ProduceRequest(acks=acks, timeout_ms=1000, topic_data=[data], **fields)  # type: ignore[arg-type]


class Both:
    """A connection that learns every Produce request that it has to decode, and holds what it recognises against the decoder."""

    def __init__(self, case: SynchronousTestCase) -> None:
        self.case = case
        self.client = ClientConnection("me")
        self.server = ServerConnection()
        self.recognised = 0

    def send(self, message: ProduceRequest, version: int) -> list[Request]:
        return self.receive(join_parts(self.client.request(message, version)[1]))

    def receive(self, data: bytes) -> list[Request]:
        requests = self.server.receive(data)
        for request in requests:
            if request.repeat is not None:
                self.recognised += 1
                self.hold(request)
            elif request.api_key == 0:
                try:
                    message, _ = decode(ProduceRequest, request.api_version, request.body, request.position)
                except (WireError, ValueError):
                    continue
                self.server.repeats.learn(request, message)
        return requests

    def hold(self, request: Request) -> None:
        assert request.repeat is not None
        other = ServerConnection().receive(len(request.body).to_bytes(4, "big") + bytes(request.body))[0]
        for name in ("api_key", "api_version", "correlation_id", "client_id", "position"):
            self.case.assertEqual(getattr(request, name), getattr(other, name))
        message, end = decode(ProduceRequest, request.api_version, request.body, request.position)
        self.case.assertEqual(message, request.repeat.message(request.records))
        self.case.assertEqual(end, request.size)


class RepeatTests(SynchronousTestCase):
    """`Repeat` and `Repeats`."""

    @settings(deadline=None, max_examples=100)
    @given(st.integers(0, 13), st.lists(SIZES, min_size=2, max_size=5), st.integers(1, 70_000), st.sampled_from([None, "", "tx"]))
    def test_the_same_request_again(self, version: int, sizes: list[int], chunk: int, transaction: str | None) -> None:
        both = Both(self)
        fields = {"transactional_id": transaction} if version >= 3 else {}
        both.send(asked(b"first", **fields), version)
        data = b"".join(join_parts(both.client.request(asked(bytes(size), **fields), version)[1]) for size in sizes)
        found = [request for start in range(0, len(data), chunk) for request in both.receive(data[start : start + chunk])]
        self.assertEqual([len(request.records or b"") for request in found], sizes)
        self.assertEqual(both.recognised, len(sizes))

    @settings(deadline=None, max_examples=100)
    @given(
        st.lists(
            st.tuples(
                st.integers(0, 13),
                st.sampled_from(["a", "b", "long name" * 20]),
                st.integers(-1, 2),
                st.integers(-1, 1),
                st.one_of(st.none(), st.binary(max_size=200)),
                st.sampled_from([None, "tx"]),
            ),
            max_size=30,
        )
    )
    def test_mixed(self, steps: list[tuple[int, str, int, int, bytes | None, str | None]]) -> None:
        both = Both(self)
        for version, topic, index, acks, records, transaction in steps:
            fields = {"transactional_id": transaction} if version >= 3 else {}
            [request] = both.send(asked(records, topic, index, acks, **fields), version)
            self.assertFalse(request.repeat is not None and not records)

    @settings(deadline=None, max_examples=300)
    @given(st.integers(0, 13), st.binary(min_size=1, max_size=140), st.data())
    def test_damaged(self, version: int, records: bytes, data: st.DataObject) -> None:
        """Whatever differs outside the records is not recognised, or is what the decoder says too."""
        both = Both(self)
        both.send(asked(b"first"), version)
        frame = bytearray(join_parts(both.client.request(asked(records), version)[1]))
        for _ in range(data.draw(st.integers(1, 2))):
            frame[data.draw(st.integers(4, len(frame) - 1))] = data.draw(st.integers(0, 255))
        cut = data.draw(st.integers(0, 6))
        frame = frame[: len(frame) - cut] if data.draw(st.booleans()) else frame + bytes(cut)
        frame[:4] = (len(frame) - 4).to_bytes(4, "big")
        both.receive(bytes(frame))

    def test_not_of_the_kind(self) -> None:
        """Several partitions, no records, tagged fields that nobody knows, very long names."""
        for message in (
            ProduceRequest(topic_data=[]),
            ProduceRequest(topic_data=[TopicProduceData(name="t", partition_data=[PartitionProduceData(records=b"x")] * 2)]),
            asked(None),
            asked(b""),
            asked(b"x", "t" * 2000),
        ):
            both = Both(self)
            both.send(message, 9)
            self.assertEqual(len(both.server.repeats), 0)
        both = Both(self)
        frame = join_parts(both.client.request(asked(b"x"), 9)[1])[:-1] + b"\x01\x63\x01z"
        both.receive((len(frame) - 4).to_bytes(4, "big") + frame[4:])
        self.assertEqual(len(both.server.repeats), 0)

    def test_bounded(self) -> None:
        """After so many different ones there is a pause, then it begins anew."""
        both = Both(self)
        for number in range(REMEMBERED + 5):
            both.send(asked(b"x", f"topic {number}"), 9)
        self.assertEqual(len(both.server.repeats), REMEMBERED)
        self.assertEqual(both.recognised, 0)
        for _ in range(PAUSE):
            both.send(asked(b"x", "new"), 9)
        self.assertEqual(len(both.server.repeats), 1)
        self.assertGreater(both.recognised, 0)

    def test_a_megabyte(self) -> None:
        both = Both(self)
        both.send(asked(b"x"), 9)
        both.send(asked(bytes(1 << 20)), 9)
        self.assertEqual(both.recognised, 1)
        both.send(asked(bytes(3 << 20)), 9)
        self.assertEqual(both.recognised, 1)


class AnswerPatternTests(SynchronousTestCase):
    """`AnswerPattern`."""

    @settings(deadline=None)
    @given(st.integers(0, 13), st.integers(-(2**31), 2**31 - 1), st.integers(-(2**63), 2**63 - 1))
    def test_as_the_encoder(self, version: int, correlation_id: int, offset: int) -> None:
        def make(number: int) -> ProduceResponse:
            answer = PartitionProduceResponse(index=3, base_offset=number, log_start_offset=7)
            return ProduceResponse(responses=[TopicProduceResponse(name="t", topic_id=bytes(16), partition_responses=[answer])])

        pattern = AnswerPattern(make, version, encode_answer)
        self.assertEqual(pattern.fill(correlation_id, offset), join_parts(encode_answer(make(offset), version, correlation_id)))

    def test_more_than_one_number(self) -> None:
        def make(number: int) -> ProduceResponse:
            answer = PartitionProduceResponse(base_offset=number, log_append_time_ms=number)
            return ProduceResponse(responses=[TopicProduceResponse(name="t", partition_responses=[answer])])

        self.assertRaises(ValueError, AnswerPattern, make, 9, encode_answer)


class RunTests(SynchronousTestCase):
    """`ServerConnection.answer_run`."""

    def test_order(self) -> None:
        """Ready answers wait for earlier requests as others do; no answer frees the slot."""
        both = Both(self)
        requests = [both.send(asked(b"x"), 9)[0] for _ in range(5)]
        server = both.server
        self.assertEqual(server.answer_run(requests[1:3], [b"1", None]), [])
        self.assertEqual(server.held_bytes, 1)
        self.assertEqual(server.answer_run(requests[:1], [b"0"]), [b"0", b"1"])
        self.assertEqual((server.held_bytes, server.in_flight), (0, 2))
        self.assertEqual(server.answer_run(requests[3:], [None, b"4"]), [b"4"])
        self.assertRaises(ValueError, server.answer_run, requests[:1], [b"again"])


class SameAgainTests(SynchronousTestCase):
    """The same request but for the correlation id, and nothing else."""

    def setUp(self) -> None:
        self.frame = join_parts(ClientConnection("me").request(asked(b"abc"), 9)[1])
        (request,) = ServerConnection().receive(self.frame)
        self.generation = 7
        self.again = SameAgain(request.body, lambda correlation_id: b"answer to " + correlation_id, self, 7)

    def test_it_is_recognised(self) -> None:
        """Whatever its correlation id."""
        for correlation_id in (b"\0\0\0\0", b"\0\0\0\1", b"\xff\xff\xff\xff"):
            self.assertEqual(self.again.match(self.frame[:8] + correlation_id + self.frame[12:]), b"answer to " + correlation_id)

    def test_nothing_else_is(self) -> None:
        """One bit, one byte more or less, two of them, half of one."""
        for position in [*range(8), *range(12, len(self.frame))]:
            other = bytearray(self.frame)
            other[position] ^= 1
            self.assertIsNone(self.again.match(bytes(other)))
        for other_ in (b"", self.frame[:8], self.frame[:-1], self.frame + b"\0", self.frame + self.frame):
            self.assertIsNone(self.again.match(other_))

    def test_not_by_other_rights(self) -> None:
        """What it was allowed by may say something else by now."""
        self.generation = 8
        self.assertIsNone(self.again.match(self.frame))

    def test_the_answer_may_be_unknown(self) -> None:
        """Then it goes the usual way."""
        self.again.answer = lambda _correlation_id: None
        self.assertIsNone(self.again.match(self.frame))
