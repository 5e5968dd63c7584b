"""A world for pulls without sockets, disks or processes.

`Disk` is a file system in memory with what POSIX promises and no more: content is durable after `sync_file`, names after
`sync_directory`, a rename or link happens whole or not at all. `MemoryFiles` is one process's view: it counts the acts that change
something, and may be told to die before any of them; from then on nothing works, cleaning up included, as after SIGKILL.
`Disk.cut_power` then takes away what was not durable, in a way drawn from a seed.

`World` has topics whose records are told apart by when they were written. `StandInRunner` stages files as JSON lists of (offset, stamp).
"""

from __future__ import annotations

import copy
import errno
import json
import os
import posixpath
import random as random_
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from klog.client.settings import ClientSettings
from klog.pull.files import Files, Lock
from klog.pull.job import PullResult, pull
from klog.pull.plan import SeenTopic
from klog.pull.settings import PullSettings
from klog.pull.types import Report, StagedFile, TaskProgress, TaskResult, TaskSpec

TARGET = "/data/lake"
#: In which the rows of audited targets are counted.
WINDOW = (0, 600_000)


class Died(BaseException):
    """The process is gone; nothing catches this."""


def _error(number: int, path: str) -> OSError:
    return OSError(number, os.strerror(number), path)


class _File:
    def __init__(self) -> None:
        self.data = b""
        self.durable: bytes | None = None
        self.modified_ms = 0


class _Folder:
    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.durable: dict[str, Any] = {}
        self.modified_ms = 0


class Disk:
    """What all processes share."""

    def __init__(self) -> None:
        self.root = _Folder()
        #: Changes of names that are not durable: lists of (folder, name, node or None), each all or nothing.
        self.pending: list[list[tuple[_Folder, str, Any]]] = []
        self.locks: dict[int, MemoryFiles] = {}
        self.now_ms = 1_000_000

    def find(self, path: str) -> Any:
        node: Any = self.root
        for name in [part for part in path.split("/") if part]:
            if not isinstance(node, _Folder):
                raise _error(errno.ENOTDIR, path)
            if name not in node.names:
                raise _error(errno.ENOENT, path)
            node = node.names[name]
        return node

    def folder(self, path: str) -> _Folder:
        node = self.find(path)
        if not isinstance(node, _Folder):
            raise _error(errno.ENOTDIR, path)
        return node

    def file(self, path: str) -> _File:
        node = self.find(path)
        if not isinstance(node, _File):
            raise _error(errno.EISDIR, path)
        return node

    def change(self, *steps: tuple[_Folder, str, Any]) -> None:
        self.now_ms += 1
        for folder, name, node in steps:
            folder.modified_ms = self.now_ms
            if node is None:
                folder.names.pop(name, None)
            else:
                folder.names[name] = node
        self.pending.append(list(steps))

    def sync_folder(self, folder: _Folder) -> None:
        """What touches it becomes durable; a rename between two folders whole."""
        left = []
        for steps in self.pending:
            if any(touched is folder for touched, _, _ in steps):
                _apply(steps)
            else:
                left.append(steps)
        self.pending = left

    def cut_power(self, random: random_.Random) -> None:
        """Every change that was not synced is there or not."""
        share = random.choice([0.0, 0.5, 1.0])
        for steps in self.pending:
            if random.random() < share:
                _apply(steps)
        self.pending = []
        self.locks.clear()
        _restore(self.root, random)

    def tree(self, path: str = "") -> list[str]:
        """All files, as paths."""
        folder = self.folder(path)
        found = []
        for name, node in sorted(folder.names.items()):
            found += self.tree(f"{path}/{name}") if isinstance(node, _Folder) else [f"{path}/{name}"]
        return found


def _apply(steps: list[tuple[_Folder, str, Any]]) -> None:
    for folder, name, node in steps:
        if node is None:
            folder.durable.pop(name, None)
        else:
            folder.durable[name] = node


