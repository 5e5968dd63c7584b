"""The queues to all brokers, as these come and go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klog.cluster.zookeeper.controller.broker_queue import BrokerQueue, Connect
from klog.cluster.zookeeper.controller.broker_requests import BrokerRequests, endpoint_of
from klog.cluster.zookeeper.controller.live_brokers import BrokerNews, Life, LiveBrokers
from klog.cluster.zookeeper.controller.pending_updates import Piece
from klog.cluster.zookeeper.controller.propagation import Propagation
from klog.wire.schema import Message

#: Nothing in ZooKeeper tells of which release a broker of Apache Kafka is. One that cannot read a request closes the connection.
_OF_KAFKA = (
    "; it is a broker of Apache Kafka: one that is older than inter.broker.protocol.version cannot read them; set that to the release"
    " of the oldest broker, on all brokers"
)


class Channels:
    """See the module.

    :param listener: under whose name brokers are reached; see `endpoint_of`.
    :param answered: called with whose answer it is, what it was asked, and the answer.
    :param warn: takes sentences for people.
    """

    def __init__(
        self,
        reactor: Any,
        connect: Connect,
        listener: str | None,
        brokers: LiveBrokers,
        propagation: Propagation,
        requests: BrokerRequests,
        answered: Callable[[int, Piece, Message, Message], None],
        warn: Callable[[str], None],
    ) -> None:
        self._reactor = reactor
        self._connect = connect
        self._listener = listener
        self._brokers = brokers
        self._propagation = propagation
        self._requests = requests
        self._answered = answered
        self._warn = warn
        self._queues: dict[int, BrokerQueue] = {}
        self._addresses: dict[int, tuple[str, int]] = {}

    @property
    def is_idle(self) -> bool:
        """Whether everybody who can be reached was told everything, and has answered."""
        return all(queue.is_idle for queue in self._queues.values())

    def brokers_changed(self, news: BrokerNews) -> None:
        """Open queues to brokers that came, and close those of brokers that went; `Propagation` has heard of them already."""
        for broker_id in sorted(news.gone):
            self._end(broker_id)
        for broker_id in sorted(news.came | news.changed):
            self._begin(self._brokers.lives[broker_id])

    def wake(self) -> None:
        """There may be something to tell somebody."""
        for queue in list(self._queues.values()):
            queue.wake()

    def stop(self) -> None:
        """We are no controller any more."""
        for broker_id in list(self._queues):
            self._end(broker_id)

    def _begin(self, life: Life) -> None:
        broker_id = life.at.broker_id
        address = endpoint_of(life.at, self._listener)
        if address is not None and self._addresses.get(broker_id) == address:
            return
        self._end(broker_id)
        if address is None:
            name = "with PLAINTEXT" if self._listener is None else f"named {self._listener}"
            self._warn(f"broker {broker_id} has no listener {name}: the controller cannot tell it what it leads")
            return
        epoch = life.epoch
        self._addresses[broker_id] = address
        self._queues[broker_id] = BrokerQueue(
            self._reactor,
            broker_id,
            self._connect(broker_id, *address),
            self._propagation.pending[broker_id],
            lambda piece: self._requests.make(piece, epoch),
            lambda: self._brokers.generation,
            lambda piece, request, answer: self._answered(broker_id, piece, request, answer),
            self._warn_of_kafka if life.at.is_kafkas else self._warn,
        )

    def _warn_of_kafka(self, sentence: str) -> None:
        self._warn(sentence + _OF_KAFKA)

    def _end(self, broker_id: int) -> None:
        self._addresses.pop(broker_id, None)
        queue = self._queues.pop(broker_id, None)
        if queue is not None:
            queue.stop()
