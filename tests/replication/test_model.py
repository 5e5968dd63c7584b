"""The decisions of `klog.replication` under random histories, and known bugs that are put back and found.

`model.Model` draws a history from a seed and holds the invariants of the TLA+ specifications after every step. Three kinds of histories:
processes that die, machines that lose their power under the flush rule, and elections of replicas that are not in sync (where logs must
become the same again, whatever was lost).

`MISTAKES` is the table of bugs that brokers have had. A quarter of them is put back in every run, and found: within so many histories, or,
where it takes too many coincidences, in one that is told step by step (`scenes`). `make soak` puts all of them back, lives more histories,
and prints after how many of them each bug was found.
"""

from __future__ import annotations

import contextlib
import dataclasses
import unittest
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from unittest import mock

import pytest

from klog.errors import ErrorCode
from klog.replication.control import ControlEpochs, Known
from klog.replication.follower import Act, Asked
from klog.replication.follower import what_follows as right_what_follows
from klog.replication.high_watermark import next_high_watermark as right_next_high_watermark
from klog.replication.in_sync import AlterPartitionAnswer, InSyncReplicas, Outcome
from klog.replication.in_sync import answered as right_answered
from klog.replication.in_sync import may_join as right_may_join
from klog.replication.progress import FollowerProgress
from klog.replication.truncation import Cut, EpochEnd, EpochLookup
from tests import peers
from tests.replication import model, scenes
from tests.replication.model import Broken, Habits, Model
from tests.replication.scenes import Scene

#: Histories of each kind that hold.
GOOD_SEEDS = 4000 if peers.SOAK else 40
STEPS = 250
#: Histories within which a mistake is found, and how many mistakes are put back in a run that is not a soak: every fourth.
MOST_SEEDS = 2000
SHARE = 1 if peers.SOAK else 4


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A bug that is put back.

    :ivar habits: acts of the model's that are done wrong.
    :ivar decisions: names in `model`, and what stands there instead.
    :ivar options: of the histories that it is looked for in.
    :ivar scene: of `scenes`: where it is found if not by chance.
    """

    bug: str
    what: str
    habits: Mapping[str, bool] = dataclasses.field(default_factory=dict)
    decisions: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    scene: Callable[[Scene], None] | None = None


def _cut_by_offset_alone(leader: EpochEnd, log: EpochLookup, log_end: int, fetching_began: int) -> Cut:
    return Cut(min(leader.end_offset, log_end), True)


def _join_at_the_watermark(
    state: InSyncReplicas, replica: int, progress: FollowerProgress, *, high_watermark: int, epoch_start: int, is_alive: bool
) -> bool:
    return is_alive and not state.is_changing and replica not in state.committed and progress.end_offset >= high_watermark


def _join_though_not_live(
    state: InSyncReplicas, replica: int, progress: FollowerProgress, *, high_watermark: int, epoch_start: int, is_alive: bool
) -> bool:
    return right_may_join(state, replica, progress, high_watermark=high_watermark, epoch_start=epoch_start, is_alive=True)


def _apply_what_comes_late(code: int, is_diverging: bool, asked: Asked, now: Asked | None) -> Act:
    return right_what_follows(code, is_diverging, asked, asked if now is None else now._replace(leader_epoch=asked.leader_epoch))


def _apply_what_came_for_another_offset(code: int, is_diverging: bool, asked: Asked, now: Asked | None) -> Act:
    return right_what_follows(code, is_diverging, asked, now and now._replace(offset=asked.offset))


def _apply_what_came_for_another_epoch(code: int, is_diverging: bool, asked: Asked, now: Asked | None) -> Act:
    return right_what_follows(code, is_diverging, asked, now and now._replace(leader_epoch=asked.leader_epoch))


def _obey_late_stops(leader_epoch: int, known: Known | None) -> ErrorCode:
    return ErrorCode.NONE


def _answered_in_any_state(current: InSyncReplicas, asked: InSyncReplicas, answer: AlterPartitionAnswer) -> tuple[Outcome, InSyncReplicas]:
    outcome, state = right_answered(asked, asked, answer)
    return outcome, dataclasses.replace(state, leader_epoch=current.leader_epoch)


def _same_epoch_is_stale(current: InSyncReplicas, asked: InSyncReplicas, answer: AlterPartitionAnswer) -> tuple[Outcome, InSyncReplicas]:
    if answer.code is ErrorCode.NONE and answer.partition_epoch == current.partition_epoch:
        return Outcome.WAIT, current
    return right_answered(current, asked, answer)


def _refused_means_not_done(current: InSyncReplicas, asked: InSyncReplicas, answer: AlterPartitionAnswer) -> tuple[Outcome, InSyncReplicas]:
    """Any error takes the state back, though the change may have been made."""
    if answer.code is not ErrorCode.NONE and current == asked:
        return Outcome.REFUSED, dataclasses.replace(current, proposed=None)
    return right_answered(current, asked, answer)


def _keep_offsets_of_any_leadership(old_leader_epoch: int, new_leader_epoch: int) -> bool:
    return True


class _CommittedAlone(InSyncReplicas):
    """Who joins does not count before the answer."""

    __slots__ = ()

    @property
    def maximal(self) -> tuple[int, ...]:
        return self.committed


class _ProposedAlone(InSyncReplicas):
    """Who leaves does not count from the question on."""

    __slots__ = ()

    @property
    def maximal(self) -> tuple[int, ...]:
        return self.committed if self.proposed is None else self.proposed


class _TimeAlone(FollowerProgress):
    """Who has everything is thrown out when it has not fetched for long."""

    __slots__ = ()

    def is_caught_up(self, leader_end: int, now_ms: int, lag_ms: int) -> bool:
        return now_ms - self.last_caught_up_ms <= lag_ms


class _EndAlone(FollowerProgress):
    """Who is always a little behind is thrown out."""

    __slots__ = ()

    def fetched(self, offset: int, start_offset: int, leader_end_before_read: int, now_ms: int) -> bool:
        self._last_fetch_leader_end = 1 << 60
        return super().fetched(offset, start_offset, leader_end_before_read, now_ms)


class _ObeysEarlierLives(ControlEpochs):
    """The broker's epoch is not looked at."""

    def check(self, controller_epoch: int, broker_epoch: int, our_broker_epoch: int) -> ErrorCode:
        return super().check(controller_epoch, -1, our_broker_epoch)


