"""Tests of IncrementalAlterConfigs."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.incremental_alter_configs import IncrementalAlterConfigsHandler
from klog.broker.settings.config_admin import ConfigAdmin
from klog.errors import ErrorCode
from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest
from tests.broker.handlers.setting import AdminTestCase

TOPIC, BROKER, LOGGER = 2, 4, 8
SET, DELETE, APPEND, SUBTRACT = 0, 1, 2, 3


def resource(kind: int, name: str, *steps: tuple[str, int, str | None]) -> AlterConfigsResource:
    configs = [AlterableConfig(name=key, config_operation=operation, value=value) for key, operation, value in steps]
    return AlterConfigsResource(resource_type=kind, resource_name=name, configs=configs)


class IncrementalAlterConfigsTests(AdminTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.create("t", retention_ms="1", segment_ms="2")

    def ask_for(self, *resources: AlterConfigsResource, **how: Any) -> list[int]:
        handler = IncrementalAlterConfigsHandler(ConfigAdmin(self.coordination, self.settings), 1)
        answer = self.ask(handler, 1, IncrementalAlterConfigsRequest(resources=list(resources), **how))
        for one in answer.responses:
            self.assertEqual(one.error_message is None, one.error_code == 0)
        return [one.error_code for one in answer.responses]

    def test_set_and_delete(self) -> None:
        self.assertEqual(self.ask_for(resource(TOPIC, "t", ("segment.ms", DELETE, None), ("flush.ms", SET, "9"))), [0])
        self.assertEqual(self.coordination.topics()["t"].configs, {"retention.ms": "1", "flush.ms": "9"})

    def test_append_and_subtract(self) -> None:
        self.assertEqual(self.ask_for(resource(TOPIC, "t", ("cleanup.policy", APPEND, "compact"))), [0])
        self.assertEqual(self.coordination.topics()["t"].configs["cleanup.policy"], "delete,compact")
        self.assertEqual(self.ask_for(resource(TOPIC, "t", ("cleanup.policy", SUBTRACT, "delete"))), [0])
        self.assertEqual(self.coordination.topics()["t"].configs["cleanup.policy"], "compact")
        self.assertEqual(self.ask_for(resource(TOPIC, "t", ("cleanup.policy", APPEND, "junk"))), [ErrorCode.INVALID_CONFIG])
        self.assertEqual(self.ask_for(resource(TOPIC, "t", ("retention.ms", APPEND, "1"))), [ErrorCode.INVALID_CONFIG])

    def test_brokers(self) -> None:
        ours, all_brokers = (resource(BROKER, name, ("log.retention.ms", SET, value)) for name, value in (("1", "60000"), ("", "70000")))
        self.assertEqual(self.ask_for(ours, all_brokers), [0, 0])
        self.assertEqual(self.settings.integer("log.retention.ms"), 60000)
        self.assertEqual(self.ask_for(resource(BROKER, "1", ("log.retention.ms", DELETE, None))), [0])
        self.assertEqual(self.settings.integer("log.retention.ms"), 70000)

    def test_bad_requests(self) -> None:
        for bad in (
            resource(TOPIC, "t", ("flush.ms", SET, None)),
            resource(TOPIC, "t", ("flush.ms", 9, "1")),
            resource(TOPIC, "t", ("flush.ms", SET, "1"), ("flush.ms", DELETE, None)),
            resource(BROKER, "2", ("log.retention.ms", SET, "1")),
            resource(0, "x", ("a", SET, "b")),
        ):
            self.assertEqual(self.ask_for(bad), [ErrorCode.INVALID_REQUEST], bad)
        twice = resource(TOPIC, "t", ("flush.ms", SET, "1"))
        self.assertEqual(self.ask_for(twice, twice), [ErrorCode.INVALID_REQUEST] * 2)
        self.assertEqual(self.coordination.topics()["t"].configs, {"retention.ms": "1", "segment.ms": "2"})

    def test_loggers(self) -> None:
        for name, operation, code in (
            ("1", SET, ErrorCode.INVALID_CONFIG),
            ("1", DELETE, ErrorCode.INVALID_CONFIG),
            ("1", APPEND, ErrorCode.INVALID_REQUEST),
            ("1", 9, ErrorCode.INVALID_REQUEST),
            ("2", SET, ErrorCode.INVALID_REQUEST),
            ("", SET, ErrorCode.INVALID_REQUEST),
        ):
            self.assertEqual(self.ask_for(resource(LOGGER, name, ("root", operation, "INFO"))), [code], (name, operation))
        self.assertEqual(self.ask_for(resource(LOGGER, "1")), [0])

    def test_only_validate(self) -> None:
        self.assertEqual(self.ask_for(resource(TOPIC, "t", ("segment.ms", DELETE, None)), validate_only=True), [0])
        self.assertEqual(len(self.coordination.topics()["t"].configs), 2)
