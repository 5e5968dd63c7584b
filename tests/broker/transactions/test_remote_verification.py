"""AddPartitionsToTxn to other brokers."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.transactions.remote_verification import (
    MOST_TRANSACTIONS,
    VerificationBatching,
    VerificationQuestion,
    VerificationQueues,
)
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.add_partitions_to_txn import (
    AddPartitionsToTxnPartitionResult,
    AddPartitionsToTxnResponse,
    AddPartitionsToTxnResult,
    AddPartitionsToTxnTopicResult,
)
from tests.broker.rig import over_the_wire
from tests.broker.transactions.peers import FakePeers

T0, T1, U0 = TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("u", 0)


def question(name: str, *partitions: TopicPartition, epoch: int = 3, adds: bool = False) -> VerificationQuestion:
    """Of producer 7."""
    return VerificationQuestion(name, 7, epoch, adds, frozenset(partitions))


def result(name: str, **codes: dict[int, int]) -> AddPartitionsToTxnResult:
    """Of one transaction: by topic the code of each partition."""
    topics = [
        AddPartitionsToTxnTopicResult(
            name=topic,
            results_by_partition=[
                AddPartitionsToTxnPartitionResult(partition_index=index, partition_error_code=code) for index, code in found.items()
            ],
        )
        for topic, found in codes.items()
    ]
    return AddPartitionsToTxnResult(transactional_id=name, topic_results=topics)


class VerificationBatchingTests(SynchronousTestCase):
    """Questions to a request, and back."""

    def test_request(self) -> None:
        """Many transactions; what several requests of one producer ask is joined."""
        made, count = VerificationBatching().make([question("x", T1), question("y", U0, adds=True), question("x", T0, T1)])
        self.assertEqual(count, 3)
        for version in (4, 5):
            found = [
                (
                    one.transactional_id,
                    one.producer_id,
                    one.producer_epoch,
                    one.verify_only,
                    {each.name: each.partitions for each in one.topics},
                )
                for one in over_the_wire(made, version).transactions
            ]
            self.assertEqual(found, [("x", 7, 3, True, {"t": [0, 1]}), ("y", 7, 3, False, {"u": [0]})])

    def test_what_cannot_be_joined(self) -> None:
        """Another epoch, or another question: it waits for the next request."""
        for other in (question("x", T1, epoch=4), question("x", T1, adds=True)):
            self.assertEqual(VerificationBatching().make([question("x", T0), other, question("y", T0)])[1], 1)

    def test_most(self) -> None:
        many = [question(f"x{number}", T0) for number in range(MOST_TRANSACTIONS + 1)]
        self.assertEqual(VerificationBatching().make(many)[1], MOST_TRANSACTIONS)

    def test_answer(self) -> None:
        """What is left out was not answered."""
        response = AddPartitionsToTxnResponse(results_by_transaction=[result("x", t={0: 0, 1: 120}), result("z", t={0: 0})])
        codes = VerificationBatching().read(response, [question("x", T0), question("y", T0), question("x", T1, U0)])
        self.assertEqual(
            codes,
            [
                {T0: ErrorCode.NONE},
                {T0: ErrorCode.NETWORK_EXCEPTION},
                {T1: ErrorCode.TRANSACTION_ABORTABLE, U0: ErrorCode.NETWORK_EXCEPTION},
            ],
        )

    def test_errors_of_the_request(self) -> None:
        for code, told in (
            (ErrorCode.CLUSTER_AUTHORIZATION_FAILED, ErrorCode.INVALID_TXN_STATE),
            (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS),
        ):
            response = AddPartitionsToTxnResponse(error_code=code)
            self.assertEqual(VerificationBatching().read(response, [question("x", T0)]), [{T0: told}])

    def test_no_answer(self) -> None:
        """A coordinator that leaders cannot ask yet is not asked; it cannot add for them either."""
        failed = VerificationBatching().failed
        for code, adds, told in (
            (ErrorCode.REQUEST_TIMED_OUT, False, ErrorCode.NETWORK_EXCEPTION),
            (ErrorCode.NETWORK_EXCEPTION, True, ErrorCode.NETWORK_EXCEPTION),
            (ErrorCode.UNSUPPORTED_VERSION, False, ErrorCode.NONE),
            (ErrorCode.UNSUPPORTED_VERSION, True, ErrorCode.INVALID_TXN_STATE),
        ):
            self.assertEqual(failed(question("x", T0, adds=adds), code), {T0: told})


class VerificationQueuesTests(SynchronousTestCase):
    """To brokers."""

    def test_there_and_back(self) -> None:
        peers = FakePeers()
        queues = VerificationQueues(peers)
        answer = queues.ask(2, question("x", T0))
        self.assertEqual((len(queues), peers.connections[0].at_least), (1, [4]))
        peers.answer(AddPartitionsToTxnResponse(results_by_transaction=[result("x", t={0: 0})]))
        self.assertEqual(self.successResultOf(answer), {T0: ErrorCode.NONE})
        queues.close()
        self.assertEqual(self.successResultOf(queues.ask(2, question("x", T0))), {T0: ErrorCode.NETWORK_EXCEPTION})
