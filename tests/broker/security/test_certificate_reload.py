"""A certificate that is renewed while the broker runs; and what is no certificate."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from typing import Any

from OpenSSL import SSL
from twisted.internet.defer import Deferred, maybeDeferred

from klog.broker.security import certificate_reload
from klog.broker.security.certificate_reload import CertificateReload
from klog.config import ConfigError
from klog.errors import KlogError
from klog.regular_file import MOST_KEY_FILE_BYTES
from klog.storage.filesystem import RealFileSystem
from klog.testing.broker import MemoryBroker
from klog.testing.network import ScriptedClient
from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest
from tests.login_modules import PLAIN
from tests.net.test_revocation import certificate_of, crl
from tests.net.test_tls import Fixture, certificate, key_pem, pem

PATH = "/keystore.pem"


class ReloadTests(Fixture):
    """One listener's."""

    def setUp(self) -> None:
        super().setUp()
        self.values = {"ssl.keystore.type": "PEM", "ssl.keystore.location": PATH}
        self.files[PATH] = self.store("first.example")
        self.told: list[str] = []
        self.held: list[tuple[Callable[[], Any], Deferred[Any]]] | None = None
        self.reload = self.make()

    def store(self, name: str) -> bytes:
        key, own = certificate(name, self.authority)
        return (key_pem(key) + pem(own)).encode()

    def make(self) -> CertificateReload:
        return CertificateReload("INSIDE", lambda: self.values, self.read, self.run_in_thread, self.told.append)

    def run_in_thread(self, function: Callable[[], Any]) -> Deferred[Any]:
        if self.held is None:
            return maybeDeferred(function)
        waiting: Deferred[Any] = Deferred()
        self.held.append((function, waiting))
        return waiting

    def look(self) -> None:
        self.successResultOf(self.reload.look())

    def shown(self) -> str:
        found = self.talk(self.reload).get_peer_certificate(as_cryptography=True)
        assert found is not None
        return found.subject.rfc4514_string()

    def test_a_new_file(self) -> None:
        self.assertEqual(self.shown(), "CN=first.example")
        before = self.reload.getContext()
        self.look()
        self.assertIs(self.reload.getContext(), before, "nothing has changed")
        self.files[PATH] = self.store("second.example")
        self.assertEqual(self.shown(), "CN=first.example", "nobody has looked")
        self.look()
        self.assertEqual((self.shown(), self.told), ("CN=second.example", []))

    def test_another_setting(self) -> None:
        self.files["/other.pem"] = self.store("other.example")
        self.values = {**self.values, "listener.name.inside.ssl.keystore.location": "/other.pem"}
        self.look()
        self.assertEqual(self.shown(), "CN=other.example")

    def test_what_cannot_be_used(self) -> None:
        """The old one is shown on; each fault is told once, and mended by the next good file."""
        good = self.files[PATH]
        other = self.store("other.example")
        begin = other.index(b"-----BEGIN CERTIFICATE")
        of_another_key = good[: good.index(b"-----BEGIN CERTIFICATE")] + other[begin:]
        for content, word in (
            (b"", "no PEM private key"),
            (good[:-100], "no PEM certificate"),
            (of_another_key, "cannot be used together"),
            (None, "cannot be read"),
        ):
            if content is None:
                del self.files[PATH]
            else:
                self.files[PATH] = content
            for _ in range(2):
                self.look()
            (sentence,) = self.told
            self.assertIn("the listener INSIDE keeps its certificate", sentence)
            self.assertIn(word, sentence)
            self.assertNotIn("PRIVATE KEY-----", sentence)
            self.told.clear()
            self.assertEqual(self.shown(), "CN=first.example")
        self.files[PATH] = other
        self.look()
        self.assertEqual((self.shown(), self.told), ("CN=other.example", []))

    def test_at_the_start_it_must_be_good(self) -> None:
        self.files[PATH] = b"rubbish"
        self.assertRaises(ConfigError, self.make)

    def test_a_curve_that_nobody_uses(self) -> None:
        """Told in a sentence, at the start as well."""
        begin = self.files[PATH].index(b"-----BEGIN CERTIFICATE")
        key = "MD4CAQEEDtpkQJjN5ZPKd7MxxPQYoAcGBSuBBAAGoSADHgAEgTsyy9raRJcEjzkzShixp4bOHVSoNwxg5JJA3Q=="
        text = f"-----BEGIN EC PRIVATE KEY-----\n{key}\n-----END EC PRIVATE KEY-----\n"
        self.files[PATH] = text.encode() + self.files[PATH][begin:]
        error = self.assertRaises(ConfigError, self.make)
        self.assertIn("private key cannot be read", str(error))
        self.assertNotIn(key[:20], str(error))

    def test_a_path_that_is_none(self) -> None:
        """It comes over the network: told as what it is, and not by a traceback."""
        for path in ("/a\0b", "/\udc80"):
            self.reload._read_file = lambda path: RealFileSystem().read_whole(path, 1 << 20)
            values = {**self.values, "ssl.keystore.location": path}
            failure = self.failureResultOf(self.reload.check(values), KlogError)
            self.assertIn("cannot be read", str(failure.value))

    def test_what_is_no_file(self) -> None:
        """A FIFO into which nobody writes, a device that never ends: named over the network or put in the file's place, it is refused
        and not waited for, and the certificate is shown on."""
        fifo = self.mktemp()
        os.mkfifo(fifo)
        for path, kind in ((fifo, "a FIFO"), ("/dev/zero", "a character device")):
            self.reload._read_file = lambda path: RealFileSystem().read_whole(path, 1 << 20)
            values = {**self.values, "ssl.keystore.location": path}
            failure = self.failureResultOf(self.reload.check(values), KlogError)
            sentence = f"Invalid value {path} for configuration ssl.keystore.location: cannot be read: it is {kind} and no regular file"
            self.assertIn(sentence, str(failure.value))
            self.values, kept = values, self.values
            self.look()
            self.values = kept
            self.assertIn(f"it is {kind} and no regular file", self.told.pop())
            self.assertEqual(self.shown(), "CN=first.example")

    def test_one_look_at_a_time(self) -> None:
        """What changes during one is found by the next, which follows at once: nobody may ask again for long."""
        self.held = []
        first = self.reload.look()
        function, waiting = self.held.pop()
        found = function()
        self.files[PATH] = self.store("second.example")
        second, third = self.reload.look(), self.reload.look()
        self.assertEqual(self.held, [])
        waiting.callback(found)
        self.successResultOf(first)
        self.assertNoResult(second)
        function, waiting = self.held.pop()
        waiting.callback(function())
        self.successResultOf(second)
        self.successResultOf(third)
        self.assertEqual((self.shown(), self.held), ("CN=second.example", []))

    def test_nothing_is_read_twice(self) -> None:
        """Where all is as it was, nothing is made of it again: a list of a hundred thousand takes a while."""
        made: list[object] = []
        really = certificate_reload.tls_options
        self.patch(certificate_reload, "tls_options", lambda *arguments: [made.append(1), really(*arguments)][1])
        self.look()
        self.assertEqual(made, [])
        self.files[PATH] = self.store("second.example")
        self.look()
        self.look()
        self.assertEqual((made, self.shown()), ([1], "CN=second.example"))

    def test_by_a_broker(self) -> None:
        """From time to time, and when somebody sets it."""
        broker = MemoryBroker(
            {
                "listeners": "PLAINTEXT://:9092,SSL://:9093",
                "inter.broker.listener.name": "PLAINTEXT",
                "ssl.keystore.type": "PEM",
                "ssl.keystore.location": PATH,
            }
        )

        def write(path: str, content: bytes) -> None:
            file = broker.file_system.open(path, write=True, create=True)
            file.truncate(0)
            file.write_at(0, [content])

        write(PATH, self.files[PATH])
        broker.start()
        self.addCleanup(lambda: broker.stop())
        (self.reload,) = broker.broker.open_listeners.certificates.values()
        write(PATH, self.store("second.example"))
        broker.advance(9)
        self.assertEqual(self.shown(), "CN=first.example")
        broker.advance(2)
        self.assertEqual(self.shown(), "CN=second.example")
        write("/third.pem", self.store("third.example"))
        coordination = broker.broker.coordination
        assert coordination is not None
        self.successResultOf(coordination.set_broker_configs(1, {"listener.name.ssl.ssl.keystore.location": "/third.pem"}))
        broker.run()
        self.assertEqual(self.shown(), "CN=third.example")
        # What could not be used is not kept: the next start would be refused.
        write("/half.pem", self.store("half.example")[:-100])
        write("/segment.log", self.store("large.example") + bytes(MOST_KEY_FILE_BYTES))
        for path in ("/half.pem", "/none.pem", "/segment.log"):
            client = broker.connect("PLAINTEXT")
            name = "listener.name.ssl.ssl.keystore.location"
            resource = AlterConfigsResource(
                resource_type=4, resource_name="1", configs=[AlterableConfig(name=name, config_operation=0, value=path)]
            )
            (answer,) = client.ask(IncrementalAlterConfigsRequest(resources=[resource]), 1).responses
            self.assertEqual((answer.error_code, path in (answer.error_message or "") or "PEM" in (answer.error_message or "")), (42, True))
            self.assertNotIn("PRIVATE KEY-----", answer.error_message)
        broker.run()
        self.assertEqual(self.shown(), "CN=third.example")
        # What was set while it ran counts at the next start, too.
        broker.stop()
        broker.start()
        (self.reload,) = broker.broker.open_listeners.certificates.values()
        self.assertEqual(self.shown(), "CN=third.example")
        # Who begins a handshake and is silent does not stay.
        half = broker.connect("SSL").scripted
        half.send(b"\x16\x03\x01")
        broker.advance(9.9)
        self.assertFalse(half.disconnected)
        broker.advance(0.2)
        self.assertTrue(half.disconnected)


