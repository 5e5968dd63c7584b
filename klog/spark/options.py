"""The options of ``format("klog")``: those of Spark's own Kafka source and sink, and a few of klog's.

`parse` makes one frozen, picklable value of them, which driver and executors share, and is the one place where a mistake is noticed:

1. A name that neither Spark nor klog knows is an error that names the nearest one. Spark's source lets it pass, and a mistyped
   ``maxOffsetPerTrigger`` then limits nothing. Names that Spark itself adds (`OF_SPARK`) pass.
2. A name that belongs elsewhere (a limit of streams in a batch read, an option of the sink in a read) is accepted and told about in
   `SourceOptions.remarks`, so that one dictionary of options serves several readers and writers, as with Spark's.
3. What contradicts itself is an error, in the words of Spark's source (``KafkaSourceProvider``), which people search for.
4. Which of the three ways to say where to begin counts is Spark's order: ``startingTimestamp``, then ``startingOffsetsByTimestamp``, then
   ``startingOffsets``.

No pyspark and no pyarrow here.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from klog.audit.windows import DEFAULT_MS, length_fault
from klog.client.settings import ClientSettings
from klog.config import INT_MAX, LONG_MAX, nearest_name
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.spark.client_names import DEFAULT_CLIENT_ID, PREFIX, translate
from klog.spark.errors import OptionError
from klog.spark.offsets import EARLIEST, LATEST, Bound, Subscription
from klog.spark.option_values import by_partition, duration_ms, json_object, or_default, positive, truth, whole, whole_number
from klog.spark.patterns import compile_pattern

if TYPE_CHECKING:
    from klog.arrow.reading import ReadOptions

Kind = Literal["batch", "stream", "sink"]

#: The columns, in Spark's order; headers come behind them where asked for.
COLUMNS = ("key", "value", "topic", "partition", "offset", "timestamp", "timestampType")
HEADERS = "headers"
#: Spark's ``spark.network.timeout``.
POLL_TIMEOUT_MS = 120_000
MAX_TRIGGER_DELAY_MS = 15 * 60_000
IDEMPOTENT_TOPIC = "__klog_spark_sink"


class Known(NamedTuple):
    """One option: how it is written, and where it means something."""

    name: str
    kinds: frozenset[str]
    meaning: str


_READS = frozenset(("batch", "stream"))
_STREAM = frozenset(("stream",))
_BATCH = frozenset(("batch",))
_SINK = frozenset(("sink",))

_TABLE = (
    Known("subscribe", _READS, "topics, separated by commas"),
    Known("subscribePattern", _READS, "a regular expression of topics"),
    Known("assign", _READS, 'partitions, {"topic":[0,1]}'),
    Known("startingTimestamp", _READS, "begin with the first record of this time (ms since 1970) or later"),
    Known("startingOffsetsByTimestamp", _READS, 'the same for each partition, {"topic":{"0":1000}}'),
    Known("startingOffsets", _READS, 'earliest, latest (streams only) or {"topic":{"0":23,"1":-2}}; -2 is the earliest, -1 the latest'),
    Known("startingOffsetsByTimestampStrategy", _READS, "error or latest: what to do where no record is that young"),
    Known("endingTimestamp", _BATCH, "end before the first record of this time or later"),
    Known("endingOffsetsByTimestamp", _BATCH, "the same for each partition"),
    Known("endingOffsets", _BATCH, "latest or offsets for each partition; the record at the offset is not read"),
    Known("failOnDataLoss", _READS, "whether records that are gone end the query (true) or are told about"),
    Known("kafkaConsumer.pollTimeoutMs", _READS, "how long nothing may come from the broker"),
    Known("fetchOffset.numRetries", _READS, "how often offsets are asked for"),
    Known("fetchOffset.retryIntervalMs", _READS, "the pause between"),
    Known("maxOffsetsPerTrigger", _STREAM, "the most offsets of a batch"),
    Known("minOffsetsPerTrigger", _STREAM, "wait for so many offsets, at most maxTriggerDelay"),
    Known("maxTriggerDelay", _STREAM, "15m"),
    Known("minPartitions", _READS, "at least so many tasks, about"),
    Known("maxRecordsPerPartition", _READS, "at most so many offsets for a task"),
    Known("groupIdPrefix", _READS, "begins the name of the group"),
    Known("includeHeaders", _READS | _SINK, "a column of headers"),
    Known("topic", _SINK, "where records go; instead of a column topic"),
    # klog's own.
    Known("columns", _READS, "klog: only these columns, separated by commas"),
    Known("pushFilters", _BATCH, "klog: Spark's filters on topic, partition, offset and timestamp narrow what is fetched"),
    Known("skipCorrupt", _READS, "klog: damaged batches are stepped over and counted"),
    Known("commitOffsets", _STREAM, "klog: whether progress is written down as a consumer group (true)"),
    Known("fetchBytes", _READS, "klog: how much is fetched at once"),
    Known("maxBatchBytes", _READS, "klog: the most bytes of an Arrow batch, but for a single record"),
    Known("maxUncompressedBytes", _READS, "klog: the most bytes that a compressed batch may become"),
    Known("audit", _READS | _SINK, "klog: take part in the audit: a read as the sink of this name, a write as the producer of this name"),
    Known("audit.window", _READS | _SINK, "klog: how long the audit's windows are (10m), as the brokers have it"),
    Known("audit.hashes", _READS | _SINK, "klog: hash records for the audit, so that it is known whether one was changed"),
    Known("idempotent", _SINK, "klog: a stream's restart neither loses nor repeats records"),
    Known("idempotent.topic", _SINK, "klog: where the sink remembers that"),
)
KNOWN: dict[str, Known] = {known.name.lower(): known for known in _TABLE}

#: What Spark adds to the options of readers and writers, and what is its own.
OF_SPARK = frozenset(("path", "paths", "checkpointlocation", "queryname", "outputmode", "serialization.format"))

#: Settings of Java's consumer that would take from Spark what Spark decides, in the words of its source.
_REFUSED_IN_READS = {
    "auto.offset.reset": (
        "Kafka option 'auto.offset.reset' is not supported. Instead set the source option 'startingoffsets' to 'earliest' or 'latest' "
        "to specify where to start. Structured Streaming manages which offsets are consumed internally, rather than relying on the "
        "kafkaConsumer to do it. Note that 'startingoffsets' only applies when a new Streaming query is started, and that resuming will "
        "always pick up from where the query left off. See the docs for more details."
    ),
    "key.deserializer": (
        "Kafka option 'key.deserializer' is not supported as keys are deserialized as byte arrays with ByteArrayDeserializer. "
        "Use DataFrame operations to explicitly deserialize the keys."
    ),
    "value.deserializer": (
        "Kafka option 'value.deserializer' is not supported as values are deserialized as byte arrays with ByteArrayDeserializer. "
        "Use DataFrame operations to explicitly deserialize the values."
    ),
    "enable.auto.commit": "Kafka option 'enable.auto.commit' is not supported",
    "interceptor.classes": "Kafka option 'interceptor.classes' is not supported",
}
_REFUSED_IN_SINKS = {
    "key.serializer": "Kafka option 'key.serializer' is not supported as keys are serialized with ByteArraySerializer.",
    "value.serializer": "Kafka option 'value.serializer' is not supported as value are serialized with ByteArraySerializer.",
    "interceptor.classes": "Kafka option 'interceptor.classes' is not supported",
}
_STRATEGIES = ("subscribe", "subscribepattern", "assign")


@dataclasses.dataclass(frozen=True, kw_only=True)
class SourceOptions:
    """What the options came to. Goes through pickle to the executors."""

    kind: Kind
    client: ClientSettings
    #: How long a question of the driver may take (``kafka.default.api.timeout.ms``).
    api_timeout_ms: int = 60_000
    remarks: tuple[str, ...] = ()

    # Reading
    subscription: Subscription | None = None
    starting: Bound = EARLIEST
    ending: Bound = LATEST
    isolation: str = "read_uncommitted"
    fail_on_data_loss: bool = True
    columns: tuple[str, ...] = COLUMNS
    include_headers: bool = False
    min_partitions: int | None = None
    max_records_per_partition: int | None = None
    poll_timeout_ms: int = POLL_TIMEOUT_MS
    fetch_retries: int = 3
    fetch_retry_interval_ms: int = 1_000
    skip_corrupt: bool = False
    push_filters: bool = False
    fetch_bytes: int | None = None
    max_batch_bytes: int | None = None
    max_uncompressed_bytes: int | None = None
    #: ``kafka.client.rack``.
    client_rack: str = ""

    # Streams
    max_offsets_per_trigger: int | None = None
    min_offsets_per_trigger: int | None = None
    max_trigger_delay_ms: int = MAX_TRIGGER_DELAY_MS
    #: ``kafka.group.id``.
    group_id: str | None = None
    group_id_prefix: str | None = None
    #: Whether a stream's progress is committed as that of a group.
    commit_offsets: bool = True
    #: Under what name it takes part in the audit (docs/audit.md), a read as a sink, a write as a producer; empty: it does not.
    audit: str = ""
    #: How long its windows are.
    audit_window_ms: int = DEFAULT_MS
    #: Whether records are hashed for it.
    audit_hashes: bool = False

    # The sink
    topic: str | None = None
    producer: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    idempotent: bool = False
    idempotent_topic: str = IDEMPOTENT_TOPIC

    @property
    def read(self) -> ReadOptions:
        """What a task needs to know of them."""
        # Imported here: it brings pyarrow.
        from klog.arrow.reading import ReadOptions

        given = {name: getattr(self, name) for name in ("fetch_bytes", "max_batch_bytes", "max_uncompressed_bytes")}
        return ReadOptions(
            columns=self.columns,
            include_headers=self.include_headers,
            isolation=self.isolation,
            fail_on_data_loss=self.fail_on_data_loss,
            skip_corrupt=self.skip_corrupt,
            poll_timeout_ms=self.poll_timeout_ms,
            client_rack=self.client_rack,
            **{name: value for name, value in given.items() if value is not None},
        )


def parse(options: Mapping[str, str], kind: Kind) -> SourceOptions:
    """
    ::

        parse({"kafka.bootstrap.servers": "kafka-1:9092", "subscribe": "orders"}, "batch")

    :param options: names in whatever case.
    :raises OptionError: one of them cannot be; a sentence, Spark's where it has one.
    """
    plain: dict[str, str] = {}
    kafka: dict[str, str] = {}
    for name, value in options.items():
        lowered = name.lower()
        text = "" if value is None else str(value)
        if lowered.startswith(PREFIX):
            kafka[lowered.removeprefix(PREFIX)] = text
        else:
            plain[lowered] = text
    _check_names(plain)
    if kind == "sink":
        return _parse_sink(plain, kafka)
    return _parse_read(plain, kafka, kind)


def columns_of(options: Mapping[str, str]) -> tuple[tuple[str, ...], bool]:
    """Which columns there are and whether headers are among them; all that a schema needs to know.

    :raises OptionError: a column that does not exist.
    """
    plain = {name.lower(): value for name, value in options.items()}
    return _columns(plain, truth(plain, "includeHeaders", False))


def listing() -> list[tuple[str, str]]:
    """Names and meanings, for documentation."""
    return [(known.name, known.meaning) for known in _TABLE]


# -- the three kinds


def _parse_read(plain: dict[str, str], kafka: dict[str, str], kind: Kind) -> SourceOptions:
    is_stream = kind == "stream"
    remarks = _remarks(plain, kind)
    if is_stream:
        for name, sentence in (
            ("endingoffsets", "ending offset not valid in streaming queries"),
            ("endingoffsetsbytimestamp", "ending timestamp not valid in streaming queries"),
            ("endingtimestamp", "ending timestamp not valid in streaming queries"),
        ):
            if name in plain:
                raise OptionError(sentence)
    starting = _bound(plain, "starting", LATEST if is_stream else EARLIEST, remarks)
    ending = LATEST if is_stream else _bound(plain, "ending", LATEST, remarks)
    if not is_stream:
        _check_batch_bounds(starting, ending)
    subscription = _subscription(plain)
    min_partitions = positive(plain, "minPartitions", INT_MAX)
    max_records = positive(plain, "maxRecordsPerPartition", LONG_MAX)
    for name, sentence in _REFUSED_IN_READS.items():
        if name in kafka:
            raise OptionError(sentence)
    names = translate({name: value for name, value in kafka.items() if name not in ("key.serializer", "value.serializer")})
    least = whole(plain, "minOffsetsPerTrigger", 0, LONG_MAX)
    most = whole(plain, "maxOffsetsPerTrigger", 0, LONG_MAX)
    if least is not None and most is not None and least > most:
        raise OptionError(f"The value of minOffsetPerTrigger({least}) is higher than the maxOffsetsPerTrigger({most}).")
    if is_stream and most == 0:
        raise OptionError("maxOffsetsPerTrigger is 0: no record would ever be read; it must be above zero")
    group_id = names.reading.get("group_id") or None
    if group_id is not None and "groupidprefix" in plain:
        remarks.append("Option groupIdPrefix will be ignored as option kafka.group.id has been set.")
    _check_bounds(starting, ending)
    include_headers = truth(plain, "includeHeaders", False)
    columns, include_headers = _columns(plain, include_headers)
    return SourceOptions(
        kind=kind,
        client=names.settings,
        api_timeout_ms=names.reading.get("api_timeout_ms", 60_000),
        remarks=(*remarks, *names.remarks),
        subscription=subscription,
        starting=starting,
        ending=ending,
        isolation=names.reading.get("isolation", "read_uncommitted"),
        fail_on_data_loss=truth(plain, "failOnDataLoss", True),
        columns=columns,
        include_headers=include_headers,
        min_partitions=min_partitions,
        max_records_per_partition=max_records,
        poll_timeout_ms=whole(plain, "kafkaConsumer.pollTimeoutMs", 1, INT_MAX) or POLL_TIMEOUT_MS,
        fetch_retries=or_default(whole(plain, "fetchOffset.numRetries", 0, INT_MAX), 3),
        fetch_retry_interval_ms=or_default(whole(plain, "fetchOffset.retryIntervalMs", 0, INT_MAX), 1_000),
        skip_corrupt=truth(plain, "skipCorrupt", False),
        push_filters=truth(plain, "pushFilters", False),
        fetch_bytes=or_default(whole(plain, "fetchBytes", 1, INT_MAX), names.reading.get("fetch_bytes")),
        max_batch_bytes=whole(plain, "maxBatchBytes", 1, INT_MAX),
        max_uncompressed_bytes=whole(plain, "maxUncompressedBytes", 1, INT_MAX),
        client_rack=names.reading.get("client_rack", ""),
        max_offsets_per_trigger=most,
        min_offsets_per_trigger=least,
        max_trigger_delay_ms=duration_ms(plain, "maxTriggerDelay", MAX_TRIGGER_DELAY_MS),
        group_id=group_id,
        group_id_prefix=plain.get("groupidprefix") or None,
        commit_offsets=truth(plain, "commitOffsets", True),
        audit=plain.get("audit", "").strip(),
        audit_window_ms=_audit_window_ms(plain),
        audit_hashes=truth(plain, "audit.hashes", False),
    )


def _parse_sink(plain: dict[str, str], kafka: dict[str, str]) -> SourceOptions:
    for name, sentence in _REFUSED_IN_SINKS.items():
        if name in kafka:
            raise OptionError(sentence)
    # A dictionary that a reader shares may have them; they say nothing about writing.
    apart = {"auto.offset.reset", "key.deserializer", "value.deserializer", "enable.auto.commit"}
    audit = plain.get("audit", "").strip()
    # Brokers tell producers apart by their client ids.
    names = translate({name: value for name, value in kafka.items() if name not in apart}, audit or DEFAULT_CLIENT_ID)
    idempotent = truth(plain, "idempotent", False)
    topic = plain["topic"].strip() if "topic" in plain else None
    if topic == "":
        raise OptionError("the option topic is empty: name a topic, or leave it out and give a column topic")
    if idempotent and names.producer.get("acks", "all") != "all":
        raise OptionError("idempotent=true needs kafka.acks=all: otherwise an acknowledged record may be lost with its leader")
    if idempotent and names.producer.get("enable_idempotence") is False:
        raise OptionError("idempotent=true and kafka.enable.idempotence=false contradict each other: leave one out")
    return SourceOptions(
        kind="sink",
        client=names.settings,
        api_timeout_ms=names.reading.get("api_timeout_ms", 60_000),
        remarks=(*_remarks(plain, "sink"), *names.remarks),
        include_headers=truth(plain, "includeHeaders", False),
        topic=topic,
        producer=names.producer,
        idempotent=idempotent,
        idempotent_topic=plain.get("idempotent.topic", "").strip() or IDEMPOTENT_TOPIC,
        audit=audit,
        audit_window_ms=_audit_window_ms(plain),
        audit_hashes=truth(plain, "audit.hashes", False),
    )


def _audit_window_ms(plain: dict[str, str]) -> int:
    window_ms = duration_ms(plain, "audit.window", DEFAULT_MS)
    fault = length_fault(window_ms)
    if fault is not None:
        raise OptionError(f"audit.window: {plain['audit.window']}: {fault}")
    return window_ms


def _check_names(plain: Iterable[str]) -> None:
    for name in plain:
        if name in KNOWN or name in OF_SPARK or name.startswith("spark."):
            continue
        nearest = nearest_name(name, KNOWN)
        meant = f"; did you mean {KNOWN[nearest].name}?" if nearest else ". Those of Kafka's client begin with kafka."
        raise OptionError(f"there is no option '{name}'{meant}")


def _remarks(plain: Mapping[str, str], kind: Kind) -> list[str]:
    words = {"batch": "batch queries", "stream": "streaming queries", "sink": "writing"}[kind]
    # A stream with an end is an error, which is told elsewhere.
    return [f"{KNOWN[name].name} option ignored in {words}" for name in plain if name in KNOWN and kind not in KNOWN[name].kinds]


# -- which partitions


def _subscription(plain: Mapping[str, str]) -> Subscription:
    given = [name for name in _STRATEGIES if name in plain]
    if len(given) != 1:
        how = "One of" if not given else "Only one of"
        verb = "must be specified" if not given else "can be specified"
        raise OptionError(f"{how} the following options {verb} for Kafka source: {', '.join(_STRATEGIES)}. See the docs for more details.")
    value = plain[given[0]]
    if given[0] == "assign":
        if not value.strip().startswith("{"):
            raise OptionError(f"No topicpartitions to assign as specified value for option 'assign' is '{value}'")
        return Subscription("assign", value, partitions=_partitions(value))
    if given[0] == "subscribe":
        topics = tuple(dict.fromkeys(name.strip() for name in value.split(",") if name.strip()))
        if not topics:
            raise OptionError(f"No topics to subscribe to as specified value for option 'subscribe' is '{value}'")
        return Subscription("subscribe", value, topics=topics)
    if not value.strip():
        raise OptionError(f"Pattern to subscribe is empty as specified value for option 'subscribePattern' is '{value}'")
    return Subscription("subscribePattern", value, pattern=compile_pattern(value.strip()))


def _partitions(text: str) -> frozenset[TopicPartition]:
    shape = f'Expected e.g. {{"topicA":[0,1],"topicB":[0,1]}}, got {text}'
    topics = json_object(text, shape)
    found: set[TopicPartition] = set()
    for topic, numbers in topics.items():
        if not isinstance(numbers, list):
            raise OptionError(shape)
        found.update(TopicPartition(topic, whole_number(number, shape, INT_MAX)) for number in numbers)
    return frozenset(found)


# -- where to begin and to end


def _bound(plain: Mapping[str, str], which: str, default: Bound, remarks: list[str]) -> Bound:
    strategy = "error"
    if which == "starting" and "startingoffsetsbytimestampstrategy" in plain:
        strategy = plain["startingoffsetsbytimestampstrategy"].strip().lower()
        if strategy not in ("error", "latest"):
            raise OptionError(
                f"No value found for '{strategy.upper()}': startingOffsetsByTimestampStrategy is error or latest, "
                f"not '{plain['startingoffsetsbytimestampstrategy']}'"
            )
    given = [name for name in (f"{which}timestamp", f"{which}offsetsbytimestamp", f"{which}offsets") if name in plain]
    if not given:
        return default
    remarks.extend(f"{KNOWN[name].name} option ignored, as {KNOWN[given[0]].name} comes before it" for name in given[1:])
    name, value = given[0], plain[given[0]].strip()
    if name == f"{which}timestamp":
        if re.fullmatch(r"[+-]?[0-9]{1,19}", value, re.ASCII) is None or abs(int(value)) > LONG_MAX:
            raise OptionError(f"Expected a single long value, got {value}")
        return Bound("timestamp", timestamp_ms=_time(int(value), KNOWN[name].name), no_match=strategy)
    if name == f"{which}offsetsbytimestamp":
        shape = f'Expected e.g. {{"topicA": {{"0": 123456789, "1": 123456789}}, "topicB": {{"0": 123456789, "1": 123456789}}}}, got {value}'
        times = {tp: _time(number, KNOWN[name].name) for tp, number in by_partition(value, shape).items()}
        return Bound("timestamps", by_partition=times, no_match=strategy)
    if value.lower() in ("earliest", "latest"):
        return EARLIEST if value.lower() == "earliest" else LATEST
    shape = f'Expected e.g. {{"topicA":{{"0":23,"1":-1}},"topicB":{{"0":-2}}}}, got {value}'
    offsets = by_partition(value, shape)
    for tp, offset in offsets.items():
        if offset < EARLIEST_TIMESTAMP:
            raise OptionError(f"{KNOWN[name].name}: {offset} for {tp} is no offset; -2 is the earliest, -1 the latest")
    return Bound("offsets", by_partition=offsets)


def _time(number: int, name: str) -> int:
    """A negative time means something else to brokers (-1 is the end), and no record is that old."""
    if number < 0:
        raise OptionError(f"{name}: Invalid negative timestamp {number}; milliseconds since 1970 are expected")
    return number


def _check_batch_bounds(starting: Bound, ending: Bound) -> None:
    if starting.kind == "latest":
        raise OptionError("starting offset can't be latest for batch queries on Kafka")
    if ending.kind == "earliest":
        raise OptionError("ending offset can't be earliest for batch queries on Kafka")
    if starting.kind == "offsets":
        for tp, offset in starting.by_partition.items():
            if offset == LATEST_TIMESTAMP:
                raise OptionError(f"startingOffsets for {tp} can't be latest for batch queries on Kafka")
    if ending.kind == "offsets":
        for tp, offset in ending.by_partition.items():
            if offset == EARLIEST_TIMESTAMP:
                raise OptionError(f"ending offset for {tp} can't be earliest for batch queries on Kafka")


def _check_bounds(starting: Bound, ending: Bound) -> None:
    """What can be seen without a broker."""
    if starting.kind != ending.kind or starting.kind not in ("offsets", "timestamps"):
        return
    if starting.by_partition.keys() != ending.by_partition.keys():
        raise OptionError(
            "The specified start offset and end offset should have the same topic-partitions. Topic-partitions for start offset: "
            f"{_names(starting.by_partition)}, topic-partitions for end offset: {_names(ending.by_partition)}."
        )
    word = "offset" if starting.kind == "offsets" else "timestamp"
    for tp, start in starting.by_partition.items():
        end = ending.by_partition[tp]
        if start > end >= 0:
            raise OptionError(
                f"The specified start {word} {start} is greater than the end {word} {end} for topic {tp.topic} partition {tp.partition}."
            )


def _names(partitions: Iterable[TopicPartition]) -> str:
    return ", ".join(map(str, sorted(partitions)))


def _columns(plain: Mapping[str, str], include_headers: bool) -> tuple[tuple[str, ...], bool]:
    text = plain.get("columns")
    if text is None:
        return COLUMNS, include_headers
    canonical = {name.lower(): name for name in (*COLUMNS, HEADERS)}
    chosen = set()
    for part in text.split(","):
        name = canonical.get(part.strip().lower())
        if name is None:
            raise OptionError(f"there is no column '{part.strip()}' (option columns); there are {', '.join((*COLUMNS, HEADERS))}")
        chosen.add(name)
    return tuple(name for name in COLUMNS if name in chosen), include_headers or HEADERS in chosen
