"""Lives of a cluster whose leaders are brokers of Kafka 2.8, which ask in version 0 of AlterPartition and are easily silenced: whatever
comes between, all copies are in sync in the end (``kafka.server.AlterIsrManager``, ``kafka.cluster.Partition`` of 2.8.2; KAFKA-12686).

One thing is better here than in 2.8: the answer to a request of before a new leader epoch does not take away what was asked for since. No
controller can help there.
"""

from __future__ import annotations

import dataclasses
import functools
import random
from typing import Any

from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.alter_partition import (
    AlteredPartition,
    AlteredTopic,
    AlterPartitionPartitionResponse,
    AlterPartitionRequest,
    AlterPartitionResponse,
)
from tests.cluster.zookeeper.controller import test_moving_lives
from tests.cluster.zookeeper.controller.controlled import ControlledWorld
from tests.cluster.zookeeper.controller.worlds import at
from tests.peers import SOAK

#: Lives that every run of the tests sees, in some of which errors of a partition silenced a leader; `make soak` sees more.
SEEDS = range(2000) if SOAK else (0, 1, 113, 124, 140, 198)
#: After these a leader waits for the next leader epoch, and after all but NOT_CONTROLLER and these, too, by mistake.
_GIVES_UP = (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.FENCED_LEADER_EPOCH, ErrorCode.INVALID_UPDATE_VERSION)


@dataclasses.dataclass
class Led:
    """One partition that a broker leads.

    :ivar proposed: who shall be in sync; nothing is asked as long as this is not None.
    """

    leader_epoch: int
    version: int
    in_sync: tuple[int, ...]
    proposed: tuple[int, ...] | None = None


@dataclasses.dataclass(frozen=True)
class Item:
    """What is asked of one partition."""

    leader_epoch: int
    version: int
    proposed: tuple[int, ...]


class OldLife(test_moving_lives.LoggedLife):
    """A process of such a broker.

    :ivar loss: how many answers to AlterPartition are lost on their way, of one.
    """

    def __init__(self, logs: test_moving_lives.Logs, chance: random.Random, world: ControlledWorld, broker_id: int, epoch: int) -> None:
        super().__init__(logs, world, broker_id, epoch)
        self.loss = 0.2
        self.led: dict[TopicPartition, Led] = {}
        self._chance = chance
        self._unsent: dict[TopicPartition, Item] = {}
        self._is_asking = False

    def _become(self, where: TopicPartition, told: Any) -> int:
        code = super()._become(where, told)
        if not code:
            self._unsent.pop(where, None)
            self.led.pop(where, None)
            if told.leader == self.broker_id:
                self.led[where] = Led(told.leader_epoch, told.partition_epoch, tuple(told.isr))
        return code

    def propose(self, where: TopicPartition, in_sync: tuple[int, ...]) -> None:
        """Ask for other in-sync replicas."""
        led = self.led[where]
        if led.proposed is None and where not in self._unsent:
            led.proposed = in_sync
            self._unsent[where] = Item(led.leader_epoch, led.version, in_sync)
            self._ask()

    def _ask(self) -> None:
        if self._unsent and not self._is_asking:
            self._is_asking = True
            self._send(dict(self._unsent))

    def _send(self, items: dict[TopicPartition, Item]) -> None:
        """Until there is an answer, that of the controller."""
        if self.is_dead:
            return
        node = self.world.active_or_none()
        if node is None:
            self.world.clock.callLater(0.1, self._send, items)
            return
        topics = [
            AlteredTopic(
                topic_name=where.topic,
                partitions=[
                    AlteredPartition(
                        partition_index=where.partition,
                        leader_epoch=item.leader_epoch,
                        new_isr=list(item.proposed),
                        partition_epoch=item.version,
                    )
                ],
            )
            for where, item in items.items()
        ]
        request = AlterPartitionRequest(broker_id=self.broker_id, broker_epoch=self.epoch, topics=topics)
        asked = node.controller.alter_partition(request, 0)
        asked.addErrback(lambda failure: AlterPartitionResponse(error_code=failure.value.code))
        asked.addCallback(self._answered, items)

    def _answered(self, answer: AlterPartitionResponse, items: dict[TopicPartition, Item]) -> None:
        told = {TopicPartition(topic.topic_name, one.partition_index): one for topic in answer.topics for one in topic.partitions}
        codes = {answer.error_code, *(one.error_code for one in told.values())}
        if ErrorCode.NOT_CONTROLLER in codes or self._chance.random() < self.loss:
            self.world.clock.callLater(0.05, self._send, items)
            return
        self._is_asking = False
        if answer.error_code:
            self.world.clock.callLater(0.05, self._ask)
            return
        for where, item in items.items():
            goes_on = where not in told or self._take(where, item, told[where])
            if where in told and self._unsent.get(where) is item:
                del self._unsent[where]
            if not goes_on:
                # An exception, which nobody catches before the rest of the answer.
                return
        self._ask()

    def _take(self, where: TopicPartition, item: Item, told: AlterPartitionPartitionResponse) -> bool:
        """Whether nothing is thrown."""
        led = self.led.get(where)
        if led is None or led.leader_epoch != item.leader_epoch or led.proposed != item.proposed:
            return True
        if told.error_code:
            return told.error_code in _GIVES_UP
        if told.leader_epoch == led.leader_epoch and told.partition_epoch >= led.version:
            led.in_sync, led.version, led.proposed = tuple(told.isr), told.partition_epoch, None
        return True