def _go_on_with_too_few(*arguments: Any, **options: Any) -> int:
    options["min_in_sync"] = 1
    return right_next_high_watermark(*arguments, **options)


POWER = {"power_cuts": True}
MISTAKES = (
    Mistake("KIP-101", "a new follower cuts to its high watermark", {"trusts_its_log": False}),
    Mistake(
        "KAFKA-6361 (KIP-279)",
        "logs are cut by the leader's offset alone, and not compared again",
        {"compares_again": False},
        {"where_to_cut": _cut_by_offset_alone},
    ),
    Mistake("KIP-320", "a leader does not look at the epoch that a fetch names", {"fences_fetches": False}, scene=scenes.late_fetch),
    Mistake(
        "KAFKA-7128",
        "a follower joins at the high watermark of a new leader",
        decisions={"may_join": _join_at_the_watermark},
        scene=scenes.new_leader_with_an_old_watermark,
    ),
    Mistake("KAFKA-7164, 13161", "a newer epoch of the same leader: fetched on without comparing", {"restarts_at_same_leader": False}),
    Mistake("KAFKA-7415", "the epoch of a leadership without writes is not noted", {"notes_epoch_at_once": False}),
    Mistake("KAFKA-10706", "epochs stay when their records are cut", {"cuts_epochs": False}),
    Mistake("KAFKA-10432", "epoch 0 is forgotten by a restart", {"recovers_epoch_zero": False}, options={"often": ("move_leadership",)}),
    Mistake(
        "KAFKA-7786, 13207, 13266", "an answer counts though another is followed now", decisions={"what_follows": _apply_what_comes_late}
    ),
    Mistake("KAFKA-9491", "a log that begins anew leaves its watermark behind", {"watermark_goes_along": False}),
    Mistake("KAFKA-14704", "the watermark of an answer that tells to cut", {"cuts_before_watermark": False}),
    Mistake(
        "KAFKA-18723",
        "batches of a newer leader in an answer of the old one",
        {"stops_at_newer_epochs": False},
        {"what_follows": _apply_what_came_for_another_epoch},
    ),
    Mistake("KAFKA-8400", "a fetch that was refused moves the follower", {"counts_good_fetches_only": False}),
    Mistake("KAFKA-7152", "an idle follower that has everything is thrown out", decisions={"FollowerProgress": _TimeAlone}),
    Mistake(
        "KAFKA-4485",
        "a busy follower that is a little behind is thrown out",
        decisions={"FollowerProgress": _EndAlone},
        options={"often": ("look_after_isr",)},
    ),
    Mistake("KAFKA-12686", "an answer to AlterPartition counts after LeaderAndIsr", decisions={"answered": _answered_in_any_state}),
    Mistake("KAFKA-14144 (controller)", "a repeated AlterPartition is refused", {"controller_knows_repetitions": False}),
    Mistake("KAFKA-13091", "the watermark is not looked at after the answer", {"looks_after_answer": False}),
    Mistake(
        "KIP-497", "any refusal is taken for not done", decisions={"answered": _refused_means_not_done}, scene=scenes.refused_though_done
    ),
    Mistake("KIP-497", "who joins does not count before the answer", decisions={"InSyncReplicas": _CommittedAlone}),
    Mistake("KIP-497", "who leaves does not count from the question on", decisions={"InSyncReplicas": _ProposedAlone}),
    Mistake("KAFKA-10301", "followers' offsets are forgotten at an assignment", {"keeps_followers": False}),
    Mistake(
        "KAFKA-14140 (KIP-841)",
        "a dead broker comes back by its last fetch",
        {"controller_looks_who_lives": False},
        {"may_join": _join_though_not_live},
        {"often": ("stop_in_order",)},
    ),
    Mistake(
        "KAFKA-7235 (KIP-380)",
        "what was said to an earlier life is obeyed",
        decisions={"ControlEpochs": _ObeysEarlierLives},
        options={"often": ("stop_in_order",)},
    ),
    Mistake("KAFKA-9539 (KIP-570)", "a late StopReplica is obeyed", decisions={"check_stop_replica": _obey_late_stops}),
    Mistake("KAFKA-15583", "the watermark goes on with too few in sync", decisions={"next_high_watermark": _go_on_with_too_few}),
    Mistake("KIP-966", "a follower says it has what is not flushed", {"fetches_from_flushed_end": False}, options=POWER),
    Mistake("KIP-966", "a leader counts what is not flushed", {"counts_flushed_end": False}, options=POWER),
    Mistake(
        "(also Kafka 3.9's)",
        "followers' offsets outlive a leadership that was missed",
        decisions={"keeps_offsets": _keep_offsets_of_any_leadership},
        scene=scenes.missed_leadership,
    ),
    Mistake("–", "a follower's watermark lies beyond its log", {"watermark_within_log": False}),
)


