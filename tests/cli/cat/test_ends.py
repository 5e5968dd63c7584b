"""Where partitions end: who is asked, when again, and what is made of silence; in a whole command by test_consume.py."""

from __future__ import annotations

import random
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cat import ends as module
from klog.cli.cat.ends import ASK_AGAIN_MS, Ends
from klog.client.isolation import IsolationLevel
from klog.client.offsets import OffsetAt
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from tests.cli.rig import Captured

ZERO, ONE = TopicPartition("t", 0), TopicPartition("t", 1)
AWAY = KlogError(ErrorCode.LEADER_NOT_AVAILABLE, "broker 1 is away")


class EndsTests(SynchronousTestCase):
    """`Ends`; partition 0 is led by broker 0, and partition 1 by broker 1."""

    def setUp(self) -> None:
        self.clock, self.out = Clock(), Captured()
        self.asked: list[tuple[list[TopicPartition], Deferred[Any]]] = []
        self.told = 0
        routing = mock.Mock(random=random.Random(1))
        routing.metadata.leader = lambda partition: partition.partition
        self.patch(module, "list_offsets_once", self.ask)
        self.ends = Ends(self.clock, routing, IsolationLevel.READ_UNCOMMITTED, self.out, self.count)
        self.addCleanup(self.ends.stop)

    def ask(self, routing: Any, at: dict[TopicPartition, int], isolation: IsolationLevel) -> Deferred[Any]:
        answer: Deferred[Any] = Deferred(lambda _: None)
        self.asked.append((list(at), answer))
        return answer

    def count(self) -> None:
        self.told += 1

    def answer(self, *found: int | KlogError) -> None:
        """The oldest questions, one for each."""
        for one in found:
            (partition,), asked = self.asked.pop(0)
            asked.callback({partition: one if isinstance(one, KlogError) else OffsetAt(one, -1, -1)})

    def test_one_that_is_away_holds_up_nobody_and_is_asked_again(self) -> None:
        self.ends.ask([ZERO, ONE])
        self.answer(5, AWAY)
        self.assertEqual((self.ends.known, self.told), ({ZERO: 5}, 2))
        self.assertIn("% t [1]: broker 1 is away", self.out.err.text)
        self.clock.advance(ASK_AGAIN_MS / 1000)
        self.answer(7)
        self.assertEqual(self.ends.known, {ZERO: 5, ONE: 7})

    def test_who_is_being_asked_once_more_is_not_asked_twice(self) -> None:
        self.ends.ask([ZERO])
        self.answer(5)
        self.ends.confirm([ZERO])
        self.ends.confirm([ZERO])
        self.assertEqual((len(self.asked), self.ends.confirmed), (1, set()))
        self.answer(6)
        self.assertEqual((self.ends.known, self.ends.confirmed), ({ZERO: 6}, {ZERO}))

    def test_one_that_had_told_is_waited_for_anew(self) -> None:
        self.ends.ask([ZERO])
        self.answer(5)
        self.clock.advance(100)
        self.ends.confirm([ZERO])
        self.answer(AWAY)
        self.assertEqual((self.ends.known, self.ends.silent_s()), ({}, 0.0))
        self.clock.advance(ASK_AGAIN_MS / 1000)
        self.assertEqual(self.ends.silent_s(), ASK_AGAIN_MS / 1000)
        self.answer(5)
        self.assertEqual(self.ends.confirmed, {ZERO}, "the question goes on to be that of `confirm`")
