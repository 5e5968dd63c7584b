"""PLAIN and SCRAM: the examples of the RFCs, both ends against each other, and everything a liar may send."""

from __future__ import annotations

import base64

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

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
