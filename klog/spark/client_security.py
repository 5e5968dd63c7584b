r"""Java's ``security.protocol``, ``ssl.*`` and ``sasl.*`` as klog's `Security`.

Java keeps certificates in stores, PKCS12 files (which it reads under the name JKS, too, its default), unless told ``PEM``:

* ``ssl.truststore.location``, and ``ssl.truststore.password``: whom to trust; with ``ssl.truststore.type=PEM`` a file without password;
* ``ssl.keystore.location``, and ``ssl.keystore.password``: the client's certificate, its chain and its key in one file, in both types.

Java's older format, whose name is JKS as well, is refused when the file is read, with the command that converts it; types that nobody else
has are refused at once. librdkafka's names (``ssl.ca.location``, ``ssl.certificate.location``, ``ssl.key.location``,
``ssl.crl.location``, ``sasl.username``, ``sasl.password``), which other Python programs use, do as well.

Names and passwords stand in ``sasl.jaas.config``, the configuration of a Java login module; those of PLAIN and SCRAM are understood.
No error shows a password.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from klog.net.security import LOGIN_MODULES, MECHANISMS, PROTOCOLS
from klog.spark.errors import OptionError

_PLAIN_OR_SCRAM = "klog authenticates with PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512"
_FILES = "klog reads certificates and keys from PEM files: write it into one, on every executor, and name that with {}"
_OPENSSL = "klog leaves {} to OpenSSL's defaults"

_HANDLED = frozenset(
    (
        "security.protocol",
        "ssl.truststore.type",
        "ssl.truststore.location",
        "ssl.truststore.password",
        "ssl.keystore.type",
        "ssl.keystore.location",
        "ssl.keystore.password",
        "ssl.key.password",
        "ssl.ca.location",
        "ssl.certificate.location",
        "ssl.key.location",
        "ssl.crl.location",
        "ssl.endpoint.identification.algorithm",
        "ssl.protocol",
        "ssl.enabled.protocols",
        "sasl.mechanism",
        "sasl.jaas.config",
        "sasl.username",
        "sasl.password",
    )
)
#: What klog cannot do; each would change who is trusted or how one proves who one is.
_REFUSED: dict[str, str] = {
    "ssl.truststore.certificates": _FILES.format("kafka.ssl.truststore.location and kafka.ssl.truststore.type=PEM"),
    "ssl.keystore.certificate.chain": _FILES.format("kafka.ssl.keystore.location and kafka.ssl.keystore.type=PEM"),
    "ssl.keystore.key": _FILES.format("kafka.ssl.keystore.location and kafka.ssl.keystore.type=PEM"),
    "ssl.cipher.suites": _OPENSSL.format("ciphers"),
    "ssl.engine.factory.class": "klog uses OpenSSL and runs no Java classes",
    "ssl.provider": "klog uses OpenSSL and runs no Java classes",
    "ssl.keymanager.algorithm": _OPENSSL.format("the choice of keys"),
    "ssl.trustmanager.algorithm": _OPENSSL.format("the check of certificates"),
    "ssl.secure.random.implementation": _OPENSSL.format("random numbers"),
    "sasl.client.callback.handler.class": _PLAIN_OR_SCRAM,
    "sasl.login.callback.handler.class": _PLAIN_OR_SCRAM,
    "sasl.login.class": _PLAIN_OR_SCRAM,
    "sasl.kerberos.service.name": _PLAIN_OR_SCRAM,
    "sasl.kerberos.kinit.cmd": _PLAIN_OR_SCRAM,
    "sasl.kerberos.min.time.before.relogin": _PLAIN_OR_SCRAM,
    "sasl.kerberos.ticket.renew.jitter": _PLAIN_OR_SCRAM,
    "sasl.kerberos.ticket.renew.window.factor": _PLAIN_OR_SCRAM,
    "sasl.oauthbearer.token.endpoint.url": _PLAIN_OR_SCRAM,
    "sasl.oauthbearer.jwks.endpoint.url": _PLAIN_OR_SCRAM,
    "sasl.oauthbearer.scope.claim.name": _PLAIN_OR_SCRAM,
    "sasl.oauthbearer.sub.claim.name": _PLAIN_OR_SCRAM,
    "sasl.oauthbearer.expected.audience": _PLAIN_OR_SCRAM,
    "sasl.oauthbearer.expected.issuer": _PLAIN_OR_SCRAM,
}
SECURITY_NAMES = _HANDLED | frozenset(_REFUSED)

_JAAS_HEAD = re.compile(r"\s*([\w.$]+)\s+(required|requisite|sufficient|optional)\b", re.IGNORECASE)
_JAAS_PAIR = re.compile(r"\s*([\w.]+)\s*=\s*(?:\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'|([^\s;\"']+))")
#: Without their packages.
_MODULES = {mechanism: module.rpartition(".")[2] for mechanism, module in LOGIN_MODULES.items()}
#: Takes an option of `Security`, the name of Java's that said it, and its value.
_Take = Callable[[str, str, object], None]
_MODERN_TLS = frozenset(("TLSV1.2", "TLSV1.3", "TLS"))


def security_options(options: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Arguments of `klog.net.security.Security`, and from which of Java's names each came.

    :raises OptionError: what klog cannot do, or what contradicts itself; no password is shown.
    """
    given: dict[str, str] = {}
    for name, value in options.items():
        if name in _REFUSED and value.strip():
            raise OptionError(f"Kafka option '{name}' is not supported: {_REFUSED[name]}")
        # Java's clients take an empty text as one that is not there, but for the check of the host's name.
        if value.strip() or name == "ssl.endpoint.identification.algorithm":
            given[name] = value.strip()
    found: dict[str, Any] = {}
    origins: dict[str, str] = {}

    def take(option: str, name: str, value: object) -> None:
        if option in found:
            raise OptionError(f"kafka.{origins[option]} and kafka.{name} say the same thing twice: leave one out")
        found[option] = value
        origins[option] = name

    protocol = given.get("security.protocol", "PLAINTEXT").upper()
    if protocol not in PROTOCOLS:
        raise OptionError(
            f"Invalid value {given['security.protocol']} for configuration kafka.security.protocol: "
            f"String must be one of: {', '.join(PROTOCOLS)}"
        )
    take("security_protocol", "security.protocol", protocol)
    if protocol in ("SSL", "SASL_SSL"):
        _tls(given, take)
    if protocol in ("SASL_PLAINTEXT", "SASL_SSL"):
        _sasl(given, take)
    return found, origins


