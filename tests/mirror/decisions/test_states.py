"""The states of a mirrored topic."""

from __future__ import annotations

import itertools
import unittest

from klog.mirror.decisions.states import TRANSITIONS, Event, TopicState, after


class StateTests(unittest.TestCase):
    """The table as a whole."""

    def test_what_is_not_in_the_table_changes_nothing(self) -> None:
        for state, event in itertools.product(TopicState, Event):
            self.assertIs(after(state, event), TRANSITIONS.get((state, event), state))

    def test_every_state_but_the_ends_can_be_left_for_good(self) -> None:
        """Whatever the source does, or does not do any more, the copy can be written to in the end."""
        for state in TopicState:
            if state.is_read_only:
                self.assertIs(after(state, Event.FAIL_OVER), TopicState.FAILED_OVER)

    def test_ends(self) -> None:
        """Nothing leads out of them: what was written there must not be copied over."""
        for state, event in itertools.product(TopicState, Event):
            if not state.is_read_only:
                self.assertIs(after(state, event), state)

    def test_only_read_only_topics_are_copied(self) -> None:
        for state in TopicState:
            self.assertTrue(state.is_read_only or not state.is_copied)

    def test_all_can_be_reached(self) -> None:
        reached = {TopicState.ACTIVE}
        for _ in TopicState:
            reached |= {after(state, event) for state, event in itertools.product(reached, Event)}
        self.assertEqual(reached, set(TopicState))
