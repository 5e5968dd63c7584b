"""``klog cat -C`` on a broker in memory, in virtual time."""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cat import consume as cat_consume
from klog.cli.cat.consume import Committer, consume
from klog.cli.cat.format import compile_format, json_format
from klog.cli.cat.options import From, Mode, Start
from klog.cli.exit_codes import CommandFailed, Exit, as_failure
from klog.client import offsets
from klog.client.fetching.buffer import FetchBuffer
from klog.errors import ErrorCode, KlogError
from klog.model import LATEST_TIMESTAMP, TopicPartition
from klog.testing.broker import MemoryBroker
from tests.cli.rig import Captured, cat_options, connection_to, with_admin


class ConsumeTests(SynchronousTestCase):
    """`consume`."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.broker.create_topics({"t": 2})
        for number in range(5):
            self.broker.put("t", [b"v%d" % number], key=b"k%d" % number)
            self.broker.advance(1)

    def run_it(self, *pairs: tuple[str, str], topic: str = "t", **more: Any) -> Captured:
        out = Captured()
        options = cat_options(Mode.CONSUME, topic, **{"exit_at_end": True, **more})
        try:
            self.broker.reactor.until(consume(self.broker.reactor, connection_to(self.broker, *pairs), options, out))
        except Exception as error:
            failure = as_failure(error)
            assert failure is not None, error
            out.note(f"{int(failure.code)} {failure.sentence}")
        return out

    def test_from_the_beginning_to_the_end(self) -> None:
        out = self.run_it()
        self.assertEqual(out.out.text, "v0\nv1\nv2\nv3\nv4\n")
        self.assertEqual(
            sorted(out.err.text.splitlines())[0], "% Reached end of topic t [0] at offset 5" + out.err.text.splitlines()[0][40:]
        )
        self.assertEqual(out.err.text.count("Reached end"), 2)
        self.assertEqual(out.err.text.count(": exiting"), 1)

    def test_places_to_begin(self) -> None:
        third_ms = self.broker.now_ms() - 3_000
        for start, expected in (
            (Start(From.BEGINNING), "v0v1v2v3v4"),
            (Start(From.END), ""),
            (Start(From.OFFSET, 3), "v3v4"),
            (Start(From.TAIL, 2), "v3v4"),
            (Start(From.TAIL, 99), "v0v1v2v3v4"),
            (Start(From.TIME, third_ms), "v2v3v4"),
            (Start(From.TIME, third_ms + 10**9), ""),
            (Start(From.OFFSET, 99), ""),
        ):
            out = self.run_it(start=start, formatter=compile_format("%s"), plain=False, partition=0)
            self.assertEqual(out.out.text, expected, start)
            self.assertIn("at offset 5: exiting", out.err.text)

    def test_an_offset_that_is_gone(self) -> None:
        out = self.run_it(("auto.offset.reset", "error"), start=Start(From.OFFSET, 99), partition=0)
        self.assertEqual(out.out.text, "")
        self.assertIn("99", out.err.text)
        out = self.run_it(("auto.offset.reset", "earliest"), start=Start(From.OFFSET, 99), partition=0)
        self.assertEqual(out.out.text, "v0\nv1\nv2\nv3\nv4\n")

    def test_counts_and_stops(self) -> None:
        self.assertEqual(self.run_it(count=2).out.text, "v0\nv1\n")
        out = self.run_it(stop_ms=self.broker.now_ms() - 3_000, partition=0, exit_at_end=False)
        self.assertEqual(out.out.text, "v0\nv1\n")
        self.assertIn("% Reached stop timestamp for topic t [0] at offset 2: exiting", out.err.text)

    def test_a_reader_that_has_gone_ends_it(self) -> None:
        # Nothing more comes, so that no write would tell; `klog cat -C | head -1` ends all the same.
        out = Captured()
        out.check_reader = mock.Mock(side_effect=[None, BrokenPipeError])  # type: ignore[method-assign]
        ending = self.broker.reactor.until
        self.assertRaises(
            BrokenPipeError,
            ending,
            consume(self.broker.reactor, connection_to(self.broker), cat_options(Mode.CONSUME, "t"), out),
            most_seconds=5,
        )

    def test_partitions_whose_leader_is_away(self) -> None:
        # The others' records are printed, and in the end it is told what is missing.
        once = offsets._list_offsets_once

        async def without_one(routing: Any, at: Any, isolation: Any) -> Any:
            found = await once(routing, at, isolation)
            away = KlogError(ErrorCode.LEADER_NOT_AVAILABLE, "broker 2 is away")
            return {tp: away if tp.partition else at for tp, at in found.items()}

        self.patch(offsets, "_list_offsets_once", without_one)
        out = self.run_it()
        self.assertEqual(out.out.text, "v0\nv1\nv2\nv3\nv4\n")
        self.assertIn("% Reached end of topic t [0] at offset 5", out.err.text)
        self.assertIn("3 t [1]", out.err.text.splitlines()[-1])
        self.assertIn("broker 2 is away", out.err.text)

    def following(self, *, hangs: bool = False, **more: Any) -> tuple[Captured, Deferred[None], list[int]]:
        """`consume` that has read all there is, and the numbers of the partitions whose leader does not tell of ends from now on."""
        once = offsets._list_offsets_once
        away: list[int] = []

        async def without_some(routing: Any, at: Any, isolation: Any) -> Any:
            if hangs and any(tp.partition in away for tp in at):
                await Deferred()
            found = await once(routing, at, isolation)
            gone = KlogError(ErrorCode.LEADER_NOT_AVAILABLE, "broker 2 is away")
            return {tp: gone if tp.partition in away else one for tp, one in found.items()}

        self.patch(offsets, "_list_offsets_once", without_some)
        out = Captured()
        options = cat_options(Mode.CONSUME, "t", **more)
        running = Deferred.fromCoroutine(consume(self.broker.reactor, connection_to(self.broker), options, out))
        running.addErrback(_cancelled)
        self.addCleanup(self.broker.reactor.advance, 2)
        self.addCleanup(running.cancel)
        self.broker.reactor.advance(2)
        return out, running, away

    def leader_of_1_goes(self, away: list[int], seconds: float) -> None:
        """It does not tell of ends any more; each partition has one record more, that one's first, so long after the one before."""
        away.append(1)
        self.broker.put("t", [b"the last of 1"], partition=1)
        self.broker.reactor.advance(seconds)
        self.broker.put("t", [b"new of 0"])
        self.broker.reactor.advance(seconds)

    def test_a_leader_that_goes_away_when_its_records_are_read(self) -> None:
        """The others' records are printed all the same, nothing ends that was not to end, and in time the end is told."""
        out, running, away = self.following()
        self.leader_of_1_goes(away, 1)
        self.assertIn("the last of 1\nnew of 0\n", out.out.text)
        self.broker.reactor.advance(100)
        self.assertNoResult(running)
        self.assertEqual((out.err.text.count("broker 2 is away"), out.err.text.count("[1] at offset 1")), (1, 0))
        away.clear()
        self.broker.reactor.advance(2)
        self.assertEqual(out.err.text.count("[1] at offset 1"), 1)

    def test_a_leader_that_hangs_when_its_records_are_read(self) -> None:
        out, running, away = self.following(hangs=True)
        self.leader_of_1_goes(away, 0.5)
        self.assertIn("new of 0", out.out.text)
        self.assertNoResult(running)

    def test_a_leader_that_goes_away_is_waited_for_from_then_on(self) -> None:
        """With -e, too: it may be gone long after the command has begun."""
        out = Captured()
        options = cat_options(Mode.CONSUME, "t", exit_at_end=True, partition=0)
        once = offsets._list_offsets_once
        asked_at_s: list[float] = []
        reactor = self.broker.reactor
        begun_s = reactor.seconds()

        async def away_for_three_seconds(routing: Any, at: Any, isolation: Any) -> Any:
            if LATEST_TIMESTAMP not in at.values():
                return await once(routing, at, isolation)
            asked_at_s.append(reactor.seconds() - begun_s)
            if len(asked_at_s) == 1 or asked_at_s[-1] > 13:
                return await once(routing, at, isolation)
            return dict.fromkeys(at, KlogError(ErrorCode.LEADER_NOT_AVAILABLE, "broker 1 is away"))

        self.patch(offsets, "_list_offsets_once", away_for_three_seconds)
        take, wait = FetchBuffer.take, FetchBuffer.wait

        def is_slow() -> bool:
            return reactor.seconds() - begun_s < 10

        def late(buffer: FetchBuffer, **limits: Any) -> Any:
            return [] if is_slow() else take(buffer, **limits)

        self.patch(FetchBuffer, "take", late)
        self.patch(FetchBuffer, "wait", lambda buffer: Deferred() if is_slow() else wait(buffer))
        reactor.until(consume(reactor, connection_to(self.broker, timeout_s=5.0), options, out))
        self.assertEqual(out.out.text, "v0\nv1\nv2\nv3\nv4\n")
        self.assertIn("at offset 5: exiting", out.err.text)
        self.assertGreater(asked_at_s[1], 10)

    def test_json(self) -> None:
        out = self.run_it(json=True, formatter=json_format(b"\n"), plain=False, count=1)
        found = json.loads(out.out.text)
        self.assertEqual((found["broker"], found["tstype"], found["key"], found["payload"]), (1, "create", "k0", "v0"))

        async def stamp(admin: Any) -> None:
            from klog.client.admin.types import ConfigResource

            (await admin.alter_configs({ConfigResource.topic("t"): {"message.timestamp.type": "LogAppendTime"}})).check()

        with_admin(self.broker, stamp)
        out = self.run_it(json=True, formatter=json_format(b"\n"), plain=False, count=1)
        self.assertEqual(json.loads(out.out.text)["tstype"], "logappend")

    def test_what_is_not_there(self) -> None:
        self.assertTrue(self.run_it(topic="nix").err.text.startswith("4 there is no topic nix"))
        self.assertIn("4 topic t has partitions 0 to 1, not 7", self.run_it(partition=7).err.text)
        self.broker.reactor.refuse()
        self.assertTrue(self.run_it().err.text.startswith("3 "))

    def test_a_group_keeps_the_place(self) -> None:
        pairs = (("group.id", "g"),)
        self.assertIn("2 -o stored wants a group", self.run_it(start=Start(From.STORED)).err.text)
        self.assertEqual(self.run_it(*pairs, start=Start(From.OFFSET, 0), count=99, partition=0).out.text.count("v"), 5)
        self.broker.put("t", [b"new"])
        self.assertEqual(self.run_it(*pairs, start=Start(From.STORED), partition=0).out.text, "new\n")
        self.assertEqual(self.run_it(*pairs, ("enable.auto.commit", "false"), start=Start(From.TAIL, 1), partition=0).out.text, "new\n")

    def test_it_waits_for_more(self) -> None:
        out = Captured()
        options = cat_options(Mode.CONSUME, "t", partition=0, count=6)
        running = Deferred.fromCoroutine(consume(self.broker.reactor, connection_to(self.broker), options, out))
        self.broker.reactor.advance(5)
        self.assertEqual(out.out.text.count("\n"), 5)
        self.assertEqual(out.err.text, "% Reached end of topic t [0] at offset 5\n")
        self.assertNoResult(running)
        self.broker.put("t", [b"at last"])
        self.broker.reactor.until(running)
        self.assertTrue(out.out.text.endswith("at last\n"))

    def test_an_interruption_ends_it(self) -> None:
        out = Captured()
        running = Deferred.fromCoroutine(consume(self.broker.reactor, connection_to(self.broker), cat_options(Mode.CONSUME, "t"), out))
        self.broker.reactor.advance(2)
        running.cancel()
        self.broker.reactor.advance(2)
        self.failureResultOf(running)

    def test_a_format_that_does_not_fit(self) -> None:
        from klog.cli.cat.format import compile_unpack

        unpack = compile_format("%s\n", value_unpack=compile_unpack("value", "q"))
        out = self.run_it(formatter=unpack, plain=False)
        self.assertIn("1 t [0] offset 0: value truncated", out.err.text)
        self.assertIs(Exit(1), Exit.FAILED)
        self.assertRaises(CommandFailed, compile_format, "%")


