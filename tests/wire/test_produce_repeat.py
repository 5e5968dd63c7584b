"""What is remembered of a Produce request, and which requests are not worth it."""

from __future__ import annotations

import unittest

from klog.span import join_parts
from klog.wire.compiled_codec import encode
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.produce_repeat import PARTITIONS, Repeat

POSITION = 12


def asked(records: bytes | None, partitions: int = 1, transactional_id: str | None = None) -> ProduceRequest:
    """A request for so many partitions of one topic."""
    data = [PartitionProduceData(index=index, records=records) for index in range(partitions)]
    topic = TopicProduceData(name="t", topic_id=bytes(range(16)), partition_data=data)
    return ProduceRequest(transactional_id=transactional_id, acks=-1, timeout_ms=7, topic_data=[topic])


def learn(message: ProduceRequest, version: int, tail: bytes = b"") -> Repeat | None:
    """`message` behind a header of 12 bytes."""
    body = memoryview(bytes(POSITION) + join_parts(encode(message, version)) + tail)
    return Repeat.learn(version, "me", body, POSITION, message)


class RepeatTests(unittest.TestCase):
    """Every version."""

    def test_what_is_learned_makes_the_same_request(self) -> None:
        for version in range(3, ProduceRequest.valid_versions.highest + 1):
            repeat = learn(asked(b"first"), version)
            assert repeat is not None
            again = repeat.message({0: memoryview(b"second")})
            self.assertEqual(join_parts(encode(again, version)), join_parts(encode(asked(b"second"), version)), version)
            self.assertEqual((repeat.client_id, repeat.position, repeat.api_version), ("me", POSITION, version))

    def test_other_partitions(self) -> None:
        """Those of the first request are nothing that is remembered."""
        for version in range(3, ProduceRequest.valid_versions.highest + 1):
            repeat = learn(asked(b"first", partitions=3), version)
            assert repeat is not None
            again = repeat.message({0: memoryview(b"second"), 1: memoryview(b"second")})
            self.assertEqual(join_parts(encode(again, version)), join_parts(encode(asked(b"second", partitions=2), version)), version)
            one = learn(asked(b"first"), version)
            assert one is not None
            self.assertEqual((repeat.head, repeat.middle, repeat.tail), (one.head, one.middle, one.tail))

    def test_of_a_transactional_producer(self) -> None:
        for version in range(3, ProduceRequest.valid_versions.highest + 1):
            repeat = learn(asked(b"first", transactional_id="tx"), version)
            assert repeat is not None
            self.assertEqual(repeat.transactional_id, "tx")
            again = join_parts(encode(repeat.message({0: memoryview(b"second")}), version))
            self.assertEqual(again, join_parts(encode(asked(b"second", transactional_id="tx"), version)), version)

    def test_what_is_not_worth_it(self) -> None:
        twice = asked(b"x", partitions=2)
        twice.topic_data[0].partition_data[1].index = 0
        half = asked(b"x", partitions=2)
        half.topic_data[0].partition_data[1].records = b""
        none, several = asked(b"x", partitions=0), asked(b"x")
        several.topic_data *= 2
        for message in (asked(None), asked(b""), twice, half, none, several, asked(b"x", partitions=PARTITIONS + 1)):
            self.assertIsNone(learn(message, 9))
        self.assertIsNotNone(learn(asked(b"x", partitions=PARTITIONS), 9))

    def test_bytes_that_the_encoder_would_not_write(self) -> None:
        """A tagged field of another's is no part of what is remembered, so that the decoder sees each of them."""
        self.assertIsNone(learn(asked(b"x"), 9, tail=b"\0"))

    def test_long_names(self) -> None:
        message = asked(b"x")
        message.topic_data[0].name = "n" * 2000
        self.assertIsNone(learn(message, 9))


if __name__ == "__main__":
    unittest.main()
