"""Readers of a memoryview that are half-way, and are garbage: Python's collector takes them apart, and the process lives on."""

from __future__ import annotations

import subprocess
import sys

from twisted.trial.unittest import SynchronousTestCase

#: The memoryview is the oldest part of each cycle, so that the collector comes to it first.
CYCLES = """
import gc
from klog.records.implementations import codec, columns, views
from tests.records.cases import rows

def pieces(cursor):
    while True:
        yield cursor.take(1)

READERS = {
    "records": lambda data: codec.records(data),
    "old entries": lambda data: codec.old_entries(data, 1),
    "messages": lambda data: iter(views.cursor(data, 0, topic="t", partition=0).take(1)),
    "a cursor": lambda data: pieces(views.cursor(data, 0, topic="t", partition=0)),
    "a cursor of columns": lambda data: pieces(columns.cursor(data, start=0, end=100, wanted=63)),
}

class Node:
    pass

def leave(read, data):
    seen, node = memoryview(data)[:], Node()
    node.seen, node.itself, node.reader = seen, node, read(seen)
    next(node.reader)

gc.disable()
data = codec.build_batch(rows(3))
class Owner(bytearray):
    pass

# What is held must be let go of, also where the reader itself is what the collector comes to first.
owner = Owner(data)
owner.reader = reader = codec.records(owner)
next(reader)
del owner
gc.collect()
del reader
gc.collect()

for name, read in READERS.items():
    for kind in (bytes, bytearray):
        leave(read, kind(data))
        gc.collect()
        print(name)
"""


class CycleTests(SynchronousTestCase):
    def test_the_collector_takes_readers_apart(self) -> None:
        """In a process of its own: what went wrong was a crash."""
        done = subprocess.run([sys.executable, "-c", CYCLES], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr, len(done.stdout.splitlines())), (0, "", 10))
