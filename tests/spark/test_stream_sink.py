"""klog.spark.stream_sink: repetitions, in whatever order and after whatever end, write what is missing and nothing else."""

from __future__ import annotations

import collections
import itertools
import pickle
import random
import time
import unittest
from typing import Any, ClassVar
from unittest import mock

import pyarrow as pa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql.types import BinaryType, StringType, StructField, StructType

from klog.spark.errors import OptionError
from klog.spark.producing import Fenced
from klog.spark.sink import KlogCommit
from klog.spark.sink_columns import SinkColumns
from klog.spark.stream_sink import BATCH_PROPERTY, QUERY_PROPERTY, Attempt, KlogStreamWriter, Place, ledger_of, sink_client, write_once
from tests.spark.sink_rig import COLUMNS, Row, SinkCase, Stop, tables

SCHEMA = StructType([StructField("key", BinaryType()), StructField("value", BinaryType())])
PLACE = Place("q", 0, 0)
_names = itertools.count()


def some_rows(count: int, seed: int = 0) -> list[Row]:
    """With and without keys, with values that come twice and thrice."""
    rows: list[Row] = [(b"k%d" % (n % 7) if n % 3 else None, b"value-%d" % (n // 3) if n % 11 else None) for n in range(count)]
    random.Random(seed).shuffle(rows)
    return rows


class RepeatedTests(SinkCase):
    def test_attempts_that_end_anywhere_and_bring_rows_in_another_order(self) -> None:
        options = self.options()
        for attempt in range(4):
            with self.assertRaises(Stop):
                write_once(options, COLUMNS, tables(some_rows(1_000, attempt), stop_after=3 + 2 * attempt), PLACE)
        before = self.rows().total()
        commit = write_once(options, COLUMNS, tables(some_rows(1_000, 99)), PLACE)
        self.assertEqual(self.rows(), collections.Counter(some_rows(1_000)))
        self.assertGreater(before, 200)
        self.assertEqual((commit.rows, commit.left_out), (1_000 - before, before))
        # A third time, all of it is there.
        commit = write_once(options, COLUMNS, tables(some_rows(1_000, 5)), PLACE)
        self.assertEqual((commit.rows, commit.left_out, self.rows().total()), (0, 1_000, 1_000))

    def test_batches_and_tasks_do_not_see_each_other(self) -> None:
        options = self.options()
        rows = some_rows(300)
        for place in (PLACE, Place("q", 0, 1), Place("q", 1, 0), Place("r", 0, 0)):
            self.assertEqual(write_once(options, COLUMNS, tables(rows), place).rows, 300)
        self.assertEqual(self.rows(), collections.Counter(rows * 4))

    def test_what_others_write_to_the_topic_stays_out_of_it(self) -> None:
        options = self.options()
        rows = some_rows(300)
        with self.assertRaises(Stop):
            write_once(options, COLUMNS, tables(rows, stop_after=3), PLACE)
        self.broker.put(self.topic, [value for _, value in rows if value], partition=1)
        mixed = self.rows()
        write_once(options, COLUMNS, tables(rows), PLACE)
        others = [row for row in rows if row[1]]
        self.assertGreater(mixed.total(), len(others))
        self.assertEqual(self.rows(), collections.Counter(rows) + collections.Counter((None, value) for _, value in others))

    def test_a_batch_that_is_done_is_not_written_again(self) -> None:
        options = self.options()
        writer = KlogStreamWriter(options, SCHEMA)
        commit = write_once(options, COLUMNS, tables(some_rows(100)), PLACE)
        # The driver has another instance, in another process.
        pickle.loads(pickle.dumps(writer)).commit([pickle.loads(pickle.dumps(commit)), None], 0)
        again = write_once(options, COLUMNS, tables(some_rows(100)), PLACE)
        self.assertEqual((again.rows, again.left_out), (0, 100))
        # Also with other rows: it is done.
        write_once(options, COLUMNS, tables([(b"new", b"new")]), PLACE)
        writer.commit([commit], 0)
        writer.abort([commit], 0)
        self.assertEqual(self.rows().total(), 100)

    def test_tasks_without_rows_say_nothing(self) -> None:
        commit = write_once(self.options(), COLUMNS, iter([*tables([(b"k", b"v")])][:0]), PLACE)
        self.assertEqual(commit, KlogCommit(0, 0, 0, "q", 0))
        self.client.refresh([f"__{self.topic}"])
        known = self.client.metadata.topic(f"__{self.topic}")
        self.assertFalse(known and known.partitions)

    def test_an_abort_behind_a_commit_undoes_nothing(self) -> None:
        options = self.options()
        commit = write_once(options, COLUMNS, tables(some_rows(50)), PLACE)
        KlogStreamWriter(options, SCHEMA).commit([commit], 0)
        KlogStreamWriter(options, SCHEMA).abort([commit, None], 0)
        self.assertTrue(ledger_of(options).is_done("q", 0))
        self.assertEqual(self.rows().total(), 50)

    def test_topics_that_only_the_rows_know(self) -> None:
        other = self.topic + "-other"
        self.broker.create_topic(other, 2)
        options = self.options(topic="")
        columns = SinkColumns(value=0, topic=1)

        def rows(stop: int) -> Any:
            for start in range(0, stop, 10):
                values = [b"%d" % number for number in range(start, start + 10)]
                names = [self.topic if start < 100 or number % 2 else other for number in range(10)]
                yield pa.RecordBatch.from_arrays([pa.array(values), pa.array(names)], ["value", "topic"])
            if stop < 200:
                raise Stop

        for stop in (50, 150):
            with self.assertRaises(Stop):
                write_once(options, columns, rows(stop), PLACE)
        write_once(options, columns, rows(200), PLACE)
        found = self.rows() + self.rows(other, 2)
        self.assertEqual(found, collections.Counter((None, b"%d" % number) for number in range(200)))

    def test_a_topic_that_grows_between_attempts(self) -> None:
        options = self.options()
        rows = some_rows(600)
        with self.assertRaises(Stop):
            write_once(options, COLUMNS, tables(rows, stop_after=6), PLACE)
        self.broker.call(lambda: None)
        from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic

        grow = CreatePartitionsRequest(topics=[CreatePartitionsTopic(name=self.topic, count=5, assignments=None)], timeout_ms=5_000)
        self.client.ask_any(grow)
        write_once(options, COLUMNS, tables(rows), PLACE)
        self.assertEqual(self.rows(partitions=5), collections.Counter(rows))
        # The next batch knows the new ones.
        write_once(options, COLUMNS, tables(rows), Place("q", 1, 0))
        self.assertTrue(any(one.partition > 2 for one in self.records(partitions=5)))

    def test_a_topic_that_is_made_anew_between_attempts(self) -> None:
        options = self.options()
        rows = some_rows(200)
        with self.assertRaises(Stop):
            write_once(options, COLUMNS, tables(rows, stop_after=3), Place("q", 0, 0))
        write_once(options, COLUMNS, tables(rows), Place("q", 0, 0))
        with self.assertRaises(Stop):
            write_once(options, COLUMNS, tables(rows, stop_after=3), Place("q", 1, 0))
        from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState

        answer = self.client.ask_any(DeleteTopicsRequest(topics=[DeleteTopicState(name=self.topic)], timeout_ms=5_000), version=6)
        self.assertEqual([one.error_code for one in answer.responses], [0])
        self.broker.create_topic(self.topic, 3)
        write_once(options, COLUMNS, tables(rows), Place("q", 1, 0))
        self.client.refresh([self.topic])
        self.assertEqual(self.rows(), collections.Counter(rows))

    @given(st.data())
    @settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    def test_any_history(self, data: st.DataObject) -> None:
        # Each example is a query of its own, whose rows are told apart by their key.
        name = next(_names)
        key = b"%d" % name
        values = data.draw(st.lists(st.sampled_from([b"", b"a", b"b" * 90, b"c", None]), min_size=1, max_size=40))
        rows: list[Row] = [(key + b"-%d" % (number % 4), value) for number, value in enumerate(values)]
        place = Place(str(name), 0, 0)
        for stop in data.draw(st.lists(st.integers(1, 8), max_size=3)):
            try:
                write_once(self.options(), COLUMNS, tables(data.draw(st.permutations(rows)), 5, stop), place)
            except Stop:
                pass
        write_once(self.options(), COLUMNS, tables(rows, 5), place)
        found = collections.Counter(row for row in self.rows().elements() if row[0] and row[0].startswith(key + b"-"))
        self.assertEqual(found, collections.Counter(rows))


class ZombieTests(SinkCase):
    """Two attempts of the same task at once."""

    def attempt(self, place: Place = PLACE) -> Attempt:
        options = self.options()
        return Attempt(options, sink_client(options), ledger_of(options), place)

    def feed(self, attempt: Attempt, rows: list[Row]) -> None:
        from klog.spark.encoding import table_of

        for batch in tables(rows):
            attempt.producer.write(table_of(batch, COLUMNS, self.topic))

    def test_an_attempt_that_was_taken_over_writes_no_more(self) -> None:
        rows = some_rows(600)
        zombie = self.attempt()
        self.feed(zombie, rows[:300])
        self.assertGreater(self.rows().total(), 100)
        heir = self.attempt()
        self.feed(heir, rows)
        heir.finish()
        with self.assertRaisesRegex(Fenced, "a newer attempt of this task writes there"):
            self.feed(zombie, rows[300:])
            zombie.finish()
        self.assertEqual(self.rows(), collections.Counter(rows))

    def test_what_it_writes_between_reading_back_and_taking_over_is_seen(self) -> None:
        rows = some_rows(600)
        zombie = self.attempt()
        self.feed(zombie, rows[:100])
        heir = self.attempt()
        # It has read back; now the zombie goes on, and ends well.
        self.feed(zombie, rows[100:400])
        zombie.producer.flush()
        before = self.rows().total()
        self.assertEqual(before, 400)
        self.feed(heir, rows)
        self.assertEqual(heir.finish().left_out, 400)
        self.assertEqual(self.rows(), collections.Counter(rows))

    def test_it_writes_the_very_record_by_which_it_is_taken_over(self) -> None:
        rows: list[Row] = [(b"k", b"%d" % number) for number in range(10)]
        zombie = self.attempt()
        self.feed(zombie, rows[:3])
        zombie.producer.flush()
        heir = self.attempt()
        # One record, with the number that the heir is about to use: to the broker the heir's is its repetition.
        self.feed(zombie, rows[3:4])
        zombie.producer.flush()
        self.feed(heir, rows)
        self.assertEqual(heir.finish().left_out, 4)
        self.assertEqual(self.rows(), collections.Counter(rows))
        # The same with another record than the heir's.
        zombie, heir = self.attempt(), self.attempt()
        more: list[Row] = [(b"k", b"more-%d" % number) for number in range(10)]
        self.feed(heir, rows + more)
        heir.finish()
        self.assertEqual(self.rows(), collections.Counter(rows + more))

    def test_an_attempt_that_wrote_nothing_yet_is_kept_out(self) -> None:
        rows: list[Row] = [(b"k", b"%d" % number) for number in range(10)]
        zombie = self.attempt()
        heir = self.attempt()
        # It comes in between where nothing was read back: the guard epoch is refused.
        self.feed(zombie, rows[:5])
        zombie.producer.flush()
        self.feed(heir, rows)
        heir.finish()
        self.assertEqual(self.rows(), collections.Counter(rows))
        self.feed(zombie, rows[5:])
        with self.assertRaises(Fenced):
            zombie.producer.flush()
        self.assertEqual(self.rows(), collections.Counter(rows))

    def test_from_the_record_by_which_it_is_taken_over_it_is_kept_out(self) -> None:
        rows: list[Row] = [(b"k", b"%d" % number) for number in range(10)]
        for written in (0, 3):
            for late in (1, 2):
                place = Place(f"q-{written}-{late}", 0, 0)
                before = self.rows()
                zombie = self.attempt(place)
                self.feed(zombie, rows[:written])
                zombie.producer.flush()
                heir = self.attempt(place)
                # One row is written at once, the others wait for a batch; then the zombie comes, also with as many as the heir wrote.
                self.feed(heir, rows)
                self.feed(zombie, rows[written : written + late])
                with self.assertRaises(Fenced):
                    zombie.producer.flush()
                heir.finish()
                self.assertEqual(self.rows() - before, collections.Counter(rows))

    def test_an_heir_that_waits_is_kept_out_too(self) -> None:
        rows: list[Row] = [(b"k", b"%d" % number) for number in range(10)]
        first = self.attempt()
        self.feed(first, rows[:2])
        first.producer.flush()
        second = self.attempt()
        self.feed(second, rows[:6])
        third = self.attempt()
        self.feed(third, rows[::-1])
        with self.assertRaises(Fenced):
            second.finish()
        third.finish()
        self.assertEqual(self.rows(), collections.Counter(rows))

    def test_an_heir_that_has_an_heir(self) -> None:
        rows = some_rows(300)
        first = self.attempt()
        self.feed(first, rows[:100])
        second = self.attempt()
        third = self.attempt()
        self.feed(third, rows)
        third.finish()
        with self.assertRaises(Fenced):
            self.feed(second, [*rows, (b"k", b"not yet there")])
            second.finish()
        self.assertEqual(self.rows(), collections.Counter(rows))

    def test_compressed_anew_by_the_topic_and_stamped_by_the_broker(self) -> None:
        self.topic += "-other"
        configs = {"compression.type": "gzip", "message.timestamp.type": "LogAppendTime"}
        self.broker.create_topic(self.topic, 3, configs)
        rows = some_rows(300)
        zombie = self.attempt()
        self.feed(zombie, rows[:150])
        heir = self.attempt()
        self.feed(zombie, rows[150:200])
        self.feed(heir, rows)
        heir.finish()
        self.assertEqual(self.rows(), collections.Counter(rows))


class TimestampTests(SinkCase):
    def test_rows_that_differ_only_by_their_time_are_told_apart(self) -> None:
        options = self.options()
        columns = SinkColumns(value=0, timestamp=1)
        base_us = (int(time.time()) - 3_600) * 1_000_000
        stamps = [None if number % 4 == 0 else base_us + number * 1000 + 7 for number in range(80)]

        def rows(order: list[int], stop: int | None = None) -> Any:
            for number, start in enumerate(range(0, 80, 10)):
                if number == stop:
                    raise Stop
                part = [stamps[index] for index in order[start : start + 10]]
                yield pa.RecordBatch.from_arrays(
                    [pa.array([b"now" if one is None else b"tick" for one in part]), pa.array(part, pa.timestamp("us", "UTC"))],
                    ["value", "timestamp"],
                )

        order = list(range(80))
        for stop in (3, 5):
            random.Random(stop).shuffle(order)
            with self.assertRaises(Stop):
                write_once(options, columns, rows(order, stop), PLACE)
        random.Random(9).shuffle(order)
        write_once(options, columns, rows(order), PLACE)
        found = [one.timestamp_ms for one in self.records()]
        self.assertEqual(len(found), 80)
        expected = sorted(stamp // 1000 for stamp in stamps if stamp is not None)
        self.assertEqual(sorted(one.timestamp_ms for one in self.records() if one.value == b"tick"), expected)


class WriterTests(SinkCase):
    spark_context: ClassVar[Any]

    def test_without_the_option_it_is_at_least_once(self) -> None:
        writer = KlogStreamWriter(self.options(idempotent="false"), SCHEMA, overwrite=True)
        with self.assertRaises(Stop):
            writer.write(tables(some_rows(300), stop_after=4))
        commit = writer.write(tables(some_rows(300)))
        self.assertEqual((commit.rows, commit.query_id), (300, None))
        writer.commit([commit], 0)
        writer.abort([commit], 0)
        self.assertEqual(collections.Counter(some_rows(300)) - self.rows(), collections.Counter())

    def test_a_task_knows_its_place(self) -> None:
        context = mock.Mock()
        context.getLocalProperty = {QUERY_PROPERTY: "q-7", BATCH_PROPERTY: "12"}.get
        context.partitionId.return_value = 3
        writer = KlogStreamWriter(self.options(), SCHEMA)
        with mock.patch("pyspark.TaskContext.get", return_value=context):
            commit = writer.write(tables(some_rows(20)))
        self.assertEqual(commit, KlogCommit(20, commit.bytes, 0, "q-7", 12))
        with self.assertRaisesRegex(OptionError, "does not tell its tasks which query and batch they belong to"):
            writer.write(tables(some_rows(20)))

    def test_columns_are_looked_at_at_once(self) -> None:
        with self.assertRaisesRegex(OptionError, "Required attribute 'value' not found"):
            KlogStreamWriter(self.options(), StructType([StructField("key", StringType())]))


if __name__ == "__main__":
    unittest.main()
