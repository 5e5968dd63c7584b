"""Spark for real, in one session for the whole file (`tests.spark.spark_session`): what needs a JVM to be believed.

Everything that can be judged without one is tested without one, in tests/spark and tests/pull. About ten tests live here, each of a few
seconds; kills and long runs have files of their own. Without Java or pyspark all of them are skipped by the name ``spark``.
"""

from __future__ import annotations

import datetime
import itertools
import json
import pathlib
import random
import tempfile
import unittest
from collections import Counter
from typing import Any, ClassVar

import pytest

from klog.audit.cells import AUDIT_TOPIC, Tier, WriterState
from klog.audit.ledger import Ledger
from klog.audit.plans import whole_states
from klog.client.settings import ClientSettings
from klog.pull.errors import PullError
from klog.pull.job import pull
from klog.pull.progress import Progress
from klog.pull.settings import PullSettings
from klog.pull.verify import verify
from klog.spark import windows
from klog.spark.checkpoint import from_json
from klog.testing.embedded import Broker
from tests import peers
from tests.integration import command
from tests.spark import spark_session
from tests.spark.window_model import Event, JoinModel, WindowModel, random_events

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

#: The first event's time.
START_MS = 1_700_000_000_000

_names = itertools.count()


class SparkCase(unittest.TestCase):
    """One broker and one session for a class; a topic for each test."""

    spark: ClassVar[Any]
    broker: ClassVar[Broker]

    @classmethod
    def setUpClass(cls) -> None:
        cls.spark = spark_session.get()
        cls.broker = Broker().start()
        cls.addClassCleanup(cls.broker.stop)

    def topic(self, partitions: int = 1, name: str = "t", **configs: str) -> str:
        """A new topic, `name` and a number; underscores of the configurations' names stand for dots."""
        made = f"{name}-{next(_names)}"
        self.broker.create_topic(made, partitions, {key.replace("_", "."): value for key, value in configs.items()})
        return made

    def folder(self) -> pathlib.Path:
        """A folder that is gone after the test."""
        scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(scratch.cleanup)
        return pathlib.Path(scratch.name)

    def options(self, topic: str, **more: str) -> dict[str, str]:
        """Options of a source that reads `topic`."""
        return {"kafka.bootstrap.servers": self.broker.bootstrap, "subscribe": topic, **more}

    def read(self, topic: str, **more: str) -> Any:
        """The topic as a DataFrame."""
        return self.spark.read.format("klog").options(**self.options(topic, **more)).load()


class SessionTests(SparkCase):
    """The source is there without being registered, and reads."""

    def test_it_reads_a_topic_without_being_registered(self) -> None:
        topic = self.topic(2)
        for partition in range(2):
            self.broker.put(topic, [b"%d-%d" % (partition, number) for number in range(100)], key=b"k", partition=partition)
        rows = self.read(topic).select("partition", "offset", "key", "value").collect()
        expected = {(partition, number, b"k", b"%d-%d" % (partition, number)) for partition in range(2) for number in range(100)}
        self.assertEqual({(row.partition, row.offset, bytes(row.key), bytes(row.value)) for row in rows}, expected)
        self.assertEqual(len(rows), 200)


class FilterTests(SparkCase):
    """Filters that go down to the ranges, fewer columns, and mistakes that ``load()`` tells."""

    def test_filters_columns_and_mistakes(self) -> None:
        topic = self.topic(3)
        for partition in range(3):
            self.broker.put(topic, [b"%d" % number for number in range(50)], partition=partition)
        self.spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
        self.addCleanup(self.spark.conf.unset, "spark.sql.python.filterPushdown.enabled")
        wanted = "partition = 1 AND offset >= 45 AND timestamp > timestamp'2020-01-01' AND value <> X'3437'"
        frame = self.read(topic, pushFilters="true").where(wanted)
        self.assertEqual([row.offset for row in frame.orderBy("offset").collect()], [45, 46, 48, 49])
        plan = frame._jdf.queryExecution().executedPlan().toString()
        filters = "\n".join(line for line in plan.splitlines() if "Filter " in line)
        for column, there in (("partition#", False), ("offset#", False), ("timestamp#", True), ("value#", True)):
            self.assertEqual(column in filters, there, plan)
        self.assertEqual(self.read(topic, columns="value,offset").where("offset = 7").columns, ["value", "offset"])
        self.assertEqual(self.read(topic, columns="offset").count(), 150)
        with self.assertRaisesRegex(Exception, "there is no option 'maxoffsetpertrigger'; did you mean maxOffsetsPerTrigger"):
            self.read(topic, maxOffsetPerTrigger="5")


