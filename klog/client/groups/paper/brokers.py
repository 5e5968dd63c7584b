"""Brokers that are found in ZooKeeper: where those that are registered are reached, and settings of a client that learns it later."""

from __future__ import annotations

from collections.abc import Mapping

from klog.client.settings import ClientSettings, parse_bootstrap
from klog.config import ConfigError
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import NoNodeException, ZookeeperError
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import BROKER_IDS, BrokerRegistration, broker_id_of


class FoundBrokers(ClientSettings):
    """Settings of a client that is told later where the brokers are."""

    def check_servers(self) -> None:
        """None may be known yet."""
        if self.bootstrap_servers:
            super().check_servers()

    @property
    def servers(self) -> tuple[tuple[str, int], ...]:
        """The bootstrap servers as (host, port), none before they are found."""
        return super().servers if self.bootstrap_servers else ()


def addresses(brokers: Mapping[int, BrokerRegistration], security_protocol: str) -> list[str]:
    """Where the brokers are reached by clients of `security_protocol`: ``host:port``, each once, in the order of the brokers' ids."""
    found: dict[str, None] = {}
    for _, broker in sorted(brokers.items()):
        for endpoint in broker.endpoints:
            if endpoint.security_protocol == security_protocol:
                try:
                    parse_bootstrap(endpoint.address)
                except ConfigError:
                    continue
                found[endpoint.address] = None
                break
    return list(found)


async def registered_brokers(client: ZookeeperClient, security_protocol: str) -> list[str]:
    """The addresses of the brokers that are registered; those whose registration cannot be read are left out.

    :raises ZookeeperError: ZooKeeper could not be asked.
    """
    try:
        names = await client.get_children(BROKER_IDS)
    except NoNodeException:
        return []
    paths = [f"{BROKER_IDS}/{name}" for name in sorted(names)]
    brokers: dict[int, BrokerRegistration] = {}
    for path, value in zip(paths, await client.get_many(paths), strict=True):
        if isinstance(value, NoNodeException):
            continue
        if isinstance(value, ZookeeperError):
            raise value
        try:
            brokers[broker_id_of(path)] = BrokerRegistration.decode(path, value[0])
        except BadZnode:
            continue
    return addresses(brokers, security_protocol)
