"""Pipelines among the parts of ``protocol_lives``: members of a group that read, write, and commit what they have read, in transactions.

Klog's are here, besides, the group's half: TxnOffsetCommit and AddOffsetsToTxn, the store of offsets with what waits for a marker
(`klog.broker.groups.offsets`), and the step in which a marker is written and offsets count (`klog.broker.groups.coordinator`). A toy is
the group itself: a generation, and who owns which part of the input. Who was thought dead goes on as a zombie until it looks at the group
again, which may be long after its transaction has timed out. The partition of offsets is taken over as any other is, and what waits there
is read from the log then. Producers that were silent are forgotten by partitions, and transactional ids by their coordinator.

The input is the numbers from 0 on, in some parts. In the end, besides what `protocol_lives` asks for: each number below the group's
offset stands in the output once, and none from there on.

``python -m tests.broker.transactions.pipeline_lives --seeds 0-20000``; ``--mutations`` as there.
"""

from __future__ import annotations

import dataclasses
import random
import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from twisted.internet.defer import Deferred

from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.coordinators.partition_writer import translated
from klog.broker.coordinators.records import CoordinatorRecord, Encoded, encoded
from klog.broker.coordinators.shard import when_acknowledged
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.group import CommitCheck, GroupEnvironment
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.offsets import CommitEntry, FetchedOffset
from klog.broker.groups.shard import Shard
from klog.broker.groups.simple_group import SimpleGroup
from klog.broker.handler import RequestContext
from klog.broker.handlers.add_offsets_to_txn import AddOffsetsToTxnHandler
from klog.broker.handlers.txn_offset_commit import TxnOffsetCommitHandler
from klog.broker.transactions.marker_sender import EndMarker
from klog.broker.transactions.marker_writer import MarkerWriter
from klog.broker.transactions.transaction_settings import TransactionSettings
from klog.broker.transactions.verification import TransactionVerifier
from klog.client.requests.group_offsets import GroupMember
from klog.client.requests.transactions import TransactionProtocol
from klog.cluster.topic_names import CONSUMER_OFFSETS
from klog.errors import ErrorCode, KlogError
from klog.metrics import Metrics
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.records.latest import split_key
from klog.storage.producers.state import Verdict
from klog.storage.producers.transaction_guard import TransactionGuard
from klog.wire.messages.add_offsets_to_txn import AddOffsetsToTxnRequest, AddOffsetsToTxnResponse
from klog.wire.messages.txn_offset_commit import TxnOffsetCommitRequest
from klog.wire.schema import Message
from tests.broker.cluster_lives.transaction_life import Written
from tests.broker.transactions import protocol_lives
from tests.broker.transactions.protocol_lives import CONNECTION, Data, Marker, Model, Plan, ToyPartition, Violation, Writer, acknowledgement

GROUP = "g"
INPUT = "in"
OFFSETS = TopicPartition(CONSUMER_OFFSETS, 0)
#: A batch of the log of offsets counts as so many records.
_PLACES = 10
#: Longer than anything is late.
_EXPIRATION_MS = 7_000


@dataclasses.dataclass
class PipelinePlan(Plan):
    """What kind of life it is: `writers` are members of the group here.

    :ivar inputs: parts of the input.
    :ivar dozes: how likely a member pauses for long, before a transaction or amid one.
    """

    inputs: int = 2
    dozes: float = 0.02

    @classmethod
    def drawn(cls, seed: int) -> PipelinePlan:
        """What seed `seed` is."""
        plan = super().drawn(seed)
        assert isinstance(plan, PipelinePlan)
        rng = random.Random(seed * 11 + 5)
        plan.writers = rng.choice([1, 2, 3])
        plan.inputs = rng.choice([1, 2, 3])
        plan.dozes = rng.choice([0.0, 0.02, 0.1])
        plan.acts |= {"rebalance": rng.choice([0.0, 0.1, 0.5]), "expire": rng.choice([0.0, 0.5])}
        return plan


# The group's half


class Plain(NamedTuple):
    """Offsets that were committed outside of transactions."""

    records: tuple[Encoded, ...]
    producer_id: int = -1
    commit: bool = False


