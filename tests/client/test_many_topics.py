"""5,000 topics in the metadata cost per message what five do: the steps of producer and consumer are counted, not timed.

``python -m tests.bench metadata`` times them.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.consumer import Consumer
from klog.client.producing.producer import Producer
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.wire.messages.fetch import FetchableTopicResponse, FetchRequest, FetchResponse, PartitionData
from klog.wire.messages.init_producer_id import InitProducerIdRequest, InitProducerIdResponse
from klog.wire.messages.produce import PartitionProduceResponse, ProduceRequest, ProduceResponse, TopicProduceResponse
from tests.client.fake_cluster import FakeCluster

USED = ["t0", "t1", "t2"]
RECORDS = 200


class ManyTopicsTests(SynchronousTestCase):
    """On a cluster of dicts."""

    def cluster(self, topics: int) -> FakeCluster:
        cluster = FakeCluster(Clock(), nodes=1)
        cluster.topics = {f"t{number}": [(1, 1)] for number in range(topics)}
        ids = {cluster._topic(name).topic_id: name for name in USED}
        records = codec.build_batch([(1, None, b"x", ()) for _ in range(RECORDS)])

        def produce(server: tuple[str, int], request: ProduceRequest) -> ProduceResponse:
            return ProduceResponse(
                responses=[
                    TopicProduceResponse(
                        name=topic.name,
                        topic_id=topic.topic_id,
                        partition_responses=[PartitionProduceResponse(index=one.index) for one in topic.partition_data],
                    )
                    for topic in request.topic_data
                ]
            )

        def fetch(server: tuple[str, int], request: FetchRequest) -> FetchResponse:
            return FetchResponse(
                responses=[
                    FetchableTopicResponse(
                        topic=topic.topic or ids[topic.topic_id],
                        topic_id=topic.topic_id,
                        partitions=[
                            PartitionData(
                                partition_index=one.partition,
                                high_watermark=1 << 40,
                                last_stable_offset=1 << 40,
                                records=memoryview(codec.patch(records, one.fetch_offset, 1) + records[len(codec.patch(records, 0, 1)) :]),
                            )
                            for one in topic.partitions
                        ],
                    )
                    for topic in request.topics
                ]
            )

        cluster.handlers[ProduceRequest] = produce
        cluster.handlers[FetchRequest] = fetch
        cluster.handlers[InitProducerIdRequest] = lambda server, request: InitProducerIdResponse(producer_id=1, producer_epoch=0)
        return cluster

    def until(self, clock: Clock, deferred: Any) -> Any:
        for _ in range(10_000):
            if deferred.called:
                return self.successResultOf(deferred)
            clock.advance(0.001)
        raise AssertionError("it takes too long")

    def counted(self, work: Any) -> int:
        """Lines of Python that run in klog's clients."""
        count = 0

        def trace(frame: Any, event: str, arg: object) -> Any:
            nonlocal count
            if "klog/client" not in frame.f_code.co_filename:
                return None
            count += 1
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            work()
        finally:
            sys.settrace(before)
        return count

    def produced(self, topics: int) -> int:
        cluster = self.cluster(topics)
        producer = Producer(cluster.clock, "host1", connect=cluster.connect, random=random.Random(1), now_ms=lambda: 1)
        self.until(cluster.clock, producer.routing.know(cluster.topics))
        self.assertEqual(len(producer.routing.metadata.topics), topics)
        for topic in USED:
            self.until(cluster.clock, producer.send(topic, b"x"))

        def work() -> None:
            for number in range(RECORDS):
                producer.send(USED[number % 3], b"x")
            producer.send_many(USED[0], [b"x"] * RECORDS)
            self.until(cluster.clock, producer.flush())

        count = self.counted(work)
        self.until(cluster.clock, producer.stopService())
        return count

    def consumed(self, topics: int) -> int:
        cluster = self.cluster(topics)
        consumer = Consumer(cluster.clock, "host1", connect=cluster.connect, random=random.Random(1), now_ms=lambda: 1)
        self.until(cluster.clock, consumer.routing.know(cluster.topics))
        self.until(cluster.clock, consumer.assign({TopicPartition(topic, 0): 0 for topic in USED}))
        self.until(cluster.clock, consumer.poll(max_records=10))
        seen = 0

        def work() -> None:
            nonlocal seen
            while seen < 10 * RECORDS:
                for message_set in self.until(cluster.clock, consumer.poll(max_records=RECORDS)):
                    seen += len(message_set)

        count = self.counted(work)
        self.until(cluster.clock, consumer.stopService())
        return count

    def test_producing(self) -> None:
        few, many = self.produced(5), self.produced(5_000)
        self.assertLess(many, few * 1.01, f"{few} steps with 5 topics, {many} with 5,000")

    def test_consuming(self) -> None:
        few, many = self.consumed(5), self.consumed(5_000)
        self.assertLess(many, few * 1.01, f"{few} steps with 5 topics, {many} with 5,000")
