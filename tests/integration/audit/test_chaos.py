"""The audit raises no false alarm, whatever happens to three brokers, producers and the members of a group.

An hour in `make soak`, or as many seconds as ``KLOG_AUDIT_SECONDS`` says; a few seconds otherwise, with each misfortune once. ``KLOG_SEED``
repeats a plan.
"""

from __future__ import annotations

import collections
import os
import pathlib
import tempfile
import time
import unittest
from typing import ClassVar

import pytest

from klog.audit.balance import Edge
from klog.audit.cells import Tier
from klog.audit.latencies import Latencies
from klog.audit.sides import Side
from klog.audit.verdicts import Arrived, Judgment, Sent, Verdict
from klog.audit.windows import Window
from tests import peers
from tests.integration.audit.chaos import ASSIGNMENT, ONCE, AuditChaos, Misfortune, Watch, make_plan, settings
from tests.integration.audit.judge import KEPT, ROLES, TOPIC, Truth, fault, is_present, may_be_unknown, verdict_counts
from tests.integration.replica_cluster import ReplicaCluster
from tests.integration.zookeepers import RealZooKeeper

SECONDS = int(os.environ.get("KLOG_AUDIT_SECONDS") or (3_600 if peers.SOAK else 7))
IS_LONG = SECONDS >= 360
WINDOW_MS, INTERVAL_MS = (10_000, 1_000) if IS_LONG else (2_000, 500)
#: Whose clocks are wrong is judged when those windows are over, too.
LATER_MS = 4 * 3_600_000


class PlanTests(unittest.TestCase):
    """The plan itself."""

    def test_plans(self) -> None:
        for seed in range(50):
            self.assertEqual({step.what for step in make_plan(seed, 8.0)}, set(ONCE))
            hour = make_plan(seed, 3_600.0)
            self.assertEqual(hour, make_plan(seed, 3_600.0))
            self.assertEqual({step.what for step in hour}, set(Misfortune))
            self.assertEqual(sorted(step.at_s for step in hour), [step.at_s for step in hour])
            self.assertLess(hour[-1].at_s, 3_600)
            self.assertGreater(collections.Counter(step.what for step in hour)[Misfortune.BROKER_DIES], 9)


class JudgeTests(unittest.TestCase):
    """The judge of the verdicts: made ones, right and wrong."""

    window = Window(10_000_000_000_000, 10_000_000_010_000)

    def truth(self, **changes: int) -> Truth:
        truth = Truth()
        where = "web", self.window
        for name, count in {"tried": 12, "acknowledged": 10, "written": 11, **changes}.items():
            if name in ("handed", "read"):
                getattr(truth, name)[self.window] = count
            else:
                getattr(truth, name)[where] = count
        return truth

    def edge(self, verdict: Verdict, missing: int = 0, duplicate: int = 0, **changes: int) -> Edge:
        told = {"must": 10, "may": 12, "least": 11, **changes}
        return Edge(
            datacenter="c",
            topic=TOPIC,
            window=self.window,
            sender=Side(Tier.PRODUCER, "web"),
            receiver=Side(Tier.BROKER, "web"),
            sent=Sent(told["must"], told["may"]),
            arrived=Arrived(told["least"], told["least"]),
            judgment=Judgment(verdict, missing, duplicate),
            latencies=Latencies(),
        )

    def test_producers(self) -> None:
        complete, unknown = self.edge(Verdict.COMPLETE), self.edge(Verdict.UNKNOWN)
        self.assertEqual(fault(complete, self.truth(), is_last=True), "")
        self.assertEqual(fault(unknown, self.truth(acknowledged=8, unresolved=2), is_last=True), "")
        for edge, changes in (
            (complete, {"acknowledged": 11}),
            (complete, {"acknowledged": 9}),
            (complete, {"written": 12}),
            (complete, {"lost": 1}),
            (complete, {"tried": 11}),
            (unknown, {"acknowledged": 9}),
            (unknown, {"tried": 11}),
            (self.edge(Verdict.MISSING, missing=1), {}),
            (self.edge(Verdict.MISSING, missing=2), {"lost": 1}),
            (self.edge(Verdict.DUPLICATE, duplicate=1), {}),
            (self.edge(Verdict.CHANGED), {}),
        ):
            self.assertNotEqual(fault(edge, self.truth(**changes), is_last=True), "", (edge, changes))
        self.assertEqual(fault(self.edge(Verdict.MISSING, missing=1), self.truth(lost=1), is_last=True), "")
        self.assertEqual(fault(self.edge(Verdict.DUPLICATE, duplicate=1), self.truth(doubled=1), is_last=True), "")
        # More may come.
        self.assertEqual(fault(complete, self.truth(acknowledged=11, written=12), is_last=False), "")

    def test_readers(self) -> None:
        def reader(verdict: Verdict, missing: int = 0, duplicate: int = 0, must: int = 11, least: int = 11) -> Edge:
            made = self.edge(verdict, missing, duplicate, must=must, may=must, least=least)
            return Edge(
                **{
                    **{name: getattr(made, name) for name in made.__slots__},
                    "sender": Side(Tier.BROKER, ""),
                    "receiver": Side(Tier.CONSUMER, "billing"),
                }
            )

        complete = reader(Verdict.COMPLETE)
        self.assertEqual(fault(complete, self.truth(handed=11, read=11), is_last=True), "")
        for edge, handed, read in (
            (complete, 12, 11),
            (complete, 10, 10),
            (complete, 11, 10),
            (reader(Verdict.COMPLETE, must=10), 11, 11),
            (reader(Verdict.UNKNOWN, least=12), 11, 11),
            (reader(Verdict.MISSING, missing=1), 11, 11),
            (reader(Verdict.DUPLICATE, duplicate=2), 12, 11),
            (reader(Verdict.CHANGED), 11, 11),
        ):
            self.assertNotEqual(fault(edge, self.truth(handed=handed, read=read), is_last=True), "", (edge, handed, read))
        self.assertEqual(fault(reader(Verdict.MISSING, missing=1, least=10), self.truth(handed=10, read=10), is_last=True), "")
        self.assertEqual(fault(reader(Verdict.DUPLICATE, duplicate=1), self.truth(handed=12, read=11), is_last=True), "")

    def test_what_may_be_unknown(self) -> None:
        edge = self.edge(Verdict.UNKNOWN)
        start_ms = self.window.start_ms
        for after_ms, expected in {-130_000: False, -50_000: True, 25_000: True, 40_000: False}.items():
            self.assertEqual(may_be_unknown(edge, [start_ms + after_ms], 0), expected, after_ms)
        # Until a broker that was stopped in it has started again, and told.
        stop = (start_ms + 10_000, start_ms + 32_000)
        for after_ms, expected in {40_000: True, 66_000: True, 68_000: False}.items():
            self.assertEqual(may_be_unknown(edge, [start_ms + after_ms], 0, [stop]), expected, after_ms)
        self.assertFalse(may_be_unknown(edge, [start_ms + 100_000], 0, [(start_ms + 60_000, start_ms + 90_000)]))
        self.assertFalse(may_be_unknown(edge, [], 0, [stop]))


