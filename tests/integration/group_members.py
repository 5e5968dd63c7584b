"""Members of consumer groups: their processes, their reports, and what must hold of all reports together.

A member is `group_member.py` around a Python client or kcat, or ``java/GroupMember.java`` on a client of Apache Kafka's. `Member` starts
one and collects what it reports; `ownership_problems` and `reading_problems` are the two invariants of a group over such reports.
"""

from __future__ import annotations

import bisect
import collections
import concurrent.futures
import contextlib
import itertools
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import traceback
import unittest
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Self

from tests import peers
from tests.integration.warm_start import WarmPopen

HERE = pathlib.Path(__file__).parent
PROGRAM = HERE / "group_member.py"
JAVA_PROGRAM = HERE / "java" / "GroupMember.java"

#: (topic, partition)
Place = tuple[str, int]
#: A consumer should start soon, not be fast.
JVM_OPTIONS = peers.jvm("96m")


class Stint(NamedTuple):
    """One member's time with one partition, by the machine's monotonic clock; `ended` is infinity while it lasts."""

    member: str
    begun: float
    ended: float
    #: How it ended: revoked, lost, left, died, or "" (it did not).
    how: str
    generation: int | None


class Member:
    """One member's process and its reports.

    :param client: ``klog``, ``klog-848``, ``klog-zookeeper``, ``confluent``, ``aiokafka``, ``kafka-python``, ``kcat``, or ``java-VERSION``.
    :param settings: in the client's own names.
    :param commit: ``each`` batch, ``asked`` only, or ``auto`` (by the client; kcat knows nothing else).
    :param pattern: instead of topics. For Java, ``~expression`` is evaluated by the broker.
    """

    def __init__(
        self,
        client: str,
        address: str,
        group: str,
        topics: Sequence[str] = (),
        *,
        pattern: str = "",
        settings: Mapping[str, Any] | None = None,
        commit: str = "each",
        pause_s: float = 0.0,
        name: str = "",
    ) -> None:
        self.client = client
        self.name = name or client
        self.commit = "auto" if client == "kcat" else commit
        settings = {**self.quick(client, settings or {}), **(settings or {})}
        environment = dict(os.environ)
        if client.startswith("java-"):
            text = {"bootstrap.servers": address, "group.id": group, **settings}
            to = pattern if pattern.startswith("~") else f"/{pattern}" if pattern else ",".join(topics)
            command = [*peers.kafka_program(client.removeprefix("java-"), JAVA_PROGRAM), commit, str(int(pause_s * 1000)), to]
            command += [f"{key}={value}" for key, value in text.items()]
            environment["KAFKA_HEAP_OPTS"] = JVM_OPTIONS
        else:
            if client == "kcat":
                peers.program("kcat")
            spec = {"client": client, "address": address, "group": group, "topics": list(topics), "pattern": pattern}
            spec |= {"settings": settings, "commit": self.commit, "pause_s": pause_s}
            command = [sys.executable, str(PROGRAM), json.dumps(spec)]
        self._begin(command, environment)

    def _begin(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.events: list[dict[str, Any]] = []
        self.noise: list[str] = []
        self.died_at: float | None = None
        self._changed = threading.Condition()
        self._over = False
        self.process = WarmPopen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True
        )
        self._readers = [threading.Thread(target=self._read, daemon=True), threading.Thread(target=self._read_noise, daemon=True)]
        for reader in self._readers:
            reader.start()

    @staticmethod
    def quick(client: str, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Frequent heartbeats and short sessions; under KIP-848 both are the broker's to say."""
        if settings.get("group.protocol") == "consumer" or client == "klog-848":
            return {}
        times = {"heartbeat.interval.ms": 300, "session.timeout.ms": 6000}
        if client == "klog-zookeeper":
            return {"zookeeper_session_timeout_ms": 4000, "rebalance_backoff_ms": 250, "rebalance_max_retries": 40}
        if client in ("aiokafka", "kafka-python", "klog"):
            return {name.replace(".", "_"): value for name, value in times.items()}
        return times

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            # A member that is killed may leave half a line.
            try:
                event = self._event(line)
            except ValueError:
                self.noise.append(line.decode(errors="replace"))
                continue
            with self._changed:
                self.events.append(event)
                self._changed.notify_all()
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def _event(self, line: bytes) -> dict[str, Any]:
        event: dict[str, Any] = json.loads(line)
        return event

    def _read_noise(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.noise.append(line.decode(errors="replace"))

    # What it told

    def of(self, *kinds: str) -> list[dict[str, Any]]:
        """Its events of these kinds, in order."""
        with self._changed:
            return [event for event in self.events if event["event"] in kinds]

    @property
    def owned(self) -> set[Place]:
        """What it has now."""
        return {place for place, stints in self.stints().items() if stints[-1].ended == float("inf")}

    @property
    def read(self) -> dict[Place, list[tuple[int, int]]]:
        """Ranges of offsets in the order in which it read them, neighbours joined."""
        found: dict[Place, list[tuple[int, int]]] = collections.defaultdict(list)
        for event in self.of("records"):
            for topic, partition, first, last in event["ranges"]:
                spans = found[topic, partition]
                if spans and spans[-1][1] + 1 == first:
                    spans[-1] = (spans[-1][0], last)
                else:
                    spans.append((first, last))
        return dict(found)

    @property
    def count(self) -> int:
        """Records read."""
        return sum(last - first + 1 for event in self.of("records") for _, _, first, last in event["ranges"])

    @property
    def committed(self) -> dict[Place, int]:
        """The last offsets that were acknowledged to it."""
        return {(topic, partition): offset for event in self.of("committed") for topic, partition, offset in event["offsets"]}

    def stints(self) -> dict[Place, list[Stint]]:
        """Its times with every partition. An assignment that names a partition again goes on with it."""
        found: dict[Place, list[Stint]] = collections.defaultdict(list)
        open_places: set[Place] = set()

        def end(place: Place, at: float, how: str) -> None:
            if place in open_places:
                open_places.discard(place)
                found[place][-1] = found[place][-1]._replace(ended=at, how=how)

        with self._changed:
            events = list(self.events)
        for event in events:
            kind, at = event["event"], event["at"]
            if kind == "assigned":
                for topic, partition in event["partitions"]:
                    if (topic, partition) not in open_places:
                        open_places.add((topic, partition))
                        found[topic, partition].append(Stint(self.name, at, float("inf"), "", event.get("generation")))
            elif kind in ("revoked", "lost"):
                for topic, partition in event["partitions"]:
                    end((topic, partition), at, kind)
            elif kind == "left":
                for place in list(open_places):
                    end(place, at, "left")
        if self.died_at is not None:
            for place in list(open_places):
                end(place, self.died_at, "died")
        return dict(found)

    def __repr__(self) -> str:
        lines = [json.dumps(event)[:300] for event in self.events[-12:]]
        return f"<{self.name}: {len(self.events)} events, the last:\n  " + "\n  ".join(lines) + "\n" + "".join(self.noise)[-2000:] + ">"

    # What is done with it

    def wait(self, what: str, condition: Callable[[Self], object], timeout: float = 90) -> Self:
        """Until `condition(self)` holds.

        :raises AssertionError: it did not in time, or the process ended before.
        """
        deadline = time.monotonic() + timeout
        while not condition(self):
            with self._changed:
                over = self._over
                if not over:
                    self._changed.wait(min(0.1, max(0.0, deadline - time.monotonic())))
            if condition(self):
                break
            assert not over, f"{self.name} ended before {what}: {self!r}"
            assert time.monotonic() < deadline, f"{what}: not within {timeout} s: {self!r}"
        return self

    def wait_assigned(self, count: int = 1, timeout: float = 90) -> Self:
        """Until it owns `count` partitions."""
        return self.wait(f"{count} partitions", lambda _: len(self.owned) == count, timeout)

    def wait_read(self, count: int, timeout: float = 90) -> Self:
        """Until it has read `count` records in all."""
        return self.wait(f"{count} records (it has {self.count})", lambda _: self.count >= count, timeout)

    def order(self, text: str) -> None:
        """Tell it."""
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def leave(self, timeout: float = 90) -> Self:
        """In order: what it read is committed, and the group knows."""
        with contextlib.suppress(BrokenPipeError):
            self.order("leave")
        try:
            code = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self.name} did not leave within {timeout} s: {self!r}") from None
        self._join()
        assert code == 0, f"{self.name} ended with {code}: {self!r}"
        return self

    def kill(self) -> Self:
        """kill -9: of kcat itself where it is kcat. Its report is read to the end first."""
        children = self.of("child")
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(children[0]["pid"] if children else self.process.pid, signal.SIGKILL)
        self.died_at = time.monotonic()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._join()
        # Only kcat's watcher lives to say "left"; it did not.
        self.events = [event for event in self.events if event["event"] != "left"]
        return self

    def _join(self) -> None:
        for reader in self._readers:
            reader.join(10)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None) -> None:
        if self.process.poll() is None:
            if kind is not None:
                print(repr(self))
                self.kill()
            else:
                self.leave()
        wrong = [event["text"] for event in self.of("wrong")]
        assert not wrong, wrong[:5]


