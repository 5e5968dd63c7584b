"""Follows a topic and writes it into a database, each record exactly once, however often the process is killed.

::

    python topic_to_sql.py --kafka 127.0.0.1:9092 --topic orders --database orders.sqlite
    python topic_to_sql.py --kafka 127.0.0.1:9092 --topic orders --database "postgresql://shop@db/shop"

Where it is in each partition stands in the database, beside the records, and both change in one transaction. So there is no moment at
which a crash could lose a record or write it twice: what was committed has its offset committed, what was not is read again. Kafka's own
committed offsets are not used at all.

Reading goes on while the database works, up to `--prefetch-mb` in memory; a database that is slower than the topic makes the fetching
wait, not the memory grow. When the database fails the process says so and ends with exit code 1: whoever keeps it running starts it
again, and it goes on where it was. PostgreSQL needs `psycopg2`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from twisted.enterprise import adbapi
from twisted.internet import defer, task
from twisted.logger import Logger, globalLogBeginner, textFileLogObserver

from klog import ClientStopped, Consumer, KlogError, TopicPartition

log = Logger()

#: {bytes} is the database's type for bytes; ? becomes the driver's placeholder.
TABLES = [
    """CREATE TABLE IF NOT EXISTS records (
        topic TEXT NOT NULL, partition_id INTEGER NOT NULL, at_offset BIGINT NOT NULL, timestamp_ms BIGINT NOT NULL,
        record_key {bytes}, record_value {bytes}, PRIMARY KEY (topic, partition_id, at_offset))""",
    """CREATE TABLE IF NOT EXISTS places (
        topic TEXT NOT NULL, partition_id INTEGER NOT NULL, next_offset BIGINT NOT NULL, PRIMARY KEY (topic, partition_id))""",
]
PLACE = "SELECT next_offset FROM places WHERE topic = ? AND partition_id = ?"
PLACES = "SELECT partition_id, next_offset FROM places WHERE topic = ?"
MOVE = """INSERT INTO places (topic, partition_id, next_offset) VALUES (?, ?, ?)
    ON CONFLICT (topic, partition_id) DO UPDATE SET next_offset = excluded.next_offset"""
RECORDS = "INSERT INTO records (topic, partition_id, at_offset, timestamp_ms, record_key, record_value) VALUES "
#: In one statement; SQLite was once built for 999 values at most.
ROWS = 150


class Store:
    """Records and places in a database.

    :param database: a file for SQLite, or a ``postgresql://`` address.
    """

    def __init__(self, reactor: Any, database: str) -> None:
        self.is_postgres = database.startswith(("postgresql://", "postgres://"))
        if self.is_postgres:
            self.pool = adbapi.ConnectionPool("psycopg2", database, cp_min=1, cp_max=2, cp_reactor=reactor)
        else:
            # One connection, which its pool uses from one thread at a time.
            self.pool = adbapi.ConnectionPool("sqlite3", database, check_same_thread=False, cp_min=1, cp_max=1, cp_reactor=reactor)

    def _sql(self, text: str) -> str:
        return text.replace("?", "%s") if self.is_postgres else text

    async def prepare(self) -> None:
        """Make the tables, where they are missing."""
        for table in TABLES:
            await self.pool.runOperation(table.format(bytes="BYTEA" if self.is_postgres else "BLOB"))

    async def places(self, topic: str) -> dict[TopicPartition, int]:
        """Where to go on, of each partition that was ever read."""
        rows = await self.pool.runQuery(self._sql(PLACES), (topic,))
        return {TopicPartition(topic, partition): next_offset for partition, next_offset in rows}

    def write(self, message_sets: Sequence[Any]) -> defer.Deferred[int]:
        """Write records and places in one transaction; how many records were new."""
        return self.pool.runInteraction(self._write, message_sets)

    def _write(self, transaction: Any, message_sets: Sequence[Any]) -> int:
        """In a thread of the pool."""
        count = 0
        for part in message_sets:
            # Locked until the end of the transaction, where the database has such locks: nobody else may be writing this partition.
            transaction.execute(self._sql(PLACE + (" FOR UPDATE" if self.is_postgres else "")), (part.topic, part.partition))
            row = transaction.fetchone()
            begin = row[0] if row else 0
            rows = [
                (message.topic, message.partition, message.offset, message.timestamp_ms, message.key, message.value)
                for message in part
                if message.offset >= begin
            ]
            for start in range(0, len(rows), ROWS):
                some = rows[start : start + ROWS]
                values = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(some))
                transaction.execute(self._sql(RECORDS + values), [value for row in some for value in row])
            if part.next_offset > begin:
                transaction.execute(self._sql(MOVE), (part.topic, part.partition, part.next_offset))
            count += len(rows)
        return count

    def close(self) -> None:
        """Close the connections."""
        self.pool.close()


async def follow(consumer: Consumer, store: Store, topic: str, batch: int = 5_000) -> None:
    """For ever, or until `consumer` is stopped; up to `batch` records in a transaction."""
    await store.prepare()
    places = await store.places(topic)
    try:
        await consumer.follow([topic])
    except KlogError as error:
        log.warn("{topic} is not there yet: {why}; waiting", topic=topic, why=str(error))
    for partition in consumer.assignment:
        consumer.seek(partition, places.get(partition, 0))
    # Partitions that come later begin at their beginning; what the database has of them is left out when it is written.
    while True:
        try:
            message_sets = await consumer.poll(max_records=batch)
        except ClientStopped:
            return
        if message_sets:
            await store.write(message_sets)


async def main(reactor: Any, arguments: Sequence[str]) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Follows a topic and writes it into a database.")
    parser.add_argument("--kafka", default="127.0.0.1:9092", help="host:port of some brokers (default: %(default)s)")
    parser.add_argument("--topic", required=True)
    parser.add_argument("--database", required=True, help="a file for SQLite, or postgresql://…")
    parser.add_argument("--prefetch-mb", type=int, default=16, help="(default: %(default)s)")
    parser.add_argument("--batch", type=int, default=5_000, help="records in a transaction, at most (default: %(default)s)")
    options = parser.parse_args(arguments)
    globalLogBeginner.beginLoggingTo([textFileLogObserver(sys.stderr)], redirectStandardIO=False)
    store = Store(reactor, options.database)
    consumer = Consumer(
        reactor,
        options.kafka,
        client_id="topic-to-sql",
        auto_offset_reset="earliest",
        # What a transaction that was aborted wrote is not for the database.
        isolation_level="read_committed",
        prefetch_bytes=options.prefetch_mb << 20,
    )
    reactor.addSystemEventTrigger("before", "shutdown", consumer.stopService)
    try:
        await follow(consumer, store, options.topic, options.batch)
    finally:
        await consumer.stopService()
        store.close()


if __name__ == "__main__":
    task.react(lambda reactor: defer.ensureDeferred(main(reactor, sys.argv[1:])))
