"""One group of mixed members that join, leave and die at random, while a producer writes numbered records.

The plan is made from a seed before anything runs (`make_plan`, a pure function), so that what happened can be told from the seed; how
the processes of five clients interleave cannot be. `Chaos` carries it out and ends with members that read the rest.
"""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tests.integration.group_members import Member, Place
from tests.integration.numbered_load import to_one_topic

TOPIC = "chaos"
PARTITIONS = 64
#: All know the range assignor, so that they can agree on it.
SETTINGS: dict[str, dict[str, Any]] = {
    "klog": {"assignors": ["range"]},
    "confluent": {"partition.assignment.strategy": "range"},
    "aiokafka": {"assignor": "range"},
    "kafka-python": {"assignor": "range"},
    "kcat": {"partition.assignment.strategy": "range"},
    "java-4.3.1": {"partition.assignment.strategy": "org.apache.kafka.clients.consumer.RangeAssignor"},
}
#: Smaller groups, of clients that agree on something else.
OTHERS: dict[str, dict[str, dict[str, Any]]] = {
    "cooperative-sticky": {
        "klog": {"assignors": ["cooperative-sticky"]},
        "confluent": {"partition.assignment.strategy": "cooperative-sticky"},
        "kafka-python": {"assignor": "cooperative-sticky"},
    },
    "sticky": {
        "klog": {"assignors": ["sticky"]},
        "java-4.3.1": {"partition.assignment.strategy": "org.apache.kafka.clients.consumer.StickyAssignor"},
    },
    "kip-848": {
        "klog-848": {},
        "confluent": {"group.protocol": "consumer"},
        "java-4.3.1": {"group.protocol": "consumer"},
    },
}
#: What can happen to a member, and how often.
FAULTS = {"leave": 4, "kill": 3, "join": 4}
MOST_MEMBERS = 8
#: Reports of kcat are stamped by its watcher, a while after the fact.
SLACK_S = {"kcat": 1.5}


class Step(NamedTuple):
    """At a time after the start: `kind` happens to the member `name` of `client`."""

    at_s: float
    kind: str
    client: str
    name: str


def make_plan(seed: int, duration_s: float, members: Mapping[str, Mapping[str, Any]] = SETTINGS) -> list[Step]:
    """The first of every client join at once; then faults at random. Each kind of fault happens, and each client sees some."""
    source = random.Random(seed)
    clients = list(members)
    source.shuffle(clients)
    steps = [Step(0.0, "join", client, f"0-{client}") for client in clients]
    alive = [(step.client, step.name) for step in steps]
    count = max(5, int(duration_s / 2.5))
    # However few they are, they begin with one of each kind.
    kinds = ["kill", "join", "leave"]
    source.shuffle(kinds)
    while len(kinds) < count:
        kinds += source.choices(list(FAULTS), list(FAULTS.values()))
    times = sorted(source.uniform(0.1, 0.95) * duration_s for _ in kinds)
    for number, (at_s, wanted) in enumerate(zip(times, kinds, strict=True), 1):
        kind = "join" if len(alive) < 3 else wanted if wanted != "join" or len(alive) < MOST_MEMBERS else "leave"
        if kind == "join":
            client = source.choice(clients)
            steps.append(Step(at_s, kind, client, f"{number}-{client}"))
            alive.append((client, f"{number}-{client}"))
        else:
            client, name = alive.pop(source.randrange(len(alive)))
            steps.append(Step(at_s, kind, client, name))
    return steps


class Chaos:
    """Carries a plan out."""

    def __init__(
        self, address: str, seed: int, duration_s: float, settings: Mapping[str, Mapping[str, Any]] = SETTINGS, topic: str = TOPIC
    ) -> None:
        self.address = address
        self.settings = settings
        self.topic = topic
        self.plan = make_plan(seed, duration_s, settings)
        self.load = to_one_topic(address, topic, PARTITIONS, rate=2000)
        #: All that ever were, by name.
        self.members: dict[str, Member] = {}
        self.alive: dict[str, Member] = {}
        self._leaving: list[threading.Thread] = []
        self._failures: list[BaseException] = []

    def run(self) -> None:
        """From the first join to the end of the plan; then until all that was written is read."""
        with self._all_ended():
            first = [step for step in self.plan if step.at_s == 0.0]
            for step in first:
                self._do(step)
            self._settle("the first members")
            self.load.start()
            began = time.monotonic()
            for step in self.plan[len(first) :]:
                time.sleep(max(0.0, began + step.at_s - time.monotonic()))
                print(f"{time.monotonic() - began:7.2f} {step.kind:6} {step.name}", flush=True)
                self._do(step)
            for thread in self._leaving:
                thread.join()
            self.load.finish_well()
            self._settle("those who are left")
            deadline = time.monotonic() + 90
            while behind := self._behind():
                assert time.monotonic() < deadline, (behind, list(self.alive.values()))
                time.sleep(0.1)
            for name in list(self.alive):
                self._do(Step(0.0, "leave", self.alive[name].client, name))
            for thread in self._leaving:
                thread.join()
        if self._failures:
            raise self._failures[0]

    def _do(self, step: Step) -> None:
        if step.kind == "join":
            member = Member(step.client, self.address, self.topic, [self.topic], settings=self.settings[step.client], name=step.name)
            self.members[step.name] = self.alive[step.name] = member
            return
        member = self.alive.pop(step.name)
        if step.kind == "kill":
            member.kill()
            return

        def leave() -> None:
            try:
                member.leave()
            except BaseException as error:
                self._failures.append(error)

        # Leaving takes its time; others need not wait for it.
        thread = threading.Thread(target=leave, daemon=True)
        self._leaving.append(thread)
        thread.start()

    def _settle(self, who: str) -> None:
        """Until every partition has an owner who is alive."""
        began = time.monotonic()
        deadline = began + 90
        wanted = {(self.topic, number) for number in range(PARTITIONS)}
        while True:
            owned = [member.owned for member in self.alive.values()]
            if set().union(*owned) == wanted and sum(map(len, owned)) == PARTITIONS and all(owned):
                print(f"{time.monotonic() - began:7.2f} s until {who} share all", flush=True)
                return
            assert time.monotonic() < deadline, f"{who} do not share all partitions: {list(self.alive.values())}"
            time.sleep(0.05)

    def _behind(self) -> dict[Place, int]:
        """Partitions whose end nobody reached, with the end."""
        reached: dict[Place, int] = {}
        for member in self.members.values():
            for place, spans in member.read.items():
                reached[place] = max(reached.get(place, 0), max(last for _, last in spans) + 1)
        return {place: end for place, end in self.load.sent.items() if reached.get(place, 0) < end}

    @contextlib.contextmanager
    def _all_ended(self) -> Iterator[None]:
        try:
            yield
        finally:
            self.load.end()
            for member in self.members.values():
                if member.process.poll() is None:
                    member.kill()
