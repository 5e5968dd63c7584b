"""How fast a partition becomes Arrow record batches: fetched from a broker and decoded, in one process, and decoding alone.

5,000,000 records of 100 bytes without keys, in batches of 16 KiB as producers make them. Reading is told as nanoseconds of the reader's
processor time for a record, with one step more each time; the rate goes by the wall, the broker beside it on another core. A first run of
a fifth is the warm-up.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from klog.arrow.batches import record_batch, wanted_by
from klog.arrow.ranges import TopicRange
from klog.arrow.reading import RangeReader, ReadOptions
from klog.client.blocking.client import BlockingClient
from klog.client.settings import ClientSettings
from klog.model import TopicPartition
from klog.records.columns import Wanted
from klog.records.contract import Codec
from klog.records.implementations import codec, columns
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from tests import peers
from tests.bench.measure import BROKERS

RECORDS, RECORD_BYTES = 5_000_000, 100
#: 160 records of 100 bytes fill Kafka's default batch.size.
PER_BATCH = 160
ANSWER_BYTES = 2 << 20
STEPS = ("fetch", "+ columns", "+ Arrow: RangeReader")
TP = TopicPartition("columns", 0)


class Reading(NamedTuple):
    """One step of reading from a broker: medians."""

    step: str
    #: Of the reader's processor time, the broker's, and the wall's.
    cpu_ns: float
    broker_ns: float
    wall_ns: float

    @property
    def rate(self) -> float:
        """Millions of records in a second."""
        return 1000 / self.wall_ns


def fill(client: BlockingClient, records: int) -> None:
    """The topic."""
    topic = CreatableTopic(name=TP.topic, num_partitions=1, replication_factor=1)
    client.ask_any(CreateTopicsRequest(topics=[topic], timeout_ms=30_000))
    client.know([TP.topic])
    now = int(time.time() * 1000)
    for start in range(0, records, PER_BATCH):
        rows = [(now, None, os.urandom(RECORD_BYTES), ()) for _ in range(min(PER_BATCH, records - start))]
        client.produce(TP, codec.build_batch(rows), 1)


def fetch(client: BlockingClient, end: int) -> Iterator[tuple[memoryview, int]]:
    """The answers, as `RangeReader` asks for them: the next one before this one is looked at."""
    position, pending = 0, client.begin_fetch(TP, 0, ANSWER_BYTES)
    while position < end:
        fetched = pending.result(timeout_ms=30_000)
        sketch = columns.outline(fetched.records, position, end)
        if sketch.next_offset < end:
            pending = client.begin_fetch(TP, sketch.next_offset, ANSWER_BYTES)
        yield fetched.records[: sketch.size], position
        position = sketch.next_offset
        fetched.reuse()


def read(client: BlockingClient, end: int, step: str) -> int:
    """All records up to `step`; how many."""
    if step == STEPS[2]:
        return sum(batch.num_rows for batch in RangeReader(client, TopicRange(TP.topic, 0, 0, end), ReadOptions(fetch_bytes=ANSWER_BYTES)))
    rows = 0
    for data, position in fetch(client, end):
        if step == STEPS[0]:
            rows += columns.outline(data, position, end).rows
        else:
            cursor = columns.cursor(data, start=position, end=end, wanted=wanted_by(ReadOptions().schema))
            while (raw := cursor.take(8 << 20)) is not None:
                rows += raw.rows
            del cursor
        data.release()
    return rows


def measure(runs: int, brokers: tuple[str, ...] = tuple(BROKERS), records: int = RECORDS) -> dict[str, list[Reading]]:
    """Reading, from each of `brokers`."""
    found: dict[str, list[Reading]] = {}
    for key in brokers:
        with BROKERS[key]() as broker, BlockingClient(ClientSettings(bootstrap_servers=broker.address)) as client:
            fill(client, records)
            for step in STEPS:
                read(client, records // 5, step)
                took = []
                for _ in range(runs):
                    began = time.process_time(), broker.cpu(), time.perf_counter()
                    if read(client, records, step) != records:
                        raise AssertionError(f"{step}: not all records came")
                    ended = time.process_time(), broker.cpu(), time.perf_counter()
                    took.append([(after - before) / records * 1e9 for before, after in zip(began, ended, strict=True)])
                found.setdefault(key, []).append(Reading(step, *(statistics.median(each) for each in zip(*took, strict=True))))
    return found


def _lines() -> list[bytes]:
    """Lines of the real logs, in turn; made up where there are none."""
    try:
        return [line for path in peers.sample_logs() for line in path.read_bytes().splitlines()]
    except BaseException as missing:  # a skip is none of the usual exceptions
        if isinstance(missing, KeyboardInterrupt | SystemExit):
            raise
        return [
            b"INFO dfs.DataNode$PacketResponder: PacketResponder %d for block blk_%d terminating" % (i % 3, i * 7919) for i in range(2000)
        ]


def decode_alone(seconds: float = 1.0) -> list[tuple[str, dict[str, float]]]:
    """Nanoseconds a record, the best of many: of one answer in memory, for each kind of records, by phase."""
    everything = Wanted.KEY | Wanted.VALUE | Wanted.OFFSET | Wanted.TIMESTAMP | Wanted.TIMESTAMP_TYPE
    schema = ReadOptions().schema
    table = []
    lines = _lines()
    for name, kind, value in (
        ("100 bytes, no codec", Codec.NONE, None),
        ("log lines, no codec", Codec.NONE, lines),
        ("log lines, lz4", Codec.LZ4, lines),
        ("log lines, zstd", Codec.ZSTD, lines),
    ):
        parts, rows = [], 0
        while sum(map(len, parts)) < ANSWER_BYTES:
            values = [os.urandom(RECORD_BYTES) if value is None else value[(rows + i) % len(value)] for i in range(PER_BATCH)]
            batch = [(1_700_000_000_000 + rows + i, None, each, ()) for i, each in enumerate(values)]
            parts.append(codec.build_batch(batch, base_offset=rows, codec=kind))
            rows += PER_BATCH
        data = b"".join(parts)

        def outline(data: bytes = data, end: int = rows) -> int:
            return columns.outline(data, 0, end).rows

        def cursor(wanted: Wanted, check_crc: bool, data: bytes = data, end: int = rows, arrow: bool = False) -> int:
            count = 0
            walk = columns.cursor(data, start=0, end=end, wanted=wanted, check_crc=check_crc)
            while (raw := walk.take(8 << 20)) is not None:
                count += raw.rows
                if arrow:
                    record_batch(raw, "columns", 0, schema)
            return count

        steps: dict[str, Callable[[], int]] = {
            "outline": outline,
            "walk": lambda: cursor(Wanted(0), False),
            "walk, CRC": lambda: cursor(Wanted(0), True),
            "and value": lambda: cursor(Wanted.VALUE, True),
            "all columns": lambda: cursor(everything, True),
            "as Arrow": lambda: cursor(everything, True, arrow=True),
        }
        figures = {}
        for step, work in steps.items():
            best, until = float("inf"), time.perf_counter() + seconds / len(steps)
            while time.perf_counter() < until:
                began = time.perf_counter()
                if work() != rows:
                    raise AssertionError(f"{step} of {name}: not all records came")
                best = min(best, time.perf_counter() - began)
            figures[step] = best / rows * 1e9
        table.append((name, figures))
    return table
