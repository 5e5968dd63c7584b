"""Spark's jobs by klog's source and by Spark's own Kafka connector, and ``klog pull`` beside the connector's Parquet; on klog's broker.

The jobs and their timing are those of the peers' script ``spark_kafka``, which runs either source: three runs behind a warm-up, in a JVM of
its own. The sides are the sources. What they write lies in the step's folder, on the disk that is measured, and goes with it.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import os
import pathlib
import shlex
import sys
import time
from collections.abc import Mapping
from typing import Any

from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.host.site import KLOG_ROOT, Site
from klog.cli.suite.loads.amounts import EVERY_SIDE, TOPIC
from klog.cli.suite.loads.limits import check_disk, limit_s
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.loads.own_programs import own_environment, own_program
from klog.cli.suite.programs.clients.client_settings import PARTITIONS, VALUE_BYTES, WARM_UP
from klog.cli.suite.sides.broker import Running
from klog.cli.suite.sides.names import OURS, side_named
from klog.cli.suite.sides.topics import create_topic

CONNECTOR, TUNED = "connector", "connector-tuned"
SPARK_SIDES = (OURS, CONNECTOR, TUNED)
#: With which the connector reads fastest; its own defaults are the other side.
TUNING = ("kafka.max.poll.records=10000", "kafka.max.partition.fetch.bytes=8388608", "kafka.receive.buffer.bytes=1048576")
READING = ("count", "noop")
WRITING = ("parquet", "stream_noop", "stream_parquet")
#: A session starts within seconds; the slowest job does half a million rows a second.
START_S = 240.0
ROWS_PER_S = 20_000


def fill(site: Site, running: Running, records: int) -> int:
    """A topic with so many records and a little more; how many."""
    create_topic(running, TOPIC, PARTITIONS)
    site.say("filling the topic")
    words = own_program("clients.command", OURS, "produce in bulk", running.bootstrap, TOPIC, records)
    running.tools(site, own_environment()).run("klog's client", words, limit_s(records))
    return records + WARM_UP


def spark_environment(folder: pathlib.Path) -> dict[str, str]:
    """By which Spark's workers find klog, and ``format("klog")``; and by which all that Spark and its jobs write goes below a folder.

    The peers' script puts what its jobs write (Parquet, checkpoints) below ``TMPDIR``, Spark what it shuffles and spills below
    ``SPARK_LOCAL_DIRS``, and what else its JVM writes below ``java.io.tmpdir``, which knows nothing of ``TMPDIR``.

    :param folder: absolute, of the step.
    """
    autoload = KLOG_ROOT / "klog" / "spark" / "autoload"
    return {
        "PYTHONPATH": os.pathsep.join([str(KLOG_ROOT), *([str(autoload)] if autoload.exists() else [])]),
        "TMPDIR": str(folder),
        "SPARK_LOCAL_DIRS": str(folder),
        "SPARK_SUBMIT_OPTS": f"{os.environ.get('SPARK_SUBMIT_OPTS', '')} {shlex.quote(f'-Djava.io.tmpdir={folder}')}".strip(),
    }


def spark_script(site: Site) -> str:
    """The path of the peers' script that runs Spark's jobs.

    :raises Skip: there is none, or Spark is not installed.
    """
    if importlib.util.find_spec("pyspark") is None:
        raise Skip("Spark is not installed: pip install 'klog[spark]'")
    return site.script("spark_kafka")


def bench(site: Site, running: Running, jobs: tuple[str, ...], source: str, options: tuple[str, ...], limit: float) -> dict[str, Any]:
    """What the peers' script measures.

    :raises Skip: Spark or its connector cannot be had. :raises StepFailed: a job failed.
    """
    script = spark_script(site)
    words: list[object] = [sys.executable, script, "bench", "--bootstrap", running.bootstrap, "--topic", TOPIC, "--format", source]
    words += ["--only", ",".join(jobs), *(word for option in options for word in ("--option", option))]
    if site.size == "smoke":
        words += ["--runs", 1, "--samples", 10]
    tools = running.tools(site, spark_environment(site.below("spark")))
    try:
        return read_report(tools.run(f"Spark with {source}", words, limit))
    except StepFailed as error:
        if "could not be resolved" in str(error) or "is not installed" in str(error):
            raise Skip(f"Spark's connector cannot be had: {error}") from None
        raise


def read_report(done: Done) -> dict[str, Any]:
    """The JSON document at the end of what was printed.

    :raises StepFailed: there is none.
    """
    start = done.text.find("\n{\n")
    try:
        found: dict[str, Any] = json.loads(done.text[start + 1 :] if start >= 0 else done.text)
    except ValueError:
        raise StepFailed(f"Spark's report cannot be read: {done.text.strip()[-300:]}") from None
    return found


@dataclasses.dataclass(frozen=True)
class SparkJobs:
    """Batch and streaming jobs."""

    records: Mapping[str, int]

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return "one run of each job, before three that are measured"

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {EVERY_SIDE: self.records[size]}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        found = Measured()
        with side_named(OURS).serve(site) as running:
            rows = fill(site, running, self.records[site.size])
            # Tuning helps what only reads.
            jobs = READING if side == TUNED or site.size == "smoke" else (*READING, *WRITING)
            site.say(f"Spark's jobs by {side}")
            limit = START_S + len(jobs) * 4 * rows / ROWS_PER_S
            report = bench(site, running, jobs, "klog" if side == OURS else "kafka", TUNING if side == TUNED else (), limit)
            if report.get("rows") != rows:
                raise StepFailed(f"{side} read {report.get('rows')} rows of {rows:,}; no rate is printed")
            for job in jobs:
                found.add(job, {"rate": report[job]["rows_per_s"], "own_cpu": report[job]["cpu_s"] / rows * 1e6})
        return found


@dataclasses.dataclass(frozen=True)
class SparkLatency:
    """From an appended record to its row in ``foreachBatch``."""

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return "twenty records, before"

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        found = Measured()
        with side_named(OURS).serve(site) as running:
            create_topic(running, TOPIC)
            site.say(f"records through Spark by {side}")
            options = ("kafka.fetch.max.wait.ms=20",) if side == TUNED else ()
            report = bench(site, running, ("latency",), "klog" if side == OURS else "kafka", options, START_S + 300)
            found.add("", {name: report["latency"][name] for name in ("p50_ms", "p95_ms", "p99_ms")})
        return found


@dataclasses.dataclass(frozen=True)
class Pull:
    """A topic as Parquet files: ``klog pull``, the whole command, beside the connector and Spark's writer, without its session's start."""

    records: Mapping[str, int]
    compression: str = "snappy"

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return "none for `klog pull`; one run of the connector's job, before three that are measured"

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {EVERY_SIDE: self.records[size]}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        records = self.records[site.size]
        check_disk(site, 3 * records * VALUE_BYTES)
        found = Measured()
        with side_named(OURS).serve(site) as running:
            rows = fill(site, running, records)
            if side != OURS:
                report = bench(site, running, ("parquet",), "kafka", (), START_S + 4 * rows / ROWS_PER_S)
                found.add("", {"rate": report["parquet"]["rows_per_s"], "own_cpu": report["parquet"]["cpu_s"] / rows * 1e6})
                return found
            site.say("klog pull")
            tools = running.tools(site, own_environment())
            found.commands = tools.commands
            words = [sys.executable, "-m", "klog", "pull", "-b", running.bootstrap, "--topic", TOPIC, "--to", site.below("pulled") / "t"]
            began = time.monotonic()
            done = tools.run("klog pull", [*words, "--compression", self.compression, "-o", "json"], limit_s(rows))
            whole_s = time.monotonic() - began
            pulled = read_report(done)
            if pulled["pull"]["rows"] != rows:
                raise StepFailed(f"klog pull wrote {pulled['pull']['rows']:,} of {rows:,} records; no rate is printed")
            found.add("", {"rate": rows / whole_s, "whole_s": whole_s, "own_cpu": done.cpu_s / rows * 1e6})
        return found
