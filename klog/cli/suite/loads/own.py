"""Loads by programs of our own, on brokers that speak Kafka's protocol: starts, many connections, latency at fixed rates, clients side by
side."""

from __future__ import annotations

import dataclasses
import json
import sys
import time
from collections.abc import Mapping
from typing import Any

from klog.cli.suite.histogram import Histogram
from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.loads.measured import SETTLE_S, Measured, PhaseWatch, memory_figures
from klog.cli.suite.loads.producing import LEAST_S, check_disk, limit_s
from klog.cli.suite.programs.clients.timing import PARTITIONS, VALUE_BYTES, WARM_UP
from klog.cli.suite.sides.names import OURS, side_named
from klog.cli.suite.sides.topics import check_nothing_lost, create_topic, records_of
from klog.cli.suite.steps.site import KLOG_ROOT, Site
from klog.client.blocking.client import BlockingClient
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.records.implementations import codec

TOPIC = "suite"


def own_program(name: str, *words: object) -> list[object]:
    """The command line of one of our own load programs, which are this klog's whoever the broker is."""
    return [sys.executable, "-m", f"klog.cli.suite.programs.{name}", *words]


def own_environment() -> dict[str, str]:
    """By which they are found, wherever they run."""
    return {"PYTHONPATH": str(KLOG_ROOT)}


def last_line(done: Done, program: str) -> dict[str, Any]:
    """What a program of ours prints at its end.

    :raises StepFailed: it is no JSON.
    """
    try:
        found: dict[str, Any] = json.loads(done.text.strip().splitlines()[-1])
    except (ValueError, IndexError):
        raise StepFailed(f"{program} printed no result: {done.text.strip()[-300:]}") from None
    return found


@dataclasses.dataclass(frozen=True)
class Start:
    """From the start of the process to the first acknowledged record, and memory of a broker that has nothing to do."""

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.table.Load`."""
        found = Measured()
        with side_named(side).serve(site) as running:
            ready = time.monotonic()
            acknowledge_one(running.name, BlockingClient(running.bootstrap, allow_auto_create_topics=True))
            # From the start of the broker's own process: what its script does before that is no part of it.
            found.add("", {"first_ack_s": running.ready_s + time.monotonic() - ready, "ready_s": running.ready_s})
            site.say("at rest")
            time.sleep(SETTLE_S[site.size])
            found.add("", {"rss_idle_mb": running.memory_mb()})
        return found


def acknowledge_one(name: str, client: BlockingClient) -> None:
    """One record, acknowledged; its topic is made by the broker, which is asked until it has found its controller.

    :raises StepFailed: it is not.
    """
    batch = codec.build_batch([(time.time_ns() // 1_000_000, None, b"first", ())])
    with client:
        try:
            client.find_topic(TOPIC, unknown_ms=60_000, timeout_ms=60_000)
            client.produce(TopicPartition(TOPIC, 0), batch, timeout_ms=60_000)
        except KlogError as error:
            raise StepFailed(f"{name}: the first record was not acknowledged: {error}") from None


@dataclasses.dataclass(frozen=True)
class Connections:
    """So many producers of one record at a time, each on its own connection.

    :param records: by size, of all of them together.
    """

    connections: int
    records: Mapping[str, int]
    record_bytes: int = 100

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.table.Load`."""
        records = max(self.connections, self.records[site.size])
        found = Measured()
        with side_named(side).serve(site) as running:
            tools = running.tools(site, own_environment())
            found.commands = tools.commands
            create_topic(running, TOPIC)

            def load(count: int) -> tuple[Done, dict[str, Any]]:
                words = own_program("connections", running.bootstrap, TOPIC, self.connections, count, self.record_bytes)
                done = tools.run("the program of many connections", words, limit_s(count))
                return done, last_line(done, "the program of many connections")

            warm_up = max(self.connections, records // 5)
            site.say(f"{self.connections:,} connections: warming up")
            load(warm_up)
            site.say(f"{self.connections:,} connections, {records:,} records")
            watch = PhaseWatch(running, site.size)
            done, said = load(records)
            check_nothing_lost(running, TOPIC, warm_up + records)
            histogram = Histogram.from_plain(said["histogram"])
            found.add("", {"rate": records / said["seconds"], **histogram.figures(), **watch.figures(records, done.cpu_s)})
            found.histograms["answers"] = histogram
            found.add("", memory_figures(running))
        return found


@dataclasses.dataclass(frozen=True)
class OpenLoop:
    """Latency from intended times at fixed rates; see `klog.cli.suite.programs.open_loop`.

    :param seconds: of each rate, by size.
    """

    seconds: Mapping[str, float]
    rates: tuple[str, ...] = ("10%", "50%", "80%", "1000", "10000", "50000")
    record_bytes: int = 100

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.table.Load`."""
        seconds = self.seconds[site.size]
        found = Measured()
        with side_named(side).serve(site) as running:
            tools = running.tools(site, own_environment())
            found.commands = tools.commands
            create_topic(running, TOPIC)
            # The first time, the broker's compilers are at work.
            rates = ("max", "max", *self.rates)
            site.say(f"latency at {len(self.rates)} rates, {seconds:g} s each")
            words = own_program("open_loop", running.bootstrap, TOPIC, self.record_bytes, seconds, *rates)
            done = tools.run("the open loop", words, LEAST_S + 3 * seconds * len(rates))
            add_rates(found, done.text)
            found.add("", memory_figures(running))
        return found


