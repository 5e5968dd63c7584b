"""klog.records.implementations"""

from __future__ import annotations

import subprocess
import sys

from twisted.trial.unittest import SynchronousTestCase

from klog.records import implementations
from tests.records.cases import fast


class SelectTests(SynchronousTestCase):
    def test_plain_python_on_request(self) -> None:
        self.assertEqual(implementations.choose({"KLOG_NO_EXTENSIONS": "1"}).name, "python")

    def test_cython_where_it_is_built(self) -> None:
        fast()
        self.assertEqual(implementations.choose({}).name, "cython")
        self.assertEqual(implementations.choose({"KLOG_NO_EXTENSIONS": "0"}).name, "cython")

    def test_the_compactor_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_compactor({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_compactor({}).name, "cython")

    def test_the_reader_of_offsets_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_fold({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_fold({}).name, "cython")

    def test_the_encoder_of_columns_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_encoding({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_encoding({}).name, "cython")

    def test_the_appender_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_appending({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_appending({}).name, "cython")

    def test_the_tally_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_counting({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_counting({}).name, "cython")

    def test_the_reader_of_columns_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_columns({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_columns({}).name, "cython")


#: Readers of a memoryview that are half-way, each in a cycle of which the memoryview is the oldest part.
CYCLES = """
import gc
from klog.records.implementations import codec, columns, views
from tests.records.cases import rows

READERS = {
    "records": lambda data: codec.records(data),
    "old entries": lambda data: codec.old_entries(data, 1),
    "a cursor": lambda data: iter(views.cursor(data, 0, topic="t", partition=0).take(1)),
    "columns": lambda data: iter([columns.cursor(data, start=0, end=100, wanted=63).take(1), None]),
}

class Node:
    pass

def leave(read, data):
    seen, node = memoryview(data)[:], Node()
    node.seen, node.itself, node.reader = seen, node, read(seen)
    next(node.reader)

gc.disable()
data = codec.build_batch(rows(3))
for name, read in READERS.items():
    for kind in (bytes, bytearray):
        leave(read, kind(data))
        gc.collect()
        print(name)
"""


class CycleTests(SynchronousTestCase):
    def test_the_collector_takes_readers_apart(self) -> None:
        """It happens in a process of its own, as what went wrong was that it ended."""
        done = subprocess.run([sys.executable, "-c", CYCLES], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr, len(done.stdout.splitlines())), (0, "", 8))
