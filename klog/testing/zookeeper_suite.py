"""What every ZooKeeper does, as checks that any server can be put through: the one in memory, and real ones of any version.

::

    await check_zookeeper(make_client)                      # on a real reactor
    memory_reactor.until(check_zookeeper(make_client))      # in virtual time

``make_client(chroot="")`` gives the Deferred of a connected `ZookeeperClient`, each time another one. Every check works below a node of its
own, so that they may share a server. A violation is an AssertionError that names the rule. What was written is told to watchers before a
later answer on the same connection, so "nothing was told" is checked behind a `sync`, and never by waiting.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from twisted.internet.defer import Deferred

from klog.testing.zookeeper_acl import digest_id
from klog.zookeeper import errors
from klog.zookeeper.client import EPHEMERAL, SEQUENCE, Check, ClientEvent, Create, Delete, Set, ZookeeperClient
from klog.zookeeper.errors import ZookeeperError
from klog.zookeeper.protocol import (
    CHANGED_EVENT,
    CHILD_EVENT,
    CONNECTED_STATE,
    CONNECTING_STATE,
    CREATED_EVENT,
    DELETED_EVENT,
    OPEN_ACL_UNSAFE,
    PERM_ALL,
    PERM_READ,
    SESSION_EVENT,
    Stat,
)

T = TypeVar("T")


class MakeClient(Protocol):
    """Gives connected clients."""

    def __call__(self, chroot: str = "", **options: Any) -> Deferred[ZookeeperClient]: ...


class Subject:
    """A server that is checked.

    :ivar root: where the check may write; it is there.
    """

    def __init__(self, make: MakeClient, root: str, has_persistent: bool) -> None:
        self._make = make
        self.root = root
        self.has_persistent = has_persistent
        self._clients: list[ZookeeperClient] = []

    async def client(self, chroot: str = "", **options: Any) -> ZookeeperClient:
        """Another client."""
        client = await self._make(chroot, **options)
        self._clients.append(client)
        return client

    def at(self, path: str = "") -> str:
        """A path of this check's."""
        return self.root + path

    async def close(self) -> None:
        """All clients."""
        for client in self._clients:
            await client.close()


class Heard:
    """A callback of `add_watch` that writes down what it hears."""

    def __init__(self) -> None:
        self.events: list[tuple[int, str]] = []

    def __call__(self, event: ClientEvent) -> None:
        self.events.append((event.type if event.type != SESSION_EVENT else event.connection_state + 1000, event.path))

    def take(self) -> list[tuple[int, str]]:
        """What it heard since; session events as state + 1000."""
        events, self.events = self.events, []
        return events


async def check_zookeeper(make: MakeClient, *, root: str = "/klog-suite", has_persistent: bool = True) -> None:
    """Put a server through every check.

    :param make: see above.
    :param root: made, and left.
    :param has_persistent: whether it is 3.6 or later.
    """
    client = await make()
    if await client.exists(root) is None:
        await client.create(root)
    for check in CHECKS:
        path = f"{root}/{check.__name__.removeprefix('check_')}"
        await client.create(path)
        subject = Subject(make, path, has_persistent)
        try:
            await check(subject)
        finally:
            await subject.close()
    await client.close()


async def refused(kind: type[ZookeeperError], wanted: Awaitable[Any], path: str | None = None) -> ZookeeperError:
    """Check that `wanted` fails with just this error, which names the path."""
    try:
        result = await wanted
    except ZookeeperError as error:
        assert type(error) is kind, f"refused with {error!r}, not {kind.__name__}"
        assert path is None or path in str(error), f"{error} does not name {path}"
        return error
    raise AssertionError(f"done, and should have been refused with {kind.__name__}: {result!r}")


async def reconnected(client: ZookeeperClient) -> None:
    """Its connection is about to end, or has ended: there is another one."""
    try:
        await client.sync()
    except errors.TRANSIENT:
        await client.when_connected()
    await client.sync()


def told(watch: Deferred[ClientEvent], kind: int, path: str) -> None:
    """A watch has fired, with this event."""
    assert watch.called, f"the watch on {path} has not fired"
    event = getattr(watch, "result", None)
    assert event == ClientEvent(kind, CONNECTED_STATE, path), f"{event!r} and not {kind} of {path}"


