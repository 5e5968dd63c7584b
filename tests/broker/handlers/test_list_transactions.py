"""ListTransactions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred

from klog.broker.coordinators.shard import ShardState
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.list_transactions import ListTransactionsRequest
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0 = TopicPartition("t", 0)


class ListTransactionsTests(TransactionTestCase):
    """Filtered in each way."""

    def setUp(self) -> None:
        super().setUp()
        self.producers = {name: Producer(self, name) for name in ("ab", "ac", "b")}
        for producer in self.producers.values():
            producer.begin()
        self.producers["ab"].produce(T0)
        self.producers["b"].produce(T0)
        self.producers["b"].end()

    def list(self, version: int = 2, **request: Any) -> dict[str, str]:
        """States by id."""
        answer = self.ask(ListTransactionsRequest(**request), version)
        self.assertEqual(answer.error_code, 0)
        return {one.transactional_id: one.transaction_state for one in answer.transaction_states}

    def test_filters(self) -> None:
        everything = {"ab": "Ongoing", "ac": "Empty", "b": "CompleteCommit"}
        for version in range(3):
            self.assertEqual(self.list(version), everything)
        self.assertEqual(self.list(state_filters=["Ongoing", "Dead"]), {"ab": "Ongoing"})
        self.assertEqual(set(self.list(producer_id_filters=[self.producers["b"].producer_id])), {"b"})
        self.assertEqual(set(self.list(transactional_id_pattern="a.")), {"ab", "ac"})
        self.assertEqual(self.list(transactional_id_pattern="a"), {})
        self.broker.advance(2)
        self.assertEqual(set(self.list(duration_filter=1999)), {"ab", "ac", "b"})
        self.assertEqual(set(self.list(duration_filter=2000)), {"ac"}, "of which none was begun")

    def test_what_is_none(self) -> None:
        answer = self.ask(ListTransactionsRequest(state_filters=["Oh", "Ongoing"]), 0)
        self.assertEqual((answer.unknown_state_filters, len(answer.transaction_states)), (["Oh"], 1))
        answer = self.ask(ListTransactionsRequest(transactional_id_pattern="("), 2)
        self.assertEqual(answer.error_code, ErrorCode.INVALID_REGULAR_EXPRESSION)

    def test_loading(self) -> None:
        self.transactions.coordinator.shards[0].state = ShardState.LOADING
        answer = self.ask(ListTransactionsRequest(), 2)
        self.assertEqual((answer.error_code, answer.transaction_states), (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, []))

    def test_others_are_served_meanwhile(self) -> None:
        """Of many ids, a few hundred are looked at in a turn; and none of those at rest where nobody wants to know of them."""
        coordinator = self.transactions.coordinator
        transactions = coordinator.shards[0].transactions
        at_rest = self.known("b")
        for number in range(5_000):
            transactions.put(f"many {number}", at_rest)
        for states, found, has_many in ((set(), 5_003, True), ({"Empty"}, 1, True), ({"Ongoing"}, 1, False)):
            works: list[Iterator[None]] = []
            rows: list[str] = []
            with mock.patch.object(coordinator.loader, "run_steps", lambda work, works=works: works.append(work) or Deferred()):
                coordinator.list(states, set(), -1, None, lambda name, known, rows=rows: rows.append(name))
            steps = sum(1 for _ in works[0])
            self.assertEqual((len(rows), steps >= 50), (found, has_many), states)

    def test_an_id_that_goes_meanwhile(self) -> None:
        """It is left out; one whose transaction has ended since is listed once, as it is."""
        coordinator = self.transactions.coordinator
        transactions = coordinator.shard("b").transactions
        at_rest = self.known("b")
        for number in range(300):
            transactions.put(f"many {number}", at_rest)
        works: list[Iterator[None]] = []
        rows: list[str] = []
        with mock.patch.object(coordinator.loader, "run_steps", lambda work: works.append(work) or Deferred()):
            coordinator.list(set(), set(), -1, None, lambda name, known: rows.append(name))
        next(works[0])
        transactions.remove("many 299")
        transactions.put("many 298", self.known("ab"))
        for _ in works[0]:
            pass
        self.assertEqual((len(rows), len(set(rows)), "many 299" in rows, "many 298" in rows), (302, 302, False, True))
