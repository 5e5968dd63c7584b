"""Reads through Spark's own Kafka source and through klog's, option by option, and where the two differ.

`READS` is the list: a name, options, and what comes of them. Good reads have to give the same rows; bad ones errors of the same meaning,
which is checked by a pattern that both texts match, or by one for each. A read that differs on purpose has a reason and what each of the
two does; ``docs/differences.md`` has a section made of these (`section`).

In options ``{bootstrap}`` stands for the broker. Topics are made by `topics`:

=========  ==========  ======================================================================================
p-a        2           20 records each, one a second from `T0` on; some keys and values null, some with headers
p-b        1           30 records, lz4
p-cut      1           20 records, the first 5 deleted
p-empty    1           none
p-log      1           10 records, the broker's time
p-case     1           3 records, and P-CASE 4
=========  ==========  ======================================================================================
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

from klog.client.blocking.client import BlockingClient
from klog.model import TopicPartition
from klog.records.contract import Codec
from klog.records.implementations import codec

#: Milliseconds since 1970 of the first records.
T0 = 1_700_000_000_000
SERVERS = "kafka.bootstrap.servers"


@dataclasses.dataclass(frozen=True)
class Read:
    """One read."""

    name: str
    options: Mapping[str, str]
    #: A pattern that the texts of both errors match; two, where the words differ. None: a good read.
    error: str | tuple[str, str] | None = None
    #: Why the two differ on purpose. The outcome of each is then told by `kafka` and `klog`: a number of rows, or an error's pattern.
    differs: str | None = None
    kafka: int | str | None = None
    klog: int | str | None = None
    #: Read as a stream that ends by itself.
    stream: bool = False
    #: A schema that the user gives.
    schema: str | None = None
    #: Among the few that run in CI.
    ci: bool = False


def _of(topic: str = "p-a", **more: str) -> dict[str, str]:
    return {SERVERS: "{bootstrap}", "subscribe": topic, **{name.replace("__", "."): value for name, value in more.items()}}


def _without(name: str, options: Mapping[str, str], **more: str) -> dict[str, str]:
    return {**{key: value for key, value in options.items() if key != name}, **more}


UNKNOWN = "an option that nobody knows is an error that names the nearest one; Spark's source and Java's client let it pass"
NEGATIVE = "a negative time is an error; for Kafka -1 means the end of the partition, and other negative times are never found"
CHECKED = "options of streams are checked in batch reads too"

#: Spark's source waits so long for records that are not there.
_SOON = {"kafkaConsumer.pollTimeoutMs": "2000"}

READS: tuple[Read, ...] = (
    # Which topics.
    Read("subscribe: one topic", _of(), ci=True),
    Read("subscribe: two, with spaces", _of(" p-a , p-b")),
    Read("subscribe: two that differ by case", _of("p-case,P-CASE"), ci=True),
    Read("subscribe: an empty topic", _of("p-empty")),
    Read("subscribe: the broker's time", _of("p-log")),
    Read("subscribePattern", _without("subscribe", _of(), subscribePattern="p-[ab]"), ci=True),
    Read("subscribePattern: anywhere in the name", _without("subscribe", _of(), subscribePattern="-[ab]$")),
    Read("subscribePattern: Java's quotes", _without("subscribe", _of(), subscribePattern=r"^\Qp-\E\p{Lower}$")),
    Read("subscribePattern: nothing matches", _without("subscribe", _of(), subscribePattern="nothing-like-it")),
    Read("assign", _without("subscribe", _of(), assign='{"p-a":[1],"p-b":[0]}')),
    Read("assign: a partition that is not there", _without("subscribe", _of(), assign='{"p-a":[0,7]}')),
    Read("options in another case", {SERVERS.upper(): "{bootstrap}", "SUBSCRIBE": "p-a", "STARTINGOFFSETS": "EARLIEST"}),
    # Where to begin and to end.
    Read("startingOffsets: earliest", _of("p-cut", startingOffsets="earliest")),
    Read("startingOffsets: JSON", _of(startingOffsets='{"p-a":{"0":3,"1":-2}}'), ci=True),
    Read("endingOffsets: latest", _of(endingOffsets="latest")),
    Read("endingOffsets: JSON", _of(endingOffsets='{"p-a":{"0":3,"1":-1}}')),
    Read("both ends", _of(startingOffsets='{"p-a":{"0":3,"1":0}}', endingOffsets='{"p-a":{"0":9,"1":1}}')),
    Read("both ends: nothing between", _of("p-b", startingOffsets='{"p-b":{"0":7}}', endingOffsets='{"p-b":{"0":7}}')),
    Read("startingTimestamp", _of(startingTimestamp=str(T0 + 7_500)), ci=True),
    Read("startingTimestamp: at a record", _of(startingTimestamp=str(T0 + 7_000))),
    Read(
        "startingTimestamp: too late, strategy latest", _of(startingTimestamp="9999999999999", startingOffsetsByTimestampStrategy="latest")
    ),
    Read("startingOffsetsByTimestamp", _of(startingOffsetsByTimestamp=f'{{"p-a":{{"0":{T0},"1":{T0 + 15_000}}}}}')),
    Read("endingTimestamp", _of(endingTimestamp=str(T0 + 12_000))),
    Read("endingTimestamp: too late", _of(endingTimestamp="9999999999999")),
    Read("endingOffsetsByTimestamp", _of(endingOffsetsByTimestamp=f'{{"p-a":{{"0":{T0 + 5_000},"1":{T0 + 9_999}}}}}')),
    Read("by time: one beats the others", _of(startingTimestamp=str(T0 + 18_000), startingOffsets='{"p-a":{"0":3,"1":3}}')),
    Read("a time and an offset", _of("p-b", startingTimestamp=str(T0 + 2_000), endingOffsets='{"p-b":{"0":11}}')),
    Read("failOnDataLoss=false: begins too early", _of("p-cut", startingOffsets='{"p-cut":{"0":2}}', failOnDataLoss="false"), ci=True),
    Read("failOnDataLoss=false: ends too late", _of("p-b", endingOffsets='{"p-b":{"0":99}}', failOnDataLoss="false", **_SOON)),
    Read(
        "failOnDataLoss=false: all of it gone",
        _of("p-cut", startingOffsets='{"p-cut":{"0":0}}', endingOffsets='{"p-cut":{"0":4}}', failOnDataLoss="false"),
    ),
    # The rest.
    Read("includeHeaders", _of(includeHeaders="true"), ci=True),
    Read("minPartitions", _of(minPartitions="7")),
    Read("maxRecordsPerPartition", _of(maxRecordsPerPartition="3")),
    Read("minPartitions and maxRecordsPerPartition", _of(minPartitions="3", maxRecordsPerPartition="6")),
    Read("groupIdPrefix", _of(groupIdPrefix="mine")),
    # The connector keeps consumers by group and partition, whatever the broker: a group for each.
    Read("kafka.group.id", _of(kafka__group__id="mine-{bootstrap}", groupIdPrefix="not-mine")),
    Read("kafka.isolation.level", _of(kafka__isolation__level="read_committed")),
    Read(
        "kafka.*: what people tune",
        _of(
            kafka__max__poll__records="10000",
            kafka__max__partition__fetch__bytes="8388608",
            kafka__receive__buffer__bytes="1048576",
            kafka__fetch__max__wait__ms="20",
            kafka__security__protocol="PLAINTEXT",
        ),
    ),
    Read("kafkaConsumer.pollTimeoutMs, fetchOffset.*", _of(**{"kafkaConsumer.pollTimeoutMs": "9000", "fetchOffset.numRetries": "2"})),
    Read("limits of streams in a batch read", _of(maxOffsetsPerTrigger="1", minOffsetsPerTrigger="1", maxTriggerDelay="1s")),
    # What is wrong.
    Read("no servers", {"subscribe": "p-a"}, "Option 'kafka.bootstrap.servers' must be specified for configuring Kafka consumer", ci=True),
    Read(
        "nobody at the servers",
        {**_of(), SERVERS: "127.0.0.1:1", "kafka.default.api.timeout.ms": "1500", "kafka.request.timeout.ms": "1000"},
        ("(?i)timed out|timeout", "127.0.0.1:1"),
    ),
    Read("nothing is subscribed to", {SERVERS: "{bootstrap}"}, "One of the following options must be specified for Kafka source", ci=True),
    Read("two subscriptions", _of(subscribePattern="p"), "Only one of the following options can be specified for Kafka source"),
    Read("subscribe: empty", _of(" , "), "No topics to subscribe to as specified value for option 'subscribe' is ' , '"),
    Read("subscribePattern: empty", _without("subscribe", _of(), subscribePattern=" "), "Pattern to subscribe is empty"),
    Read(
        "subscribePattern: broken",
        _without("subscribe", _of(), subscribePattern="p-["),
        ("Unclosed character class", "unterminated character set"),
    ),
    Read(
        "assign: no JSON",
        _without("subscribe", _of(), assign="p-a"),
        "No topicpartitions to assign as specified value for option 'assign' is 'p-a'",
    ),
    Read(
        "assign: other JSON",
        _without("subscribe", _of(), assign='{"p-a":0}'),
        r'Expected e\.g\. \{"topicA":\[0,1\],"topicB":\[0,1\]\}, got',
    ),
    Read(
        "a topic that does not exist",
        _of("nope", **{"fetchOffset.numRetries": "1"}),
        ("does not host this topic-partition", "topic nope does not exist"),
        ci=True,
    ),
    Read("startingOffsets: latest", _of(startingOffsets="latest"), "starting offset can't be latest for batch queries on Kafka"),
    Read(
        "startingOffsets: -1", _of("p-b", startingOffsets='{"p-b":{"0":-1}}'), "startingOffsets for p-b-0 can't be latest for batch queries"
    ),
    Read("startingOffsets: -3", _of("p-b", startingOffsets='{"p-b":{"0":-3}}'), "-3"),
    Read(
        "startingOffsets: no JSON",
        _of(startingOffsets="sometimes"),
        r'Expected e\.g\. \{"topicA":\{"0":23,"1":-1\},"topicB":\{"0":-2\}\}, got',
    ),
    Read("startingOffsets: numbers as texts", _of(startingOffsets='{"p-a":{"0":"3","1":"-2"}}'), r'Expected e\.g\. \{"topicA":\{"0":23'),
    Read(
        "startingOffsets: a partition is missing",
        _of(startingOffsets='{"p-a":{"0":3}}'),
        "Partitions specified for Kafka start offsets don't match",
    ),
    Read("endingOffsets: earliest", _of(endingOffsets="earliest"), "ending offset can't be earliest for batch queries on Kafka"),
    Read("endingOffsets: -2", _of("p-b", endingOffsets='{"p-b":{"0":-2}}'), "ending offset for p-b-0 can't be earliest for batch queries"),
    Read(
        "both ends: other partitions",
        _of(startingOffsets='{"p-a":{"0":3,"1":0}}', endingOffsets='{"p-a":{"0":9}}'),
        "The specified start offset and end offset should have the same topic-partitions",
    ),
    Read(
        "both ends: backwards",
        _of("p-b", startingOffsets='{"p-b":{"0":9}}', endingOffsets='{"p-b":{"0":3}}'),
        "The specified start offset 9 is greater than the end offset 3 for topic p-b partition 0",
        ci=True,
    ),
    Read(
        "startingOffsets beyond the end",
        _of("p-b", startingOffsets='{"p-b":{"0":99}}'),
        "The resolved start offset 99 is greater than the resolved end offset 30 for topic p-b partition 0",
    ),
    Read("startingTimestamp: no number", _of(startingTimestamp="noon"), "Expected a single long value, got noon"),
    Read("startingOffsetsByTimestamp: no JSON", _of(startingOffsetsByTimestamp="noon"), r'Expected e\.g\. \{"topicA": \{"0": 123456789'),
    Read(
        "startingOffsetsByTimestamp: a partition is missing",
        _of(startingOffsetsByTimestamp=f'{{"p-a":{{"0":{T0}}}}}'),
        "Partitions specified for Kafka timestamp based start offsets don't match",
    ),
    Read(
        "startingTimestamp: too late",
        _of(startingTimestamp="9999999999999"),
        "No offset matched from request of topic-partition p-a-. and timestamp",
    ),
    Read(
        "startingOffsetsByTimestampStrategy",
        _of(startingTimestamp="1", startingOffsetsByTimestampStrategy="wat"),
        "No value found for 'WAT'",
    ),
    Read("minPartitions: 0", _of(minPartitions="0"), "minPartitions must be positive"),
    Read("minPartitions: no number", _of(minPartitions="many"), 'For input string: "many"'),
    Read("maxRecordsPerPartition: 0", _of(maxRecordsPerPartition="0"), "(?i)maxrecordsperpartition must be positive"),
    Read("failOnDataLoss: neither", _of(failOnDataLoss="maybe"), 'For input string: "maybe"'),
    Read(
        "minOffsetsPerTrigger above maxOffsetsPerTrigger",
        _of(minOffsetsPerTrigger="9", maxOffsetsPerTrigger="3"),
        r"The value of minOffsetPerTrigger\(9\) is higher than the maxOffsetsPerTrigger\(3\)",
    ),
    Read(
        "failOnDataLoss: begins too early",
        _of("p-cut", startingOffsets='{"p-cut":{"0":2}}'),
        ("(?s)p-cut-0", "topic p-cut, partition 0: the offsets from 2 to before 5 cannot be read"),
        ci=True,
    ),
    Read(
        "failOnDataLoss: ends too late",
        _of("p-b", endingOffsets='{"p-b":{"0":99}}', **_SOON),
        ("p-b-0", "topic p-b, partition 0: the offsets from 30 to before 99 cannot be read"),
    ),
    Read("kafka.auto.offset.reset", _of(kafka__auto__offset__reset="latest"), "Kafka option 'auto.offset.reset' is not supported"),
    Read(
        "kafka.key.deserializer",
        _of(kafka__key__deserializer="x"),
        "Kafka option 'key.deserializer' is not supported as keys are deserialized",
    ),
    Read("kafka.value.deserializer", _of(kafka__value__deserializer="x"), "Kafka option 'value.deserializer' is not supported as values"),
    Read("kafka.enable.auto.commit", _of(kafka__enable__auto__commit="true"), "Kafka option 'enable.auto.commit' is not supported"),
    Read("kafka.interceptor.classes", _of(kafka__interceptor__classes="x"), "Kafka option 'interceptor.classes' is not supported"),
    Read(
        "kafka.isolation.level: neither",
        _of(kafka__isolation__level="most"),
        "Invalid value most for configuration (kafka.)?isolation.level: String must be one of: read_committed, read_uncommitted",
    ),
    Read(
        "kafka.security.protocol: none of them",
        _of(kafka__security__protocol="TLS"),
        "Invalid value TLS for configuration (kafka.)?security.protocol",
    ),
    Read("a schema of one's own", _of(), ("please do not specify the schema", "fixed schema"), schema="value string"),
    # Where klog does otherwise.
    Read(
        "an option that does not exist", _of(maxOffsetPerTrigger="5"), differs=UNKNOWN, kafka=40, klog="did you mean maxOffsetsPerTrigger"
    ),
    Read(
        "a kafka option that does not exist",
        _of(kafka__isolation__levle="x"),
        differs=UNKNOWN,
        kafka=40,
        klog="did you mean kafka.isolation.level",
    ),
    Read("startingTimestamp: -1", _of(startingTimestamp="-1"), differs=NEGATIVE, kafka=0, klog="Invalid negative timestamp -1"),
    Read("maxTriggerDelay: no time", _of(maxTriggerDelay="soon"), differs=CHECKED, kafka=40, klog="Failed to parse time string: soon"),
    # Streams.
    Read("stream", _of(startingOffsets="earliest"), stream=True),
    Read("stream: maxOffsetsPerTrigger", _of(startingOffsets="earliest", maxOffsetsPerTrigger="15"), stream=True),
    Read("stream: from JSON", _of(startingOffsets='{"p-a":{"0":-1,"1":5}}'), stream=True),
    Read("stream: from a time", _of(startingTimestamp=str(T0 + 15_000)), stream=True),
    Read("stream: endingOffsets", _of(endingOffsets="latest"), "ending offset not valid in streaming queries", stream=True),
    Read(
        "stream: endingOffsetsByTimestamp",
        _of(endingOffsetsByTimestamp="{}"),
        "ending timestamp not valid in streaming queries",
        stream=True,
    ),
    Read(
        "stream: a topic that does not exist",
        _of("nope", startingOffsets="earliest"),
        ("does not host this topic-partition", "topic nope does not exist"),
        stream=True,
    ),
)


def topics(bootstrap: str) -> None:
    """Make the topics of the list."""
    from confluent_kafka import TopicPartition as Place
    from confluent_kafka.admin import AdminClient, NewTopic

    admin = AdminClient({"bootstrap.servers": bootstrap})
    wanted: dict[str, tuple[int, dict[str, str]]] = {
        "p-a": (2, {}),
        "p-b": (1, {}),
        "p-cut": (1, {}),
        "p-empty": (1, {}),
        "p-log": (1, {"message.timestamp.type": "LogAppendTime"}),
        "p-case": (1, {}),
        "P-CASE": (1, {}),
    }
    # Times of 2023: nothing may be too old to keep.
    made = [NewTopic(name, count, 1, config={"retention.ms": "-1", **configs}) for name, (count, configs) in wanted.items()]
    for future in admin.create_topics(made).values():
        future.result(30)
    with BlockingClient(bootstrap) as client:
        for partition in (0, 1):
            for first in (0, 7):
                rows = [_record(partition, number) for number in range(first, 7 if first == 0 else 20)]
                client.produce(TopicPartition("p-a", partition), codec.build_batch(rows))
        plain = [(T0 + 1_000 * number, b"k", b"line %d" % number, ()) for number in range(30)]
        client.produce(TopicPartition("p-b", 0), codec.build_batch(plain, codec=Codec.LZ4))
        client.produce(TopicPartition("p-cut", 0), codec.build_batch(plain[:5]))
        client.produce(TopicPartition("p-cut", 0), codec.build_batch(plain[5:20]))
        client.produce(TopicPartition("p-log", 0), codec.build_batch(plain[:10]))
        client.produce(TopicPartition("p-case", 0), codec.build_batch(plain[:3]))
        client.produce(TopicPartition("P-CASE", 0), codec.build_batch(plain[:4]))
    for future in admin.delete_records([Place("p-cut", 0, 5)]).values():
        future.result(30)


def _record(partition: int, number: int) -> tuple[int, bytes | None, bytes | None, tuple[tuple[str, bytes | None], ...]]:
    key = None if number % 3 == 0 else b"key-%d" % number
    value = None if number % 5 == 4 else b"value %d of %d" % (number, partition)
    headers = (("trace", b"\x00\xff"), ("empty", b""), ("null", None), ("trace", b"again"))[: number % 5]
    return T0 + 1_000 * number + partition, key, value, headers


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What came of a read: rows or an error's text."""

    rows: tuple[tuple[Any, ...], ...] = ()
    error: str | None = None

    def __str__(self) -> str:
        return f"{len(self.rows)} rows" if self.error is None else self.error[:600]


