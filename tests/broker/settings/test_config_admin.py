"""Tests of changes to configurations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred, fail
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.config_admin import (
    MOST_TRIES,
    ConfigAdmin,
    Operation,
    ResourceType,
    Step,
    apply_steps,
    broker_id_of,
    check_steps,
    replace_with,
)
from klog.broker.settings.settings import BrokerSettings
from klog.broker.settings.topic_configs import TOPIC_SETTINGS
from klog.cluster.interfaces import ChangedMeanwhile
from klog.cluster.state import DiskFindings, FoundTopic
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId
from klog.testing.coordination import Recorder, SlowDisk
from tests.broker.handlers.setting import AdminTestCase
from tests.cluster.zookeeper.memory_brokers import MemoryBrokers

ITEMS = st.lists(st.sampled_from(["compact", "delete"]), max_size=3)
STEP = st.one_of(
    st.builds(Step, st.just("retention.ms"), st.just(Operation.SET), st.integers(1, 9).map(str)),
    st.builds(Step, st.sampled_from(["retention.ms", "cleanup.policy"]), st.just(Operation.DELETE), st.none()),
    st.builds(Step, st.just("cleanup.policy"), st.sampled_from([Operation.APPEND, Operation.SUBTRACT]), ITEMS.map(",".join)),
)


class StepTests(AdminTestCase):
    @settings(deadline=None, max_examples=200)
    @given(st.one_of(st.none(), ITEMS), st.lists(STEP, max_size=3, unique_by=lambda step: step.name))
    def test_against_a_model(self, present: list[str] | None, steps: list[Step]) -> None:
        configs = {} if present is None else {"cleanup.policy": ",".join(present)}
        result = apply_steps(steps)(configs, TOPIC_SETTINGS)
        expected = dict(configs)
        for name, operation, value in steps:
            if operation is Operation.SET:
                expected[name] = value or ""
            elif operation is Operation.DELETE:
                expected.pop(name, None)
            else:
                items = ["delete"] if present is None else list(present)
                for item in (value or "").split(","):
                    if operation is Operation.APPEND and item not in items:
                        items.append(item)
                    if operation is Operation.SUBTRACT and item in items:
                        items.remove(item)
                expected[name] = ",".join(items)
        self.assertEqual(result, expected)

    def test_only_lists_grow(self) -> None:
        for name in ("retention.ms", "nope"):
            with self.assertRaises(KlogError) as caught:
                apply_steps([Step(name, Operation.APPEND, "1")])({}, TOPIC_SETTINGS)
            self.assertEqual(caught.exception.code, ErrorCode.INVALID_CONFIG)

    def test_checks(self) -> None:
        check_steps(["a", "b"], [], [0, 1, 2, 3])
        for names, nulls, operations in ((["a", "a"], [], []), (["a"], ["a"], []), (["a"], [], [4]), (["a"], [], [-1])):
            with self.assertRaises(KlogError) as caught:
                check_steps(names, nulls, operations)
            self.assertEqual(caught.exception.code, ErrorCode.INVALID_REQUEST)

    def test_broker_ids(self) -> None:
        self.assertEqual((broker_id_of("1"), broker_id_of("-1")), (1, -1))
        for name in ("", "x", "1.0", "٣", "1" * 11):
            with self.assertRaises(KlogError):
                broker_id_of(name)


class ConfigAdminTests(AdminTestCase):
    def alter(self, resource_type: int, name: str, configs: dict[str, str], **how: Any) -> ErrorCode:
        """What becomes of it; NONE where it was done."""
        admin = ConfigAdmin(self.coordination, self.settings)
        done = admin.alter(resource_type, name, replace_with(configs), validate_only=how.get("validate_only", False))
        outcome: list[Any] = []
        done.addBoth(outcome.append)
        if outcome[0] is None or not hasattr(outcome[0], "value"):
            return ErrorCode.NONE
        error = outcome[0].value
        assert isinstance(error, KlogError), error
        self.assertTrue(error.message)
        return error.code

    def test_topics(self) -> None:
        self.create("t", retention_ms="1")
        topic = ResourceType.TOPIC
        self.assertEqual(self.alter(topic, "t", {"segment.ms": "5"}), ErrorCode.NONE)
        self.assertEqual(self.coordination.topics()["t"].configs, {"segment.ms": "5"})
        for name, configs, code in (
            ("t", {"nope": "1"}, ErrorCode.INVALID_CONFIG),
            ("t", {"retention.ms": "x"}, ErrorCode.INVALID_CONFIG),
            ("t", {"retention.ms": "9" * 40000}, ErrorCode.INVALID_CONFIG),
            ("none", {}, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            ("none", {"nope": "1"}, ErrorCode.INVALID_CONFIG),
            ("", {}, ErrorCode.INVALID_REQUEST),
            ("..", {}, ErrorCode.INVALID_TOPIC_EXCEPTION),
        ):
            self.assertEqual(self.alter(topic, name, configs), code, (name, list(configs)))
        self.assertEqual(self.alter(topic, "t", {}, validate_only=True), ErrorCode.NONE)
        self.assertEqual(self.coordination.topics()["t"].configs, {"segment.ms": "5"})

    def test_small_segments(self) -> None:
        """A topic that Kafka up to 3.9 has made keeps its own, and anything else of it can be changed; beside Kafka they are taken anew."""
        small = {"segment.bytes": "100000"}
        self.create("t")
        self.assertEqual(self.alter(ResourceType.TOPIC, "t", small), ErrorCode.INVALID_CONFIG)
        self.successResultOf(self.coordination.set_topic_configs("t", small))
        self.assertEqual(self.alter(ResourceType.TOPIC, "t", {**small, "retention.ms": "5"}), ErrorCode.NONE)
        self.assertEqual(self.alter(ResourceType.TOPIC, "t", {"segment.bytes": "200000"}), ErrorCode.INVALID_CONFIG)
        self.settings = BrokerSettings({"zookeeper.connect": "z:2181", "inter.broker.protocol.version": "3.9"})
        self.assertEqual(self.alter(ResourceType.TOPIC, "t", {"segment.bytes": "200000"}), ErrorCode.NONE)
        self.assertEqual(self.alter(ResourceType.TOPIC, "t", {"segment.bytes": "13"}), ErrorCode.INVALID_CONFIG)

    def test_nothing_new_is_not_saved(self) -> None:
        self.create("t", retention_ms="1")
        saves = self.store.saves
        self.assertEqual(self.alter(ResourceType.TOPIC, "t", {"retention.ms": "1"}), ErrorCode.NONE)
        self.assertEqual(self.store.saves, saves)

    def test_unknown_configurations_become_known(self) -> None:
        self.set_up(findings=DiskFindings(topics={"t": FoundTopic(TopicId(b"i" * 16), frozenset({0}))}))
        self.assertFalse(self.coordination.topics()["t"].configs_known)
        self.assertEqual(self.alter(ResourceType.TOPIC, "t", {}), ErrorCode.NONE)
        self.assertTrue(self.coordination.topics()["t"].configs_known)

    def test_brokers(self) -> None:
        broker = ResourceType.BROKER
        self.assertEqual(self.alter(broker, "1", {"log.retention.ms": "60000"}), ErrorCode.NONE)
        self.assertEqual(self.alter(broker, "", {"log.retention.ms": "70000", "message.max.bytes": "5000"}), ErrorCode.NONE)
        self.assertEqual((self.settings.integer("log.retention.ms"), self.settings.integer("message.max.bytes")), (60000, 5000))
        self.assertEqual(self.follower.heard[-1], ("broker", {"log.retention.ms": "60000", "message.max.bytes": "5000"}))
        for name, configs in (
            ("2", {}),
            ("x", {}),
            ("-1", {}),
            ("1", {"num.partitions": "2"}),
            ("1", {"log.retention.ms": "x"}),
            ("1", {"made.up": "1"}),
            ("1", {"background.threads": "2"}),
            ("", {"group.consumer.assignment.interval.ms": "15001"}),
            ("", {"min.insync.replicas": "2"}),
        ):
            self.assertEqual(self.alter(broker, name, configs), ErrorCode.INVALID_REQUEST, (name, configs))
        self.assertEqual(self.alter(broker, "1", {}, validate_only=True), ErrorCode.NONE)
        self.assertEqual(self.settings.integer("log.retention.ms"), 60000)

    def test_a_value_of_no_use_that_is_there_may_stay_or_go(self) -> None:
        self.successResultOf(self.coordination.set_broker_configs(None, {"background.threads": "2"}))
        self.assertEqual(self.alter(ResourceType.BROKER, "", {"background.threads": "2", "message.max.bytes": "5000"}), ErrorCode.NONE)
        self.assertEqual(self.alter(ResourceType.BROKER, "", {}), ErrorCode.NONE)

    def test_other_kinds(self) -> None:
        for kind in (ResourceType.CLIENT_METRICS, ResourceType.BROKER_LOGGER, 0, 99):
            self.assertEqual(self.alter(kind, "x", {}), ErrorCode.INVALID_REQUEST)

    def test_changes_that_arrive_together_do_not_undo_each_other(self) -> None:
        disk = SlowDisk()
        self.set_up(disk=disk)
        made = self.coordination.create_topic("t", [[1]], {})
        disk.finish()
        self.successResultOf(made)
        admin = ConfigAdmin(self.coordination, self.settings)
        steps = [Step("retention.ms", Operation.SET, "1"), Step("segment.ms", Operation.SET, "2"), Step("flush.ms", Operation.SET, "3")]
        done = [admin.alter(ResourceType.TOPIC, "t", apply_steps([step]), validate_only=False) for step in steps]
        while disk.waiting:
            disk.finish()
        for one in done:
            self.successResultOf(one)
        self.assertEqual(self.coordination.topics()["t"].configs, {"retention.ms": "1", "segment.ms": "2", "flush.ms": "3"})

    def test_a_refusal_does_not_hold_up_the_next(self) -> None:
        self.create("t")
        admin = ConfigAdmin(self.coordination, self.settings)
        self.failureResultOf(admin.alter(ResourceType.TOPIC, "t", replace_with({"nope": "1"}), validate_only=False), KlogError)
        self.successResultOf(admin.alter(ResourceType.TOPIC, "t", replace_with({"segment.ms": "1"}), validate_only=False))

    def test_who_is_told_that_tls_was_changed_finds_it_changed(self) -> None:
        """The listeners read their files in a thread: an answer before that would call a listener closed that is open."""
        self.set_up()
        looks: list[Deferred[None]] = []
        in_force: list[dict[str, str]] = []

        def take_up() -> Deferred[None]:
            in_force.append(dict(self.coordination.broker_configs(1)))
            looks.append(Deferred())
            return looks[-1]

        admin = ConfigAdmin(self.coordination, self.settings, take_up_tls=take_up)
        wanted = {"listener.name.ssl.ssl.client.auth": "required"}
        done = admin.alter(ResourceType.BROKER, "1", replace_with(wanted), validate_only=False)
        self.assertNoResult(done)
        self.assertEqual(in_force, [wanted])
        looks.pop().callback(None)
        self.successResultOf(done)
        # What is no change, is only tried, or does not concern TLS waits for nothing.
        for configs, is_tried in ((wanted, False), ({}, True), ({**wanted, "log.retention.ms": "5"}, False)):
            self.successResultOf(admin.alter(ResourceType.BROKER, "1", replace_with(configs), validate_only=is_tried))
        self.assertEqual(looks, [])

    def test_many_that_change_nothing_hold_up_nobody(self) -> None:
        """However many wait behind one that is being written, whoever comes behind them has his turn."""
        disk = SlowDisk()
        self.set_up(disk=disk)
        made = self.coordination.create_topic("t", [[1]], {})
        disk.finish()
        self.successResultOf(made)
        admin = ConfigAdmin(self.coordination, self.settings)
        change = apply_steps([Step("retention.ms", Operation.SET, "1")])
        done = [admin.alter(ResourceType.TOPIC, "t", change, validate_only=False) for _ in range(1000)]
        last = admin.alter(ResourceType.TOPIC, "t", apply_steps([Step("segment.ms", Operation.SET, "2")]), validate_only=False)
        while disk.waiting:
            disk.finish()
        for one in [*done, last]:
            self.successResultOf(one)
        self.assertEqual(self.coordination.topics()["t"].configs, {"retention.ms": "1", "segment.ms": "2"})


class TwoBrokersTests(SynchronousTestCase):
    """Configurations that are changed at one broker and then at the other."""

    def begin(self, lag_s: float = 0, count: int = 2) -> None:
        self.brokers = MemoryBrokers(count, lag_s=lag_s)
        self.reactor = self.brokers.reactor
        self.one, self.two = self.brokers.coordinations[:2]
        settings = BrokerSettings({"zookeeper.connect": "z:2181"})
        self.admins = [ConfigAdmin(each, settings, clock=self.reactor) for each in self.brokers.coordinations]
        self.reactor.until(self.one.create_topic("t", [[1]], {}))
        self.brokers.settle()

    def set(self, index: int, resource_type: ResourceType, name: str, setting: str, value: str) -> Deferred[None]:
        steps = apply_steps([Step(setting, Operation.SET, value)])
        return self.admins[index].alter(resource_type, name, steps, validate_only=False)

    def set_both(self, resource_type: ResourceType, name: str, *settings: str) -> None:
        """One setting at each broker."""
        for index, setting in enumerate(settings):
            self.reactor.until(self.set(index, resource_type, name, setting, "60000"))

    def lose_session(self) -> None:
        """The second broker's."""
        self.brokers.zookeeper.freeze(self.brokers.ports[1])
        self.brokers.settle()
        self.assertFalse(self.two.may_lead)

    def set_by_the_second_as_it_comes_back(self) -> None:
        """Beside what the first has set meanwhile."""
        late = self.set(1, ResourceType.TOPIC, "t", "segment.ms", "2000")
        self.reactor.advance(1)
        self.brokers.zookeeper.thaw(self.brokers.ports[1])
        self.brokers.settle()
        self.successResultOf(late)
        self.assertEqual(self.topic_configs(), {"retention.ms": "1000", "segment.ms": "2000"})

    def topic_configs(self) -> dict[str, str]:
        self.brokers.settle()
        return dict(self.one.topics()["t"].configs)

    def test_one_whose_server_is_behind(self) -> None:
        """Looks at what is there by now."""
        self.begin(lag_s=0.5)
        self.set_both(ResourceType.TOPIC, "t", "retention.ms", "segment.ms")
        self.assertEqual(self.topic_configs(), {"retention.ms": "60000", "segment.ms": "60000"})
        self.set_both(ResourceType.BROKER, "", "log.retention.ms", "log.roll.ms")
        self.brokers.settle()
        self.assertEqual(self.one.broker_configs(None), {"log.retention.ms": "60000", "log.roll.ms": "60000"})
        self.set_both(ResourceType.GROUP, "g", "consumer.session.timeout.ms", "share.session.timeout.ms")
        self.brokers.settle()
        self.assertEqual(self.one.group_configs(), {"g": {"consumer.session.timeout.ms": "60000", "share.session.timeout.ms": "60000"}})

    def test_one_that_had_no_session(self) -> None:
        """Does not take back what it has not seen."""
        self.begin()
        self.lose_session()
        self.reactor.until(self.set(0, ResourceType.TOPIC, "t", "retention.ms", "1000"))
        self.set_by_the_second_as_it_comes_back()

    def test_the_topic_is_another_one_by_then(self) -> None:
        """What is set is set for it, as of any topic of this name."""
        self.begin()
        self.lose_session()
        self.reactor.until(self.one.delete_topic("t"))
        self.reactor.until(self.one.create_topic("t", [[1]], {"retention.ms": "1000"}))
        self.set_by_the_second_as_it_comes_back()

    def test_others_keep_changing_it(self) -> None:
        """It is not tried for ever."""
        self.begin()
        tries = []

        def refuse(name: str, configs: Mapping[str, str]) -> Deferred[Any]:
            tries.append(configs)
            return fail(ChangedMeanwhile(f"topic '{name}'"))

        self.patch(self.one, "set_topic_configs", refuse)
        with self.assertRaises(ChangedMeanwhile):
            self.reactor.until(self.set(0, ResourceType.TOPIC, "t", "retention.ms", "1000"))
        self.assertEqual(len(tries), MOST_TRIES)

    def test_zookeeper_is_away(self) -> None:
        """A change is refused after a while, what would only be checked is answered from what is known, and nobody behind them is kept."""
        self.begin()
        for port in self.brokers.ports:
            self.brokers.zookeeper.freeze(port)
        checked = self.admins[1].alter(ResourceType.TOPIC, "t", replace_with({"retention.ms": "1000"}), validate_only=True)
        bad = self.set(1, ResourceType.TOPIC, "t", "retention.ms", "x")
        late = self.set(1, ResourceType.TOPIC, "t", "retention.ms", "1000")
        following = self.set(1, ResourceType.TOPIC, "t", "segment.ms", "1000")
        for _ in range(100):
            self.reactor.advance(1)
        self.successResultOf(checked)
        self.assertEqual(self.failureResultOf(bad, KlogError).value.code, ErrorCode.INVALID_CONFIG)
        for change in (late, following):
            self.assertEqual(self.failureResultOf(change, KlogError).value.code, ErrorCode.REQUEST_TIMED_OUT)
        for port in self.brokers.ports:
            self.brokers.zookeeper.thaw(port)
        self.brokers.settle()
        self.set_both(ResourceType.TOPIC, "t", "retention.ms", "segment.ms")
        self.assertEqual(self.topic_configs(), {"retention.ms": "60000", "segment.ms": "60000"})

    def test_somebody_sets_something_while_certificates_are_read(self) -> None:
        """It stays."""
        self.begin()
        reading: list[Deferred[None]] = []

        def read(wanted: Mapping[str, str]) -> Deferred[None]:
            reading.append(Deferred())
            return reading[-1]

        admin = ConfigAdmin(self.one, BrokerSettings({"zookeeper.connect": "z:2181"}), read)
        steps = apply_steps([Step("listener.name.x.ssl.keystore.location", Operation.SET, "/a")])
        changed = admin.alter(ResourceType.BROKER, "1", steps, validate_only=False)
        self.reactor.advance(0.5)
        self.brokers.zookeeper.tree.put("/klog/config/brokers/1", b'{"version":1,"config":{"log.cleaner.threads":"3"}}')
        self.brokers.settle()
        reading[0].callback(None)
        self.brokers.settle()
        if len(reading) > 1:
            reading[1].callback(None)
        self.brokers.settle()
        self.successResultOf(changed)
        self.assertEqual(self.one.broker_configs(1), {"log.cleaner.threads": "3", "listener.name.x.ssl.keystore.location": "/a"})

    def test_what_is_there_already_and_not_yet_in_force(self) -> None:
        """Is answered when it is: a broker's listeners may be a step behind what ZooKeeper says."""
        self.begin()
        held: Deferred[None] = Deferred()
        listener = Recorder()
        self.patch(listener, "topics_coming", lambda coming: held)
        self.two.subscribe(listener)
        self.one.create_topic("u", [[1]], {})
        self.brokers.settle()
        self.reactor.until(self.set(0, ResourceType.TOPIC, "t", "retention.ms", "1000"))
        same = self.set(1, ResourceType.TOPIC, "t", "retention.ms", "1000")
        self.reactor.advance(1)
        self.assertEqual(bool(same.called), dict(self.two.topics()["t"].configs) == {"retention.ms": "1000"})
        held.callback(None)
        self.brokers.settle()
        self.successResultOf(same)
        self.assertEqual(self.two.topics()["t"].configs, {"retention.ms": "1000"})

    def test_many_at_once(self) -> None:
        """Each gets its turn, as one of them is done with each try."""
        names = (
            "retention.ms",
            "segment.ms",
            "flush.ms",
            "max.compaction.lag.ms",
            "file.delete.delay.ms",
            "delete.retention.ms",
            "segment.bytes",
        )
        self.begin(count=len(names))
        done = [self.set(index, ResourceType.TOPIC, "t", name, "60000000") for index, name in enumerate(names)]
        self.brokers.settle()
        for one in done:
            self.successResultOf(one)
        self.assertEqual(self.topic_configs(), dict.fromkeys(names, "60000000"))
