"""A member of a classic group."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.groups.classic.member import ClassicMember
from klog.wire.messages.sync_group import SyncGroupResponse


def make_member(deadlines: Deadlines, member_id: str = "m", **fields: Any) -> ClassicMember:
    """A member with some values."""
    values: dict[str, Any] = {
        "instance_id": None,
        "client_id": "c",
        "client_host": "/h",
        "rebalance_timeout_ms": 2_000,
        "session_timeout_ms": 1_000,
        "protocol_type": "consumer",
        "protocols": {"range": b"r", "sticky": b"s"},
        "session": deadlines.new(lambda: None),
        **fields,
    }
    return ClassicMember(member_id, **values)


class MemberTests(SynchronousTestCase):
    """`ClassicMember`."""

    def setUp(self) -> None:
        self.deadlines = Deadlines(Clock())
        self.member = make_member(self.deadlines)

    def test_change(self) -> None:
        """Of metadata, of names, of their order."""
        self.assertFalse(self.member.has_changed({"range": b"r", "sticky": b"s"}))
        for other in ({"range": b"R", "sticky": b"s"}, {"range": b"r"}, {"sticky": b"s", "range": b"r"}, {}):
            self.assertTrue(self.member.has_changed(other))

    def test_sync(self) -> None:
        """Answered once; a new member that waits is not excused."""
        self.assertFalse(self.member.answer_sync(SyncGroupResponse()))
        waiting = self.member.wait_for_sync()
        self.assertTrue(self.member.waits_for_sync and self.member.is_excused)
        self.member.is_new = True
        self.assertFalse(self.member.is_excused)
        self.assertIn("waits for sync", repr(self.member))
        response = SyncGroupResponse(assignment=b"a")
        self.assertTrue(self.member.answer_sync(response))
        self.assertIs(self.successResultOf(waiting), response)
        self.assertFalse(self.member.waits_for_sync)

    def test_nobody_listens_any_more(self) -> None:
        """The connection went: it waits on, and the answer goes nowhere."""
        waiting: Deferred[Any] = self.member.wait_for_sync()
        waiting.cancel()
        self.failureResultOf(waiting, CancelledError)
        self.assertTrue(self.member.waits_for_sync)
        self.assertTrue(self.member.answer_sync(SyncGroupResponse()))

    def test_views(self) -> None:
        """For the leader, the log, and people."""
        self.member.assignment = b"a"
        self.assertEqual(self.member.as_joined("sticky").metadata, b"s")
        record = self.member.as_record("range", b"x")
        self.assertEqual(
            (record.subscription, record.assignment, record.rebalance_timeout, record.session_timeout), (b"r", b"x", 2_000, 1_000)
        )
        described = self.member.as_described("range")
        self.assertEqual((described.member_metadata, described.member_assignment, described.client_host), (b"r", b"a", "/h"))
        self.assertEqual(self.member.as_described(None).member_metadata, b"")

    def test_renamed(self) -> None:
        """Everything but what it waits for."""
        member = make_member(self.deadlines, instance_id="i", assignment=b"a")
        member.wait_for_sync()
        renamed = member.renamed("n", self.deadlines.new(lambda: None))
        self.assertFalse(renamed.waits_for_sync or renamed.waits_for_join)
        self.assertEqual(renamed.as_record("range", renamed.assignment).session_timeout, 1_000)
        self.assertEqual((renamed.member_id, renamed.instance_id, renamed.assignment), ("n", "i", b"a"))
