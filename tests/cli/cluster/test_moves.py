"""``klog cluster reassign``, ``drain`` and ``rebalance``: the plan, what is asked of brokers, and the bar."""

from __future__ import annotations

import contextlib
import io
import json
import random
from collections.abc import Callable
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cluster.move_execution import change_copies
from klog.cli.cluster.moves import Wanted, parse_moves, plan_moves
from klog.cli.cluster.throttles import Throttles, as_resources, begun, entries_of
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
from tests.cli.rig import answered

T = [TopicPartition("t", number) for number in range(3)]
NOW = dict.fromkeys(T, (1, 2))


class PlanTests(SynchronousTestCase):
    """`parse_moves` and `plan_moves`."""

    def test_words(self) -> None:
        self.assertEqual(parse_moves(["a:0,2-3=1,2", "b=3"]), [Wanted("a", (0, 2, 3), (1, 2)), Wanted("b", (), (3,))])
        for text in ("a", "a=", "=1", "a:0=x", "a:x=1", "a=1,1", "a=-1", "a=1,", f"a={'9' * 11}", "a=4294967296", "a:3-2=1"):
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


class CommandTests(SynchronousTestCase):
    """The commands, with what brokers answer put in their mouths."""

    def setUp(self) -> None:
        self.admin = mock.Mock()
        self.places = dict(NOW)
        self.admin.describe_topics.side_effect = lambda names=None: succeed(Outcomes({"t": self.topic()}))
        nodes = tuple(NodeDescription(number, "h", 1) for number in (1, 2, 3))
        self.admin.describe_cluster.side_effect = lambda: succeed(ClusterDescription("c", nodes[0], nodes))
        self.admin.reassign.side_effect = self.reassigned
        self.admin.list_reassignments.side_effect = lambda: succeed({T[1]: Reassignment((1, 2, 3), (3,), (1,))})
        self.admin.describe_log_dirs.side_effect = lambda nodes, topics: succeed(Outcomes({1: (_directory({T[0]: 1000}),)}))
        self.admin.list_topics.side_effect = lambda internal: succeed([])
        self.admin.describe_configs.side_effect = lambda resources: succeed(Outcomes({}))
        self.admin.alter_configs.side_effect = lambda changes: succeed(Outcomes(dict.fromkeys(changes)))

    def topic(self) -> TopicDescription:
        """As brokers show it."""
        return TopicDescription("t", tuple(PartitionDescription(tp.partition, 1, 0, lies, (1, 2)) for tp, lies in self.places.items()))

    def reassigned(self, plan: dict[TopicPartition, Any], *, keeps_count: bool = False) -> Deferred[Outcomes[TopicPartition, None]]:
        """It is done at once."""
        self.places |= {name: lies for name, lies in plan.items() if lies is not None}
        return succeed(Outcomes(dict.fromkeys(plan)))

    def klog(self, *arguments: str) -> tuple[int, str, str]:
        return answered("klog.cli.missing_features", self.admin, lambda: run(["cluster", *arguments, "-b", "127.0.0.1:1"]))

    def test_a_plan_moves_nothing(self) -> None:
        code, out, err = self.klog("reassign", "t:0=2,3")
        self.assertEqual((code, out.splitlines()[1].split("\t")), (0, ["t", "0", "1,2", "2,3", "false"]))
        self.assertIn("--execute does it", err)
        self.admin.reassign.assert_not_called()
        code, out, _ = self.klog("reassign", "t:0=2,3", "--execute")
        self.assertEqual((code, out.splitlines()[1].split("\t")[-1]), (0, "true"))
        self.admin.reassign.assert_called_once_with({T[0]: (2, 3)}, keeps_count=False)

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

    def refusing(self, *refused: TopicPartition) -> None:
        """Some partitions stay where they are, the others move at once."""
        refusal = KlogError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, "broker 3 has gone")

        def some(plan: dict[TopicPartition, Any], *, keeps_count: bool = False) -> Deferred[Outcomes[TopicPartition, None]]:
            done = {name: lies for name, lies in plan.items() if name not in refused}
            self.places |= done
            return succeed(Outcomes(dict.fromkeys(done), {name: refusal for name in plan if name in refused}))

        self.admin.list_reassignments.side_effect = lambda: succeed({})
        self.admin.reassign.side_effect = some

    def test_a_throttle_where_some_are_refused(self) -> None:
        """What began is waited for, the throttle goes, and the refusal is told before the wait and at the end."""
        self.refusing(T[0])
        code, _, err = self.klog("reassign", "t:0=3,2", "t:1=3,2", "--execute", "--throttle", "1000")
        self.assertEqual((code, err.count("broker 3 has gone")), (1, 2), err)
        self.assertLess(err.index("broker 3 has gone"), err.index("also without this command"))
        self.assertEqual(self.admin.alter_configs.call_count, 2, "the throttle comes and goes")

    def test_a_throttle_where_all_are_refused(self) -> None:
        self.refusing(*T)
        code, _, err = self.klog("reassign", "t:0=3,2", "--execute", "--throttle", "1000")
        self.assertEqual((code, err.count("broker 3 has gone"), "moves them" in err), (1, 1, False), err)
        self.assertEqual(self.admin.alter_configs.call_count, 2, "the throttle comes and goes")
        code, _, err = self.klog("reassign", "t:0=3,2", "--execute", "--no-wait")
        self.assertEqual((code, err.count("broker 3 has gone"), "moves them" in err), (1, 1, False), err)

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
            mock.patch("klog.cli.missing_features.with_admin", self.with_admin),
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

    def throttle(self, changes: dict[str | int, dict[str, str | None]]) -> None:
        """Somebody sets throttles."""
        self.with_admin(None, lambda admin: admin.alter_configs(as_resources(changes))).check()

    def throttles(self) -> dict[str, str]:
        """All that are set, by broker or topic and setting."""
        resources = [ConfigResource.topic("t"), *(ConfigResource.broker(number) for number in range(1, 5))]
        found = self.with_admin(None, lambda admin: admin.describe_configs(resources)).check()
        return {
            f"{resource.name} {entry.name}": entry.value
            for resource, entries in found.items()
            for entry in entries.values()
            if "replication.throttled" in entry.name and not entry.is_default
        }

    def begin_throttled(self) -> None:
        """A command with a throttle was interrupted: t:0 goes from 1 and 2 to 3 and 2, or has done so."""
        self.cluster.cut(3, others=[1])
        self.assertEqual(self.klog("reassign", "t:0=3,2", "--execute", "--no-wait")[0], 0)
        ours = entries_of({(TopicPartition("t", 0), 3)}, {TopicPartition("t", 0): (1, 2)})
        self.throttle(begun(Throttles(), ours, [TopicPartition("t", 0)], 1_000_000))
        self.assertEqual(len(self.throttles()), 5)

    def test_a_throttle_of_a_command_that_was_interrupted_goes_with_the_next_one(self) -> None:
        """Which finds the move under way, and its copies; another rate counts from now on."""
        self.begin_throttled()
        self.cluster.join()
        self.assertEqual(self.klog("reassign", "t:0=3,2", "--execute", "--throttle", "2000000")[0], 0)
        self.assertEqual(self.throttles(), {})

    def test_one_whose_move_is_done_meanwhile(self) -> None:
        """Nothing has to be copied any more."""
        self.begin_throttled()
        self.cluster.join()
        self.assertEqual(self.klog("reassign", "t:0=3,2", "--execute")[0], 0)
        self.assertEqual(len(self.throttles()), 5, "nobody has asked for it")
        self.assertEqual(self.klog("reassign", "t:0=3,2", "--execute", "--throttle", "1000000")[0], 0)
        self.assertEqual(self.throttles(), {})

    def test_one_whose_move_is_given_up(self) -> None:
        self.begin_throttled()
        self.assertEqual(self.klog("reassign", "--cancel", "t:0", "--execute")[0], 0)
        self.assertEqual(self.throttles(), {})

    def test_taken_away_by_itself(self) -> None:
        self.throttle({"t": {"leader.replication.throttled.replicas": "0:1,3:4"}, 1: {"leader.replication.throttled.rate": "7"}})
        code, out, _ = self.klog("reassign", "--unthrottle")
        self.assertEqual((code, len(json.loads(out)["throttles"]), len(self.throttles())), (0, 2, 2))
        code, _, err = self.klog("reassign", "--unthrottle", "--execute")
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(self.throttles(), {})
        self.assertEqual(self.klog("reassign", "--unthrottle", "t=1")[0], 2)

    def test_somebody_elses_throttles_stay(self) -> None:
        """Lists, and rates that their replicas go by; another rate than theirs is refused, and nothing is moved or changed."""
        theirs = {"t": {"leader.replication.throttled.replicas": "5:1", "follower.replication.throttled.replicas": "*"}}
        self.throttle({**theirs, 1: {"leader.replication.throttled.rate": "5000000"}})
        before = self.throttles()
        code, _, err = self.klog("reassign", "t:0=3,2", "--execute", "--throttle", "1000000")
        self.assertEqual((code, self.throttles(), self.lies()[0]), (1, before, (1, 2)))
        self.assertIn("broker 1 has leader.replication.throttled.rate=5000000 already", err)
        self.assertEqual(self.klog("reassign", "t:0=3,2", "--execute", "--throttle", "5000000")[0], 0)
        self.assertEqual((self.throttles(), self.lies()[0]), (before, (3, 2)))

    def test_a_plan_that_keeps_the_number_of_copies(self) -> None:
        """The controller looks, too (KIP-860): brokers may not have told yet how many there are."""
        plan = {TopicPartition("t", 0): (1, 2, 3)}
        outcomes = self.with_admin(None, lambda admin: admin.reassign(plan, keeps_count=True))
        self.assertEqual([error.code for error in outcomes.errors.values()], [ErrorCode.INVALID_REPLICATION_FACTOR])
