"""klog.client.producing.identity: who gives producer ids, who refuses them, and what becomes of what waits."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.identity import Identity
from klog.client.retry import ClientStopped
from klog.errors import ErrorCode, KlogError
from klog.retry_policy import Backoff, RetryPolicy
from klog.wire.messages.init_producer_id import InitProducerIdRequest, InitProducerIdResponse
from tests.client.producing.test_sender import SenderCase


class IdentityTests(SenderCase):
    """A producer's, on brokers of dicts."""

    def test_brokers_that_cannot_be_reached_for_an_id(self) -> None:
        world = self.world(delivery_timeout_ms=3_000)
        world.cluster.id_errors.extend([KlogError(ErrorCode.UNSUPPORTED_VERSION, "broker has no InitProducerId")] * 9)
        sent = world.producer.send("t", b"v")
        world.pass_ms(3_000)
        self.assertIn("no InitProducerId", str(self.failed(sent)))

    def test_no_producer_id_is_given(self) -> None:
        world = self.world(delivery_timeout_ms=10_000)
        world.cluster.id_errors.extend([ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.COORDINATOR_NOT_AVAILABLE])
        world.until(world.producer.send("t", b"a"))
        refused = self.world(delivery_timeout_ms=10_000)
        refused.cluster.id_errors.append(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        sent = refused.producer.send("t", b"a")
        refused.pass_ms(500)
        self.assertEqual(self.failed(sent).code, ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        self.assertEqual(refused.until(refused.producer.send("t", b"b")).offset, 0)

    def test_what_is_sent_by_whoever_was_refused_an_id_is_sent(self) -> None:
        world = self.world(delivery_timeout_ms=10_000)
        world.cluster.id_errors.append(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        again: list[Deferred[Any]] = []

        def refused(_: Any) -> None:
            again.append(world.producer.send("t", b"again"))
            world.producer._accumulator.hurry()

        world.producer.send("t", b"first").addErrback(refused)
        world.pass_ms(500)
        world.pass_ms(2_000)
        (sent,) = again
        self.assertEqual(self.successResultOf(sent).offset, 0)

    def test_a_producer_id_that_is_none(self) -> None:
        world = self.world(delivery_timeout_ms=2_000)
        world.cluster.handlers[InitProducerIdRequest] = lambda server, request: InitProducerIdResponse(producer_id=-4, producer_epoch=0)
        sent = world.producer.send("t", b"v")
        world.pass_ms(2_000, 10)
        self.assertIn("-4 as producer id", str(self.failed(sent)))


class OneBroker:
    """A `Routing` whose answers are given by hand."""

    def __init__(self) -> None:
        self.asked: list[Deferred[Any]] = []

    def retry_policy(self) -> RetryPolicy:
        return RetryPolicy(Clock().seconds, Backoff(1, 2, random.Random(1)), None)

    def ask_any(self, request: InitProducerIdRequest) -> Deferred[Any]:
        self.asked.append(Deferred())
        return self.asked[-1]

    def wait_ms(self, pause_ms: float) -> Deferred[None]:
        return succeed(None)


class AskingTests(SynchronousTestCase):
    """`Identity` alone."""

    def setUp(self) -> None:
        self.broker = OneBroker()
        self.wanted = True
        self.told: list[KlogError | None] = []
        self.delays: list[KlogError] = []
        self.identity = Identity(self.broker, is_wanted=lambda: self.wanted, delayed=self.delays.append, over=self.told.append)  # type: ignore[arg-type]

    def test_it_is_asked_for_once(self) -> None:
        self.identity.ask()
        self.identity.ask()
        (asked,) = self.broker.asked
        asked.callback(InitProducerIdResponse(producer_id=7, producer_epoch=3))
        self.assertEqual((self.identity.current, self.told), ((7, 3), [None]))
        self.identity.forget()
        self.identity.ask()
        self.assertEqual(len(self.broker.asked), 2)

    def test_as_long_as_it_is_wanted(self) -> None:
        self.identity.ask()
        self.broker.asked[0].callback(InitProducerIdResponse(error_code=ErrorCode.COORDINATOR_LOAD_IN_PROGRESS))
        self.assertEqual(([error.code for error in self.delays], self.told), ([ErrorCode.COORDINATOR_LOAD_IN_PROGRESS], []))
        self.wanted = False
        self.broker.asked[1].callback(InitProducerIdResponse(error_code=ErrorCode.COORDINATOR_LOAD_IN_PROGRESS))
        self.assertEqual((len(self.broker.asked), self.told), (2, [None]))

    def test_who_is_stopped_or_stumbles_asks_no_more(self) -> None:
        for number, error in enumerate((ClientStopped("stopped"), ZeroDivisionError())):
            self.identity.ask()
            self.broker.asked[number].errback(error)
        self.assertEqual(self.told, [None, None])
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_another_gives_it_meanwhile(self) -> None:
        self.identity.take(5, 0)
        self.identity.ask()
        self.assertEqual((self.broker.asked, self.told), ([], [None]))
