"""What becomes of an acknowledged record, by acks, min.insync.replicas, the flush rule, and what dies: each cell is a life of a cluster.

The cells stand in `docs/guarantees.md` as well, and a test compares them. Each scene is the worst that its words allow: with ``acks=1`` no
follower has fetched the record when its leader dies; with ``acks=all`` as many followers have fallen out of sync as min.insync.replicas
lets go; of the power that fails nothing outlives but what was synced; a disk comes back empty. Others are there before the one that died
comes back, and are elected where they may be.
"""

from __future__ import annotations

import itertools
import pathlib
import re

from twisted.trial.unittest import SynchronousTestCase

from klog.testing.filesystem import Survival
from tests.broker.cluster_lives.scene import NAME, Scene

DOCUMENT = pathlib.Path(__file__).parents[3] / "docs" / "guarantees.md"
ACKS = ("1", "all")
MIN_IN_SYNC = (1, 2)
FLUSH_RULE = (False, True)
DEATHS = ("process", "power", "disk", "all power")
#: What becomes of it, by (acks, min.insync.replicas, flush rule), for each of `DEATHS`.
CELLS = {
    ("1", 1, False): ("lost", "lost", "lost", "lost"),
    ("1", 1, True): ("lost", "lost", "lost", "lost"),
    ("1", 2, False): ("lost", "lost", "lost", "lost"),
    ("1", 2, True): ("lost", "lost", "lost", "lost"),
    ("all", 1, False): ("kept", "lost", "lost", "lost"),
    ("all", 1, True): ("kept", "kept", "lost", "kept"),
    ("all", 2, False): ("kept", "kept", "kept", "lost"),
    ("all", 2, True): ("kept", "kept", "kept", "kept"),
}
RECORD = b"acknowledged"


class DurabilityTableTests(SynchronousTestCase):
    """`CELLS`, one after the other."""

    def look(self, acks: str, min_in_sync: int, flush_rule: bool, death: str) -> str:
        """The scene of a cell; what has become of the record."""
        scene = Scene(min_in_sync=min_in_sync, flush_rule=flush_rule)
        cluster, leader = scene.cluster, scene.leader
        if acks == "1":
            scene.leave_behind(*scene.others)
            scene.send(RECORD, acks=1)
            self.assertEqual(len(scene.in_sync), 3, "they are in sync, and have not fetched it")
        else:
            scene.fall_out(*scene.others[: 3 - min_in_sync])
            self.assertEqual(len(scene.in_sync), min_in_sync)
            scene.send(RECORD)
        match death:
            case "process":
                cluster.kill(leader)
            case "power":
                cluster.power_cut(leader, Survival.NOTHING)
            case "disk":
                cluster.replace_disk(leader)
            case _:
                for number in sorted(cluster.brokers):
                    cluster.power_cut(number, Survival.NOTHING)
        # Whoever else is there goes on, if he may.
        cluster.join()
        for number in scene.others:
            cluster.start_broker(number)
        cluster.advance(20)
        scene.mend()
        scene.until_in_sync()
        self.assertIn(scene.until_led(), cluster.brokers)
        found = scene.read()
        self.assertLessEqual(found.count(RECORD), 1)
        # It goes on.
        scene.send(b"afterwards")
        self.assertEqual(scene.read(), [*found, b"afterwards"])
        ends = {broker.service.broker.partitions.replica(*NAME).log.end_offset for broker in cluster.brokers.values()}
        self.assertEqual(ends, {len(found) + 1}, "all copies are equal")
        scene.end()
        return "kept" if RECORD in found else "lost"

    def test_the_document(self) -> None:
        """Says the same."""
        wanted = [
            f"| {acks} | {min_in_sync} | {'yes' if flush_rule else 'no'} | {' | '.join(cells)} |"
            for (acks, min_in_sync, flush_rule), cells in CELLS.items()
        ]
        lines = [re.sub(r"[¹²³*]", "", line) for line in DOCUMENT.read_text("utf-8").splitlines()]
        for line in wanted:
            self.assertIn(line, lines)


def _add(acks: str, min_in_sync: int, flush_rule: bool, death: str, outcome: str) -> None:
    def test(self: DurabilityTableTests) -> None:
        self.assertEqual(self.look(acks, min_in_sync, flush_rule, death), outcome)

    rule = "flushed" if flush_rule else "not_flushed"
    test.__name__ = f"test_acks_{acks}_min_{min_in_sync}_{rule}_{death.replace(' ', '_')}"
    setattr(DurabilityTableTests, test.__name__, test)


for (_acks, _min_in_sync, _flush_rule), _cells in CELLS.items():
    for _death, _outcome in zip(DEATHS, _cells, strict=True):
        _add(_acks, _min_in_sync, _flush_rule, _death, _outcome)
assert list(CELLS) == list(itertools.product(ACKS, MIN_IN_SYNC, FLUSH_RULE))
