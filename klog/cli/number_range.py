"""Numbers of command lines, as `click` does not have them."""

from __future__ import annotations

import math
from typing import Any

import click


class NumberRange(click.FloatRange):
    """A number with a fraction, within bounds. ``nan`` is within all of them for `click`, and no time or rate is ``inf``.

    ::

        @click.option("--timeout", type=NumberRange(0.1, 3600))
    """

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number.

        :raises click.BadParameter: it is none, or out of bounds.
        """
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value!r} is no number.", param, ctx)
        return number
