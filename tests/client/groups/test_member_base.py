"""klog.client.groups.member_base; what it does for both protocols is tried in classic/ and consumer/"""

from __future__ import annotations

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from tests.client.groups.member_world import World


class MemberBaseTests(SynchronousTestCase):
    def test_stop_is_asked_for_twice(self) -> None:
        for assignors in (["range"], None):
            world = World(t=2)
            one = world.join("one", ["t"], assignors=assignors)
            world.settle()
            first, second = one.membership.stop(), one.membership.stop()
            world.advance(1)
            self.successResultOf(first)
            self.successResultOf(second)
            self.successResultOf(one.membership.stop())
            self.assertEqual((one.count("revoked"), one.membership.state_name), (1, "left"))
            one.routing.stop()

    def test_stop_where_nobody_answers(self) -> None:
        """It takes its time, but ends; also before anything has begun."""
        for assignors in (["range"], None):
            for seconds in (0.0, 5.0):
                world = World(t=2)
                one = world.join("one", ["t"], assignors=assignors)
                world.advance(seconds)
                world.reactor.refuse()
                world.reactor.cut()
                stopped = one.membership.stop()
                world.reactor.advance(120)
                self.successResultOf(stopped)
                self.assertEqual(one.owned, set())
                one.routing.stop()

    def test_owner_that_never_comes_back(self) -> None:
        world = World(t=2)
        one = world.join("one", ["t"])
        world.settle()

        async def never(places: object, *, lost: bool) -> None:
            await Deferred()

        one.take_away = never  # type: ignore[method-assign,assignment]
        stopped = one.membership.stop()
        world.reactor.advance(61)
        self.successResultOf(stopped)
        one.routing.stop()

    def test_user_takes_longer_than_a_session_to_give_up(self) -> None:
        """What it works on while it leaves is nobody else's, as heartbeats go on; the group has it as soon as it is done."""
        for assignors in (["range"], ["cooperative-sticky"], None):
            world = World(t=2)
            one = world.join("one", ["t"], assignors=assignors, rebalance_timeout_ms=60_000)
            world.settle()
            one.pause_s = 15.0
            leaving = world.leave("one")
            two = world.join("two", ["t"], assignors=assignors)
            world.advance(14)
            self.assertEqual((two.owned, set(world.owners.values())), (set(), {"one"}))
            world.advance(3)
            self.successResultOf(leaving)
            self.assertEqual((two.owned, one.count("revoked"), one.count("lost")), ({0, 1}, 1, 0))
            world.stop()

    def test_dropped_while_it_leaves(self) -> None:
        """It hears of it, and leaves all the same."""
        for assignors in (["range"], None):
            world = World(t=2)
            one = world.join("one", ["t"], assignors=assignors)
            world.settle()
            one.pause_s = 15.0
            leaving = world.leave("one")
            world.reactor.refuse()
            world.reactor.cut()
            world.advance(8)
            world.reactor.accept()
            world.advance(8)
            self.successResultOf(leaving)
            self.assertEqual((one.membership.state_name, one.owned, one.error), ("left", set(), None))
            self.assertEqual(self.flushLoggedErrors(), [])
            world.stop()

    def test_broken_assignor(self) -> None:
        """A mistake in a user's own assignor ends the membership, with its words."""

        class Broken:
            name = "broken"
            cooperative = False

            def user_data(self, given: object, generation: int) -> bytes | None:
                return None

            def assign(self, *_: object) -> object:
                raise ZeroDivisionError("no members to divide by")

        world = World(t=2)
        one = world.join("one", ["t"], assignors=[Broken()])  # type: ignore[list-item]
        world.advance(2)
        assert one.error is not None
        self.assertEqual(one.error.code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertIn("no members to divide by", str(one.error))
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertEqual(one.membership.state_name, "failed")
        one.routing.stop()
