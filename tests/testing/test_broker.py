"""The broker in memory."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.testing.broker import EPOCH_MS, MemoryBroker
from klog.wire.messages.metadata import MetadataRequest
from tests.broker.lifecycle.test_service import batch, fetch, make_topic, produce, values_in


class MemoryBrokerTests(SynchronousTestCase):
    """What other tests rely on."""

    def test_settings_that_are_no_texts(self) -> None:
        """As `klog.testing.Broker` takes them, and pytest's mark."""
        broker = MemoryBroker({"num.partitions": 3, "auto.create.topics.enable": True}).start()
        self.addCleanup(broker.stop)
        broker.put("t", [b"x"], partition=2)
        self.assertEqual((broker.properties["num.partitions"], broker.properties["auto.create.topics.enable"]), ("3", "true"))

    def test_virtual_time(self) -> None:
        broker = MemoryBroker().start()
        client = broker.connect()
        make_topic(client, "t")
        client.send(fetch("t", max_wait_ms=500, min_bytes=1))
        broker.advance(0.4)
        self.assertEqual(client.receive(), [])
        broker.advance(0.2)
        self.assertEqual(len(client.receive()), 1)
        self.assertEqual(broker.now_ms(), EPOCH_MS + 600)
        broker.stop()

    def test_several_requests_in_one_chunk(self) -> None:
        broker = MemoryBroker().start()
        client = broker.connect()
        make_topic(client, "t")
        client.send(produce("t", batch(b"1")), produce("t", batch(b"2")), fetch("t"))
        self.assertEqual(values_in(client.answers[2]), [b"1", b"2"])
        self.assertRaises(AssertionError, client.ask, *fetch("t", offset=2, max_wait_ms=100))
        broker.stop()

    def test_held_threads(self) -> None:
        broker = MemoryBroker().start()
        client = broker.connect()
        make_topic(client, "t", flush_messages="1")
        broker.hold_threads = True
        client.send(produce("t", batch(b"1")))
        self.assertEqual(client.answers, [])
        self.assertEqual(broker.run_threads(), 1)
        self.assertEqual(len(client.receive()), 1)
        broker.stop()

    def test_raw_bytes_and_hanging_up(self) -> None:
        broker = MemoryBroker().start()
        client = broker.connect()
        client.send_bytes(b"\xff\xff\xff\xff")
        self.assertTrue(client.scripted.disconnected)
        other = broker.connect()
        other.hang_up()
        self.assertTrue(other.scripted.disconnected)
        broker.stop()

    def test_start_again(self) -> None:
        broker = MemoryBroker().start()
        broker.stop()
        broker.start()
        broker.connect().ask(MetadataRequest(topics=None), 9)
        broker.stop()
        self.assertEqual(len(broker.announced), 2)

    def test_a_stop_that_does_not_end_is_told(self) -> None:
        broker = MemoryBroker({"klog.shutdown.timeout.ms": "100000"}).start()
        client = broker.connect(socket_bytes=100)
        make_topic(client, "t")
        client.ask(*produce("t", batch(bytes(10_000))))
        client.scripted.stalled = True
        client.send(fetch("t"))
        self.assertRaises(AssertionError, broker.stop, 1)
        broker.advance(100)
