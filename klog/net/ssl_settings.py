"""The ``ssl.*`` settings of Kafka as one listener sees them, and what they name: keys, certificates, versions and ciphers.

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

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from OpenSSL import SSL
from OpenSSL.crypto import X509
from twisted.internet import ssl

from klog.config import ConfigError
from klog.net.key_stores import read_key_store, read_trust_store
from klog.net.listener_settings import ListenerSettings
from klog.net.revocation import RevocationLists, parse_lists

#: Where the lists of revoked certificates are; Java has no such setting, but a property of the whole process.
CRL_SETTING = "klog.ssl.crl.location"

_T = TypeVar("_T")
#: ``(path) -> content``. Raises OSError.
ReadFile = Callable[[str], bytes]
VERSIONS = {
    "TLSv1": ssl.TLSVersion.TLSv1_0,
    "TLSv1.1": ssl.TLSVersion.TLSv1_1,
    "TLSv1.2": ssl.TLSVersion.TLSv1_2,
    "TLSv1.3": ssl.TLSVersion.TLSv1_3,
}
#: Told to OpenSSL itself: Twisted before 26.4 takes the highest version that is allowed for the first that is not.
OPENSSL_VERSIONS = {
    ssl.TLSVersion.TLSv1_0: SSL.TLS1_VERSION,
    ssl.TLSVersion.TLSv1_1: SSL.TLS1_1_VERSION,
    ssl.TLSVersion.TLSv1_2: SSL.TLS1_2_VERSION,
    ssl.TLSVersion.TLSv1_3: SSL.TLS1_3_VERSION,
}
_ORDER = list(VERSIONS)
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


class SslSettings:
    """The ``ssl.*`` settings as one listener sees them."""

    def __init__(self, values: Mapping[str, str], listener: str, read_file: ReadFile) -> None:
        self._settings = ListenerSettings(values, listener)
        self._read_file = read_file
        self.listener = listener

    def text(self, name: str, default: str = "") -> str:
        """Its value, or the default where there is none."""
        value = self._settings.value(name) or ""
        return value.strip() or default

    def password(self, name: str) -> bytes | None:
        """A secret; None where there is none."""
        value = self._settings.value(name)
        return value.encode() if value else None

    def file(self, name: str) -> bytes:
        """The content of the file that it names.

        :raises ConfigError: it cannot be read.
        """
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
        """What is wrong with it, and for which listener."""
        return ConfigError(self._settings.found(name) or name, value, f"{sentence} (listener {self.listener})")


# -- keys and certificates


def listeners_revocation_lists(settings: SslSettings) -> RevocationLists:
    """Of clients' certificates, where the listener asks for any.

    :raises ConfigError: they cannot be read, or nobody shows a certificate.
    """
    location = settings.text(CRL_SETTING)
    if not location:
        return RevocationLists()
    if settings.text("ssl.client.auth", "none").lower() == "none":
        if settings.is_own(CRL_SETTING):
            raise settings.error(CRL_SETTING, "without ssl.client.auth no client shows a certificate that could be revoked", location)
        return RevocationLists()
    return RevocationLists(read_lists(settings))


def read_lists(settings: SslSettings) -> list[x509.CertificateRevocationList]:
    """What `CRL_SETTING` names.

    :raises ConfigError: it cannot be read, or holds no list.
    """
    location = settings.text(CRL_SETTING)
    if not location:
        return []
    try:
        return parse_lists(settings.file(CRL_SETTING))
    except ValueError as error:
        raise settings.error(CRL_SETTING, f"it holds no list of revoked certificates: {error}", location) from None


def key_store(settings: SslSettings) -> tuple[Any, list[x509.Certificate]]:
    """Private key, and certificates with the broker's own first.

    :raises ConfigError: there are none, or they cannot be read.
    """
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


def has_trust_store(settings: SslSettings) -> bool:
    """Whether any authorities are named."""
    return bool(settings.text("ssl.truststore.certificates") or settings.text("ssl.truststore.location"))


def trust_store(settings: SslSettings) -> list[X509]:
    """The authorities that others' certificates must be signed by.

    :raises ConfigError: none are named, or they cannot be read.
    """
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


def _pkcs12(settings: SslSettings, store: str, kind: str, read: Callable[[bytes, bytes | None, str, str], _T]) -> _T:
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


def _pem_key(settings: SslSettings, name: str, text: str) -> Any:
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


def _pem_chain(settings: SslSettings, name: str, text: str) -> list[x509.Certificate]:
    blocks = _pem_blocks(text, "CERTIFICATE")
    if not blocks:
        raise settings.error(name, "there is no PEM certificate in it")
    try:
        return [x509.load_pem_x509_certificate(block) for block in blocks]
    except ValueError as error:
        raise settings.error(name, f"a certificate cannot be read: {error}") from None


# -- versions and ciphers


def version_range(settings: SslSettings) -> tuple[Any, Any]:
    """The lowest and the highest version of TLS, as Twisted's `ssl.TLSVersion`.

    :raises ConfigError: there is no such version, or they do not follow one another.
    """
    text = settings.text("ssl.enabled.protocols", "TLSv1.2,TLSv1.3")
    names = [item.strip() for item in text.split(",") if item.strip()]
    for name in names:
        if name not in VERSIONS:
            raise settings.error("ssl.enabled.protocols", f"there are {', '.join(VERSIONS)}", text)
    places = sorted({_ORDER.index(name) for name in names})
    if not places or places[-1] - places[0] + 1 != len(places):
        raise settings.error("ssl.enabled.protocols", "the versions must follow one another", text)
    return VERSIONS[_ORDER[places[0]]], VERSIONS[_ORDER[places[-1]]]


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


def cipher_names(settings: SslSettings) -> tuple[list[str], list[str]]:
    """OpenSSL's names for TLS 1.2 and for 1.3; empty where all are wanted.

    :raises ConfigError: OpenSSL has no such suite.
    """
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
