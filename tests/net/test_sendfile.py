"""PartSender against a plain model: the parts, joined, in order, whatever the socket takes and the disk gives."""

from __future__ import annotations

import errno
import random
import weakref
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.error import ConnectionLost
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.memory_budget import MemoryBudget
from klog.net import sendfile as module
from klog.net.file_steps import MOST_STEP_BYTES
from klog.net.read_ahead import ReadAhead
from klog.net.sendfile import SMALL_SPAN_BYTES, PartSender
from klog.span import FileCuts, FileSpan, Part, join_parts
from klog.testing.network import MemoryNetwork
from tests.net.sending_rig import Fixture, PlayedFile, Sending, noise


class BytesTests(Fixture):
    """Answers that are only bytes."""

    def test_a_tiny_answer_is_one_write(self) -> None:
        sender, client, _ = self.connect()
        writes: list[bytes] = []
        original = client.transport.write
        client.transport.write = lambda data: (writes.append(data), original(data))[1]  # type: ignore[method-assign, func-returns-value]
        sender.send([b"a", b"bc", b"d"])
        self.assertEqual(writes, [b"abcd"])
        self.network.run()
        self.assertEqual(client.received, b"abcd")
        self.assertEqual(sender.pending_bytes, 0)
        self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_what_a_stalled_reader_does_not_take_stays_in_the_queue(self) -> None:
        sender, client, _ = self.connect(high_watermark_bytes=1 << 20, low_watermark_bytes=1 << 18)
        client.stalled = True
        for _ in range(20):
            sender.send([noise(100_000)])
            self.network.run()
        self.assertEqual(self.calls, ["full"])
        self.assertGreater(sender.pending_bytes, 1_700_000)
        self.assertLess(len(client.transport.dataBuffer) + client.transport._tempDataLen, 200_000)
        client.stalled = False
        self.network.run()
        self.assertEqual(self.calls, ["full", "drained"])
        self.assertEqual(client.received, noise(100_000) * 20)
        self.assertEqual(sender.pending_bytes, 0)

    def test_one_answer_beyond_the_watermark_counts(self) -> None:
        sender, client, _ = self.connect(high_watermark_bytes=1000, low_watermark_bytes=100)
        client.stalled = True
        sender.send([bytes(1 << 20)])
        self.assertEqual(self.calls, ["full"])
        client.stalled = False
        self.network.run()
        self.assertEqual(self.calls, ["full", "drained"])


