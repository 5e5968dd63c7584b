"""The states of a connection that must show who it is; whole connections stand in tests/broker/handlers/test_sasl_authenticate.py."""

from __future__ import annotations

import random

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.net.authentication import ADMITTED, TRANSITIONS, AuthenticationRefused, SaslMechanism, SaslPolicy, SaslSession, SaslState
from klog.net.principal import Principal
from klog.net.sasl import PlainServer

RIGHT = {"alice": "secret", "bob": "other"}


class SessionTests(SynchronousTestCase):
    """`SaslSession` by itself."""

    def make(self, lifetime_ms: int = 0) -> SaslSession:
        self.now = 100.0
        self.who: list[Principal] = []
        self.refused: list[str] = []
        mechanism = SaslMechanism(lambda: PlainServer(lambda name, password: RIGHT.get(name) == password), lifetime_ms)
        return SaslSession(SaslPolicy({"PLAIN": mechanism}), lambda: self.now, self.who.append, self.refused.append)

    def test_tables_are_whole(self) -> None:
        self.assertEqual(set(TRANSITIONS), set(SaslState))
        self.assertEqual(set(ADMITTED), set(SaslState))
        self.assertEqual([state for state, keys in ADMITTED.items() if keys is None], [SaslState.READY])

    def test_a_life(self) -> None:
        session = self.make(60_000)
        self.assertFalse(session.is_open)
        session.greet()
        self.assertEqual(session.handshake("PLAIN", 1), ErrorCode.NONE)
        self.assertEqual(session.authenticate(b"\0alice\0secret"), (b"", 60_000))
        self.assertEqual((self.who, session.is_open), ([Principal("User", "alice")], True))
        self.now += 60
        self.assertFalse(session.is_open)
        self.assertTrue(session.admits(17))
        self.assertFalse(any(session.admits(key) for key in range(100) if key != 17))
        self.assertEqual(session.handshake("PLAIN", 0), ErrorCode.ILLEGAL_SASL_STATE)
        self.assertEqual(session.handshake("PLAIN", 1), ErrorCode.NONE)
        self.assertEqual(session.authenticate(b"\0alice\0secret"), (b"", 60_000))
        self.assertTrue(session.is_open)
        self.assertEqual(self.refused, [])

    def test_the_log_is_told_why_and_no_password(self) -> None:
        session = self.make()
        session.handshake("PLAIN", 1)
        self.assertRaises(AuthenticationRefused, session.authenticate, b"\0al\nice\0hunter2")
        self.assertEqual(self.refused, ["authentication with PLAIN failed: the client 'al\\nice' is not known or gave a wrong password"])

    def test_who_it_claims_to_be(self) -> None:
        """Known for the log, whether it is shown or not; of the last attempt alone."""
        session = self.make(60_000)
        self.assertEqual((session.asked, session.claimed), ("", ""))
        session.handshake("PLAIN", 1)
        self.assertEqual((session.asked, session.claimed), ("PLAIN", ""))
        session.authenticate(b"\0alice\0secret")
        self.assertEqual(session.claimed, "alice")
        self.now += 30
        session.handshake("PLAIN", 1)
        self.assertEqual(session.claimed, "")
        self.assertRaises(AuthenticationRefused, session.authenticate, b"\0bob\0wrong")
        self.assertEqual(session.claimed, "bob")
        session = self.make()
        session.handshake("CRAM", 1)
        self.assertEqual((session.asked, session.claimed), ("CRAM", ""))

    def test_whatever_comes_in_whatever_order(self) -> None:
        """Nobody is in who did not give a right password, and who failed stays out."""
        for seed in range(300):
            draw = random.Random(seed)
            session = self.make(draw.choice([0, 5000]))
            given: set[str] = set()
            for _ in range(30):
                self.now += draw.choice([0.0, 0.5, 3.0])
                before, had_failed = len(self.who), session.state is SaslState.FAILED
                match draw.randrange(3):
                    case 0:
                        session.greet()
                    case 1:
                        session.handshake(draw.choice(["PLAIN", "PLAIN", "PLAIN", "SCRAM-SHA-256"]), draw.randrange(2))
                    case _ if session.expects_token:
                        name, password = draw.choice([*RIGHT, "eve"]), draw.choice([*RIGHT.values(), "x"])
                        if RIGHT.get(name) == password:
                            given.add(name)
                        try:
                            session.authenticate(f"\0{name}\0{password}".encode())
                        except AuthenticationRefused:
                            self.assertIs(session.state, SaslState.FAILED)
                if len(self.who) > before:
                    self.assertFalse(had_failed)
                self.assertLessEqual({principal.name for principal in self.who}, given)
                self.assertLessEqual(len(set(self.who)), 1, "nobody became somebody else")
                if had_failed:
                    self.assertIs(session.state, SaslState.FAILED)
                    self.assertFalse(any(map(session.admits, range(100))))
