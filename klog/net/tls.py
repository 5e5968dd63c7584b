"""TLS for listeners, and for this broker where it connects to others: contexts of OpenSSL, made of Kafka's ``ssl.*`` settings
(`klog.net.ssl_settings`).
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, cast

from OpenSSL import SSL
from OpenSSL.crypto import X509
from twisted.internet import ssl
from twisted.internet.interfaces import IProtocolFactory, IReactorTime

from klog.net.certificate_errors import client_certificate_sentence
from klog.net.encrypted_transport import EncryptedFactory
from klog.net.listener_settings import ListenerSettings
from klog.net.revocation import RevocationLists, ask_in_handshakes
from klog.net.ssl_settings import (
    OPENSSL_VERSIONS,
    VERSIONS,
    ReadFile,
    SslSettings,
    cipher_names,
    has_trust_store,
    key_store,
    listeners_revocation_lists,
    read_lists,
    trust_store,
    version_range,
)


class GivesContext(Protocol):
    """Twisted's ``IOpenSSLContextFactory``."""

    def getContext(self) -> SSL.Context:
        """For one connection."""


def subject_name(certificate: X509) -> str:
    """Whose certificate it is: the distinguished name, the most particular part first, e.g. ``CN=ann,OU=sales,O=example`` (RFC 4514, which
    is as Java writes it but for rare attributes and escapes).

    :raises ValueError: the certificate says it in a way that cannot be read.
    """
    return certificate.to_cryptography().subject.rfc4514_string()


class RefusedCertificate(NamedTuple):
    """A client's certificate that OpenSSL does not accept.

    :ivar subject: whose it is said to be; None where that cannot be read, or another one above it is to blame.
    :ivar reason: a sentence.
    """

    subject: str | None
    reason: str


#: As long as their connections are there.
_REFUSED: weakref.WeakKeyDictionary[SSL.Connection, RefusedCertificate] = weakref.WeakKeyDictionary()


def refused_certificate(connection: SSL.Connection) -> RefusedCertificate | None:
    """What was wrong with the certificate that a client has shown on a connection; None where nothing was."""
    return _REFUSED.get(connection)


def _judged(connection: SSL.Connection, certificate: X509, error: int, depth: int, is_good: int) -> bool:
    """OpenSSL's question in handshakes: its own answer, and why is noted. An exception here would be nobody's."""
    if not is_good and connection not in _REFUSED:
        subject = None
        if depth == 0:
            with contextlib.suppress(ValueError):
                subject = subject_name(certificate)
        whose = f"the client's certificate {subject[:300]!r}" if subject is not None else "the client's certificate"
        _REFUSED[connection] = RefusedCertificate(subject, f"{whose} {client_certificate_sentence(error)}")
    return bool(is_good)


def tls_options(values: Mapping[str, str], listener: str, read_file: ReadFile) -> ssl.CertificateOptions:
    """The context factory of `listener`'s TLS.

    :param values: settings as texts, by name; those that are not set are left out.
    :param listener: its name.
    :raises ConfigError: something is missing, cannot be read or does not fit together; it names the setting.
    """
    settings = SslSettings(values, listener, read_file)
    key, chain = key_store(settings)
    lowest, highest = version_range(settings)
    ciphers, tls13_ciphers = cipher_names(settings)
    if tls13_ciphers and not ciphers:
        lowest = ssl.TLSVersion.TLSv1_3
    elif ciphers and not tls13_ciphers:
        highest = min(highest, ssl.TLSVersion.TLSv1_2, key=lambda version: list(VERSIONS.values()).index(version))
    arguments: dict[str, Any] = {}
    if ciphers:
        arguments["acceptableCiphers"] = cast(Any, ssl.AcceptableCiphers).fromOpenSSLCipherString(":".join(ciphers))
    wanted = settings.text("ssl.client.auth", "none").lower()
    if wanted not in ("none", "requested", "required"):
        raise settings.error("ssl.client.auth", "it must be none, requested or required", wanted)
    if wanted != "none":
        arguments["verify"] = True
        arguments["caCerts"] = trust_store(settings)
        arguments["requireCertificate"] = wanted == "required"
    revoked = listeners_revocation_lists(settings)
    try:
        options = ssl.CertificateOptions(
            privateKey=key,
            certificate=cast(Any, chain[0]),
            extraCertChain=cast(Any, chain[1:]),
            insecurelyLowerMinimumTo=lowest,
            **arguments,
        )
        context = options.getContext()
        context.set_max_proto_version(OPENSSL_VERSIONS[highest])
        context.check_privatekey()
        if tls13_ciphers:
            context.set_tls13_ciphersuites(":".join(tls13_ciphers).encode())
        store = context.get_cert_store()
        assert store is not None
        revoked.ask_in_handshakes(store)
        if wanted != "none":
            context.set_verify(context.get_verify_mode(), _judged)
    except (SSL.Error, ValueError, TypeError) as error:
        name = "ssl.keystore.key" if settings.text("ssl.keystore.key") else "ssl.keystore.location"
        raise settings.error(name, f"private key and certificate cannot be used together: {_reason(error)}") from None
    return options


