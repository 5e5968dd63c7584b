"""What ``klog doctor`` looks at in the cluster: names, ports, TLS, versions, what brokers tell clients, the clock.

Checks are plain functions over blocking sockets and `BlockingConnection`; each gives `Finding` s and raises nothing that a broken world can
cause. A finding that is not fine says what to do.
"""

from __future__ import annotations

import dataclasses
import enum
import random
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from klog.config import ConfigError
from klog.errors import KlogError, row_of
from klog.net.blocking_connection import BlockingConnection
from klog.net.client.errors import AuthenticationFailed, ClientError, address_of
from klog.net.connection_settings import ConnectionSettings
from klog.net.listeners import LISTENERS, PROTOCOL_MAP, SecurityProtocol, parse_endpoints, parse_protocol_map
from klog.net.security import Security
from klog.records.implementations import codec
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource, DescribeConfigsResponse
from klog.wire.messages.describe_log_dirs import DescribeLogDirsRequest, DescribeLogDirsResponse
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic, MetadataResponse
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData

#: A clock may differ by so much before anybody notices.
SKEW_S = 5.0
#: Kafka's number for brokers among the resources that have configurations.
_BROKER = 4
#: Metadata is asked for so often while a topic that was just made gets its leader.
_TRIES = 50


class Status(enum.Enum):
    """How a check went."""

    FINE = "fine"
    NOTE = "note"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclasses.dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    :param check: short name, stable.
    :param advice: what to do about it; None where nothing is to do.
    """

    check: str
    status: Status
    sentence: str
    advice: str | None = None


def fine(check: str, sentence: str) -> Finding:
    """All is well."""
    return Finding(check, Status.FINE, sentence)


def problem(check: str, sentence: str, advice: str) -> Finding:
    """Something is wrong, and `advice` says what to do."""
    return Finding(check, Status.PROBLEM, sentence, advice)


def warning(check: str, sentence: str, advice: str) -> Finding:
    """Something may become wrong."""
    return Finding(check, Status.WARNING, sentence, advice)


Resolve = Callable[[str, int], list[tuple[int, tuple[Any, ...]]]]


def resolve(host: str, port: int) -> list[tuple[int, tuple[Any, ...]]]:
    """(family, address) pairs of a name. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys((int(family), address) for family, _, _, _, address in found))


