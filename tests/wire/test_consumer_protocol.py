"""Subscriptions and assignments: their bytes, and how much of them may be missing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.wire.consumer_protocol import (
    ConsumerProtocolAssignment,
    ConsumerProtocolSubscription,
    TopicPartition,
    decode_assignment,
    decode_subscription,
    encode_assignment,
    encode_subscription,
    protocol_version,
    subscribed_topics,
)
from klog.wire.primitives import EncodeError, WireError
from tests.wire.strategies import messages

FULL = ConsumerProtocolSubscription(
    topics=["t"], user_data=b"u", owned_partitions=[TopicPartition(topic="t", partitions=[0, 1])], generation_id=4, rack_id="r"
)
#: What each version adds.
FIELDS = ("00000001 0001 74 00000001 75", "00000001 0001 74 00000002 00000000 00000001", "00000004", "0001 72")


def data(label: int, last: int) -> bytes:
    """Bytes that call themselves `label` and have the fields of version `last`."""
    return label.to_bytes(2, signed=True) + b"".join(bytes.fromhex(text) for text in FIELDS[: last + 1])


class SubscriptionTests(SynchronousTestCase):
    """What members want."""

    def expected(self, version: int) -> ConsumerProtocolSubscription:
        kept = ("topics", "user_data"), ("owned_partitions",), ("generation_id",), ("rack_id",)
        names = [name for group in kept[: version + 1] for name in group]
        return ConsumerProtocolSubscription(**{name: getattr(FULL, name) for name in names})

    def test_bytes(self) -> None:
        for version in range(4):
            self.assertEqual(encode_subscription(FULL, version), data(version, version))
            self.assertEqual(decode_subscription(data(version, version)), self.expected(version))
        self.assertEqual(encode_subscription(FULL), data(3, 3))

    def test_newer_than_known(self) -> None:
        for label in (4, 32767):
            self.assertEqual(encode_subscription(FULL, label), data(3, 3))
            self.assertEqual(protocol_version(data(label, 3)), label)
            self.assertEqual(decode_subscription(memoryview(data(label, 3) + b"more")), FULL)

    def test_fields_left_out(self) -> None:
        """Some clients say more than they write."""
        for label in (1, 2, 3, 9):
            for last in range(min(label, 3)):
                self.assertEqual(decode_subscription(data(label, last)), self.expected(last), (label, last))

    def test_topics(self) -> None:
        """Nothing behind version 0's fields matters."""
        for label in (0, 1, 3, 4):
            self.assertEqual(subscribed_topics(data(label, 0) + b"\xff\xff"), ["t"])
            self.assertEqual(subscribed_topics(data(label, 3)), ["t"])

    def test_refused(self) -> None:
        for bad, words in (
            (b"", "0 bytes of the consumer protocol"),
            (b"\0", "1 bytes of the consumer protocol"),
            (data(-1, 0), "version -1 of the consumer protocol"),
            (data(0, 0)[:-1], "user_data"),
            (data(3, 3)[:-1], "ConsumerProtocolSubscription version 3, rack_id: 1 bytes are wanted, 0 are left"),
            (data(1, 0) + b"\0\0", "ConsumerProtocolSubscription version 1, owned_partitions"),
            (b"\0\1\x7f\xff\xff\xff\0", "2147483647 elements"),
        ):
            self.assertIn(words, str(self.assertRaises(WireError, decode_subscription, bad)))
        self.assertRaises(WireError, subscribed_topics, b"\0\1\x7f\xff\xff\xff\0")
        self.assertRaises(WireError, subscribed_topics, data(-1, 0))

    def test_not_written(self) -> None:
        self.assertRaises(ValueError, encode_subscription, FULL, -1)
        self.assertRaises(EncodeError, encode_subscription, ConsumerProtocolSubscription(topics=["x" * 32768]))

    @settings(deadline=None, max_examples=150)
    @given(st.integers(0, 3).flatmap(lambda version: st.tuples(st.just(version), messages(ConsumerProtocolSubscription, version))))
    def test_there_and_back(self, made: tuple[int, ConsumerProtocolSubscription]) -> None:
        version, subscription = made
        written = encode_subscription(subscription, version)
        self.assertEqual(decode_subscription(written), subscription)
        self.assertEqual(subscribed_topics(written), subscription.topics)

    @settings(deadline=None, max_examples=150)
    @given(st.binary(max_size=30))
    def test_any_bytes(self, some: bytes) -> None:
        for read in (decode_subscription, decode_assignment, subscribed_topics):
            try:
                read(some)
            except WireError:
                pass


class AssignmentTests(SynchronousTestCase):
    """What members are given."""

    def test_bytes(self) -> None:
        assignment = ConsumerProtocolAssignment(assigned_partitions=[TopicPartition(topic="t", partitions=[5])])
        rest = "00000001 0001 74 00000001 00000005 ffffffff"
        for version in range(4):
            self.assertEqual(encode_assignment(assignment, version), bytes.fromhex(f"000{version} {rest}"))
            self.assertEqual(decode_assignment(bytes.fromhex(f"000{version} {rest}")), assignment)
        self.assertEqual(encode_assignment(assignment, 8), bytes.fromhex(f"0003 {rest}"))
        self.assertEqual(decode_assignment(bytes.fromhex(f"0008 {rest} ff")), assignment)

    def test_refused(self) -> None:
        for bad in (b"", b"\0", b"\xff\xff\0\0\0\0\xff\xff\xff\xff", b"\0\0\0\0\0\0", b"\0\3\0\0\0\1"):
            self.assertRaises(WireError, decode_assignment, bad)
        self.assertRaises(ValueError, encode_assignment, ConsumerProtocolAssignment(), -1)

    @settings(deadline=None, max_examples=100)
    @given(st.integers(0, 3), messages(ConsumerProtocolAssignment, 3))
    def test_there_and_back(self, version: int, assignment: ConsumerProtocolAssignment) -> None:
        self.assertEqual(decode_assignment(encode_assignment(assignment, version)), assignment)
