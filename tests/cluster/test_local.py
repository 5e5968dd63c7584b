"""Tests of the cluster of one."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.logger import capturedLogs, formatEvent
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster import state as states
from klog.cluster.interfaces import Endpoint, TopicInfo
from klog.cluster.local import LocalCoordination
from klog.cluster.state import ClusterState, DiskFindings, FoundTopic, TopicState
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId
from klog.testing.coordination import HeldSteps, MemoryStore, Recorder, SlowDisk
from klog.testing.coordination_suite import check_coordination

ID = TopicId(b"i" * 16)


def make(store: MemoryStore | None = None, **more: Any) -> LocalCoordination:
    return LocalCoordination(store or MemoryStore(), 1, [Endpoint("PLAINTEXT", "h", 9092)], **more)


class ConformanceTests(SynchronousTestCase):
    def test_at_once(self) -> None:
        check_coordination(make)

    def test_with_a_slow_disk(self) -> None:
        disk = SlowDisk()

        def settle() -> None:
            while disk.waiting:
                disk.finish()

        check_coordination(lambda: make(run_blocking=disk), settle)


class NamesTests(SynchronousTestCase):
    """Names that collide, and what is remembered of them."""

    def test_who_is_gone_stands_in_nobodys_way(self) -> None:
        disk = SlowDisk()
        it = make(run_blocking=disk)
        # Deleted and made in one round.
        first = it.create_topic("a.b", [[1]], {})
        disk.finish()
        self.successResultOf(first)
        held = it.create_topic("other", [[1]], {})
        deleted, made = it.delete_topic("a.b"), it.create_topic("a_b", [[1]], {})
        refused = it.create_topic("a.b", [[1]], {})
        while disk.waiting:
            disk.finish()
        for each in (held, deleted, made):
            self.successResultOf(each)
        self.failureResultOf(refused, KlogError)
        self.assertEqual(sorted(it.topics()), ["a_b", "other"])
        self.assertEqual(it._by_form, {"a_b": {"a_b"}, "other": {"other"}})

    def test_who_could_not_be_saved_stands_in_nobodys_way(self) -> None:
        store = MemoryStore()
        it = make(store)
        save = store.save
        store.save = lambda state: 1 // 0  # type: ignore[assignment, return-value]
        self.failureResultOf(it.create_topic("a.b", [[1]], {}), KlogError)
        store.save = save  # type: ignore[method-assign]
        self.successResultOf(it.create_topic("a_b", [[1]], {}))
        self.assertEqual(it._by_form, {"a_b": {"a_b"}})


class StartTests(SynchronousTestCase):
    def test_who_we_are(self) -> None:
        it = make(rack="r")
        broker = it.brokers()[0]
        self.assertEqual((broker.broker_id, broker.rack, broker.endpoints[0].port), (1, "r", 9092))
        self.assertEqual(it.controller_id(), 1)
        it.set_endpoints([Endpoint("X", "", 1)])
        self.assertEqual(it.brokers()[0].endpoints, (Endpoint("X", "", 1),))

    def test_everything_is_there_after_a_restart(self) -> None:
        store = MemoryStore()
        it = make(store)
        topic = self.successResultOf(it.create_topic("t", [[1], [1]], {"a": "b"}))
        self.successResultOf(it.set_broker_configs(None, {"x": "1"}))
        given_out = self.successResultOf(it.next_producer_id())
        again = make(store, findings=DiskFindings(topics={"t": FoundTopic(topic.topic_id, frozenset({0, 1}))}, cluster_id=it.cluster_id()))
        self.assertEqual(again.cluster_id(), it.cluster_id())
        self.assertEqual(again.topics()["t"].topic_id, topic.topic_id)
        self.assertEqual(dict(again.topics()["t"].configs), {"a": "b"})
        self.assertEqual(dict(again.broker_configs(None)), {"x": "1"})
        self.assertGreater(self.successResultOf(again.next_producer_id()), given_out)
        self.assertEqual(again.warnings, ())

    def test_epochs_rise_with_each_start(self) -> None:
        store = MemoryStore()
        topic = self.successResultOf(make(store).create_topic("t", [[1]], {}))
        self.assertEqual(topic.partitions[0].leader_epoch, 0)
        findings = DiskFindings(topics={"t": FoundTopic(topic.topic_id, frozenset({0}))})
        for epoch in (1, 2, 3):
            it = make(store, findings=findings)
            self.assertEqual(it.topics()["t"].partitions[0].leader_epoch, epoch)
        self.assertEqual(self.successResultOf(it.create_topic("new", [[1]], {})).partitions[0].leader_epoch, 0)
        grown = self.successResultOf(it.create_partitions("t", [[1]]))
        self.assertEqual([partition.leader_epoch for partition in grown.partitions], [3, 0])

    def test_partitions_that_cannot_be_served_have_no_leader(self) -> None:
        it = make(findings=DiskFindings(topics={"t": FoundTopic(ID, frozenset({0, 1}), failed=frozenset({1}))}))
        good, bad = it.topics()["t"].partitions
        self.assertEqual((good.leader, good.in_sync_replicas), (1, (1,)))
        self.assertEqual((bad.leader, bad.replicas, bad.in_sync_replicas), (-1, (1,), ()))

    def test_wide_topics_are_told_of_by_few_objects(self) -> None:
        """Those found at the start have its epoch, those added later none, and who cannot be served nobody who leads."""
        it = make(findings=DiskFindings(topics={"t": FoundTopic(ID, frozenset(range(500)), failed=frozenset({7}))}))
        topic = self.successResultOf(it.create_partitions("t", [[1]] * 500))
        told = topic.partitions
        self.assertEqual({index for index, one in enumerate(told) if one.leader == -1 and not one.in_sync_replicas}, {7})
        self.assertEqual([one.leader_epoch for one in told], [told[0].leader_epoch] * 500 + [0] * 500)
        self.assertEqual(len({id(one) for one in told}), 3)

    def test_leftovers_stay_noted_until_they_are_removed(self) -> None:
        store = MemoryStore(ClusterState("c" * 22, deleting=frozenset({ID})))
        it = make(store, findings=DiskFindings(topics={"t": FoundTopic(ID, frozenset({0}))}))
        self.assertEqual((it.leftovers, dict(it.topics())), (("t",), {}))
        assert store.state is not None
        self.assertEqual(store.state.deleting, {ID})
        it.leftovers_removed()
        self.successResultOf(it.create_topic("u", [[1]], {}))
        self.assertEqual(store.state.deleting, frozenset())

    def test_a_store_that_cannot_be_read(self) -> None:
        store = MemoryStore(fail_load=ValueError("checksum"))
        it = make(store, now_ms=10**12)
        self.assertIn("checksum", it.warnings[0])
        self.assertGreaterEqual(self.successResultOf(it.next_producer_id()), 10**12)

    def test_configs_become_known_when_they_are_set(self) -> None:
        it = make(findings=DiskFindings(topics={"t": FoundTopic(ID, frozenset({0}))}))
        self.assertFalse(it.topics()["t"].configs_known)
        self.assertTrue(self.successResultOf(it.set_topic_configs("t", {})).configs_known)


class SaveTests(SynchronousTestCase):
    def test_a_change_is_saved_before_anybody_hears_of_it(self) -> None:
        store, disk, recorder = MemoryStore(), SlowDisk(), Recorder()
        it = make(store, run_blocking=disk)
        it.subscribe(recorder)
        made = it.create_topic("t", [[1]], {})
        self.assertNoResult(made)
        self.assertEqual((recorder.heard, dict(it.topics())), ([], {}))
        disk.finish()
        assert store.state is not None
        self.assertEqual(list(store.state.topics), ["t"])
        self.assertEqual(self.successResultOf(made), it.topics()["t"])

    def test_changes_that_wait_share_a_save(self) -> None:
        store, disk = MemoryStore(), SlowDisk()
        it = make(store, run_blocking=disk)
        before = store.saves
        made = [it.create_topic(f"t{number}", [[1]], {}) for number in range(50)]
        disk.finish()
        disk.finish()
        self.assertEqual(disk.waiting, [])
        self.assertEqual(store.saves - before, 2)
        for deferred in made:
            self.successResultOf(deferred)
        self.assertEqual(len(it.topics()), 50)

    def test_a_full_disk_changes_nothing(self) -> None:
        store, recorder = MemoryStore(), Recorder()
        it = make(store)
        it.subscribe(recorder)
        store.fail_next_save = OSError(28, "No space left on device")
        error = self.failureResultOf(it.create_topic("t", [[1]], {}), KlogError).value
        self.assertEqual(error.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertIn("No space left", error.message)
        self.assertEqual((dict(it.topics()), recorder.heard), ({}, []))
        self.successResultOf(it.create_topic("t", [[1]], {}))

    def test_what_a_listener_refused_leaves_the_store_too(self) -> None:
        store, recorder = MemoryStore(), Recorder()
        it = make(store)
        it.subscribe(recorder)
        recorder.fail_next = RuntimeError("no")
        self.failureResultOf(it.create_topic("t", [[1]], {}), RuntimeError)
        assert store.state is not None
        self.assertEqual(dict(store.state.topics), {})

    def test_a_correction_that_fails_goes_along_with_the_next_change(self) -> None:
        store, disk, recorder = MemoryStore(), SlowDisk(), Recorder()
        it = make(store, run_blocking=disk)
        it.subscribe(recorder)
        recorder.fail_next = RuntimeError("no")
        made = it.create_topic("t", [[1]], {})
        disk.finish()
        self.failureResultOf(made, RuntimeError)
        store.fail_next_save = OSError("full")
        disk.finish()
        self.assertEqual(disk.waiting, [])
        later = it.create_topic("u", [[1]], {})
        disk.finish()
        self.successResultOf(later)
        assert store.state is not None
        self.assertEqual(list(store.state.topics), ["u"])

    def test_a_mistake_in_one_change_is_no_other_changes(self) -> None:
        """Those that were asked for with it are made, and everybody is answered."""
        disk = SlowDisk()
        it = make(run_blocking=disk)
        reserve = states.reserve_block

        def mistaken(state: ClusterState) -> ClusterState:
            self.patch(states, "reserve_block", reserve)
            raise ZeroDivisionError("a mistake")

        first = it.create_topic("a", [[1]], {})
        self.patch(states, "reserve_block", mistaken)
        before, broken, behind = it.create_topic("b", [[1]], {}), it.next_producer_id(), it.create_topic("c", [[1]], {})
        while disk.waiting:
            disk.finish()
        for made in (first, before, behind):
            self.successResultOf(made)
        self.failureResultOf(broken, ZeroDivisionError)
        self.assertEqual(sorted(it.topics()), ["a", "b", "c"])

    def test_what_stands_on_a_change_that_was_undone_fails_too(self) -> None:
        disk, recorder = SlowDisk(), Recorder()
        it = make(run_blocking=disk)
        it.subscribe(recorder)
        held = it.create_topic("hold", [[1]], {})
        made, grown = it.create_topic("t", [[1]], {}), it.create_partitions("t", [[1]])
        disk.finish()
        self.successResultOf(held)
        recorder.fail_next = RuntimeError("no")
        disk.finish()
        self.failureResultOf(made, RuntimeError)
        self.assertEqual(self.failureResultOf(grown, KlogError).value.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(list(it.topics()), ["hold"])

    def test_a_deletion_is_noted_until_the_partitions_are_gone(self) -> None:
        store, disk = MemoryStore(), SlowDisk()
        it = make(store, run_blocking=disk)
        made = it.create_topic("t", [[1]], {})
        disk.finish()
        topic = self.successResultOf(made)
        gone = it.delete_topic("t")
        self.assertIn("t", it.topics())
        disk.finish()
        self.successResultOf(gone)
        assert store.state is not None
        self.assertEqual((dict(store.state.topics), store.state.deleting), ({}, {topic.topic_id}))
        other = it.create_topic("u", [[1]], {})
        disk.finish()
        self.successResultOf(other)
        self.assertEqual(store.state.deleting, frozenset())


class StepsTests(SynchronousTestCase):
    """Rounds of many changes, which go in steps."""

    def setUp(self) -> None:
        self.store, self.steps, self.recorder = MemoryStore(), HeldSteps(), Recorder()
        self.it = make(self.store, run_steps=self.steps)
        self.it.subscribe(self.recorder)
        made = [self.it.create_topic(f"t{number}", [[1]], {}) for number in range(50)]
        self.steps.take()
        for one in made:
            self.successResultOf(one)
        self.recorder.heard.clear()

    def test_each_change_has_its_steps(self) -> None:
        """One to be tried, one to be told, one to be answered: whoever comes between two of them sees all that was told, and no more."""
        self.steps.taken = 0
        gone = [self.it.delete_topic(f"t{number}") for number in range(50)]
        seen = set()
        while self.steps.waiting:
            self.steps.take(1)
            seen.add(len(self.it.topics()))
            self.assertEqual(len(self.it.topics()), 50 - len(self.recorder.heard))
        self.assertEqual(seen, set(range(51)))
        self.assertEqual(self.steps.taken, 150)
        for one in gone:
            self.successResultOf(one)
        self.assertEqual(self.it.topics(), {})
        self.assertIs(type(self.it.topics()), dict)

    def test_what_comes_between_two_steps_goes_with_the_next_round(self) -> None:
        saves = self.store.saves
        gone = self.it.delete_topic("t1")
        self.steps.take(1)
        again = self.it.create_topic("t1", [[1]] * 2, {})
        refused = self.it.create_topic("t2", [[1]], {})
        self.assertNoResult(gone)
        self.steps.take()
        self.successResultOf(gone)
        self.assertEqual(len(self.successResultOf(again).partitions), 2)
        self.assertEqual(self.failureResultOf(refused, KlogError).value.code, ErrorCode.TOPIC_ALREADY_EXISTS)
        self.assertEqual(self.store.saves - saves, 2)
        assert self.store.state is not None
        self.assertEqual((len(self.store.state.topics), type(self.store.state.topics)), (50, dict))

    def test_a_map_of_all_topics_stays_as_it_was(self) -> None:
        before = self.it.topics()
        for number in range(50):
            self.it.delete_topic(f"t{number}")
        self.steps.take(75)
        between = self.it.topics()
        left = len(between)
        self.assertTrue(0 < left < 50)
        self.steps.take()
        self.assertEqual((len(before), len(between), len(list(between)), len(self.it.topics())), (50, left, left, 0))


class LeavingTests(SynchronousTestCase):
    """Logs that take their time to leave the disk."""

    def test_the_id_is_remembered_until_they_are_gone_for_good(self) -> None:
        class Slow(Recorder):
            def topic_deleted(self, topic: TopicInfo) -> Deferred[None]:
                return leaving  # noqa: B023

        for outcome in (None, KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "stuck")):
            leaving: Deferred[None] = Deferred()
            store = MemoryStore()
            it = make(store)
            it.subscribe(Slow())
            topic = self.successResultOf(it.create_topic("t", [[1]], {}))
            self.successResultOf(it.delete_topic("t"))
            self.successResultOf(it.create_topic("u", [[1]], {}))
            assert store.state is not None
            self.assertEqual(store.state.deleting, {topic.topic_id})
            leaving.callback(None) if outcome is None else leaving.errback(outcome)
            self.successResultOf(it.create_topic("v", [[1]], {}))
            self.assertEqual(store.state.deleting, frozenset() if outcome is None else {topic.topic_id})


class RevokeTests(SynchronousTestCase):
    """A listener that can neither take a change nor take it back."""

    def test_an_error_with_a_name_is_one_line(self) -> None:
        class Full(Recorder):
            def topic_created(self, topic: TopicInfo) -> None:
                raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "could not be made")

            def topic_deleted(self, topic: TopicInfo) -> None:
                raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "could not be deleted")

        it = make()
        it.subscribe(Full())
        with capturedLogs() as logged:
            failure = self.failureResultOf(it.create_topic("t", [[1]], {}), KlogError)
        self.assertIn("could not be made", str(failure.value))
        self.assertEqual(dict(it.topics()), {})
        (event,) = [event for event in logged if "could not be deleted" in (formatEvent(event) or "")]
        self.assertNotIn("log_failure", event)


class ProducerIdTests(SynchronousTestCase):
    def test_a_block_is_reserved_before_the_first_id_of_it_goes_out(self) -> None:
        store, disk = MemoryStore(), SlowDisk()
        it = make(store, run_blocking=disk)
        waiting = [it.next_producer_id() for _ in range(3)]
        self.assertNoResult(waiting[0])
        disk.finish()
        self.assertEqual([self.successResultOf(one) for one in waiting], [0, 1, 2])
        assert store.state is not None
        self.assertEqual(store.state.next_producer_id, 1000)
        self.assertEqual(self.successResultOf(it.next_producer_id()), 3)

    def test_a_full_disk(self) -> None:
        store = MemoryStore()
        it = make(store)
        store.fail_next_save = OSError("full")
        self.assertEqual(self.failureResultOf(it.next_producer_id(), KlogError).value.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(self.successResultOf(it.next_producer_id()), 0)


class IdsApartTests(SynchronousTestCase):
    """Producer ids that another cluster has given out, while a block is being reserved."""

    def finish(self, disk: SlowDisk) -> None:
        while disk.waiting:
            disk.finish()

    def test_a_block_that_is_being_reserved(self) -> None:
        """Nothing of it goes out that was set apart meanwhile."""
        disk = SlowDisk()
        it = make(run_blocking=disk)
        first = it.next_producer_id()
        apart = it.give_producer_ids_above(5)
        self.finish(disk)
        self.assertEqual(self.successResultOf(apart), 5)
        self.assertGreater(self.successResultOf(first), 5)
        following = it.next_producer_id()
        self.finish(disk)
        self.assertGreater(self.successResultOf(following), 5)

    def test_a_block_that_is_reserved_and_not_yet_in_hand(self) -> None:
        """The state is a step ahead of who waits for its ids."""
        steps = HeldSteps()
        it = make(run_steps=steps)
        first = it.next_producer_id()
        for _ in range(100):
            if it._state.next_producer_id:
                break
            steps.take(1)
        self.assertNoResult(first)
        apart = it.give_producer_ids_above(5)
        steps.take()
        self.assertEqual(self.successResultOf(apart), 5)
        self.assertEqual(self.successResultOf(first), 6)

    def test_both_in_one_round(self) -> None:
        """The block that was reserved is not the newest one then."""
        disk = SlowDisk()
        it = make(run_blocking=disk)
        held = it.create_topic("hold", [[1]], {})
        first, apart = it.next_producer_id(), it.give_producer_ids_above(50_500)
        self.finish(disk)
        self.successResultOf(held)
        self.successResultOf(apart)
        self.assertGreater(self.successResultOf(first), 50_500)

    def test_it_could_not_be_saved(self) -> None:
        """It holds all the same, as long as the broker runs."""
        store, disk = MemoryStore(), SlowDisk()
        it = make(store, run_blocking=disk)
        store.fail_next_save = OSError("full")
        apart = it.give_producer_ids_above(5_500)
        self.finish(disk)
        self.failureResultOf(apart)
        following = it.next_producer_id()
        self.finish(disk)
        self.assertEqual(self.successResultOf(following), 6_000)

    def test_what_goes_out_is_saved_by_then(self) -> None:
        """What is set apart while a block is being saved makes no other block of it: behind a crash the same id would go out again."""
        store, disk = MemoryStore(), SlowDisk()
        it = make(store, run_blocking=disk)
        first = it.next_producer_id()
        it.give_producer_ids_above(50_500)
        before_crash: list[int] = []
        first.addCallback(before_crash.append)
        disk.finish()
        behind = make(store)
        self.successResultOf(behind.give_producer_ids_above(50_500))
        self.assertNotIn(self.successResultOf(behind.next_producer_id()), before_crash)

    def test_what_is_set_apart_is_saved_by_then(self) -> None:
        """Also where it is asked for a second time."""
        store, disk = MemoryStore(), SlowDisk()
        it = make(store, run_blocking=disk)
        it.next_producer_id()
        it.give_producer_ids_above(50_500)
        disk.finish()
        again = it.give_producer_ids_above(50_500)
        self.assertNoResult(again)
        self.finish(disk)
        self.successResultOf(again)
        assert store.state is not None
        self.assertGreater(store.state.next_producer_id, 50_500)

    def test_whoever_has_the_last_of_a_block_asks_at_once_for_another(self) -> None:
        """There is one reservation at a time, so no id goes out twice."""
        disk, got = SlowDisk(), []
        it = make(run_blocking=disk)

        def take(producer_id: int) -> None:
            got.append(producer_id)
            if len(got) < 5:
                it.next_producer_id().addCallback(take)

        it.next_producer_id().addCallback(take)
        it.give_producer_ids_above(998)
        self.finish(disk)
        for _ in range(5):
            it.next_producer_id().addCallback(got.append)
            self.finish(disk)
        self.assertEqual(len(set(got)), len(got))

    def test_the_last_ids(self) -> None:
        """Where none would be left, those that there are go out all the same."""
        it = make()
        self.successResultOf(it.give_producer_ids_above(states.LAST_PRODUCER_ID - 5))
        self.assertEqual(self.successResultOf(it.next_producer_id()), 0)


NAMES = st.sampled_from(["a", "b", "c"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("create"), NAMES, st.integers(1, 3)),
        st.tuples(st.just("delete"), NAMES),
        st.tuples(st.just("grow"), NAMES, st.integers(1, 3)),
        st.tuples(st.just("configs"), NAMES, st.dictionaries(st.sampled_from("xy"), st.sampled_from("12"), max_size=2)),
        st.tuples(st.just("broker"), st.dictionaries(st.sampled_from("xy"), st.sampled_from("12"), max_size=2)),
        st.tuples(st.just("ids"), st.integers(1, 700)),
        st.tuples(st.just("full disk")),
        st.tuples(st.just("refuse")),
        st.tuples(st.just("restart")),
    ),
    max_size=30,
)


class ModelTests(SynchronousTestCase):
    """Any sequence of changes, faults and restarts against plain dictionaries."""

    @settings(deadline=None, max_examples=150)
    @given(STEPS)
    def test_against_a_model(self, steps: list[tuple[Any, ...]]) -> None:
        store = MemoryStore()
        it, recorder = make(store), Recorder()
        it.subscribe(recorder)
        topics: dict[str, tuple[int, dict[str, str]]] = {}
        broker: dict[str, str] = {}
        ids: set[int] = set()
        topic_ids: set[bytes] = set()
        for step in steps:
            match step:
                case ("full disk",):
                    store.fail_next_save = OSError("full")
                    continue
                case ("refuse",):
                    recorder.fail_next = RuntimeError("refused")
                    continue
                case ("restart",):
                    store.fail_next_save = None
                    found = {
                        name: FoundTopic(topic.topic_id, frozenset(range(len(topic.partitions)))) for name, topic in it.topics().items()
                    }
                    old_epochs = {name: [part.leader_epoch for part in topic.partitions] for name, topic in it.topics().items()}
                    it, recorder = make(store, findings=DiskFindings(topics=found)), Recorder()
                    it.subscribe(recorder)
                    self.assertEqual(it.warnings, ())
                    for name, epochs in old_epochs.items():
                        for old, part in zip(epochs, it.topics()[name].partitions, strict=True):
                            self.assertGreater(part.leader_epoch, old)
                case ("ids", count):
                    for _ in range(count):
                        outcome: list[Any] = []
                        it.next_producer_id().addBoth(outcome.append)
                        if isinstance(outcome[0], int):
                            self.assertNotIn(outcome[0], ids)
                            ids.add(outcome[0])
                case (kind, *arguments):
                    done = self._do(it, kind, arguments)
                    if done is not None:
                        self._model(kind, arguments, topics, broker)
                        if kind == "create":
                            self.assertNotIn(done.topic_id, topic_ids)
                            topic_ids.add(done.topic_id)
            seen = {name: (len(topic.partitions), dict(topic.configs)) for name, topic in it.topics().items()}
            self.assertEqual(seen, topics)
            self.assertEqual(dict(it.broker_configs(None)), broker)
            self.assertTrue(all(it.topic_by_id(topic.topic_id) is topic for topic in it.topics().values()))

    def _do(self, it: LocalCoordination, kind: str, arguments: list[Any]) -> Any:
        deferred: Any
        if kind == "create":
            deferred = it.create_topic(arguments[0], [[1]] * arguments[1], {})
        elif kind == "delete":
            deferred = it.delete_topic(arguments[0])
        elif kind == "grow":
            deferred = it.create_partitions(arguments[0], [[1]] * arguments[1])
        elif kind == "configs":
            deferred = it.set_topic_configs(*arguments)
        else:
            deferred = it.set_broker_configs(None, arguments[0])
        outcome: list[Any] = []
        deferred.addCallbacks(lambda result: outcome.append(result or True), lambda failure: failure.trap(KlogError, RuntimeError))
        return outcome[0] if outcome else None

    @staticmethod
    def _model(kind: str, arguments: list[Any], topics: dict[str, tuple[int, dict[str, str]]], broker: dict[str, str]) -> None:
        if kind == "create":
            topics[arguments[0]] = (arguments[1], {})
        elif kind == "delete":
            del topics[arguments[0]]
        elif kind == "grow":
            topics[arguments[0]] = (topics[arguments[0]][0] + arguments[1], topics[arguments[0]][1])
        elif kind == "configs":
            topics[arguments[0]] = (topics[arguments[0]][0], arguments[1])
        else:
            broker.clear()
            broker.update(arguments[0])


class TopicStateTests(SynchronousTestCase):
    def test_a_state_is_a_value(self) -> None:
        self.assertEqual(TopicState(ID, 1, {"a": "b"}), TopicState(ID, 1, {"a": "b"}))