def history(seed: int, habits: Habits | None = None, **options: Any) -> Model:
    """One history of three or four brokers, with a minimum in sync of one or two."""
    return Model(seed, brokers=3 + seed % 2, min_in_sync=1 + seed // 2 % 2, habits=habits, **options)


@contextlib.contextmanager
def put_back(mistake: Mistake) -> Iterator[Habits]:
    """Inside, the model decides as the bug did."""
    with contextlib.ExitStack() as stack:
        for name, wrong in mistake.decisions.items():
            stack.enter_context(mock.patch.object(model, name, wrong))
        yield Habits(**mistake.habits)


def seeds_until_found(mistake: Mistake, most: int = MOST_SEEDS) -> tuple[int, str] | None:
    """How many histories it took, and by which invariant it was found."""
    with put_back(mistake) as habits:
        for seed in range(most):
            try:
                history(seed, habits, **mistake.options).run(STEPS)
            except Broken as broken:
                return seed + 1, broken.args[0]
    return None


@pytest.mark.soak
class HistoryTests(unittest.TestCase):
    """The invariants hold."""

    def hold(self, **options: Any) -> None:
        first = peers.seed()
        for seed in range(first, first + GOOD_SEEDS):
            lived = history(seed, **options)
            try:
                lived.run(STEPS)
            except Broken as broken:
                told = "\n".join([*lived.trace[-60:], *map(repr, lived.brokers.values()), repr(lived.tree)])
                self.fail(f"KLOG_SEED={seed}: {broken}\n{told}")

    def test_processes_die(self) -> None:
        self.hold()

    def test_machines_lose_their_power(self) -> None:
        self.hold(power_cuts=True)

    def test_unclean_elections(self) -> None:
        self.hold(unclean=True)

    def test_the_same_seed_is_the_same_history(self) -> None:
        first, second = history(7), history(7)
        first.run(STEPS)
        second.run(STEPS)
        self.assertEqual(first.trace, second.trace)


class SceneTests(unittest.TestCase):
    """The histories that are told step by step hold, too."""

    def test_each(self) -> None:
        for mistake in MISTAKES:
            if mistake.scene is not None:
                with self.subTest(mistake.what):
                    mistake.scene(Scene(0))


@pytest.mark.soak
class MistakeTests(unittest.TestCase):
    """Every bug that is put back is found."""

    def test_each(self) -> None:
        for mistake in MISTAKES[peers.seed() % SHARE :: SHARE]:
            with self.subTest(mistake.what):
                if mistake.scene is not None:
                    with put_back(mistake) as habits, self.assertRaises(Broken) as caught:
                        mistake.scene(Scene(0, habits=habits))
                    found = f"told step by step | {caught.exception.args[0]}"
                else:
                    result = seeds_until_found(mistake)
                    self.assertIsNotNone(result, "it was not found")
                    assert result is not None
                    found = f"{result[0]} | {result[1]}"
                if peers.SOAK:
                    print(f"| {mistake.bug} | {mistake.what} | {found} |")


if __name__ == "__main__":
    unittest.main()
