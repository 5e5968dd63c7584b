"""klog.client.groups.commits"""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.commits import CommitFailed, Commits, Remedy, remedy_for
from klog.client.groups.members import Identity
from klog.client.offsets import fetch_committed
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from tests.client.groups.member_world import World

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


class CommitTests(SynchronousTestCase):
    def test_what_helps(self) -> None:
        for code, changed, remedy in (
            (ErrorCode.REBALANCE_IN_PROGRESS, False, Remedy.LATER),
            (ErrorCode.STALE_MEMBER_EPOCH, False, Remedy.LATER),
            (ErrorCode.STALE_MEMBER_EPOCH, True, Remedy.AGAIN),
            (ErrorCode.ILLEGAL_GENERATION, True, Remedy.AGAIN),
            (ErrorCode.ILLEGAL_GENERATION, False, Remedy.FAIL),
            (ErrorCode.UNKNOWN_MEMBER_ID, False, Remedy.FAIL),
            (ErrorCode.FENCED_MEMBER_EPOCH, False, Remedy.FAIL),
            (ErrorCode.OFFSET_METADATA_TOO_LARGE, True, Remedy.FAIL),
        ):
            self.assertIs(remedy_for(code, changed=changed), remedy, code)

    def world(self, assignors: list[str] | None) -> tuple[World, Commits]:
        world = World(t=2)
        one = world.join("one", ["t"], assignors=assignors)
        world.settle()
        commits = Commits(one.routing, "g", lambda: one.membership.owned)
        commits.identity = one.membership.identity
        return world, commits

    def test_both_protocols(self) -> None:
        for assignors in (["range"], None):
            world, commits = self.world(assignors)
            world.reactor.until(commits.commit({T0: 5, T1: 7}))
            found = world.reactor.until(fetch_committed(commits.routing, "g"))
            self.assertEqual({tp: at.offset for tp, at in found.items()}, {T0: 5, T1: 7})
            world.stop()

    def test_not_after_everything_was_lost(self) -> None:
        """Who has got it back since goes on where the others were."""
        for assignors in (["range"], None):
            world, commits = self.world(assignors)
            current = commits.identity
            commits.identity = Identity(current.member_id, current.generation - 1)
            committing = commits.commit({T0: 5})
            for identity in (Identity(current.member_id), current):
                world.reactor.callLater(0, setattr, commits, "identity", identity)
            world.advance(3)
            self.assertIn("lost meanwhile", str(self.failureResultOf(committing, CommitFailed).value))
            self.assertEqual(world.reactor.until(fetch_committed(commits.routing, "g")), {})
            world.stop()

    def test_in_the_next_generation(self) -> None:
        """Asked for in an old one, it is done in the new one, for what is still ours."""
        for assignors in (["range"], None):
            world, commits = self.world(assignors)
            current = commits.identity
            commits.identity = Identity(current.member_id, current.generation - 1)
            committing = commits.commit({T0: 5})
            world.reactor.callLater(0, setattr, commits, "identity", current)
            world.reactor.until(committing)
            world.stop()

    def test_what_others_have(self) -> None:
        world, commits = self.world(["range"])
        current = commits.identity
        commits.identity = Identity(current.member_id, current.generation - 1)
        commits._owned = lambda: frozenset({T1})
        committing = commits.commit({T0: 5, T1: 6})
        world.reactor.callLater(0, setattr, commits, "identity", current)
        world.advance(3)
        error = self.failureResultOf(committing, CommitFailed).value
        self.assertIn("t-0 went to other members", str(error))
        found = world.reactor.until(fetch_committed(commits.routing, "g"))
        self.assertEqual({tp: at.offset for tp, at in found.items()}, {T1: 6})
        world.stop()

    def test_no_member(self) -> None:
        world, commits = self.world(["range"])
        known = commits.identity
        commits.identity = Identity()
        self.assertIn("not a member", str(self.failureResultOf(commits.commit({T0: 5}), CommitFailed).value))
        # Nor is one whom the group does not know; nothing is tried for ever.
        commits.identity = Identity(known.member_id, known.generation + 1)
        committing = commits.commit({T0: 5})
        world.advance(1)
        self.assertEqual(self.failureResultOf(committing, CommitFailed).value.code, ErrorCode.ILLEGAL_GENERATION)
        world.stop()

    def test_time_is_bounded(self) -> None:
        world, commits = self.world(["range"])
        world.reactor.refuse()
        world.reactor.cut()
        committing = commits.commit({T0: 5}, timeout_ms=5_000)
        world.reactor.advance(60)
        self.failureResultOf(committing, KlogError)
        world.reactor.accept()
        world.advance(20)