def _restore(folder: _Folder, random: random_.Random) -> None:
    folder.names = dict(folder.durable)
    for node in folder.names.values():
        if isinstance(node, _Folder):
            _restore(node, random)
        elif node.durable != node.data:
            lost = node.data[: random.randrange(len(node.data) + 1)]
            node.data = random.choice([b"", lost]) if node.durable is None else node.durable
            node.durable = node.data


class _MemoryLock:
    def __init__(self, disk: Disk, node: _File) -> None:
        self._disk, self._node = disk, node

    def release(self) -> None:
        self._disk.locks.pop(id(self._node), None)


class MemoryFiles:
    """`Files` of one process.

    :param die_at: the process dies before its n-th act, counted from 1; 0: never.
    """

    def __init__(self, disk: Disk, die_at: int = 0) -> None:
        self.disk = disk
        self.die_at = die_at
        #: What was done, for people and for asserting that a step was reached.
        self.acts: list[str] = []
        self.is_dead = False
        #: Called before each act with its name: another process may do something.
        self.before: Callable[[str], None] = lambda act: None
        #: Errors to be raised, by name of act, once each.
        self.faults: dict[str, list[BaseException]] = {}

    def _act(self, what: str, path: str) -> None:
        self._look()
        if len(self.acts) + 1 == self.die_at:
            self.die()
            raise Died(f"before {what} {path}")
        self.before(what)
        self.acts.append(f"{what} {posixpath.relpath(path or '/', TARGET)}")
        if self.faults.get(what):
            raise self.faults[what].pop(0)

    def _look(self) -> None:
        if self.is_dead:
            raise Died("it is dead")

    def die(self) -> None:
        self.is_dead = True
        for node, owner in list(self.disk.locks.items()):
            if owner is self:
                del self.disk.locks[node]

    def read(self, path: str, max_bytes: int) -> bytes:
        self._look()
        return bytes(self.disk.file(path).data)

    def list(self, path: str) -> list[str]:
        self._look()
        try:
            return sorted(self.disk.folder(path).names)
        except FileNotFoundError:
            return []

    def exists(self, path: str) -> bool:
        self._look()
        try:
            self.disk.find(path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True

    def is_directory(self, path: str) -> bool:
        return self.exists(path) and isinstance(self.disk.find(path), _Folder)

    def size(self, path: str) -> int:
        self._look()
        return len(self.disk.file(path).data)

    def modified_ms(self, path: str) -> int:
        self._look()
        return int(self.disk.find(path).modified_ms)

    def write_new(self, path: str, data: bytes) -> None:
        self._act("write", path)
        folder, name = self.disk.folder(posixpath.dirname(path)), posixpath.basename(path)
        if name in folder.names:
            raise _error(errno.EEXIST, path)
        node = _File()
        node.data = data
        self.disk.change((folder, name, node))
        node.modified_ms = self.disk.now_ms

    def sync_file(self, path: str) -> None:
        self._act("sync", path)
        node = self.disk.file(path)
        node.durable = node.data

    def sync_directory(self, path: str) -> None:
        self._act("sync folder", path)
        self.disk.sync_folder(self.disk.folder(path))

    def make_directory(self, path: str) -> None:
        self._act("make folder", path)
        folder, name = self.disk.folder(posixpath.dirname(path)), posixpath.basename(path)
        if name not in folder.names:
            self.disk.change((folder, name, _Folder()))

    def link(self, old: str, new: str) -> None:
        self._act("link", new)
        node = self.disk.file(old)
        folder, name = self.disk.folder(posixpath.dirname(new)), posixpath.basename(new)
        if name in folder.names:
            raise _error(errno.EEXIST, new)
        self.disk.change((folder, name, node))

    def rename(self, old: str, new: str) -> None:
        self._act("rename", new)
        node = self.disk.find(old)
        source, target = self.disk.folder(posixpath.dirname(old)), self.disk.folder(posixpath.dirname(new))
        self.disk.change((source, posixpath.basename(old), None), (target, posixpath.basename(new), node))

    def remove(self, path: str) -> None:
        self._act("remove", path)
        self.disk.file(path)
        self.disk.change((self.disk.folder(posixpath.dirname(path)), posixpath.basename(path), None))

    def remove_tree(self, path: str) -> None:
        self._look()
        if not self.exists(path):
            return
        # One by one, as it is done really: it may be stopped half way.
        for name in self.list(path):
            inner = f"{path}/{name}"
            if self.is_directory(inner):
                self.remove_tree(inner)
            else:
                self.remove(inner)
        self._act("remove folder", path)
        self.disk.change((self.disk.folder(posixpath.dirname(path)), posixpath.basename(path), None))

    def make_locked(self, path: str, data: bytes) -> Lock:
        self.write_new(path, data)
        node = self.disk.file(path)
        self.disk.locks[id(node)] = self
        return _MemoryLock(self.disk, node)

    def try_lock(self, path: str) -> Lock | None:
        self._look()
        node = self.disk.file(path)
        if id(node) in self.disk.locks:
            return None
        self.disk.locks[id(node)] = self
        return _MemoryLock(self.disk, node)


class World:
    """A broker's topics: partition → (earliest offset, stamps of the records from there on). Also the `TopicDiscovery` of jobs."""

    def __init__(self) -> None:
        self.ids: dict[str, bytes] = {}
        self.topics: dict[str, dict[int, list[tuple[int, int]]]] = {}
        self.firsts: dict[tuple[str, int], int] = {}
        self.next_offsets: dict[tuple[str, int], int] = {}
        self.stamp = 0
        self.cluster = "one"
        self.has_ids = True

    def make(self, topic: str, partitions: int = 1) -> None:
        self.stamp += 1
        self.ids[topic] = self.stamp.to_bytes(16, "big")
        self.topics[topic] = {partition: [] for partition in range(partitions)}
        for partition in range(partitions):
            self.firsts[topic, partition] = self.next_offsets[topic, partition] = 0

    def add_partition(self, topic: str) -> int:
        partition = len(self.topics[topic])
        self.topics[topic][partition] = []
        self.firsts[topic, partition] = self.next_offsets[topic, partition] = 0
        return partition

    def write(self, topic: str, partition: int = 0, count: int = 10) -> None:
        for _ in range(count):
            self.stamp += 1
            offset = self.next_offsets[topic, partition]
            self.topics[topic][partition].append((offset, self.stamp))
            self.next_offsets[topic, partition] = offset + 1

    def expire(self, topic: str, partition: int, before: int) -> None:
        self.topics[topic][partition] = [pair for pair in self.topics[topic][partition] if pair[0] >= before]
        self.firsts[topic, partition] = before
        self.next_offsets[topic, partition] = max(before, self.next_offsets[topic, partition])

    def cut(self, topic: str, partition: int, end: int) -> None:
        self.topics[topic][partition] = [pair for pair in self.topics[topic][partition] if pair[0] < end]
        self.next_offsets[topic, partition] = end

    # TopicDiscovery

    def cluster_id(self) -> str:
        return self.cluster

    def topics_of(self, settings: PullSettings) -> list[str]:
        return [topic for topic in self.topics if settings.is_wanted(topic)]

    def starts(self, settings: PullSettings, seen: Mapping[str, SeenTopic], topics: Iterable[str]) -> dict[tuple[str, int], int]:
        return {
            (topic, partition): end if settings.starting == "latest" else first
            for topic in topics
            for partition, (first, end) in seen[topic].partitions.items()
        }


class WorldTopicDiscovery:
    """`TopicDiscovery` at a `World`."""

    def __init__(self, world: World) -> None:
        self.world = world

    def cluster_id(self) -> str:
        return self.world.cluster

    def topics(self, settings: PullSettings) -> dict[str, SeenTopic]:
        world = self.world
        return {
            topic: SeenTopic(
                world.ids[topic] if world.has_ids else bytes(16),
                {partition: (world.firsts[topic, partition], world.next_offsets[topic, partition]) for partition in world.topics[topic]},
            )
            for topic in world.topics_of(settings)
        }

    def starts(self, settings: PullSettings, seen: Mapping[str, SeenTopic], topics: Iterable[str]) -> dict[tuple[str, int], int]:
        return self.world.starts(settings, seen, topics)


def stage(files: Files, world: World, spec: TaskSpec) -> TaskResult:
    """What a worker does, as JSON."""
    where = spec.range
    pairs = [pair for pair in world.topics[where.topic][where.partition] if where.start <= pair[0] < where.end]
    by_date: dict[str, list[tuple[int, int]]] = {}
    for pair in pairs:
        by_date.setdefault(f"2024-01-0{1 + pair[0] % 2}" if spec.settings.by_date else "", []).append(pair)
    staged = []
    for date, some in by_date.items():
        path = spec.staging_path(date)
        data = json.dumps(some).encode()
        files.write_new(f"{spec.settings.target}/{path}", data)
        files.sync_file(f"{spec.settings.target}/{path}")
        staged.append(StagedFile(path, date, len(some), len(data), some[0][0], some[-1][0], -1, -1))
    windows = ((*WINDOW, len(pairs)),) if spec.settings.audit and pairs else ()
    return TaskResult(spec.number, tuple(staged), len(pairs), fetched_bytes=10 * len(pairs), windows=windows)


class StandInRunner:
    """Runs tasks here and now."""

    def __init__(self, files: Files, world: World, workers: int = 2) -> None:
        self.files, self.world = files, world
        self.workers = workers
        #: Called when all is staged, before the job goes on.
        self.then: Callable[[], None] = lambda: None
        self.specs: list[TaskSpec] = []

    def run(self, specs: Sequence[TaskSpec], report: Report, notice: Callable[[str], None]) -> list[TaskResult]:
        self.specs = list(specs)
        results = []
        for spec in specs:
            report(TaskProgress(spec.number, 0, 0, spec.range.start))
            results.append(stage(self.files, self.world, spec))
            report(TaskProgress(spec.number, results[-1].rows, results[-1].fetched_bytes, spec.range.end))
        self.then()
        return results


def settings_of(**changes: Any) -> PullSettings:
    client = ClientSettings(bootstrap_servers="h:1")
    wanted = {"client": client, "target": TARGET, "pattern": ".*", "max_records": 7, **changes}
    if "topics" in changes:
        wanted["pattern"] = None
    return PullSettings(**wanted)


def run_job(world: World, files: Files, settings: PullSettings | None = None, **more: Any) -> PullResult:
    """One pull."""
    runner = more.pop("runner", None) or StandInRunner(files, world)
    return pull(settings or settings_of(), runner, files=files, discovery=WorldTopicDiscovery(world), clock=lambda: 0.0, **more)


def pulled(disk: Disk) -> dict[tuple[str, int], list[tuple[int, int]]]:
    """What readers see who know nothing of a ledger: (topic, partition) → all (offset, stamp), sorted, twice where twice there."""
    found: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for path in disk.tree(TARGET):
        parts = path.removeprefix(f"{TARGET}/").split("/")
        if parts[0].startswith("topic="):
            where = (parts[0].removeprefix("topic="), int(parts[1].removeprefix("partition=")))
            found.setdefault(where, []).extend(tuple(pair) for pair in json.loads(disk.file(path).data))
    return {where: sorted(pairs) for where, pairs in found.items()}


def written(world: World) -> dict[tuple[str, int], list[tuple[int, int]]]:
    """What should be seen."""
    return {
        (topic, partition): list(pairs) for topic, partitions in world.topics.items() for partition, pairs in partitions.items() if pairs
    }


def copy_disk(disk: Disk) -> Disk:
    """A disk that goes its own way from here on."""
    return copy.deepcopy(disk)
