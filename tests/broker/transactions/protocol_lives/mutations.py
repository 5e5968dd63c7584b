"""Known bugs of transactions, put back into klog's parts: whether lives of the protocol, or of pipelines, find them, and after how many.

``python -m tests.broker.transactions.protocol_lives.mutations`` lives until each is found, and prints the rows of the table in
docs/guarantees.md. What a life would meet too seldom is lived where it happens more often (`Mutation.tweak`).
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred

from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.offsets import OffsetStore
from klog.broker.handlers.txn_offset_commit import TxnOffsetCommitHandler
from klog.broker.transactions import decisions, marker_sender, verification
from klog.broker.transactions.decisions import Answer, ProducerIdentity
from klog.broker.transactions.marker_sender import OUTCOMES, Outcome, Sending
from klog.broker.transactions.shard import TransactionShard
from klog.broker.transactions.states import TransactionState
from klog.broker.transactions.transaction import MAX_EPOCH
from klog.client.transactions.coordination import Coordination
from klog.client.transactions.errors import ProducerFenced
from klog.errors import ErrorCode, KlogError
from klog.storage.producers.state import APPEND, Decision, ProducerStateManager, Verdict
from klog.storage.producers.transaction_guard import TransactionGuards
from tests.broker.transactions.protocol_lives.life import Life
from tests.broker.transactions.protocol_lives.pipelines import Pipeline, PipelineLife, PipelinePlan
from tests.broker.transactions.protocol_lives.world import Plan

Patch = Callable[[], Any]
Tweak = Callable[[Plan], None]


@dataclasses.dataclass(frozen=True)
class Mutation:
    """A bug.

    :ivar bug: its name, as in the table.
    :ivar what: what is wrong then.
    :ivar patch: a context manager in which it is there.
    :ivar tweak: changes a plan so that it shows more often.
    :ivar plan: of which kind of life.
    """

    bug: str
    what: str
    patch: Patch
    tweak: Tweak = lambda plan: None
    plan: type[Plan] = Plan

    def life(self, seed: int) -> Life:
        """What is lived, in which the bug would show."""
        plan = self.plan.drawn(seed)
        self.tweak(plan)
        return PipelineLife(plan) if isinstance(plan, PipelinePlan) else Life(plan)


def _first(plan: Plan) -> None:
    plan.second = False


def _second(plan: Plan) -> None:
    plan.second = True


def _often_taken_over(plan: Plan) -> None:
    plan.acts = {"take_over": 3.0, "move": 0.5, "next_instance": 0.2}
    plan.slow_replication = 0.4


def _lost_and_taken_over(plan: Plan) -> None:
    plan.second, plan.partitions, plan.first_epoch = False, 1, -1
    plan.loss, plan.late, plan.slow_replication, plan.slow_answers = 0.3, 0.25, 0.0, 0.0
    plan.acts = {"take_over": 1.5}


def _late_and_slow(plan: Plan) -> None:
    plan.late, plan.loss, plan.slow_answers = 0.4, 0.15, 0.5
    plan.partitions = 1


def _late(plan: Plan) -> None:
    plan.second, plan.late, plan.loss, plan.acts = True, 0.4, 0.0, {}


def _calm_and_nearly_used_up(plan: Plan) -> None:
    plan.second, plan.loss, plan.late, plan.acts = True, 0.0, 0.0, {}
    plan.first_epoch = MAX_EPOCH - 3


def _dying(plan: Plan) -> None:
    plan.acts["vanish"] = 0.3


def _all(*tweaks: Tweak) -> Tweak:
    def tweak(plan: Plan) -> None:
        for one in tweaks:
            one(plan)

    return tweak


def _outcome(code: ErrorCode, outcome: Outcome) -> Any:
    return mock.patch.object(marker_sender, "OUTCOMES", {**OUTCOMES, code: outcome})


# The coordinator


def _next_coordinator_does_nothing() -> Any:
    return mock.patch.object(TransactionShard, "loaded", lambda self: None)


def _markers_before_the_acknowledgement() -> Any:
    return mock.patch.object(TransactionShard, "_when_acknowledged", lambda self, act: act())


def _answers_before_the_acknowledgement() -> Any:
    change = TransactionShard._change

    def mutated(self: TransactionShard, transactional_id: str, new: Any) -> Any:
        answer = change(self, transactional_id, new)
        if isinstance(answer, Answer):
            return answer
        answer.addErrback(lambda _: None)
        return new.answer

    return mock.patch.object(TransactionShard, "_change", mutated)


def _complete_with_the_first_marker() -> Any:
    take = Sending._take

    def mutated(self: Sending, partition: Any, code: ErrorCode) -> None:
        take(self, partition, code)
        if code is ErrorCode.NONE:
            self.remaining.clear()

    return mock.patch.object(Sending, "_take", mutated)


def _one_epoch_for_all() -> Any:
    prepare = decisions._prepare
    return mock.patch.object(decisions, "_prepare", lambda *args, **kw: prepare(*args, **{**kw, "raises_epoch": False, "fresh_id": None}))


def _late_end_is_taken() -> Any:
    """The second version's table, without looking at the epoch."""
    end = decisions.end_transaction

    def mutated(known: Any, producer_id: int, epoch: int, commit: bool, now_ms: int, **options: Any) -> Any:
        if known is not None and known.producer_id == producer_id and epoch < known.epoch and known.state is TransactionState.ONGOING:
            epoch = known.epoch
        return end(known, producer_id, epoch, commit, now_ms, **options)

    return mock.patch.object(decisions, "end_transaction", mutated)


