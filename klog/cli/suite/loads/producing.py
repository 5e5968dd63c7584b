"""Kafka's own producer and consumer tools on brokers that speak its protocol: most of the experiments have loads of this kind.

A step is: fresh brokers, a topic, so many producers at once, a look whether all that was sent is there, and then, where that is asked for,
consumers: of what is in the page cache, of what the page cache was made to forget, and three of one group.

A broker in a JVM is interpreted first and compiled meanwhile. So a share of what is produced is a warm-up, in no figure, and a consumer
has read as much before the first one that is measured. The rate and what a broker used are counted from when as many records were there.
(On some partitions a little of the warm-up may be missing then, and on others as much is there that is behind it.) That rate is a warm one;
the tool's own windows, which begin while the warm-up waits, tell no other.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import statistics
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from klog.cli.suite.host.machine import forget_cached, on_cores
from klog.cli.suite.host.processes import Child, Skip, StepFailed, Tools
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import kafka_tools
from klog.cli.suite.loads.amounts import EVERY_SIDE, TOPIC, WARM_UP_SHARE, WARM_UP_WORDS
from klog.cli.suite.loads.limits import check_disk, limit_s
from klog.cli.suite.loads.measured import SETTLE_S, Measured, PhaseWatch, memory_figures, rest_figures
from klog.cli.suite.sides.broker import Running
from klog.cli.suite.sides.certificates import Certificates, make_certificates
from klog.cli.suite.sides.names import side_named
from klog.cli.suite.sides.topics import check_nothing_lost, create_topic, records_of

#: What every producer of the 2014 benchmark was told.
SETTINGS_2014: Mapping[str, object] = {"acks": 1, "buffer.memory": 67108864, "batch.size": 8196}
#: Of its third of the records, a member of a group has to read so much.
GROUP_SHARE = 0.8
#: Between two looks whether the warm-up's records are there; and so long is waited for an answer, before whoever is asked is looked at.
WARM_LOOK_S, WARM_ANSWER_S = 0.1, 5.0


class Look(NamedTuple):
    """How many records there were, and when, in seconds by the machine's clock."""

    records: int
    at_s: float


#: Nobody has looked, or too late.
NO_LOOK = Look(0, 0.0)


def forget_segments(running: Running) -> None:
    """What consumers read next comes from the disk."""
    forget_cached(path for path in running.folder.rglob("*.log") if path.is_file())


