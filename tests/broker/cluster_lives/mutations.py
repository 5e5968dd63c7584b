"""Known bugs of replication, put back into whole brokers: whether lives of clusters find them, and after how many.

``python -m tests.broker.cluster_lives.mutations`` lives until each is found, and prints the rows of the table in docs/guarantees.md;
`test_known_bugs` does so with a few seeds for those that are found soon, and with told scenes for others. The same bugs in the decisions
alone, over toy logs, are in `tests.replication.test_model`.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any
from unittest import mock

from klog.broker.fetching import fetch_reader
from klog.broker.following import fetcher, partition_answers
from klog.broker.following.fetcher import ReplicaFetcher
from klog.broker.following.followed_partition import State
from klog.broker.following.followed_partitions import FollowedPartitions
from klog.broker.following.partition_answers import PartitionAnswers
from klog.broker.replicas import leadership, replica_control
from klog.broker.replicas.leadership import Leadership
from klog.broker.replicas.partition import Partition
from klog.errors import ErrorCode
from klog.replication.control import ControlEpochs
from klog.replication.follower import Asked
from klog.replication.in_sync import InSyncReplicas
from klog.replication.progress import FollowerProgress
from klog.replication.truncation import Cut
from klog.storage.log.leader_epochs import LeaderEpochCache
from klog.storage.log.log import Log
from tests.broker.cluster_lives.life import Life, Plan

Patch = Callable[[], Any]


@dataclasses.dataclass(frozen=True)
class Mutation:
    """A bug.

    :ivar bug: its name, as in the table.
    :ivar what: what is wrong then.
    :ivar patch: a context manager in which it is there.
    :ivar flush_rule: whether it matters with the flush rule alone, or without it; None: both.
    """

    bug: str
    what: str
    patch: Patch
    flush_rule: bool | None = None


def _cuts_to_its_watermark() -> Any:
    add = ReplicaFetcher.add

    def mutated(self: ReplicaFetcher, partition: Partition, leader_epoch: int) -> None:
        add(self, partition, leader_epoch)
        followed = self._partitions.by_key[partition.topic_partition.topic, partition.topic_partition.partition]
        if partition.log.end_offset > partition.log.high_watermark and followed.state in (State.READY, State.FLUSHING):
            self._answers.truncate(followed, partition.log.high_watermark)

    return mock.patch.object(ReplicaFetcher, "add", mutated)


def _wanted_without_epoch() -> Any:
    wanted = fetcher.Wanted

    def mutated(topic: str, topic_id: Any, index: int, end: int, leader_epoch: int, latest_epoch: int, start: int) -> Any:
        return wanted(topic, topic_id, index, end, leader_epoch, -1, start)

    return mock.patch.object(fetcher, "Wanted", mutated)


def _joins_at_the_watermark() -> Any:
    may_join = leadership.may_join
    return mock.patch.object(leadership, "may_join", lambda *args, **kw: may_join(*args, **{**kw, "epoch_start": 0}))


def _joins_though_dead() -> Any:
    may_join = leadership.may_join
    return mock.patch.object(leadership, "may_join", lambda *args, **kw: may_join(*args, **{**kw, "is_alive": True}))


def _notes_no_epoch() -> Any:
    assign = Log.assign_leader_epoch
    return mock.patch.object(Log, "assign_leader_epoch", lambda self, epoch, note=False: assign(self, epoch))


def _takes_any_answer() -> Any:
    what_follows, take = partition_answers.what_follows, PartitionAnswers.take

    def mutated(code: int, is_diverging: bool, asked: Asked, now: Asked | None) -> Any:
        return what_follows(code, is_diverging, asked, None if now is None else asked)

    def take_any(self: PartitionAnswers, followed: Any, data: Any) -> None:
        if followed.asked is None:
            followed.asked = followed.now
        take(self, followed, data)

    found = contextlib.ExitStack()
    found.enter_context(mock.patch.object(partition_answers, "what_follows", mutated))
    found.enter_context(mock.patch.object(PartitionAnswers, "take", take_any))
    return found


def _watermark_of_a_diverging_answer() -> Any:
    take = PartitionAnswers.take

    def mutated(self: PartitionAnswers, followed: Any, data: Any) -> None:
        if data.diverging_epoch.end_offset >= 0 and not data.error_code and followed.asked == followed.now:
            followed.partition.leader_says(data.high_watermark, followed.partition.log.start_offset)
        take(self, followed, data)

    return mock.patch.object(PartitionAnswers, "take", mutated)


def _takes_newer_epochs() -> Any:
    append = Log.append_as_follower
    return mock.patch.object(Log, "append_as_follower", lambda self, records, most_epoch=None: append(self, records))


def _late_answers_count() -> Any:
    answered = leadership.answered

    def mutated(current: InSyncReplicas, asked: InSyncReplicas, answer: Any) -> Any:
        if answer.code is ErrorCode.NONE:
            return leadership.Outcome.DONE, InSyncReplicas(current.leader_epoch, answer.partition_epoch, answer.in_sync_replicas)
        return answered(current, asked, answer)

    def heard(self: Leadership, asked: InSyncReplicas, answer: Any) -> bool:
        outcome, self.state = mutated(self.state, asked, answer)
        self._changed()
        return outcome is leadership.Outcome.AGAIN

    return mock.patch.object(Leadership, "answered", heard)


def _does_not_look_after_the_answer() -> Any:
    heard = Leadership.answered

    def mutated(self: Leadership, asked: InSyncReplicas, answer: Any) -> bool:
        changed, self._changed = self._changed, lambda: None
        try:
            return heard(self, asked, answer)
        finally:
            self._changed = changed

    return mock.patch.object(Leadership, "answered", mutated)


def _counts_nobody_unknown() -> Any:
    next_one = leadership.next_high_watermark

    def mutated(high_watermark: int, state: InSyncReplicas, followers: dict[int, FollowerProgress], **kw: Any) -> int:
        known = {replica: progress for replica, progress in followers.items() if progress.end_offset >= 0}
        return next_one(high_watermark, state, known, **kw)

    return mock.patch.object(leadership, "next_high_watermark", mutated)


def _goes_on_with_too_few() -> Any:
    next_one = leadership.next_high_watermark
    return mock.patch.object(leadership, "next_high_watermark", lambda *args, **kw: next_one(*args, **{**kw, "min_in_sync": 1}))


def _obeys_any_life() -> Any:
    check = ControlEpochs.check
    return mock.patch.object(ControlEpochs, "check", lambda self, controller, broker, ours: check(self, controller, -1, ours))


def _obeys_any_controller() -> Any:
    def mutated(self: ControlEpochs, controller: int, broker: int, ours: int) -> ErrorCode:
        return ErrorCode.STALE_BROKER_EPOCH if broker not in (-1, ours) and broker < ours else ErrorCode.NONE

    return mock.patch.object(ControlEpochs, "check", mutated)


def _flushed_or_not() -> Any:
    def mutated(self: FollowedPartitions, followed: Any) -> None:
        self.enter(followed, State.READY)

    return mock.patch.object(FollowedPartitions, "make_ready", mutated)


def _maximal(which: Callable[[InSyncReplicas], tuple[int, ...]]) -> Patch:
    return lambda: mock.patch.object(InSyncReplicas, "maximal", property(which))


def _serves_any_epoch() -> Any:
    read = fetch_reader.FetchReader._read

    def mutated(self: Any, found: Any, wanted: Any, params: Any, left: int, minimum_one: bool) -> int:
        named, wanted.leader_epoch = wanted.leader_epoch, -1
        try:
            return read(self, found, wanted, params, left, minimum_one)
        finally:
            wanted.leader_epoch = named

    return mock.patch.object(fetch_reader.FetchReader, "_read", mutated)


def _refused_fetches_count() -> Any:
    read = fetch_reader.FetchReader._read

    def mutated(self: Any, found: Any, wanted: Any, params: Any, left: int, minimum_one: bool) -> int:
        size = read(self, found, wanted, params, left, minimum_one)
        partition = self._partitions.get(wanted.topic, wanted.index)
        if (found.code or found.diverging) and params.followed is not None and partition is not None:
            params.followed.append((partition, wanted, partition.log.end_offset))
        return int(size)

    return mock.patch.object(fetch_reader.FetchReader, "_read", mutated)


MUTATIONS = [
    Mutation("KIP-101", "a new follower cuts to its high watermark", _cuts_to_its_watermark),
    Mutation(
        "KAFKA-6361 (KIP-279)",
        "logs are cut by the leader's offset alone",
        lambda: mock.patch.object(
            partition_answers, "where_to_cut", lambda leader, log, end, began: Cut(min(leader.end_offset, end), True)
        ),
    ),
    Mutation("KAFKA-7164, 13161, 15510", "a follower does not say which epoch it has last", _wanted_without_epoch),
    Mutation(
        "KIP-320",
        "a leader does not look at the epoch that a fetch names",
        _serves_any_epoch,
    ),
    Mutation("KAFKA-7128", "a follower joins at the high watermark of a new leader", _joins_at_the_watermark),
    Mutation("KAFKA-7415", "the epoch of a leadership without writes is not noted", _notes_no_epoch),
    Mutation(
        "KAFKA-10706",
        "epochs stay when their records are cut",
        lambda: mock.patch.object(LeaderEpochCache, "truncate_from_end", lambda self, end_offset: None),
    ),
    Mutation("KAFKA-7786, 13207, 13266", "an answer counts though another is followed, or was cut", _takes_any_answer),
    Mutation("KAFKA-14704", "the watermark of an answer that tells to cut", _watermark_of_a_diverging_answer),
    Mutation("KAFKA-18723", "batches of a newer leader in an answer of the old one", _takes_newer_epochs),
    Mutation("KAFKA-8400", "a fetch that was refused moves the follower", _refused_fetches_count),
    Mutation("KAFKA-12686", "an answer to AlterPartition counts after LeaderAndIsr", _late_answers_count),
    Mutation("KAFKA-13091", "the watermark is not looked at after the answer", _does_not_look_after_the_answer),
    Mutation("KAFKA-10301", "a follower whose offset is not known holds nothing back", _counts_nobody_unknown),
    Mutation(
        "(also Kafka 3.9's)",
        "followers' offsets outlive a leadership that was missed",
        lambda: mock.patch.object(leadership, "keeps_offsets", lambda *args: True),
    ),
    Mutation("KAFKA-14140 (KIP-841)", "a dead broker comes back by its last fetch", _joins_though_dead),
    Mutation("KAFKA-7235 (KIP-380)", "what was said to an earlier life is obeyed", _obeys_any_life),
    Mutation("two controllers", "what a deposed controller says is obeyed", _obeys_any_controller),
    Mutation(
        "KAFKA-9539 (KIP-570)",
        "a late StopReplica is obeyed",
        lambda: mock.patch.object(replica_control, "check_stop_replica", lambda *args: ErrorCode.NONE),
    ),
    Mutation("KAFKA-15583", "the watermark goes on with too few in sync", _goes_on_with_too_few),
    Mutation("KIP-497", "who joins does not count before the answer", _maximal(lambda state: state.committed)),
    Mutation("KIP-497", "who leaves does not count from the question on", _maximal(lambda state: state.proposed or state.committed)),
    Mutation("KIP-966", "a follower says it has what is not flushed", _flushed_or_not, True),
    Mutation(
        "KIP-966",
        "a leader counts what is not flushed",
        lambda: mock.patch.object(Partition, "own_end", property(lambda self: self.log.end_offset)),
        True,
    ),
]

#: What is of use to find them; the rest only takes time.
_MISFORTUNES = {
    "kill": 2,
    "power_cut": 1,
    "freeze": 2,
    "cut": 2,
    "cut_one_way": 2,
    "slow": 1,
    "expire": 2,
    "depose": 1,
    "elect": 1,
    "mend": 4,
}


def plan(seed: int, mutation: Mutation) -> Plan:
    """A life that is made for finding it."""
    rng = random.Random(seed)
    flush_rule = rng.random() < 0.5 if mutation.flush_rule is None else mutation.flush_rule
    return Plan(
        seed,
        brokers=3,
        copies=3,
        partitions=rng.choice([1, 2]),
        min_in_sync=rng.choice([1, 2]),
        flush_rule=flush_rule,
        interleave=rng.random() < 0.3,
        producers=3,
        consumers=1,
        members=0,
        steps=rng.randint(6, 14),
        misfortunes=dict(_MISFORTUNES) | {"power_cut": 3 if flush_rule else 1},
    )


def found_by(mutation: Mutation, seeds: Sequence[int]) -> tuple[int, str] | None:
    """The first seed that finds it, and how; None where none does."""
    with mutation.patch():
        for seed in seeds:
            life = Life(plan(seed, mutation))
            try:
                life.run()
            except Exception as error:
                return seed, f"{type(error).__name__} {' '.join(str(error).split())}"
    return None


def main(arguments: list[str] | None = None) -> int:
    """All of them, or those whose names are given."""
    parser = argparse.ArgumentParser(prog="python -m tests.broker.cluster_lives.mutations", description=__doc__)
    parser.add_argument("--seeds", type=int, default=200, help="how many at most for each")
    parser.add_argument("--only", default="", help="those in whose name or sentence this stands; '-' for the program as it is")
    chosen = parser.parse_args(arguments)
    if chosen.only == "-":
        print(found_by(Mutation("none", "", contextlib.nullcontext), range(chosen.seeds)))
        return 0
    for mutation in MUTATIONS:
        if chosen.only in f"{mutation.bug} {mutation.what}":
            begun_s = time.process_time()
            found = found_by(mutation, range(chosen.seeds))
            number = f"not in {chosen.seeds}" if found is None else str(found[0] + 1)
            how = "" if found is None else found[1][:150]
            print(f"| {mutation.bug} | {mutation.what} | {number} | {how} | {time.process_time() - begun_s:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
