"""Deferreds on which several wait, told one after the other. Whoever is told may do anything: ask anew, stop the client, cancel others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from twisted.internet.defer import Deferred

from klog.errors import KlogError

T = TypeVar("T")


def tell_all(waiters: Iterable[Deferred[T]], outcome: T | KlogError) -> None:
    """Fire all that have not fired, with a value or an error; give a list that nobody changes meanwhile."""
    for waiter in waiters:
        # Whoever was told before may have cancelled it.
        if waiter.called:
            continue
        if isinstance(outcome, KlogError):
            waiter.errback(outcome)
        else:
            waiter.callback(outcome)
