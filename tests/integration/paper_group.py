"""One group by the paper on a real ZooKeeper, with a broker, a writer, and members that come and go.

The broker is one of klog's, standing alone, and its nodes (``/brokers/ids``, ``/brokers/topics``) are written by hand, so that what is
judged here is the group only; with ``coordinated`` it is a broker of that ZooKeeper itself, of klog's or of a version of Apache Kafka's.
"""

from __future__ import annotations

import collections
import contextlib
import json
import pathlib
import random
import tempfile
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, Self

from tests.integration import disk
from tests.integration.group_brokers import broker
from tests.integration.group_members import Member, Place
from tests.integration.numbered_load import to_one_topic
from tests.integration.owners_watch import OwnersHistory, Registry
from tests.integration.paper_members import KafkaMember, delivery_problems, ids_of, reading_problems
from tests.integration.running import KlogBroker, kafka_broker
from tests.integration.zookeeper_log import changes, read_logs

CHROOT = "/paper"
#: Of members of both kinds, ms.
SESSION_TIMEOUT_MS = 4000
#: What klog's members are told.
MEMBER = {
    "zookeeper_session_timeout_ms": SESSION_TIMEOUT_MS,
    "rebalance_backoff_ms": 250,
    "rebalance_max_retries": 40,
    "auto_offset_reset": "smallest",
    "auto_commit_interval_ms": 500,
}
#: For anything, on a machine that has other things to do, s.
PATIENCE_S = 60.0


