"""How plans are carried out: what is copied, the bar, and what is told in the end."""

from __future__ import annotations

from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cluster.move_execution import MOST_FAILURES, MOST_LOOKS, arrived, check, copies_of, follow, largest, layout
from klog.client.admin.types import (
    ClusterDescription,
    LogDirDescription,
    NodeDescription,
    Outcomes,
    PartitionDescription,
    Reassignment,
    ReplicaSize,
    TopicDescription,
)
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from tests.cli.rig import Captured

T = [TopicPartition("t", number) for number in range(3)]
NOW = dict.fromkeys(T, (1, 2))


def _directory(sizes: dict[TopicPartition, int]) -> LogDirDescription:
    return LogDirDescription("/data", None, {name: ReplicaSize(size) for name, size in sizes.items()})


class AccountTests(SynchronousTestCase):
    """What is copied, and how much of it is there."""

    def test_copies(self) -> None:
        plan = {T[0]: (1, 3), T[1]: (2, 1), T[2]: (3, 4)}
        self.assertEqual(copies_of(plan, NOW), {(T[0], 3), (T[2], 3), (T[2], 4)})

    def test_bytes(self) -> None:
        whole = largest({(T[0], 1): 100, (T[0], 2): 90, (T[2], 1): 50})
        self.assertEqual(whole, {T[0]: 100, T[2]: 50})
        copies = {(T[0], 3), (T[2], 3), (T[2], 4)}
        self.assertEqual(arrived(copies, [T[0], T[2]], whole, {}), 0)
        self.assertEqual(arrived(copies, [T[0], T[2]], whole, {(T[0], 3): 40, (T[2], 4): 70}), 90, "no more than there was")
        self.assertEqual(arrived(copies, [T[0]], whole, {(T[0], 3): 40}), 140, "what does not move any more is whole")
        self.assertEqual(arrived(copies, [], whole, {}), 200)


class FollowTests(SynchronousTestCase):
    """Waiting, with a bar on a terminal."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.admin: Any = mock.Mock()
        self.admin.routing.reactor = self.clock
        self.moving: list[TopicPartition] = [T[0], T[1]]
        self.sizes = {(T[0], 3): 0}
        self.failures = 0
        self.admin.list_reassignments.side_effect = self.listed
        self.admin.describe_log_dirs.side_effect = lambda nodes, topics: succeed(
            Outcomes({broker: (_directory({name: size}),) for (name, broker), size in self.sizes.items()})
        )

    def listed(self) -> Deferred[dict[TopicPartition, Reassignment]]:
        if self.failures:
            self.failures -= 1
            return fail(KlogError(ErrorCode.NOT_CONTROLLER))
        return succeed(dict.fromkeys(self.moving, Reassignment((3, 1, 2), (3,), ())))

    def begin(self, out: Captured) -> Deferred[None]:
        waited = {T[0]: (3, 1, 2), T[1]: (2, 1)}
        return Deferred.fromCoroutine(follow(self.admin, waited, {(T[0], 3)}, {(T[0], 1): 1000}, out))

    def test_a_bar_that_is_true(self) -> None:
        out = Captured(is_terminal=True)
        done = self.begin(out)
        self.sizes = {(T[0], 3): 250}
        self.moving = [T[0]]
        self.clock.advance(1)
        self.assertIn("25%", out.err.text)
        self.assertIn("1 of 2 partition(s)", out.err.text)
        self.failures = 3
        for _ in range(3):
            self.clock.advance(1)
            self.assertNoResult(done)
        self.moving = []
        self.clock.advance(1)
        self.successResultOf(done)

    def test_nobody_can_say(self) -> None:
        self.failures = MOST_FAILURES
        done = self.begin(Captured())
        for _ in range(MOST_FAILURES):
            self.clock.advance(1)
        self.failureResultOf(done, KlogError)
        self.admin.describe_log_dirs.assert_not_called()

    def test_what_others_have_changed(self) -> None:
        out = Captured()
        topic = TopicDescription("t", (PartitionDescription(0, 1, 0, (1, 2), (1, 2)),))
        self.admin.describe_topics.side_effect = lambda names: succeed(Outcomes({"t": topic}))
        done = Deferred.fromCoroutine(check(self.admin, {T[0]: (3, 1), T[1]: (1, 2)}, out))
        self.clock.pump([1] * MOST_LOOKS)
        self.successResultOf(done)
        self.assertIn("t:0 lies on 1, 2 now", out.err.text)
        self.assertIn("t:1 is no more", out.err.text)

    def test_a_broker_that_has_not_heard_of_the_end_yet(self) -> None:
        """The controller says that nothing moves any more; the broker that is asked for the topic still shows both ends."""
        out = Captured()
        shown = [(3, 1, 2), (3, 1, 2), (3, 1)]
        self.admin.describe_topics.side_effect = lambda names: succeed(
            Outcomes({"t": TopicDescription("t", (PartitionDescription(0, 3, 0, shown.pop(0), (3, 1)),))})
        )
        done = Deferred.fromCoroutine(check(self.admin, {T[0]: (3, 1)}, out))
        self.clock.pump([1, 1])
        self.successResultOf(done)
        self.assertEqual((out.err.text, shown), ("", []))


class LayoutTests(SynchronousTestCase):
    """Where partitions lie."""

    def test_a_move_that_ends_between_two_questions(self) -> None:
        """What was shown under way is not taken for three copies."""
        clock, admin = Clock(), mock.Mock()
        admin.routing.reactor = clock
        moving = Reassignment((3, 1, 2), (3,), (2,))
        listed: list[dict[TopicPartition, Reassignment]] = [{T[0]: moving}, {}, {}]
        shown = [(3, 1, 2), (3, 1)]
        admin.list_reassignments.side_effect = lambda: succeed(listed.pop(0))
        admin.describe_topics.side_effect = lambda names: succeed(
            Outcomes({"t": TopicDescription("t", (PartitionDescription(0, 3, 0, shown.pop(0), (3, 1)),))})
        )
        nodes = (NodeDescription(1, "h", 1),)
        admin.describe_cluster.side_effect = lambda: succeed(ClusterDescription("c", nodes[0], nodes))
        found = Deferred.fromCoroutine(layout(admin))
        clock.advance(1)
        self.assertEqual(self.successResultOf(found).places, {T[0]: (3, 1)})