class WindowTests(SparkCase):
    """`klog.spark.windows` against a plain Python model: random events, one in five of them late; a restart between any two batches."""

    ROUNDS = peers.soak_share(20)

    def feed(self, topic: str, events: list[Event]) -> None:
        """Events as JSON, over the topic's two partitions."""
        for partition in range(2):
            chosen = [event for event in events if event.number % 2 == partition]
            self.broker.put(
                topic,
                [json.dumps({"who": event.key, "at": event.time_ms / 1000, "n": event.number}).encode() for event in chosen],
                partition=partition,
            )

    def events(self, topic: str) -> Any:
        """They as they come out."""
        frame = windows.open_topic(self.spark, self.broker.bootstrap, topic)
        return frame.select(
            windows.json_field("value", "who").alias("key"),
            windows.parsed_time(windows.json_field("value", "at"), None).alias("timestamp"),
            windows.json_field("value", "n").cast("int").alias("n"),
        )

    def test_counts_are_those_of_a_model_and_are_written_back_once(self) -> None:
        for seed in range(self.ROUNDS):
            chance = random.Random(seed)
            source, target, checkpoint = self.topic(2), self.topic(2), self.folder()
            model = WindowModel(10_000, 5_000, 8_000)
            expected: dict[tuple[int, str | None], int] = {}
            for turn in range(3):
                events = random_events(
                    chance, 60, start_ms=START_MS + turn * 15_000, span_ms=20_000, late_ms=40_000, first_number=turn * 60
                )
                self.feed(source, events)
                expected |= model.batch(events)
                counts = windows.count_by_window(self.events(source), window="10 s", slide="5 s", watermark="8 s")
                query = windows.write_to_topic(
                    counts, target, bootstrap=self.broker.bootstrap, checkpoint=checkpoint, trigger={"availableNow": True}
                )
                query.awaitTermination()
            found = [(message, json.loads(message.value)) for message in self.broker.messages(target)]
            rows = {(_ms(row["window_start"]), row["key"]): row["count"] for _, row in found}
            self.assertEqual(rows, expected, f"seed {seed}")
            self.assertEqual(len(found), len(expected), "each window once")
            self.assertGreater(model.dropped, 0)
            self.assertGreater(len(expected), 20)
            homes = {(message.key, message.partition) for message, _ in found if message.key is not None}
            self.assertEqual(len(homes), len({key for key, _ in homes}), "a key's windows are in one partition")

    def test_joins_are_those_of_a_model(self) -> None:
        # In 18 the latest event on the right has no key.
        for seed in range(20) if peers.SOAK else (18,):
            chance = random.Random(seed)
            topics, checkpoint = (self.topic(2), self.topic(2)), self.folder()
            model = JoinModel(4_000, 2_000, 8_000)
            rows: list[Any] = []
            last = [Event("end", START_MS + 500_000, 1000)], [Event("other end", START_MS + 500_000, 1001)]
            for turn in range(3):
                span = {"start_ms": START_MS + turn * 10_000, "span_ms": 15_000, "late_ms": 30_000}
                left, right = (random_events(chance, 40, first_number=100 * (2 * turn + side), **span) for side in range(2))
                sides = last if turn == 2 else (left, right)
                for topic, events in zip(topics, sides, strict=True):
                    self.feed(topic, events)
                model.batch(*sides)
                joined = windows.join_by_key(
                    self.events(topics[0]), self.events(topics[1]), within="4 s", before="2 s", watermark="8 s", how="left_outer"
                )
                writer = joined.writeStream.foreachBatch(lambda frame, _, rows=rows: rows.extend(frame.collect()))
                writer.option("checkpointLocation", str(checkpoint)).trigger(availableNow=True).start().awaitTermination()
            pairs = [(row.left_n, row.right_n) for row in rows if row.right_n is not None]
            self.assertEqual(sorted(pairs), sorted(model.pairs()), f"seed {seed}")
            self.assertEqual(sorted(row.left_n for row in rows if row.right_n is None), sorted(model.alone()), f"seed {seed}")
            self.assertGreater(len(pairs), 20)
            self.assertGreater(model.dropped, 0)
            self.assertEqual({row.key for row in rows if row.right_n is not None} & {None}, set())


