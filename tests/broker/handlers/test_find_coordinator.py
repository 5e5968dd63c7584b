"""FindCoordinator."""

from __future__ import annotations

from typing import Any

from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.offsets_topic import offsets_topic
from klog.broker.handlers.find_coordinator import Coordinated, FindCoordinatorHandler
from klog.broker.transactions.state_topic import state_topic
from klog.broker.transactions.transaction_settings import TransactionSettings
from klog.errors import ErrorCode
from klog.model import topic_id_to_text
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from tests.broker.handlers.setting import AdminTestCase


class FindCoordinatorTests(AdminTestCase):
    """Over a coordination in memory."""

    def setUp(self) -> None:
        super().setUp()
        topic = offsets_topic(self.coordination, GroupSettings(offsets_topic_partitions=3), lambda sentence: None)
        settings = TransactionSettings(topic_partitions=2)
        transactions = state_topic(self.coordination, settings, lambda sentence: None)
        self.handler = FindCoordinatorHandler(self.coordination, Coordinated(topic), Coordinated(transactions))

    def find(self, version: int, listener: str = "PLAINTEXT", **request: Any) -> Any:
        return self.ask(self.handler, version, FindCoordinatorRequest(**request), listener)

    def test_one_group(self) -> None:
        for version in range(4):
            answer = self.find(version, key="g")
            self.assertEqual((answer.error_code, answer.node_id, answer.host, answer.port), (0, 1, "h", 9092))
        self.assertEqual(len(self.coordination.topics()["__consumer_offsets"].partitions), 3)

    def test_transactional_ids(self) -> None:
        """Their topic is another one."""
        answer = self.find(1, key="x", key_type=1)
        self.assertEqual((answer.error_code, answer.node_id, answer.host, answer.port), (0, 1, "h", 9092))
        answer = self.find(4, coordinator_keys=["x", "y"], key_type=1)
        self.assertEqual([(one.key, one.error_code, one.node_id) for one in answer.coordinators], [("x", 0, 1), ("y", 0, 1)])
        self.assertEqual({name: len(topic.partitions) for name, topic in self.coordination.topics().items()}, {"__transaction_state": 2})

    def test_the_address_is_the_clients(self) -> None:
        answer = self.find(3, "LOCAL", key="g")
        self.assertEqual((answer.host, answer.port), ("127.0.0.9", 9999))
        answer = self.find(3, "OTHER", key="g")
        self.assertEqual((answer.error_code, answer.node_id), (ErrorCode.COORDINATOR_NOT_AVAILABLE, -1))

    def test_several_groups(self) -> None:
        for version in (4, 5, 6):
            answer = self.find(version, coordinator_keys=["a", "b", ""])
            self.assertEqual(
                [(one.key, one.error_code, one.node_id) for one in answer.coordinators], [("a", 0, 1), ("b", 0, 1), ("", 0, 1)]
            )

    def test_nobody_is_looked_for(self) -> None:
        self.assertEqual(self.find(6).coordinators, [])
        self.assertEqual(dict(self.coordination.topics()), {})

    def test_the_topic_cannot_be_made(self) -> None:
        self.store.fail_next_save = OSError("disk full")
        self.assertEqual(self.find(3, key="g").error_code, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(self.find(3, key="g").error_code, ErrorCode.NONE)

    def test_other_types(self) -> None:
        share = f"group:with:colons:{topic_id_to_text(bytes(15) + b'x')}:3"
        for version, key_type, key, code in (
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
                    found = self.find(version, key=key, key_type=key_type).error_code
                else:
                    found = self.find(version, coordinator_keys=[key], key_type=key_type).coordinators[0].error_code
                self.assertEqual(found, code)
        self.assertEqual(dict(self.coordination.topics()), {})

    def test_errors_of_the_whole(self) -> None:
        code = ErrorCode.UNKNOWN_SERVER_ERROR
        answer = self.handler.error_answer(3, FindCoordinatorRequest(key="g"), code, "x")
        self.assertEqual((answer.error_code, answer.node_id), (code, -1))
        answer = self.handler.error_answer(4, FindCoordinatorRequest(coordinator_keys=["a", "b"]), code, "x")
        self.assertEqual([one.error_code for one in answer.coordinators], [code, code])
