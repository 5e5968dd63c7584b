"""ListOffsets and OffsetForLeaderEpoch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.offset_for_leader_epoch import OffsetForLeaderEpochRequest, OffsetForLeaderPartition, OffsetForLeaderTopic
from tests.integration.behaviour.batches import batch
from tests.integration.behaviour.peer import Peer
from tests.integration.behaviour.script_produce import create, request
from tests.integration.behaviour.steps import Script

DAY_MS = 86_400_000


def build(script: Script) -> None:
    """All steps."""
    create(script, {"offsets": (4, {}), "offsets-stamped": (1, {"message.timestamp.type": "LogAppendTime"})}, "topics to ask for offsets")
    for number, minutes in enumerate((0, 10, 5, 20)):
        script.add(
            "Produce",
            9,
            f"filling offsets, batch {number}",
            lambda peer, minutes=minutes, codec_=number: request(
                peer,
                9,
                "offsets",
                [(0, batch(peer.base_ms + minutes * 60_000, 4, codec_=codec_)), (1, batch(peer.base_ms, 1)), (3, batch(-1, 2, step_ms=0))],
            ),
        )
    script.add("Produce", 9, "filling offsets-stamped", lambda peer: request(peer, 9, "offsets-stamped", [(0, batch(peer.base_ms))]))
    for version in script.versions("ListOffsets"):
        _list(script, version)
    for version in script.versions("OffsetForLeaderEpoch"):
        _epochs(script, version)


def _list(script: Script, version: int) -> None:
    def add(what: str, *wanted: tuple[str, Sequence[tuple[int, int]]], **more: int) -> None:
        """`wanted`: (topic, (partition, timestamp)); small timestamps are as they are, others relative to the script's time."""

        def make(peer: Peer) -> ListOffsetsRequest:
            made = ListOffsetsRequest(replica_id=more.get("replica_id", -1))
            made.isolation_level = more.get("isolation_level", 0)
            for name, pairs in wanted:
                topic = ListOffsetsTopic(name=name)
                for index, timestamp in pairs:
                    asked = ListOffsetsPartition(
                        partition_index=index, timestamp=timestamp if timestamp < RELATIVE else timestamp - RELATIVE + peer.base_ms - DAY_MS
                    )
                    asked.current_leader_epoch = more.get("epoch", -1)
                    if version == 0:
                        asked.max_num_offsets = more.get("max_num_offsets", 1)
                    topic.partitions.append(asked)
                made.topics.append(topic)
            if version >= 10:
                made.timeout_ms = 1000
            return made

        # When a broker stamped a record is its own affair.
        script.add("ListOffsets", version, what, make, ignore=("topics/offsets-stamped/*/timestamp",))

    def minutes(number: float) -> int:
        return RELATIVE + DAY_MS + int(number * 60_000)

    for special in range(-1, -9, -1):
        add(f"special {special}", ("offsets", [(0, special), (1, special), (2, special), (3, special)]))
        add(f"special {special} of LogAppendTime", ("offsets-stamped", [(0, special)]), ("fetch-cut", [(0, special)]))
    for name, number in (
        ("long before", -600),
        ("the first", 0),
        ("inside the first batch", 0.0003),
        ("between", 1),
        ("the second", 10),
        ("before the disorder", 7),
        ("the last", 20),
        ("after all", 60),
    ):
        # Version 0 goes by when a file was written, which is minutes or seconds ago, as fast as the machine is.
        if version or abs(number) >= 60:
            add(f"time: {name}", ("offsets", [(index, minutes(number)) for index in range(4)]))
    add("time 0", ("offsets", [(index, 0) for index in range(4)]))
    add("the largest time", ("offsets", [(0, 2**63 - 1)]))
    add("the smallest time", ("offsets", [(0, -(2**63))]))
    add("no such partition", ("offsets", [(9, -1), (-1, -1)]))
    add("no such topic", ("offsets-missing", [(0, -1)]))
    add("bad names", ("bad name!", [(0, -1)]), ("", [(0, -1)]))
    add("a partition twice", ("offsets", [(0, -1), (0, -2), (1, -1)]))
    add("nothing")
    add("no partitions", ("offsets", []))
    for replica in (-2, -3, 1, 5):
        add(f"as replica {replica}", ("offsets", [(0, -1)]), replica_id=replica)
    if version == 0:
        for count in (0, 2, 10, -1):
            add(f"at most {count} offsets", ("offsets", [(0, -1), (0, -2), (1, minutes(60))]), max_num_offsets=count)
            add(f"at most {count} offsets of one", ("offsets", [(0, -1)]), max_num_offsets=count)
    if version >= 2:
        add("read committed", ("offsets", [(0, -1), (1, -2)]), isolation_level=1)
        add("read committed, by time", ("offsets", [(0, minutes(5))]), isolation_level=1)
        add("isolation 7", ("offsets", [(0, -1)]), isolation_level=7)
    if version >= 4:
        for epoch in (0, 1, -2, 77):
            add(f"leader epoch {epoch}", ("offsets", [(0, -1), (0, 0)]), epoch=epoch)
            add(f"leader epoch {epoch} of one", ("offsets", [(0, -1)]), epoch=epoch)


#: From here on a timestamp of the table is relative to the script's time, a day before it.
RELATIVE = 1 << 50


def _epochs(script: Script, version: int) -> None:
    def add(what: str, *wanted: tuple[str, Sequence[tuple[int, int]]], current: int = -1, replica_id: int = -2) -> None:
        def make(_peer: Any) -> OffsetForLeaderEpochRequest:
            made = OffsetForLeaderEpochRequest(replica_id=replica_id)
            for name, pairs in wanted:
                partitions = [
                    OffsetForLeaderPartition(partition=index, leader_epoch=epoch, current_leader_epoch=current) for index, epoch in pairs
                ]
                made.topics.append(OffsetForLeaderTopic(topic=name, partitions=partitions))
            return made

        script.add("OffsetForLeaderEpoch", version, what, make)

    for epoch in (0, 1, 50, -1, -2):
        add(f"epoch {epoch}", ("offsets", [(0, epoch), (2, epoch)]))
    add("no such partition", ("offsets", [(9, 0), (-1, 0)]))
    add("no such topic", ("offsets-missing", [(0, 0)]))
    add("bad names", ("bad name!", [(0, 0)]), ("", [(0, 0)]))
    add("a partition twice", ("offsets", [(0, 0), (0, 5)]))
    add("nothing")
    add("no partitions", ("offsets", []))
    if version >= 2:
        for current in (0, 1, -2, 9):
            add(f"current epoch {current}", ("offsets", [(0, 0)]), current=current)
    if version >= 3:
        for replica in (-1, -5, 1, 7):
            add(f"as replica {replica}", ("offsets", [(0, 0)]), replica_id=replica)
