"""klog.net.file_steps: how connections that send files share the turns of the loop."""

from __future__ import annotations

from klog.net.file_steps import LEAST_STEP_BYTES, MOST_STEP_BYTES, TURN_BYTES, FileSteps
from klog.net.sendfile import SMALL_SPAN_BYTES
from klog.span import FileSpan
from tests.net.sending_rig import Fixture, PlayedFile


class FileStepsTests(Fixture):
    def test_those_who_send_files_at_the_same_time_share_a_step(self) -> None:
        steps = FileSteps(self.network.clock)
        connected = [self.connect(socket_bytes=300_000, steps=steps) for _ in range(8)]
        file = self.file(5 << 20)
        asked: list[int] = []
        self.network.sendfile_limit = lambda count: asked.append(count) or count  # type: ignore[func-returns-value]
        for sender, client, _ in connected:
            client.stalled = True
            sender.send([FileSpan(file, 0, 5 << 20)])
        self.network.run()
        self.assertEqual(steps.step_bytes, LEAST_STEP_BYTES)
        asked.clear()
        for _, client, _ in connected[1:]:
            client.stalled = False
        self.network.run()
        self.assertLessEqual(max(asked[:20]), LEAST_STEP_BYTES)
        for _, client, _ in connected[1:]:
            self.assertEqual(client.received, file.content)
        # Who is alone is not held up by any.
        asked.clear()
        sender, client, _ = connected[0]
        client.stalled = False
        self.network.turn()
        self.network.turn()
        self.assertEqual(max(asked), MOST_STEP_BYTES)
        self.assertLess(len(client.received), 5 << 20)
        sender.abort()
        self.assertEqual(steps._waiting, 0)
        self.assertEqual(steps.step_bytes, MOST_STEP_BYTES)

    def test_one_turn_of_the_loop_sends_only_so_much_of_files_for_all_connections_together(self) -> None:
        for sendfile in (True, False):
            steps = FileSteps(self.network.clock)
            file = self.file(1 << 20)
            connected = [self.connect(sendfile=sendfile, socket_bytes=4 << 20, steps=steps) for _ in range(16)]

            def left(file: PlayedFile = file) -> int:
                return sum(length for _, length in file.reads)

            most = TURN_BYTES + MOST_STEP_BYTES
            for sender, _, _ in connected:
                sender.send([b"head", FileSpan(file, 0, 1 << 20)])
            self.assertLessEqual(left(), most)
            turns = 0
            while any(sender.pending_bytes for sender, _, _ in connected):
                before = left()
                self.network.turn()
                self.assertLessEqual(left() - before, most)
                turns += 1
                self.assertLess(turns, 200)
            self.network.run()
            for _, client, _ in connected:
                self.assertEqual(client.received, b"head" + file.content)
            self.assertGreater(turns, 8)
            self.assertEqual([call for call in self.network.clock.getDelayedCalls() if call.func == steps._begin_turn], [])

    def test_who_waits_for_a_turn_gets_it_before_who_came_later(self) -> None:
        steps = FileSteps(self.network.clock)
        files = [self.file(1 << 20, seed=seed) for seed in range(6)]
        connected = [self.connect(socket_bytes=4 << 20, steps=steps) for _ in files]
        for (sender, _, _), file in zip(connected, files, strict=True):
            sender.send([FileSpan(file, 0, 1 << 20)])
        done: list[int] = []
        for _ in range(60):
            self.network.turn()
            done += [n for n, (_, client, _) in enumerate(connected) if n not in done and len(client.received) == 1 << 20]
        self.assertEqual(done, sorted(done))
        self.assertEqual(len(done), 6)

    def test_who_is_gone_or_meets_a_bad_file_while_it_waits_for_a_turn_holds_nobody_up(self) -> None:
        steps = FileSteps(self.network.clock)
        file = self.file(1 << 20)
        short = self.file(1000)
        connected = [self.connect(socket_bytes=4 << 20, steps=steps) for _ in range(8)]
        for n, (sender, _, _) in enumerate(connected):
            sender.send([FileSpan(short if n == 3 else file, 0, 1 << 20)])
        connected[4][0].abort()
        connected[5][0].close()
        self.network.run()
        for n, (_, client, _) in enumerate(connected):
            if n not in (3, 4):
                self.assertEqual(client.received, file.content, n)
        self.assertEqual(len(self.aborts), 1)
        self.assertEqual(steps._waiting, 0)

    def test_a_small_answer_waits_for_no_turn(self) -> None:
        steps = FileSteps(self.network.clock)
        large, small = self.file(8 << 20), self.file(SMALL_SPAN_BYTES)
        reading = [self.connect(socket_bytes=4 << 20, steps=steps) for _ in range(8)]
        sender, client, _ = self.connect(steps=steps)
        for other, _, _ in reading:
            other.send([FileSpan(large, 0, 8 << 20)])
        sender.send([b"head", FileSpan(small, 0, SMALL_SPAN_BYTES)])
        self.network.turn()
        self.network.turn()
        self.assertEqual(client.received, b"head" + small.content)
        self.assertGreater(sum(other.pending_bytes for other, _, _ in reading), 7 * 8 << 20)
