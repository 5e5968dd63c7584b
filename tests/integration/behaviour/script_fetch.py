"""Fetch: every version and codec, sessions, topic ids, epochs, isolation, limits; and DeleteRecords, which moves where reading begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic, ForgottenTopic, ReplicaState
from tests.integration.behaviour.batches import batch, old
from tests.integration.behaviour.peer import Peer
from tests.integration.behaviour.script_produce import create, request
from tests.integration.behaviour.steps import Script

ALL = 10 << 20


def build(script: Script) -> None:
    """All steps."""
    create(
        script,
        {
            "fetch-codecs": (5, {}),
            "fetch-many": (3, {}),
            "fetch-stamped": (1, {"message.timestamp.type": "LogAppendTime"}),
            "fetch-cut": (2, {}),
            "fetch-sessions": (3, {}),
            "fetch-other": (1, {}),
            "delete-records": (3, {}),
        },
        "topics to fetch from",
    )
    _fill(script)
    for version in script.versions("Fetch"):
        _every_version(script, version)
        if version >= 7:
            _session(script, version)
    _delete_records(script)


def _fill(script: Script) -> None:
    def put(topic: str, what: str, *made: tuple[int, int, int]) -> None:
        """(partition, codec, count) each."""
        script.add(
            "Produce",
            9,
            f"filling {topic}, {what}",
            lambda peer: request(peer, 9, topic, [(index, batch(peer.base_ms, count, codec_=codec_)) for index, codec_, count in made]),
        )

    put("fetch-codecs", "every codec", *((codec_, codec_, 3) for codec_ in range(5)))
    put("fetch-codecs", "every codec again", *((codec_, codec_, 2) for codec_ in range(5)))
    for number in range(10):
        put("fetch-many", f"batch {number}", (0, 0, 5), (1, number % 4, 3))
    put("fetch-stamped", "plain", (0, 0, 2))
    put("fetch-stamped", "gzip", (0, 1, 2))
    for number in range(4):
        put("fetch-cut", f"batch {number}", (0, 0, 5))
    put("fetch-other", "once", (0, 0, 1))
    for number in range(3):
        put("delete-records", f"batch {number}", (0, 0, 5), (1, 1, 5))
    script.add("DeleteRecords", 1, "before fetching", _delete(("fetch-cut", [(0, 7)])))
    if not script.is_main:
        # Written by an old client.
        script.add("Produce", 1, "filling fetch-other, magic 0", lambda peer: request(peer, 1, "fetch-other", [(0, old(0, peer.base_ms))]))
        script.add("Produce", 2, "filling fetch-other, magic 1", lambda peer: request(peer, 2, "fetch-other", [(0, old(1, peer.base_ms))]))


def _fetch(
    peer: Peer,
    version: int,
    wanted: Sequence[tuple[str, Sequence[FetchPartition]]],
    *,
    max_wait_ms: int = 0,
    min_bytes: int = 0,
    max_bytes: int = ALL,
    isolation_level: int = 0,
    session: tuple[int, int] = (0, -1),
    forgotten: Sequence[tuple[str, list[int]]] = (),
) -> FetchRequest:
    made = FetchRequest(max_wait_ms=max_wait_ms, min_bytes=min_bytes, max_bytes=max_bytes, isolation_level=isolation_level)
    made.session_id, made.session_epoch = session
    by_id = version >= 13
    for name, partitions in wanted:
        topic = FetchTopic(topic_id=peer.names.topic_id(name)) if by_id else FetchTopic(topic=name)
        topic.partitions = list(partitions)
        made.topics.append(topic)
    for name, indexes in forgotten:
        gone = ForgottenTopic(topic_id=peer.names.topic_id(name)) if by_id else ForgottenTopic(topic=name)
        gone.partitions = indexes
        made.forgotten_topics_data.append(gone)
    return made


def _at(partition: int, offset: int, max_bytes: int = ALL, **more: int) -> FetchPartition:
    return FetchPartition(partition=partition, fetch_offset=offset, partition_max_bytes=max_bytes, **more)


def _every_version(script: Script, version: int) -> None:
    def add(what: str, *wanted: tuple[str, Sequence[FetchPartition]], **more: Any) -> None:
        script.add("Fetch", version, what, lambda peer: _fetch(peer, version, wanted, **more), ordered=True, prefix=version < 4)

    for codec_ in range(5):
        add(f"all of codec {codec_}", ("fetch-codecs", [_at(codec_, 0)]))
        add(f"the middle of codec {codec_}", ("fetch-codecs", [_at(codec_, 1)]))
    add("the second batch", ("fetch-many", [_at(0, 5)]))
    add("inside a batch", ("fetch-many", [_at(0, 12)]))
    add("the end", ("fetch-many", [_at(0, 50)]))
    add("the end, waiting", ("fetch-many", [_at(0, 50)]), max_wait_ms=30, min_bytes=1)
    add("more than there is, waiting", ("fetch-many", [_at(0, 45)]), max_wait_ms=30, min_bytes=1 << 20)
    add("an error does not wait", ("fetch-many", [_at(0, 50), _at(9, 0)]), max_wait_ms=40, min_bytes=1)
    add("beyond the end", ("fetch-many", [_at(0, 51)]))
    add("offset -1", ("fetch-many", [_at(0, -1)]))
    add("offset -2", ("fetch-many", [_at(0, -2)]))
    add("an empty partition", ("fetch-many", [_at(2, 0)]))
    add("an empty partition, offset 1", ("fetch-many", [_at(2, 1)]))
    add("no such partition", ("fetch-many", [_at(9, 0)]))
    add("partition -1", ("fetch-many", [_at(-1, 0)]))
    add("no such topic", ("fetch-missing", [_at(0, 0)]))
    if version < 13:
        add("a bad name", ("bad name!", [_at(0, 0)]), ("", [_at(0, 0)]))
    add("one byte of a partition", ("fetch-many", [_at(0, 0, 1)]))
    add("no byte of a partition", ("fetch-many", [_at(0, 0, 0)]))
    add("-1 bytes of a partition", ("fetch-many", [_at(0, 0, -1)]))
    add("250 bytes of a partition", ("fetch-many", [_at(0, 0, 250)]))
    add("two partitions", ("fetch-many", [_at(0, 0), _at(1, 0)]))
    add("two partitions turned", ("fetch-many", [_at(1, 0), _at(0, 0)]))
    add("one byte each of two", ("fetch-many", [_at(0, 0, 1), _at(1, 0, 1)]))
    if version >= 3:
        add("one byte altogether", ("fetch-many", [_at(0, 0), _at(1, 0)]), max_bytes=1)
        add("500 bytes altogether", ("fetch-many", [_at(0, 0), _at(1, 0)]), max_bytes=500)
        add("no byte altogether", ("fetch-many", [_at(0, 0), _at(1, 0)]), max_bytes=0)
        add("-1 bytes altogether", ("fetch-many", [_at(0, 0), _at(1, 0)]), max_bytes=-1)
        add("500 bytes, an error before", ("fetch-many", [_at(9, 0), _at(0, 0), _at(1, 0)]), max_bytes=500)
    add("two topics and a missing one", ("fetch-many", [_at(0, 40)]), ("fetch-missing", [_at(0, 0)]), ("fetch-codecs", [_at(0, 0)]))
    add("a partition twice", ("fetch-many", [_at(0, 40), _at(0, 45)]))
    add("a topic twice", ("fetch-many", [_at(0, 40)]), ("fetch-many", [_at(1, 27)]))
    add("nothing")
    add("no partitions", ("fetch-many", []))
    add("LogAppendTime", ("fetch-stamped", [_at(0, 0)]))
    add("before the start", ("fetch-cut", [_at(0, 0)]))
    add("at the start inside a batch", ("fetch-cut", [_at(0, 7)]))
    add("negative wait", ("fetch-many", [_at(0, 50)]), max_wait_ms=-5, min_bytes=1)
    add("negative least bytes", ("fetch-many", [_at(0, 50)]), max_wait_ms=300, min_bytes=-1)
    add("what an old client wrote", ("fetch-other", [_at(0, 0)]))
    if version >= 4:
        add("read committed", ("fetch-many", [_at(0, 40)]), isolation_level=1)
        add("isolation 5", ("fetch-many", [_at(0, 40)]), isolation_level=5)
    if version >= 5:
        add("log start offset given", ("fetch-many", [_at(0, 45, log_start_offset=3)]))
    if version >= 9:
        for epoch in (-1, 0, 1, 9, -2):
            add(f"current leader epoch {epoch}", ("fetch-many", [_at(0, 45, current_leader_epoch=epoch)]))
    if version >= 12:
        for epoch in (0, 1, 9, -2):
            add(f"last fetched epoch {epoch}", ("fetch-many", [_at(0, 45, last_fetched_epoch=epoch)]))
        add("last fetched epoch 0, beyond the end", ("fetch-many", [_at(0, 60, last_fetched_epoch=0)]))
        add("both epochs", ("fetch-many", [_at(0, 45, last_fetched_epoch=0, current_leader_epoch=0)]))

        def of_cluster(peer: Peer) -> FetchRequest:
            made = _fetch(peer, version, [("fetch-many", [_at(0, 45)])])
            made.cluster_id = "another"
            return made

        script.add("Fetch", version, "another cluster's id", of_cluster)
    if version >= 11:

        def with_rack(peer: Peer) -> FetchRequest:
            made = _fetch(peer, version, [("fetch-many", [_at(0, 45)])])
            made.rack_id = "somewhere"
            return made

        script.add("Fetch", version, "a rack", with_rack)
    if version >= 13:

        def by_id(topic_id: bytes) -> FetchRequest:
            return FetchRequest(topics=[FetchTopic(topic_id=topic_id, partitions=[_at(0, 0)])], max_bytes=ALL)

        script.add("Fetch", version, "the zero topic id", by_id(bytes(16)))
        script.add("Fetch", version, "an unknown topic id", by_id(b"\x33" * 16))

    def as_replica(number: int) -> Any:
        def make(peer: Peer) -> FetchRequest:
            made = _fetch(peer, version, [("fetch-many", [_at(0, 45)])])
            if version < 15:
                made.replica_id = number
            else:
                made.replica_state = ReplicaState(replica_id=number, replica_epoch=-1)
            return made

        return make

    for number in (-2, -7):
        script.add("Fetch", version, f"as replica {number}", as_replica(number))
    if version in (0, 4, 11, 12, 17):
        for number in (1, 3):
            script.add("Fetch", version, f"as replica {number}", as_replica(number))


def _session(script: Script, version: int) -> None:
    """A session from its making to its end, and what does not fit one."""
    label = f"session {version}"

    def add(
        what: str,
        *wanted: tuple[str, Sequence[FetchPartition]],
        epoch: int,
        learn: bool = False,
        session_id: int | None = None,
        **more: Any,
    ) -> None:
        def make(peer: Peer) -> FetchRequest:
            own = peer.memory.get(label, 0) if session_id is None else session_id
            return _fetch(peer, version, wanted, session=(own, epoch), **more)

        def remember(peer: Peer, answer: Any) -> None:
            peer.memory[label] = answer.session_id
            peer.names.sessions[answer.session_id] = label if answer.session_id else "none"

        script.add("Fetch", version, f"session: {what}", make, learn=remember if learn else None, ordered=True)

    def write(what: str, partition: int) -> None:
        script.add("Produce", 9, f"{what}, {label}", lambda peer: request(peer, 9, "fetch-sessions", [(partition, batch(peer.base_ms, 2))]))

    topic = "fetch-sessions"
    add("unknown", epoch=1, session_id=123456)
    add("unknown and full", (topic, [_at(0, 0)]), epoch=-1, session_id=123456)
    add("begin", (topic, [_at(0, 0), _at(1, 0)]), epoch=0, session_id=0, learn=True)
    add("nothing new", epoch=1)
    write("something new", 1)
    add("something new", epoch=2)
    add("the same epoch again", epoch=2)
    add("a later epoch", epoch=9)
    add("goes on", epoch=3)
    add("another offset", (topic, [_at(1, 1)]), epoch=4)
    add("one more partition", (topic, [_at(2, 0)]), ("fetch-other", [_at(0, 0)]), epoch=5)
    add("a missing partition", (topic, [_at(8, 0)]), epoch=6)
    add("a missing topic", ("fetch-missing", [_at(0, 0)]), epoch=7)
    add("nothing again", epoch=8)
    add("forget them", epoch=9, forgotten=[(topic, [8]), ("fetch-missing", [0]), ("fetch-other", [0])])
    add("forget what is not there", epoch=10, forgotten=[(topic, [77])])
    write("more", 0)
    add("more", (topic, [_at(0, 1_000_000)]), epoch=11)
    add("error goes on", epoch=12)
    add("error mended", (topic, [_at(0, 0)]), epoch=13)
    add("epoch -5", epoch=-5)
    add("epoch 14 after it", epoch=14)
    add("closed", (topic, [_at(0, 0)]), epoch=-1)
    add("after its end", epoch=15)
    add("begin again", (topic, [_at(2, 0)]), epoch=0, session_id=0, learn=True)
    add("begun over by itself", (topic, [_at(2, 0)]), epoch=0, learn=True)
    add("closed at last", epoch=-1)
    add("begin with nothing", epoch=0, session_id=0, learn=True)
    add("close nothing", epoch=-1)
    add("begin with a missing topic", ("fetch-missing", [_at(0, 0)]), epoch=0, session_id=0, learn=True)
    add("missing topic, next", epoch=1)
    add("close missing", epoch=-1)
    if version == 13:

        def mixed(peer: Peer) -> FetchRequest:
            return _fetch(peer, 12, [(topic, [_at(0, 0)])], session=(peer.memory["mixed"], 1))

        def remember_mixed(peer: Peer, answer: Any) -> None:
            peer.memory["mixed"] = answer.session_id
            peer.names.sessions[answer.session_id] = "mixed"

        script.add(
            "Fetch", 13, "session by id", lambda peer: _fetch(peer, 13, [(topic, [_at(0, 2)])], session=(0, 0)), learn=remember_mixed
        )
        script.add("Fetch", 12, "session by id goes on by name", mixed)
        script.add("Fetch", 13, "session by id goes on", lambda peer: _fetch(peer, 13, [], session=(peer.memory["mixed"], 1)))


def _delete(*wanted: tuple[str, Sequence[tuple[int, int]]]) -> DeleteRecordsRequest:
    return DeleteRecordsRequest(
        timeout_ms=5000,
        topics=[
            DeleteRecordsTopic(
                name=name, partitions=[DeleteRecordsPartition(partition_index=index, offset=offset) for index, offset in partitions]
            )
            for name, partitions in wanted
        ],
    )


def _delete_records(script: Script) -> None:
    topic = "delete-records"
    for version in script.versions("DeleteRecords"):
        add = lambda what, *wanted, version=version: script.add("DeleteRecords", version, what, _delete(*wanted))  # noqa: E731
        add("some", (topic, [(0, 2 + version), (1, 7 + version)]))
        add("fewer than before", (topic, [(0, 1)]))
        add("beyond the end", (topic, [(0, 99)]))
        add("offset -2", (topic, [(0, -2)]))
        add("offset -1, empty partition", (topic, [(2, -1)]))
        add("no such partition", (topic, [(9, 1), (-1, 1)]))
        add("no such topic", ("delete-missing", [(0, 1)]))
        add("bad names", ("bad name!", [(0, 1)]), ("", [(0, 1)]))
        add("a partition twice", (topic, [(0, 6), (0, 7)]))
        add("nothing")
        add("no partitions", (topic, []))
        add("an internal topic", ("__consumer_offsets", [(0, 1)]))
    if script.is_main:
        script.add("DeleteRecords", 2, "up to the end", _delete((topic, [(0, -1), (1, 15)])))
        for version in (4, 12):
            script.add(
                "Fetch",
                version,
                "after deletion",
                lambda peer, version=version: _fetch(peer, version, [(topic, [_at(0, 15), _at(1, 15), _at(1, 14)])]),
            )
