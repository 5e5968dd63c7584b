"""What ``klog doctor --security`` goes by: of brokers what they say themselves, of a file of settings what it names on this machine.

A broker tells its settings (DescribeConfigs), without passwords and paths' contents, and the rules (DescribeAcls), to who may ask for them.
A file tells more: keys, certificates and ``klog.state`` can be looked at. Nothing is locked or changed.
"""

from __future__ import annotations

import dataclasses
import os
import stat
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from klog.acls import Acl, AclFilter
from klog.cli.doctor.cluster_facts import ClusterFacts
from klog.cli.doctor.security import CertificateFacts, FileFacts, SecurityFacts, has_authorizer
from klog.client.admin.acls import acl_question, described_acls
from klog.errors import KlogError
from klog.net.blocking_connection import BlockingConnection
from klog.net.listener_settings import ListenerSettings
from klog.regular_file import read_regular_file
from klog.wire.messages.describe_acls import DescribeAclsResponse
from klog.wire.messages.describe_user_scram_credentials import (
    DescribeUserScramCredentialsRequest,
    DescribeUserScramCredentialsResponse,
)

if TYPE_CHECKING:
    from cryptography import x509

    from klog.broker.settings.settings import BrokerSettings
    from klog.storage.directories.state_file import State

#: What holds secrets in a file of settings.
_SECRET = (
    "sasl.jaas.config",
    "ssl.key.password",
    "ssl.keystore.password",
    "ssl.keystore.key",
    "klog.zookeeper.digest",
    "klog.zookeeper.sasl",
)
_STORES = ("ssl.keystore.location", "ssl.truststore.location")
_SCRAM = ("SCRAM-SHA-256", "SCRAM-SHA-512")
_DAY_S = 86_400


# -- of a cluster


def facts_of_cluster(cluster: ClusterFacts, connection: BlockingConnection) -> Iterator[SecurityFacts]:
    """Of each broker that answered.

    :param connection: to one of them, for what the cluster has once: rules and users.
    """
    acls = ask_acls(connection)
    users = ask_users(connection)
    for broker in cluster.brokers:
        if broker.trouble is None:
            known = {name: value for name, value in broker.settings.items() if value is not None}
            yield SecurityFacts(whose=f"broker {broker.number}", settings=known, acls=acls if has_authorizer(known) else None, users=users)


def ask_acls(connection: BlockingConnection) -> list[Acl] | None:
    """All rules; None where nobody says."""
    try:
        answer: DescribeAclsResponse = connection.request(acl_question(AclFilter()))
    except KlogError:
        return None
    return None if answer.error_code else described_acls(answer)


def ask_users(connection: BlockingConnection) -> list[str] | None:
    """Who has a password of SCRAM; None where nobody says."""
    try:
        answer: DescribeUserScramCredentialsResponse = connection.request(DescribeUserScramCredentialsRequest(users=None))
    except KlogError:
        return None
    if answer.error_code:
        return None
    return sorted(one.user for one in answer.results if not one.error_code)


# -- of a file of settings


def facts_of_file(path: str, settings: BrokerSettings, now_s: float) -> SecurityFacts:
    """Of the broker that is started with the file at `path`.

    :param now_s: seconds since 1970.
    """
    known = {name: value for name in (*settings.static, *_OF_DEFAULTS) if (value := settings.raw(name)) is not None}
    state = _state(settings)
    files = [_settings_file(path, settings)]
    files += [_store(settings, *each, now_s) for each in _stores(settings)]
    files += [_secret(setting, name) for setting, name in _other_secrets(settings)]
    acls = users = None
    if settings.zookeeper is None:
        acls = [acl for of_resource in state.acls.values() for acl in of_resource] if state is not None else []
        users = sorted(name for name, configs in state.user_configs.items() if any(each in configs for each in _SCRAM)) if state else []
    return SecurityFacts(whose=path, settings=known, acls=acls, users=users, files=files)