def _cancelled(failure: Failure) -> None:
    failure.trap(CancelledError)


class CommitterTests(SynchronousTestCase):
    """`Committer`: what it says is written is."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.asked: list[tuple[dict[Any, Any], Deferred[None]]] = []
        self.ended: list[int] = []
        self.places = {TopicPartition("t", 0): 10}

        def commit(routing: Any, group: str, offsets: Any) -> Deferred[None]:
            waiting: Deferred[None] = Deferred(lambda _: self.ended.append(len(self.asked)))
            self.asked.append(({tp: at.offset for tp, at in offsets.items()}, waiting))
            return waiting if offsets else succeed(None)

        self.patch(cat_consume, "commit_offsets", commit)
        connection = mock.Mock()
        connection.names.other = {"auto_commit_interval_ms": 1_000}
        self.committer = Committer(self.clock, mock.Mock(), self.places, "g", connection)

    def test_what_was_not_written_is_written_later(self) -> None:
        self.clock.advance(1)
        self.asked[0][1].errback(KlogError(ErrorCode.NOT_COORDINATOR))
        stopped = Deferred.fromCoroutine(self.committer.stop())
        self.assertEqual(self.asked[-1][0], self.places)
        self.asked[-1][1].callback(None)
        self.successResultOf(stopped)

    def test_one_at_a_time(self) -> None:
        """The one that is tried again for long must not come after a later one."""
        self.clock.advance(1)
        self.places[TopicPartition("t", 0)] = 20
        self.clock.advance(3)
        self.assertEqual(len(self.asked), 1)
        stopped = Deferred.fromCoroutine(self.committer.stop())
        self.assertEqual((self.ended, len(self.asked)), ([1], 2), "nobody waits for the old one")
        self.assertEqual(self.asked[1][0], {TopicPartition("t", 0): 20})
        self.asked[1][1].callback(None)
        self.successResultOf(stopped)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_what_is_written_is_not_written_again(self) -> None:
        self.clock.advance(1)
        self.asked[0][1].callback(None)
        self.clock.advance(1)
        stopped = Deferred.fromCoroutine(self.committer.stop())
        self.assertEqual([offsets for offsets, _ in self.asked if offsets], [self.places])
        self.successResultOf(stopped)
