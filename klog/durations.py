"""Lengths of time as people write them: ``30s``, ``5 min``, ``1.5 hours``, ``7d``, ``1 week``."""

from __future__ import annotations

import re

_UNITS_MS = {
    **dict.fromkeys(("ms", "millisecond"), 1),
    **dict.fromkeys(("s", "sec", "second"), 1000),
    **dict.fromkeys(("m", "min", "minute"), 60_000),
    **dict.fromkeys(("h", "hour"), 3_600_000),
    **dict.fromkeys(("d", "day"), 86_400_000),
    **dict.fromkeys(("w", "week"), 604_800_000),
}
_FORM = re.compile(r"\s*([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([a-z]{1,12})\s*", re.ASCII | re.IGNORECASE)


def milliseconds(text: str) -> int | None:
    """How long that is, rounded to whole milliseconds; None where `text` is no length of time.

    >>> milliseconds("1.5 hours"), milliseconds("90s"), milliseconds("soon")
    (5400000, 90000, None)
    """
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    unit = found[2].lower()
    unit_ms = _UNITS_MS.get(unit) or _UNITS_MS.get(unit.removesuffix("s"))
    return None if unit_ms is None else round(float(found[1]) * unit_ms)