class Kafka28LeadersTests(test_moving_lives.MovingLivesTests):
    """See the module."""

    def setUp(self) -> None:
        super().setUp()
        self.chance = random.Random(0)
        self.world.make_life = functools.partial(OldLife, self.logs, self.chance)  # type: ignore[method-assign]
        for broker_id in test_moving_lives.BROKERS:
            self.world.start(broker_id)
        self.world.settle()

    def test_lives(self) -> None:
        for seed in SEEDS:
            self.setUp()
            self.chance.seed(seed)
            try:
                self._live(random.Random(seed))
            except Exception as error:
                raise AssertionError(f"seed {seed}: {error}") from error

    def _mend(self) -> None:
        for life in self.world.lives.values():
            assert isinstance(life, OldLife)
            life.loss = 0.0
        super()._mend()

    def _produce(self, chance: random.Random) -> None:
        """What is committed is what all have who may be in sync by now: a request may be done long before its answer comes."""
        for number in self._partitions():
            found = self._leader(number)
            if found is None:
                continue
            state, where = found[0], at("t", number)
            life = self.world.lives[state.leader]
            assert isinstance(life, OldLife)
            led = life.led[where]
            maximal = {*led.in_sync, *(led.proposed or ())}
            end = self.logs.end(where, state.leader) + 1
            following = {each for each in maximal if self._follows(number, each, state)}
            for each in {state.leader, *following}:
                self.logs.ends[where, each] = end
            if following == maximal:
                self.logs.committed[where] = end

    def _catch_up(self, chance: random.Random | None) -> None:
        for number in self._partitions():
            found = self._leader(number)
            if found is None:
                continue
            state, role = found
            where, life = at("t", number), self.world.lives[state.leader]
            assert isinstance(life, OldLife)
            led = life.led[where]
            able = [each for each in role.replicas if self._follows(number, each, state)]
            if chance is not None:
                able = [each for each in able if each in state.isr or chance.random() < 0.7]
            for each in able:
                self.logs.ends[where, each] = self.logs.end(where, state.leader)
            joining = [each for each in able if each not in led.in_sync]
            staying = tuple(each for each in led.in_sync if chance is not None or each in able)
            if joining:
                life.propose(where, (*led.in_sync, joining[0]))
            elif staying != led.in_sync:
                life.propose(where, staying)
