"""``klog cluster elect`` and ``klog cluster reassign``: the plan, and what is asked of brokers."""

from __future__ import annotations

from unittest import mock

from twisted.internet.defer import succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cluster.leaders import Wanted, parse_moves, plan_moves
from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.main import run
from klog.client.admin.types import ClusterDescription, NodeDescription, Outcomes, PartitionDescription, Reassignment, TopicDescription
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from tests.cli.rig import answered

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


class CommandTests(SynchronousTestCase):
    """The commands, with what brokers answer put in their mouths."""

    def setUp(self) -> None:
        self.admin = mock.Mock()
        topic = TopicDescription("t", tuple(PartitionDescription(tp.partition, 1, 0, (1, 2), (1, 2)) for tp in T))
        self.admin.describe_topics.side_effect = lambda names: succeed(Outcomes({"t": topic}))
        nodes = tuple(NodeDescription(number, "h", 1) for number in (1, 2, 3))
        self.admin.describe_cluster.side_effect = lambda: succeed(ClusterDescription("c", nodes[0], nodes))
        self.admin.reassign.side_effect = lambda plan: succeed(Outcomes(dict.fromkeys(plan)))
        self.admin.list_reassignments.side_effect = lambda: succeed({T[1]: Reassignment((1, 2, 3), (3,), (1,))})

    def klog(self, *arguments: str) -> tuple[int, str, str]:
        return answered("klog.cli.broker_features", self.admin, lambda: run(["cluster", *arguments, "-b", "127.0.0.1:1"]))

    def test_elect(self) -> None:
        lost = KlogError(ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE, "partition t-1: not available")
        self.admin.elect_leaders.side_effect = lambda chosen, unclean: succeed(Outcomes({T[0]: None, T[2]: None}, {T[1]: lost}))
        code, out, err = self.klog("elect", "t")
        self.assertEqual((code, [line.split("\t")[1] for line in out.splitlines()[1:]]), (1, ["0", "2"]))
        self.assertIn("t-1", err)
        self.admin.elect_leaders.assert_called_once_with(T, unclean=False)

    def test_elect_needs_a_word(self) -> None:
        for arguments in (["elect"], ["elect", "t", "--all"], ["elect", "t", "--unclean"]):
            self.assertEqual(self.klog(*arguments)[0], 2, arguments)
        self.admin.elect_leaders.assert_not_called()
        self.admin.elect_leaders.side_effect = lambda chosen, unclean: succeed(Outcomes())
        self.assertEqual(self.klog("elect", "--all", "--unclean", "--yes")[0], 0)
        self.admin.elect_leaders.assert_called_once_with(None, unclean=True)

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
