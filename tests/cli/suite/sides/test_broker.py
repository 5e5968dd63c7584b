"""What sides have in common: ports that are taken, brokers that are ended in order."""

from __future__ import annotations

import os
import pathlib
import shutil
import socket
import sys
import tempfile
import time
import unittest

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Child, StepFailed
from klog.cli.suite.sides.broker import PORT_TRIES, Running, ended_in_order, start_all, with_ports

SERVING = [sys.executable, "-I", "-S", "-c", "import time; print('READY', flush=True); time.sleep(60)"]
DYING = [sys.executable, "-I", "-S", "-c", "print('boom')"]


class PortsTests(unittest.TestCase):
    """`with_ports`."""

    def test_another_port_where_one_is_taken(self) -> None:
        for said in (
            "klog ended with exit code 1 before it was ready: Couldn't listen on 127.0.0.1:9: [Errno 98] Address already in use.",
            "rabbitmq ended with exit code 1 before it was ready: rabbitmq: something listens on 127.0.0.1:9 already",
            "Kafka ended …: java.net.BindException",
        ):
            tried: list[list[int]] = []

            def start(ports: list[int], said: str = said, tried: list[list[int]] = tried) -> str:
                tried.append(ports)
                if len(tried) < PORT_TRIES:
                    raise StepFailed(said)
                return "up"

            self.assertEqual(with_ports(2, start), "up")
            self.assertEqual(len({port for ports in tried for port in ports}), 2 * PORT_TRIES)

    def test_another_port_where_nobody_says_that_it_is_taken(self) -> None:
        """Kafka's script keeps quiet, and the JVM that could not listen is not heard."""
        tried: list[list[int]] = []
        with socket.socket() as other:

            def start(ports: list[int]) -> str:
                tried.append(ports)
                if len(tried) == 1:
                    other.bind(("127.0.0.1", ports[1]))
                    other.listen()
                    raise StepFailed("Kafka 4.3.1 ended with exit code 1 before it was ready: it printed nothing")
                return "up"

            self.assertEqual(with_ports(2, start), "up")
        self.assertEqual(len(tried), 2)

    def test_not_for_ever_and_not_for_anything_else(self) -> None:
        for said, tries in (("Address already in use", PORT_TRIES), ("no such disk", 1)):
            tried: list[int] = []

            def start(ports: list[int], said: str = said, tried: list[int] = tried) -> None:
                tried.append(1)
                raise StepFailed(said)

            with self.assertRaises(StepFailed):
                with_ports(1, start)
            self.assertEqual(len(tried), tries)


@unittest.skipUnless(sys.platform == "linux", "the suite is a matter of Linux")
class RunningTests(unittest.TestCase):
    """`Running`, started and ended."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def start(self, *commands: list[str]) -> list[Child]:
        starts = [
            lambda place=place, words=words: Child(f"broker {place}", words, self.folder / f"{place}.log")
            for place, words in enumerate(commands)
        ]
        children, _ = start_all(starts, "READY", 20)
        return children

    def running(self, children: list[Child]) -> Running:
        pids = [child.keeper_pid for child in children]
        return Running("some", "127.0.0.1:1234,127.0.0.1:1235", pids, children, self.folder, Machine(), 0.1)

    def test_started_watched_and_ended(self) -> None:
        children = self.start(SERVING, SERVING)
        with ended_in_order(self.running(children)) as running:
            self.assertEqual(running.port, 1234)
            running.check()
            self.assertGreater(running.memory_mb(), 3)
            self.assertGreater(running.cpu_s(), 0)
            self.assertGreater(running.switches(), 0)
            with (self.folder / "segment").open("wb") as file:
                file.write(os.urandom(10_000))
                file.flush()
                os.fsync(file.fileno())
            self.assertGreaterEqual(running.disk_bytes(), 10_000)
        self.assertTrue(all(child.has_ended() for child in children))

    def test_one_that_does_not_end_in_order_is_not_waited_for_long(self) -> None:
        deaf = [
            *SERVING[:-1],
            "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('READY', flush=True); time.sleep(60)",
        ]
        children = self.start(deaf, deaf)
        began = time.monotonic()
        with ended_in_order(self.running(children), 0.1):
            pass
        self.assertTrue(all(child.has_ended() for child in children))
        self.assertLess(time.monotonic() - began, 20)

    def test_where_one_does_not_get_ready_none_is_left(self) -> None:
        made: list[Child] = []

        def begin(words: list[str]) -> Child:
            made.append(Child("broker", words, self.folder / f"{len(made)}.log"))
            return made[-1]

        with self.assertRaises(StepFailed):
            start_all([lambda: begin(SERVING), lambda: begin(DYING)], "READY", 20)
        self.assertEqual([child.has_ended() for child in made], [True, True])

    def test_one_that_died_meanwhile_fails_the_step_even_at_its_end(self) -> None:
        children = self.start(SERVING, SERVING)
        with self.assertRaises(StepFailed) as caught:
            with ended_in_order(self.running(children)) as running:
                children[1].end()
        self.assertIn("broker 1 was ended by SIG", str(caught.exception))
        self.assertTrue(children[0].has_ended())
        del running