@dataclasses.dataclass(frozen=True)
class Producing:
    """What is produced, and to whom.

    :param records: by size of the suite, of all producers together. :param settings: of the producer, by Kafka's names.
    :param brokers: 1, or 3 with as many copies of each partition. :param broker_settings: by Kafka's names, klog's too.
    :param warm_up: a share of the records that is in no figure; as many are read before what is measured is.
    :param readers: phases behind it: ``consume``, ``cold``, ``group``.
    :param apart: the broker has a core of its own, and so have the load programs.
    """

    records: Mapping[str, int]
    record_bytes: int = 100
    settings: Mapping[str, object] = dataclasses.field(default_factory=lambda: SETTINGS_2014)
    partitions: int = 6
    brokers: int = 1
    producers: int = 1
    warm_up: float = WARM_UP_SHARE
    broker_settings: Mapping[str, str] = dataclasses.field(default_factory=dict)
    tls: bool = False
    readers: Sequence[str] = ()
    apart: bool = False

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        if not self.warm_up:
            return ""
        share = WARM_UP_WORDS if self.warm_up == WARM_UP_SHARE else f"{self.warm_up:.0%}"
        return f"{share} of the records, the first ones" + (f"; {share} is read once before reading is measured" if self.readers else "")

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {EVERY_SIDE: self.records[size]}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        records = self.records[site.size]
        check_disk(site, records * self.record_bytes * self.brokers)
        certificates = make_certificates(site.below("certificates")) if self.tls else None
        brokers_core, loads_core = cores_apart() if self.apart else (None, None)
        found = Measured()
        with contextlib.ExitStack() as stack:
            with on_cores(brokers_core):
                serving = side_named(side).serve(site, self.broker_settings, brokers=self.brokers, certificates=certificates)
                running = stack.enter_context(serving)
            stack.enter_context(on_cores(loads_core))
            tools = running.tools(site)
            found.commands = tools.commands
            truststore = str(certificates.truststore) if certificates else None
            create_topic(running, TOPIC, self.partitions, self.brokers, truststore=truststore)
            time.sleep(SETTLE_S[site.size])
            found.add("", rest_figures(running))
            self._produce(site, running, tools, records, certificates, found)
            for phase in self.readers:
                self._consume(site, running, tools, phase, records, certificates, found)
            found.add("", memory_figures(running))
        return found

    def _produce(
        self, site: Site, running: Running, tools: Tools, records: int, certificates: Certificates | None, found: Measured
    ) -> None:
        each = records // self.producers
        warm_up = int(each * self.warm_up)
        settings = {**self.settings, **(certificates.client_settings if certificates else {})}
        words = kafka_tools.producer_words(
            site.script("kafka"), running.bootstrap, TOPIC, each, self.record_bytes, settings, warm_up=warm_up
        )
        site.say(f"producing {records:,} records of {self.record_bytes:,} bytes")
        disk_before = running.disk_bytes()
        truststore = str(certificates.truststore) if certificates else None
        limit = limit_s(records, self.record_bytes)
        watch = PhaseWatch(running, site.size)

        look = NO_LOOK

        def leave_out_warm_up(children: Sequence[Child]) -> None:
            nonlocal look
            look = self._until_there(running, warm_up * self.producers, children, limit, truststore)
            if 0 < look.records < each * self.producers:
                watch.begin_anew(look.records)

        done = tools.run_together([("kafka-producer-perf-test", words)] * self.producers, limit, leave_out_warm_up)
        sent = [kafka_tools.read_producer(one.text, each, warm_up) for one in done]
        check_nothing_lost(running, TOPIC, each * self.producers, self.partitions, truststore=truststore)
        found.add("produce", watch.figures(each * self.producers, sum(one.cpu_s for one in done), self.record_bytes))
        found.add("", {"disk_bytes": (running.disk_bytes() - disk_before) / (each * self.producers * self.brokers)})
        told_at_s = [one.told_at_s for one in done]
        behind_warm_up = kafka_tools.sent_behind_warm_up_per_second(each * self.producers, look.records, look.at_s, told_at_s)
        found.add("produce", {"rate": behind_warm_up or kafka_tools.sent_together_per_second(sent)})
        if warm_up and behind_warm_up is None:
            found.notes.append("nobody saw the warm-up end: the rate is the tools' own, with what waited of the warm-up")
        # Percentiles of several tools cannot be put together.
        if self.producers == 1:
            names = {"mean_ms": "mean", "p99_ms": "p99", "p999_ms": "p999"}
            found.add("produce", {kind: sent[0].latencies_ms[name] for kind, name in names.items()})
            found.series["produce"] = sent[0].series(self.record_bytes)
            if not warm_up:
                found.add("produce", {**kafka_tools.warm(sent[0].rates), **flatness(sent[0].rates)})

    def _until_there(self, running: Running, records: int, children: Sequence[Child], limit: float, truststore: str | None) -> Look:
        """The first look at which there are `records`; `NO_LOOK` where there is no warm-up, or a tool has ended or is over its time.

        :raises StepFailed: a broker has died.
        """
        while records:
            # Before: a client looks long for a broker that has died.
            running.check()
            with contextlib.suppress(StepFailed):
                there = records_of(running, TOPIC, self.partitions, truststore, timeout_s=WARM_ANSWER_S)
                look = Look(there, time.time())
                if there >= records and not any(child.has_ended() for child in children):
                    return look
            if any(child.has_ended() or child.seconds > limit for child in children):
                break
            time.sleep(WARM_LOOK_S)
        return NO_LOOK

    def _consume(
        self, site: Site, running: Running, tools: Tools, phase: str, records: int, certificates: Certificates | None, found: Measured
    ) -> None:
        consumers = 3 if phase == "group" else 1
        settings = certificates.client_settings if certificates else None
        warm_up = int(records * self.warm_up)
        if warm_up and phase == self.readers[0]:
            site.say("consuming, as a warm-up")
            words = kafka_tools.consumer_words(site.script("kafka"), running.bootstrap, TOPIC, warm_up, settings, group="suite-warm-up")
            tools.run("kafka-consumer-perf-test", words, limit_s(records, self.record_bytes))
        if phase == "cold":
            forget_segments(running)
        site.say({"consume": "consuming", "cold": "consuming from the disk", "group": "three consumers"}[phase])
        # Partitions are not equally full, and a member that waited for what others have got would be measured waiting.
        each = records if consumers == 1 else int(records / consumers * GROUP_SHARE)
        words = kafka_tools.consumer_words(site.script("kafka"), running.bootstrap, TOPIC, each, settings, group=f"suite-{phase}")
        watch = PhaseWatch(running, site.size)
        done = tools.run_together([("kafka-consumer-perf-test", words)] * consumers, limit_s(records, self.record_bytes))
        received = [kafka_tools.read_consumer(one.text, each) for one in done]
        found.add(phase, watch.figures(sum(one.records for one in received), sum(one.cpu_s for one in done), self.record_bytes))
        fetching, joined = kafka_tools.received_together_per_second(received)
        found.add(phase, {"rate": fetching})
        found.add(f"{phase}.joined", {"rate": joined})


def cores_apart() -> tuple[list[int], list[int]]:
    """One core for the broker, and one for the load programs.

    :raises Skip: there is one only.
    """
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise Skip("broker and load need a core each, and there is one")
    return cores[:1], cores[1:2]


def flatness(rates: Sequence[float]) -> dict[str, float]:
    """How the rate at the end compares with that after the beginning, when the compilers are done; nothing of a run that is too short."""
    fifth = len(rates) // 5
    if fifth < 2:
        return {}
    return {"flatness": statistics.median(rates[-fifth:]) / statistics.median(rates[fifth : 2 * fifth])}
