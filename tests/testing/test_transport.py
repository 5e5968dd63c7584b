"""The played socket: it must not be kinder than a real one."""

from __future__ import annotations

from twisted.internet.error import ConnectionAborted, ConnectionDone

from tests.testing.connection_case import ConnectionCase, Producer


class TransportTests(ConnectionCase):
    """What a protocol hears, and what is asked of who produces."""

    def test_chunks(self) -> None:
        self.client.send(b"abcdef", 4)
        self.client.send(b"gh")
        self.network.run()
        self.assertEqual(self.protocol.heard, [b"abcd", b"ef", b"gh"])

    def test_paused_protocols_hear_nothing(self) -> None:
        self.transport.pauseProducing()
        self.client.send(b"abc")
        self.network.run()
        self.assertEqual(self.protocol.heard, [])
        self.transport.resumeProducing()
        self.network.run()
        self.assertEqual(self.protocol.heard, [b"abc"])

    def test_only_exact_bytes_may_be_written(self) -> None:
        self.assertRaises(TypeError, self.transport.write, memoryview(b"abc"))
        self.assertRaises(TypeError, self.transport.write, bytearray(b"abc"))

    def test_a_pull_producer_is_asked_at_once_and_when_the_buffer_is_empty(self) -> None:
        producer = Producer()
        self.transport.write(b"head")
        self.transport.registerProducer(producer, False)
        self.assertEqual(producer.asked, ["resume"], "while the head still waits: the trap")
        self.network.run()
        self.assertEqual(producer.asked, ["resume", "resume"])

    def test_a_push_producer_is_paused_and_resumed(self) -> None:
        producer = Producer()
        self.transport.registerProducer(producer, True)
        self.transport.write(bytes(100_000))
        self.assertEqual(producer.asked, ["pause"])
        self.network.run()
        self.assertEqual(producer.asked, ["pause", "resume"])

    def test_closing(self) -> None:
        self.transport.write(b"last")
        self.transport.loseConnection()
        self.assertIsNone(self.protocol.reason)
        self.network.run()
        self.assertTrue(self.protocol.reason.check(ConnectionDone))
        self.assertTrue(self.client.disconnected)
        self.client.take()
        self.assertEqual(self.client.received, b"last")
        self.assertEqual(self.transport.fileno(), -1)

    def test_aborting(self) -> None:
        self.client.stalled = True
        self.transport.write(bytes(1000))
        self.client.send(b"unheard")
        self.transport.abortConnection()
        self.assertIsNone(self.protocol.reason)
        self.network.run()
        self.assertTrue(self.protocol.reason.check(ConnectionAborted))
        self.assertTrue(self.client.aborted)
        self.assertEqual(self.protocol.heard, [])

    def test_the_peer_hangs_up_after_what_it_sent(self) -> None:
        self.client.send(b"abc")
        self.client.hang_up()
        self.network.run()
        self.assertEqual(self.protocol.heard, [b"abc"])
        self.assertTrue(self.protocol.reason.check(ConnectionDone))

    def test_a_full_socket_whose_peer_hangs_up_wakes_nobody(self) -> None:
        """Until what came before that was read: then writing to it fails."""
        self.client.stalled = True
        self.transport.pauseProducing()
        self.transport.write(bytes(300))
        self.network.run()
        self.client.send(b"abc")
        self.client.hang_up()
        self.network.run(100)
        self.assertIsNone(self.protocol.reason)
        self.transport.resumeProducing()
        self.network.run(100)
        self.assertEqual(self.protocol.heard, [b"abc"])
        self.assertIsNotNone(self.protocol.reason)
