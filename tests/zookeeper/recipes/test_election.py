"""klog.zookeeper.recipes.election"""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import CancelledError, Deferred

from klog.zookeeper.errors import SessionExpiredException
from klog.zookeeper.recipes.election import Election, LeadershipLost
from klog.zookeeper.retrying import sleep
from tests.zookeeper.test_client_connection import ClientCase


class Candidate:
    """Leads until it is told to end."""

    def __init__(self, case: ElectionTests, name: str) -> None:
        self.case, self.name = case, name
        self.client = case.connect(random=random.Random(case.source.random()))
        self.election = Election(self.client, "/service/leader", name)
        self.work: Deferred[Any] | None = None
        self.running: Deferred[Any] | None = None
        self.has_ended = False

    def run(self) -> Candidate:
        self.has_ended = False
        self.running = self.election.run(self.lead)
        self.running.addBoth(self._ended)
        return self

    def _ended(self, result: Any) -> Any:
        # `called` is true as soon as it is cancelled, while the node is still being removed.
        self.has_ended = True
        return result

    def lead(self) -> Deferred[Any]:
        self.case.leaders.append(self.name)
        self.work = Deferred(lambda _: self.case.leaders.remove(self.name))
        return self.work

    def end(self, result: Any = None) -> None:
        assert self.work is not None
        self.case.leaders.remove(self.name)
        self.work.callback(result)