async def check_nodes(subject: Subject) -> None:
    """Data come back as they were; stats count."""
    client, path = await subject.client(), subject.at("/a")
    assert await client.exists(path) is None
    assert await client.create(path, b"one") == path, "create gives the path"
    data, made = await client.get(path)
    assert data == b"one"
    assert made["czxid"] == made["mzxid"] == made["pzxid"] > 0, "a node begins with one zxid"
    assert (made["version"], made["cversion"], made["aversion"]) == (0, 0, 0)
    assert (made["dataLength"], made["numChildren"], made["ephemeralOwner"]) == (3, 0, 0)
    assert made["ctime"] == made["mtime"] > 0
    changed = await client.set(path, b"three", 0)
    assert changed["mzxid"] == made["mzxid"] + 1, "each write has the next zxid"
    assert (changed["version"], changed["dataLength"], changed["czxid"], changed["pzxid"]) == (1, 5, made["czxid"], made["pzxid"])
    assert await client.exists(path) == changed, "exists gives the same stat"
    assert (await client.set(path, b""))["version"] == 2, "-1 is any version"
    assert await client.get(path) == (b"", await client.exists(path))
    await client.delete(path, 2)
    assert await client.exists(path) is None


async def check_children(subject: Subject) -> None:
    """Children and what their parent's stat says of them."""
    client, root = await subject.client(), subject.root
    before = await stat_of(client, root)
    for name in ("b", "a", "ü"):
        await client.create(f"{root}/{name}")
    await client.create(f"{root}/a/x")
    assert sorted(await client.get_children(root)) == ["a", "b", "ü"]
    assert await client.get_children(f"{root}/b") == []
    after = await stat_of(client, root)
    assert (after["numChildren"], after["cversion"] - before["cversion"]) == (3, 3)
    assert after["pzxid"] == (await stat_of(client, f"{root}/ü"))["czxid"], "pzxid is of the last child"
    assert (after["mzxid"], after["version"]) == (before["mzxid"], before["version"]), "children do not change the node"
    await client.delete(f"{root}/b")
    last = await stat_of(client, root)
    assert (last["numChildren"], last["cversion"] - before["cversion"]) == (2, 4), "cversion counts deletions too"
    assert last["pzxid"] > after["pzxid"]


async def stat_of(client: ZookeeperClient, path: str) -> Stat:
    """The stat of a node that is there."""
    stat = await client.exists(path)
    assert stat is not None, f"{path} is not there"
    return stat


async def check_refusals(subject: Subject) -> None:
    """Every error, and which comes first where there are two."""
    client, at = await subject.client(), subject.at
    await client.create(at("/a"))
    await client.create(at("/a/b"))
    await client.create(at("/e"), flags=EPHEMERAL)
    await refused(errors.NodeExistsException, client.create(at("/a")), at("/a"))
    await refused(errors.NodeExistsException, client.create("/"))
    await refused(errors.NoNodeException, client.create(at("/x/y")), at("/x/y"))
    await refused(errors.NoChildrenForEphemeralsException, client.create(at("/e/x")))
    await refused(errors.InvalidACLException, client.create(at("/x"), b"", []))
    await refused(errors.InvalidACLException, client.create(at("/x/y"), b"", []))
    await refused(errors.InvalidACLException, client.create(at("/x"), b"", [{"perms": 1, "scheme": "nobody", "id": "x"}]))
    await refused(errors.NotEmptyException, client.delete(at("/a")))
    await refused(errors.BadVersionException, client.delete(at("/a"), 3))
    await refused(errors.NoNodeException, client.delete(at("/x")))
    await refused(errors.NoNodeException, client.get(at("/x")))
    await refused(errors.NoNodeException, client.get_children(at("/x")))
    await refused(errors.NoNodeException, client.set(at("/x"), b""))
    await refused(errors.BadVersionException, client.set(at("/a"), b"", 1))
    await refused(errors.NoNodeException, client.get_acl(at("/x")))
    await refused(errors.NoNodeException, client.set_acl(at("/x"), [OPEN_ACL_UNSAFE]))
    await refused(errors.BadVersionException, client.set_acl(at("/a"), [OPEN_ACL_UNSAFE], 1))
    await refused(errors.InvalidACLException, client.set_acl(at("/a"), []))
    await refused(errors.BadArgumentsException, client.delete("/zookeeper"))
    assert sorted(await client.get_children(subject.root)) == ["a", "e"], "what was refused was not done"


