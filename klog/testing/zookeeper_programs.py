"""Random operations, and what came of them: for putting two ZooKeepers beside each other.

A program is a list of `Step`, each one operation of one of a few clients. `run_program` does them one after the other and writes down every
outcome (answer or error) and every event that any client was told of. Of what no two servers have in common it makes what they have: zxids
count from the program's beginning, sessions have the numbers of the clients, times are left out. Then the same program has the
same outcome on every server that does what ZooKeeper does, to the last number of each stat; but nobody else may write to it meanwhile.

Before 3.9, servers forget a persistent watch when the same connection sets a one-shot watch on the very same path (ZOOKEEPER-4466). So
persistent watches are set on `TREE` and `FLAT` alone, and one-shot ones anywhere else.
"""

from __future__ import annotations

import random as random_module
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from twisted.internet.defer import Deferred

from klog.zookeeper.client import EPHEMERAL, SEQUENCE, Check, ClientEvent, Create, Delete, Set, ZookeeperClient
from klog.zookeeper.errors import TRANSIENT, ZookeeperError

#: How many clients a program has.
CLIENTS: Final = 3
#: Where persistent watches are: recursive, and not.
TREE: Final = "/t"
FLAT: Final = "/f"
PATHS: Final = ("/a", "/b", "/a/x", "/a/y", "/b/x", "/a/x/p", "/t", "/t/x", "/t/x/p", "/f", "/f/x")
WATCHED: Final = tuple(path for path in PATHS if path not in (TREE, FLAT))
READABLE: Final = {"perms": 1, "scheme": "world", "id": "anyone"}
EVERYBODY: Final = {"perms": 31, "scheme": "world", "id": "anyone"}
MINE: Final = {"perms": 31, "scheme": "auth", "id": ""}
WRONG: Final = {"perms": 31, "scheme": "none", "id": "x"}
ACLS: Final = ((EVERYBODY,), (READABLE,), (READABLE, MINE), (MINE,), (), (WRONG,), (EVERYBODY, EVERYBODY, READABLE))

#: Those that hide nothing, and those that are refused.
OPEN_ACLS: Final = ((EVERYBODY,), (), (WRONG,), (EVERYBODY, EVERYBODY))


class Step(NamedTuple):
    """One operation: of which client, its name, and the arguments."""

    client: int
    name: str
    arguments: tuple[Any, ...] = ()


def random_program(dice: random_module.Random, length: int = 60, *, has_persistent: bool = True) -> list[Step]:
    """A program of `length` steps.

    :param has_persistent: for servers from 3.6 on. For older ones there are no persistent watches; no multi, since 3.4.6 does not always
        take all of a failed one back (ZOOKEEPER-1624); and all nodes are open to everybody, since 3.4 lets strangers see more than
        later ones do (whether a node exists, hashes of passwords).
    """
    return [Step(dice.randrange(CLIENTS), *_random_operation(dice, has_persistent)) for _ in range(length)]


def _random_operation(dice: random_module.Random, has_persistent: bool) -> tuple[str, tuple[Any, ...]]:
    acls = ACLS if has_persistent else OPEN_ACLS
    path, watched = dice.choice(PATHS), dice.choice(WATCHED)
    version = dice.choice((-1, -1, 0, 1))
    flags = dice.choice((0, 0, 0, 0, EPHEMERAL if path.count("/") > 1 else 0, SEQUENCE, EPHEMERAL | SEQUENCE))
    choices: list[tuple[int, str, tuple[Any, ...]]] = [
        (12, "create", (path, b"x" * dice.randrange(4), None, flags)),
        (2, "create", (path, b"", dice.choice(acls), 0)),
        (6, "delete", (path, version)),
        (5, "set", (path, b"y" * dice.randrange(4), version)),
        (2, "get", (path,)),
        (2, "get_children", (path,)),
        (2, "get_acl", (path,)),
        (1, "set_acl", (path, dice.choice(acls), version)),
        (3, "exists_and_watch", (watched,)),
        (3, "get_and_watch", (watched,)),
        (3, "get_children_and_watch", (watched,)),
        (2, "get_many", (tuple(dice.sample(PATHS, 4)),)),
        (1, "children_of_many", (tuple(dice.sample(PATHS, 4)),)),
        (5 if has_persistent else 0, "multi", tuple(_random_part(dice) for _ in range(dice.randrange(1, 5)))),
        (1, "new session", ()),
        (1, "reconnect", ()),
    ]
    if has_persistent:
        choices += [(1, "watch tree", ()), (1, "watch flat", ()), (1, "unwatch tree", ()), (1, "unwatch flat", ())]
    weights = [weight for weight, _, _ in choices]
    _, name, arguments = dice.choices(choices, weights)[0]
    return name, arguments


def _random_part(dice: random_module.Random) -> Any:
    path = dice.choice(PATHS)
    version = dice.choice((-1, -1, 0, 1))
    flags = dice.choice((0, 0, EPHEMERAL, SEQUENCE))
    return dice.choice((Create(path, b"m", None, flags), Delete(path, version), Set(path, b"s", version), Check(path, version)))