class _OffsetsLog:
    """One leadership of the partition of offsets. Implements `klog.broker.coordinators.shard.CoordinatorLog`."""

    def __init__(self, partition: OffsetsPartition) -> None:
        self._partition = partition
        self._epoch = partition.epoch

    @property
    def end(self) -> int:
        return _PLACES * len(self._partition.entries)

    @property
    def settled(self) -> int:
        return _PLACES * self._partition.high_watermark

    def append(self, records: Sequence[CoordinatorRecord]) -> Deferred[None] | None:
        return self.append_encoded([encoded(record) for record in records])

    def append_encoded(self, records: Sequence[Encoded]) -> Deferred[None] | None:
        return self._append(Plain(tuple(records)))

    def append_in_transaction(
        self, records: Sequence[Encoded], producer_id: int, epoch: int, guard: TransactionGuard | None
    ) -> Deferred[None] | None:
        decision = self._partition.producers.check_coordinators(producer_id, epoch, guard)
        if decision.verdict is Verdict.REFUSE:
            raise translated(decision.code, decision.message)
        return self._append(Data(producer_id, epoch, 0, cast(Any, tuple(records))))

    def append_marker(self, batch: bytes, version: int) -> Deferred[None] | None:
        marker = cast(EndMarker, batch)
        decision = self._partition.producers.check_marker(marker.producer_id, marker.epoch, marker.coordinator_epoch, version)
        if decision.code:
            raise translated(decision.code, decision.message)
        return self._append(Marker(marker.producer_id, marker.epoch, marker.coordinator_epoch, marker.commit))

    def begin_verification(self, producer_id: int, epoch: int, *, knows_epoch_bumps: bool) -> TransactionGuard | None:
        partition = self._partition
        return partition.producers.begin_verification(producer_id, epoch, -1, knows_epoch_bumps, partition.model.now_ms())

    def _append(self, entry: Data | Marker | Plain) -> Deferred[None] | None:
        self._check()
        self._partition.add(entry)
        return self.acknowledged()

    def acknowledged(self) -> Deferred[None] | None:
        self._check()
        return acknowledgement(self._partition, len(self._partition.entries))

    def _check(self) -> None:
        if self._partition.epoch != self._epoch:
            raise KlogError(ErrorCode.NOT_COORDINATOR)


class OffsetsPartition(ToyPartition):
    """``__consumer_offsets-0``: whoever leads it coordinates the group."""

    model: PipelineModel

    def __init__(self, model: PipelineModel, leader: int) -> None:
        super().__init__(model, OFFSETS, leader)
        self.shard = self._coordinate()

    def _coordinate(self) -> Shard:
        """What the log says, read by a new leader."""
        model = self.model
        shard = Shard(0, model.group_environment, _OffsetsLog(self))
        for index, entry in enumerate(self.entries):
            if isinstance(entry, Marker):
                shard.offsets.end_transaction(entry.producer_id, commit=entry.commit)
                continue
            records: Any = entry.value if isinstance(entry, Data) else entry.records
            for place, (key, value) in enumerate(records):
                parts = split_key(key)
                assert parts is not None
                shard.offsets.replay(_PLACES * (index + 1) - len(records) + place, entry.producer_id, *parts, value)
        shard.groups[GROUP] = model.members
        model.members.shard = shard
        model.groups.shards[0] = shard
        shard.activate()
        return shard

    def add(self, entry: Any) -> None:
        """At the end."""
        self._append(entry)

    def _note(self, offset: int, entry: Any) -> None:
        if isinstance(entry, Plain):
            self.producers.advance(offset + 1)
        else:
            super()._note(offset, entry)

    def move(self, leader: int) -> None:
        """Another one leads."""
        self.shard.close()
        super().move(leader)
        self.shard = self._coordinate()

    def mark(self, broker_id: int, marker: EndMarker) -> ErrorCode | Deferred[ErrorCode]:
        """Past the group, as ``marker_writer`` has it."""
        if self.leader != broker_id:
            return ErrorCode.NOT_LEADER_OR_FOLLOWER
        writer = MarkerWriter(cast(Any, None), self.model.groups, self.model.now_ms)
        return writer._write_past_groups(marker, 0, cast(bytes, marker))

    def committed(self) -> Any:
        """No records of anybody's."""
        return iter(())


class Members(SimpleGroup):
    """The group: who is in it, and who owns what. A toy that never forgets anything."""

    def __init__(self, inputs: int) -> None:
        super().__init__(GROUP, cast(Any, None))
        self.inputs = inputs
        self.generation = 0
        self.names: list[str] = []

    def join(self, name: str) -> None:
        """Another member."""
        self.names.append(name)
        self.generation += 1

    def leave(self, name: str) -> None:
        """It is thought dead, or has gone."""
        if name in self.names:
            self.names.remove(name)
            self.generation += 1

    def view(self, name: str) -> tuple[int, list[int]]:
        """What a member is told that looks at the group: it joins where it is in it no more."""
        if name not in self.names:
            self.join(name)
        place = self.names.index(name)
        return self.generation, [index for index in range(self.inputs) if index % len(self.names) == place]

    def check_commit(
        self, member_id: str, instance_id: str | None, generation: int, *, is_transactional: bool = False, api_version: int
    ) -> CommitCheck | None:
        """As real groups have it for members."""
        if member_id not in self.names:
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID)
        if generation != self.generation:
            raise KlogError(ErrorCode.ILLEGAL_GENERATION)
        return None


