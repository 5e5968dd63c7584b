"""A streaming query that may be killed at any moment: klog to Spark's file sink, all that there is now, then the end.

``python -m tests.integration.spark_stream_program BOOTSTRAP TOPIC FOLDER MOST`` runs from the checkpoint in FOLDER, MOST offsets a batch.
At its end it reads what all runs have written, by Spark, and prints one line of JSON: a list of [partition, offset, value] for each row.
"""

from __future__ import annotations

import json
import pathlib
import sys

from tests.spark import spark_session


def main(bootstrap: str, topic: str, folder: str, most: str) -> None:
    """Run the query to its end."""
    spark = spark_session.get()
    place = pathlib.Path(folder)
    options = {
        "kafka.bootstrap.servers": bootstrap,
        "subscribe": topic,
        "startingOffsets": "earliest",
        "maxOffsetsPerTrigger": most,
        "kafka.group.id": "spark-stream-program",
    }
    rows = spark.readStream.format("klog").options(**options).load().select("partition", "offset", "value")
    writer = rows.writeStream.format("parquet").option("path", str(place / "out")).option("checkpointLocation", str(place / "checkpoint"))
    query = writer.trigger(availableNow=True).start()
    query.awaitTermination()
    found = spark.read.parquet(str(place / "out")).collect()
    print(json.dumps([[row.partition, row.offset, bytes(row.value).decode()] for row in found]))


if __name__ == "__main__":
    main(*sys.argv[1:])
