"""Cells, and for whom a writer may speak."""

from __future__ import annotations

import unittest

from klog.audit.cells import Cell, Tier, forgery
from tests.audit.test_cell_records import KEY, WRITER


class CellTests(unittest.TestCase):
    def test_the_incarnation_is_the_guid_without_its_number(self) -> None:
        self.assertEqual(WRITER._replace(guid="guid-1/7").incarnation, "guid-1")

    def test_some_records_without_a_hash_have_no_sum(self) -> None:
        cell = Cell(KEY)
        cell.count = 2
        cell.add_hash((1 << 64) - 1, 1)
        cell.add_hash(3, 1)
        self.assertEqual(cell.whole_hash, 2)
        cell.count += 1
        self.assertIsNone(cell.whole_hash)


class ForgeryTests(unittest.TestCase):
    def test_a_client_may_speak_for_itself(self) -> None:
        self.assertIsNone(forgery(KEY, "newsfeed", "User:anna"))
        self.assertIsNone(forgery(WRITER._replace(principal=""), "newsfeed", "User:anna"))

    def test_nobody_speaks_for_others(self) -> None:
        self.assertIn("client id 'newsfeed'", forgery(KEY, "billing", "User:anna") or "")
        self.assertIn("only brokers", forgery(WRITER._replace(application="(other)"), "(other)", "User:anna") or "")
        self.assertIn("'User:anna'", forgery(KEY, "newsfeed", "User:eve") or "")
        member = WRITER._replace(tier=Tier.CONSUMER, name="billing")
        self.assertIsNone(forgery(member, "newsfeed", "User:anna", lambda group: group == "billing"))
        self.assertIn("the group 'billing'", forgery(member, "newsfeed", "User:anna", lambda group: False) or "")
        self.assertIsNone(forgery(member._replace(name="newsfeed"), "newsfeed", "User:anna", lambda group: False))
        self.assertIn("only brokers", forgery(KEY._replace(writer=WRITER._replace(tier=Tier.BROKER)), "newsfeed", "User:anna") or "")