class Visit:
    """All that is asked of one address; `connection` is left open where everything went well."""

    def __init__(self, host: str, port: int, security: Security, timeout_s: float, resolver: Resolve = resolve) -> None:
        self.host = host
        self.port = port
        self.address = address_of(host, port)
        self.security = security
        self.timeout_s = timeout_s
        self._resolve = resolver
        self.connection: BlockingConnection | None = None

    def findings(self) -> Iterator[Finding]:
        """Name, port, and the greeting (TLS, versions, SASL)."""
        try:
            places = self._resolve(self.host, self.port)
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            advice = "check the spelling, /etc/hosts and the name server; an IP address works without any of them"
            yield problem("address", f"{self.host} is no name that this machine knows: {reason}", advice)
            return
        shown = ", ".join(str(address[0]) for _, address in places)
        if shown != self.host:
            yield fine("address", f"{self.host} is {shown}")
        reachable = False
        for family, address in places:
            finding = self._knock(family, address, len(places) > 1)
            reachable = reachable or finding.status is Status.FINE
            yield finding
        if reachable:
            yield from self._greet()

    def _knock(self, family: int, address: tuple[Any, ...], one_of_many: bool) -> Finding:
        where = address_of(str(address[0]), self.port)
        started = time.monotonic()
        try:
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                probe.settimeout(self.timeout_s)
                probe.connect(address)
        except ConnectionRefusedError:
            advice = "is the broker running, and on this port? Its READY line names its listeners"
            if one_of_many:
                return warning("port", f"nobody listens at {where}", advice)
            return problem("port", f"nobody listens at {where}", advice)
        except TimeoutError:
            advice = "a firewall drops packets, or the machine is away; try from the broker's own machine"
            return problem("port", f"no answer from {where} within {self.timeout_s:g} s", advice)
        except OSError as error:
            return problem("port", f"{where} cannot be reached: {error.strerror or error}", "check the address and the network in between")
        return fine("port", f"{where} is open ({(time.monotonic() - started) * 1000:.1f} ms)")

    def _greet(self) -> Iterator[Finding]:
        if self.security.uses_tls:
            yield from certificate(self.host, self.port, self.timeout_s)
        settings = ConnectionSettings(connect_timeout_ms=int(self.timeout_s * 1000), request_timeout_ms=int(self.timeout_s * 1000))
        connection = BlockingConnection(self.host, self.port, security=self.security, client_id="klog-doctor", settings=settings)
        started = time.monotonic()
        try:
            ranges = connection.connect()
        except AuthenticationFailed as error:
            connection.close()
            yield problem("security", error.message, "check -X security.protocol, the certificates (ssl.*) and the password (sasl.*)")
            return
        except (ClientError, KlogError) as error:
            connection.close()
            yield from self._no_greeting(error)
            return
        self.connection = connection
        how = self.security.security_protocol
        yield fine("greeting", f"{self.address} speaks {len(ranges.ranges)} APIs over {how} ({(time.monotonic() - started) * 1000:.1f} ms)")

    def _no_greeting(self, error: KlogError) -> Iterator[Finding]:
        if not self.security.uses_tls and speaks_tls(self.host, self.port, self.timeout_s):
            advice = "use -X security.protocol=ssl (or sasl_ssl), and -X ssl.ca.location=ca.pem for a CA of your own"
            yield problem("greeting", f"{self.address} speaks TLS, and we did not", advice)
            return
        if self.security.uses_tls and self._speaks_plainly():
            protocol = "sasl_plaintext" if self.security.uses_sasl else "plaintext"
            yield problem("greeting", f"{self.address} does not speak TLS, and we did", f"use -X security.protocol={protocol}")
            return
        advice = "is it a Kafka port at all, and is it for clients? A SASL listener wants -X security.protocol=sasl_plaintext or sasl_ssl"
        yield problem("greeting", error.message, advice)

    def _speaks_plainly(self) -> bool:
        settings = ConnectionSettings(connect_timeout_ms=int(self.timeout_s * 1000), request_timeout_ms=int(self.timeout_s * 1000))
        with BlockingConnection(self.host, self.port, client_id="klog-doctor", settings=settings) as connection:
            try:
                connection.connect()
            except KlogError:
                return False
        return True


def speaks_tls(host: str, port: int, timeout_s: float) -> bool:
    """Whether the port answers a TLS hello."""
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # to find out what it is, not to trust it
    try:
        with socket.create_connection((host, port), timeout_s) as plain, context.wrap_socket(plain):
            return True
    except ssl.SSLError as error:
        # An alert is TLS as well: the other side understood us and refused.
        return "alert" in str(error).lower()
    except OSError:
        return False


def certificate(host: str, port: int, timeout_s: float, now_s: Callable[[], float] = time.time) -> Iterator[Finding]:
    """How long the broker's certificate is still valid; nothing where it does not show one."""
    import ssl

    from cryptography import x509

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # whether it is trusted, the greeting finds out
    try:
        with socket.create_connection((host, port), timeout_s) as plain, context.wrap_socket(plain, server_hostname=host) as secured:
            data = secured.getpeercert(binary_form=True)
            version = secured.version()
    except OSError:
        return
    if not data:
        return
    found = x509.load_der_x509_certificate(data)
    days = (found.not_valid_after_utc.timestamp() - now_s()) / 86_400
    name = found.subject.rfc4514_string() or "without a name"
    if days < 0:
        yield problem("certificate", f"the certificate {name} expired {-days:.0f} days ago", "renew it, or set this machine's clock")
    elif found.not_valid_before_utc.timestamp() > now_s():
        yield problem("certificate", f"the certificate {name} is not valid yet", "set this machine's clock, or wait")
    elif days < 21:
        yield warning("certificate", f"the certificate {name} expires in {days:.0f} days", "renew it")
    else:
        yield fine("certificate", f"{name}, {version}, valid for {days:.0f} days")


