"""Who watches what: the two watch tables of a ZooKeeper server, as version 3.9 keeps them.

A server has a table for the *data* of nodes (set by ``getData`` and ``exists``) and one for their *children*. Each entry is a path,
a watcher (a connection) and modes:

* `STANDARD`: told once, then gone;
* `PERSISTENT`: told every time (it stands in both tables);
* `RECURSIVE`: persistent, and told of everything below as well (it stands in the data table alone, so that it never hears of
  *children changed*: the creations and deletions themselves say it).

Since 3.9 a path may be watched in several modes at once by one connection (ZOOKEEPER-4466). Watchers are told in the order in which
they came, so that a run can be repeated; a real server tells them in no order at all.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Protocol

from klog.testing.zookeeper_acl import Acls


class EventType(enum.IntEnum):
    """What happened to a node, as numbered on the wire."""

    CREATED = 1
    DELETED = 2
    CHANGED = 3
    CHILD = 4


class Mode(enum.IntFlag):
    """How a path is watched."""

    STANDARD = 1
    PERSISTENT = 2
    RECURSIVE = 4


class Watcher(Protocol):
    """A connection that is told of events."""

    def process(self, event: EventType, path: str, zxid: int, acls: Acls | None) -> None:
        """Tell the client, if it may read a node with these `acls` (None: do not ask).

        :param zxid: of the change; -1 where the event stands for changes missed.
        """


class WatchTable:
    """One of the two tables."""

    def __init__(self) -> None:
        self._by_path: dict[str, dict[Watcher, Mode]] = {}
        self._by_watcher: dict[Watcher, dict[str, None]] = {}
        #: Entries that are recursive: without any, nobody asks for the parents of a path.
        self._recursive = 0

    def __len__(self) -> int:
        return sum(map(len, self._by_path.values()))

    def add(self, path: str, watcher: Watcher, mode: Mode = Mode.STANDARD) -> None:
        """Watch `path`, in this mode besides those that there are."""
        watchers = self._by_path.setdefault(path, {})
        before = watchers.get(watcher, Mode(0))
        watchers[watcher] = before | mode
        self._by_watcher.setdefault(watcher, {})[path] = None
        if mode & Mode.RECURSIVE and not before & Mode.RECURSIVE:
            self._recursive += 1

    def remove(self, path: str, watcher: Watcher, mode: Mode | None = None) -> bool:
        """Watch no more, in this mode or (None) in any; whether it did."""
        before = self._by_path.get(path, {}).get(watcher, Mode(0))
        left = before & ~mode if mode is not None else Mode(0)
        if left != before:
            self._set(path, watcher, before, left)
        return left != before

    def has(self, path: str, watcher: Watcher, mode: Mode | None = None) -> bool:
        """Whether it watches, in this mode or (None) in any."""
        modes = self._by_path.get(path, {}).get(watcher, Mode(0))
        return bool(modes if mode is None else modes & mode)

    def forget(self, watcher: Watcher) -> None:
        """The connection is gone."""
        for path in list(self._by_watcher.get(watcher, ())):
            self.remove(path, watcher)

    def trigger(
        self, event: EventType, path: str, zxid: int, acls: Acls | None, told: dict[Watcher, None] | None = None
    ) -> dict[Watcher, None]:
        """Tell everybody who watches `path`; who it was.

        :param told: these have been told already.
        """
        watchers: dict[Watcher, None] = {}
        for place in _upwards(path) if self._recursive else (path,):
            here = self._by_path.get(place)
            if not here:
                continue
            for watcher, modes in list(here.items()):
                if place != path:
                    if modes & Mode.RECURSIVE:
                        watchers[watcher] = None
                    continue
                watchers[watcher] = None
                if modes & Mode.STANDARD:
                    self._set(path, watcher, modes, modes & ~Mode.STANDARD)
        for watcher in watchers:
            if told is None or watcher not in told:
                watcher.process(event, path, zxid, acls)
        return watchers

    def _set(self, path: str, watcher: Watcher, before: Mode, modes: Mode) -> None:
        if before & Mode.RECURSIVE and not modes & Mode.RECURSIVE:
            self._recursive -= 1
        watchers = self._by_path[path]
        if modes:
            watchers[watcher] = modes
            return
        del watchers[watcher]
        if not watchers:
            del self._by_path[path]
        paths = self._by_watcher[watcher]
        del paths[path]
        if not paths:
            del self._by_watcher[watcher]


def _upwards(path: str) -> Iterator[str]:
    """The path, then its parents, the root last."""
    while path != "/" and path:
        yield path
        path = path[: path.rfind("/")]
    yield "/"
