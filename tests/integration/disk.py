"""Data directories as others see them: Kafka's ``dump-log``, raw batches, and what one consumer reads of a partition."""

from __future__ import annotations

import itertools
import pathlib
import re
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from klog.records.contract import CorruptRecords, Entry
from klog.records.implementations import codec
from tests import peers

#: What librdkafka need not print when a test takes a broker away from it.
QUIET: dict[str, object] = {"log_level": 0, "allow.auto.create.topics": False}


class Row(NamedTuple):
    """One record as a consumer sees it."""

    offset: int
    timestamp_ms: int
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes | None], ...]


class Dump(NamedTuple):
    """What ``dump-log`` said."""

    #: Lines that mean damage; empty where it found none.
    complaints: list[str]
    #: Records by file name (with the partition's directory), where contents were dumped.
    records: dict[str, int]
    text: str


_BATCH = re.compile(r"baseOffset: (-?\d+) lastOffset: (-?\d+) count: (\S+) .* position: (\d+) .* size: (\d+) magic: (\d) .*isvalid: (\w+)")
_HARMLESS = re.compile(
    r"Dumping |Log starting offset: |.* is empty\.$|.* passed sanity check\.$|offset: \d+ position: \d+$|timestamp: -?\d+ offset: \d+$"
    r"|producerId: \d+ producerEpoch: -?\d+ coordinatorEpoch: -?\d+ |version: \d+ producerId: |\| offset: \d+ |Snapshot end offset: "
)


