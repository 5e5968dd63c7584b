"""Children: ready, late, dead, hanging; tools whose broker dies."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import socket
import sys
import tempfile
import time
import unittest
from unittest import mock

from klog.cli.suite.host.processes import (
    NOT_INHERITED,
    TOLD_BYTES,
    Child,
    StepFailed,
    Tools,
    child_environment,
    end_of,
    ending,
    free_ports,
    is_taken,
)

PYTHON = [sys.executable, "-I", "-S", "-c"]


@unittest.skipUnless(sys.platform == "linux", "the suite is a matter of Linux")
class ChildTests(unittest.TestCase):
    """`Child` and `Tools`."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def child(self, code: str) -> Child:
        made = Child("the broker", [*PYTHON, code], self.folder / "log")
        self.addCleanup(made.end)
        return made

    def test_ready_and_stopped(self) -> None:
        child = self.child("import time; print('READY port=7', flush=True); time.sleep(60)")
        self.assertEqual(child.wait_for(r"READY port=(\d+)", 20)[1], "7")
        self.assertFalse(child.has_ended())
        self.assertTrue(child.stop())
        self.assertTrue(child.has_ended())
        self.assertTrue(child.stop(), "twice is once")

    def test_one_that_ends_while_it_is_asked_to(self) -> None:
        child = self.child("pass")
        os.waitid(os.P_PID, child.keeper_pid, os.WEXITED | os.WNOWAIT)
        looks, really = [False], child.has_ended
        with mock.patch.object(child, "has_ended", lambda: looks.pop() if looks else really()):
            self.assertTrue(child.stop())
        self.assertEqual(child.exit_code, 0)

    def test_dead_before_it_is_ready(self) -> None:
        child = self.child("import sys; print('\\x1b[31mno such disk\\x1b[0m'); sys.exit(3)")
        with self.assertRaises(StepFailed) as caught:
            child.wait_for("READY", 20)
        self.assertEqual(str(caught.exception), "the broker ended with exit code 3 before it was ready: no such disk")

    def test_not_ready_in_time(self) -> None:
        child = self.child("import time; time.sleep(60)")
        with self.assertRaises(StepFailed) as caught:
            child.wait_for("READY", 0.2)
        self.assertIn("not ready within 0.2 s: it printed nothing", str(caught.exception))

    def test_who_is_told_and_stays_is_ended(self) -> None:
        child = self.child("import signal, time; signal.signal(15, signal.SIG_IGN); print('up', flush=True); time.sleep(60)")
        child.wait_for("up", 20)
        self.assertFalse(child.stop(0.1))

    def test_a_tool(self) -> None:
        tools = Tools(self.folder, environment={"GREETING": "hello"})
        code = "import os, time; print(os.environ['GREETING'], flush=True); sum(range(2_000_000)); time.sleep(1)"
        done = tools.run("a tool", [*PYTHON, code], 20)
        self.assertEqual(done.text, "hello\n")
        # When it spoke, and not when it ended.
        self.assertLess(done.told_at_s, time.time() - 0.8)
        self.assertGreater(done.told_at_s, time.time() - 60)
        self.assertGreater(done.cpu_s, 0.01)
        self.assertIn("GREETING", tools.commands[0])

    def test_what_the_user_tells_his_own_javas_is_not_inherited(self) -> None:
        """What the suite tells is, by whichever way it does."""
        theirs = dict.fromkeys(NOT_INHERITED, "-Xmx64m")
        code = "import json, os; print(json.dumps(dict(os.environ)))"
        with mock.patch.dict(os.environ, {**theirs, "GREETING": "hello"}):
            tools = Tools(self.folder, environment={"KAFKA_OPTS": "-Xmx2G"})
            plain = json.loads(tools.run("a tool", [*PYTHON, code], 20).text)
            larger = json.loads(tools.run("a tool", ["env", "KAFKA_HEAP_OPTS=-Xmx1024m", *PYTHON, code], 20).text)
        self.assertEqual({name: plain.get(name) for name in theirs}, {**dict.fromkeys(theirs), "KAFKA_OPTS": "-Xmx2G"})
        self.assertEqual((plain["GREETING"], plain["PATH"]), ("hello", os.environ["PATH"]))
        self.assertEqual(larger["KAFKA_HEAP_OPTS"], "-Xmx1024m")

    def test_which_those_are(self) -> None:
        names = ["KAFKA_HEAP_OPTS", "KAFKA_JVM_PERFORMANCE_OPTS", "KAFKA_OPTS", "KAFKA_LOG4J_OPTS"]
        names += ["ACTIVEMQ_OPTS_MEMORY", "RABBITMQ_PERF_HEAP_OPTS"]
        # By these Java itself is told of a proxy, which peers are fetched through.
        kept = {"JAVA_HOME": "/java", "KAFKA_MORE": "x", "JAVA_TOOL_OPTIONS": "-Dhttp.proxyHost=proxy"}
        self.assertEqual(child_environment({**dict.fromkeys(names, "-Xmx64m"), **kept}, {}), {**kept, "LC_ALL": "C.UTF-8"})
        self.assertEqual(child_environment({"LC_ALL": "de_DE.UTF-8"}, {}), {"LC_ALL": "C.UTF-8"}, "where 1.5 ms are 1,5 ms")
        own = dict.fromkeys(names, "-Xmx64m")
        self.assertEqual(child_environment(own, {"KAFKA_OPTS": "ours"})["KAFKA_OPTS"], "ours")

    def test_a_tool_that_fails_or_hangs(self) -> None:
        tools = Tools(self.folder)
        with self.assertRaises(StepFailed) as caught:
            tools.run("a tool", [*PYTHON, "raise SystemExit('no broker')"], 20)
        self.assertEqual(str(caught.exception), "a tool ended with exit code 1: no broker")
        with self.assertRaises(StepFailed) as caught:
            tools.run("a tool", [*PYTHON, "import time; time.sleep(60)"], 0.2)
        self.assertIn("did not end within 0.2 s", str(caught.exception))

    def test_a_broker_that_dies_ends_its_tools(self) -> None:
        looks = [0]

        def check() -> None:
            looks[0] += 1
            if looks[0] > 3:
                raise StepFailed("the broker ended with exit code 1 in the middle of the run: boom")

        sleeping = ("a tool", [*PYTHON, "import time; time.sleep(60)"])
        with self.assertRaises(StepFailed) as caught:
            Tools(self.folder, check).run_together([sleeping, sleeping], 30)
        self.assertIn("boom", str(caught.exception))

    def test_of_a_trace_stays_what_it_is_about(self) -> None:
        python = "before\nTraceback (most recent call last):\n  File \"x\", line 1\n    boom()\n    ^^^^\nKeyError: 'x'\n"
        java = "\x1b[31mException in thread main\x1b[0m\n\tat kafka.Kafka.main(Kafka.scala)\n  indented words\n"
        self.assertEqual(end_of(python), "KeyError: 'x'")
        self.assertEqual(end_of(java), "Exception in thread main / indented words")
        self.assertEqual(end_of(" \n"), "")

    def test_how_it_ended(self) -> None:
        for exit_code in (-9, 137, 247):
            self.assertEqual(ending(exit_code), "was ended by SIGKILL")
        self.assertEqual(ending(143), "was ended by SIGTERM")
        for exit_code in (0, 1, 3, 128, 255):
            self.assertEqual(ending(exit_code), f"ended with exit code {exit_code}")

    def test_what_went_wrong_is_told_and_not_how_well_it_went_before(self) -> None:
        reports = "".join(f"{place} records sent, 96.0 ms avg latency\n" for place in range(200))
        dead = 'Exception: java.lang.OutOfMemoryError thrown in thread "main"\n'
        self.assertEqual(end_of(reports + dead + dead), dead.strip())
        self.assertEqual(end_of(dead + "the end\n"), f"{dead.strip()} / the end")
        told = end_of(reports)
        self.assertEqual((len(told), told[0]), (TOLD_BYTES + 1, "…"))
        self.assertTrue(told.endswith("199 records sent, 96.0 ms avg latency"))

    def test_killed_without_a_word(self) -> None:
        child = self.child(
            "import pathlib, signal, sys, time\n"
            "signal.signal(15, lambda *_: (pathlib.Path('told').touch(), sys.exit()))\n"
            "print('up', flush=True)\ntime.sleep(60)"
        )
        child.wait_for("up", 20)
        child.kill()
        self.assertTrue(child.has_ended())
        self.assertFalse((self.folder / "told").exists())

    def test_meanwhile(self) -> None:
        """What is to be done beside tools is done while they run."""
        seen: list[tuple[int, bool]] = []
        tool = ("a tool", [*PYTHON, "import time; time.sleep(0.3)"])
        Tools(self.folder).run_together([tool, tool], 30, lambda children: seen.append((len(children), children[0].has_ended())))
        self.assertEqual(seen, [(2, False)])

    def test_ports(self) -> None:
        self.assertEqual(len(set(free_ports(200))), 200)
        with socket.socket() as held:
            held.bind(("127.0.0.1", 0))
            port = held.getsockname()[1]
            self.assertTrue(is_taken(port))
        self.assertFalse(is_taken(port))
