"""What a controller is told of the settings, by whoever knows them."""

from __future__ import annotations

import dataclasses
from typing import Protocol

from klog.cluster.zookeeper.controller.broker_requests import ControlVersions


class ControllerVersions(ControlVersions, Protocol):
    """What the cluster's protocol version says (``inter.broker.protocol.version``)."""

    @property
    def feature(self) -> int:
        """Version of the ``/feature`` node; 0: there is none."""


class ControllerSettings(Protocol):
    """The settings of the broker that a controller runs on, and those of topics."""

    @property
    def versions(self) -> ControllerVersions:
        """Of requests and nodes."""

    @property
    def inter_broker_listener(self) -> str | None:
        """The name of the listener by which brokers reach each other; None: the first one with PLAINTEXT."""

    @property
    def control_plane_listener(self) -> str | None:
        """The name of the listener by which the controller's requests go; None: the brokers' one."""

    @property
    def auto_leader_rebalance(self) -> bool:
        """``auto.leader.rebalance.enable``."""

    @property
    def leader_imbalance_percentage(self) -> int:
        """``leader.imbalance.per.broker.percentage``."""

    @property
    def leader_imbalance_check_interval_s(self) -> float:
        """``leader.imbalance.check.interval.seconds``."""

    def allows_unclean_election(self, topic: str) -> bool:
        """``unclean.leader.election.enable``: the topic's, else the broker's."""


@dataclasses.dataclass(frozen=True)
class FixedVersions:
    """Versions of requests and nodes; these are of 3.4 to 3.9."""

    leader_and_isr: int = 7
    update_metadata: int = 8
    stop_replica: int = 4
    feature: int = 2


@dataclasses.dataclass(frozen=True)
class FixedSettings:
    """Settings that do not change; by default Kafka's defaults."""

    versions: ControllerVersions = FixedVersions()  # noqa: RUF009 (frozen)
    inter_broker_listener: str | None = None
    control_plane_listener: str | None = None
    auto_leader_rebalance: bool = True
    leader_imbalance_percentage: int = 10
    leader_imbalance_check_interval_s: float = 300.0
    unclean_topics: frozenset[str] = frozenset()

    def allows_unclean_election(self, topic: str) -> bool:
        """Of a topic that is named."""
        return topic in self.unclean_topics