async def check_sequences(subject: Subject) -> None:
    """Ten digits, which count creations in the parent and never come twice."""
    client, at = await subject.client(), subject.at
    paths = [await client.create(at("/n-"), flags=SEQUENCE) for _ in range(2)]
    await client.create(at("/other"))
    await client.delete(paths[1])
    paths.append(await client.create(at("/"), flags=SEQUENCE))
    assert paths == [at("/n-0000000000"), at("/n-0000000001"), at("/0000000003")], paths


async def check_ephemerals(subject: Subject) -> None:
    """Ephemeral nodes belong to a session and go with it, and others hear of it."""
    client, other, path = await subject.client(), await subject.client(), subject.at("/e")
    assert client.session_id != other.session_id
    name = await client.create(subject.at("/s-"), flags=EPHEMERAL | SEQUENCE)
    await client.create(path, b"x", flags=EPHEMERAL)
    assert (await stat_of(other, path))["ephemeralOwner"] == client.session_id
    await refused(errors.NodeExistsException, other.create(path, flags=EPHEMERAL))
    names, gone = other.get_children_and_watch(subject.root)
    assert len(await names) == 2
    await client.close()
    await other.sync()
    told(gone, CHILD_EVENT, subject.root)
    assert await other.get_children(subject.root) == [], "all of a session goes at once"
    await other.create(path, flags=EPHEMERAL)
    assert (await stat_of(other, path))["ephemeralOwner"] == other.session_id
    assert await other.exists(name) is None
    # The parent was changed once, by one transaction.
    assert (await stat_of(other, subject.root))["numChildren"] == 1


async def check_multi(subject: Subject) -> None:
    """All or nothing, in one transaction, each operation seeing those before it."""
    client, at = await subject.client(), subject.at
    results = await client.multi(
        [
            Create(at("/a"), b"1"),
            Create(at("/a/b"), flags=EPHEMERAL),
            Set(at("/a"), b"2", 0),
            Check(at("/a"), 1),
            Create(at("/a/n-"), flags=SEQUENCE),
            Create(at("/a/gone")),
            Delete(at("/a/gone"), 0),
        ]
    )
    assert results[:2] == [at("/a"), at("/a/b")] and results[3] is None and results[6] is None, results
    assert results[4] == at("/a/n-0000000001"), results
    stats = [await stat_of(client, path) for path in (at("/a"), at("/a/b"), results[4])]
    assert len({stat["czxid"] for stat in stats}) == 1, "one transaction, one zxid"
    assert results[2]["version"] == 1 and stats[0]["mzxid"] == stats[0]["czxid"] == stats[0]["pzxid"]
    assert stats[0]["cversion"] == 4, stats[0]
    heard = Heard()
    watch = client.get_children_and_watch(at("/a"))[1]
    for index, bad, kind in (
        (2, Check(at("/a"), 7), errors.BadVersionException),
        (2, Delete(at("/a")), errors.NotEmptyException),
        (2, Create(at("/a/b/c")), errors.NoChildrenForEphemeralsException),
        (2, Create(at("/new")), errors.NodeExistsException),
        (2, Set(at("/x"), b""), errors.NoNodeException),
    ):
        error = await refused(kind, client.multi([Create(at("/new")), Set(at("/a"), b"3"), bad, Create(at("/never"))]), bad.path)
        assert (error.index, error.path) == (index, bad.path), f"{error.index} {error.path}"
    assert await client.get(at("/a")) == (b"2", stats[0]), "nothing was done"
    assert await client.get_children(subject.root) == ["a"]
    assert not watch.called and heard.events == [], "nobody is told of what was not done"
    assert await client.multi([]) == []


