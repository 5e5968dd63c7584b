"""``klog cat -G`` on a broker in memory."""

from __future__ import annotations

import io
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cat import group as cat_group
from klog.cli.cat.group import consume_group, listed, subscription
from klog.cli.cat.options import From, Mode, Start
from klog.cli.exit_codes import CommandFailed
from klog.cli.output import Format, Output
from klog.client.fetching.subscriptions import Position
from klog.model import OffsetAt, TopicPartition
from klog.testing.broker import MemoryBroker
from tests.cli.rig import Captured, Terminal, cat_options, connection_to


class SubscriptionTests(SynchronousTestCase):
    """`subscription`."""

    def test_names_and_patterns(self) -> None:
        self.assertEqual(subscription(["a", "b"]), (["a", "b"], None))
        self.assertEqual(subscription(["a.b", "^logs-"]), (None, "a\\.b|(?:logs-).*"))
        with self.assertRaises(CommandFailed):
            subscription(["^("])
        self.assertEqual(listed([TopicPartition("b", 1), TopicPartition("a", 0)]), "a [0], b [1]")


class GroupTests(SynchronousTestCase):
    """`consume_group`."""

    def setUp(self) -> None:
        self.broker = MemoryBroker({"group.initial.rebalance.delay.ms": "0", "offsets.topic.num.partitions": "1"}).start()
        self.addCleanup(self.broker.stop)
        self.broker.create_topics({"logs-a": 1, "logs-b": 1, "other": 1})
        for topic in ("logs-a", "logs-b", "other"):
            self.broker.put(topic, [topic.encode() + b" %d" % number for number in range(3)])
        # Threads are for real pipes.
        patched = mock.patch.object(cat_group, "deferToThread", maybeDeferred)
        patched.start()
        self.addCleanup(patched.stop)

    def run_it(self, *pairs: tuple[str, str], arguments: tuple[str, ...] = ("logs-a",), **more: Any) -> Captured:
        out = Captured()
        options = cat_options(Mode.GROUP, group="g", arguments=arguments, **{"exit_at_end": True, **more})
        self.broker.reactor.until(consume_group(self.broker.reactor, connection_to(self.broker, *pairs), options, out))
        return out

    def test_a_reader_that_has_gone_ends_it(self) -> None:
        out = Captured()
        out.check_reader = mock.Mock(side_effect=[None, BrokenPipeError])  # type: ignore[method-assign]
        options = cat_options(Mode.GROUP, group="g", arguments=("logs-a",))
        running = consume_group(self.broker.reactor, connection_to(self.broker), options, out)
        self.assertRaises(BrokenPipeError, self.broker.reactor.until, running, most_seconds=20)

    def test_a_pager_that_takes_its_time_holds_up_a_thread_only(self) -> None:
        """Also what the stream keeps back goes into the pipe in a thread: the member has to say that it lives."""
        in_thread = [False]
        written: list[tuple[bool, bytes]] = []

        class Pipe(io.RawIOBase):
            def writable(self) -> bool:
                return True

            def write(self, data: Any) -> int:
                written.append((in_thread[0], bytes(data)))
                return len(data)

        def to_thread(work: Any, *arguments: Any) -> Any:
            in_thread[0] = True
            try:
                return maybeDeferred(work, *arguments)
            finally:
                in_thread[0] = False

        out = Output(Format.TEXT, stdout=io.TextIOWrapper(io.BufferedWriter(Pipe())), stderr=Terminal())
        options = cat_options(Mode.GROUP, group="g", arguments=("logs-a",), exit_at_end=True)
        connection = connection_to(self.broker, ("auto.offset.reset", "earliest"))
        with mock.patch.object(cat_group, "deferToThread", to_thread):
            self.broker.reactor.until(consume_group(self.broker.reactor, connection, options, out))
        self.assertEqual(b"".join(data for _, data in written), b"logs-a 0\nlogs-a 1\nlogs-a 2\n")
        self.assertTrue(all(was_in_thread for was_in_thread, _ in written), written)

    def test_the_group_keeps_its_place(self) -> None:
        first = (("auto.offset.reset", "earliest"),)
        out = self.run_it(*first)
        self.assertEqual(out.out.text, "logs-a 0\nlogs-a 1\nlogs-a 2\n")
        remarks = out.err.text.splitlines()
        self.assertEqual(remarks[0], "% Waiting for group rebalance")
        self.assertRegex(remarks[1], r"% Group g rebalanced \(memberid \S+\): assigned: logs-a \[0\]")
        self.assertEqual(remarks[2], "% Reached end of topic logs-a [0] at offset 3: exiting")
        self.assertIn("revoked: logs-a [0]", remarks[3])
        self.broker.put("logs-a", [b"new"])
        self.assertEqual(self.run_it(*first).out.text, "new\n")

    def test_what_is_not_printed_is_not_committed(self) -> None:
        first = (("auto.offset.reset", "earliest"),)
        self.assertEqual(self.run_it(*first, count=2).out.text, "logs-a 0\nlogs-a 1\n")
        self.assertEqual(self.run_it(*first, count=2).out.text, "logs-a 2\n")

    def test_patterns_and_places(self) -> None:
        out = self.run_it(arguments=("^logs-",), start=Start(From.TAIL, 1))
        self.assertEqual(sorted(out.out.text.splitlines()), ["logs-a 2", "logs-b 2"])
        out = self.run_it(arguments=("^logs-",), start=Start(From.BEGINNING))
        self.assertEqual(len(out.out.text.splitlines()), 6)
        out = self.run_it(arguments=("other",), start=Start(From.END))
        self.assertEqual(out.out.text, "")

    def test_the_new_protocol(self) -> None:
        out = self.run_it(("group.protocol", "consumer"), ("auto.offset.reset", "earliest"))
        self.assertEqual(out.out.text, "logs-a 0\nlogs-a 1\nlogs-a 2\n")


