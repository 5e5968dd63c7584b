"""DeleteTopics (key 20).

Versions 0 to 6: 1 adds the throttle time; 3 a disabled deletion's own error; 4 is flexible; 5 error messages; 6 deletes by topic id.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int16, int32, string, uuid


class DeleteTopicState(Struct):
    """A topic by its name or by its id."""

    name: str | None = string("6+", nullable="6+", default=None)
    topic_id: bytes = uuid("6+")


class DeleteTopicsRequest(Message, key=20, versions="0-6", flexible="4+"):
    """What the client asks."""

    topics: list[DeleteTopicState] = array(DeleteTopicState, "6+")
    topic_names: list[str] = array(Kind.STRING, "0-5", ignorable=True)
    timeout_ms: int = int32("0+")


class DeletableTopicResult(Struct):
    """What became of one topic."""

    name: str | None = string("0+", nullable="6+")
    topic_id: bytes = uuid("6+", ignorable=True)
    error_code: int = int16("0+")
    error_message: str | None = string("5+", nullable="5+", default=None, ignorable=True)


class DeleteTopicsResponse(Message, answers=DeleteTopicsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("1+", ignorable=True)
    responses: list[DeletableTopicResult] = array(DeletableTopicResult, "0+")
