"""What clients make the broker hold, in a whole broker on virtual time: old consumers that read nothing, answers that wait for a flush.

Each test ends with all that was held given back.
"""

from __future__ import annotations

import tracemalloc
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.net.server_protocol import BrokerProtocol
from klog.span import join_parts
from klog.testing.broker import MemoryBroker, MemoryClient
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests.broker.rig import batch, values_of


def old_fetch(topic: str, max_bytes: int) -> tuple[Any, int]:
    """One Fetch of version 3, for everything from the beginning on."""
    wanted = FetchTopic(topic=topic, partitions=[FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=max_bytes)])
    return FetchRequest(replica_id=-1, max_wait_ms=0, min_bytes=1, max_bytes=max_bytes, topics=[wanted]), 3


def produce(topic: str, records: bytes) -> tuple[Any, int]:
    """One Produce of version 9, acks -1."""
    data = TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=0, records=records)])
    return ProduceRequest(acks=-1, timeout_ms=30_000, topic_data=[data]), 9


#: A Fetch that finds nothing, and waits.
WAITING = (
    FetchRequest(
        max_wait_ms=2000,
        min_bytes=1,
        max_bytes=1000,
        topics=[FetchTopic(topic="t", partitions=[FetchPartition(partition=0, fetch_offset=4, partition_max_bytes=1000)])],
    ),
    11,
)


