"""TLS for listeners, from Kafka's ``ssl.*`` settings.

A setting of one listener, ``listener.name.<name in lower case>.ssl.…``, wins over the plain one (KIP-103). What is read:

===================================== ==============================================================================================
ssl.keystore.type                     PEM; PKCS12 (also under the name JKS, as Java does it); a real JKS file is refused with the way out
ssl.keystore.location                 PEM: one file with private key and certificate chain
ssl.keystore.certificate.chain, .key  the same as texts; line ends may be spaces, as they come out of properties files (KIP-651)
ssl.key.password                      of an encrypted private key
ssl.keystore.password                 PKCS12 only
ssl.truststore.*                      whom certificates must be signed by: clients', with ssl.client.auth; brokers', where this one connects
ssl.client.auth                       none, requested, required
klog.ssl.crl.location                 certificates that their authorities have revoked (`klog.net.revocation`)
ssl.enabled.protocols                 TLSv1.2, TLSv1.3
ssl.cipher.suites                     Java's (IANA's) names or OpenSSL's
===================================== ==============================================================================================

Private keys and passwords never show in an error.
"""

from __future__ import annotations

import contextlib
import re
import weakref
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from OpenSSL import SSL
from OpenSSL.crypto import X509
from twisted.internet import ssl
from twisted.internet.interfaces import IProtocolFactory, IReactorTime

from klog.config import ConfigError
from klog.net.certificate_errors import client_certificate_sentence
from klog.net.encrypted_transport import EncryptedFactory
from klog.net.key_stores import read_key_store, read_trust_store
from klog.net.listener_settings import ListenerSettings
from klog.net.revocation import RevocationLists, ask_in_handshakes, parse_lists

#: Where the lists of revoked certificates are; Java has no such setting, but a property of the whole process.
CRL_SETTING = "klog.ssl.crl.location"

_T = TypeVar("_T")
#: ``(path) -> content``. Raises OSError.
ReadFile = Callable[[str], bytes]


class GivesContext(Protocol):
    """Twisted's ``IOpenSSLContextFactory``."""

    def getContext(self) -> SSL.Context:
        """For one connection."""


_VERSIONS = {
    "TLSv1": ssl.TLSVersion.TLSv1_0,
    "TLSv1.1": ssl.TLSVersion.TLSv1_1,
    "TLSv1.2": ssl.TLSVersion.TLSv1_2,
    "TLSv1.3": ssl.TLSVersion.TLSv1_3,
}
#: Told to OpenSSL itself: Twisted before 26.4 takes the highest version that is allowed for the first that is not.
_HIGHEST = {
    ssl.TLSVersion.TLSv1_0: SSL.TLS1_VERSION,
    ssl.TLSVersion.TLSv1_1: SSL.TLS1_1_VERSION,
    ssl.TLSVersion.TLSv1_2: SSL.TLS1_2_VERSION,
    ssl.TLSVersion.TLSv1_3: SSL.TLS1_3_VERSION,
}
_ORDER = list(_VERSIONS)
_PEM_BLOCK = re.compile(r"-+BEGIN ([A-Z0-9 ]+?)-+\s*(.*?)-+END \1-+", re.DOTALL)
_TLS13_SUITES = frozenset(
    {
        "TLS_AES_128_GCM_SHA256",
        "TLS_AES_256_GCM_SHA384",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_AES_128_CCM_SHA256",
        "TLS_AES_128_CCM_8_SHA256",
    }
)


class _Settings:
    """The ``ssl.*`` settings as one listener sees them."""

    def __init__(self, values: Mapping[str, str], listener: str, read_file: ReadFile) -> None:
        self._settings = ListenerSettings(values, listener)
        self._read_file = read_file
        self.listener = listener

    def text(self, name: str, default: str = "") -> str:
        value = self._settings.value(name) or ""
        return value.strip() or default

    def password(self, name: str) -> bytes | None:
        value = self._settings.value(name)
        return value.encode() if value else None

    def file(self, name: str) -> bytes:
        path = self.text(name)
        try:
            return self._read_file(path)
        except OSError as error:
            raise self.error(name, f"cannot be read: {error.strerror or error}", path) from None
        except ValueError:
            # A character that no path can have.
            raise self.error(name, "cannot be read: it is no path", path) from None

    def is_own(self, name: str) -> bool:
        """Whether it is set for this listener alone."""
        return self._settings.found(name, only_own=True) is not None

    def error(self, name: str, sentence: str, value: str | None = None) -> ConfigError:
        return ConfigError(self._settings.found(name) or name, value, f"{sentence} (listener {self.listener})")


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
    settings = _Settings(values, listener, read_file)
    key, chain = _key_store(settings)
    lowest, highest = _versions(settings)
    ciphers, tls13_ciphers = _ciphers(settings)
    if tls13_ciphers and not ciphers:
        lowest = ssl.TLSVersion.TLSv1_3
    elif ciphers and not tls13_ciphers:
        highest = min(highest, ssl.TLSVersion.TLSv1_2, key=lambda version: list(_VERSIONS.values()).index(version))
    arguments: dict[str, Any] = {}
    if ciphers:
        arguments["acceptableCiphers"] = cast(Any, ssl.AcceptableCiphers).fromOpenSSLCipherString(":".join(ciphers))
    wanted = settings.text("ssl.client.auth", "none").lower()
    if wanted not in ("none", "requested", "required"):
        raise settings.error("ssl.client.auth", "it must be none, requested or required", wanted)
    if wanted != "none":
        arguments["verify"] = True
        arguments["caCerts"] = _trust_store(settings)
        arguments["requireCertificate"] = wanted == "required"
    revoked = _revocation_lists(settings)
    try:
        options = ssl.CertificateOptions(
            privateKey=key,
            certificate=cast(Any, chain[0]),
            extraCertChain=cast(Any, chain[1:]),
            insecurelyLowerMinimumTo=lowest,
            **arguments,
        )
        context = options.getContext()
        context.set_max_proto_version(_HIGHEST[highest])
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
    return _revocation_lists(_Settings(values, listener, read_file))


