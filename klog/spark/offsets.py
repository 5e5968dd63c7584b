"""From a subscription and two bounds to offsets: what the driver asks the brokers before anything is read.

Used by batch reads and streams alike, and by nothing that runs in a task. All functions are given a `BlockingClient` and keep nothing.

* `assigned`: the partitions of a `Subscription`, each with its topic's id. Internal topics are left out, as in Spark's source.
* `resolve`: where a `Bound` is, as a number for each partition. What has to be asked is asked of each leader in one request.
* `batch_ranges`: both ends of a batch read, checked: nothing that is already gone is asked of a task.

With read_committed "latest" is the last stable offset: before the first transaction that is still open.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal

from klog.arrow.errors import DataLoss
from klog.arrow.ranges import TopicRange
from klog.client.blocking.client import BlockingClient
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, NO_TOPIC_ID, TopicPartition
from klog.spark.errors import OptionError


@dataclasses.dataclass(frozen=True)
class Subscription:
    """Which partitions are read: one of the options ``assign``, ``subscribe`` and ``subscribePattern``."""

    kind: Literal["assign", "subscribe", "subscribePattern"]
    #: As the user wrote it.
    text: str
    topics: tuple[str, ...] = ()
    partitions: frozenset[TopicPartition] = frozenset()
    pattern: re.Pattern[str] | None = None


@dataclasses.dataclass(frozen=True)
class Bound:
    """Where reading begins or ends.

    `by_partition` has offsets (-2 the earliest, -1 the latest) or milliseconds since 1970. `no_match` is for starts by time: what to do
    where no record is that young.
    """

    kind: Literal["earliest", "latest", "offsets", "timestamps", "timestamp"]
    by_partition: Mapping[TopicPartition, int] = dataclasses.field(default_factory=dict)
    timestamp_ms: int = 0
    no_match: str = "error"


EARLIEST = Bound("earliest")
LATEST = Bound("latest")


def assigned(client: BlockingClient, subscription: Subscription, *, timeout_ms: int = 60_000) -> dict[TopicPartition, bytes]:
    """The partitions that there are of what is subscribed to, with their topics' ids (zeroes where the broker has none), in order.

    Partitions that ``assign`` names and that do not exist are left out, as in Spark's source.

    :raises KlogError: a topic that does not exist or may not be read; no broker answered.
    """
    if subscription.pattern is not None:
        client.refresh(None, timeout_ms=timeout_ms)
        search = subscription.pattern.search
        names = [name for name, topic in client.metadata.topics.items() if search(name) and not topic.is_internal]
    else:
        names = sorted({tp.topic for tp in subscription.partitions} | set(subscription.topics))
        client.refresh(names, timeout_ms=timeout_ms)
    found: dict[TopicPartition, bytes] = {}
    for name in sorted(names):
        topic = client.metadata.topic(name)
        code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if topic is None else topic.error
        if code is ErrorCode.LEADER_NOT_AVAILABLE and topic is not None and topic.partitions:
            code = ErrorCode.NONE
        if topic is None or code is not ErrorCode.NONE:
            raise _topic_error(name, code, subscription, client.settings.bootstrap_servers)
        if not topic.is_internal:
            found.update({TopicPartition(name, partition.partition): topic.topic_id or NO_TOPIC_ID for partition in topic.partitions})
    if subscription.kind == "assign":
        return {tp: found[tp] for tp in sorted(found) if tp in subscription.partitions}
    return {tp: found[tp] for tp in sorted(found)}


def _topic_error(name: str, code: ErrorCode, subscription: Subscription, servers: str) -> KlogError:
    if code is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
        sentence = f"topic {name} does not exist at {servers} (option {subscription.kind}): create it, or correct the name"
    else:
        sentence = f"topic {name} (option {subscription.kind}): {row_of(code).sentence}"
    return KlogError(code, sentence)


def earliest(
    client: BlockingClient, partitions: Collection[TopicPartition], isolation: str = "read_uncommitted", *, timeout_ms: int = 60_000
) -> dict[TopicPartition, int]:
    """The first offset of each that is still there."""
    return _list(client, dict.fromkeys(partitions, EARLIEST_TIMESTAMP), isolation, timeout_ms)


def latest(
    client: BlockingClient, partitions: Collection[TopicPartition], isolation: str = "read_uncommitted", *, timeout_ms: int = 60_000
) -> dict[TopicPartition, int]:
    """The offset behind the last record of each that a reader may see."""
    return _list(client, dict.fromkeys(partitions, LATEST_TIMESTAMP), isolation, timeout_ms)


def resolve(
    client: BlockingClient,
    partitions: Collection[TopicPartition],
    bound: Bound,
    *,
    starting: bool,
    isolation: str = "read_uncommitted",
    timeout_ms: int = 60_000,
) -> dict[TopicPartition, int]:
    """An offset for each of `partitions`. Offsets that the user wrote are taken as they are.

    :param starting: whether `bound` is where reading begins; an end by time that no record has is the end of the partition.
    :raises OptionError: `bound` names other partitions than `partitions`; no record is as young as a start by time.
    :raises KlogError: a broker did not answer.
    """
    special = {"earliest": EARLIEST_TIMESTAMP, "latest": LATEST_TIMESTAMP}
    if bound.kind in special:
        return _list(client, dict.fromkeys(partitions, special[bound.kind]), isolation, timeout_ms)
    if bound.kind != "timestamp":
        _check_named(bound, set(partitions), starting)
    if bound.kind == "offsets":
        written = dict(bound.by_partition)
    else:
        times = dict.fromkeys(partitions, bound.timestamp_ms) if bound.kind == "timestamp" else dict(bound.by_partition)
        written = _list(client, times, isolation, timeout_ms)
        for tp, offset in written.items():
            if offset >= 0:
                continue
            if starting and bound.no_match == "error":
                raise OptionError(f"No offset matched from request of topic-partition {tp} and timestamp {times[tp]}.")
            written[tp] = LATEST_TIMESTAMP
    asked = {tp: offset for tp, offset in written.items() if offset < 0}
    return {**written, **_list(client, asked, isolation, timeout_ms)}


def _list(client: BlockingClient, wanted: Mapping[TopicPartition, int], isolation: str, timeout_ms: int) -> dict[TopicPartition, int]:
    if not wanted:
        return {}
    found = client.list_offsets(wanted, isolation=isolation, timeout_ms=timeout_ms)
    return {tp: found[tp].offset for tp in wanted}


def _check_named(bound: Bound, partitions: set[TopicPartition], starting: bool) -> None:
    if bound.by_partition.keys() == partitions:
        return
    position = "start" if starting else "end"
    if bound.kind == "offsets":
        sentence = f"Partitions specified for Kafka {position} offsets don't match what are assigned."
        hint = "Maybe topic partitions are created or deleted while the query is running. Use -1 for latest, -2 for earliest."
    else:
        sentence = f"Partitions specified for Kafka timestamp based {position} offsets don't match what are assigned."
        hint = "Maybe topic partitions are created or deleted while the query is running, or you didn't specify all the partitions."
    raise OptionError(f"{sentence} {hint} Specified: {_names(bound.by_partition)} Assigned: {_names(partitions)}")


def _names(partitions: Iterable[TopicPartition]) -> str:
    return ", ".join(map(str, sorted(partitions))) or "none"


def batch_ranges(
    client: BlockingClient,
    subscription: Subscription,
    starting: Bound,
    ending: Bound,
    *,
    isolation: str = "read_uncommitted",
    fail_on_data_loss: bool = True,
    keep: Callable[[TopicRange], TopicRange] = lambda wanted: wanted,
    tell: Callable[[str], None] = lambda sentence: None,
    timeout_ms: int = 60_000,
) -> list[TopicRange]:
    """What a batch read reads, one range for each partition that has something.

    :param keep: gives the part of a range that is wanted; what is cut off is not missed where it is gone.
    :param tell: is given a sentence for each loss that does not end the read.
    :raises OptionError: the bounds do not fit to the partitions or to each other.
    :raises DataLoss: records that were asked for are not there (any more), and `fail_on_data_loss`.
    :raises KlogError: a topic that does not exist; no answer.
    """
    ids = assigned(client, subscription, timeout_ms=timeout_ms)
    starts = resolve(client, ids, starting, starting=True, isolation=isolation, timeout_ms=timeout_ms)
    ends = resolve(client, ids, ending, starting=False, isolation=isolation, timeout_ms=timeout_ms)
    # Only what a user wrote can lie outside.
    written = {tp for tp in ids if _is_written(starting, tp) or _is_written(ending, tp)}
    firsts = earliest(client, written, isolation, timeout_ms=timeout_ms)
    lasts = latest(client, written, isolation, timeout_ms=timeout_ms)
    ranges = []
    for tp, topic_id in ids.items():
        start, end = starts[tp], ends[tp]
        if start > end:
            raise _backwards(tp, start, end)
        _, _, start, end, _ = wanted = keep(TopicRange(tp.topic, tp.partition, start, end, topic_id))
        if tp in written and start < end:
            start, end = _within(tp, start, end, firsts[tp], lasts[tp], fail_on_data_loss, tell)
        if start < end:
            ranges.append(wanted._replace(start=start, end=end))
    return ranges


def _is_written(bound: Bound, tp: TopicPartition) -> bool:
    return bound.kind == "offsets" and bound.by_partition.get(tp, -1) >= 0


def _backwards(tp: TopicPartition, start: int, end: int) -> OptionError:
    return OptionError(
        f"The resolved start offset {start} is greater than the resolved end offset {end} for topic {tp.topic} partition {tp.partition}. "
        "Check whether the start is beyond the end or beyond the latest offset, and whether the topic was deleted and made again."
    )


def _within(
    tp: TopicPartition, start: int, end: int, first: int, last: int, fail_on_data_loss: bool, tell: Callable[[str], None]
) -> tuple[int, int]:
    """The part of ``start`` to ``end`` that is there."""
    new_start, new_end = max(start, first), min(end, last)
    gaps = []
    if new_start > start:
        gaps.append((start, min(new_start, end), f"the partition begins at offset {first} now"))
    if new_end < end:
        gaps.append((max(new_end, start), end, f"the partition ends at offset {last}"))
    for low, high, why in gaps:
        loss = DataLoss(tp.topic, tp.partition, low, high, why)
        if fail_on_data_loss:
            raise loss
        tell(str(loss))
    return new_start, max(new_start, new_end)
