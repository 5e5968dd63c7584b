"""An authority of one's own, and the certificates that it signs: PEM, elliptic curves of 256 bits.

Java (from 11 on), OpenSSL and librdkafka read all of it. A certificate is for showing who one is as a client, and for the names and
addresses that it has also as a server; brokers need both.
"""

from __future__ import annotations

import dataclasses
import datetime
import ipaddress
from collections.abc import Sequence
from typing import TYPE_CHECKING

from klog.cli.exit_codes import CommandFailed

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

#: A certificate counts from a little before it is made: other machines' clocks may be behind.
_EARLIER = datetime.timedelta(hours=1)


@dataclasses.dataclass(frozen=True)
class Signed:
    """A private key, and the certificate for it."""

    key: EllipticCurvePrivateKey
    certificate: x509.Certificate

    @property
    def key_pem(self) -> bytes:
        """PKCS8, not encrypted: whoever may read the file may use it."""
        from cryptography.hazmat.primitives import serialization

        return self.key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())

    @property
    def certificate_pem(self) -> bytes:
        """As it is shown."""
        from cryptography.hazmat.primitives import serialization

        return self.certificate.public_bytes(serialization.Encoding.PEM)


def need_cryptography() -> None:
    """Whether certificates can be made at all.

    :raises CommandFailed: the package that makes them is not installed.
    """
    try:
        import cryptography.x509  # noqa: F401
    except ImportError:
        raise CommandFailed("certificates need the package cryptography: pip install 'klog[tls]'") from None


def make_authority(name: str, now: datetime.datetime, days: int) -> Signed:
    """A new authority.

    :param name: its common name.
    :param days: how long it may sign.
    """
    from cryptography import x509

    key = _new_key()
    builder = (
        _builder(name, name, key, now, days)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    return Signed(key, _sign(builder, key))


def sign(authority: Signed, name: str, hosts: Sequence[str], now: datetime.datetime, days: int) -> Signed:
    """A new key with a certificate by `authority`.

    :param name: its common name: who shows it.
    :param hosts: names and addresses under which it serves; none for a mere client.
    :param days: how long it counts, and not longer than the authority's own.
    """
    from cryptography import x509
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = _new_key()
    purposes = [ExtendedKeyUsageOID.CLIENT_AUTH, *([ExtendedKeyUsageOID.SERVER_AUTH] if hosts else [])]
    issuer = authority.certificate
    issuer_name = issuer.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value
    assert isinstance(issuer_name, str)
    builder = (
        _builder(name, issuer_name, key, now, days, issuer.not_valid_after_utc)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage(purposes), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False)
    )
    if hosts:
        builder = builder.add_extension(x509.SubjectAlternativeName([_general_name(host) for host in hosts]), critical=False)
    return Signed(key, _sign(builder, authority.key))


def load_authority(key_pem: bytes, certificate_pem: bytes) -> Signed:
    """What `make_authority` has made, out of its files.

    :raises ValueError: it is none, or the two do not belong together.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(key_pem, None)
    except TypeError:
        raise ValueError("the private key is encrypted") from None
    certificate = x509.load_pem_x509_certificate(certificate_pem)
    if not isinstance(key, EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise ValueError("the private key is not that of the certificate")
    return Signed(key, certificate)


def _new_key() -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def _builder(
    name: str,
    issuer: str,
    key: EllipticCurvePrivateKey,
    now: datetime.datetime,
    days: int,
    not_after: datetime.datetime | None = None,
) -> x509.CertificateBuilder:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    end = now + datetime.timedelta(days=days)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(end if not_after is None else min(end, not_after))
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _general_name(host: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _sign(builder: x509.CertificateBuilder, key: EllipticCurvePrivateKey) -> x509.Certificate:
    from cryptography.hazmat.primitives import hashes

    return builder.sign(key, hashes.SHA256())
