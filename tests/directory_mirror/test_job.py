"""A mirror into a data directory, from its start to its end."""

from __future__ import annotations

import errno
import random
from collections.abc import Callable, Collection
from typing import Any
from unittest import mock

from twisted.internet.defer import CancelledError, Deferred
from twisted.python.failure import Failure

from klog.cli.exit_codes import CommandFailed
from klog.cli.mirror.to_directory import copy
from klog.client.admin.admin import Admin
from klog.client.admin.topics import TopicListing
from klog.client.admin.types import ConfigEntry, ConfigResource, ConfigSource, Outcomes
from klog.directory_mirror.data_directory import DirectoryFailed, DirectoryRefused, MirrorDirectory
from klog.directory_mirror.job import DirectoryMirror
from klog.errors import ErrorCode, KlogError
from klog.mirror.decisions.answers import OnLoss
from klog.mirror.decisions.states import CopyState, TopicState
from klog.mirror.wanted_topics import NoSuchTopic
from klog.model import TopicPartition
from klog.storage.directories.state_file import StateFile
from klog.storage.filenames import STATE_FILE
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from tests.directory_mirror.rig import SOURCE, Mirrored
from tests.mirror.lives import transact
from tests.mirror.rig import stored


class JobTests(Mirrored):
    """What is copied, and how it ends."""

    def put(self, topic: str = "web.a", count: int = 3, partition: int = 0, value: bytes = b"v") -> None:
        for number in range(count):
            self.source.put(topic, [b"%s %d" % (value, number)] * 2, partition=partition)

    def delete(self, before: int, topic: str = "web.a") -> None:
        self.until(self.there.delete_records({TopicPartition(topic, 0): before})).check()

    def test_once(self) -> None:
        """Same bytes, same ids, same configurations; and a klog that starts there serves them."""
        self.source.create_topics({"web.a": 2, "web.b": 1, "other": 1})
        self.until(self.there.alter_configs({ConfigResource.topic("web.a"): {"retention.ms": "99999999999"}})).check()
        self.put(partition=0)
        self.put(partition=1)
        process = self.copy()
        self.assertEqual(set(process.job.picture.topics), {"web.a", "web.b"})
        self.assertEqual((process.progress[-1].done, process.progress[-1].total), (12, 12))
        self.assertEqual(self.account().state, CopyState.LEVEL)
        topic_ids = {one.name: one.topic_id for one in self.until(self.there.list_topics())}
        state = StateFile(self.fs, f"{DATA_DIRECTORY}/{STATE_FILE}").load()
        assert state is not None
        self.assertEqual({name: topic.topic_id for name, topic in state.topics.items()}, {n: topic_ids[n] for n in ("web.a", "web.b")})
        self.assertEqual(state.topics["web.a"].configs, {"retention.ms": "99999999999"})
        broker = self.serve()
        self.assert_equal(partitions=2, broker=broker)
        self.assertEqual(sorted(broker.broker.coordination.topics()), ["web.a", "web.b"])
        self.assertEqual(dict(broker.broker.coordination.topic_configs("web.a")), {"retention.ms": "99999999999"})
        # It goes on from there, with records of its own, and nothing is copied there any more.
        self.assertEqual(broker.put("web.a", [b"ours"]), 6)
        broker.stop()
        self.assertRaises(DirectoryRefused, self.process)

    def test_it_goes_on_where_it_was(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.put()
        first = self.copy()
        self.put(value=b"w")
        second = self.copy()
        sizes = [sum(copy.offsets for copy in process.job.directory.copies) for process in (first, second)]
        self.assertEqual(sizes, [6, 6])
        broker = self.serve()
        self.assert_equal(broker=broker)
        broker.stop()

    def test_once_is_until_the_end_that_there_was(self) -> None:
        """What comes meanwhile does not keep it."""
        self.source.create_topics({"web.a": 1})
        self.put()
        process = self.process(once=True)
        for _ in range(100):
            if process.ended:
                break
            self.put(count=1)
            self.reactor.advance(0.05)
        process.check()
        self.assertTrue(process.leave())
        self.assertGreaterEqual(process.job.directory.copies[0].end, 6)

    def test_for_ever(self) -> None:
        """New records, partitions and topics come; configurations that change are known."""
        self.source.create_topics({"web.a": 1})
        process = self.process()

        def ends() -> dict[tuple[str, int], int]:
            return {(copy.topic, copy.partition): copy.end for copy in process.job.directory.copies}

        self.put()
        self.run_until(lambda: ends() == {("web.a", 0): 6})
        self.until(self.there.create_partitions({"web.a": 2})).check()
        self.source.create_topics({"web.z": 1})
        self.until(self.there.alter_configs({ConfigResource.topic("web.a"): {"segment.bytes": "1048576"}})).check()
        self.put(partition=1)
        self.put("web.z")
        self.run_until(lambda: ends() == {("web.a", 0): 6, ("web.a", 1): 6, ("web.z", 0): 6}, 90)
        self.assertEqual(process.job.directory.copies[0].log.settings.segment_bytes, 1 << 20)
        self.assertTrue(process.leave())
        self.assertEqual(process.warnings, [])

    def test_transactions(self) -> None:
        """Read committed stops, and skips, where it does at the source; producers' ids are not given out again."""
        self.source.create_topics({"web.a": 1})
        for aborts in (False, True, False):
            self.until(transact(self.reactor, self.source.bootstrap, "web.a", 1, aborts=aborts))
        self.copy()
        broker = self.serve()
        self.assert_equal(broker=broker)
        here, there = (self.log_of(one) for one in (broker, self.source))
        self.assertEqual(here.last_stable_offset, there.last_stable_offset)
        self.assertEqual(
            [txn[:3] for txn in here.aborted_transactions(0, 1 << 40)], [txn[:3] for txn in there.aborted_transactions(0, 1 << 40)]
        )
        self.assertTrue(here.aborted_transactions(0, 1 << 40))
        highest = max(entry.producer_id for entry in there.active_producers())
        self.assertGreater(self.until(broker.broker.coordination.next_producer_id()), highest)
        broker.stop()

    def log_of(self, broker: MemoryBroker) -> Any:
        assert broker.broker.partitions is not None
        found = broker.broker.partitions.get("web.a", 0)
        assert found is not None
        return found.log

    # What cannot be equal

    def test_a_source_that_begins_later(self) -> None:
        """What retention took before there was a mirror is no loss of its."""
        self.source.create_topics({"web.a": 1})
        self.put()
        self.delete(3)
        self.copy(on_loss=OnLoss.STOP)
        self.assertEqual(self.account().lost, ())
        broker = self.serve()
        self.assert_equal(broker=broker)
        broker.stop()

    def overtaken(self, on_loss: OnLoss) -> Any:
        self.source.create_topics({"web.a": 1})
        self.put()
        self.copy()
        self.put()
        self.delete(8)
        self.put()
        return self.copy(on_loss=on_loss)

    def test_retention_overtook_it(self) -> None:
        """With the range, and once, however often it is met."""
        process = self.overtaken(OnLoss.ALARM)
        self.assertEqual((self.account().lost, self.account().end), (((6, 8),), 18))
        self.assertTrue([one for one in process.warnings if "offsets 6 to 7" in one], process.warnings)
        self.copy()
        self.assertEqual(self.account().lost, ((6, 8),))
        broker = self.serve()
        self.assertEqual(len(broker.messages("web.a")), 16)
        broker.stop()

    def test_retention_overtook_it_and_it_stops(self) -> None:
        process = self.overtaken(OnLoss.STOP)
        self.assertEqual((self.account().state, self.account().end), (CopyState.STOPPED, 6))
        self.assertTrue([one for one in process.warnings if "until the next run" in one], process.warnings)
        self.copy(on_loss=OnLoss.ALARM)
        self.assertEqual((self.account().state, self.account().lost, self.account().end), (CopyState.LEVEL, ((6, 8),), 18))

    def test_retention_overtook_it_and_it_follows(self) -> None:
        self.overtaken(OnLoss.FOLLOW)
        self.assertEqual((self.account().lost, self.account().end), (((6, 8),), 18))
        broker = self.serve()
        self.assert_equal(broker=broker)
        self.assertEqual(self.log_of(broker).start_offset, self.log_of(self.source).start_offset)
        broker.stop()

    def test_the_source_has_lost_its_tail(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.put()
        log = self.log_of(self.source)
        self.copy()
        epoch = log.leader_epoch
        log.truncate_to(4)
        log.assign_leader_epoch(epoch + 1)
        self.log_of(self.source)
        self.source.put("web.a", [b"another one"])
        self.copy()
        self.assertEqual(self.account().cut, ((4, 6),))
        broker = self.serve()
        self.assert_equal(broker=broker)
        broker.stop()

    def test_made_again(self) -> None:
        """The topic stops, and is copied from its beginning once somebody has taken the copy away."""
        self.source.create_topics({"web.a": 1, "web.b": 1})
        self.put()
        self.copy()
        self.until(self.there.delete_topics(["web.a"])).check()
        self.reactor.advance(1)
        self.source.create_topics({"web.a": 1})
        self.put(count=1)
        process = self.copy()
        self.assertEqual(process.job.picture.topics["web.a"].state, TopicState.STOPPED)
        self.assertTrue([one for one in process.warnings if "made again" in one], process.warnings)
        self.fs.remove_tree(f"{DATA_DIRECTORY}/web.a-0")
        self.copy()
        broker = self.serve()
        self.assert_equal(broker=broker)
        broker.stop()

    def test_deleted(self) -> None:
        self.source.create_topics({"web.a": 1, "web.b": 1})
        self.put()
        self.copy()
        self.until(self.there.delete_topics(["web.a"])).check()
        process = self.copy()
        self.assertEqual(process.job.picture.topics["web.a"].reason, "the source has no such topic any more")
        self.assertEqual(process.job.directory.partitions("web.a"), 1)

    def test_where_all_has_stopped_it_ends(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.put()
        process = self.process()
        self.run_until(lambda: process.job.directory.copies and process.job.directory.copies[0].end == 6)
        self.until(self.there.delete_topics(["web.a"])).check()
        self.run_until(lambda: process.ended, 90)
        process.check()
        self.assertTrue(process.leave())

    def listing(self, change: Callable[[list[TopicListing]], list[TopicListing]]) -> Any:
        """What the source says of its topics is changed."""
        asked = Admin.list_topics

        def list_topics(admin: Admin, **more: Any) -> Any:
            return asked(admin, **more).addCallback(change)

        return mock.patch.object(Admin, "list_topics", list_topics)

    def describing(self, change: Callable[[Outcomes[Any, Any]], Outcomes[Any, Any]]) -> Any:
        """What the source says of configurations is changed."""
        asked = Admin.describe_configs

        def describe_configs(admin: Admin, *arguments: Any, **more: Any) -> Any:
            return asked(admin, *arguments, **more).addCallback(change)

        return mock.patch.object(Admin, "describe_configs", describe_configs)

    def test_a_broker_that_knows_no_topics_yet(self) -> None:
        """A topic that is missed once is not deleted, nor one whose partitions are missed."""
        self.source.create_topics({"web.a": 1})
        process = self.process()
        self.run_until(lambda: process.job.directory.copies)
        [known] = self.until(self.there.list_topics())
        said: list[list[TopicListing]] = [[], [TopicListing(known.name, 0, False, known.topic_id)]]
        with self.listing(lambda found: said.pop(0) if said else found):
            self.run_until(lambda: not said, 90)
            self.reactor.advance(40)
            self.put()
            self.run_until(lambda: process.job.directory.copies[0].end == 6)
        self.assertEqual((process.ended, process.warnings), ([], []))
        self.assertTrue(process.leave())

    def test_a_name_that_leads_elsewhere(self) -> None:
        """A source that lies has nothing written beside the directory, nor what would be no topic in it."""
        self.source.create_topics({"web.a": 1})
        self.put()
        self.copy()
        for name in ("web.a-0/../../elsewhere", "web.b c", "web." + "x" * 250, "web.a.0123456789abcdef0123456789abcdef-stray", "web.\n"):
            lie = TopicListing(name, 1, False, bytes(range(16)))
            resource = ConfigResource.topic(name)

            def described(found: Outcomes[Any, Any], resource: ConfigResource = resource) -> Outcomes[Any, Any]:
                return Outcomes({**found.done, resource: {}}, {})

            with (
                self.subTest(name=name),
                self.listing(lambda found, lie=lie: [*found, lie]),  # type: ignore[misc]
                self.describing(described),
            ):
                process = self.process(once=True)
                self.run_until(lambda process=process: process.ended, 120)  # type: ignore[misc]
                self.assertTrue(process.leave())
                self.assertEqual(self.fs.list("/"), [DATA_DIRECTORY.strip("/")])
                is_one = name.endswith("stray")
                self.assertEqual([one for one in process.warnings if "is no name of a topic" in one] == [], is_one, process.warnings)
        self.copy()

    def test_a_topic_of_which_the_source_does_not_tell(self) -> None:
        """Without rights to its configurations it holds up no other; who waits for the end is told."""
        self.source.create_topics({"web.a": 1, "web.b": 1})
        self.put()

        def refuse(found: Outcomes[Any, Any]) -> Outcomes[Any, Any]:
            done = {resource: value for resource, value in found.done.items() if resource.name != "web.b"}
            return Outcomes(done, {ConfigResource.topic("web.b"): KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED)})

        with self.describing(refuse):
            process = self.process()
            self.run_until(lambda: process.job.directory.copies and process.job.directory.copies[0].end == 6)
            self.assertEqual([one for one in process.warnings if one.startswith("web.b: ")], process.warnings)
            self.assertTrue(process.leave())
            self.fails(KlogError, "uthoriz")
        self.copy()

    def test_a_topic_that_may_not_be_seen_any_more(self) -> None:
        """It is not taken for one that was deleted; who waits for the end is told."""
        self.source.create_topics({"web.a": 1, "web.b": 1})
        self.put()
        process = self.process()
        self.run_until(lambda: len(process.job.directory.copies) == 2)
        sentence = "web.b: not authorized"

        async def hidden(source: Admin, missed: Collection[str], timeout_ms: int) -> dict[str, str]:
            return {topic: sentence for topic in missed if topic == "web.b"}

        without = self.listing(lambda found: [one for one in found if one.name != "web.b"])
        with without, mock.patch("klog.directory_mirror.job.hidden_topics", hidden):
            self.run_until(lambda: process.warnings == [f"web.b: {sentence}"])
            self.reactor.advance(90)
            self.assertIs(process.job.picture.topics["web.b"].state, TopicState.ACTIVE)
            self.assertTrue(process.leave())
            self.fails(KlogError, "not authorized")
        self.copy()

    def test_configurations_that_klog_does_not_take(self) -> None:
        """Kafka before 4.0 takes smaller segments than klog does. It is served all the same, and handed on as it was set."""
        self.source.create_topics({"web.a": 1})
        self.put()

        def small(found: Outcomes[Any, Any]) -> Outcomes[Any, Any]:
            entry = ConfigEntry("segment.bytes", "100000", ConfigSource.TOPIC)
            return Outcomes({resource: {entry.name: entry} for resource in found.done}, {})

        with self.describing(small):
            self.copy()
        broker = self.serve()
        self.assert_equal(broker=broker)
        self.assertEqual(dict(broker.broker.coordination.topic_configs("web.a")), {"segment.bytes": "100000"})
        broker.stop()

    def test_many_topics_are_written_down_together(self) -> None:
        """The accounts are replaced whole: for each topic anew would take minutes for a few thousand."""
        self.source.create_topics({f"web.{number}": 1 for number in range(12)})
        with mock.patch.object(MirrorDirectory, "save", autospec=True, side_effect=MirrorDirectory.save) as save:
            process = self.copy()
        self.assertEqual(len(process.job.directory.copies), 12)
        self.assertLess(save.call_count, 6)

    def test_topics_that_are_not_wanted_any_more_stay(self) -> None:
        self.source.create_topics({"web.a": 1, "web.b": 1})
        self.put()
        self.put("web.b")
        self.copy()
        self.put("web.b")
        process = self.copy(topics="web.a")
        self.assertEqual({(copy.topic, copy.end) for copy in process.job.directory.copies}, {("web.a", 6), ("web.b", 6)})
        self.copy()
        self.assertEqual(self.account("web.b").end, 12)

    def test_once_and_a_source_that_loses_its_tail_meanwhile(self) -> None:
        """What was there when it was looked at, and is there no more, is not waited for."""
        self.source.create_topics({"web.a": 1})
        self.put()
        self.copy()
        self.put()
        process = self.process(once=True)
        self.run_until(lambda: process.job._targets)
        self.assertEqual(process.job.directory.copies[0].end, 6)
        log = self.log_of(self.source)
        log.truncate_to(8)
        log.assign_leader_epoch(log.leader_epoch + 1)
        self.run_until(lambda: process.ended, 120)
        process.check()
        self.assertEqual(process.job.directory.copies[0].end, 8)
        self.assertTrue(process.leave())

    # What goes wrong

    def test_an_end_that_is_none_in_order(self) -> None:
        """Who ends it by a signal is told so."""
        self.source.create_topics({"web.a": 1})
        self.put()
        process = self.process()
        self.kill(process)
        for is_full in (True, False):
            job = DirectoryMirror(self.reactor, self.settings(), self.fs)
            ended: list[Any] = []
            running = Deferred.fromCoroutine(copy(job, once=False))
            running.addBoth(ended.append)
            self.run_until(lambda job=job: job.directory.copies and job.directory.copies[0].end == 6)  # type: ignore[misc]
            self.fs.fail_writes(errno.ENOSPC if is_full else None)
            running.cancel()
            self.run_until(lambda ended=ended: ended)  # type: ignore[misc]
            self.assertIsInstance(ended[0].value, CommandFailed if is_full else CancelledError)
            self.fs.fail_writes(None)
            self.fs.process_ended()

    def fails(self, kind: type[Exception], words: str, **more: Any) -> Any:
        with self.assertRaisesRegex(kind, words):
            self.copy(**more)

    def test_no_such_topic(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.fails(NoSuchTopic, "topic nowhere is not", topics="nowhere")
        self.fails(NoSuchTopic, "no topic of the source is matched", topics="nothing.*")
        self.copy()

    def test_another_cluster(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.copy()
        self.source.stop()
        other = MemoryBroker(reactor=self.reactor, host=SOURCE, seed=77).start()
        other.create_topics({"web.a": 1})
        self.fails(DirectoryRefused, "behind the address is cluster")
        other.stop()
        self.source.start()
        self.copy()

    def test_nobody_answers(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.put()
        self.source.stop()
        process = self.process(once=True)
        self.run_until(lambda: process.ended, 120)
        self.assertIsInstance(process.ended[0].value, KlogError)
        process.leave()
        self.source.start()
        self.copy()

    def test_a_source_that_falls_silent(self) -> None:
        """Who waits for the end is told that it does not come."""
        self.source.create_topics({"web.a": 1})
        self.put()
        process = self.process(once=True, timeout_ms=20_000)
        self.reactor.delay_s = 0.05
        while not process.job.directory.copies:
            self.reactor.advance(0.01)
        self.source.freeze()
        self.run_until(lambda: process.ended, 180)
        error = process.ended[0]
        assert isinstance(error, Failure)
        assert isinstance(error.value, KlogError)
        self.assertIn(error.value.code, (ErrorCode.REQUEST_TIMED_OUT, ErrorCode.NETWORK_EXCEPTION))
        process.leave()
        self.reactor.delay_s = 0.0
        self.source.thaw()
        self.copy()

    def test_a_full_disk(self) -> None:
        """It ends with a sentence; with room it goes on."""
        self.source.create_topics({"web.a": 1})
        self.put(count=60)
        self.copy(topics="web.a")
        self.put(count=2_000, value=b"x" * 50)
        self.fs.capacity_bytes = self.fs.used_bytes + 30_000
        process = self.process(once=True)
        self.run_until(lambda: process.ended, 120)
        self.assertIsInstance(process.ended[0].value, DirectoryFailed)
        process.leave()
        self.fs.capacity_bytes = 1 << 40
        self.fs.process_ended()
        self.copy()
        broker = self.serve()
        self.assert_equal(broker=broker)
        broker.stop()

    def test_a_disk_that_fails(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.put()
        process = self.process()
        self.run_until(lambda: process.job.directory.copies and process.job.directory.copies[0].end == 6)
        self.fs.fail_writes(errno.EIO)
        self.put()
        self.run_until(lambda: process.ended)
        self.assertIsInstance(process.ended[0].value, DirectoryFailed)
        self.assertFalse(process.leave())

    # Kills

    def test_killed_at_any_step(self) -> None:
        """Each tenth operation of the disk is the last one, of a process or of the machine: nothing is doubled, nothing is missing."""
        self.source.create_topics({"web.a": 2})
        self.until(self.there.alter_configs({ConfigResource.topic("web.a"): {"segment.bytes": "1048576"}})).check()
        for partition in range(2):
            # Enough for a second segment.
            self.put(count=12, partition=partition, value=b"x" * 50_000)
        wanted = [stored(self.source, "web.a", number) for number in range(2)]
        self.copy()
        operations = self.fs.operations
        chance = random.Random(2011)
        for step in range(3, operations, 10):
            self.fs = MemoryFileSystem(self.reactor.now_ms)
            self.fs.crash_at = step
            try:
                process = self.process(once=True)
                self.run_until(lambda process=process: process.ended or self.fs.crashed)  # type: ignore[misc]
                if process.ended:
                    process.leave()
            except Exception:
                self.assertTrue(self.fs.crashed)
            if self.processes:
                self.processes[-1].die()
            self.fs = self.fs.crash(chance)
            self.flushLoggedErrors()
            self.copy()
            broker = self.serve()
            self.assertEqual([stored(broker, "web.a", number) for number in range(2)], wanted, step)
            broker.stop()

    def test_a_cut_connection(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.put(count=30)
        process = self.process()
        for _ in range(20):
            self.put(count=3)
            self.reactor.cut(9092)
            self.reactor.advance(0.4)
        self.run_until(lambda: process.job.directory.copies[0].end == 180)
        self.assertTrue(process.leave())
        broker = self.serve()
        self.assert_equal(broker=broker)
        broker.stop()
