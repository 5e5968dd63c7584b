"""Who else is in the cluster: live brokers, the controller, and where each is reached.

Two know it. **The controller** tells by UpdateMetadata; from its first word on that is what is shown, so that brokers, topics and leaders
that clients hear of fit together. **ZooKeeper** knows it first (``/brokers/ids``, ``/controller``); it is shown before that word, and is
asked for what only it knows: which registration a broker has now, and the address of one that the controller has not told of yet.

Where it names nobody, **we ourselves** are shown: who asks has reached us. That is so when the sessions from before a loss of power have
all ended and nobody is registered anew yet. A Kafka that starts may tell of no broker then (KAFKA-7924). Java's client overlooks such an
answer; librdkafka forgets all the brokers it knew, and finds nobody to ask any more (its issue 5301; seen with 2.16.0).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from klog.cluster.interfaces import BrokerInfo, Endpoint
from klog.cluster.metadata_cache import MetadataCache
from klog.cluster.zookeeper.view import NOBODY, BrokerAt, ClusterView
from klog.zookeeper.znodes import BrokerRegistration


class Members:
    """See the module.

    :param cache: what the controller told; it never hears anything where nobody tells.
    :param view: ZooKeeper's tree; None while there is no session, or it is being read.
    :param inter_broker_listener: name of the listener of brokers among themselves; None: each one's first that is PLAINTEXT.
    :param us: this broker as it will be registered; None before it listens.
    """

    def __init__(
        self,
        cache: MetadataCache,
        view: Callable[[], ClusterView | None],
        inter_broker_listener: str | None,
        us: Callable[[], BrokerRegistration | None],
    ) -> None:
        self._cache = cache
        self._view = view
        self._us = us
        self._listener = inter_broker_listener
        self._registered: tuple[BrokerInfo, ...] = ()

    def look(self, view: ClusterView) -> None:
        """Registrations have changed. What is known of them stays while there is no session."""
        live = [at for broker_id in sorted(view.brokers) if (at := view.live(broker_id)) is not None]
        self._registered = tuple(_info(at.registration) for at in live if at.registration is not None)

    def brokers(self) -> Sequence[BrokerInfo]:
        """Live brokers, by id; never none once we listen."""
        told = self._cache.brokers if self._cache.has_heard else self._registered
        if told:
            return told
        us = self._us()
        return () if us is None else (_info(us),)

    def controller_id(self) -> int:
        """The controller, where it is a live broker; -1 where there is none, or nobody can say."""
        if self._cache.has_heard:
            controller_id = self._cache.controller_id
        else:
            view = self._view()
            held = None if view is None else view.controller
            controller_id = NOBODY if held is None else held.broker_id
        return controller_id if any(each.broker_id == controller_id for each in self.brokers()) else NOBODY

    def address(self, broker_id: int) -> tuple[str, int] | None:
        """Host and port of a broker on the listener of brokers; None where nobody knows."""
        told = self._cache.broker(broker_id)
        if told is not None and self._listener is not None:
            found = _address(told.endpoints, self._listener)
            if found is not None:
                return found
        at = self._at(broker_id)
        if at is None or at.registration is None:
            return None
        if self._listener is not None:
            return _address(_info(at.registration).endpoints, self._listener)
        return next(((each.host, each.port) for each in at.registration.endpoints if each.security_protocol == "PLAINTEXT"), None)

    def epoch(self, broker_id: int) -> int:
        """The czxid of a broker's registration; -1 where there is none, or no session."""
        at = self._at(broker_id)
        return NOBODY if at is None else at.czxid

    def _at(self, broker_id: int) -> BrokerAt | None:
        view = self._view()
        return None if view is None else view.brokers.get(broker_id)


def _address(endpoints: Iterable[Endpoint], listener: str) -> tuple[str, int] | None:
    return next(((each.host, each.port) for each in endpoints if each.listener == listener), None)


def _info(registration: BrokerRegistration) -> BrokerInfo:
    endpoints = tuple(Endpoint(each.listener, each.host, each.port) for each in registration.endpoints)
    return BrokerInfo(registration.broker_id, endpoints, registration.rack)
