"""Numbers on axes: how they are written, and where an axis ends."""

from __future__ import annotations

import math
import sys


def tidy_number(value: float) -> str:
    """Short, as on an axis: ``0.5``, ``250``, ``12.5k``, ``1.2M``."""
    if abs(value) < 0.001:
        return "0"
    for limit, suffix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= limit:
            return f"{value / limit:.3g}{suffix}"
    return f"{value:.3g}"


def ceiling(value: float) -> float:
    """The next number that is good to read at the top of an axis: 1, 2, 2.5 or 5 times a power of ten."""
    # Below the smallest normal number powers of ten have no digits left.
    if value < sys.float_info.min:
        return 1.0
    magnitude = 10.0 ** math.floor(math.log10(value))
    return next(magnitude * step for step in (1, 2, 2.5, 5, 10) if magnitude * step >= value * (1 - 1e-9))
