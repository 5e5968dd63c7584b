"""Who belongs to a classic group."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.groups.classic import membership as classic_membership
from klog.broker.groups.classic.member import ClassicMember
from klog.broker.groups.classic.membership import Membership
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.join_group import JoinGroupResponse
from tests.broker.groups.classic.test_member import make_member


class MembershipTests(SynchronousTestCase):
    """`Membership`."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.deadlines = Deadlines(self.clock)
        self.membership = Membership()

    def add(self, member_id: str, **fields: object) -> ClassicMember:
        """A member more."""
        member = make_member(self.deadlines, member_id, **fields)
        self.membership.add(member)
        return member

    def test_leader(self) -> None:
        """The first one; after it the one that is there longest."""
        for member_id in "abc":
            self.add(member_id)
        self.assertEqual(self.membership.leader_id, "a")
        self.membership.remove("a")
        self.assertEqual(self.membership.leader_id, "b")
        self.membership.remove("c")
        self.membership.remove("b")
        self.assertIsNone(self.membership.leader_id)
        self.assertIsNone(self.membership.remove("b"))

    def test_elect(self) -> None:
        """Somebody who has joined."""
        self.assertFalse(self.membership.elect_joined_leader())
        for member_id in "abc":
            self.add(member_id)
        self.assertFalse(self.membership.elect_joined_leader())
        self.membership.wait_for_join(self.membership.members["c"])
        self.assertTrue(self.membership.elect_joined_leader())
        self.assertEqual(self.membership.leader_id, "c")
        self.membership.leader_id = "nobody"
        self.assertTrue(self.membership.elect_joined_leader())
        self.assertEqual(self.membership.leader_id, "c")

    def test_supported(self) -> None:
        """What all can do, as members come, change and go."""
        can = self.membership.can_all_do
        self.assertFalse(can("consumer", ["range"]))
        self.add("a", protocols={"range": b"", "sticky": b""})
        self.assertTrue(can("consumer", ["x", "sticky"]))
        self.assertFalse(can("connect", ["sticky"]))
        self.assertFalse(can("consumer", ["x"]))
        member = self.add("b", protocols={"range": b""})
        self.assertFalse(can("consumer", ["sticky"]))
        self.membership.update(member, {"sticky": b""}, 5, 6)
        self.assertFalse(can("consumer", ["range"]))
        self.assertEqual((member.rebalance_timeout_ms, member.session_timeout_ms, self.membership.rebalance_timeout_ms), (5, 6, 2_000))
        self.membership.remove("b")
        self.assertTrue(can("consumer", ["range"]))

    def test_check(self) -> None:
        """Members, static members, and who is neither."""
        self.add("a")
        self.add("s", instance_id="i")
        self.assertEqual(self.membership.check("a", None).member_id, "a")
        self.assertEqual(self.membership.check("s", "i").member_id, "s")
        for member_id, instance_id, code in (
            ("x", None, ErrorCode.UNKNOWN_MEMBER_ID),
            ("a", "j", ErrorCode.UNKNOWN_MEMBER_ID),
            ("a", "i", ErrorCode.FENCED_INSTANCE_ID),
        ):
            with self.assertRaises(KlogError) as caught:
                self.membership.check(member_id, instance_id)
            self.assertEqual(caught.exception.code, code)
        with self.assertRaises(RuntimeError):
            self.add("z", instance_id="i")

    def test_joins(self) -> None:
        """Counted, answered once; a second request takes the place of the first."""
        member = self.add("a")
        self.add("b")
        first = self.membership.wait_for_join(member)
        self.assertEqual((self.membership.waiting_joins, self.membership.all_have_joined), (1, False))
        second = self.membership.wait_for_join(member)
        self.assertEqual(self.successResultOf(first).error_code, ErrorCode.REBALANCE_IN_PROGRESS)
        self.assertEqual(self.membership.waiting_joins, 1)
        third = self.membership.wait_for_join(self.membership.members["b"])
        self.assertTrue(self.membership.all_have_joined)
        self.assertTrue(self.membership.answer_join(member, JoinGroupResponse(generation_id=1)))
        self.assertFalse(self.membership.answer_join(member, JoinGroupResponse()))
        self.assertEqual(self.successResultOf(second).generation_id, 1)
        self.membership.remove("b")
        self.assertEqual(self.successResultOf(third).error_code, ErrorCode.UNKNOWN_MEMBER_ID)
        self.assertEqual(self.membership.waiting_joins, 0)

    def test_pending(self) -> None:
        """An id that is out is missed until it joins, is removed, or too many others are out."""
        self.patch(classic_membership, "MOST_PENDING", 2)
        over: list[str] = []
        for member_id in "abc":
            deadline = self.deadlines.new(lambda member_id=member_id: over.append(member_id))
            deadline.start(1_000)
            self.membership.expect(member_id, deadline)
        self.assertEqual(list(self.membership.pending_joins), ["b", "c"])
        self.assertFalse(self.membership.all_have_joined)
        self.add("b")
        self.clock.advance(2)
        self.assertEqual(over, ["c"])
        self.membership.remove("c")
        self.assertFalse(self.membership.pending_joins)

    def test_rename(self) -> None:
        """The new one leads and is missed where the old one did and was; the old one is fenced."""
        member = self.add("a", instance_id="i")
        self.add("b")
        self.membership.pending_syncs.update("ab")
        join, sync = self.membership.wait_for_join(member), member.wait_for_sync()
        renamed = self.membership.rename(member, "n", self.deadlines.new(lambda: None))
        self.assertEqual(self.successResultOf(join).error_code, ErrorCode.FENCED_INSTANCE_ID)
        self.assertEqual(self.successResultOf(sync).error_code, ErrorCode.FENCED_INSTANCE_ID)
        self.assertEqual((self.membership.leader_id, self.membership.static, self.membership.pending_syncs), ("n", {"i": "n"}, {"n", "b"}))
        self.assertIs(self.membership.check("n", "i"), renamed)
        self.assertTrue(self.membership.can_all_do("consumer", ["range"]))
        self.assertEqual((len(self.membership), self.membership.waiting_joins), (2, 0))