def perform(spark: Any, form: str, read: Read, bootstrap: str, checkpoint: str) -> Outcome:
    """Do `read` with ``format(form)``."""
    options = {name: value.replace("{bootstrap}", bootstrap) for name, value in read.options.items()}
    try:
        reader = (spark.readStream if read.stream else spark.read).format(form).options(**options)
        if read.schema is not None:
            reader = reader.schema(read.schema)
        frame = reader.load()
        rows = _stream_rows(frame, checkpoint) if read.stream else frame.collect()
    except Exception as error:
        # Only the first lines of a Java trace say something, and whatever it was caused by.
        text = str(error)
        said = [text.split("\n\tat ")[0], *(line for line in text.splitlines() if line.startswith("Caused by:"))]
        return Outcome(error="\n".join(said))
    plain = sorted((_plain(row) for row in rows), key=lambda row: (row["topic"], row["partition"], row["offset"]))
    return Outcome(tuple(tuple(row.items()) for row in plain))


def _stream_rows(frame: Any, checkpoint: str) -> list[Any]:
    found: list[Any] = []
    query = (
        frame.writeStream.foreachBatch(lambda batch, number: found.extend(batch.collect()))
        .option("checkpointLocation", checkpoint)
        .trigger(availableNow=True)
        .start()
    )
    try:
        if not query.awaitTermination(60):
            raise TimeoutError("the stream did not end by itself")
    finally:
        query.stop()
    return found


