"""How many connections, how much memory, how long: decisions, and real protocols in memory under attack."""

from __future__ import annotations

import struct
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.net.listener_policy import ListenerPolicy
from klog.net.memory_pressure import Pressure
from klog.net.server_factory import BrokerFactory
from klog.net.server_protocol import BrokerProtocol
from klog.testing.network import ScriptedClient
from tests.net.test_server_protocol import Fixture, correlation_ids, frame

RELAXED, PRESSED, FULL = Pressure.RELAXED, Pressure.PRESSED, Pressure.FULL


class LimitTests(Fixture):
    """How many."""

    def test_too_many_connections(self) -> None:
        self.limit(max_connections=2)
        _, client = self.connect()
        self.connect()
        for _ in range(50):
            self.assertFalse(self.connections.admit("192.0.2.7"))
        self.assertEqual(len(self.lines), 1, "now and then is enough")
        self.assertIn("192.0.2.7", self.lines[0])
        self.assertIn("there are 2 connections", self.lines[0])
        self.assertEqual(self.connections.refused, 50)
        client.hang_up()
        self.network.run()
        self.assertTrue(self.connections.admit("192.0.2.7"))

    def test_too_many_from_one_address(self) -> None:
        self.limit(max_connections_per_ip=1)
        _, client = self.connect()
        self.assertFalse(self.connections.admit("192.0.2.1"))
        self.assertTrue(self.connections.admit("192.0.2.2"))
        self.assertIn("max.connections.per.ip", self.lines[0])
        client.hang_up()
        self.network.run()
        self.assertTrue(self.connections.admit("192.0.2.1"))

    def broker(self) -> ScriptedClient | None:
        """A connection by the brokers' listener; None where it is refused."""
        policy = ListenerPolicy("BROKERS", is_for_brokers=True)
        made = BrokerFactory(policy, self.dispatch, self.connections).buildProtocol(None)
        return None if made is None else self.network.connect(made)

    def gone(self, *clients: ScriptedClient | None) -> list[bool]:
        self.network.run()
        return [client is None or client.disconnected for client in clients]

    def test_a_broker_finds_room(self) -> None:
        """The client goes for it by whom nothing has come for longest (KIP-402)."""
        self.limit(max_connections=3)
        _, first = self.connect()
        self.network.advance(10, 1)
        _, second = self.connect()
        _, third = self.connect()
        self.network.advance(10, 1)
        # Seen by no sweep yet.
        first.send(frame(1))
        self.network.run()
        one = self.broker()
        self.assertEqual(self.gone(first, second, third, one), [False, True, False, False])
        self.assertEqual(len(self.connections), 3)
        (line,) = self.lines
        self.assertIn("a broker needs one, and this one was idle for longest; connection aborted", line)
        self.assertFalse(self.connections.admit("192.0.2.7"), "there is no room for clients")
        self.assertEqual(self.connections.refused, 1)
        two = self.broker()
        self.assertEqual(self.gone(first, third, one, two), [False, True, False, False])

    def test_who_waits_for_an_answer_is_not_idle_when_a_broker_comes(self) -> None:
        self.limit(max_connections=2)
        self.dispatch.wait = True
        _, first = self.connect()
        first.send(frame(1))
        self.network.advance(60, 1)
        _, second = self.connect()
        self.network.advance(10, 1)
        self.broker()
        self.assertEqual(self.gone(first, second), [False, True])

    def test_several_brokers_in_one_turn(self) -> None:
        """One client goes for each, and no more."""
        self.limit(max_connections=3)
        clients = [self.connect()[1] for _ in range(2)]
        brokers = [self.broker() for _ in range(3)]
        self.assertEqual(self.gone(*clients, *brokers), [True, True, False, False, False])
        self.assertEqual((len(self.connections), len(self.lines)), (3, 2))

    def test_brokers_alone_are_as_many_as_the_process_may_have(self) -> None:
        """Nobody is left who would go for them, and they are not refused for ``max.connections`` (as in Kafka)."""
        self.limit(max_connections=1, process_connections=3)
        _, client = self.connect()
        brokers = [self.broker() for _ in range(3)]
        self.assertEqual(self.gone(client, *brokers), [True, False, False, False])
        self.assertIsNone(self.broker())
        self.assertIn("there are 3 connections, as many as may be", self.lines[-1])
        brokers[0].hang_up()  # type: ignore[union-attr]
        self.network.run()
        self.assertEqual(self.gone(self.broker()), [False])

    def test_a_client_goes_where_the_process_can_have_no_more(self) -> None:
        self.limit(process_connections=2)
        clients = [self.connect()[1] for _ in range(2)]
        self.assertFalse(self.connections.admit("192.0.2.7"))
        self.assertEqual(self.gone(self.broker()), [False])
        self.assertEqual(sum(self.gone(*clients)), 1)

    def test_the_limit_of_one_address_is_for_brokers_too(self) -> None:
        """And nobody goes for who is refused."""
        self.limit(max_connections=1, max_connections_per_ip=1)
        _, client = self.connect()
        self.assertFalse(self.connections.admit("192.0.2.1", is_for_brokers=True))
        self.assertIn("max.connections.per.ip", self.lines[-1])
        self.assertEqual(self.gone(client), [False])


