"""Doing it again, once where it must be once."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred, fail, succeed

from klog.zookeeper.client import EPHEMERAL, ZookeeperClient
from klog.zookeeper.errors import (
    BadVersionException,
    ClosingException,
    ConnectionLossException,
    NodeExistsException,
    NoNodeException,
    NotConnectedException,
    OperationTimeoutException,
    SessionExpiredException,
)
from klog.zookeeper.protocol import Stat
from klog.zookeeper.retrying import (
    RetryClient,
    RetryException,
    create_ephemeral,
    create_sequence,
    get_delay,
    is_retryable,
    is_session_error,
    retry,
    retry_change,
    retry_watch,
    sequence_number,
)
from tests.zookeeper.test_client_connection import ClientCase


class RetryTests(ClientCase):
    """`retry` and its kin."""

    def setUp(self) -> None:
        super().setUp()
        self.client = self.connect()

    def do(self, deferred: Any) -> Any:
        return self.reactor.until(deferred)

    def test_which_errors(self) -> None:
        for error in (ConnectionLossException(), NotConnectedException(), OperationTimeoutException(), RetryException()):
            self.assertTrue(is_retryable(error))
        for other in (NoNodeException(), SessionExpiredException(), ClosingException(), ValueError()):
            self.assertFalse(is_retryable(other))
        self.assertTrue(is_session_error(SessionExpiredException()))
        self.assertFalse(is_session_error(OperationTimeoutException()))

    def test_delays_are_seconds_of_milliseconds(self) -> None:
        self.assertAlmostEqual(get_delay(10_000), 3.0)
        self.assertAlmostEqual(get_delay(60_000), 5.0)
        self.assertAlmostEqual(get_delay(1000, session_fraction=10), 0.1)

    def test_again_after_a_reconnection(self) -> None:
        self.zookeeper.lose_next_request()
        self.assertEqual(self.do(retry(self.client, self.client.create, "/a")), "/a")

    def test_again_after_a_pause(self) -> None:
        answers = [fail(RetryException()), fail(OperationTimeoutException()), succeed(5)]
        started_s = self.reactor.seconds()
        self.assertEqual(self.do(retry(self.client, lambda: answers.pop(0))), 5)
        self.assertAlmostEqual(self.reactor.seconds() - started_s, 2 * 1.8, 2)

    def test_other_errors_at_once(self) -> None:
        with self.assertRaises(NoNodeException):
            self.do(retry(self.client, self.client.get, "/no"))
        with self.assertRaises(ZeroDivisionError):
            self.do(retry(self.client, lambda: 1 / 0))

    def test_gives_up_after_1_2_timeouts(self) -> None:
        self.zookeeper.stop()
        self.reactor.network.run()
        started_s = self.reactor.seconds()
        with self.assertRaises(NotConnectedException):
            self.do(retry(self.client, self.client.get, "/"))
        self.assertAlmostEqual(self.reactor.seconds() - started_s, 7.2, 2)

    def test_session_over(self) -> None:
        self.reactor.cut()
        self.reactor.network.run()
        again = retry(self.client, self.client.get, "/")
        self.zookeeper.expire_all()
        with self.assertRaises(NotConnectedException):
            self.do(again)
        with self.assertRaises(SessionExpiredException):
            self.do(retry(self.client, self.client.get, "/"))

    def test_watch(self) -> None:
        self.do(self.client.create("/a"))
        self.reactor.cut()
        self.reactor.network.run()
        value, changed = retry_watch(self.client, self.client.get_and_watch, "/a")
        self.assertEqual(self.do(value)[0], b"")
        self.do(self.client.set("/a", b"1"))
        self.assertEqual(self.do(changed).type_name, "changed")

    def test_change(self) -> None:
        def count(data: bytes | None, stat: Stat | None) -> bytes:
            self.assertEqual(data is None, stat is None)
            return b"%d" % (int(data or b"0") + 1)

        for number in range(1, 4):
            self.assertEqual(self.do(retry_change(self.client, "/n", count))[0], b"%d" % number)
        other = self.connect()
        both = [retry_change(client, "/n", count) for client in (self.client, other) for _ in range(5)]
        for one in both:
            self.do(one)
        self.assertEqual(self.do(self.client.get("/n"))[0], b"13")
        version = self.do(self.client.exists("/n"))["version"]
        self.do(retry_change(self.client, "/n", lambda data, stat: succeed(data)))
        self.assertEqual(self.do(self.client.exists("/n"))["version"], version)
        with self.assertRaises(NoNodeException):
            self.do(retry_change(self.client, "/x/y", count))

    def test_change_with_a_lost_answer(self) -> None:
        for lose in (self.zookeeper.lose_next_reply, self.zookeeper.lose_next_request):
            for there in (True, False):
                if there:
                    self.do(self.client.create("/n", b"0"))
                seen: list[bytes | None] = []

                def count(data: bytes | None, stat: Stat | None, seen: list[bytes | None] = seen) -> bytes:
                    seen.append(data)
                    return b"%d" % (int(data or b"0") + 1)

                lose()
                new, stat = self.do(retry_change(self.client, "/n", count))
                self.assertEqual((new, self.do(self.client.get("/n"))[0]), (b"1", b"1"))
                self.assertEqual(set(seen), {b"0" if there else None})
                self.assertEqual(None if stat is None else stat["version"], 1 if there else None)
                self.do(self.client.delete("/n"))

    def test_change_with_a_lost_answer_and_somebody_else(self) -> None:
        """Whether ours came before theirs can be told where theirs is built on what we read, and not where two changes came."""
        other = self.connect()

        def count(data: bytes | None, stat: Stat | None) -> bytes:
            return b"%d" % (int(data or b"0") + 1)

        for lose, theirs, expected in (
            (self.zookeeper.lose_next_request, [b"7"], b"8"),
            (self.zookeeper.lose_next_reply, [b"7"], None),
            (self.zookeeper.lose_next_request, [b"7", b"8"], None),
        ):
            self.do(self.client.create("/n", b"0"))
            lose()
            changing = retry_change(self.client, "/n", count)
            self.reactor.network.run()
            for data in theirs:
                self.do(other.set("/n", data))
            if expected is not None:
                self.assertEqual(self.do(changing)[0], expected)
            else:
                with self.assertRaises(ConnectionLossException):
                    self.do(changing)
                self.assertEqual(self.do(other.get("/n"))[0], theirs[-1])
            self.do(other.delete("/n"))

    def test_change_with_a_lost_answer_and_the_node_goes(self) -> None:
        for again in (False, True):
            self.do(self.client.create("/n", b"0"))
            self.zookeeper.lose_next_reply()
            changing = retry_change(self.client, "/n", lambda data, stat: b"%d" % (int(data or b"10") + 1))
            self.reactor.network.run()
            self.zookeeper.tree.remove("/n")
            if again:
                self.zookeeper.tree.put("/n", b"20")
            self.assertEqual(self.do(changing)[0], b"21" if again else b"11")
            self.do(self.client.delete("/n"))

    def test_conflicts_end_with_the_time(self) -> None:
        other = self.connect()
        self.do(self.client.create("/n", b"0"))
        calls = 0

        async def slow(data: bytes | None, stat: Stat | None) -> bytes:
            nonlocal calls
            calls += 1
            if calls > 10_000:
                raise AssertionError("for ever")
            await other.set("/n", b"theirs")
            return b"ours"

        started_s = self.reactor.seconds()
        with self.assertRaises(BadVersionException):
            self.do(retry_change(self.client, "/n", lambda data, stat: Deferred.fromCoroutine(slow(data, stat))))
        self.assertAlmostEqual(self.reactor.seconds() - started_s, 7.2, 1)
        self.assertLess(calls, 50)

    def test_ephemeral(self) -> None:
        for lose in (None, self.zookeeper.lose_next_reply, self.zookeeper.lose_next_request):
            if lose is not None:
                lose()
            stat = self.do(create_ephemeral(self.client, "/e", b"x"))
            self.assertEqual(stat["ephemeralOwner"], self.client.session_id)
            self.do(self.client.delete("/e"))

    def test_ephemeral_of_others(self) -> None:
        other = self.connect()
        self.do(other.create("/e", b"other", flags=EPHEMERAL))
        with self.assertRaises(NodeExistsException):
            self.do(create_ephemeral(self.client, "/e", b"mine"))
        stat = self.do(create_ephemeral(self.client, "/e", b"mine", is_stale=lambda data, stat: data == b"other"))
        self.assertEqual((stat["ephemeralOwner"], self.zookeeper.tree.get("/e")), (self.client.session_id, b"mine"))
        self.do(self.client.close())
        self.assertNotIn("/e", self.zookeeper.tree.paths())
        with self.assertRaises(NoNodeException):
            self.do(create_ephemeral(other, "/no/parent"))

    def test_ephemeral_when_the_session_ends(self) -> None:
        self.reactor.cut()
        self.reactor.network.run()
        making = create_ephemeral(self.client, "/e")
        self.zookeeper.expire_all()
        with self.assertRaises(SessionExpiredException):
            self.do(making)

    def test_sequence(self) -> None:
        self.do(self.client.create("/q"))
        numbers = []
        for lose in (None, self.zookeeper.lose_next_reply, self.zookeeper.lose_next_request, None):
            if lose is not None:
                lose()
            path = self.do(create_sequence(self.client, "/q/n-"))
            self.assertRegex(path, r"^/q/_c_[0-9a-f]{32}-n-\d{10}$")
            numbers.append(sequence_number(path))
        self.assertEqual(numbers, [0, 1, 2, 3])
        self.assertEqual(len(self.do(self.client.get_children("/q"))), 4)

    def test_retry_client(self) -> None:
        client = RetryClient(ZookeeperClient(self.zookeeper.connect, 6000, reactor=self.reactor))
        self.assertIs(self.do(client.connect()), client)
        self.assertTrue(client.connected)
        self.zookeeper.lose_next_request()
        self.assertEqual(self.do(client.create("/a", b"1")), "/a")
        value, changed = client.get_and_watch("/a")
        self.assertEqual(self.do(value)[0], b"1")
        self.do(client.set("/a", b"2"))
        self.assertIsInstance(changed, Deferred)
        self.do(changed)
        self.do(client.close())