def _plain(row: Any) -> dict[str, Any]:
    def plain(value: Any) -> Any:
        if isinstance(value, bytearray):
            return bytes(value)
        if isinstance(value, list):
            return tuple((header.key, plain(header.value)) for header in value)
        return value

    return {name: plain(value) for name, value in row.asDict().items()}


def judge(read: Read, kafka: Outcome, klog: Outcome) -> str | None:
    """What is wrong with the two outcomes; None where they are as they shall be."""
    if read.differs is not None:
        for name, wanted, got in (("kafka", read.kafka, kafka), ("klog", read.klog, klog)):
            fits = got.error is None and len(got.rows) == wanted if isinstance(wanted, int) else _says(str(wanted), got)
            if not fits:
                return f"{name} was to give {wanted!r} and gave {got}"
        return None
    if read.error is None:
        if kafka.error is not None or klog.error is not None or kafka.rows != klog.rows:
            return f"kafka: {kafka}\nklog: {klog}\n{_first_difference(kafka, klog)}"
        return None
    patterns = (read.error, read.error) if isinstance(read.error, str) else read.error
    for name, pattern, got in (("kafka", patterns[0], kafka), ("klog", patterns[1], klog)):
        if not _says(pattern, got):
            return f"{name} was to say {pattern!r} and said: {got}"
    return None