async def check_data_watches(subject: Subject) -> None:
    """They fire once: for creation, change, deletion; before the answer that shows it."""
    client, other, path = await subject.client(), await subject.client(), subject.at("/a")
    exists, made = client.exists_and_watch(path)
    assert await exists is None
    missing, never = client.get_and_watch(path)
    await refused(errors.NoNodeException, missing)
    await other.create(path)
    await client.sync()
    told(made, CREATED_EVENT, path)
    value, changed = client.get_and_watch(path)
    exists, changed_too = client.exists_and_watch(path)
    assert (await value)[1] == await exists
    await other.create(f"{path}/child")
    await client.sync()
    assert not changed.called, "children are not data"
    await client.set(path, b"own")
    told(changed, CHANGED_EVENT, path)
    told(changed_too, CHANGED_EVENT, path)
    await client.set(path, b"again")
    exists, gone = client.exists_and_watch(path)
    await exists
    await other.delete(f"{path}/child")
    await other.delete(path)
    await client.sync()
    told(gone, DELETED_EVENT, path)
    assert not never.called, "a read that fails watches nothing"


async def check_child_watches(subject: Subject) -> None:
    """Child watches fire once, for a child that comes or goes, and for the node's end."""
    client, other, path = await subject.client(), await subject.client(), subject.at("/a")
    missing, _ = client.get_children_and_watch(path)
    await refused(errors.NoNodeException, missing)
    await other.create(path)
    names, changed = client.get_children_and_watch(path)
    assert await names == []
    await other.set(path, b"x")
    await client.sync()
    assert not changed.called, "data are not children"
    await other.create(f"{path}/b")
    await client.sync()
    told(changed, CHILD_EVENT, path)
    names, changed = client.get_children_and_watch(path)
    assert await names == ["b"]
    await other.create(f"{path}/b/c")
    await other.set(f"{path}/b", b"x")
    await client.sync()
    assert not changed.called, "grandchildren and their data are not children"
    await other.multi([Delete(f"{path}/b/c"), Delete(f"{path}/b")])
    await client.sync()
    told(changed, CHILD_EVENT, path)
    names, changed = client.get_children_and_watch(path)
    value, gone = client.get_and_watch(path)
    await names
    await value
    await other.delete(path)
    await client.sync()
    told(changed, DELETED_EVENT, path)
    told(gone, DELETED_EVENT, path)


async def check_persistent_watches(subject: Subject) -> None:
    """One watch for a whole tree, which stays; an older server says that it cannot, and the session goes on."""
    client, other, at = await subject.client(), await subject.client(), subject.at
    heard = Heard()
    if not subject.has_persistent:
        await refused(errors.UnimplementedException, client.add_watch(subject.root, heard))
        await reconnected(client)
        assert await client.exists(subject.root) is not None
        return
    await client.add_watch(at("/a"), heard)
    await other.create(at("/a"))
    await other.multi([Create(at("/a/b")), Create(at("/a/b/c")), Set(at("/a"), b"x"), Create(at("/ab"))])
    await other.set(at("/a/b/c"), b"x")
    await other.multi([Delete(at("/a/b/c")), Delete(at("/a/b"))])
    await other.delete(at("/a"))
    await client.sync()
    wanted = [
        (CREATED_EVENT, at("/a")),
        (CREATED_EVENT, at("/a/b")),
        (CREATED_EVENT, at("/a/b/c")),
        (CHANGED_EVENT, at("/a")),
        (CHANGED_EVENT, at("/a/b/c")),
        (DELETED_EVENT, at("/a/b/c")),
        (DELETED_EVENT, at("/a/b")),
        (DELETED_EVENT, at("/a")),
    ]
    assert heard.events == wanted, heard.events
    heard.take()
    await client.remove_watch(at("/a"), heard)
    await client.add_watch(at("/p"), heard, recursive=False)
    await other.create(at("/p"))
    await other.create(at("/p/q"))
    await other.set(at("/p/q"), b"x")
    await other.create(at("/a"))
    await client.sync()
    assert heard.take() == [(CREATED_EVENT, at("/p")), (CHILD_EVENT, at("/p"))]


