"""The paper's pipeline, and a proof that nothing was lost on the way: from a web log to files, and to counts of requests.

::

    python audited_pipeline.py --log access.log --to ./lake

    access.log -> producer -> live cluster -> mirror -> warehouse cluster -> klog pull -> Parquet files in ./lake
                                                                          -> Spark -> requests by window

Two clusters of one broker each run on this machine for as long as the program does: *live*, where the web servers are, and the *warehouse*,
into which a mirror copies it, and from which everything is loaded. The lines of the log are sent within a few seconds, as if it all
happened now.

Everybody counts on his own, in windows of a second, and tells it in ``__klog_audit``: at the live cluster the producer, the broker and the
mirror; at the warehouse its broker, `klog pull` and Spark. In the end ``klog audit status`` compares, at each cluster. The program prints
the commands that it runs; all of them can be given by hand. It ends with 0 where everything is *complete*, with 1 where something is
missing, too much or changed, with 2 where that is not known, as a command has failed, say.

``--lose 9`` loses records on purpose: the mirror rests, and before it goes on the first nine are deleted at the live cluster, as retention
does it to a mirror that was away for too long. Then it is told which they are, by producer, partition and number.

Spark is an extra (``pip install 'klog[spark]'``); ``--no-spark`` goes without.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from klog import Audit, BlockingProducer

TOPIC = "clicks"
WINDOW_MS = 1_000
COUNTING = ("klog.audit.counts=true", f"klog.audit.counts.window.ms={WINDOW_MS}", "klog.audit.counts.interval.ms=500")
#: What is still to be told, or never will be.
OPEN = {"open", "late", "unknown"}


@contextlib.contextmanager
def cluster(name: str, folder: str) -> Iterator[str]:
    """A broker that counts, in a process of its own; where it listens."""
    settings = [word for setting in COUNTING for word in ("--set", setting)]
    command = [sys.executable, "-m", "klog", "broker", "start", "--port", "0", "--log-dir", f"{folder}/{name}", *settings]
    with open(f"{folder}/{name}.log", "w+b") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            found = None
            while found is None:
                if process.poll() is not None:
                    log.seek(0)
                    sys.exit(f"the broker {name} did not start: {log.read().decode()}")
                time.sleep(0.05)
                with open(log.name, "rb") as said:
                    found = re.search(rb"READY listeners=PLAINTEXT://(\S+)", said.read())
            yield found[1].decode()
        finally:
            process.terminate()


def klog(*words: str, shows: bool = True, ends_with: tuple[int, ...] = (0,)) -> int:
    """Run a command of klog's; how it has ended."""
    if shows:
        print("$ klog", *words, flush=True)
    where = None if shows else subprocess.DEVNULL
    code = subprocess.run([sys.executable, "-m", "klog", *words], stdout=where, stderr=where).returncode
    if code not in ends_with:
        # Whatever that was: nothing is proven.
        sys.exit(2)
    return code


def send(live: str, lines: list[bytes], seconds: float, apart: int) -> dict[int, int]:
    """The log into the topic; the first so many lines one by one, and where these end in each partition."""
    # A window is judged as a whole where all have counted from its beginning.
    time.sleep(1 - time.time() % 1)
    begun_s = time.monotonic()
    ends: dict[int, int] = {}
    audit = Audit(numbers=True, window_ms=WINDOW_MS)
    with BlockingProducer(live, client_id="web", audit=audit, linger_ms=20, partitioner="round_robin") as producer:
        for number, line in enumerate(lines):
            time.sleep(max(0.0, begun_s + seconds * number / len(lines) - time.monotonic()))
            sent = producer.send(TOPIC, line)
            if number < apart:
                place = sent.result()
                ends[place.partition] = place.offset + 1
    print(f"sent {len(lines)} lines", flush=True)
    # The last window is over.
    time.sleep(1)
    return ends


def requests_by_window(warehouse: str) -> dict[int, int]:
    """How many there are, counted by Spark; by when the window begins, in ms since 1970."""
    from pyspark.sql import functions

    from klog.spark.session import start

    spark = start(master="local[2]", settings={"spark.sql.shuffle.partitions": "1"})
    reader = spark.read.format("klog").option("kafka.bootstrap.servers", warehouse).option("subscribe", TOPIC)
    clicks = reader.option("audit", "spark").option("audit.window", f"{WINDOW_MS}ms").load()
    counts = clicks.groupBy(functions.window("timestamp", f"{WINDOW_MS} milliseconds").alias("window")).count().collect()
    spark.stop()
    return {int(row["window"]["start"].timestamp() * 1000): row["count"] for row in counts}


