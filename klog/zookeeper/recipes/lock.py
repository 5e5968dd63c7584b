"""A lock that one holder at a time has, by ZooKeeper's recipe: everybody makes an ephemeral sequence node, the lowest number holds, each
waits for the one before it to go.

Names are ``_c_<random>-lock-<number>``, as Apache Curator's ``InterProcessMutex`` has them: both may wait at the same path. The random
part finds the node again when the connection broke while it was made. The lock is gone with the session: `acquired` says so,
and who must be sure asks a fencing number (the node's `czxid`, or `sequence`) of what the lock protects.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred, fail

from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import NoNodeException, ZookeeperError
from klog.zookeeper.paths import join
from klog.zookeeper.recipes.nodes import forget
from klog.zookeeper.retrying import create_sequence, delete_surely, is_retryable, retry, sequence_number


class LockError(Exception):
    """The lock is used as it cannot be."""


class Lock:
    """See above.

    :param path: of a node that exists.
    :param client: whose session holds it.
    :param data: stands in our node: who we are, for `contenders`.
    """

    prefix = "lock-"

    def __init__(self, path: str, client: ZookeeperClient, data: bytes = b"") -> None:
        self._path = path
        self._client = client
        self._data = data
        self._candidate = ""
        self._acquired = False
        self._acquiring: Deferred[Lock] | None = None

    @property
    def path(self) -> str:
        """Where."""
        return self._path

    @property
    def acquired(self) -> bool:
        """Whether it is held: not any more when the session is over."""
        return self._acquired and not self._client.unrecoverable

    @property
    def sequence(self) -> int:
        """The holder's number, which rises with every holder; -1 where it is not held."""
        return sequence_number(self._candidate) if self.acquired else -1

    @property
    def node(self) -> str:
        """The path of our node; empty where we neither hold nor wait."""
        return self._candidate

    def contenders(self) -> Deferred[list[bytes]]:
        """What stands in the nodes of the holder and of those that wait, in this order. Fails with `ZookeeperError`."""
        return Deferred.fromCoroutine(self._contenders())

    async def _contenders(self) -> list[bytes]:
        names = sorted(filter(_is_candidate, await retry(self._client, self._client.get_children, self._path)), key=sequence_number)
        found = []
        for value in await retry(self._client, self._client.get_many, [join(self._path, name) for name in names]):
            if isinstance(value, NoNodeException):
                # It has just gone.
                continue
            if isinstance(value, Exception):
                raise value
            found.append(value[0])
        return found

    def acquire(self) -> Deferred[Lock]:
        """Fires with the lock when it is held. Cancelled, it is given up.

        Fails with `LockError` where this very object holds it, or waits for it, already; with `SessionExpiredException` and others.
        """
        if self._acquired:
            return fail(LockError(f"Already holding the lock {self._path}"))
        if self._acquiring is not None:
            return fail(LockError(f"Already attempting to acquire the lock {self._path}"))
        acquiring = Deferred.fromCoroutine(self._acquire())
        self._acquiring = acquiring
        return acquiring.addBoth(self._done)

    def _done(self, result: object) -> object:
        self._acquiring = None
        if not self._acquired and self._candidate:
            # Given up: nobody shall wait for us.
            candidate, self._candidate = self._candidate, ""
            delete_surely(self._client, candidate).addErrback(lambda failure: None)
        return result

    async def _acquire(self) -> Lock:
        client = self._client
        self._candidate = await create_sequence(client, join(self._path, self.prefix), self._data)
        mine = self._candidate.rpartition("/")[2]
        while True:
            try:
                names = sorted(filter(_is_candidate, await client.get_children(self._path)), key=sequence_number)
                if mine not in names:
                    raise LockError(f"somebody removed our node {self._candidate}")
                place = names.index(mine)
                if place == 0:
                    self._acquired = True
                    return self
                there, gone = client.exists_and_watch(join(self._path, names[place - 1]))
                if await there is None:
                    # Nobody will ever make it again.
                    forget(gone)
                else:
                    await gone
            except ZookeeperError as error:
                if not is_retryable(error):
                    raise
                await client.when_connected()

    def release(self) -> Deferred[bool]:
        """Let go; fires with True when the next one may have it. Cancelled, it is let go all the same.

        Fails with `LockError` where it is not held.
        """
        if not self._acquired:
            return fail(LockError(f"Not holding the lock {self._path}"))
        self._acquired = False
        candidate, self._candidate = self._candidate, ""
        return delete_surely(self._client, candidate).addCallback(lambda _: True)


def _is_candidate(name: str) -> bool:
    # kazoo's have ``__lock__``.
    return name[-10:].isdigit() and "lock" in name[:-10]
