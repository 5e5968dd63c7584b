"""The paper's experiment (2011, section 5): one producer, messages of 200 bytes; then one consumer takes them all. Figures 4 and 5,
storage.

Kafka, and klog, get no acknowledgement, one message to a request or fifty; the queues get one message at a time, as the paper did it. Each
is loaded by its own tool, with the paper's settings where they are told; what RabbitMQ's and ActiveMQ's tools say is read here.

Before what is read is measured, a fifth as much is read once, with nobody looking: of a topic its beginning, of a queue, from which nobody
reads twice, another one that was filled for that.
"""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Mapping, Sequence

from klog.cli.suite.host.processes import Done, Skip, StepFailed, Tools
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import kafka_tools
from klog.cli.suite.loads.amounts import EVERY_SIDE, PAPER_TOPIC, WARM_UP_WORDS, warm_up_of
from klog.cli.suite.loads.limits import check_disk, limit_s
from klog.cli.suite.loads.measured import SETTLE_S, Measured, PhaseWatch, memory_figures, rest_figures
from klog.cli.suite.sides.broker import Running
from klog.cli.suite.sides.names import side_named, speaks_kafka
from klog.cli.suite.sides.topics import check_nothing_lost, create_topic, wait_for_all

#: The queue that is filled and read before.
WARM_UP_QUEUE = f"{PAPER_TOPIC}-warm-up"
RECORD_BYTES = 200
#: What a pull brings: 1,000 messages, or 200 KB.
PREFETCH = 1000
#: What RabbitMQ keeps in memory for a message that waits and was not confirmed, measured at half a million.
RABBITMQ_BYTES = 6400
ARRIVAL_S = 120.0


@dataclasses.dataclass(frozen=True)
class Reports:
    """What a tool's report says of one direction."""

    per_second: float
    rates: tuple[float, ...]
    #: (MB so far, messages a second).
    series: Sequence[tuple[float, float]] = ()

    @property
    def figures(self) -> dict[str, float]:
        """The rate, and the warm one where there is one."""
        return {"rate": self.per_second, **kafka_tools.warm(self.rates)}


@dataclasses.dataclass(frozen=True)
class Paper:
    """See above.

    :param batch: messages to a request, 1 or 50. :param messages: by size of the suite; by side where one of these has its own.
    """

    batch: int
    messages: Mapping[str, int]
    fewer: Mapping[str, Mapping[str, int]] = dataclasses.field(default_factory=dict)
    broker_settings: Mapping[str, str] = dataclasses.field(default_factory=dict)
    consume: bool = True

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return f"none of what is produced; {WARM_UP_WORDS} is read before reading is measured" if self.consume else ""

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {EVERY_SIDE: self.messages[size], **{side: own[size] for side, own in self.fewer.items()}}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        counts = self.counts_by_side(site.size)
        messages = counts.get(side, counts[EVERY_SIDE])
        check_disk(site, messages * RECORD_BYTES * 4)
        if side == "rabbitmq":
            check_rabbitmq_memory(messages + (warm_up_of(messages) if self.consume else 0), site.machine.facts()["memory_gb"])
        found = Measured()
        with side_named(side).serve(site, self.broker_settings) as running:
            tools = running.tools(site)
            found.commands = tools.commands
            work: _KafkaWork | _QueueWork = (
                _KafkaWork(site, running, tools, self.batch) if speaks_kafka(side) else _QueueWork(site, running, tools, side)
            )
            work.prepare()
            time.sleep(SETTLE_S[site.size])
            found.add("", rest_figures(running))
            disk_before = running.disk_bytes()
            site.say(f"producing {messages:,} messages")
            watch = PhaseWatch(running, site.size)
            done, sent = work.produce(messages)
            arrival_s = work.wait_for_all(messages)
            found.add("produce", watch.figures(messages, done.cpu_s, RECORD_BYTES))
            found.add("produce", {**sent.figures, "arrival_s": arrival_s})
            found.series["produce"] = sent.series
            disk_bytes = (running.disk_bytes() - disk_before) / messages
            found.add("", {"disk_bytes": disk_bytes, "overhead_bytes": disk_bytes - RECORD_BYTES})
            peak_mb = running.memory_mb("VmHWM")
            if self.consume:
                site.say("consuming, as a warm-up")
                work.warm_up(warm_up_of(messages))
                site.say(f"consuming {messages:,} messages")
                watch = PhaseWatch(running, site.size)
                done, received = work.consume(messages)
                found.add("consume", watch.figures(messages, done.cpu_s, RECORD_BYTES))
                found.add("consume", received.figures)
                found.series["consume"] = work.consume_series(messages, received)
            found.add("", memory_figures(running))
            if not speaks_kafka(side):
                # What waits in a second queue, for the warm-up, is no part of the experiment: so the peak before there was one, or what
                # there is in the end.
                found.add("", {"rss_peak_mb": max(peak_mb, found.figures["rss_after_mb"])})
        return found