class ToyGroups(GroupCoordinator):
    """Klog's, with one shard that is handed in."""

    def __init__(self) -> None:
        self.shards = {}

    def shard(self, name: str) -> Shard:
        shard = self.shards[0]
        shard.check_active()
        return shard


# Members


class Pipeline(Writer):
    """One instance of a member: from what is committed on, one transaction after the other."""

    model: PipelineModel

    def __init__(self, model: PipelineModel, name: str, instance: int) -> None:
        super().__init__(model, name, instance)
        self.member_id = f"{name}.{instance}"
        self._generation = -1
        #: Where it is in what it owns, while it knows.
        self._places: dict[int, int] = {}
        self._owned: list[int] = []
        self._written: Written | None = None

    async def _transact(self) -> None:
        model, chance = self.model, self.model.random
        if self._places and chance.random() < 0.5:
            # It has not looked at the group for a while.
            pass
        else:
            await self._look()
        if not self._owned:
            await model.pause(0.2)
            return
        await self._doze()
        try:
            await super()._transact()
        except BaseException:
            self._places = {}
            raise
        if self._written is None or self._written.outcome is not True:
            self._places = {}

    async def _doze(self) -> None:
        model = self.model
        if model.is_faulty and model.random.random() < model.plan.dozes:
            await model.pause(model.random.choice([0.5, 3.0, _EXPIRATION_MS / 1000 + 1]))

    async def _look(self) -> None:
        """At the group, and what it has committed."""
        model = self.model
        generation, owned = await model.ask(lambda: model.members.view(self.member_id), may_be_late=lambda: False)
        if generation == self._generation and self._places:
            return
        self._places, self._owned = {}, owned
        until_s = model.clock.seconds() + 5.0
        while owned:
            found = await model.ask(lambda: model.fetch(owned), may_be_late=lambda: False)
            if not isinstance(found, ErrorCode) and not any(one.code for one in found):
                self._places = {one.partition: max(0, one.offset) for one in found}
                break
            if model.clock.seconds() > until_s:
                raise KlogError(ErrorCode.UNSTABLE_OFFSET_COMMIT)
            await model.pause(0.1)
        self._generation = generation

    async def _fill(self, written: Written) -> None:
        model, chance, coordination = self.model, self.model.random, self.coordination
        self._written = written
        read: dict[int, int] = {}
        for index in self._owned:
            count = chance.choice([1, 1, 2]) if not read else chance.choice([0, 1, 2])
            for number in range(self._places[index], self._places[index] + count):
                value = b"%d:%d:%d" % (index, number, model.next_number())
                name = chance.choice(model.outputs)
                model.history.wrote(written, name, value)
                await self._write(name, value)
            if count:
                read[index] = self._places[index] + count
        await self._doze()
        if coordination.protocol is TransactionProtocol.FIRST:
            await coordination.add_group(GROUP)
        member = GroupMember(self._generation, self.member_id)
        await coordination.commit_offsets(GROUP, {TopicPartition(INPUT, index): place for index, place in read.items()}, member)
        self._places |= read


