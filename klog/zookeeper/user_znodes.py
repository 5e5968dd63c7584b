"""Changes of what is kept of a user, ``/config/users/NAME``: credentials, quotas, and what nobody here knows, all in one znode.

Brokers and tools of klog's and of Kafka's write the same znode, so it is read first, and written only as it was read; what others have put
there stays. Everybody is told by a znode below ``/config/changes``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import BadVersionException, NodeExistsException, NoNodeException
from klog.zookeeper.protocol import SEQUENCE
from klog.zookeeper.requests import Create, Operation, Set
from klog.zookeeper.znodes import ConfigChange, ConfigZnode

#: How often a znode is read again that others have written meanwhile (``AclAuthorizer`` tries as often).
MOST_TRIES = 10


class StillWritten(Exception):
    """Others kept writing the znode; nothing was changed."""


async def change_user(client: ZookeeperClient, name: str, change: Callable[[Mapping[str, str]], Mapping[str, str]]) -> None:
    """Make what `change` makes of what is kept of the user `name`.

    :param change: may be called more than once; what it raises is raised.
    :raises BadZnode: what stands there cannot be read; it is left as it is.
    :raises StillWritten: see there.
    :raises ZookeeperError: the change was not made, or nobody knows whether it was.
    """
    path = ConfigZnode.path("users", name)
    for _ in range(MOST_TRIES):
        write: Operation
        try:
            data, stat = await client.get(path)
        except NoNodeException:
            write = Create(path, ConfigZnode(change({})).encode())
        else:
            write = Set(path, ConfigZnode(change(ConfigZnode.decode(path, data).configs)).encode(), stat["version"])
        try:
            await client.multi([write, Create(ConfigChange.CREATE_PATH, ConfigChange.of("users", name).encode(), flags=SEQUENCE)])
        except (BadVersionException, NodeExistsException, NoNodeException):
            continue
        return
    raise StillWritten(f"others kept writing {path}; nothing was changed, try again")
