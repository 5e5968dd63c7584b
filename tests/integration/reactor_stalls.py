"""How long a broker's reactor is away while the heaviest work goes on: ``python -m tests.integration.reactor_stalls [--runs 5] [--quick]``.

Each run does one thing after the other, and then everything at once, beside a small producer:

=========== ===========================================================================================================
loading     the broker starts, and reads a million committed offsets
alone       nothing but the producer: what its p99 is compared with
create      two topics of 1,000 partitions are made
readers     32 consumers far behind read eight segments of 1 GiB that are not in memory
bare        the same, but a bare server of files in the broker's place
members     1,000 members of one group of KIP-848 are assigned 2,000 partitions
delete      1,000 partitions are deleted
churn       a compacted topic of small segments is filled, rolled and compacted all the while; one large segment is rolled
together    a broker is started and does all of this at once, but for the creation
=========== ===========================================================================================================

Of each the longest turn is told: by the clock on the wall, and by the processor time of the reactor's thread, to tell a slow turn from
one that waited for a core. The loads are niced as far as it goes (``SCHED_IDLE``: they never keep a core from who is not; at nice 10 they
do for milliseconds at a time, which a bystander sees as well); the producer and the broker are not. All of a phase begin together, once
the last of them has been imported. What the thread was seen doing in the
longest turns stands below the table.

A machine that is shared may take a core away without saying so, and charge it as processor time. So a **bystander** runs in each phase: a
server of a few lines, with nothing of klog, and a client that asks as often as the producer does. What its turns and its p99 become is
what the machine does to everybody; it is told beside what the broker did. Who computes little is seldom hit, so there is the phase
``bare``, too: the same readers of the same cold files, served by a `tests.integration.bare_server`, with nothing of klog either.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import functools
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import Any, Self

from klog.records.implementations import codec
from klog.storage.directories.directory import LogDirectory
from klog.storage.filesystem import RealFileSystem
from klog.storage.log.values import AppendEntry
from klog.storage.settings import LogSettings
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest
from tests import peers
from tests.integration.raw import Raw

#: No turn shall be longer, in the median of the runs; the producer's p99 shall not grow by more than this.
MOST_MS = 20.0
MOST_GROWTH = 1.5
#: Committed offsets of one group.
OFFSETS_OF_A_GROUP = 100
#: How loads are started where everything is measured, and where they only have to be made (a busy machine would starve the first).
IDLE = ("chrt", "--idle", "0")
NICE = ("nice", "-n", "10")
SETTINGS = ("log.cleaner.backoff.ms=100", "log.cleaner.min.cleanable.ratio=0.05", "auto.create.topics.enable=false")


@dataclasses.dataclass(frozen=True)
class Scale:
    """How much of everything."""

    readers: int
    cold: int
    segment_bytes: int
    doomed: int
    members: int
    wide: int
    offsets: int
    rolling_bytes: int
    seconds: float
    nice: tuple[str, ...] = IDLE

    @property
    def asked_groups(self) -> list[str]:
        """Those whose offsets are asked for to see that all are loaded; a hundred at most, of all partitions."""
        groups = _groups(self)
        return groups[:: max(1, len(groups) // 100)]

    @property
    def asked_offsets(self) -> int:
        """How many offsets these have."""
        return len(self.asked_groups) * OFFSETS_OF_A_GROUP


FULL = Scale(32, 8, 1 << 30, 1000, 1000, 2000, 1_000_000, 256 << 20, 8)
QUICK = Scale(32, 8, 64 << 20, 300, 300, 600, 200_000, 64 << 20, 4)
#: Every load once, as small as it can be.
SMALL = Scale(4, 2, 1 << 20, 20, 10, 40, 2000, 1 << 20, 0.5, NICE)


@dataclasses.dataclass(frozen=True)
class Phase:
    """What was seen in one phase of one run."""

    name: str
    wall_ms: float
    #: Of the turn that took longest by the wall, and of the one that computed longest.
    its_cpu_ms: float
    cpu_ms: float
    turns: int
    over: int
    beside: dict[str, Any]
    #: What the machine alone did to a server without any work, meanwhile.
    bystander: dict[str, Any]
    done: dict[str, dict[str, Any]]
    longest: list[dict[str, Any]]
    collections_ms: list[float]


@contextlib.contextmanager
def _bare_server(paths: Sequence[pathlib.Path]) -> Iterator[str]:
    """The address of a `tests.integration.bare_server`."""
    command = [sys.executable, "-m", "tests.integration.bare_server", *map(str, paths)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=peers.ROOT, env=_environment()) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[1]
        finally:
            process.kill()


def _bare(folder: pathlib.Path, scale: Scale, seconds: float) -> Phase:
    """The readers, and the round trips beside, with a bare server."""
    paths = [max((folder / f"cold-{number}").glob("*.log"), key=lambda path: path.stat().st_size) for number in range(scale.cold)]
    end = min(path.stat().st_size for path in paths)
    with _bare_server(paths) as address, contextlib.ExitStack() as stack:
        with _load("bare_beside", address, min(seconds, 3)) as quiet:
            _begin(quiet)
            alone = _result("bare_beside", quiet)
        beside = stack.enter_context(_load("bare_beside", address, seconds))
        standing = stack.enter_context(_load("bystander", seconds))
        readers = stack.enter_context(_load("bare_readers", address, scale.readers, scale.cold, end, seconds, nice=scale.nice))
        _begin(beside, standing, readers)
        done = _result("bare_readers", readers)
        measured = _result("bare_beside", beside)
        bystander = _result("bystander", standing)
    wall_ms, cpu_ms = measured["turn_ms"], measured["turn_cpu_ms"]
    return Phase(
        "bare",
        wall_ms=wall_ms,
        its_cpu_ms=cpu_ms,
        cpu_ms=cpu_ms,
        turns=measured["requests"],
        over=int(wall_ms > MOST_MS),
        beside={**measured, "p99_alone_ms": alone["p99_ms"]},
        bystander=bystander,
        done={"readers": done},
        longest=[],
        collections_ms=[],
    )


class Watched:
    """A `tests.integration.watched_broker` on `folder`.

    :param settings: of the broker, beside those of all.
    """

    def __init__(self, folder: pathlib.Path, settings: Sequence[str] = ()) -> None:
        command = [sys.executable, "-m", "tests.integration.watched_broker", str(folder), *SETTINGS, *settings]
        self._errors = tempfile.TemporaryFile(mode="w+")
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True, cwd=peers.ROOT, env=_environment()
        )
        ready = self._line()
        self.address = ready.partition("PLAINTEXT://")[2].partition(" ")[0]

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self._errors.seek(0)
            raise AssertionError(f"the broker has ended with {self.process.returncode}:\n{self._errors.read()[-3000:]}")
        return line

    def tell(self, word: str) -> dict[str, Any]:
        """What it answers."""
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._line())
        return answer

    def stop(self) -> None:
        """In order."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        code = self.process.wait(120)
        self.process.stdout.close()
        assert code == 0, code

    def kill(self) -> None:
        """kill -9. Whatever it said before that is looked at as if it had stopped."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
        self._look_at_errors()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self.stop()
        finally:
            if self.process.poll() is None:
                self.process.kill()
            self.process.wait()
            self._look_at_errors(is_told=kind is not None)

    def _look_at_errors(self, *, is_told: bool = False) -> None:
        self._errors.seek(0)
        said = self._errors.read()
        self._errors.close()
        if is_told:
            print(f"the broker ended with {self.process.returncode} and said:\n{said[-3000:]}")
        assert is_told or "Traceback" not in said, said[-3000:]


def _environment() -> dict[str, str]:
    paths = [str(peers.ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


# What there is to begin with


def prepare(folder: pathlib.Path, scale: Scale, runs: int, *, cold: bool = True) -> None:
    """Topics, committed offsets and segments of `folder`, once for all runs; segments to be read where they are `cold`."""
    with Watched(folder) as broker, Raw(broker.address, 300) as client:
        large = {"segment.bytes": str(scale.segment_bytes), "retention.ms": "-1"}
        rolling = {"segment.bytes": str(scale.rolling_bytes), "index.interval.bytes": "1024", "retention.ms": "-1"}
        small = {"segment.bytes": str(1 << 20), "cleanup.policy": "compact", "min.cleanable.dirty.ratio": "0.05"}
        create = [
            ("steady", 1, {}),
            ("wide", scale.wide, {}),
            ("committed", OFFSETS_OF_A_GROUP, {}),
            ("cold", scale.cold, large),
            ("rolling", 2 * runs, rolling),
            ("churned", 1, small),
        ]
        for name, partitions, configs in create:
            entries = [CreatableTopicConfig(name=key, value=value) for key, value in configs.items()]
            wanted = CreatableTopic(name=name, num_partitions=partitions, replication_factor=1, configs=entries)
            [made] = client.ask(CreateTopicsRequest(topics=[wanted], timeout_ms=250_000), 5).topics
            assert made.error_code == 0, made
        _commit(client, _groups(scale))
    _fill(folder, scale, cold=cold)


def _groups(scale: Scale) -> list[str]:
    return [f"group-{number}" for number in range(scale.offsets // OFFSETS_OF_A_GROUP)]


def _commit(client: Raw, groups: Sequence[str]) -> None:
    client.ask(FindCoordinatorRequest(coordinator_keys=[groups[0]]), 4)
    while client.ask(OffsetFetchRequest(group_id=groups[0], topics=None), 7).error_code:
        time.sleep(0.05)
    for group in groups:
        partitions = [
            OffsetCommitRequestPartition(partition_index=index, committed_offset=123_456_789 + index, committed_metadata="")
            for index in range(OFFSETS_OF_A_GROUP)
        ]
        topic = OffsetCommitRequestTopic(name="committed", partitions=partitions)
        while True:
            answer = client.ask(OffsetCommitRequest(group_id=group, topics=[topic]), 8)
            codes = {partition.error_code for partition in answer.topics[0].partitions}
            if codes == {0}:
                break
            assert codes <= {14, 15, 16}, codes


def _fill(folder: pathlib.Path, scale: Scale, *, cold: bool) -> None:
    """Write the large segments, with small batches, so that their indexes are as large as they get."""
    directory = LogDirectory(RealFileSystem(), str(folder), lambda: time.time_ns() // 1_000_000, LogSettings(), 1, settings_for=_kept)
    directory.lock()
    directory.load()
    for name, log in directory.logs.items():
        if name.topic == "cold" and cold:
            log.update_settings(dataclasses.replace(_KEPT, segment_bytes=scale.segment_bytes))
            _append(log, scale.segment_bytes + 1, 4000)
        elif name.topic == "rolling":
            log.update_settings(dataclasses.replace(_KEPT, segment_bytes=scale.rolling_bytes, index_interval_bytes=1024))
            # The next large batch finds no room.
            _append(log, scale.rolling_bytes - 400_000, 1000)
    assert directory.close()


_KEPT = LogSettings(retention_ms=-1)


def _kept(topic: str) -> LogSettings:
    return _KEPT


def _append(log: Any, least_bytes: int, value_bytes: int) -> None:
    entry = AppendEntry(codec.build_batch([(time.time_ns() // 1_000_000, None, os.urandom(value_bytes), ())]), 9)
    while log.size_bytes < least_bytes:
        for result in log.append([entry] * min(64, max(1, (least_bytes - log.size_bytes) // value_bytes))):
            assert result.code == 0, result


def _end_of(folder: pathlib.Path) -> int:
    """The offset that the second segments of ``cold`` begin with; 0 where there are none."""
    return min((int(path.stem) for path in (folder / "cold-0").glob("*.log") if int(path.stem) > 0), default=0)


def drop(folder: pathlib.Path) -> None:
    """Let the kernel forget what it has of the cold segments and their indexes."""
    for path in folder.glob("cold-*/*"):
        with open(path, "rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


# Runs


@contextlib.contextmanager
def _load(name: str, *arguments: object, nice: Sequence[str] = ()) -> Iterator[subprocess.Popen[str]]:
    command = [*nice, sys.executable, "-m", "tests.integration.reactor_loads", name, *map(str, arguments)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=peers.ROOT, env=_environment())
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        process.stdout.close()


def _begin(*loads: subprocess.Popen[str]) -> None:
    """Have them begin, all at the same time, when the last one is ready to."""
    for load in loads:
        assert load.stdout is not None
        line = load.stdout.readline()
        assert line == "READY\n", line
    for load in loads:
        assert load.stdin is not None
        load.stdin.write("\n")
        load.stdin.flush()


def _phase(
    broker: Watched, name: str, seconds: float, loads: dict[str, Sequence[object]], *, nice: Sequence[str], mark: bool = True
) -> Phase:
    """`loads` by name with their arguments, and the producer beside; until all are done."""
    if mark:
        broker.tell("mark")
    with contextlib.ExitStack() as stack:
        beside = stack.enter_context(_load("beside", broker.address, "steady", seconds))
        standing = stack.enter_context(_load("bystander", seconds))
        running = {load: stack.enter_context(_load(load, broker.address, *arguments, nice=nice)) for load, arguments in loads.items()}
        _begin(beside, standing, *running.values())
        done = {load: _result(load, process) for load, process in running.items()}
        measured = _result("beside", beside)
        bystander = _result("bystander", standing)
    found = broker.tell("read")
    longest = found["longest"]
    return Phase(
        name,
        wall_ms=max((turn["wall_ms"] for turn in longest), default=0.0),
        its_cpu_ms=max(longest, key=lambda turn: turn["wall_ms"])["cpu_ms"] if longest else 0.0,
        cpu_ms=max((turn["cpu_ms"] for turn in longest), default=0.0),
        turns=found["turns"],
        over=found["over_20_ms"],
        beside=measured,
        bystander=bystander,
        done=done,
        longest=longest,
        collections_ms=found["collections_ms"],
    )


def _result(load: str, process: subprocess.Popen[str]) -> dict[str, Any]:
    assert process.stdout is not None
    text = process.stdout.read()
    assert process.wait() == 0, f"the load {load} has failed"
    found: dict[str, Any] = json.loads(text)
    return found


def run(folder: pathlib.Path, scale: Scale, number: int, only: Sequence[str] = ()) -> list[Phase]:
    """One run; `number` is 0 for the first. `only` some of its phases, where it is not empty."""
    seconds = scale.seconds
    end = _end_of(folder)
    work: dict[str, tuple[object, ...]] = {
        "readers": ("cold", scale.readers, scale.cold, end, seconds),
        "members": ("assigned", scale.members, "wide", scale.wide),
        "loaded": (",".join(scale.asked_groups), "committed", OFFSETS_OF_A_GROUP),
    }
    phases: list[Phase] = []

    def wanted(name: str) -> bool:
        return not only or name in only

    with Watched(folder) as broker:
        phase = functools.partial(_phase, broker, nice=scale.nice)
        if wanted("loading"):
            phases.append(phase("loading", seconds, {"loaded": work["loaded"]}, mark=False))
        phases.append(phase("alone", seconds, {}))
        for name in [f"doomed-{number}"] * wanted("delete") + [f"doomed-too-{number}"] * wanted("together"):
            phases.append(phase("create", min(seconds, 2), {"create": (name, scale.doomed)}))
        if wanted("readers"):
            drop(folder)
            phases.append(phase("readers", seconds, {"readers": work["readers"]}))
            drop(folder)
            phases.append(_bare(folder, scale, seconds))
        if wanted("members"):
            phases.append(phase("members", seconds, {"members": work["members"]}))
        if wanted("delete"):
            phases.append(phase("delete", min(seconds, 3), {"delete": (f"doomed-{number}", scale.doomed)}))
        if wanted("churn"):
            phases.append(phase("churn", seconds, {"churn": ("churned", "rolling", 2 * number, seconds)}))
    if not wanted("together"):
        return phases
    drop(folder)
    with Watched(folder) as broker:
        phase = functools.partial(_phase, broker, nice=scale.nice)
        work["members"] = ("assigned-too", *work["members"][1:])
        everything = {
            **work,
            "delete": (f"doomed-too-{number}", scale.doomed),
            "churn": ("churned", "rolling", 2 * number + 1, seconds),
        }
        phases.append(phase("together", seconds, everything, mark=False))
    return phases


def measure(scale: Scale, runs: int, only: Sequence[str] = (), parent: str | None = None) -> list[list[Phase]]:
    """All runs, in a folder of their own that is gone afterwards."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-stalls-", dir=parent))
    try:
        begun_s = time.monotonic()
        prepare(folder, scale, runs, cold=not only or not {"readers", "together"}.isdisjoint(only))
        print(f"prepared in {time.monotonic() - begun_s:.0f} s", flush=True)
        found = []
        for number in range(runs):
            begun_s = time.monotonic()
            found.append(run(folder, scale, number, only))
            print(f"run {number + 1} of {runs}: {time.monotonic() - begun_s:.0f} s", flush=True)
        return found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# What is told


