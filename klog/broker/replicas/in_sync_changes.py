"""The leader asks the controller to change who is in sync: all partitions of a broker together, one request under way at a time (KIP-497;
``server/AlterPartitionManager.scala``).

Before a partition asks (`ask`) it has put the change into its `Leadership.state`. The request says what that state is when the request is
made, and the answer counts only where the state is still the same. A partition whose leadership is over by then is left out. After an error
of the whole request, and after an error of one partition that is worth another attempt, the partitions ask again `RETRY_S` later; so does
each partition whose answer was not taken because of a mistake of klog's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from twisted.internet.defer import CancelledError
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.controller_channel import ControllerChannel
from klog.broker.replicas.leadership import Leadership
from klog.errors import row_of
from klog.model import NO_TOPIC_ID
from klog.replication.in_sync import AlterPartitionAnswer, InSyncReplicas
from klog.wire.messages.alter_partition import (
    AlteredPartition,
    AlteredTopic,
    AlterPartitionRequest,
    AlterPartitionResponse,
)

#: Before what failed is asked for again, in seconds.
RETRY_S = 0.05

#: Version 3 has brokers' epochs, which nobody knows with ZooKeeper.
_MOST_VERSION = 2

_Key = tuple[bytes | str, int]


class InSyncChanges:
    """See the module.

    :param us: our number.
    :param broker_epoch: of our registration.
    """

    _log = Logger()

    def __init__(self, clock: IReactorTime, channel: ControllerChannel, us: int, broker_epoch: Callable[[], int]) -> None:
        self._clock = clock
        self._channel = channel
        self._us = us
        self._broker_epoch = broker_epoch
        #: What is to be asked for, by partition.
        self._waiting: dict[_Key, Leadership] = {}
        #: What the request under way asks for.
        self._asked: dict[_Key, tuple[Leadership, InSyncReplicas]] = {}
        self._is_asking = False
        self._retry: IDelayedCall | None = None
        self._closed = False

    def ask(self, leadership: Leadership) -> None:
        """Ask for what `leadership.state` proposes."""
        self._waiting[_key(leadership)] = leadership
        self._go()

    def close(self) -> None:
        """Ask nothing any more."""
        self._closed = True
        self._waiting.clear()
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None

    def _go(self) -> None:
        if self._is_asking or self._retry is not None or not self._waiting or self._closed:
            return
        self._is_asking = True
        # All that is asked for in this turn goes together.
        self._clock.callLater(0, self._ask)

    def _ask(self) -> None:
        if self._closed:
            return
        self._channel.ask(self._request, at_most=_MOST_VERSION).addCallback(self._answered).addErrback(self._failed)

    def _request(self) -> AlterPartitionRequest | None:
        """What is wanted now; asked again for each attempt."""
        for key, (leadership, _) in self._asked.items():
            self._waiting.setdefault(key, leadership)
        asked: dict[_Key, tuple[Leadership, InSyncReplicas]] = {}
        topics: dict[bytes, AlteredTopic] = {}
        for key, leadership in self._waiting.items():
            state = leadership.state
            if leadership.is_over or state.proposed is None:
                continue
            asked[key] = leadership, state
            told = leadership.told
            topic = topics.get(told.topic.encode() + told.topic_id)
            if topic is None:
                topic = topics[told.topic.encode() + told.topic_id] = AlteredTopic(
                    topic_name=told.topic, topic_id=told.topic_id, partitions=[]
                )
            topic.partitions.append(
                AlteredPartition(
                    partition_index=told.partition,
                    leader_epoch=state.leader_epoch,
                    new_isr=list(state.proposed),
                    leader_recovery_state=int(state.leads_anew),
                    partition_epoch=state.partition_epoch,
                )
            )
        self._waiting.clear()
        self._asked = asked
        if not asked:
            return None
        return AlterPartitionRequest(broker_id=self._us, broker_epoch=self._broker_epoch(), topics=list(topics.values()))

    def _answered(self, answer: AlterPartitionResponse | None) -> None:
        if answer is not None and not answer.error_code:
            told = _by_partition(answer)
            asked, self._asked = self._asked, {}
            for key, (leadership, state) in asked.items():
                # Versions 0 and 1 name the topic also where it has an id.
                one = told.get(key) or told.get((leadership.told.topic, leadership.told.partition))
                if one is None or self._is_wanted_again(leadership, state, one):
                    self._asked[key] = leadership, state
        self._ended()

    def _is_wanted_again(self, leadership: Leadership, state: InSyncReplicas, answer: AlterPartitionAnswer) -> bool:
        try:
            return leadership.answered(state, answer)
        except Exception:
            self._log.failure("a mistake in taking other in-sync replicas of {leadership}", leadership=leadership)
            return True

    def _ended(self) -> None:
        """What is still among those asked is asked again, after a pause."""
        self._is_asking = False
        asked, self._asked = self._asked, {}
        for key, (leadership, _) in asked.items():
            self._waiting.setdefault(key, leadership)
        if asked and not self._closed:
            self._retry = self._clock.callLater(RETRY_S, self._again)
        else:
            self._go()

    def _again(self) -> None:
        self._retry = None
        self._go()

    def _failed(self, failure: Failure) -> None:
        if failure.check(CancelledError):  # type: ignore[no-untyped-call]
            # The channel is closed.
            self._is_asking = False
            return
        self._log.failure("a mistake in asking for other in-sync replicas", failure)
        self._ended()


def _key(leadership: Leadership) -> _Key:
    told = leadership.told
    return (told.topic if told.topic_id == NO_TOPIC_ID else told.topic_id), told.partition


def _by_partition(answer: Any) -> Mapping[_Key, AlterPartitionAnswer]:
    found: dict[_Key, AlterPartitionAnswer] = {}
    for topic in answer.topics:
        name: bytes | str = topic.topic_name if topic.topic_id == NO_TOPIC_ID else topic.topic_id
        for one in topic.partitions:
            found[name, one.partition_index] = AlterPartitionAnswer(
                row_of(one.error_code).code, one.leader_epoch, tuple(one.isr), one.partition_epoch
            )
    return found
