"""What a pull tells the audit: as many rows as were committed, once, however often a job is killed."""

from __future__ import annotations

import random
import tempfile
import time
import unittest
from collections import Counter
from typing import Any
from unittest import mock

from klog.arrow.window_counts import ELSEWHERE
from klog.audit.cells import AUDIT_TOPIC, Tier, Writer
from klog.audit.counting import CellBook, writer_of_brokers
from klog.audit.ledger import Ledger
from klog.audit.windows import UNTIMED
from klog.client.blocking.producer import BlockingProducer
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.pull.errors import PullError
from klog.pull.job import PullResult, pull
from klog.pull.settings import PullSettings
from klog.testing.embedded import Broker
from tests.pull.in_process_runner import InProcessRunner
from tests.pull.rig import Died, Disk, MemoryFiles, World, run_job, settings_of, written

_WINDOW_MS = 60_000
_NOW_MS = 1_700_000_000_000


class Teller:
    """The audit topic, and what writes to it."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.refuses = False
        self.now_ms = _NOW_MS
        self._open: list[tuple[bytes | None, bytes | None]] = []

    def send(self, topic: str, value: bytes | None, *, key: bytes | None = None) -> None:
        assert topic == AUDIT_TOPIC
        self._open.append((key, value))

    def flush(self) -> None:
        if self.refuses:
            raise KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "nobody knows it")
        for key, value in self._open:
            self.ledger.add(key, value, self.now_ms)
        self._open.clear()

    def close(self) -> None:
        self._open.clear()

    def sums(self) -> dict[str, int]:
        assert self.ledger.unreadable == 0, self.ledger.faults
        found: Counter[str] = Counter()
        for cell in self.ledger.cells:
            found[cell.key.topic] += cell.count
        return dict(found)


def small_world() -> World:
    world = World()
    world.make("a", 2)
    world.make("b")
    world.write("a", 0, 10)
    world.write("a", 1, 3)
    world.write("b", 0, 5)
    return world


def rows_of(world: World) -> dict[str, int]:
    found: Counter[str] = Counter()
    for (topic, _), pairs in written(world).items():
        found[topic] += len(pairs)
    return dict(found)


class JobTests(unittest.TestCase):
    def setUp(self) -> None:
        self.teller = Teller()
        self.disk, self.world = Disk(), small_world()

    def run_job(self, files: MemoryFiles | None = None, name: str = "lake", now_ms: int = _NOW_MS, **changes: Any) -> PullResult:
        settings = settings_of(audit=name, **changes)
        sender = lambda: self.teller  # noqa: E731
        return run_job(self.world, files or MemoryFiles(self.disk), settings, make_sender=sender, wall_clock=lambda: now_ms / 1000)

    def test_what_was_committed_is_told_once(self) -> None:
        self.run_job()
        self.assertEqual(self.teller.sums(), rows_of(self.world))
        self.run_job()
        self.world.write("b", 0, 4)
        self.run_job()
        self.assertEqual(self.teller.sums(), rows_of(self.world))
        [(state, _)] = self.teller.ledger._states.values()
        self.assertEqual((state.through_ms, state.interval_ms, state.has_ended, state.begun_ms), (_NOW_MS, 0, False, 0))

    def test_which_topics_it_takes_is_told_with_each_run_and_stays(self) -> None:
        def presences() -> dict[str, int]:
            return {key.topic: one.begun_ms for key, (one, _) in self.teller.ledger._presences.items()}

        self.run_job(now_ms=_NOW_MS)
        self.assertEqual(presences(), {"a": _NOW_MS, "b": _NOW_MS})
        self.world.make("c")
        self.world.write("c", 0, 2)
        later_ms = _NOW_MS + 86_400_000
        for _ in range(2):
            self.run_job(now_ms=later_ms, topics=("a", "b", "c"))
        self.assertEqual(presences(), {"a": _NOW_MS, "b": _NOW_MS, "c": later_ms})
        # One key each: compaction leaves one record.
        self.assertEqual(len(self.teller.ledger._presences), 3)

    def test_a_pull_that_counts_nothing_has_lost_everything(self) -> None:
        """Its second run is the first that has to have what came since the first."""
        broker = CellBook(writer_of_brokers("one", "b"), "h", _WINDOW_MS, begun_ms=1, interval_ms=10_000)
        day_ms = 86_400_000
        for day in range(2):
            now_ms = _NOW_MS + day * day_ms
            self.teller.now_ms = now_ms
            with mock.patch("klog.pull.audit.window_cells", return_value=[]):
                self.run_job(now_ms=now_ms)
            self.world.write("b", 0, 5)
            broker.cell("b", now_ms + 600_000, "p", "").count += 5
            for key, value in broker.report(now_ms + 660_000).records:
                self.teller.ledger.add(key, value, now_ms + 660_000)
        now_ms = _NOW_MS + 2 * day_ms
        for key, value in broker.report(now_ms).records:
            self.teller.ledger.add(key, value, now_ms)
        edges = self.teller.ledger.balance(now_ms, grace_ms=_WINDOW_MS).edges
        self.assertEqual([(edge.judgment.verdict.value, edge.sent.must) for edge in edges], [("missing", 5), ("late", 5)])

    def test_a_job_that_is_killed_at_any_step_leaves_it_to_the_next(self) -> None:
        steps = 0
        while True:
            self.setUp()
            self.run_job()
            self.world.write("a", 1, 9)
            steps += 1
            files = MemoryFiles(self.disk, die_at=steps)
            try:
                self.run_job(files)
            except Died:
                pass
            else:
                break
            self.disk.cut_power(random.Random(steps))
            self.world.write("b", 0, 2)
            self.run_job()
            self.assertEqual(self.teller.sums(), rows_of(self.world), steps)
        self.assertGreater(steps, 10)

    def test_what_could_not_be_told_goes_with_the_next_run(self) -> None:
        self.teller.refuses = True
        for _ in range(3):
            self.world.write("b", 0, 2)
            self.assertIn("go with the next run", self.run_job().notices[-1])
        self.assertEqual(self.teller.sums(), {})
        self.teller.refuses = False
        self.assertEqual(self.run_job().notices, ())
        self.assertEqual(self.teller.sums(), rows_of(self.world))

    def test_what_did_not_begin_at_the_beginning_says_since_when_it_counts(self) -> None:
        self.run_job(starting="latest")
        self.world.write("b", 0, 2)
        self.run_job(starting="latest")
        self.assertEqual(self.teller.sums(), {"b": 2})
        [(state, _)] = self.teller.ledger._states.values()
        self.assertEqual(state.begun_ms, _NOW_MS)

    def test_an_audited_target_stays_audited_and_no_other_becomes_it(self) -> None:
        self.run_job()
        for name in ("", "pond"):
            with self.assertRaisesRegex(PullError, "begun as the sink 'lake' of the audit"):
                self.run_job(name=name)
        self.setUp()
        self.run_job(name="")
        self.assertEqual(self.teller.sums(), {})
        with self.assertRaisesRegex(PullError, "begun without the audit"):
            self.run_job()
        with self.assertRaisesRegex(ConfigError, "no room for the counts"):
            settings_of(audit="lake", format="delta")


class WindowTests(unittest.TestCase):
    def test_what_found_no_window_may_be_in_any(self) -> None:
        disk, world, teller = Disk(), small_world(), Teller()
        with mock.patch("tests.pull.rig.WINDOW", ELSEWHERE):
            run_job(world, MemoryFiles(disk), settings_of(audit="lake"), make_sender=lambda: teller)
        self.assertEqual(teller.sums(), rows_of(world))
        self.assertEqual({(cell.key.window, cell.key.writer.is_rest) for cell in teller.ledger.cells}, {(UNTIMED, True)})


class BalanceTests(unittest.TestCase):
    """A sink that works in rounds, beside brokers that tell every ten seconds."""

    def judged(self, pulled: int, through_ms: int, now_ms: int, stored: int = 10) -> str:
        ledger = Ledger()
        broker = CellBook(writer_of_brokers("c", "b"), "h", _WINDOW_MS, begun_ms=0, interval_ms=10_000)
        broker.cell("t", _NOW_MS, "p", "").count += stored
        for key, value in broker.report(_NOW_MS + 10_000).records:
            ledger.add(key, value, _NOW_MS + 10_000)
        sink = CellBook(Writer(Tier.SINK, "lake", "c", "x", "", "g"), "h", _WINDOW_MS, begun_ms=0, interval_ms=0)
        sink.cell("t", _NOW_MS).count += pulled
        for key, value in sink.report(through_ms + 3_000, through_ms).records:
            ledger.add(key, value, through_ms + 3_000)
        for key, value in broker.report(now_ms).records:
            ledger.add(key, value, now_ms)
        return ledger.balance(now_ms, grace_ms=_WINDOW_MS).edges[-1].judgment.verdict.value

    def test_nothing_is_expected_between_its_runs(self) -> None:
        day_ms = 86_400_000
        # It ran before the records came, or before brokers had told of them.
        self.assertEqual(self.judged(5, _NOW_MS - 5_000, _NOW_MS + day_ms), "late")
        self.assertEqual(self.judged(5, _NOW_MS + 5_000, _NOW_MS + 100 * day_ms), "late")
        # It ran after it.
        self.assertEqual(self.judged(10, _NOW_MS + day_ms, _NOW_MS + 2 * day_ms), "complete")
        self.assertEqual(self.judged(9, _NOW_MS + day_ms, _NOW_MS + 2 * day_ms), "missing")
        self.assertEqual(self.judged(11, _NOW_MS + day_ms, _NOW_MS + 2 * day_ms), "duplicate")


class BrokerTests(unittest.TestCase):
    """The whole way: klog's broker counts, a pull writes Parquet, and what both tell balances."""

    def test_what_is_in_the_files_is_what_brokers_have_counted(self) -> None:
        properties = {"klog.audit.counts": "true", "klog.audit.counts.interval.ms": "100"}
        with Broker(properties=properties) as broker, tempfile.TemporaryDirectory() as folder:
            broker.create_topics({"t": 2})
            broker.messages(AUDIT_TOPIC, at_least=1)
            with BlockingProducer(broker.bootstrap, client_id="web") as producer:
                for number in range(1_000):
                    producer.send("t", b"%d" % number, timestamp_ms=_NOW_MS + number * 2_000)
                producer.send("t", b"no time", timestamp_ms=0)
            settings = PullSettings(
                client=ClientSettings(bootstrap_servers=broker.bootstrap, client_id="loader"),
                target=f"{folder}/lake",
                topics=("t",),
                audit="lake",
            )
            result = pull(settings, InProcessRunner())
            self.assertEqual((result.rows, result.notices), (1_001, ()))
            until_s = time.monotonic() + 60
            counts = self.counts(broker)
            while sum(counts[Tier.BROKER].values()) < 1_001 and time.monotonic() < until_s:
                time.sleep(0.02)
                counts = self.counts(broker)
            sink = counts[Tier.SINK]
            self.assertEqual((sum(sink.values()), sink[UNTIMED.start_ms]), (1_001, 1))
            self.assertGreaterEqual(len(sink), 4)
            self.assertEqual(counts[Tier.BROKER], sink)

    def counts(self, broker: Broker) -> dict[Tier, Counter[int]]:
        ledger = Ledger()
        for message in broker.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual((ledger.unreadable, ledger.forged), (0, []))
        found: dict[Tier, Counter[int]] = {Tier.BROKER: Counter(), Tier.SINK: Counter()}
        for cell in ledger.cells:
            found[cell.key.writer.tier][cell.start_ms] += cell.count
        return found
