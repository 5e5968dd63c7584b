"""``klog cluster elect``: what is asked of brokers."""

from __future__ import annotations

from unittest import mock

from twisted.internet.defer import succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.main import run
from klog.client.admin.types import Outcomes, PartitionDescription, TopicDescription
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from tests.cli.rig import answered

T = [TopicPartition("t", number) for number in range(3)]


class ElectTests(SynchronousTestCase):
    """The command, with what brokers answer put in their mouths."""

    def setUp(self) -> None:
        self.admin = mock.Mock()
        topic = TopicDescription("t", tuple(PartitionDescription(tp.partition, 1, 0, (1, 2), (1, 2)) for tp in T))
        self.admin.describe_topics.side_effect = lambda names: succeed(Outcomes({"t": topic}))

    def klog(self, *arguments: str) -> tuple[int, str, str]:
        return answered("klog.cli.missing_features", self.admin, lambda: run(["cluster", *arguments, "-b", "127.0.0.1:1"]))

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
