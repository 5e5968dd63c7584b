"""Which code a refusal has; that every API is refused by its own stands in ``tests/broker/test_guard.py``."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.authorization_errors import refusal_code, tell_resources
from klog.errors import ERRORS, ErrorCode
from klog.wire.messages.alter_configs import AlterConfigsResourceResponse, AlterConfigsResponse
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.produce import ProduceRequest

TOPIC, GROUP, CLUSTER = ErrorCode.TOPIC_AUTHORIZATION_FAILED, ErrorCode.GROUP_AUTHORIZATION_FAILED, ErrorCode.CLUSTER_AUTHORIZATION_FAILED
TRANSACTIONAL_ID = ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED


class CodeTests(SynchronousTestCase):
    """By API, and where it matters by what is asked for."""

    def test_by_api(self) -> None:
        self.assertEqual(refusal_code(0, ProduceRequest()), TOPIC)
        self.assertIsNone(refusal_code(18, None))
        self.assertRaises(KeyError, refusal_code, 999, None)

    def test_coordinators(self) -> None:
        """Of groups, transactional ids, share groups, and what there is not."""
        found = [refusal_code(10, FindCoordinatorRequest(key_type=kind)) for kind in (0, 1, 2, 9)]
        self.assertEqual(found, [GROUP, TRANSACTIONAL_ID, CLUSTER, CLUSTER])

    def test_producer_ids(self) -> None:
        found = [refusal_code(22, InitProducerIdRequest(transactional_id=name)) for name in (None, "", "t")]
        self.assertEqual(found, [CLUSTER, TRANSACTIONAL_ID, TRANSACTIONAL_ID])

    def test_resources(self) -> None:
        """Each by its type; an answer of another API stays as it is."""
        answer = AlterConfigsResponse(responses=[AlterConfigsResourceResponse(resource_type=kind) for kind in (2, 4, 8, 16, 32, 0)])
        tell_resources(60, answer)
        self.assertEqual({one.error_code for one in answer.responses}, {0})
        tell_resources(33, answer)
        self.assertEqual([one.error_code for one in answer.responses], [TOPIC, CLUSTER, CLUSTER, CLUSTER, GROUP, CLUSTER])
        self.assertEqual(
            [one.error_message for one in answer.responses], [ERRORS[ErrorCode(one.error_code)].sentence for one in answer.responses]
        )
