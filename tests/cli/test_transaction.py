"""``klog transaction``: what is open, and under which ids."""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

from twisted.internet.defer import fail, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.main import run
from klog.client.admin.types import Outcomes, TransactionDescription, TransactionListing
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from tests.cli.rig import answered


class CommandTests(SynchronousTestCase):
    """The commands, with what brokers answer put in their mouths."""

    def run_with(self, admin: mock.Mock, *arguments: str) -> tuple[int, str, str]:
        return answered("klog.cli.transaction", admin, lambda: run([*arguments, "-b", "127.0.0.1:1"]))

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
