"""The words that every room of klog shares: partitions, offsets, ids, and the offsets with a special meaning."""

from __future__ import annotations

import base64
from typing import NamedTuple, NewType

#: Sixteen raw bytes; all zero is "no id".
TopicId = NewType("TopicId", bytes)

NO_TOPIC_ID = TopicId(bytes(16))
NO_TIMESTAMP_MS = -1

#: ListOffsets' special timestamps (``ListOffsetsRequest.java``).
LATEST_TIMESTAMP = -1
EARLIEST_TIMESTAMP = -2
MAX_TIMESTAMP = -3
EARLIEST_LOCAL_TIMESTAMP = -4
LATEST_TIERED_TIMESTAMP = -5
EARLIEST_PENDING_UPLOAD_TIMESTAMP = -6

#: What the wire says where authorized operations were not asked for.
NO_AUTHORIZED_OPERATIONS = -(2**31)


class TopicPartition(NamedTuple):
    """One partition of one topic; as text ``topic-partition``, which is also its directory's name."""

    topic: str
    partition: int

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}"


def topic_id_to_text(topic_id: bytes) -> str:
    """Kafka's text form of an id: URL-safe base64 without padding, 22 characters."""
    return base64.urlsafe_b64encode(topic_id).rstrip(b"=").decode("ascii")


def topic_id_from_text(text: str) -> TopicId:
    """The id that `text` stands for.

    :raises ValueError: not 22 characters of URL-safe base64.
    """
    if len(text) != 22:
        raise ValueError(f"a topic id has 22 characters, not {len(text)}: {text!r}")
    return TopicId(base64.b64decode(text.encode("ascii") + b"==", altchars=b"-_", validate=True))


class OffsetAt(NamedTuple):
    """What a look-up by time found; offset and timestamp are -1 where no record is that young."""

    offset: int
    timestamp_ms: int = -1
    leader_epoch: int = -1


class Committed(NamedTuple):
    """What a group wrote down for a partition: the next record to read."""

    offset: int
    leader_epoch: int = -1
    metadata: str = ""
