"""`klog.mirror.wanted_topics`, at a broker."""

from __future__ import annotations

import unittest

from klog.mirror.reproduce.settings import ReproduceSettings
from klog.mirror.wanted_topics import NoSuchTopic, find_topics
from tests.mirror.verify.rig import TwoBrokers


class WantedTopicsTests(TwoBrokers):
    """Which topics are meant."""

    def test_what_is_named_or_matched(self) -> None:
        self.a.create_topics({"t1": 2, "t2": 1, "t3": 1, "t.internal": 1})
        sides = self.settings()
        settings = ReproduceSettings(source=sides.a, destination=sides.b, alias="x", topics=("t*", "!t3"))
        self.assertEqual(
            {name: len(topic.partitions) for name, topic in find_topics(self.client_a, settings, "the source").items()}, {"t1": 2, "t2": 1}
        )
        named = ReproduceSettings(source=sides.a, destination=sides.b, alias="x", topics=("nowhere",))
        with self.assertRaisesRegex(NoSuchTopic, "topic nowhere is not in the source"):
            find_topics(self.client_a, named, "the source")
        mixed = ReproduceSettings(source=sides.a, destination=sides.b, alias="x", topics=("t.internal", "t1*"))
        self.assertEqual(list(find_topics(self.client_a, mixed, "the source")), ["t.internal", "t1"])
        nothing = ReproduceSettings(source=sides.a, destination=sides.b, alias="x", topics=("nothing*",))
        with self.assertRaisesRegex(NoSuchTopic, "no topic of the source is matched by nothing"):
            find_topics(self.client_a, nothing, "the source")


if __name__ == "__main__":
    unittest.main()
