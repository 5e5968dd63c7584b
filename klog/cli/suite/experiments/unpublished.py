"""What else a log is chosen by: nobody has printed these, or not so that they could be repeated."""

from __future__ import annotations

from klog.cli.suite.experiments.experiment import RATE_COLUMNS, YOUNG_JVM, Experiment
from klog.cli.suite.experiments.goals import against_kafka, at_least, at_most, none_worse
from klog.cli.suite.loads.mirror.loads import MOST_FED_PER_S
from klog.cli.suite.loads.mirror.pair import MIRROR_MAKER
from klog.cli.suite.loads.table import loads_starting
from klog.cli.suite.programs.clients.client_settings import SETTINGS_TOLD

#: What is told of rates that are the same for both brokers.
_AT_FIXED_RATES = [f"at{rate}.{kind}" for rate in (1000, 10000, 50000) for kind in ("mean_ms", "p99_ms", "p999_ms")]

UNPUBLISHED = [
    Experiment(
        "latency",
        "Latency at fixed rates",
        ["latency.open"],
        "",
        ("rate", "p50_ms", "p99_ms", "p999_ms"),
        "An open loop: each record has an intended time, and its latency is counted from there. Rates are 10, 50 and 80 % of what "
        "goes through each broker (*own10*, *own50*, *own80*; *max* is all that goes through), and 1,000, 10,000 and 50,000 records/s for "
        "both (*at1000* and so on). klog's clients on both brokers.",
        plot="percentiles",
        plotted="p99_ms",
        goals=[
            at_least("latency.open", "max.rate", "kafka", 1.0),
            *(at_most("latency.open", figure, "kafka", 0.8) for figure in _AT_FIXED_RATES),
        ],
        reasons={
            ("latency.open", figure, "kafka"): "The client, klog's on both sides, looks once in a millisecond "
            "for what is due, and most of a record's time is the client's: what is left to tell two brokers apart is less than the "
            "goal asks for"
            for figure in _AT_FIXED_RATES
        },
    ),
    Experiment(
        "bulk",
        "Batches of 64 KiB",
        ["bulk.100", "bulk.1000"],
        "produce",
        (*RATE_COLUMNS, "cpu_per_gb"),
        "What bulk costs, one partition.",
        goals=[*against_kafka("bulk.100", 1.2, 0.35), *against_kafka("bulk.1000", 1.2, 0.35)],
    ),
    Experiment(
        "codecs",
        "Codecs",
        loads_starting("codec."),
        "",
        ("rate", "cpu", "client_cpu", "bytes_per_record"),
        "The producer compresses; the broker unpacks to check each record, and stores what came. The tool's values are random letters: "
        "gzip and zstd make them a third smaller, snappy and lz4, which look for repetitions alone, no smaller at all; their rows tell "
        "what it costs to look in vain.",
        goals=[*none_worse(loads_starting("codec.")), *none_worse(loads_starting("codec."), "consume.")],
        reasons={
            (
                "codec.zstd",
                "produce.rate",
                "kafka",
            ): "A broker that checks records has to unpack them; of all codecs zstd leaves the most of that to do.",
            ("codec.gzip", "consume.rate", "kafka"): "The consumer unpacks, at 13 to 15 µs a record, and keeps both cores busy with it: "
            "the rate is its own, whichever broker it reads.",
        },
    ),
    Experiment(
        "partitions",
        "Partitions",
        loads_starting("partitions."),
        "produce",
        ("rate", "cpu"),
        "One producer that spreads its records over so many.",
        goals=none_worse(loads_starting("partitions.")),
    ),
    Experiment(
        "connections",
        "Connections",
        loads_starting("connections."),
        "",
        ("rate", "cpu", "p50_ms", "p99_ms"),
        "So many producers on so many connections, each with one record under way and acks 1, all in one program of ours, on both brokers.",
        goals=none_worse(loads_starting("connections."), ""),
        reasons={
            (
                "connections.1",
                "cpu",
                "kafka",
            ): "Whoever waits for each answer has the broker woken for each record, with four system calls for each, the fewest there are "
            "(waiting, receiving, writing, sending). The kernel has two fifths of the time, and Python the rest.",
            (
                "connections.100",
                "rate",
                "kafka",
            ): "klog's broker is one process, which has one core here; Kafka's threads take more than one of the two.",
            (
                "connections.1000",
                "rate",
                "kafka",
            ): "klog's broker is one process, and this takes all of one core; Kafka's threads take nearly two, as the load needs "
            "hardly any.",
            (
                "connections.1000",
                "cpu",
                "kafka",
            ): "A request costs klog half as much again as with a hundred connections, which shows only where each of a thousand has one "
            "under way: each touches what belongs to another connection. Kafka's threads have the same to do, and find more of it each "
            "time they wake.",
        },
    ),
    Experiment(
        "idempotence",
        "Idempotent or not",
        loads_starting("idempotence."),
        "produce",
        ("rate", "cpu", "mean_ms", "p99_ms"),
        "acks all, with and without sequence numbers.",
        goals=none_worse(loads_starting("idempotence.")),
    ),
    Experiment(
        "tls",
        "TLS",
        ["tls"],
        "",
        RATE_COLUMNS,
        "A certificate of 256 bits, TLS 1.3. A broker encrypts what it sends, so that `sendfile` cannot be used.",
        goals=[*none_worse(["tls"]), *none_worse(["tls"], "consume.")],
    ),
    Experiment(
        "old_readers",
        "Readers of old segments beside producers",
        ["old_readers"],
        "",
        ("rate", "p99_ms", "cpu"),
        "A consumer reads from the disk what is old while a producer writes what is new.",
        goals=[
            at_least("old_readers", "produce.rate", "kafka", 1.0),
            at_least("old_readers", "consume.rate", "kafka", 1.0),
            at_most("old_readers", "both.cpu", "kafka", 0.6),
        ],
    ),
    Experiment(
        "fast_clients",
        "By faster clients, and with a core each",
        [*loads_starting("fast."), "apart"],
        "",
        RATE_COLUMNS,
        "Broker and load share two cores, and a slow client hides a fast broker. So clients that need less than Java's tools produce and "
        "consume in bulk (acks all, idempotent; librdkafka's consumer with settings by which it does not pause where its queue is full), "
        f"and once more Java's tools do, on one core, with the broker on the other. {YOUNG_JVM}",
        goals=[*none_worse([*loads_starting("fast."), "apart"]), *none_worse([*loads_starting("fast."), "apart"], "consume.")],
    ),
    Experiment(
        "start",
        "Start and memory",
        ["start"],
        "",
        ("ready_s", "first_ack_s", "rss_idle_mb"),
        "From the start of the broker's process to the first acknowledged record; Kafka's directory was formatted before.",
        plotted="first_ack_s",
        goals=[at_most("start", "first_ack_s", "kafka", 0.15)],
    ),
    Experiment(
        "clients",
        "Python's clients",
        loads_starting("clients."),
        "",
        ("rate", "own_cpu"),
        "klog's client beside confluent-kafka, aiokafka and kafka-python, by the way that is fastest for each: "
        f"{SETTINGS_TOLD}. With *a future per message* confluent-kafka calls back, as it makes none.",
        goals=[
            at_least("clients.produce_in_bulk", "rate", "confluent-kafka", 4.0),
            at_least("clients.consume_in_bulk", "rate", "confluent-kafka", 4.0),
            at_least("clients.a_future_per_message", "rate", "aiokafka", 2.2),
            at_least("clients.a_future_per_message", "rate", "confluent-kafka", 0.5),
        ],
        reasons={
            (
                "clients.a_future_per_message",
                "rate",
                "confluent-kafka",
            ): "A Deferred is an object of Python's with a callback chain; librdkafka calls back without making one.",
            ("clients.consume_in_bulk", "rate", "confluent-kafka"): "librdkafka fetches and unpacks in threads of its own beside Python's, "
            "and takes 1.4 cores in its good hours; klog's client takes one (a fifth of the CPU for each record).",
        },
    ),
    Experiment(
        "groups",
        "Groups in ZooKeeper",
        ["groups.paper"],
        "",
        ("rest_s",),
        "A group that ZooKeeper keeps, by the paper's algorithm: from when ZooKeeper shows that a fourth member *comes*, that one "
        "*leaves*, or that one that was *killed* is gone, until those that are there share all partitions, counted from the last look "
        "before. Beside the consumers of Apache Kafka 0.8.2.2, which wait two seconds between two attempts.",
        plotted="rest_s",
        goals=[at_most("groups.paper", f"{phase}.rest_s", "kafka-0.8.2.2", 1.0) for phase in ("comes", "leaves", "killed")],
    ),
    Experiment(
        "spark",
        "Spark",
        ["spark.jobs", "spark.latency"],
        "",
        ("rate", "own_cpu", "p50_ms", "p95_ms", "p99_ms"),
        "Jobs by klog's source and by Spark's own Kafka connector, as it comes and tuned, on klog's broker; CPU of driver, JVM and "
        "workers.",
        goals=[
            at_least("spark.jobs", "count.rate", "connector", 2.5),
            at_least("spark.jobs", "noop.rate", "connector", 2.5),
            at_least("spark.jobs", "count.rate", "connector-tuned", 1.7),
            at_least("spark.jobs", "parquet.rate", "connector", 1.6),
        ],
    ),
    Experiment(
        "pull",
        "klog pull",
        ["pull"],
        "",
        ("rate", "own_cpu", "whole_s"),
        "A topic as Parquet files: the whole command beside the connector's job without the start of its session.",
        goals=[at_least("pull", "rate", "connector", 2.0)],
    ),
    Experiment(
        "mirror",
        "The mirror",
        ["mirror.copy", "mirror.latency", "mirror.idle"],
        "",
        ("rate", "cpu", "source_cpu", "fed", "p50_ms", "p99_ms", "max_ms", "idle_percent", "source_idle_percent"),
        "A topic of Apache Kafka's is copied into a second cluster: into klog by a link, and into another Kafka by MirrorMaker 2, "
        "which is as it comes but for two tasks. CPU is the copying broker's and MirrorMaker's together. *Lag* is from when the "
        "source had a record until the copy has it, while the topic grows at half the rate at which that side copies what is there, but at "
        f"no more than {MOST_FED_PER_S:,} records/s (*records/s fed*); a rate that the source did not take has no lag. "
        "*at1000* and *at10000* are from a record's intended time at the producer until a consumer of the copy has it, at so many "
        "records a second.",
        "The paper mirrored between data centres, untuned; here both clusters, the load and the consumer share one machine.",
        printed="About ten seconds from end to end on average, without much tuning.",
        goals=[
            at_most("mirror.copy", "copy.cpu", MIRROR_MAKER, 0.35),
            at_least("mirror.copy", "copy.rate", MIRROR_MAKER, 3.0),
            at_most("mirror.copy", "lag.p99_ms", "", 1000.0),
            at_most("mirror.idle", "idle_percent", "", 2.0),
        ],
    ),
]
