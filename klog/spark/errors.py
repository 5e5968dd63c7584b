"""What a user of the data source wrote and what cannot be.

Spark shows the text of an exception that a Python data source raises, behind its own ``[PYTHON_DATA_SOURCE_ERROR]``. So the text says
everything: which option, what stood there, what to write instead. Where Spark's own Kafka connector has a sentence for the same mistake,
it is that sentence, so that whoever looks for it finds it.

What goes wrong with the brokers or the data are `klog.errors.KlogError` and its kinds (`klog.arrow.errors`, `klog.net.client.errors`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from klog.config import ConfigError
from klog.errors import KlogError

P = ParamSpec("P")
T = TypeVar("T")


class OptionError(ValueError):
    """An option that is missing, unknown, contradicts another, or has a value that cannot be; one or two sentences."""


def told_plainly(function: Callable[P, T]) -> Callable[P, T]:
    """`function`, whose errors that are sentences come without the way they took through klog, which Spark would print before them."""

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except (OptionError, KlogError, ConfigError) as error:
            raise error.with_traceback(None) from None

    return call