class CutTests(Fixture):
    """A replica cuts its log below the end of what is being sent: not a byte of it leaves any more."""

    def setUp(self) -> None:
        super().setUp()
        #: What the socket's kernel holds.
        self.held = 0
        self.patch(module, "kernel_bytes", lambda transport: self.held)
        self.cuts = FileCuts()

    def cut(self, file: PlayedFile, position: int) -> None:
        """And have other bytes grow in the place of those that went."""
        self.cuts.cut(position)
        file.content = file.content[:position] + noise(len(file.content) - position, 99)

    def test_under_what_is_being_sent(self) -> None:
        for sendfile in (True, False):
            for waits in (0, 20_000):
                self.aborts.clear()
                sender, client, protocol = self.connect(sendfile=sendfile)
                file = self.file(400_000, descriptor=sendfile)
                before = file.content
                client.stalled = True
                sender.send([b"head", bytes(waits), FileSpan(file, 0, 400_000, self.cuts), b"tail"])
                self.network.run()
                self.cut(file, 100_000)
                client.stalled = False
                self.network.run()
                self.assertTrue(protocol.lost)
                self.assertIn("the log was cut under", self.aborts[0])
                whole = b"head" + bytes(waits) + before
                # What had left for the socket is the old log's.
                self.assertTrue(whole.startswith(bytes(client.received)), (sendfile, waits))
                self.assertEqual((self.cuts.senders, self.network.clock.getDelayedCalls()), ({}, []))

    def test_behind_it(self) -> None:
        """What stays is sent on."""
        for sendfile in (True, False):
            sender, client, _ = self.connect(sendfile=sendfile)
            file = self.file(400_000, descriptor=sendfile)
            before = file.content[:300_000]
            client.stalled = True
            sender.send([FileSpan(file, 0, 300_000, self.cuts), b"tail"])
            self.network.run()
            self.held = 1
            self.cut(file, 300_000)
            client.stalled = False
            self.network.run()
            self.assertEqual((bytes(client.received), self.aborts), (before + b"tail", []))

    def test_behind_others_in_the_queue(self) -> None:
        """The answers before it are sent."""
        sender, client, protocol = self.connect()
        file, other = self.file(400_000), self.file(200_000, seed=2)
        client.stalled = True
        sender.send([FileSpan(other, 0, 200_000), FileSpan(file, 0, 400_000, self.cuts)])
        self.network.run()
        self.cut(file, 399_999)
        client.stalled = False
        self.network.run()
        self.assertTrue(protocol.lost)
        self.assertEqual(bytes(client.received), other.content)

    def test_pages_that_the_kernel_still_has(self) -> None:
        """The answer was sent to its end; the client has not taken all of it, and would get what stands in the pages then."""
        for held, is_lost in ((0, False), (1, True), (-1, True)):
            sender, client, protocol = self.connect(socket_bytes=1 << 20)
            file = self.file(400_000)
            sender.send([FileSpan(file, 0, 400_000, self.cuts)])
            self.network.run()
            self.assertEqual(len(client.received), 400_000)
            self.held = held
            self.cut(file, 399_000)
            self.network.run()
            self.assertEqual(protocol.lost, is_lost)
            sender.stop()

    def test_what_was_taken_is_forgotten(self) -> None:
        """Of files that were read once nobody hears for ever."""
        sender, client, _ = self.connect(socket_bytes=1 << 20)
        cuts = [FileCuts() for _ in range(600)]
        file = self.file(40_000)
        for one in cuts[:5]:
            sender.send([FileSpan(file, 0, 40_000, one)])
            self.network.run()
        self.assertEqual([one for one in cuts if one.senders], [cuts[4]])
        self.held = 1
        for one in cuts[5:]:
            sender.send([FileSpan(file, 0, 40_000, one)])
            self.network.run()
        self.assertEqual(len(client.received), 600 * 40_000)
        told = [one for one in cuts if one.senders]
        self.assertEqual(told, cuts[-len(told) :])
        self.assertIn(len(told), range(128, 257))
        client.hang_up()
        self.network.run()
        self.assertEqual([one for one in cuts if one.senders], [])


class MemoryTests(Fixture):
    """What is unsent is counted, but for what is in files."""

    def test_pieces_are_gone_when_they_are_sent(self) -> None:
        """An answer of many pieces is not joined."""
        memory = MemoryBudget()
        sender, client, _ = self.connect(memory=memory)
        client.stalled = True
        sender.send([noise(128 << 10, seed) for seed in range(80)])
        self.assertEqual(memory.used_bytes, sender.held_bytes)
        self.assertGreater(memory.used_bytes, (10 << 20) - (128 << 10))
        self.assertLessEqual(memory.used_bytes, (10 << 20) + (64 << 10))
        client.stalled = False
        client.bytes_per_turn = 10_000
        before = memory.used_bytes
        while memory.used_bytes:
            self.assertTrue(self.network.turn())
            self.assertLessEqual(memory.used_bytes, before + (64 << 10))
            before = memory.used_bytes
        self.network.run()
        self.assertEqual(client.received, b"".join(noise(128 << 10, seed) for seed in range(80)))

    def test_little_that_waits_in_the_transport(self) -> None:
        """Too little for it to call itself full."""
        memory = MemoryBudget()
        sender, client, _ = self.connect(memory=memory, socket_bytes=1000)
        client.stalled = True
        sender.send([bytes(30_000)])
        self.assertEqual(memory.used_bytes, 30_000)
        self.network.run()
        sender.send([bytes(500)])
        self.assertEqual(memory.used_bytes, 29_500)
        client.stalled = False
        self.network.run()
        self.assertEqual((memory.used_bytes, len(client.received)), (0, 30_500))

    @settings(deadline=None, max_examples=60)
    @given(
        parts=st.lists(st.tuples(st.booleans(), st.integers(0, 200_000)), max_size=12),
        sendfile=st.booleans(),
        takes=st.integers(1, 50_000),
        turns=st.integers(0, 60),
        gone=st.booleans(),
    )
    def test_it_comes_back(self, parts: list[tuple[bool, int]], sendfile: bool, takes: int, turns: int, gone: bool) -> None:
        """All of it, whether it is taken or the connection goes; spans do not count but for the piece that is copied."""
        self.setUp()
        memory = MemoryBudget()
        sender, client, _ = self.connect(sendfile=sendfile, socket_bytes=4096, memory=memory)
        client.bytes_per_turn = takes
        owned = 0
        for is_span, length in parts:
            sender.send([FileSpan(self.file(length, descriptor=sendfile), 0, length)] if is_span else [noise(length)])
            owned += 0 if is_span else length
        for _ in range(turns):
            self.network.turn()
            self.assertEqual(memory.used_bytes, sender.held_bytes)
            self.assertLessEqual(memory.used_bytes, owned + (512 << 10))
        if gone:
            client.hang_up()
            client.transport.connectionLost(Failure(ConnectionLost()))  # type: ignore[no-untyped-call]
        # Millions of turns of one byte would show nothing that those above did not.
        client.bytes_per_turn = max(takes, 4096)
        self.network.run()
        self.assertEqual(memory.used_bytes, 0)