def add_rates(found: Measured, text: str) -> None:
    """What the open loop printed; of a rate that stands there twice, the last. One that was not kept has no latency, only a note: its
    records wait for those before them, longer the longer it is measured.

    :raises StepFailed: no latencies.
    """
    for line in text.splitlines():
        if not line.startswith("{"):
            continue
        said = json.loads(line)
        name = phase_of_rate(said["rate"])
        if said["rate"] == "max":
            found.add(name, {"rate": said["kept_per_s"]})
            continue
        if said["kept_per_s"] < 0.95 * said["wanted_per_s"]:
            found.notes.append(f"{name}: no latency, as {said['kept_per_s']:,.0f} records/s of {said['wanted_per_s']:,.0f} were kept")
            continue
        histogram = Histogram.from_plain(said["histogram"])
        found.add(name, histogram.figures())
        found.histograms[name] = histogram
    if not found.histograms:
        raise StepFailed(f"the open loop printed no result: {text.strip()[-300:]}")


def phase_of_rate(rate: str) -> str:
    """``max``, ``own10`` (percent of what goes through), ``at1000`` (a second)."""
    return rate if rate == "max" else f"own{rate[:-1]}" if rate.endswith("%") else f"at{rate}"


#: Of Python's clients: how many records each is given, by work and size. Slower ones need fewer for as good a figure.
CLIENT_COUNTS: Mapping[str, Mapping[str, int]] = {
    "produce in bulk": {"klog": 4_000_000, "confluent-kafka": 1_500_000, "aiokafka": 500_000, "kafka-python": 100_000},
    "consume in bulk": {"klog": 6_000_000, "confluent-kafka": 2_000_000, "aiokafka": 1_000_000, "kafka-python": 200_000},
    "consume message by message": {"klog": 2_000_000, "confluent-kafka": 600_000, "aiokafka": 300_000, "kafka-python": 150_000},
    "a future per message": {"klog": 500_000, "confluent-kafka": 500_000, "aiokafka": 150_000, "kafka-python": 60_000},
}
CLIENTS = ("klog", "confluent-kafka", "aiokafka", "kafka-python")
_MODULES = {"confluent-kafka": "confluent_kafka", "aiokafka": "aiokafka", "kafka-python": "kafka"}
#: Of these counts: a suite of this size takes so many.
CLIENT_SHARE = {"smoke": 0.002, "quick": 1.0, "paper": 3.0}


