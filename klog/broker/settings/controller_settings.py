"""What the controller that runs in this broker reads of its settings (`klog.cluster.zookeeper.controller.settings.ControllerSettings`).

All of it is read when it is needed: dynamic settings hold at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klog.broker.settings.settings import BrokerSettings
from klog.broker.settings.topic_configs import effective
from klog.replication.inter_broker_versions import RequestVersions


class BrokerControllerSettings:
    """See the module.

    :param versions: of what is sent to brokers.
    :param inter_broker_listener: name of the listener by which brokers reach each other.
    :param control_plane_listener: of the one for the controller's requests; None: the brokers' one.
    :param topic_configs: a topic's own configurations.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        versions: RequestVersions,
        inter_broker_listener: str | None,
        topic_configs: Callable[[str], Mapping[str, str]],
        control_plane_listener: str | None = None,
    ) -> None:
        self._settings = settings
        self._topic_configs = topic_configs
        self.versions = versions
        self.inter_broker_listener = inter_broker_listener
        self.control_plane_listener = control_plane_listener

    @property
    def auto_leader_rebalance(self) -> bool:
        """``auto.leader.rebalance.enable``."""
        return self._settings.boolean("auto.leader.rebalance.enable")

    @property
    def leader_imbalance_percentage(self) -> int:
        """``leader.imbalance.per.broker.percentage``."""
        return self._settings.integer("leader.imbalance.per.broker.percentage")

    @property
    def leader_imbalance_check_interval_s(self) -> float:
        """``leader.imbalance.check.interval.seconds``."""
        return float(self._settings.integer("leader.imbalance.check.interval.seconds"))

    def allows_unclean_election(self, topic: str) -> bool:
        """``unclean.leader.election.enable``: the topic's, else the broker's."""
        return bool(effective("unclean.leader.election.enable", self._topic_configs(topic), self._settings))