class EndTests(SynchronousTestCase):
    """`Membership._at_end`, where the group rebalances while ends are asked for."""

    def test_partitions_that_come_meanwhile_are_read_too(self) -> None:
        a, b = TopicPartition("t", 0), TopicPartition("t", 1)
        out = Captured()
        connection = connection_to(mock.Mock())
        membership = cat_group.Membership(connection, cat_options(Mode.GROUP, group="g", exit_at_end=True), out)
        group = mock.Mock()
        group.buffer.assignment = frozenset({a})
        group.buffer.positions.return_value = {a: Position(3)}
        asked: Deferred[Any] = Deferred()
        with mock.patch.object(cat_group, "list_offsets", lambda *_: asked):
            ending = Deferred.fromCoroutine(membership._at_end(group))
            group.buffer.assignment = frozenset({a, b})
            asked.callback({a: OffsetAt(3, -1, -1)})
        self.assertFalse(self.successResultOf(ending))
        self.assertNotIn("exiting", out.err.text)

    def test_partitions_that_go_meanwhile_are_not_spoken_of(self) -> None:
        a, b = TopicPartition("t", 0), TopicPartition("t", 1)
        out = Captured()
        connection = connection_to(mock.Mock())
        membership = cat_group.Membership(connection, cat_options(Mode.GROUP, group="g", exit_at_end=True), out)
        group = mock.Mock()
        group.buffer.assignment = frozenset({a})
        group.buffer.positions.return_value = {a: Position(3)}
        asked: Deferred[Any] = Deferred()
        with mock.patch.object(cat_group, "list_offsets", lambda *_: asked):
            ending = Deferred.fromCoroutine(membership._at_end(group))
            group.buffer.assignment = frozenset({b})
            asked.callback({a: OffsetAt(3, -1, -1)})
        self.assertFalse(self.successResultOf(ending))
        self.assertEqual(out.err.text, "")
