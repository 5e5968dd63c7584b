"""Sessions and their clock."""

from __future__ import annotations

import unittest

from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper_sessions import PASSWORD_BYTES, Session, Sessions


class SessionsTests(unittest.TestCase):
    """Ticks of half a second."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.ended: list[tuple[int, float]] = []
        self.began_s = self.reactor.seconds()
        self.sessions = Sessions(self.reactor, 500, self.expired)

    def expired(self, session: Session) -> None:
        self.ended.append((session.id, self.reactor.seconds() - self.began_s))

    def assert_ended(self, session: Session, first_s: float, last_s: float) -> None:
        self.assertEqual([session_id for session_id, _ in self.ended], [session.id])
        self.assertGreaterEqual(self.ended[0][1], first_s - 0.001)
        self.assertLessEqual(self.ended[0][1], last_s + 0.001)
        self.assertIsNone(self.sessions.get(session.id))

    def test_never_early_and_a_tick_late_at_most(self) -> None:
        self.reactor.advance(0.123)
        session = self.sessions.begin(2000)
        self.reactor.advance(10)
        self.assert_ended(session, 2.123, 2.623)

    def test_each_message_moves_it(self) -> None:
        session = self.sessions.begin(2000)
        for _ in range(20):
            self.reactor.advance(1.9)
            self.sessions.touch(session)
        self.assertEqual(self.ended, [])
        self.reactor.advance(10)
        self.assert_ended(session, 40, 40.5)

    def test_others_do_not_matter(self) -> None:
        short, long = self.sessions.begin(1000), self.sessions.begin(30_000)
        self.reactor.advance(5)
        self.assert_ended(short, 1, 1.5)
        self.ended.clear()
        self.assertEqual(list(self.sessions), [long])
        self.reactor.advance(50)
        self.assert_ended(long, 30, 30.5)

    def test_a_shorter_one_that_comes_later_ends_first(self) -> None:
        self.sessions.begin(30_000)
        self.reactor.advance(1)
        short = self.sessions.begin(1000)
        self.reactor.advance(3)
        self.assert_ended(short, 2, 2.5)

    def test_ended_by_hand(self) -> None:
        session = self.sessions.begin(1000)
        self.sessions.end(session)
        self.sessions.end(session)
        self.sessions.touch(session)
        self.reactor.advance(5)
        self.assertEqual((self.ended, len(self.sessions)), ([], 0))

    def test_no_server_no_clock(self) -> None:
        session = self.sessions.begin(1000)
        self.reactor.advance(0.8)
        self.sessions.pause()
        self.reactor.advance(100)
        self.assertEqual(self.ended, [])
        self.sessions.resume()
        self.reactor.advance(0.9)
        self.assertEqual(self.ended, [])
        self.reactor.advance(10)
        self.assert_ended(session, 101.8, 102.3)

    def test_ids_and_passwords(self) -> None:
        sessions = [self.sessions.begin(1000) for _ in range(5)]
        self.assertEqual(len({session.id for session in sessions}), 5)
        self.assertEqual(len({session.password for session in sessions}), 5)
        for session in sessions:
            self.assertEqual(len(session.password), PASSWORD_BYTES)
            self.assertRaises(UnicodeDecodeError, session.password.decode)
            self.assertNotIn(repr(session.password), repr(session))
            self.assertTrue(1 << 56 <= session.id < 1 << 57)