@dataclasses.dataclass(frozen=True)
class Client:
    """One of Python's clients at one work, on klog's broker; the sides are the clients."""

    work: str

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.table.Load`."""
        check_installed(side)
        # klog's own bulk producer sends lists of 100,000.
        count = max(1_000, int(CLIENT_COUNTS[self.work][side] * CLIENT_SHARE[site.size]))
        producing = not self.work.startswith("consume")
        found = Measured()
        with side_named(OURS).serve(site) as running:
            tools = running.tools(site, own_environment())
            found.commands = tools.commands
            create_topic(running, TOPIC, PARTITIONS)

            def run(client: str, work: str, records: int) -> Done:
                words = own_program("clients.command", client, work, running.bootstrap, TOPIC, records)
                return tools.run(f"{client}'s client", words, limit_s(records) + records / 1000)

            if not producing:
                site.say("filling the topic")
                run("klog", "produce in bulk", count)
            site.say(f"{side}: {self.work}, {count:,} records")
            watch = PhaseWatch(running, site.size)
            said = last_line_of_client(run(side, self.work, count))
            if producing:
                check_clients_records(running.name, side, records_of(running, TOPIC, PARTITIONS), count)
            found.add("", watch.figures(count))
            found.add("", {"rate": count / said[0], "own_cpu": said[1] / count * 1e6})
        return found


@dataclasses.dataclass(frozen=True)
class FastClient:
    """One of Python's clients in bulk, on whichever broker: two cores are shared, and a slow client hides a fast broker.

    :param client: one of `CLIENTS`. :param records: by size, so many to produce and to consume; a quarter of them before, as a warm-up.
    """

    client: str
    records: Mapping[str, int]

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.table.Load`."""
        check_installed(self.client)
        count = self.records[site.size]
        check_disk(site, 1.25 * count * VALUE_BYTES)
        found = Measured()
        with side_named(side).serve(site) as running:
            tools = running.tools(site, own_environment())
            found.commands = tools.commands
            create_topic(running, TOPIC, PARTITIONS)

            def run(work: str, records: int) -> tuple[float, float]:
                words = own_program("clients.command", self.client, work, running.bootstrap, TOPIC, records)
                return last_line_of_client(tools.run(f"{self.client}'s client", words, limit_s(records)))

            site.say(f"{self.client} on {side}: warming up")
            run("produce in bulk", count // 4)
            there = records_of(running, TOPIC, PARTITIONS)
            run("consume in bulk", count // 4)
            for phase in ("produce", "consume"):
                site.say(f"{self.client} on {side}: {phase} {count:,} records")
                watch = PhaseWatch(running, site.size)
                seconds, cpu_s = run(f"{phase} in bulk", count)
                if phase == "produce":
                    check_clients_records(running.name, self.client, records_of(running, TOPIC, PARTITIONS) - there, count)
                found.add(phase, watch.figures(count, cpu_s, VALUE_BYTES))
                found.add(phase, {"rate": count / seconds})
            found.add("", memory_figures(running))
        return found


def check_installed(client: str) -> None:
    """Raises Skip where it is another one's and not there."""
    import importlib.util

    if client in _MODULES and importlib.util.find_spec(_MODULES[client]) is None:
        raise Skip(f"{client} is not installed: pip install {client}")


def check_clients_records(broker: str, client: str, there: int, count: int) -> None:
    """Raises StepFailed where a client's records are not all there, or more than once. Beside them are those of its warm-up."""
    if there - count not in (WARM_UP, WARM_UP // 10):
        raise StepFailed(f"{broker}: of {client}'s {count:,} records and its warm-up {there:,} are there; no rate is printed")


def last_line_of_client(done: Done) -> tuple[float, float]:
    """Seconds and CPU seconds.

    :raises StepFailed: it printed something else.
    """
    try:
        seconds, cpu_s = json.loads(done.text.strip().splitlines()[-1])
        return float(seconds), float(cpu_s)
    except (ValueError, IndexError, TypeError):
        raise StepFailed(f"a client printed no result: {done.text.strip()[-300:]}") from None