class TimeTests(Fixture):
    """How long."""

    def test_idle_connections_are_closed_without_a_word(self) -> None:
        _, client = self.connect()
        _, other = self.connect()
        self.network.advance(590, step=5)
        other.send(frame(1))
        self.network.advance(60, step=5)
        self.assertTrue(client.disconnected)
        self.assertFalse(client.aborted)
        self.assertFalse(other.disconnected)
        self.network.advance(700, step=5)
        self.assertTrue(other.disconnected)
        self.assertEqual(self.lines, [])
        self.assertEqual(self.network.clock.getDelayedCalls(), [], "without connections there is no sweep")

    def test_never_idle(self) -> None:
        self.limit(connections_max_idle_ms=-1)
        _, client = self.connect()
        self.network.advance(10_000, step=50)
        self.assertFalse(client.disconnected)

    def test_who_waits_for_an_answer_is_not_idle(self) -> None:
        self.dispatch.wait = True
        _, client = self.connect()
        client.send(frame(1))
        self.network.advance(2000, step=5)
        self.assertFalse(client.disconnected)

    def test_half_a_request_and_silence(self) -> None:
        for data in (frame(1)[:2], frame(1)[:-1], frame(1, padding=1 << 20)[:100_000], frame(0) + frame(1)[:-1]):
            self.lines.clear()
            _, client = self.connect()
            client.send(data)
            self.network.advance(29, step=1)
            self.assertFalse(client.disconnected)
            self.network.advance(15, step=1)
            self.assertTrue(client.aborted)
            self.assertEqual(len(self.lines), 1)
            self.assertIn("half received for 30000 ms", self.lines[0])
            self.assertEqual(self.connections.memory.used_bytes, 0)

    def test_a_byte_a_second(self) -> None:
        _, client = self.connect()
        data = frame(1, padding=1000)
        for position in range(60):
            client.send(data[position : position + 1])
            self.network.advance(1)
        self.assertTrue(client.aborted)

    def test_a_slow_line_gets_its_time(self) -> None:
        _, client = self.connect()
        data = frame(1, padding=6_000_000)
        for position in range(0, len(data), 50_000):
            client.send(data[position : position + 50_000])
            self.network.advance(1)
        self.network.run()
        self.assertEqual(correlation_ids(client.received), [1])

    def test_a_stream_of_requests_that_never_pauses_between_two(self) -> None:
        _, client = self.connect()
        one = frame(1, padding=100)
        data = one * 200
        for position in range(0, len(data), len(one) - 1):
            client.send(data[position : position + len(one) - 1])
            self.network.advance(1)
        self.assertFalse(client.disconnected)
        self.assertEqual(len(correlation_ids(client.received)), 200)

    def test_who_is_held_up_by_us_is_not_too_slow(self) -> None:
        self.limit(max_in_flight_requests=1)
        self.dispatch.wait = True
        _, client = self.connect()
        client.send(frame(1) + frame(2) + frame(3)[:10])
        self.network.advance(200, step=1)
        self.assertFalse(client.disconnected)
        self.dispatch.answer_all()
        client.send(frame(3)[10:])
        self.network.run()
        self.assertEqual(self.dispatch.runs, [[1, 2], [3]])


