"""Members of groups by the paper, klog's and Apache Kafka's, and what must hold of all that they read.

klog's are `group_members.Member` with the client ``klog-zookeeper``. `KafkaMember` is Apache Kafka's console consumer with ``--zookeeper``:
it tells nothing of what it owns, and prints what it reads.
"""

from __future__ import annotations

import bisect
import collections
import itertools
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from tests import peers
from tests.integration.group_members import Member, Place, unread
from tests.integration.owners_watch import OwnersHistory

#: Small, and quick to start.
JVM_OPTIONS = peers.jvm("64m")


class KafkaMember(Member):
    """Apache Kafka's consumer of `version` in a group of the ZooKeeper `zookeeper` (``host:port/chroot``)."""

    def __init__(
        self,
        version: str,
        zookeeper: str,
        group: str,
        topic: str,
        folder: pathlib.Path,
        *,
        settings: Mapping[str, Any] | None = None,
        source: random.Random,
        name: str = "",
    ) -> None:
        self.client = f"kafka-{version}"
        self.name = name or self.client
        self.commit = "auto"
        self.topic = topic
        # As it would make it itself; so that we know it.
        made = f"{socket.gethostname()}-{int(time.time() * 1000)}-{source.getrandbits(32):08x}"
        self.member_id = f"{group}_{made}"
        file = folder / f"{made}.properties"
        text = {
            "group.id": group,
            "consumer.id": made,
            "zookeeper.session.timeout.ms": 4000,
            "zookeeper.connection.timeout.ms": 20000,
            "zookeeper.sync.time.ms": 250,
            "rebalance.max.retries": 40,
            "rebalance.backoff.ms": 250,
            "auto.commit.interval.ms": 500,
            **(settings or {}),
        }
        file.write_text("".join(f"{key}={value}\n" for key, value in text.items()))
        command = [*peers.kafka(version), "console-consumer", "--zookeeper", zookeeper, "--topic", topic]
        command += ["--consumer.config", str(file)]
        self._position: dict[int, int] = {}
        self._begin(command, {**os.environ, "KAFKA_HEAP_OPTS": JVM_OPTIONS})

    def _event(self, line: bytes) -> dict[str, Any]:
        found = re.fullmatch(rb"#(\d+)/(\d+)", line.strip())
        if not found:
            raise ValueError(line)
        partition, offset = int(found[1]), int(found[2])
        if self._position.get(partition) != offset:
            # It is not told when a partition comes (again): it shows.
            self.events.append({"event": "assigned", "at": 0.0, "partitions": [[self.topic, partition]]})
        self._position[partition] = offset + 1
        return {"event": "records", "at": time.monotonic(), "ranges": [[self.topic, partition, offset, offset]]}

    @property
    def ids(self) -> set[str]:
        """Who it is in ZooKeeper."""
        return {self.member_id}

    def leave(self, timeout: float = 40) -> Self:
        """SIGTERM: it commits and closes its session."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self.name} did not leave within {timeout} s: {self!r}") from None
        self._join()
        self.events.append({"event": "left", "at": time.monotonic()})
        return self


def ids_of(member: Member) -> set[str]:
    """The member ids that it told of; one in each life of its session at most."""
    return member.ids if isinstance(member, KafkaMember) else {str(event["id"]) for event in member.of("member")}


def freeze(member: Member) -> None:
    """SIGSTOP."""
    os.kill(member.process.pid, signal.SIGSTOP)


def thaw(member: Member) -> None:
    """SIGCONT."""
    os.kill(member.process.pid, signal.SIGCONT)


def session_password(session: int) -> bytes:
    """ZooKeeper derives a session's password from its id: with it anybody's session can be ended."""
    state = ((session ^ 0xB3415C00) ^ 0x5DEECE66D) & ((1 << 48) - 1)
    words = []
    for _ in range(4):
        state = (state * 0x5DEECE66D + 0xB) & ((1 << 48) - 1)
        words.append((state >> 16).to_bytes(4, "little"))
    return b"".join(words)


# What must hold


def delivery_problems(members: Iterable[Member], expired: Mapping[str, Sequence[float]] | None = None, most_s: float = 0.0) -> list[str]:
    """Every time when two of klog's members read the same partition, by their own records.

    What was taken from a member (``lost``) it may learn late, where it was frozen; what counts then is what it read last.

    :param expired: when a member's session was ended behind its back, which no clock of its own can foretell: by its name.
    :param most_s: for so long it may read on then.
    """
    problems: list[str] = []
    #: (begun, ended, who)
    times: dict[Place, list[tuple[float, float, str]]] = collections.defaultdict(list)
    for member in members:
        if isinstance(member, KafkaMember):
            continue
        read: dict[Place, list[float]] = collections.defaultdict(list)
        for event in member.of("records"):
            for topic, partition, _, _ in event["ranges"]:
                read[topic, partition].append(event["at"])
        for place, stints in member.stints().items():
            moments = read[place]
            for stint in stints:
                ended = stint.ended
                if stint.how == "lost":
                    index = bisect.bisect_right(moments, ended)
                    ended = max(stint.begun, moments[index - 1] if index else 0.0)
                    for at in (expired or {}).get(member.name, ()):
                        if stint.begun <= at <= ended <= at + most_s:
                            ended = at
                times[place].append((stint.begun, ended, f"{member.name} ({stint.how})"))
            # What it read without owning it.
            for at in moments:
                if not any(stint.begun <= at <= stint.ended for stint in stints):
                    problems.append(f"{place[0]}-{place[1]}: {member.name} read at {at:.3f} what it did not own: {stints}")
    for place, some in times.items():
        for before, after in itertools.pairwise(sorted(some)):
            if after[0] < before[1]:
                problems.append(f"{place[0]}-{place[1]}: {before} and {after} overlap by {before[1] - after[0]:.3f} s")
    return problems


def reading_problems(members: Iterable[Member], ends: Mapping[Place, int], history: OwnersHistory, wall_ms: float) -> list[str]:
    """Records below `ends` that nobody read, jumps, and repeats of what had been committed.

    :param history: whose commits count.
    :param wall_ms: what the wall clock shows when the monotonic clock shows 0, in ms.
    """
    problems: list[str] = []
    spans: dict[Place, list[tuple[int, int]]] = collections.defaultdict(list)
    #: Kafka's commit what they hand out; the one record that each had in hand at its end may not have been printed.
    in_hand = sum(isinstance(member, KafkaMember) for member in members)
    for member in members:
        since: dict[Place, float] = {}
        position: dict[Place, int] = {}
        for event in list(member.events):
            if event["event"] == "assigned":
                for topic, partition in event["partitions"]:
                    since[topic, partition] = event["at"]
                    position.pop((topic, partition), None)
            elif event["event"] == "records":
                for topic, partition, first, last in event["ranges"]:
                    place = (topic, partition)
                    spans[place].append((first, last))
                    if place in position:
                        if position[place] != first:
                            problems.append(f"{topic}-{partition}: {member.name} jumped from {position[place]} to {first}")
                    elif since.get(place):
                        # What is committed in the very millisecond may have come after.
                        floor = history.committed_at(place, wall_ms + since[place] * 1000 - 3)
                        if floor is not None and first < floor:
                            problems.append(f"{topic}-{partition}: {member.name} repeats from {first}; {floor} was committed before")
                    position[place] = last + 1
    return problems + unread(spans, ends, in_hand)