class SpanTests(Fixture):
    """Answers with spans."""

    def test_the_head_is_not_overtaken(self) -> None:
        sender, client, _ = self.connect()
        file = self.file(300_000)
        sender.send([b"head", FileSpan(file, 10, 200_000), b"tail"])
        sender.send([b"next"])
        self.network.run()
        self.assertEqual(client.received, b"head" + file.content[10:200_010] + b"tailnext")
        self.assertEqual(file.reads, [(p, n) for p, n in file.reads if n <= 64 << 10], "the played sendfile alone has read")
        self.assertEqual(sender.pending_bytes, 0)
        sender.send([b"afterwards"])
        self.network.run()
        self.assertTrue(client.received.endswith(b"tailnextafterwards"))

    def test_answers_before_a_span_that_still_wait_are_not_overtaken(self) -> None:
        sender, client, _ = self.connect(socket_bytes=1000)
        file = self.file(50_000)
        sender.send([b"x" * 5000])
        sender.send([FileSpan(file, 0, 50_000)])
        self.network.run()
        self.assertEqual(client.received, b"x" * 5000 + file.content)

    def test_small_spans_are_read_and_joined(self) -> None:
        sender, client, _ = self.connect()
        file = self.file(100_000)
        called: list[int] = []
        self.network.sendfile_limit = lambda count: called.append(count) or count  # type: ignore[func-returns-value]
        sender.send([b"a", FileSpan(file, 0, SMALL_SPAN_BYTES), b"b", FileSpan(file, 50, 100), FileSpan(file, 0, 0)])
        self.network.run()
        self.assertEqual(called, [])
        self.assertEqual(client.received, b"a" + file.content[:SMALL_SPAN_BYTES] + b"b" + file.content[50:150])

    def test_a_step_is_bounded_so_that_others_get_their_turn(self) -> None:
        sender, client, _ = self.connect(socket_bytes=1 << 30)
        other, other_client, _ = self.connect()
        asked: list[int] = []
        self.network.sendfile_limit = lambda count: asked.append(count) or count  # type: ignore[func-returns-value]
        file = self.file(5 << 20)
        sender.send([FileSpan(file, 0, 5 << 20)])
        self.network.turn()
        self.network.turn()
        other.send([b"quick"])
        self.network.turn()
        self.network.turn()
        self.assertEqual(other_client.received, b"quick")
        self.assertLess(len(client.received), 5 << 20)
        self.network.run()
        self.assertEqual(client.received, file.content)
        self.assertLessEqual(max(asked), MOST_STEP_BYTES)

    def test_a_full_socket_does_not_spin(self) -> None:
        sender, client, _ = self.connect()
        client.stalled = True
        sender.send([FileSpan(self.file(1 << 20), 0, 1 << 20)])
        self.assertLess(self.network.run(), 20)
        client.stalled = False
        client.bytes_per_turn = 10_000
        self.network.run()
        self.assertEqual(len(client.received), 1 << 20)

    def test_files_without_a_descriptor_are_copied_with_back_pressure(self) -> None:
        for sendfile in (True, False):
            sender, client, _ = self.connect(sendfile=sendfile)
            client.stalled = True
            file = self.file(3 << 20, descriptor=False)
            sender.send([b"head", FileSpan(file, 0, 3 << 20), b"tail"])
            self.network.run()
            held = len(client.transport.dataBuffer) + client.transport._tempDataLen
            self.assertLess(held, module.COPY_BYTES + 100)
            self.assertLessEqual(max(length for _, length in file.reads), module.COPY_BYTES)
            client.stalled = False
            self.network.run()
            self.assertEqual(client.received, b"head" + file.content + b"tail")

    def test_a_transport_that_never_says_full_gets_it_in_turns(self) -> None:
        sender, client, _ = self.connect(sendfile=False)
        client.transport.bufferSize = 1 << 40  # type: ignore[misc]
        file = self.file(3 << 20, descriptor=False)
        sender.send([FileSpan(file, 0, 3 << 20)])
        self.assertLessEqual(sum(length for _, length in file.reads), MOST_STEP_BYTES + module.COPY_BYTES)
        self.network.run()
        self.assertEqual(client.received, file.content)

    def test_a_file_system_that_cannot_is_copied(self) -> None:
        sender, client, _ = self.connect()

        def cannot(*arguments: int) -> int:
            raise OSError(errno.EINVAL, "not with this file")

        sender._sendfile = cannot
        file = self.file(1 << 20)
        sender.send([b"a", FileSpan(file, 5, 600_000), FileSpan(file, 0, 100_000), b"b"])
        self.network.run()
        self.assertEqual(client.received, b"a" + file.content[5:600_005] + file.content[:100_000] + b"b")


