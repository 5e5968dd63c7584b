"""The audit among three real brokers, while clients and brokers are killed, stopped and frozen, groups share their partitions out anew,
records are late and clocks are wrong; and every verdict judged by what has really happened.

The books are looked at all the time (`Watch`), and once more in the end: an alarm that is taken back was a false one. What may be said is
judged by `tests.integration.audit.judge`.

The plan is made from a seed before anything runs (`make_plan`, pure). In an hour, times in which clients and brokers are killed change with
calm ones, in which they are stopped and frozen and members come and go.
"""

from __future__ import annotations

import array
import collections
import contextlib
import enum
import json
import pathlib
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self

from klog.audit.balance import Edge
from klog.audit.cells import AUDIT_TOPIC
from klog.audit.ledger import Ledger
from klog.audit.numbers import HEADER_NAME, Lane, NumberRanges, compare, decode_number
from klog.audit.verdicts import Verdict
from klog.audit.windows import Window, window_of
from klog.client.blocking.client import BlockingClient
from klog.errors import KlogError
from klog.model import LATEST_TIMESTAMP, TopicPartition
from tests.integration import disk
from tests.integration.audit.client import Fact, Kind, Spec, read_journal
from tests.integration.audit.judge import CALM_AFTER_MS, ROLES, TOPIC, Truth
from tests.integration.replica_cluster import BROKERS, PATIENCE_S, ReplicaCluster
from tests.integration.warm_start import WarmPopen

GROUP = "billing"
ASSIGNMENT = [[1, 2, 3], [2, 3, 1], [3, 1, 2], [1, 3, 2], [2, 1, 3], [3, 2, 1]]
_OFFSETS_PARTITIONS = 6
_MEMBERS = 3


class Misfortune(enum.StrEnum):
    """What may happen."""

    PRODUCER_LEAVES = "a producer is stopped, and another begins"
    PRODUCER_DIES = "a producer is killed, and another begins"
    MEMBER_JOINS = "a member joins"
    MEMBER_LEAVES = "a member leaves"
    MEMBER_DIES = "a member is killed, and another begins"
    BROKER_STOPS = "a broker that leads is stopped, and started"
    BROKER_DIES = "a broker that leads is killed, and started"
    BROKER_FREEZES = "a broker stands still for longer than its session"


_CALM = (
    *(Misfortune.PRODUCER_LEAVES, Misfortune.MEMBER_JOINS, Misfortune.BROKER_STOPS, Misfortune.MEMBER_LEAVES),
    Misfortune.BROKER_FREEZES,
)
_DEATHS = (Misfortune.PRODUCER_DIES, Misfortune.MEMBER_DIES, Misfortune.BROKER_DIES)
#: Each once, in a few seconds. Who stands still for longer than a session takes as long.
ONCE = (
    *(Misfortune.MEMBER_JOINS, Misfortune.PRODUCER_LEAVES, Misfortune.BROKER_STOPS, Misfortune.MEMBER_LEAVES),
    *(Misfortune.PRODUCER_DIES, Misfortune.MEMBER_DIES, Misfortune.BROKER_DIES),
)
#: Of a long plan: so long calm, then deaths, and then their ends.
_CALM_S, _DEATHS_S = 200.0, 60.0
_CYCLE_S = _CALM_S + _DEATHS_S + CALM_AFTER_MS / 1000
_STEP_S = 15.0


class Step(NamedTuple):
    """At a time after the start something happens."""

    at_s: float
    what: Misfortune


