"""Changes of access control lists in ZooKeeper, beside Kafka's brokers and tools that write the same znodes (``AclAuthorizer``).

A znode is read, and written only as it was read; its notification is written in the same multi. Where somebody else was faster it is read
again, `TRIES` times. Notifications that are older than Kafka keeps them are taken away by whoever writes the next one.
"""

from __future__ import annotations

from collections.abc import Collection

from klog.acls import Acl, ResourcePattern
from klog.cluster.zookeeper.session import ZooKeeperSession
from klog.errors import ErrorCode, KlogError
from klog.zookeeper import acl_znodes
from klog.zookeeper.acl_znodes import AclZnode
from klog.zookeeper.errors import BadVersionException, MarshallingErrorException, NodeExistsException, NoNodeException
from klog.zookeeper.protocol import SEQUENCE
from klog.zookeeper.requests import Create, Delete, Operation, Set
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import CONFIG_CHANGE_KEPT_MS

TRIES = 10
#: Old notifications that are looked at with each change.
MOST_LOOKED_AT = 20


async def alter_acls(
    session: ZooKeeperSession, resource: ResourcePattern, added: Collection[Acl], removed: Collection[Acl]
) -> frozenset[Acl]:
    """One attempt; done when the views show it.

    :return: those of `removed` that were there.
    :raises KlogError: INVALID_REQUEST: the name cannot be one in ZooKeeper; UNKNOWN_SERVER_ERROR.
    """
    path = acl_znodes.path_of(resource)
    if path is None:
        raise KlogError(ErrorCode.INVALID_REQUEST, f"ZooKeeper has no place for rules about the name {resource.name!r}.")
    for _ in range(TRIES):
        version: int | None = None
        before = AclZnode(())
        try:
            data, stat = await session.client.get(path)
            version = stat["version"]
            before = AclZnode.decode(path, data)
            there = before.acls(path, resource)
            after = before.altered(path, resource, added, removed)
        except NoNodeException:
            there, after = frozenset[Acl](), before.altered(path, resource, added, removed)
        except BadZnode as error:
            raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"{error}; it is left as it is") from None
        if after.entries == list(before.entries):
            # Somebody was faster: another broker, or we ourselves, whose answer was lost. The view may not show it yet.
            await session.mirror.sync()
            return frozenset()
        change, value = acl_znodes.change_of(resource)
        write: Operation
        if version is None:
            write = Create(path, after.encode())
        elif after.entries:
            write = Set(path, after.encode(), version)
        else:
            write = Delete(path, version)
        try:
            made = await session.client.multi([write, Create(change, value, flags=SEQUENCE)])
        except (BadVersionException, NodeExistsException, NoNodeException):
            continue
        await _forget_old_changes(session, str(made[1]))
        await session.mirror.sync()
        return there & frozenset(removed)
    raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"others kept writing {path}; nothing was changed, try again")


async def _forget_old_changes(session: ZooKeeperSession, newest: str) -> None:
    """Take away what is older than `newest` by more than Kafka's brokers need. Where nothing is, nobody looks before something can be: the
    names of all notifications, of which each change makes one, are many where rules are made by the thousand."""
    client, now_s = session.client, session.seconds()
    folder = newest.rpartition("/")[0]
    if now_s < session.tidy_at_s.get(folder, now_s):
        return
    session.tidy_at_s[folder] = now_s + CONFIG_CHANGE_KEPT_MS / 1000
    try:
        now = await client.exists(newest)
        names = sorted(await client.get_children(folder))[:MOST_LOOKED_AT]
        for name in names:
            stat = await client.exists(f"{folder}/{name}")
            if stat is None or now is None:
                return
            age_ms = now["ctime"] - stat["ctime"]
            if age_ms <= CONFIG_CHANGE_KEPT_MS:
                session.tidy_at_s[folder] = now_s + (CONFIG_CHANGE_KEPT_MS - age_ms) / 1000
                return
            await client.delete(f"{folder}/{name}")
        # There may be more.
        session.tidy_at_s[folder] = now_s
    except (NoNodeException, MarshallingErrorException):
        # Somebody else does the same, or there are more than one answer can name.
        return
