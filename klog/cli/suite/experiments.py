"""The experiments as people know them: which loads each consists of, what was published, what differs here, and what klog is to reach.

A load may show in several experiments (the paper's producer and consumer are one load, and Figures 4 and 5). Names are what ``--only``
takes; a name takes all that begin with it and a dot, so that ``2014`` is all ten.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from klog.cli.suite.loads.mirror.pair import MIRROR_MAKER
from klog.cli.suite.loads.table import LOADS


@dataclasses.dataclass(frozen=True)
class Goal:
    """A bound that klog is held to.

    :param versus: the side that klog's figure is divided by; "" where the figure itself is held to the bound.
    :param at_least: the bound is below; otherwise it is above. :param near: within so much of the bound, on both sides.
    """

    load: str
    figure: str
    versus: str
    bound: float
    at_least: bool
    near: float = 0.0

    def is_met(self, value: float) -> bool:
        """Whether a ratio, or a figure, is as it should be."""
        if self.near:
            return abs(value - self.bound) <= self.near
        return value >= self.bound if self.at_least else value <= self.bound

    @property
    def text(self) -> str:
        """``≥ 1.2``."""
        return f"{self.bound:g} ± {self.near:g}" if self.near else f"{'≥' if self.at_least else '≤'} {self.bound:g}"


@dataclasses.dataclass(frozen=True)
class Experiment:
    """A chapter of the page.

    :param loads: their names. :param phase: whose figures count, where a load has several; "" for all. :param columns: kinds of figures of
    its table.
    :param published: load → what was printed, in the unit of `plotted`. :param plotted: the kind of figure that its plot shows.
    :param differs: what is not as it was in the paper or the post. :param shows: what the experiment is there to tell.
    :param reasons: why a goal is missed, by load and figure, as far as a profile has told.
    """

    name: str
    title: str
    loads: Sequence[str]
    phase: str
    columns: Sequence[str]
    shows: str
    differs: str = ""
    published: Mapping[str, float] = dataclasses.field(default_factory=dict)
    printed: str = ""
    plot: str = "bars"
    plotted: str = "rate"
    goals: Sequence[Goal] = ()
    reasons: Mapping[tuple[str, str], str] = dataclasses.field(default_factory=dict)


_RATE = ("rate", "warm_rate", "cpu", "client_cpu")
_THREE = (
    "Three brokers on the cores of one machine, which they share with each other and with the load: the scheduler is measured as well, "
    "so that the "
    "ratios are told and the post's figure, of six machines with six disks each, is a tick in grey."
)
_ONE = "One machine and one disk, where the post had six machines with six disks; the load shares the cores with the broker."


def _produced(load: str, rate: float, cpu: float, phase: str = "produce") -> list[Goal]:
    return [Goal(load, f"{phase}.rate", "kafka", rate, True), Goal(load, f"{phase}.cpu", "kafka", cpu, False)]


def _shape(loads: Sequence[str], phase: str = "produce.") -> list[Goal]:
    """No shape of load is slower than Kafka, or costs more than 0.6 of its CPU."""
    return [
        goal for load in loads for goal in (Goal(load, f"{phase}rate", "kafka", 1.0, True), Goal(load, f"{phase}cpu", "kafka", 0.6, False))
    ]


def _starting(prefix: str) -> list[str]:
    return [name for name in LOADS if name.startswith(prefix)]


def _all() -> list[Experiment]:
    batches = ["paper.batch1", "paper.batch50", "paper.batch1.long", *_starting("paper.flush.")]
    paper_set_up = (
        "The paper had two machines of eight cores joined by one gigabit, a RAID of six disks, ActiveMQ 5.4 and RabbitMQ 2.4; here "
        "broker and load share one "
        "machine and its loopback, and all brokers are of today. Nobody waits for the disk in any row but klog's with the flush rule."
    )
    found = [
        Experiment(
            "fig4",
            "Figure 4: the producer",
            batches,
            "produce",
            (*_RATE, "arrival_s"),
            "How fast one producer hands over messages of 200 bytes, one to a request and fifty to a request, without waiting for an "
            "acknowledgement.",
            paper_set_up
            + " Java's compilers are at work for the first ten seconds of each run, so that the warm figure is the median of the second "
            "half.",
            published={"paper.batch1": 50_000, "paper.batch50": 400_000},
            printed="Kafka 50,000 messages/s with one message to a request and 400,000 with fifty; “at least two times” RabbitMQ, "
            "“orders of magnitude” "
            "above ActiveMQ.",
            plot="over_bytes",
            goals=[
                Goal("paper.batch1", "produce.warm_rate", "rabbitmq", 2.0, True),
                Goal("paper.batch1", "produce.rate", "rabbitmq", 1.5, True),
                Goal("paper.batch1.long", "produce.rate", "rabbitmq", 2.0, True),
                Goal("paper.batch1", "produce.warm_rate", "activemq", 6.0, True),
                Goal("paper.batch1", "produce.rate", "kafka", 2.5, True),
                Goal("paper.batch50", "produce.warm_rate", "kafka", 1.5, True),
                Goal("paper.batch1", "produce.cpu", "", 13.0, False),
            ],
        ),
        Experiment(
            "fig5",
            "Figure 5: the consumer",
            ["paper.batch1", "paper.batch50"],
            "consume",
            ("rate", "cpu", "client_cpu"),
            "How fast one consumer takes what was produced, 1,000 messages or 200 KB at a pull; the queues acknowledge automatically.",
            paper_set_up + " All of it is in the page cache, as it was in the paper.",
            published={"paper.batch1": 22_000},
            printed="Kafka 22,000 messages/s as printed, “more than four times” both of the others. That is 4.4 MB/s beside a producer "
            "of 400,000 messages/s, so "
            "that the figure is quoted and not explained.",
            plot="over_bytes",
            goals=[
                Goal("paper.batch1", "consume.rate", "kafka", 1.3, True),
                Goal("paper.batch1", "consume.rate", "rabbitmq", 10.0, True),
                Goal("paper.batch1", "consume.rate", "activemq", 10.0, True),
            ],
        ),
        Experiment(
            "storage",
            "Storage: bytes that a message takes beside its own",
            ["paper.batch1", "paper.batch50", "format0.batch1", "format0.batch50"],
            "",
            ("disk_bytes", "overhead_bytes"),
            "What the log adds to a message of 200 bytes on the disk, blocks counted, indexes included.",
            "The paper's nine bytes are those of a format older than format 0: length, version, checksum. Format 0 adds the offset and "
            "the lengths of key "
            "and value, and stands here as a directory of Apache Kafka 0.8.2.2. klog reads it and converts, and writes format 2, whose "
            "batches have a header of "
            "61 bytes: alone in its batch a message pays for all of it, among fifty for a fiftieth.",
            published={"paper.batch1": 9.0},
            printed="Kafka 9 bytes a message, ActiveMQ 144.",
            plot="storage",
            plotted="overhead_bytes",
            goals=[
                Goal("paper.batch1", "disk_bytes", "kafka", 1.0, True, 0.01),
                Goal("paper.batch50", "disk_bytes", "kafka", 1.0, True, 0.01),
            ],
        ),
        Experiment(
            "2014.1",
            "1: one producer, no replication",
            ["2014.one"],
            "produce",
            (*_RATE, "mean_ms", "p99_ms"),
            "Records of 100 bytes, acks 1, batch.size 8196, six partitions.",
            _ONE,
            {"2014.one": 821_557},
            "821,557 records/s, 78.3 MB/s.",
            goals=[*_produced("2014.one", 1.2, 0.4), Goal("2014.one", "rss_peak_mb", "kafka", 0.08, False)],
        ),
        Experiment(
            "2014.2",
            "2: one producer, three copies, asynchronous",
            ["2014.async"],
            "produce",
            (*_RATE, "mean_ms", "p99_ms"),
            "The same with three copies, acks 1.",
            _THREE,
            {"2014.async": 786_980},
            "786,980 records/s, 75.1 MB/s.",
            goals=_produced("2014.async", 1.3, 0.35),
        ),
        Experiment(
            "2014.3",
            "3: one producer, three copies, synchronous",
            ["2014.sync"],
            "produce",
            (*_RATE, "mean_ms", "p99_ms"),
            "The same with acks -1: an answer when all in-sync copies have it.",
            _THREE,
            {"2014.sync": 421_823},
            "421,823 records/s, 40.2 MB/s.",
            goals=_produced("2014.sync", 1.3, 0.35),
        ),
        Experiment(
            "2014.4",
            "4: three producers, three copies, asynchronous",
            ["2014.producers"],
            "produce",
            _RATE,
            "Three of them at once, their rates added up.",
            _THREE,
            {"2014.producers": 2_024_032},
            "2,024,032 records/s, 193.0 MB/s.",
            goals=_produced("2014.producers", 1.3, 0.35),
        ),
        Experiment(
            "2014.5",
            "5: the rate as stored data grows",
            ["2014.one.stored", "2014.stored"],
            "produce",
            ("rate", "flatness", "cpu"),
            "Whether a log that has become long is slower to write to: the median rate of the last fifth to that of the second.",
            "The post wrote five billion records, terabytes; here as much as the disk has room for: 20 GB with one copy, 6 GB with "
            "three, at full size.",
            plot="over_bytes",
            plotted="flatness",
            goals=[
                Goal("2014.one.stored", "produce.flatness", "", 1.0, True, 0.1),
                Goal("2014.stored", "produce.flatness", "", 1.0, True, 0.1),
            ],
        ),
        Experiment(
            "2014.6",
            "6: one consumer",
            ["2014.one", "2014.async"],
            "consume",
            ("rate", "cpu", "client_cpu"),
            "From the beginning to the end of what experiment 1, or 2, has written; out of the page cache.",
            _ONE + " The post read from its disks; see experiment 6 from the disk.",
            {"2014.async": 940_521},
            "940,521 records/s, 89.7 MB/s.",
            goals=_produced("2014.one", 1.0, 0.45, "consume"),
        ),
        Experiment(
            "2014.6.disk",
            "6, from the disk",
            ["2014.one"],
            "cold",
            ("rate", "cpu", "client_cpu"),
            "The same after the kernel was asked to forget the segments.",
            _ONE,
            {"2014.one": 940_521},
            "940,521 records/s, with three copies.",
            goals=_shape(["2014.one"], "cold."),
        ),
        Experiment(
            "2014.7",
            "7: three consumers of one group",
            ["2014.one", "2014.async"],
            "group",
            ("rate", "cpu", "client_cpu"),
            "Three of them share six partitions, their rates added up. Each reads four fifths of a third, since partitions are not "
            "equally full.",
            _THREE,
            {"2014.async": 2_615_968},
            "2,615,968 records/s, 249.5 MB/s.",
            goals=_shape(["2014.one"], "group."),
        ),
        Experiment(
            "2014.8",
            "8: a producer and a consumer together",
            ["2014.one.together", "2014.together"],
            "consume",
            ("rate",),
            "On an empty topic; the consumer's rate, which starts while the producer's JVM does.",
            _THREE,
            {"2014.together": 795_064},
            "795,064 records/s, 75.8 MB/s, the consumer's.",
            goals=[
                Goal("2014.one.together", "consume.rate", "kafka", 1.0, True),
                Goal("2014.one.together", "both.cpu", "kafka", 0.6, False),
            ],
        ),
        Experiment(
            "2014.9",
            "9: the size of records",
            [*_starting("2014.size."), *_starting("size.")],
            "produce",
            ("rate", "cpu"),
            "Records/s fall and MB/s rise with the size; with one copy up to a megabyte.",
            _THREE,
            printed="A curve without a table: 10 bytes bound by the processor and locks, from 100 bytes on the network is full.",
            plot="sizes",
            goals=_shape(_starting("size.")),
        ),
        Experiment(
            "2014.10",
            "10: latency from end to end",
            ["2014.one.latency", "2014.one.latency.all", "2014.latency"],
            "",
            ("mean_ms", "p50_ms", "p99_ms", "p999_ms", "cpu"),
            "One record at a time through producer, broker and consumer. The tool prints percentiles in whole milliseconds, and its loop "
            "is closed: after a pause "
            "of the broker one record was late, not all that would have come.",
            _ONE,
            printed="2 ms in the median, 3 ms at 99 %, 14 ms at 99.9 % (4 ms in a later rendering).",
            plotted="mean_ms",
            goals=[Goal("2014.one.latency", figure, "kafka", 0.8, False) for figure in ("mean_ms", "p99_ms", "p999_ms")],
        ),
        Experiment(
            "latency",
            "Latency at fixed rates",
            ["latency.open"],
            "",
            ("p50_ms", "p99_ms", "p999_ms"),
            "An open loop: each record has an intended time, and its latency is counted from there. Rates are 10, 50 and 80 % of what "
            "goes through each broker, and "
            "1,000, 10,000 and 50,000 records/s for both. klog's clients on both brokers.",
            plot="percentiles",
            plotted="p99_ms",
            goals=[Goal("latency.open", f"at{rate}.p99_ms", "kafka", 0.8, False) for rate in (1000, 10000)],
        ),
        Experiment(
            "bulk",
            "Batches of 64 KiB",
            ["bulk.100", "bulk.1000"],
            "produce",
            _RATE,
            "What bulk costs, one partition.",
            goals=[*_produced("bulk.100", 1.2, 0.35), *_produced("bulk.1000", 1.2, 0.35)],
        ),
        Experiment(
            "codecs",
            "Codecs",
            _starting("codec."),
            "produce",
            ("rate", "cpu", "client_cpu", "bytes_per_record"),
            "The producer compresses; the broker unpacks to check each record, and stores what came.",
            goals=_shape(_starting("codec.")),
            reasons={
                (
                    "codec.zstd",
                    "produce.rate",
                ): "A broker that checks records has to unpack them; of all codecs zstd leaves the most of that to do."
            },
        ),
        Experiment(
            "partitions",
            "Partitions",
            _starting("partitions."),
            "produce",
            ("rate", "cpu"),
            "One producer that spreads its records over so many.",
            goals=_shape(_starting("partitions.")),
        ),
        Experiment(
            "connections",
            "Connections",
            _starting("connections."),
            "",
            ("rate", "cpu", "p50_ms", "p99_ms"),
            "As many producers, each with one record under way and acks 1; our own program on both brokers.",
            goals=_shape(_starting("connections."), ""),
        ),
        Experiment(
            "idempotence",
            "Idempotent or not",
            _starting("idempotence."),
            "produce",
            ("rate", "cpu", "mean_ms", "p99_ms"),
            "acks all, with and without sequence numbers.",
            goals=_shape(_starting("idempotence.")),
        ),
        Experiment(
            "tls", "TLS", ["tls"], "produce", ("rate", "cpu", "client_cpu"), "A certificate of 256 bits, TLS 1.3.", goals=_shape(["tls"])
        ),
        Experiment(
            "old_readers",
            "Readers of old segments beside producers",
            ["old_readers"],
            "",
            ("rate", "p99_ms", "cpu"),
            "A consumer reads from the disk what is old while a producer writes what is new.",
            goals=[
                Goal("old_readers", "produce.rate", "kafka", 1.0, True),
                Goal("old_readers", "consume.rate", "kafka", 1.0, True),
                Goal("old_readers", "both.cpu", "kafka", 0.6, False),
            ],
        ),
        Experiment(
            "start",
            "Start and memory",
            ["start"],
            "",
            ("ready_s", "first_ack_s", "rss_idle_mb"),
            "From the start of the process to the first acknowledged record.",
            plotted="first_ack_s",
            goals=[Goal("start", "first_ack_s", "kafka", 0.15, False)],
        ),
        Experiment(
            "clients",
            "Python's clients",
            _starting("clients."),
            "",
            ("rate", "own_cpu"),
            "klog's client beside confluent-kafka, aiokafka and kafka-python, on klog's broker, each in a process of its own and by the "
            "way that is fastest for it.",
            goals=[
                Goal("clients.produce_in_bulk", "rate", "confluent-kafka", 4.0, True),
                Goal("clients.consume_in_bulk", "rate", "confluent-kafka", 4.0, True),
                Goal("clients.a_future_per_message", "rate", "aiokafka", 2.2, True),
                Goal("clients.a_future_per_message", "rate", "confluent-kafka", 0.5, True),
            ],
            reasons={
                (
                    "clients.a_future_per_message",
                    "rate",
                ): "A Deferred is an object of Python's with a callback chain; librdkafka calls back without making one."
            },
        ),
        Experiment(
            "groups",
            "Groups in ZooKeeper",
            ["groups.paper"],
            "",
            ("rest_s",),
            "How long the paper's algorithm moves until a group rests, from when ZooKeeper shows the change. Beside the consumers of "
            "Apache Kafka 0.8.2.2, which "
            "wait two seconds between two attempts.",
            plotted="rest_s",
            goals=[Goal("groups.paper", f"{phase}.rest_s", "kafka-0.8.2.2", 1.0, False) for phase in ("comes", "leaves", "killed")],
        ),
        Experiment(
            "spark",
            "Spark",
            ["spark.jobs", "spark.latency"],
            "",
            ("rate", "own_cpu", "p50_ms", "p95_ms"),
            "Jobs by klog's source and by Spark's own Kafka connector, as it comes and tuned, on klog's broker; CPU of driver, JVM and "
            "workers.",
            goals=[
                Goal("spark.jobs", "count.rate", "connector", 2.5, True),
                Goal("spark.jobs", "noop.rate", "connector", 2.5, True),
                Goal("spark.jobs", "count.rate", "connector-tuned", 1.7, True),
                Goal("spark.jobs", "parquet.rate", "connector", 1.6, True),
            ],
        ),
        Experiment(
            "pull",
            "klog pull",
            ["pull"],
            "",
            ("rate", "own_cpu", "whole_s"),
            "A topic as Parquet files: the whole command beside the connector's job without the start of its session.",
            goals=[Goal("pull", "rate", "connector", 2.0, True)],
        ),
        Experiment(
            "mirror",
            "The mirror",
            ["mirror.copy", "mirror.latency", "mirror.idle"],
            "",
            ("rate", "cpu", "source_cpu", "fed", "p50_ms", "p99_ms", "max_ms", "idle_percent", "source_idle_percent"),
            "A topic of Apache Kafka's is copied into a second cluster: into klog by a link, and into another Kafka by MirrorMaker 2, "
            "which is as it comes but for two tasks. CPU is the copying broker's and MirrorMaker's together. *Lag* is from when the "
            "source had a record until the copy has it, while the topic grows at half the rate at which that side copies what is there; "
            "*at1000* and *at10000* are from a record's intended time at the producer until a consumer of the copy has it, at so many "
            "records a second.",
            "The paper mirrored between data centres, untuned; here both clusters, the load and the consumer share one machine.",
            printed="About ten seconds from end to end on average, without much tuning.",
            goals=[
                Goal("mirror.copy", "copy.cpu", MIRROR_MAKER, 0.35, False),
                Goal("mirror.copy", "copy.rate", MIRROR_MAKER, 3.0, True),
                Goal("mirror.copy", "lag.p99_ms", "", 1000.0, False),
                Goal("mirror.idle", "idle_percent", "", 2.0, False),
            ],
        ),
    ]
    return found


EXPERIMENTS: Mapping[str, Experiment] = {one.name: one for one in _all()}


class UnknownExperiment(ValueError):
    """No experiment has this name; the sentence lists what there is."""


def chosen(only: Sequence[str]) -> list[Experiment]:
    """In the order of the page.

    :param only: names of experiments or of their loads, or what names of experiments begin with; none for all.
    :raises UnknownExperiment: a name fits nothing.
    """
    for name in only:
        if not any(_fits(one, name) for one in EXPERIMENTS.values()):
            raise UnknownExperiment(f"there is no experiment {name}; there are {', '.join(EXPERIMENTS)}")
    return [one for one in EXPERIMENTS.values() if not only or any(_fits(one, name) for name in only)]


def _fits(experiment: Experiment, name: str) -> bool:
    return experiment.name == name or experiment.name.startswith(f"{name}.") or name in experiment.loads


def loads_of(experiments: Sequence[Experiment]) -> list[str]:
    """Each load once."""
    return list(dict.fromkeys(load for one in experiments for load in one.loads))
