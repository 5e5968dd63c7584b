"""klog.client.groups.paper.states"""

from __future__ import annotations

import unittest

from klog.client.groups.paper.states import TRANSITIONS, State


class StateTests(unittest.TestCase):
    def test_the_table_is_whole(self) -> None:
        self.assertEqual(set(TRANSITIONS), set(State))
        reached = {state for following in TRANSITIONS.values() for state in following} | {State.OUTSIDE}
        self.assertEqual(reached, set(State))

    def test_anything_may_end(self) -> None:
        for state in set(State) - {State.LEFT, State.LEAVING}:
            self.assertIn(State.LEAVING, TRANSITIONS[state])
        self.assertEqual(TRANSITIONS[State.LEFT], frozenset())
