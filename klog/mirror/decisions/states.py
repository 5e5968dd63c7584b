"""The states of a mirrored topic, as a table; it is the code.

::

                    ┌──────────── resume ──────────┐
                    v                              │
    (new) ──> ACTIVE ── pause ─────────────────> PAUSED
                │ │ └── stop (a loss, a topic made again, another cluster …) ──> STOPPED ── resume ──> ACTIVE
                │ └──── promote ──> PROMOTING ── caught up ──> PROMOTED
                └────── fail over ─────────────────────────> FAILED_OVER        (from any state but PROMOTED)

While it is ACTIVE, PAUSED, STOPPED or PROMOTING the topic takes nothing from clients. PROMOTED and FAILED_OVER are ends: the topic is an
ordinary one, and its link copies it no more. What is PROMOTING is copied until nothing is missing; whoever pauses the link gives the
promotion up. The way back is another link, on the old source, that takes the topic over (`klog.mirror.parting`). A state of a whole link
is only that it is paused: then all its topics are.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping


class TopicState(enum.Enum):
    """Of one mirrored topic; see the module."""

    ACTIVE = "active"
    PAUSED = "paused"
    STOPPED = "stopped"
    PROMOTING = "promoting"
    PROMOTED = "promoted"
    FAILED_OVER = "failed over"

    @property
    def is_read_only(self) -> bool:
        """Whether clients may not write."""
        return self not in _ENDS

    @property
    def is_copied(self) -> bool:
        """Whether brokers copy its partitions."""
        return self in (TopicState.ACTIVE, TopicState.PROMOTING)

    @property
    def is_resting(self) -> bool:
        """Whether they are not, as somebody wants it so."""
        return self is TopicState.PAUSED or self in _ENDS


_ENDS = frozenset({TopicState.PROMOTED, TopicState.FAILED_OVER})


class Event(enum.Enum):
    """What moves a topic."""

    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    PROMOTE = "promote"
    CAUGHT_UP = "caught up"
    FAIL_OVER = "fail over"


_S = TopicState
#: What follows what; an event that is not here changes nothing.
TRANSITIONS: Mapping[tuple[TopicState, Event], TopicState] = {
    (_S.ACTIVE, Event.PAUSE): _S.PAUSED,
    (_S.ACTIVE, Event.STOP): _S.STOPPED,
    (_S.ACTIVE, Event.PROMOTE): _S.PROMOTING,
    (_S.ACTIVE, Event.FAIL_OVER): _S.FAILED_OVER,
    (_S.PAUSED, Event.RESUME): _S.ACTIVE,
    (_S.PAUSED, Event.STOP): _S.STOPPED,
    (_S.PAUSED, Event.FAIL_OVER): _S.FAILED_OVER,
    (_S.STOPPED, Event.RESUME): _S.ACTIVE,
    (_S.STOPPED, Event.FAIL_OVER): _S.FAILED_OVER,
    (_S.PROMOTING, Event.PAUSE): _S.PAUSED,
    (_S.PROMOTING, Event.STOP): _S.STOPPED,
    (_S.PROMOTING, Event.CAUGHT_UP): _S.PROMOTED,
    (_S.PROMOTING, Event.FAIL_OVER): _S.FAILED_OVER,
}
del _S


def after(state: TopicState, event: Event) -> TopicState:
    """The state that follows; the same where the event means nothing there."""
    return TRANSITIONS.get((state, event), state)


class CopyState(enum.Enum):
    """What one partition's copying waits for, as it is shown."""

    COPYING = "copying"
    #: Everything that the source has is here.
    LEVEL = "level"
    #: Something passes, or somebody must give a right; the reason says what. It is tried again.
    WAITING = "waiting"
    #: Nothing more before `Event.RESUME`; the reason says why.
    STOPPED = "stopped"
