"""A certificate for the loopback, made anew for a step with TLS: the broker's, which is also what its clients trust."""

from __future__ import annotations

import datetime
import ipaddress
import pathlib
from typing import NamedTuple

from klog.cli.suite.host.processes import Skip


class Certificates(NamedTuple):
    """Two PEM files: the broker's key and certificate, and what clients trust."""

    keystore: pathlib.Path
    truststore: pathlib.Path

    @property
    def broker_settings(self) -> dict[str, str]:
        """By Kafka's names, which klog's are too."""
        return {"ssl.keystore.type": "PEM", "ssl.keystore.location": str(self.keystore)}

    @property
    def client_settings(self) -> dict[str, str]:
        """For Java's clients."""
        return {"security.protocol": "SSL", "ssl.truststore.type": "PEM", "ssl.truststore.location": str(self.truststore)}


def make_certificates(folder: pathlib.Path) -> Certificates:
    """For 127.0.0.1, an elliptic curve of 256 bits, valid for some days.

    :raises Skip: the package that makes them is not installed.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import NameOID
    except ImportError:
        raise Skip("certificates need the package cryptography: pip install 'klog[tls]'") from None
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "klog bench suite")])
    # The machine's own clock: whoever is shown the certificate has it too.
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=7))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    public = certificate.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    found = Certificates(folder / "broker.pem", folder / "trusted.pem")
    found.keystore.write_bytes(private + public)
    found.truststore.write_bytes(public)
    return found