def _says(pattern: str, outcome: Outcome) -> bool:
    return outcome.error is not None and re.search(pattern, outcome.error) is not None


def _first_difference(kafka: Outcome, klog: Outcome) -> str:
    for one, other in zip(kafka.rows, klog.rows, strict=False):
        if one != other:
            return f"first row that differs:\n  kafka {one}\n  klog  {other}"
    return ""


def section() -> str:
    """The part of ``docs/differences.md`` that is about ``format("klog")``."""
    lines = [_HEAD]
    lines += [
        f"| {read.name} | `{_options(read)}` | {_told(read.kafka)} | {_told(read.klog)} | {read.differs} |"
        for read in READS
        if read.differs
    ]
    return "\n".join(lines) + "\n"


def _options(read: Read) -> str:
    return ", ".join(f"{name}={value}" for name, value in read.options.items() if name not in (SERVERS, "subscribe"))


def _told(what: int | str | None) -> str:
    return f"{what} rows" if isinstance(what, int) else f"error: {what}"


_HEAD = """\
## `format("klog")` and Spark's own Kafka source

About ninety reads, each option good and bad, go through `format("kafka")` (the connector of Spark 4.2.0) and `format("klog")` on the same
broker (`tests/integration/spark_reads.py`): the same rows, or errors of the same meaning, mostly in the same words. On purpose:

* **Unknown options** are an error that names the nearest one. Options of Spark's that mean nothing in the place (limits of streams in a
  batch read, the sink's in a read) are accepted, and so are settings of Java's client that tune what klog does not have; the log says so.
* **`maxRecordsPerPartition`** holds in batch reads with earliest and latest offsets too; Spark's source splits there only where the offsets
  are given as numbers.
* **Offsets are fixed when the query is planned**, "latest" too, so that a task that is repeated reads the same records. What was asked for
  and is not there ends the query then, and not after the first tasks, or after `kafkaConsumer.pollTimeoutMs` of waiting for records that
  never come.
* **Where an error is told.** Spark shows the sentences of a Python source behind `[PYTHON_DATA_SOURCE_ERROR]`, as `AnalysisException` or
  `PythonException`; those of its own source are `IllegalArgumentException` and others. What is wrong for a batch read only, or for a stream
  only, is told at the first action and not by `load()`.
* **`subscribePattern`** is a regular expression of Java's that is read as one of Python's. Java's spellings are understood (`\\Q…\\E`,
  `\\p{Alpha}`, `(?<name>…)`); intersections of classes (`[a-z&&[^q]]`) and what Python has no word for are an error. A topic matches where
  the expression is found anywhere in its name, as in Spark's source.
* **Security**: PEM and PKCS12 files. A store of Java's older format (JKS) is an error that says how to convert it. PLAIN and SCRAM,
  no Kerberos, no OAuth, no delegation tokens.
* **Progress** of a stream is committed as a consumer group, so that its lag shows (`kafka.group.id`; otherwise its name is made of
  `groupIdPrefix` and the subscription). Spark's source commits nothing, and with `commitOffsets=false` neither does klog's.
* **klog's own options**: `columns`, `pushFilters`, `skipCorrupt`, `commitOffsets`, `fetchBytes`, `maxBatchBytes`, `maxUncompressedBytes`,
  and of the sink `idempotent` and `idempotent.topic`.
* **klog has to be installed on every executor.** Where it is not, tasks fail with `ModuleNotFoundError: No module named 'klog'`, and
  where the driver's Python does not have it, `load()` says `DATA_SOURCE_NOT_FOUND`. Spark's source fails as `KAFKA_DATA_SOURCE_NOT_ENABLED`
  or `ClassNotFoundException` without its jars.
* There is no continuous mode, and there are no per-task metrics of data loss: Spark has neither for Python sources.

| read | options | Spark's source | klog | why |
|---|---|---|---|---|"""
