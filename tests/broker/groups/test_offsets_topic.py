"""How ``__consumer_offsets`` is made; making is the business of ``coordinators.coordinator_topic``."""

from __future__ import annotations

from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.offsets_topic import offsets_topic
from tests.broker.handlers.setting import AdminTestCase


class OffsetsTopicTests(AdminTestCase):
    """By the settings."""

    def test_configs(self) -> None:
        topic = offsets_topic(self.coordination, GroupSettings(offsets_topic_segment_bytes=5), self.fail)
        self.assertEqual((topic.name, topic.configs["segment.bytes"], topic.exists), ("__consumer_offsets", "5", False))
