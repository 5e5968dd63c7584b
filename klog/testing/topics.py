"""What tests do with a running broker's topics without a client: make them, put records in, look at what is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, cast

from twisted.internet.defer import Deferred, gatherResults, maybeDeferred

from klog.broker.handler import RequestContext
from klog.broker.handlers.create_topics import CreateTopicsHandler
from klog.broker.lifecycle.assembly import Broker
from klog.errors import ErrorCode, KlogError
from klog.net.connection_info import ConnectionInfo
from klog.records.implementations import codec, views
from klog.storage.cold_read import wait_for
from klog.storage.log.values import AppendEntry
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest

#: Bytes that `messages` reads at once.
_READ_BYTES = 1 << 20


def text(value: Any) -> str:
    """A setting as one writes it into a file of properties."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def create_topic(broker: Broker, name: str, partitions: int = 1, configs: Mapping[str, Any] | None = None) -> Deferred[None]:
    """Make a topic.

    :raises KlogError: as CreateTopics would answer; in the Deferred.
    """
    handler = CreateTopicsHandler(cast(Any, broker.coordination), broker.settings)
    wanted = CreatableTopic(
        name=name,
        num_partitions=partitions,
        replication_factor=1,
        configs=[CreatableTopicConfig(name=key, value=text(value)) for key, value in (configs or {}).items()],
    )
    context = RequestContext(19, 7, 0, None, ConnectionInfo("", "127.0.0.1", 0, "127.0.0.1", 0))

    def check(answer: Any) -> None:
        (result,) = answer.topics
        if result.error_code:
            raise KlogError(ErrorCode(result.error_code), result.error_message or name)

    return maybeDeferred(handler.handle, context, CreateTopicsRequest(topics=[wanted], timeout_ms=10_000)).addCallback(check)


def create_topics(broker: Broker, topics: Mapping[str, int]) -> Deferred[None]:
    """Make topics, each with its number of partitions. KlogError as `create_topic`."""
    made = gatherResults([create_topic(broker, name, count) for name, count in topics.items()], consumeErrors=True)
    return made.addCallbacks(lambda _: None, lambda failure: cast(Any, failure.value).subFailure)


def partitions_on_demand(broker: Broker, topic: str) -> int | None:
    """With how many partitions the broker would make `topic` for a client that names it; None where it is there, or would not be made."""
    known = topic in cast(Any, broker.coordination).topics()
    return None if known or not broker.settings.boolean("auto.create.topics.enable") else broker.settings.integer("num.partitions")


def put(
    broker: Broker, topic: str, values: Sequence[bytes | None], timestamp_ms: int, *, key: bytes | None = None, partition: int = 0
) -> int:
    """Append records to a topic without a client; the first one's offset.

    :raises KlogError: UNKNOWN_TOPIC_OR_PARTITION, or why the broker does not take them.
    """
    found = cast(Any, broker.partitions).get(topic, partition)
    if found is None:
        raise KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"there is no partition {partition} of {topic}")
    if not values:
        return int(found.log.end_offset)
    batch = codec.build_batch([(timestamp_ms, key, value, ()) for value in values])
    (result,) = found.append([AppendEntry(batch, 9)])
    if result.code is not ErrorCode.NONE:
        raise KlogError(result.code, result.message or topic)
    return int(result.base_offset)


def messages(broker: Broker, topic: str, partition: int | None = None) -> list[Any]:
    """All records of a topic, or of one of its partitions, that consumers may see: with `topic`, `partition`, `offset`, `timestamp_ms`,
    `key`, `value` and `headers`. Empty where there is no such topic."""
    found: list[Any] = []
    for one in cast(Any, broker.partitions).all():
        if one.topic_partition.topic != topic or partition not in (None, one.topic_partition.partition):
            continue
        log = one.log
        offset = log.start_offset
        while offset < log.high_watermark:
            read = wait_for(partial(log.read, offset, _READ_BYTES, upper_bound=log.high_watermark))
            if read.span is None:
                break
            data = read.span.read()
            cursor = views.cursor(data, offset, topic=topic, partition=one.topic_partition.partition)
            found.extend(cursor.take(1 << 62))
            if cursor.next_offset <= offset:
                break
            offset = cursor.next_offset
    return found