def make_plan(seed: int, duration_s: float) -> list[Step]:
    """Each misfortune once where there are seconds only; else in cycles, each with all of them."""
    if duration_s < _CYCLE_S:
        pause_s = duration_s / (len(ONCE) + 1)
        return [Step((number + 1) * pause_s, what) for number, what in enumerate(ONCE)]
    rng = random.Random(seed)
    steps: list[Step] = []
    for cycle in range(int(duration_s / _CYCLE_S)):
        for begins_s, lasts_s, kinds in ((0.0, _CALM_S, _CALM), (_CALM_S, _DEATHS_S, _DEATHS)):
            count = max(len(kinds), int(lasts_s / _STEP_S))
            drawn = [*kinds, *rng.choices(kinds, k=count - len(kinds))]
            rng.shuffle(drawn)
            steps += [Step(cycle * _CYCLE_S + begins_s + (number + 0.5) * lasts_s / count, what) for number, what in enumerate(drawn)]
    return steps


# What runs
_MEMBER_OPTIONS = {
    "auto_offset_reset": "earliest",
    "session_timeout_ms": 6_000,
    "heartbeat_interval_ms": 300,
    "auto_commit_interval_ms": 1_000,
    "fetch_max_wait_ms": 50,
    "metadata_max_age_ms": 1_000,
}