class PipelineModel(Model):
    """See the module."""

    settings = TransactionSettings(max_timeout_ms=60_000, id_expiration_ms=_EXPIRATION_MS)
    producer_expiration_ms = _EXPIRATION_MS
    plan: PipelinePlan

    def __init__(self, plan: PipelinePlan) -> None:
        self.members = Members(plan.inputs)
        self.groups = ToyGroups()
        super().__init__(plan)
        self.group_environment = GroupEnvironment(
            clock=self.clock,
            now_ms=self.now_ms,
            coordination=cast(Any, self),
            in_thread=cast(Any, None),
            deadlines=Deadlines(self.clock),
            warn=lambda sentence: None,
            settings=GroupSettings(),
            random=self.random,
            metrics=Metrics(),
        )
        self.offsets = self.partitions[OFFSETS] = OffsetsPartition(self, self.random.choice(protocol_lives.BROKERS))

    def topics(self) -> dict[str, Any]:
        """What there is."""
        return {**super().topics(), INPUT: SimpleNamespace(partitions=range(self.plan.inputs), topic_id=NO_TOPIC_ID)}

    def _writer(self, writer: str, instance: int) -> Writer:
        return Pipeline(self, writer, instance)

    # What is asked

    def answer(self, message: Message, version: int) -> Any:
        """Those of groups, too."""
        context = RequestContext(message.api_key, version, 1, "toy", CONNECTION)
        if isinstance(message, AddOffsetsToTxnRequest):
            offsets = SimpleNamespace(topic=SimpleNamespace(exists=True), partition_count=lambda: 1)

            def refused(code: ErrorCode) -> Any:
                return AddOffsetsToTxnResponse(error_code=code)

            return protocol_lives.handled(AddOffsetsToTxnHandler(self.coordinator, cast(Any, offsets)), context, message, refused)
        if not isinstance(message, TxnOffsetCommitRequest):
            return super().answer(message, version)
        verifier = TransactionVerifier(
            self.coordinator, self.clock, lambda: self.offsets.leader, lambda _: self.coordinator.broker_id, self._verify_remotely
        )
        handler = TxnOffsetCommitHandler(self.groups, cast(Any, self), verifier)
        return protocol_lives.handled(handler, context, message, lambda code: handler.error_answer(version, message, code, None))

    def fetch(self, parts: Sequence[int]) -> Any:
        """OffsetFetch, of what is stable."""
        store = self.groups.shard(GROUP).offsets
        (found,) = store.fetch(GROUP, None, -1, [(INPUT, NO_TOPIC_ID, parts)], require_stable=True)
        answer: Any = when_acknowledged(store.fetch_rests_on(require_stable=True), found)
        return answer.addErrback(lambda _: ErrorCode.NOT_COORDINATOR) if isinstance(answer, Deferred) else answer

    def commit_outside(self, member: Pipeline, places: dict[int, int]) -> Any:
        """OffsetCommit, as a member does it that has nothing open; klog's does not, since it may come late (``protocol_mutations``)."""
        entries = [CommitEntry(INPUT, NO_TOPIC_ID, index, place, -1, "", -1) for index, place in places.items()]
        store = self.groups.shard(GROUP).offsets
        _, acknowledged = store.commit(GROUP, member.member_id, None, member._generation, entries, api_version=9)
        return when_acknowledged(acknowledged, ErrorCode.NONE)

    # What happens

    def move(self) -> None:
        """A partition without a leader is nobody's, that of offsets too."""
        super().move()
        if not self.offsets.leader:
            self.offsets.shard.close()

    def rebalance(self) -> None:
        """The group thinks a member dead, or another one comes for a while."""
        if self.members.names and self.random.random() < 0.7:
            self.members.leave(self.random.choice(self.members.names))
        else:
            # It has gone again before it does anything.
            self.members.join("guest")
            self.clock.callLater(self.random.uniform(0, 2), self.members.leave, "guest")

    def expire(self) -> None:
        """Who was silent is forgotten."""
        for _ in self.coordinator.only.expire():
            pass
        for partition in self.partitions.values():
            partition.producers.expire(self.now_ms())

    def begin_instance(self, writer: str) -> None:
        """The one before leaves the group when that notices."""
        if (before := self.instances.get(writer)) is not None:
            self.clock.callLater(self.random.uniform(0, 1), self.members.leave, f"{writer}.{before}")
        super().begin_instance(writer)

    # The end

    def missing(self) -> list[str]:
        """Offsets that wait for an end, too."""
        why = super().missing()
        if not self.offsets.leader:
            why.append("nobody coordinates the group")
        if self.offsets.high_watermark < len(self.offsets.entries):
            why.append("offsets are not replicated yet")
        if self.offsets.shard.offsets.has_open_transactions:
            why.append(f"offsets wait for the ends of {self.offsets.shard.offsets.open_producers}")
        return why

    def judge(self) -> None:
        """In the end."""
        super().judge()
        numbers: dict[int, list[int]] = {index: [] for index in range(self.plan.inputs)}
        for _, _, value in self.history.polls.get("final", ()):
            index, number, _ = map(int, value.split(b":"))
            numbers[index].append(number)
        found: list[FetchedOffset] = self.fetch(range(self.plan.inputs))
        assert not isinstance(found, Deferred), "all is acknowledged by now"
        for one in found:
            given = sorted(numbers[one.partition])
            if given != list(range(max(0, one.offset))):
                raise Violation(f"out of step: of {INPUT}-{one.partition} the group has read {one.offset}, and the output has {given[:50]}")


def main(arguments: list[str] | None = None) -> int:
    """Live them; how it ended, as an exit code."""
    return protocol_lives.main(arguments, PipelinePlan, PipelineModel, "pipeline_lives")


if __name__ == "__main__":
    sys.exit(main())
