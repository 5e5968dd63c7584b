"""What was published: the 2011 paper's Figures 4 and 5 and bytes of storage, and the ten experiments of LinkedIn's benchmark of 2014."""

from __future__ import annotations

from klog.cli.suite.experiments.experiment import RATE_COLUMNS, YOUNG_JVM, Experiment
from klog.cli.suite.experiments.goals import against_kafka, at_least, at_most, none_worse, within
from klog.cli.suite.loads.table import loads_starting
from klog.cli.suite.sides.old_kafka import OLD

_THREE = (
    "With three copies three brokers share the cores of one machine with each other and with the load: what the scheduler does is measured "
    "as well. The post had six machines with six disks each; its figure is the dashed line, where it printed one."
)
_ONE = "One machine and one disk, where the post had six machines with six disks; the load shares the cores with the broker."
_COLD_COMPILERS = (
    " Java's compilers are still at work when the warm-up ends; experiment 5, which writes several times as much, shows the rate after "
    "that."
)
_JAVAS_PRODUCER = (
    "klog's broker has most of its core to spare here: Java's producer, which makes a request of each message, is at work on all of the "
    "other one, and takes several times as long for a message as RabbitMQ's own client does"
)
_BATCHES = ["paper.batch1", "paper.batch50", "paper.batch1.long", *loads_starting("paper.flush.")]
_PAPER_SET_UP = (
    "The paper had two machines of eight cores joined by one gigabit, a RAID of six disks, ActiveMQ 5.4 and RabbitMQ 2.4; here "
    "broker and load share one "
    "machine and its loopback, and all brokers are of today. No producer waits for the disk; with klog's flush rule the broker syncs "
    "before a consumer sees a message."
)