async def run_program(make: Callable[[], Deferred[ZookeeperClient]], steps: Sequence[Step]) -> list[str]:
    """Do it, below the chroot of the clients that `make` gives; a line for each outcome and event.

    :param make: gives the Deferred of a connected client; its chroot exists, and is empty.
    """
    run = _Run(make)
    await run.begin()
    for number, step in enumerate(steps):
        run.log.append(f"{number}: client {step.client} {step.name} {step.arguments}")
        await run.do(step)
    await run.end()
    return run.log


async def _connected(client: ZookeeperClient) -> None:
    """Its connection may be about to end: there is one, or another one."""
    try:
        await client.sync()
    except TRANSIENT:
        await client.when_connected()
    await client.sync()


class _Run:
    """One run."""

    def __init__(self, make: Callable[[], Deferred[ZookeeperClient]]) -> None:
        self.log: list[str] = []
        self._make = make
        self._clients: list[ZookeeperClient] = []
        self._names: dict[int, str] = {0: "nobody"}
        self._base = 0
        self._callbacks: dict[tuple[int, str], Callable[[ClientEvent], None]] = {}
        self._events: dict[int, list[str]] = {}

    async def begin(self) -> None:
        for number in range(CLIENTS):
            await self._begin_session(number)
        await self._clients[0].create("/begin")
        stat = await self._clients[0].exists("/begin")
        assert stat is not None
        self._base = stat["czxid"]
        await self._clients[0].multi([Create(path, path.encode()) for path in ("/a", "/a/x", "/b", "/b/x", TREE, "/t/x", FLAT)])

    async def _begin_session(self, number: int) -> None:
        client = await self._make()
        self._clients[number : number + 1] = [client]
        self._names[client.session_id] = f"session {len(self._names)} of client {number}"
        try:
            # Where the server does not know how to read many at once, it hangs up: now, and not within the program.
            await client.get_many(["/"])
        except TRANSIENT:
            pass
        await _connected(client)
        if number < 2:
            # The third is a stranger.
            await client.add_auth("digest", "alice:secret")

    async def end(self) -> None:
        """The whole tree, then the end."""
        await self._show("/")
        for client in self._clients:
            await client.close()

    async def _show(self, path: str) -> None:
        await self._outcome(self._clients[0].exists(path), f"at last {path}")
        try:
            names = await self._clients[0].get_children(path)
        except ZookeeperError:
            return
        for name in sorted(names):
            await self._show(f"{path.rstrip('/')}/{name}")

    async def do(self, step: Step) -> None:
        """One step, and what everybody hears of it."""
        client = self._clients[step.client]
        if step.name == "new session":
            await client.close()
            for key in [key for key in self._callbacks if key[0] == step.client]:
                del self._callbacks[key]
            await self._begin_session(step.client)
        elif step.name == "reconnect":
            client.drop_connection("dropped by a program")
            await _connected(client)
        elif step.name in ("watch tree", "watch flat"):
            path = TREE if step.name == "watch tree" else FLAT
            heard = self._heard(step.client, f"persistent {path}")
            if self._callbacks.setdefault((step.client, path), heard) is heard:
                await self._outcome(client.add_watch(path, heard, recursive=path == TREE))
        elif step.name in ("unwatch tree", "unwatch flat"):
            path = TREE if step.name == "unwatch tree" else FLAT
            callback = self._callbacks.pop((step.client, path), None)
            if callback is not None:
                await self._outcome(client.remove_watch(path, callback))
        elif step.name.endswith("_and_watch"):
            value, watch = getattr(client, step.name)(*step.arguments)
            watch.addCallback(self._heard(step.client, step.name))
            await self._outcome(value)
        elif step.name == "multi":
            await self._outcome(client.multi(step.arguments))
        else:
            await self._outcome(getattr(client, step.name)(*step.arguments))
        for other in self._clients:
            await other.sync()
        for number in sorted(self._events):
            self.log += self._events.pop(number)

    def _heard(self, number: int, watch: str) -> Callable[[ClientEvent], None]:
        def heard(event: ClientEvent) -> None:
            self._events.setdefault(number, []).append(f"    client {number} hears {event.type_name} {event.path!r} ({watch})")

        return heard

    async def _outcome(self, wanted: Deferred[Any], what: str = "") -> None:
        try:
            said = self._plain(await wanted)
        except ZookeeperError as error:
            said = self._plain(error)
        self.log.append(f"  {what}-> {said}")

    def _plain(self, value: Any) -> Any:
        """Without what differs from server to server."""
        if isinstance(value, ZookeeperError):
            return f"{type(value).__name__} {value.index}"
        if isinstance(value, dict) and "czxid" in value:
            zxids = {name: max(0, value[name] - self._base) if value[name] > 0 else value[name] for name in ("czxid", "mzxid", "pzxid")}
            plain = {**value, **zxids, "ephemeralOwner": self._names.get(value["ephemeralOwner"], "somebody")}
            del plain["ctime"], plain["mtime"]
            return plain
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return sorted(value)
        if isinstance(value, list | tuple):
            return [self._plain(item) for item in value]
        return value
