"""PLAIN and SCRAM: the examples of the RFCs, both ends against each other, and everything a liar may send."""

from __future__ import annotations

import base64
import hashlib
import hmac

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.net import sasl
from klog.net.kept_credentials import format_credential, usable_credential
from klog.net.sasl import (
    HASHES,
    MAX_ITERATIONS,
    Plain,
    SaslError,
    Scram,
    ScramCredential,
    ScramServer,
    escape_name,
    make_salt,
    sasl_client,
    scram_credential,
    unescape_name,
)
from klog.net.security import Security

SALT = b"salt of some length"


def server(mechanism: str, users: dict[str, ScramCredential], nonce: str = "server") -> ScramServer:
    return ScramServer(mechanism, users.get, lambda: nonce)


class PlainTests(SynchronousTestCase):
    """RFC 4616."""

    def test_message(self) -> None:
        client = Plain("tim", "tanstaaftanstaaf")
        self.assertEqual(client.first(), b"\0tim\0tanstaaftanstaaf")
        self.assertFalse(client.done)
        self.assertIsNone(client.next(b""))
        self.assertTrue(client.done)
        self.assertRaises(SaslError, Plain("a", "b").next, b"what?")


class ScramTests(SynchronousTestCase):
    """RFC 5802, RFC 7677."""

    def test_the_example_of_rfc_7677(self) -> None:
        client = Scram("SCRAM-SHA-256", "user", "pencil", lambda: "rOprNGfwEbeRWgbNEkqO")
        self.assertEqual(client.first(), b"n,,n=user,r=rOprNGfwEbeRWgbNEkqO")
        first = b"r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
        self.assertEqual(
            client.next(first),
            b"c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
        )
        self.assertIsNone(client.next(b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="))
        self.assertTrue(client.done)
        self.assertRaises(SaslError, client.next, b"")

    def test_both_ends(self) -> None:
        for mechanism in ("SCRAM-SHA-256", "SCRAM-SHA-512"):
            users = {"a,=b": scram_credential(mechanism, "pä=ss,word", SALT, 5000)}
            client, end = Scram(mechanism, "a,=b", "pä=ss,word"), server(mechanism, users)
            final = client.next(end.next(client.first()))
            assert final is not None
            self.assertIsNone(client.next(end.next(final)))
            self.assertTrue(client.done)
            self.assertEqual(end.username, "a,=b")
            self.assertRaises(SaslError, end.next, final)

    def test_wrong_password_and_stranger(self) -> None:
        users = {"u": scram_credential("SCRAM-SHA-256", "right", SALT)}
        client, end = Scram("SCRAM-SHA-256", "u", "wrong"), server("SCRAM-SHA-256", users)
        final = client.next(end.next(client.first()))
        assert final is not None
        self.assertIn("does not know the password", str(self.assertRaises(SaslError, end.next, final)))
        stranger, end = Scram("SCRAM-SHA-256", "v", "right"), server("SCRAM-SHA-256", users)
        final = stranger.next(end.next(stranger.first()))
        assert final is not None
        self.assertIn("not known", str(self.assertRaises(SaslError, end.next, final)))

    def test_a_stranger_with_a_right_proof(self) -> None:
        """Keys of no password cannot be guessed; were they, he would still be nobody."""
        self.patch(sasl, "strangers_credential", lambda *arguments: scram_credential("SCRAM-SHA-256", "guessed", SALT))
        stranger, end = Scram("SCRAM-SHA-256", "v", "guessed"), server("SCRAM-SHA-256", {})
        final = stranger.next(end.next(stranger.first()))
        assert final is not None
        self.assertIn("not known", str(self.assertRaises(SaslError, end.next, final)))
        self.assertIsNone(end.username)

    def test_a_server_that_does_not_know_the_password(self) -> None:
        client = Scram("SCRAM-SHA-256", "u", "p", lambda: "c")
        client.next(b"r=cs,s=c2FsdA==,i=4096")
        error = self.assertRaises(SaslError, client.next, b"v=" + b"A" * 43 + b"=")
        self.assertIn("not the broker it claims to be", str(error))

    def test_what_a_liar_sends_first(self) -> None:
        for message, words in (
            (b"r=other,s=c2FsdA==,i=4096", "nonce"),
            (b"r=c,s=c2FsdA==,i=4096", "nonce"),
            (b"r=cs,s=c2FsdA==,i=4095", "iterations"),
            (b"r=cs,s=c2FsdA==,i=%d" % (MAX_ITERATIONS + 1), "iterations"),
            (b"r=cs,s=c2FsdA==,i=-1", "iterations"),
            (b"r=cs,s=c2FsdA==,i=many", "number of iterations"),
            (b"r=cs,s=c2FsdA==", "number of iterations"),
            (b"r=cs,s=,i=4096", "empty"),
            (b"r=cs,s=!,i=4096", "base64"),
            (b"r=cs,i=4096", "missing"),
            (b"", "no SCRAM message"),
            (b"r=cs,r=cs", "no SCRAM message"),
            (b"\xff\xff", "no text"),
            (b"x" * 5000, "5000 bytes"),
            (b"e=unknown-user", "refused the credentials: unknown-user"),
        ):
            client = Scram("SCRAM-SHA-256", "u", "p", lambda: "c")
            client.first()
            self.assertIn(words, str(self.assertRaises(SaslError, client.next, message)), message)

    def test_what_a_liar_sends_last(self) -> None:
        for message, words in ((b"e=other-error", "other-error"), (b"v=", "empty"), (b"", "no SCRAM"), (b"x=1", "missing")):
            client = Scram("SCRAM-SHA-256", "u", "p", lambda: "c")
            client.next(b"r=cs,s=c2FsdA==,i=4096")
            self.assertIn(words, str(self.assertRaises(SaslError, client.next, message)), message)
            self.assertFalse(client.done)

    def test_strangers_salts(self) -> None:
        """Look like those that tools make for passwords, and are the same on all brokers of a cluster, after a restart as well: else one
        question more would tell who is there."""

        def told(name: str, secret: bytes, mechanism: str = "SCRAM-SHA-256") -> bytes:
            end = ScramServer(mechanism, {}.get, strangers_secret=lambda: secret)
            fields = dict(item.split("=", 1) for item in end.next(f"n,,n={name},r=c".encode()).decode().split(","))
            self.assertEqual(fields["i"], "4096")
            return base64.b64decode(fields["s"])

        salts = [told(name, secret, mechanism) for name in "ab" for secret in (b"1", b"2") for mechanism in HASHES]
        self.assertEqual(len(set(salts)), len(salts))
        for salt in (*salts, make_salt()):
            self.assertRegex(salt, rb"[0-9a-z]{18,26}\Z")
        self.assertEqual(told("a", b"1"), told("a", b"1"))

    def test_what_a_lying_client_sends(self) -> None:
        users = {"u": scram_credential("SCRAM-SHA-256", "p", SALT)}
        for message in (
            b"",
            b"p=tls-unique,,n=u,r=c",
            b"n,a=v,n=u,r=c",
            b"n,,n=u",
            b"n,,m=x,n=u,r=c",
            b"n,,n=,r=c",
            b"n,,n=u=3,r=c",
            b"\xff",
        ):
            self.assertRaises(SaslError, server("SCRAM-SHA-256", users).next, message)
        for message in (b"", b"c=biws,r=other,p=AA==", b"c=AAAA,r=cserver,p=AA==", b"c=biws,r=cserver,p=AA==", b"c=biws,r=cserver"):
            end = server("SCRAM-SHA-256", users)
            end.next(b"n,,n=u,r=c")
            self.assertRaises(SaslError, end.next, message)
            self.assertIsNone(end.username)

    @given(st.binary(max_size=60), st.binary(max_size=60))
    @settings(deadline=None, max_examples=200)
    def test_anything_is_refused_in_words(self, first: bytes, second: bytes) -> None:
        users = {"u": scram_credential("SCRAM-SHA-256", "p", SALT)}
        end = server("SCRAM-SHA-256", users)
        client = Scram("SCRAM-SHA-256", "u", "p", lambda: "c")
        for side in (end, client):
            try:
                side.next(first)
                side.next(second)
            except SaslError:
                pass
        self.assertFalse(client.done)
        self.assertIsNone(end.username)

    @given(st.text())
    @settings(deadline=None)
    def test_names(self, name: str) -> None:
        self.assertEqual(unescape_name(escape_name(name)), name)
        self.assertNotIn(",", escape_name(name))

    def test_no_password_in_a_repr(self) -> None:
        self.assertNotIn("stored_key", repr(scram_credential("SCRAM-SHA-256", "p", SALT)))

    def test_by_settings(self) -> None:
        for mechanism in ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"):
            made = sasl_client(Security(security_protocol="SASL_SSL", sasl_mechanism=mechanism, sasl_username="u", sasl_password="p"))
            self.assertEqual(made.mechanism, mechanism)


class VectorTests(SynchronousTestCase):
    """What others have printed, and what is wrong by one thing: the numbers of iterations, nonces, channel bindings, signatures.

    ====================================== =================================================================================
    RFC 5802, RFC 7677                     `test_the_examples`
    iterations of 1 and of 2**31           `test_iterations`
    nonces cut, reused, of another one     `test_nonces_to_the_server`, `test_nonces_to_the_client`, `test_another_connection`
    channel bindings that lie              `test_channel_bindings`
    a fake broker against our clients      `test_a_fake_broker`; over a connection ``tests/net/client/test_session.py``
    ====================================== =================================================================================
    """

    mechanism = "SCRAM-SHA-256"
    users = {"u": scram_credential("SCRAM-SHA-256", "p", SALT)}

    def test_the_examples(self) -> None:
        """Both ends say what the RFC prints. SHA-1, of which the older one is, nobody offers."""
        self.patch(sasl, "HASHES", {**HASHES, "SCRAM-SHA-1": "sha1"})
        for mechanism, said in (
            (
                "SCRAM-SHA-1",
                (
                    b"n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL",
                    b"r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=4096",
                    b"c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=",
                    b"v=rmF9pqV8S7suAoZWja4dJRkFsKQ=",
                ),
            ),
            (
                "SCRAM-SHA-256",
                (
                    b"n,,n=user,r=rOprNGfwEbeRWgbNEkqO",
                    b"r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
                    b"c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
                    b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
                ),
            ),
        ):
            ours = said[0].partition(b"r=")[2].decode()
            theirs = said[1][2 + len(ours) :].partition(b",")[0].decode()
            salt = base64.b64decode(said[1].partition(b"s=")[2].partition(b",")[0])
            client = Scram(mechanism, "user", "pencil", lambda: ours)  # noqa: B023
            end = server(mechanism, {"user": scram_credential(mechanism, "pencil", salt)}, theirs)
            heard = [client.first()]
            heard.append(end.next(heard[-1]))
            heard.append(client.next(heard[-1]) or b"")
            heard.append(end.next(heard[-1]))
            self.assertEqual(tuple(heard), said)
            self.assertIsNone(client.next(heard[-1]))
            self.assertEqual((client.done, end.username), (True, "user"))

    def test_iterations(self) -> None:
        """Too few make a password cheap to guess for whoever listens; too many are work for nothing. Neither is done, in no time."""
        derived: list[object] = []
        self.patch(hashlib, "pbkdf2_hmac", lambda *arguments: derived.append(arguments))
        for count in (0, 1, 2**31 - 1, 2**31, 2**63, -1):
            client = Scram(self.mechanism, "u", "p", lambda: "c")
            client.first()
            error = self.assertRaises(SaslError, client.next, b"r=cs,s=c2FsdA==,i=%d" % count)
            self.assertIn(f"wants {count} iterations; 4096 to 65536 are accepted", str(error))
        self.assertEqual(derived, [])
        # Of a password that was kept so: one lets nobody in, and what no number of Kafka's can be does not.
        kept = format_credential(self.users["u"])
        for count in ("1", "4095", str(2**31)):
            self.assertRaises(ValueError, usable_credential, self.mechanism, kept.replace("iterations=4096", f"iterations={count}"))
        # The most that can be kept costs the broker nothing.
        credential = usable_credential(self.mechanism, kept.replace("iterations=4096", f"iterations={2**31 - 1}"))
        self.assertTrue(server(self.mechanism, {"u": credential}).next(b"n,,n=u,r=c").endswith(b",i=2147483647"))

    def proof(self, first: bytes, nonce: str, binding: str = "biws", bare: str = "n=u,r=c") -> bytes:
        """The right proof over whatever is said."""
        salted = hashlib.pbkdf2_hmac("sha256", b"p", SALT, 4096)
        key = hmac.digest(salted, b"Client Key", "sha256")
        without = f"c={binding},r={nonce}"
        signature = hmac.digest(hashlib.sha256(key).digest(), f"{bare},{first.decode()},{without}".encode(), "sha256")
        return f"{without},p={base64.b64encode(bytes(a ^ b for a, b in zip(key, signature, strict=True))).decode()}".encode()

    def test_nonces_to_the_server(self) -> None:
        """Each with a proof that is right but for that."""
        for nonce, is_right in (
            ("cserver", True),
            ("cserve", False),
            ("c", False),
            ("server", False),
            ("", False),
            ("cserver2", False),
            ("Cserver", False),
            ("cserver ", False),
        ):
            end = server(self.mechanism, self.users)
            final = self.proof(end.next(b"n,,n=u,r=c"), nonce)
            if is_right:
                end.next(final)
                self.assertEqual(end.username, "u")
            else:
                self.assertRaises(SaslError, end.next, final)
                self.assertIsNone(end.username, nonce)

    def test_nonces_to_the_client(self) -> None:
        for nonce in ("nonce", "nonc", "", "server", "servernonce", "noncE1", " nonce1"):
            client = Scram(self.mechanism, "u", "p", lambda: "nonce")
            client.first()
            error = self.assertRaises(SaslError, client.next, f"r={nonce},s=c2FsdA==,i=4096".encode())
            self.assertIn("a nonce that does not continue ours", str(error))

    def test_another_connection(self) -> None:
        """What was right on one is not on another: neither the client's last message nor the server's, begun before or at the same time;
        and nothing is right twice."""
        one, other = server(self.mechanism, self.users, "one"), server(self.mechanism, self.users, "other")
        clients = [Scram(self.mechanism, "u", "p") for _ in range(2)]
        finals = [client.next(end.next(client.first())) or b"" for client, end in zip(clients, (one, other), strict=True)]
        self.assertRaises(SaslError, other.next, finals[0])
        self.assertIsNone(other.username)
        signature = one.next(finals[0])
        self.assertRaises(SaslError, one.next, finals[0])
        self.assertRaises(SaslError, clients[1].next, signature)
        self.assertFalse(clients[1].done)
        # The first message again, as somebody heard it: another nonce, and the same last message is wrong.
        again = server(self.mechanism, self.users, "again")
        again.next(clients[0].first())
        self.assertRaises(SaslError, again.next, finals[0])
        self.assertIsNone(again.username)

    def test_channel_bindings(self) -> None:
        """There is none, which both sides say; who says anything else is not let in, however right the proof is."""
        for header in (b"y,,", b"p=tls-unique,,", b"p=tls-exporter,,"):
            self.assertRaises(SaslError, server(self.mechanism, self.users).next, header + b"n=u,r=c")
        for said in (b"y,,", b"p=tls-unique,,", b"n,,data", b"n,a=u,", b"N,,", b"n", b"n,, ", b""):
            end = server(self.mechanism, self.users)
            final = self.proof(end.next(b"n,,n=u,r=c"), "cserver", base64.b64encode(said).decode())
            self.assertRaises(SaslError, end.next, final)
            self.assertIsNone(end.username, said)
        # Its own header, where he says who he acts for.
        end = server(self.mechanism, self.users)
        end.next(self.proof(end.next(b"n,a=u,n=u,r=c"), "cserver", base64.b64encode(b"n,a=u,").decode()))
        self.assertEqual(end.username, "u")

    def test_a_fake_broker(self) -> None:
        """Who does not know the password is not talked to: guessing, saying nothing, or saying what he heard elsewhere."""
        users = {"u": scram_credential(self.mechanism, "guess", SALT)}
        client, end = Scram(self.mechanism, "u", "p"), server(self.mechanism, users)
        final = client.next(end.next(client.first())) or b""
        self.assertRaises(SaslError, end.next, final)
        signature = hmac.digest(users["u"].server_key, final, "sha256")
        for last in (b"v=" + base64.b64encode(signature), b"v=" + base64.b64encode(bytes(32)), b"v=", b"", b"v=AA==", b"m=x,v=AA=="):
            self.assertRaises(SaslError, client.next, last)
            self.assertFalse(client.done)
