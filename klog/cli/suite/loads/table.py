"""The table of all loads: what is done in one step, to whom, how much of it in each size, and about how long that takes.

Sizes: ``paper`` is what the paper and the post printed, hours; ``quick`` shows the same ratios in a part of that; ``smoke`` shows that
everything works, in seconds, and its figures say nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from klog.cli.suite.loads import spark
from klog.cli.suite.loads.commands_of_2014 import CommandsOf2014
from klog.cli.suite.loads.connections import Connections
from klog.cli.suite.loads.end_to_end import EndToEnd
from klog.cli.suite.loads.load import Load
from klog.cli.suite.loads.mirror.loads import AtRest, Copying, ThroughMirror
from klog.cli.suite.loads.mirror.pair import MIRROR_SIDES
from klog.cli.suite.loads.old_format import OldFormat
from klog.cli.suite.loads.open_loop import OpenLoop
from klog.cli.suite.loads.paper import Paper
from klog.cli.suite.loads.producing import SETTINGS_2014, Producing
from klog.cli.suite.loads.python_clients import CLIENT_COUNTS, CLIENTS, Client, FastClient
from klog.cli.suite.loads.start import Start
from klog.cli.suite.loads.together import Together
from klog.cli.suite.loads.zookeeper_groups import ZookeeperGroup
from klog.cli.suite.sides.names import OURS, QUEUES
from klog.cli.suite.sides.old_kafka import OLD_KAFKA_SIDES

_N = TypeVar("_N", int, float)


def _by_size(smoke: _N, quick: _N, paper: _N) -> dict[str, _N]:
    return {"smoke": smoke, "quick": quick, "paper": paper}


_MESSAGES = _by_size(2_000, 500_000, 10_000_000)
_ACTIVEMQ = {"activemq": _by_size(500, 100_000, 10_000_000), "activemq-async": _by_size(500, 300_000, 10_000_000)}

_RECORDS_2014 = _by_size(5_000, 5_000_000, 50_000_000)
_FEW = {"smoke": 1, "quick": 3, "paper": 3}
#: Of curves, which have many loads.
_CURVE = {"quick": 3}

#: Records of each size in the curve of sizes: as many as 2014 sent (1000 MiB) or, quick, what takes about ten seconds.
_SIZES: Mapping[int, dict[str, int]] = {
    10: _by_size(5_000, 8_000_000, 104_857_600),
    100: _by_size(5_000, 3_000_000, 10_485_760),
    1_000: _by_size(2_000, 700_000, 1_048_576),
    10_000: _by_size(500, 80_000, 104_857),
    100_000: _by_size(100, 10_000, 10_485),
    1_000_000: _by_size(20, 1_000, 1_048),
}
_CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
_PARTITIONS = (1, 10, 100, 1_000)
_CONNECTIONS = (1, 10, 100, 1_000)
_BULK: Mapping[str, object] = {"acks": 1, "batch.size": 65536, "linger.ms": 10}
_MIDDLE = _by_size(5_000, 2_000_000, 5_000_000)


def _table() -> list[Load]:
    paper = [
        Load(
            "paper.batch1",
            "one message to a request, no acknowledgement; then one consumer",
            Paper(1, _MESSAGES, _ACTIVEMQ),
            _by_size(15, 40, 1200),
            queues=QUEUES,
            # 2: queues are warmed up before reading is measured, as topics were.
            version=2,
        ),
        Load(
            "paper.batch50",
            "fifty messages to a request, no acknowledgement; then one consumer",
            Paper(50, _by_size(5_000, 6_000_000, 10_000_000)),
            _by_size(15, 45, 120),
            is_noise=True,
            # 2: twice the messages, since Java was hardly warm in the second half of half as many.
            version=2,
        ),
        Load(
            "paper.batch1.long",
            "two million messages, one to a request",
            Paper(1, _by_size(3_000, 2_000_000, 2_000_000), consume=False),
            _by_size(12, 76, 130),
            queues=("rabbitmq",),
            without=("kafka",),
        ),
    ]
    flush = {
        "every": ("every message", {"log.flush.interval.messages": "1"}),
        "thousand": ("every 1,000 messages", {"log.flush.interval.messages": "1000"}),
        "time": ("every 100 ms", {"log.flush.interval.ms": "100", "log.flush.scheduler.interval.ms": "100"}),
    }
    paper += [
        Load(
            f"paper.flush.{name}",
            f"one message to a request, klog flushes {words}",
            Paper(1, _by_size(1_000, 300_000, 2_000_000), broker_settings=settings, consume=False),
            _by_size(10, 16, 200),
            alone=True,
        )
        for name, (words, settings) in flush.items()
    ]
    paper += [
        Load(
            f"format0.batch{batch}",
            f"by Kafka 0.8.2.2's producer, batch.size {size}",
            OldFormat(_by_size(1_000, 200_000, 1_000_000), size),
            _by_size(15, 12, 120),
            sides=OLD_KAFKA_SIDES,
            most_rounds={"smoke": 1, "quick": 1, "paper": 1},
        )
        for batch, size in ((1, 0), (50, 50 * 234))
    ]
    single = [
        Load(
            "2014.literal",
            "the post's own commands: one producer, then one consumer, by Kafka 0.8.2.2's tools",
            CommandsOf2014(_RECORDS_2014),
            _by_size(30, 60, 400),
            sides=OLD_KAFKA_SIDES,
            most_rounds=_FEW,
        ),
        Load(
            "2014.one",
            "one producer, one broker, then consumers",
            Producing(_RECORDS_2014, readers=("consume", "cold", "group")),
            _by_size(25, 36, 500),
            is_noise=True,
            # 2: a group's members are divided by one stretch of time, that of all of them. 3, 4: the rate begins when as many records were
            # there as the warm-up has, not when the warm-up was handed over.
            version=4,
        ),
        Load("2014.one.together", "a producer and a consumer together, one broker", Together(_RECORDS_2014), _by_size(15, 35, 400)),
        Load(
            "2014.one.latency",
            "e2e-latency, acks 1, one broker",
            EndToEnd(_by_size(50, 10_000, 50_000)),
            _by_size(15, 20, 90),
            is_noise=True,
        ),
        Load(
            "2014.one.latency.all", "e2e-latency, acks all, one broker", EndToEnd(_by_size(50, 10_000, 50_000), "all"), _by_size(15, 23, 90)
        ),
        Load(
            "2014.one.stored",
            "the rate as stored data grows, one copy",
            Producing(
                _by_size(20_000, 50_000_000, 200_000_000),
                warm_up=0.0,
                broker_settings={"log.segment.bytes": "536870912"},
            ),
            _by_size(15, 110, 900),
            # It goes up and down within a run by more than the goal allows.
            most_rounds=_FEW,
        ),
    ]
    three = [
        Load(
            "2014.async",
            "one producer, three copies, acks 1; then consumers",
            Producing(_RECORDS_2014, brokers=3, readers=("consume", "group")),
            _by_size(40, 65, 900),
            # As 2014.one.
            version=4,
        ),
        Load(
            "2014.sync",
            "one producer, three copies, acks -1",
            Producing(_RECORDS_2014, brokers=3, settings={**SETTINGS_2014, "acks": -1}),
            _by_size(35, 55, 700),
            # 2, 3: the rate begins when as many records were there as the warm-up has, not when the warm-up was handed over.
            version=3,
        ),
        Load(
            "2014.producers",
            "three producers, three copies, acks 1",
            Producing(_by_size(6_000, 9_000_000, 150_000_000), brokers=3, producers=3),
            _by_size(40, 65, 1500),
            # 2: the producers are divided by one stretch of time, that of the slowest. 3, 4: as 2014.one.
            version=4,
        ),
        Load(
            "2014.together", "a producer and a consumer together, three copies", Together(_RECORDS_2014, brokers=3), _by_size(35, 60, 700)
        ),
        Load("2014.latency", "e2e-latency, acks 1, three copies", EndToEnd(_by_size(50, 10_000, 50_000), brokers=3), _by_size(30, 50, 150)),
        Load(
            "2014.stored",
            "the rate as stored data grows, three copies",
            Producing(
                _by_size(20_000, 20_000_000, 60_000_000),
                brokers=3,
                warm_up=0.0,
                broker_settings={"log.segment.bytes": "536870912"},
            ),
            _by_size(35, 120, 800),
            most_rounds={"smoke": 1, "quick": 1, "paper": 3},
        ),
    ]
    three += [
        Load(
            f"2014.size.{size}",
            f"records of {size:,} bytes, three copies",
            Producing(counts, size, brokers=3),
            _by_size(35, 50, 400),
            most_rounds=_CURVE,
            # As 2014.sync.
            version=3,
        )
        for size, counts in _SIZES.items()
        if size <= 100_000
    ]
    shapes = [
        Load(
            f"size.{size}",
            f"records of {size:,} bytes",
            Producing(counts, size),
            _by_size(12, 22, 200),
            most_rounds=_CURVE,
            # As 2014.sync.
            version=3,
        )
        for size, counts in _SIZES.items()
    ]
    shapes += [
        Load(
            f"codec.{codec}",
            f"records of 1,000 bytes, {codec}",
            Producing(_by_size(2_000, 500_000, 1_000_000), 1_000, {**_BULK, "compression.type": codec}, readers=("consume",)),
            _by_size(18, 28, 90),
            most_rounds=_CURVE,
            # As 2014.sync.
            version=3,
        )
        for codec in _CODECS
    ]
    shapes += [
        Load(
            f"partitions.{count}",
            f"{count:,} partition{'s' if count > 1 else ''}",
            Producing(_MIDDLE, partitions=count),
            _by_size(12, 22, 60),
            most_rounds=_CURVE,
            # As 2014.sync.
            version=3,
        )
        for count in _PARTITIONS
    ]
    shapes += [
        Load(
            f"connections.{count}",
            f"{count:,} connection{'s' if count > 1 else ''}, each with one record under way",
            Connections(count, _by_size(2_000, 150_000, 500_000)),
            _by_size(8, 25, 60),
            most_rounds=_CURVE,
        )
        for count in _CONNECTIONS
    ]
    shapes += [
        Load(
            f"idempotence.{word}",
            f"acks all, {'idempotent' if word == 'on' else 'not idempotent'}",
            Producing(_MIDDLE, settings={**SETTINGS_2014, "acks": "all", "enable.idempotence": str(word == "on").lower()}),
            _by_size(12, 20, 60),
            # As 2014.sync.
            version=3,
        )
        for word in ("on", "off")
    ]
    shapes += [
        Load(
            "tls",
            "by TLS",
            Producing(_MIDDLE, tls=True, readers=("consume",)),
            _by_size(18, 30, 80),
            most_rounds=_CURVE,
            # As 2014.sync.
            version=3,
        ),
        Load(
            "old_readers",
            "a reader of old segments beside a producer",
            Together(_by_size(5_000, 5_000_000, 20_000_000), old=True),
            _by_size(20, 45, 300),
        ),
        Load(
            "bulk.100",
            "records of 100 bytes, batches of 64 KiB",
            Producing(_RECORDS_2014, 100, _BULK, partitions=1),
            _by_size(12, 16, 120),
            # As 2014.sync.
            version=3,
        ),
        Load(
            "bulk.1000",
            "records of 1,000 bytes, batches of 64 KiB",
            Producing(_by_size(2_000, 1_000_000, 5_000_000), 1_000, _BULK, partitions=1),
            _by_size(12, 16, 120),
            # As 2014.sync.
            version=3,
        ),
        Load(
            "apart",
            "one producer and one consumer on one core, the broker on another",
            Producing(_RECORDS_2014, readers=("consume",), apart=True),
            _by_size(18, 45, 300),
            most_rounds=_CURVE,
            # As 2014.sync.
            version=3,
        ),
        Load(
            "fast.klog",
            "klog's own client in bulk, on either broker",
            FastClient(OURS, _by_size(20_000, 20_000_000, 40_000_000)),
            _by_size(15, 40, 90),
            most_rounds=_CURVE,
            # 2: a consumer has read a message before its time begins; a fifth is the warm-up, not a quarter. 3: five times the records
            # (quick), which were gone in half a second; a consumer reads to the topic's end, for a broker sends more than is counted.
            version=3,
        ),
        Load(
            "fast.librdkafka",
            "librdkafka (confluent-kafka) in bulk, on either broker",
            FastClient("confluent-kafka", _by_size(20_000, 1_500_000, 10_000_000)),
            _by_size(15, 30, 90),
            most_rounds=_CURVE,
            # As fast.klog, of as many records as before.
            version=3,
        ),
        Load("start", "from the start to the first acknowledged record", Start(), _by_size(6, 6, 10)),
        Load(
            "latency.open",
            "latency at fixed rates, from intended times",
            OpenLoop({"smoke": 1.0, "quick": 15.0, "paper": 60.0}),
            _by_size(20, 150, 500),
        ),
    ]
    clients = [
        Load(
            f"clients.{work.replace(' ', '_')}",
            f"Python's clients: {work}",
            Client(work),
            _by_size(6, 15, 40),
            sides=CLIENTS,
            # 2: a consumer has read a message before its time begins.
            version=2 if work.startswith("consume") else 1,
        )
        for work in CLIENT_COUNTS
    ]
    others = [
        Load(
            "groups.paper",
            "four members, a group in ZooKeeper",
            ZookeeperGroup(4, _by_size(8, 64, 64)),
            _by_size(60, 90, 90),
            sides=OLD_KAFKA_SIDES,
            most_rounds=_FEW,
            # 2: counted from the last look before the change; it was 0 where a look was longer than what it was to see.
            version=2,
        ),
        Load(
            "spark.jobs",
            "Spark's batch and streaming jobs",
            spark.SparkJobs(_by_size(20_000, 5_000_000, 10_000_000)),
            _by_size(60, 180, 300),
            sides=spark.SPARK_SIDES,
            most_rounds=_FEW,
        ),
        Load(
            "spark.latency",
            "from an appended record to foreachBatch",
            spark.SparkLatency(),
            _by_size(60, 120, 120),
            sides=spark.SPARK_SIDES,
            most_rounds=_FEW,
        ),
        Load(
            "pull",
            "a topic as Parquet files",
            spark.Pull(_by_size(20_000, 5_000_000, 20_000_000)),
            _by_size(40, 80, 200),
            sides=(OURS, spark.CONNECTOR),
            most_rounds=_FEW,
        ),
    ]
    others += [
        Load(
            "mirror.copy",
            "a topic of Apache Kafka's is copied; then it grows, at up to half that rate",
            Copying(_by_size(20_000, 4_000_000, 30_000_000), {"smoke": 1.0, "quick": 12.0, "paper": 60.0}),
            _by_size(45, 90, 400),
            sides=MIRROR_SIDES,
            most_rounds=_FEW,
            # 2: the topic grows no faster than a source can take it, and where it did not grow as fast as it should no lag is told.
            version=2,
        ),
        Load(
            "mirror.latency",
            "from the producer through Apache Kafka and the mirror to a consumer of the copy",
            ThroughMirror({"smoke": 1.0, "quick": 10.0, "paper": 60.0}),
            _by_size(40, 60, 250),
            sides=MIRROR_SIDES,
            most_rounds={"smoke": 1, "quick": 1, "paper": 3},
        ),
        Load(
            "mirror.idle",
            "a thousand mirrored partitions of Apache Kafka's, to which nothing comes",
            AtRest({"smoke": 2, "quick": 100, "paper": 100}, {"smoke": 1.0, "quick": 20.0, "paper": 60.0}),
            _by_size(45, 80, 150),
            sides=MIRROR_SIDES,
            most_rounds={"smoke": 1, "quick": 1, "paper": 3},
        ),
    ]
    return [*paper, *single, *three, *shapes, *clients, *others]


LOADS: Mapping[str, Load] = {load.name: load for load in _table()}


def loads_starting(prefix: str) -> list[str]:
    """The names that begin so, in the order of the table."""
    return [name for name in LOADS if name.startswith(prefix)]
