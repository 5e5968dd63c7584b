"""What listeners hear, and when, of a source that a test changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from twisted.internet.defer import Deferred, fail, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.cluster.zookeeper.changes import Announcer
from klog.cluster.zookeeper.picture import has_other_leader
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId
from klog.testing.coordination import Recorder

from .tree import topic_id

US = 1


class _Source:
    """`TopicSource`: what a test says."""

    def __init__(self) -> None:
        self.known: dict[str, TopicInfo] = {}
        self.deleted: set[TopicId] = set()
        self.stale: set[str] = set()
        self.forgotten: list[str] = []

    def names(self) -> Iterable[str]:
        return self.known

    def topic(self, name: str, shown: TopicInfo | None) -> TopicInfo | None:
        return self.known.get(name)

    def with_leaders(self, shown: TopicInfo, numbers: Iterable[int]) -> tuple[TopicInfo, list[int]]:
        topic = self.known.get(shown.name)
        if topic is None or topic.topic_id != shown.topic_id:
            return shown, []
        partitions = topic.partitions[: len(shown.partitions)]
        others = [number for number, before in enumerate(shown.partitions) if has_other_leader(before, partitions[number])]
        return dataclasses.replace(shown, partitions=partitions), others

    def is_deleted(self, topic: TopicInfo) -> bool:
        return topic.topic_id in self.deleted

    def may_be_stale(self, name: str, shown: TopicInfo | None) -> bool:
        return name in self.stale and shown is None

    def forget(self, name: str) -> None:
        self.forgotten.append(name)


def topic(name: str, number: int = 1, leaders: Iterable[int] = (US,), **configs: str) -> TopicInfo:
    """A topic whose partitions are led by these, and lie on them."""
    return TopicInfo(
        name,
        topic_id(number),
        tuple(PartitionInfo(leader, 0, (abs(leader),), (abs(leader),)) for leader in leaders),
        configs,
    )


class AnnouncerTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.source = _Source()
        self.is_there = True
        self.syncs: list[Deferred[None]] = []
        self.warnings: list[str] = []
        self.settled = 0
        self.announcer = Announcer(
            lambda: self.source if self.is_there else None,
            self.sync,
            lambda: US,
            settled=self.count,
            warn=self.warnings.append,
        )
        self.recorder, self.second = Recorder(), Recorder()
        self.announcer.listeners += [self.recorder, self.second]

    def sync(self) -> Deferred[None]:
        return self.syncs.pop(0) if self.syncs else succeed(None)

    def count(self) -> None:
        self.settled += 1

    def set(self, *topics: TopicInfo) -> None:
        """They are so now."""
        for each in topics:
            self.source.known[each.name] = each
        self.announcer.look_at([each.name for each in topics], {each.name: range(len(each.partitions)) for each in topics})

    def remove(self, name: str, *, deleted: bool = True) -> None:
        gone = self.source.known.pop(name)
        if deleted:
            self.source.deleted.add(gone.topic_id)
        self.announcer.look_at([name], {name: range(len(gone.partitions))})

    def test_the_life_of_a_topic(self) -> None:
        self.set(topic("t"))
        self.set(topic("t", leaders=(US, 2)))
        self.set(topic("t", leaders=(US, -2)))
        self.set(topic("t", leaders=(US, -2), a="b"))
        self.remove("t")
        expected = [("created", "t"), ("partitions", "t", 1), ("leaders", "t", (1,)), ("configs", "t"), ("deleted", "t")]
        self.assertEqual((self.recorder.heard, self.second.heard), (expected, expected))
        self.assertEqual((self.announcer.gone, self.announcer.picture.topics, self.source.forgotten), ({topic_id(1)}, {}, ["t"]))
        self.assertTrue(self.announcer.is_idle)
        self.assertTrue(self.announcer.may_forget(topic_id(1)))
        self.assertGreater(self.settled, 4)

    def test_what_may_be_stale_waits_for_a_sync(self) -> None:
        """And is shown as it is then."""
        self.source.stale.add("t")
        synced: Deferred[None] = Deferred()
        self.syncs.append(synced)
        self.set(topic("t"))
        self.assertEqual((self.recorder.heard, dict(self.announcer.picture.topics)), ([], {}))
        self.source.known["t"] = topic("t", a="b")
        synced.callback(None)
        self.assertEqual((self.recorder.heard, dict(self.announcer.picture.topics["t"].configs)), ([("created", "t")], {"a": "b"}))

    def test_it_is_told_when_all_is_told(self) -> None:
        idle: list[bool] = []
        self.announcer._settled = lambda: idle.append(self.announcer.is_idle)
        self.set(topic("t"))
        self.assertTrue(idle[-1])

    def test_leaders_do_not_wait(self) -> None:
        """While listeners prepare new topics, they hear of leaders."""
        self.set(topic("t"))
        self.recorder.wait_for = Deferred()
        self.set(topic("u", 2))
        self.assertTrue(self.announcer.is_busy_with("u"))
        self.assertFalse(self.announcer.may_forget(topic_id(2)))
        self.set(topic("t", leaders=(-1,)))
        self.assertEqual(self.recorder.heard[-1], ("leaders", "t", (0,)))
        self.set(topic("t", leaders=(US,)))
        self.source.known["t"] = topic("t", leaders=(-1,))
        self.announcer.fence()
        self.assertEqual((self.recorder.leaders["t", 0].leader, self.announcer.picture.topics["t"].partitions[0].leader), (-1, -1))
        self.recorder.wait_for.callback(None)
        self.assertEqual(self.recorder.heard[-1], ("created", "u"))
        self.assertFalse(self.announcer.is_busy_with("u"))

    def test_what_was_coming_and_does_not_come(self) -> None:
        """Is told as deleted, for somebody has prepared it; what is there then is told instead."""
        waits = [Deferred(), Deferred()]
        self.recorder.wait_for = waits[0]
        self.set(topic("t"), topic("u", 2))
        self.assertEqual(self.recorder.coming, [("t", 0), ("u", 0)])
        self.remove("t")
        self.set(topic("u", 3, leaders=(2, 2)))
        self.recorder.wait_for = None
        waits[0].callback(None)
        self.assertEqual(self.recorder.heard, [("deleted", "t"), ("deleted", "u"), ("created", "u")])
        self.assertEqual(len(self.recorder.topics["u"].partitions), 2)

    def test_what_goes_is_told_before_what_is_coming_under_its_name(self) -> None:
        """Who prepares the new one finds the name free."""
        self.set(topic("t"))
        self.recorder.wait_for = Deferred()
        self.source.deleted.add(topic_id(1))
        self.set(topic("t", 2))
        self.assertEqual((self.recorder.heard, self.recorder.coming), ([("created", "t"), ("deleted", "t")], [("t", 0), ("t", 0)]))
        self.assertEqual(self.announcer.picture.topics, {})
        self.recorder.wait_for.callback(None)
        self.assertEqual(self.recorder.heard[2:], [("created", "t")])

    def test_nothing_is_made_that_was_not_told_beforehand(self) -> None:
        """What has become another topic, or more, while listeners prepared goes with the next round."""
        waits = [Deferred(), Deferred()]
        self.recorder.wait_for = waits[0]
        self.set(topic("t"), topic("u", 2))
        self.set(topic("t", leaders=(US, US)), topic("u", 3))
        self.recorder.wait_for = waits[1]
        waits[0].callback(None)
        self.assertEqual(self.recorder.heard, [("deleted", "u")])
        self.assertEqual(self.recorder.coming[2:], [("t", 0), ("u", 0)])
        waits[1].callback(None)
        self.assertEqual(self.recorder.heard, [("deleted", "u"), ("created", "t"), ("created", "u")])
        self.assertEqual(len(self.recorder.topics["t"].partitions), 2)

    def test_without_a_session(self) -> None:
        """Nothing is told until there is something to look at, and then all of it."""
        self.set(topic("t"))
        self.recorder.wait_for = Deferred()
        self.set(topic("u", 2))
        self.is_there = False
        self.recorder.wait_for.callback(None)
        self.recorder.wait_for = None
        self.source.known["v"] = topic("v", 4)
        del self.source.known["u"]
        self.announcer.look_at(["v"], {})
        self.assertEqual(self.recorder.heard, [("created", "t")])
        self.is_there = True
        self.announcer.look_at_everything()
        self.assertEqual(self.recorder.heard[1:], [("deleted", "u"), ("created", "v")])

    def test_a_topic_that_vanishes(self) -> None:
        """A last look is taken; then nobody leads it, and it is shown no more."""
        self.set(topic("t"), topic("not ours", 2, leaders=(2,)))
        waiting: Deferred[None] = Deferred()
        self.syncs.append(waiting)
        self.remove("t", deleted=False)
        self.assertIn("t", self.announcer.picture.topics)
        waiting.callback(None)
        self.assertEqual(self.recorder.heard[2:], [("leaders", "t", (0,))])
        self.assertEqual(set(self.announcer.picture.topics), {"not ours"})
        self.assertEqual((len(self.warnings), self.announcer.stray(topic_id(1)), self.announcer.stray(topic_id(2))), (1, "t", None))
        self.assertFalse(self.announcer.may_forget(topic_id(1)))
        self.remove("not ours", deleted=False)
        self.assertEqual(self.recorder.heard[3:], [("deleted", "not ours")])
        self.source.deleted.add(topic_id(1))
        self.announcer.look_at(["t"], {})
        self.assertEqual(self.recorder.heard[4:], [("deleted", "t")])

    def test_a_tombstone_that_comes_late(self) -> None:
        """Is seen with the last look."""
        self.set(topic("t"))
        waiting: Deferred[None] = Deferred()
        self.syncs.append(waiting)
        self.remove("t", deleted=False)
        self.source.deleted.add(topic_id(1))
        waiting.callback(None)
        self.assertEqual((self.recorder.heard[1:], self.warnings), ([("deleted", "t")], []))

    def test_a_last_look_that_fails(self) -> None:
        """Is taken again, with the next session."""
        self.set(topic("t"))
        self.syncs.append(fail(OSError("no connection")))
        self.remove("t", deleted=False)
        self.assertEqual((self.recorder.heard[1:], self.warnings), ([], []))
        self.announcer.look_at_everything()
        self.assertEqual((self.recorder.heard[1:], len(self.warnings)), ([("leaders", "t", (0,))], 1))

    def test_an_own_creation_that_a_listener_refuses(self) -> None:
        """The others hear of its end, and it is not shown again; another's is."""
        self.announcer.own_creations.add(topic_id(1))
        for each in ("t", "u"):
            self.second.fail_next = KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "full")
            self.set(topic(each, 1 if each == "t" else 2))
        self.assertEqual(self.recorder.heard, [("created", "t"), ("deleted", "t"), ("created", "u")])
        self.assertEqual((set(self.announcer.picture.topics), set(self.announcer.failures)), ({"u"}, {topic_id(1)}))
        self.set(topic("t"))
        self.assertNotIn("t", self.announcer.picture.topics)
        self.announcer.unrefuse(topic_id(1))
        self.set(topic("t"))
        self.assertIn("t", self.announcer.picture.topics)

    def test_own_configs_that_a_listener_refuses(self) -> None:
        """The old ones stay until they are written back."""
        self.set(topic("t", a="1"))
        self.announcer.own_configs["t"] = {"a": "2"}
        self.second.fail_next = KlogError(ErrorCode.INVALID_CONFIG, "no")
        self.set(topic("t", a="2"))
        self.assertEqual(dict(self.announcer.picture.topics["t"].configs), {"a": "1"})
        self.assertEqual(dict(self.recorder.topics["t"].configs), {"a": "1"})
        self.set(topic("t", a="2"))
        self.assertEqual(dict(self.announcer.picture.topics["t"].configs), {"a": "1"})
        self.assertIn(("topic", "t"), self.announcer.failures)

    def test_a_topic_is_kept_until_its_logs_are_gone_for_good(self) -> None:
        """The tombstone stays until then, and for the next start where that fails."""
        for outcome in (None, KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "stuck")):
            with self.subTest(outcome=outcome):
                self.setUp()
                leaving: Deferred[None] = Deferred()
                self.patch(self.recorder, "topic_deleted", lambda topic, leaving=leaving: leaving)
                self.set(topic("t"))
                self.remove("t")
                self.assertEqual(self.announcer.kept, {topic_id(1)})
                before = self.settled
                if outcome is None:
                    leaving.callback(None)
                    self.assertEqual((self.announcer.kept, self.settled), (set(), before + 1))
                else:
                    leaving.errback(outcome)
                    self.assertEqual(self.announcer.kept, {topic_id(1)})

    def test_a_listener_that_fails(self) -> None:
        """Its mistake is logged, and the others hear all the same."""
        for change in (topic("t"), topic("t", leaders=(-1,)), topic("t", leaders=(-1, 2)), topic("t", leaders=(-1, 2), a="b")):
            self.recorder.fail_next = ZeroDivisionError()
            self.set(change)
        self.recorder.fail_next = KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "stuck")
        self.remove("t")
        self.assertEqual([what[0] for what in self.second.heard], ["created", "leaders", "partitions", "configs", "deleted"])
        self.assertEqual((self.announcer.kept, self.announcer.gone), ({topic_id(1)}, set()))
        self.recorder.fail_next = ZeroDivisionError()
        self.announcer.broker_configs_changed({"x": "1"}, [("broker", "1")])
        self.assertEqual(self.second.heard[-1], ("broker", {"x": "1"}))
        self.assertIn(("broker", "1"), self.announcer.failures)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 5)
