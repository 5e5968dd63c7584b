"""How groups that ZooKeeper keeps share, klog's and those of Apache Kafka 0.8.2.2.

Both sides' members share one topic of the old Kafka's, and what is timed is read from ZooKeeper, where both leave the same traces.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from klog.cli.suite.host.processes import Child, StepFailed, Tools
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.amounts import PAPER_TOPIC
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.loads.own_programs import own_environment, own_program
from klog.cli.suite.sides.names import OURS
from klog.cli.suite.sides.old_kafka import OLD_KAFKA_VERSION, create_old_topic, old_kafka

GROUP = "suite"
#: In which a change has to come to rest.
REST_S = 90.0


@dataclasses.dataclass(frozen=True)
class ZookeeperGroup:
    """How long a group that ZooKeeper keeps is in motion when a member comes, leaves, or is killed; from when ZooKeeper shows that."""

    members: int
    partitions: Mapping[str, int]

    warm_up_told = ""

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        partitions = self.partitions[site.size]
        found = Measured()
        with old_kafka(site) as running:
            tools = running.tools(site, own_environment())
            found.commands = tools.commands
            create_old_topic(site, tools, running, PAPER_TOPIC, partitions)
            with tools.start(
                "the watch of the group", own_program("group_owners", running.connect, GROUP, PAPER_TOPIC, partitions)
            ) as watch:
                group = _Group(site, tools, side, running.connect, watch)
                try:
                    group.run(self.members, found)
                finally:
                    group.end()
        return found


class _Group:
    """Members of one side, and what the watch says of them."""

    def __init__(self, site: Site, tools: Tools, side: str, connect: str, watch: Child) -> None:
        self._site, self._tools, self._side, self._connect, self._watch = site, tools, side, connect, watch
        self._members: list[Child] = []
        self._made = 0

    def run(self, members: int, found: Measured) -> None:
        def start_all() -> None:
            for _ in range(members - 1):
                self._start()

        def leave() -> None:
            self._members.pop().stop(30)

        def kill() -> None:
            self._members.pop().kill()

        acts: list[tuple[str, Callable[[], None]]] = [("start", start_all), ("comes", self._start), ("leaves", leave)]
        acts += [("again", self._start), ("killed", kill)]
        for phase, act in acts:
            self._site.say(f"{self._side}: {phase}")
            wanted = members if phase in ("comes", "again") else members - 1
            since = time.monotonic()
            act()
            seconds = self._rest(wanted, since)
            if phase not in ("start", "again"):
                found.add(phase, {"rest_s": seconds})

    def _start(self) -> None:
        self._made += 1
        name = f"m{self._made}"
        if self._side == OURS:
            words = own_program("paper_member", self._connect, GROUP, name, PAPER_TOPIC)
        else:
            config = self._site.below("members") / f"{name}.properties"
            config.write_text(f"group.id={GROUP}\nconsumer.id={name}\nzookeeper.session.timeout.ms=6000\n")
            words = [self._site.script("kafka"), OLD_KAFKA_VERSION, "console-consumer", "--zookeeper", self._connect]
            words += ["--topic", PAPER_TOPIC, "--consumer.config", config]
        self._members.append(self._tools.start(f"{self._side} member {name}", words))

    def _rest(self, members: int, since: float) -> float:
        while True:
            seconds = seconds_to_rest(self._watch.output(), members, since)
            if seconds is not None:
                return seconds
            for child in (*self._members, self._watch):
                if child.has_ended():
                    raise StepFailed(f"{child.name} {child.ending}: {child.told()}")
            if time.monotonic() - since > REST_S:
                raise StepFailed(f"{self._side}: the group was not at rest within {REST_S:g} s: {self._watch.told()}")
            time.sleep(0.05)

    def end(self) -> None:
        for child in self._members:
            child.end()


def seconds_to_rest(text: str, members: int, since: float) -> float | None:
    """From when there were other members, looked at for the last time but not before `since`, until there are so many and they share all
    partitions: never shorter than it was. None where they do not yet.

    :param text: what `klog.cli.suite.programs.group_owners` printed.
    """
    lines: Sequence[dict[str, Any]] = [json.loads(line) for line in text.splitlines() if line.startswith("{") and line.endswith("}")]
    changed: float | None = None
    for line in lines:
        if line["at"] < since:
            continue
        if line["members"] != members:
            changed = None
        elif changed is None:
            changed = max(since, line["before"])
        if changed is not None and line["rest"]:
            return float(line["at"] - changed)
    return None
