"""Groups in ZooKeeper: from what the watch prints to seconds; the rest is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import json
import unittest
from unittest import mock

from klog.cli.suite.loads import zookeeper_groups
from klog.cli.suite.loads.measured import Measured


def line(at: float, members: int, rest: bool, before: float | None = None) -> str:
    """As the watch prints it.

    :param before: when the look before it was begun; a quarter of a second earlier, if nothing is said.
    """
    return (
        json.dumps(
            {
                "at": at,
                "before": at - 0.25 if before is None else before,
                "members": members,
                "owned": 8,
                "owners": members,
                "uneven": 0,
                "rest": rest,
            }
        )
        + "\n"
    )


class GroupTests(unittest.TestCase):
    """What is done to members."""

    def test_who_leaves_is_told_and_who_is_killed_is_not(self) -> None:
        members = [mock.Mock() for _ in range(5)]
        group, made = zookeeper_groups._Group(mock.Mock(), mock.Mock(), "klog", "z:1", mock.Mock()), iter(members)
        with (
            mock.patch.object(group, "_rest", lambda members, since: 1.0),
            mock.patch.object(group, "_start", lambda: group._members.append(next(made))),
        ):
            group.run(4, Measured())
        # Three are started, one comes and leaves, one comes again and is killed.
        members[3].stop.assert_called_once_with(30)
        members[4].kill.assert_called_once_with()
        members[4].end.assert_not_called()
        self.assertEqual([one.method_calls for one in members[:3]], [[], [], []])


class RestTests(unittest.TestCase):
    """`seconds_to_rest`."""

    def test_from_the_change_to_the_rest(self) -> None:
        text = line(1.0, 3, True) + line(10.0, 4, False) + line(10.5, 4, False) + line(11.25, 4, True)
        self.assertEqual(zookeeper_groups.seconds_to_rest(text, 4, 9.0), 1.5)
        self.assertIsNone(zookeeper_groups.seconds_to_rest(text.rpartition("{")[0], 4, 9.0), "not yet")
        self.assertIsNone(zookeeper_groups.seconds_to_rest(text, 5, 9.0))

    def test_what_was_before_does_not_count(self) -> None:
        text = line(1.0, 4, True) + line(2.0, 3, False) + line(2.5, 3, True)
        self.assertEqual(zookeeper_groups.seconds_to_rest(text, 3, 1.5), 0.75)
        self.assertIsNone(zookeeper_groups.seconds_to_rest(text, 3, 3.0))

    def test_a_member_that_is_lost_on_the_way_begins_it_anew(self) -> None:
        text = line(2.0, 3, False) + line(2.5, 2, False) + line(4.0, 3, False) + line(4.5, 3, True)
        self.assertEqual(zookeeper_groups.seconds_to_rest(text, 3, 1.0), 0.75)

    def test_half_a_line_is_not_read(self) -> None:
        self.assertEqual(zookeeper_groups.seconds_to_rest(line(2.0, 3, True) + '{"at": 3', 3, 1.0), 0.25)

    def test_what_is_at_rest_when_it_is_first_seen_took_as_long_as_nobody_looked(self) -> None:
        """Members are read before owners: a fourth member can have its share by then. It took no less than none, and no more than this."""
        text = line(1.0, 3, True) + line(10.030, 4, True, before=10.0)
        self.assertAlmostEqual(zookeeper_groups.seconds_to_rest(text, 4, 9.0) or 0.0, 0.03)

    def test_what_was_done_is_no_earlier_than_it_was_done(self) -> None:
        text = line(1.0, 3, True) + line(10.030, 4, True, before=10.0)
        self.assertAlmostEqual(zookeeper_groups.seconds_to_rest(text, 4, 10.02) or 0.0, 0.01)