def revocation_lists(values: Mapping[str, str], listener: str, read_file: ReadFile) -> RevocationLists:
    """What `tls_options` has asked in handshakes, for connections that are through theirs.

    :raises ConfigError: as `tls_options`.
    """
    return listeners_revocation_lists(SslSettings(values, listener, read_file))


def client_context(values: Mapping[str, str], listener: str, read_file: ReadFile) -> SSL.Context:
    """What this broker shows and asks of others where it connects to their `listener`: the key store of its own listener, where there is
    one, and the trust store; the system's authorities where there is none, as Java has its own. Lists of revoked certificates count for
    brokers as they do for clients.

    :param values: settings as texts, by name; those that are not set are left out.
    :raises ConfigError: something cannot be read or does not fit together; it names the setting.
    """
    settings = SslSettings(values, listener, read_file)
    context = SSL.Context(SSL.TLS_CLIENT_METHOD)
    lowest, highest = version_range(settings)
    context.set_min_proto_version(OPENSSL_VERSIONS[lowest])
    context.set_max_proto_version(OPENSSL_VERSIONS[highest])
    ciphers, tls13_ciphers = cipher_names(settings)
    if ciphers:
        context.set_cipher_list(":".join(ciphers).encode())
    if tls13_ciphers:
        context.set_tls13_ciphersuites(":".join(tls13_ciphers).encode())
    store = context.get_cert_store()
    assert store is not None
    if has_trust_store(settings):
        for authority in trust_store(settings):
            store.add_cert(authority)
    else:
        context.set_default_verify_paths()
    ask_in_handshakes(store, read_lists(settings))
    if settings.text("ssl.keystore.location") or settings.text("ssl.keystore.key"):
        key, (own, *chain) = key_store(settings)
        try:
            context.use_certificate(own)
            for certificate in chain:
                context.add_extra_chain_cert(certificate)
            context.use_privatekey(key)
            context.check_privatekey()
        except (SSL.Error, ValueError, TypeError) as error:
            raise settings.error(
                "ssl.keystore.location", f"private key and certificate cannot be used together: {_reason(error)}"
            ) from None
    return context


def trust_of(values: Mapping[str, str], listener: str) -> str | None:
    """What the trust store of `listener` is called in a sentence; None where there is none."""
    settings = SslSettings(values, listener, lambda path: b"")
    return (settings.text("ssl.truststore.location") or "given as text") if has_trust_store(settings) else None


def checks_host_names(values: Mapping[str, str], listener: str) -> bool:
    """Whether the certificate of a broker must be for the host that is connected to (``ssl.endpoint.identification.algorithm``)."""
    algorithm = ListenerSettings(values, listener).value("ssl.endpoint.identification.algorithm")
    return algorithm is None or bool(algorithm.strip())


def wrap_in_tls(options: GivesContext, factory: IProtocolFactory, clock: IReactorTime) -> IProtocolFactory:
    """`factory` behind TLS, for `klog.net.listeners.listen`.

    :param options: asked anew for each connection.
    """
    return cast(IProtocolFactory, EncryptedFactory(options, False, factory, clock))


def _reason(error: Exception) -> str:
    """The words of OpenSSL's nested lists."""
    first = error.args[0] if error.args else ""
    if isinstance(first, list) and first:
        return ", ".join(str(entry[-1]) for entry in first)
    return str(first) or type(error).__name__
