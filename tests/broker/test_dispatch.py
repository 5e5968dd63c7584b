"""From requests to answers, over the real wire code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.dispatch import DECODED_BYTES, PARKED_BYTES, Dispatcher
from klog.broker.handler import CloseConnection, ConnectionInfo, RequestContext
from klog.broker.reactor_probe import Turns
from klog.errors import ErrorCode, KlogError
from klog.metrics import Metrics
from klog.span import Part, join_parts
from klog.wire.client import ClientConnection
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsResponse
from klog.wire.messages.find_coordinator import FindCoordinatorRequest, FindCoordinatorResponse
from klog.wire.messages.init_producer_id import InitProducerIdRequest, InitProducerIdResponse
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, ProduceResponse, TopicProduceData
from klog.wire.schema import Message
from klog.wire.server import Request, ServerConnection


class FakeConnection:
    """A client and a connection with nothing between them."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher
        self.info = ConnectionInfo("PLAINTEXT", "127.0.0.1", 9092, "127.0.0.1", 40000)
        self.server = ServerConnection()
        self.client = ClientConnection()
        self.answers: list[Any] = []
        self.sends = 0
        self.closed: str | None = None
        self.parked: list[tuple[int, int]] = []

    def ask(self, *requests: tuple[Message, int]) -> None:
        """All in one chunk."""
        self.ask_bytes(b"".join(join_parts(self.client.request(message, version)[1]) for message, version in requests))

    def ask_bytes(self, data: bytes) -> None:
        self.dispatcher(self, self.server.receive(data))

    def answer(self, request: Request, message: Any) -> list[Part]:
        return self.server.answer(request, message)

    def park(self, request: Request, held_bytes: int) -> None:
        request.let_go()
        self.parked.append((request.correlation_id, held_bytes))

    def send(self, parts: list[Part]) -> None:
        assert parts and self.closed is None
        self.sends += 1
        self.answers += [answer for _, answer in self.client.receive(join_parts(parts))]

    def close(self, sentence: str) -> None:
        assert self.closed is None
        self.closed = sentence


class Handler:
    """FindCoordinator, answered by a function."""

    request_type: type[Any] = FindCoordinatorRequest
    versions = (0, 6)

    def __init__(self, function: Callable[[FindCoordinatorRequest], Any]) -> None:
        self.function = function

    def handle(self, context: RequestContext, request: FindCoordinatorRequest) -> Any:
        return self.function(request)


class RunHandler:
    """InitProducerId, in runs."""

    request_type: type[Any] = InitProducerIdRequest
    versions = (0, 5)

    def __init__(self) -> None:
        self.runs: list[int] = []
        self.results: list[Any] | None = None
        self.fails: Exception | None = None

    def handle(self, context: RequestContext, request: Any) -> Any:
        raise AssertionError("runs only")

    def handle_run(self, requests: Sequence[tuple[RequestContext, Any]]) -> Sequence[Any]:
        self.runs.append(len(requests))
        if self.fails is not None:
            raise self.fails
        if self.results is not None:
            return self.results
        return [InitProducerIdResponse(producer_id=request.transaction_timeout_ms) for _, request in requests]


def key(text: str) -> tuple[Message, int]:
    """A FindCoordinator request."""
    return FindCoordinatorRequest(key=text), 1


def number(value: int) -> tuple[Message, int]:
    """An InitProducerId request."""
    return InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=value), 0


def host(text: str) -> FindCoordinatorResponse:
    """An answer that can be told from others."""
    return FindCoordinatorResponse(host=text, node_id=0, port=0)


class Base(SynchronousTestCase):
    def setUp(self) -> None:
        self.parked: dict[str, Deferred[Any]] = {}
        self.handler = Handler(lambda request: host(request.key))
        self.run_handler = RunHandler()
        self.metrics = Metrics()
        self.turns = Turns()
        self.dispatcher = Dispatcher([self.handler, self.run_handler], self.metrics, turns=self.turns)
        self.connection = FakeConnection(self.dispatcher)

    def park(self, request: FindCoordinatorRequest) -> Any:
        """Later, where the key begins with a p."""
        if not request.key.startswith("p"):
            return host(request.key)
        self.parked[request.key] = deferred = Deferred[Any]()
        return deferred

    @property
    def hosts(self) -> list[Any]:
        return [answer.host if isinstance(answer, FindCoordinatorResponse) else answer.producer_id for answer in self.connection.answers]


