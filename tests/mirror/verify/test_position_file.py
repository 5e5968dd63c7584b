"""`klog.mirror.verify.position_file`."""

from __future__ import annotations

import json
import unittest
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from klog.mirror.verify import position_file
from klog.mirror.verify.position_file import Owner, Place, PositionError, PositionFile, decode, encode
from klog.model import TopicPartition
from klog.testing.filesystem import MemoryFileSystem

OWNER = Owner("cluster-a", "cluster-b", "by headers")
OFFSETS = st.integers(0, (1 << 63) - 1)


class PositionFileTests(unittest.TestCase):
    """There and back, and what is refused."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.fs.make_directory("/d")
        self.file = PositionFile(self.fs, "/d/position")

    @given(
        st.dictionaries(
            st.tuples(st.text(max_size=5), st.integers(0, 9)), st.tuples(OFFSETS, OFFSETS, st.text(max_size=3), st.text(max_size=3))
        )
    )
    def test_there_and_back(self, places: dict[tuple[str, int], tuple[int, int, str, str]]) -> None:
        given_places = {TopicPartition(*tp): Place(*place) for tp, place in places.items() if tp[0].isprintable()}
        self.assertEqual(decode("p", encode(OWNER, given_places)), (OWNER, given_places))

    def test_no_file_is_no_position(self) -> None:
        self.assertEqual(self.file.load(OWNER), {})

    def test_it_is_replaced_whole(self) -> None:
        places = {TopicPartition("t", 0): Place(1, 2, "x", "y")}
        self.file.save(OWNER, {})
        self.file.save(OWNER, places)
        self.assertEqual(self.file.load(OWNER), places)
        self.assertEqual(self.fs.list("/d"), ["position"])

    def test_other_clusters_are_refused(self) -> None:
        self.file.save(OWNER, {})
        for other in (Owner("cluster-b", "cluster-a", OWNER.how), OWNER._replace(cluster_b="cluster-c")):
            with self.assertRaisesRegex(
                PositionError, f"/d/position: it is about clusters cluster-a and cluster-b, and these are {other.cluster_a}"
            ):
                self.file.load(other)

    def test_another_way_of_comparing_is_refused(self) -> None:
        self.file.save(OWNER, {})
        with self.assertRaisesRegex(PositionError, "it was written by a comparison by headers, and this one is by order"):
            self.file.load(OWNER._replace(how="by order"))

    def test_rubbish_is_refused(self) -> None:
        whole = json.loads(encode(OWNER, {TopicPartition("t", 0): Place(1, 2)}))
        wrong = [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b"null"]
        topics: Any
        for topics in (
            {"t": {"0": [1, 2, "", "", ""]}},
            {"t": {"0": [-1, 2, "", ""]}},
            {"t": {"x": [1, 2, "", ""]}},
            {"t": []},
            {"t": {"0": [True, 2, "", ""]}},
            {"t": {"0": [1, 1 << 63, "", ""]}},
        ):
            wrong.append(json.dumps({**whole, "topics": topics}).encode())
        for data in wrong:
            with self.assertRaisesRegex(PositionError, "p: this is no position of klog mirror verify"):
                decode("p", data)
        with self.assertRaisesRegex(PositionError, "p: its format is 2, and this klog reads 1"):
            decode("p", json.dumps({**whole, "klog_mirror_verify": 2}).encode())

    def test_it_is_bounded(self) -> None:
        largest = position_file.MAX_PARTITIONS
        position_file.MAX_PARTITIONS = 2
        self.addCleanup(setattr, position_file, "MAX_PARTITIONS", largest)
        with self.assertRaisesRegex(PositionError, "3 partitions are too many"):
            self.file.save(OWNER, {TopicPartition("t", at): Place(0, 0) for at in range(3)})

    def test_whose_position_it_is(self) -> None:
        self.assertTrue(Place(1, 2, "x", "y").is_of("x", "y"))
        self.assertFalse(Place(1, 2, "x", "y").is_of("x", "z"))
        self.assertTrue(Place(1, 2, "", "y").is_of("x", "y"))
        self.assertTrue(Place(1, 2, "x", "y").is_of("x", ""))


if __name__ == "__main__":
    unittest.main()
