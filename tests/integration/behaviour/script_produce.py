"""Produce, InitProducerId and DescribeProducers: every version, good and bad batches, sequences of idempotent producers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klog.errors import ErrorCode
from klog.records.contract import Header
from klog.records.varint import encode
from klog.wire.messages import describe_producers, init_producer_id, list_offsets
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests.integration.behaviour.batches import altered, batch, bomb, old, old_sealed, old_wrapped, record, seal, with_body
from tests.integration.behaviour.peer import Peer
from tests.integration.behaviour.steps import Script

Make = Callable[[Peer], "bytes | None"]


def topics(script: Script) -> dict[str, tuple[int, dict[str, str]]]:
    """Partitions and configurations of the topics that this chapter needs."""
    found: dict[str, tuple[int, dict[str, str]]] = {f"produce-{version}": (2, {}) for version in script.versions("Produce")}
    found |= {
        "produce-stamped": (1, {"message.timestamp.type": "LogAppendTime"}),
        "produce-small": (1, {"max.message.bytes": "300"}),
        "produce-keyed": (1, {"cleanup.policy": "compact"}),
        "produce-gzip": (1, {"compression.type": "gzip"}),
        "produce-bounded": (1, {"message.timestamp.before.max.ms": "3600000", "message.timestamp.after.max.ms": "3600000"}),
        "produce-kept": (1, {}),
        "produce-odd": (1, {}),
        "produce-sequences": (1, {}),
        "produce-segments": (1, {"segment.bytes": "1048576"}),
    }
    return found


def create(script: Script, wanted: dict[str, tuple[int, dict[str, str]]], what: str) -> None:
    """One step that makes topics and waits for them."""
    request = CreateTopicsRequest(
        topics=[
            CreatableTopic(
                name=name,
                num_partitions=size,
                replication_factor=1,
                configs=[CreatableTopicConfig(name=key, value=value) for key, value in configs.items()],
            )
            for name, (size, configs) in wanted.items()
        ],
        timeout_ms=10000,
    )
    script.add("CreateTopics", 7, what, request, settle=lambda peer: peer.await_topics({name: size for name, (size, _) in wanted.items()}))


def request(
    peer: Peer,
    version: int,
    topic: str,
    data: list[tuple[int, bytes | None]],
    *,
    acks: int = 1,
    timeout_ms: int = 5000,
    transactional_id: str | None = None,
) -> ProduceRequest:
    """Batches for partitions of one topic."""
    named = TopicProduceData(name=topic) if version < 13 else TopicProduceData(topic_id=peer.names.topic_id(topic))
    named.partition_data = [PartitionProduceData(index=index, records=records) for index, records in data]
    made = ProduceRequest(acks=acks, timeout_ms=timeout_ms, topic_data=[named])
    made.transactional_id = transactional_id
    return made


def good(peer: Peer, version: int, count: int = 3, codec_: int = 0) -> bytes:
    """Records in the format that `version` carries."""
    if version >= 3:
        return batch(peer.base_ms, count, codec_=codec_)
    magic = 1 if version == 2 else 0
    return old_wrapped(magic, peer.base_ms, codec_, count) if codec_ else old(magic, peer.base_ms, count)


def build(script: Script) -> None:
    """All steps."""
    create(script, topics(script), "topics to produce to")
    for version in script.versions("Produce"):
        _every_version(script, version)
    if script.is_main:
        for version in (3, 9):
            _inside(script, version)
        _producer_ids(script)
        _sequences(script)
    else:
        for version in (0, 1, 2):
            _old_inside(script, version)


def read_back(script: Script, topic: str, partition: int, what: str) -> None:
    """A step that compares all that a partition holds."""

    def make(peer: Peer) -> FetchRequest:
        wanted = FetchPartition(partition=partition, fetch_offset=0, partition_max_bytes=10 << 20)
        return FetchRequest(max_wait_ms=0, min_bytes=0, topics=[FetchTopic(topic=topic, partitions=[wanted])])

    script.add("Fetch", 11, f"{what}, {topic}-{partition}", make)


def _every_version(script: Script, version: int) -> None:
    topic = f"produce-{version}"

    def add(what: str, make: Make, *, to: str = topic, partition: int = 0, acks: int = 1, **more: Any) -> None:
        script.add(
            "Produce",
            version,
            what,
            lambda peer: request(peer, version, to, [(partition, make(peer))], acks=acks, **more),
            answered=acks != 0,
        )

    codecs = (0, 1, 2, 3) if version < 7 else (0, 1, 2, 3, 4)
    for codec_ in codecs:
        if codec_ == 3 and version < 2:
            # Magic 0 has lz4 with a header checksum of its own; both read both.
            add("lz4", lambda peer: good(peer, version, 3, 3))
        else:
            add(f"codec {codec_}", lambda peer, codec_=codec_: good(peer, version, 3, codec_))
    add("acks all", lambda peer: good(peer, version), partition=1, acks=-1)
    add("no acks", lambda peer: good(peer, version), partition=1, acks=0)
    read_back(script, topic, 0, f"what Produce v{version} stored")
    read_back(script, topic, 1, f"what Produce v{version} stored")
    add("no such partition", lambda peer: good(peer, version), partition=7)
    add("negative partition", lambda peer: good(peer, version), partition=-1)
    add("no such topic", lambda peer: good(peer, version), to="produce-missing")
    add("bad topic name", lambda peer: good(peer, version), to="bad name!")
    add("empty topic name", lambda peer: good(peer, version), to="")
    add("acks 2", lambda peer: good(peer, version), acks=2)
    add("acks -2", lambda peer: good(peer, version), acks=-2)
    add("no acks, no such topic", lambda peer: good(peer, version), to="produce-missing", acks=0)
    add("no acks, wrong checksum", lambda peer: good(peer, version)[:-1] + b"\xff", acks=0)
    add("empty records", lambda peer: b"")
    if version in (1, 9):
        # Apache Kafka never answers; once is enough.
        script.add("Produce", version, "null records", lambda peer: request(peer, version, topic, [(0, None)]), patience_seconds=1.5)
    add("negative timeout", lambda peer: good(peer, version), timeout_ms=-5)
    add("wrong checksum", lambda peer: good(peer, version)[:-1] + b"\xff")
    add("cut short", lambda peer: good(peer, version)[:-4])
    add("12 bytes", lambda peer: good(peer, version)[:12])
    add("bytes behind", lambda peer: good(peer, version) + b"\0\0\0\0\0")
    add("noise", lambda peer: bytes(range(7, 200)))
    add("larger than the topic takes", lambda peer: good(peer, version, 30), to="produce-small")
    add("into LogAppendTime", lambda peer: good(peer, version), to="produce-stamped")
    add("into LogAppendTime, gzip", lambda peer: good(peer, version, 3, 1), to="produce-stamped")
    add("into a gzip topic", lambda peer: good(peer, version), to="produce-gzip")
    add("into a compacted topic", lambda peer: good(peer, version), to="produce-keyed")
    if version >= 3:
        add("into a compacted topic without keys", lambda peer: batch(peer.base_ms, 3, key=False), to="produce-keyed")
        add("old format, magic 1", lambda peer: old(1, peer.base_ms))
        add("old format, magic 0", lambda peer: old(0, peer.base_ms))
        add("two batches", lambda peer: good(peer, version) * 2)
        add("zstd", lambda peer: batch(peer.base_ms, 3, codec_=4))
        add("too old for the topic", lambda peer: batch(peer.base_ms - 86_400_000), to="produce-bounded")
        add("too new for the topic", lambda peer: batch(peer.base_ms + 86_400_000), to="produce-bounded")
        _odd(script, version, "a transactional id, plain batch", lambda peer: good(peer, version), transactional_id="t")
        transactional: Make = lambda peer: batch(peer.base_ms, attributes=0x10, producer=(500, 0, 0))  # noqa: E731
        _odd(script, version, "a transactional id, transactional batch", transactional, transactional_id="t")
        _odd(script, version, "a transactional batch, no transactional id", transactional)
        add("a control batch", lambda peer: batch(peer.base_ms, attributes=0x20))
        add("a transactional control batch", lambda peer: batch(peer.base_ms, 1, attributes=0x30, producer=(500, 0, 0)))
    else:
        add("format 2", lambda peer: batch(peer.base_ms))
        add("the other old format", lambda peer: old(0 if version == 2 else 1, peer.base_ms))

    def several(*data: tuple[int, int]) -> Callable[[Peer], ProduceRequest]:
        return lambda peer: request(peer, version, topic, [(index, good(peer, version, count)) for index, count in data])

    script.add("Produce", version, "two partitions and a missing one", several((0, 1), (9, 1), (1, 1)))
    script.add("Produce", version, "a partition twice", several((0, 1), (0, 2)))
    script.add("Produce", version, "no partitions", several())
    script.add("Produce", version, "no topics", ProduceRequest(acks=1, timeout_ms=1000))

    def topic_twice(peer: Peer) -> ProduceRequest:
        made = request(peer, version, topic, [(0, good(peer, version, 1))])
        made.topic_data += request(peer, version, topic, [(1, good(peer, version, 2))]).topic_data
        return made

    script.add("Produce", version, "a topic twice", topic_twice)
    if version >= 13:

        def by_id(topic_id: bytes) -> ProduceRequest:
            data = PartitionProduceData(index=0, records=batch(1_700_000_000_000))
            return ProduceRequest(acks=1, timeout_ms=1000, topic_data=[TopicProduceData(topic_id=topic_id, partition_data=[data])])

        script.add("Produce", version, "an unknown topic id", by_id(b"\x33" * 16))
        script.add("Produce", version, "the zero topic id", by_id(bytes(16)))
    read_back(script, topic, 0, f"what Produce v{version} left")
    read_back(script, topic, 1, f"what Produce v{version} left")


def _inside(script: Script, version: int) -> None:
    """Good checksums over wrong insides."""

    def plain(peer: Peer) -> bytes:
        return batch(peer.base_ms)

    def body(*records: bytes) -> Make:
        return lambda peer: with_body(
            altered(plain(peer), record_count=len(records), last_offset_delta=len(records) - 1), b"".join(records)
        )

    cases: dict[str, Make] = {
        "count too large": lambda peer: altered(plain(peer), record_count=4),
        "count too small": lambda peer: altered(plain(peer), record_count=2),
        "count and delta too large": lambda peer: altered(plain(peer), record_count=4, last_offset_delta=3),
        "count and delta too small": lambda peer: altered(plain(peer), record_count=2, last_offset_delta=1),
        "count huge": lambda peer: altered(plain(peer), record_count=2**31 - 1, last_offset_delta=2**31 - 2),
        "count negative": lambda peer: altered(plain(peer), record_count=-1),
        "count zero": lambda peer: altered(plain(peer), record_count=0),
        "last delta too large": lambda peer: altered(plain(peer), last_offset_delta=3),
        "last delta negative": lambda peer: altered(plain(peer), last_offset_delta=-1),
        "deltas repeated": body(record(0), record(0), record(1)),
        "deltas from 1": body(record(1), record(2)),
        "deltas falling": body(record(1), record(0)),
        "negative delta": body(record(-1)),
        "noise for records": lambda peer: with_body(plain(peer), bytes(range(50, 150))),
        "nothing for records": lambda peer: with_body(plain(peer), b""),
        "bytes behind the records": lambda peer: with_body(plain(peer), plain(peer)[61:] + b"\0\0\0"),
        "record cut short": lambda peer: with_body(plain(peer), plain(peer)[61:-2]),
        "record length negative": body(encode(-5) + record(0)),
        "record length zero": body(b"\0" + record(1)),
        "key beyond the record": body(encode(8) + b"\0\0\0" + encode(100) + b"kkkk"),
        "key length -2": body(encode(7) + b"\0\0\0" + encode(-2) + encode(1) + b"v\0"),
        "endless varint": body(b"\x80" * 12 + record(0)),
        "header count negative": body(record(0, tail=encode(-1))),
        "header count beyond": body(record(0, tail=encode(5))),
        "header without a name": body(record(0, tail=encode(1) + encode(-1) + encode(1) + b"x")),
        "gzip that is none": lambda peer: altered(plain(peer), attributes=1),
        "snappy that is none": lambda peer: altered(plain(peer), attributes=2),
        "lz4 that is none": lambda peer: altered(plain(peer), attributes=3),
        "codec 5": lambda peer: altered(plain(peer), attributes=5),
        "codec 7": lambda peer: altered(plain(peer), attributes=7),
        "gzip, count too large": lambda peer: altered(batch(peer.base_ms, codec_=1), record_count=4, last_offset_delta=3),
        "gzip, count too small": lambda peer: altered(batch(peer.base_ms, codec_=1), record_count=2, last_offset_delta=1),
        "gzip of another codec": lambda peer: altered(batch(peer.base_ms, codec_=1), attributes=2),
        "gzip cut short": lambda peer: seal(batch(peer.base_ms, 20, codec_=1)[:-12]),
        "LogAppendTime from the client": lambda peer: altered(plain(peer), attributes=8),
        "delete horizon from the client": lambda peer: altered(plain(peer), attributes=0x40),
        "negative timestamps": lambda peer: batch(-1000),
        "magic 3": lambda peer: altered(plain(peer), magic=3),
        "magic -1": lambda peer: altered(plain(peer), magic=-1),
        "length too small": lambda peer: altered(plain(peer), length=10),
        "length negative": lambda peer: altered(plain(peer), length=-1),
        "length too large": lambda peer: altered(plain(peer), length=5000),
        "length of a header only": lambda peer: altered(plain(peer), length=49),
        "producer id without sequence": lambda peer: altered(plain(peer), producer_id=600, producer_epoch=0),
        "producer id -5": lambda peer: altered(plain(peer), producer_id=-5),
        "sequence without producer id": lambda peer: altered(plain(peer), base_sequence=4),
        "sequence -2": lambda peer: altered(plain(peer), producer_id=600, producer_epoch=0, base_sequence=-2),
        "epoch negative": lambda peer: altered(plain(peer), producer_id=600, producer_epoch=-1, base_sequence=0),
    }
    kept: dict[str, Make] = {
        "record attributes set": body(record(0, attributes=3)),
        "null key and value": body(record(0, key=None, value=None)),
        "headers": lambda peer: batch(peer.base_ms, headers=(Header("a", b"1"), Header("a", None), Header("", b""))),
        "unknown attribute bits": lambda peer: altered(plain(peer), attributes=0x0F00),
        "max timestamp too large": lambda peer: altered(plain(peer), max_timestamp=peer.base_ms + 5000),
        "max timestamp too small": lambda peer: altered(plain(peer), max_timestamp=peer.base_ms - 5000),
        "max timestamp -1": lambda peer: altered(plain(peer), max_timestamp=-1),
        "no timestamps": lambda peer: batch(-1, step_ms=0),
        "base offset 77": lambda peer: altered(plain(peer), base_offset=77),
        "leader epoch 9": lambda peer: altered(plain(peer), leader_epoch=9),
        "good at last": plain,
    }
    for what, make in cases.items():
        _odd(script, version, f"inside: {what}", make)
    for what, make in kept.items():
        script.add("Produce", version, f"kept: {what}", lambda peer, make=make: request(peer, version, "produce-kept", [(0, make(peer))]))
    read_back(script, "produce-kept", 0, f"after what v{version} kept")


def _odd(script: Script, version: int, what: str, make: Make, **more: Any) -> None:
    """A batch that not all brokers may store: into a topic of which only the answers count, offsets aside."""
    script.add(
        "Produce", version, what, lambda peer: request(peer, version, "produce-odd", [(0, make(peer))], **more), ignore=("*/base_offset",)
    )


def _old_inside(script: Script, version: int) -> None:
    """Message sets with something wrong."""
    magic = 1 if version == 2 else 0
    value_at = 26 if magic == 0 else 34

    def plain(peer: Peer) -> bytes:
        return old(magic, peer.base_ms, 1)

    cases: dict[str, Make] = {
        "absolute offsets": lambda peer: old(magic, peer.base_ms, 3, offset=100),
        "codec bits on plain bytes": lambda peer: old_sealed(plain(peer)[:17] + b"\1" + plain(peer)[18:]),
        "codec 4": lambda peer: old_sealed(plain(peer)[:17] + b"\4" + plain(peer)[18:]),
        "size too small": lambda peer: plain(peer)[:8] + b"\0\0\0\5" + plain(peer)[12:],
        "key beyond": lambda peer: old_sealed(plain(peer)[: value_at - 8] + b"\0\0\1\0" + plain(peer)[value_at - 4 :]),
        "wrapper and plain": lambda peer: old_wrapped(magic, peer.base_ms, 1) + plain(peer),
        "two wrappers": lambda peer: old_wrapped(magic, peer.base_ms, 1) * 2,
        "negative offset": lambda peer: old(magic, peer.base_ms, 2, offset=-9),
        "good at last": plain,
    }
    for what, make in cases.items():
        _odd(script, version, f"inside: {what}", make)


def loading(answer: Any) -> bool:
    """Whether Apache Kafka has no block of producer ids yet."""
    return bool(answer.error_code == ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)


def _producer_ids(script: Script) -> None:
    for version in script.versions("InitProducerId"):

        def learn(peer: Peer, answer: Any, version: int = version) -> None:
            assert not answer.error_code, answer
            peer.memory[f"producer {version}"] = answer.producer_id
            peer.names.producers[answer.producer_id] = f"producer {version}"

        script.add(
            "InitProducerId", version, "a new id", init_producer_id.InitProducerIdRequest(transactional_id=None), learn=learn, again=loading
        )
        script.add(
            "InitProducerId",
            version,
            "a new id, odd timeout",
            init_producer_id.InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=-7),
            ignore=("producer_id",),
        )
        script.add("InitProducerId", version, "an empty transactional id", init_producer_id.InitProducerIdRequest(transactional_id=""))
        if version >= 3:
            for what, producer_id, epoch in (("id and epoch", 0, 0), ("id only", 7, -1), ("epoch only", -1, 3), ("below nothing", -2, -2)):
                script.add(
                    "InitProducerId",
                    version,
                    f"with {what}",
                    init_producer_id.InitProducerIdRequest(transactional_id=None, producer_id=producer_id, producer_epoch=epoch),
                    ignore=("producer_id",),
                )


def _sequences(script: Script) -> None:
    def send(what: str, sequence: int, count: int = 2, *, epoch: int = 0, producer: int = 0, version: int = 9) -> None:
        def make(peer: Peer) -> ProduceRequest:
            made = batch(peer.base_ms, count, producer=(peer.memory[f"producer {producer}"], epoch, sequence))
            return request(peer, version, "produce-sequences", [(0, made)])

        script.add("Produce", version, f"sequence: {what}", make)

    send("first", 0)
    send("next", 2)
    send("the same again", 2)
    send("the first again", 0)
    send("a gap", 10)
    send("overlapping", 3)
    send("the same with another count", 2, 3)
    for number in range(4, 14, 2):
        send(f"{number}", number)
    send("older than the window", 0)
    send("the oldest in the window", 4)
    send("another epoch, not from zero", 5, epoch=1)
    send("another epoch", 0, epoch=1)
    send("the old epoch", 14)
    send("another epoch's repetition", 0, epoch=1)
    send("a new producer not from zero", 5, producer=1)
    send("goes on", 7, producer=1)
    send("first of a third", 0, 1, producer=2)
    send("up to the last number", 1, 1, producer=2, version=8)
    send("wrapping: near the end", 2**31 - 2, 2, producer=3)
    send("wrapping: from zero", 0, 1, producer=3)
    send("wrapping over the end", 2**31 - 1, 2, producer=4)
    send("after wrapping", 1, 1, producer=4)

    def two_batches(peer: Peer) -> ProduceRequest:
        producer = peer.memory["producer 5"]
        return request(
            peer,
            9,
            "produce-sequences",
            [(0, batch(peer.base_ms, 1, producer=(producer, 0, 0)) + batch(peer.base_ms, 1, producer=(producer, 0, 1)))],
        )

    script.add("Produce", 9, "sequence: two batches of one producer", two_batches)
    read_back(script, "produce-sequences", 0, "what the sequences left")

    def producers(*topics: tuple[str, list[int]]) -> describe_producers.DescribeProducersRequest:
        return describe_producers.DescribeProducersRequest(
            topics=[describe_producers.TopicRequest(name=name, partition_indexes=indexes) for name, indexes in topics]
        )

    script.add("DescribeProducers", 0, "of the sequences", producers(("produce-sequences", [0])))
    script.add("DescribeProducers", 0, "of a topic without", producers(("produce-small", [0])))
    script.add("DescribeProducers", 0, "no such topic", producers(("produce-missing", [0])))
    script.add("DescribeProducers", 0, "no such partition", producers(("produce-small", [0, 4, -1])))
    script.add("DescribeProducers", 0, "a partition twice", producers(("produce-small", [0, 0])))
    script.add("DescribeProducers", 0, "a bad name", producers(("bad name!", [0]), ("", [0])))
    script.add("DescribeProducers", 0, "nothing", producers())
    script.add("DescribeProducers", 0, "no partitions", producers(("produce-sequences", [])))
    for codec_ in (1, 2, 3, 4):
        script.add(
            "Produce",
            9,
            f"a bomb of codec {codec_}",
            lambda peer, codec_=codec_: request(peer, 9, "produce-odd", [(0, bomb(codec_, 20 << 20))]),
            ignore=("*/base_offset",),
        )
    script.add(
        "ListOffsets",
        7,
        "after all of Produce",
        list_offsets.ListOffsetsRequest(
            replica_id=-1,
            topics=[
                list_offsets.ListOffsetsTopic(name=name, partitions=[list_offsets.ListOffsetsPartition(partition_index=0, timestamp=-1)])
                for name in topics(script)
                if name != "produce-odd"
            ],
        ),
    )