def client_context(values: Mapping[str, str], listener: str, read_file: ReadFile) -> SSL.Context:
    """What this broker shows and asks of others where it connects to their `listener`: the key store of its own listener, where there is
    one, and the trust store; the system's authorities where there is none, as Java has its own. Lists of revoked certificates count for
    brokers as they do for clients.

    :param values: settings as texts, by name; those that are not set are left out.
    :raises ConfigError: something cannot be read or does not fit together; it names the setting.
    """
    settings = _Settings(values, listener, read_file)
    context = SSL.Context(SSL.TLS_CLIENT_METHOD)
    lowest, highest = _versions(settings)
    context.set_min_proto_version(_HIGHEST[lowest])
    context.set_max_proto_version(_HIGHEST[highest])
    ciphers, tls13_ciphers = _ciphers(settings)
    if ciphers:
        context.set_cipher_list(":".join(ciphers).encode())
    if tls13_ciphers:
        context.set_tls13_ciphersuites(":".join(tls13_ciphers).encode())
    store = context.get_cert_store()
    assert store is not None
    if _has_trust_store(settings):
        for authority in _trust_store(settings):
            store.add_cert(authority)
    else:
        context.set_default_verify_paths()
    ask_in_handshakes(store, _read_lists(settings))
    if settings.text("ssl.keystore.location") or settings.text("ssl.keystore.key"):
        key, (own, *chain) = _key_store(settings)
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
    settings = _Settings(values, listener, lambda path: b"")
    return (settings.text("ssl.truststore.location") or "given as text") if _has_trust_store(settings) else None


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


# -- keys and certificates


def _revocation_lists(settings: _Settings) -> RevocationLists:
    location = settings.text(CRL_SETTING)
    if not location:
        return RevocationLists()
    if settings.text("ssl.client.auth", "none").lower() == "none":
        if settings.is_own(CRL_SETTING):
            raise settings.error(CRL_SETTING, "without ssl.client.auth no client shows a certificate that could be revoked", location)
        return RevocationLists()
    return RevocationLists(_read_lists(settings))


def _read_lists(settings: _Settings) -> list[x509.CertificateRevocationList]:
    location = settings.text(CRL_SETTING)
    if not location:
        return []
    try:
        return parse_lists(settings.file(CRL_SETTING))
    except ValueError as error:
        raise settings.error(CRL_SETTING, f"it holds no list of revoked certificates: {error}", location) from None


def _key_store(settings: _Settings) -> tuple[Any, list[x509.Certificate]]:
    """Private key, and certificates with the broker's own first."""
    kind = settings.text("ssl.keystore.type", "JKS").upper()
    location = settings.text("ssl.keystore.location")
    key_text = settings.text("ssl.keystore.key")
    chain_text = settings.text("ssl.keystore.certificate.chain")
    if key_text or chain_text:
        if not (key_text and chain_text):
            missing = "ssl.keystore.certificate.chain" if key_text else "ssl.keystore.key"
            raise settings.error(missing, "key and certificate chain must be set together")
        if location:
            raise settings.error("ssl.keystore.location", "set either the file or key and chain as texts, not both", location)
        if kind != "PEM":
            raise settings.error("ssl.keystore.type", "key and chain as texts need the type PEM", kind)
        return _pem_key(settings, "ssl.keystore.key", key_text), _pem_chain(settings, "ssl.keystore.certificate.chain", chain_text)
    if not location:
        raise settings.error("ssl.keystore.location", "the listener speaks TLS and has neither a key store nor a key and certificate")
    if kind == "PEM":
        text = settings.file("ssl.keystore.location").decode("utf-8", "replace")
        return _pem_key(settings, "ssl.keystore.location", text), _pem_chain(settings, "ssl.keystore.location", text)
    return _pkcs12(settings, "keystore", kind, read_key_store)


def _has_trust_store(settings: _Settings) -> bool:
    return bool(settings.text("ssl.truststore.certificates") or settings.text("ssl.truststore.location"))