class Client:
    """A client's process."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.process = WarmPopen(spec.command(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.said: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stderr:
            for line in stderr:
                self.said.append(line.decode(errors="replace"))

    @property
    def journal(self) -> pathlib.Path:
        """What it has written down."""
        return pathlib.Path(self.spec.journal)

    @property
    def has_begun(self) -> bool:
        """Whether it has written anything down."""
        return self.journal.exists() and self.journal.stat().st_size > 0

    def leave(self) -> None:
        """Ask it to end, which it hears once it has its journal."""
        disk.wait_for(f"{self.spec.client_id} {self.spec.run} begins", self.journal.exists, PATIENCE_S, lambda: "".join(self.said))
        self.process.send_signal(signal.SIGTERM)

    def wait(self, seconds: float = PATIENCE_S) -> None:
        """Until it has ended, and insist on a good end."""
        code = self.process.wait(seconds)
        self._reader.join(5)
        said = "".join(self.said)
        assert code == 0 and "Traceback" not in said, f"{self.spec.client_id} {self.spec.run} ended with {code}: {said[-3000:]}"

    def kill(self) -> None:
        """SIGKILL."""
        self.process.kill()
        self.process.wait()
        self._reader.join(5)


class Watch:
    """Reads the audit topic now and then, and keeps each alarm."""

    def __init__(self, bootstrap: str, every_s: float, grace_ms: int, settle_ms: int) -> None:
        self._bootstrap = bootstrap
        self._every_s = every_s
        self._grace_ms, self._settle_ms = grace_ms, settle_ms
        self.ledger = Ledger()
        self._places: dict[int, int] = {}
        self.alarms: dict[tuple[Any, ...], Edge] = {}
        self.looks = 0
        #: Why it could not be read; a broker is away.
        self.troubles: collections.Counter[str] = collections.Counter()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        while not self._is_over.wait(self._every_s):
            try:
                self.look()
            except KlogError as error:
                self.troubles[error.code.name] += 1

    def look(self) -> list[Edge]:
        """What is judged now."""
        with BlockingClient(self._bootstrap, client_id="watch") as client:
            count = len(client.find_topic(AUDIT_TOPIC, unknown_ms=1_000).partitions)
            places = [TopicPartition(AUDIT_TOPIC, number) for number in range(count)]
            ends = client.list_offsets(places, LATEST_TIMESTAMP)
            for tp in places:
                for message in client.read(tp, self._places.get(tp.partition, 0), ends[tp].offset, timeout_ms=5_000):
                    self.ledger.add(message.key, message.value, message.timestamp_ms)
                    self._places[tp.partition] = message.offset + 1
        self.looks += 1
        now_ms = time.time_ns() // 1_000_000
        edges = self.ledger.balance(now_ms, grace_ms=self._grace_ms, settle_ms=self._settle_ms).edges
        for edge in edges:
            judgment = edge.judgment
            if judgment.verdict in (Verdict.MISSING, Verdict.DUPLICATE, Verdict.CHANGED):
                self.alarms[edge.window, edge.sender, edge.receiver, judgment] = edge
        return edges


class AuditChaos:
    """A plan, carried out.

    :param folder: for what clients write down.
    :ivar deaths_ms: when somebody was killed; :ivar stops_ms: when a broker was told to stop, and had started again.
    """

    def __init__(self, cluster: ReplicaCluster, folder: pathlib.Path, seed: int, *, window_ms: int, interval_ms: int) -> None:
        self._cluster = cluster
        self._folder = folder
        self._rng = random.Random(seed)
        self._window_ms, self._interval_ms = window_ms, interval_ms
        self._runs = 0
        self.producers: list[Client] = []
        self.members: list[Client] = []
        #: All that ever were.
        self.clients: list[Client] = []
        self.killed: list[Client] = []
        self.deaths_ms: list[int] = []
        self.stops_ms: list[tuple[int, int]] = []
        self.done: collections.Counter[Misfortune] = collections.Counter()

    def _spec(self, kind: Kind, client_id: str, ahead_ms: int, late: int, numbers: bool, options: Mapping[str, Any]) -> Spec:
        self._runs += 1
        return Spec(
            kind=kind,
            bootstrap=self._cluster.bootstrap,
            client_id=client_id,
            topic=TOPIC,
            group=GROUP,
            run=self._runs,
            journal=str(self._folder / f"{self._runs}-{client_id}"),
            ahead_ms=ahead_ms,
            late=late,
            window_ms=self._window_ms,
            interval_ms=self._interval_ms,
            numbers=numbers,
            options={"reconnect_backoff_max_ms": 200, **options},
        )

    def _begin(self, spec: Spec, among: list[Client]) -> None:
        client = Client(spec)
        among.append(client)
        self.clients.append(client)

    def _begin_producer(self, name: str) -> None:
        role = ROLES[name]
        ahead_ms = self._rng.choice(role.ahead_ms)
        self._begin(self._spec(role.kind, name, ahead_ms, role.late, role.numbers, role.options), self.producers)

    def _begin_member(self) -> None:
        ahead_ms = self._rng.choice((0, 0, 5_000, -5_000, 3_600_000, -3_600_000))
        self._begin(self._spec(Kind.MEMBER, "member", ahead_ms, 0, False, _MEMBER_OPTIONS), self.members)

    def begin(self) -> None:
        """All producers, and two members."""
        for name, role in ROLES.items():
            for _ in range(role.count):
                self._begin_producer(name)
        self._begin_member()
        self._begin_member()
        self._wait("all have begun", lambda: all(client.has_begun for client in self.clients))

    def _wait(self, what: str, is_so: Any, seconds: float = PATIENCE_S) -> None:
        until = time.monotonic() + seconds
        while not is_so():
            for client in (*self.producers, *self.members):
                assert client.process.poll() is None, f"{client.spec.client_id} has ended: {''.join(client.said)[-3000:]}"
            assert time.monotonic() < until, f"not in time: {what}"
            time.sleep(0.05)

    def run(self, plan: Iterable[Step]) -> None:
        """Carry it out."""
        begun = time.monotonic()
        for step in plan:
            time.sleep(max(0.0, begun + step.at_s - time.monotonic()))
            self.happen(step.what)
            self.done[step.what] += 1
            print(f"  {time.monotonic() - begun:7.1f} s: {step.what}", flush=True)

    def happen(self, what: Misfortune) -> None:
        """Do it."""
        match what:
            case Misfortune.PRODUCER_LEAVES | Misfortune.PRODUCER_DIES:
                self._end(self.producers, what is Misfortune.PRODUCER_DIES)
            case Misfortune.MEMBER_JOINS:
                if len(self.members) < _MEMBERS:
                    self._begin_member()
            case Misfortune.MEMBER_LEAVES:
                if len(self.members) > 1:
                    self._leave(self.members.pop(self._rng.randrange(len(self.members))))
            case Misfortune.MEMBER_DIES:
                self._end(self.members, True)
            case _:
                self._to_a_broker(what)

    def _end(self, among: list[Client], is_killed: bool) -> None:
        gone = among.pop(self._rng.randrange(len(among)))
        if is_killed:
            self._died()
            gone.kill()
            self.killed.append(gone)
        else:
            self._leave(gone)
        if among is self.members:
            self._begin_member()
        else:
            self._begin_producer(gone.spec.client_id)

    def _leave(self, client: Client) -> None:
        client.leave()
        client.wait()

    def _died(self) -> None:
        self.deaths_ms.append(time.time_ns() // 1_000_000)

    def _to_a_broker(self, what: Misfortune) -> None:
        # Only one at a time, so that what was acknowledged is there.
        self._wait_healed()
        victim = self._cluster.in_role("leader", TOPIC)
        if what is Misfortune.BROKER_DIES:
            self._died()
        kind = {Misfortune.BROKER_STOPS: "stop", Misfortune.BROKER_DIES: "kill", Misfortune.BROKER_FREEZES: "freeze"}[what]
        begun_ms = time.time_ns() // 1_000_000
        self._cluster.happen(kind, victim, 0.5)
        if what is Misfortune.BROKER_STOPS:
            self.stops_ms.append((begun_ms, time.time_ns() // 1_000_000))

    def _wait_healed(self) -> None:
        self._cluster.wait_healed({TOPIC: len(ASSIGNMENT), "__consumer_offsets": _OFFSETS_PARTITIONS})
        # This one has as many copies as there were brokers when the first of them wanted it.
        copies = json.loads(self._cluster.keeper.get(f"{self._cluster.root}/brokers/topics/{AUDIT_TOPIC}")[0])["partitions"]

        def behind() -> list[str]:
            states = {number: self._cluster.state(AUDIT_TOPIC, int(number)) for number in copies}
            return [f"{number}: {state}" for number, state in states.items() if state is None or len(state.in_sync) != len(copies[number])]

        disk.wait_for("the audit's topic is in sync", lambda: not behind(), PATIENCE_S, behind)

    def end(self) -> None:
        """Producers end, the group reads the rest, and its members end."""
        self._wait_healed()
        for client in self.producers:
            client.leave()
        for client in self.producers:
            client.wait()
        with BlockingClient(self._cluster.bootstrap, client_id="judge") as judge:
            ends = judge.list_offsets([TopicPartition(TOPIC, number) for number in range(len(ASSIGNMENT))], LATEST_TIMESTAMP)
        self.producers.clear()
        wanted = {tp.partition: found.offset for tp, found in ends.items()}
        self._wait("the group has read all", lambda: self._has_read(wanted))
        for client in self.members:
            client.leave()
        for client in self.members:
            client.wait()
        self.members.clear()

    def _has_read(self, wanted: Mapping[int, int]) -> bool:
        far: dict[int, int] = {}
        for client in self.clients:
            for what, partition, _, end in read_journal(client.journal):
                if what is Fact.HANDED:
                    far[partition] = max(far.get(partition, 0), end)
        return all(far.get(partition, 0) >= end for partition, end in wanted.items())

    def kill_all(self) -> None:
        """The test has failed: whoever runs ends."""
        for client in (*self.producers, *self.members):
            with contextlib.suppress(ProcessLookupError):
                client.kill()

    def number_faults(self, ledger: Ledger, truth: Truth) -> list[str]:
        """What is wrong with the numbers of records: only who was killed may not have told of all that are there."""
        delivered: dict[Lane, NumberRanges] = {}
        tried: dict[Lane, NumberRanges] = {}
        for key, cell in ledger.numbers.items():
            if key.topic == TOPIC:
                delivered |= cell.delivered
                tried |= cell.tried
        killed = {truth.incarnations.get(client.spec.run) for client in self.killed}
        found = [
            str(one)
            for one in compare(delivered, tried, truth.numbers)
            if one.missing or one.repeats or (one.unknown and one.incarnation not in killed)
        ]
        strays = [] if not truth.numbers.strayed else [f"{truth.numbers.strayed} strays"]
        return found + strays + ([] if delivered else ["nobody has told of numbers"])

    # What has happened

    def truth(self) -> Truth:
        """Read the log and what everybody has written down."""
        found = Truth()
        times, in_log = self._read_log(found)
        for client in self.clients:
            if client.spec.kind is Kind.MEMBER:
                continue
            self._producer_truth(client, in_log.get(client.spec.run, collections.Counter()), found)
        self._reader_truth(times, found)
        return found

    def _read_log(self, found: Truth) -> tuple[list[array.array[int]], dict[int, collections.Counter[int]]]:
        """Timestamps by partition and offset, and how often each number of each run is there."""
        times: list[array.array[int]] = []
        in_log: dict[int, collections.Counter[int]] = {}
        with BlockingClient(self._cluster.bootstrap, client_id="judge") as client:
            for number in range(len(ASSIGNMENT)):
                stamps = array.array("q")
                for message in client.read(TopicPartition(TOPIC, number), 0):
                    assert message.offset == len(stamps), f"partition {number} has a gap at {len(stamps)}"
                    stamps.append(message.timestamp_ms)
                    name, run, index = (message.value or b"").split(b"/")
                    found.written[name.decode(), window_of(message.timestamp_ms, self._window_ms)] += 1
                    in_log.setdefault(int(run), collections.Counter())[int(index)] += 1
                    header = next((value for key, value in message.headers if key == HEADER_NAME), None)
                    if header is not None:
                        found.numbers.note(number, message.offset, header)
                        found.incarnations[int(run)] = decode_number(header).incarnation  # type: ignore[union-attr]
                times.append(stamps)
        return times, in_log

    def _producer_truth(self, client: Client, there: Mapping[int, int], found: Truth) -> None:
        name = client.spec.client_id
        windows: list[Window] = []
        acknowledged: set[int] = set()
        settled: set[int] = set()
        for what, first, count, third in read_journal(client.journal):
            numbers = range(first, first + count)
            if what is Fact.TRIED:
                assert first == len(windows)
                windows += [window_of(third, self._window_ms)] * count
                found.tried[name, windows[-1]] += count
            else:
                settled.update(numbers)
                if what is Fact.WRITTEN:
                    acknowledged.update(numbers)
                    found.acknowledged[name, windows[first]] += count
                else:
                    found.acknowledged[name, windows[first]] += third
        for number, window in enumerate(windows):
            copies = there.get(number, 0)
            found.doubled[name, window] += max(0, copies - 1)
            found.lost[name, window] += number in acknowledged and not copies
            if client in self.killed and number not in settled:
                found.unresolved[name, window] += 1
                found.maybe_lost[name, window] += not copies

    def _reader_truth(self, times: list[array.array[int]], found: Truth) -> None:
        seen = [bytearray(len(stamps)) for stamps in times]
        for client in self.clients:
            if client.spec.kind is not Kind.MEMBER:
                continue
            for _, partition, first, end in read_journal(client.journal):
                assert end <= len(times[partition]), f"{client.spec.run} has read {partition} up to {end}, behind its end"
                for offset in range(first, end):
                    window = window_of(times[partition][offset], self._window_ms)
                    found.handed[window] += 1
                    found.read[window] += not seen[partition][offset]
                    seen[partition][offset] = 1


def settings(window_ms: int, interval_ms: int) -> dict[str, str]:
    """Of the brokers."""
    return {
        "klog.audit.counts": "true",
        "klog.audit.counts.window.ms": str(window_ms),
        "klog.audit.counts.interval.ms": str(interval_ms),
        # Clocks are wrong by hours.
        "log.message.timestamp.after.max.ms": str(1 << 60),
        "log.message.timestamp.before.max.ms": str(1 << 60),
    }


assert set(BROKERS) == {one for replicas in ASSIGNMENT for one in replicas}