class MemoryBoundTests(SynchronousTestCase):
    """A `MemoryBroker`."""

    def start(self, **properties: str) -> None:
        self.broker = MemoryBroker({name.replace("_", "."): value for name, value in properties.items()}).start()
        self.broker.create_topics({"t": 1})
        self.addCleanup(self.stop)

    def stop(self) -> None:
        if self.broker.is_ready:
            self.broker.stop()

    @property
    def held_bytes(self) -> int:
        """What is counted for all clients."""
        connections = self.broker.broker.open_listeners.connections
        assert connections is not None
        return connections.memory.used_bytes

    def assert_served(self) -> None:
        """Somebody else is answered without time passing."""
        client = self.broker.connect()
        self.assertTrue(client.ask(MetadataRequest(topics=[]), 9).brokers)
        client.hang_up()

    def protocol(self, client: MemoryClient) -> BrokerProtocol:
        found = client.scripted.transport.protocol
        assert isinstance(found, BrokerProtocol)
        return found

    def fill(self, count: int = 8, size: int = 100_000) -> None:
        for number in range(count):
            self.broker.put("t", [bytes([number]) * size])

    def test_old_fetches_of_one_who_reads_nothing(self) -> None:
        """A hundred at once: one or two answers are made, and counted; the others when there is room for them."""
        self.start()
        self.fill()
        client = self.broker.connect(socket_bytes=4096)
        client.scripted.stalled = True
        client.send(*[old_fetch("t", 400_000)] * 100)
        sender = self.protocol(client)._sender
        self.assertLessEqual(sender.pending_bytes, (1 << 20) + (600 << 10), "the watermark, and one answer")
        self.assertGreaterEqual(self.held_bytes, sender.pending_bytes - (64 << 10), "what is unsent is counted")
        self.assertLessEqual(self.held_bytes, sender.pending_bytes + (100 << 10))
        self.assert_served()
        client.scripted.stalled = False
        self.broker.advance(1, 0.01)
        answers = client.receive()
        self.assertEqual(len(answers), 100)
        for answer in answers:
            self.assertEqual(len(values_of(answer.responses[0].partitions[0])), 3)
        self.assertEqual(self.held_bytes, 0)

    def test_old_fetches_of_one_who_is_gone(self) -> None:
        """Nothing of them stays."""
        self.start()
        self.fill()
        client = self.broker.connect(socket_bytes=4096)
        client.scripted.stalled = True
        client.send(*[old_fetch("t", 400_000)] * 100)
        self.assertGreater(self.held_bytes, 0)
        self.broker.advance(120, 1)
        self.assertTrue(client.scripted.disconnected)
        self.assertEqual(self.held_bytes, 0)

    def test_answers_that_wait_for_a_flush(self) -> None:
        """The frames are let go of once their records are in the log; what still waits is counted."""
        self.start(log_flush_interval_messages="1")
        client = self.broker.connect()
        self.broker.hold_threads = True
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        for _ in range(20):
            message, version = produce("t", batch(bytes(300_000)))
            client.scripted.send(join_parts(client._wire.request(message, version)[1]), 64 << 10)
        self.broker.run()
        self.assertEqual(client.receive(), [])
        buffers = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, "*/klog/wire/framing.py")])
        held = sum(trace.size for trace in buffers.traces)
        self.assertLess(held, 700_000, "of 20 frames of 300,000 bytes")
        self.assertGreater(self.held_bytes, 0)
        self.assertLess(self.held_bytes, 20 * 20_000)
        self.broker.hold_threads = False
        for _ in range(20):
            self.broker.run_threads()
        self.assertEqual(len(client.receive()), 20)
        self.assertEqual(self.held_bytes, 0)

    def test_fetches_that_wait_for_what_a_session_names(self) -> None:
        """They are sixty bytes each, whatever the session has; and partitions that are not there are waited with as well."""
        self.start()
        self.broker.create_topics({"many": 200})
        wanted = [FetchPartition(partition=index, fetch_offset=0, partition_max_bytes=1000) for index in range(500)]
        client = self.broker.connect()
        whole = FetchRequest(min_bytes=1, max_bytes=1000, session_epoch=0, topics=[FetchTopic(topic="many", partitions=wanted)])
        session_id = client.ask(whole, 11).session_id
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        before, held_before = tracemalloc.get_traced_memory()[0], self.held_bytes
        waiting = [
            (FetchRequest(max_wait_ms=2000, min_bytes=1, max_bytes=1000, session_id=session_id, session_epoch=epoch, topics=[]), 11)
            for epoch in range(1, 21)
        ]
        client.send(*waiting)
        self.broker.run()
        really, counted = tracemalloc.get_traced_memory()[0] - before, self.held_bytes - held_before
        self.assertGreater(counted, really / 3)
        self.assertLess(counted, really * 3)
        self.broker.advance(3, 1)
        self.assertEqual(len(client.receive()), 20)
        self.assertEqual(self.held_bytes, held_before)

    @settings(deadline=None, max_examples=25)
    @given(st.data())
    def test_it_all_comes_back(self, data: Any) -> None:
        """Whatever clients ask for, take and break off: in the end nothing is counted."""
        self.start(log_flush_interval_messages=data.draw(st.sampled_from(["1", "9223372036854775807"])), queued_max_request_bytes="1000000")
        self.fill(4)
        clients = [self.broker.connect(socket_bytes=4096) for _ in range(4)]
        kinds = [old_fetch("t", 300_000), produce("t", batch(bytes(150_000))), (MetadataRequest(topics=None), 9), WAITING]
        for _ in range(data.draw(st.integers(1, 12))):
            client = data.draw(st.sampled_from(clients))
            match data.draw(st.integers(0, 5)):
                case 0:
                    client.scripted.stalled = not client.scripted.stalled
                case 1:
                    self.broker.hold_threads = not self.broker.hold_threads
                case 2:
                    client.scripted.hang_up()
                case 3:
                    self.broker.advance(0.3, 0.1)
                case _:
                    asked = data.draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=8))
                    frames = b"".join(join_parts(client._wire.request(message, version)[1]) for message, version in asked)
                    cut = data.draw(st.sampled_from([len(frames), len(frames) - 1, len(frames) // 2]))
                    client.scripted.send(frames[:cut], data.draw(st.sampled_from([1000, 50_000, None])))
                    for _ in range(data.draw(st.integers(0, 30))):
                        self.broker.network.turn()
            held = [self.protocol(client).held_bytes for client in clients if not client.scripted.disconnected]
            self.assertLessEqual(sum(held), self.held_bytes)
        self.broker.hold_threads = False
        self.broker.run_threads()
        for client in clients:
            client.scripted.hang_up()
        for _ in range(5):
            self.broker.run_threads()
            self.broker.advance(30, 1)
        self.assertEqual(self.held_bytes, 0)
        self.stop()