def _tls(given: Mapping[str, str], take: _Take) -> None:
    for kind, pem_option in (("truststore", "ssl_ca_file"), ("keystore", "ssl_certificate_file")):
        name = f"ssl.{kind}.location"
        if name not in given:
            continue
        store_type, password = given.get(f"ssl.{kind}.type", "JKS").upper(), given.get(f"ssl.{kind}.password")
        if store_type in ("JKS", "PKCS12"):
            take(f"ssl_{kind}_file", name, given[name])
            if password is not None:
                take(f"ssl_{kind}_password", f"ssl.{kind}.password", password)
        elif store_type == "PEM":
            if password is not None:
                raise OptionError(
                    f"kafka.ssl.{kind}.password cannot be with PEM: a PEM file has no password"
                    + ("; that of an encrypted key is kafka.ssl.key.password" if kind == "keystore" else "")
                )
            take(pem_option, name, given[name])
        else:
            raise OptionError(_another_type(kind, store_type, given[name]))
    for name, option in (
        ("ssl.ca.location", "ssl_ca_file"),
        ("ssl.certificate.location", "ssl_certificate_file"),
        ("ssl.key.location", "ssl_key_file"),
        ("ssl.key.password", "ssl_key_password"),
        ("ssl.crl.location", "ssl_crl_file"),
    ):
        if name in given and not (option == "ssl_key_password" and _is_of_the_store(given)):
            take(option, name, given[name])
    check = given.get("ssl.endpoint.identification.algorithm", "https").lower()
    if check not in ("https", "", "none"):
        raise OptionError(
            f"Invalid value {check} for configuration kafka.ssl.endpoint.identification.algorithm: "
            "https checks the broker's name, an empty text does not"
        )
    take("ssl_check_hostname", "ssl.endpoint.identification.algorithm", check == "https")
    for name in ("ssl.protocol", "ssl.enabled.protocols"):
        wanted = {one.strip().upper() for one in given.get(name, "TLS").split(",")}
        if not wanted & _MODERN_TLS:
            raise OptionError(f"kafka.{name}={given[name]}: klog speaks TLS 1.2 and 1.3 and nothing older")


