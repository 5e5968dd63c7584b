"""Tests of replica placement."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.placement import check_assignment, check_copies, place, start_of, still_missing
from klog.errors import ErrorCode, KlogError


class PlaceTests(SynchronousTestCase):
    def test_one_broker(self) -> None:
        self.assertEqual(place(3, 1, [7]), [[7], [7], [7]])

    def test_three_brokers(self) -> None:
        self.assertEqual(place(4, 2, [3, 1, 2]), [[1, 2], [2, 3], [3, 1], [1, 3]])

    def test_too_few_brokers(self) -> None:
        for factor in (0, -2, 2, 32767):
            with self.assertRaises(KlogError) as caught:
                place(1, factor, [1])
            self.assertEqual(caught.exception.code, ErrorCode.INVALID_REPLICATION_FACTOR)

    @settings(deadline=None, max_examples=100)
    @given(st.sets(st.integers(0, 50), min_size=1, max_size=7), st.integers(0, 40), st.integers(0, 9), st.integers(0, 9), st.data())
    def test_it_is_even(self, brokers: set[int], partitions: int, start: int, first: int, data: st.DataObject) -> None:
        factor = data.draw(st.integers(1, len(brokers)))
        placed = place(partitions, factor, sorted(brokers), first_partition=first, start=start)
        self.assertEqual(len(placed), partitions)
        leaders = [replicas[0] for replicas in placed]
        for replicas in placed:
            self.assertEqual(len(set(replicas)), factor)
            self.assertLessEqual(set(replicas), brokers)
            check_assignment(replicas, sorted(brokers), factor)
        counts = [leaders.count(broker) for broker in brokers]
        self.assertLessEqual(max(counts) - min(counts), 1)
        self.assertEqual(
            placed, place(first + partitions, factor, sorted(brokers), start=start)[first:], "more partitions later come to the same"
        )


class CheckAssignmentTests(SynchronousTestCase):
    def test_faults(self) -> None:
        for replicas, factor in (([], None), ([1, 1], None), ([9], None), ([1], 2), ([1, 2], 1)):
            with self.assertRaises(KlogError, msg=str(replicas)) as caught:
                check_assignment(replicas, [1, 2], factor)
            self.assertEqual(caught.exception.code, ErrorCode.INVALID_REPLICA_ASSIGNMENT)
        check_assignment([2, 1], [1, 2], 2)


class CopiesTests(SynchronousTestCase):
    def test_one_copy(self) -> None:
        check_copies(1)
        with self.assertRaises(KlogError) as caught:
            check_copies(2)
        self.assertEqual(caught.exception.code, ErrorCode.INVALID_REPLICATION_FACTOR)

    def test_topics_begin_at_different_brokers(self) -> None:
        self.assertEqual({place(1, 1, [1, 2, 3], start=start_of(f"t{number}"))[0][0] for number in range(20)}, {1, 2, 3})
        self.assertEqual(start_of("t"), start_of("t"))


class StillMissingTests(SynchronousTestCase):
    """Partitions that are to be added, where others may have been added meanwhile."""

    def test_nothing_has_changed(self) -> None:
        self.assertEqual(still_missing("t", [[1], [2]], 3, 3), [[1], [2]])

    def test_whatever_there_is(self) -> None:
        self.assertEqual(still_missing("t", [[1], [2]], None, 9), [[1], [2]])

    def test_some_are_there(self) -> None:
        self.assertEqual(still_missing("t", [[1], [2], [3]], 3, 5), [[3]])

    def test_nothing_is_left(self) -> None:
        for first, count in ((3, 5), (3, 6), (3, 2)):
            with self.assertRaises(KlogError) as caught:
                still_missing("t", [[1], [2]], first, count)
            self.assertEqual(caught.exception.code, ErrorCode.INVALID_PARTITIONS)
            self.assertIn(str(count), caught.exception.message or "")