class OrderTests(Base):
    """Answers leave in request order, together where they can."""

    def test_a_chunk_is_one_send(self) -> None:
        self.connection.ask(key("a"), key("b"), number(1), number(2), key("c"))
        self.assertEqual(self.hosts, ["a", "b", 1, 2, "c"])
        self.assertEqual((self.connection.sends, self.run_handler.runs), (1, [2]))

    def test_later_answers_wait_for_earlier_ones(self) -> None:
        self.handler.function = self.park
        self.connection.ask(key("a"), key("p1"), number(1), key("p2"), key("b"))
        self.assertEqual(self.hosts, ["a"])
        self.assertEqual(self.dispatcher.parked, 2)
        self.parked["p2"].callback(host("two"))
        self.assertEqual(self.hosts, ["a"])
        self.parked["p1"].callback(host("one"))
        self.assertEqual(self.hosts, ["a", "one", 1, "two", "b"])
        self.assertEqual(self.dispatcher.parked, 0)

    def test_an_answer_that_comes_while_its_connection_is_handled(self) -> None:
        def function(request: FindCoordinatorRequest) -> Any:
            if request.key == "wake":
                self.parked["p1"].callback(host("one"))
                return host("wake")
            return self.park(request)

        self.handler.function = function
        self.connection.ask(key("a"), key("p1"), key("wake"), key("b"))
        self.assertEqual(self.hosts, ["a", "one", "wake", "b"])
        self.assertEqual(self.connection.sends, 1)

    def test_an_answer_that_comes_while_another_connection_is_handled(self) -> None:
        self.handler.function = self.park
        other = FakeConnection(self.dispatcher)
        other.ask(key("p1"))

        def wake(request: FindCoordinatorRequest) -> Any:
            self.parked["p1"].callback(host("one"))
            return host("here")

        self.handler.function = wake
        self.connection.ask(key("x"))
        self.assertEqual(self.hosts, ["here"])
        self.assertEqual([answer.host for answer in other.answers], ["one"])

    def test_answers_of_another_connection_leave_together(self) -> None:
        """As a follower's Fetch is what many requests of a producer wait for; and before that is closed."""
        self.handler.function = self.park
        other = FakeConnection(self.dispatcher)
        other.ask(key("p1"), key("p2"), key("p3"))

        def wake(request: FindCoordinatorRequest) -> Any:
            for name in ("p2", "p1"):
                self.parked[name].callback(host(name))
            if request.key == "close":
                self.parked["p3"].errback(CloseConnection("enough"))
            return host("here")

        self.handler.function = wake
        self.connection.ask(key("x"))
        self.assertEqual(([answer.host for answer in other.answers], other.sends, other.closed), (["p1", "p2"], 1, None))
        self.handler.function = self.park
        other.ask(key("p1"), key("p2"))
        self.parked["p3"].callback(host("p3"))
        other.ask(key("p3"))
        self.handler.function = wake
        self.connection.ask(key("close"))
        self.assertEqual([answer.host for answer in other.answers[2:]], ["p3", "p1", "p2"])
        self.assertEqual((other.sends, other.closed), (3, "enough"))

    def test_no_answer_frees_the_slot(self) -> None:
        self.run_handler.results = [None, InitProducerIdResponse(producer_id=7)]
        self.connection.client.request(*number(1), expects_answer=False)
        frame = join_parts(self.connection.client.request(*number(2))[1])
        self.connection.ask_bytes(frame + frame)
        self.assertEqual((self.hosts, self.connection.server.in_flight), ([7], 0))

    def test_deferreds_that_fired_already(self) -> None:
        from twisted.internet.defer import succeed

        self.handler.function = lambda request: succeed(host(request.key))
        self.connection.ask(key("a"), key("b"))
        self.assertEqual(self.hosts, ["a", "b"])
        self.assertEqual((self.connection.sends, self.dispatcher.parked), (1, 0))

    def test_requests_are_counted(self) -> None:
        self.connection.ask(key("a"), number(1), number(2))
        counts = {reading.name: reading.value for reading in self.metrics}
        self.assertEqual((counts["requests.FindCoordinator.count"], counts["requests.InitProducerId.count"]), (1, 2))


