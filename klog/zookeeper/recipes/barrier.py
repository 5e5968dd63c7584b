"""`Barrier`: nobody goes on while a node is there. `DoubleBarrier`: so many begin together, and end together.

Both are laid out as kazoo's and ZooKeeper's own recipes: a barrier is a node; of a double one each member is an ephemeral node below it,
and ``ready`` says that all are there. To leave, the lowest member waits for the highest to go, and all others for the lowest; the last
one takes ``ready`` away. A path may be used again by whoever has left it. Those that are slower may see nodes of the next round then: a
member has another name in each round, and who leaves waits only for those that it was inside with.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred, fail

from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import NodeExistsException, NoNodeException
from klog.zookeeper.paths import join
from klog.zookeeper.protocol import CREATED_EVENT, EPHEMERAL
from klog.zookeeper.recipes.nodes import ensure_path, forget, wait_until_gone, wait_until_there
from klog.zookeeper.retrying import create_ephemeral, delete_surely, retry, retry_watch


class Barrier:
    """See above.

    ::

        barrier = Barrier(client, "/service/maintenance")
        await barrier.create()          # whoever waits, waits now
        await barrier.remove()
    """

    def __init__(self, client: ZookeeperClient, path: str) -> None:
        self.path = path
        self._client = client

    def create(self) -> Deferred[None]:
        """Shut it; it stays when our session is over. One that is there counts as made."""
        return ensure_path(self._client, self.path)

    def remove(self) -> Deferred[bool]:
        """Open it; fires with whether it was there. After a lost answer that is told of what is there then."""
        return Deferred.fromCoroutine(self._remove())

    async def _remove(self) -> bool:
        try:
            await retry(self._client, self._client.delete, self.path)
        except NoNodeException:
            return False
        return True

    def wait(self) -> Deferred[None]:
        """Fires when it is open. Fails with `ZookeeperError` when the session is over; may be cancelled, or given a timeout by
        ``addTimeout``."""
        return wait_until_gone(self._client, self.path)


class BarrierError(Exception):
    """A barrier is used as it cannot be."""


class DoubleBarrier:
    """See above.

    ::

        barrier = DoubleBarrier(client, "/job/17", 3)
        await barrier.enter()           # until three are there
        await work()
        await barrier.leave()           # until all three are done

    :param count: how many there must be.
    :param identifier: stands in our node, for people.
    :raises ValueError: `count` is below one.
    """

    def __init__(self, client: ZookeeperClient, path: str, count: int, identifier: str = "") -> None:
        if count < 1:
            raise ValueError(f"a barrier is for one or more, not {count}")
        self.path = path
        self._client = client
        self._count = count
        self._data = identifier.encode()
        self._ready = join(path, "ready")
        self._mine = self._new_name()
        #: Those that were inside when we began to leave, by their names.
        self._together: frozenset[str] | None = None
        self._is_inside = False
        self._is_busy = False
        #: Whether `ready` may be ours.
        self._has_opened = False
        self._taking_back: Deferred[None] | None = None

    def _new_name(self) -> str:
        return join(self.path, f"{self._client.random.getrandbits(128):032x}")

    def enter(self) -> Deferred[None]:
        """Fires when all are there. Cancelled, or failed, we are not among them any more.

        Fails with `BarrierError` where we are inside already, or on the way; with `ZookeeperError` when the session is over.
        """
        if self._is_busy or self._is_inside:
            return fail(BarrierError(f"already at the barrier {self.path}"))
        return self._do(self._enter())

    def leave(self) -> Deferred[None]:
        """Fires when all have left. Fails as `enter`."""
        if self._is_busy or not self._is_inside:
            return fail(BarrierError(f"not at the barrier {self.path}"))
        return self._do(self._leave())

    def _do(self, work: object) -> Deferred[None]:
        self._is_busy = True
        doing: Deferred[None] = Deferred.fromCoroutine(work)  # type: ignore[arg-type]

        def done(result: object) -> object:
            self._is_busy = False
            if not self._is_inside:
                # Given up, or all have left.
                self._taking_back = Deferred.fromCoroutine(self._take_back(self._taking_back))
                self._taking_back.addErrback(lambda failure: None)
            return result

        return doing.addBoth(done)

    async def _enter(self) -> None:
        client = self._client
        # What is taken back late would be this time's.
        await _ended(self._taking_back)
        self._mine, self._together = self._new_name(), None
        await ensure_path(client, self.path)
        # Watched from before we are counted: whoever opens may be gone, and `ready` with it, before we look.
        asked, opening = retry_watch(client, client.exists_and_watch, self._ready)
        try:
            is_watched = await asked is None
            await create_ephemeral(client, self._mine, self._data)
            # What was opened before we were there was opened without us.
            is_watched = is_watched and not opening.called
            if len(await self._members()) >= self._count:
                self._has_opened = True
                try:
                    await retry(client, client.create, self._ready, b"", None, EPHEMERAL)
                except NodeExistsException:
                    pass
            elif not is_watched or (await opening).type != CREATED_EVENT:
                await wait_until_there(client, self._ready)
        finally:
            forget(opening)
        self._is_inside = True

    async def _take_back(self, before: Deferred[None] | None) -> None:
        client = self._client
        await _ended(before)
        has_opened, self._has_opened = self._has_opened, False
        await delete_surely(client, self._mine)
        if has_opened:
            # Whoever waited for it has heard of it; whoever comes later shall not go in alone.
            stat = await retry(client, client.exists, self._ready)
            if stat is not None and stat["ephemeralOwner"] == client.session_id:
                await delete_surely(client, self._ready)

    async def _leave(self) -> None:
        client = self._client
        mine = self._mine.rpartition("/")[2]
        while True:
            there = await self._members()
            if self._together is None:
                # Nobody of the next round can be among them as long as our node is there.
                self._together = frozenset(there)
            members = [name for name in there if name in self._together]
            if not members or members == [mine]:
                await delete_surely(client, self._mine)
                if members or not there:
                    await delete_surely(client, self._ready)
                    self._has_opened = False
                # Otherwise somebody has entered again, who had seen to it that it is gone: what is there is the next round's.
                break
            if members[0] == mine:
                await wait_until_gone(client, join(self.path, members[-1]))
            else:
                await delete_surely(client, self._mine)
                await wait_until_gone(client, join(self.path, members[0]))
        self._is_inside = False

    async def _members(self) -> list[str]:
        names = await retry(self._client, self._client.get_children, self.path)
        return sorted(name for name in names if name != "ready")


def _ended(other: Deferred[None] | None) -> Deferred[None]:
    """Fires when `other` has; cancelled, it leaves that alone."""
    told: Deferred[None] = Deferred()
    if other is None:
        told.callback(None)
    else:
        other.addBoth(told.callback)
    return told