@dataclasses.dataclass(frozen=True)
class Judged:
    """One phase, in the median of all runs."""

    name: str
    wall_ms: float
    cpu_ms: float
    over: float
    p99_ms: float
    growth: float
    #: Of the bystander: its longest turn by the wall and by processor time, and how its own p99 grew.
    bystander_ms: float
    bystander_cpu_ms: float
    bystander_growth: float


def judge(found: Sequence[Sequence[Phase]]) -> list[Judged]:
    """The medians, phase by phase; the worst of those that a run has twice."""
    names = list(dict.fromkeys(phase.name for phase in found[0]))
    judged = []
    for name in names:
        of_runs = [[phase for phase in phases if phase.name == name] for phases in found]
        alone = [next(phase for phase in phases if phase.name == "alone") for phases in found]
        p99 = [max(phase.beside["p99_ms"] for phase in phases) for phases in of_runs]
        bystander_p99 = [max(phase.bystander["p99_ms"] for phase in phases) for phases in of_runs]
        judged.append(
            Judged(
                name,
                statistics.median(max(phase.wall_ms for phase in phases) for phases in of_runs),
                statistics.median(max(phase.cpu_ms for phase in phases) for phases in of_runs),
                statistics.median(max(phase.over for phase in phases) for phases in of_runs),
                statistics.median(p99),
                statistics.median(one / before for one, before in zip(p99, _before(of_runs, alone), strict=True)),
                statistics.median(max(phase.bystander["turn_ms"] for phase in phases) for phases in of_runs),
                statistics.median(max(phase.bystander["turn_cpu_ms"] for phase in phases) for phases in of_runs),
                statistics.median(one / before.bystander["p99_ms"] for one, before in zip(bystander_p99, alone, strict=True)),
            )
        )
    return judged