class ApiVersionsTests(Base):
    """The table of handlers, and KIP-511."""

    def test_whoever_measures_is_told_what_is_handled(self) -> None:
        seen: list[str | None] = []

        def function(request: FindCoordinatorRequest) -> Any:
            seen.append(self.turns.work)
            return host(request.key)

        self.handler.function = function
        self.connection.ask(number(1), key("a"), number(2))
        self.assertEqual(seen, ["FindCoordinator version 1"])
        self.assertEqual(self.turns.work, "InitProducerId version 0")

    def test_announced(self) -> None:
        self.connection.ask((ApiVersionsRequest(client_software_name="a", client_software_version="1"), 4))
        [answer] = self.connection.answers
        self.assertEqual([(one.api_key, one.min_version, one.max_version) for one in answer.api_keys], [(10, 0, 6), (18, 0, 4), (22, 0, 5)])
        self.assertEqual(self.connection.info.client_software_name, "a")

    def test_unknown_version(self) -> None:
        sent: list[bytes] = []
        self.connection.send = lambda parts: sent.append(join_parts(parts))  # type: ignore[method-assign]
        self.connection.ask_bytes(bytes.fromhex("0000000c 0012 0063 00000007 ffff 7f7f"))
        # Size, correlation id, error 35, one entry: key 18, versions 0 to 4.
        self.assertEqual(sent[0].hex(" ", 2), "0000 0010 0000 0007 0023 0000 0001 0012 0000 0004")


class ClientsMistakesTests(Base):
    """One sentence, and the connection is closed after the answers before it."""

    def test_unknown_api(self) -> None:
        self.connection.ask(key("a"))
        self.connection.ask_bytes(bytes.fromhex("0000000a 03e7 0000 00000001 ffff"))
        self.assertEqual(self.connection.closed, "the client asked for API 999, which klog does not have")
        self.assertEqual(self.hosts, ["a"])

    def test_unknown_version(self) -> None:
        self.connection.ask_bytes(bytes.fromhex("0000000a 000a 0007 00000001 ffff"))
        assert self.connection.closed is not None
        self.assertIn("FindCoordinator version 7; klog has versions 0 to 6", self.connection.closed)

    def test_undecodable(self) -> None:
        good = join_parts(self.connection.client.request(*key("a"))[1])
        bad = bytes.fromhex("0000000c 000a 0000 00000002 ffff 7fff")
        later = join_parts(self.connection.client.request(*key("b"))[1])
        self.connection.ask_bytes(good + bad + later)
        self.assertEqual(self.hosts, ["a"])
        assert self.connection.closed is not None
        self.assertIn("FindCoordinator version 0 cannot be read", self.connection.closed)
        self.assertEqual(self.flushLoggedErrors(), [])

    def test_undecodable_in_a_run(self) -> None:
        good = join_parts(self.connection.client.request(*number(5))[1])
        bad = bytes.fromhex("0000000b 0016 0000 00000002 ffff 7f")
        self.connection.ask_bytes(good + bad)
        self.assertEqual(self.hosts, [5])
        self.assertIsNotNone(self.connection.closed)
        self.assertEqual(self.run_handler.runs, [1])

    def test_closed_after_parked_answers(self) -> None:
        self.handler.function = self.park
        self.connection.ask(key("p1"))
        self.connection.ask_bytes(bytes.fromhex("0000000a 03e7 0000 00000001 ffff"))
        self.assertIsNone(self.connection.closed)
        self.connection.ask_bytes(bytes.fromhex("0000000a 03e7 0000 00000001 ffff"))
        self.parked["p1"].callback(host("one"))
        self.assertEqual(self.hosts, ["one"])
        self.assertIsNotNone(self.connection.closed)

    def test_close_connection(self) -> None:
        def function(request: FindCoordinatorRequest) -> Any:
            if request.key == "bad":
                raise CloseConnection("the client did it")
            return host(request.key)

        self.handler.function = function
        self.connection.ask(key("a"), key("bad"), key("b"))
        self.assertEqual((self.hosts, self.connection.closed), (["a"], "the client did it"))

    def test_close_connection_in_a_run(self) -> None:
        self.run_handler.results = [InitProducerIdResponse(producer_id=1), CloseConnection("so"), InitProducerIdResponse()]
        self.connection.ask(number(1), number(2), number(3))
        self.assertEqual((self.hosts, self.connection.closed), ([1], "so"))

    def test_close_connection_later(self) -> None:
        self.handler.function = self.park
        self.connection.ask(key("p1"))
        self.parked["p1"].errback(CloseConnection("so"))
        self.assertEqual(self.connection.closed, "so")
        self.assertEqual(self.dispatcher.parked, 0)