def _epochs_are_not_compared() -> Any:
    def who(known: Any, producer_id: int, epoch: int) -> Any:
        return None if known is not None and known.producer_id == producer_id else decisions.NOT_ITS_ID

    return mock.patch.object(decisions, "_who", who)


def _sequences_count_as_written() -> Any:
    """As Kafka has it: those of transactions that have ended, where they come in the next one."""
    check = ProducerStateManager.check

    def as_kafka(self: ProducerStateManager, *batch: Any, **kw: Any) -> Decision:
        found = check(self, *batch, **kw)
        return found if found.original is None else Decision(Verdict.DUPLICATE, original=found.original)

    return mock.patch.object(ProducerStateManager, "check", as_kafka)


@contextlib.contextmanager
def _overflow_keeps_the_id() -> Any:
    complete = decisions.complete

    def mutated(known: Any, now_ms: int) -> Any:
        return complete(known._replace(next_producer_id=-1), now_ms)

    with mock.patch.object(decisions, "complete", mutated), _sequences_count_as_written():
        yield


def _overflow_is_told_wrong() -> Any:
    prepare = decisions._prepare

    def mutated(*args: Any, **kw: Any) -> Any:
        found = prepare(*args, **kw)
        if isinstance(found, decisions.Change) and found.new.next_producer_id >= 0 and found.answer.producer_id >= 0:
            return found._replace(answer=found.answer._replace(producer_id=found.new.producer_id))
        return found

    return mock.patch.object(decisions, "_prepare", mutated)


def _fence_without_an_epoch() -> Any:
    def fence(known: Any, now_ms: int, *, version: int, fresh_id: Any) -> Any:
        return decisions._prepare(known, False, now_ms, decisions.CONCURRENT, raises_epoch=False, fresh_id=None)

    return mock.patch.object(decisions, "fence", fence)


@contextlib.contextmanager
def _anybody_goes_on() -> Any:
    """KIP-360 without looking whether another one has come; and nobody notices that its sequences are those of ended transactions."""
    initialise = decisions.initialise

    def mutated(known: Any, expected: ProducerIdentity | None, *args: Any, **kw: Any) -> Any:
        if known is not None and expected is not None:
            expected = ProducerIdentity(known.producer_id, known.last_epoch if known.last_epoch >= 0 else known.epoch)
        return initialise(known, expected, *args, **kw)

    with mock.patch.object(decisions, "initialise", mutated), _sequences_count_as_written():
        yield


