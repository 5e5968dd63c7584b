"""The stream that `tests.integration.test_spark_sink` kills: topic to topic through Spark, in a process of its own.

    python -m tests.integration.spark_sink_job SETTINGS

SETTINGS is JSON: bootstrap, source, target, checkpoint, sink and from (options), limit (offsets of a batch), conf, shuffle. Prints READY
when the query runs and DONE when it has ended by itself.
"""

from __future__ import annotations

import json
import sys

from tests.spark import spark_session


def main() -> None:
    settings = json.loads(sys.argv[1])
    # Four attempts of a task, as on a cluster; local[2] alone has one.
    spark = spark_session.get({"spark.master": "local[2,4]", **settings.get("conf", {})})
    reader = spark.readStream.format("klog").option("kafka.bootstrap.servers", settings["bootstrap"])
    frame = reader.option("subscribe", settings["source"]).option("startingOffsets", "earliest")
    frame = frame.option("maxOffsetsPerTrigger", str(settings["limit"])).options(**settings.get("from", {})).load()
    columns = frame.select("key", "value")
    if settings.get("shuffle"):
        # Rows that come in another order each time, to tasks that the key chooses.
        columns = columns.repartition(3, "key")
    writer = columns.writeStream.format("klog").option("kafka.bootstrap.servers", settings["bootstrap"])
    writer = writer.option("topic", settings["target"]).option("checkpointLocation", settings["checkpoint"]).options(**settings["sink"])
    query = writer.trigger(availableNow=True).start()
    print("READY", flush=True)
    query.awaitTermination()
    print("DONE", flush=True)
    spark_session.stop()


if __name__ == "__main__":
    main()