def check_rabbitmq_memory(messages: int, memory_gb: float | None) -> None:
    """Raises Skip where so many unconfirmed messages would not fit into three quarters of the memory."""
    needed_gb = messages * RABBITMQ_BYTES / 1e9
    if memory_gb is not None and needed_gb > 0.75 * memory_gb:
        raise Skip(
            f"RabbitMQ would need {needed_gb:.0f} GB of memory for {messages:,} waiting messages without confirms (6.4 KB each at "
            f"500,000), and there "
            f"are {memory_gb:.0f}: measure rabbitmq-stream or rabbitmq-confirm, or fewer messages"
        )


class _KafkaWork:
    """By Kafka's tools."""

    def __init__(self, site: Site, running: Running, tools: Tools, batch: int) -> None:
        self._site, self._running, self._tools, self._batch = site, running, tools, batch
        self._script = site.script("kafka")

    def prepare(self) -> None:
        create_topic(self._running, PAPER_TOPIC)

    def produce(self, messages: int) -> tuple[Done, Reports]:
        single = self._batch == 1
        settings = {
            "acks": 0,
            "batch.size": 0 if single else kafka_tools.BATCH_OF_50,
            "linger.ms": 0 if single else 5,
            "compression.type": "none",
        }
        words = kafka_tools.producer_words(self._script, self._running.bootstrap, PAPER_TOPIC, messages, RECORD_BYTES, settings)
        done = self._tools.run("kafka-producer-perf-test", words, limit_s(messages, RECORD_BYTES, one_by_one=single))
        sent = kafka_tools.read_producer(done.text, messages)
        return done, Reports(sent.per_second, sent.rates, sent.series(RECORD_BYTES))

    def wait_for_all(self, messages: int) -> float:
        return check_nothing_lost(self._running, PAPER_TOPIC, messages, patience_s=ARRIVAL_S)

    def _consumer(self, messages: int, each_ms: int | None = None) -> list[object]:
        return kafka_tools.consumer_words(
            self._script,
            self._running.bootstrap,
            PAPER_TOPIC,
            messages,
            {"max.poll.records": PREFETCH},
            fetch_bytes=PREFETCH * RECORD_BYTES,
            each_ms=each_ms,
        )

    def warm_up(self, messages: int) -> None:
        """What a broker sends first its JVM interprets."""
        self._tools.run("kafka-consumer-perf-test", self._consumer(messages), limit_s(messages, RECORD_BYTES))

    def consume(self, messages: int) -> tuple[Done, Reports]:
        done = self._tools.run("kafka-consumer-perf-test", self._consumer(messages), limit_s(messages, RECORD_BYTES))
        return done, Reports(kafka_tools.read_consumer(done.text, messages).fetching_per_second, ())

    def consume_series(self, messages: int, received: Reports) -> list[tuple[float, float]]:
        """The tool tells sums or a curve: so it reads once more, for the curve."""
        words = self._consumer(messages, each_ms=250)
        done = self._tools.run("kafka-consumer-perf-test", words, limit_s(messages, RECORD_BYTES))
        return kafka_tools.read_consumer_series(done.text, RECORD_BYTES)


