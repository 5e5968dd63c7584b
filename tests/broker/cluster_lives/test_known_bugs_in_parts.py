"""Known bugs of Kafka's replication, put back into one broker, a leader and its follower, or a controller: a test of theirs notices each.

They are those that lives of whole clusters (`test_known_bugs`) have not found in some dozens of seeds, since several things must happen
within one answer's time; here a test says when. The table is in docs/guarantees.md.
"""

from __future__ import annotations

import contextlib
import dataclasses
import unittest
from collections.abc import Iterator
from typing import Any
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.following.fetchers import ReplicaFetchers
from klog.broker.replicas import leadership, partition
from klog.cluster.zookeeper.controller import alter_partition
from klog.errors import ErrorCode
from klog.replication import in_sync, truncation
from klog.replication.progress import FollowerProgress
from klog.storage.context import ignore_warning
from klog.storage.log.leader_epochs import LeaderEpochCache
from klog.storage.log.log import Log
from tests.broker.cluster_lives.mutations import MUTATIONS
from tests.broker.following import test_fetcher, test_fetchers, test_partition_answers
from tests.broker.replicas import test_leadership, test_replica_control
from tests.cluster.zookeeper.controller import test_alter_partition, test_candidacy
from tests.replication import test_truncation as test_pure_truncation
from tests.storage import test_high_watermark
from tests.storage.log import test_leader_epochs, test_truncation_work

#: What is wrong (`mutations`), and the test that notices.
TOLD: dict[str, tuple[type[unittest.TestCase], str]] = {
    "logs are cut by the leader's offset alone": (test_partition_answers.PartingTests, "test_two_elections_one_after_the_other"),
    "a leader does not look at the epoch that a fetch names": (test_leadership.FollowerTests, "test_an_error_moves_nothing"),
    "the epoch of a leadership without writes is not noted": (test_partition_answers.PartingTests, "test_a_leadership_that_wrote_nothing"),
    "an answer counts though another is followed, or was cut": (test_fetcher.TroubleTests, "test_an_answer_for_another_epoch"),
    "the watermark of an answer that tells to cut": (test_partition_answers.PartingTests, "test_nothing_of_a_diverging_answer_counts"),
    "batches of a newer leader in an answer of the old one": (test_partition_answers.PartingTests, "test_batches_of_a_newer_leadership"),
    "an answer to AlterPartition counts after LeaderAndIsr": (test_leadership.InSyncTests, "test_an_answer_after_the_next_leadership"),
    "followers' offsets outlive a leadership that was missed": (
        test_leadership.InSyncTests,
        "test_followers_of_a_leadership_that_was_missed",
    ),
    "a dead broker comes back by its last fetch": (test_leadership.InSyncTests, "test_a_dead_broker_does_not_come_back_by_its_last_fetch"),
    "what was said to an earlier life is obeyed": (test_replica_control.RolesTests, "test_late_and_repeated"),
    "what a deposed controller says is obeyed": (test_replica_control.RolesTests, "test_late_and_repeated"),
    "a late StopReplica is obeyed": (test_replica_control.StopTests, "test_late"),
}


def _forgets_epoch_0() -> Any:
    load = LeaderEpochCache.load

    def mutated(self: LeaderEpochCache) -> None:
        load(self)
        self._epochs, self._starts = self._epochs[1:], self._starts[1:]

    return mock.patch.object(LeaderEpochCache, "load", mutated)


def _keeps_its_watermark() -> Any:
    begin = Log._begin_truncation

    def mutated(self: Log, offset: int, *, fully: bool) -> Any:
        before = self.high_watermark
        work = begin(self, offset, fully=fully)
        self.high_watermark = before if fully else self.high_watermark
        return work

    return mock.patch.object(Log, "_begin_truncation", mutated)


def _counts_only_who_reaches_the_end() -> Any:
    fetched = FollowerProgress.fetched

    def mutated(self: FollowerProgress, offset: int, start_offset: int, leader_end_before_read: int, now_ms: int) -> bool:
        before = self.last_caught_up_ms
        moved = fetched(self, offset, start_offset, leader_end_before_read, now_ms)
        if offset < leader_end_before_read:
            self.last_caught_up_ms = before
        return moved

    return mock.patch.object(FollowerProgress, "fetched", mutated)


def _refuses_what_is_so() -> Any:
    decide = alter_partition._decide

    def mutated(*args: Any) -> Any:
        found = decide(*args)
        topic, asked = args[1], args[4]
        at = None if topic is None else topic.newest(asked.partition_index)
        return ErrorCode.INVALID_UPDATE_VERSION if at is not None and asked.partition_epoch < at.version else found

    return mock.patch.object(alter_partition, "_decide", mutated)


def _takes_any_refusal_for_not_done() -> Any:
    return mock.patch.object(in_sync, "_NOT_DONE", in_sync._NOT_DONE | in_sync._OVERTAKEN)


