"""Who is first: silent brokers hold up nobody."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.client.connection_race import FirstAnswer, Race
from klog.errors import ErrorCode, KlogError
from klog.net.client.errors import BrokerUnreachable
from tests.client.fake_cluster import FakeCluster, FakeConnection

HOSTS = [("host1", 9092), ("host2", 9092), ("host3", 9092)]


class RaceTests(SynchronousTestCase):
    """Attempts to connect."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = FakeCluster(self.clock)

    def race(self, timeout_ms: float = 10_000) -> Race:
        made: dict[tuple[str, int], FakeConnection] = {}

        def get(host: tuple[str, int]) -> Any:
            return lambda: made.setdefault(host, self.cluster.connect(*host))

        def attempt(connection: Any, timeout_ms: float) -> Deferred[Any]:
            return connection.ready()  # type: ignore[no-any-return]

        return Race(attempt, self.clock, [get(host) for host in HOSTS], timeout_ms)

    def test_one_after_the_other_where_they_fail(self) -> None:
        self.cluster.up = {HOSTS[2]}
        won = self.race().next()
        self.clock.pump([0.01] * 4)
        winner: Any = self.successResultOf(won)
        self.assertEqual((winner.address, self.cluster.attempts), ("host3:9092", ["host1:9092", "host2:9092", "host3:9092"]))

    def test_side_by_side_where_they_are_silent(self) -> None:
        self.cluster.silent = {HOSTS[0], HOSTS[1]}
        won = self.race().next()
        self.clock.pump([0.05] * 9)
        self.assertNoResult(won)
        self.clock.pump([0.05] * 3)
        self.successResultOf(won)

    def test_what_is_ready_while_nobody_waits_is_kept(self) -> None:
        race = self.race()
        self.cluster.silent = {HOSTS[0]}
        first = race.next()
        self.clock.pump([0.05] * 20)
        self.successResultOf(first)
        self.assertEqual(getattr(self.successResultOf(race.next()), "address", None), "host3:9092")

    def test_time(self) -> None:
        self.cluster.silent = set(HOSTS)
        race = self.race()
        won = race.next()
        self.clock.pump([0.1] * 10)
        race.time_over()
        self.assertIsNone(self.successResultOf(won))
        self.assertEqual(len(race.errors), 3)
        self.assertEqual(self.clock.getDelayedCalls(), [])


class FirstAnswerTests(SynchronousTestCase):
    """Questions."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.answers = FirstAnswer(self.clock)
        self.questions: list[Deferred[Any]] = [Deferred(), Deferred()]

    def test_the_first_counts(self) -> None:
        for question in self.questions:
            self.answers.add(question)
        waiting = self.answers.wait(1_000)
        self.questions[1].callback("b")
        self.successResultOf(waiting)
        self.questions[0].callback("a")
        self.assertEqual((self.answers.came, self.answers.answer, self.answers.open), (True, "b", 0))
        self.successResultOf(self.answers.wait())
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_one_failure_of_two_is_none(self) -> None:
        for question in self.questions:
            self.answers.add(question)
        waiting = self.answers.wait()
        self.questions[0].errback(BrokerUnreachable("a:1", "x"))
        self.assertNoResult(waiting)
        self.questions[1].errback(KlogError(ErrorCode.NOT_CONTROLLER))
        self.successResultOf(waiting)
        self.assertEqual([error.code for error in self.answers.errors], [ErrorCode.NETWORK_EXCEPTION, ErrorCode.NOT_CONTROLLER])

    def test_patience_ends(self) -> None:
        self.answers.add(self.questions[0])
        waiting = self.answers.wait(500)
        self.clock.advance(0.5)
        self.successResultOf(waiting)
        self.assertEqual((self.answers.came, self.answers.open), (False, 1))

    def test_something_else_may_come_first(self) -> None:
        other: Deferred[int] = Deferred()
        waiting = self.answers.wait(also=other)
        self.assertNoResult(waiting)
        other.callback(7)
        self.successResultOf(waiting)
        self.assertEqual(self.successResultOf(other), 7)

    def test_the_end_drops_what_is_open(self) -> None:
        self.answers.add(self.questions[0])
        waiting = self.answers.wait()
        self.answers.end()
        self.assertTrue(self.questions[0].called)
        self.assertNoResult(waiting)
        self.assertEqual(self.answers.errors, [])
