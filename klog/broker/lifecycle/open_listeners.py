"""The listeners of one broker: which are to be opened, who may come in by each, how many, and with which certificates.

1. `OpenListeners.read`: what the settings ask for is parsed and checked, before anything is loaded.
2. `OpenListeners.open`: each gets its port, once there is somebody to answer.
3. While the broker runs: settings of its limits and certificates may change, and so may the certificates' files
   (`OpenListeners.settings_changed`). Which listeners there are, their SASL mechanisms and the users of PLAIN are read at the start alone;
   users of SCRAM are looked up at each login.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.interfaces import IListeningPort, IProtocolFactory
from twisted.logger import Logger

from klog.broker.disk.threads import of_kind
from klog.broker.dispatch import Dispatcher
from klog.broker.lifecycle.environment import Environment
from klog.broker.lifecycle.periodic_jobs import PeriodicJobs
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import Endpoint, ICoordination
from klog.memory_budget import MemoryBudget
from klog.net.authentication import SaslPolicy
from klog.net.connections import Connections, Limits
from klog.net.listener_policy import ListenerPolicy, LoginFailed
from klog.net.listeners import EndPoint, Listeners
from klog.net.read_ahead import ReadAhead
from klog.net.server_factory import BrokerFactory
from klog.net.server_protocol import BrokerProtocol
from klog.span import SpanFile
from klog.storage.disk_work import WorkKind

if TYPE_CHECKING:
    from klog.broker.authorization.audit_file import AuditFile
    from klog.broker.security.certificate_reload import CertificateReload


class OpenListeners:
    """A broker's listeners, from the settings to their ports.

    :param coordination: asked for the passwords that are kept there, once somebody logs in.
    """

    log = Logger()

    def __init__(
        self,
        settings: BrokerSettings,
        environment: Environment,
        memory: MemoryBudget,
        jobs: PeriodicJobs,
        coordination: Callable[[], ICoordination],
        warn: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._environment = environment
        self._memory = memory
        self._jobs = jobs
        self._coordination = coordination
        self._warn = warn
        #: What is to be opened; None until it is read.
        self.configured: Listeners | None = None
        #: By name of the listener, for those that ask for SASL.
        self.sasl_policies: Mapping[str, SaslPolicy] = {}
        self.ports: list[tuple[EndPoint, IListeningPort]] = []
        #: None until the first is opened.
        self.connections: Connections | None = None
        #: Of the listeners with TLS.
        self.certificates: dict[EndPoint, CertificateReload] = {}
        #: Connections that the process can have.
        self._process_connections = 0

    def read(self) -> Listeners:
        """What is to be opened, and what clients are told. Raises ConfigError."""
        settings = self._settings
        listeners = Listeners.parse(
            settings.raw("listeners") or "",
            advertised=settings.raw("advertised.listeners"),
            protocol_map=settings.raw("listener.security.protocol.map") if "listener.security.protocol.map" in settings.static else None,
            inter_broker=settings.raw("inter.broker.listener.name"),
            inter_broker_protocol=settings.static.get("security.inter.broker.protocol"),
            control_plane=settings.raw("control.plane.listener.name"),
            controllers=settings.raw("controller.listener.names"),
            is_alone=settings.zookeeper is None,
        )
        for warning in listeners.warnings:
            self._warn(warning)
        if settings.zookeeper is not None and not listeners.tells_brokers_apart:
            self.log.info(
                "clients and brokers share the listener {name}, which asks nobody who it is: a client that claims to be a replica of a "
                "broker that is registered cannot be told from it; inter.broker.listener.name gives brokers a listener of their own",
                name=listeners.inter_broker,
            )
        if any(endpoint.protocol.uses_sasl for endpoint in listeners.bound):
            self._read_sasl(listeners)
        self.configured = listeners
        return listeners

    def _read_sasl(self, listeners: Listeners) -> None:
        # Imported here: most brokers do without.
        from klog.broker.security.certificates import asks_who
        from klog.broker.security.sasl_policies import sasl_policies
        from klog.broker.security.scram_users import ScramUsers

        users = ScramUsers(lambda: self._coordination().user_configs(), self._warn, lambda: self._coordination().cluster_id())
        self.sasl_policies = sasl_policies(self._settings, listeners, users)
        for endpoint in listeners.bound:
            if not asks_who(self._settings, endpoint):
                self._warn(
                    f"the listener {endpoint.name} asks nobody who it is, while others ask for SASL: "
                    f"whoever reaches {endpoint} needs no password"
                )

    def open(self, dispatcher: Dispatcher, process_connections: int, audit_file: AuditFile | None) -> list[Endpoint]:
        """Open those that were read; where clients reach them.

        :param process_connections: that the process can have. :param audit_file: where it stands who did not show who it is.
        :raises ConfigError: one cannot be opened.
        """
        listeners, settings, environment = self.configured, self._settings, self._environment
        assert listeners is not None
        self._process_connections = process_connections
        self.connections = connections = Connections(environment.reactor, self._limits(), self._memory)
        read_ahead = ReadAhead(partial(of_kind, environment.run_in_thread, WorkKind.READ), disk_of=_disk_of)
        backlog = settings.integer("socket.listen.backlog.size")
        login_failed = None
        if audit_file is not None:
            # Imported here: most brokers do without.
            from klog.broker.authorization.failed_logins import FailedLogins

            login_failed = FailedLogins(environment.reactor.seconds, audit_file).tell
        # Without ZooKeeper there are no other brokers for whom room could be needed.
        for_brokers = frozenset() if settings.zookeeper is None else listeners.without_clients
        for endpoint in listeners.bound:
            policy = self._policy_of(endpoint, login_failed, is_for_brokers=endpoint.name in for_brokers)
            factory: IProtocolFactory = BrokerFactory(policy, dispatcher, connections, read_ahead)
            if endpoint.protocol.uses_tls:
                # Imported here: it is large, and most brokers do without.
                from klog.net.tls import wrap_in_tls

                factory = wrap_in_tls(self._certificates_of(endpoint), factory, environment.reactor)
            self.ports.append((endpoint, environment.open_port(endpoint, factory, backlog)))
        return [_advertised(listeners, endpoint, _port_number(port)) for endpoint, port in self.ports]

    def _policy_of(self, endpoint: EndPoint, login_failed: LoginFailed | None, *, is_for_brokers: bool) -> ListenerPolicy:
        """By what rules clients come in there. Raises ConfigError."""
        sasl = self.sasl_policies.get(endpoint.name)
        # A listener that asks who it is has its policy, or this broker has not come so far.
        assert (sasl is not None) is endpoint.protocol.uses_sasl
        made = ListenerPolicy(endpoint.name, sasl, login_failed=login_failed, is_for_brokers=is_for_brokers)
        if not endpoint.protocol.uses_tls:
            return made
        # Imported here: most brokers do without.
        from klog.broker.security.certificates import name_of_subject

        return dataclasses.replace(made, name_of_subject=name_of_subject(self._settings, endpoint))

    def _limits(self) -> Limits:
        settings = self._settings
        return Limits(
            max_connections=settings.integer("max.connections"),
            process_connections=self._process_connections,
            max_connections_per_ip=settings.integer("max.connections.per.ip"),
            max_in_flight_requests=settings.integer("klog.max.in.flight.requests"),
            max_frame_bytes=settings.integer("socket.request.max.bytes"),
            request_frame_timeout_ms=settings.integer("klog.request.timeout.ms"),
            handshake_timeout_ms=settings.integer("klog.authentication.timeout.ms"),
            connections_max_idle_ms=settings.integer("connections.max.idle.ms"),
            write_stall_timeout_ms=settings.integer("klog.write.stall.timeout.ms"),
        )

    def texts(self) -> list[str]:
        """``NAME://host:port`` of every open listener, with the port that it got."""
        texts = []
        for endpoint, port in self.ports:
            host = endpoint.host or "0.0.0.0"
            texts.append(f"{endpoint.name}://{f'[{host}]' if ':' in host else host}:{_port_number(port)}")
        return texts

    # While the broker runs

    def settings_changed(self) -> Deferred[None]:
        """Go by settings that were set while the broker runs: who comes from now on is counted against the new limits, who is there may
        stay. Fires when certificates have been looked at, too."""
        if self.connections is not None:
            self.connections.limits = self._limits()
        return self.look_at_certificates()

    def _certificates_of(self, endpoint: EndPoint) -> CertificateReload:
        # Imported here: most brokers do without.
        from klog.broker.security.certificate_reload import CertificateReload
        from klog.broker.security.certificates import settings_of_tls

        # What does not count is told at the start, and not again with each look.
        settings_of_tls(self._settings, endpoint, self._warn)
        made = CertificateReload(
            endpoint.name,
            lambda: settings_of_tls(self._settings, endpoint, lambda sentence: None),
            self._environment.read_key_file,
            of_kind(self._environment.run_in_thread, WorkKind.READ, endpoint.name),
            self._warn,
        )
        if not self.certificates:
            self._jobs.every("certificates", self._settings.integer("klog.ssl.reload.interval.ms"), self.look_at_certificates)
        self.certificates[endpoint] = made
        return made

    def check_tls(self, wanted: Mapping[str, str]) -> Deferred[None]:
        """Whether each listener's TLS can be made of what is to be set for this broker while it runs; fails with KlogError."""
        return Deferred.fromCoroutine(self._check_tls(wanted))

    async def _check_tls(self, wanted: Mapping[str, str]) -> None:
        from klog.broker.security.certificates import check_listeners_asked, settings_of_tls

        check_listeners_asked(wanted, self._settings.dynamic_broker, self.certificates)
        for endpoint, certificates in tuple(self.certificates.items()):
            await certificates.check(settings_of_tls(self._settings, endpoint, lambda sentence: None, wanted))

    def look_at_certificates(self) -> Deferred[None]:
        """Take up certificates that are new, in files or in settings that changed, and cut off whose own counts no more; fires when that
        is done."""
        return DeferredList([one.look() for one in self.certificates.values()]).addCallback(lambda outcomes: self._end_distrusted())

    def _end_distrusted(self) -> None:
        by_listener = {endpoint.name: certificates for endpoint, certificates in self.certificates.items()}
        now_s = self._environment.now_ms() / 1000
        for member in [] if self.connections is None else self.connections.members:
            if isinstance(member, BrokerProtocol) and member.certificate is not None:
                reason = by_listener[member.info.listener].trouble_with(member.certificate, now_s)
                if reason is not None:
                    member.distrust(reason)


def _advertised(listeners: Listeners, endpoint: EndPoint, port: int) -> Endpoint:
    """What clients are told of a listener; an empty host is the address that they came by."""
    host, number = listeners.address_for(endpoint.name, "", port)
    return Endpoint(endpoint.name, host, number)


def _disk_of(file: SpanFile) -> str:
    """The data directory that a segment's file lies in."""
    path: str = getattr(file, "path", "")
    return path.rpartition("/")[0].rpartition("/")[0]


def _port_number(port: IListeningPort) -> int:
    return int(getattr(port.getHost(), "port", 0))
