"""klog's source in Spark beside Spark's own Kafka connector: the same jobs, topic, broker and run, each in a JVM of its own.

The jobs and their timing are those of ``spark_kafka bench`` of the peers. The connector runs with its defaults and, for what only reads,
tuned as the README beside that script says. One JVM differs from the next by a tenth, which is as much as that comparison is about, so that
the two take turns, `ROUNDS` times, and medians are told.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, NamedTuple

from tests import peers
from tests.bench import perf_tools
from tests.bench.measure import BROKERS, medians
from tests.spark.spark_session import AUTOLOAD

RECORDS, RECORD_BYTES, PARTITIONS = 5_000_000, 100, 2
TOPIC = "spark-source"
JOBS = ("count", "noop", "parquet", "stream_noop", "stream_parquet")
READING = ("count", "noop")
ROUNDS = 3
TUNED = ("kafka.max.poll.records=10000", "kafka.max.partition.fetch.bytes=8388608", "kafka.receive.buffer.bytes=1048576")


class Job(NamedTuple):
    """One job of one source: medians."""

    rows_per_s: float
    #: Of driver, JVM and Python workers.
    cpu_s: float


def bench(address: str, topic: str, source: str, jobs: tuple[str, ...] = JOBS, *options: str) -> dict[str, Any]:
    """What ``spark_kafka bench`` measures.

    :param source: ``klog`` or ``kafka``. :param options: more options of the source, ``name=value``.
    """
    peers.spark_kafka_jars()
    command = [sys.executable, str(peers.SCRIPTS / "spark_kafka"), "bench", "--bootstrap", address, "--topic", topic, "--format", source]
    command += ["--only", ",".join(jobs), *(part for option in options for part in ("--option", option))]
    path = os.pathsep.join([str(peers.ROOT), str(AUTOLOAD), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}, text=True)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)} ended with {done.returncode}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def measure() -> dict[str, dict[str, dict[str, Job]]]:
    """By broker, by source (``klog``, ``kafka``, ``tuned``), by job."""
    found: dict[str, dict[str, dict[str, Job]]] = {}
    for key, start in BROKERS.items():
        with start() as broker:
            perf_tools.create_topic(broker, TOPIC, PARTITIONS)
            perf_tools.producer_perf(broker, TOPIC, RECORDS, RECORD_BYTES, batch_size=16384, linger_ms=10, acks=1)
            others = tuple(job for job in JOBS if job not in READING)
            reports: dict[str, list[dict[str, Any]]] = {"klog": [], "kafka": [], "tuned": []}
            for _ in range(ROUNDS):
                reports["klog"].append(bench(broker.address, TOPIC, "klog", READING))
                reports["tuned"].append(bench(broker.address, TOPIC, "kafka", READING, *TUNED))
            reports["kafka"].append(bench(broker.address, TOPIC, "kafka"))
            reports["klog"].append(bench(broker.address, TOPIC, "klog", others))
            found[key] = {side: of_each_job(several) for side, several in reports.items()}
    return found


def of_each_job(reports: list[dict[str, Any]]) -> dict[str, Job]:
    """Medians by job, of those runs that have it."""
    found = {}
    for job in JOBS:
        runs = [Job(report[job]["rows_per_s"], report[job]["cpu_s"]) for report in reports if job in report]
        if runs:
            found[job] = medians(Job, runs)
    return found
