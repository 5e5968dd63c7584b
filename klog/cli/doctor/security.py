"""What ``klog doctor --security`` says: what is open to whom, in sentences.

Pure: from what a broker's settings, rules and files say (`SecurityFacts`) to `Finding` s. Two questions decide what weighs how much:
whether a listener asks who comes, and from where it can be reached.

=====================  =====================  ==================================  ================================================
listener               asks who comes         what is said stays between the two  from other machines
=====================  =====================  ==================================  ================================================
PLAINTEXT              no                     no                                  a problem
SSL                    by a certificate, if   yes                                 a problem where ``ssl.client.auth`` is not
                       ``required``                                               ``required``
SASL_PLAINTEXT         by a password          no                                  a problem with PLAIN, else a warning
SASL_SSL               by a password          yes                                 fine
=====================  =====================  ==================================  ================================================
"""

from __future__ import annotations

import dataclasses
import ipaddress
from collections.abc import Iterator, Mapping, Sequence

from klog.acls import CLUSTER_NAME, EVERYBODY, WILDCARD, Acl, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.cli.doctor.checks import Finding, Status, fine, problem, warning
from klog.config import ConfigError
from klog.net.listener_settings import ListenerSettings
from klog.net.listeners import CONTROLLERS, LISTENERS, PROTOCOL_MAP, EndPoint, Listeners, SecurityProtocol

#: Certificates that count for fewer days are told of.
SOON_DAYS = 21
_ANONYMOUS = "User:ANONYMOUS"
_SHOWN = 5
_OLD_TLS = ("TLSv1", "TLSv1.1")
#: With these on the cluster one can give oneself all others.
_MIGHTY = (AclOperation.ALL, AclOperation.ALTER, AclOperation.CLUSTER_ACTION)


@dataclasses.dataclass(frozen=True, kw_only=True)
class CertificateFacts:
    """One certificate of a key or trust store."""

    name: str
    days_left: float


@dataclasses.dataclass(frozen=True, kw_only=True)
class FileFacts:
    """A file that holds a secret, or certificates.

    :ivar setting: which one names it.
    :ivar mode: permissions; None where the file is not there, or none of this machine's.
    :ivar is_secret: whether nobody but its owner should read it.
    :ivar trouble: why it cannot be read.
    """

    setting: str
    path: str
    mode: int | None
    is_secret: bool
    certificates: Sequence[CertificateFacts] = ()
    trouble: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class SecurityFacts:
    """What is known of one broker, or of its file of settings.

    :ivar whose: "broker 1", or the file.
    :ivar settings: those that count, without secrets.
    :ivar acls: None where they are not known.
    :ivar users: that have passwords of SCRAM; None where they are not known.
    :ivar files: on this machine.
    """

    whose: str
    settings: Mapping[str, str]
    acls: Sequence[Acl] | None = None
    users: Sequence[str] | None = None
    files: Sequence[FileFacts] = ()


def security_findings(facts: SecurityFacts) -> Iterator[Finding]:
    """What is open, and to whom."""
    try:
        listeners = _listeners(facts.settings)
    except ConfigError as error:
        yield problem("listeners", f"{facts.whose}: {error}", "no broker starts with that; correct it")
        return
    yield from _of_listeners(facts, listeners)
    yield from _of_rights(facts, listeners)
    yield from _of_users(facts, listeners)
    yield from _of_zookeeper(facts)
    for file in facts.files:
        yield from _of_file(facts, file)


def _listeners(settings: Mapping[str, str]) -> tuple[EndPoint, ...]:
    return Listeners.parse(
        settings.get(LISTENERS) or "PLAINTEXT://127.0.0.1:9092",
        protocol_map=settings.get(PROTOCOL_MAP),
        controllers=settings.get(CONTROLLERS),
    ).bound


def has_authorizer(settings: Mapping[str, str]) -> bool:
    """Whether rights are checked."""
    return bool(settings.get("authorizer.class.name", "").strip())


def _reach(endpoint: EndPoint) -> tuple[str, bool]:
    """From where a listener can be reached, for a sentence; whether that is more than this machine."""
    if endpoint.host in ("", "0.0.0.0", "::"):
        return f"port {endpoint.port} of every address of the machine", True
    try:
        is_local = ipaddress.ip_address(endpoint.host.partition("%")[0]).is_loopback
    except ValueError:
        is_local = endpoint.host == "localhost"
    return (f"{endpoint.host}:{endpoint.port}, on the machine itself" if is_local else f"{endpoint.host}:{endpoint.port}"), not is_local


def asks_who(settings: Mapping[str, str], endpoint: EndPoint) -> bool:
    """Whether everybody who comes by this listener must show who he is."""
    if endpoint.protocol.uses_sasl:
        return True
    wanted = ListenerSettings(settings, endpoint.name).value("ssl.client.auth") or "none"
    return endpoint.protocol.uses_tls and wanted.strip().lower() == "required"