class MemoryTests(Fixture):
    """The pool."""

    def reading(self, client: ScriptedClient) -> bool:
        return client.transport in self.network.reactor.readers

    def test_small_requests_flow_while_large_ones_wait(self) -> None:
        self.limit(pool_bytes=1_000_000)
        large = [self.connect()[1] for _ in range(6)]
        data = frame(1, padding=400_000)
        for client in large:
            client.send(data[:60_000])
        self.network.run()
        self.assertIs(self.connections.pressure, PRESSED)
        _, small = self.connect()
        small.send(frame(5, padding=5000))
        self.network.run()
        self.assertEqual(correlation_ids(small.received), [5])
        self.assertEqual(sum(self.reading(client) for client in large), 2, "two are let finish")
        for client in large:
            client.send(data[60_000:], 60_000)
        self.network.run()
        for client in large:
            self.assertEqual(correlation_ids(client.received), [1])
        self.assertIs(self.connections.pressure, RELAXED)
        self.assertEqual(self.connections.memory.used_bytes, 0)

    def test_when_full_whole_requests_still_flow(self) -> None:
        """Read in small pieces; the beginnings of large ones wait."""
        self.limit(pool_bytes=400_000)
        clients = [self.connect()[1] for _ in range(6)]
        _, small = self.connect()
        for client in clients:
            client.send(frame(1, padding=1_000_000)[:60_000])
        self.network.run()
        self.assertIs(self.connections.pressure, FULL)
        self.assertLess(self.connections.memory.used_bytes, 1_500_000)
        _, late = self.connect()
        small.send(frame(5))
        late.send(frame(6))
        large = self.connect()[1]
        large.send(frame(1, padding=1_000_000)[:60_000])
        before = self.connections.memory.used_bytes
        self.network.run()
        self.assertEqual((correlation_ids(small.received), correlation_ids(late.received)), ([5], [6]))
        self.assertLessEqual(self.connections.memory.used_bytes, before + 4 * 4096)
        self.network.advance(150, step=1)
        self.assertTrue(all(client.aborted for client in clients), "nobody holds memory for ever")
        self.assertIs(self.connections.pressure, RELAXED)

    def test_a_flood_of_fast_senders(self) -> None:
        """Others are answered meanwhile: whole requests at once, such as take several reads when it is their turn."""
        self.limit(pool_bytes=4 << 20)
        flood = []
        for _ in range(300):
            _, client = self.connect()
            client.send(frame(1, padding=2_000_000)[:600_000], 50_000)
            flood.append(client)
        most = 0
        for number in range(8):
            _, small = self.connect()
            small.send(frame(5))
            _, medium = self.connect()
            medium.send(frame(6, padding=100_000), 20_000)
            for _ in range(200):
                if not self.network.turn():
                    break
                most = max(most, self.connections.memory.used_bytes)
            self.assertEqual(correlation_ids(small.received), [5], number)
            self.network.advance(2.5, 0.5)
            self.assertEqual(correlation_ids(medium.received), [6], number)
            small.hang_up()
            medium.hang_up()
        self.assertLess(most, 3 * (4 << 20) + 2 * 2_000_000)
        self.assertLess(len(self.lines), 3, "one line says how many were closed")

    def test_one_who_is_let_finish_and_hangs_up_makes_room_for_the_next(self) -> None:
        self.limit(pool_bytes=400_000)
        clients = [self.connect()[1] for _ in range(6)]
        data = frame(1, padding=200_000)
        for client in clients:
            client.send(data[:60_000])
        self.network.run()
        while len(self.connections):
            chosen = [client for client in clients if not client.disconnected and self.reading(client)]
            self.assertTrue(chosen, "somebody is always let finish")
            chosen[0].hang_up()
            self.network.run()
        self.assertEqual(self.connections.memory.used_bytes, 0)

    def test_two_thousand_announcers(self) -> None:
        self.limit(pool_bytes=8 << 20)
        clients = []
        for _ in range(2000):
            _, client = self.connect()
            client.send(struct.pack(">i", 100 << 20) + bytes(64), 17)
            clients.append(client)
        self.network.run()
        self.assertLessEqual(self.connections.memory.used_bytes, (12 << 20) + 2 * 4096)
        self.network.advance(45, step=1)
        self.assertEqual(len(self.connections), 0)
        self.assertEqual(self.connections.memory.used_bytes, 0)
        self.assertTrue(all(client.disconnected for client in clients))

    def announcers(self) -> list[BrokerProtocol]:
        """Some that announce 100 MB and send next to nothing: together they hold nearly the limit, which was passed, and none more than his
        share, so that nobody is closed for it. Who comes now gets more than a share at his first read."""
        self.limit(pool_bytes=4 << 20)
        found = []
        for _ in range(200):
            protocol, client = self.connect()
            client.send(struct.pack(">i", 100 << 20) + bytes(6000))
            found.append(protocol)
        self.network.run()
        self.assertIs(self.connections.pressure, PRESSED)
        for protocol in found[:30]:
            protocol.abort()
        self.network.run()
        self.assertIs(self.connections.pressure, PRESSED)
        self.assertFalse(self.connections.memory.is_over)
        return found[30:]

    def test_who_waits_behind_slow_announcers_is_not_closed_for_them(self) -> None:
        """They are the only ones above their share, and the rest of their requests lies in their sockets."""
        for moment_s in (0.0, 0.4, 0.9, 0.999):
            self.setUp()
            self.announcers()
            self.network.advance(moment_s, 0.1)
            honest = [self.connect()[1] for _ in range(5)]
            for client in honest:
                client.send(frame(9, padding=1 << 20), 60_000)
            self.network.advance(2.5, 0.1)
            for client in honest:
                self.assertFalse(client.disconnected, moment_s)
                self.assertEqual(correlation_ids(client.received), [9], moment_s)

    def test_who_is_let_finish_just_before_the_turn_ends_has_a_turn(self) -> None:
        """His bytes are still under way when it is seen who got on."""
        announcers = self.announcers()
        _, client = self.connect()
        data = frame(9, padding=300_000)
        client.send(data[:60_000])
        self.network.advance(0.95, 0.05)
        for protocol in [one for one in announcers if one.transport in self.network.reactor.readers]:
            protocol.abort()
        self.network.run()
        self.assertTrue(self.reading(client))
        self.network.advance(0.3, 0.05)
        self.assertFalse(client.disconnected)
        client.send(data[60_000:], 60_000)
        self.network.run()
        self.assertEqual(correlation_ids(client.received), [9])

    def test_who_waits_and_sends_nothing_is_closed(self) -> None:
        """Halves of requests of which nothing more comes: the largest go together, down to three quarters of the limit."""
        self.limit(pool_bytes=1_000_000)
        clients = [self.connect()[1] for _ in range(9)]
        for client in clients:
            client.send(struct.pack(">i", 100 << 20) + bytes(60_000))
        self.network.run()
        self.assertIs(self.connections.pressure, PRESSED)
        self.network.advance(1.2, 0.1)
        self.assertIs(self.connections.pressure, RELAXED)
        self.assertEqual(sum(client.disconnected for client in clients), 3)

    @settings(deadline=None, max_examples=60)
    @given(
        sizes=st.lists(st.lists(st.integers(0, 300_000), max_size=4), min_size=1, max_size=8),
        chunk=st.integers(1000, 100_000),
        pool_bytes=st.integers(1, 600_000),
    )
    def test_no_deadlock(self, sizes: list[list[int]], chunk: int, pool_bytes: int) -> None:
        """Any clients that send all of what they began get all their answers, without the clock's help."""
        self.setUp()
        self.limit(pool_bytes=pool_bytes)
        clients = []
        for paddings in sizes:
            _, client = self.connect()
            client.send(b"".join(frame(number, padding=padding) for number, padding in enumerate(paddings)), chunk)
            clients.append(client)
        self.network.run()
        for client, paddings in zip(clients, sizes, strict=True):
            self.assertEqual(correlation_ids(client.received), list(range(len(paddings))))
        self.assertEqual(self.connections.memory.used_bytes, 0)
        self.assertIs(self.connections.pressure, RELAXED)


