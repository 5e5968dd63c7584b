"""Readers that plan their work, and of which nobody knows when it is through (a batch read of Spark): each task tells when it has read its
part, and how many parts the plan has. Pure.

A plan is whole when as many of its tasks have told as it has. Tasks tell under their number, so that the next plan takes the place of the
one before it: a reader has no more states than its widest plan has tasks. A plan of which nothing runs (somebody has only looked at it)
leaves nothing behind; one that ends early, by a limit, is no whole, and up to when all was read nobody knows until one is again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from klog.audit.cells import WriterState

_Told = tuple[WriterState, int]


def whole_states(told: Iterable[_Told]) -> list[_Told]:
    """States of one side of the audit, those of tasks that belong together made one: up to when all of the newest whole plan was read, or
    up to never.

    :param told: with when each was written, in ms.
    """
    found: list[_Told] = []
    by_reader: dict[str, dict[str, list[_Told]]] = {}
    for one in told:
        state = one[0]
        if state.plan:
            by_reader.setdefault(state.writer.incarnation, {}).setdefault(state.plan, []).append(one)
        else:
            found.append(one)
    for plans in by_reader.values():
        whole = [members for members in plans.values() if len(members) >= members[0][0].tasks]
        chosen = max(whole or plans.values(), key=lambda members: max(written_ms for _, written_ms in members))
        state, written_ms = max(chosen, key=lambda one: one[1])
        found.append((state if whole else dataclasses.replace(state, through_ms=0), written_ms))
    return found
