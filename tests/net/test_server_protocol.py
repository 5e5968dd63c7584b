"""BrokerProtocol between a scripted client and a recording dispatcher, in memory, on virtual time."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.task import Clock
from twisted.logger import Logger
from twisted.trial.unittest import SynchronousTestCase

from klog.memory_budget import MemoryBudget
from klog.metrics import Counter
from klog.net.connections import Connections, Limits
from klog.net.gathering import GATHER_S, UNANSWERED
from klog.net.listener_policy import ListenerPolicy
from klog.net.memory_pressure import MemoryPressure, Pressure
from klog.net.server_factory import BrokerFactory
from klog.net.server_protocol import BrokerProtocol
from klog.span import FileSpan, Part
from klog.testing.network import MemoryNetwork, ScriptedClient
from klog.wire.messages.api_versions import ApiVersionsResponse
from klog.wire.server import Request


def frame(correlation_id: int, *, key: int = 18, version: int = 0, client_id: str = "test", padding: int = 0) -> bytes:
    """One request, `padding` bytes larger than it need be."""
    name = client_id.encode()
    body = struct.pack(">hhih", key, version, correlation_id, len(name)) + name + bytes(padding)
    return struct.pack(">i", len(body)) + body


def correlation_ids(received: bytes) -> list[int]:
    """Those of all answers in `received`, which must be whole."""
    result, position = [], 0
    while position < len(received):
        size, correlation_id = struct.unpack_from(">ii", received, position)
        result.append(correlation_id)
        position += 4 + size
    assert position == len(received)
    return result


class Recorder:
    """A dispatcher that notes runs, and answers at once unless told to wait."""

    def __init__(self) -> None:
        self.runs: list[list[int]] = []
        self.waiting: list[tuple[BrokerProtocol, Request]] = []
        self.lost: list[BrokerProtocol] = []
        self.wait = False
        self.quiet = False
        self.filler: bytes = b""
        self.fail: Exception | None = None

    def __call__(self, connection: BrokerProtocol, requests: Sequence[Request]) -> None:
        if self.fail is not None:
            raise self.fail
        self.runs.append([request.correlation_id for request in requests])
        self.waiting += [(connection, request) for request in requests]
        if not self.wait:
            self.answer_all()

    def answer_all(self, *, backwards: bool = False) -> None:
        waiting, self.waiting = self.waiting, []
        for connection, request in reversed(waiting) if backwards else waiting:
            self.answer(connection, request)

    def answer(self, connection: BrokerProtocol, request: Request) -> None:
        message = None if self.quiet else ApiVersionsResponse()
        parts: list[Part] = connection.answer(request, message)
        if self.filler and parts:
            # A frame of its own behind the answer.
            parts.append(struct.pack(">ii", 4 + len(self.filler), -1) + self.filler)
        if parts:
            connection.send(parts)

    def connection_lost(self, connection: BrokerProtocol) -> None:
        self.lost.append(connection)


class LargeAnswers(Recorder):
    """Keeps request 0 waiting, and answers each of the others with `size` bytes.

    :param clock: where given, they are in the next turn, as what is made in steps.
    """

    def __init__(self, size: int, clock: Clock | None) -> None:
        super().__init__()
        self._size = size
        self._clock = clock
        self.parked: list[tuple[BrokerProtocol, Request]] = []

    def answer(self, connection: BrokerProtocol, request: Request) -> None:
        if request.correlation_id == 0:
            self.parked.append((connection, request))
        elif self._clock is None:
            self.give(connection, request)
        else:
            self._clock.callLater(0, self.give, connection, request)

    def give(self, connection: BrokerProtocol, request: Request) -> None:
        """The answer, ready to be sent."""
        parts = connection.answer(request, struct.pack(">ii", 4 + self._size, request.correlation_id) + bytes(self._size))
        if parts:
            connection.send(parts)


class Fixture(SynchronousTestCase):
    """A network, a dispatcher, and the lines of the log."""

    def setUp(self) -> None:
        self.network = MemoryNetwork()
        self.dispatch = Recorder()
        self.lines: list[str] = []
        self.connections = Connections(self.network.clock)
        for owner in (BrokerProtocol, Connections, MemoryPressure):
            self.patch(owner, "_log", Logger(namespace="test", observer=self._observe))

    def _observe(self, event: Any) -> None:
        if event["log_level"].name != "debug":
            self.lines.append(event["log_format"].format(**event))

    def limit(self, pool_bytes: int | None = 256 << 20, **limits: Any) -> None:
        self.connections = Connections(self.network.clock, Limits(**limits), MemoryBudget(pool_bytes))

    def connect(self, **options: Any) -> tuple[BrokerProtocol, ScriptedClient]:
        factory = BrokerFactory(ListenerPolicy("INSIDE"), self.dispatch, self.connections)
        protocol = factory.buildProtocol(None)
        assert protocol is not None
        return protocol, self.network.connect(protocol, **options)


class ExchangeTests(Fixture):
    """Requests and answers."""

    def test_what_one_read_brings_is_one_run(self) -> None:
        protocol, client = self.connect()
        client.send(frame(1) + frame(2) + frame(3))
        self.network.run()
        self.assertEqual(self.dispatch.runs, [[1, 2, 3]])
        self.assertEqual(correlation_ids(client.received), [1, 2, 3])
        info = protocol.info
        self.assertEqual(
            (info.listener, info.local_host, info.local_port, info.peer_host, info.peer_port),
            ("INSIDE", "192.0.2.9", 9092, "192.0.2.1", 40000),
        )
        self.assertEqual(str(info), "192.0.2.1:40000")
        self.assertTrue(client.transport.no_delay and client.transport.keep_alive)

    def test_byte_by_byte(self) -> None:
        _, client = self.connect()
        client.send(frame(1, padding=50) + frame(2) + frame(3), chunk_bytes=1)
        self.network.run()
        self.assertEqual(self.dispatch.runs, [[1], [2], [3]])
        self.assertEqual(correlation_ids(client.received), [1, 2, 3])

    def test_answers_leave_in_the_order_of_the_requests(self) -> None:
        self.dispatch.wait = True
        _, client = self.connect()
        client.send(frame(1) + frame(2) + frame(3))
        self.network.run()
        self.dispatch.answer_all(backwards=True)
        self.network.run()
        self.assertEqual(correlation_ids(client.received), [1, 2, 3])

    @settings(deadline=None, max_examples=60)
    @given(paddings=st.lists(st.integers(0, 3000), max_size=15), chunk=st.integers(1, 5000), wait=st.booleans())
    def test_any_chunks(self, paddings: list[int], chunk: int, wait: bool) -> None:
        self.setUp()
        self.dispatch.wait = wait
        _, client = self.connect()
        client.send(b"".join(frame(number, padding=padding) for number, padding in enumerate(paddings)), chunk)
        self.network.run()
        self.dispatch.answer_all(backwards=True)
        self.network.run()
        expected = list(range(len(paddings)))
        self.assertEqual([number for run in self.dispatch.runs for number in run], expected)
        self.assertEqual(correlation_ids(client.received), expected)
        self.assertEqual(self.connections.memory.used_bytes, 0)

    def test_received_into_the_frame(self) -> None:
        protocol, client = self.connect()
        data = frame(7, padding=3_000_000)
        self.assertIsNone(protocol.writable())
        protocol.dataReceived(data[:70_000])
        position = 70_000
        while (view := protocol.writable()) is not None:
            count = min(len(view), 256 << 10, len(data) - position)
            view[:count] = data[position : position + count]
            protocol.wrote(count)
            position += count
        protocol.dataReceived(data[position:] + frame(8))
        self.network.run()
        self.assertEqual(self.dispatch.runs, [[7, 8]])
        self.assertEqual(correlation_ids(client.received), [7, 8])
        self.assertEqual(protocol.received_bytes, len(data) + len(frame(8)))

    def test_spans_in_memory_are_copied(self) -> None:
        class Memory:
            def fileno(self) -> int:
                return -1

            def read_at(self, position: int, length: int) -> bytes:
                return bytes(range(256))[position : position + length]

        protocol, client = self.connect()
        protocol.send([b"head", FileSpan(Memory(), 3, 5), b"tail"])
        self.network.run()
        self.assertEqual(client.received, b"head\x03\x04\x05\x06\x07tail")


class MistakeTests(Fixture):
    """What clients do wrong is one line and a closed connection, and no traceback."""

    def check(self, data: bytes, words: str, *, answered: Sequence[int] = ()) -> None:
        for chunk in (None, 1):
            self.lines.clear()
            _, client = self.connect()
            client.send(data + bytes(10), chunk)
            self.network.run()
            self.assertTrue(client.disconnected)
            self.assertEqual(len(self.lines), 1, self.lines)
            self.assertIn(words, self.lines[0])
            self.assertIn("192.0.2.1:40000 on INSIDE", self.lines[0])
            self.assertEqual(correlation_ids(client.received + client.transport.kernel), list(answered))
            self.assertEqual(len(self.connections), 0)
            self.assertEqual(self.connections.memory.used_bytes, 0)
        self.assertEqual(self.flushLoggedErrors(), [])
        self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_lengths(self) -> None:
        self.check(struct.pack(">i", -1), "-1 bytes")
        self.check(struct.pack(">i", 0), "0 bytes")
        self.check(struct.pack(">i", (100 << 20) + 1), "announces 104857601 bytes")

    def test_other_protocols(self) -> None:
        self.check(b"GET / HTTP/1.1\r\n\r\n", "HTTP")
        self.check(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "TLS")

    def test_headers(self) -> None:
        self.check(struct.pack(">ih", 2, 18), "shorter than its header")

    def test_what_was_asked_before_is_answered(self) -> None:
        self.check(frame(1) + frame(2) + struct.pack(">i", -5), "-5 bytes", answered=[1, 2])

    def test_answers_that_come_later_are_waited_for(self) -> None:
        self.dispatch.wait = True
        for quiet in (False, True):
            self.dispatch.quiet = quiet
            _, client = self.connect()
            client.send(frame(1) + struct.pack(">i", -5) + frame(2))
            self.network.run()
            self.assertFalse(client.disconnected)
            self.dispatch.answer_all()
            self.network.run()
            self.assertTrue(client.disconnected)
            self.assertEqual(correlation_ids(client.received + client.transport.kernel), [] if quiet else [1])

    def test_our_own_mistakes_abort_the_connection_with_a_traceback(self) -> None:
        self.dispatch.fail = RuntimeError("a mistake")
        _, client = self.connect()
        client.send(frame(1))
        self.network.run()
        self.assertTrue(client.aborted)
        self.assertIn("a mistake of klog's own", self.lines[0])

    def test_the_dispatcher_closes(self) -> None:
        protocol, client = self.connect()
        self.dispatch.wait = True
        client.send(frame(1) + frame(2))
        self.network.run()
        self.dispatch.answer(*self.dispatch.waiting[0])
        protocol.close("it asked for something impossible")
        protocol.close("once is enough")
        self.dispatch.answer(*self.dispatch.waiting[1])
        self.network.run()
        self.assertTrue(client.disconnected)
        self.assertTrue(protocol.is_lost)
        self.assertEqual(correlation_ids(client.received + client.transport.kernel), [1])
        self.assertEqual(len(self.lines), 1)
        self.assertIn("something impossible", self.lines[0])
        self.assertEqual(self.dispatch.lost, [protocol])
        protocol.close("too late")
        protocol.send([b"too late"])

    def test_the_dispatcher_closes_amid_a_request(self) -> None:
        """Nothing of it is kept, however long the client takes for what was sent."""
        self.dispatch.filler = bytes(300_000)
        protocol, client = self.connect()
        client.stalled = True
        client.send(frame(1) + frame(2, padding=100_000)[:50_000])
        self.network.run()
        self.assertTrue(protocol.is_half_received)
        half_bytes, used_bytes = protocol._frames.held_bytes, self.connections.memory.used_bytes
        self.assertGreater(half_bytes, 50_000)
        protocol.close("it asked for something impossible")
        self.assertFalse(protocol.is_half_received)
        self.assertEqual(self.connections.memory.used_bytes, used_bytes - half_bytes)
        self.network.run()
        self.assertFalse(client.disconnected)
        client.stalled = False
        self.network.run()
        self.assertTrue(client.disconnected)
        self.assertEqual(correlation_ids(client.received), [1, -1])
        self.assertEqual(self.connections.memory.used_bytes, 0)


class PauseTests(Fixture):
    """When a connection is not read."""

    def test_too_many_requests_in_flight(self) -> None:
        self.limit(max_in_flight_requests=10)
        self.dispatch.wait = True
        _, client = self.connect()
        for number in range(40):
            client.send(frame(number))
        self.network.run()
        self.assertEqual(len(self.dispatch.waiting), 11)
        first, self.dispatch.waiting = self.dispatch.waiting[0], self.dispatch.waiting[1:]
        self.dispatch.answer_all()
        self.network.run()
        self.assertEqual(len(self.dispatch.runs), 11, "answers behind one that is missing count as well")
        self.dispatch.wait = False
        self.dispatch.answer(*first)
        self.network.run()
        self.assertEqual(correlation_ids(client.received), list(range(40)))

    def test_a_client_that_does_not_read_its_answers(self) -> None:
        self.dispatch.filler = bytes(100_000)
        protocol, client = self.connect()
        client.stalled = True
        for number in range(1000):
            client.send(frame(number))
        self.network.run()
        self.assertLess(len(self.dispatch.runs), 20)
        self.assertLess(protocol._sender.pending_bytes, 2 << 20)
        client.stalled = False
        self.network.run()
        self.assertEqual([number for number in correlation_ids(client.received) if number >= 0], list(range(1000)))

    def test_many_requests_in_one_read_whose_answers_are_large(self) -> None:
        self.dispatch.filler = bytes(1 << 20)
        _, client = self.connect()
        client.stalled = True
        client.send(b"".join(frame(number) for number in range(500)))
        self.network.run()
        self.assertEqual(self.dispatch.runs, [list(range(8))], "one run, and then a look at what is unsent")
        client.stalled = False
        self.network.run()
        self.assertEqual([number for number in correlation_ids(client.received) if number >= 0], list(range(500)))
        self.assertEqual(max(map(len, self.dispatch.runs)), 8)
        client.send(frame(500))
        self.network.run()
        self.assertEqual(self.dispatch.runs[-1], [500], "and it is read again")

    def test_answers_that_are_made_in_steps(self) -> None:
        """Behind requests for all of the metadata nothing is handed out until they are answered, so that what is unsent is looked at."""
        self.dispatch.wait = True
        _, client = self.connect()
        for number in range(20):
            client.send(frame(number, key=3, version=1))
        self.network.run()
        self.assertEqual(self.dispatch.runs, [[0]])
        self.dispatch.wait = False
        self.dispatch.answer_all()
        self.network.run()
        self.assertEqual([number for number in correlation_ids(client.received) if number >= 0], list(range(20)))

    def test_two_answers_that_are_made_in_steps(self) -> None:
        """In one run: what comes behind it waits for both, whichever is there first."""
        self.dispatch.wait = True
        for earlier in (0, 1):
            _, client = self.connect()
            client.send(frame(0, key=3, version=1) + frame(1, key=3, version=1))
            client.send(frame(2))
            self.network.run()
            both, self.dispatch.waiting = self.dispatch.waiting, []
            self.dispatch.answer(*both[earlier])
            self.network.run()
            self.assertEqual(self.dispatch.runs, [[0, 1]])
            self.dispatch.answer(*both[1 - earlier])
            self.network.run()
            self.assertEqual(self.dispatch.runs, [[0, 1], [2]])
            self.dispatch.answer_all()
            self.network.run()
            self.assertEqual(correlation_ids(client.received), [0, 1, 2])
            self.dispatch.runs.clear()

    def test_large_answers_that_wait_for_an_earlier_one(self) -> None:
        """Only so much of them is made, and one run beyond it, be they made in steps or at once; then the client has to wait."""
        for key, is_later in ((3, True), (3, False), (18, False)):
            for size, runs in ((300_000, 1), (100_000, 2)):
                dispatch = self.dispatch = LargeAnswers(size, self.network.clock if is_later else None)
                protocol, client = self.connect()
                client.send(frame(0))
                client.send(b"".join(frame(number, key=key, version=1) for number in range(1, 41)))
                self.network.run()
                told = (key, is_later, size)
                self.assertEqual(dispatch.runs, [[0], *(list(range(8 * run + 1, 8 * run + 9)) for run in range(runs))], told)
                self.assertTrue(protocol.is_held_up, told)
                self.assertEqual(correlation_ids(client.received), [])
                dispatch.give(*dispatch.parked[0])
                self.network.run()
                self.assertEqual(correlation_ids(client.received), list(range(41)), told)
                self.assertEqual(max(map(len, dispatch.runs)), 8)
                client.send(frame(41))
                self.network.run()
                self.assertEqual(dispatch.runs[-1], [41], "and it is read again")

    def test_runs_of_produce_and_fetch_are_long(self) -> None:
        self.dispatch.wait = True
        _, client = self.connect()
        client.send(
            b"".join(frame(number, key=number % 2, version=4) for number in range(90))
            + b"".join(frame(90 + number) for number in range(20))
        )
        self.network.run()
        self.assertEqual([len(run) for run in self.dispatch.runs], [98, 8])
        self.dispatch.answer_all()
        self.network.run()
        self.assertEqual([number for run in self.dispatch.runs for number in run], list(range(110)))

    def test_held_requests_are_answered_before_the_end(self) -> None:
        self.limit(max_in_flight_requests=4)
        self.dispatch.wait = True
        for last in (b"", struct.pack(">i", -1)):
            self.dispatch.runs.clear()
            _, client = self.connect()
            client.send(b"".join(frame(number) for number in range(30)) + last)
            self.network.run()
            self.assertLess(len(self.dispatch.waiting), 12)
            if not last:
                self.connections.drain(10_000)
            while self.dispatch.waiting:
                self.dispatch.answer_all()
                self.network.run()
            self.assertTrue(client.disconnected)
            self.assertEqual(correlation_ids(client.received + client.transport.kernel), list(range(30)))
            self.setUp()
            self.limit(max_in_flight_requests=4)
            self.dispatch.wait = True

    def test_and_takes_nothing_is_aborted(self) -> None:
        self.dispatch.filler = bytes(100_000)
        _, client = self.connect()
        client.stalled = True
        for number in range(100):
            client.send(frame(number))
        self.network.advance(60, step=1)
        self.assertTrue(client.aborted)
        self.assertEqual(len(self.lines), 1)
        self.assertIn("took nothing of its answers for 30000 ms", self.lines[0])
        self.assertEqual(len(self.connections), 0)

    def test_a_lost_connection_gives_everything_back(self) -> None:
        self.dispatch.wait = True
        protocol, client = self.connect()
        client.send(frame(1) + frame(2, padding=100_000)[:50_000])
        self.network.run()
        self.assertGreater(self.connections.memory.used_bytes, 0)
        client.hang_up()
        self.network.run()
        self.assertEqual(self.connections.memory.used_bytes, 0)
        self.assertEqual(self.dispatch.lost, [protocol])
        self.dispatch.answer_all()
        self.network.run()
        self.assertEqual(self.network.clock.getDelayedCalls(), [])


class GatheringTests(Fixture):
    """A client that waits for no answers, and is left alone for a moment."""

    def setUp(self) -> None:
        super().setUp()
        self.stream()

    def stream(self) -> None:
        """A client that has had no answers for a while."""
        self.dispatch.quiet = True
        self.protocol, self.client = self.connect()
        self.send(*range(-UNANSWERED, 0))
        self.network.clock.advance(1.0)
        self.dispatch.runs.clear()

    def send(self, *numbers: int) -> None:
        self.client.send(b"".join(map(frame, numbers)))
        self.network.run()

    def test_what_comes_in_that_moment_is_read_together(self) -> None:
        for number in range(1, 5):
            self.send(number)
        self.assertEqual(self.dispatch.runs, [[1], [2]])
        self.network.clock.advance(GATHER_S)
        self.network.run()
        self.assertEqual([number for run in self.dispatch.runs for number in run], [1, 2, 3, 4])

    def test_one_now_and_then_is_read_at_once(self) -> None:
        for number in range(5):
            self.send(number)
            self.assertEqual(self.dispatch.runs[-1], [number])
            self.network.clock.advance(1.0)

    def test_who_waits_for_answers_is_read_at_once(self) -> None:
        self.dispatch.quiet = False
        self.send(1, 2)
        self.send(3)
        self.send(4)
        self.assertEqual(self.dispatch.runs, [[1, 2], [3], [4]])

    def test_who_waits_for_some_answers_is_read_at_once(self) -> None:
        for number in range(0, 4 * UNANSWERED, 2):
            self.dispatch.quiet = True
            self.send(number)
            self.dispatch.quiet = False
            self.send(number + 1)
            self.assertEqual(self.dispatch.runs[-1], [number + 1])
        self.assertEqual(correlation_ids(self.client.received), list(range(1, 4 * UNANSWERED, 2)))

    def test_who_is_read_in_pieces_is_not_left_alone_besides(self) -> None:
        self.limit(1 << 20)
        self.stream()
        self.connections.memory.take((1 << 20) * 7 // 4)
        self.send(0)
        self.assertIs(self.connections.pressure, Pressure.FULL)
        self.client.send(b"".join(frame(number, padding=1000) for number in range(1, 101)))
        self.network.run()
        self.assertEqual([number for run in self.dispatch.runs for number in run], list(range(101)))

    def test_nor_is_who_has_begun_a_large_request(self) -> None:
        large = frame(3, padding=1 << 20)
        self.send(1)
        self.client.send(frame(2) + large[:5000])
        self.network.run()
        self.client.send(large[5000:])
        self.network.run()
        self.assertEqual(self.dispatch.runs, [[1], [2], [3]])

    def test_nor_is_who_waits_for_one_that_comes_later(self) -> None:
        self.dispatch.wait = True
        self.send(1, 2)
        self.send(3)
        self.assertEqual(self.dispatch.runs, [[1, 2], [3]])

    def test_a_connection_that_is_lost_meanwhile_leaves_nothing(self) -> None:
        before = len(self.network.clock.getDelayedCalls())
        self.send(1)
        self.send(2)
        self.assertEqual(len(self.network.clock.getDelayedCalls()), before + 1)
        self.protocol.abort()
        self.network.run()
        self.assertEqual(self.network.clock.getDelayedCalls(), [])
        self.assertEqual(self.dispatch.lost, [self.protocol])

    def test_another_reason_not_to_read_outlasts_it(self) -> None:
        self.send(1)
        self.send(2)
        self.protocol.wait_for_memory(True)
        self.send(3)
        self.network.clock.advance(GATHER_S)
        self.network.run()
        self.assertEqual(self.dispatch.runs, [[1], [2]])
        self.protocol.wait_for_memory(False)
        self.network.run()
        self.assertEqual(self.dispatch.runs, [[1], [2], [3]])


class AgainTests(Fixture):
    """Requests that come again with the same bytes."""

    def setUp(self) -> None:
        super().setUp()
        self.protocol, self.client = self.connect()
        self.asked: list[bytes] = []
        self.known = True
        self.count = Counter("Counts.")
        self.generation = 1
        answer = self.dispatch.answer

        def expect(connection: BrokerProtocol, request: Request) -> None:
            answer(connection, request)
            connection.expect_again(request, self.answer, self.count, self, self.generation)

        self.patch(self.dispatch, "answer", expect)

    def answer(self, correlation_id: bytes) -> bytes | None:
        self.asked.append(correlation_id)
        return struct.pack(">i", 8) + correlation_id + b"same" if self.known else None

    def send(self, *data: bytes) -> None:
        for each in data:
            self.client.send(each)
            self.network.run()
            self.client.take()

    def test_they_do_not_come_to_the_dispatcher(self) -> None:
        """And are counted all the same."""
        self.send(frame(1), frame(2), frame(3))
        self.assertEqual((self.dispatch.runs, self.asked, self.count.value), ([[1]], [b"\0\0\0\2", b"\0\0\0\3"], 2))
        self.assertEqual(correlation_ids(bytes(self.client.received)), [1, 2, 3])
        self.assertEqual((self.protocol.received_requests, self.protocol.received_bytes), (3, 3 * len(frame(1))))
        self.assertTrue(self.protocol.is_quiet)

    def test_what_is_not_known_goes_the_usual_way(self) -> None:
        """And is asked for again after that."""
        self.send(frame(1))
        self.known = False
        self.send(frame(2))
        self.known = True
        self.send(frame(3))
        self.assertEqual((self.dispatch.runs, len(self.asked)), ([[1], [2]], 2))
        self.assertEqual(correlation_ids(bytes(self.client.received)), [1, 2, 3])

    def test_what_has_waited_for_its_turn_is_not_kept(self) -> None:
        """Its frame is gone by then, and nothing shall be taken for nothing."""

        def dispatch(recorder: Recorder, connection: BrokerProtocol, requests: Sequence[Request]) -> None:
            first, second = requests
            for request in (second, first):
                connection.send(connection.answer(request, struct.pack(">ii", 4, request.correlation_id)))
                if request is second:
                    connection.expect_again(request, self.answer, self.count, self, self.generation)

        self.patch(Recorder, "__call__", dispatch)
        self.send(frame(1) + frame(2))
        self.assertEqual(correlation_ids(bytes(self.client.received)), [1, 2])
        self.send(bytes(4))
        self.assertEqual(self.asked, [])

    def test_rights_that_may_have_changed(self) -> None:
        """The next one goes the usual way, whatever is known of it, and those after it rest on the new rights."""
        self.send(frame(1), frame(2))
        self.generation += 1
        self.send(frame(3), frame(4))
        self.assertEqual((self.dispatch.runs, self.asked), ([[1], [3]], [b"\0\0\0\2", b"\0\0\0\4"]))

    def test_others_go_the_usual_way(self) -> None:
        """Other bytes, halves, two at once."""
        one, two = frame(2), frame(3)
        for pieces in ([frame(2, padding=1)], [one[:9], one[9:]], [one + two], [one + two[:7], two[7:]], [one[:2], one[2:]]):
            self.setUp()
            self.send(frame(1), *pieces)
            self.assertEqual(self.asked, [], pieces)
            self.assertEqual(correlation_ids(bytes(self.client.received)), [1, 2, 3][: 1 + b"".join(pieces).count(b"test")])

    def test_long_requests_are_not_kept(self) -> None:
        """A connection must not hold what its client once sent."""
        self.send(frame(1, padding=2000), frame(2, padding=2000))
        self.assertEqual((self.dispatch.runs, self.asked), ([[1], [2]], []))

    def test_answers_keep_their_order(self) -> None:
        """Nothing is answered this way while something waits."""
        self.dispatch.wait = True
        self.send(frame(1), frame(2))
        self.assertEqual(self.asked, [])
        self.dispatch.answer_all(backwards=True)
        self.network.run()
        self.assertEqual(correlation_ids(bytes(self.client.received)), [1, 2])
        self.dispatch.wait = False
        self.send(frame(3), frame(4))
        self.assertEqual((self.dispatch.runs, len(self.asked)), ([[1], [2], [3]], 1))
        self.assertEqual(correlation_ids(bytes(self.client.received)), [1, 2, 3, 4])

    def test_a_client_that_does_not_read(self) -> None:
        """Is not answered this way once its answers pile up."""
        self.protocol, self.client = self.connect(socket_bytes=100)
        self.patch(self, "answer", lambda correlation_id: struct.pack(">i", 1004) + correlation_id + bytes(1000))
        self.client.stalled = True
        for number in range(3000):
            self.client.send(frame(number))
            self.network.run()
        self.assertLess(len(self.asked), 3000)

    def test_not_while_it_is_not_read(self) -> None:
        """A pause ends it."""
        self.send(frame(1))
        self.protocol.wait_for_memory(True)
        self.protocol.wait_for_memory(False)
        self.send(frame(2), frame(3))
        self.assertEqual((self.dispatch.runs, len(self.asked)), ([[1], [2]], 1))

    def test_a_lost_connection_keeps_nothing(self) -> None:
        """Neither group nor member."""
        self.send(frame(1))
        self.client.hang_up()
        self.network.run()
        self.assertIsNone(self.protocol._again)
