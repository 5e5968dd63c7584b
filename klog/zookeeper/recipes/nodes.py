"""Nodes that have to be there, and nodes that have to go."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import CancelledError, Deferred

from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import NodeExistsException, NoNodeException, ZookeeperError
from klog.zookeeper.paths import ancestors
from klog.zookeeper.protocol import CREATED_EVENT, DELETED_EVENT
from klog.zookeeper.retrying import is_retryable, retry
from klog.zookeeper.watches import ClientEvent


def ensure_path(client: ZookeeperClient, path: str) -> Deferred[None]:
    """Make `path` and all above it, where they are not there. Fails with `ZookeeperError`."""
    return Deferred.fromCoroutine(_ensure_path(client, path))


async def _ensure_path(client: ZookeeperClient, path: str) -> None:
    if await retry(client, client.exists, path) is not None:
        return
    for one in reversed(ancestors(path)):
        if one != "/":
            try:
                # Made twice is made once.
                await retry(client, client.create, one)
            except NodeExistsException:
                continue


def wait_until_gone(client: ZookeeperClient, path: str) -> Deferred[None]:
    """Fires when there is no node at `path`, at once where there is none. Fails with `ZookeeperError` when the session is over; may be
    cancelled."""
    return Deferred.fromCoroutine(_wait_until(client, path, False))


def wait_until_there(client: ZookeeperClient, path: str) -> Deferred[None]:
    """Fires when there is a node at `path`. As `wait_until_gone`."""
    return Deferred.fromCoroutine(_wait_until(client, path, True))


async def _wait_until(client: ZookeeperClient, path: str, is_there: bool) -> None:
    while True:
        try:
            asked, changed = client.exists_and_watch(path)
            if (await asked is not None) is is_there:
                forget(changed)
                return
            event = await changed
            if event.type == (CREATED_EVENT if is_there else DELETED_EVENT):
                # It was so, whatever has become of it since.
                return
        except NoNodeException:
            continue
        except ZookeeperError as error:
            if not is_retryable(error) or client.unrecoverable:
                raise
            await client.when_connected()


def forget(changed: Deferred[ClientEvent]) -> None:
    """Give a watch up that has not fired."""
    changed.addErrback(_nothing_for_cancelled)
    changed.cancel()


def _nothing_for_cancelled(failure: Any) -> None:
    failure.trap(CancelledError)
