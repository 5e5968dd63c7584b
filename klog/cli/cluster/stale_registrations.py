"""What ``klog cluster up`` does about brokers that were killed before ZooKeeper could notice.

A broker's registration outlives it for as long as its session does, and where ZooKeeper died with it, the session's time begins again when
ZooKeeper is started. The same broker would wait, or refuse to start where its address is another now. But here it is known who may be
registered: a broker whose address refuses connections is dead, and what it left is taken away at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from klog.cli.zookeeper_client import close_within

if TYPE_CHECKING:
    from klog.zookeeper.client import ZookeeperClient

#: For everything; after it the brokers are started as things are, and may have to wait.
PATIENCE_S = 10.0


async def remove_stale_registrations(reactor: Any, connect: str, broker_ids: Iterable[int]) -> list[int]:
    """Take away the registrations of dead brokers; the ids of those. Nothing that goes wrong matters: the brokers look for themselves."""
    from klog.zookeeper.client import ZookeeperClient

    client = ZookeeperClient(connect, reactor=reactor, name="klog cluster up")
    forgotten: list[int] = []
    try:
        await client.connect(timeout=PATIENCE_S)
        for broker_id in broker_ids:
            if await _forget(reactor, client, broker_id):
                forgotten.append(broker_id)
    except Exception as error:
        _raise_if_cancelled(error)
    finally:
        await close_within(reactor, client, PATIENCE_S)
    return forgotten


async def _forget(reactor: Any, client: ZookeeperClient, broker_id: int) -> bool:
    from klog.zookeeper.errors import NoNodeException
    from klog.zookeeper.znodes import BrokerRegistration

    path = BrokerRegistration.path(broker_id)
    try:
        data, stat = await client.get(path).addTimeout(PATIENCE_S, reactor)
    except NoNodeException:
        return False
    registered = BrokerRegistration.decode(path, data)
    for endpoint in registered.endpoints:
        if not await refuses(reactor, endpoint.host, endpoint.port):
            return False
    await client.delete(path, stat["version"]).addTimeout(PATIENCE_S, reactor)
    return True


async def refuses(reactor: Any, host: str, port: int) -> bool:
    """Whether nobody listens there, by the word of that machine; silence is no answer."""
    from twisted.internet.endpoints import HostnameEndpoint, connectProtocol
    from twisted.internet.error import ConnectionRefusedError
    from twisted.internet.protocol import Protocol

    endpoint = HostnameEndpoint(reactor, host, port, timeout=PATIENCE_S, attemptDelay=0.01)
    try:
        found = await connectProtocol(endpoint, Protocol())  # type: ignore[no-untyped-call]
    except ConnectionRefusedError:
        return True
    except Exception as error:
        _raise_if_cancelled(error)
        return False
    found.transport.abortConnection()
    return False


def _raise_if_cancelled(error: Exception) -> None:
    from twisted.internet.defer import CancelledError
    from twisted.internet.error import ConnectingCancelledError

    if isinstance(error, CancelledError | ConnectingCancelledError):
        raise CancelledError from None
