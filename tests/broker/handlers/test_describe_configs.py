"""Tests of DescribeConfigs."""

from __future__ import annotations

from typing import Any

from twisted.internet.task import Clock

from klog.broker.handlers.describe_configs import DescribeConfigsHandler
from klog.broker.long_answers import LongAnswers
from klog.broker.repeated_mentions import MOST_REPEATED
from klog.broker.steps import Steps
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource
from tests.broker.handlers.setting import AdminTestCase

TOPIC, BROKER, LOGGER, METRICS, GROUP = 2, 4, 8, 16, 32


class DescribeConfigsTests(AdminTestCase):
    def describe(self, kind: int, name: str, *keys: str, version: int = 4, **more: Any) -> Any:
        wanted = DescribeConfigsResource(resource_type=kind, resource_name=name, configuration_keys=list(keys) or None)
        handler = DescribeConfigsHandler(self.coordination, self.settings)
        result = self.ask(handler, version, DescribeConfigsRequest(resources=[wanted], **more)).results[0]
        self.assertEqual((result.resource_type, result.resource_name), (kind, name))
        return result

    def test_a_topic(self) -> None:
        self.create("t", retention_ms="5")
        configs = {config.name: config for config in self.describe(TOPIC, "t", include_synonyms=True, include_documentation=True).configs}
        self.assertGreaterEqual(len(configs), 33)
        own = configs["retention.ms"]
        self.assertEqual((own.value, own.config_source, own.config_type, own.read_only, own.is_sensitive), ("5", 1, 5, False, False))
        self.assertEqual([(one.name, one.value, one.source) for one in own.synonyms], [("retention.ms", "5", 1)])
        self.assertTrue(own.documentation)
        default = configs["max.message.bytes"]
        self.assertEqual((default.value, default.config_source), ("1048588", 5))
        self.assertEqual([(one.name, one.source) for one in default.synonyms], [("message.max.bytes", 5)])

    def test_a_resource_that_is_named_again(self) -> None:
        """It is told again, as Kafka does, but for so many settings: a broker's are hundreds."""
        handler = DescribeConfigsHandler(self.coordination, self.settings)
        wanted = [DescribeConfigsResource(resource_type=BROKER, resource_name="1", configuration_keys=None)] * 5
        results = self.ask(handler, 4, DescribeConfigsRequest(resources=wanted)).results
        count = len(results[0].configs)
        told = 1 + MOST_REPEATED // count
        self.assertEqual([len(one.configs) for one in results], [count] * told + [0] * (5 - told))
        self.assertEqual([one.error_code for one in results], [0] * told + [ErrorCode.INVALID_REQUEST] * (5 - told))

    def test_many_topics_in_steps(self) -> None:
        """Others are served in between."""
        names = [f"t{number}" for number in range(60)]
        for name in names:
            self.create(name)
        turns = Clock()
        handler = DescribeConfigsHandler(self.coordination, self.settings, LongAnswers(Steps(turns, lambda: 0.0).run))
        wanted = [DescribeConfigsResource(resource_type=TOPIC, resource_name=name, configuration_keys=None) for name in names]
        waiting: Any = handler.handle(self.context(4), DescribeConfigsRequest(resources=wanted))
        self.assertNoResult(waiting)
        turns.pump([0.0] * 70)
        results = self.successResultOf(waiting).results
        self.assertEqual([(one.resource_name, one.error_code) for one in results], [(name, 0) for name in names])

    def test_keys(self) -> None:
        self.create("t")
        result = self.describe(TOPIC, "t", "retention.ms", "nope")
        self.assertEqual([config.name for config in result.configs], ["retention.ms"])
        self.assertEqual((result.configs[0].synonyms, result.configs[0].documentation), ([], None))

    def test_version_0_knows_only_defaults(self) -> None:
        self.create("t", retention_ms="5")
        result = self.describe(TOPIC, "t", "retention.ms", "segment.ms", version=0)
        self.assertEqual({config.name: config.is_default for config in result.configs}, {"retention.ms": False, "segment.ms": True})

    def test_our_broker(self) -> None:
        self.set_up({"num.partitions": "3"})
        self.successResultOf(self.coordination.set_broker_configs(None, {"message.max.bytes": "5000"}))
        configs = {config.name: config for config in self.describe(BROKER, "1", include_synonyms=True).configs}
        self.assertGreater(len(configs), 300)
        self.assertEqual((configs["num.partitions"].value, configs["num.partitions"].config_source), ("3", 4))
        self.assertTrue(configs["num.partitions"].read_only)
        self.assertEqual((configs["message.max.bytes"].value, configs["message.max.bytes"].config_source), ("5000", 3))
        self.assertFalse(configs["message.max.bytes"].read_only)
        self.assertEqual((configs["ssl.key.password"].value, configs["ssl.key.password"].is_sensitive), (None, True))

    def test_all_brokers(self) -> None:
        self.assertEqual(self.describe(BROKER, "").configs, [])
        self.successResultOf(self.coordination.set_broker_configs(None, {"message.max.bytes": "5000"}))
        self.successResultOf(self.coordination.set_broker_configs(1, {"message.max.bytes": "6000"}))
        self.assertEqual([(one.name, one.value) for one in self.describe(BROKER, "").configs], [("message.max.bytes", "5000")])

    def test_groups_loggers_and_metrics(self) -> None:
        self.successResultOf(self.coordination.set_group_configs("h", {"consumer.session.timeout.ms": "50000"}))
        for group_id, expected in (("g", ("45000", 5)), ("h", ("50000", 8))):
            configs = {config.name: config for config in self.describe(GROUP, group_id).configs}
            self.assertEqual(len(configs), 17)
            one = configs["consumer.session.timeout.ms"]
            self.assertEqual((one.value, one.config_source), expected)
        self.assertEqual(len(self.describe(METRICS, "m").configs), 3)
        self.assertEqual(self.describe(LOGGER, "1").configs, [])

    def test_refusals(self) -> None:
        for kind, name, code in (
            (TOPIC, "none", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            (TOPIC, "", ErrorCode.INVALID_TOPIC_EXCEPTION),
            (TOPIC, "a b", ErrorCode.INVALID_TOPIC_EXCEPTION),
            (BROKER, "2", ErrorCode.INVALID_REQUEST),
            (BROKER, "x", ErrorCode.INVALID_REQUEST),
            (LOGGER, "", ErrorCode.INVALID_REQUEST),
            (LOGGER, "2", ErrorCode.INVALID_REQUEST),
            (METRICS, "", ErrorCode.INVALID_REQUEST),
            (GROUP, "", ErrorCode.INVALID_REQUEST),
        ):
            result = self.describe(kind, name)
            self.assertEqual((result.error_code, result.configs), (code, []), (kind, name))
            self.assertTrue(result.error_message)

    def test_an_unknown_kind_refuses_the_whole(self) -> None:
        handler = DescribeConfigsHandler(self.coordination, self.settings)
        request = DescribeConfigsRequest(
            resources=[DescribeConfigsResource(resource_type=kind, resource_name="t", configuration_keys=None) for kind in (TOPIC, 3)]
        )
        with self.assertRaises(KlogError) as caught:
            handler.handle(self.context(4), request)
        answer = handler.error_answer(4, request, caught.exception.code, caught.exception.message)
        self.assertEqual([one.error_code for one in answer.results], [ErrorCode.INVALID_REQUEST] * 2)