# The invariants


def ownership_problems(members: Iterable[Member], slack_s: Mapping[str, float] | None = None) -> list[str]:
    """Every place where two members had a partition at a time, or in the same generation.

    :param slack_s: by client: how late its report may be seen (kcat does not stamp its lines itself).
    """
    members = list(members)
    slack = slack_s or {}
    problems: list[str] = []
    stints: dict[Place, list[tuple[Stint, float]]] = collections.defaultdict(list)
    for member in members:
        for place, some in member.stints().items():
            stints[place] += [(stint, slack.get(member.client, 0.0)) for stint in some]
    for place, some in stints.items():
        some.sort(key=lambda pair: pair[0].begun)
        for (before, late), (after, _) in itertools.pairwise(some):
            # Late news of a beginning let two look less together than they were.
            if after.begun < before.ended - late and before.how != "lost":
                problems.append(f"{place[0]}-{place[1]}: {before} and {after} overlap by {before.ended - after.begun:.3f} s")
        generations: dict[int, str] = {}
        for stint, _ in some:
            if stint.generation is not None and generations.setdefault(stint.generation, stint.member) != stint.member:
                other = generations[stint.generation]
                problems.append(f"{place[0]}-{place[1]}: generation {stint.generation} gave it to {other}, too: {stint}")
    return problems


