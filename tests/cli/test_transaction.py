"""``klog transaction``: what is open, and under which ids."""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

from twisted.internet.defer import fail, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.main import run
from klog.client.admin.types import FencedProducer, OpenTransaction, Outcomes, TransactionDescription, TransactionListing
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from tests.cli.rig import answered


class CommandTests(SynchronousTestCase):
    """The commands, with what brokers answer put in their mouths."""

    def run_with(self, admin: mock.Mock, *arguments: str) -> tuple[int, str, str]:
        return answered("klog.cli.missing_features", admin, lambda: run([*arguments, "-b", "127.0.0.1:1"]))

    def test_list(self) -> None:
        admin = mock.Mock()
        admin.list_transactions.return_value = succeed([TransactionListing("b", 7, "Ongoing", 1), TransactionListing("a", 8, "Empty", 2)])
        code, out, _ = self.run_with(admin, "transaction", "list", "--state", "ongoing", "--state", "Empty")
        self.assertEqual(code, 0)
        self.assertEqual([line.split("\t") for line in out.splitlines()[1:]], [["a", "Empty", "8", "2"], ["b", "Ongoing", "7", "1"]])
        admin.list_transactions.assert_called_once_with(states=("Ongoing", "Empty"))

    def test_describe(self) -> None:
        admin = mock.Mock()
        places = (TopicPartition("t", 1), TopicPartition("t", 0))
        described = TransactionDescription("a", 8, 3, "Ongoing", 60_000, 1_000, places, 2)
        lost = KlogError(ErrorCode.TRANSACTIONAL_ID_NOT_FOUND, "transactional id b: there is none")
        admin.describe_transactions.return_value = succeed(Outcomes({"a": described}, {"b": lost}))
        code, out, err = self.run_with(admin, "transaction", "describe", "a", "b", "--output", "json")
        self.assertNotEqual(code, 0)
        self.assertIn("transactional id b", err)
        (row,) = json.loads(out)["transactions"]
        self.assertGreater(row.pop("open_ms"), 0)
        expected: dict[str, Any] = {"id": "a", "state": "Ongoing", "producer_id": 8, "coordinator": 2, "epoch": 3, "timeout_ms": 60_000}
        self.assertEqual(row, expected | {"partitions": ["t-0", "t-1"]})

    def test_brokers_without(self) -> None:
        admin = mock.Mock()
        admin.list_transactions.return_value = fail(KlogError(ErrorCode.UNSUPPORTED_VERSION, "broker 1 has no ListTransactions."))
        code, _, err = self.run_with(admin, "transaction", "list")
        self.assertEqual(code, 1)
        self.assertIn("list no transactions", err)


HANGING = OpenTransaction(TopicPartition("t", 1), 7, 3, -1, 12, 1_000)


