"""The program of many connections: its request, its answers, and the whole of it on a broker in a thread."""

from __future__ import annotations

import struct
import unittest

from klog.cli.suite.programs.connections import PRODUCE_VERSION, error_place, load, request
from klog.span import join_parts
from klog.testing.embedded import Broker
from klog.wire.compiled_codec import decode, encode
from klog.wire.messages.produce import PartitionProduceResponse, ProduceRequest, ProduceResponse, TopicProduceResponse


class ConnectionsTests(unittest.TestCase):
    """`request`, `error_place`, `load`."""

    def test_the_request_is_one(self) -> None:
        frame = request("some-topic", 100, 1_700_000_000_000)
        self.assertEqual(struct.unpack_from(">ihh", frame), (len(frame) - 4, 0, PRODUCE_VERSION))
        # Length, key, version, correlation id, client id, tags.
        start = 4 + 2 + 2 + 4 + 2 + len("suite") + 1
        message, end = decode(ProduceRequest, PRODUCE_VERSION, memoryview(frame), start)
        self.assertEqual((end, message.acks, message.topic_data[0].name), (len(frame), 1, "some-topic"))

    def test_where_the_error_stands(self) -> None:
        for topic in ("t", "suite", "a" * 100):
            answers = [TopicProduceResponse(name=topic, partition_responses=[PartitionProduceResponse(index=0, error_code=77)])]
            body = join_parts(encode(ProduceResponse(responses=answers), PRODUCE_VERSION))
            frame = bytes(4) + bytes(4) + b"\0" + bytes(body)
            self.assertEqual(struct.unpack_from(">h", frame, error_place(topic))[0], 77, topic)

    def test_on_a_broker(self) -> None:
        with Broker() as broker:
            broker.create_topic("suite")
            host, _, port = broker.bootstrap.rpartition(":")
            for count, records in ((1, 20), (30, 100), (5, 3)):
                _, histogram = load((host, int(port)), "suite", count, records, 50)
                self.assertEqual(histogram.count, records)
            with self.assertRaises(ValueError) as caught:
                load((host, int(port)), "nix", 2, 4, 50)
            self.assertIn("refused with error 3", str(caught.exception))
