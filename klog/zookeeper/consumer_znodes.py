"""The znodes of Kafka's ZooKeeper consumer (0.8 to 1.1.1): who is in a group, who owns which partition, how far it has read.

==================================  ==========  ====================================================================
``/consumers/G/ids/ID``             ephemeral   `ConsumerRegistration`
``/consumers/G/owners/T/P``         ephemeral   the owning thread's id, ``ID-n``
``/consumers/G/offsets/T/P``        persistent  the next offset to read, decimal text
==================================  ==========  ====================================================================
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping

from klog.errors import ErrorCode, KlogError
from klog.zookeeper.znode_json import INT_MAX, BadZnode, decode_number, decode_object, encode_json, shown
from klog.zookeeper.znodes import CONSUMERS


def check_group_id(group_id: str) -> str:
    """`group_id`, which is one name in ZooKeeper's tree.

    :raises KlogError: INVALID_GROUP_ID: it is empty or has a slash, or ZooKeeper does not take such a name.
    """
    if not group_id:
        raise KlogError(ErrorCode.INVALID_GROUP_ID, "the group id is empty")
    if "/" in group_id:
        raise KlogError(
            ErrorCode.INVALID_GROUP_ID, f"a group in ZooKeeper has its id as a name in a path, so it cannot have a slash: {group_id!r}"
        )
    if group_id in (".", ".."):
        raise KlogError(ErrorCode.INVALID_GROUP_ID, f"ZooKeeper takes no name such as {group_id!r}")
    for character in group_id:
        if is_forbidden(character):
            raise KlogError(ErrorCode.INVALID_GROUP_ID, f"ZooKeeper takes no name with the character U+{ord(character):04X}: {group_id!r}")
    return group_id


def is_forbidden(character: str) -> bool:
    """Whether ZooKeeper refuses a path with it (``PathUtils.validatePath``)."""
    code = ord(character)
    return code <= 0x1F or 0x7F <= code <= 0x9F or 0xD800 <= code <= 0xF8FF or 0xFFF0 <= code <= 0xFFFF


def group_path(group_id: str) -> str:
    """``/consumers/G``. Raises as `check_group_id`, as do all paths here."""
    return f"{CONSUMERS}/{check_group_id(group_id)}"


def ids_path(group_id: str) -> str:
    """``/consumers/G/ids``."""
    return f"{group_path(group_id)}/ids"


def owners_path(group_id: str, topic: str | None = None) -> str:
    """``/consumers/G/owners[/T]``."""
    return f"{group_path(group_id)}/owners" + (f"/{topic}" if topic is not None else "")


def owner_path(group_id: str, topic: str, partition: int) -> str:
    """``/consumers/G/owners/T/P``."""
    return f"{owners_path(group_id, topic)}/{partition}"


def offsets_path(group_id: str, topic: str | None = None) -> str:
    """``/consumers/G/offsets[/T]``."""
    return f"{group_path(group_id)}/offsets" + (f"/{topic}" if topic is not None else "")


def offset_path(group_id: str, topic: str, partition: int) -> str:
    """``/consumers/G/offsets/T/P``."""
    return f"{offsets_path(group_id, topic)}/{partition}"


class Pattern(enum.Enum):
    """How a consumer names its topics."""

    STATIC = "static"
    WHITE_LIST = "white_list"
    BLACK_LIST = "black_list"


@dataclasses.dataclass(frozen=True)
class ConsumerRegistration:
    """``/consumers/G/ids/ID``, ephemeral.

    :param subscription: number of threads by topic; for patterns, by the one regular expression.
    """

    subscription: Mapping[str, int]
    pattern: Pattern = Pattern.STATIC
    timestamp_ms: int = -1

    @staticmethod
    def path(group_id: str, consumer_id: str) -> str:
        """Where it lies."""
        return f"{ids_path(group_id)}/{consumer_id}"

    def encode(self) -> bytes:
        """Version 1."""
        return encode_json(
            {
                "version": 1,
                "subscription": dict(self.subscription),
                "pattern": self.pattern.value,
                "timestamp": str(self.timestamp_ms),
            }
        )

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> ConsumerRegistration:
        """Version 1. Raises `BadZnode`."""
        fields = decode_object(path, data)
        try:
            pattern = Pattern(fields.text_or_none("pattern") or "static")
        except ValueError:
            raise fields.bad("pattern", "static, white_list or black_list") from None
        subscription = fields.number_by_text("subscription")
        if any(threads < 0 or threads > MAX_THREADS for threads in subscription.values()):
            raise fields.bad("subscription", f"numbers of threads from 0 to {MAX_THREADS}")
        if pattern is not Pattern.STATIC and len(subscription) != 1:
            raise fields.bad("subscription", "one regular expression and its number of threads")
        return cls(subscription, pattern, fields.number_text("timestamp", -1))


#: More threads than this nobody has; the number comes from others and costs memory.
MAX_THREADS = 10_000


def encode_owner(thread_id: str) -> bytes:
    """The value of an owner's znode."""
    return thread_id.encode("utf-8", "replace")


def encode_offset(offset: int) -> bytes:
    """The value of an offset's znode."""
    return str(offset).encode()


def decode_offset(path: str, data: bytes | None) -> int:
    """The next offset to read. Raises `BadZnode`."""
    return decode_number(path, data)


def partition_of(path: str) -> int:
    """The partition's number at the end of a path. Raises `BadZnode`."""
    name = path.rpartition("/")[2]
    if not (name.isascii() and name.isdigit() and len(name) <= 10 and int(name) <= INT_MAX):
        raise BadZnode(path, f"its name is no partition: {shown(name)}")
    return int(name)
