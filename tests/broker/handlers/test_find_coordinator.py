"""FindCoordinator."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.handlers.find_coordinator import FindCoordinatorHandler
from klog.errors import ErrorCode
from klog.model import topic_id_to_text
from klog.wire.messages.find_coordinator import FindCoordinatorRequest, FindCoordinatorResponse


class FindCoordinatorTests(SynchronousTestCase):
    """There is no coordinator, in every version."""

    def ask(self, version: int, request: FindCoordinatorRequest) -> FindCoordinatorResponse:
        connection = ConnectionInfo("PLAINTEXT", "127.0.0.1", 9092, "127.0.0.1", 40000)
        return FindCoordinatorHandler().handle(RequestContext(10, version, 1, None, connection), request)

    def test_one_key(self) -> None:
        for version in range(4):
            answer = self.ask(version, FindCoordinatorRequest(key="g"))
            self.assertEqual(answer.error_code, ErrorCode.COORDINATOR_NOT_AVAILABLE)
            self.assertEqual((answer.node_id, answer.host, answer.port), (-1, "", -1))

    def test_several_keys(self) -> None:
        answer = self.ask(4, FindCoordinatorRequest(coordinator_keys=["a", "b"]))
        self.assertEqual([one.key for one in answer.coordinators], ["a", "b"])
        self.assertEqual({one.error_code for one in answer.coordinators}, {ErrorCode.COORDINATOR_NOT_AVAILABLE})
        self.assertEqual(self.ask(6, FindCoordinatorRequest()).coordinators, [])

    def test_types(self) -> None:
        share = f"group:with:colons:{topic_id_to_text(bytes(15) + b'x')}:3"
        for version, key_type, key, code in (
            (1, 1, "t", ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED),
            (4, 1, "t", ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED),
            (1, 2, share, ErrorCode.INVALID_REQUEST),
            (1, 7, "t", ErrorCode.INVALID_REQUEST),
            (5, 2, share, ErrorCode.INVALID_REQUEST),
            (6, 2, share, ErrorCode.COORDINATOR_NOT_AVAILABLE),
            (6, 2, "g:x:1", ErrorCode.INVALID_REQUEST),
            (6, 2, "nothing", ErrorCode.INVALID_REQUEST),
            (6, 2, share + "x", ErrorCode.INVALID_REQUEST),
            (6, -1, "g", ErrorCode.INVALID_REQUEST),
        ):
            with self.subTest(version=version, key_type=key_type, key=key):
                if version < 4:
                    found = self.ask(version, FindCoordinatorRequest(key=key, key_type=key_type)).error_code
                else:
                    found = self.ask(version, FindCoordinatorRequest(coordinator_keys=[key], key_type=key_type)).coordinators[0].error_code
                self.assertEqual(found, code)
