"""The standard library's TLS against a listener's, both ends in memory: whom it trusts, what it shows, and who is revoked."""

from __future__ import annotations

import os
import pathlib
import ssl
import tempfile
from collections.abc import Callable
from typing import Any

from cryptography.hazmat.primitives import serialization
from OpenSSL import SSL
from twisted.trial.unittest import SynchronousTestCase

from klog.net.client.errors import AuthenticationFailed
from klog.net.client.standard_tls import tls_context
from klog.net.revocation import parse_lists
from klog.net.security import Security
from klog.net.tls import tls_options
from klog.regular_file import MOST_KEY_FILE_BYTES
from tests.net.client.test_tls import certificate_for
from tests.net.test_key_stores import store
from tests.net.test_revocation import crl
from tests.net.test_tls import certificate, key_pem, pem


def shake_hands(server: SSL.Context, context: ssl.SSLContext, host: str) -> SSL.Connection:
    """The server's end, after a handshake; raises what the client says."""
    end = SSL.Connection(server, None)
    end.set_accept_state()
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = context.wrap_bio(incoming, outgoing, server_hostname=host)
    for _ in range(10):
        for act in (client.do_handshake, end.do_handshake):
            _pass(act)
            if outgoing.pending:
                end.bio_write(outgoing.read())
            _pass(lambda: incoming.write(end.bio_read(1 << 16)))
    return end


def _pass(act: Callable[[], object]) -> None:
    try:
        act()
    except (ssl.SSLWantReadError, SSL.WantReadError, ssl.SSLEOFError):
        # More is to come.
        pass


class Fixture(SynchronousTestCase):
    """A broker that wants certificates, and the files of a client."""

    def setUp(self) -> None:
        self.authority, self.stranger = certificate("authority"), certificate("stranger")
        self.server = certificate_for(["broker.example"], self.authority)
        self.client = certificate("client", self.authority)
        self.folder = pathlib.Path(self.mktemp())
        self.folder.mkdir(parents=True)
        # What is written for the standard library lies where nothing of it may be left.
        self.scratch = self.folder / "scratch"
        self.scratch.mkdir()
        self.patch(tempfile, "tempdir", str(self.scratch))
        self.addCleanup(lambda: self.assertEqual(os.listdir(self.scratch), []))
        self.ca = self.write("ca.pem", pem(self.authority[1]))

    def write(self, name: str, content: str | bytes) -> str:
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(self.folder / name)

    def talk(self, wanted: str = "none", **options: str) -> SSL.Connection:
        values = {"ssl.keystore.type": "PEM", "ssl.keystore.key": key_pem(self.server[0])}
        values |= {"ssl.keystore.certificate.chain": pem(self.server[1]), "ssl.client.auth": wanted}
        values |= {"ssl.truststore.type": "PEM", "ssl.truststore.certificates": pem(self.authority[1])}
        server = tls_options(values, "INSIDE", lambda path: pathlib.Path(path).read_bytes()).getContext()
        if "ssl_truststore_file" not in options:
            options.setdefault("ssl_ca_file", self.ca)
        security = Security(security_protocol="SSL", **options)  # type: ignore[arg-type]
        security.check()
        return shake_hands(server, tls_context(security, "h:1"), "broker.example")

    def refused(self, words: str, **options: Any) -> None:
        error = self.assertRaises(AuthenticationFailed, self.talk, **options)
        self.assertIn(f"broker h:1 cannot be talked to: {words}", str(error))
        self.assertNotIn("hush", str(error))


