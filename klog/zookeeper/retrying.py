"""Doing it again after the connection was lost, and knowing whether it was done the first time.

`retry`, `retry_watch`, `retry_change` and `RetryClient` are txzookeeper's (with its seconds and milliseconds told apart). They repeat an
operation for as long as the session may live: 1.2 times its timeout. That is right for what may be done twice. What may not, looks:

* `create_ephemeral`: a node that exists is ours if its owner is our session; one that our previous session left is removed and made again,
  never adopted, since it goes with that session.
* `retry_change`: what was written may be there although its answer was lost (`klog.retry_policy`).
* `create_sequence`: the name carries a random part, by which a node that was made before the connection broke is found again.

After a lost connection the client reconnects by itself; everything here waits for that (`ZookeeperClient.when_connected`), not for a time
alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import CancelledError, Deferred, TimeoutError, maybeDeferred
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from klog.retry_policy import Backoff, RetryPolicy, State, Step, Trouble
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import (
    TRANSIENT,
    BadVersionException,
    ClosingException,
    ConnectionLossException,
    NodeExistsException,
    NoNodeException,
    OperationTimeoutException,
    SessionExpiredException,
    ThrottledOpException,
    ZookeeperError,
)
from klog.zookeeper.paths import join, parent
from klog.zookeeper.protocol import EPHEMERAL, SEQUENCE, Acl, Stat
from klog.zookeeper.watches import ClientEvent

#: Of the session's timeout: for so long an operation is repeated.
RETRY_SHARE = 1.2
#: Of the session's timeout, in percent, between two attempts that did not end with the connection; and at most so many seconds.
DELAY_PERCENT = 30
LONGEST_DELAY_S = 5.0
#: Between two attempts that others were faster than: the first pause, and the longest.
_CONFLICT_MS = (5, 1_000)


class RetryException(Exception):
    """Raised by a function given to `retry`: do it again."""


def is_retryable(error: BaseException) -> bool:
    """Whether the same session may do it again after `error`."""
    return isinstance(error, (*TRANSIENT, RetryException))


def is_session_error(error: BaseException) -> bool:
    """Whether the session is over, or is not reached."""
    return isinstance(error, (*TRANSIENT, SessionExpiredException, ClosingException)) and not isinstance(
        error, OperationTimeoutException | ThrottledOpException
    )


def get_delay(session_timeout: int, max_delay: float = LONGEST_DELAY_S, session_fraction: float = DELAY_PERCENT) -> float:
    """Seconds to wait between two attempts.

    :param session_timeout: milliseconds.
    :param max_delay: seconds.
    :param session_fraction: percent of the timeout.
    """
    return min(session_timeout / 1000 * session_fraction / 100, max_delay)


def sleep(reactor: Any, seconds: float) -> Deferred[None]:
    """Fires after `seconds`; may be cancelled."""
    return deferLater(reactor, seconds, lambda: None)


async def _recovered(client: ZookeeperClient, error: BaseException, until_s: float) -> bool:
    """Wait until it makes sense to ask again; whether that is so before `until_s`."""
    left_s = until_s - client.reactor.seconds()
    if left_s <= 0 or client.unrecoverable:
        return False
    if client.connected and not isinstance(error, RetryException | OperationTimeoutException | ThrottledOpException):
        return True
    if client.connected:
        await sleep(client.reactor, min(left_s, get_delay(client.session_timeout)))
        return True
    try:
        await client.when_connected().addTimeout(left_s, client.reactor)
    except (ZookeeperError, TimeoutError):
        return False
    return True


def _until_s(client: ZookeeperClient) -> float:
    until: float = client.reactor.seconds() + client.session_timeout / 1000 * RETRY_SHARE
    return until


def retry(client: ZookeeperClient, func: Callable[..., Any], *args: Any, **kw: Any) -> Deferred[Any]:
    """Call ``func(*args, **kw)`` again after transient errors, for as long as the session may live.

    :param func: uses `client`; gives a value or a Deferred. It may be done twice: see `create_ephemeral` for what must not.
    :returns: its value; fails with its last error.
    """
    return Deferred.fromCoroutine(_retry(client, func, args, kw))


async def _retry(client: ZookeeperClient, func: Callable[..., Any], args: Any, kw: Any) -> Any:
    until_s = _until_s(client)
    while True:
        try:
            return await maybeDeferred(func, *args, **kw)
        except Exception as error:
            if not is_retryable(error) or not await _recovered(client, error, until_s):
                raise


def retry_watch(
    client: ZookeeperClient, func: Callable[..., tuple[Deferred[Any], Deferred[ClientEvent]]], *args: Any, **kw: Any
) -> tuple[Deferred[Any], Deferred[ClientEvent]]:
    """`retry` for what gives two Deferreds: a value's and a watch's."""
    watch: Deferred[ClientEvent] = Deferred()

    def once() -> Deferred[Any]:
        value, changed = func(*args, **kw)
        # The watch of an attempt that failed never fires.
        changed.addCallback(watch.callback)
        return value

    return retry(client, once), watch


def retry_change(
    client: ZookeeperClient, path: str, change_function: Callable[[bytes | None, Stat | None], Any]
) -> Deferred[tuple[bytes, Stat | None]]:
    """Change a node's data by what it is now, until nobody has come in between.

    :param change_function: ``(data, stat) -> bytes`` or a Deferred of it; ``(None, None)`` where there is no node, which is made then.
        Called again whenever somebody else was faster, so without other effects; never with its own result, whatever answer was lost.
    :returns: what stands there, and its stat (None where the node was made); unchanged where the function gave the same data. Fails with
        `BadVersionException` or `NodeExistsException` where others are faster for as long as the session may live, and with
        `ConnectionLossException` where an answer was lost and others have written since, so that nobody can tell whether it was done.
    """
    return Deferred.fromCoroutine(_retry_change(client, path, change_function))


@dataclasses.dataclass(frozen=True, slots=True)
class _Change:
    """What is to be written over what was read."""

    old: bytes | None
    #: None where there was no node.
    stat: Stat | None
    new: bytes


async def _retry_change(client: ZookeeperClient, path: str, change: Callable[..., Any]) -> tuple[bytes, Stat | None]:
    until_s = _until_s(client)
    # Looked for before it is written again: by then the version may be that of another node.
    retry_policy = RetryPolicy(client.reactor.seconds, Backoff(*_CONFLICT_MS, client.random), until_s, twice_is_once=False)
    planned: _Change | None = None
    lost: ZookeeperError | None = None
    while True:
        try:
            if retry_policy.state is State.LOOKING:
                assert planned is not None and lost is not None
                happened, stat = await _has_happened(client, path, planned)
                step = retry_policy.found(happened)
                if step is Step.DONE:
                    return planned.new, None if planned.stat is None else stat
                if step is Step.GIVE_UP:
                    raise lost
                planned = None
            if planned is None:
                old, found = await _get_or_none(client, path)
                new = await maybeDeferred(change, old, found)
                if new == old:
                    return new, found
                planned = _Change(old, found, new)
            if planned.stat is None:
                await client.create(path, planned.new)
                return planned.new, None
            return planned.new, await client.set(path, planned.new, planned.stat["version"])
        except (RetryException, ZookeeperError) as error:
            if error is lost:
                raise
            trouble = _trouble_of(error, planned)
            if trouble is Trouble.UNANSWERED and isinstance(error, ZookeeperError):
                lost = error
            if retry_policy.after(trouble) is Step.GIVE_UP:
                raise
            if trouble is Trouble.CONFLICT:
                planned = None
                await sleep(client.reactor, retry_policy.pause_ms() / 1000)
            elif not await _recovered(client, error, until_s):
                raise


def _trouble_of(error: RetryException | ZookeeperError, planned: _Change | None) -> Trouble:
    """What an error means while a change is read for (`planned` is None) or written."""
    if planned is not None and isinstance(error, (ConnectionLossException, OperationTimeoutException)):
        return Trouble.UNANSWERED
    if is_retryable(error):
        return Trouble.MOVED
    if isinstance(error, (NodeExistsException, BadVersionException)):
        return Trouble.CONFLICT
    # Without a node before, it is the parent that is missing.
    gone = isinstance(error, NoNodeException) and planned is not None and planned.stat is not None
    return Trouble.CONFLICT if gone else Trouble.LASTING


async def _get_or_none(client: ZookeeperClient, path: str) -> tuple[bytes | None, Stat | None]:
    try:
        return await client.get(path)
    except NoNodeException:
        return None, None


async def _has_happened(client: ZookeeperClient, path: str, change: _Change) -> tuple[bool | None, Stat | None]:
    """Whether `change` was written; None where somebody has written over what would tell it. And what stands there now.

    A writer cannot be told from the node. Who writes the very same data over the same version is taken for us: what stands there is what
    we wanted.
    """
    # Another server may be behind the one that did it.
    await client.sync(path)
    data, stat = await _get_or_none(client, path)
    if stat is None or (change.stat is not None and stat["czxid"] != change.stat["czxid"]):
        # What we did, if we did, went with the node.
        return False, stat
    further = stat["version"] - (-1 if change.stat is None else change.stat["version"])
    if further > 1:
        return None, stat
    return further == 1 and data == change.new, stat


def create_ephemeral(
    client: ZookeeperClient,
    path: str,
    data: bytes = b"",
    acls: Sequence[Acl] | None = None,
    *,
    is_stale: Callable[[bytes, Stat], bool] = lambda data, stat: False,
) -> Deferred[Stat]:
    """Make an ephemeral node that is surely ours.

    :param is_stale: whether a node with this data and stat, of another session, was left by us and is to be removed first.
    :returns: its stat; the owner is our session. Fails with `NodeExistsException` where another's is there, and as soon as the session is
        over.
    """
    return Deferred.fromCoroutine(_create_ephemeral(client, path, data, acls, is_stale))


async def _create_ephemeral(
    client: ZookeeperClient, path: str, data: bytes, acls: Sequence[Acl] | None, is_stale: Callable[[bytes, Stat], bool]
) -> Stat:
    while True:
        try:
            taken: NodeExistsException | None = None
            try:
                await client.create(path, data, acls, EPHEMERAL)
            except NodeExistsException as error:
                taken = error
            found, stat = await client.get(path)
            if stat["ephemeralOwner"] == client.session_id:
                return stat
            if not is_stale(found, stat):
                raise taken or NodeExistsException(operation="create", path=path, server=client.server)
            await client.delete(path, stat["version"])
        except (NoNodeException, BadVersionException) as error:
            if isinstance(error, NoNodeException) and error.operation == "create":
                raise
        except ZookeeperError as error:
            if not is_retryable(error):
                raise
            # For as long as the session lives, since only then is the question open.
            await client.when_connected()


def create_sequence(
    client: ZookeeperClient, path: str, data: bytes = b"", acls: Sequence[Acl] | None = None, flags: int = EPHEMERAL | SEQUENCE
) -> Deferred[str]:
    """Make a node with a number behind its name, once, whatever becomes of the connection.

    :param path: the last part gets ``_c_`` and 32 random hex digits in front, as Apache Curator's have.
    :returns: the whole path. Cancelled, it is given up at once, and what was made, or may have been, is removed behind the caller's back.
    """
    above, name = parent(path), path.rpartition("/")[2]
    marked = f"_c_{client.random.getrandbits(128):032x}-{name}"
    # Nothing below is cancelled: whoever gives up does not know the node's name, so what was made has to be found and removed here.
    made: Deferred[str] = Deferred(lambda _: None)
    making = Deferred.fromCoroutine(_create_sequence(client, above, marked, data, acls, flags | SEQUENCE, lambda: not made.called))

    def hand_on(path: str) -> Deferred[None] | None:
        if made.called:
            return delete_surely(client, path)
        made.callback(path)
        return None

    def failed(failure: Failure) -> None:
        # Where nobody wants it any more, there is no node, or it has gone with the session.
        if not made.called:
            made.errback(failure)

    making.addCallback(hand_on).addErrback(failed)
    return made


async def _create_sequence(
    client: ZookeeperClient,
    above: str,
    marked: str,
    data: bytes,
    acls: Sequence[Acl] | None,
    flags: int,
    is_wanted: Callable[[], bool],
) -> str:
    was_sent = False
    while True:
        try:
            if was_sent:
                await client.sync(above)
                for name in await client.get_children(above):
                    if name.startswith(marked):
                        return join(above, name)
                was_sent = False
            if not is_wanted():
                raise CancelledError
            return await client.create(join(above, marked), data, acls, flags)
        except ZookeeperError as error:
            if not is_retryable(error):
                raise
            was_sent = True
            await client.when_connected()


def delete_surely(client: ZookeeperClient, path: str) -> Deferred[None]:
    """Remove a node, whatever becomes of the connection; one that has gone, or goes with the session, counts as removed. Cancelled, it is
    not waited for any more, and goes all the same.
    """
    # Without a canceller of its own: to cancel it takes nothing back, and what comes after that is dropped.
    told: Deferred[None] = Deferred()
    Deferred.fromCoroutine(_delete_surely(client, path)).addBoth(told.callback)
    return told


async def _delete_surely(client: ZookeeperClient, path: str) -> None:
    while True:
        try:
            await client.delete(path)
            return
        except NoNodeException:
            return
        except ZookeeperError as error:
            if client.unrecoverable:
                return
            if not is_retryable(error):
                raise
        try:
            await client.when_connected()
        except ZookeeperError:
            return


def sequence_number(name: str) -> int:
    """The number that ZooKeeper put behind a name."""
    return int(name[-10:])


#: What `RetryClient` repeats.
_VALUES = (
    "add_auth",
    "children_of_many",
    "create",
    "delete",
    "exists",
    "get",
    "get_acl",
    "get_children",
    "get_many",
    "multi",
    "set",
    "set_acl",
    "sync",
)
_WATCHES = ("exists_and_watch", "get_and_watch", "get_children_and_watch")


class RetryClient:
    """A client whose operations are repeated (`retry`); everything else is the client's own.

    :param client: whose session is used.
    """

    def __init__(self, client: ZookeeperClient) -> None:
        self.client = client

    def __getattr__(self, name: str) -> Any:
        own = getattr(self.client, name)
        if name in _VALUES:
            return lambda *args, **kw: retry(self.client, own, *args, **kw)
        if name in _WATCHES:
            return lambda *args, **kw: retry_watch(self.client, own, *args, **kw)
        return own

    def connect(self, *args: Any, **kw: Any) -> Deferred[RetryClient]:
        """As the client's; gives this one."""
        return self.client.connect(*args, **kw).addCallback(lambda _: self)