class PaperGroup:
    """All of it, as a context.

    :param connect: the ZooKeeper, without a chroot.
    :param logs: the folders with its transaction logs.
    :param kafka: the version, where the broker is Apache Kafka's.
    """

    def __init__(
        self,
        connect: str,
        logs: Iterable[pathlib.Path],
        *,
        partitions: int,
        name: str = "paper",
        rate: int = 1000,
        seed: int = 0,
        coordinated: bool = False,
        kafka: str = "",
    ) -> None:
        self.connect = connect
        self.chroot = f"{CHROOT}-{name}"
        self.zookeeper = connect + self.chroot
        self.logs = list(logs)
        self.group = self.topic = name
        self.partitions = partitions
        self.rate = rate
        self.source = random.Random(seed)
        self.coordinated = coordinated
        self.kafka = kafka
        self.places: set[Place] = {(name, number) for number in range(partitions)}
        #: All that ever were, by name; and those that should be there.
        self.members: dict[str, Member] = {}
        self.alive: dict[str, Member] = {}
        #: When whose session was ended behind its back.
        self.expired: dict[str, list[float]] = collections.defaultdict(list)
        #: What the wall clock shows when the monotonic clock shows 0, ms.
        self.wall_ms = (time.time() - time.monotonic()) * 1000
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Self:
        with self._stack:
            self._begin()
            self._stack = self._stack.pop_all()
        return self

    def _begin(self) -> None:
        from kazoo.client import KazooClient

        enter = self._stack.enter_context
        self.folder = pathlib.Path(enter(tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True)))
        root = KazooClient(self.connect, timeout=20)
        root.start(timeout=PATIENCE_S)
        self._stack.callback(root.close)
        root.ensure_path(self.chroot)
        root.stop()
        # It soon leaves a server that is frozen.
        self.keeper = KazooClient(self.zookeeper, timeout=1.5)
        self.keeper.start(timeout=PATIENCE_S)
        self._stack.callback(self.keeper.close)
        self._stack.callback(self.keeper.stop)
        if self.kafka:
            self.address = enter(kafka_broker(self.kafka, self.folder / "kafka", zookeeper=self.zookeeper, kill=True))
            disk.create_topic(self.address, self.topic, self.partitions)
        elif self.coordinated:
            settings = {"broker.id": "1", "zookeeper.connect": self.zookeeper, "zookeeper.session.timeout.ms": "6000"}
            self.address = enter(KlogBroker(settings=settings)).address
            disk.create_topic(self.address, self.topic, self.partitions)
        else:
            self.address = enter(broker()).address
            disk.create_topic(self.address, self.topic, self.partitions)
            host, _, port = self.address.rpartition(":")
            registration = {"version": 1, "host": host, "port": int(port), "jmx_port": -1, "timestamp": "0"}
            self.keeper.create("/brokers/ids/1", json.dumps(registration).encode(), makepath=True)
            spread = {"version": 1, "partitions": {str(number): [1] for number in range(self.partitions)}}
            self.keeper.create(f"/brokers/topics/{self.topic}", json.dumps(spread).encode(), makepath=True)
            for number in range(self.partitions):
                state = {"version": 1, "leader": 1, "leader_epoch": 0, "controller_epoch": 1, "isr": [1]}
                where = f"/brokers/topics/{self.topic}/partitions/{number}/state"
                self.keeper.create_async(where, json.dumps(state).encode(), makepath=True).get(timeout=PATIENCE_S)
        # Apache Kafka's console consumer can start at the beginning only where the group has no offsets at all.
        for number in range(self.partitions):
            self.keeper.create(f"/consumers/{self.group}/offsets/{self.topic}/{number}", b"0", makepath=True)
        self.registry = Registry(self.keeper, self.group, self.topic, self.partitions)
        self.writer = to_one_topic(self.address, self.topic, self.partitions, rate=self.rate)

    def __exit__(self, kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None) -> None:
        self.writer.end()
        for member in self.members.values():
            if member.process.poll() is None:
                member.kill()
        if kind is not None:
            for member in self.alive.values():
                print(repr(member))
        self._stack.__exit__(kind, _value, _trace)

    # Members

    def join(self, name: str, client: str = "klog-zookeeper", connect: str = "", **settings: Any) -> Member:
        """A member of klog's, or of ``kafka-VERSION``; `connect` to another place than the ZooKeeper (a proxy)."""
        zookeeper = connect + self.chroot if connect else self.zookeeper
        member: Member
        if client.startswith("kafka-"):
            version = client.removeprefix("kafka-")
            member = KafkaMember(version, zookeeper, self.group, self.topic, self.folder, settings=settings, source=self.source, name=name)
        else:
            given = {**MEMBER, "zookeeper": zookeeper, **settings}
            member = Member(client, "", self.group, [self.topic], settings=given, commit="auto", name=name, pause_s=0.02)
        self.members[name] = self.alive[name] = member
        return member

    def leave(self, name: str) -> None:
        """In order."""
        self.alive.pop(name).leave()

    def kill(self, name: str) -> None:
        """kill -9."""
        self.alive.pop(name).kill()

    # States

    def unsettled(self, without: Iterable[str] = ()) -> str:
        """Why the members do not share the partitions as Algorithm 1 says; "" where they do.

        :param without: members that cannot take part just now.
        """
        from kazoo.exceptions import KazooException

        away = set(without)
        try:
            registered = self.registry.members()
            owners = self.registry.owners()
            expected = self.registry.expected()
        except (KazooException, TimeoutError) as error:
            return f"ZooKeeper does not answer: {error!r}"
        if owners != expected:
            wrong = [place for place in sorted(self.places) if owners.get(place) != expected.get(place)]
            return f"{len(wrong)} owners are not those of Algorithm 1, {len(owners)} partitions are owned; members {sorted(registered)}"
        present = {name: member for name, member in self.alive.items() if name not in away}
        if len(registered) != len(present):
            return f"{len(registered)} are registered, {len(present)} should be"
        for name, member in present.items():
            mine = registered.keys() & ids_of(member)
            if len(mine) != 1:
                return f"{name} is {sorted(ids_of(member))}, and registered are {sorted(registered)}"
            has = {place for place, thread in owners.items() if thread.rpartition("-")[0] in mine}
            if not isinstance(member, KafkaMember) and member.owned != has:
                return f"{name} has {len(has)} partitions in ZooKeeper and {len(member.owned)} by its own word"
        return ""

    def settle(self, what: str, without: Iterable[str] = (), since: float | None = None) -> float:
        """Until every partition has its owner; the seconds that took, from `since` (monotonic) on.

        :raises AssertionError: it takes too long.
        """
        began = time.monotonic() if since is None else since
        return self._wait(what, lambda: self.unsettled(without), began)

    def _wait(self, what: str, why_not: Callable[[], str], began: float) -> float:
        deadline = time.monotonic() + PATIENCE_S
        while why := why_not():
            for name, member in self.alive.items():
                assert member.process.poll() is None, f"{what}: {name} ended by itself: {member!r}"
            assert time.monotonic() < deadline, f"{what}: {why}: {list(self.alive.values())}"
            time.sleep(0.03)
        return time.monotonic() - began

    def _behind(self) -> str:
        reached: dict[Place, int] = {}
        for member in self.members.values():
            for place, spans in member.read.items():
                reached[place] = max(reached.get(place, 0), max(last for _, last in spans) + 1)
        left = {place: end for place, end in self.writer.sent.items() if reached.get(place, 0) < end}
        return f"{len(left)} partitions are not read to their ends: {dict(list(left.items())[:5])}" if left else ""

    def finish(self) -> dict[Place, int]:
        """The writer ends, all is read, the members leave; what is committed then."""
        self.writer.finish_well()
        self.settle("the end")
        self._wait("reading the rest", self._behind, time.monotonic())
        leaving = list(self.alive)
        for name in leaving:
            self.leave(name)
        return self.registry.offsets()

    # Judgement

    def history(self) -> OwnersHistory:
        """The registries at all times. ZooKeeper should be at rest."""
        return OwnersHistory(changes(read_logs(self.logs)), self.group, self.chroot)

    def problems(self) -> list[str]:
        """All that must not be; to be asked for after `finish`."""
        members = list(self.members.values())
        history = self.history()
        klogs = [
            session for each in members if not isinstance(each, KafkaMember) for one in ids_of(each) for session in history.sessions[one]
        ]
        found = history.problems + history.wrong_commits_of(klogs)
        found += delivery_problems(members, self.expired, SESSION_TIMEOUT_MS / 1000 * 2 / 3)
        found += reading_problems(members, self.writer.sent, history, self.wall_ms)
        found += [f"{member.name}: {event['text']}" for member in members for event in member.of("wrong")]
        # So many that one sees what they have in common.
        return found[:20] + ([f"and {len(found) - 20} more"] if len(found) > 20 else [])

    def summary(self) -> str:
        """For people."""
        total = sum(self.writer.sent.values())
        read = sum(member.count for member in self.members.values())
        history = self.history()
        tenures = sum(map(len, history.tenures.values()))
        commits = sum(map(len, history.commits.values()))
        troubles = sum(len(member.of("trouble")) for member in self.members.values())
        return f"{total} records, {read - total} read again; {tenures} ownerships, {commits} commits, {troubles} troubles told"