class StoreTests(Fixture):
    """PKCS12."""

    def test_key_store(self) -> None:
        path = self.write("own.p12", store(*self.client, self.authority[1], password="hush"))
        end = self.talk("required", ssl_keystore_file=path, ssl_keystore_password="hush")
        shown = end.get_peer_certificate(as_cryptography=True)
        self.assertEqual(shown, self.client[1])
        self.talk("required", ssl_keystore_file=self.write("open.p12", store(*self.client, password=None)))

    def test_trust_store(self) -> None:
        path = self.write("trust.p12", store(None, None, self.stranger[1], self.authority[1], password="hush"))
        self.talk(ssl_truststore_file=path, ssl_truststore_password="hush")
        other = self.write("other.p12", store(None, None, self.stranger[1], password="hush"))
        self.assertRaises(ssl.SSLCertVerificationError, self.talk, ssl_truststore_file=other, ssl_truststore_password="hush")

    def test_nowhere_to_write(self) -> None:
        path = self.write("own.p12", store(*self.client, password="hush"))
        self.patch(tempfile, "tempdir", str(self.folder / "nowhere"))
        self.refused(f"ssl_keystore_file {path} cannot be used: No such file", ssl_keystore_file=path, ssl_keystore_password="hush")
        listed = self.write("none.pem", crl(self.authority))
        self.refused(f"ssl_crl_file {listed} cannot be used: No such file", ssl_crl_file=listed)

    def test_wrong_files(self) -> None:
        path = self.write("own.p12", store(*self.client, password="hush"))
        self.refused(
            f"ssl_keystore_file {path} cannot be used: not a PKCS12 store, or ssl_keystore_password is wrong", ssl_keystore_file=path
        )
        self.refused("ssl_keystore_file", ssl_keystore_file=path, ssl_keystore_password="wrong")
        missing = str(self.folder / "none.p12")
        self.refused(f"ssl_keystore_file {missing} cannot be read: No such file", ssl_keystore_file=missing)
        self.refused(f"ssl_truststore_file {missing} cannot be read: No such file", ssl_truststore_file=missing)
        fifo = str(self.folder / "fifo")
        os.mkfifo(fifo)
        large = self.write("large.pem", "")
        os.truncate(large, MOST_KEY_FILE_BYTES + 1)
        for option in ("ssl_keystore_file", "ssl_truststore_file", "ssl_crl_file", "ssl_ca_file", "ssl_certificate_file"):
            self.refused(f"{option} {fifo} cannot be read: it is a FIFO and no regular file", **{option: fifo})
            self.refused(f"{option} {large} cannot be read: more than the {MOST_KEY_FILE_BYTES} bytes", **{option: large})


class RevokedTests(Fixture):
    """Lists of revoked certificates."""

    def fails(self, **options: str) -> int:
        return self.assertRaises(ssl.SSLCertVerificationError, self.talk, **options).verify_code

    def test_who_is_revoked(self) -> None:
        self.talk(ssl_crl_file=self.write("none.pem", crl(self.authority)))
        revoked = crl(self.authority, self.server[1])
        self.assertEqual(self.fails(ssl_crl_file=self.write("revoked.pem", revoked)), 23)
        der = parse_lists(revoked)[0].public_bytes(serialization.Encoding.DER)
        self.assertEqual(self.fails(ssl_crl_file=self.write("revoked.der", der)), 23)

    def test_what_is_not_known_to_be_good(self) -> None:
        """Of an authority without a list, or with one that is too old, nobody is talked to."""
        self.assertEqual(self.fails(ssl_crl_file=self.write("stranger.pem", crl(self.stranger))), 3)
        self.assertEqual(self.fails(ssl_crl_file=self.write("old.pem", crl(self.authority, days=-1))), 12)

    def test_wrong_files(self) -> None:
        junk = self.write("junk.pem", "junk")
        self.refused(f"ssl_crl_file {junk} holds no list of revoked certificates", ssl_crl_file=junk)
        self.refused(f"ssl_crl_file {self.ca} holds no list of revoked certificates: there is no X509 CRL in it", ssl_crl_file=self.ca)
        missing = str(self.folder / "none.pem")
        self.refused(f"ssl_crl_file {missing} cannot be read: No such file", ssl_crl_file=missing)
