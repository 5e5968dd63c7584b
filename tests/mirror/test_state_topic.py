"""The state topic is read to its end, and on; rubbish in it changes nothing."""

from __future__ import annotations

from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.records import STATE_TOPIC_CONFIGS, Key, Trouble
from tests.mirror.rig import TwoClusters, stored


class StateTopicTests(TwoClusters):
    """What happens to it."""

    def test_rubbish(self) -> None:
        """It is told of, a few times, and all else counts."""
        self.source.create_topics({"web.a": 1})
        for number in range(20):
            self.until(self._writer.send(STATE_TOPIC, b"rubbish", b"key %d" % number, partition=0))
        self.link()
        self.until(self._writer.send(STATE_TOPIC, b"{}", Key("link", "dc1").encode(), partition=0))
        self.source.put("web.a", [b"a"])
        self.until_level("web.a")
        told = [one for one in self.warnings if "changes nothing" in one]
        self.assertEqual(len(told), 10)

    def test_who_stops_writes_nothing_any_more(self) -> None:
        """What waits to be written is of a time that is over when somebody else goes on."""
        self.source.create_topics({"web.a": 1})
        self.link()
        self.until_level("web.a")
        begun_s = self.reactor.seconds()
        # Nothing is answered over connections that break so soon.
        self.reactor.cut_at(10)
        self.reactor.cut(9092)
        self.engine.state.write([(Key("trouble", "dc1"), Trouble("of another time"))])
        self.run_for(0.5)
        self.destination.stop()
        self.assertLess(self.reactor.seconds() - begun_s, 5, "nobody waits for it long")
        self.destination.start()
        self.reactor.cut_at(None)
        self.run_for(60)
        self.assertNotIn(b"of another time", stored(self.destination, STATE_TOPIC))

    def test_deleted_and_made_again(self) -> None:
        """What was copied stays read-only; the same link, made again, goes on with it."""
        self.source.create_topics({"web.a": 1})
        self.link()
        self.source.put("web.a", [b"a"])
        self.until_level("web.a")
        self.until(self.here.delete_topic(STATE_TOPIC))
        self.run_for(5)
        [application] = self.destination.broker.applications
        self.assertIsNone(application.engine)  # type: ignore[attr-defined]
        self.source.put("web.a", [b"b"])
        self.run_for(5)
        self.assertEqual(self.end(self.destination, "web.a"), 1)
        self.until(self.here.create_topic(STATE_TOPIC, 1, configs=dict(STATE_TOPIC_CONFIGS)))
        self.link()
        self.until_level("web.a")
        self.assert_equal("web.a")
