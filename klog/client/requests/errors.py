"""The errors of single partitions in an answer, as exceptions that name them, and which of several counts. Pure; no Twisted here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from klog.client.retry import Action, what_to_do_about
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import TopicPartition
from klog.wire.schema import Struct


def left_out(tp: TopicPartition, who: str, request: str) -> KlogError:
    """The error of a partition that an answer does not mention.

    :param who: the broker, as ``node 3``; :param request: its name.
    """
    return KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"{who} left {tp} out of its answer to {request}")


def partition_error(error_code: int, tp: TopicPartition, doing: str) -> KlogError:
    """An error of one partition as an exception that names it."""
    row = row_of(error_code)
    return KlogError(row.code, f"topic {tp.topic}, partition {tp.partition}: {row.sentence} ({doing})")


def worst(errors: Iterable[KlogError]) -> KlogError | None:
    """Of several errors of one answer the first that is final, else the first; None of none."""
    chosen: KlogError | None = None
    for error in errors:
        if what_to_do_about(error) is Action.FAIL:
            return error
        chosen = chosen or error
    return chosen


def error_codes(answer: Any) -> set[int]:
    """The error codes at the top of an answer and one and two levels below it; those of long lists by their first entry."""
    found: set[int] = set()

    def look(struct: Struct, depth: int) -> None:
        for field in type(struct).FIELDS:
            value = getattr(struct, field.name)
            if field.name in ("error_code", "partition_error_code"):
                found.add(value)
            elif depth and isinstance(value, list) and value and isinstance(value[0], Struct):
                look(value[0], depth - 1)

    if isinstance(answer, Struct):
        look(answer, 2)
    return found
