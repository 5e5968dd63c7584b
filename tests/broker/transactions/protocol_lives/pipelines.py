"""Pipelines: lives in which members of a group read, write, and commit what they have read, in transactions.

Klog's are here, besides, TxnOffsetCommit and AddOffsetsToTxn, and what `group` has. Who was thought dead goes on as a zombie until it looks
at the group again, which may be long after its transaction has timed out. Producers that were silent are forgotten by partitions, and
transactional ids by their coordinator.

The input is the numbers from 0 on, in some parts. In the end, besides what holds in every life: each number below the group's offset stands
in the output once, and none from there on.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

from twisted.internet.defer import Deferred

from klog.broker.coordinators.shard import when_acknowledged
from klog.broker.groups.group import GroupEnvironment
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.offsets import CommitEntry, FetchedOffset
from klog.broker.handler import RequestContext
from klog.broker.handlers.add_offsets_to_txn import AddOffsetsToTxnHandler
from klog.broker.handlers.txn_offset_commit import TxnOffsetCommitHandler
from klog.broker.transactions.transaction_settings import TransactionSettings
from klog.broker.transactions.verification import TransactionVerifier
from klog.client.requests.group_offsets import GroupMember
from klog.client.requests.transactions import TransactionProtocol
from klog.errors import ErrorCode, KlogError
from klog.metrics import Metrics
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.testing.cluster_invariants import Violation
from klog.wire.messages.add_offsets_to_txn import AddOffsetsToTxnRequest, AddOffsetsToTxnResponse
from klog.wire.messages.txn_offset_commit import TxnOffsetCommitRequest
from klog.wire.schema import Message
from tests.broker.cluster_lives.transaction_life import Written
from tests.broker.transactions.protocol_lives.cluster import BROKERS, CONNECTION, handled, surroundings
from tests.broker.transactions.protocol_lives.group import GROUP, OFFSETS, Members, OffsetsPartition, ToyGroups
from tests.broker.transactions.protocol_lives.life import Life
from tests.broker.transactions.protocol_lives.world import Plan
from tests.broker.transactions.protocol_lives.writers import Writer

INPUT = "in"
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


class Pipeline(Writer):
    """One instance of a member: from what is committed on, one transaction after the other."""

    cluster: PipelineLife

    def __init__(self, life: PipelineLife, name: str, instance: int) -> None:
        super().__init__(life, name, instance)
        self.member_id = f"{name}.{instance}"
        self._generation = -1
        #: Where it is in what it owns, while it knows.
        self._places: dict[int, int] = {}
        self._owned: list[int] = []
        self._written: Written | None = None

    async def _transact(self) -> None:
        life, chance = self.cluster, self.cluster.random
        if self._places and chance.random() < 0.5:
            # It has not looked at the group for a while.
            pass
        else:
            await self._look()
        if not self._owned:
            await life.pause(0.2)
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
        life = self.cluster
        if life.is_faulty and life.random.random() < life.plan.dozes:
            await life.pause(life.random.choice([0.5, 3.0, _EXPIRATION_MS / 1000 + 1]))

    async def _look(self) -> None:
        """At the group, and what it has committed."""
        life = self.cluster
        generation, owned = await life.ask(lambda: life.members.view(self.member_id), may_be_late=lambda: False)
        if generation == self._generation and self._places:
            return
        self._places, self._owned = {}, owned
        until_s = life.clock.seconds() + 5.0
        while owned:
            found = await life.ask(lambda: life.fetch(owned), may_be_late=lambda: False)
            if not isinstance(found, ErrorCode) and not any(one.code for one in found):
                self._places = {one.partition: max(0, one.offset) for one in found}
                break
            if life.clock.seconds() > until_s:
                raise KlogError(ErrorCode.UNSTABLE_OFFSET_COMMIT)
            await life.pause(0.1)
        self._generation = generation

    async def _fill(self, written: Written) -> None:
        life, chance, coordination = self.cluster, self.cluster.random, self.coordination
        self._written = written
        read: dict[int, int] = {}
        for index in self._owned:
            count = chance.choice([1, 1, 2]) if not read else chance.choice([0, 1, 2])
            for number in range(self._places[index], self._places[index] + count):
                value = b"%d:%d:%d" % (index, number, life.next_number())
                name = chance.choice(life.outputs)
                life.history.wrote(written, name, value)
                await self._write(name, value)
            if count:
                read[index] = self._places[index] + count
        await self._doze()
        if coordination.protocol is TransactionProtocol.FIRST:
            await coordination.add_group(GROUP)
        member = GroupMember(self._generation, self.member_id)
        await coordination.commit_offsets(GROUP, {TopicPartition(INPUT, index): place for index, place in read.items()}, member)
        self._places |= read


class PipelineLife(Life):
    """See the module."""

    settings = TransactionSettings(max_timeout_ms=60_000, id_expiration_ms=_EXPIRATION_MS)
    producer_expiration_ms = _EXPIRATION_MS
    plan: PipelinePlan

    def __init__(self, plan: PipelinePlan) -> None:
        self.members = Members(plan.inputs)
        self.groups = ToyGroups()
        super().__init__(plan)
        environment = GroupEnvironment(**surroundings(self), settings=GroupSettings(), random=self.random, metrics=Metrics())
        self.offsets = OffsetsPartition(self, self.random.choice(BROKERS), environment, self.members, self.groups)
        self.partitions[OFFSETS] = self.offsets

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

            return handled(AddOffsetsToTxnHandler(self.coordinator, cast(Any, offsets)), context, message, refused)
        if not isinstance(message, TxnOffsetCommitRequest):
            return super().answer(message, version)
        verifier = TransactionVerifier(
            self.coordinator, self.clock, lambda: self.offsets.leader, lambda _: self.coordinator.broker_id, self._verify_remotely
        )
        handler = TxnOffsetCommitHandler(self.groups, cast(Any, self), verifier)
        return handled(handler, context, message, lambda code: handler.error_answer(version, message, code, None))

    def fetch(self, parts: Sequence[int]) -> Any:
        """OffsetFetch, of what is stable."""
        store = self.groups.shard(GROUP).offsets
        (found,) = store.fetch(GROUP, None, -1, [(INPUT, NO_TOPIC_ID, parts)], require_stable=True)
        answer: Any = when_acknowledged(store.fetch_rests_on(require_stable=True), found)
        return answer.addErrback(lambda _: ErrorCode.NOT_COORDINATOR) if isinstance(answer, Deferred) else answer

    def commit_outside(self, member: Pipeline, places: dict[int, int]) -> Any:
        """OffsetCommit, as a member does it that has nothing open; klog's does not, since it may come late (`mutations`)."""
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
