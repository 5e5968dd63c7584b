"""Decisions: each of the cases A to G, names that collide, chains that do not meet."""

from __future__ import annotations

import random
import unittest
from collections.abc import Mapping
from typing import Any

from klog.arrow.ranges import TopicRange
from klog.pull.errors import NotFound, PullError, RecordsLost
from klog.pull.ledger import Record, TopicState
from klog.pull.plan import WORTH_A_TASK, Plan, SeenTopic, check_chain, check_names, gap_records, plan, unknown_topics
from klog.pull.types import NO_DATE
from tests.pull.rig import settings_of

ONE, TWO, NONE = b"1" * 16, b"2" * 16, bytes(16)


def head_of(topics: Mapping[str, TopicState]) -> Record:
    return Record(3, "job", "", 0, "c", settings_of().fixed(), topics, (), ())


def made_of(
    before: Mapping[str, TopicState] | None,
    seen: Mapping[str, SeenTopic],
    starts: Mapping[tuple[str, int], int] | None = None,
    **changes: Any,
) -> Plan:
    wanted = {"max_records": None, **changes}
    return plan(head_of(before) if before is not None else None, seen, starts or {}, settings_of(**wanted))


class CaseTests(unittest.TestCase):
    """One topic, one partition or two."""

    before = {"a": TopicState(ONE, 0, {0: 100})}

    def test_a_begins_where_it_is_told(self) -> None:
        made = made_of(None, {"a": SeenTopic(ONE, {0: (5, 50), 1: (0, 0)})}, {("a", 0): 20, ("a", 1): 0})
        self.assertEqual(made.ranges, (TopicRange("a", 0, 20, 50, ONE),))
        self.assertEqual(made.topics, {"a": TopicState(ONE, 0, {0: 50, 1: 0})})
        self.assertTrue(made.changed)

    def test_b_a_new_partition_begins_at_its_earliest(self) -> None:
        made = made_of(self.before, {"a": SeenTopic(ONE, {0: (0, 100), 1: (7, 9)})})
        self.assertEqual(made.ranges, (TopicRange("a", 1, 7, 9, ONE),))
        self.assertEqual(made.topics["a"].ends, {0: 100, 1: 9})

    def test_c_goes_on(self) -> None:
        made = made_of(self.before, {"a": SeenTopic(ONE, {0: (100, 120)})})
        self.assertEqual(made.ranges, (TopicRange("a", 0, 100, 120, ONE),))
        nothing = made_of(self.before, {"a": SeenTopic(ONE, {0: (0, 100)})})
        self.assertEqual((nothing.ranges, nothing.changed), ((), False))

    def test_d_a_gap(self) -> None:
        seen = {"a": SeenTopic(ONE, {0: (110, 120)})}
        with self.assertRaisesRegex(RecordsLost, "topic a, partition 0: offsets 100 to 109 were not pulled, and are gone"):
            made_of(self.before, seen)
        made = made_of(self.before, seen, fail_on_data_loss=False)
        self.assertEqual(made.ranges, (TopicRange("a", 0, 110, 120, ONE),))
        self.assertEqual([(one.start, one.end, one.lost, one.rows) for one in gap_records(made)], [(100, 110, ((100, 110),), 0)])
        self.assertEqual(len(made.notices), 1)

    def test_d_everything_is_gone(self) -> None:
        made = made_of(self.before, {"a": SeenTopic(ONE, {0: (130, 130)})}, fail_on_data_loss=False)
        self.assertEqual((made.ranges, made.topics["a"].ends, made.changed), ((), {0: 130}, True))

    def test_e_another_id(self) -> None:
        seen = {"a": SeenTopic(TWO, {0: (0, 300), 1: (0, 4)})}
        with self.assertRaisesRegex(RecordsLost, "topic a: it was deleted and made again"):
            made_of(self.before, seen)
        made = made_of(self.before, seen, fail_on_data_loss=False)
        self.assertEqual(made.ranges, (TopicRange("a", 0, 0, 300, TWO), TopicRange("a", 1, 0, 4, TWO)))
        self.assertEqual(made.topics["a"], TopicState(TWO, 1, {0: 300, 1: 4}))

    def test_f_cut(self) -> None:
        before = {"a": TopicState(ONE, 2, {0: 100, 1: 50})}
        seen = {"a": SeenTopic(ONE, {0: (0, 90), 1: (0, 60)})}
        with self.assertRaisesRegex(RecordsLost, "pulled up to offset 100, and ends at 90 now"):
            made_of(before, seen)
        made = made_of(before, seen, fail_on_data_loss=False)
        self.assertEqual(made.ranges, (TopicRange("a", 1, 50, 60, ONE),))
        self.assertEqual(made.topics["a"], TopicState(ONE, 3, {0: 90, 1: 60}))

    def test_f_cut_or_made_again_where_there_are_no_ids(self) -> None:
        seen = {"a": SeenTopic(NONE, {0: (0, 90)})}
        with self.assertRaisesRegex(RecordsLost, "pulled up to offset 100, and ends at 90 now: records were lost, or the topic made again"):
            made_of(self.before, seen)
        made = made_of(self.before, seen, fail_on_data_loss=False)
        self.assertEqual((made.ranges[0].start, made.ranges[0].end), (0, 90))
        self.assertEqual(made.topics["a"].generation, 1)

    def test_a_broker_without_ids_does_not_make_them_forgotten(self) -> None:
        made = made_of(self.before, {"a": SeenTopic(NONE, {0: (0, 120)})})
        self.assertEqual(made.topics["a"], TopicState(ONE, 0, {0: 120}))
        self.assertEqual(made.ranges[0].topic_id, NONE, "nor asked for")

    def test_g_gone(self) -> None:
        with self.assertRaisesRegex(RecordsLost, "topic a: the broker does not have it any more"):
            made_of(self.before, {})
        made = made_of(self.before, {}, fail_on_data_loss=False)
        self.assertEqual((made.changed, made.topics), (False, self.before))
        with self.assertRaisesRegex(RecordsLost, "topic a, partition 1: the broker does not have it any more"):
            made_of({"a": TopicState(ONE, 0, {0: 1, 1: 1})}, {"a": SeenTopic(ONE, {0: (0, 1)})})

    def test_topics_that_are_not_asked_for_stay_as_they_are(self) -> None:
        before = {**self.before, "b": TopicState(TWO, 0, {0: 7})}
        made = made_of(before, {"a": SeenTopic(ONE, {0: (0, 101)})}, topics=("a",))
        self.assertEqual(made.topics["b"], before["b"])

    def test_a_topic_that_does_not_exist(self) -> None:
        with self.assertRaisesRegex(NotFound, "Topic nowhere does not exist at h:1"):
            made_of(None, {}, topics=("nowhere",))


