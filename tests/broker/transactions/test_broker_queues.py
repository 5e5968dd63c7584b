"""Questions to other brokers, in batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twisted.internet.defer import CancelledError, Deferred
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.transactions.broker_queues import BrokerQueues
from klog.errors import ErrorCode
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.schema import Message
from tests.broker.transactions.peers import FakePeers


class Adding:
    """The request holds up to three numbers, as text; each is answered with itself and what the broker says."""

    at_least = 4

    def make(self, questions: Sequence[int]) -> tuple[Message, int]:
        chosen = questions[:3]
        return EndTxnRequest(transactional_id=",".join(map(str, chosen))), len(chosen)

    def read(self, response: Any, questions: Sequence[int]) -> list[str]:
        return [f"{question}:{response}" for question in questions]

    def failed(self, question: int, code: ErrorCode) -> str:
        return f"{question} {code.name}"


class BrokerQueuesTests(SynchronousTestCase):
    """One request at a time to each broker."""

    def setUp(self) -> None:
        self.peers = FakePeers()
        self.queues: BrokerQueues[int, str] = BrokerQueues(self.peers, Adding(), "numbers")

    def asked(self, connection: int = -1) -> list[str]:
        return [message.transactional_id for message in self.peers.connections[connection].asked]

    def test_what_comes_meanwhile_goes_together(self) -> None:
        answers = [self.queues.ask(2, number) for number in range(6)]
        self.assertEqual((self.asked(), len(self.queues)), (["0"], 6))
        self.assertEqual(self.peers.connections[0].at_least, [4])
        self.peers.answer("a")
        self.assertEqual(self.asked(), ["0", "1,2,3"])
        self.peers.answer("b")
        self.peers.answer("c")
        self.assertEqual(self.asked(), ["0", "1,2,3", "4,5"])
        self.assertEqual([self.successResultOf(one) for one in answers], ["0:a", "1:b", "2:b", "3:b", "4:c", "5:c"])
        self.assertEqual((len(self.queues), len(self.peers.connections)), (0, 1))

    def test_brokers_do_not_wait_for_each_other(self) -> None:
        first, second = self.queues.ask(2, 1), self.queues.ask(3, 2)
        self.peers.answer("y", 1)
        self.assertEqual(self.successResultOf(second), "2:y")
        self.assertNoResult(first)

    def test_no_answer(self) -> None:
        """Each question of the request is told; those behind it are asked."""
        first, second = self.queues.ask(2, 1), self.queues.ask(2, 2)
        self.peers.fail()
        self.assertEqual(self.successResultOf(first), "1 NETWORK_EXCEPTION")
        self.assertEqual(self.asked(), ["1", "2"])
        self.peers.fail(ErrorCode.UNSUPPORTED_VERSION)
        self.assertEqual(self.successResultOf(second), "2 UNSUPPORTED_VERSION")

    def test_not_there(self) -> None:
        """It is told at once; and whoever asks again while it is told does not end the row."""
        self.assertEqual(self.successResultOf(self.queues.ask(9, 1)), "1 NETWORK_EXCEPTION")
        self.assertEqual(self.peers.connections, [])

    def test_another_address(self) -> None:
        self.queues.ask(2, 1)
        self.peers.answer("a")
        self.peers.addresses[2] = ("c2", 9092)
        self.queues.ask(2, 2)
        self.assertEqual([(one.host, one.closed) for one in self.peers.connections], [("b2", True), ("c2", False)])

    def test_it_leaves_while_others_wait(self) -> None:
        first, second = self.queues.ask(2, 1), self.queues.ask(2, 2)
        del self.peers.addresses[2]
        self.peers.fail()
        self.assertEqual([self.successResultOf(one) for one in (first, second)], ["1 NETWORK_EXCEPTION", "2 NETWORK_EXCEPTION"])
        self.assertTrue(self.peers.connections[0].closed)

    def test_not_wanted_any_more(self) -> None:
        """One that waits is not asked; of one that was asked the answer is nobody's."""
        first, second, third = (self.queues.ask(2, number) for number in (1, 2, 3))
        for one in (first, second):
            one.cancel()
            self.failureResultOf(one, CancelledError)
        self.peers.answer("a")
        self.assertEqual(self.asked(), ["1", "3"])
        self.peers.answer("b")
        self.assertEqual(self.successResultOf(third), "3:b")

    def test_what_is_told_asks_again(self) -> None:
        again: list[Deferred[str]] = []
        first = self.queues.ask(2, 1)
        first.addCallback(lambda _: again.append(self.queues.ask(2, 7)))
        self.peers.answer("a")
        self.peers.answer("b")
        self.assertEqual(self.successResultOf(again[0]), "7:b")

    def test_a_mistake_of_ours(self) -> None:
        """It is logged, nobody waits for ever, and what follows goes on."""
        first = self.queues.ask(2, 1)
        self.peers.connections[0].answers[-1].errback(Failure(ZeroDivisionError()))  # type: ignore[no-untyped-call]
        self.assertEqual(self.successResultOf(first), "1 UNKNOWN_SERVER_ERROR")
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        second = self.queues.ask(2, 2)
        self.patch(Adding, "read", lambda *_: [][0])
        self.peers.answer("a")
        self.assertEqual(self.successResultOf(second), "2 UNKNOWN_SERVER_ERROR")
        self.assertEqual(len(self.flushLoggedErrors(IndexError)), 1)

    def test_close(self) -> None:
        answers = [self.queues.ask(2, number) for number in range(3)]
        self.queues.close()
        self.assertEqual([self.successResultOf(one) for one in answers], [f"{number} NETWORK_EXCEPTION" for number in range(3)])
        self.assertTrue(self.peers.connections[0].closed)
        self.peers.answer("late")
        self.assertEqual(self.successResultOf(self.queues.ask(2, 8)), "8 NETWORK_EXCEPTION")
        self.assertEqual(len(self.peers.connections), 1)
