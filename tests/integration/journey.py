"""The load of the interoperability tests: all sample logs as records with keys, headers and timestamps, and its file form.

One log goes to one partition (its number modulo the partitions), so that order per partition is order within each log and between logs.
"""

from __future__ import annotations

import collections
import functools
import io
import pathlib
import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from klog.records.implementations import codec
from tests import peers

PARTITIONS = 4
BASE_TIMESTAMP_MS = 1_700_000_000_000


class Item(NamedTuple):
    """One record as every client can say it. `timestamp_ms` is None where a client cannot choose it."""

    partition: int
    timestamp_ms: int | None
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes | None], ...] = ()


@functools.cache
def load(every: int = 1) -> tuple[Item, ...]:
    """All lines of the sixteen logs (each `every`-th), byte for byte."""
    items = []
    for number, path in enumerate(peers.sample_logs()):
        lines = path.read_bytes().split(b"\n")
        if lines and not lines[-1]:
            lines.pop()
        name = path.name.encode()
        for index, line in enumerate(lines):
            if index % every == 0:
                headers = (("log", name), ("line", b"%d" % index))
                items.append(Item(number % PARTITIONS, BASE_TIMESTAMP_MS + len(items), name, line, headers))
    return tuple(items)


def by_partition(items: Iterable[Item]) -> dict[int, list[Item]]:
    """The items of each partition, in order."""
    found: dict[int, list[Item]] = {partition: [] for partition in range(PARTITIONS)}
    for item in items:
        found[item.partition].append(item)
    return found


def differences(sent: Sequence[Item], received: Sequence[Item], *, timestamps: bool = True, headers: bool = True) -> str:
    """Empty where `received` is `sent`, partition by partition and in order; otherwise the first difference."""

    def shape(item: Item) -> Item:
        return item._replace(timestamp_ms=item.timestamp_ms if timestamps else None, headers=tuple(item.headers) if headers else ())

    for partition, wanted in by_partition(sent).items():
        got = by_partition(received)[partition]
        if len(wanted) != len(got):
            return f"partition {partition}: {len(wanted)} records went in, {len(got)} came out"
        for offset, (one, other) in enumerate(zip(wanted, got, strict=True)):
            if shape(one) != shape(other):
                return f"partition {partition}, offset {offset}: {shape(one)} went in, {shape(other)} came out"
    return ""


def _bytes(data: bytes | None) -> bytes:
    return struct.pack(">i", -1) if data is None else struct.pack(">i", len(data)) + data


def write_file(path: pathlib.Path, items: Iterable[Item]) -> None:
    """The file form that ``java/Journey.java`` reads."""
    out = io.BytesIO()
    for item in items:
        out.write(struct.pack(">iqq", item.partition, -1, -1 if item.timestamp_ms is None else item.timestamp_ms))
        out.write(_bytes(item.key) + _bytes(item.value) + struct.pack(">i", len(item.headers)))
        for key, value in item.headers:
            out.write(_bytes(key.encode()) + _bytes(value))
    path.write_bytes(out.getvalue())


def read_file(path: pathlib.Path) -> list[Item]:
    """What ``java/Journey.java`` wrote."""
    data, position = path.read_bytes(), 0

    def number() -> int:
        nonlocal position
        position += 4
        return int(struct.unpack_from(">i", data, position - 4)[0])

    def some() -> bytes | None:
        nonlocal position
        length = number()
        if length < 0:
            return None
        position += length
        return data[position - length : position]

    items = []
    while position < len(data):
        partition, _offset, timestamp = struct.unpack_from(">iqq", data, position)
        position += 20
        key, value = some(), some()
        headers = tuple(((some() or b"").decode(), some()) for _ in range(number()))
        items.append(Item(partition, timestamp, key, value, headers))
    return items


def codecs_on_disk(data: pathlib.Path, topic: str) -> collections.Counter[int]:
    """Bytes of a topic's segments by the codec number of their batches."""
    found: collections.Counter[int] = collections.Counter()
    for path in sorted(data.glob(f"{topic}-*/*.log")):
        for entry in codec.scan(path.read_bytes()):
            found[entry.attributes & 7] += entry.size
    return found
