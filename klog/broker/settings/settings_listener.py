"""Dynamic settings of brokers, from the cluster into `BrokerSettings`."""

from __future__ import annotations

from collections.abc import Callable

from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import ICoordination, TopicInfo


class SettingsListener:
    """Brings changed dynamic settings into `BrokerSettings`; subscribed before the partitions, which read them there. Implements
    `klog.cluster.interfaces.ITopicListener`.

    :param changed: called after each change.
    """

    def __init__(self, settings: BrokerSettings, coordination: ICoordination, changed: Callable[[], object] = lambda: None) -> None:
        self._settings = settings
        self._coordination = coordination
        self._changed = changed

    def read(self) -> None:
        """Take over what is set now."""
        self._settings.set_dynamic(
            self._coordination.broker_configs(self._coordination.broker_id()), self._coordination.broker_configs(None)
        )

    def broker_configs_changed(self, configs: object) -> None:
        """They changed; the merged view in `configs` does not tell the sources apart."""
        self.read()
        self._changed()

    def topics_coming(self, coming: object) -> None:
        """Nothing to do."""

    def topic_created(self, topic: TopicInfo) -> None:
        """Nothing to do."""

    def topic_deleted(self, topic: TopicInfo) -> None:
        """Nothing to do."""

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """Nothing to do."""

    def leaders_changed(self, topic: TopicInfo, partitions: object) -> None:
        """Nothing to do."""

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """Nothing to do."""