class _QueueWork:
    """By RabbitMQ's PerfTest, or the peers' program on ActiveMQ's client."""

    def __init__(self, site: Site, running: Running, tools: Tools, side: str) -> None:
        self._running, self._tools = running, tools
        self._kind, _, self._variant = side.partition("-")
        self._script = site.script(self._kind)
        self._seen = 0

    def prepare(self) -> None:
        """A queue is made by who first uses it."""

    def produce(self, messages: int, queue: str = PAPER_TOPIC) -> tuple[Done, Reports]:
        if self._kind == "activemq":
            words = ["produce", "--messages", messages, "--size", RECORD_BYTES, "--async", str(self._variant == "async").lower()]
            return self._activemq(words, messages, queue)
        more = {"": [], "confirm": ["--confirm", 1000], "stream": ["--confirm", 1000, "--stream-queue"]}[self._variant]
        words = ["--producers", 1, "--consumers", 0, "--auto-delete", "false", "--flag", "persistent", "--flag", "mandatory"]
        done = self._rabbitmq([*words, "--size", RECORD_BYTES, "--pmessages", messages, *more], messages, queue)
        return done, read_perf_test(done.text, "sent", "sending")

    def wait_for_all(self, messages: int, queue: str = PAPER_TOPIC) -> float:
        if self._kind == "activemq":
            # The program's last step is answered by the broker behind all its sends.
            return wait_for_all(self._running.name, lambda: self._seen, messages, "messages", patience_s=0.0)
        return wait_for_all(self._running.name, lambda: self._waiting_in(queue), messages, "messages", patience_s=ARRIVAL_S)

    def _waiting_in(self, queue: str) -> int:
        words = [self._script, "ctl", "--dir", self._running.folder, "-q", "list_queues", "name", "messages"]
        found = re.search(rf"^{queue}\s+(\d+)$", self._tools.run("rabbitmqctl", words, 60).text, re.MULTILINE)
        return int(found[1]) if found else 0

    def warm_up(self, messages: int) -> None:
        """Of the first queue nothing may be taken: who acknowledges by himself has been sent more than he reads, and that is gone."""
        self.produce(messages, WARM_UP_QUEUE)
        self.wait_for_all(messages, WARM_UP_QUEUE)
        self.consume(messages, WARM_UP_QUEUE)

    def consume(self, messages: int, queue: str = PAPER_TOPIC) -> tuple[Done, Reports]:
        if self._kind == "activemq":
            done, reports = self._activemq(["consume", "--messages", messages, "--prefetch", PREFETCH], messages, queue)
            self.wait_for_all(messages)
            return done, reports
        # A stream refuses automatic acknowledgement and wants a prefetch; with it elsewhere the prefetch has no effect.
        stream = ["--multi-ack-every", 500, "--stream-consumer-offset", "first"]
        words: list[object] = ["--producers", 0, "--consumers", 1, "--predeclared", "--qos", PREFETCH, "--cmessages", messages]
        done = self._rabbitmq([*words, *(stream if self._variant == "stream" else ["--autoack"])], messages, queue)
        return done, read_perf_test(done.text, "received", "receiving")

    def consume_series(self, messages: int, received: Reports) -> Sequence[tuple[float, float]]:
        return received.series

    def _rabbitmq(self, words: list[object], messages: int, queue: str) -> Done:
        command = [self._script, "perf-test", "--port", self._running.port, "--queue", queue, *words]
        return self._tools.run("RabbitMQ PerfTest", command, limit_s(messages, RECORD_BYTES, one_by_one=True))

    def _activemq(self, words: list[object], messages: int, queue: str) -> tuple[Done, Reports]:
        command = [self._script, "perf", words[0], "--port", self._running.port, "--queue", queue, *words[1:]]
        done = self._tools.run("ActiveMQ's client", command, limit_s(messages, RECORD_BYTES, one_by_one=True))
        self._seen, reports = read_activemq(done.text)
        return done, reports


def read_perf_test(text: str, verb: str, kind: str) -> Reports:
    """RabbitMQ PerfTest's report.

    :raises StepFailed: it is not whole.
    """
    average = re.search(rf"{kind} rate avg: ([\d.]+)", text)
    if average is None:
        raise StepFailed(f"RabbitMQ PerfTest reports nothing: {text.strip()[-300:]}")
    return _reports(float(average[1]), re.findall(rf"{verb}: ([\d.]+) msg/s", text))


def read_activemq(text: str) -> tuple[int, Reports]:
    """The report of the peers' program on ActiveMQ's client: how many messages, and their rates.

    :raises StepFailed: it is not whole, or messages came out of order or more than once.
    """
    total = re.search(r"total: (\d+) messages .* ([\d.]+) msg/s", text)
    if total is None:
        raise StepFailed(f"ActiveMQ's client reports nothing: {text.strip()[-300:]}")
    wrong = re.search(r"out of order: (\d+), more than asked for: (\d+)", text)
    if wrong is not None and (wrong[1], wrong[2]) != ("0", "0"):
        raise StepFailed(f"ActiveMQ's client got {wrong[1]} messages out of order and {wrong[2]} too many; no rate is printed")
    return int(total[1]), _reports(float(total[2]), re.findall(r"(?:sent|received): ([\d.]+) msg/s", text))


def _reports(per_second: float, told: Sequence[str]) -> Reports:
    """:param told: rates of a second each."""
    rates = tuple(map(float, told))
    return Reports(per_second, rates, kafka_tools.series_over_bytes(zip(rates, rates, strict=True), RECORD_BYTES))
