"""What a client's options name for TLS, and what is said of what cannot be used; both kinds of clients: `test_tls.FilesTests`."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.net.client.errors import AuthenticationFailed
from klog.net.client.tls_files import TlsFiles
from klog.net.security import Security
from tests.net.test_key_stores import store
from tests.net.test_revocation import crl
from tests.net.test_tls import certificate


class FilesTests(SynchronousTestCase):
    """Files that whoever makes the connection reads."""

    def setUp(self) -> None:
        self.authority = certificate("authority")
        self.key, self.own = certificate("client", self.authority)
        self.contents = {
            "own": store(self.key, self.own, self.authority[1]),
            "trust": store(None, None, self.authority[1], password=None),
            "lists": crl(self.authority, self.own),
        }

    def files(self, **security: Any) -> TlsFiles:
        return TlsFiles(Security(security_protocol="SSL", **security), "h:1", self.read)

    def read(self, path: str) -> bytes:
        try:
            return self.contents[path]
        except KeyError:
            raise FileNotFoundError(2, "No such file", path) from None

    def test_what_stands_in_them(self) -> None:
        key, chain = self.files(ssl_keystore_file="own", ssl_keystore_password="pass").key_store()
        self.assertEqual((key.private_numbers(), chain), (self.key.private_numbers(), [self.own, self.authority[1]]))
        self.assertEqual(self.files(ssl_truststore_file="trust").trust_store(), [self.authority[1]])
        (found,) = self.files(ssl_crl_file="lists").revocation_lists()
        self.assertIsNotNone(found.get_revoked_certificate_by_serial_number(self.own.serial_number))
        self.assertEqual(self.files(ssl_ca_file="lists").read("ssl_ca_file"), self.contents["lists"])

    def test_what_cannot_be_used(self) -> None:
        for files, ask, words in (
            (self.files(ssl_crl_file="gone"), TlsFiles.revocation_lists, "ssl_crl_file gone cannot be read: No such file"),
            (self.files(ssl_crl_file="own"), TlsFiles.revocation_lists, "ssl_crl_file own holds no list of revoked certificates"),
            (self.files(ssl_keystore_file="gone"), TlsFiles.key_store, "ssl_keystore_file gone cannot be read: No such file"),
            (
                self.files(ssl_keystore_file="own", ssl_keystore_password="hush"),
                TlsFiles.key_store,
                "ssl_keystore_file own cannot be used: not a PKCS12 store, or ssl_keystore_password is wrong",
            ),
            (self.files(ssl_truststore_file="lists"), TlsFiles.trust_store, "ssl_truststore_file lists cannot be used: it is a PEM file"),
        ):
            error = self.assertRaises(AuthenticationFailed, ask, files)
            self.assertIn(f"broker h:1 cannot be talked to: {words}", str(error))
            self.assertNotIn("hush", str(error))