def cluster_findings(
    connection: BlockingConnection, bootstrap: Iterable[tuple[str, int]], resolver: Resolve, timeout_s: float
) -> Iterator[Finding]:
    """What the cluster says of itself: where its brokers are to be found, partitions without a leader or short of replicas."""
    try:
        answer: MetadataResponse = connection.request(MetadataRequest(topics=None, allow_auto_topic_creation=False))
    except KlogError as error:
        yield problem("metadata", error.message, "may this user describe the cluster? The broker's log says more")
        return
    yield fine("metadata", f"cluster {answer.cluster_id or 'without an id'}: brokers: {len(answer.brokers)}, topics: {len(answer.topics)}")
    if answer.controller_id < 0:
        yield problem(
            "controller", "the cluster has no controller", "topics cannot be made or changed until the brokers agree on one; see their logs"
        )
    asked = set(bootstrap)
    for broker in sorted(answer.brokers, key=lambda one: one.node_id):
        yield from _advertised(broker.node_id, broker.host, broker.port, (broker.host, broker.port) in asked, resolver, timeout_s)
    if len(answer.brokers) > 1:
        yield from _shared_listener(connection, [broker.node_id for broker in answer.brokers])
    yield from _partitions(answer)


def log_dir_findings(connection: BlockingConnection) -> Iterator[Finding]:
    """What the broker that is connected says of its data directories."""
    try:
        answer: DescribeLogDirsResponse = connection.request(DescribeLogDirsRequest(topics=None))
    except KlogError as error:
        yield warning("log directories", error.message, "may this user describe the cluster?")
        return
    broken = [result for result in answer.results if result.error_code]
    for result in broken:
        row = row_of(result.error_code)
        yield problem(
            "log directories",
            f"{result.log_dir} is out of service, and its partitions with it: {row.code.name}",
            "see the broker's log, look after the disk, and start the broker again",
        )
    if answer.results and not broken:
        count = len(answer.results)
        yield fine("log directories", f"{count} data director{'y serves' if count == 1 else 'ies serve'}")


def _advertised(node: int, host: str, port: int, asked: bool, resolver: Resolve, timeout_s: float) -> Iterator[Finding]:
    where = address_of(host, port)
    advice = "set advertised.listeners of that broker to an address that clients reach, or teach this machine the name"
    try:
        places = resolver(host, port)
    except (OSError, UnicodeError):
        yield problem("advertised", f"broker {node} sends clients to {where}, a name that this machine does not know", advice)
        return
    if not asked:
        for _, address in places:
            try:
                socket.create_connection(address[:2], timeout_s).close()
                break
            except OSError as error:
                reason = error.strerror or str(error)
        else:
            yield problem("advertised", f"broker {node} sends clients to {where}, which cannot be reached: {reason}", advice)
            return
    yield fine("advertised", f"broker {node} sends clients to {where}")


def _shared_listener(connection: BlockingConnection, nodes: Iterable[int]) -> Iterator[Finding]:
    """Whether a client that claims to be another broker's replica can be told from it (CVE-2018-1288), by the settings of the broker that
    is connected; nothing where it does not show them."""
    names = [LISTENERS, PROTOCOL_MAP, "controller.listener.names", "authorizer.class.name", "ssl.client.auth"]
    # Which of them it is need not be known: a broker answers for itself alone.
    resources = [
        DescribeConfigsResource(resource_type=_BROKER, resource_name=str(node), configuration_keys=list(names)) for node in sorted(nodes)
    ]
    try:
        answer: DescribeConfigsResponse = connection.request(DescribeConfigsRequest(resources=resources))
        told = next({one.name: one.value or "" for one in each.configs} for each in answer.results if not each.error_code)
        protocols = parse_protocol_map(told[PROTOCOL_MAP])
        others = {name.strip() for name in told.get("controller.listener.names", "").split(",")}
        listeners = parse_endpoints(LISTENERS, told[LISTENERS], protocols, distinct_ports=False)
    except (KlogError, ConfigError, StopIteration, KeyError):
        return
    shared = [one for one in listeners if one.name not in others]
    nameless = [SecurityProtocol.PLAINTEXT]
    if told.get("ssl.client.auth", "none").lower() != "required":
        nameless.append(SecurityProtocol.SSL)
    if len(shared) == 1 and shared[0].protocol in nameless and not told.get("authorizer.class.name"):
        yield warning(
            "replicas' listener",
            f"clients and brokers share the listener {shared[0].name}, which asks nobody who it is: a client that claims to be a "
            "registered broker cannot be told from it, and could read what is not committed",
            "give brokers a listener of their own (listeners, inter.broker.listener.name), and keep clients from its port",
        )


