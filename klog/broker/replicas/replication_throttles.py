"""The throttles of this broker's copying (KIP-73), as its settings and those of its topics have them at any moment.

===================== ================================================= =====================================================
side                  rate (the broker's)                               of which replicas (the topic's)
===================== ================================================= =====================================================
what we are asked for ``leader.replication.throttled.rate``             ``leader.replication.throttled.replicas``
what we ask for       ``follower.replication.throttled.rate``           ``follower.replication.throttled.replicas``
===================== ================================================= =====================================================

Source: ``ReplicationQuotaManager``, ``TopicConfigHandler`` (``server/ConfigHandler.scala``).
"""

from __future__ import annotations

import enum

from twisted.internet.interfaces import IReactorTime

from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import ICoordination
from klog.config import LONG_MAX
from klog.replication.throttle import ReplicationThrottle


class Side(enum.Enum):
    """Whose settings."""

    LEADER = "leader"
    FOLLOWER = "follower"


def make_throttle(side: Side, settings: BrokerSettings, coordination: ICoordination, clock: IReactorTime) -> ReplicationThrottle:
    """The throttle of leaders or of followers; settings that change count at once."""
    rate_name, replicas_name = f"{side.value}.replication.throttled.rate", f"{side.value}.replication.throttled.replicas"

    def rate() -> int | None:
        # Asked with each fetch.
        value = settings.value(rate_name)
        assert isinstance(value, int)
        return None if value == LONG_MAX else value

    return ReplicationThrottle(
        coordination.broker_id(),
        rate,
        lambda topic: coordination.topic_configs(topic).get(replicas_name, ""),
        clock.seconds,
        windows=settings.integer("replication.quota.window.num"),
        window_s=float(settings.integer("replication.quota.window.size.seconds")),
    )
