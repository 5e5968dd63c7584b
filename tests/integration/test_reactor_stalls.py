"""The reactor never stalls: the heaviest work of a broker, each alone and all at once, while a probe measures its reactor's turns.

The test command does everything once at a small scale, and judges no time. `make soak` has five runs in full; see
`tests.integration.reactor_stalls`, which tells the whole table.
"""

from __future__ import annotations

import unittest

import pytest

from tests import peers
from tests.integration.reactor_stalls import FULL, MOST_GROWTH, MOST_MS, SMALL, Phase, Scale, judge, measure, tell


@pytest.mark.soak
class ReactorStallsTests(unittest.TestCase):
    """See the module."""

    def test_no_turn_is_long_whatever_goes_on(self) -> None:
        scale, runs = (FULL, 5) if peers.SOAK else (SMALL, 1)
        found = measure(scale, runs, [] if peers.SOAK else ["together"])
        table = tell(found, 3)
        for phases in found:
            for phase in phases:
                self.assertGreater(phase.turns, 0, phase.name)
                self.assertGreater(phase.beside["requests"], 0, phase.name)
                self._all_was_done(phase, scale)
            self.assertLessEqual({"readers", "members", "loaded", "delete", "churn"}, set(phases[-1].done))
        if peers.SOAK:
            print(f"\n{table}")
            judged = {one.name: one for one in judge(found)}
            bare = judged.pop("bare")
            for one in judged.values():
                # Where the machine itself keeps a server without work waiting, that much is not the broker's; nor what it does to a
                # bare server of files beside the same readers.
                machine_ms, machine_growth = one.bystander_ms, one.bystander_growth
                if one.name in ("readers", "together"):
                    machine_ms, machine_growth = max(machine_ms, bare.wall_ms), max(machine_growth, bare.growth)
                self.assertLessEqual(one.wall_ms, MOST_MS + machine_ms, f"{one.name}: {table}")
                self.assertLessEqual(one.growth, max(MOST_GROWTH, machine_growth), f"{one.name}: {table}")

    def _all_was_done(self, phase: Phase, scale: Scale) -> None:
        for load, result in phase.done.items():
            with self.subTest(phase=phase.name, load=load):
                match load:
                    case "readers":
                        self.assertGreater(result["least_answers"], 0)
                        self.assertGreater(result["bytes"], 0)
                    case "members":
                        self.assertEqual((result["members"], result["partitions"]), (scale.members, scale.wide))
                    case "loaded":
                        self.assertEqual(result["offsets"], scale.asked_offsets)
                    case "create" | "delete":
                        self.assertEqual(result["partitions"], scale.doomed)
                    case "churn":
                        self.assertGreater(result["batches"], 0)
                    case other:
                        self.fail(other)