def _of_listeners(facts: SecurityFacts, listeners: Sequence[EndPoint]) -> Iterator[Finding]:
    closed = has_authorizer(facts.settings)
    for endpoint in listeners:
        where, is_remote = _reach(endpoint)
        start = f"{facts.whose}: the listener {endpoint.name} ({where})"
        if not asks_who(facts.settings, endpoint):
            may = f"may do what the ACLs allow {_ANONYMOUS} and everybody" if closed else "may read, write and delete everything"
            also = "" if endpoint.protocol.uses_tls else ", and what is said there can be read on the way"
            sentence = f"{start} asks nobody who it is: whoever reaches it {may}{also if is_remote else ''}"
            if is_remote:
                remedy = (
                    "let ssl.client.auth be required" if endpoint.protocol.uses_tls else "make it SASL_SSL, or let it listen on 127.0.0.1"
                )
                yield problem("open listener", sentence, f"{remedy} (docs/security.md; `klog security init` makes all that is needed)")
            else:
                yield Finding("open listener", Status.NOTE, sentence)
            continue
        if endpoint.protocol is SecurityProtocol.SASL_PLAINTEXT:
            mechanisms = (ListenerSettings(facts.settings, endpoint.name).value("sasl.enabled.mechanisms") or "").upper()
            if "PLAIN" in [each.strip() for each in mechanisms.split(",")]:
                sentence = f"{start} takes passwords of PLAIN without TLS: whoever listens on the way has them"
                yield (problem if is_remote else warning)("passwords", sentence, "make it SASL_SSL, or take SCRAM-SHA-512 alone")
            elif is_remote:
                sentence = f"{start} asks for a password and encrypts nothing: what is said can be read, and changed, on the way"
                yield warning("no encryption", sentence, "make it SASL_SSL")
            else:
                yield fine("listener", f"{start} asks for a password")
        else:
            yield fine("listener", f"{start} asks for a {'password' if endpoint.protocol.uses_sasl else 'certificate'}, and encrypts")
        yield from _of_tls(facts, endpoint, start)


def _of_tls(facts: SecurityFacts, endpoint: EndPoint, start: str) -> Iterator[Finding]:
    if not endpoint.protocol.uses_tls:
        return
    versions = (ListenerSettings(facts.settings, endpoint.name).value("ssl.enabled.protocols") or "").split(",")
    old = [each.strip() for each in versions if each.strip() in _OLD_TLS]
    if old:
        yield warning("old TLS", f"{start} still speaks {', '.join(old)}", "leave ssl.enabled.protocols out: TLSv1.2 and TLSv1.3")


def _of_rights(facts: SecurityFacts, listeners: Sequence[EndPoint]) -> Iterator[Finding]:
    settings = facts.settings
    if not has_authorizer(settings):
        sentence = f"{facts.whose}: there is no authorizer: whoever is in may do everything, to all topics of everybody"
        advice = "set authorizer.class.name and super.users"
        is_remote = any(_reach(endpoint)[1] for endpoint in listeners)
        yield warning("no authorizer", sentence, advice) if is_remote else Finding("no authorizer", Status.NOTE, sentence)
        return
    mighty = [name.strip() for name in settings.get("super.users", "").split(";") if name.strip()]
    if mighty:
        yield Finding("super users", Status.NOTE, f"{facts.whose}: these may do everything, whatever the ACLs say: {_some(mighty)}")
    open_listeners = [endpoint.name for endpoint in listeners if not asks_who(settings, endpoint)]
    if _ANONYMOUS in mighty and open_listeners:
        sentence = (
            f"{facts.whose}: {_ANONYMOUS} is one of super.users: whoever reaches the listener {', '.join(open_listeners)} may do everything"
        )
        yield problem("super users", sentence, f"take {_ANONYMOUS} out of super.users, or close the listener")
    if settings.get("allow.everyone.if.no.acl.found", "false").strip().lower() == "true":
        sentence = f"{facts.whose}: everybody who is in may do whatever no ACL is about (allow.everyone.if.no.acl.found)"
        yield warning("allow everyone", sentence, "give rights by name (`klog acl create`), then set it to false")
    if facts.acls is not None:
        yield from _of_acls(facts, facts.acls, mighty)


