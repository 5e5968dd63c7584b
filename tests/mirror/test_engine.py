"""Rounds, and what is written of the copies."""

from __future__ import annotations

from unittest import mock

from klog.mirror.copying import Copying
from klog.mirror.decisions.records import CopyRecord, Key
from klog.mirror.decisions.states import CopyState
from klog.mirror.engine import WRITE_EVERY_S
from klog.testing.broker import MemoryBroker
from tests.mirror.rig import TwoClusters, stored


class EngineTests(TwoClusters):
    """All mirrors of a broker."""

    def test_two_links(self) -> None:
        """Each copies what is its own; a topic that both name belongs to the first."""
        other = MemoryBroker(reactor=self.reactor, host="192.0.2.13", seed=3).start()
        for broker in (self.source, other):
            broker.create_topics({"web.a": 1})
        self.source.create_topics({"web.b": 1})
        other.create_topics({"app.a": 1})
        self.source.put("web.b", [b"b"])
        other.put("app.a", [b"a"] * 3)
        self.link("dc1")
        self.run_until(lambda: self.state("web.a"))
        self.link("dc2", ["web.a", "app.*"], bootstrap=other.bootstrap)
        self.run_until(lambda: self.end(self.destination, "app.a") == 3)
        self.until_level("web.b")
        self.run_until(lambda: "the mirror of another link, dc1" in (self.picture("dc2").topics["web.a"].reason))
        self.destination.stop()
        other.stop()

    def test_a_source_that_is_away_holds_up_no_other_link(self) -> None:
        """What takes the time-outs of one source's requests takes none of the other link's rounds."""
        other = MemoryBroker(reactor=self.reactor, host="192.0.2.13", seed=3).start()
        other.create_topics({"app.a": 1})
        self.source.create_topics({"web.a": 1})
        self.link("dc1")
        self.link("dc2", ["app.*"], bootstrap=other.bootstrap)
        self.run_until(lambda: self.state("web.a") and self.state("app.a", "dc2"))
        self.source.freeze()
        self.run_for(7)
        for number in range(4):
            other.create_topics({f"app.new{number}": 1})
            self.run_until(lambda number=number: self.state(f"app.new{number}", "dc2"), 7)  # type: ignore[misc]
        self.source.thaw()
        self.destination.stop()
        other.stop()

    def test_no_more_links_than_may_be(self) -> None:
        """However many somebody has written."""
        with mock.patch("klog.mirror.engine.MOST_LINKS", 2):
            for number in range(3):
                self.link(f"dc{number}", bootstrap=f"192.0.2.{50 + number}:9092", created_ms=10 - number)
            self.run_until(lambda: any("dc0 is not run" in one for one in self.warnings))
            self.assertEqual(set(self.engine.links), {"dc1", "dc2"})

    def test_idle_copies_write_nothing(self) -> None:
        self.source.create_topics({"web.a": 5})
        self.link()
        self.until_level("web.a", 5)
        self.run_for(2 * WRITE_EVERY_S)
        before = len(stored(self.destination, "__klog_mirror"))
        self.run_for(10 * WRITE_EVERY_S)
        self.assertEqual(len(stored(self.destination, "__klog_mirror")), before)

    def test_of_idle_copies_no_records_are_made(self) -> None:
        """Thousands of them would be, in each round, for nothing; and what is new is written soon."""
        self.source.create_topics({"web.a": 5})
        self.link()
        self.until_level("web.a", 5)
        self.run_for(2 * WRITE_EVERY_S)
        with mock.patch.object(Copying, "record", side_effect=AssertionError("a record was made")):
            self.run_for(2 * WRITE_EVERY_S)
        self.source.put("web.a", [b"x"], partition=3)
        self.run_until(lambda: self.picture().copies["web.a", 3].end == 1, 3)

    def test_a_wall_clock_that_is_set_back(self) -> None:
        """How far a copy is is written on."""
        self.source.create_topics({"web.a": 1})
        self.link()
        self.until_level("web.a")
        self.run_for(2 * WRITE_EVERY_S)
        self.destination.step_clock(-3600)
        for end in (1, 2):
            self.source.put("web.a", [b"x"])
            self.run_until(lambda end=end: self.picture().copies["web.a", 0].end == end, 2 * WRITE_EVERY_S)  # type: ignore[misc]

    def test_what_somebody_else_has_written_late(self) -> None:
        """It is how far the copy was when another broker led it, and perhaps a loss that only that one knew of: it is written anew what is
        so, with both."""
        self.source.create_topics({"web.a": 1})
        self.link()
        self.source.put("web.a", [b"x"] * 5)
        self.until_level("web.a")
        self.run_for(2 * WRITE_EVERY_S)
        level = self.picture().copies["web.a", 0]
        self.assertEqual((level.state, level.end, level.lost), (CopyState.LEVEL, 5, ()))
        late = CopyRecord(CopyState.WAITING, "the source is away", broker=9, end=2, lost=((1, 2),))
        self.write(Key("copy", "dc1", "web.a", 0), late)
        self.run_until(lambda: self.picture().copies["web.a", 0].broker == level.broker, WRITE_EVERY_S + 2)
        found = self.picture().copies["web.a", 0]
        self.assertEqual((found.state, found.reason, found.end, found.lost), (CopyState.LEVEL, "", 5, ((1, 2),)))
        self.assertEqual([one.record(1, 0).lost for one in self.running().copying], [((1, 2),)], "whoever writes next knows of it")
        before = len(stored(self.destination, "__klog_mirror"))
        self.run_for(10 * WRITE_EVERY_S)
        self.assertEqual(len(stored(self.destination, "__klog_mirror")), before, "it is written once")

    def test_a_stop_leaves_nothing(self) -> None:
        """No call is planned, and no connection open, when the broker has stopped."""
        self.source.create_topics({"web.a": 1})
        self.link()
        self.until_level("web.a")
        self.destination.stop()
        self.run_for(1)
        self.assertEqual([link for link in self.reactor.links(9092) if not link.is_broken and "klog-mirror" in repr(link)], [])
