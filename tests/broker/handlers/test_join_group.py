"""JoinGroup."""

from __future__ import annotations

from klog.broker.coordinators.shard import ShardState
from klog.broker.handlers.join_group import JoinGroupHandler
from klog.errors import ErrorCode
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from tests.broker.handlers.group_setting import GroupHandlerTestCase


class JoinGroupTests(GroupHandlerTestCase):
    """`JoinGroupHandler`."""

    def ask(self, version: int, **fields: object) -> object:
        """The answer."""
        values = {"group_id": "g", "session_timeout_ms": 10_000, "rebalance_timeout_ms": 10_000, "protocol_type": "consumer", **fields}
        values.setdefault("protocols", [JoinGroupRequestProtocol(name="range", metadata=b"m")])
        return self.through(JoinGroupHandler(self.coordinator), version, JoinGroupRequest(**values))  # type: ignore[arg-type]

    def test_every_version(self) -> None:
        """Versions below 4 wait at once, others get an id first."""
        for version in range(10):
            self.setUp()
            answer = self.ask(version)
            if version >= 4:
                self.assertEqual((answer.error_code, answer.protocol_name), (ErrorCode.MEMBER_ID_REQUIRED, "" if version < 7 else None))
                answer = self.ask(version, member_id=answer.member_id)
            self.clock.advance(3)
            joined = self.successResultOf(answer)
            self.assertEqual((joined.error_code, joined.generation_id, joined.protocol_name), (0, 1, "range"))
            self.assertEqual(joined.protocol_type, "consumer" if version >= 7 else None)
            self.assertEqual((joined.leader, joined.members[0].metadata), (joined.member_id, b"m"))

    def test_errors(self) -> None:
        """With a missing protocol as the version writes it."""
        for version, name in ((6, ""), (7, None)):
            answer = self.ask(version, group_id="", member_id="m")
            self.assertEqual((answer.error_code, answer.member_id, answer.protocol_name), (ErrorCode.INVALID_GROUP_ID, "m", name))
            self.assertEqual((answer.generation_id, answer.leader, answer.members), (-1, "", []))
            self.shard.state = ShardState.LOADING
            answer = self.ask(version)
            self.assertEqual((answer.error_code, answer.member_id), (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ""))
            self.assertEqual(answer.protocol_name, name)
            self.shard.state = ShardState.ACTIVE
