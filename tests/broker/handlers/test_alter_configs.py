"""Tests of AlterConfigs."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.alter_configs import AlterConfigsHandler
from klog.broker.settings.config_admin import ConfigAdmin
from klog.errors import ErrorCode
from klog.wire.messages.alter_configs import AlterableConfig, AlterConfigsRequest, AlterConfigsResource
from tests.broker.handlers.setting import AdminTestCase

TOPIC, BROKER = 2, 4


def resource(kind: int, name: str, *configs: tuple[str, str | None]) -> AlterConfigsResource:
    return AlterConfigsResource(
        resource_type=kind, resource_name=name, configs=[AlterableConfig(name=key, value=value) for key, value in configs]
    )


class AlterConfigsTests(AdminTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.create("t", retention_ms="1")

    def ask_for(self, *resources: AlterConfigsResource, **how: Any) -> list[int]:
        handler = AlterConfigsHandler(ConfigAdmin(self.coordination, self.settings))
        answer = self.ask(handler, 2, AlterConfigsRequest(resources=list(resources), **how))
        told = [(one.resource_type, one.resource_name) for one in answer.responses]
        self.assertEqual(told, [(one.resource_type, one.resource_name) for one in resources])
        for one in answer.responses:
            self.assertEqual(one.error_message is None, one.error_code == 0)
        return [one.error_code for one in answer.responses]

    def test_the_rest_goes_back_to_its_defaults(self) -> None:
        self.assertEqual(self.ask_for(resource(TOPIC, "t", ("segment.ms", "7")), resource(BROKER, "1", ("log.retention.ms", "9"))), [0, 0])
        self.assertEqual(self.coordination.topics()["t"].configs, {"segment.ms": "7"})
        self.assertEqual(self.coordination.broker_configs(1), {"log.retention.ms": "9"})
        self.assertEqual(self.ask_for(resource(TOPIC, "t"), resource(BROKER, "1")), [0, 0])
        self.assertEqual((self.coordination.topics()["t"].configs, self.coordination.broker_configs(1)), ({}, {}))

    def test_each_fails_by_itself(self) -> None:
        codes = self.ask_for(resource(TOPIC, "none"), resource(TOPIC, "t", ("segment.ms", "7")), resource(TOPIC, "..", ("x", "y")))
        self.assertEqual(codes, [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, 0, ErrorCode.INVALID_TOPIC_EXCEPTION])

    def test_bad_requests(self) -> None:
        for bad in (
            resource(TOPIC, "t", ("segment.ms", None)),
            resource(TOPIC, "t", ("segment.ms", "1"), ("segment.ms", "2")),
            resource(8, "1"),
            resource(0, "t"),
        ):
            self.assertEqual(self.ask_for(bad), [ErrorCode.INVALID_REQUEST], bad)
        self.assertEqual(self.ask_for(resource(TOPIC, "t"), resource(TOPIC, "t")), [ErrorCode.INVALID_REQUEST] * 2)
        self.assertEqual(self.coordination.topics()["t"].configs, {"retention.ms": "1"})

    def test_only_validate(self) -> None:
        wanted = [resource(TOPIC, "t"), resource(TOPIC, "t2")]
        self.assertEqual(self.ask_for(*wanted, validate_only=True), [0, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION])
        self.assertEqual(self.coordination.topics()["t"].configs, {"retention.ms": "1"})

    def test_a_full_disk(self) -> None:
        self.store.fail_next_save = OSError("full")
        self.assertEqual(self.ask_for(resource(TOPIC, "t")), [ErrorCode.KAFKA_STORAGE_ERROR])
