"""``klog pull`` beside Spark's own Kafka connector writing Parquet: the same topics, the same broker, one after the other.

Three jobs: five million records of 100 random letters (what Kafka's load program sends) with the connector's default compression, the same
with zstd, and five million lines of the sixteen sample logs, produced with lz4, with zstd. The connector runs by the peers' script, which
writes Spark's own Parquet; a pull runs with one worker process for each of its two tasks, warmed up like the connector's session. Both
write to memory where there is ``/dev/shm``. Beside the rates stands what one command costs from its start to its end.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from klog.client.blocking.client import BlockingClient
from klog.client.settings import ClientSettings
from klog.model import TopicPartition
from klog.pull.job import pull
from klog.pull.runner import LocalRunner
from klog.pull.settings import PullSettings
from klog.records.contract import Codec
from klog.records.implementations import codec
from tests import peers
from tests.bench.measure import Measured, cpu_seconds
from tests.integration.command import KLOG, environment
from tests.integration.sample_topics import create_topics

PARTITIONS = 2
RECORDS = 5_000_000
#: 160 records of 100 bytes fill Kafka's default batch.size.
BATCH = 160
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None

_LETTERS = bytes(65 + byte % 26 for byte in range(256))


@dataclasses.dataclass(frozen=True)
class Rate:
    """Medians: records a second, CPU seconds of all processes but the broker's."""

    per_second: float
    cpu_s: float


@dataclasses.dataclass(frozen=True)
class Pulled:
    """One job by both; `connector` is None where it was not asked for."""

    name: str
    compression: str
    klog: Rate
    size_mb: float
    #: ``klog pull`` as a command, from its start to its end.
    command_s: float
    connector: Rate | None


def letters(chance: random.Random) -> bytes:
    """100 random letters."""
    return chance.randbytes(100).translate(_LETTERS)


def produce_letters(broker: Measured, topic: str, records: int) -> None:
    """A thousand different batches, in turn: as good as random for compressors, which look back over a page of a megabyte at most."""
    chance = random.Random(1)
    batches = [codec.build_batch([(1_700_000_000_000 + place, None, letters(chance), ()) for place in range(BATCH)]) for _ in range(1000)]
    _produce(broker, topic, lambda number: batches[number % len(batches)], records)


def produce_lines(broker: Measured, topic: str, records: int) -> None:
    """The lines of all sixteen logs, over and over."""
    lines = [line for path in peers.sample_logs() for line in path.read_bytes().splitlines()]

    def batch(number: int) -> bytes:
        first = number * BATCH
        values = [(1_700_000_000_000 + place, None, lines[place % len(lines)], ()) for place in range(first, first + BATCH)]
        return codec.build_batch(values, codec=Codec.LZ4)

    _produce(broker, topic, batch, records)


def _produce(broker: Measured, topic: str, batch: Callable[[int], bytes], records: int) -> None:
    create_topics(broker.address, [topic], PARTITIONS)
    with BlockingClient(broker.address) as client:
        for number in range(records // BATCH):
            client.produce(TopicPartition(topic, number % PARTITIONS), batch(number))


@contextlib.contextmanager
def scratch() -> Iterator[pathlib.Path]:
    """A folder, in memory where that can be."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-bench-pull-", dir=MEMORY))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def pull_rate(broker: Measured, topic: str, records: int, compression: str, runs: int) -> tuple[Rate, float]:
    """The rate, and megabytes of the files."""
    seconds, cpu, size = [], [], 0
    with scratch() as folder, LocalRunner(PARTITIONS) as runner:
        runner.start()
        for turn in range(runs + 1):
            target = folder / str(turn)
            settings = PullSettings(
                client=ClientSettings(bootstrap_servers=broker.address), target=str(target), topics=(topic,), compression=compression
            )
            used = sum(map(cpu_seconds, [os.getpid(), *runner.pids]))
            began = time.perf_counter()
            done = pull(settings, runner)
            seconds.append(time.perf_counter() - began)
            cpu.append(sum(map(cpu_seconds, [os.getpid(), *runner.pids])) - used)
            if done.rows != records:
                raise AssertionError(f"{done.rows} records were pulled, not {records}")
            size = done.size_bytes
            shutil.rmtree(target)
    return Rate(records / statistics.median(seconds[1:]), statistics.median(cpu[1:])), size / 1e6


def command_seconds(broker: Measured, topic: str, compression: str) -> float:
    """``klog pull``, once."""
    with scratch() as folder:
        words = ["pull", "--topic", topic, "--to", str(folder / "t"), "--compression", compression, "--workers", str(PARTITIONS), "-q"]
        began = time.perf_counter()
        subprocess.run([*KLOG, *words], check=True, stdout=subprocess.DEVNULL, env=environment(KLOG_BOOTSTRAP=broker.address))
        return time.perf_counter() - began


def connector_rate(broker: Measured, topic: str, compression: str, runs: int) -> Rate:
    """Spark's own connector and its Parquet writer, by the peers' script."""
    with scratch() as folder:
        words = ["bench", "--bootstrap", broker.address, "--topic", topic, "--only", "parquet", "--codec", compression, "--runs", str(runs)]
        done = subprocess.run(
            [sys.executable, str(peers.SCRIPTS / "spark_kafka"), *words],
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": str(folder)},
        )
    found = json.loads(done.stdout)["parquet"]
    return Rate(found["rows_per_s"], found["cpu_s"])


def measure(broker: Measured, runs: int, *, records: int = RECORDS, with_connector: bool = True) -> list[Pulled]:
    """All jobs on one broker."""
    found = []
    for name, topic, fill, compressions in (
        ("100 random letters", "pull-letters", produce_letters, ("snappy", "zstd")),
        ("lines of sixteen logs, lz4", "pull-lines", produce_lines, ("zstd",)),
    ):
        fill(broker, topic, records)
        for compression in compressions:
            ours, size_mb = pull_rate(broker, topic, records, compression, runs)
            command_s = command_seconds(broker, topic, compression)
            theirs = connector_rate(broker, topic, compression, runs) if with_connector else None
            found.append(Pulled(name, compression, ours, size_mb, command_s, theirs))
    return found
