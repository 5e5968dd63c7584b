"""DeleteGroups, over the wire to a whole broker in memory."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.handlers.delete_groups import DeleteGroupsHandler
from klog.errors import ErrorCode
from klog.wire.messages.delete_groups import DeleteGroupsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.list_groups import ListGroupsRequest
from tests.broker.groups.offsets_rig import OffsetsBroker


class DeleteGroupsTests(SynchronousTestCase):
    """Every version."""

    def setUp(self) -> None:
        self.broker = OffsetsBroker({"group.initial.rebalance.delay.ms": "0"})

    def ask(self, version: int, *groups: str) -> list[tuple[str, int]]:
        return [(one.group_id, one.error_code) for one in self.broker.ask(DeleteGroupsRequest(groups_names=list(groups)), version).results]

    def test_deleted_for_good(self) -> None:
        for version in range(3):
            self.broker.commit("g")
            self.broker.commit("h")
            missing = ErrorCode.GROUP_ID_NOT_FOUND
            self.assertEqual(self.ask(version, "g", "x", "g", "h"), [("g", 0), ("x", missing), ("h", 0)])
            self.assertEqual(self.ask(version, "g"), [("g", missing)])
            self.broker.restart()
            self.assertEqual((self.broker.offsets("g"), self.broker.ask(ListGroupsRequest(), 4).groups), ({}, []))

    def test_not_with_members(self) -> None:
        joining = JoinGroupRequest(
            group_id="g",
            session_timeout_ms=10_000,
            rebalance_timeout_ms=10_000,
            protocol_type="consumer",
            protocols=[JoinGroupRequestProtocol(name="range", metadata=b"")],
        )
        self.assertEqual(self.broker.ask(joining, 2).error_code, 0)
        self.assertEqual(self.ask(2, "g"), [("g", ErrorCode.NON_EMPTY_GROUP)])
        self.broker.memory.advance(60, 1)
        self.assertEqual(self.ask(2, "g"), [("g", 0)])
        self.assertEqual(self.broker.ask(ListGroupsRequest(), 4).groups, [])

    def test_acknowledged_after_the_flush(self) -> None:
        self.broker = OffsetsBroker({"log.flush.interval.messages": "1"})
        self.broker.commit("g")
        memory, client = self.broker.memory, self.broker.client
        memory.hold_threads = True
        client.send((DeleteGroupsRequest(groups_names=["g"]), 2))
        self.assertEqual(client.receive(), [])
        memory.advance(5)
        self.assertEqual(client.receive()[0].results[0].error_code, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        memory.run_threads()
        memory.hold_threads = False
        memory.stop()

    def test_errors_of_the_whole(self) -> None:
        self.broker.ask(DeleteTopicsRequest(topic_names=["__consumer_offsets"], timeout_ms=1000), 4)
        self.assertEqual(self.ask(2, "g"), [("g", ErrorCode.NOT_COORDINATOR)])
        answer = DeleteGroupsHandler(self.broker.coordinator).error_answer(
            2, DeleteGroupsRequest(groups_names=["a"]), ErrorCode.UNKNOWN_SERVER_ERROR, None
        )
        self.assertEqual([(one.group_id, one.error_code) for one in answer.results], [("a", -1)])