async def check_watches_survive(subject: Subject) -> None:
    """A lost connection costs no watch: one-shot ones fire for what they missed, persistent ones say that there was a gap."""
    client, other, at = await subject.client(), await subject.client(), subject.at
    for name in ("/same", "/changed", "/gone", "/parent"):
        await other.create(at(name))
    owned = await client.create(at("/mine"), flags=EPHEMERAL)
    heard = Heard()
    if subject.has_persistent:
        await client.add_watch(at("/tree"), heard)
    data = {name: client.get_and_watch(at(name)) for name in ("/same", "/changed", "/gone")}
    children = {name: client.get_children_and_watch(at(name)) for name in ("/same", "/parent")}
    exist = {name: client.exists_and_watch(at(name)) for name in ("/made", "/unmade")}
    watched: tuple[tuple[Deferred[Any], Deferred[ClientEvent]], ...] = (*data.values(), *children.values(), *exist.values())
    for read, _ in watched:
        await read
    session_id = client.session_id
    client.drop_connection("dropped by a check")
    await other.multi(
        [
            Set(at("/changed"), b"x"),
            Delete(at("/gone")),
            Create(at("/parent/child")),
            Create(at("/made")),
            Create(at("/tree")),
        ]
    )
    await reconnected(client)
    assert client.session_id == session_id, "the same session"
    told(data["/changed"][1], CHANGED_EVENT, at("/changed"))
    told(data["/gone"][1], DELETED_EVENT, at("/gone"))
    told(children["/parent"][1], CHILD_EVENT, at("/parent"))
    told(exist["/made"][1], CREATED_EVENT, at("/made"))
    for watch in (data["/same"][1], children["/same"][1], exist["/unmade"][1]):
        assert not watch.called, "what did not change is not told"
    await other.multi([Set(at("/same"), b"x"), Create(at("/same/child")), Create(at("/unmade")), Set(at("/tree"), b"x")])
    await client.sync()
    told(data["/same"][1], CHANGED_EVENT, at("/same"))
    told(children["/same"][1], CHILD_EVENT, at("/same"))
    told(exist["/unmade"][1], CREATED_EVENT, at("/unmade"))
    assert (await stat_of(client, owned))["ephemeralOwner"] == session_id
    if subject.has_persistent:
        gap = [(CONNECTING_STATE + 1000, ""), (CONNECTED_STATE + 1000, "")]
        assert heard.events == [*gap, (CHANGED_EVENT, at("/tree"))], heard.events


async def check_batches(subject: Subject) -> None:
    """Many reads at once; what is not there is a value."""
    client, at = await subject.client(), subject.at
    wanted = [at(f"/{number:04}") for number in range(300)]
    for start in range(0, 300, 100):
        await client.multi([Create(path, path.encode() * 20) for path in wanted[start : start + 100]])
    await client.create(at("/0007/x"))
    asked = [*wanted, at("/missing"), wanted[0]]
    values: list[Any] = list(await client.get_many(asked))
    missing = values.pop(300)
    assert isinstance(missing, errors.NoNodeException) and missing.path == at("/missing"), missing
    assert [data for data, _ in values] == [path.encode() * 20 for path in [*wanted, wanted[0]]]
    assert values[7][1] == await client.exists(wanted[7])
    lists: list[Any] = list(await client.children_of_many([subject.root, wanted[7], wanted[8], at("/missing")]))
    assert [sorted(names) for names in lists[:3]] == [[path.rpartition("/")[2] for path in wanted], ["x"], []]
    assert isinstance(lists[3], errors.NoNodeException)
    assert await client.get_many([]) == []


