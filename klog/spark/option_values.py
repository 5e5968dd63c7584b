"""The values of options: texts as people write them, read as Spark reads them.

Every reader is given all options, by their names in lower case, and the name of one as it is written; so that an error says the name, and
Spark's own words (``For input string: "abc"``) where it has some.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from klog.config import INT_MAX, LONG_MAX
from klog.durations import milliseconds
from klog.model import TopicPartition
from klog.spark.errors import OptionError


def json_object(text: str, shape: str) -> dict[str, Any]:
    """The object that `text` is in JSON; `shape` is the sentence of the error.

    :raises OptionError: it is none.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise OptionError(shape) from None
    if not isinstance(value, dict):
        raise OptionError(shape)
    return value


def whole_number(value: Any, shape: str, highest: int = LONG_MAX) -> int:
    """`value` out of JSON, where it is a whole number between ``-highest - 1`` and `highest`.

    :raises OptionError: it is none; `shape` is the sentence.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not -highest - 1 <= value <= highest:
        raise OptionError(shape)
    return value


def by_partition(text: str, shape: str) -> dict[TopicPartition, int]:
    """A number for each partition: ``{"topic":{"0":23,"1":-1}}``.

    :raises OptionError: something else; `shape` is the sentence.
    """
    found = {}
    for topic, partitions in json_object(text, shape).items():
        if not isinstance(partitions, dict):
            raise OptionError(shape)
        for partition, number in partitions.items():
            # JSON has names as texts only.
            if re.fullmatch(r"[+-]?[0-9]{1,10}", partition, re.ASCII) is None:
                raise OptionError(shape)
            found[TopicPartition(topic, whole_number(int(partition), shape, INT_MAX))] = whole_number(number, shape)
    return found


def truth(plain: Mapping[str, str], name: str, default: bool) -> bool:
    """True or false, in any case.

    :raises OptionError: neither.
    """
    value = plain.get(name.lower())
    if value is None:
        return default
    lowered = value.lower()
    if lowered not in ("true", "false"):
        raise OptionError(f'{name}: For input string: "{value}"; true or false is expected')
    return lowered == "true"


def whole(plain: Mapping[str, str], name: str, low: int, high: int) -> int | None:
    """A whole number from `low` to `high`; None where the option is not there.

    :raises OptionError: another, or no number.
    """
    value = plain.get(name.lower())
    if value is None:
        return None
    if re.fullmatch(r"\s*[+-]?[0-9]{1,19}\s*", value, re.ASCII) is None or int(value) > high:
        raise OptionError(f'{name}: For input string: "{value}"; a whole number up to {high} is expected')
    number = int(value)
    if number < low:
        raise OptionError(f"{name} is {number}; it must be at least {low}")
    return number


def positive(plain: Mapping[str, str], name: str, high: int) -> int | None:
    """A whole number above zero, in Spark's words; None where the option is not there.

    :raises OptionError: another, or no number.
    """
    number = whole(plain, name, -high - 1, high)
    if number is not None and number <= 0:
        raise OptionError(f"{name} must be positive")
    return number


def or_default(value: int | None, default: Any) -> Any:
    """`value`, which may be 0, or `default` for None."""
    return default if value is None else value


def duration_ms(plain: Mapping[str, str], name: str, default: int) -> int:
    """Spark's way to write a time: ``15m``, ``500ms``; a bare number is milliseconds.

    :raises OptionError: something else.
    """
    value = plain.get(name.lower())
    if value is None:
        return default
    bare = re.fullmatch(r"\s*([0-9]{1,15})\s*(us)?\s*", value.lower(), re.ASCII)
    if bare is not None:
        return int(bare[1]) // (1000 if bare[2] else 1)
    found = milliseconds(value)
    if found is None:
        raise OptionError(f"{name}: Failed to parse time string: {value}; write 15m, 90s or 500ms")
    return found