PUBLISHED = [
    Experiment(
        "fig4",
        "Figure 4: the producer",
        _BATCHES,
        "produce",
        # Nothing of what is produced is a warm-up here.
        ("rate", "warm_rate", "cpu", "client_cpu", "arrival_s"),
        "How fast one producer hands over messages of 200 bytes, one to a request and fifty to a request, without waiting for an "
        "acknowledgement.",
        _PAPER_SET_UP
        + " Java's compilers are at work for the first ten seconds of each run, so that the warm figure is the median of the second "
        "half.",
        published={"paper.batch1": 50_000, "paper.batch50": 400_000},
        printed="Kafka 50,000 messages/s with one message to a request and 400,000 with fifty; “at least two times” RabbitMQ, "
        "“orders of magnitude” "
        "above ActiveMQ.",
        plot="over_bytes",
        goals=[
            at_least("paper.batch1", "produce.warm_rate", "rabbitmq", 2.0),
            at_least("paper.batch1", "produce.rate", "rabbitmq", 1.5),
            at_least("paper.batch1.long", "produce.rate", "rabbitmq", 2.0),
            at_least("paper.batch1.long", "produce.warm_rate", "rabbitmq", 2.0),
            at_least("paper.batch1", "produce.warm_rate", "activemq", 6.0),
            at_least("paper.batch1", "produce.rate", "kafka", 2.5),
            at_least("paper.batch50", "produce.warm_rate", "kafka", 1.5),
            at_least("paper.batch50", "produce.rate", "kafka", 1.0),
            at_most("paper.batch1", "produce.cpu", "", 13.0),
            at_most("paper.batch1", "produce.cpu", "kafka", 0.6),
            at_most("paper.batch50", "produce.cpu", "kafka", 0.6),
        ],
        reasons={
            ("paper.batch1", "produce.rate", "rabbitmq"): _JAVAS_PRODUCER,
            ("paper.batch1", "produce.warm_rate", "rabbitmq"): _JAVAS_PRODUCER,
            (
                "paper.batch1",
                "produce.cpu",
                "",
            ): "Java's producer sends each message by itself; where the broker reads many of them at a time one costs 5 to 7 µs, and "
            "what is above is turns of the reactor that read a few.",
        },
        durability=[
            ("klog, Kafka", "never (acks 0)", "nothing; the kernel writes the log to the disk within half a minute"),
            ("klog, flush every message", "never (acks 0)", "synced before a consumer sees it; what one read brings shares a sync"),
            (
                "klog, flush every 1,000, or 100 ms",
                "never (acks 0)",
                "synced before a consumer sees it, with the others of that time",
            ),
            ("rabbitmq", "never (no confirms)", "nothing; a persistent message is written by and by, and synced when the queue does that"),
            ("rabbitmq-confirm", "by a confirm, 1,000 under way", "written and synced, many messages together, in RabbitMQ's own time"),
            ("rabbitmq-stream", "by a confirm, 1,000 under way", "written to the stream's file; a stream is not synced"),
            (
                "activemq",
                "each send waits for its answer",
                "written to KahaDB's journal, not synced (journalDiskSyncStrategy=never)",
            ),
            ("activemq-async", "never (asynchronous sends)", "nothing"),
        ],
    ),
    Experiment(
        "fig5",
        "Figure 5: the consumer",
        ["paper.batch1", "paper.batch50"],
        "consume",
        RATE_COLUMNS,
        "How fast one consumer takes what was produced, 1,000 messages or 200 KB at a pull; the queues acknowledge automatically.",
        f"{_PAPER_SET_UP} All of it is in the page cache, as it was in the paper. {YOUNG_JVM} Of size `quick` there are half a million "
        "messages, one to a request, which are read from klog or Kafka in a second or two.",
        published={"paper.batch1": 22_000},
        printed="Kafka 22,000 messages/s as printed, “more than four times” both of the others. That is 4.4 MB/s beside a producer "
        "of 400,000 messages/s, so "
        "that the figure is quoted and not explained.",
        plot="over_bytes",
        goals=[
            at_least("paper.batch1", "consume.rate", "kafka", 1.3),
            at_least("paper.batch1", "consume.rate", "rabbitmq", 10.0),
            at_least("paper.batch1", "consume.rate", "activemq", 10.0),
            at_least("paper.batch50", "consume.rate", "kafka", 1.3),
            *(at_most(f"paper.batch{batch}", "consume.cpu", "kafka", 0.45) for batch in (1, 50)),
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
            within("paper.batch1", "disk_bytes", "kafka", 1.0, 0.01),
            within("paper.batch50", "disk_bytes", "kafka", 1.0, 0.01),
        ],
    ),
    Experiment(
        "2014.1",
        "2014, experiment 1: one producer, no replication",
        ["2014.one"],
        "produce",
        (*RATE_COLUMNS, "mean_ms", "p99_ms"),
        "Records of 100 bytes, acks 1, batch.size 8196, six partitions.",
        _ONE + _COLD_COMPILERS,
        {"2014.one": 821_557},
        "821,557 records/s, 78.3 MB/s.",
        goals=[
            *against_kafka("2014.one", 1.2, 0.4),
            *(at_most("2014.one", f"produce.{kind}", "kafka", 0.8) for kind in ("mean_ms", "p99_ms")),
            at_most("2014.one", "rss_peak_mb", "kafka", 0.08),
        ],
        reasons={
            ("2014.one", "rss_peak_mb", "kafka"): "It is what Python and its modules take; hardly anything is added under load.",
        },
    ),
    Experiment(
        "2014.2",
        "2014, experiment 2: one producer, three copies, asynchronous",
        ["2014.async"],
        "produce",
        (*RATE_COLUMNS, "mean_ms", "p99_ms"),
        "The same with three copies, acks 1.",
        _THREE,
        {"2014.async": 786_980},
        "786,980 records/s, 75.1 MB/s.",
        goals=against_kafka("2014.async", 1.3, 0.35),
    ),
    Experiment(
        "2014.3",
        "2014, experiment 3: one producer, three copies, synchronous",
        ["2014.sync"],
        "produce",
        (*RATE_COLUMNS, "mean_ms", "p99_ms"),
        "The same with acks -1: an answer when all in-sync copies have it.",
        _THREE,
        {"2014.sync": 421_823},
        "421,823 records/s, 40.2 MB/s.",
        goals=against_kafka("2014.sync", 1.3, 0.35),
    ),
    Experiment(
        "2014.4",
        "2014, experiment 4: three producers, three copies, asynchronous",
        ["2014.producers"],
        "produce",
        RATE_COLUMNS,
        "Three of them at once: all of their records over the time of the slowest.",
        _THREE,
        {"2014.producers": 2_024_032},
        "2,024,032 records/s, 193.0 MB/s.",
        goals=against_kafka("2014.producers", 1.3, 0.35),
    ),
    Experiment(
        "2014.5",
        "2014, experiment 5: the rate as stored data grows",
        ["2014.one.stored", "2014.stored"],
        "produce",
        ("rate", "flatness", "cpu"),
        "Whether a log that has become long is slower to write to: the median rate of the last fifth of the run, divided by that of its "
        "second fifth. 1 is flat; above it somebody was still warming up.",
        "The post wrote five billion records, terabytes. Of size `paper` this writes 20 GB with one copy and 6 GB with three, of size "
        "`quick` 5 GB and 2 GB.",
        plot="over_bytes",
        plotted="flatness",
        goals=[
            within("2014.one.stored", "produce.flatness", "", 1.0, 0.1),
            within("2014.stored", "produce.flatness", "", 1.0, 0.1),
            *none_worse(["2014.one.stored", "2014.stored"]),
        ],
        reasons={
            (
                "2014.one.stored",
                "produce.flatness",
                "",
            ): "what is stored does not matter: over 20 GB it is 1.05, and over 6 GB in three copies 1.01, where the page cache was full "
            "before (see the benchmarks). A virtual machine that gives free memory back to its host pays for each page again when it is "
            "first written to: the broker's system time goes from 0.12 of a core to 0.3 while that lasts. There are two gaits besides, "
            "each for seconds: at 1.0 to 1.3 million records/s the producer has a backlog and fills its batches; at 0.6 million batches "
            "are sent as soon as there is something in them, and the kernel switches three times as often",
        },
    ),
    Experiment(
        "2014.6",
        "2014, experiment 6: one consumer",
        ["2014.one", "2014.async"],
        "consume",
        RATE_COLUMNS,
        "From the beginning to the end of what experiment 1, or 2, has written; read from the page cache, where it still is.",
        _ONE + " The post read from its disks; see experiment 6 from the disk.",
        {"2014.async": 940_521},
        "940,521 records/s, 89.7 MB/s.",
        goals=[*against_kafka("2014.one", 1.0, 0.45, "consume"), *none_worse(["2014.async"], "consume.")],
        reasons={
            ("2014.one", "consume.cpu", "kafka"): "Two thirds of klog's are the kernel's, which sends the file's pages, as for any broker; "
            "what is left to save is Python's third, 0.02 µs a record.",
        },
    ),
    Experiment(
        "2014.6.disk",
        "2014, experiment 6, from the disk",
        ["2014.one"],
        "cold",
        RATE_COLUMNS,
        "The same after the kernel was asked to forget the segments.",
        _ONE,
        {"2014.one": 940_521},
        "940,521 records/s, with three copies.",
        goals=none_worse(["2014.one"], "cold."),
        reasons={
            (
                "2014.one",
                "cold.cpu",
                "kafka",
            ): "Two thirds of klog's are the kernel's, which fetches the pages and sends them, as for any broker; on top each megabyte "
            "goes through a thread, so that nobody waits for the disk but who asked for it.",
        },
    ),
    Experiment(
        "2014.7",
        "2014, experiment 7: three consumers of one group",
        ["2014.one", "2014.async"],
        "group",
        RATE_COLUMNS,
        "Three of them share six partitions: all of their records over the one time from the first fetch to the last. "
        "Each reads four fifths of a third, since partitions are not "
        "equally full.",
        _THREE,
        {"2014.async": 2_615_968},
        "2,615,968 records/s, 249.5 MB/s.",
        goals=none_worse(["2014.one", "2014.async"], "group."),
    ),
    Experiment(
        "2014.8",
        "2014, experiment 8: a producer and a consumer together",
        ["2014.one.together", "2014.together"],
        "consume",
        ("rate",),
        "Both start together on an empty topic; told is the consumer's rate, in which the start of the producer's JVM is.",
        _THREE,
        {"2014.together": 795_064},
        "795,064 records/s, 75.8 MB/s, the consumer's.",
        goals=[
            goal
            for load in ("2014.one.together", "2014.together")
            for goal in (at_least(load, "consume.rate", "kafka", 1.0), at_most(load, "both.cpu", "kafka", 0.6))
        ],
    ),
    Experiment(
        "2014.9",
        "2014, experiment 9: the size of records",
        [*loads_starting("2014.size."), *loads_starting("size.")],
        "produce",
        ("rate", "cpu", "cpu_per_gb"),
        "Records/s fall and MB/s rise with the size; with one copy up to a megabyte.",
        _THREE
        + " Of ten bytes the producing tool has a larger heap, for all brokers: its own 512 MB do not hold the records that are under way.",
        printed="A curve without a table: 10 bytes bound by the processor and locks, from 100 bytes on the network is full.",
        plot="sizes",
        goals=none_worse([*loads_starting("2014.size."), *loads_starting("size.")]),
    ),
    Experiment(
        "2014.10",
        "2014, experiment 10: latency from end to end",
        ["2014.one.latency", "2014.one.latency.all", "2014.latency"],
        "",
        ("mean_ms", "p50_ms", "p99_ms", "p999_ms", "cpu"),
        "One record at a time through producer, broker and consumer. The tool prints percentiles in whole milliseconds, and its loop "
        "is closed: after a pause "
        "of the broker one record was late, not all that would have come.",
        _ONE,
        printed="2 ms in the median, 3 ms at 99 %, 14 ms at 99.9 % (4 ms in a later rendering).",
        plotted="mean_ms",
        goals=[
            at_most(load, figure, "kafka", 0.8)
            for load in ("2014.one.latency", "2014.one.latency.all")
            for figure in ("mean_ms", "p99_ms", "p999_ms")
        ]
        + [at_most("2014.latency", figure, "kafka", 1.0) for figure in ("mean_ms", "p99_ms")]
        + [at_most(load, "cpu", "kafka", 0.6) for load in ("2014.one.latency", "2014.one.latency.all", "2014.latency")],
    ),
    Experiment(
        "2014.literal",
        "2014, experiments 1 and 6, by the post's own commands",
        ["2014.literal"],
        "",
        ("rate", "cpu", "client_cpu", "mean_ms"),
        "The post's commands as they are printed, by the tools of Kafka 0.8.2.2: its new producer, and its consumer that finds brokers in "
        "ZooKeeper. klog, with ZooKeeper, beside that Kafka.",
        _ONE + " The consumer asks for batches of format 0, into which klog converts what it sends; that Kafka converts what it takes.",
        {"2014.literal produce.rate": 821_557, "2014.literal consume.rate": 940_521},
        "821,557 records/s produced, 940,521 consumed (with three copies).",
        goals=[
            *against_kafka("2014.literal", 1.0, 0.6, "produce", OLD),
            *against_kafka("2014.literal", 1.0, 0.6, "consume", OLD),
        ],
        reasons={
            ("2014.literal", f"{phase}.{kind}", OLD): "That producer and that consumer speak format 0. klog stores format 2 and makes "
            "the one of the other, record by record, whenever it takes or gives; Kafka 0.8.2.2 stores what it gets and gives its files"
            for phase in ("produce", "consume")
            for kind in ("rate", "cpu")
        },
    ),
]
