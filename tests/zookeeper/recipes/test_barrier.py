"""klog.zookeeper.recipes.barrier"""

from __future__ import annotations

import random

from twisted.internet.defer import CancelledError, Deferred, TimeoutError
from twisted.internet.task import deferLater

from klog.zookeeper.errors import ZookeeperError
from klog.zookeeper.recipes.barrier import Barrier, BarrierError, DoubleBarrier
from tests.zookeeper.test_client_connection import ClientCase


class BarrierTests(ClientCase):
    def test_shut_and_open(self) -> None:
        one, other = Barrier(self.connect(), "/a/barrier"), Barrier(self.connect(random=random.Random(2)), "/a/barrier")
        self.reactor.until(other.wait())
        for _ in range(2):
            self.reactor.until(one.create())
        waiting = [other.wait(), one.wait()]
        self.reactor.advance(5)
        for each in waiting:
            self.assertNoResult(each)
        late = other.wait().addTimeout(2, self.reactor)
        with self.assertRaises(TimeoutError):
            self.reactor.until(late)
        self.assertTrue(self.reactor.until(other.remove()))
        for each in waiting:
            self.reactor.until(each)
        self.assertFalse(self.reactor.until(one.remove()))


class DoubleBarrierTests(ClientCase):
    def setUp(self) -> None:
        super().setUp()
        self.source = random.Random(3)

    def barriers(self, count: int) -> list[DoubleBarrier]:
        return [
            DoubleBarrier(self.connect(random=random.Random(self.source.random())), "/job/1", count, f"m{number}")
            for number in range(count)
        ]

    def nodes(self) -> list[str]:
        return self.zookeeper.tree.names("/job/1")

    def test_together(self) -> None:
        for round_ in range(3):
            barriers = self.barriers(3)
            entering = [one.enter() for one in barriers[:2]]
            self.reactor.advance(5)
            for each in entering:
                self.assertNoResult(each)
            self.assertEqual(len(self.nodes()), 2)
            entering.append(barriers[2].enter())
            for each in entering:
                self.reactor.until(each)
            self.source.shuffle(barriers)
            leaving = [one.leave() for one in barriers[:2]]
            self.reactor.advance(5)
            for each in leaving:
                self.assertNoResult(each)
            leaving.append(barriers[2].leave())
            for each in leaving:
                self.reactor.until(each)
            self.reactor.advance(1)
            self.assertEqual(self.nodes(), [], f"round {round_}")

    def test_alone(self) -> None:
        (barrier,) = self.barriers(1)
        self.reactor.until(barrier.enter())
        self.failureResultOf(barrier.enter(), BarrierError)
        self.reactor.until(barrier.leave())
        self.failureResultOf(barrier.leave(), BarrierError)
        with self.assertRaises(ValueError):
            DoubleBarrier(self.connect(), "/x", 0)

    def test_given_up_at_every_moment(self) -> None:
        for lose in (None, self.zookeeper.lose_next_reply, self.zookeeper.lose_next_request):
            for turns in range(10):
                one, _ = self.barriers(2)
                if lose is not None:
                    lose()
                entering = one.enter()
                for _ in range(turns):
                    self.reactor.network.turn()
                entering.cancel()
                self.failureResultOf(entering, CancelledError)
                self.reactor.advance(10)
                self.assertEqual(self.nodes() if "/job/1" in self.zookeeper.tree else [], [], f"{lose} {turns}")

    def test_the_last_one_gives_up_at_every_moment(self) -> None:
        """Who opened it and did not go in shuts it again: else so few as one would go in at the same path later."""
        for lose in (None, self.zookeeper.lose_next_reply, self.zookeeper.lose_next_request):
            for turns in range(24):
                (alone,) = self.barriers(1)
                self.reactor.until(alone._client.exists("/"))
                if lose is not None:
                    lose()
                entering = alone.enter()
                for _ in range(turns):
                    self.reactor.network.turn()
                if entering.called:
                    self.reactor.until(entering)
                    self.reactor.until(alone.leave())
                else:
                    entering.cancel()
                    self.failureResultOf(entering, CancelledError)
                self.reactor.advance(10)
                self.assertEqual(self.nodes() if "/job/1" in self.zookeeper.tree else [], [], f"{lose} {turns}")

    def test_given_up_and_entered_again(self) -> None:
        for turns in range(24):
            one, other = self.barriers(2)
            entering = [one.enter()]
            self.reactor.advance(0.5)
            given_up = other.enter()
            for _ in range(turns):
                self.reactor.network.turn()
            if given_up.called:
                entering.append(given_up)
            else:
                given_up.cancel()
                self.failureResultOf(given_up, CancelledError)
                entering.append(other.enter())
            for each in entering:
                self.reactor.until(each)
            for each in [one.leave(), other.leave()]:
                self.reactor.until(each)
            self.reactor.advance(5)
            self.assertEqual(self.nodes(), [], f"{turns} turns")

    def test_who_is_slow_to_see_that_all_have_left_is_not_left_behind(self) -> None:
        """The others may enter again, by the same path, before it has looked."""
        barriers = self.barriers(3)
        rounds = [0] * len(barriers)
        slow = barriers[1]._client
        look = slow.get_children
        self.patch(slow, "get_children", lambda path: deferLater(self.reactor, 0.3, look, path))

        async def again_and_again(number: int) -> None:
            for _ in range(5):
                await barriers[number].enter()
                self.assertLessEqual(max(rounds) - min(rounds), 1)
                await barriers[number].leave()
                rounds[number] += 1

        running = [Deferred.fromCoroutine(again_and_again(number)) for number in range(len(barriers))]
        self.reactor.advance(60)
        for each in running:
            self.successResultOf(each)
        self.assertEqual((rounds, self.nodes()), ([5, 5, 5], []))

    def test_who_is_slow_hears_that_all_were_there_although_who_opened_is_gone(self) -> None:
        slow, other = self.barriers(2)
        look = slow._client.get_children
        self.patch(
            slow._client,
            "get_children",
            # Told of what was there before the other came.
            lambda path: look(path).addCallback(lambda names: deferLater(self.reactor, 3, lambda: names)),
        )
        entering = slow.enter()
        self.reactor.advance(1)
        self.reactor.until(other.enter())
        self.zookeeper.expire(other._client.session_id)
        self.reactor.advance(1)
        self.assertNotIn("ready", self.nodes())
        self.reactor.until(entering)
        self.reactor.until(slow.leave())
        self.assertEqual(self.nodes(), [])

    def test_what_was_opened_before_we_were_there_is_not_for_us(self) -> None:
        one, late = self.barriers(2)
        client = late._client
        make = client.create

        def create(path: str, *args: object) -> Deferred[str]:
            if not path.startswith("/job/1/") or path.endswith("/ready"):
                return make(path, *args)
            return deferLater(self.reactor, 3, make, path, *args)

        self.patch(client, "create", create)
        entering = late.enter()
        self.reactor.advance(1)
        # As if two had met, and were gone.
        self.reactor.until(one._client.create("/job/1/ready"))
        self.reactor.until(one._client.delete("/job/1/ready"))
        self.reactor.advance(10)
        self.assertNoResult(entering)
        for each in [one.enter(), entering]:
            self.reactor.until(each)

    def test_one_dies_inside(self) -> None:
        one, other = self.barriers(2)
        entering = [one.enter(), other.enter()]
        for each in entering:
            self.reactor.until(each)
        leaving = one.leave()
        self.reactor.advance(1)
        self.assertNoResult(leaving)
        self.zookeeper.expire(other._client.session_id)
        self.reactor.until(leaving)
        with self.assertRaises(ZookeeperError):
            self.reactor.until(other.leave())

    def test_the_connection_breaks(self) -> None:
        one, other = self.barriers(2)
        entering = [one.enter()]
        self.reactor.advance(0.5)
        self.reactor.cut()
        entering.append(other.enter())
        for each in entering:
            self.reactor.until(each)
        leaving = [one.leave(), other.leave()]
        self.reactor.cut()
        for each in leaving:
            self.reactor.until(each)
        self.reactor.advance(1)
        self.assertEqual(self.nodes(), [])