class MishapTests(Fixture):
    """Files and peers that do not keep their word."""

    def test_a_file_cut_short_aborts_and_sends_nothing_else(self) -> None:
        for sendfile in (True, False):
            self.aborts.clear()
            sender, client, protocol = self.connect(sendfile=sendfile)
            file = self.file(1_000_000)
            sender.send([b"head", FileSpan(file, 0, 1_000_000), b"tail"])
            file.content = file.content[:700_000]
            self.network.run()
            self.assertTrue(client.aborted)
            self.assertTrue(protocol.lost)
            self.assertEqual(len(self.aborts), 1)
            self.assertIn("too short", self.aborts[0])
            self.assertIn("700000", self.aborts[0])
            self.assertTrue((b"head" + file.content).startswith(client.received))
            self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_a_failing_disk_aborts(self) -> None:
        for sendfile in (True, False):
            self.aborts.clear()
            sender, client, _ = self.connect(sendfile=sendfile)
            file = self.file(100_000)

            def read_at(position: int, length: int) -> bytes:
                raise OSError(errno.EIO, "the disk is broken")

            file.read_at = read_at  # type: ignore[method-assign]
            sender.send([FileSpan(file, 10, 90_000)])
            self.network.run()
            self.assertTrue(client.aborted)
            self.assertIn("the disk is broken", self.aborts[0])
            (doubted,) = file.doubts
            self.assertEqual(doubted[0], 10, "the file knows")
            self.assertGreater(doubted[1], 0)

    def test_a_client_that_hangs_up_is_no_error(self) -> None:
        sender, client, protocol = self.connect(socket_bytes=1000)
        sender.send([FileSpan(self.file(100_000), 0, 100_000)])
        self.network.turn()
        self.network.turn()
        client.stalled = True
        client.hang_up()
        self.network.run()
        self.assertTrue(protocol.lost)
        self.assertEqual(self.aborts, [])
        sender.send([b"too late"])
        sender.close()
        self.assertEqual(sender.pending_bytes, 0)
        self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_a_client_that_takes_nothing_is_aborted(self) -> None:
        for part in (bytes(1 << 20), FileSpan(self.file(1 << 20), 0, 1 << 20), FileSpan(self.file(1 << 20, descriptor=False), 0, 1 << 20)):
            self.aborts.clear()
            sender, client, _ = self.connect(write_stall_timeout_ms=30_000)
            client.stalled = True
            sender.send([part])
            self.network.advance(29, step=1)
            self.assertFalse(client.aborted)
            self.network.advance(20, step=1)
            self.assertTrue(client.aborted)
            self.assertIn("took nothing of its answers for 30000 ms", self.aborts[0])

    def test_a_client_that_takes_little_is_not(self) -> None:
        for part in (bytes(1 << 20), FileSpan(self.file(1 << 20), 0, 1 << 20)):
            sender, client, _ = self.connect(write_stall_timeout_ms=30_000)
            client.stalled = True
            sender.send([part])
            for _ in range(20):
                client.take(10)
                self.network.advance(20)
            self.assertFalse(client.aborted)
            client.stalled = False
            self.network.run()
            self.assertEqual(len(client.received), 1 << 20)
            self.network.advance(100)
            self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_close_sends_what_is_queued_first(self) -> None:
        for sendfile in (True, False):
            sender, client, protocol = self.connect(sendfile=sendfile, socket_bytes=5000)
            file = self.file(300_000)
            sender.send([b"head", FileSpan(file, 0, 300_000), b"tail"])
            sender.close()
            sender.send([b"never"])
            self.assertFalse(protocol.lost)
            self.network.run()
            self.assertTrue(protocol.lost)
            self.assertFalse(client.aborted)
            self.assertEqual(client.received + client.transport.kernel, b"head" + file.content + b"tail")
            self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_close_with_nothing_queued_and_with_a_full_transport(self) -> None:
        sender, client, protocol = self.connect()
        sender.close()
        self.network.run()
        self.assertTrue(protocol.lost)
        sender, client, protocol = self.connect(socket_bytes=10)
        sender.send([bytes(200_000)])
        sender.close()
        self.network.run()
        self.assertTrue(protocol.lost)
        self.assertEqual(len(client.received) + len(client.transport.kernel), 200_000)

    def test_a_stalled_reader_cannot_keep_a_closing_connection(self) -> None:
        sender, client, protocol = self.connect()
        client.stalled = True
        sender.send([bytes(200_000)])
        sender.close()
        self.network.advance(50, step=5)
        self.assertTrue(client.aborted)
        self.assertTrue(protocol.lost)