class ErrorTests(Base):
    """Errors with a code, and klog's own mistakes."""

    def test_klog_error(self) -> None:
        def function(request: FindCoordinatorRequest) -> Any:
            raise KlogError(ErrorCode.INVALID_REQUEST, "no such thing")

        self.handler.function = function
        self.connection.ask(key("a"))
        [answer] = self.connection.answers
        self.assertEqual((answer.error_code, answer.error_message), (ErrorCode.INVALID_REQUEST, "no such thing"))

    def test_klog_error_later(self) -> None:
        self.handler.function = self.park
        self.connection.ask(key("p1"))
        self.parked["p1"].errback(KlogError(ErrorCode.REQUEST_TIMED_OUT))
        self.assertEqual(self.connection.answers[0].error_code, ErrorCode.REQUEST_TIMED_OUT)

    def test_mistakes_are_logged_once_and_answered(self) -> None:
        self.handler.function = lambda request: {}[request.key]
        self.connection.ask(key("a"), number(4))
        self.assertEqual(self.connection.answers[0].error_code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertEqual(self.connection.answers[1].producer_id, 4)
        self.assertEqual(len(self.flushLoggedErrors(KeyError)), 1)

    def test_mistake_in_a_run(self) -> None:
        self.run_handler.fails = ZeroDivisionError()
        self.connection.ask(number(1), number(2))
        self.assertEqual([answer.error_code for answer in self.connection.answers], [-1, -1])
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 2)

    def test_mistake_without_a_place_for_it(self) -> None:
        class Odd(Handler):
            request_type = CreatePartitionsRequest
            versions = (0, 3)

        self.assertNotIn("error_code", CreatePartitionsResponse.__slots__)
        connection = FakeConnection(Dispatcher([Odd(lambda request: 1 / 0)]))
        connection.ask((CreatePartitionsRequest(), 0))
        assert connection.closed is not None
        self.assertIn("can carry an error", connection.closed)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_a_handlers_own_error_answer(self) -> None:
        def error_answer(version: int, request: Any, code: ErrorCode, sentence: str | None) -> Any:
            return host(f"{version} {request.key} {code.name} {sentence}")

        def function(request: FindCoordinatorRequest) -> Any:
            raise KlogError(ErrorCode.INVALID_REQUEST, "so")

        self.handler.function = function
        self.handler.error_answer = error_answer  # type: ignore[attr-defined]
        self.connection.ask(key("a"))
        self.assertEqual(self.hosts, ["1 a INVALID_REQUEST so"])

    def test_an_error_answer_that_cannot_be_made(self) -> None:
        """The connection is closed, at once or later: a client must not wait for an answer that does not come."""

        def error_answer(version: int, request: Any, code: ErrorCode, sentence: str | None) -> Any:
            raise ZeroDivisionError

        def function(request: FindCoordinatorRequest) -> Any:
            raise KlogError(ErrorCode.INVALID_REQUEST, "so")

        self.handler.error_answer = error_answer  # type: ignore[attr-defined]
        for later in (True, False):
            with self.subTest(later=later):
                self.handler.function = self.park if later else function
                connection = FakeConnection(self.dispatcher)
                connection.ask(key("p"))
                if later:
                    self.parked["p"].errback(KlogError(ErrorCode.INVALID_REQUEST, "so"))
                self.assertIsNotNone(connection.closed)
                self.assertEqual((connection.answers, self.dispatcher.parked), ([], 0))
                self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_an_answer_that_cannot_be_written(self) -> None:
        self.handler.function = lambda request: FindCoordinatorResponse(port="x")  # type: ignore[arg-type]
        self.connection.ask(key("a"))
        assert self.connection.closed is not None
        self.assertIn("could not write its answer", self.connection.closed)
        self.assertEqual(len(self.flushLoggedErrors()), 1)