class DrainTests(Fixture):
    """The end of the broker."""

    def drain(self) -> list[Any]:
        result: list[Any] = []
        self.connections.drain(10_000).addCallback(result.append)
        return result

    def test_nobody_there(self) -> None:
        self.assertEqual(self.drain(), [None])
        self.assertFalse(self.connections.admit("192.0.2.1"))
        self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_answers_under_way_leave(self) -> None:
        self.dispatch.wait = True
        _, quiet = self.connect()
        _, client = self.connect()
        client.send(frame(1) + frame(2)[:5])
        self.network.run()
        done = self.drain()
        client.send(frame(2)[5:])
        self.network.run()
        self.assertTrue(quiet.disconnected)
        self.assertFalse(client.disconnected)
        self.assertEqual(done, [])
        self.dispatch.answer_all()
        self.network.run()
        self.assertEqual(correlation_ids(client.received + client.transport.kernel), [1])
        self.assertEqual(done, [None])
        self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_what_takes_too_long_is_cut_off(self) -> None:
        self.dispatch.wait = True
        _, client = self.connect()
        client.send(frame(1))
        self.network.run()
        done = self.drain()
        self.network.advance(9)
        self.assertEqual(done, [])
        self.network.advance(2)
        self.assertTrue(client.aborted)
        self.assertEqual(done, [None])
        self.assertEqual(self.network.clock.getDelayedCalls(), [])
