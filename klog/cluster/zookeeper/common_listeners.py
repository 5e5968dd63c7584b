"""Whether the brokers of a cluster have the listeners in common by which they speak among themselves. Pure.

Brokers look for each other under one listener's name. One that has no listener of that name is told nothing by klog's controller; and
Kafka's controller, once it has met one, notices no broker any more that comes or goes while that registration is there
(``BrokerEndPointNotAvailableException`` in ``BrokerChange``). So a broker does not start beside others with which it has none in common.

Which name a broker of Kafka goes by is in its settings and nowhere in ZooKeeper. Where it has listeners that we have not, one of them may
be it: that is a warning, since they may just as well be for clients.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from klog.zookeeper.znodes import BrokerRegistration

_SETTINGS = ("inter.broker.listener.name (or security.inter.broker.protocol)", "control.plane.listener.name")


def _names(registration: BrokerRegistration) -> set[str]:
    return {endpoint.listener for endpoint in registration.endpoints}


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def refusal_beside(between_brokers: Sequence[str | None], others: Iterable[BrokerRegistration], connect: str) -> str | None:
    """Why we cannot be in one cluster with `others`; None where nothing stands against it.

    :param between_brokers: the names of our listeners for brokers and for the controller's requests; None where there is none.
    :param connect: of ZooKeeper, for the sentence.
    """
    for other in others:
        for setting, wanted in zip(_SETTINGS, between_brokers, strict=False):
            if wanted is not None and wanted not in _names(other):
                return (
                    f"brokers would not reach each other: broker {other.broker_id} at {other.address} in ZooKeeper at {connect} has no "
                    f"listener {wanted}, only {_listed(_names(other))}; set {setting} to a name that all brokers have"
                )
    return None


def doubt_beside(us: BrokerRegistration, others: Iterable[BrokerRegistration]) -> str | None:
    """What may be wrong between us and brokers of Kafka; None where nothing may."""
    for other in others:
        lacking = _names(other) - _names(us)
        if other.klog is None and lacking:
            return (
                f"broker {other.broker_id} at {other.address}, of Apache Kafka, has listeners that this broker has not: {_listed(lacking)}"
                "; "
                "if one of them is its inter.broker.listener.name or control.plane.listener.name, a controller of Kafka's "
                "notices no broker any more that comes or goes: stop this broker then, and give it a listener of that name"
            )
    return None
