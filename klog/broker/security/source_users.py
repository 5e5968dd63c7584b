"""The users of a mirror's source, out of the ZooKeeper in which its brokers keep them (``/config/users``): all of them, or none.

A session is opened for each reading: it is done now and then, and nothing is to be kept in between. What cannot be read is an error, lest a
user be taken for one that was deleted.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from klog.broker.settings.mirror_sources import ZooKeeperOfSource
from klog.errors import ErrorCode, KlogError
from klog.zookeeper.errors import NoNodeException, ZookeeperError
from klog.zookeeper.managed_client import ManagedClient
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import CONFIG, DEFAULT_ENTITY, ClusterId, ConfigZnode, desanitised

#: So many users are read of a source.
MOST_USERS = 10_000
#: How long a session with the source's ZooKeeper lasts without a word, and how long it may take to begin.
_SESSION_MS, _CONNECT_MS = 10_000, 10_000


async def read_users(reactor: Any, source: ZooKeeperOfSource, random: Random) -> tuple[str, Mapping[str, Mapping[str, str]]]:
    """The id of the cluster that a ZooKeeper is of, and all that it keeps of users.

    :raises KlogError: BROKER_NOT_AVAILABLE; not all of it could be read.
    """
    client = ManagedClient(
        source.connect, _SESSION_MS, _CONNECT_MS, reactor=reactor, random=random, tls=source.security, auth=source.auth, name="klog-mirror"
    )
    try:
        await client.connect()
        data, _ = await client.get(ClusterId.PATH)
        cluster_id = ClusterId.decode(ClusterId.PATH, data).cluster_id
        root = f"{CONFIG}/users"
        try:
            names = [name for name in await client.get_children(root) if name != DEFAULT_ENTITY]
        except NoNodeException:
            names = []
        if len(names) > MOST_USERS:
            raise KlogError(ErrorCode.BROKER_NOT_AVAILABLE, f"the source has {len(names)} users, and no more than {MOST_USERS} are carried")
        found = {}
        for name in names:
            path = f"{root}/{name}"
            try:
                data, _ = await client.get(path)
            except NoNodeException:
                continue
            try:
                found[desanitised(name)] = ConfigZnode.decode(path, data).configs
            except BadZnode:
                # Its sentence repeats what stands there, which may be half of a password's.
                raise KlogError(ErrorCode.BROKER_NOT_AVAILABLE, f"{path} in the source's ZooKeeper is not what keeps a user") from None
        return cluster_id, found
    except (ZookeeperError, BadZnode) as error:
        raise KlogError(ErrorCode.BROKER_NOT_AVAILABLE, f"the source's users cannot be read from its ZooKeeper: {error}") from None
    finally:
        await client.close()
