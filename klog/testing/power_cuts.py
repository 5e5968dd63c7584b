"""What is on a disk after a power cut: of one file's bytes, and of the names in directories (see `klog.testing.filesystem`).

A `FileNode` knows what was written since its last sync, a `DirectoryNode` which names were durable; `NameChange` is one change of names
that is not yet. What is left of them is drawn from a `random.Random`, or is one of the extremes that `Survival` names.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Callable, Iterator, Sequence

SECTOR_BYTES = 512
PAGE_BYTES = 4096


class Survival(enum.Enum):
    """What of the state that was not synced outlives a power cut."""

    #: Drawn anew for each sector, length and name.
    ANY = enum.auto()
    NOTHING = enum.auto()
    EVERYTHING = enum.auto()
    #: All but the newest act, which is torn where it can be, and else not there.
    TORN = enum.auto()
    #: The newest act alone, before all that it was done after.
    NEWEST = enum.auto()
    #: Every name, and nothing that was written.
    NAMES = enum.auto()
    #: All that was written, under the old names.
    DATA = enum.auto()


class FileNode:
    """A regular file: what it holds, what of it is durable, and the writes between."""

    __slots__ = ("data", "durable", "known", "linked", "modified_ms", "pending", "step", "stuck", "warm")

    def __init__(self, modified_ms: int) -> None:
        self.data = bytearray()
        self.durable = bytearray()
        #: (step, position, bytes) for a write and (step, size, None) for a truncation, oldest first.
        self.pending: list[tuple[int, int, bytes | None]] = []
        #: Pending at a sync that failed; no later sync saves them.
        self.stuck: list[tuple[int, int, bytes | None]] = []
        self.step = 0
        self.modified_ms = modified_ms
        self.linked = True
        #: Pages that are in memory; None: all of them.
        self.warm: set[int] | None = None
        #: Whether the inode is in memory.
        self.known = True

    def is_warm(self, position: int, length: int) -> bool:
        """Whether the pages of this range are in memory."""
        warm = self.warm
        return warm is None or all(page in warm for page in _pages(position, min(length, len(self.data) - position)))

    def make_warm(self, position: int, length: int) -> None:
        """This range was read or written."""
        if self.warm is not None:
            self.warm.update(_pages(position, length))

    def write(self, position: int, data: bytes) -> None:
        """Write, not durably."""
        apply_write(self.data, position, data)
        self.step += 1
        self.pending.append((self.step, position, data))

    def truncate(self, size: int) -> None:
        """Make the file `size` bytes long, not durably."""
        apply_write(self.data, size, None)
        self.step += 1
        self.pending.append((self.step, size, None))

    def sync(self) -> None:
        """All that was written is durable; not what a sync has failed with before, but for the sectors that were written again, and the
        length, which is no page."""
        written: set[int] = set()
        for _, position, data in self.pending:
            apply_write(self.durable, position, data)
            if data is not None:
                written.update(_sectors(position, len(data)))
        self.pending.clear()
        if self.stuck:
            length = len(self.data)
            self.stuck = [
                piece
                for step, position, data in self.stuck
                if data
                for piece in _pieces(step, position, data[: max(0, length - position)], written)
            ]
            apply_write(self.durable, length, None)
            for sector in written:
                # Memory is written in whole pages.
                whole = slice(sector * SECTOR_BYTES, (sector + 1) * SECTOR_BYTES)
                self.durable[whole] = self.data[whole]

    def fail_sync(self) -> None:
        """A sync failed: what was written counts as clean, and may be lost whatever is synced later."""
        self.stuck.extend(self.pending)
        self.pending.clear()

    def after_crash(self, rng: random.Random, survival: Survival, newest: bool) -> bytes:
        """What a disk could hold of this file.

        :param newest: whether the newest act of all was done to it.
        """
        if survival is not Survival.ANY and not self.stuck:
            return self._named(rng, survival, newest)
        operations = sorted(self.stuck + self.pending, key=lambda operation: operation[0])
        if not operations:
            return bytes(self.durable)
        choice = rng.random()
        if choice < 0.2 and not self.stuck:
            return bytes(self.durable)
        if choice < 0.35:
            return bytes(self.data)
        if choice < 0.6 and not self.stuck:
            return self._prefix(rng, rng.randrange(len(self.pending)) + 1)
        return self._mixture(operations, rng)

    def _named(self, rng: random.Random, survival: Survival, newest: bool) -> bytes:
        if survival is Survival.TORN and newest and self.pending:
            return self._prefix(rng, len(self.pending), whole=False)
        if survival in (Survival.EVERYTHING, Survival.TORN, Survival.DATA):
            return bytes(self.data)
        data = bytearray(self.durable)
        if survival is Survival.NEWEST and newest and self.pending:
            apply_write(data, *self.pending[-1][1:])
        return bytes(data)

    def _prefix(self, rng: random.Random, count: int, whole: bool = True) -> bytes:
        """The first `count` writes in order, the last one torn, or if `whole` perhaps not."""
        data = bytearray(self.durable)
        for _, position, content in self.pending[: count - 1]:
            apply_write(data, position, content)
        _, position, content = self.pending[count - 1]
        if content is None:
            if whole:
                apply_write(data, position, None)
        else:  # torn at a sector border, counted from the file's begin
            borders = range((position // SECTOR_BYTES + 1) * SECTOR_BYTES, position + len(content), SECTOR_BYTES)
            end = rng.choice([*borders, position + len(content)] if whole else [*borders] or [position])
            apply_write(data, position, content[: end - position])
        return bytes(data)

    def _mixture(self, operations: list[tuple[int, int, bytes | None]], rng: random.Random) -> bytes:
        """Any version of each sector, any length that the file had."""
        work = bytearray(self.durable)
        versions: dict[int, list[bytes]] = {}
        sizes = [len(work)]
        for _, position, content in operations:
            end = max(len(work), position) if content is None else position + len(content)
            begin = min(len(work), position)
            apply_write(work, position, content)
            sizes.append(len(work))
            for sector in range(begin // SECTOR_BYTES, -(-end // SECTOR_BYTES)):
                start = sector * SECTOR_BYTES
                versions.setdefault(sector, []).append(bytes(work[start : start + SECTOR_BYTES]).ljust(SECTOR_BYTES, b"\0"))
        size = rng.choice(sizes)
        result = self.durable[:size].ljust(size, b"\0")
        durable_size = len(self.durable)
        for sector, contents in versions.items():
            start = sector * SECTOR_BYTES
            if start >= size:
                continue
            chosen = rng.randrange(len(contents) + 1)
            if chosen < len(contents):
                content = contents[-1 - chosen]
            elif start >= durable_size and rng.random() < 0.3:
                content = rng.randbytes(SECTOR_BYTES)
            else:
                continue
            result[start : start + SECTOR_BYTES] = content[: max(0, min(SECTOR_BYTES, size - start))]
        return bytes(result)


def _pages(position: int, length: int) -> range:
    return range(position // PAGE_BYTES, (position + length - 1) // PAGE_BYTES + 1) if length > 0 else range(0)


def _sectors(position: int, length: int) -> range:
    return range(position // SECTOR_BYTES, -(-(position + length) // SECTOR_BYTES))


def _pieces(step: int, position: int, data: bytes, without: set[int]) -> Iterator[tuple[int, int, bytes]]:
    """A write, sector by sector, where it is not one of those."""
    for sector in _sectors(position, len(data)):
        if sector not in without:
            begin = max(position, sector * SECTOR_BYTES)
            yield step, begin, data[begin - position : (sector + 1) * SECTOR_BYTES - position]


def apply_write(data: bytearray, position: int, content: bytes | None) -> None:
    """Write `content` at `position`, or (None) make `data` `position` bytes long."""
    length = len(data)
    if content is None:
        if position < length:
            del data[position:]
        else:
            data.extend(bytes(position - length))
    elif position == length:
        data += content
    else:
        if position > length:
            data.extend(bytes(position - length))
        data[position : position + len(content)] = content


class DirectoryNode:
    """A directory: what it holds and what of that is durable."""

    __slots__ = ("durable", "entries", "modified_ms")

    def __init__(self, modified_ms: int) -> None:
        self.entries: dict[str, FileNode | DirectoryNode] = {}
        self.durable: dict[str, FileNode | DirectoryNode] = {}
        self.modified_ms = modified_ms


class NameChange:
    """One change of entries that is not durable yet: all its steps happen or none.

    A step is (directory, name, node that is there afterwards or None).
    """

    __slots__ = ("keys", "steps")

    def __init__(self, *steps: tuple[DirectoryNode, str, FileNode | DirectoryNode | None]) -> None:
        self.steps = steps
        #: Which names of which directories.
        self.keys = {(id(directory), name) for directory, name, _ in steps}

    def apply(self, entries_of: Callable[[DirectoryNode], dict[str, FileNode | DirectoryNode]]) -> None:
        """Do it to the entries that `entries_of` has for each directory."""
        for directory, name, node in self.steps:
            if node is None:
                entries_of(directory).pop(name, None)
            else:
                entries_of(directory)[name] = node


def surviving(
    changes: Sequence[NameChange], newest: FileNode | NameChange | None, rng: random.Random, survival: Survival
) -> Sequence[NameChange]:
    """Which changes of names outlive the power cut.

    :param changes: all that are not durable, oldest first.
    :param newest: the file that the newest act of all was done to, or the change that it was.
    """
    if survival in (Survival.EVERYTHING, Survival.NAMES):
        return changes
    if survival is Survival.TORN:
        return [change for change in changes if change is not newest]
    if survival is not Survival.ANY:
        return [change for change in changes if change is newest and survival is Survival.NEWEST]
    choice = rng.random()
    probability = 0.0 if choice < 0.2 else 1.0 if choice < 0.45 else rng.random()
    return [change for change in changes if rng.random() < probability]