def _trust_store(settings: _Settings) -> list[X509]:
    text = settings.text("ssl.truststore.certificates")
    location = settings.text("ssl.truststore.location")
    kind = settings.text("ssl.truststore.type", "JKS").upper()
    if text and location:
        raise settings.error("ssl.truststore.location", "set either the file or the certificates as text, not both", location)
    if text:
        certificates = _pem_chain(settings, "ssl.truststore.certificates", text)
    elif not location:
        raise settings.error("ssl.truststore.location", "ssl.client.auth needs a trust store: whose certificates shall be accepted?")
    elif kind == "PEM":
        content = settings.file("ssl.truststore.location").decode("utf-8", "replace")
        certificates = _pem_chain(settings, "ssl.truststore.location", content)
    else:
        certificates = _pkcs12(settings, "truststore", kind, read_trust_store)
    return [X509.from_cryptography(certificate) for certificate in certificates]


def _pkcs12(settings: _Settings, store: str, kind: str, read: Callable[[bytes, bytes | None, str, str], _T]) -> _T:
    """What `read` finds in the file of a store."""
    location = f"ssl.{store}.location"
    if kind not in ("JKS", "PKCS12"):
        raise settings.error(f"ssl.{store}.type", "it must be PEM or PKCS12", kind)
    path, password = settings.text(location), f"ssl.{store}.password"
    content = settings.file(location)
    try:
        return read(content, settings.password(password), path, password)
    except ValueError as error:
        raise settings.error(location, str(error), path) from None


def _pem_blocks(text: str, ending: str) -> list[bytes]:
    """The blocks of a kind, with their lines as they should be."""
    result = []
    for label, body in _PEM_BLOCK.findall(text):
        if label.endswith(ending):
            # Old encrypted keys have headers, which must stay on lines of their own.
            lines = body.strip() if ":" in body else "\n".join(body.split())
            result.append(f"-----BEGIN {label}-----\n{lines}\n-----END {label}-----\n".encode())
    return result


def _pem_key(settings: _Settings, name: str, text: str) -> Any:
    blocks = _pem_blocks(text, "PRIVATE KEY")
    if not blocks:
        raise settings.error(name, "there is no PEM private key in it")
    password = settings.password("ssl.key.password")
    try:
        return load_pem_private_key(blocks[0], password if b"ENCRYPTED" in blocks[0] else None)
    except TypeError:
        raise settings.error("ssl.key.password", "the private key is encrypted and needs its password") from None
    except UnsupportedAlgorithm as error:
        raise settings.error(name, f"the private key cannot be read: {error}") from None
    except ValueError:
        raise settings.error(name, "the private key cannot be read; is ssl.key.password right?") from None


def _pem_chain(settings: _Settings, name: str, text: str) -> list[x509.Certificate]:
    blocks = _pem_blocks(text, "CERTIFICATE")
    if not blocks:
        raise settings.error(name, "there is no PEM certificate in it")
    try:
        return [x509.load_pem_x509_certificate(block) for block in blocks]
    except ValueError as error:
        raise settings.error(name, f"a certificate cannot be read: {error}") from None


# -- versions and ciphers


def _versions(settings: _Settings) -> tuple[Any, Any]:
    text = settings.text("ssl.enabled.protocols", "TLSv1.2,TLSv1.3")
    names = [item.strip() for item in text.split(",") if item.strip()]
    for name in names:
        if name not in _VERSIONS:
            raise settings.error("ssl.enabled.protocols", f"there are {', '.join(_VERSIONS)}", text)
    places = sorted({_ORDER.index(name) for name in names})
    if not places or places[-1] - places[0] + 1 != len(places):
        raise settings.error("ssl.enabled.protocols", "the versions must follow one another", text)
    return _VERSIONS[_ORDER[places[0]]], _VERSIONS[_ORDER[places[-1]]]


def openssl_cipher_name(name: str) -> str:
    """OpenSSL's name of a TLS 1.2 cipher suite that goes by its IANA name in Java, e.g. ``TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256``; other
    names unchanged."""
    match = re.fullmatch(r"(?:TLS|SSL)_(\w+?)_WITH_(\w+)", name)
    if match is None:
        return name
    exchange = "" if match[1] == "RSA" else match[1].replace("_", "-") + "-"
    cipher = re.sub(r"^(AES|CAMELLIA|ARIA)_(\d+)", r"\1\2", match[2]).replace("_CBC_", "_")
    if cipher.startswith("CHACHA20_POLY1305"):
        cipher = "CHACHA20_POLY1305"
    return exchange + cipher.replace("_", "-")


def _ciphers(settings: _Settings) -> tuple[list[str], list[str]]:
    """OpenSSL's names for TLS 1.2 and for 1.3; empty where all are wanted."""
    text = settings.text("ssl.cipher.suites")
    names = [item.strip() for item in text.split(",") if item.strip()]
    tls13 = [name for name in names if name in _TLS13_SUITES]
    others = [openssl_cipher_name(name) for name in names if name not in _TLS13_SUITES]
    context = SSL.Context(SSL.TLS_METHOD)
    for name in others:
        try:
            context.set_cipher_list(name.encode())
        except SSL.Error:
            raise settings.error("ssl.cipher.suites", f"OpenSSL has no cipher suite {name}", text) from None
    return others, tls13