def judged(bootstrap: str, receivers: set[str], patience_s: float) -> list[dict[str, Any]]:
    """What a cluster's audit says, window by window, when all of the receivers have told what they have."""
    command = [sys.executable, "-m", "klog", "audit", "show", TOPIC, "-b", bootstrap, "--grace", "1s", "-o", "json"]
    end_s = time.monotonic() + patience_s
    while True:
        told = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        rows: list[dict[str, Any]] = json.loads(told)["windows"] if told else []
        has_all = receivers <= {row["to"] for row in rows} and not OPEN & {row["verdict"] for row in rows}
        if has_all or time.monotonic() > end_s:
            return rows
        time.sleep(0.5)


def main(arguments: list[str]) -> int:
    """All of it."""
    parser = argparse.ArgumentParser(description="From a web log over two clusters to Parquet files and to Spark, audited.")
    parser.add_argument("--log", required=True, help="a file with a line for each request")
    parser.add_argument("--to", required=True, help="the directory for the files")
    parser.add_argument("--seconds", type=float, default=4, help="how long sending takes")
    parser.add_argument("--lose", type=int, default=0, metavar="N", help="so many of the first records are lost before the mirror")
    parser.add_argument("--no-spark", action="store_true", help="without Spark's counts")
    parser.add_argument("--patience", type=float, default=90, help="how many seconds to wait for the mirror, and for counts")
    given = parser.parse_args(arguments)
    try:
        with open(given.log, "rb") as file:
            lines = file.read().splitlines()
    except OSError as error:
        parser.error(f"--log {given.log}: {error.strerror}")
    if not 0 <= given.lose < len(lines):
        parser.error(f"--lose {given.lose}: the log has {len(lines)} lines, and one at least is to arrive")
    if os.path.isdir(given.to) and os.listdir(given.to):
        parser.error(
            f"--to {given.to} is not empty: the clusters are new ones each time, and their records belong in a directory of their own"
        )
    with (
        tempfile.TemporaryDirectory(prefix="klog-pipeline-") as folder,
        cluster("live", folder) as live,
        cluster("warehouse", folder) as warehouse,
    ):
        return run(given, lines, live, warehouse)


def run(given: argparse.Namespace, lines: list[bytes], live: str, warehouse: str) -> int:
    """The pipeline, step by step."""
    window = ("--audit-window", f"{WINDOW_MS // 1000}s")
    klog("topic", "create", TOPIC, "-p", "2", "-b", live, "-q")
    rests = ["--paused"] if given.lose else []
    klog("mirror", "create", "live", "--from", live, "--topics", TOPIC, "--audit", *window, *rests, "-b", warehouse)

    ends = send(live, lines, given.seconds, given.lose)

    for partition, end in sorted(ends.items()):
        klog("topic", "trim", f"{TOPIC}:{partition}", "--before", str(end), "--execute", "-b", live, "-q")
        print(f"lost on purpose: partition {partition}, numbers 0 to {end - 1}", flush=True)
    if given.lose:
        klog("mirror", "resume", "live", "-b", warehouse)

    end_s = time.monotonic() + given.patience
    is_equal = ("mirror", "verify", live, warehouse, "--topics", TOPIC, "--complete", "-q")
    while klog(*is_equal, shows=False, ends_with=(0, 1, 2)) and time.monotonic() < end_s:
        time.sleep(0.2)
    klog(*is_equal)

    klog("pull", "--topic", TOPIC, "--to", given.to, "--audit", "lake", *window, "-b", warehouse)
    by_spark = {} if given.no_spark else requests_by_window(warehouse)

    at_live = judged(live, {"broker web", "mirror live"}, given.patience)
    at_warehouse = judged(warehouse, {"sink lake"} if given.no_spark else {"sink lake", "sink spark"}, given.patience)
    status = ("audit", "status", TOPIC, "--grace", "1s", "-b")
    codes = {klog(*status, cluster_, ends_with=(0, 1, 2)) for cluster_ in (live, warehouse)}
    if 1 in codes:
        klog("audit", "explain", TOPIC, "--read", "-b", live, ends_with=(0, 1))
        return 1
    if codes != {0}:
        return 2
    # The books of each cluster are balanced. The one begins with what the other ends with, and Spark's answer is of all that it has read.
    mirrored = {row["bucket_start"]: row["arrived"] for row in at_live if row["to"] == "mirror live"}
    loaded = {row["bucket_start"]: row["sent"] for row in at_warehouse if row["to"] == "sink lake"}
    for begin_ms, count in sorted(loaded.items()):
        print(f"{time.strftime('%H:%M:%S', time.localtime(begin_ms / 1000))}  {count} requests")
    if mirrored != loaded or (by_spark and by_spark != loaded) or sum(loaded.values()) != len(lines):
        print(f"not the same: {mirrored} were copied, {loaded} loaded, {by_spark} counted by Spark")
        return 1
    print(f"complete: all {len(lines)} are at every step")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
