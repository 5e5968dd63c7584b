"""Lives of clusters with transactions, each from a seed; and that the judge sees what it must see.

Thousands: ``python -m tests.broker.cluster_lives --transactions``; which are lived here: `tests.seeds`.
"""

from __future__ import annotations

import unittest
from unittest import mock

import pytest
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.transactions.marker_sender import Sending
from klog.broker.transactions.shard import TransactionShard
from klog.model import TopicPartition
from klog.testing.cluster_invariants import Violation
from tests import peers
from tests.broker.cluster_lives.__main__ import main
from tests.broker.cluster_lives.transaction_life import TransactionHistory, TransactionLife, TransactionPlan, Written
from tests.seeds import Seeds, named

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(3, in_soak=300)
P0, P1 = TopicPartition("t", 0), TopicPartition("t", 1)


class TransactionLifeTests(SynchronousTestCase):
    """All seeds."""

    def test_seeds(self) -> None:
        if peers.SOAK and not SEEDS.is_one:
            self.assertEqual(main(["--transactions", "--seeds", f"0-{len(SEEDS) - 1}"]), 0, "see the seeds above")
            return
        for seed in SEEDS:
            plan = TransactionPlan.drawn(seed)
            life = TransactionLife(plan)
            with named(seed, plan, life.last_of_trace):
                life.run()


@unittest.skipUnless(peers.SOAK, "many lives: only in make soak (KLOG_SOAK=1)")
class KnownBugTests(SynchronousTestCase):
    """What would go wrong, does, where it is put into klog."""

    def found(self) -> None:
        for seed in range(20):
            try:
                TransactionLife(TransactionPlan.drawn(seed)).run()
            except Violation as error:
                print(f"seed {seed}: {str(error)[:200]}")
                return
        self.fail("nobody notices")

    def test_the_next_coordinator_does_nothing(self) -> None:
        """What was decided when the one before died stays so for ever (Redpanda #17827)."""
        with mock.patch.object(TransactionShard, "loaded", lambda self: None):
            self.found()

    def test_an_answer_is_not_waited_for(self) -> None:
        """A marker that was sent counts as written: what got lost is missing."""

        def ask(self: Sending, broker_id: int, partitions: list[TopicPartition]) -> None:
            assert self._sender._remote is not None
            self._sender._remote(broker_id, self.marker, partitions).addErrback(lambda _: None)
            self.remaining.difference_update(partitions)
            for partition in partitions:
                self._asked.pop(partition, None)

        with mock.patch.object(Sending, "_ask", ask):
            self.found()


class HistoryTests(SynchronousTestCase):
    """What is told of a history that is as it should be, and of one in which one thing is wrong."""

    def setUp(self) -> None:
        self.history = TransactionHistory()

    def transaction(self, *values: bytes, outcome: bool | None = True, instance: int = 1, asked: bool = True) -> Written:
        written = Written("w", instance, is_asked=asked, outcome=outcome, offset=int(values[0]))
        self.history.opened(written)
        for value in values:
            self.history.wrote(written, P0 if int(value) % 2 == 0 else P1, value)
        return written

    def read(self, *values: bytes, reader: str = "final") -> None:
        for value in values:
            self.history.polled(reader, P0 if int(value) % 2 == 0 else P1, int(value), value)

    def judged(self, *readers: str) -> list[str]:
        return [sentence.split(":")[0] for sentence in self.history.violations("final", readers)]

    def test_right(self) -> None:
        self.transaction(b"0", b"1")
        self.transaction(b"2", b"3", outcome=False)
        self.transaction(b"4", outcome=None)
        self.transaction(b"6", outcome=None)
        self.read(b"0", b"1", b"6")
        self.read(b"0", b"1", b"6", reader="other")
        self.assertEqual(self.judged("other"), [])
        self.assertEqual(self.history.committed_offset("w", {b"0", b"1", b"6"}), 6)

    def test_wrong(self) -> None:
        self.transaction(b"0", b"1")
        self.transaction(b"2", outcome=False)
        self.transaction(b"4", b"5", outcome=None)
        self.read(b"0", b"2", b"4", b"9")
        self.history.polled("final", P0, 77, b"4")
        self.assertEqual(sorted(self.judged()), ["aborted read", "duplicate", "lost write", "torn transaction", "unsent"])

    def test_a_zombie(self) -> None:
        """What was open when the next instance began counts for nothing, whatever its writer was told."""
        self.transaction(b"0", asked=False, outcome=None)
        self.transaction(b"2", instance=2)
        self.history.transactions[0].is_asked = True
        self.read(b"0", b"2")
        self.assertEqual(self.judged(), ["aborted read"])

    def test_before_its_commit(self) -> None:
        self.transaction(b"0", asked=False, outcome=None)
        self.read(b"0")
        self.assertEqual(self.judged(), ["precommitted read"])

    def test_readers(self) -> None:
        self.transaction(b"0", b"1", b"2")
        self.read(b"0", b"1", b"2")
        self.read(b"2", b"0", reader="other")
        self.assertEqual(sorted(self.judged("other")), ["non-monotonic poll", "unseen"])
        self.history.polled("third", P1, 5, b"1")
        self.assertEqual(sorted(self.judged("third")), ["inconsistent read", "unseen"])