def _added_while_it_ends() -> Any:
    """KAFKA-18575 and KAFKA-18660: the next transaction begins before the one before is complete."""
    add = decisions.add_partitions

    def mutated(known: Any, producer_id: int, epoch: int, partitions: Any, now_ms: int, *, version: int) -> Any:
        if known is not None and known.state in decisions.PREPARED and known.producer_id == producer_id and known.epoch == epoch:
            return decisions._DONE
        return add(known, producer_id, epoch, partitions, now_ms, version=version)

    return mock.patch.object(decisions, "add_partitions", mutated)


def _who_asks_first() -> Any:
    """Also while markers are on their way, when the producer comes by its next id already."""
    end = decisions.end_transaction

    def mutated(known: Any, producer_id: int, *args: Any, **options: Any) -> Any:
        if known is not None and known.state in decisions.PREPARED and known.producer_id != producer_id:
            return decisions.NOT_ITS_ID
        return end(known, producer_id, *args, **options)

    return mock.patch.object(decisions, "end_transaction", mutated)


def _no_timeouts() -> Any:
    return mock.patch.object(decisions, "has_timed_out", lambda known, now_ms: False)


# Leaders


def _nobody_verifies() -> Any:
    return mock.patch.object(
        verification.TransactionVerifier, "ask", lambda self, name, pid, epoch, at, adds: dict.fromkeys(at, ErrorCode.NONE)
    )


def _no_guard() -> Any:
    return mock.patch.object(ProducerStateManager, "_is_verified", lambda self, producer_id, guard: True)


def _guards_are_kept() -> Any:
    return mock.patch.object(TransactionGuards, "appended", lambda self, producer_id, marker_epoch=-1: None)


def _checked(change: Callable[[ProducerStateManager, int, int, int, int], Decision | tuple[int, int]]) -> Any:
    check = ProducerStateManager.check_marker

    def mutated(self: ProducerStateManager, producer_id: int, epoch: int, coordinator_epoch: int, version: int = 0) -> Decision:
        found = change(self, producer_id, epoch, coordinator_epoch, version)
        return found if isinstance(found, Decision) else check(self, producer_id, epoch, *found)

    return mock.patch.object(ProducerStateManager, "check_marker", mutated)


def _any_coordinator() -> Any:
    return _checked(lambda self, producer_id, epoch, coordinator_epoch, version: (1 << 30, version))


def _first_version_s_markers() -> Any:
    return _checked(lambda self, producer_id, epoch, coordinator_epoch, version: (coordinator_epoch, 0))


def _markers_by_producer_id() -> Any:
    def change(self: ProducerStateManager, producer_id: int, epoch: int, coordinator_epoch: int, version: int) -> Any:
        return APPEND

    return _checked(change)


def _no_marker_twice() -> Any:
    def change(self: ProducerStateManager, producer_id: int, epoch: int, coordinator_epoch: int, version: int) -> Any:
        entry = self._producers.get(producer_id)
        if version >= 2 and entry is not None and entry.epoch == epoch:
            return self._refuse(ErrorCode.INVALID_PRODUCER_EPOCH, "again")
        return coordinator_epoch, version

    return _checked(change)


# Groups


def _answered_before_offsets_count() -> Any:
    def mutated(self: GroupCoordinator, index: int, marker: bytes, producer_id: int, *, commit: bool, version: int) -> Any:
        shard = self.shards[index]
        shard.check_active()
        acknowledged = shard.log.append_marker(marker, version)
        shard.environment.clock.callLater(0.1, lambda: shard.offsets.end_transaction(producer_id, commit=commit))
        return acknowledged

    return mock.patch.object(GroupCoordinator, "end_transaction", mutated)


def _ends(change: Callable[[bool], bool | None]) -> Any:
    end = OffsetStore.end_transaction

    def mutated(self: OffsetStore, producer_id: int, *, commit: bool) -> None:
        if (changed := change(commit)) is not None:
            end(self, producer_id, commit=changed)

    return mock.patch.object(OffsetStore, "end_transaction", mutated)


def _anybody_commits() -> Any:
    return mock.patch.object(TxnOffsetCommitHandler, "_check", lambda self, request, version: None)


def _nobody_waits() -> Any:
    fetch = OffsetStore._for_fetch

    def mutated(self: OffsetStore, *asked: Any) -> Any:
        offsets, before, _ = fetch(self, *asked)
        return offsets, before, {}

    return mock.patch.object(OffsetStore, "_for_fetch", mutated)


