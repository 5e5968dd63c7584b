"""klog.spark.options: what the options come to, and the words for mistakes.

Spark's own words are judged by Spark itself in tests/integration/test_spark_parity.py; here is what needs no JVM.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import unittest
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from klog.model import TopicPartition
from klog.spark.errors import OptionError
from klog.spark.offsets import EARLIEST, LATEST
from klog.spark.options import COLUMNS, IDEMPOTENT_TOPIC, KNOWN, Kind, SourceOptions, columns_of, listing, parse

T0, T1, U0 = TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("u", 0)


def read(kind: Kind = "batch", /, **options: str) -> SourceOptions:
    """Options of a read of the topic t; two underscores stand for a dot."""
    named = {name.replace("__", "."): value for name, value in options.items()}
    where = {} if {"assign", "subscribePattern"} & set(named) else {"subscribe": "t"}
    return parse({"kafka.bootstrap.servers": "kafka:9092", **where, **named}, kind)


class Good(unittest.TestCase):
    def test_defaults(self) -> None:
        for kind, starting in (("batch", EARLIEST), ("stream", LATEST)):
            options = read(kind)  # type: ignore[arg-type]
            self.assertEqual((options.starting, options.ending), (starting, LATEST))
            self.assertEqual(options.columns, COLUMNS)
            self.assertTrue(options.fail_on_data_loss)
            self.assertEqual((options.isolation, options.poll_timeout_ms, options.remarks), ("read_uncommitted", 120_000, ()))
            self.assertEqual((options.min_partitions, options.max_offsets_per_trigger, options.group_id), (None, None, None))
            self.assertTrue(options.commit_offsets)
        sink = parse({"kafka.bootstrap.servers": "kafka:9092"}, "sink")
        self.assertEqual((sink.topic, sink.idempotent, sink.idempotent_topic, sink.producer), (None, False, IDEMPOTENT_TOPIC, {}))

    def test_the_audits_windows(self) -> None:
        sink = {"kafka.bootstrap.servers": "kafka:9092", "audit": "job"}
        self.assertEqual((read(audit="lake").audit_window_ms, parse(sink, "sink").audit_window_ms), (600_000, 600_000))
        self.assertEqual(read(audit="lake", audit__window="90s").audit_window_ms, 90_000)
        self.assertEqual(parse({**sink, "audit.window": "1h"}, "sink").audit_window_ms, 3_600_000)
        for wrong in ("999", "25h", "long"):
            with self.assertRaisesRegex(OptionError, "audit.window"):
                read("stream", audit="lake", audit__window=wrong)

    def test_the_audits_hashes(self) -> None:
        self.assertEqual([read(audit="lake", **more).audit_hashes for more in ({}, {"audit__hashes": "true"})], [False, True])

    def test_subscriptions(self) -> None:
        found = read(subscribe=" b, a ,,b").subscription
        assert found is not None
        self.assertEqual((found.kind, found.topics), ("subscribe", ("b", "a")))
        found = read(assign='{"t":[1,0],"u":[0]}').subscription
        assert found is not None
        self.assertEqual(found.partitions, {T0, T1, U0})
        found = read(subscribePattern="t|u").subscription
        assert found is not None and found.pattern is not None
        self.assertTrue(found.pattern.search("u"))

    def test_names_in_any_case(self) -> None:
        options = parse(
            {"KAFKA.Bootstrap.Servers": "k:1", "SUBSCRIBE": "t", "minpartitions": "3", "startingoffsets": " EARLIEST "}, "stream"
        )
        self.assertEqual((options.min_partitions, options.starting, options.client.servers), (3, EARLIEST, (("k", 1),)))

    def test_bounds(self) -> None:
        options = read(startingOffsets='{"t":{"0":-2,"1":7}}', endingOffsetsByTimestamp='{"t":{"0":5,"1":6}}')
        self.assertEqual((options.starting.kind, options.starting.by_partition), ("offsets", {T0: -2, T1: 7}))
        self.assertEqual((options.ending.kind, options.ending.by_partition), ("timestamps", {T0: 5, T1: 6}))
        options = read(startingTimestamp=" 12 ", startingOffsetsByTimestampStrategy="Latest")
        self.assertEqual((options.starting.kind, options.starting.timestamp_ms, options.starting.no_match), ("timestamp", 12, "latest"))

    def test_which_of_three_counts(self) -> None:
        by_time, offsets = '{"t":{"0":5}}', '{"t":{"0":1}}'
        options = read(startingOffsets=offsets, startingOffsetsByTimestamp=by_time)
        self.assertEqual(options.starting.kind, "timestamps")
        self.assertEqual(options.remarks, ("startingOffsets option ignored, as startingOffsetsByTimestamp comes before it",))
        options = read(startingOffsets="nonsense", startingOffsetsByTimestamp=by_time, startingTimestamp="3")
        self.assertEqual(options.starting.kind, "timestamp")

    def test_times(self) -> None:
        for text, expected in (
            ("15m", 900_000),
            ("90s", 90_000),
            ("250", 250),
            ("2 h", 7_200_000),
            ("1d", 86_400_000),
            ("7ms", 7),
            ("3min", 180_000),
        ):
            self.assertEqual(read("stream", maxTriggerDelay=text).max_trigger_delay_ms, expected, text)

    def test_columns(self) -> None:
        self.assertEqual(read(columns="offset, VALUE").columns, ("value", "offset"))
        self.assertEqual(columns_of({"Columns": "headers"}), ((), True))
        self.assertEqual(columns_of({"includeHeaders": "TRUE"}), (COLUMNS, True))
        self.assertEqual(columns_of({"includeheaders": "true", "columns": "key"}), (("key",), True))

    def test_what_a_task_needs(self) -> None:
        options = read(
            columns="value",
            includeHeaders="true",
            kafka__isolation__level="read_committed",
            failOnDataLoss="false",
            skipCorrupt="true",
            kafkaConsumer__pollTimeoutMs="77",
            kafka__max__partition__fetch__bytes="4096",
            maxBatchBytes="5000",
            maxUncompressedBytes="6000",
        ).read
        self.assertEqual((options.columns, options.include_headers, options.isolation), (("value",), True, "read_committed"))
        self.assertEqual((options.fail_on_data_loss, options.skip_corrupt, options.poll_timeout_ms), (False, True, 77))
        self.assertEqual((options.fetch_bytes, options.max_batch_bytes, options.max_uncompressed_bytes), (4096, 5000, 6000))
        self.assertEqual(read(fetchBytes="10", kafka__max__partition__fetch__bytes="4096").read.fetch_bytes, 10)

    def test_streams(self) -> None:
        options = read(
            "stream", maxOffsetsPerTrigger="9", minOffsetsPerTrigger="3", kafka__group__id="g", groupIdPrefix="p", commitOffsets="false"
        )
        self.assertEqual((options.max_offsets_per_trigger, options.min_offsets_per_trigger, options.commit_offsets), (9, 3, False))
        self.assertEqual((options.group_id, options.group_id_prefix), ("g", "p"))
        self.assertIn("groupIdPrefix will be ignored", " ".join(options.remarks))

    def test_sinks(self) -> None:
        sink = parse(
            {"kafka.bootstrap.servers": "k", "topic": " out ", "kafka.acks": "1", "checkpointLocation": "/c", "path": "/p"}, "sink"
        )
        self.assertEqual((sink.topic, sink.producer, sink.remarks), ("out", {"acks": 1}, ()))
        sink = parse({"kafka.bootstrap.servers": "k", "idempotent": "true", "idempotent.topic": "mine", "kafka.linger.ms": "0"}, "sink")
        self.assertEqual((sink.idempotent, sink.idempotent_topic, sink.producer), (True, "mine", {"linger_ms": 0}))

    def test_one_dictionary_for_all(self) -> None:
        together = {
            "kafka.bootstrap.servers": "k",
            "subscribe": "t",
            "topic": "out",
            "maxOffsetsPerTrigger": "5",
            "includeHeaders": "true",
            "kafka.acks": "all",
            "kafka.isolation.level": "read_committed",
        }
        self.assertEqual(
            parse(together, "batch").remarks,
            ("topic option ignored in batch queries", "maxOffsetsPerTrigger option ignored in batch queries"),
        )
        self.assertEqual(parse(together, "stream").remarks, ("topic option ignored in streaming queries",))
        self.assertEqual(
            parse(together, "sink").remarks, ("subscribe option ignored in writing", "maxOffsetsPerTrigger option ignored in writing")
        )

    def test_they_go_through_pickle(self) -> None:
        options = read(subscribePattern="a+", startingOffsets='{"t":{"0":1}}', kafka__acks="1")
        self.assertEqual(pickle.loads(pickle.dumps(options)), options)

    def test_no_pyspark_and_no_pyarrow(self) -> None:
        code = "import klog.spark.options, sys; print([m for m in ('pyspark', 'pyarrow', 'twisted') if m in sys.modules])"
        self.assertEqual(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip(), "[]")

    def test_each_option_is_told_of(self) -> None:
        self.assertEqual(len(listing()), len(KNOWN))
        self.assertTrue(all(meaning for _, meaning in listing()))


class Mistakes(unittest.TestCase):
    def says(self, pattern: str, kind: Kind = "batch", **options: Any) -> None:
        with self.subTest(str(options)), self.assertRaisesRegex(OptionError, pattern):
            read(kind, **options)

    def test_names(self) -> None:
        self.says("there is no option 'maxoffsetpertrigger'; did you mean maxOffsetsPerTrigger", maxOffsetPerTrigger="1")
        self.says("there is no option 'zzz'. Those of Kafka's client begin with kafka.", zzz="1")
        self.says("begin with kafka.", bootstrap__servers="k")
        with self.assertRaisesRegex(OptionError, "did you mean idempotent"):
            parse({"kafka.bootstrap.servers": "k", "idempotnet": "true"}, "sink")

    def test_a_subscription_is_needed(self) -> None:
        with self.assertRaisesRegex(
            OptionError, "One of the following options must be specified for Kafka source: subscribe, subscribepattern, assign"
        ):
            parse({"kafka.bootstrap.servers": "k"}, "stream")
        self.says("Only one of the following", subscribe="t", assign='{"t":[0]}')

    def test_shapes(self) -> None:
        for text in (
            '{"t":0}',
            '{"t":["0"]}',
            '{"t":[true]}',
            '{"t":[0.5]}',
            '{"t":[99999999999]}',
            "{",
            '{"t":null}',
            "{" + '"t":{' * 100_000,
        ):
            self.says("Expected e.g. ", assign=text)
        for text in (
            "[]",
            "7",
            '{"t":[0]}',
            '{"t":{"x":1}}',
            '{"t":{"0":"1"}}',
            '{"t":{"0":1.5}}',
            '{"t":{"0":null}}',
            '{"t":{"0":9e99}}',
            '{"t":{"٣":1}}',
        ):
            self.says("Expected e.g. ", startingOffsets=text)
            self.says("Expected e.g. ", startingOffsetsByTimestamp=text)
        self.says("-3 for t-0 is no offset", startingOffsets='{"t":{"0":-3}}')

    def test_numbers(self) -> None:
        self.says("minPartitions must be positive", minPartitions="-1")
        self.says('minPartitions: For input string: "99999999999"', minPartitions="99999999999")
        self.says("maxRecordsPerPartition must be positive", maxRecordsPerPartition="0")
        self.says('For input string: "1.5"', maxRecordsPerPartition="1.5")
        self.says("kafkaConsumer.pollTimeoutMs is 0; it must be at least 1", kafkaConsumer__pollTimeoutMs="0")
        self.says("fetchBytes is 0", fetchBytes="0")
        self.says("maxOffsetsPerTrigger is 0: no record would ever be read", "stream", maxOffsetsPerTrigger="0")
        self.says("Expected a single long value", startingTimestamp="9" * 19)
        self.says("Invalid negative timestamp -1", endingTimestamp="-1")

    def test_truths(self) -> None:
        for name in ("failOnDataLoss", "includeHeaders", "skipCorrupt", "pushFilters"):
            self.says(f'{name}: For input string: "yes"; true or false is expected', **{name: "yes"})
        self.says("commitOffsets", "stream", commitOffsets="1")

    def test_ends_of_streams(self) -> None:
        for name in ("endingOffsets", "endingTimestamp", "endingOffsetsByTimestamp"):
            self.says("not valid in streaming queries", "stream", **{name: "latest"})

    def test_contradictions(self) -> None:
        self.says("higher than the maxOffsetsPerTrigger", "stream", minOffsetsPerTrigger="2", maxOffsetsPerTrigger="1")
        self.says("should have the same topic-partitions", startingOffsets='{"t":{"0":1}}', endingOffsets='{"t":{"1":2}}')
        self.says("start timestamp 9 is greater", startingOffsetsByTimestamp='{"t":{"0":9}}', endingOffsetsByTimestamp='{"t":{"0":3}}')
        with self.assertRaisesRegex(OptionError, "needs kafka.acks=all"):
            parse({"kafka.bootstrap.servers": "k", "idempotent": "true", "kafka.acks": "1"}, "sink")
        with self.assertRaisesRegex(OptionError, "contradict each other"):
            parse({"kafka.bootstrap.servers": "k", "idempotent": "true", "kafka.enable.idempotence": "false"}, "sink")

    def test_columns(self) -> None:
        self.says("there is no column 'valeu'", columns="valeu")
        self.says("there is no column ''", columns="")

    def test_serializers(self) -> None:
        for name in ("key", "value"):
            with self.assertRaisesRegex(OptionError, f"'{name}.serializer' is not supported"):
                parse({"kafka.bootstrap.servers": "k", f"kafka.{name}.serializer": "x"}, "sink")
            self.says(f"'{name}.deserializer' is not supported", **{f"kafka__{name}__deserializer": "x"})
        # What belongs to the other side does no harm.
        read(kafka__key__serializer="x")
        parse({"kafka.bootstrap.servers": "k", "kafka.auto.offset.reset": "latest"}, "sink")

    def test_an_empty_topic(self) -> None:
        with self.assertRaisesRegex(OptionError, "option topic is empty"):
            parse({"kafka.bootstrap.servers": "k", "topic": " "}, "sink")

    @given(
        st.dictionaries(
            st.sampled_from([known.name for known in KNOWN.values()] + ["kafka.group.id", "kafka.acks", "kafka.sasl.jaas.config"]),
            st.one_of(st.text(max_size=12), st.sampled_from(["true", "1", "latest", '{"t":[0]}', '{"t":{"0":1}}', "15m"])),
            max_size=5,
        ),
        st.sampled_from(["batch", "stream", "sink"]),
    )
    def test_nothing_else_escapes(self, options: dict[str, str], kind: Kind) -> None:
        try:
            parse({"kafka.bootstrap.servers": "k", **options}, kind)
        except OptionError as error:
            self.assertGreater(len(str(error)), 10)
