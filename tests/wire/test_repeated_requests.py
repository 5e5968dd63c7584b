"""Recognised requests are what the decoder would have made of them; filled-in answers what the encoder would have written."""

from __future__ import annotations

from collections.abc import Sequence

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
from klog.wire.produce_repeat import PARTITIONS
from klog.wire.repeated_requests import PAUSE, REMEMBERED, AnswerPattern, SameAgain
from klog.wire.request import Request
from klog.wire.server import ServerConnection, encode_answer

#: Partitions of one request, in its order.
INDEXES = st.lists(st.integers(-1, 20), min_size=1, max_size=5, unique=True)
SIZES = st.one_of(st.sampled_from([1, 2, 126, 127, 128, 129, 16382, 16383, 16384]), st.integers(1, 300))


def asked(records: bytes | None, topic: str = "t", index: int = 0, acks: int = 1, **fields: object) -> ProduceRequest:
    data = TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=index, records=records)])
    return ProduceRequest(acks=acks, timeout_ms=1000, topic_data=[data], **fields)  # type: ignore[arg-type]


def asked_several(batches: Sequence[tuple[int, bytes | None]], topic: str = "t", acks: int = 1, **fields: object) -> ProduceRequest:
    """For several partitions of one topic."""
    data = [PartitionProduceData(index=index, records=records) for index, records in batches]
    return ProduceRequest(  # type: ignore[arg-type]
        acks=acks, timeout_ms=1000, topic_data=[TopicProduceData(name=topic, partition_data=data)], **fields
    )


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
        self.case.assertEqual(message, request.repeat.message(request.batches))
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
        self.assertEqual([[len(records or b"") for records in request.batches.values()] for request in found], [[size] for size in sizes])
        self.assertEqual(both.recognised, len(sizes))

    @settings(deadline=None, max_examples=100)
    @given(st.integers(0, 13), INDEXES, st.lists(st.tuples(INDEXES, SIZES), min_size=1, max_size=5), st.integers(1, 70_000))
    def test_other_partitions_of_the_topic(self, version: int, first: list[int], steps: list[tuple[list[int], int]], chunk: int) -> None:
        """Whichever and how many there were the first time, and in whichever order."""
        both = Both(self)
        both.send(asked_several([(index, b"first") for index in first]), version)
        messages = [asked_several([(index, bytes(size + place)) for place, index in enumerate(named)]) for named, size in steps]
        data = b"".join(join_parts(both.client.request(message, version)[1]) for message in messages)
        found = [request for start in range(0, len(data), chunk) for request in both.receive(data[start : start + chunk])]
        self.assertEqual([list(request.batches) for request in found], [named for named, _ in steps])
        self.assertEqual((both.recognised, len(both.server.repeats)), (len(steps), 1))

    @settings(deadline=None, max_examples=100)
    @given(
        st.lists(
            st.tuples(
                st.integers(0, 13),
                st.sampled_from(["a", "b", "long name" * 20]),
                st.lists(st.tuples(st.integers(-1, 2), st.one_of(st.none(), st.binary(max_size=200))), min_size=1, max_size=3),
                st.integers(-1, 1),
                st.sampled_from([None, "tx"]),
            ),
            max_size=30,
        )
    )
    def test_mixed(self, steps: list[tuple[int, str, list[tuple[int, bytes | None]], int, str | None]]) -> None:
        """What names a partition twice, or has no records for one, is for the decoder."""
        both = Both(self)
        for version, topic, batches, acks, transaction in steps:
            fields = {"transactional_id": transaction} if version >= 3 else {}
            [request] = both.send(asked_several(batches, topic, acks, **fields), version)
            if request.repeat is not None:
                self.assertTrue(all(records for _, records in batches))
                self.assertEqual(len(dict(batches)), len(batches))

    @settings(deadline=None, max_examples=500)
    @given(st.integers(0, 13), st.lists(st.binary(min_size=1, max_size=140), min_size=1, max_size=3), st.data())
    def test_damaged(self, version: int, records: list[bytes], data: st.DataObject) -> None:
        """Whatever differs outside the records is not recognised, or is what the decoder says too; whatever stands behind the frame."""
        both = Both(self)
        both.send(asked(b"first"), version)
        frame = bytearray(join_parts(both.client.request(asked_several(list(enumerate(records))), version)[1]))
        end = len(frame)
        # Of what is damaged half shall be numbers: lengths, the count, indexes and tags.
        spots = [position for position in range(4, end) if frame[position] < 16]
        for _ in range(data.draw(st.integers(1, 2))):
            position = data.draw(st.one_of(st.integers(4, end - 1), st.sampled_from(spots)))
            frame[position] = data.draw(st.one_of(st.integers(0, 255), st.integers(0, 6)))
        cut = data.draw(st.integers(0, 6))
        frame = frame[: len(frame) - cut] if data.draw(st.booleans()) else frame + bytes(cut)
        frame[:4] = (len(frame) - 4).to_bytes(4, "big")
        behind = data.draw(st.sampled_from([b"", bytes(3), bytes(30), bytes(frame), b"\xff" * 30]))
        found = both.receive(bytes(frame) + behind)
        self.assertTrue(found or both.server.failure)

    def test_numbers_that_reach_behind_the_frame(self) -> None:
        """A frame that ends within a partition, at each byte, with every number of partitions that it may claim."""
        for version in (3, 9, 13):
            for claimed in range(4):
                both = Both(self)
                both.send(asked(b"first"), version)
                whole = bytearray(join_parts(both.client.request(asked_several([(0, b"a"), (1, b"bc")]), version)[1]))
                known = join_parts(both.client.request(asked_several([]), version)[1])
                at = len(known) - (3 if version >= 9 else 4)
                whole[at : at + (1 if version >= 9 else 4)] = bytes([claimed + 1]) if version >= 9 else claimed.to_bytes(4, "big")
                for end in range(at, len(whole) + 1):
                    frame = (end - 4).to_bytes(4, "big") + whole[4:end]
                    for behind in (b"", whole[end:] + bytes(40)):
                        both.receive(bytes(frame + behind))
                        both.server.frames = ServerConnection().frames
                        both.server.failure = None
                # One partition, where the frame ends behind it, is one as well.
                self.assertEqual(both.recognised, 2 * (claimed in (1, 2)), (version, claimed))

    def test_tags_of_a_partition(self) -> None:
        """Are for the decoder, of whichever partition they are."""
        for place in range(3):
            both = Both(self)
            both.send(asked(b"first"), 9)
            whole = join_parts(both.client.request(asked_several([(0, b"aa"), (1, b"bb"), (2, b"cc")]), 9)[1])
            at = whole.index((b"aa", b"bb", b"cc")[place]) + 2
            frame = whole[:at] + b"\1\x63\1z" + whole[at + 1 :]
            [request] = both.receive((len(frame) - 4).to_bytes(4, "big") + frame[4:])
            self.assertIsNone(request.repeat)
            [request] = both.receive(whole[:at] + b"\1" + whole[at + 1 :])
            self.assertIsNone(request.repeat)

    def test_a_partition_twice(self) -> None:
        """What that means is for the handler to say, as it is where there are no records."""
        for batches in ([(3, b"a"), (3, b"b")], [(3, b"a"), (1, b"b"), (3, b"c")], [(3, b"a"), (1, b"")], [(3, None), (1, b"b")]):
            for version in (3, 9, 13):
                both = Both(self)
                both.send(asked(b"first"), version)
                both.send(asked_several(batches), version)  # type: ignore[arg-type]
                self.assertEqual((both.recognised, len(both.server.repeats)), (0, 1))

    def test_many_partitions(self) -> None:
        """As many as are worth it, and one more."""
        for version in (3, 9, 13):
            both = Both(self)
            both.send(asked(b"first"), version)
            both.send(asked_several([(index, b"x") for index in range(PARTITIONS)]), version)
            self.assertEqual(both.recognised, 1)
            both.send(asked_several([(index, b"x") for index in range(PARTITIONS + 1)]), version)
            self.assertEqual((both.recognised, len(both.server.repeats)), (1, 1))

    def test_let_go(self) -> None:
        """Which partitions were named is known even then."""
        both = Both(self)
        both.send(asked(b"first"), 9)
        [request] = both.send(asked_several([(3, b"a"), (1, b"b")]), 9)
        request.let_go()
        self.assertEqual((list(request.batches.items()), request.size), ([(3, None), (1, None)], 0))

    def test_not_of_the_kind(self) -> None:
        """No or several topics, a partition twice, no records, tagged fields that nobody knows, very long names."""
        for message in (
            ProduceRequest(topic_data=[]),
            ProduceRequest(topic_data=[TopicProduceData(name="t", partition_data=[PartitionProduceData(records=b"x")] * 2)]),
            ProduceRequest(topic_data=[*asked(b"x").topic_data, *asked(b"x", "u").topic_data]),
            asked_several([]),
            asked_several([(0, b"x"), (1, b"")]),
            asked_several([(index, b"x") for index in range(PARTITIONS + 1)]),
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
    @given(st.integers(0, 13), st.integers(-(2**31), 2**31 - 1), st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=6))
    def test_as_the_encoder(self, version: int, correlation_id: int, offsets: list[int]) -> None:
        def make(numbers: Sequence[int]) -> ProduceResponse:
            answers = [
                PartitionProduceResponse(index=index, base_offset=number, log_start_offset=7) for index, number in enumerate(numbers)
            ]
            return ProduceResponse(responses=[TopicProduceResponse(name="t", topic_id=bytes(16), partition_responses=answers)])

        pattern = AnswerPattern(make, len(offsets), version, encode_answer)
        expected = join_parts(encode_answer(make(offsets), version, correlation_id))
        self.assertEqual(pattern.fill(correlation_id, offsets), expected)
        if len(offsets) == 1:
            self.assertEqual(pattern.fill_one(correlation_id, offsets[0]), expected)

    def test_more_than_these_numbers(self) -> None:
        """A number that stands there twice, in another order, or not at all."""

        def make(*offsets: int) -> ProduceResponse:
            answers = [PartitionProduceResponse(base_offset=offset) for offset in offsets]
            return ProduceResponse(responses=[TopicProduceResponse(name="t", partition_responses=answers)])

        for count, wrong in (
            (1, lambda numbers: make(numbers[0], numbers[0])),
            (2, lambda numbers: make(numbers[1], numbers[0])),
            (2, lambda numbers: make(numbers[0])),
            (1, lambda numbers: make(*[0] * (1 + bool(numbers[0])))),
        ):
            self.assertRaises(ValueError, AnswerPattern, wrong, count, 9, encode_answer)


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