def _partitions(answer: MetadataResponse) -> Iterator[Finding]:
    leaderless: list[str] = []
    short: list[str] = []
    for topic in answer.topics:
        for partition in topic.partitions:
            name = f"{topic.name}-{partition.partition_index}"
            if partition.leader_id < 0:
                leaderless.append(name)
            elif len(partition.isr_nodes) < len(partition.replica_nodes):
                short.append(name)
    if leaderless:
        advice = "their brokers are down or their disks failed: start the brokers, and see their logs"
        yield problem("leaders", f"{len(leaderless)} partitions have no leader: {_some(leaderless)}", advice)
    if short:
        advice = "a broker is down or cannot keep up; until then fewer failures lose data"
        yield warning("replicas", f"{len(short)} partitions are short of replicas: {_some(short)}", advice)
    if not leaderless and not short:
        yield fine("partitions", "every partition has a leader and all its replicas")


def _some(names: list[str]) -> str:
    return ", ".join(names[:5]) + (", …" if len(names) > 5 else "")


def write_findings(connection: BlockingConnection, now_ms: Callable[[], int], sleep: Callable[[float], None]) -> Iterator[Finding]:
    """A topic of our own is made, written to and deleted: that works, and by the record's time the broker's clock is known."""
    name = f"klog-doctor-{random.SystemRandom().getrandbits(48):012x}"
    config = CreatableTopicConfig(name="message.timestamp.type", value="LogAppendTime")
    topic = CreatableTopic(name=name, num_partitions=1, replication_factor=1, configs=[config])
    try:
        made = connection.request(CreateTopicsRequest(topics=[topic], timeout_ms=10_000), at_most=6).topics[0]
        if made.error_code:
            raise KlogError(row_of(made.error_code).code, made.error_message or row_of(made.error_code).sentence)
    except KlogError as error:
        yield problem("write", f"a topic cannot be made: {error.message}", "is this the controller, and may this user create topics?")
        return
    try:
        yield from _write_to(connection, name, now_ms, sleep)
    except KlogError as error:
        yield problem("write", f"a record cannot be written: {error.message}", "the broker's log says more")
    finally:
        try:
            connection.request(DeleteTopicsRequest(topic_names=[name], timeout_ms=10_000), at_most=5)
        except KlogError as error:
            yield warning("write", f"topic {name} could not be deleted: {error.message}", f"klog topic delete {name}")


def _write_to(connection: BlockingConnection, name: str, now_ms: Callable[[], int], sleep: Callable[[float], None]) -> Iterator[Finding]:
    batch = codec.build_batch([(now_ms(), b"klog doctor", b"hello", ())])
    partition = PartitionProduceData(index=0, records=batch)
    request = ProduceRequest(acks=-1, timeout_ms=10_000, topic_data=[TopicProduceData(name=name, partition_data=[partition])])
    for _ in range(_TRIES):
        connection.request(MetadataRequest(topics=[MetadataRequestTopic(name=name)], allow_auto_topic_creation=False), at_most=9)
        before = now_ms()
        answer = connection.request(request, at_most=9).responses[0].partition_responses[0]
        after = now_ms()
        if not answer.error_code:
            break
        if not row_of(answer.error_code).retriable:
            break
        sleep(0.1)
    if answer.error_code:
        raise KlogError(row_of(answer.error_code).code, answer.error_message or row_of(answer.error_code).sentence)
    yield fine("write", f"a record was written and acknowledged within {after - before} ms")
    if answer.log_append_time_ms < 0:
        yield Finding("clock", Status.NOTE, "the broker did not say when it wrote the record, so its clock is not known")
        return
    yield clock_finding(answer.log_append_time_ms, before, after)


def clock_finding(broker_ms: int, before_ms: int, after_ms: int) -> Finding:
    """How far the broker's clock is from ours, by a time that it took between two of our own."""
    skew_ms = 0
    if broker_ms < before_ms:
        skew_ms = broker_ms - before_ms
    elif broker_ms > after_ms:
        skew_ms = broker_ms - after_ms
    if abs(skew_ms) <= SKEW_S * 1000:
        return fine("clock", f"the broker's clock is within {max(abs(skew_ms), after_ms - before_ms, 1)} ms of ours")
    which = "ahead of" if skew_ms > 0 else "behind"
    advice = "set both by NTP: retention, searches by time and lag in seconds go by these clocks"
    return problem("clock", f"the broker's clock is {abs(skew_ms) / 1000:.1f} s {which} ours", advice)
