"""What is told of a history is true, and what can be told is told. Thousands of them: ``KLOG_SOAK=1``."""

from __future__ import annotations

import unittest

import pytest
from hypothesis import example, given, settings

from klog.audit.cells import Tier
from klog.audit.verdicts import Verdict
from tests import peers
from tests.audit import presence_histories, successor_histories
from tests.audit.histories import History, histories, live, truth
from tests.audit.presence_histories import Come, End, Member
from tests.audit.scenes import edges_of


@pytest.mark.soak
class HistoryTests(unittest.TestCase):
    @settings(deadline=None, max_examples=peers.soak_share(10_000) // 2 if not peers.SOAK else 10_000)
    @given(histories())
    def test_what_is_told_is_true_and_all_that_can_be_is(self, history: History) -> None:
        happened = truth(history)
        for edge in edges_of(live(history)):
            here = happened[edge.window]
            if edge.sender.tier is Tier.PRODUCER:
                producer = int(edge.sender.name[1:])
                must, may, came, repeats = (
                    here.acknowledged[producer],
                    here.tried[producer],
                    here.written[producer],
                    0,
                )
                is_known = producer not in history.dies
            else:
                must = may = sum(here.written.values())
                came, repeats, is_known = here.read, here.repeated, True
            judgment = edge.judgment
            # What is told is so.
            if judgment.verdict is Verdict.MISSING:
                self.assertGreaterEqual(must - came, judgment.missing)
                self.assertGreater(judgment.missing, 0)
            if judgment.verdict is Verdict.DUPLICATE:
                self.assertLessEqual(judgment.duplicate, max(0, came - may) + repeats)
                self.assertGreater(judgment.duplicate, 0)
            if judgment.verdict is Verdict.COMPLETE:
                self.assertTrue(must <= came <= may and not repeats)
            # And all of it, where nobody has died.
            if is_known:
                self.assertEqual(judgment.missing, max(0, must - came))
                self.assertEqual(judgment.duplicate, max(0, came - may) + repeats)
                self.assertIsNot(judgment.verdict, Verdict.UNKNOWN)
                if must <= came <= may and not repeats and not (history.hashes and must == may):
                    self.assertIs(judgment.verdict, Verdict.COMPLETE)

    @settings(deadline=None, max_examples=100)
    @given(histories())
    def test_nothing_is_lost_that_is_not_told(self, history: History) -> None:
        """Each window in which a record that was acknowledged is not in the log has an edge that is not complete."""
        edges = {(edge.window, edge.sender.name): edge for edge in edges_of(live(history)) if edge.sender.tier is Tier.PRODUCER}
        for window, here in truth(history).items():
            for producer, count in here.acknowledged.items():
                if count > here.written[producer]:
                    edge = edges.get((window, f"p{producer}"))
                    if edge is None:
                        self.assertIn(producer, history.dies)
                    else:
                        self.assertIsNot(edge.judgment.verdict, Verdict.COMPLETE)


@pytest.mark.soak
class PresenceTests(unittest.TestCase):
    """Of a group that counts nothing at all."""

    @settings(deadline=None, max_examples=peers.soak_share(10_000) // 4 if not peers.SOAK else 10_000)
    @given(presence_histories.histories())
    @example(presence_histories.History([Member(101, 1, End.LIVES, 0)], [Come(131, 130), Come(240, 0)], is_compacted=False))
    def test_what_it_has_lost_is_told_and_nothing_else(self, history: presence_histories.History) -> None:
        edges = edges_of(presence_histories.live(history))
        owed, certain = presence_histories.owed(history), presence_histories.certain(history)
        told = {edge.window: edge.judgment for edge in edges if edge.receiver.tier is Tier.CONSUMER}
        for window, judgment in told.items():
            self.assertLessEqual(judgment.missing, owed.get(window, 0), (window, judgment))
            self.assertEqual(judgment.duplicate, 0)
        for window, count in certain.items():
            self.assertIn(window, told)
            self.assertEqual((told[window].verdict, told[window].missing), (Verdict.MISSING, count))


@pytest.mark.soak
class SuccessorTests(unittest.TestCase):
    """Of producers that follow each other under one name, looked at all the time."""

    @settings(deadline=None, max_examples=5_000 if peers.SOAK else 125)
    @given(successor_histories.histories())
    def test_nobody_who_was_not_heard_of_yet_is_told_as_a_duplicate(self, history: list[successor_histories.Producer]) -> None:
        for now_ms, ledger, doubled in successor_histories.live(history):
            edges = ledger.balance(now_ms, grace_ms=0, settle_ms=0).edges
            for edge in edges:
                if edge.judgment.verdict is Verdict.DUPLICATE:
                    self.assertLessEqual(edge.judgment.duplicate, doubled[edge.window], (now_ms, edge))
        # What is too much is told in the end, where nobody has died.
        if not any(one.dies for one in history):
            self.assertEqual(
                {edge.window: edge.judgment.duplicate for edge in edges}, {edge.window: doubled[edge.window] for edge in edges}
            )
            told = {edge.window for edge in edges if edge.judgment.verdict is Verdict.DUPLICATE}
            self.assertEqual(told, {window for window, count in doubled.items() if count})
