"""``klog cluster reassign``, ``drain`` and ``rebalance``: the plan, what is asked of brokers, and the bar."""

from __future__ import annotations

import contextlib
import io
import json
import random
from collections.abc import Callable
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cluster.moves import (
    MOST_FAILURES,
    Wanted,
    arrived,
    change_copies,
    check,
    copies_of,
    follow,
    largest,
    parse_moves,
    plan_moves,
    set_throttle,
    throttle_changes,
)
from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.main import run
from klog.client.admin.admin import Admin
from klog.client.admin.types import (
    ClusterDescription,
    ConfigResource,
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
from klog.testing.cluster import MemoryCluster
from tests.cli.rig import Captured, answered

T = [TopicPartition("t", number) for number in range(3)]
NOW = dict.fromkeys(T, (1, 2))


class PlanTests(SynchronousTestCase):
    """`parse_moves` and `plan_moves`."""

    def test_words(self) -> None:
        self.assertEqual(parse_moves(["a:0,2-3=1,2", "b=3"]), [Wanted("a", (0, 2, 3), (1, 2)), Wanted("b", (), (3,))])
        for text in ("a", "a=", "=1", "a:0=x", "a:x=1", "a=1,1", "a=-1", "a=1,", f"a={'9' * 11}", "a=4294967296"):
            with self.assertRaises(CommandFailed, msg=text) as caught:
                parse_moves([text])
            self.assertIs(caught.exception.code, Exit.USAGE)

    def test_of_a_whole_topic_brokers_lead_by_turns(self) -> None:
        self.assertEqual(plan_moves([Wanted("t", (), (1, 3))], NOW, [1, 2, 3]), {T[0]: (1, 3), T[1]: (3, 1), T[2]: (1, 3)})
        self.assertEqual(plan_moves([Wanted("t", (1,), (3, 1))], NOW, [1, 2, 3]), {T[1]: (3, 1)})

    def test_what_there_is_not(self) -> None:
        for wanted, code in (
            (Wanted("t", (0,), (9,)), Exit.NOT_FOUND),
            (Wanted("t", (7,), (1,)), Exit.NOT_FOUND),
        ):
            with self.assertRaises(CommandFailed) as caught:
                plan_moves([wanted], NOW, [1, 2, 3])
            self.assertIs(caught.exception.code, code)
        with self.assertRaises(CommandFailed) as caught:
            plan_moves([Wanted("t", (), (1,)), Wanted("t", (0,), (2,))], NOW, [1, 2, 3])
        self.assertIn("twice", caught.exception.sentence)


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

    def test_throttle(self) -> None:
        changes = throttle_changes({(T[0], 3)}, NOW, 1000)
        self.assertEqual(
            {name: values for (_, name), values in changes.items() if name == "t"},
            {"t": {"leader.replication.throttled.replicas": "0:1,0:2", "follower.replication.throttled.replicas": "0:3"}},
        )
        rates = {"leader.replication.throttled.rate": "1000", "follower.replication.throttled.rate": "1000"}
        self.assertEqual({name: values for (_, name), values in changes.items() if name != "t"}, dict.fromkeys("123", rates))
        for values in throttle_changes({(T[0], 3)}, NOW, None).values():
            self.assertEqual(set(values.values()), {None})


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
        self.successResultOf(Deferred.fromCoroutine(check(self.admin, {T[0]: (3, 1), T[1]: (1, 2)}, out)))
        self.assertIn("t:0 lies on 1, 2 now", out.err.text)
        self.assertIn("t:1 is no more", out.err.text)


class CommandTests(SynchronousTestCase):
    """The commands, with what brokers answer put in their mouths."""

    def setUp(self) -> None:
        self.admin = mock.Mock()
        topic = TopicDescription("t", tuple(PartitionDescription(tp.partition, 1, 0, (1, 2), (1, 2)) for tp in T))
        self.admin.describe_topics.side_effect = lambda names=None: succeed(Outcomes({"t": topic}))
        nodes = tuple(NodeDescription(number, "h", 1) for number in (1, 2, 3))
        self.admin.describe_cluster.side_effect = lambda: succeed(ClusterDescription("c", nodes[0], nodes))
        self.admin.reassign.side_effect = lambda plan: succeed(Outcomes(dict.fromkeys(plan)))
        self.admin.list_reassignments.side_effect = lambda: succeed({T[1]: Reassignment((1, 2, 3), (3,), (1,))})
        self.admin.describe_log_dirs.side_effect = lambda nodes, topics: succeed(Outcomes({1: (_directory({T[0]: 1000}),)}))
        self.admin.alter_configs.side_effect = lambda changes: succeed(Outcomes(dict.fromkeys(changes)))

    def klog(self, *arguments: str) -> tuple[int, str, str]:
        return answered("klog.cli.broker_features", self.admin, lambda: run(["cluster", *arguments, "-b", "127.0.0.1:1"]))

    def test_a_plan_moves_nothing(self) -> None:
        code, out, err = self.klog("reassign", "t:0=2,3")
        self.assertEqual((code, out.splitlines()[1].split("\t")), (0, ["t", "0", "1,2", "2,3", "false"]))
        self.assertIn("--execute does it", err)
        self.admin.reassign.assert_not_called()
        code, out, _ = self.klog("reassign", "t:0=2,3", "--execute")
        self.assertEqual((code, out.splitlines()[1].split("\t")[-1]), (0, "true"))
        self.admin.reassign.assert_called_once_with({T[0]: (2, 3)})

    def test_what_moves_and_giving_it_up(self) -> None:
        code, out, _ = self.klog("reassign")
        self.assertEqual((code, out.splitlines()[1].split("\t")), (0, ["t", "1", "1,2,3", "3", "1"]))
        self.assertEqual(self.klog("reassign", "--cancel", "t")[0], 0)
        self.admin.reassign.assert_not_called()
        self.assertEqual(self.klog("reassign", "--cancel", "t:1", "--execute")[0], 0)
        self.admin.reassign.assert_called_once_with({T[1]: None})
        self.assertEqual(self.klog("reassign", "--cancel", "t:0", "--execute")[0], 4)
        for arguments in (["reassign", "--execute"], ["reassign", "t=1", "--cancel", "t"]):
            self.assertEqual(self.klog(*arguments)[0], 2)

    def test_drain(self) -> None:
        code, out, err = self.klog("drain", "1")
        self.assertEqual((code, out.splitlines()[1].split("\t")), (0, ["t", "0", "1,2", "3,2", "false"]))
        self.assertEqual(len(out.splitlines()), 3, "what moves to 2 and 3 already is left alone")
        self.assertIn("--execute does it", err)
        self.admin.list_reassignments.side_effect = lambda: succeed({})
        self.assertEqual(self.klog("drain", "1", "--execute", "--throttle", "1000")[0], 0)
        plan = self.admin.reassign.call_args.args[0]
        self.assertEqual({name: set(after) for name, after in plan.items()}, {name: {2, 3} for name in T})
        self.assertEqual(self.admin.alter_configs.call_count, 2, "the throttle comes and goes")
        self.assertEqual(self.klog("drain", "9")[0], 4)
        self.assertEqual(self.klog("drain", "1", "--execute", "--no-wait", "--throttle", "5")[0], 2)

    def test_drain_where_there_is_no_room(self) -> None:
        nodes = tuple(NodeDescription(number, "h", 1) for number in (1, 2))
        self.admin.describe_cluster.side_effect = lambda: succeed(ClusterDescription("c", nodes[0], nodes))
        code, _, err = self.klog("drain", "1")
        self.assertEqual(code, 1)
        self.assertIn("only 1 other brokers", err)

    def test_rebalance(self) -> None:
        self.admin.list_reassignments.side_effect = lambda: succeed({})
        code, out, _ = self.klog("rebalance", "t", "--execute", "--no-wait")
        self.assertEqual((code, len(out.splitlines())), (0, 4))
        plan = self.admin.reassign.call_args.args[0]
        self.assertEqual(sorted(broker for name in T for broker in plan.get(name, (1, 2))), [1, 1, 2, 2, 3, 3])

    def test_other_numbers_of_copies(self) -> None:
        self.admin.list_reassignments.side_effect = lambda: succeed({})
        for count, expected in ((3, (1, 2, 3)), (1, (1,))):
            self.successResultOf(Deferred.fromCoroutine(change_copies(self.admin, "t", count, dry_run=False)))
            self.admin.reassign.assert_called_with(dict.fromkeys(T, expected))
        self.admin.reassign.reset_mock()
        self.successResultOf(Deferred.fromCoroutine(change_copies(self.admin, "t", 3, dry_run=True)))
        self.admin.reassign.assert_not_called()
        for topic, count in (("none", 1), ("t", 4)):
            self.failureResultOf(Deferred.fromCoroutine(change_copies(self.admin, topic, count, dry_run=False)), CommandFailed)


class LiveTests(SynchronousTestCase):
    """The commands against brokers that move partitions, in virtual time."""

    def setUp(self) -> None:
        self.cluster = MemoryCluster(4, seed=1, properties={"offsets.topic.replication.factor": "1"}).start()
        self.addCleanup(self.cluster.stop)
        places = {number: [1 + number % 4, 1 + (number + 1) % 4] for number in range(8)}
        self.cluster.create_topic("t", assignments=places)

    def with_admin(self, connection: object, body: Callable[[Admin], Any]) -> Any:
        async def ask() -> Any:
            async with Admin(self.cluster.client("operator"), self.cluster.bootstrap, random=random.Random(1)) as admin:
                return await body(admin)

        return self.cluster.until(ask())

    def klog(self, *arguments: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with (
            mock.patch("klog.cli.broker_features.with_admin", self.with_admin),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            code = run(["cluster", *arguments, "-b", "127.0.0.1:1", "-o", "json"])
        return int(code), out.getvalue(), err.getvalue()

    def lies(self) -> list[tuple[int, ...]]:
        """The brokers of t's partitions."""
        described = self.with_admin(None, lambda admin: admin.describe_topics(["t"])).check()["t"]
        return [tuple(one.replicas) for one in described.partitions]

    def test_drain_and_rebalance(self) -> None:
        code, out, _ = self.klog("drain", "4", "--execute", "--throttle", "1000000")
        self.assertEqual((code, len(json.loads(out)["partitions"])), (0, 4))
        self.assertNotIn(4, {broker for brokers in self.lies() for broker in brokers})
        self.assertEqual(self.klog("drain", "4", "--execute")[0], 0, "nothing is left to do")
        code, out, _ = self.klog("rebalance", "t", "--execute")
        self.assertEqual((code, sum(4 in brokers for brokers in self.lies())), (0, 4))

    def test_gone_on(self) -> None:
        """What is under way is waited for, and nothing is asked for twice."""
        self.assertEqual(self.klog("reassign", "t:0=3,4", "--execute", "--no-wait")[0], 0)
        code, _, _ = self.klog("reassign", "t:0=3,4", "--execute")
        self.assertEqual(code, 0)
        self.assertEqual(self.lies()[0], (3, 4))

    def test_a_throttle_of_a_command_that_was_interrupted_goes_with_the_next_one(self) -> None:
        """Which finds the move under way, and its copies."""
        self.cluster.cut(3, others=[1])
        self.assertEqual(self.klog("reassign", "t:0=3,2", "--execute", "--no-wait")[0], 0)
        copies = {(TopicPartition("t", 0), 3)}
        self.with_admin(None, lambda admin: set_throttle(admin, copies, {TopicPartition("t", 0): (1, 2)}, 1_000_000))
        self.cluster.join()
        self.assertEqual(self.klog("reassign", "t:0=3,2", "--execute", "--throttle", "1000000")[0], 0)
        resources = [ConfigResource.topic("t"), ConfigResource.broker(3)]
        found = self.with_admin(None, lambda admin: admin.describe_configs(resources)).check()
        values = [
            entry.value for entries in found.values() for entry in entries.values() if "throttled" in entry.name and not entry.is_default
        ]
        self.assertEqual(values, [])
