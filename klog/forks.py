"""What a forked process must leave alone: sockets, numbers and batches that its parent goes on with.

Two processes that ask over one connection read each other's answers; two that write under one producer id and the same sequence numbers
lose records, since brokers take the second ones for repetitions. So whoever holds such things is told in the child, before anything else
runs there (``os.register_at_fork``). The parent notices nothing.

Processes that are spawned, and those that multiprocessing's fork server makes, do not come by here: they hold nothing of ours.
"""

from __future__ import annotations

import contextlib
import os
import weakref
from typing import Protocol


class Forked(Protocol):
    """Who is told."""

    def forked(self) -> None:
        """This is the child: let go of what is the parent's. Neither waits nor says anything to anybody."""


_watched: weakref.WeakSet[Forked] = weakref.WeakSet()
_is_registered = False


def tell_in_child(holder: Forked) -> None:
    """Have `holder` told in each process that is forked from this one; for as long as it lives."""
    global _is_registered
    if not _is_registered and hasattr(os, "register_at_fork"):
        _is_registered = True
        os.register_at_fork(after_in_child=in_child)
    _watched.add(holder)


def in_child() -> None:
    """Tell all; this is the child."""
    for holder in list(_watched):
        # One that fails must not keep the others from letting go.
        with contextlib.suppress(Exception):
            holder.forked()