@contextlib.contextmanager
def _watermark_beyond_the_log() -> Iterator[None]:
    """Neither the partition nor its log looks at where the log ends."""
    with (
        mock.patch.object(partition, "follower_high_watermark", lambda ours, leaders, log_end: max(ours, leaders)),
        mock.patch.object(Log, "raise_high_watermark", lambda self, offset: self._raise_high_watermark(offset)),
    ):
        yield


def _keeps_who_is_no_replica() -> Any:
    out_of_sync = leadership.out_of_sync

    def mutated(state: Any, us: int, followers: Any, **kw: Any) -> tuple[int, ...]:
        return tuple(replica for replica in out_of_sync(state, us, followers, **kw) if replica in followers)

    return mock.patch.object(leadership, "out_of_sync", mutated)


def _follows_while_it_stops() -> Any:
    return mock.patch.object(ReplicaFetchers, "follow_no_more", lambda self: None)


def _looks_an_undefined_epoch_up() -> Any:
    return mock.patch.object(truncation, "UNDEFINED", -2)


def _cuts_in_silence() -> Any:
    begin = Log._begin_truncation

    def mutated(self: Log, offset: int, *, fully: bool) -> Any:
        self._context = dataclasses.replace(self._context, warn=ignore_warning)
        return begin(self, offset, fully=fully)

    return mock.patch.object(Log, "_begin_truncation", mutated)


def _is_elected_once() -> Any:
    contend = test_candidacy.contend

    async def mutated(client: Any, broker_id: int, now_ms: int) -> Any:
        return None if "/controller" in client.tree.nodes else await contend(client, broker_id, now_ms)

    return mock.patch.object(test_candidacy, "contend", mutated)


#: Those that are put back here alone.
OTHERS: dict[str, tuple[Any, type[unittest.TestCase], str]] = {
    "KAFKA-6857: an undefined epoch is looked up": (
        _looks_an_undefined_epoch_up,
        test_pure_truncation.WhereToCutTests,
        "test_the_leader_knows_nothing",
    ),
    "KAFKA-19474: what is cut below the watermark is not told": (
        _cuts_in_silence,
        test_high_watermark.StartTests,
        "test_lower_on_the_disk_before_the_log_is_cut",
    ),
    "KAFKA-10432: epoch 0 is forgotten by a restart": (_forgets_epoch_0, test_leader_epochs.LeaderEpochTests, "test_file"),
    "KAFKA-9491: a log that begins anew leaves its watermark behind": (
        _keeps_its_watermark,
        test_truncation_work.TruncateTests,
        "test_a_new_start",
    ),
    "KAFKA-4485: a busy follower that is a little behind is thrown out": (
        _counts_only_who_reaches_the_end,
        test_leadership.InSyncTests,
        "test_a_busy_follower_stays",
    ),
    "KAFKA-14144: a repeated AlterPartition is refused": (
        _refuses_what_is_so,
        test_alter_partition.AlterPartitionTests,
        "test_so_already",
    ),
    "KIP-497: any refusal is taken for not done": (
        _takes_any_refusal_for_not_done,
        test_leadership.InSyncTests,
        "test_what_may_have_been_done_is_not_taken_back",
    ),
    "a follower's watermark lies beyond its log": (
        _watermark_beyond_the_log,
        test_fetcher.SmallAnswersTests,
        "test_a_watermark_beyond_our_log",
    ),
    "KAFKA-9672: who is no replica any more stays in sync": (
        _keeps_who_is_no_replica,
        test_leadership.InSyncTests,
        "test_who_is_no_replica_any_more_leaves",
    ),
    "KAFKA-12686: a broker that stops begins to follow": (
        _follows_while_it_stops,
        test_fetchers.ReplicaFetchersTests,
        "test_a_broker_that_stops_begins_nothing",
    ),
    "KAFKA-13407: elected twice in one session": (_is_elected_once, test_candidacy.ElectionTests, "test_again_finds_our_own"),
}


def rows() -> Iterator[tuple[str, Any, type[unittest.TestCase], str]]:
    """What is wrong, what puts it back, and the test that notices."""
    patches = {each.what: each.patch for each in MUTATIONS}
    for what, (case, name) in TOLD.items():
        yield what, patches[what], case, name
    for what, (patch, case, name) in OTHERS.items():
        yield what, patch, case, name


class NoticedTests(SynchronousTestCase):
    """With each of the bugs the test that it is for fails, and without it does not."""

    def outcome(self, case: type[unittest.TestCase], name: str) -> unittest.TestResult:
        result = unittest.TestResult()
        case(name).run(result)
        self.assertEqual(result.testsRun, 1)
        return result

    def test_noticed(self) -> None:
        for what, patch, case, name in rows():
            with self.subTest(what):
                self.assertEqual(self.outcome(case, name).errors + self.outcome(case, name).failures, [])
                with patch():
                    self.assertFalse(self.outcome(case, name).wasSuccessful(), what)