def reading_problems(members: Iterable[Member], ends: Mapping[Place, int]) -> list[str]:
    """Records below `ends` that nobody read, and repeats of what was committed before.

    What a member reads first of a partition that it got must be no earlier than the last commit acknowledged before it got it; from there
    on it must not jump.
    """
    problems: list[str] = []
    commits: dict[Place, list[tuple[float, int]]] = collections.defaultdict(list)
    spans: dict[Place, list[tuple[int, int]]] = collections.defaultdict(list)
    #: (place, when it was assigned, first offset, member)
    begun: list[tuple[Place, float, int, str]] = []
    ended_kcats = 0
    for member in members:
        ended_kcats += member.client == "kcat" and bool(member.died_at is not None or member.of("left"))
        since: dict[Place, float] = {}
        position: dict[Place, int] = {}
        for event in list(member.events):
            if event["event"] == "assigned":
                for topic, partition in event["partitions"]:
                    since[topic, partition] = event["at"]
                    position.pop((topic, partition), None)
            elif event["event"] == "committed":
                for topic, partition, offset in event["offsets"]:
                    commits[topic, partition].append((event["at"], offset))
            elif event["event"] == "records":
                for topic, partition, first, last in event["ranges"]:
                    place = (topic, partition)
                    if place not in position:
                        begun.append((place, since.get(place, 0.0), first, member.name))
                    elif position[place] != first:
                        problems.append(f"{topic}-{partition}: {member.name} jumped from {position[place]} to {first}")
                    position[place] = last + 1
                    spans[place].append((first, last))
    floors = {place: list(_rising(sorted(some))) for place, some in commits.items()}
    for place, at, first, name in begun:
        known = floors.get(place, [])
        index = bisect.bisect_left(known, (at, -1))
        if index and first < known[index - 1][1]:
            problems.append(f"{place[0]}-{place[1]}: {name} repeats from {first}, and {known[index - 1][1]} was committed before")
    # The record that a kcat had in its hands when it was told to end, was committed as it was handed over, and not printed.
    return problems + unread(spans, ends, ended_kcats)