def _forgets_what_was_committed() -> Any:
    """What is in the log is not looked at, so that who reads on is told that nothing was committed yet."""
    return mock.patch.object(OffsetStore, "replay", lambda self, *record: None)


def _commits_outside() -> Any:
    """What klog's processor did, until these lives were thought of."""
    doze = Pipeline._doze

    async def mutated(self: Pipeline) -> None:
        if (places := {index: place for index, place in self._places.items() if place}) and self.cluster.goes_on:
            with contextlib.suppress(KlogError):
                await self.cluster.ask(lambda: self.cluster.commit_outside(self, places))
        await doze(self)

    return mock.patch.object(Pipeline, "_doze", mutated)


# Clients


def _goes_on_in_doubt() -> Any:
    end = Coordination._end

    async def mutated(self: Coordination, **options: Any) -> None:
        try:
            await end(self, **options)
        finally:
            self.needs_epoch = self.is_doubtful = False

    return mock.patch.object(Coordination, "_end", mutated)


def _waits_for_ever() -> Any:
    """Behind an end that was not answered in time."""
    end = Coordination._end

    async def mutated(self: Coordination, **options: Any) -> None:
        try:
            await end(self, **options)
        except KlogError as error:
            if error.code is ErrorCode.REQUEST_TIMED_OUT:
                await Deferred[None]()
            raise

    return mock.patch.object(Coordination, "_end", mutated)


def _fenced_is_aborted() -> Any:
    """What klog's client said itself, until these lives found it."""
    end = Coordination._end

    async def mutated(self: Coordination, **options: Any) -> None:
        try:
            await end(self, **options)
        except ProducerFenced as error:
            error.is_commit_uncertain = False
            raise

    return mock.patch.object(Coordination, "_end", mutated)