class ElectionTests(ClientCase):
    def setUp(self) -> None:
        super().setUp()
        self.source = random.Random(4)
        #: Who leads now.
        self.leaders: list[str] = []

    def nodes(self) -> list[str]:
        return self.zookeeper.tree.names("/service/leader")

    def candidates(self, count: int) -> list[Candidate]:
        found = []
        for number in range(count):
            found.append(Candidate(self, f"c{number}").run())
            self.reactor.advance(0.5)
        return found

    def test_cancelled_by_who_leads(self) -> None:
        """At once, and after a while: in either case it leads no more, though there was nothing that it waited for just then."""
        for is_late in (False, True):
            one = Candidate(self, "c")
            lead = one.lead

            async def give_up(one: Candidate = one, lead: Any = lead, is_late: bool = is_late) -> None:
                if is_late:
                    await sleep(self.reactor, 0.5)
                one.election.cancel()
                await lead()

            one.lead = give_up  # type: ignore[assignment]
            one.run()
            self.reactor.advance(2)
            assert one.running is not None
            self.failureResultOf(one.running, CancelledError)
            self.assertEqual((self.leaders, self.nodes()), ([], []))

    def test_one_after_the_other(self) -> None:
        candidates = self.candidates(3)
        sequences = []
        for place, one in enumerate(candidates):
            self.reactor.advance(0.5)
            self.assertEqual(self.leaders, [one.name])
            self.assertEqual(self.reactor.until(one.election.contenders()), [other.name for other in candidates[place:]])
            sequences.append(one.election.sequence)
            with self.assertRaises(RuntimeError):
                one.election.run(one.lead)
            one.end(place)
            assert one.running is not None
            self.assertEqual(self.reactor.until(one.running), place)
            self.assertEqual(one.election.sequence, -1)
        self.assertEqual(sequences, sorted(set(sequences)))
        self.reactor.advance(1)
        self.assertEqual(self.nodes(), [])

    def test_work_that_fails_lets_the_next_one_lead(self) -> None:
        one, other = self.candidates(2)
        assert one.work is not None and one.running is not None
        self.leaders.remove("c0")
        one.work.errback(KeyError("mine"))
        with self.assertRaises(KeyError):
            self.reactor.until(one.running)
        self.reactor.advance(1)
        self.assertEqual(self.leaders, ["c1"])
        other.end()

    def test_cancelled(self) -> None:
        one, other, third = self.candidates(3)
        other.election.cancel()
        assert one.running is not None and other.running is not None and third.running is not None
        self.failureResultOf(other.running, CancelledError)
        one.election.cancel()
        with self.assertRaises(CancelledError):
            self.reactor.until(one.running)
        self.reactor.advance(1)
        self.assertEqual(self.leaders, ["c2"])
        third.end()
        self.reactor.until(third.running)
        one.election.cancel()
        # It may be run again.
        one.run()
        self.reactor.advance(1)
        self.assertEqual(self.leaders, ["c0"])

    def test_the_session_is_over(self) -> None:
        one, other = self.candidates(2)
        self.zookeeper.expire(one.client.session_id)
        self.reactor.advance(2)
        self.assertEqual(self.leaders, ["c1"])
        assert one.running is not None
        self.failureResultOf(one.running, LeadershipLost)
        other.end()

    def test_zookeeper_does_not_answer(self) -> None:
        """Whoever is cut off stops before another one may begin."""
        one, other = self.candidates(2)
        self.zookeeper.stop()
        # It was heard of at most a ping ago, two seconds.
        self.reactor.advance(1.9)
        self.assertEqual(self.leaders, ["c0"])
        self.reactor.advance(2.2)
        self.assertEqual(self.leaders, [])
        assert one.running is not None and other.running is not None
        other.running.addErrback(lambda failure: failure.trap(SessionExpiredException))
        one.running.addErrback(lambda failure: failure.trap(LeadershipLost))

    def test_a_short_break_changes_nothing(self) -> None:
        one, _ = self.candidates(2)
        for _ in range(3):
            self.reactor.cut()
            self.reactor.advance(3)
            self.assertEqual(self.leaders, ["c0"])
        one.end()
        self.reactor.advance(2)
        self.assertEqual(self.leaders, ["c1"])

    def test_somebody_takes_the_node_away(self) -> None:
        one, _ = self.candidates(2)
        self.zookeeper.tree.remove(f"/service/leader/{sorted(self.nodes(), key=lambda name: name[-10:])[0]}")
        self.reactor.advance(1)
        self.assertEqual(self.leaders, ["c1"])
        assert one.running is not None
        error = self.failureResultOf(one.running, LeadershipLost).value
        self.assertIn("took our node away", str(error))

    def test_a_leader_that_tidies_up_and_returns_is_told_all_the_same(self) -> None:
        client = self.connect()
        election = Election(client, "/service/leader", "tidy")

        async def lead() -> str:
            try:
                await Deferred()
            except CancelledError:
                pass
            return "as if nothing had happened"

        running = election.run(lead)
        self.reactor.advance(1)
        self.zookeeper.tree.remove(f"/service/leader/{self.nodes()[0]}")
        with self.assertRaisesRegex(LeadershipLost, "took our node away"):
            self.reactor.until(running)
        self.reactor.advance(1)
        self.assertEqual(len(client._connection.session.watches), 0)

    def test_never_two_whatever_happens(self) -> None:
        for seed in range(20):
            source = self.source = random.Random(seed)
            candidates = [Candidate(self, f"{seed}-{number}").run() for number in range(4)]
            for _ in range(40):
                one = source.choice(candidates)
                what = source.randrange(6)
                if what == 0 and one.name in self.leaders:
                    one.end()
                elif what == 1:
                    one.election.cancel()
                elif what == 2 and one.client.session_id in self.zookeeper.session_ids:
                    self.zookeeper.expire(one.client.session_id)
                    # Nobody's clock can foresee that a session is ended by force.
                    self.reactor.advance(2)
                elif what == 3:
                    self.zookeeper.lose_next_reply()
                elif what == 4:
                    self.reactor.cut()
                self.reactor.advance(source.choice((0.0, 0.01, 0.3, 3.0)))
                for other in candidates:
                    if other.running is not None and other.has_ended:
                        other.running.addErrback(lambda failure: None)
                        other.running = None
                        if not other.client.unrecoverable:
                            other.run()
                self.assertLessEqual(len(self.leaders), 1, f"seed {seed}")
            for other in candidates:
                if other.running is not None:
                    other.running.addErrback(lambda failure: None)
                other.election.cancel()
                self.reactor.advance(1)
                self.reactor.until(other.client.close())
            self.leaders.clear()
            self.reactor.advance(10)
            self.assertEqual(self.nodes(), [], f"seed {seed}")