def _is_of_the_store(given: Mapping[str, str]) -> bool:
    """Whether the key's password is the one of its PKCS12 store, as Java wants them to be equal there."""
    if "ssl.keystore.location" not in given or given.get("ssl.keystore.type", "JKS").upper() == "PEM":
        return False
    if given["ssl.key.password"] != given.get("ssl.keystore.password"):
        raise OptionError("kafka.ssl.key.password is another one than kafka.ssl.keystore.password: a PKCS12 store has one password for all")
    return True


def _another_type(kind: str, store_type: str, location: str) -> str:
    name = f"kafka.ssl.{kind}"
    command = f"keytool -importkeystore -srckeystore {location} -destkeystore {kind}.p12 -deststoretype PKCS12"
    return (
        f"{name}.location is a store of the type {store_type}, and klog reads PKCS12 and PEM. Make one ({command}), "
        f"copy it to every executor and set {name}.location to it and {name}.type to PKCS12"
    )


def _sasl(given: Mapping[str, str], take: _Take) -> None:
    if "sasl.jaas.config" not in given and "sasl.username" not in given and given.get("sasl.mechanism", "").upper() in MECHANISMS:
        raise OptionError("kafka.sasl.jaas.config is missing: it has the user's name and password")
    mechanism = given.get("sasl.mechanism", "GSSAPI").upper()
    if mechanism not in MECHANISMS:
        default = "" if "sasl.mechanism" in given else " (Java's default)"
        raise OptionError(f"kafka.sasl.mechanism is {mechanism}{default}: {_PLAIN_OR_SCRAM}")
    take("sasl_mechanism", "sasl.mechanism", mechanism)
    if "sasl.jaas.config" in given:
        username, password = _jaas(given["sasl.jaas.config"], mechanism)
        take("sasl_username", "sasl.jaas.config", username)
        take("sasl_password", "sasl.jaas.config", password)
    for name, option in (("sasl.username", "sasl_username"), ("sasl.password", "sasl_password")):
        if name in given:
            take(option, name, given[name])


def _jaas(text: str, mechanism: str) -> tuple[str, str]:
    """User name and password out of a login module's configuration; the text is a secret and never shown."""
    shape = f'kafka.sasl.jaas.config is expected to be {LOGIN_MODULES[mechanism]} required username="…" password="…";'
    head = _JAAS_HEAD.match(text)
    if head is None:
        raise OptionError(shape)
    module = head[1].rpartition(".")[2]
    if module not in _MODULES.values():
        raise OptionError(f"kafka.sasl.jaas.config names {module}: {_PLAIN_OR_SCRAM}")
    if module != _MODULES[mechanism]:
        raise OptionError(f"kafka.sasl.jaas.config names {module}, which does not go with kafka.sasl.mechanism={mechanism}")
    pairs: dict[str, str] = {}
    position = head.end()
    while (found := _JAAS_PAIR.match(text, position)) is not None:
        quoted = found[2] if found[2] is not None else found[3]
        pairs[found[1]] = found[4] if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        position = found.end()
    if text[position:].strip() not in (";", ""):
        raise OptionError(f"{shape} One login module, and a semicolon at the end")
    if pairs.get("tokenauth", "false").lower() == "true":
        raise OptionError("kafka.sasl.jaas.config has tokenauth=true: klog has no delegation tokens")
    if not pairs.get("username") or not pairs.get("password"):
        raise OptionError(f"{shape} The username or the password is missing")
    return pairs["username"], pairs["password"]
