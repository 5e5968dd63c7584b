"""Windows of event time: which one a record is counted in.

A window is as long as its writer says, begins at a multiple of that, and is named by both its ends. A record belongs to the one of its own
timestamp, so that all tiers count it in the same one, whenever they see it.

Timestamps from before 1971 (none at all is -1) and from 2100 on say nothing about time: they are counted apart, in `UNTIMED`. The rule
looks at no clock. One that asked how far ahead of *now* a timestamp is would have two tiers that see a record some minutes apart disagree
about it, and what they count would never balance; a record of next year has its own window, which is open until then.
"""

from __future__ import annotations

from typing import NamedTuple

#: Windows are at least and at most so long, and so long where nobody says otherwise.
LEAST_MS = 1_000
MOST_MS = 86_400_000
DEFAULT_MS = 600_000

#: The first and last milliseconds that are times: 1971 to 2099.
FIRST_MS = 31_536_000_000
END_MS = 4_102_444_800_000


class Window(NamedTuple):
    """From `start_ms` up to before `end_ms`, since 1970."""

    start_ms: int
    end_ms: int


#: For records without a usable time.
UNTIMED = Window(-1, -1)


def length_fault(window_ms: int) -> str | None:
    """Why windows cannot be so long, as a sentence; None where they can."""
    return None if LEAST_MS <= window_ms <= MOST_MS else f"windows of the audit are {LEAST_MS} to {MOST_MS} ms long"


def window_of(timestamp_ms: int, window_ms: int) -> Window:
    """The window of a record's timestamp."""
    if not FIRST_MS <= timestamp_ms < END_MS:
        return UNTIMED
    start_ms = timestamp_ms - timestamp_ms % window_ms
    return Window(start_ms, start_ms + window_ms)


def merged(windows: set[Window]) -> list[Window]:
    """`windows`, in order, those that overlap made one: where the length was changed, or is not the same for everybody, what was counted
    can only be compared in what all of their windows cover together."""
    found: list[Window] = []
    for window in sorted(windows):
        if found and window.start_ms < found[-1].end_ms:
            found[-1] = Window(found[-1].start_ms, max(found[-1].end_ms, window.end_ms))
        else:
            found.append(window)
    return found