class ParkedTests(Base):
    """What waits for its answer lets go of its frame, and is counted."""

    def test_it_is_told(self) -> None:
        """By what it takes decoded, but for what the handler needs no more."""
        for let_go in (0, 100):
            handler: Any = Handler(self.park)
            handler.let_go = lambda message, count=let_go: count
            dispatcher = Dispatcher([handler])
            connection = FakeConnection(dispatcher)
            frame = join_parts(connection.client.request(*key("p" * 200))[1])
            [request] = connection.server.receive(frame)
            dispatcher(connection, [request])
            self.assertEqual(connection.parked, [(request.correlation_id, PARKED_BYTES + DECODED_BYTES * (len(frame) - 4 - let_go))])
            self.assertEqual(request.size, 0)
            self.parked["p" * 200].callback(host("one"))
            self.assertEqual(len(connection.answers), 1)

    def test_the_objects_of_a_large_one_are_counted(self) -> None:
        """Its bytes say little about them: here are 2,000 names of two letters, each an object."""
        waiting: Deferred[Any] = Deferred()
        dispatcher = Dispatcher([Handler(lambda request: waiting)])
        connection = FakeConnection(dispatcher)
        request = FindCoordinatorRequest(coordinator_keys=[f"{number:02x}" for number in range(256)] * 8)
        frame = join_parts(connection.client.request(request, 4)[1])
        [received] = connection.server.receive(frame)
        dispatcher(connection, [received])
        [(_, held_bytes)] = connection.parked
        self.assertGreater(held_bytes, 2048 * 50 + 2 * len(frame))
        waiting.callback(FindCoordinatorResponse())

    def test_not_what_is_answered_already(self) -> None:
        self.handler.function = lambda request: succeed(host("one"))
        self.connection.ask(key("a"))
        self.assertEqual((self.hosts, self.connection.parked), (["one"], []))

    def test_what_was_begun_and_waits_for_something_else(self) -> None:
        """A Deferred that has fired, but whose callback waits for another one, has no answer yet."""
        other: Deferred[Any] = Deferred()
        self.handler.function = lambda request: succeed(None).addCallback(lambda _: other)
        self.connection.ask(key("a"))
        self.assertEqual((self.hosts, len(self.connection.parked)), ([], 1))
        other.callback(host("one"))
        self.assertEqual(self.hosts, ["one"])


class HandsBack:
    """Produce, whose requests are recognised, and then want a closer look that takes its time."""

    request_type: type[Any] = ProduceRequest
    versions = (0, 13)

    def __init__(self) -> None:
        self.repeats: list[int] = []
        self.asked: list[ProduceRequest] = []
        self.waiting: list[Deferred[Any]] = []
        self.let_go_bytes = 0

    def handle(self, context: RequestContext, request: Any) -> Any:
        raise AssertionError("runs only")

    def handle_run(self, requests: Sequence[tuple[RequestContext, Any]]) -> Sequence[Any]:
        self.asked += [request for _, request in requests]
        waiting: list[Deferred[Any]] = [Deferred() for _ in requests]
        self.waiting += waiting
        return waiting

    def handle_repeats(self, requests: Sequence[Request], connection: ConnectionInfo) -> Sequence[Any] | None:
        self.repeats.append(len(requests))
        return None

    def let_go(self, request: Any) -> int:
        return self.let_go_bytes


class LearningConnection(FakeConnection):
    def learn(self, request: Request, message: Any) -> None:
        self.server.repeats.learn(request, message)


class HandedBackTests(SynchronousTestCase):
    """Requests that were recognised, and that their handler wants decoded all the same."""

    def test_they_are_handled_and_counted_as_if_decoded(self) -> None:
        handler, metrics = HandsBack(), Metrics()
        dispatcher = Dispatcher([handler], metrics)
        connection = LearningConnection(dispatcher)
        data = [PartitionProduceData(index=0, records=bytes(10_000))]
        asked = ProduceRequest(transactional_id="x", acks=-1, timeout_ms=9, topic_data=[TopicProduceData(name="t", partition_data=data)])
        connection.ask((asked, 12))
        connection.ask((asked, 12), (asked, 12))
        handler.let_go_bytes = 10_000
        connection.ask((asked, 12))
        counts = {reading.name: reading.value for reading in metrics}
        self.assertEqual((handler.repeats, len(handler.asked), counts["requests.Produce.count"]), ([2, 1], 4, 4))
        for message in handler.asked:
            self.assertEqual(bytes(message.topic_data[0].partition_data[0].records or b""), bytes(10_000))
            message.topic_data[0].partition_data[0].records = asked.topic_data[0].partition_data[0].records
            self.assertEqual(message, asked)
        # What still waits to be written holds its frame.
        first, *others, last = [held_bytes for _, held_bytes in connection.parked]
        self.assertEqual(others, [first] * 2)
        self.assertGreater(first, 10_000)
        self.assertLess(last, 4_000)
        for waiting in handler.waiting:
            waiting.callback(ProduceResponse())
        self.assertEqual((len(connection.answers), dispatcher.parked), (4, 0))

    def test_a_mistake(self) -> None:
        handler = HandsBack()
        connection = LearningConnection(Dispatcher([handler]))
        data = [PartitionProduceData(index=0, records=b"x")]
        asked = ProduceRequest(acks=-1, timeout_ms=9, topic_data=[TopicProduceData(name="t", partition_data=data)])
        connection.ask((asked, 12))
        handler.waiting.pop().callback(ProduceResponse())
        handler.asked = None  # type: ignore[assignment]
        connection.ask((asked, 12))
        self.assertIsNotNone(connection.closed)
        self.assertEqual(len(self.flushLoggedErrors(TypeError)), 1)


