"""1,000,000 committed offsets read at start, while another group is served."""

from __future__ import annotations

import collections
import pathlib
import shutil
import tempfile
import time
from typing import NamedTuple

from klog.broker.coordinators.runtime import partition_of
from klog.wire.messages.describe_groups import DescribeGroupsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestTopic
from tests.bench.measure import cpu_seconds, memory_mb
from tests.integration.raw import Raw
from tests.integration.running import KlogBroker

PARTITIONS, GROUPS = 100, 10_000
LOADING = (14, 15, 16)
#: Of ``__consumer_offsets``, as is usual.
SHARDS = 50
TOPIC = "committed"


class Loaded(NamedTuple):
    """One start."""

    where: str
    #: From the start of the process until the READY line, and until the last group was answered.
    ready_s: float
    loaded_s: float
    cpu_s: float
    rss_mb: float
    #: Requests of the other group meanwhile, refused ones, and the longest that one took.
    asked: int
    refused: int
    longest_ms: float


def _ids(shards: range, count: int) -> list[str]:
    """`count` group ids that belong to these partitions of ``__consumer_offsets``."""
    found: list[str] = []
    number = 0
    while len(found) < count:
        group_id = f"group-{number}"
        number += 1
        if partition_of(group_id, SHARDS) in shards:
            found.append(group_id)
    return found


def _fill(broker: KlogBroker, groups: list[str]) -> None:
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    admin = AdminClient({"bootstrap.servers": broker.address})
    admin.create_topics([NewTopic(TOPIC, PARTITIONS, 1)])[TOPIC].result(20)
    with Raw(broker.address) as client:
        _await(client, [f"any-{number}" for number in range(1000)])
        for group_id in groups:
            partitions = [
                OffsetCommitRequestPartition(partition_index=index, committed_offset=123_456_789 + index, committed_metadata="")
                for index in range(PARTITIONS)
            ]
            topic = OffsetCommitRequestTopic(name=TOPIC, partitions=partitions)
            answer = client.ask(OffsetCommitRequest(group_id=group_id, topics=[topic]), 8)
            if any(partition.error_code for partition in answer.topics[0].partitions):
                raise AssertionError(answer)


def _await(client: Raw, groups: list[str]) -> None:
    client.ask(FindCoordinatorRequest(coordinator_keys=groups[:1]), 4)
    while any(group.error_code in LOADING for group in client.ask(DescribeGroupsRequest(groups=groups), 0).groups):
        time.sleep(0.02)


def _start(broker: KlogBroker, groups: list[str], other: str, where: str) -> Loaded:
    """Start, and ask: `other` all the time, one group of each partition whether it is loaded."""
    by_shard = {partition_of(group_id, SHARDS): group_id for group_id in groups}
    broker.start()
    assert broker.server is not None
    began = broker.server.started
    fetch = OffsetFetchRequest(group_id=other, topics=[OffsetFetchRequestTopic(name=TOPIC, partition_indexes=[0])])
    longest, counts = 0.0, collections.Counter[str]()
    waiting = list(by_shard.values())
    with Raw(broker.address) as client, Raw(broker.address) as watch:
        next_look = 0.0
        while waiting:
            asked_s = time.monotonic()
            partition = client.ask(fetch, 5)
            longest = max(longest, time.monotonic() - asked_s)
            counts["asked"] += 1
            if partition.error_code or partition.topics[0].partitions[0].committed_offset != 123_456_789:
                counts["refused"] += 1
            if time.monotonic() >= next_look:
                waiting = [
                    group.group_id for group in watch.ask(DescribeGroupsRequest(groups=waiting), 0).groups if group.error_code in LOADING
                ]
                next_look = time.monotonic() + 0.02
            time.sleep(0.001)
        loaded_s = time.monotonic() - began
        everything = client.ask(OffsetFetchRequest(group_id=groups[-1], topics=None), 5)
    if len(everything.topics[0].partitions) != PARTITIONS:
        raise AssertionError("not all offsets came back")
    ready = broker.server.ready_seconds
    return Loaded(
        where, ready, loaded_s, cpu_seconds(broker.pid), memory_mb(broker.pid), counts["asked"], counts["refused"], longest * 1000
    )  # fmt: skip


def measure(runs: int) -> list[Loaded]:
    """Once with all groups on one partition of ``__consumer_offsets``, once on all but one."""
    found = []
    for where, shards in (("one partition", range(1)), (f"{SHARDS - 1} partitions", range(SHARDS - 1))):
        groups = _ids(shards, GROUPS)
        other = _ids(range(SHARDS - 1, SHARDS), 1)[0]
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-bench-"))
        try:
            broker = KlogBroker(folder).start()
            _fill(broker, [*groups, other])
            for _ in range(runs):
                broker.stop()
                found.append(_start(broker, groups, other, where))
            broker.stop()
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return found
