"""``klog pull`` as a process with its workers: in a terminal, following, ended by signals; and the memory of one task of large records."""

from __future__ import annotations

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any

import psutil
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from klog.client.blocking.client import BlockingClient
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.testing.embedded import Broker
from tests import peers
from tests.integration.command import KLOG, environment, in_terminal, piped
from tests.integration.running import KlogBroker
from tests.integration.sample_topics import create_topics

#: What a task may take beside the interpreter and pyarrow. See `klog.pull.task`: an answer, a batch, a row group and a record more, and
#: the page that is written.
TASK_MIB = 450
RECORD_MIB = 50

#: Runs one task and tells how much memory it took at its largest: before the task, and in all.
MEMORY_PROGRAM = """
import json, re, sys
from klog.arrow.ranges import TopicRange
from klog.client.settings import ClientSettings
from klog.pull.settings import PullSettings
from klog.pull.task import run_task
from klog.pull.types import TaskSpec

address, target, end = sys.argv[1], sys.argv[2], int(sys.argv[3])
settings = PullSettings(client=ClientSettings(bootstrap_servers=address), target=target, topics=("large",))
def peak_mib():
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) >> 10

before = peak_mib()
(file,) = run_task(TaskSpec(0, TopicRange("large", 0, 0, end), "staging", settings)).files
print(json.dumps([file.path, before, peak_mib()]))
"""


class CommandCase(unittest.TestCase):
    """A broker in this process, a target, the command in its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="klog-pull-")
        self.addCleanup(folder.cleanup)
        self.target = pathlib.Path(folder.name) / "target"
        self.broker = Broker(topics={"logs": 2}).start()
        self.addCleanup(self.broker.stop)
        for partition in (0, 1):
            self.broker.put("logs", [b"line %d" % number for number in range(500)], partition=partition)

    def words(self, *more: str) -> list[str]:
        return ["pull", "--topic", "logs", "--to", str(self.target), *more]

    def start(self, *more: str) -> subprocess.Popen[bytes]:
        surroundings = environment(KLOG_BOOTSTRAP=self.broker.bootstrap)
        begun = subprocess.Popen([*KLOG, *self.words(*more)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings)
        self.addCleanup(begun.stderr.close)  # type: ignore[union-attr]
        self.addCleanup(begun.stdout.close)  # type: ignore[union-attr]
        self.addCleanup(begun.wait)
        self.addCleanup(begun.kill)
        return begun

    def rows(self) -> int:
        found: int = ds.dataset(self.target, format="parquet", partitioning="hive").count_rows()
        return found


class CommandTests(CommandCase):
    """See above."""

    def test_in_a_terminal(self) -> None:
        done = in_terminal(*self.words(), bootstrap=self.broker.bootstrap)
        self.assertEqual(done.code, 0, done.text)
        self.assertIn("TOPIC", done.text)
        self.assertIn("1,000 records in 2 files", done.text)
        self.assertEqual(self.rows(), 1000)
        done = in_terminal(*self.words("--verify"), bootstrap=self.broker.bootstrap)
        self.assertEqual(done.code, 0, done.text)

    def test_following(self) -> None:
        begun = self.start("--follow", "--interval", "100ms", "-o", "json", "--workers", "1")
        assert begun.stdout is not None and begun.stderr is not None
        self.assertEqual(json.loads(begun.stdout.readline())["rows"], 1000)
        self.broker.put("logs", [b"more"] * 3)
        second = json.loads(begun.stdout.readline())
        self.assertEqual((second["version"], second["rows"]), (1, 3))
        workers = psutil.Process(begun.pid).children(recursive=True)
        self.assertEqual(len(workers), 1)
        begun.send_signal(signal.SIGINT)
        self.assertEqual(begun.wait(60), 0)
        self.assertIn(b"what was pulled is whole", begun.stderr.read())
        self.assertEqual(psutil.wait_procs(workers, timeout=60)[1], [])
        self.assertEqual(self.rows(), 1003)

    def test_signals_amid_a_pull(self) -> None:
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            # Every answer is late, so that the signal comes in the middle.
            self.broker.delay_s = 0.7
            begun = self.start("--workers", "2")
            assert begun.stdout is not None and begun.stderr is not None
            deadline = time.monotonic() + 60
            while not list(self.target.glob("_klog/staging/*")) and time.monotonic() < deadline:
                time.sleep(0.02)
            workers = psutil.Process(begun.pid).children(recursive=True)
            begun.send_signal(number)
            self.assertEqual(begun.wait(60), code)
            self.assertNotIn(b"Traceback", begun.stderr.read())
            self.assertEqual(psutil.wait_procs(workers, timeout=60)[1], [])
            self.assertEqual(list(self.target.rglob("*.parquet")), [])
            self.broker.delay_s = 0.0
        done = piped(*self.words("-o", "json"), bootstrap=self.broker.bootstrap)
        self.assertEqual((done.code, json.loads(done.text)["pull"]["rows"], self.rows()), (0, 1000, 1000))


class MemoryTests(unittest.TestCase):
    """A task is bounded by its options, whatever the size of the records."""

    @pytest.mark.soak
    def test_large_records(self) -> None:
        count = 4 * peers.soak_share(20)
        chance = random.Random(5)
        values: list[bytes] = [chance.randbytes(RECORD_MIB << 20) for _ in range(2)]
        with tempfile.TemporaryDirectory(prefix="klog-pull-") as target:
            os.mkdir(pathlib.Path(target) / "staging")
            with KlogBroker(settings={"message.max.bytes": str((RECORD_MIB + 1) << 20)}) as broker:
                create_topics(broker.address, ["large"], 1)
                with BlockingClient(broker.address) as client:
                    for number in range(count):
                        records: list[Any] = [(1_700_000_000_000, None, values[number % 2], ())]
                        client.produce(TopicPartition("large", 0), codec.build_batch(records))
                done = subprocess.run(
                    [sys.executable, "-c", MEMORY_PROGRAM, broker.address, target, str(count)],
                    check=True,
                    stdout=subprocess.PIPE,
                    cwd=peers.ROOT,
                )
            path, before, peak = json.loads(done.stdout)
            file = pq.ParquetFile(pathlib.Path(target) / path)
            for group in range(file.metadata.num_row_groups):
                table = file.read_row_group(group)
                for offset, value in zip(table.column("offset").to_pylist(), table.column("value"), strict=True):
                    self.assertTrue(value.as_buffer().equals(memoryview_of(values[offset % 2])), offset)
            self.assertEqual(file.metadata.num_rows, count)
        self.assertLess(peak - before, TASK_MIB, f"MiB for {count} records of {RECORD_MIB} MiB")
        print(f"{count} records of {RECORD_MIB} MiB: {peak - before} MiB beside {before} MiB")


def memoryview_of(data: bytes) -> Any:
    """As Arrow compares."""
    import pyarrow as pa

    return pa.py_buffer(data)


if __name__ == "__main__":
    unittest.main()