class LostTests(Base):
    """Connections that go."""

    def test_parked_requests_are_cancelled(self) -> None:
        self.handler.function = self.park
        self.connection.ask(key("p1"), key("p2"))
        self.dispatcher.connection_lost(self.connection)
        self.assertEqual(self.dispatcher.parked, 0)
        self.assertTrue(all(deferred.called for deferred in self.parked.values()))
        self.assertEqual((self.connection.answers, self.flushLoggedErrors()), ([], []))
        self.dispatcher.connection_lost(self.connection)

    def test_mistakes_after_the_loss_are_logged(self) -> None:
        def cancelled(deferred: Deferred[Any]) -> None:
            deferred.errback(ZeroDivisionError())

        self.handler.function = lambda request: Deferred(cancelled)
        self.connection.ask(key("a"))
        self.dispatcher.connection_lost(self.connection)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)


class AgainHandler(Handler):
    """A handler whose requests may come again."""

    def __init__(self, function: Callable[[FindCoordinatorRequest], Any]) -> None:
        super().__init__(function)
        self.known: Callable[[bytes], bytes | None] | None = lambda correlation_id: correlation_id
        self.answered: list[Any] = []

    def again(self, context: RequestContext, request: Any, answer: Any) -> Any:
        self.answered.append((context.api_version, request.key, answer.node_id))
        if request.key == "fails":
            raise ValueError("a mistake")
        return self.known


class AgainTests(SynchronousTestCase):
    """What comes again with the same bytes."""

    def connection(self, function: Callable[[FindCoordinatorRequest], Any]) -> tuple[FakeConnection, AgainHandler, list[Any]]:
        handler = AgainHandler(function)
        connection = FakeConnection(Dispatcher([handler]))
        expected: list[Any] = []
        connection.expect_again = lambda *arguments: expected.append(arguments)  # type: ignore[attr-defined]
        return connection, handler, expected

    def test_the_connection_is_told(self) -> None:
        """After the answer, with what counts it."""
        connection, handler, expected = self.connection(lambda request: FindCoordinatorResponse(node_id=7))
        connection.ask((FindCoordinatorRequest(key="g"), 2))
        ((request, answer, count, rights, generation),) = expected
        self.assertEqual(rights.generation, generation)
        self.assertEqual((handler.answered, answer, count.value), ([(2, "g", 7)], handler.known, 1))
        self.assertTrue(request.is_answered)

    def test_it_is_not_told_where_nothing_is_known(self) -> None:
        """Nor of answers that come later, nor of errors."""
        waiting: Deferred[Any] = Deferred()
        answers = {"later": waiting, "wrong": KlogError(ErrorCode.INVALID_REQUEST), "none": FindCoordinatorResponse()}

        def answer(request: FindCoordinatorRequest) -> Any:
            found = answers[request.key]
            if isinstance(found, Exception):
                raise found
            return found

        connection, handler, expected = self.connection(answer)
        handler.known = None
        for key in answers:
            connection.ask((FindCoordinatorRequest(key=key), 2))
        waiting.callback(FindCoordinatorResponse())
        self.assertEqual((expected, len(handler.answered), len(connection.answers)), ([], 1, 3))

    def test_a_mistake_is_logged(self) -> None:
        """The client has its answer."""
        connection, _, expected = self.connection(lambda request: FindCoordinatorResponse())
        connection.ask((FindCoordinatorRequest(key="fails"), 2))
        self.assertEqual((expected, len(connection.answers), connection.closed), ([], 1, None))
        self.assertEqual(len(self.flushLoggedErrors(ValueError)), 1)
