"""InitProducerId."""

from __future__ import annotations

from twisted.internet.defer import fail
from twisted.python.failure import Failure

from klog.broker.handlers.init_producer_id import InitProducerIdHandler
from klog.broker.transactions.decisions import Answer, ProducerIdentity
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.init_producer_id import InitProducerIdRequest, InitProducerIdResponse
from tests.broker.rig import DataPathTestCase


class Coordinator:
    """Answers as it is told."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, ProducerIdentity | None]] = []
        self.answer = Answer(ErrorCode.NONE, 7, 2)

    def initialise(self, transactional_id: str, timeout_ms: int, expected: ProducerIdentity | None) -> Answer:
        self.asked.append((transactional_id, timeout_ms, expected))
        return self.answer


class InitProducerIdTests(DataPathTestCase):
    """`InitProducerIdHandler` over a real coordination."""

    def setUp(self) -> None:
        super().setUp()
        self.coordinator = Coordinator()
        self.handler = InitProducerIdHandler(self.coordination, self.coordinator)  # type: ignore[arg-type]

    def init(self, version: int = 5, **fields: object) -> InitProducerIdResponse:
        """The answer."""
        request = InitProducerIdRequest(transactional_id=fields.pop("transactional_id", None), **fields)  # type: ignore[arg-type]
        response: InitProducerIdResponse = self.outcome(self.ask(self.handler, version, request))
        return response

    def test_every_version(self) -> None:
        """Another id each time, epoch 0."""
        answers = [self.init(version) for version in range(6)]
        self.assertEqual(len({answer.producer_id for answer in answers}), 6)
        self.assertEqual({(answer.error_code, answer.producer_epoch) for answer in answers}, {(0, 0)})

    def test_a_producer_that_had_one(self) -> None:
        """Gets a new one all the same."""
        self.assertEqual(self.init(producer_id=0, producer_epoch=3).error_code, 0)

    def test_half_an_id(self) -> None:
        """INVALID_REQUEST."""
        for producer_id, epoch in ((5, -1), (-1, 0)):
            answer = self.init(producer_id=producer_id, producer_epoch=epoch)
            self.assertEqual((answer.error_code, answer.producer_id, answer.producer_epoch), (ErrorCode.INVALID_REQUEST, -1, -1))

    def test_transactional(self) -> None:
        """The id's coordinator says; up to version 3 clients know one of its errors by another name."""
        self.assertEqual(self.init(transactional_id="").error_code, ErrorCode.INVALID_REQUEST)
        answer = self.init(transactional_id="x", transaction_timeout_ms=9, producer_id=7, producer_epoch=1)
        self.assertEqual((answer.error_code, answer.producer_id, answer.producer_epoch), (0, 7, 2))
        self.assertEqual(self.coordinator.asked, [("x", 9, (7, 1))])
        self.init(transactional_id="x")
        self.assertEqual(self.coordinator.asked[-1][2], None)
        self.coordinator.answer = Answer(ErrorCode.PRODUCER_FENCED)
        for version, code in ((3, ErrorCode.INVALID_PRODUCER_EPOCH), (4, ErrorCode.PRODUCER_FENCED)):
            self.assertEqual(self.init(version, transactional_id="x").error_code, code)

    def test_none_can_be_had_now(self) -> None:
        """It is told by the one code after which every client asks again (KAFKA-14417); that there are none left is told as it is."""
        again, unknown = ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.UNKNOWN_SERVER_ERROR
        for code, told in (
            (ErrorCode.REQUEST_TIMED_OUT, again),
            (ErrorCode.KAFKA_STORAGE_ERROR, again),
            (ErrorCode.BROKER_NOT_AVAILABLE, again),
            (unknown, unknown),
        ):
            error = Failure(KlogError(code, "no"))
            self.coordination.next_producer_id = lambda error=error: fail(error)  # type: ignore
            result = self.ask(self.handler, 5, InitProducerIdRequest(transactional_id=None))
            self.assertEqual(self.failureResultOf(result, KlogError).value.code, told)
        self.assertEqual(self.handler.error_answer(5, InitProducerIdRequest(), again, None).error_code, again)
