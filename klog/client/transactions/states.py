"""The states of a transactional producer, as a table.

::

               begin          begun           end             ended
    IDLE ------------> BEGINNING ----> OPEN ----------> ENDING ----------> IDLE
                           |             |                 ^
                           | fail        | fail            | end
                           v             v                 |
                          IDLE         DOOMED -------------'         fence, from anywhere: FENCED

Records are taken while a transaction is OPEN. A DOOMED one sends nothing more: it can only be aborted.
"""

from __future__ import annotations

import enum


class State(enum.Enum):
    """Where a producer stands."""

    IDLE = "no transaction is open"
    BEGINNING = "a transaction is just being begun"
    OPEN = "a transaction is open"
    DOOMED = "the open transaction cannot be committed any more"
    ENDING = "a transaction is just being ended"
    FENCED = "the producer can do nothing more"


class Event(enum.Enum):
    """What happens to it."""

    BEGIN = enum.auto()
    BEGUN = enum.auto()
    FAIL = enum.auto()
    END = enum.auto()
    ENDED = enum.auto()
    FENCE = enum.auto()


_S, _E = State, Event
#: What is not here cannot happen, and is the caller's mistake.
MOVES: dict[tuple[State, Event], State] = {
    (_S.IDLE, _E.BEGIN): _S.BEGINNING,
    (_S.BEGINNING, _E.BEGUN): _S.OPEN,
    (_S.BEGINNING, _E.FAIL): _S.IDLE,
    (_S.OPEN, _E.FAIL): _S.DOOMED,
    (_S.DOOMED, _E.FAIL): _S.DOOMED,
    (_S.ENDING, _E.FAIL): _S.ENDING,
    (_S.OPEN, _E.END): _S.ENDING,
    (_S.DOOMED, _E.END): _S.ENDING,
    (_S.ENDING, _E.ENDED): _S.IDLE,
    **{(state, _E.FENCE): _S.FENCED for state in _S},
    (_S.FENCED, _E.FAIL): _S.FENCED,
    (_S.FENCED, _E.ENDED): _S.FENCED,
}
