"""A shard whose log is a list, and a broker in memory with helpers for committed offsets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.task import Clock

from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.coordinators.records import CoordinatorRecord, encoded
from klog.broker.groups.group import GroupEnvironment
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.offsets import CommitEntry, OffsetStore
from klog.broker.groups.shard import Shard
from klog.errors import ErrorCode, KlogError
from klog.metrics import Metrics
from klog.model import NO_TOPIC_ID
from klog.testing.broker import MemoryBroker
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest

NOW_MS = 1_795_000_000_000
TOPIC_ID = b"t" * 16


class ListLog:
    """A `CoordinatorLog` in memory.

    :ivar batches: what was appended.
    """

    def __init__(self) -> None:
        self.batches: list[list[tuple[bytes, bytes | None]]] = []
        #: Raised by the next append, once.
        self.fail_next: ErrorCode | None = None
        #: What the next appends return.
        self.acknowledge: Deferred[None] | None = None
        self._acknowledgements: list[Deferred[None] | None] = []

    def append(self, records: Sequence[CoordinatorRecord]) -> Deferred[None] | None:
        """Keep `records`."""
        return self.append_encoded([encoded(record) for record in records])

    def append_encoded(self, records: Sequence[tuple[bytes, bytes | None]]) -> Deferred[None] | None:
        """Keep `records`."""
        if self.fail_next is not None:
            code, self.fail_next = self.fail_next, None
            raise KlogError(code)
        self.batches.append(list(records))
        self._acknowledgements.append(self.acknowledge)
        return self.acknowledge

    @property
    def end(self) -> int:
        """As `CoordinatorLog.end`."""
        return sum(map(len, self.batches))

    @property
    def settled(self) -> int:
        """As `CoordinatorLog.settled`: up to the first batch whose acknowledgement has not fired."""
        settled = 0
        for batch, acknowledgement in zip(self.batches, self._acknowledgements, strict=False):
            if acknowledgement is not None and not acknowledgement.called:
                break
            settled += len(batch)
        return settled

    def acknowledged(self) -> Deferred[None] | None:
        """What the last append returned, where that has not fired."""
        waiting = self.acknowledge
        return None if waiting is None or waiting.called else waiting

    @property
    def records(self) -> list[tuple[bytes, bytes | None]]:
        """All of them, in order."""
        return [record for batch in self.batches for record in batch]


def make_environment(clock: Clock | None = None, **settings: Any) -> GroupEnvironment:
    """An environment on `clock`, at `NOW_MS` when that shows 0; `warned` on it are the warnings."""
    clock = clock or Clock()
    warned: list[str] = []
    environment = GroupEnvironment(
        clock=clock,
        now_ms=lambda: NOW_MS + int(clock.seconds() * 1000),
        settings=GroupSettings(**settings),
        coordination=None,
        random=random.Random(1),
        in_thread=lambda function: maybeDeferred(function),
        deadlines=Deadlines(clock),
        metrics=Metrics(),
        warn=warned.append,
    )
    return environment


def make_shard(environment: GroupEnvironment | None = None) -> tuple[Shard, OffsetStore, ListLog]:
    """An active shard with a store, and its log."""
    log = ListLog()
    shard = Shard(0, environment or make_environment(), log)
    store = shard.offsets
    shard.activate()
    return shard, store, log


def entry(
    partition: int = 0, offset: int = 5, *, topic: str = "t", topic_id: bytes = NO_TOPIC_ID, metadata: str | None = None, **more: Any
) -> CommitEntry:
    """One partition of a commit."""
    return CommitEntry(topic, topic_id, partition, offset, more.pop("leader_epoch", -1), metadata, **more)


class OffsetsBroker:
    """A `MemoryBroker` with topic ``t`` of 3 partitions and a coordinator.

    :ivar in_single_steps: long work of the coordinator pauses behind each of its steps, for `STEP_S`.
    """

    #: In seconds.
    STEP_S = 0.001

    def __init__(self, properties: dict[str, str] | None = None, *, partitions: int = 4) -> None:
        self.in_single_steps = False
        self.memory = MemoryBroker({"offsets.topic.num.partitions": str(partitions), **(properties or {})})
        self.memory.start()
        # Not the environment's: the coordinator's work is interrupted, and nobody else's.
        self.coordinator.loader._steps._pause = lambda: self.STEP_S if self.in_single_steps else None
        self.client = self.memory.connect()
        self.create_topic()
        self.ask(FindCoordinatorRequest(key="g"), 3)

    def create_topic(self) -> None:
        """Topic ``t``, again where it was deleted."""
        self.ask(CreateTopicsRequest(topics=[CreatableTopic(name="t", num_partitions=3, replication_factor=1)]), 5)

    def ask(self, request: Any, version: int) -> Any:
        """The answer, at once."""
        return self.client.ask(request, version)

    def restart(self) -> None:
        """Stop in order and start again."""
        self.memory.stop()
        self.memory.start()
        self.client = self.memory.connect()

    def crash(self) -> None:
        """The power fails, and the broker starts again."""
        self.memory = self.memory.crash().start()
        self.client = self.memory.connect()

    @property
    def coordinator(self) -> Any:
        """Of the broker that runs."""
        return self.memory.broker.coordinator

    def commit(self, group: str = "g", partition: int = 0, offset: int = 5, *, version: int = 8, topic: str = "t", **more: Any) -> int:
        """Commit one offset; the code."""
        partitions = [
            OffsetCommitRequestPartition(partition_index=partition, committed_offset=offset, committed_metadata=more.pop("metadata", ""))
        ]
        topics = [OffsetCommitRequestTopic(name=topic, topic_id=more.pop("topic_id", NO_TOPIC_ID), partitions=partitions)]
        answer = self.ask(OffsetCommitRequest(group_id=group, topics=topics, **more), version)
        return int(answer.topics[0].partitions[0].error_code)

    def offsets(self, group: str = "g") -> dict[tuple[str, int], int]:
        """All that is committed."""
        answer = self.ask(OffsetFetchRequest(group_id=group, topics=None), 7)
        assert answer.error_code == 0, answer
        return {(topic.name, one.partition_index): one.committed_offset for topic in answer.topics for one in topic.partitions}
