"""A record on top of what another job has committed meanwhile."""

from __future__ import annotations

import dataclasses
import unittest

from klog.pull.ledger import FileRecord, RangeRecord, Record, TopicState
from klog.pull.rebase import rebase

ID = b"i" * 16
EMPTY = Record(3, "before", "", 0, "c", {}, {}, (), ())


def state(*ends: int, generation: int = 0, topic_id: bytes = ID) -> TopicState:
    return TopicState(topic_id, generation, dict(enumerate(ends)))


def record(topics: dict[str, TopicState], *pieces: tuple[str, int, int, int]) -> Record:
    """On top of version 3."""
    ranges = tuple(RangeRecord(topic, 0, partition, start, end, end - start) for topic, partition, start, end in pieces)
    files = tuple(
        FileRecord(f"s{n}", f"p{n}", one.topic, 0, one.partition, one.start, one.end, "", one.rows, 1, one.start, one.end, -1, -1)
        for n, one in enumerate(ranges)
    )
    return Record(4, "mine", "before", 0, "c", {}, topics, ranges, files)


def head(topics: dict[str, TopicState], version: int = 6) -> Record:
    return dataclasses.replace(EMPTY, version=version, job="theirs", topics=topics)


class RebaseTests(unittest.TestCase):
    """`rebase`."""

    before = {"a": state(5, 5), "b": state(7)}

    def test_what_others_did_elsewhere_stays(self) -> None:
        mine = record({"a": state(9, 5), "b": state(7)}, ("a", 0, 5, 9))
        made = rebase(mine, self.before, head({"a": state(5, 5), "b": state(8), "c": state(1)}))
        assert made is not None
        self.assertEqual((made.version, made.job, made.previous_job), (7, "mine", "theirs"))
        self.assertEqual(made.topics, {"a": state(9, 5), "b": state(8), "c": state(1)})
        self.assertEqual((made.ranges, made.files), (mine.ranges, mine.files))

    def test_a_partition_that_others_took_on_is_theirs(self) -> None:
        mine = record({"a": state(9, 6), "b": state(7)}, ("a", 0, 5, 9), ("a", 1, 5, 6))
        made = rebase(mine, self.before, head({"a": state(5, 8), "b": state(7)}))
        assert made is not None
        self.assertEqual(made.topics["a"], state(9, 8))
        self.assertEqual([one.partition for one in made.ranges], [0])
        self.assertEqual([one.partition for one in made.files], [0])

    def test_nothing_is_left(self) -> None:
        mine = record({"a": state(9, 5), "b": state(7)}, ("a", 0, 5, 9))
        self.assertIsNone(rebase(mine, self.before, head({"a": state(7, 5), "b": state(7)})))

    def test_topics_that_nobody_knew(self) -> None:
        mine = record({**self.before, "n": state(4, 3)}, ("n", 0, 0, 4), ("n", 1, 0, 3))
        whole = rebase(mine, self.before, head(dict(self.before)))
        assert whole is not None
        self.assertEqual(whole.topics["n"], state(4, 3))
        half = rebase(mine, self.before, head({**self.before, "n": state(2)}))
        assert half is not None
        self.assertEqual((half.topics["n"], [one.partition for one in half.ranges]), (state(2, 3), [1]))

    def test_another_topic_of_the_name_is_nobody_elses(self) -> None:
        """Where one of the two has found a topic made again, its partitions are counted anew."""
        mine = record({"a": state(9, 5), "b": state(7)}, ("a", 0, 5, 9))
        again = state(5, 1, generation=1, topic_id=b"j" * 16)
        self.assertIsNone(rebase(mine, self.before, head({"a": again, "b": state(7)})))
        found = record({"a": again, "b": state(7)}, ("a", 0, 0, 5), ("a", 1, 0, 1))
        self.assertIsNone(rebase(found, self.before, head({"a": state(6, 5), "b": state(7)})))
        self.assertIsNone(rebase(found, self.before, head({"a": state(5, 0, generation=1, topic_id=b"j" * 16), "b": state(7)})))
        alone = rebase(found, self.before, head({"a": state(5, 5), "b": state(8)}))
        assert alone is not None
        self.assertEqual(alone.topics, {"a": again, "b": state(8)})
