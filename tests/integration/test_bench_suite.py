"""``klog bench suite`` with real processes: scripts in the place of the peers, as they should be and otherwise; killed and gone on with.

What the scripts do is told by `tests.cli.suite.fake_peers`. Real peers are run by one test, with few records, in ``make soak``, which
has the time for all of this file. Nothing here is a measurement.
"""

from __future__ import annotations

import dataclasses
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Sequence
from unittest import mock

import pytest

from klog.cli.output import Format
from klog.cli.suite.experiments.table import EXPERIMENTS, chosen
from klog.cli.suite.host.site import SCRIPTS
from klog.cli.suite.loads import limits
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.report import comparisons
from klog.cli.suite.report.terminal import tell
from klog.cli.suite.results.outcomes import Results, State
from klog.cli.suite.results.results_file import read_results
from klog.cli.suite.steps.plan import Plan
from klog.cli.suite.steps.scratch_folder import PREFIX
from klog.cli.suite.suite_run import measure
from tests import peers
from tests.cli.rig import Captured
from tests.cli.suite import fake_peers

QUEUES = ["kafka", "rabbitmq", "activemq"]


@unittest.skipUnless(sys.platform == "linux", "the suite is a matter of Linux")
class SuiteCase(unittest.TestCase):
    """A folder with scripts, results and scratch."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-suite-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.scripts = fake_peers.install(self.folder / "scripts", "kafka", "rabbitmq", "activemq")
        self.path = str(self.folder / "r.jsonl")
        self.scratch = self.folder / "scratch"
        patched = mock.patch.dict(os.environ, {SCRIPTS: str(self.scripts), fake_peers.WRONG: ""})
        patched.start()
        self.addCleanup(patched.stop)
        self.out = Captured(Format.TABLE)

    def run_loads(self, *loads: str, against: Sequence[str] = (), experiment: str = "fig5") -> Results:
        """These loads, of size smoke, one round, whatever else the machine does; klog against itself is left out.

        :param experiment: in whose place they stand.
        """
        own = {name: dataclasses.replace(LOADS[name], is_noise=False) for name in loads}
        plan = Plan([dataclasses.replace(EXPERIMENTS[experiment], loads=loads)], against, "smoke", 1, 1, own)
        return measure(self.out, plan, self.path, None, str(self.scratch), True)

    def shown(self, results: Results, *only: str) -> str:
        """What the terminal shows."""
        tell(results, self.out, chosen(only), None)
        return self.out.out.text


class FakePeersTests(SuiteCase):
    """With scripts in the place of the peers."""

    @pytest.mark.soak
    def test_the_papers_load_beside_all_peers(self) -> None:
        others = QUEUES if peers.SOAK else ["rabbitmq"]
        results = self.run_loads("paper.batch1", against=others)
        self.assertEqual({one.why for one in results.outcomes.values()}, {""})
        for side in ("klog", *others):
            figures = results.measured("paper.batch1", side)[1].figures
            for name in ("produce.rate", "consume.rate", "produce.cpu", "rss_idle_mb", "rss_peak_mb", "ready_s", "other_load"):
                self.assertGreaterEqual(figures[name], 0.0, (side, name))
        klog = results.measured("paper.batch1", "klog")[1]
        self.assertGreater(klog.figures["disk_bytes"], 200)
        self.assertGreater(klog.figures["produce.bytes_per_record"], 200)
        self.assertIn("consume", klog.series)
        self.assertTrue(any(command.startswith("kafka 4.3.1 producer-perf-test") for command in klog.commands), klog.commands)
        self.assertIn("Figure 5: the consumer", self.shown(results, "fig5"))
        self.assertEqual(list(self.scratch.iterdir()), [])

    def test_a_peer_that_loses_records_has_no_rate(self) -> None:
        with fake_peers.wrong("loses"), mock.patch("klog.cli.suite.loads.paper.ARRIVAL_S", 0.5):
            results = self.run_loads("paper.batch1", against=["rabbitmq", "activemq"])
        for side in ("klog", "rabbitmq", "activemq"):
            why = results.why_not("paper.batch1", side)
            self.assertRegex(why, r"failed: .*5 of [\d,]+ (records|messages) were lost; no rate is printed")
        self.assertEqual(comparisons.compare(results), [])
        self.assertIn("no rate is", " ".join(self.shown(results, "fig5").split()))

    def test_a_broker_that_dies_in_the_middle_and_the_next_step(self) -> None:
        with fake_peers.wrong("dies"):
            results = self.run_loads("bulk.1000", "start", against=["kafka"])
        self.assertIn("Kafka 4.3.1 was ended by SIGKILL in the middle of the run", results.why_not("bulk.1000", "kafka"))
        self.assertEqual(len(results.measured("start", "kafka")), 1, "the next step is taken")

    def test_a_tool_that_hangs(self) -> None:
        with fake_peers.wrong("hangs"), mock.patch.object(limits, "LEAST_S", -8.0):
            results = self.run_loads("bulk.1000")
        self.assertIn("kafka-producer-perf-test did not end within", results.why_not("bulk.1000", "klog"))
        self.assertEqual(list(self.scratch.iterdir()), [])

    def test_peers_that_are_not_installed(self) -> None:
        with fake_peers.wrong("absent"):
            results = self.run_loads("start", "paper.batch1", against=["kafka", "rabbitmq"])
        for side in ("kafka", "rabbitmq"):
            self.assertTrue(results.why_not("paper.batch1", side).startswith("skipped: "), results.why_not("paper.batch1", side))
        self.assertIn("kafka is left out: Apache Kafka 4.3.1 cannot be had", self.out.err.text)
        self.assertIn("rabbitmq is left out: rabbitmq is not installed", self.out.err.text)
        self.assertEqual(len(results.measured("start", "klog")), 1, "klog is measured all the same")

    def test_a_disk_without_room(self) -> None:
        with mock.patch("klog.cli.suite.loads.limits.free_bytes", return_value=10_000_000):
            results = self.run_loads("bulk.100")
        self.assertIn("skipped: the disk of", results.why_not("bulk.100", "klog"))

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_2014_with_one_broker(self) -> None:
        results = self.run_loads("2014.one", "2014.one.together", "old_readers", "2014.one.latency", experiment="2014.1")
        self.assertEqual({one.why for one in results.outcomes.values()}, {""})
        one = results.measured("2014.one", "klog")[1].figures
        for phase in ("produce", "consume", "cold", "group"):
            self.assertLessEqual({f"{phase}.rate", f"{phase}.cpu"}, set(one))
        self.assertIn("both.cpu", results.measured("old_readers", "klog")[1].figures)
        self.assertEqual(results.measured("2014.one.latency", "klog")[1].figures["p99_ms"], 3.0)

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_our_own_programs(self) -> None:
        loads = ("start", "connections.1000", "latency.open", "clients.produce_in_bulk", "clients.consume_message_by_message")
        results = self.run_loads(*loads)
        self.assertEqual({one.why for one in results.outcomes.values() if one.state is State.FAILED}, set())
        self.assertGreater(results.measured("connections.1000", "klog")[1].figures["rate"], 0)
        open_loop = results.measured("latency.open", "klog")[1]
        self.assertEqual(set(open_loop.histograms), {"own10", "own50", "own80", "at1000", "at10000", "at50000"})
        self.assertEqual(open_loop.histograms["at1000"].count, 1_000)
        self.assertGreater(results.measured("clients.produce_in_bulk", "klog")[1].figures["own_cpu"], 0)


class KilledTests(SuiteCase):
    """``kill -9`` in the middle of a step."""

    def command(self, rounds: int = 1) -> list[str]:
        words = [sys.executable, "-m", "klog", "bench", "suite", "--busy", "--size", "smoke", "--rounds", str(rounds), "--against", ""]
        return [*words, "--only", "bulk", "--out", self.path, "--dir", str(self.scratch)]

    @staticmethod
    def families(process: subprocess.Popen[bytes]) -> set[int]:
        from klog.cli.suite.host.machine import Machine

        return Machine().family(process.pid)

    def test_nothing_is_left_and_it_goes_on(self) -> None:
        with fake_peers.wrong("hangs"):
            process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=peers.ROOT)
        self.addCleanup(process.kill)
        until = time.monotonic() + 60
        while not any(self.scratch.glob(f"{PREFIX}*/step-*/tools/tool-0.log")) or len(self.families(process)) < 5:
            self.assertLess(time.monotonic(), until)
            self.assertIsNone(process.poll())
            time.sleep(0.05)
        family = self.families(process) - {process.pid}
        process.send_signal(signal.SIGKILL)
        process.wait()
        while left := [pid for pid in family if _lives(pid)]:
            self.assertLess(time.monotonic(), until, f"{left} outlive the suite")
            time.sleep(0.05)
        self.assertEqual(read_results(self.path).done, set())
        self.assertEqual(len(list(self.scratch.glob(f"{PREFIX}*"))), 1, "what it wrote is still there")
        done = subprocess.run(self.command(), capture_output=True, cwd=peers.ROOT, timeout=300, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Took away what 1 killed run had left", done.stderr)
        self.assertEqual(len(read_results(self.path).done), 2)
        self.assertEqual(list(self.scratch.iterdir()), [])

    def test_ctrl_c_ends_what_was_started_and_keeps_what_is_done(self) -> None:
        # So many rounds that there is more to do, however late this process looks.
        process = subprocess.Popen(self.command(rounds=9), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=peers.ROOT)
        self.addCleanup(process.kill)
        assert process.stderr is not None
        self.addCleanup(process.stderr.close)
        until = time.monotonic() + 60
        while not pathlib.Path(self.path).exists() or '"measured"' not in pathlib.Path(self.path).read_text():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), 130)
        self.assertGreaterEqual(len(read_results(self.path).done), 1)
        self.assertEqual(list(self.scratch.iterdir()), [])


def _lives(pid: int) -> bool:
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "twenty minutes: make soak")
class RealPeersTests(SuiteCase):
    """With Apache Kafka itself, and whatever other peers there are, a few records each."""

    def test_every_load_runs(self) -> None:
        peers.kafka("4.3.1")
        os.environ[SCRIPTS] = str(peers.SCRIPTS)
        results = self.run_loads(*LOADS, against=QUEUES)
        failed = {key: one.why for key, one in results.outcomes.items() if one.state is State.FAILED}
        self.assertEqual(failed, {})