def unread(spans: Mapping[Place, list[tuple[int, int]]], ends: Mapping[Place, int], in_hand: int) -> list[str]:
    """Which records below `ends` nobody read.

    :param spans: first and last offset of what was read at a time.
    :param in_hand: how many single records may be missing, as members ended between being handed one and telling of it.
    """
    problems = []
    for place, end in ends.items():
        seen = 0
        for first, last in sorted(spans.get(place, ())):
            if first == seen + 1 and in_hand:
                in_hand -= 1
            elif first > seen:
                problems.append(f"{place[0]}-{place[1]}: nobody read {seen} to {first - 1}")
            seen = max(seen, last + 1)
        if seen < end:
            problems.append(f"{place[0]}-{place[1]}: read up to {seen} of {end}")
    return problems


def _rising(commits: Iterable[tuple[float, int]]) -> Iterator[tuple[float, int]]:
    highest = 0
    for at, offset in commits:
        highest = max(highest, offset)
        yield at, highest


def value_of(partition: int, number: int) -> bytes:
    """The record that must have this number as its offset: members tell where it has not."""
    return b"#%d/%d" % (partition, number)


def fill(address: str, topic: str, partitions: int, count: int, first: int = 0) -> dict[Place, int]:
    """Make the topic (where `first` is 0) and write numbers `first` to `count` into each partition; the ends."""
    from confluent_kafka import Producer

    from tests.integration import disk

    if first == 0:
        disk.create_topic(address, topic, partitions)
    producer = Producer({"bootstrap.servers": address, "linger.ms": 5, "enable.idempotence": True, "log_level": 0})
    failures: list[str] = []
    for number in range(first, count):
        for partition in range(partitions):
            producer.produce(
                topic,
                value_of(partition, number),
                None,
                partition,
                on_delivery=lambda error, _: failures.append(str(error)) if error else None,
            )
        producer.poll(0)
    left = producer.flush(60)
    assert not left and not failures, (left, failures[:3])
    return {(topic, partition): count for partition in range(partitions)}


def committed(address: str, group: str) -> dict[Place, int]:
    """What the broker has of a group's offsets, when it has read them: librdkafka does not ask again."""
    from confluent_kafka import ConsumerGroupTopicPartitions, KafkaError, KafkaException
    from confluent_kafka.admin import AdminClient

    admin = AdminClient({"bootstrap.servers": address, "log_level": 0})
    deadline = time.monotonic() + 60
    while True:
        asked = admin.list_consumer_group_offsets([ConsumerGroupTopicPartitions(group)])
        try:
            return {(place.topic, place.partition): place.offset for place in asked[group].result(60).topic_partitions}
        except KafkaException as error:
            if error.args[0].code() != KafkaError.COORDINATOR_LOAD_IN_PROGRESS or time.monotonic() > deadline:
                raise
        time.sleep(0.1)


def together(*acts: Callable[[], object]) -> None:
    """Run acts that mostly wait, each in a thread of its own.

    :raises AssertionError: with what every failed act says.
    :raises SkipTest: something from outside is missing.
    """
    with concurrent.futures.ThreadPoolExecutor(len(acts)) as pool:
        started = [pool.submit(act) for act in acts]
    errors = [error for each in started if (error := each.exception()) is not None]
    if errors and all(isinstance(error, unittest.SkipTest) for error in errors):
        raise errors[0]
    for error in errors:
        traceback.print_exception(error)
    if len(errors) == 1:
        raise errors[0]
    assert not errors, "\n".join(f"{type(error).__name__}: {error}" for error in errors)
