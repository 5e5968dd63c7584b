"""Tests of replica placement."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import BrokerInfo, PartitionInfo, TopicInfo
from klog.cluster.placement import assign, check_assignment, check_copies, place, place_more, still_missing
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId

#: What Kafka 3.9.2's ``AdminUtils.assignReplicasToBrokers`` gives: brokers with their racks; partitions, replication factor, fixed start,
#: first partition; the result.
KAFKA: tuple[tuple[str, int, int, int, int, list[list[int]]], ...] = (
    ("0:, 1:, 2:, 3:, 4:", 7, 3, 0, 0, [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 0], [4, 0, 1], [0, 2, 3], [1, 3, 4]]),
    ("0:, 1:, 2:, 3:, 4:", 6, 2, 2, 4, [[1, 4], [2, 1], [3, 2], [4, 3], [0, 4], [1, 0]]),
    ("0:, 1:, 2:, 3:, 4:", 9, 3, 1, 3, [[4, 1, 2], [0, 2, 3], [1, 4, 0], [2, 0, 1], [3, 1, 2], [4, 2, 3], [0, 3, 4], [1, 0, 2], [2, 1, 3]]),
    ("0:, 1:, 2:, 3:, 4:", 5, 1, 3, 11, [[4], [0], [1], [2], [3]]),
    ("3:, 1:, 2:", 7, 3, 0, 0, [[1, 2, 3], [2, 3, 1], [3, 1, 2], [1, 3, 2], [2, 1, 3], [3, 2, 1], [1, 2, 3]]),
    ("3:, 1:, 2:", 6, 2, 2, 4, [[1, 2], [2, 3], [3, 2], [1, 3], [2, 1], [3, 1]]),
    ("3:, 1:, 2:", 9, 3, 1, 3, [[2, 3, 1], [3, 1, 2], [1, 2, 3], [2, 1, 3], [3, 2, 1], [1, 3, 2], [2, 3, 1], [3, 1, 2], [1, 2, 3]]),
    (
        "0:rack1, 1:rack3, 2:rack3, 3:rack2, 4:rack2, 5:rack1",
        7,
        3,
        0,
        0,
        [[0, 3, 1], [3, 1, 5], [1, 5, 4], [5, 4, 2], [4, 2, 0], [2, 0, 3], [0, 4, 2]],
    ),
    ("0:rack1, 1:rack3, 2:rack3, 3:rack2, 4:rack2, 5:rack1", 6, 2, 2, 4, [[0, 1], [3, 5], [1, 3], [5, 1], [4, 5], [2, 4]]),
    (
        "0:rack1, 1:rack3, 2:rack3, 3:rack2, 4:rack2, 5:rack1",
        9,
        3,
        1,
        3,
        [[4, 1, 5], [2, 5, 4], [0, 4, 2], [3, 5, 2], [1, 4, 0], [5, 2, 3], [4, 0, 1], [2, 3, 5], [0, 1, 4]],
    ),
    ("0:rack1, 1:rack3, 2:rack3, 3:rack2, 4:rack2, 5:rack1", 5, 1, 3, 11, [[1], [5], [4], [2], [0]]),
    ("1:a, 2:a, 3:a, 4:b", 7, 3, 0, 0, [[1, 4, 2], [4, 2, 3], [2, 4, 3], [3, 4, 2], [1, 4, 2], [4, 1, 2], [2, 4, 3]]),
    ("1:a, 2:a, 3:a, 4:b", 6, 2, 2, 4, [[2, 4], [3, 4], [1, 4], [4, 2], [2, 4], [3, 4]]),
    ("1:a, 2:a, 3:a, 4:b", 9, 3, 1, 3, [[1, 4, 2], [4, 3, 1], [2, 4, 3], [3, 4, 2], [1, 4, 2], [4, 2, 3], [2, 4, 3], [3, 4, 2], [1, 4, 2]]),
    ("1:a, 2:a, 3:a, 4:b", 5, 1, 3, 11, [[2], [3], [1], [4], [2]]),
    (
        "10:x, 11:y, 12:z, 13:x, 14:y",
        7,
        3,
        0,
        0,
        [[10, 11, 12], [11, 12, 13], [12, 13, 14], [13, 14, 12], [14, 10, 12], [10, 14, 12], [11, 10, 12]],
    ),
    ("10:x, 11:y, 12:z, 13:x, 14:y", 6, 2, 2, 4, [[11, 10], [12, 14], [13, 11], [14, 12], [10, 12], [11, 13]]),
    (
        "10:x, 11:y, 12:z, 13:x, 14:y",
        9,
        3,
        1,
        3,
        [[14, 13, 12], [10, 14, 12], [11, 10, 12], [12, 10, 11], [13, 11, 12], [14, 12, 13], [10, 14, 12], [11, 13, 12], [12, 14, 10]],
    ),
    ("10:x, 11:y, 12:z, 13:x, 14:y", 5, 1, 3, 11, [[14], [10], [11], [12], [13]]),
)


def brokers(*ids: int, racks: str = "") -> list[BrokerInfo]:
    """These, each in the rack of its letter."""
    return [BrokerInfo(broker_id, (), racks[index] if racks else None) for index, broker_id in enumerate(ids)]


class AssignTests(SynchronousTestCase):
    def test_as_kafka(self) -> None:
        for text, partitions, factor, start, first, expected in KAFKA:
            pairs = [each.strip().split(":") for each in text.split(",")]
            told = [BrokerInfo(int(broker_id), (), rack or None) for broker_id, rack in pairs]
            found = assign(partitions, factor, told, start=start, shift=start, first_partition=first)
            self.assertEqual(found, expected, (text, partitions, factor, start, first))

    def test_too_few_brokers(self) -> None:
        for factor in (0, -2, 2, 32767):
            with self.assertRaises(KlogError) as caught:
                assign(1, factor, brokers(1), start=0, shift=0)
            self.assertEqual(caught.exception.code, ErrorCode.INVALID_REPLICATION_FACTOR)
        with self.assertRaises(KlogError):
            place("t", 1, 1, [])

    def test_only_some_have_a_rack(self) -> None:
        with self.assertRaises(KlogError) as caught:
            assign(1, 1, [*brokers(1, 2, racks="ab"), *brokers(3, 4)], start=0, shift=0)
        self.assertEqual(caught.exception.code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertIn("3, 4", caught.exception.message)

    @settings(deadline=None, max_examples=100)
    @given(
        st.dictionaries(st.integers(0, 50), st.sampled_from("abc"), min_size=1, max_size=7), st.integers(0, 40), st.booleans(), st.data()
    )
    def test_it_is_even(self, racks: dict[int, str], partitions: int, has_racks: bool, data: st.DataObject) -> None:
        """Leaders are, and no rack has two replicas of a partition while another has none."""
        count = len(racks)
        factor, start, shift = (data.draw(st.integers(low, high)) for low, high in ((1, count), (0, count - 1), (0, count - 1)))
        told = [BrokerInfo(broker_id, (), rack if has_racks else None) for broker_id, rack in racks.items()]
        placed = assign(partitions, factor, told, start=start, shift=shift)
        self.assertEqual(len(placed), partitions)
        for replicas in placed:
            check_assignment(replicas, sorted(racks), factor)
            if has_racks:
                self.assertEqual(len({racks[each] for each in replicas}), min(factor, len(set(racks.values()))))
        leaders = [replicas[0] for replicas in placed]
        counts = [leaders.count(broker_id) for broker_id in racks]
        self.assertLessEqual(max(counts) - min(counts), 1)


class PlaceTests(SynchronousTestCase):
    def test_topics_begin_at_different_brokers(self) -> None:
        """Each always at the same, and with different followers."""
        first = {tuple(place(f"t{number}", 1, 2, brokers(1, 2, 3))[0]) for number in range(40)}
        self.assertEqual(first, {(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)})
        self.assertEqual(place("t", 5, 2, brokers(1, 2, 3)), place("t", 5, 2, brokers(3, 2, 1)))

    def test_more_partitions(self) -> None:
        """Begin where the topic began, with as many copies as its first partition has; the broker there may have gone."""
        partitions = (PartitionInfo(2, 0, (2, 3), (2, 3)), PartitionInfo(2, 0, (3,), (3,)))
        topic = TopicInfo("t", TopicId(b"t" * 16), partitions, {})
        self.assertEqual(place_more(topic, 2, brokers(1, 2, 3)), [[1, 3], [2, 3]])
        self.assertEqual(place_more(topic, 2, brokers(1, 3, 5)), [[1, 5], [3, 5]])
        self.assertEqual(place_more(topic, 1, brokers(0, 1)), [[0, 1]])


class CheckAssignmentTests(SynchronousTestCase):
    def test_faults(self) -> None:
        for replicas, factor in (([], None), ([1, 1], None), ([9], None), ([1], 2), ([1, 2], 1)):
            with self.assertRaises(KlogError, msg=str(replicas)) as caught:
                check_assignment(replicas, [1, 2], factor)
            self.assertEqual(caught.exception.code, ErrorCode.INVALID_REPLICA_ASSIGNMENT)
        check_assignment([2, 1], [1, 2], 2)


class CopiesTests(SynchronousTestCase):
    def test_several_copies_need_several_brokers_that_follow(self) -> None:
        for factor, is_controlled in ((1, False), (1, True), (3, True)):
            check_copies(factor, is_controlled)
        with self.assertRaises(KlogError) as caught:
            check_copies(2, False)
        self.assertEqual(caught.exception.code, ErrorCode.INVALID_REPLICATION_FACTOR)


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
