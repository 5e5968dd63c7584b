"""Who may do what with Kafka's znodes where they are closed (``zookeeper.set.acl``; Kafka's ``ZkData.defaultAcls``).

Whoever makes a znode may do everything with it, as which brokers are authenticated: all of them by the same name. Everybody may read it,
tools among them, but for what is kept of users and of brokers, where passwords stand. ``/consumers`` stays open: the old consumers, who are
no brokers, write below it, with lists of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klog.zookeeper.protocol import CREATOR_ALL_ACL, READ_ACL_UNSAFE, Acl
from klog.zookeeper.znodes import CONFIG, CONSUMERS

#: From a path to the list of a znode that is made there; None for the open one.
DefaultAcls = Callable[[str], Sequence[Acl] | None]

#: Kafka's ``SensitiveRootPaths``; what is below them too.
SECRET = (f"{CONFIG}/users", f"{CONFIG}/brokers", "/delegation_token/tokens")


def secured_acls(path: str) -> Sequence[Acl] | None:
    """The list of a znode that is made at `path`, below the chroot; None for the open one."""
    if path == CONSUMERS:
        return None
    if path.startswith(SECRET):
        return (CREATOR_ALL_ACL,)
    return (CREATOR_ALL_ACL, READ_ACL_UNSAFE)


def open_acls(path: str) -> Sequence[Acl] | None:
    """Everybody may everything."""
    return None
