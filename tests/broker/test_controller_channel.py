"""What a broker asks of whoever is the controller."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.controller_channel import RETRY_S, ControllerChannel
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest, ControlledShutdownResponse


class Connection:
    """One that the test answers."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Deferred[Any]]] = []
        self.closed = False

    def request(self, message: Any, *, at_most: int | None = None, timeout_ms: int | None = None, patient: bool = True) -> Deferred[Any]:
        answer: Deferred[Any] = Deferred()
        self.asked.append((message, answer))
        return answer

    def close(self) -> Deferred[None]:
        self.closed = True
        return succeed(None)


class ControllerChannelTests(SynchronousTestCase):
    """One request at a time, until it is answered."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.address: tuple[str, int] | None = ("a", 1)
        self.connections: list[tuple[str, Connection]] = []
        self.channel = ControllerChannel(self.clock, lambda: self.address, self.connect)

    def connect(self, host: str, port: int) -> Connection:
        connection = Connection()
        self.connections.append((host, connection))
        return connection

    def ask(self, number: int = 1) -> Deferred[Any]:
        return self.channel.ask(lambda: ControlledShutdownRequest(broker_id=number))

    def answer(self, code: int = 0, index: int = -1) -> None:
        self.connections[-1][1].asked[index][1].callback(ControlledShutdownResponse(error_code=code))

    def test_one_after_the_other(self) -> None:
        first, second = self.ask(1), self.ask(2)
        [(host, connection)] = self.connections
        self.assertEqual((host, [message.broker_id for message, _ in connection.asked]), ("a", [1]))
        self.answer()
        self.assertEqual(self.successResultOf(first).error_code, 0)
        self.assertEqual([message.broker_id for message, _ in connection.asked], [1, 2])
        self.answer(ErrorCode.STALE_BROKER_EPOCH)
        self.assertEqual(self.successResultOf(second).error_code, ErrorCode.STALE_BROKER_EPOCH)

    def test_another_controller(self, said: ErrorCode = ErrorCode.NOT_CONTROLLER) -> None:
        """Looked up again after a pause; the request that was refused goes first."""
        first, second = self.ask(1), self.ask(2)
        self.answer(said)
        self.assertTrue(self.connections[0][1].closed)
        self.address = ("b", 1)
        self.clock.advance(RETRY_S)
        self.assertEqual([host for host, _ in self.connections], ["a", "b"])
        self.answer()
        self.successResultOf(first)
        self.answer()
        self.successResultOf(second)

    def test_another_controller_in_the_words_of_kafka_s(self) -> None:
        self.test_another_controller(ErrorCode.STALE_CONTROLLER_EPOCH)

    def test_lost_and_nobody(self) -> None:
        """A connection that is lost, and no controller for a while."""
        asked = self.ask()
        self.connections[0][1].asked[0][1].errback(Failure(KlogError(ErrorCode.NETWORK_EXCEPTION)))  # type: ignore[no-untyped-call]
        self.address = None
        for _ in range(5):
            self.clock.advance(RETRY_S)
        self.assertEqual(len(self.connections), 1)
        self.address = ("c", 1)
        self.clock.advance(RETRY_S)
        self.answer()
        self.successResultOf(asked)

    def test_not_wanted_any_more(self) -> None:
        """By who makes it, by who waits."""
        self.assertIsNone(self.successResultOf(self.channel.ask(lambda: None)))
        first, second, third = self.ask(1), self.ask(2), self.ask(3)
        for one in (second, first):
            one.cancel()
            self.failureResultOf(one, CancelledError)
        connection = self.connections[-1][1]
        self.assertEqual([message.broker_id for message, _ in connection.asked], [1, 3])
        self.answer(index=0)
        self.assertNoResult(third)
        self.answer()
        self.successResultOf(third)

    def test_closed(self) -> None:
        waiting = [self.ask(), self.ask()]
        self.channel.close()
        for one in [*waiting, self.ask()]:
            self.failureResultOf(one, CancelledError)
        self.answer()
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_closed_while_it_waits_for_another_try(self) -> None:
        asked = self.ask()
        self.answer(ErrorCode.NOT_CONTROLLER)
        self.channel.close()
        self.failureResultOf(asked, CancelledError)
        self.assertEqual(self.clock.getDelayedCalls(), [])
