"""klog's sink in Spark beside Spark's own Kafka connector: the same rows to the same broker, each in a JVM of its own.

    python -m tests.bench.spark_sink ADDRESS TOPIC FORMAT

writes `RECORDS` rows, made by Spark, three times after a smaller first time, and prints JSON. What making the rows costs alone is measured
by the noop sink.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from typing import Any

from tests import peers
from tests.bench import perf_tools
from tests.bench.measure import BROKERS
from tests.spark import spark_session

RECORDS, RECORD_BYTES, PARTITIONS = 2_000_000, 100, 2
RUNS = 3
#: By side: the format and the options of the sink.
SIDES: dict[str, tuple[str, dict[str, str]]] = {
    "klog": ("klog", {}),
    "klog, lz4": ("klog", {"kafka.compression.type": "lz4"}),
    "kafka": ("kafka", {}),
    "kafka, batch.size 524288, linger 10": ("kafka", {"kafka.batch.size": "524288", "kafka.linger.ms": "10"}),
    "noop": ("noop", {}),
}
#: Figures are for compiled code, not for the quick start that tests want.
CONF = {"spark.driver.extraJavaOptions": "", "spark.driver.memory": "2g"}


def rows_per_s(address: str, topic: str, side: str) -> float:
    """In this process: the median of some runs."""
    from pyspark.sql import functions as f

    form, options = SIDES[side]
    spark = spark_session.get(CONF)

    def run(count: int) -> float:
        frame = spark.range(0, count, 1, PARTITIONS).select(
            f.lpad(f.col("id").cast("string"), RECORD_BYTES, "x").cast("binary").alias("value")
        )
        writer = frame.write.format(form).mode("append")
        if form != "noop":
            writer = writer.option("kafka.bootstrap.servers", address).option("topic", topic).options(**options)
        started = time.monotonic()
        writer.save()
        return count / (time.monotonic() - started)

    run(RECORDS // 4)
    return statistics.median(run(RECORDS) for _ in range(RUNS))


def measure() -> dict[str, dict[str, float]]:
    """Rows per second by broker and side."""
    peers.spark_kafka_jars()
    found: dict[str, dict[str, float]] = {}
    for key, start in BROKERS.items():
        for number, side in enumerate(SIDES):
            # A fresh broker each time: what the one before has written is its own to clean up.
            with start() as broker:
                topic = f"spark-sink-{number}"
                perf_tools.create_topic(broker, topic, PARTITIONS)
                command = [sys.executable, "-m", "tests.bench.spark_sink", broker.address, topic, side]
                done = subprocess.run(command, cwd=peers.ROOT, stdout=subprocess.PIPE, text=True, check=True)
                told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
                found.setdefault(key, {})[side] = told["rows_per_s"]
    return found


if __name__ == "__main__":
    print(json.dumps({"rows_per_s": rows_per_s(*sys.argv[1:4])}), flush=True)
    spark_session.stop()
