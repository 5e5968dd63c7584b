"""DIGEST-MD5: the RFC's own example, a client against the server of the tests, and servers that lie."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.zookeeper_sasl import DigestMd5Server, WrongAnswer
from klog.zookeeper.digest_md5 import BadChallenge, DigestMd5, parse_fields

CHALLENGE = b'realm="elwood.innosoft.com",nonce="OA6MG9tEQGm2hh",qop="auth",algorithm=md5-sess,charset=utf-8'


class DigestMd5Tests(SynchronousTestCase):
    """RFC 2831, section 4, and what ZooKeeper makes of it."""

    def client(self, password: str = "secret") -> DigestMd5:
        return DigestMd5("chris", password, lambda: "OA6MHXh6VqTrRk", "imap/elwood.innosoft.com")

    def test_the_rfcs_example(self) -> None:
        client = self.client()
        answer = client.next(CHALLENGE)
        assert answer is not None
        fields = parse_fields(answer)
        self.assertEqual(fields["response"], "d388dad90d4bbd760a152321f2143af7")
        self.assertEqual((fields["username"], fields["realm"], fields["nc"]), ("chris", "elwood.innosoft.com", "00000001"))
        self.assertIsNone(client.next(b"rspauth=ea40f60335c427b5527b84dbabcdfffd"))

    def test_servers_that_are_none(self) -> None:
        for challenge, word in (
            (b"", "no section Server"),
            (b"rubbish", "no message"),
            (b'realm="a",nonce="n"', "no challenge"),
            (b'realm="a",algorithm=md5-sess', "no challenge"),
            (b'nonce="n",nonce="m",algorithm=md5-sess', "twice"),
            (b'nonce="n",algorithm=md5-sess,qop="auth-conf,auth-int"', "more than authentication"),
            (b'nonce="' + b"n" * 5000, "too long"),
        ):
            error = self.assertRaises(BadChallenge, self.client().next, challenge)
            self.assertIn(word, str(error))

    def test_a_server_that_does_not_know_the_password(self) -> None:
        for end in (b"rspauth=ea40f60335c427b5527b84dbabcdfff0", b"rspauth=", b'nonce="n"'):
            client = self.client()
            client.next(CHALLENGE)
            self.assertIn("does not know our password", str(self.assertRaises(BadChallenge, client.next, end)))

    @given(st.text(min_size=1), st.text())
    def test_any_name_and_password(self, name: str, password: str) -> None:
        try:
            (name + password).encode()
        except UnicodeEncodeError:
            return
        server, client = DigestMd5Server({name: password}), DigestMd5(name, password)
        answer = client.next(server.next(b""))
        assert answer is not None
        self.assertIsNone(client.next(server.next(answer)))
        self.assertEqual(server.name, name)
        other, wrong = DigestMd5Server({name: password}), DigestMd5(name, password + "x")
        answer = wrong.next(other.next(b""))
        assert answer is not None
        self.assertRaises(WrongAnswer, other.next, answer)

    @given(st.binary())
    def test_anything_is_read_or_refused(self, message: bytes) -> None:
        try:
            parse_fields(message)
        except BadChallenge:
            pass