def dump_log(version: str, files: Iterable[pathlib.Path], *flags: str) -> Dump:
    """Run Kafka's ``dump-log`` over `files`, and read both of its streams: its exit code tells nothing.

    That the first record of a rolled segment does not follow offset -1 is its way to count, and no damage.
    """
    names = sorted(str(path) for path in files)
    assert names, "no files to dump"
    done = subprocess.run(
        [*peers.kafka(version), "dump-log", *flags, "--files", ",".join(names)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
    )
    complaints: list[str] = []
    records: dict[str, int] = {}
    current = ""
    for line in done.stdout.splitlines():
        if line.startswith("Dumping "):
            path = pathlib.Path(line.removeprefix("Dumping "))
            current = f"{path.parent.name}/{path.name}"
        elif found := _BATCH.match(line):
            if found[7] != "true":
                complaints.append(f"{current}: {line}")
            if not flags or "--deep-iteration" not in flags:
                records[current] = records.get(current, 0) + int(found[2]) - int(found[1]) + 1
        elif not line.strip():
            continue
        elif not _HARMLESS.match(line):
            complaints.append(f"{current}: {line}")
        elif line.startswith("| offset: "):
            records[current] = records.get(current, 0) + 1
    heading = ""
    for line in done.stderr.splitlines():
        if line.startswith(("Non-consecutive offsets in", "Mismatches in", "Found ", "The following indexed")):
            heading = line
        elif line.startswith("log4j:"):
            # Of the tool's own log, where it does not find how that is set.
            continue
        elif not re.match(r"  -1 is followed by \d+$", line) and line.strip():
            complaints.append(f"{heading} {line}" if line.startswith((" ", "Indexed")) else line)
    if done.returncode:
        complaints.append(f"exit code {done.returncode}")
    return Dump(complaints, records, done.stdout + done.stderr)


def segment_files(data: pathlib.Path, topic: str, *suffixes: str) -> list[pathlib.Path]:
    """The files of all partitions of a topic with one of these suffixes."""
    folders = [path for path in data.glob(f"{topic}-*") if re.fullmatch(r"[0-9]+", path.name.removeprefix(f"{topic}-"))]
    return sorted(path for folder in folders for suffix in suffixes for path in folder.glob(f"*{suffix}"))


def valid_entries(path: pathlib.Path) -> tuple[list[Entry], int]:
    """The batches of a segment as far as they hold, and the size that they take."""
    data = path.read_bytes()
    entries: list[Entry] = []
    position = 0
    try:
        while step := codec.scan(data, position, 1):
            codec.check_crc(data, position)
            entries += step
            position += step[0].size
    except CorruptRecords:
        pass
    return entries, position


def all_entries(data: pathlib.Path, topic: str) -> dict[int, list[Entry]]:
    """All batches of a topic's partitions."""
    found: dict[int, list[Entry]] = defaultdict(list)
    for path in segment_files(data, topic, ".log"):
        found[int(path.parent.name.rpartition("-")[2])] += valid_entries(path)[0]
    return dict(found)


def copy_differences(copies: Mapping[int, pathlib.Path], topic: str, ends: Mapping[int, int], *, is_whole: bool = False) -> list[str]:
    """In what the copies of each partition differ up to its end, in words; their segments may begin elsewhere. Nobody writes meanwhile.

    :param copies: data directories, by broker.
    :param ends: the offset behind the last record that counts, of each partition.
    :param is_whole: whether that is all there is: nothing may lie behind it, in any copy.
    """
    found: list[str] = []
    for index, end in ends.items():
        name = f"{topic}-{index}"
        batches = {number: list(_batches(data / name, None if is_whole else end)) for number, data in copies.items()}
        for number, ours in batches.items():
            reached = ours[-1][1] if ours else 0
            if reached < end or (is_whole and reached > end):
                found.append(f"{name} of broker {number} ends at {reached}, not at {end}")
        (first, of_first), *others = batches.items()
        for number, theirs in others:
            for ours_at, theirs_at in itertools.zip_longest(of_first, theirs):
                if ours_at != theirs_at:
                    found.append(f"{name}: brokers {first} and {number} differ at {(ours_at or theirs_at)[0]}: {ours_at} {theirs_at}")
                    break
    return found


def _batches(folder: pathlib.Path, end: int | None) -> Iterator[tuple[int, int, bytes]]:
    """First offset, the one after the last, and bytes of each batch of a partition below `end`; with None of all, and nothing may lie
    between them."""
    for path in sorted(folder.glob("*.log")):
        raw = path.read_bytes()
        entries, size = valid_entries(path)
        assert end is not None or size == len(raw), f"{path}: {len(raw) - size} bytes behind the last batch"
        for entry in entries:
            if end is None or entry.base_offset < end:
                yield entry.base_offset, entry.last_offset + 1, raw[entry.position : entry.position + entry.size]


def snapshot_tree(folder: pathlib.Path) -> dict[str, bytes]:
    """Every file below a folder with its content."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# Through confluent-kafka


def ends(address: str, topic: str, partitions: int, *, committed: bool = False, earliest: bool = False) -> dict[int, int]:
    """End (or start) of every partition; with `committed` the last stable offset."""
    from confluent_kafka.admin import AdminClient

    admin = AdminClient({"bootstrap.servers": address, "log_level": 0})
    found = _ends(admin, {topic: partitions}, committed=committed, earliest=earliest)
    return {partition: offset for (_, partition), offset in found.items()}


#: Kafka's port opens before its partitions have leaders, and these are told of their epochs later than its metadata.
NOT_YET = (
    *("_NOENT", "LEADER_NOT_AVAILABLE", "UNKNOWN_TOPIC_OR_PART"),
    *("NOT_LEADER_FOR_PARTITION", "FENCED_LEADER_EPOCH", "UNKNOWN_LEADER_EPOCH"),
)


def _ends(admin: Any, shapes: Mapping[str, int], *, committed: bool = False, earliest: bool = False) -> dict[tuple[str, int], int]:
    from confluent_kafka import IsolationLevel, KafkaException, TopicPartition
    from confluent_kafka.admin import OffsetSpec

    spec = OffsetSpec.earliest() if earliest else OffsetSpec.latest()
    level = IsolationLevel.READ_COMMITTED if committed else IsolationLevel.READ_UNCOMMITTED
    places = {TopicPartition(topic, number): spec for topic, count in shapes.items() for number in range(count)}
    deadline = time.monotonic() + 60
    while True:
        try:
            asked = admin.list_offsets(places, isolation_level=level)
            return {(place.topic, place.partition): future.result(60).offset for place, future in asked.items()}
        except KafkaException as error:
            if time.monotonic() > deadline or error.args[0].name() not in NOT_YET:
                raise
            time.sleep(0.1)


def read_topics(
    address: str, shapes: Mapping[str, int], *, committed: bool = False, settings: Mapping[str, str] | None = None
) -> dict[str, dict[int, list[Row]]]:
    """All records of these topics (with their numbers of partitions), through one consumer.

    :param settings: more of librdkafka's.

    Fails where a partition's end is not reached within a minute of the last record.
    """
    from confluent_kafka import Consumer, TopicPartition
    from confluent_kafka.admin import AdminClient

    admin = AdminClient({"bootstrap.servers": address, "log_level": 0, **(settings or {})})
    starts, stops = _ends(admin, shapes, earliest=True), _ends(admin, shapes, committed=committed)
    consumer = Consumer(
        {
            **QUIET,
            "bootstrap.servers": address,
            "group.id": "nobody",
            "enable.auto.commit": False,
            "check.crcs": True,
            "isolation.level": "read_committed" if committed else "read_uncommitted",
            "enable.partition.eof": True,
            "fetch.wait.max.ms": 50,
            **(settings or {}),
        }
    )
    rows: dict[str, dict[int, list[Row]]] = {topic: {number: [] for number in range(count)} for topic, count in shapes.items()}
    waiting = set(starts)
    try:
        consumer.assign([TopicPartition(topic, partition, start) for (topic, partition), start in starts.items()])
        deadline = time.monotonic() + 60
        while waiting:
            assert time.monotonic() < deadline, f"{waiting} from {starts} on did not reach {stops}"
            for message in consumer.consume(5000, 0.02):
                error, topic, partition, offset = message.error(), message.topic(), message.partition(), message.offset()
                if not error:
                    row = Row(offset, message.timestamp()[1], message.key(), message.value(), tuple(message.headers() or ()))
                    rows[topic][partition].append(row)
                    deadline = time.monotonic() + 60
                elif error.name() == "_PARTITION_EOF":
                    if offset >= stops[topic, partition]:
                        waiting.discard((topic, partition))
                else:
                    assert error.retriable() or error.name() in ("_TRANSPORT", "_ALL_BROKERS_DOWN"), error
    finally:
        consumer.close()
    return rows


def read_topic(
    address: str, topic: str, partitions: int, *, committed: bool = False, settings: Mapping[str, str] | None = None
) -> dict[int, list[Row]]:
    """All records of a topic."""
    return read_topics(address, {topic: partitions}, committed=committed, settings=settings)[topic]


def produce(address: str, topic: str, partition: int, values: Iterable[bytes], **settings: object) -> list[int]:
    """Send and wait; the offsets that were answered, in order of the values."""
    return produce_all(address, topic, {partition: values}, **settings)[partition]


def produce_all(address: str, topic: str, values: Mapping[int, Iterable[bytes]], **settings: object) -> dict[int, list[int]]:
    """The same to several partitions by one producer."""
    from confluent_kafka import Producer

    producer = Producer({**QUIET, "bootstrap.servers": address, "linger.ms": 5, **settings})
    offsets: dict[int, list[int]] = {partition: [] for partition in values}
    failures: list[str] = []

    def told(error: object, message: object) -> None:
        if error:
            failures.append(str(error))
        else:
            offsets[message.partition()].append(message.offset())  # type: ignore[attr-defined]

    for partition, some in values.items():
        for value in some:
            producer.produce(topic, value, b"key", partition, on_delivery=told, headers=[("h", value[:3])])
            producer.poll(0)
    left = producer.flush(60)
    assert not left and not failures, (left, failures[:3])
    return offsets


def create_topic(address: str, topic: str, partitions: int, configs: Mapping[str, str] | None = None) -> None:
    """Make a topic."""
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    admin = AdminClient({"bootstrap.servers": address, "log_level": 0})
    wait_for_controller(admin)
    admin.create_topics([NewTopic(topic, partitions, 1, config=dict(configs or {}))])[topic].result(120)


def topic_configs(address: str, topic: str) -> dict[str, str]:
    """A topic's own overrides. Kafka 0.11 says of a setting only whether it is a default."""
    from confluent_kafka.admin import AdminClient, ConfigResource, ConfigSource, ResourceType

    admin = AdminClient({"bootstrap.servers": address, "log_level": 0})
    resource = ConfigResource(ResourceType.TOPIC, topic)
    entries = admin.describe_configs([resource])[resource].result(60)
    unsaid = ConfigSource.UNKNOWN_CONFIG.value
    return {
        name: entry.value
        for name, entry in entries.items()
        if entry.source == ConfigSource.DYNAMIC_TOPIC_CONFIG.value or (entry.source == unsaid and not entry.is_default)
    }


def set_topic_config(address: str, topic: str, name: str, value: str) -> None:
    """Set one override."""
    from confluent_kafka.admin import AdminClient, AlterConfigOpType, ConfigEntry, ConfigResource, ResourceType

    admin = AdminClient({"bootstrap.servers": address, "log_level": 0})
    entry = ConfigEntry(name, value, incremental_operation=AlterConfigOpType.SET)
    resource = ConfigResource(ResourceType.TOPIC, topic, incremental_configs=[entry])
    admin.incremental_alter_configs([resource])[resource].result(60)


def wait_for(what: str, condition: Callable[[], object], timeout: float = 60, state: Callable[[], object] = lambda: "") -> None:
    """Poll until `condition()` is true.

    :param state: what is said of how things stand, where it never was.
    :raises AssertionError: it is not within `timeout` seconds.
    """
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, f"{what}: not within {timeout} s {state()}"
        time.sleep(0.05)


def wait_for_controller(admin: Any, timeout_s: float = 60) -> None:
    """Until a client is told who the controller is, which a broker may not know when its port opens: librdkafka then looks for it seldom.

    :param admin: confluent-kafka's. :param timeout_s: of each time that it asks.
    """
    wait_for("a controller", lambda: admin.list_topics(timeout=timeout_s).controller_id >= 0)


def topic_names(address: str) -> dict[str, int]:
    """Topics with their number of partitions; ``__consumer_offsets``, which clients' groups bring about, is none of the tests'."""
    from confluent_kafka.admin import AdminClient

    found = AdminClient({"bootstrap.servers": address, "log_level": 0}).list_topics(timeout=60).topics
    return {name: len(topic.partitions) for name, topic in found.items() if name != "__consumer_offsets"}


def lines(text: str, *words: str) -> Iterator[str]:
    """The lines of a log that hold all of the words."""
    return (line for line in text.splitlines() if all(word in line for word in words))
