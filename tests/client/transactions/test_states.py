"""klog.client.transactions.states: the table."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.transactions.states import MOVES, Event, State


class StateTests(SynchronousTestCase):
    def test_every_state_is_reached_and_left(self) -> None:
        reached = {State.IDLE} | set(MOVES.values())
        self.assertEqual(reached, set(State))
        left = {state for (state, _), following in MOVES.items() if following is not state}
        self.assertEqual(left, set(State) - {State.FENCED})

    def test_fenced_for_good(self) -> None:
        self.assertEqual({MOVES[state, Event.FENCE] for state in State}, {State.FENCED})
        self.assertEqual({following for (state, _), following in MOVES.items() if state is State.FENCED}, {State.FENCED})

    def test_one_at_a_time(self) -> None:
        """A transaction begins where none is open, and what is doomed is not open again."""
        self.assertEqual([state for state in State if (state, Event.BEGIN) in MOVES], [State.IDLE])
        self.assertEqual({MOVES[State.DOOMED, event] for event in Event if (State.DOOMED, event) in MOVES}, {
            State.DOOMED, State.ENDING, State.FENCED
        })  # fmt: skip
