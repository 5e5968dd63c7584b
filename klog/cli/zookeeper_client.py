"""A command's own client of ZooKeeper: who it is there, and how long its good-bye may take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from klog.broker.settings.settings import BrokerSettings
    from klog.zookeeper.client import ZookeeperClient


def client_as_broker(reactor: Any, settings: BrokerSettings, name: str) -> ZookeeperClient:
    """A client that comes to ZooKeeper as the broker with these settings does: what it makes there belongs to brokers.

    :param settings: with ``zookeeper.connect``.
    :param name: for sentences about the connection.
    :raises ConfigError: they ask for what klog does not have.
    """
    from klog.broker.settings.zookeeper import auth, security
    from klog.zookeeper.client import ZookeeperClient
    from klog.zookeeper.secured_znodes import open_acls, secured_acls

    return ZookeeperClient(
        settings.zookeeper or "",
        reactor=reactor,
        tls=security(settings),
        auth=auth(settings),
        name=name,
        default_acls=secured_acls if settings.boolean("zookeeper.set.acl") else open_acls,
    )


async def close_within(reactor: Any, client: ZookeeperClient, patience_s: float) -> None:
    """Close the client; where ZooKeeper does not answer, its session ends by itself."""
    closing = client.close()
    closing.addTimeout(patience_s, reactor)
    closing.addErrback(lambda failure: None)
    await closing
