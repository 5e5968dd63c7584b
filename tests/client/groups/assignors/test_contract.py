"""klog.client.groups.assignors.contract"""

from __future__ import annotations

import unittest

from klog.client.groups.assignors.contract import Member, hash_map_order, racks_of_use, spread, standing_order, table_size
from klog.model import TopicPartition


class ContractTests(unittest.TestCase):
    def test_hash_map_order(self) -> None:
        """Facts of java.util.HashMap: "a" to "e" hash to 97 to 101; "Aa" and "BB" collide and keep their order."""
        self.assertEqual(hash_map_order(["e", "c", "a", "d", "b"]), ["a", "b", "c", "d", "e"])
        self.assertEqual(hash_map_order(["BB", "Aa"]), ["BB", "Aa"])
        self.assertEqual(hash_map_order(["Aa", "BB"]), ["Aa", "BB"])
        # "p" is 112: the first of 16 buckets, the last but 15 of 128.
        self.assertEqual(hash_map_order(["a", "p"]), ["p", "a"])

    def test_table_size(self) -> None:
        self.assertEqual([table_size(count) for count in (0, 12, 13, 24, 25, 1000)], [16, 16, 32, 32, 64, 2048])

    def test_spread(self) -> None:
        self.assertEqual([spread(value) for value in (0, 97, 1 << 16, -1)], [0, 97, (1 << 16) + 1, 0xFFFF0000])

    def test_standing_order(self) -> None:
        members = {"b": Member(()), "a": Member(()), "z": Member((), instance_id="i2"), "y": Member((), instance_id="i9")}
        self.assertEqual(standing_order(members, members), ["z", "y", "a", "b"])

    def test_racks_of_use(self) -> None:
        places = [TopicPartition("t", 0), TopicPartition("t", 1)]
        racks = {places[0]: frozenset({"r1"}), places[1]: frozenset({"r2"})}
        self.assertEqual(racks_of_use(racks, {"m": "r1"}, places), racks)
        self.assertIsNone(racks_of_use(racks, {}, places))
        self.assertIsNone(racks_of_use(None, {"m": "r1"}, places))
        self.assertIsNone(racks_of_use(racks, {"m": "elsewhere"}, places))
        self.assertIsNone(racks_of_use(dict.fromkeys(places, frozenset({"r1"})), {"m": "r1"}, places))
