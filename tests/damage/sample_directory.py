"""A small data directory that has everything: made by a broker once, and put on a new file system for every flip.

===================  ==================================================================================================================
``plain-0``          three segments without compression, idempotent producers, two leader epochs, entries in both indexes
``codecs-0``         a batch of each codec, the same in each
``old-0``            magic 0 and 1: messages, and wrappers of each codec that these formats know
``transactions-0``   two producers' transactions, committed and aborted, as Kafka leaves them
``__consumer_...-0``  committed offsets of two groups
``plain-1``          what must be served unharmed when ``plain-0`` is hurt, as another partition of the same topic
``sibling-0``        the same for all others, as another topic
===================  ==================================================================================================================
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from klog.model import TopicPartition
from klog.records.compression import compress
from klog.records.contract import TRANSACTIONAL, Codec
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec
from klog.records.legacy import message_bytes
from klog.storage.log.log import AppendEntry
from klog.storage.settings import LogSettings
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from klog.testing.virtual_clock import EPOCH_MS
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic

PROPERTIES = {
    "log.index.interval.bytes": "100",
    "log.retention.ms": "-1",
    "offsets.topic.num.partitions": "1",
}
#: What the broker's settings come to for a topic that has none of its own.
SETTINGS = LogSettings(index_interval_bytes=100, segment_bytes=420, retention_ms=-1)
CLEAN_MARKER = f"{DATA_DIRECTORY}/.kafka_cleanshutdown"
SIBLINGS = (TopicPartition("sibling", 0), TopicPartition("plain", 1))
TOPICS = ("plain", "codecs", "old", "transactions", "sibling")
#: Of the topic ``plain``, in klog.state.
CONFIGS = {"max.message.bytes": "4000", "internal.segment.bytes": "420"}
_LOG = "00000000000000000000.log"


def _rows(base: int, count: int) -> list[tuple[int, bytes | None, bytes | None, Sequence[object]]]:
    return [(EPOCH_MS + base + n, b"k%d" % (base + n), b"v%d " % (base + n) * 4, ()) for n in range(count)]


def _codecs() -> bytes:
    data, base = b"", 0
    for kind in Codec:
        rows = _rows(base, 3)
        data += codec.build_batch(rows, base_offset=base, codec=kind, partition_leader_epoch=0)  # type: ignore[arg-type]
        base += len(rows)
    return data


def _old() -> bytes:
    data, base = b"", 0
    for magic in (0, 1):
        data += message_bytes(magic, base, EPOCH_MS + base, b"k", b"old %d" % base)
        base += 1
        for kind in (Codec.GZIP, Codec.SNAPPY, Codec.LZ4):
            inner = b"".join(
                message_bytes(magic, base + n if magic == 0 else n, EPOCH_MS + base + n, b"k%d" % n, b"old %d" % (base + n)) for n in (0, 1)
            )
            data += message_bytes(magic, base + 1, EPOCH_MS + base + 1, None, compress(kind, inner, magic=magic), kind)
            base += 2
    return data


def _transactions() -> bytes:
    data, base = b"", 0

    def batch(producer_id: int, sequence: int) -> None:
        nonlocal data, base
        data += codec.build_batch(
            _rows(base, 2),  # type: ignore[arg-type]
            base_offset=base,
            attributes=TRANSACTIONAL,
            partition_leader_epoch=0,
            producer_id=producer_id,
            producer_epoch=0,
            base_sequence=sequence,
        )
        base += 2

    def marker(producer_id: int, commit: bool) -> None:
        nonlocal data, base
        end = Marker(commit, 0)
        fields = {"producer_epoch": 0, "timestamp_ms": EPOCH_MS + base, "base_offset": base, "partition_leader_epoch": 0}
        data += build_marker(codec, end, producer_id=producer_id, **fields)
        base += 1

    batch(901, 0)
    batch(902, 0)
    marker(901, False)
    batch(901, 2)
    marker(902, True)
    marker(901, True)
    batch(901, 4)
    marker(901, False)
    return data


def _append(broker: MemoryBroker, number: int) -> None:
    """One batch of an idempotent producer to ``plain-0``, and time passes."""
    made = codec.build_batch(
        [(broker.now_ms() + n, b"k%d" % number, b"value %d of %d" % (n, number), ()) for n in range(2)],
        producer_id=7,
        producer_epoch=0,
        base_sequence=2 * number,
    )
    partition = broker.broker.partitions.get("plain", 0)  # type: ignore[union-attr]
    assert partition is not None
    [result] = partition.log.append([AppendEntry(memoryview(made), 9)])
    assert result.code == 0, result
    broker.advance(0.01)


@functools.cache
def files() -> dict[str, bytes]:
    """Path → content of the directory after an orderly stop."""
    broker = MemoryBroker(PROPERTIES).start()
    broker.create_topics(dict.fromkeys(TOPICS, 1) | {"plain": 2})
    settings = broker.broker.coordination.set_topic_configs("plain", CONFIGS)  # type: ignore[union-attr]
    broker.run()
    assert settings.called
    for number in range(3):
        _append(broker, number)
        for name, partition in (("sibling", 0), ("plain", 1)):
            broker.put(name, [b"unharmed %d" % number], key=b"k", partition=partition)
    client = broker.connect()
    client.ask(FindCoordinatorRequest(key="g", key_type=0), 1)
    broker.advance(1)
    for group in ("g", "h"):
        committed = [OffsetCommitRequestPartition(partition_index=0, committed_offset=5, committed_metadata="")]
        request = OffsetCommitRequest(group_id=group, topics=[OffsetCommitRequestTopic(name="plain", partitions=committed)])
        answer = client.ask(request, 7)
        assert not answer.topics[0].partitions[0].error_code, answer
    broker.stop()
    fs = broker.file_system
    # Kafka's own: as after a kill, so that indexes and snapshots are made here.
    for topic, data in (("codecs", _codecs()), ("old", _old()), ("transactions", _transactions())):
        folder = f"{DATA_DIRECTORY}/{topic}-0"
        for name in fs.list(folder):
            if name.endswith((".index", ".timeindex", ".snapshot")):
                fs.remove(f"{folder}/{name}")
        fs.write(f"{folder}/{_LOG}", data)
    fs.remove(CLEAN_MARKER)
    fs.write(f"{DATA_DIRECTORY}/cleaner-offset-checkpoint", b"0\n2\n__consumer_offsets 0 1\nplain 0 4\n")
    broker.start()
    for number in range(3, 7):
        _append(broker, number)
    partition = broker.broker.partitions.get("plain", 0)  # type: ignore[union-attr]
    assert partition is not None
    partition.log.truncate_start(2)
    broker.stop()
    return dict(_walk(fs, DATA_DIRECTORY))


def _walk(fs: MemoryFileSystem, folder: str) -> Iterable[tuple[str, bytes]]:
    for name in fs.list(folder):
        path = f"{folder}/{name}"
        if fs.is_directory(path):
            yield from _walk(fs, path)
        elif name != ".lock":
            with_file = fs.open(path)
            yield path, with_file.read_at(0, with_file.size())


def placed(paths: Iterable[str], changed: str | None = None, data: bytes = b"") -> MemoryFileSystem:
    """A new file system with these files, one of them with other content."""
    fs = MemoryFileSystem(lambda: EPOCH_MS, all_durable=True)
    whole = files()
    for path in paths:
        fs.write(path, data if path == changed else whole[path])
    return fs


def partitions() -> list[TopicPartition]:
    """All that the directory holds."""
    found = {path.split("/")[2] for path in files() if path.count("/") == 3}
    return sorted(TopicPartition(name.rpartition("-")[0], int(name.rpartition("-")[2])) for name in found)


def folder(partition: TopicPartition) -> str:
    """Where its files lie."""
    return f"{DATA_DIRECTORY}/{partition.topic}-{partition.partition}"
