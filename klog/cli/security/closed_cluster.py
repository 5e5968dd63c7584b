"""What the files of a closed cluster say: each broker's ``server.properties``, and how clients come in.

::

    SASL_SSL  passwords (SCRAM-SHA-512), for people and programs
    SSL       certificates that the cluster's own authority has signed; brokers come to each other here

Rights are checked on both, and nobody has any but the first user and the brokers. Pure: texts out of a plan.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from klog.net.security import LOGIN_MODULES

MECHANISM = "SCRAM-SHA-512"
#: By Kafka's names; both are klog's own authorizer, and Kafka's in brokers of Kafka.
ALONE, WITH_ZOOKEEPER = "org.apache.kafka.metadata.authorizer.StandardAuthorizer", "kafka.security.authorizer.AclAuthorizer"


@dataclasses.dataclass(frozen=True)
class Plan:
    """What was asked for.

    :ivar folder: where the files will lie, absolute.
    :ivar hosts: of the brokers, one each, by which clients and brokers reach them.
    :ivar port: for passwords; the next one is for certificates.
    :ivar zookeeper: None for a broker that is alone.
    """

    folder: str
    hosts: Sequence[str]
    port: int
    user: str
    zookeeper: str | None = None

    @property
    def bootstrap(self) -> str:
        """Where clients with passwords begin."""
        return ",".join(f"{_bracketed(host)}:{self.port}" for host in self.hosts)

    def broker_name(self, number: int) -> str:
        """What the broker with this number is called: in its certificate, and in the names of its files."""
        return "broker" if len(self.hosts) == 1 else f"broker-{number}"

    def settings_name(self, number: int) -> str:
        """Of its settings."""
        return "server.properties" if len(self.hosts) == 1 else f"server-{number}.properties"

    def data_name(self, number: int) -> str:
        """Of its data directory."""
        return "data" if len(self.hosts) == 1 else f"data-{number}"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def server_properties(plan: Plan, number: int) -> str:
    """The settings of one broker.

    :param number: from 1.
    """
    host = _bracketed(plan.hosts[number - 1])
    brokers = [plan.broker_name(one + 1) for one in range(len(plan.hosts))]
    lines = [
        "# Made by `klog security init`. Nobody comes in without a password or a certificate, and nobody may do anything but super.users,",
        "# until `klog acl create` or kafka-acls gives rights.",
        f"broker.id={number}",
        f"log.dirs={plan.folder}/{plan.data_name(number)}",
        *([f"zookeeper.connect={plan.zookeeper}"] if plan.zookeeper else []),
        "",
        "# SASL_SSL asks for a password, SSL for a certificate that ca.pem has signed.",
        f"listeners=SASL_SSL://{host}:{plan.port},SSL://{host}:{plan.port + 1}",
        f"advertised.listeners=SASL_SSL://{host}:{plan.port},SSL://{host}:{plan.port + 1}",
        f"sasl.enabled.mechanisms={MECHANISM}",
        "listener.name.ssl.ssl.client.auth=required",
        "ssl.principal.mapping.rules=RULE:^CN=([^,]+)$/$1/",
        "",
        "ssl.keystore.type=PEM",
        f"ssl.keystore.location={plan.folder}/{plan.broker_name(number)}.pem",
        "ssl.truststore.type=PEM",
        f"ssl.truststore.location={plan.folder}/ca.pem",
        "",
        "# Brokers come to each other by their certificates.",
        "security.inter.broker.protocol=SSL",
        "",
        f"authorizer.class.name={WITH_ZOOKEEPER if plan.zookeeper else ALONE}",
        "allow.everyone.if.no.acl.found=false",
        "super.users=" + ";".join(f"User:{name}" for name in [plan.user, *brokers]),
        f"klog.audit.log={plan.folder}/{plan.broker_name(number)}-audit.json",
    ]
    return _for_java("\n".join(lines) + "\n")


def client_properties(plan: Plan, password: str) -> str:
    """For Java's clients and Kafka's tools (``--command-config``)."""
    quoted = password.replace("\\", "\\\\").replace('"', '\\"')
    text = _properties(
        {
            "bootstrap.servers": plan.bootstrap,
            "security.protocol": "SASL_SSL",
            "sasl.mechanism": MECHANISM,
            "sasl.jaas.config": f'{LOGIN_MODULES[MECHANISM]} required username="{plan.user}" password="{quoted}";',
            "ssl.truststore.type": "PEM",
            "ssl.truststore.location": f"{plan.folder}/ca.pem",
        }
    )
    return _for_java(text)


def librdkafka_conf(plan: Plan, password: str) -> str:
    """For klog's command (``-F``), kcat and what else goes by librdkafka's names."""
    return _properties(
        {
            "bootstrap.servers": plan.bootstrap,
            "security.protocol": "SASL_SSL",
            "sasl.mechanism": MECHANISM,
            "sasl.username": plan.user,
            "sasl.password": password,
            "ssl.ca.location": f"{plan.folder}/ca.pem",
        }
    )


def _properties(values: Mapping[str, str]) -> str:
    return "".join(f"{name}={value}\n" for name, value in values.items())


def _for_java(text: str) -> str:
    """Java takes the bytes of such a file for ISO 8859-1; klog reads its escapes, too."""
    units = text.replace("\\", "\\\\").encode("utf-16-be", "surrogatepass")
    codes = (int.from_bytes(units[at : at + 2]) for at in range(0, len(units), 2))
    return "".join(chr(code) if code < 0x80 else f"\\u{code:04x}" for code in codes)
