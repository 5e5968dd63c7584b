"""Dynamic configurations of groups."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from twisted.internet.task import Clock

from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.group_configs import GROUP_SETTINGS, GROUP_SYNONYMS, MAX_GROUPS, GroupConfigs, check_group, describe_group, validate
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.settings.config_admin import ConfigAdmin, Operation, ResourceType, Step, apply_steps
from klog.broker.settings.config_entries import ConfigSource
from klog.broker.settings.declared_settings import BROKER_SETTINGS
from klog.broker.settings.settings import BrokerSettings
from klog.errors import ErrorCode, KlogError
from tests.broker.handlers.setting import AdminTestCase


class GroupConfigsTests(AdminTestCase):
    def set(self, group_id: str, *steps: Step, validate_only: bool = False) -> ErrorCode:
        """What becomes of a change."""
        done = ConfigAdmin(self.coordination, self.settings).alter(
            ResourceType.GROUP, group_id, apply_steps(steps), validate_only=validate_only
        )
        outcome: list[object] = []
        done.addCallbacks(outcome.append, lambda failure: outcome.append(failure.value))
        (result,) = outcome
        if isinstance(result, KlogError):
            self.assertTrue(result.message)
            return result.code
        return ErrorCode.NONE

    def test_names_are_kafkas(self) -> None:
        self.assertEqual(set(GROUP_SYNONYMS.values()) - set(BROKER_SETTINGS), set())
        self.assertEqual(len(GROUP_SETTINGS), 17)
        validate({}, self.settings)

    def test_changes(self) -> None:
        session, heartbeat = "consumer.session.timeout.ms", "consumer.heartbeat.interval.ms"
        self.assertEqual(self.set("g", Step(session, Operation.SET, "50000"), Step(heartbeat, Operation.SET, " 6000 ")), ErrorCode.NONE)
        self.assertEqual(self.coordination.group_configs(), {"g": {session: "50000", heartbeat: " 6000 "}})
        self.assertEqual(self.set("g", Step(session, Operation.DELETE, None), validate_only=True), ErrorCode.NONE)
        self.assertEqual(self.set("g", Step(session, Operation.DELETE, None)), ErrorCode.NONE)
        self.assertEqual(self.coordination.group_configs(), {"g": {heartbeat: " 6000 "}})
        saves = self.store.saves
        self.assertEqual(self.set("g", Step(session, Operation.DELETE, None)), ErrorCode.NONE)
        self.assertEqual(self.store.saves, saves)
        self.assertEqual(self.set("g", Step(heartbeat, Operation.DELETE, None)), ErrorCode.NONE)
        self.assertEqual(self.coordination.group_configs(), {})

    def test_refusals(self) -> None:
        for group_id, name, operation, value, code in (
            ("", "consumer.session.timeout.ms", Operation.SET, "50000", ErrorCode.INVALID_REQUEST),
            ("g" * 1025, "consumer.session.timeout.ms", Operation.SET, "50000", ErrorCode.INVALID_REQUEST),
            ("g", "session.timeout.ms", Operation.SET, "50000", ErrorCode.INVALID_CONFIG),
            ("g", "consumer.session.timeout.ms", Operation.SET, "x", ErrorCode.INVALID_CONFIG),
            ("g", "consumer.session.timeout.ms", Operation.SET, "44999", ErrorCode.INVALID_CONFIG),
            ("g", "consumer.session.timeout.ms", Operation.SET, "60001", ErrorCode.INVALID_CONFIG),
            ("g", "consumer.session.timeout.ms", Operation.APPEND, "1", ErrorCode.INVALID_CONFIG),
            ("g", "consumer.heartbeat.interval.ms", Operation.SET, "4999", ErrorCode.INVALID_CONFIG),
            ("g", "consumer.heartbeat.interval.ms", Operation.SET, "0", ErrorCode.INVALID_CONFIG),
            ("g", "consumer.assignment.interval.ms", Operation.SET, "15001", ErrorCode.INVALID_CONFIG),
            ("g", "streams.num.standby.replicas", Operation.SET, "3", ErrorCode.INVALID_CONFIG),
            ("g", "share.isolation.level", Operation.SET, "none", ErrorCode.INVALID_CONFIG),
            ("g", "share.auto.offset.reset", Operation.SET, "by_duration:-P1D", ErrorCode.INVALID_CONFIG),
            ("g", "share.auto.offset.reset", Operation.SET, "by_duration:P", ErrorCode.INVALID_CONFIG),
        ):
            self.assertEqual(self.set(group_id, Step(name, operation, value)), code, (name, value))
        self.assertEqual(self.coordination.group_configs(), {})
        for value in ("earliest", "by_duration:P1D", "by_duration:PT1H30M", "by_duration:P2DT0.5S"):
            self.assertEqual(self.set("g", Step("share.auto.offset.reset", Operation.SET, value)), ErrorCode.NONE, value)

    def test_a_session_is_longer_than_a_heartbeat(self) -> None:
        broker = BrokerSettings({"group.consumer.max.heartbeat.interval.ms": "70000"})
        error = self.assertRaises(KlogError, validate, {"consumer.heartbeat.interval.ms": "45000"}, broker)
        self.assertIn("consumer.session.timeout.ms must be greater than", error.message)
        validate({"consumer.heartbeat.interval.ms": "45000", "consumer.session.timeout.ms": "45001"}, broker)

    def test_not_too_many(self) -> None:
        known = {f"g{number}": {"x": "1"} for number in range(MAX_GROUPS)}
        check_group("g1", known)
        self.assertEqual(self.assertRaises(KlogError, check_group, "other", known).code, ErrorCode.POLICY_VIOLATION)

    def in_force(self, settings: GroupSettings) -> GroupConfigs:
        """With these of the broker."""
        environment: Any = SimpleNamespace(coordination=self.coordination, settings=settings)
        return GroupConfigs(environment)

    def test_what_is_in_force(self) -> None:
        it = self.in_force(GroupSettings())
        self.assertEqual(
            (it.session_timeout_ms("g"), it.heartbeat_interval_ms("g"), it.assignment_interval_ms("g")), (45_000, 5_000, 1_000)
        )
        for session, expected in (("50000", 50_000), ("1", 45_000), ("99999", 60_000), ("x", 45_000)):
            self.successResultOf(self.coordination.set_group_configs("g", {"consumer.session.timeout.ms": session}))
            self.assertEqual(it.session_timeout_ms("g"), expected)
            self.assertEqual(it.session_timeout_ms("h"), 45_000)
        self.successResultOf(
            self.coordination.set_group_configs("g", {"consumer.heartbeat.interval.ms": "6000", "consumer.assignment.interval.ms": "0"})
        )
        self.assertEqual((it.session_timeout_ms("g"), it.heartbeat_interval_ms("g"), it.assignment_interval_ms("g")), (45_000, 6_000, 0))

    def test_bounds_are_the_brokers(self) -> None:
        settings = GroupSettings.read(
            BrokerSettings({"group.consumer.min.session.timeout.ms": "100", "group.consumer.session.timeout.ms": "6000"})
        )
        it = self.in_force(settings)
        self.successResultOf(self.coordination.set_group_configs("g", {"consumer.session.timeout.ms": "1"}))
        self.assertEqual((it.session_timeout_ms("g"), it.session_timeout_ms("h")), (100, 6000))

    def test_the_brokers_interval_may_change(self) -> None:
        """``group.consumer.assignment.interval.ms`` is dynamic for all brokers."""
        environment: Any = SimpleNamespace(
            coordination=self.coordination, settings=GroupSettings.read(self.settings), clock=Clock(), pause=None, in_thread=None
        )
        partitions: Any = None
        coordinator = GroupCoordinator(environment, partitions)
        coordinator.read_settings = lambda: GroupSettings.read(self.settings)
        self.coordination.subscribe(coordinator)
        it = GroupConfigs(environment)
        name = "group.consumer.assignment.interval.ms"
        for configs, expected in (({name: "7"}, 7), ({}, 1_000)):
            self.successResultOf(self.coordination.set_broker_configs(None, configs))
            self.assertEqual(it.assignment_interval_ms("g"), expected)

    def test_described(self) -> None:
        broker = BrokerSettings({"group.share.session.timeout.ms": "46000"})
        entries = {entry.name: entry for entry in describe_group(broker, {"consumer.heartbeat.interval.ms": " 6000"})}
        self.assertEqual(len(entries), 17)
        self.assertEqual(entries["consumer.session.timeout.ms"].value, "45000")
        self.assertEqual(entries["consumer.session.timeout.ms"].source, ConfigSource.DEFAULT_CONFIG)
        self.assertEqual((entries["share.session.timeout.ms"].value, entries["share.session.timeout.ms"].source), ("46000", 4))
        self.assertEqual([synonym.name for synonym in entries["share.auto.offset.reset"].synonyms], ["share.auto.offset.reset"])
        own = entries["consumer.heartbeat.interval.ms"]
        self.assertEqual((own.value, own.source), ("6000", ConfigSource.GROUP_CONFIG))
        self.assertEqual(own.synonyms, (("consumer.heartbeat.interval.ms", "6000", 8), ("group.consumer.heartbeat.interval.ms", "5000", 5)))