@pytest.mark.soak
class ChaosTests(unittest.TestCase):
    """The plan carried out."""

    zookeeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.zookeeper = RealZooKeeper.of_class(cls)

    def test_no_false_alarm(self) -> None:
        seed = peers.seed()
        print(f"KLOG_SEED={seed}, {SECONDS} s")
        with tempfile.TemporaryDirectory(prefix="klog-audit-") as folder:
            self.live(pathlib.Path(folder), seed)

    def live(self, folder: pathlib.Path, seed: int) -> None:
        with ReplicaCluster(self.zookeeper, "/audit", settings=settings(WINDOW_MS, INTERVAL_MS)) as cluster:
            cluster.create_topic(TOPIC, ASSIGNMENT)
            chaos = AuditChaos(cluster, folder, seed, window_ms=WINDOW_MS, interval_ms=INTERVAL_MS)
            watch = Watch(cluster.bootstrap, 20.0 if IS_LONG else 1.0, grace_ms=WINDOW_MS, settle_ms=INTERVAL_MS)
            try:
                begun_ms = time.time_ns() // 1_000_000
                chaos.begin()
                with watch:
                    chaos.run(make_plan(seed, SECONDS))
                    chaos.end()
                ended_ms = time.time_ns() // 1_000_000
                # The last window is over, and brokers have told.
                time.sleep((WINDOW_MS + 3 * INTERVAL_MS) / 1000)
                edges = watch.look()
                truth = chaos.truth()
            finally:
                chaos.kill_all()
        later = watch.ledger.balance(ended_ms + LATER_MS, grace_ms=0, settle_ms=0).edges
        faults = [f"{text}: {edge}" for edge in edges if (text := fault(edge, truth, is_last=True))]
        faults += [f"hours later: {text}: {edge}" for edge in later if (text := fault(edge, truth, is_last=True))]
        faults += [f"in between: {text}: {edge}" for edge in watch.alarms.values() if (text := fault(edge, truth, is_last=False))]
        faults += chaos.number_faults(watch.ledger, truth)
        present = [edge for edge in edges if is_present(edge, begun_ms + WINDOW_MS, ended_ms)]
        needless = [
            str(edge)
            for edge in present
            if edge.judgment.verdict in (Verdict.UNKNOWN, Verdict.OPEN, Verdict.LATE)
            and not may_be_unknown(edge, chaos.deaths_ms, 5_000, chaos.stops_ms)
        ]
        print(f"  {sum(truth.written.values())} records, {sum(truth.handed.values())} handed out")
        print(f"  {watch.looks} looks, {dict(watch.troubles)}")
        print(f"  {len(chaos.clients)} clients, {len(chaos.killed)} killed; {len(watch.alarms)} alarms in between")
        print(f"  lost {sum(truth.lost.values())}, maybe {sum(truth.maybe_lost.values())}, double {sum(truth.doubled.values())}")
        for name, counts in verdict_counts(edges).items():
            print(f"  {name}: {dict(counts)}; of the present {dict(verdict_counts(present).get(name, {}))}")
        self.assertEqual(faults[:20], [], f"{len(faults)} faults, KLOG_SEED={seed}")
        self.assertEqual(watch.ledger.unreadable, 0, watch.ledger.faults)
        self.assertEqual(set(chaos.done), set(Misfortune) if IS_LONG else set(ONCE))
        # What the cluster itself promises: else nothing above would mean anything.
        self.assertEqual(sum(count for (name, _), count in truth.lost.items() if name in KEPT), 0, "acknowledged, and lost")
        self.assertEqual(sum(count for (name, _), count in truth.doubled.items() if name in KEPT), 0, "written twice")
        self.assertEqual({edge.sender.name for edge in edges if edge.sender.tier is Tier.PRODUCER}, set(ROLES))
        self.assertTrue(any(edge.receiver.tier is Tier.CONSUMER for edge in edges))
        self.assertGreater(watch.looks, 1)
        if IS_LONG:
            self.assertEqual(needless[:20], [], f"{len(needless)} windows are not settled, and nobody had died, KLOG_SEED={seed}")
            for name in KEPT:
                # In few minutes a clock may be wrong by hours in all of them.
                told = verdict_counts(edge for edge in edges if edge.sender.name == name)
                self.assertGreater(sum(counts["complete"] for counts in told.values()), 0, name)


if __name__ == "__main__":
    unittest.main()