class StreamTests(SparkCase):
    """Streams beside Spark's own connector, on the same broker."""

    def run_stream(self, format_name: str, topic: str, checkpoint: pathlib.Path, **more: str) -> tuple[list[tuple[int, bytes]], list[Any]]:
        """All that there is now; the rows, and the offsets where each batch ended (without marks) and how many rows it had."""
        rows: list[tuple[int, bytes]] = []

        def take(frame: Any, _: int) -> None:
            rows.extend((row.partition, bytes(row.value)) for row in frame.select("partition", "value").collect())

        options = self.options(topic, startingOffsets="earliest", **more)
        writer = self.spark.readStream.format(format_name).options(**options).load().writeStream.foreachBatch(take)
        query = writer.option("checkpointLocation", str(checkpoint)).trigger(availableNow=True).start()
        query.awaitTermination()
        batches = []
        for progress in query.recentProgress:
            end = from_json(json.loads(progress["sources"][0]["endOffset"]))
            batches.append(({str(tp): offset for tp, offset in sorted(end.offsets.items())}, progress["numInputRows"]))
        return rows, batches

    def test_rate_limits_are_the_connectors_and_the_lag_shows(self) -> None:
        peers.spark_kafka_jars()
        topic = self.topic(3)
        for partition, count in enumerate((100, 7, 300)):
            self.broker.put(topic, [b"%d" % number for number in range(count)], partition=partition)
        runs = {
            name: self.run_stream(name, topic, self.folder(), maxOffsetsPerTrigger="150", **{"kafka.group.id": f"{topic}-{name}"})
            for name in ("kafka", "klog")
        }
        self.assertEqual(runs["klog"][1], runs["kafka"][1])
        self.assertEqual(sorted(runs["klog"][0]), sorted(runs["kafka"][0]))
        self.assertEqual([rows for _, rows in runs["klog"][1]], [148, 149, 110])
        self.broker.put(topic, [b"not read yet"] * 5, partition=1)
        told = command.piped("group", "describe", f"{topic}-klog", "-o", "json", bootstrap=self.broker.bootstrap)
        self.assertEqual(told.code, 0, told.remarks)
        lags = {row["partition"]: (row["committed"], row["records_behind"]) for row in json.loads(told.text)["groups"][0]["partitions"]}
        self.assertEqual(lags, {0: (100, 0), 1: (7, 5), 2: (300, 0)})

    def test_a_job_moves_from_the_connector_and_back(self) -> None:
        peers.spark_kafka_jars()
        topic, checkpoint = self.topic(2), self.folder()
        rows: list[tuple[int, bytes]] = []
        expected: list[tuple[int, bytes]] = []
        for turn, name in enumerate(("kafka", "klog", "kafka")):
            for partition in range(2):
                values = [b"%d-%d" % (turn, number) for number in range(10 + partition)]
                self.broker.put(topic, values, partition=partition)
                expected += [(partition, value) for value in values]
            rows += self.run_stream(name, topic, checkpoint)[0]
            self.assertEqual(sorted(rows), sorted(expected), f"after {name}, run {turn}")