async def check_access(subject: Subject) -> None:
    """A list is kept, and asked."""
    client, other, at = await subject.client(), await subject.client(), subject.at
    open_acls, stat = await client.get_acl(subject.root)
    assert (open_acls, stat["aversion"]) == ([OPEN_ACL_UNSAFE], 0)
    await refused(errors.InvalidACLException, client.create(at("/a"), b"", [{"perms": PERM_ALL, "scheme": "auth", "id": ""}]))
    await client.add_auth("digest", "alice:secret")
    await client.create(at("/a"), b"mine", [{"perms": PERM_ALL, "scheme": "auth", "id": ""}])
    mine = {"perms": PERM_ALL, "scheme": "digest", "id": digest_id("alice:secret")}
    assert (await client.get_acl(at("/a")))[0] == [mine]
    forbidden: tuple[Callable[[], Deferred[Any]], ...] = (
        lambda: other.get(at("/a")),
        lambda: other.set(at("/a"), b""),
        lambda: other.create(at("/a/b")),
        lambda: other.get_children(at("/a")),
        lambda: other.set_acl(at("/a"), [OPEN_ACL_UNSAFE]),
        lambda: other.multi([Set(at("/a"), b"")]),
    )
    for call in forbidden:
        await refused(errors.NoAuthException, call())
    await client.create(at("/a/b"))
    await refused(errors.NoAuthException, other.delete(at("/a/b")))
    readable: list[Any] = [{"perms": PERM_READ, "scheme": "world", "id": "anyone"}, mine]
    changed = await client.set_acl(at("/a"), readable, 0)
    assert (changed["aversion"], changed["version"], changed["mzxid"]) == (1, 0, changed["czxid"]), changed
    assert (await other.get(at("/a")))[0] == b"mine"
    await refused(errors.NoAuthException, other.set(at("/a"), b""))
    await other.add_auth("digest", "alice:secret")
    await other.set(at("/a"), b"ours")


async def check_chroots(subject: Subject) -> None:
    """Below a chroot everything looks as if it were the top: paths, events, multi; and a chroot that is not there is no node."""
    outside = await subject.client()
    await outside.create(subject.at("/app"))
    inside = await subject.client(subject.at("/app"))
    assert await inside.create("/a", b"1") == "/a"
    assert await inside.create("/n-", flags=SEQUENCE) == "/n-0000000001"
    assert await outside.get_children(subject.at("/app")) == await inside.get_children("/")
    value, changed = inside.get_and_watch("/a")
    names, came = inside.get_children_and_watch("/")
    await value
    await names
    await outside.multi([Set(subject.at("/app/a"), b"2"), Create(subject.at("/app/b"))])
    await inside.sync()
    told(changed, CHANGED_EVENT, "/a")
    told(came, CHILD_EVENT, "/")
    assert (await inside.multi([Create("/c"), Check("/a", 1)]))[0] == "/c"
    error = await refused(errors.NoNodeException, inside.multi([Check("/a"), Delete("/x")]))
    assert (error.index, error.path) == (1, "/x")
    nowhere = await subject.client(subject.at("/nowhere"))
    assert await nowhere.exists("/") is None
    await refused(errors.NoNodeException, nowhere.create("/a"))


async def check_sizes(subject: Subject) -> None:
    """Up to a megabyte, and the connection survives what is more."""
    client, at = await subject.client(), subject.at
    large = bytes(range(256)) * 4000
    await client.create(at("/large"), large)
    assert (await client.get(at("/large")))[0] == large
    await refused(errors.MarshallingErrorException, client.set(at("/large"), bytes(1 << 20)))
    assert (await stat_of(client, at("/large")))["version"] == 0
    name = "x" * 500
    await client.create(at(f"/{name}"), b"")
    assert name in await client.get_children(subject.root)


async def check_order(subject: Subject) -> None:
    """Requests are answered in order, each seeing those before it, also through others' eyes behind a sync."""
    client, other, path = await subject.client(), await subject.client(), subject.at("/a")
    under_way: list[Any] = [client.create(path, b"0")]
    under_way += [client.set(path, b"%d" % number, number - 1) for number in range(1, 50)]
    under_way.append(client.get(path))
    answers = [await answer for answer in under_way]
    assert [answer["version"] for answer in answers[1:50]] == list(range(1, 50))
    assert answers[50] == (b"49", answers[49])
    await other.sync()
    assert await other.get(path) == answers[50]


CHECKS: tuple[Callable[[Subject], Awaitable[None]], ...] = (
    check_nodes,
    check_children,
    check_refusals,
    check_sequences,
    check_ephemerals,
    check_multi,
    check_data_watches,
    check_child_watches,
    check_persistent_watches,
    check_watches_survive,
    check_batches,
    check_access,
    check_chroots,
    check_sizes,
    check_order,
)