#: Whose defaults matter where the file does not say.
_OF_DEFAULTS = ("listeners", "listener.security.protocol.map", "ssl.enabled.protocols", "allow.everyone.if.no.acl.found")


def _settings_file(path: str, settings: BrokerSettings) -> FileFacts:
    holds = any(name.endswith(_SECRET) for name in settings.static)
    return FileFacts(setting="settings", path=path, mode=_mode(path), is_secret=holds)


def _mode(path: str) -> int | None:
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except OSError:
        return None


def _secret(setting: str, path: str) -> FileFacts:
    return FileFacts(setting=setting, path=path, mode=_mode(path), is_secret=True)


def _other_secrets(settings: BrokerSettings) -> Iterator[tuple[str, str]]:
    if settings.zookeeper is None:
        for directory in settings.data_directories:
            path = f"{directory}/klog.state"
            if os.path.exists(path):
                yield "log.dirs", path
    shown = (settings.string("zookeeper.ssl.keystore.location") or "").strip()
    if settings.zookeeper is not None and shown:
        yield "zookeeper.ssl.keystore.location", shown
    audit = (settings.string("klog.audit.log") or "").strip()
    if audit and os.path.exists(audit):
        yield "klog.audit.log", audit


def _stores(settings: BrokerSettings) -> list[tuple[str, str]]:
    """The setting and path of each file with keys or certificates, once."""
    found: dict[str, str] = {}
    for name, value in settings.static.items():
        if name.endswith(_STORES) and not name.startswith("zookeeper.") and value.strip():
            found.setdefault(value.strip(), name)
    return [(name, path) for path, name in found.items()]


def _store(settings: BrokerSettings, name: str, path: str, now_s: float) -> FileFacts:
    base = name.rpartition("ssl.")[2].removesuffix(".location")
    listener = name.split(".")[2] if name.startswith("listener.name.") else ""
    of_listener = ListenerSettings(settings.static, listener)
    kind = (of_listener.value(f"ssl.{base}.type") or "JKS").strip().upper()
    password = of_listener.value(f"ssl.{base}.password")
    facts = FileFacts(setting=name, path=path, mode=_mode(path), is_secret=base == "keystore")
    try:
        found = _certificates(read_regular_file(path, 16 << 20), kind, password)
    except OSError as error:
        return dataclasses.replace(facts, trouble=f"cannot be read: {error.strerror}")
    except ValueError as error:
        return dataclasses.replace(facts, trouble=f"is not to be understood: {error}")
    except ImportError:
        return facts
    if not found:
        return dataclasses.replace(facts, trouble="has no certificate")
    certificates = [
        CertificateFacts(
            name=one.subject.rfc4514_string() or "a certificate without a name",
            days_left=(one.not_valid_after_utc.timestamp() - now_s) / _DAY_S,
        )
        for one in found
    ]
    return dataclasses.replace(facts, certificates=certificates)


def _certificates(data: bytes, kind: str, password: str | None) -> Sequence[x509.Certificate]:
    from cryptography import x509

    from klog.net.key_stores import read_pkcs12

    if kind == "PEM":
        return x509.load_pem_x509_certificates(data) if b"BEGIN CERTIFICATE" in data else []
    return read_pkcs12(data, None if password is None else password.encode(), "", "its password").certificates


def _state(settings: BrokerSettings) -> State | None:
    """What a broker that is alone remembers; None where that is nothing, or cannot be read (which the broker's start tells of)."""
    from klog.storage.directories.state_file import StateCorrupt, StateFile
    from klog.storage.filesystem import RealFileSystem

    newest = None
    for directory in settings.data_directories:
        try:
            state = StateFile(RealFileSystem(), f"{directory}/klog.state").load()
        except (OSError, StateCorrupt):
            continue
        if state is not None and (newest is None or state.age > newest.age):
            newest = state
    return newest
