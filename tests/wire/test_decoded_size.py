"""`decoded_bytes` against what the interpreter says, for requests as they are and as somebody makes them who wants to be dear."""

from __future__ import annotations

import gc
import random
import tracemalloc
import unittest

from klog.span import join_parts
from klog.wire.compiled_codec import decoder
from klog.wire.decoded_size import decoded_bytes
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest, TopicPartitions
from klog.wire.messages.create_partitions import CreatePartitionsAssignment, CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic, ForgottenTopic
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.reference_codec import encode
from klog.wire.schema import Message


def measured(message: Message, version: int) -> tuple[int, int, int]:
    """The size of `message` on the wire, what it takes when decoded, and what `decoded_bytes` says."""
    body = memoryview(bytes(join_parts(encode(message, version))))
    decode = decoder(type(message), version)
    decode(body, 0)
    # What was there before is not traced, so that it need not be collected, but nothing else may go meanwhile.
    gc.disable()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        decoded, _ = decode(body, 0)
        held = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
        gc.enable()
    return len(body), held, decoded_bytes(decoded)


class DecodedSizeTests(unittest.TestCase):
    def check(self, message: Message, *versions: int) -> None:
        """Nothing is told too small, beside the contents of strings, nor much more than twice too large: most numbers are small."""
        for version in versions:
            with self.subTest(type(message).__name__, version=version):
                size, held, told = measured(message, version)
                self.assertLess(held, told + size + 500)
                self.assertLess(told, 2.5 * held + 500)

    def test_requests_as_they_are(self) -> None:
        chance = random.Random(7)
        for topics, partitions in ((1, 1), (1, 500), (500, 1), (20, 20)):
            wanted = [
                FetchTopic(
                    topic=f"orders-{topic}",
                    topic_id=chance.randbytes(16),
                    partitions=[FetchPartition(partition=at, fetch_offset=chance.getrandbits(40)) for at in range(partitions)],
                )
                for topic in range(topics)
            ]
            self.check(FetchRequest(max_bytes=50 << 20, topics=wanted), 4, 12, 17)
            committed = [
                OffsetCommitRequestTopic(
                    name=f"orders-{topic}",
                    partitions=[
                        OffsetCommitRequestPartition(partition_index=at, committed_offset=chance.getrandbits(40))
                        for at in range(partitions)
                    ],
                )
                for topic in range(topics)
            ]
            self.check(OffsetCommitRequest(group_id="group", topics=committed), 8)
            asked = [
                ListOffsetsTopic(
                    name=f"orders-{topic}",
                    partitions=[ListOffsetsPartition(partition_index=at, timestamp=chance.getrandbits(40)) for at in range(partitions)],
                )
                for topic in range(topics)
            ]
            self.check(ListOffsetsRequest(topics=asked), 7)
        self.check(MetadataRequest(topics=[MetadataRequestTopic(name=f"orders-{at}") for at in range(500)]), 12)
        protocols = [JoinGroupRequestProtocol(name="range", metadata=bytes(60)) for _ in range(3)]
        self.check(JoinGroupRequest(group_id="group", protocol_type="consumer", protocols=protocols), 9)

    def test_dense_ones(self) -> None:
        """Nothing but empty topics, empty assignments, numbers."""
        self.check(FetchRequest(topics=[FetchTopic(topic="", partitions=[]) for _ in range(2000)]), 4, 12)
        self.check(FetchRequest(forgotten_topics_data=[ForgottenTopic(topic="", partitions=[])] * 2000), 12)
        self.check(ListOffsetsRequest(topics=[ListOffsetsTopic(name="", partitions=[])] * 2000), 7)
        empty = [CreatePartitionsTopic(name="t", count=4, assignments=[CreatePartitionsAssignment(broker_ids=[])] * 2000)]
        self.check(CreatePartitionsRequest(topics=empty, timeout_ms=1000), 3)
        owned = [TopicPartitions(topic_id=bytes(16), partitions=list(range(1000, 3000)))]
        self.check(ConsumerGroupHeartbeatRequest(group_id="g", member_id="m", topic_partitions=owned), 1)

    def test_how_far_frames_mislead(self) -> None:
        """What the comments of `klog.broker.dispatch` say of them."""
        size, held, _ = measured(ListOffsetsRequest(topics=[ListOffsetsTopic(name="", partitions=[])] * 2000), 7)
        self.assertGreater(held, 30 * size)