class ColdTests(Fixture):
    """Bytes that are not in the page cache."""

    def setUp(self) -> None:
        super().setUp()
        self.jobs: list[tuple[Deferred[Any], Any]] = []

    def defer_to_thread(self, function: Any) -> Deferred[Any]:
        deferred: Deferred[Any] = Deferred()
        self.jobs.append((deferred, function.args))
        return deferred

    def finish(self, failure: Exception | None = None) -> None:
        deferred, (file, position, length, _) = self.jobs.pop(0)
        file.cold.difference_update(range(position // 4096, (position + length) // 4096 + 1))
        if failure is None:
            deferred.callback(None)
        else:
            deferred.errback(failure)
        self.network.run()

    def test_cold_bytes_are_read_in_a_thread_first(self) -> None:
        for sendfile in (True, False):
            sender, client, _ = self.connect(sendfile=sendfile, read_ahead=ReadAhead(lambda _: self.defer_to_thread))
            file = self.file(3 << 20)
            file.cold.update(range(768))
            sender.send([b"head", FileSpan(file, 0, 3 << 20), b"tail"])
            sender.send([b"more"])
            self.network.run()
            self.assertEqual(client.received, b"head")
            self.assertEqual(file.reads, [])
            while self.jobs:
                self.assertLessEqual(self.jobs[0][1][2], 1 << 20)
                self.finish()
            self.assertEqual(client.received, b"head" + file.content + b"tailmore")

    def test_warm_bytes_need_no_thread(self) -> None:
        sender, client, _ = self.connect(read_ahead=ReadAhead(lambda _: self.defer_to_thread))
        file = self.file(200_000)
        sender.send([FileSpan(file, 0, 200_000), FileSpan(file, 0, 200)])
        self.network.run()
        self.assertEqual(self.jobs, [])
        self.assertEqual(len(client.received), 200_200)

    def test_a_small_cold_span_waits_too(self) -> None:
        sender, client, _ = self.connect(read_ahead=ReadAhead(lambda _: self.defer_to_thread))
        file = self.file(200_000)
        file.cold.add(10)
        sender.send([b"a", FileSpan(file, 0, 100), b"b", FileSpan(file, 40_960, 100), b"c"])
        self.network.run()
        self.assertEqual(client.received, b"a" + file.content[:100] + b"b")
        self.finish()
        self.assertEqual(client.received, b"a" + file.content[:100] + b"b" + file.content[40_960:41_060] + b"c")

    def test_a_cache_that_never_tells_truth_is_no_livelock(self) -> None:
        sender, client, _ = self.connect(read_ahead=ReadAhead(lambda _: lambda function: succeed(None)))
        file = self.file(3 << 20)
        file.is_cached = lambda position, length: False  # type: ignore[method-assign]
        sender.send([FileSpan(file, 0, 3 << 20), FileSpan(file, 0, 100)])
        self.network.run()
        self.assertEqual(len(client.received), (3 << 20) + 100)

    def test_errors_of_the_disk_and_of_the_thread(self) -> None:
        sender, client, _ = self.connect(read_ahead=ReadAhead(lambda _: self.defer_to_thread))
        file = self.file(1 << 20)
        file.cold.add(1)
        sender.send([FileSpan(file, 0, 1 << 20)])
        self.network.run()
        self.finish(OSError(errno.EIO, "once"))
        self.assertEqual(client.received, file.content)
        file.cold.add(1)
        sender.send([FileSpan(file, 0, 1 << 20)])
        self.network.run()
        self.finish(RuntimeError("the pool has stopped"))
        self.assertTrue(client.aborted)
        self.assertIn("the pool has stopped", self.aborts[0])
        sender, client, _ = self.connect(read_ahead=ReadAhead(lambda _: lambda function: fail(RuntimeError("at once"))))
        file.cold.add(1)
        sender.send([b"x" * 10, FileSpan(file, 0, 10_000)])
        self.network.run()
        self.assertTrue(client.aborted)

    def test_a_connection_lost_meanwhile_is_left_alone(self) -> None:
        read_ahead = ReadAhead(lambda _: self.defer_to_thread, limit=1)
        file = self.file(1 << 20)
        file.cold.add(1)
        ends = []
        for _ in range(3):
            sender, client, protocol = self.connect(read_ahead=read_ahead)
            sender.send([FileSpan(file, 0, 1 << 20)])
            ends.append((client, protocol))
        self.network.run()
        self.assertEqual(len(self.jobs), 1, "the number of read-aheads is bounded")
        for client, _ in ends[:2]:
            client.hang_up()
        self.network.run()
        self.finish()
        self.finish()
        self.assertEqual(self.jobs, [], "who is gone gives up its turn")
        self.assertEqual(ends[2][0].received, file.content)

    def test_a_disk_that_hangs(self) -> None:
        """Who waits for it is let go, whether a thread reads for him or he waits in line; nothing of his answer is kept."""
        for sendfile in (True, False):
            read_ahead = ReadAhead(lambda _: self.defer_to_thread, limit=1)
            file = self.file(1 << 20)
            file.cold.add(1)
            memory = MemoryBudget()
            ends = []
            for _ in range(3):
                sender, client, _ = self.connect(sendfile=sendfile, read_ahead=read_ahead, memory=memory, write_stall_timeout_ms=8000)
                sender.send([FileSpan(file, 0, 1 << 20), bytes(1000)])
                ends.append(client)
            self.network.advance(7, step=1)
            self.assertEqual((self.aborts, memory.used_bytes), ([], 3000))
            self.network.advance(4, step=1)
            self.assertEqual(([client.aborted for client in ends], memory.used_bytes), ([True] * 3, 0))
            self.assertIn("the disk", self.aborts[0])
            self.assertEqual(self.network.clock.getDelayedCalls(), [])
            self.aborts.clear()
            self.finish()
            self.assertEqual(self.jobs, [])

    def test_a_line_that_moves(self) -> None:
        """Nobody is let go for the length of it, nor for how long all reads of one answer take."""
        read_ahead = ReadAhead(lambda _: self.defer_to_thread, limit=1)
        file = self.file(3 << 20)
        clients = []
        for _ in range(4):
            sender, client, _ = self.connect(read_ahead=read_ahead, write_stall_timeout_ms=8000)
            file.cold.update(range(768))
            sender.send([FileSpan(file, 0, 3 << 20)])
            clients.append(client)
        for _ in range(12):
            self.network.advance(6, step=1)
            file.cold.update(range(768))
            if self.jobs:
                self.finish()
        self.assertEqual(([len(client.received) for client in clients], self.aborts), ([3 << 20] * 4, []))

    def test_who_is_gone_keeps_no_file_while_the_disk_hangs(self) -> None:
        """Connections come and go while no read ends: nothing of those that went is kept in line."""
        read_ahead = ReadAhead(lambda _: self.defer_to_thread, limit=1)
        files = []
        for _ in range(5):
            sender, client, _ = self.connect(sendfile=False, read_ahead=read_ahead)
            file = self.file(1 << 20, descriptor=False)
            file.cold.add(1)
            files.append(weakref.ref(file))
            sender.send([FileSpan(file, 0, 1 << 20)])
            del file
            self.network.run()
            client.hang_up()
            self.network.run()
        del sender, client
        self.assertEqual(len(self.jobs), 1)
        self.assertEqual([left() is None for left in files[1:]], [True] * 4)


sizes = st.one_of(st.integers(0, 300), st.integers(SMALL_SPAN_BYTES - 2, SMALL_SPAN_BYTES + 2), st.integers(0, 400_000))


class OrderTests(SynchronousTestCase):
    """Any mix of parts, any partial result, any pace of the reader: the same bytes in the same order."""

    @settings(deadline=None, max_examples=120)
    @given(
        answers=st.lists(st.lists(st.tuples(st.sampled_from(["bytes", "file", "memory", "cold"]), sizes), max_size=6), max_size=8),
        seed=st.integers(0, 2**32),
        socket_bytes=st.sampled_from([1, 100, 4096, 65536, 1 << 22]),
        use_sendfile=st.booleans(),
        tells_flushed=st.booleans(),
    )
    def test_order(
        self, answers: list[list[tuple[str, int]]], seed: int, socket_bytes: int, use_sendfile: bool, tells_flushed: bool
    ) -> None:
        if socket_bytes < 4096:
            answers = [[(kind, size % 3000) for kind, size in answer] for answer in answers[:3]]
        chance = random.Random(seed)
        network = MemoryNetwork()
        network.tells_flushed = tells_flushed
        network.sendfile_limit = lambda count: chance.choice([0, 1, count // 2, count, count]) if count else 0
        content = noise(500_000, seed)
        jobs: list[tuple[Deferred[Any], PlayedFile]] = []

        def defer_to_thread(function: Any) -> Deferred[Any]:
            deferred: Deferred[Any] = Deferred()
            jobs.append((deferred, function.args[0]))
            return deferred

        calls: list[str] = []
        aborts: list[str] = []
        protocol = Sending(
            lambda transport: PartSender(
                transport,
                network.clock,
                sendfile=network.sendfile if use_sendfile else None,
                read_ahead=ReadAhead(lambda _: defer_to_thread),
                on_full=lambda: calls.append("full"),
                on_drained=lambda: calls.append("drained"),
                on_abort=aborts.append,
                high_watermark_bytes=200_000,
                low_watermark_bytes=50_000,
            )
        )
        client = network.connect(protocol, socket_bytes=socket_bytes)
        expected = b""
        for answer in answers:
            parts: list[Part] = []
            for kind, size in answer:
                if kind == "bytes":
                    parts.append(noise(size, chance.randrange(1000)))
                    continue
                file = PlayedFile(content, None if kind == "memory" else network)
                if kind == "cold":
                    file.cold.update(range(200))
                parts.append(FileSpan(file, chance.randrange(100_000), size))
            expected += join_parts(parts)
            protocol.sender.send(parts)
            for _ in range(chance.randrange(4)):
                client.stalled = chance.random() < 0.3
                client.bytes_per_turn = chance.choice([None, 1, 1000])
                network.turn()
                if jobs and chance.random() < 0.5:
                    self._finish(jobs)
        client.stalled, client.bytes_per_turn = False, None
        if closing := chance.random() < 0.5:
            protocol.sender.close()
        network.run()
        while jobs:
            self._finish(jobs)
            network.run()
        self.assertEqual(aborts, [])
        self.assertEqual(client.received + client.transport.kernel, expected)
        self.assertEqual(protocol.sender.pending_bytes, 0)
        if not closing:
            self.assertEqual(calls, ["full", "drained"] * (len(calls) // 2))
        self.assertEqual(protocol.lost, closing)

    @staticmethod
    def _finish(jobs: list[tuple[Deferred[Any], PlayedFile]]) -> None:
        deferred, file = jobs.pop(0)
        file.cold.clear()
        deferred.callback(None)
