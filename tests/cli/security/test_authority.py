"""Certificates that Python's own TLS takes, and those that it must not."""

from __future__ import annotations

import datetime
import ssl
import tempfile
import unittest

from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from klog.cli.security.authority import Signed, load_authority, make_authority, sign

NOW = datetime.datetime.now(datetime.UTC)


class AuthorityTests(unittest.TestCase):
    """One authority for all of them."""

    authority: Signed

    @classmethod
    def setUpClass(cls) -> None:
        cls.authority = make_authority("klog", NOW, 100)

    def test_a_broker(self) -> None:
        broker = sign(self.authority, "broker", ["b.example", "127.0.0.1", "::1"], NOW, 10)
        verifier = PolicyBuilder().store(Store([self.authority.certificate])).build_server_verifier(x509.DNSName("b.example"))
        self.assertEqual(verifier.verify(broker.certificate, []), [broker.certificate, self.authority.certificate])
        other = PolicyBuilder().store(Store([make_authority("klog", NOW, 1).certificate])).build_server_verifier(x509.DNSName("b.example"))
        self.assertRaises(VerificationError, other.verify, broker.certificate, [])
        self.assertEqual(broker.certificate.subject.rfc4514_string(), "CN=broker")
        self.assertLess(broker.certificate.not_valid_before_utc, NOW)

    def test_a_client_serves_nobody(self) -> None:
        client = sign(self.authority, "admin", (), NOW, 10)
        usage = client.certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
        self.assertEqual(list(usage), [ExtendedKeyUsageOID.CLIENT_AUTH])
        self.assertRaises(x509.ExtensionNotFound, client.certificate.extensions.get_extension_for_class, x509.SubjectAlternativeName)

    def test_not_longer_than_the_authority(self) -> None:
        signed = sign(self.authority, "a", (), NOW, 1000)
        self.assertEqual(signed.certificate.not_valid_after_utc, self.authority.certificate.not_valid_after_utc)

    def test_written_and_read(self) -> None:
        again = load_authority(self.authority.key_pem, self.authority.certificate_pem)
        self.assertEqual(again.certificate, self.authority.certificate)
        other = make_authority("klog", NOW, 1)
        for key, certificate in (
            (other.key_pem, self.authority.certificate_pem),
            (b"rubbish", self.authority.certificate_pem),
            (self.authority.key_pem, b"rubbish"),
        ):
            self.assertRaises(ValueError, load_authority, key, certificate)

    def test_openssl_reads_the_files(self) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with tempfile.NamedTemporaryFile() as file:
            client = sign(self.authority, "a", (), NOW, 1)
            file.write(client.key_pem + client.certificate_pem)
            file.flush()
            context.load_cert_chain(file.name)