def _of_acls(facts: SecurityFacts, acls: Sequence[Acl], mighty: Sequence[str]) -> Iterator[Finding]:
    allowed = [acl for acl in acls if acl.permission is AclPermission.ALLOW]
    if not acls and not mighty:
        sentence = f"{facts.whose}: there are neither super.users nor ACLs: nobody may do anything, nor make the first ACL"
        yield problem("rights", sentence, "name somebody in super.users")
    to_all = [acl for acl in allowed if acl.principal == EVERYBODY]
    for operation in dict.fromkeys(acl.operation for acl in to_all):
        resources = [_what(acl) for acl in sorted(to_all) if acl.operation is operation]
        sentence = f"{facts.whose}: everybody who is in may {_verb(operation)} {_some(resources)}"
        yield warning("ACLs for everybody", sentence, "name those who need it: `klog acl list` shows the rules")
    others = sorted(
        {
            f"{acl.principal} ({_verb(acl.operation)})"
            for acl in allowed
            if acl.resource_type is AclResourceType.CLUSTER and acl.operation in _MIGHTY and acl.principal not in (*mighty, EVERYBODY)
        }
    )
    if others:
        sentence = f"{facts.whose}: besides super.users these may change the cluster, the ACLs among it: {_some(others)}"
        yield Finding("mighty ACLs", Status.NOTE, sentence)
    if acls:
        count = len({acl.principal for acl in allowed})
        yield fine("ACLs", f"{facts.whose}: {len(acls)} ACLs allow {count} principal{'s' * (count != 1)} something")


def _what(acl: Acl) -> str:
    kind = acl.resource_type.name.lower().replace("_", " ")
    if acl.resource_type is AclResourceType.CLUSTER or acl.name == CLUSTER_NAME:
        return "the cluster"
    if acl.name == WILDCARD:
        return f"every {kind}"
    where = "" if acl.host == WILDCARD else f" from {acl.host}"
    return f"{kind} {acl.name}{'…' if acl.pattern is AclPattern.PREFIXED else ''}{where}"


def _verb(operation: AclOperation) -> str:
    return "do everything with" if operation is AclOperation.ALL else operation.name.lower().replace("_", " ")


def _of_users(facts: SecurityFacts, listeners: Sequence[EndPoint]) -> Iterator[Finding]:
    if facts.users is None:
        return
    by_password = [endpoint for endpoint in listeners if endpoint.protocol.uses_sasl]
    if facts.users:
        yield fine("users", f"{facts.whose}: {len(facts.users)} with a password of SCRAM: {_some(facts.users)}")
    elif by_password and all("PLAIN" not in _mechanisms(facts.settings, endpoint) for endpoint in by_password):
        sentence = f"{facts.whose}: nobody has a password, so nobody comes in by {', '.join(endpoint.name for endpoint in by_password)}"
        yield warning("users", sentence, "make the first user: `klog user set-password NAME --offline server.properties`")


def _mechanisms(settings: Mapping[str, str], endpoint: EndPoint) -> list[str]:
    text = ListenerSettings(settings, endpoint.name).value("sasl.enabled.mechanisms") or ""
    return [each.strip().upper() for each in text.split(",")]


def _of_zookeeper(facts: SecurityFacts) -> Iterator[Finding]:
    connect = facts.settings.get("zookeeper.connect", "").strip()
    if not connect or facts.settings.get("process.roles", "").strip():
        return
    if facts.settings.get("zookeeper.set.acl", "false").strip().lower() != "true":
        sentence = (
            f"{facts.whose}: users, ACLs and topics stand in ZooKeeper at {connect}, in znodes that everybody may change who reaches it: "
            "he can make himself an administrator"
        )
        advice = "let a firewall keep everybody but the brokers from it, and set zookeeper.set.acl with klog.zookeeper.digest"
        yield warning("ZooKeeper", sentence, advice)
    is_encrypted = facts.settings.get("zookeeper.ssl.client.enable", "false").strip().lower() == "true"
    if facts.settings.get("klog.zookeeper.digest") and not is_encrypted:
        sentence = (
            f"{facts.whose}: the password of klog.zookeeper.digest goes to ZooKeeper at {connect} as it is, for all who listen on the way"
        )
        yield warning("password to ZooKeeper", sentence, "set zookeeper.ssl.client.enable, or klog.zookeeper.sasl, which only shows a hash")


def _of_file(facts: SecurityFacts, file: FileFacts) -> Iterator[Finding]:
    start = f"{facts.whose}: {file.path} ({file.setting})"
    if file.trouble is not None:
        yield problem(file.setting, f"{start} {file.trouble}", "correct the path, the password or the file")
        return
    if file.is_secret and file.mode is not None and file.mode & 0o077:
        who = "everybody on this machine" if file.mode & 0o007 else "its group"
        may = "change" if file.mode & 0o022 else "read"
        yield problem(
            "secret file", f"{start} holds secrets, and {who} may {may} it (mode {file.mode & 0o777:o})", f"chmod 600 {file.path}"
        )
    for one in file.certificates:
        if one.days_left < 0:
            yield problem("certificate", f"{start}: {one.name} expired {-one.days_left:.0f} days ago", "renew it")
        elif one.days_left < SOON_DAYS:
            yield warning("certificate", f"{start}: {one.name} expires in {one.days_left:.0f} days", "renew it")
        else:
            yield fine("certificate", f"{start}: {one.name} counts for {one.days_left:.0f} days")


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
