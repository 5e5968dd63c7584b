"""Python's clients as loads: each at its works on klog's broker, and the fast ones in bulk on whichever broker."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from klog.cli.suite.host.processes import Skip, Tools
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.amounts import EVERY_SIDE, TOPIC, WARM_UP_SHARE, WARM_UP_WORDS, warm_up_of
from klog.cli.suite.loads.limits import check_disk, limit_s
from klog.cli.suite.loads.measured import Measured, PhaseWatch, memory_figures
from klog.cli.suite.loads.own_programs import last_line, own_environment, own_program
from klog.cli.suite.programs.clients.client_settings import PARTITIONS, READ_BEFORE, VALUE_BYTES, WARM_UP
from klog.cli.suite.programs.clients.timing import Timed
from klog.cli.suite.sides.broker import Running
from klog.cli.suite.sides.names import OURS, side_named
from klog.cli.suite.sides.topics import create_topic, records_of, wait_for_all

#: Of Python's clients: how many records each is given, by work and size. Slower ones need fewer for as good a figure.
CLIENT_COUNTS: Mapping[str, Mapping[str, int]] = {
    "produce in bulk": {OURS: 4_000_000, "confluent-kafka": 1_500_000, "aiokafka": 500_000, "kafka-python": 100_000},
    "consume in bulk": {OURS: 6_000_000, "confluent-kafka": 2_000_000, "aiokafka": 1_000_000, "kafka-python": 200_000},
    "consume message by message": {OURS: 2_000_000, "confluent-kafka": 600_000, "aiokafka": 300_000, "kafka-python": 150_000},
    "a future per message": {OURS: 500_000, "confluent-kafka": 500_000, "aiokafka": 150_000, "kafka-python": 60_000},
}
CLIENTS = (OURS, "confluent-kafka", "aiokafka", "kafka-python")
_MODULES = {"confluent-kafka": "confluent_kafka", "aiokafka": "aiokafka", "kafka-python": "kafka"}
#: Of these counts: a suite of this size takes so many.
CLIENT_SHARE = {"smoke": 0.002, "quick": 1.0, "paper": 3.0}


@dataclasses.dataclass(frozen=True)
class Client:
    """One of Python's clients at one work, on klog's broker; the sides are the clients."""

    work: str

    @property
    def _produces(self) -> bool:
        return not self.work.startswith("consume")

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return f"{WARM_UP:,} records, of slow clients a tenth of that" if self._produces else f"{READ_BEFORE} record read, by each client"

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {client: max(1_000, int(count * CLIENT_SHARE[size])) for client, count in CLIENT_COUNTS[self.work].items()}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        check_installed(side)
        count = self.counts_by_side(site.size)[side]
        found = Measured()
        with side_named(OURS).serve(site) as running:
            tools = running.tools(site, own_environment())
            found.commands = tools.commands
            create_topic(running, TOPIC, PARTITIONS)
            if not self._produces:
                site.say("filling the topic")
                run_client(tools, running, OURS, "produce in bulk", count)
            site.say(f"{side}: {self.work}, {count:,} records")
            watch = PhaseWatch(running, site.size)
            timed = run_client(tools, running, side, self.work, count)
            if self._produces:
                check_clients_records(running, side, timed.warm_up + count)
            found.add("", watch.figures(count))
            found.add("", {"rate": count / timed.seconds, "own_cpu": timed.cpu_seconds / count * 1e6})
        return found


@dataclasses.dataclass(frozen=True)
class FastClient:
    """One of Python's clients in bulk, on whichever broker: two cores are shared, and a slow client hides a fast broker.

    :param client: one of `CLIENTS`. :param records: by size, so many to produce; all that is there then, the warm-up with it, is consumed.
    """

    client: str
    records: Mapping[str, int]

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return f"{WARM_UP_WORDS} of the records, produced and read before"

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {EVERY_SIDE: self.records[size]}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        check_installed(self.client)
        count = self.records[site.size]
        check_disk(site, (1 + WARM_UP_SHARE) * count * VALUE_BYTES)
        found = Measured()
        with side_named(side).serve(site) as running:
            tools = running.tools(site, own_environment())
            found.commands = tools.commands
            create_topic(running, TOPIC, PARTITIONS)

            site.say(f"{self.client} on {side}: warming up")
            for phase in ("produce", "consume"):
                run_client(tools, running, self.client, f"{phase} in bulk", warm_up_of(count))
            there = records_of(running, TOPIC, PARTITIONS)
            for phase in ("produce", "consume"):
                site.say(f"{self.client} on {side}: {phase} {count:,} records")
                watch = PhaseWatch(running, site.size)
                timed = run_client(tools, running, self.client, f"{phase} in bulk", count)
                if phase == "produce":
                    there += timed.warm_up + count
                    check_clients_records(running, self.client, there)
                found.add(phase, watch.figures(count, timed.cpu_seconds, VALUE_BYTES))
                found.add(phase, {"rate": count / timed.seconds})
                # A broker also sends what a client fetches ahead and does not count: so the topic is read to its end.
                count = there - READ_BEFORE
            found.add("", memory_figures(running))
        return found


def check_installed(client: str) -> None:
    """Raises Skip where it is another one's and not there."""
    import importlib.util

    if client in _MODULES and importlib.util.find_spec(_MODULES[client]) is None:
        raise Skip(f"{client} is not installed: pip install {client}")


def run_client(tools: Tools, running: Running, client: str, work: str, records: int) -> Timed:
    """One of its works, in a process of its own.

    :raises StepFailed: it failed, or prints no result.
    """
    words = own_program("clients.command", client, work, running.bootstrap, TOPIC, records)
    return Timed(*last_line(tools.run(f"{client}'s client", words, limit_s(records)), f"{client}'s client"))


def check_clients_records(running: Running, client: str, sent: int) -> None:
    """Raises StepFailed where not all that was sent is there, or more."""
    wait_for_all(f"{client} on {running.name}", lambda: records_of(running, TOPIC, PARTITIONS), sent)
