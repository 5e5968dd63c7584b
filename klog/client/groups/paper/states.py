"""Where a member of a ZooKeeper group is, and what may follow.

::

    OUTSIDE ──► REGISTERING ──► READING ──► RELEASING ──► CLAIMING ──► ADOPTING ──► STABLE
                  ▲   ▲  ▲         │            │             │            │           │
                  │   │  └─────────┴────────────┴─────────────┴────────────┴───────────┘   something changed, or must be tried again
                  │   └── RETRYING ◄── (any of these: somebody else owns what is ours; ZooKeeper did not answer; a znode is no good)
    any ──► AWAY ─┘                                          the session is doubtful, or over; it answers again, or there is a new one
    any ──► SUSPENDED ──► AWAY                               the user took no records for too long; is back
    any ──► LEAVING ──► LEFT;   any ──► FAILED

What each of them means is told in `klog.client.groups.paper.membership`.
"""

from __future__ import annotations

import enum


class State(enum.Enum):
    """Where a member is."""

    OUTSIDE = "outside"
    REGISTERING = "registering"
    READING = "reading the registries"
    RELEASING = "releasing"
    CLAIMING = "claiming"
    ADOPTING = "adopting"
    STABLE = "stable"
    RETRYING = "retrying"
    AWAY = "waiting for ZooKeeper"
    SUSPENDED = "suspended"
    LEAVING = "leaving"
    LEFT = "left"
    FAILED = "failed"


_ENDS = {State.AWAY, State.SUSPENDED, State.LEAVING, State.FAILED}
TRANSITIONS: dict[State, frozenset[State]] = {
    State.OUTSIDE: frozenset({State.REGISTERING} | _ENDS),
    State.REGISTERING: frozenset({State.READING, State.RETRYING} | _ENDS),
    State.READING: frozenset({State.RELEASING, State.RETRYING} | _ENDS),
    State.RELEASING: frozenset({State.CLAIMING, State.RETRYING} | _ENDS),
    State.CLAIMING: frozenset({State.ADOPTING, State.RETRYING} | _ENDS),
    State.ADOPTING: frozenset({State.STABLE, State.RETRYING} | _ENDS),
    State.STABLE: frozenset({State.REGISTERING} | _ENDS),
    State.RETRYING: frozenset({State.REGISTERING, State.RETRYING} | _ENDS),
    State.AWAY: frozenset({State.REGISTERING} | _ENDS),
    State.SUSPENDED: frozenset({State.AWAY, State.LEAVING, State.FAILED}),
    State.LEAVING: frozenset({State.LEFT}),
    State.LEFT: frozenset(),
    State.FAILED: frozenset({State.LEAVING}),
}
