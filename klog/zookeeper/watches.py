"""The watches of one session: who waits for what, whom an event is for, and how a new connection is told about them.

Three kinds fire once: on a node's *data* (by get, and by exists where the node is there), on its coming to be (*exist*: by exists where
it is not), on its *child*ren. Two stay: *persistent* on one node and its children's names, *recursive* on a node and all below it. Servers
keep them per connection, so after a reconnection all are sent again with the last zxid seen: the server fires at once what a one-shot
watch missed, and says nothing about what a staying one missed (`klog.zookeeper.client` tells those that there was a gap).

Which watches an event is for: ``ZKWatchManager.materialize`` of ZooKeeper's own client. Paths here are the client's, without the chroot.
Pure.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from typing import NamedTuple

from klog.zookeeper.paths import ancestors, with_chroot
from klog.zookeeper.protocol import CHANGED_EVENT, CHILD_EVENT, CREATED_EVENT, DELETED_EVENT
from klog.zookeeper.requests import SetWatches, SetWatches2

#: Names of event types, as txzookeeper has them.
TYPE_NAMES = {-2: "not-watching", -1: "session", 1: "created", 2: "deleted", 3: "changed", 4: "child"}
#: Names of states.
STATE_NAMES = {
    1: "connecting",
    2: "associating",
    3: "connected",
    5: "read-only",
    999: "not-connected",
    -112: "expired",
    -113: "auth-failed",
}
#: One message of `setWatches` stays below this; Java's client does the same (``SET_WATCHES_MAX_LENGTH``).
PIECE_BYTES = 128 << 10


class ClientEvent(NamedTuple):
    """What a watch, or a session callback, is told.

    :param type: `CREATED_EVENT`, `DELETED_EVENT`, `CHANGED_EVENT`, `CHILD_EVENT`, or `SESSION_EVENT`.
    :param connection_state: `CONNECTED_STATE` and others.
    :param path: of the node; empty for the session's.
    """

    type: int
    connection_state: int
    path: str

    @property
    def type_name(self) -> str:
        """In a word."""
        return TYPE_NAMES.get(self.type, f"type {self.type}")

    @property
    def state_name(self) -> str:
        """In a word."""
        return STATE_NAMES.get(self.connection_state, f"state {self.connection_state}")

    def __repr__(self) -> str:
        return f"<ClientEvent {self.type_name} at {self.path!r} state: {self.state_name}>"


Watcher = Callable[[ClientEvent], None]


class WatchKind(enum.Enum):
    """The five kinds; in the order of `SetWatches2`'s fields."""

    DATA = "data"
    EXIST = "exist"
    CHILD = "child"
    PERSISTENT = "persistent"
    RECURSIVE = "recursive"


#: Which one-shot watches an event uses up.
_ONE_SHOT = {
    CREATED_EVENT: (WatchKind.DATA, WatchKind.EXIST),
    CHANGED_EVENT: (WatchKind.DATA, WatchKind.EXIST),
    DELETED_EVENT: (WatchKind.DATA, WatchKind.EXIST, WatchKind.CHILD),
    CHILD_EVENT: (WatchKind.CHILD,),
}


class Watches:
    """All watches of a session."""

    def __init__(self) -> None:
        self._by_kind: dict[WatchKind, dict[str, list[Watcher]]] = {kind: {} for kind in WatchKind}

    def __len__(self) -> int:
        """How many watchers."""
        return sum(len(watchers) for by_path in self._by_kind.values() for watchers in by_path.values())

    def add(self, kind: WatchKind, path: str, watcher: Watcher) -> None:
        """Let `watcher` hear."""
        self._by_kind[kind].setdefault(path, []).append(watcher)

    def remove(self, kind: WatchKind, path: str, watcher: Watcher) -> bool:
        """Whether it was there."""
        watchers = self._by_kind[kind].get(path, [])
        if watcher not in watchers:
            return False
        watchers.remove(watcher)
        if not watchers:
            del self._by_kind[kind][path]
        return True

    def forget(self, path: str, watcher: Watcher) -> None:
        """Let a one-shot `watcher` hear no more, of whatever kind it has become."""
        for kind in (WatchKind.DATA, WatchKind.EXIST, WatchKind.CHILD):
            self.remove(kind, path, watcher)

    def has(self, kind: WatchKind, path: str) -> bool:
        """Whether anybody watches."""
        return path in self._by_kind[kind]

    def is_watched(self, path: str) -> bool:
        """Whether anybody watches this very path, in whatever way."""
        return any(path in by_path for by_path in self._by_kind.values())

    def take(self, type_: int, path: str) -> list[Watcher]:
        """Whom an event is for; the one-shot ones of them are forgotten."""
        by_kind = self._by_kind
        found: list[Watcher] = []
        for kind in _ONE_SHOT.get(type_, ()):
            if by_kind[kind]:
                found += by_kind[kind].pop(path, ())
        if by_kind[WatchKind.PERSISTENT]:
            found += by_kind[WatchKind.PERSISTENT].get(path, ())
        recursive = by_kind[WatchKind.RECURSIVE]
        if recursive and type_ != CHILD_EVENT:
            for above in ancestors(path):
                found += recursive.get(above, ())
        return found

    def staying(self) -> list[Watcher]:
        """The watchers that are not used up by an event, each once."""
        watchers: list[Watcher] = []
        for kind in (WatchKind.PERSISTENT, WatchKind.RECURSIVE):
            for found in self._by_kind[kind].values():
                watchers += [watcher for watcher in found if watcher not in watchers]
        return watchers

    def take_all(self) -> list[Watcher]:
        """Everybody, each as often as it watches; staying ones once. Nothing is left."""
        watchers = self.staying()
        for kind in (WatchKind.DATA, WatchKind.EXIST, WatchKind.CHILD):
            for found in self._by_kind[kind].values():
                watchers += found
        for by_path in self._by_kind.values():
            by_path.clear()
        return watchers

    def restore(self, last_zxid: int, chroot: str = "", piece_bytes: int = PIECE_BYTES) -> Iterator[SetWatches | SetWatches2]:
        """The messages that tell a server about them, each below `piece_bytes` (unless one path alone is longer).

        `SetWatches2` only where there are staying ones: servers before 3.6 do not know it.
        """
        kinds = [kind for kind in WatchKind if self._by_kind[kind]]
        if not kinds:
            return
        is_old = not (self._by_kind[WatchKind.PERSISTENT] or self._by_kind[WatchKind.RECURSIVE])
        piece: dict[str, list[str]] = {}
        size = 64
        for kind in kinds:
            for path in self._by_kind[kind]:
                told = with_chroot(chroot, path)
                path_bytes = 4 + len(told.encode())
                if piece and size + path_bytes > piece_bytes:
                    yield _message(is_old, last_zxid, piece)
                    piece, size = {}, 64
                piece.setdefault(kind.value, []).append(told)
                size += path_bytes
        yield _message(is_old, last_zxid, piece)


def _message(is_old: bool, last_zxid: int, piece: dict[str, list[str]]) -> SetWatches | SetWatches2:
    return SetWatches(last_zxid, **piece) if is_old else SetWatches2(last_zxid, **piece)
