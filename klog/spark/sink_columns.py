"""Which columns of a DataFrame the sink takes, and what is wrong with the others: Spark's own Kafka sink, in its words.

``value`` must be there; ``key``, ``headers``, ``topic`` and ``partition`` may; ``timestamp`` is klog's own (Spark's sink has none and
stamps records itself). Other columns are not written, as with Spark's. Names are compared without regard to case. No pyspark here: types
come as Spark writes them (``DataType.simpleString()``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from klog.spark.errors import OptionError

_HEADERS = "array<struct<key:string,value:binary>>"
#: By column: the types that it may have, and how the sentence about another one calls them.
_TYPES: dict[str, tuple[tuple[str, ...], str]] = {
    "topic": (("string",), "string"),
    "key": (("string", "binary"), "string or binary"),
    "value": (("string", "binary"), "string or binary"),
    "headers": ((_HEADERS,), _HEADERS),
    "partition": (("int",), "int"),
    "timestamp": (("timestamp",), "timestamp"),
}


class SinkColumns(NamedTuple):
    """Where each column stands in the DataFrame; None where it is not there."""

    value: int
    key: int | None = None
    headers: int | None = None
    #: None also where the option names the topic.
    topic: int | None = None
    partition: int | None = None
    timestamp: int | None = None


def sink_columns(fields: Sequence[tuple[str, str]], topic_option: str | None) -> SinkColumns:
    """Find the columns.

    :param fields: names and types in order.
    :param topic_option: the option ``topic``; None where it was not given.
    :raises OptionError: no value, no topic, or a type that cannot be written; Spark's sentence.
    """
    places: dict[str, int] = {}
    for place, (name, kind) in enumerate(fields):
        known = name.lower()
        if known not in _TYPES:
            continue
        if known in places:
            raise OptionError(f"there are two columns called '{known}'; the sink needs to know which one is meant")
        allowed, words = _TYPES[known]
        if known == "topic" and topic_option is not None:
            # The option wins, whatever the column is.
            continue
        # Spark does not mind whether a field may be null, nor how the fields of headers are capitalized.
        if (kind.lower() if known == "headers" else kind) not in allowed and not _is_text(kind, allowed):
            raise OptionError(f"{known} attribute unsupported type {kind}. {known} must be a(n) {words}")
        places[known] = place
    if topic_option is None and "topic" not in places:
        raise OptionError("topic option required when no 'topic' attribute is present. Use the topic option for setting a topic.")
    if "value" not in places:
        raise OptionError("Required attribute 'value' not found")
    return SinkColumns(**places)


def _is_text(kind: str, allowed: Sequence[str]) -> bool:
    """``string collate UNICODE`` is text like any other; char(5) and varchar(5) reach a writer as strings."""
    return "string" in allowed and kind.startswith(("string ", "char(", "varchar("))