def _ms(text: str) -> int:
    return round(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


class PullTests(SparkCase):
    """`klog pull` with its tasks on Spark; the fires are in test_pull_fire.py."""

    def test_tasks_run_on_executors_and_what_they_wrote_is_read_by_all(self) -> None:
        topic, other = self.topic(2, "pulled"), self.topic(1, "pulled")
        values = {
            (topic, 0): [b"a%d" % number for number in range(500)],
            (topic, 1): [b"b%d" % number for number in range(100)],
            (other, 0): [b"c%d" % number for number in range(30)],
        }
        for (name, partition), some in values.items():
            self.broker.put(name, some, partition=partition)
        from klog.pull.spark_runner import SparkRunner

        target = str(self.folder() / "lake")
        settings = PullSettings(
            client=ClientSettings(bootstrap_servers=self.broker.bootstrap), target=target, topics=(topic, other), max_records=200
        )
        runner = SparkRunner(self.spark)
        seen: list[Progress] = []
        done = pull(settings, runner, seen.append)
        self.assertEqual((done.rows, done.ranges, done.files), (630, 5, 5))
        self.assertEqual(max(one.rows for one in seen), 630, "executors tell what they did")
        self.assertEqual(pull(settings, runner).version, -1)
        rows = self.spark.read.parquet(target).select("topic", "partition", "offset", "value").collect()
        expected = {(name, partition, offset, value) for (name, partition), some in values.items() for offset, value in enumerate(some)}
        self.assertEqual({(row[0], row[1], row[2], bytes(row[3])) for row in rows}, expected)
        self.assertEqual(len(rows), 630)
        self.broker.put(other, [b"more"])
        with self.assertRaisesRegex(PullError, "A pull of 1 ranges on Spark: .*No module named 'tests.nowhere'"):
            pull(settings, SparkRunner(self.spark, work="tests.nowhere:work"))
        self.assertEqual(pull(settings, runner).rows, 1)
        self.assertEqual(verify(settings, ask_broker=True).problems, ())


class SinkTests(SparkCase):
    """What is written: by the batch sink beside the connector's, and by a stream that is repeated. Kills are in test_spark_sink.py."""

    def frame(self, *topics: str) -> Any:
        """Rows with everything that a row may have; a third has no key, a fifth names its partition."""
        from pyspark.sql import functions as f

        number = f.col("id")
        header = f.struct(f.lit("h").alias("key"), number.cast("string").cast("binary").alias("value"))
        return self.spark.range(0, 600, 1, 2).select(
            f.when(number % 3 > 0, f.concat(f.lit("k"), number % 13)).alias("key"),
            f.when(number % 7 > 0, number.cast("string")).alias("value"),
            f.when(number % 2 > 0, f.array(header, header)).alias("headers"),
            f.element_at(f.array(*map(f.lit, topics)), (number % len(topics) + 1).cast("int")).alias("topic"),
            f.when(number % 5 == 0, (number % 3).cast("int")).alias("partition"),
        )

    def rows(self, *topics: str) -> list[Any]:
        """What stands in topics, number of the topic in place of its name; the partition of rows with neither key nor number left out."""
        found = self.read(",".join(topics), includeHeaders="true").select("topic", "partition", "key", "value", "headers").collect()
        free = {(row.key, row.value) for row in self.given if row.key is None and row.partition is None}
        rows = [
            (
                topics.index(row.topic),
                -1 if (row.key, text) in free else row.partition,
                row.key and bytes(row.key),
                text,
                [(header.key, bytes(header.value)) for header in row.headers or ()],
            )
            for row in found
            for text in [row.value and bytes(row.value).decode()]
        ]
        return sorted(rows, key=repr)

    def test_rows_come_back_and_stand_where_the_connector_puts_them(self) -> None:
        peers.spark_kafka_jars()
        ours, theirs = (self.topic(3, "ours"), self.topic(2, "ours")), (self.topic(3, "theirs"), self.topic(2, "theirs"))
        frames = {}
        for name, topics in (("klog", ours), ("kafka", theirs)):
            frames[name] = self.frame(*topics).where(f"topic = '{topics[0]}' or partition is null or partition < 2")
            writer = frames[name].write.format(name).mode("append").option("kafka.bootstrap.servers", self.broker.bootstrap)
            writer.option("kafka.compression.type", "lz4").save()
        self.given = frames["klog"].collect()
        written = self.rows(*ours)
        self.assertEqual(len(written), len(self.given))
        expected = sorted(
            (ours.index(row.topic), row.value, [(header.key, bytes(header.value)) for header in row.headers or ()])
            for row in self.given
            if row.value
        )
        self.assertEqual(sorted((topic, value, headers) for topic, _, _, value, headers in written if value), expected)
        self.assertEqual(written, self.rows(*theirs))
        # And what they say of what cannot be written.
        good = self.frame(ours[0])
        for bad in (
            good.drop("topic"),
            good.drop("value"),
            good.withColumn("partition", good.value),
            good.withColumn("key", good.partition),
        ):
            said = []
            for name in ("kafka", "klog"):
                with self.assertRaises(Exception) as raised:
                    bad.write.format(name).mode("append").option("kafka.bootstrap.servers", self.broker.bootstrap).save()
                said.append(str(raised.exception))
            self.assertIn(said[0].split(" SQLSTATE")[0].strip(), said[1])

    def test_a_batch_that_spark_repeats_is_written_once(self) -> None:
        source, checkpoint = self.topic(2), self.folder()
        target = self.topic(3, "target")
        for partition in range(2):
            self.broker.put(source, [b"%d" % number for number in range(100)], partition=partition)

        for _ in range(2):
            reader = self.spark.readStream.format("klog").options(**self.options(source, startingOffsets="earliest"))
            writer = reader.load().select("key", "value").writeStream.format("klog").option("topic", target)
            writer = writer.option("kafka.bootstrap.servers", self.broker.bootstrap).option("idempotent", "true")
            query = writer.option("checkpointLocation", str(checkpoint)).trigger(availableNow=True).start()
            self.assertTrue(query.awaitTermination(60))
            # As after a crash behind the sink's commit and before Spark's own.
            last = max(checkpoint.joinpath("commits").glob("[0-9]*"), key=lambda path: int(path.name))
            for path in (last, last.with_name(f".{last.name}.crc")):
                path.unlink(missing_ok=True)
            self.assertEqual(sum(len(self.broker.messages(target, partition)) for partition in range(3)), 200)


class AuditTests(SparkCase):
    """Counts that tasks and the driver tell, of writes, reads and streams (docs/audit.md); by hand in tests/spark/test_*_audit.py."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.spark = spark_session.get()
        cls.broker = Broker({"klog.audit.counts": "true", "klog.audit.counts.interval.ms": "100"}).start()
        cls.addClassCleanup(cls.broker.stop)
        cls.broker.messages(AUDIT_TOPIC, at_least=1)

    def ledger(self) -> Ledger:
        ledger = Ledger()
        for message in self.broker.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual((ledger.unreadable, ledger.faults, ledger.forged), (0, [], []))
        return ledger

    def counted(self, topic: str, tier: Tier, name: str) -> int:
        """By whoever has this name or client id."""
        cells = [cell for cell in self.ledger().cells if cell.key.topic == topic and cell.key.writer.tier is tier]
        return sum(cell.count for cell in cells if name in (cell.key.writer.name, cell.key.writer.application))

    def states(self, name: str) -> list[WriterState]:
        """As they are judged by."""
        told = [one for one in self.ledger()._states.values() if name in (one[0].writer.name, one[0].writer.application)]
        return [state for state, _ in whole_states(told)]

    def test_what_is_written_and_read(self) -> None:
        topic, copy = self.topic(2), self.topic(2, "copy")
        rows = self.spark.range(0, 500, 1, 3).selectExpr("CAST(id AS STRING) AS key", "CAST(id AS STRING) AS value")
        to = {"kafka.bootstrap.servers": self.broker.bootstrap, "audit": f"job of {topic}", "audit.hashes": "true"}
        rows.write.format("klog").mode("append").options(**to).option("topic", topic).save()
        self.assertEqual(self.counted(topic, Tier.PRODUCER, f"job of {topic}"), 500)
        self.assertEqual([state.has_ended for state in self.states(f"job of {topic}")], [True])

        frame = self.read(topic, audit=f"lake of {topic}", startingOffsets="earliest")
        frame.explain()
        self.assertEqual(self.states(f"lake of {topic}"), [])
        frame.limit(3).collect()
        self.assertTrue(all(not state.through_ms for state in self.states(f"lake of {topic}")))
        self.assertEqual(frame.count(), 500)
        self.assertEqual(self.counted(topic, Tier.SINK, f"lake of {topic}"), 500)
        (state,) = self.states(f"lake of {topic}")
        self.assertGreater(state.through_ms, 0)

        for idempotent in ("true", "false"):
            stream = self.spark.readStream.format("klog").options(**self.options(topic, startingOffsets="earliest"))
            name = f"copy {idempotent} of {topic}"
            out = (
                stream.option("audit", name).option("maxOffsetsPerTrigger", "200").load().select("key", "value").writeStream.format("klog")
            )
            out = out.options(**{**to, "audit": name, "topic": copy, "idempotent": idempotent, "checkpointLocation": str(self.folder())})
            self.assertTrue(out.trigger(availableNow=True).start().awaitTermination(60))
            self.assertEqual(self.counted(topic, Tier.SINK, name), 500)
            self.assertEqual(self.counted(copy, Tier.PRODUCER, name), 500)
            states = {state.writer.tier: state for state in self.states(name)}
            self.assertTrue(states[Tier.PRODUCER].has_ended)
            self.assertGreater(states[Tier.SINK].through_ms, 0)
        written = Counter[str]()
        for cell in self.ledger().cells:
            if cell.key.topic in (topic, copy) and cell.key.writer.tier is Tier.PRODUCER:
                written[cell.key.topic] += cell.hashed
        self.assertEqual(written, {topic: 500, copy: 1_000})


if __name__ == "__main__":
    unittest.main()