class DistrustTests(Fixture):
    """Who is connected when his certificate ceases to count; a whole broker that asks for one, and has an audit log."""

    more: dict[str, str] = {}
    listener = "SSL"

    def setUp(self) -> None:
        super().setUp()
        self.broker = MemoryBroker(
            {
                "listeners": f"PLAINTEXT://:9092,{self.listener}://:9093",
                "inter.broker.listener.name": "PLAINTEXT",
                "ssl.keystore.type": "PEM",
                "ssl.keystore.location": PATH,
                "ssl.truststore.type": "PEM",
                "ssl.truststore.location": "/ca.pem",
                f"listener.name.{self.listener.lower()}.ssl.client.auth": "required",
                f"listener.name.{self.listener.lower()}.klog.ssl.crl.location": "/revoked.pem",
                "klog.audit.log": "/audit.json",
                **self.more,
            }
        )
        self.broker.clock_ahead_s = time.time() - self.broker.now_ms() / 1000
        self.ann, self.bob = certificate("ann", self.authority), certificate("bob", self.authority)
        self.write(PATH, (key_pem(self.key) + pem(self.own)).encode())
        self.write("/ca.pem", pem(self.authority[1]).encode())
        self.write("/revoked.pem", crl(self.authority))
        self.broker.start()
        self.addCleanup(self.broker.stop)

    def write(self, path: str, content: bytes) -> None:
        file = self.broker.file_system.open(path, write=True, create=True)
        file.truncate(0)
        file.write_at(0, [content])
        file.close()

    def connect(self, shown: tuple[Any, Any] | None, *above: Any) -> ScriptedClient:
        """Shake hands.

        :param shown: key and certificate; None for none.
        :param above: the certificates of the authorities between.
        """
        context = SSL.Context(SSL.TLS_METHOD)
        if shown is not None:
            context.use_privatekey(shown[0])
            context.use_certificate(shown[1])
        for certificate_above in above:
            context.add_extra_chain_cert(certificate_above)
        client = self.broker.connect(self.listener).scripted
        end = SSL.Connection(context, None)
        end.set_connect_state()
        for _ in range(10):
            try:
                end.do_handshake()
            except SSL.Error:
                # More is to come, or it is over.
                pass
            try:
                client.send(end.bio_read(1 << 16))
            except SSL.WantReadError:
                pass
            self.broker.run()
            received, client.received[:] = bytes(client.received), b""
            if received:
                end.bio_write(received)
        return client

    def rows(self) -> list[Any]:
        self.broker.advance(1)
        return [json.loads(line) for line in self.broker.file_system.read("/audit.json").splitlines()]

    def test_revoked_between_two_requests(self) -> None:
        ann, bob = self.connect(self.ann), self.connect(self.bob)
        self.broker.advance(30)
        self.assertEqual((ann.disconnected, bob.disconnected), (False, False))
        self.write("/revoked.pem", crl(self.authority, self.bob[1]))
        self.broker.advance(11)
        self.assertEqual((ann.disconnected, bob.disconnected), (False, True))
        (row,) = self.rows()
        self.assertEqual((row["decision"], row["claimed"], row["mechanism"]), ("login failed", "CN=bob", "TLS"))
        self.assertIn("was revoked", row["reason"])
        # Nor does he come back.
        self.broker.advance(10)
        self.assertTrue(self.connect(self.bob).disconnected)
        row = self.rows()[-1]
        self.assertEqual((row["claimed"], "the client's certificate 'CN=bob' has been revoked" in row["reason"]), ("CN=bob", True))
        self.assertFalse(self.connect(self.ann).disconnected)

    def test_an_authority_is_revoked_between_two_requests(self) -> None:
        """Whoever it has signed goes with it."""
        middle = certificate_of("middle", self.authority, is_authority=True)
        carl = certificate("carl", middle)
        self.write("/revoked.pem", crl(self.authority) + crl(middle))
        self.broker.advance(11)
        connected = self.connect(carl, middle[1])
        self.broker.advance(11)
        self.assertFalse(connected.disconnected)
        self.write("/revoked.pem", crl(self.authority, middle[1]) + crl(middle))
        self.broker.advance(11)
        self.assertTrue(connected.disconnected)
        self.assertIn("an authority above the client's certificate 'CN=carl' was revoked", self.rows()[-1]["reason"])

    def test_a_list_beside_a_key_store_that_cannot_be_used(self) -> None:
        """Who is revoked does not stay because a certificate cannot be renewed."""
        bob = self.connect(self.bob)
        self.write(PATH, b"half a")
        self.write("/revoked.pem", crl(self.authority, self.bob[1]))
        self.broker.advance(11)
        self.assertTrue(bob.disconnected)

    def test_over_between_two_requests(self) -> None:
        ann = self.connect(self.ann)
        self.broker.clock_ahead_s += 86400 - 60
        self.broker.advance(11)
        self.assertFalse(ann.disconnected)
        self.broker.clock_ahead_s += 60
        self.broker.advance(11)
        self.assertTrue(ann.disconnected)
        (row,) = self.rows()
        self.assertIn("'CN=ann' is over", row["reason"])

    def set_client_auth(self, listener: str, value: str) -> tuple[int, str]:
        """While the broker runs, as kafka-configs does: error code and sentence."""
        config = AlterableConfig(name=f"listener.name.{listener.lower()}.ssl.client.auth", config_operation=0, value=value)
        resource = AlterConfigsResource(resource_type=4, resource_name="1", configs=[config])
        (answer,) = self.broker.connect("PLAINTEXT").ask(IncrementalAlterConfigsRequest(resources=[resource]), 1).responses
        self.broker.run()
        return answer.error_code, answer.error_message or ""

    def test_whether_one_is_asked_for(self) -> None:
        """Set while the broker runs, it counts for whoever connects from then on, and at the next start."""
        self.assertTrue(self.connect(None).disconnected)
        self.assertEqual(self.set_client_auth(self.listener, "requested"), (0, ""))
        nameless = self.connect(None)
        self.assertFalse(nameless.disconnected)
        self.assertEqual(self.set_client_auth(self.listener, "required"), (0, ""))
        self.assertTrue(self.connect(None).disconnected)
        self.assertFalse(nameless.disconnected or self.connect(self.ann).disconnected)
        # What asks nobody is not taken for what does.
        for listener, value, words in (
            ("sls", "required", f"is of no listener with TLS and would have no effect: listener.name.{self.listener.lower()}."),
            ("plaintext", "required", "is of no listener with TLS"),
            (self.listener, "none", "without ssl.client.auth no client shows a certificate that could be revoked"),
        ):
            code, sentence = self.set_client_auth(listener, value)
            self.assertEqual(code, 42)
            self.assertIn(words, sentence)
        self.assertTrue(self.connect(None).disconnected)
        self.assertEqual(self.set_client_auth(self.listener, "requested"), (0, ""))
        self.broker.stop()
        self.broker.start()
        self.assertFalse(self.connect(None).disconnected)

    def test_a_list_that_cannot_be_used(self) -> None:
        """What was known goes on to count."""
        self.write("/revoked.pem", crl(self.authority, self.bob[1]))
        self.broker.advance(11)
        ann = self.connect(self.ann)
        self.write("/revoked.pem", crl(self.authority)[:50])
        self.broker.advance(11)
        self.assertFalse(ann.disconnected)
        self.assertTrue(self.connect(self.bob).disconnected)


class DistrustWithSaslTests(DistrustTests):
    """Where a certificate is asked for, and does not say who it is."""

    listener = "SASL_SSL"
    more = {
        "sasl.enabled.mechanisms": "PLAIN",
        "listener.name.sasl_ssl.plain.sasl.jaas.config": f'{PLAIN} user_a="b";',
        "klog.authentication.timeout.ms": "86400000",
    }