def _before(of_runs: Sequence[Sequence[Phase]], alone: Sequence[Phase]) -> list[float]:
    """The p99, in milliseconds, that each run's is compared with: of the same server without its load."""
    return [phases[0].beside.get("p99_alone_ms", before.beside["p99_ms"]) for phases, before in zip(of_runs, alone, strict=True)]


def tell(found: Sequence[Sequence[Phase]], stacks: int) -> str:
    """The table, and what the longest turns were."""
    lines = [
        f"{'':10} {'longest turn':>13} {'longest CPU':>12} {'> 20 ms':>8} {'p99 beside':>11} {'of alone':>9}   bystander: "
        f"{'turn':>9} {'CPU':>9} {'p99 of alone':>13}"
    ]
    for one in judge(found):
        lines.append(
            f"{one.name:10} {one.wall_ms:10.1f} ms {one.cpu_ms:9.1f} ms {one.over:8.0f} {one.p99_ms:8.2f} ms {one.growth:8.2f} x   "
            f"{'':10} {one.bystander_ms:6.1f} ms {one.bystander_cpu_ms:6.1f} ms {one.bystander_growth:11.2f} x"
        )
    for phase in found[-1]:
        lines.append(f"\n{phase.name}: {phase.turns} turns; {json.dumps(phase.done)}; beside {json.dumps(phase.beside)}")
        if phase.collections_ms:
            lines.append(
                f"   garbage of the oldest generation: {len(phase.collections_ms)} times, {max(phase.collections_ms):.1f} ms at most"
            )
        for turn in phase.longest[:stacks]:
            lines.append(f"   {turn['wall_ms']:8.1f} ms, {turn['cpu_ms']:8.1f} ms of CPU, last {turn['work']}")
            for seen in turn["seen"][:2]:
                lines.append(f"      {seen['times']} x " + " < ".join(seen["stack"][:9]))
    return "\n".join(lines)


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a smaller scale, one run")
    parser.add_argument("--small", action="store_true", help="as small as it can be, one run")
    parser.add_argument(
        "--only", action="append", default=[], help="these phases alone besides those that all need; may be given several times"
    )
    parser.add_argument("--stacks", type=int, default=3, help="how many of the longest turns of each phase to tell in full")
    parser.add_argument("--folder", help="on which disk; the system's folder for what is temporary where not given")
    asked = parser.parse_args()
    scale = SMALL if asked.small else QUICK if asked.quick else FULL
    found = measure(scale, 1 if asked.quick or asked.small else asked.runs, asked.only, asked.folder)
    print(tell(found, asked.stacks))


if __name__ == "__main__":
    main()
