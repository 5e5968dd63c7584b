"""Private keys and certificates out of PKCS12 files (RFC 7292), which Java's tools and librdkafka call key stores and trust stores.

A key store has one private key, its certificate, and those above it; a trust store has certificates alone. The one password opens all
that is encrypted in it: Java's further password of the key is the same with PKCS12. Java's own older format, JKS, is not read; Java
takes either for the other, and so what is in the file decides here.

No Twisted here: brokers read their stores so, and both kinds of clients.
"""

from __future__ import annotations

import errno
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.dsa import DSAPrivateKey
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import pkcs12

from klog.regular_file import MOST_KEY_FILE_BYTES, read_regular_file

#: What a certificate's key can be.
KeyOfCertificate = RSAPrivateKey | EllipticCurvePrivateKey | Ed25519PrivateKey | Ed448PrivateKey | DSAPrivateKey
#: Of JKS, and of JCEKS.
_JKS_MAGIC = (b"\xfe\xed\xfe\xed", b"\xce\xce\xce\xce")


class Pkcs12Store(NamedTuple):
    """What is in a file.

    :ivar key: the private key; None where there is none.
    :ivar own: its certificate.
    :ivar others: those without a key.
    """

    key: PrivateKeyTypes | None
    own: x509.Certificate | None
    others: list[x509.Certificate]

    @property
    def certificates(self) -> list[x509.Certificate]:
        """All of them."""
        return [*([] if self.own is None else [self.own]), *self.others]


def read_bounded(path: str) -> bytes:
    """All that stands in a client's file.

    :raises OSError: it cannot be read, is larger than such files are, or no regular file.
    """
    try:
        return read_regular_file(path, MOST_KEY_FILE_BYTES)
    except ValueError:
        # A character that no path can have.
        raise OSError(errno.EINVAL, "it is no path", path) from None


def read_key_store(content: bytes, password: bytes | None, path: str, option: str) -> tuple[KeyOfCertificate, list[x509.Certificate]]:
    """The private key of a PKCS12 file, and certificates with its own first; see `read_pkcs12`.

    :raises ValueError: there is no key with its certificate.
    """
    store = read_pkcs12(content, password, path, option)
    if store.key is None or store.own is None:
        raise ValueError("the key store has no private key with its certificate")
    if not isinstance(store.key, KeyOfCertificate):
        raise ValueError("the key store's private key is none that a certificate can have")
    return store.key, [store.own, *store.others]


def read_trust_store(content: bytes, password: bytes | None, path: str, option: str) -> list[x509.Certificate]:
    """All certificates of a PKCS12 file; see `read_pkcs12`.

    :raises ValueError: there is none.
    """
    found = read_pkcs12(content, password, path, option).certificates
    if not found:
        raise ValueError("the trust store has no certificate")
    return found


def read_pkcs12(content: bytes, password: bytes | None, path: str, option: str) -> Pkcs12Store:
    """What stands in a PKCS12 file.

    :param content: of the file.
    :param path: of the file, for the sentence.
    :param option: what the password is called, for the sentence.
    :raises ValueError: it cannot be read; with a sentence in which no secret stands.
    """
    if content.startswith(_JKS_MAGIC):
        raise ValueError(
            "klog does not read Java's own JKS format; convert it with: keytool -importkeystore "
            f"-srckeystore {path} -destkeystore {path}.p12 -deststoretype pkcs12"
        )
    if b"-----BEGIN " in content:
        raise ValueError("it is a PEM file, and no PKCS12 store")
    try:
        loaded = pkcs12.load_pkcs12(content, password)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise ValueError(f"not a PKCS12 store, or {option} is wrong: {error}") from None
    own = loaded.cert.certificate if loaded.cert is not None else None
    return Pkcs12Store(loaded.key, own, [entry.certificate for entry in loaded.additional_certs])
