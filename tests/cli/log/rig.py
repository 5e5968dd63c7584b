"""A partition's directory as a broker leaves it: several segments, dense indexes, all in memory."""

from __future__ import annotations

from klog.storage.filesystem import FileSystem
from klog.testing.broker import MemoryBroker
from klog.testing.filesystem import MemoryFileSystem

PROPERTIES = {
    "log.index.interval.bytes": "256",
    "log.index.size.max.bytes": "160",
    "offsets.topic.num.partitions": "2",
}


def filled(batches: int = 60, values: int = 3) -> MemoryBroker:
    """A stopped broker with `batches` batches in ``t-0``; its file system is what tests look at."""
    broker = MemoryBroker(PROPERTIES).start()
    broker.create_topics({"t": 1})
    for batch in range(batches):
        broker.put("t", [b"value %d of %d %s" % (number, batch, b"x" * 50) for number in range(values)], key=b"k%d" % batch)
        broker.advance(1)
    broker.stop()
    return broker


def read(fs: FileSystem, path: str) -> bytes:
    """A whole file."""
    file = fs.open(path)
    return file.read_at(0, file.size())


def change(fs: MemoryFileSystem, path: str, position: int, data: bytes) -> None:
    """Write over part of a file."""
    fs.open(path, write=True).write_at(position, [data])