MUTATIONS = [
    Mutation("Redpanda #17827", "the next coordinator does not send markers of what is prepared", _next_coordinator_does_nothing),
    Mutation(
        "",
        "markers go out before the decision is replicated",
        _markers_before_the_acknowledgement,
        _often_taken_over,
    ),
    Mutation("", "clients are answered before the record is replicated", _answers_before_the_acknowledgement, _often_taken_over),
    Mutation("", "complete with the first marker", _complete_with_the_first_marker),
    Mutation("KAFKA-17754", "a transaction and the next one have the same epoch, and requests come late", _one_epoch_for_all, _second),
    Mutation("Jepsen, Bufstream 0.1.0", "a late EndTxn ends the next transaction", _late_end_is_taken, _all(_second, _late_and_slow)),
    Mutation("", "the coordinator does not compare epochs", _epochs_are_not_compared),
    Mutation("KAFKA-18401", "behind the last epoch the id stays, and its sequences count as written", _overflow_keeps_the_id, _second),
    Mutation("KAFKA-18401", "the answer names the id that is used up", _overflow_is_told_wrong, _calm_and_nearly_used_up),
    Mutation(
        "KAFKA-18660",
        "the next id is not known before the transaction is complete",
        _who_asks_first,
        _calm_and_nearly_used_up,
    ),
    Mutation("KIP-98", "who comes aborts without a new epoch", _fence_without_an_epoch),
    Mutation("KIP-360", "a zombie goes on as if nobody had come, and its sequences count as written", _anybody_goes_on),
    Mutation("KAFKA-18575", "the next transaction begins while the one before is being completed", _added_while_it_ends, _second),
    Mutation("Redpanda #18324", "nothing ends what its producer has left", _no_timeouts, _dying),
    Mutation("KAFKA-14402", "leaders do not ask: what comes late is never ended", _nobody_verifies, _all(_first, _late_and_slow)),
    Mutation("KAFKA-14884", "what was permitted to a transaction is appended to the next one", _no_guard, _all(_first, _late_and_slow)),
    Mutation("KAFKA-14884", "a marker does not end what was permitted", _guards_are_kept, _all(_first, _late_and_slow)),
    Mutation("", "a marker of a coordinator from the past is taken", _any_coordinator, _lost_and_taken_over),
    Mutation("KIP-1228", "a late marker ends the next transaction", _first_version_s_markers, _second),
    Mutation("Redpanda #3232", "a marker ends what its producer has open, in whatever epoch", _markers_by_producer_id, _second),
    Mutation("KAFKA-19999", "a marker that comes again is refused", _no_marker_twice, _second),
    Mutation("", "a leader that has gone counts as marked", lambda: _outcome(ErrorCode.NOT_LEADER_OR_FOLLOWER, Outcome.DONE)),
    Mutation("", "a marker without an answer counts as written", lambda: _outcome(ErrorCode.NETWORK_EXCEPTION, Outcome.DONE)),
    Mutation("", "a marker that was not replicated in time counts as written", lambda: _outcome(ErrorCode.REQUEST_TIMED_OUT, Outcome.DONE)),
    Mutation("Redpanda #17827", "a marker that failed is not sent again", lambda: _outcome(ErrorCode.NETWORK_EXCEPTION, Outcome.GIVE_UP)),
    Mutation(
        "Jepsen's advice",
        "a client goes on in its epoch behind an end that nobody answered",
        _goes_on_in_doubt,
        _all(_first, _late_and_slow),
    ),
    Mutation("KAFKA-17734", "a client waits for ever behind an end that was not answered in time", _waits_for_ever),
    Mutation("klog, 2026-11", "a commit that was decided and then refused is told as an abort", _fenced_is_aborted, _often_taken_over),
    Mutation("KAFKA-17507", "a marker is answered before offsets count", _answered_before_offsets_count, plan=PipelinePlan),
    Mutation(
        "Redpanda #6423",
        "the offsets of an aborted transaction are not dropped",
        lambda: _ends(lambda commit: commit or None),
        plan=PipelinePlan,
    ),
    Mutation("", "the offsets of an aborted transaction count", lambda: _ends(lambda commit: True), plan=PipelinePlan),
    Mutation("KIP-447", "a group takes offsets of whoever was a member once", _anybody_commits, plan=PipelinePlan),
    Mutation("KIP-447", "who takes over does not wait for the transaction of the one before", _nobody_waits, plan=PipelinePlan),
    Mutation(
        "KAFKA-14402",
        "a group's coordinator does not ask: offsets that come late wait for ever",
        _nobody_verifies,
        _late_and_slow,
        PipelinePlan,
    ),
    Mutation(
        "Jepsen, Bufstream 0.1.0",
        "a group's next coordinator tells offset 0, whatever was committed",
        _forgets_what_was_committed,
        plan=PipelinePlan,
    ),
    Mutation("klog, 2026-11", "a member commits outside of transactions, too, and that comes late", _commits_outside, _late, PipelinePlan),
]


def not_found(soon: Mapping[str, int]) -> tuple[list[str], int]:
    """Which of these bugs their first lives do not find, and how many of them there are.

    :param soon: how many lives by what is wrong.
    """
    known = [each for each in MUTATIONS if each.what in soon]
    return [each.what for each in known if found_by(each, range(soon[each.what])) is None], len(known)


def found_by(mutation: Mutation, seeds: Iterable[int]) -> tuple[int, str] | None:
    """How many lives it took, and what was seen; None where nobody noticed."""
    for count, seed in enumerate(seeds, 1):
        try:
            with mutation.patch():
                mutation.life(seed).run()
        except Exception as error:
            return count, f"{type(error).__name__} {error}"
    return None


def main(arguments: list[str] | None = None) -> int:
    """All of them, or those whose names are given; 1 where one is not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.broker.transactions.protocol_lives.mutations", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20_000, help="how many at most for each")
    parser.add_argument("--only", default="", help="those in whose name or sentence this stands")
    chosen = parser.parse_args(arguments)
    missed = 0
    for mutation in (each for each in MUTATIONS if chosen.only in f"{each.bug} {each.what}"):
        begun_s = time.monotonic()
        found = found_by(mutation, range(chosen.seeds))
        missed += found is None
        lives, seen = (f"not in {chosen.seeds}", "") if found is None else (str(found[0]), found[1][:60])
        print(f"| {mutation.bug} | {mutation.what} | {lives} | {seen} | {time.monotonic() - begun_s:.0f} s", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