class SplitTests(unittest.TestCase):
    """How ranges become tasks."""

    def test_all_workers_get_something_where_it_is_worth_it(self) -> None:
        big = {"a": SeenTopic(ONE, {0: (0, 2 * WORTH_A_TASK)})}
        small = {"a": SeenTopic(ONE, {0: (0, WORTH_A_TASK)})}
        starts = {("a", 0): 0}
        settings = settings_of(max_records=None)
        self.assertEqual(len(plan(None, big, starts, settings, workers=4).ranges), 2)
        self.assertEqual(len(plan(None, small, starts, settings, workers=4).ranges), 1)
        self.assertEqual(len(plan(None, small, starts, settings_of(max_records=None, min_tasks=5), workers=4).ranges), 5)
        self.assertEqual(len(plan(None, small, starts, settings_of(max_records=WORTH_A_TASK // 10), workers=1).ranges), 10)

    def test_too_many_tasks_are_refused(self) -> None:
        with self.assertRaisesRegex(PullError, "more than 1000000 are a mistake"):
            made_of(None, {"a": SeenTopic(ONE, {0: (0, 10**9)})}, {("a", 0): 0}, max_records=1)


class UnknownTests(unittest.TestCase):
    """Which topics begin where the settings say."""

    def test_all_at_first_then_only_those_that_are_named(self) -> None:
        head = head_of({"a": TopicState(ONE, 0, {})})
        self.assertEqual(unknown_topics(None, ["a", "b"], settings_of()), ["a", "b"])
        self.assertEqual(unknown_topics(head, ["a", "b"], settings_of()), [])
        self.assertEqual(unknown_topics(head, ["a", "b"], settings_of(topics=("a", "b"))), ["b"])


class NameTests(unittest.TestCase):
    """Folders."""

    def test_names_that_differ_by_case_only(self) -> None:
        with self.assertRaisesRegex(PullError, "The topics Orders and orders differ only by upper and lower case"):
            check_names(["orders", "b", "Orders"])
        with self.assertRaises(PullError):
            made_of({"A": TopicState(ONE, 0, {})}, {"a": SeenTopic(TWO, {0: (0, 1)})}, topics=("a",))
        check_names(["a", "a", "b"])

    def test_a_name_that_means_null(self) -> None:
        with self.assertRaisesRegex(PullError, "it means that there is no value"):
            check_names([NO_DATE])


class ChainTests(unittest.TestCase):
    """What must hold whatever else does."""

    before = {"a": TopicState(ONE, 0, {0: 10})}
    after = {"a": TopicState(ONE, 0, {0: 30})}

    def test_pieces_that_do_not_meet(self) -> None:
        check_chain(self.before, self.after, [("a", 0, 20, 30), ("a", 0, 10, 20)])
        for pieces in (
            [("a", 0, 11, 30)],
            [("a", 0, 10, 29)],
            [("a", 0, 10, 20), ("a", 0, 21, 30)],
            [("a", 0, 10, 21), ("a", 0, 20, 30)],
            [("a", 0, 10, 30), ("b", 0, 0, 1)],
            [("a", 0, 10, 30), ("a", 1, 0, 1)],
            [("a", 0, 10, 30), ("a", 0, 30, 30)],
            [],
        ):
            with self.subTest(pieces=pieces), self.assertRaises(AssertionError):
                check_chain(self.before, self.after, pieces)

    def test_any_plan_leads_from_one_state_to_the_next(self) -> None:
        """Random ledgers and brokers; `plan` asserts the chain itself, here ends are compared besides."""
        source = random.Random(5)
        for _ in range(500):
            before = {
                name: TopicState(ONE, source.randrange(2), {p: source.randrange(100) for p in range(source.randrange(3))}) for name in "ab"
            }
            seen = {}
            for name in source.sample("abc", source.randrange(4)):
                bounds = {}
                for partition in range(source.randrange(4)):
                    first = source.randrange(100)
                    bounds[partition] = (first, first + source.randrange(60))
                seen[name] = SeenTopic(source.choice([ONE, TWO, NONE]), bounds)
            made = made_of(before, seen, max_records=source.choice([None, 7]), fail_on_data_loss=False)
            for name, topic in seen.items():
                state = made.topics[name]
                for partition, (_, end) in topic.partitions.items():
                    self.assertEqual(state.ends[partition], end)
            for one in made.ranges:
                self.assertLessEqual(seen[one.topic].partitions[one.partition][0], one.start)
