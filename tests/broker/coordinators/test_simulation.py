"""Simulated lives of a coordinator of made-up things; and the simulation itself.

Which are lived here: `tests.seeds`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.replay import Replay
from klog.broker.coordinators.shard import CoordinatorShard
from tests.broker.coordinators import counters
from tests.broker.coordinators.counters import CounterDeletions, CounterShard
from tests.broker.coordinators.simulation import Simulation
from tests.seeds import Seeds

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(40, in_soak=400)


def _live(seed: int) -> Simulation:
    """In every third life the broker's threads take virtual time."""
    return Simulation(seed, interleaved=seed % 3 == 2).run()


class SimulationTests(SynchronousTestCase):
    """All seeds."""

    def test_seeds(self) -> None:
        happened: dict[str, int] = {}
        for seed in SEEDS:
            for what, count in _live(seed).counted.items():
                happened[what] = happened.get(what, 0) + count
        if not SEEDS.is_one:
            for what in ("add", "read", "expired", "loaded", "resigned", "elected", "stop", "kill", "power cut", "refused"):
                self.assertGreater(happened.get(what, 0), len(SEEDS), what)


class PowerTests(SynchronousTestCase):
    """The simulation finds what is broken, and is the same each time."""

    def test_repeatable(self) -> None:
        for seed in (1, 2):
            self.assertEqual(_live(seed).events, _live(seed).events)

    def finds(self, most: int = 40) -> str:
        """What the first of some seeds finds that finds something."""
        for seed in range(most):
            try:
                _live(seed)
            except AssertionError as error:
                self.flushLoggedErrors()
                return str(error)
        return "nothing"

    def test_what_expires_is_decided_in_one_step_and_written_in_another(self) -> None:
        def expire(shard: CounterShard) -> Iterator[None]:
            gone = CounterDeletions(shard)
            for name in list(shard.counts):
                gone.look(name)
                yield
            gone.write()

        self.patch(CounterShard, "expire", expire)
        self.assertIn("has gone at", self.finds())

    def test_an_older_record_wins(self) -> None:
        def take_record(replay: Replay, offset: int, key: bytes, value: bytes | None) -> None:
            replay.newest.setdefault(key, value)

        self.patch(Replay, "take_record", take_record)
        self.assertIn("has been read as", self.finds())

    def test_a_kind_of_records_is_not_read(self) -> None:
        apply = CoordinatorShard.apply

        def forgetful(shard: CoordinatorShard[Any], key: Any, value: Any, producer_id: int = -1) -> bool:
            is_owner = isinstance(key, counters.OwnerKey) and not shard.log.end - shard.log.settled and "loaded" not in shard.heard  # type: ignore[attr-defined]
            return not is_owner and apply(shard, key, value, producer_id)

        self.patch(CoordinatorShard, "apply", forgetful)
        self.assertIn("without its owner", self.finds())

    def test_answers_that_do_not_wait_for_their_flush(self) -> None:
        def at_once(acknowledged: Deferred[None] | None, answer: Any) -> Any:
            if acknowledged is not None:
                acknowledged.addErrback(lambda failure: None)
            return answer

        self.patch(counters, "when_acknowledged", at_once)
        self.assertIn("was told", self.finds())

    def test_tombstones_that_are_not_applied(self) -> None:
        write = CoordinatorShard.write
        self.patch(CoordinatorShard, "write", lambda shard, records, **more: write(shard, records, apply=all(one.value for one in records)))
        self.assertNotEqual(self.finds(), "nothing")
