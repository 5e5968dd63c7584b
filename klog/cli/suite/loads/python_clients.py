"""Python's clients as loads: each at its works on klog's broker, and the fast ones in bulk on whichever broker."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping

from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.loads.limits import check_disk, limit_s
from klog.cli.suite.loads.measured import Measured, PhaseWatch, memory_figures
from klog.cli.suite.loads.own_programs import TOPIC, own_environment, own_program
from klog.cli.suite.programs.clients.timing import PARTITIONS, VALUE_BYTES, WARM_UP
from klog.cli.suite.sides.names import OURS, side_named
from klog.cli.suite.sides.topics import create_topic, records_of
from klog.cli.suite.steps.site import Site

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