class EndTests(CommandTests):
    """Those that end something."""

    def admin(self, **answers: Any) -> mock.Mock:
        admin = mock.Mock()
        for name, answer in answers.items():
            getattr(admin, name).side_effect = lambda *_, answer=answer, **__: (
                fail(answer) if isinstance(answer, KlogError) else succeed(answer)
            )
        return admin

    def test_find_hanging(self) -> None:
        """Found ones are something wrong, and it is said what to do."""
        admin = self.admin(find_hanging_transactions=Outcomes({HANGING.partition: (HANGING,)}))
        code, out, err = self.run_with(admin, "transaction", "find-hanging", "t:1", "u", "--older-than", "1h", "--output", "json")
        self.assertEqual(code, 1)
        self.assertIn("klog transaction abort t:1 --start-offset 12", err)
        (row,) = json.loads(out)["transactions"]
        self.assertGreater(row.pop("idle_ms"), 0)
        expected = {"topic": "t", "partition": 1, "producer_id": 7, "producer_epoch": 3, "coordinator_epoch": -1, "start_offset": 12}
        self.assertEqual(row, expected | {"last_timestamp_ms": 1_000})
        admin.find_hanging_transactions.assert_called_once_with(["u"], [TopicPartition("t", 1)], broker_id=None, older_than_ms=3_600_000)
        admin = self.admin(find_hanging_transactions=Outcomes({}))
        self.assertEqual(self.run_with(admin, "transaction", "find-hanging")[0], 0)
        admin.find_hanging_transactions.assert_called_once_with(None, [], broker_id=None, older_than_ms=900_000)

    def test_abort(self) -> None:
        """By where it begins."""
        admin = self.admin(
            find_open_transactions=Outcomes({HANGING.partition: (HANGING,)}),
            list_transactions=[],
            describe_transactions=Outcomes({}),
            abort_transaction=None,
        )
        code, out, _ = self.run_with(admin, "transaction", "abort", "t:1", "--start-offset", "12")
        self.assertEqual((code, out.splitlines()[1].split("\t")[:3]), (0, ["t", "1", "7"]))
        admin.abort_transaction.assert_called_once_with(HANGING)
        code, _, err = self.run_with(admin, "transaction", "abort", "t:1", "--start-offset", "13")
        self.assertEqual((code, "begin at 12" in err), (4, True))

    def test_abort_by_epochs(self) -> None:
        """As brokers before 2.8 need it; they list no transactions either."""
        lacking = KlogError(ErrorCode.UNSUPPORTED_VERSION, "broker 1 has no ListTransactions")
        admin = self.admin(list_transactions=lacking, abort_transaction=None)
        named = ("--producer-id", "7", "--producer-epoch", "3", "--coordinator-epoch", "5")
        code, _, _ = self.run_with(admin, "transaction", "abort", "t:1", *named)
        self.assertEqual(code, 0)
        admin.abort_transaction.assert_called_once_with(OpenTransaction(TopicPartition("t", 1), 7, 3, 5, -1, -1))

    def test_abort_what_does_not_hang(self) -> None:
        """Its coordinator ends it as a whole; who insists, may."""
        described = TransactionDescription("x", 7, 3, "Ongoing", 60_000, 1_000, (HANGING.partition,), 2)
        admin = self.admin(
            find_open_transactions=Outcomes({HANGING.partition: (HANGING,)}),
            list_transactions=[TransactionListing("x", 7, "Ongoing", 1)],
            describe_transactions=Outcomes({"x": described}),
            abort_transaction=None,
        )
        code, _, err = self.run_with(admin, "transaction", "abort", "t:1", "--start-offset", "12")
        self.assertEqual((code, "klog transaction fence x" in err), (1, True))
        admin.abort_transaction.assert_not_called()
        self.assertEqual(self.run_with(admin, "transaction", "abort", "t:1", "--start-offset", "12", "--force")[0], 0)

    def test_refused(self) -> None:
        """With what to do next."""
        for code, word in (
            (ErrorCode.INVALID_PRODUCER_EPOCH, "find-hanging"),
            (ErrorCode.TRANSACTION_COORDINATOR_FENCED, "--start-offset"),
            (ErrorCode.CLUSTER_AUTHORIZATION_FAILED, "ALTER"),
            (ErrorCode.UNKNOWN_SERVER_ERROR, "partition t-1"),
        ):
            admin = self.admin(
                find_open_transactions=Outcomes({HANGING.partition: (HANGING,)}), abort_transaction=KlogError(code, "partition t-1: no")
            )
            said = self.run_with(admin, "transaction", "abort", "t:1", "--start-offset", "12", "--force")
            self.assertEqual((said[0], word in said[2]), (1, True), said)

    def test_mistakes(self) -> None:
        for arguments in (
            ("abort", "t:1"),
            ("abort", "t", "--start-offset", "1"),
            ("abort", "t:0-3", "--start-offset", "1"),
            ("abort", "t:1", "--start-offset", "1", "--producer-id", "7"),
            ("abort", "t:1", "--start-offset", "1", "--producer-epoch", "7"),
            ("abort", "t:1", "--producer-id", "7"),
            ("find-hanging", "--older-than", "soon"),
            ("fence", "x"),
        ):
            self.assertEqual(self.run_with(self.admin(), "transaction", *arguments)[0], 2, arguments)

    def test_fence(self) -> None:
        refused = KlogError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, "id y: no")
        admin = self.admin(fence_producers=Outcomes({"x": FencedProducer(7, 4)}, {"y": refused}))
        code, out, err = self.run_with(admin, "transaction", "fence", "x", "y", "--yes")
        self.assertEqual((code, out.splitlines()[1].split("\t")), (1, ["x", "7", "4"]))
        self.assertIn("id y: no", err)
