"""What a topic may be called.

A name has 1 to 249 characters of ``[a-zA-Z0-9._-]`` and is neither ``.`` nor ``..``: it becomes part of a directory's name.
Names that differ only in ``.`` and ``_`` *collide*, because both stand for the same name in metrics. Source: Kafka's
``Topic.java``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from klog.errors import ErrorCode, KlogError

MAX_NAME_LENGTH = 249
CONSUMER_OFFSETS = "__consumer_offsets"
TRANSACTION_STATE = "__transaction_state"
SHARE_GROUP_STATE = "__share_group_state"
#: The log of Kafka's controllers; never a topic for clients.
CLUSTER_METADATA = "__cluster_metadata"
INTERNAL_TOPICS = frozenset({CONSUMER_OFFSETS, TRANSACTION_STATE, SHARE_GROUP_STATE})

_LEGAL = re.compile(r"[a-zA-Z0-9._-]+")


def fault_of(name: str) -> str | None:
    """What is wrong with `name` as a sentence; None where it is fine."""
    if not name:
        return "Topic name is invalid: the empty string is not allowed"
    if name in (".", ".."):
        return f"Topic name is invalid: '{name}' is not allowed"
    if len(name) > MAX_NAME_LENGTH:
        return f"Topic name is invalid: '{name}' has {len(name)} characters, more than {MAX_NAME_LENGTH}"
    if not _LEGAL.fullmatch(name):
        return f"Topic name is invalid: '{name}' has characters other than ASCII letters, digits, '.', '_' and '-'"
    return None


def validate(name: str) -> None:
    """Check a name.

    :raises KlogError: INVALID_TOPIC_EXCEPTION with what is wrong.
    """
    fault = fault_of(name)
    if fault is not None:
        raise KlogError(ErrorCode.INVALID_TOPIC_EXCEPTION, fault)


def is_internal(name: str) -> bool:
    """Whether brokers keep their own notes in this topic."""
    return name in INTERNAL_TOPICS


def unified(name: str) -> str:
    """What `name` is in metrics; names with the same unified form collide."""
    return name.replace(".", "_")


def colliding(name: str, others: Iterable[str]) -> str | None:
    """One of `others` that `name` collides with (itself included); None where there is none."""
    if "." not in name and "_" not in name:
        return None
    form = unified(name)
    return next((other for other in others if len(other) == len(form) and unified(other) == form), None)


def check_free(name: str, others: Iterable[str]) -> None:
    """Refuse a name for a new topic that collides with one of `others`.

    :raises KlogError: INVALID_TOPIC_EXCEPTION.
    """
    other = colliding(name, others)
    if other is not None:
        raise KlogError(ErrorCode.INVALID_TOPIC_EXCEPTION, f"Topic '{name}' collides with existing topic: {other}")
