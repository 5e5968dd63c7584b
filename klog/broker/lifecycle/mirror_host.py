"""What a mirror asks of the broker that it runs in; implements ``klog.mirror.copies.Host``, which this room does not know of."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclPermission, AclResourceType
from klog.audit.counting import CellBook
from klog.broker.copied_producer_ids import CopiedProducerIds
from klog.broker.following.log_truncator import LogTruncator
from klog.broker.lifecycle.assembly import Broker
from klog.broker.mirror_copies import MirrorCopies, MirrorCopy
from klog.broker.replicas.partitions import Partitions
from klog.broker.security.jaas import logins
from klog.broker.security.super_users import super_users
from klog.broker.settings.topic_configs import TOPIC_SETTINGS
from klog.cluster.interfaces import ICoordination
from klog.cluster.local import LocalCoordination
from klog.net.security import Security

#: Where somebody on the same machine reaches a listener on every address.
_LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}

#: Who may do one of these with the cluster may, at last, do everything.
_CHANGES_CLUSTER = frozenset({AclOperation.ALL, AclOperation.ALTER, AclOperation.ALTER_CONFIGS, AclOperation.CLUSTER_ACTION})


class MirrorHost:
    """See the module.

    :param broker: one that has started.
    """

    def __init__(self, broker: Broker) -> None:
        assert broker.coordination is not None and broker.partitions is not None
        self._broker = broker
        self._coordination: ICoordination = broker.coordination
        partitions: Partitions = broker.partitions
        self._partitions = partitions
        local = broker.coordination if isinstance(broker.coordination, LocalCoordination) else None
        self._copies = MirrorCopies(
            partitions.all,
            LogTruncator(broker.environment.run_in_thread, partitions.home),
            partitions.reads,
            CopiedProducerIds(broker.coordination.give_producer_ids_above, is_at_once=local is not None),
            None if local is None else local.raise_leader_epoch,
        )

    @property
    def reactor(self) -> Any:
        """The broker's."""
        return self._broker.environment.reactor

    def now_ms(self) -> int:
        """The broker's wall clock, in milliseconds since 1970."""
        return self._broker.environment.now_ms()

    @property
    def broker_id(self) -> int:
        """Its number."""
        return self._broker.broker_id

    @property
    def cluster_id(self) -> str:
        """Its cluster's."""
        found: str = self._coordination.cluster_id()
        return found

    def topic(self, name: str) -> tuple[int, str] | None:
        """A topic of its cluster: how many partitions it has, and of which link it is the mirror, empty where it is none. None where there
        is no such topic."""
        info = self._coordination.topics().get(name)
        return None if info is None else (len(info.partitions), self._coordination.topic_configs(name).get("klog.mirror.link", ""))

    def leads(self, name: str, partition: int) -> bool:
        """Whether it leads a partition."""
        return self._partitions.get(name, partition) is not None

    def copies(self) -> Sequence[MirrorCopy]:
        """The copies that it leads just now; of one that is led on, the same object."""
        return self._copies.copies()

    def own_bootstrap(self) -> str | None:
        """Where its own cluster is reached by a client without credentials: its own listener; None where it has none that speaks no TLS and
        asks nobody who it is."""
        for endpoint, port in self._broker.open_listeners.ports:
            if not endpoint.protocol.uses_tls and not endpoint.protocol.uses_sasl:
                at: Any = port.getHost()
                host = _LOOPBACK.get(at.host, at.host)
                return f"[{host}]:{at.port}" if ":" in host else f"{host}:{at.port}"
        return None

    def source_security(self, link: str) -> tuple[Collection[tuple[str, int]], Security] | None:
        """How the source of a link is spoken to, and the (host, port) of those that may be shown it; None where that was not said."""
        found = self._broker.settings.mirror_sources.get(link)
        return None if found is None else (found.servers, found.security)

    def random(self) -> Random:
        """For a client's pauses."""
        return Random(self._broker.environment.random_bytes(16))

    def audit_book(self) -> CellBook | None:
        """Where it counts what is written to it; None where it does not."""
        return None if self._broker.audit is None else self._broker.audit.book

    def copied_configs(self) -> Sequence[str]:
        """The topic configurations that its cluster knows."""
        return list(TOPIC_SETTINGS)

    def configs_of(self, topic: str) -> Mapping[str, str]:
        """What is set for a topic of its cluster."""
        found: Mapping[str, str] = self._coordination.topic_configs(topic)
        return found

    def user_configs(self) -> Mapping[str, Mapping[str, str]]:
        """What its cluster keeps of users, by name: passwords of SCRAM by mechanism, and more."""
        found: Mapping[str, Mapping[str, str]] = self._coordination.user_configs()
        return found

    def alter_user(self, name: str, wanted: Mapping[str, str], removed: Collection[str]) -> Deferred[None]:
        """Set some of that, and take some away. Fails with KlogError."""
        done: Deferred[None] = self._coordination.alter_user_configs(name, wanted, removed)
        return done

    def protected_users(self) -> Collection[str]:
        """Users that are never set from outside: who may do everything, or by a rule change the cluster, and as whom brokers come to each
        other."""
        settings = self._broker.settings
        ruling = {
            acl.principal.removeprefix("User:")
            for resource, acls in self._coordination.acls().items()
            if resource.resource_type is AclResourceType.CLUSTER
            for acl in acls
            if acl.permission is AclPermission.ALLOW and acl.operation in _CHANGES_CLUSTER
        }
        return {one.name for one in super_users(settings)} | logins(settings.static) | ruling

    def source_users(self, link: str) -> Deferred[tuple[str, Mapping[str, Mapping[str, str]]]] | None:
        """What the brokers of a link's source keep of their users, as `user_configs`, and which cluster says so; None where nobody said
        where that is kept. Fails with KlogError where not all of it can be read."""
        found = self._broker.settings.mirror_sources.get(link)
        if found is None or found.zookeeper is None:
            return None
        from klog.broker.security.source_users import read_users

        return Deferred.fromCoroutine(read_users(self.reactor, found.zookeeper, self.random()))

    def warn(self, sentence: str) -> None:
        """One line in its log."""
        self._broker.warn(sentence)
