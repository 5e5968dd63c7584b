"""ListGroups, over the wire to a whole broker in memory."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.handlers.list_groups import ListGroupsHandler
from klog.errors import ErrorCode
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.list_groups import ListGroupsRequest
from tests.broker.groups.offsets_rig import OffsetsBroker


class ListGroupsTests(SynchronousTestCase):
    """Every version."""

    def setUp(self) -> None:
        self.broker = OffsetsBroker({"group.initial.rebalance.delay.ms": "0"})

    def ask(self, version: int = 5, **filters: Any) -> dict[str, tuple[str, str, str]]:
        answer = self.broker.ask(ListGroupsRequest(**filters), version)
        self.assertEqual(answer.error_code, 0)
        return {group.group_id: (group.protocol_type, group.group_state, group.group_type) for group in answer.groups}

    def test_listed_and_filtered(self) -> None:
        self.assertEqual(self.ask(), {})
        for group in "abc":
            self.broker.commit(group)
        protocols = [JoinGroupRequestProtocol(name="range", metadata=b"")]
        joining = JoinGroupRequest(
            group_id="m", session_timeout_ms=10_000, rebalance_timeout_ms=10_000, protocol_type="consumer", protocols=protocols
        )
        self.assertEqual(self.broker.ask(joining, 2).error_code, 0)
        simple, members = ("", "Empty", "classic"), ("consumer", "CompletingRebalance", "classic")
        everything = {"a": simple, "b": simple, "c": simple, "m": members}
        for version in range(6):
            self.assertEqual(set(self.ask(version)), set(everything))
        self.assertEqual(self.ask(), everything)
        self.assertEqual(set(self.ask(4, states_filter=[" empty "])), {"a", "b", "c"})
        self.assertEqual(self.ask(states_filter=["COMPLETINGrebalance", "Dead"]), {"m": members})
        self.assertEqual(self.ask(types_filter=["Classic"]), everything)
        self.assertEqual(self.ask(types_filter=["consumer"]), {})
        self.assertEqual(self.ask(types_filter=["nonsense"]), {})
        self.assertEqual(set(self.ask(types_filter=["nonsense", "classic"], states_filter=["Empty"])), {"a", "b", "c"})

    def test_errors_of_the_whole(self) -> None:
        handler = ListGroupsHandler(self.broker.coordinator)
        answer = handler.error_answer(4, ListGroupsRequest(), ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, None)
        self.assertEqual((answer.error_code, answer.groups), (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, []))
