"""klog.client.transactions.coordination: what is asked of coordinators, in which versions."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.requests.group_offsets import GroupMember
from klog.client.requests.transactions import TransactionProtocol
from klog.client.routing import Routing
from klog.client.settings import ClientSettings
from klog.client.transactions.coordination import Coordination
from klog.client.transactions.errors import ProducerFenced
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.txn_offset_commit import TxnOffsetCommitRequest
from tests.client.transactions.transaction_world import TransactionWorld

T0 = TopicPartition("t", 0)


class CoordinationTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.world = TransactionWorld()
        settings = ClientSettings(bootstrap_servers="host1:9092")
        self.routing = Routing(self.world.clock, settings, connect=self.world.cluster.connect)
        self.addCleanup(lambda: self.world.until(self.routing.stop()))
        self.coordination = Coordination(self.routing, "x", 60_000)

    def run_all(self, coroutine: Any) -> Any:
        return self.world.until(Deferred.fromCoroutine(coroutine))

    def limit(self, request: type[Any], highest: int) -> None:
        """The brokers are older."""
        self.world.cluster.ranges._best[request.api_key] = highest

    def asked(self, kind: type[Any]) -> list[Any]:
        return [message for _, message in self.world.cluster.asked if isinstance(message, kind)]

    def test_an_epoch_after_the_other(self) -> None:
        first = self.run_all(self.coordination.initialise())
        second = self.run_all(self.coordination.initialise())
        self.assertEqual(second, (first[0], first[1] + 1))
        self.assertEqual([one.producer_id for one in self.asked(InitProducerIdRequest)], [-1, first[0]])
        self.assertFalse(self.coordination.needs_epoch)

    def test_of_old_brokers(self) -> None:
        """Before 2.5 nobody says what it had, or whose member it is."""
        self.limit(InitProducerIdRequest, 2)
        self.limit(TxnOffsetCommitRequest, 2)
        for _ in range(2):
            self.run_all(self.coordination.initialise())
        self.assertEqual([one.producer_id for one in self.asked(InitProducerIdRequest)], [-1, -1])
        self.run_all(self.coordination.add_group("g"))
        self.run_all(self.coordination.commit_offsets("g", {T0: 3}, GroupMember(3, "m")))
        self.assertEqual([one.member_id for one in self.asked(TxnOffsetCommitRequest)], [""])

    def test_a_lost_answer_needs_an_epoch(self) -> None:
        """And what it may have opened is aborted first."""
        self.run_all(self.coordination.initialise())
        faults = ["cut", None]
        self.world.cluster.coordinator_fault = lambda request: faults.pop() if faults else None
        faults.reverse()
        self.run_all(self.coordination.add([T0]))
        self.assertTrue(self.coordination.needs_epoch)
        self.run_all(self.coordination.end(commit=True))
        self.run_all(self.coordination.initialise())
        self.assertEqual([one.committed for one in self.asked(EndTxnRequest)], [True, False])

    def test_members(self) -> None:
        """Whom the group does not know, it refuses."""
        self.world.cluster.members = {("m", 3)}
        self.run_all(self.coordination.initialise())
        self.run_all(self.coordination.add_group("g"))
        self.run_all(self.coordination.commit_offsets("g", {T0: 3}, GroupMember(3, "m")))
        error = self.assertRaises(KlogError, self.run_all, self.coordination.commit_offsets("g", {T0: 4}, GroupMember(2, "m")))
        self.assertIs(error.code, ErrorCode.ILLEGAL_GENERATION)
        self.run_all(self.coordination.end(commit=True))
        self.assertEqual(self.world.cluster.committed, {("g", T0): 3})

    def test_time_is_over(self) -> None:
        self.world.cluster.coordinator_fault = lambda request: ErrorCode.COORDINATOR_NOT_AVAILABLE
        error = self.assertRaises(KlogError, self.run_all, self.coordination.initialise())
        self.assertIs(error.code, ErrorCode.REQUEST_TIMED_OUT)
        self.assertIn("within 60000 ms", str(error))

    def test_a_partition_that_has_no_leader(self) -> None:
        """The transaction before is not completed, perhaps for hours: nobody is asked fifty times a second."""
        self.world.cluster.coordinator_fault = lambda request: ErrorCode.CONCURRENT_TRANSACTIONS
        begun_s = self.world.clock.seconds()
        self.assertRaises(KlogError, self.run_all, self.coordination.initialise())
        self.assertGreater(self.world.clock.seconds() - begun_s, 50)
        self.assertLess(len(self.asked(InitProducerIdRequest)), 150)

    def test_a_moment(self) -> None:
        """It is tried soon where the transaction before is just being completed."""
        faults = [ErrorCode.CONCURRENT_TRANSACTIONS] * 2
        self.world.cluster.coordinator_fault = lambda request: faults.pop() if faults else None
        begun_s = self.world.clock.seconds()
        self.run_all(self.coordination.initialise())
        self.assertLess(self.world.clock.seconds() - begun_s, 0.2)

    def test_fenced(self) -> None:
        self.run_all(self.coordination.initialise())
        self.run_all(Coordination(self.routing, "x", 60_000).initialise())
        for asked in (self.coordination.add([T0]), self.coordination.add_group("g"), self.coordination.end(commit=False)):
            self.assertRaises(ProducerFenced, self.run_all, asked)


class SecondVersionTests(CoordinationTests):
    """The same by the second version of the protocol (KIP-890), and what is different."""

    def setUp(self) -> None:
        super().setUp()
        self.world.cluster.speak_second()

    def test_of_old_brokers(self) -> None:
        """Whoever coordinates and speaks no EndTxn 5 goes by the first version, whatever the cluster has agreed on."""
        self.limit(EndTxnRequest, 4)
        self.run_all(self.coordination.initialise())
        self.assertIs(self.coordination.protocol, TransactionProtocol.FIRST)

    def test_a_lost_answer_needs_an_epoch(self) -> None:
        """Not here: the end brings a new one, whatever was in doubt before; also where its own answer is lost."""
        first = self.run_all(self.coordination.initialise())
        for fault in ("lost", "cut"):
            faults = [fault, None]
            self.world.cluster.coordinator_fault = lambda request, faults=faults: faults.pop(0) if faults else None
            self.run_all(self.coordination.commit_offsets("g", {T0: 3}))
            self.assertTrue(self.coordination.needs_epoch)
            faults[:] = [fault, None]
            self.run_all(self.coordination.end(commit=True))
            self.assertFalse(self.coordination.needs_epoch)
        self.assertEqual(self.coordination.identity, (first[0], first[1] + 2))
        self.assertEqual(len(self.asked(InitProducerIdRequest)), 1)

    def test_nobody_knows_how_it_ended(self) -> None:
        """A commit was done and never answered: who begins the next one finds that out, and is not taken for a zombie."""
        first = self.run_all(self.coordination.initialise())
        self.run_all(self.coordination.commit_offsets("g", {T0: 3}))
        self.world.cluster.coordinator_fault = lambda request: "lost"
        self.assertRaises(KlogError, self.run_all, self.coordination.end(commit=True))
        self.world.cluster.coordinator_fault = lambda request: None
        # What a coordinator forgets that has just taken over.
        self.world.cluster.known["x"].last_epoch = -1
        self.assertEqual(self.run_all(self.coordination.initialise()), (first[0], first[1] + 2))
        self.assertEqual(self.world.cluster.committed, {("g", T0): 3})

    def test_only_the_end_in_doubt_is_settled(self) -> None:
        """The epoch that comes with that is nobody's yet: it is asked for another one."""
        self.run_all(self.coordination.initialise())
        self.run_all(self.coordination.commit_offsets("g", {T0: 3}))
        self.world.cluster.coordinator_fault = lambda request: "cut"
        self.assertRaises(KlogError, self.run_all, self.coordination.end(commit=True))
        self.world.cluster.coordinator_fault = lambda request: (
            ErrorCode.COORDINATOR_LOAD_IN_PROGRESS if isinstance(request, InitProducerIdRequest) else None
        )
        self.assertRaises(KlogError, self.run_all, self.coordination.initialise())
        self.assertTrue(self.coordination.needs_epoch)
        self.world.cluster.coordinator_fault = lambda request: None
        self.run_all(self.coordination.initialise())
        self.assertFalse(self.coordination.needs_epoch)

    def test_nothing_to_abort(self) -> None:
        """An abort in doubt raises the epoch all the same."""
        first = self.run_all(self.coordination.initialise())
        self.run_all(self.coordination.end(commit=False))
        self.assertEqual(self.coordination.identity, (first[0], first[1] + 1))
