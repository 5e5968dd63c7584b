"""Administration of settings."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.client.admin.configs import changes_of, config_source, entry, merged
from klog.client.admin.types import ConfigChange, ConfigOperation, ConfigResource, ConfigSource, ConfigType, ResourceType
from klog.errors import ErrorCode
from klog.wire.messages import alter_configs as whole
from klog.wire.messages.describe_configs import (
    DescribeConfigsRequest,
    DescribeConfigsResourceResult,
    DescribeConfigsResponse,
    DescribeConfigsResult,
    DescribeConfigsSynonym,
)
from klog.wire.messages.incremental_alter_configs import IncrementalAlterConfigsRequest
from klog.wire.messages.list_config_resources import ConfigResource as ListedResource
from klog.wire.messages.list_config_resources import ListConfigResourcesRequest, ListConfigResourcesResponse
from tests.client.admin.admin_rig import FakeCase, MemoryCase, Server, code_of

TOPIC = ConfigResource.topic("orders")
NAMES = st.sampled_from(["a", "b", "c"])


class ValueTests(FakeCase):
    """What needs no broker."""

    def test_changes(self) -> None:
        made = changes_of({"a": "1", "b": None})
        self.assertEqual(made, [ConfigChange("a", "1"), ConfigChange("b", None, ConfigOperation.DELETE)])
        self.assertEqual(changes_of(iter(made)), made)

    def test_entries(self) -> None:
        synonym = DescribeConfigsSynonym(name="log.a", value="2", source=4)
        one = DescribeConfigsResourceResult(name="a", value="1", config_source=1, synonyms=[synonym], config_type=5, documentation="d")
        found = entry(one, TOPIC)
        self.assertEqual(
            (found.source, found.config_type, found.synonyms[0].source), (ConfigSource.TOPIC, ConfigType.LONG, ConfigSource.STATIC)
        )
        # Version 0 knows only the default.
        self.assertEqual(entry(DescribeConfigsResourceResult(name="a", is_default=True), TOPIC).source, ConfigSource.DEFAULT)
        self.assertEqual(entry(DescribeConfigsResourceResult(name="a"), TOPIC).source, ConfigSource.TOPIC)
        self.assertEqual(entry(DescribeConfigsResourceResult(name="a"), ConfigResource.broker(1)).source, ConfigSource.BROKER)
        self.assertEqual(config_source(99), ConfigSource.UNKNOWN)
        self.assertEqual(entry(DescribeConfigsResourceResult(name="a", config_type=99), TOPIC).config_type, ConfigType.UNKNOWN)

    def test_merged(self) -> None:
        now: dict[str, str | None] = {"cleanup.policy": "delete", "retention.ms": "1"}
        after = merged(
            now,
            [
                ConfigChange("cleanup.policy", "compact,delete", ConfigOperation.APPEND),
                ConfigChange("retention.ms", operation=ConfigOperation.DELETE),
                ConfigChange("segment.ms", "7"),
            ],
        )
        self.assertEqual(after, {"cleanup.policy": "delete,compact", "segment.ms": "7"})
        self.assertEqual(merged(after, [ConfigChange("cleanup.policy", "delete", ConfigOperation.SUBTRACT)])["cleanup.policy"], "compact")
        self.assertEqual(now, {"cleanup.policy": "delete", "retention.ms": "1"})

    @settings(deadline=None, max_examples=50)
    @given(st.dictionaries(NAMES, st.text()), st.dictionaries(NAMES, st.none() | st.text()))
    def test_merging_sets_and_deletes(self, now: dict[str, str], changes: dict[str, str | None]) -> None:
        after = merged(now, changes_of(changes))
        self.assertEqual(after, {name: value for name, value in {**now, **changes}.items() if value is not None})


class ConfigTests(MemoryCase):
    """On klog."""

    def test_describe_and_alter(self) -> None:
        admin, until = self.admin, self.until
        until(admin.create_topic("orders", configs={"retention.ms": "5"}))
        found = until(admin.describe_configs([TOPIC, ConfigResource.broker(1), ConfigResource.topic("no"), ConfigResource.broker(8)]))
        self.assertEqual((found[TOPIC]["retention.ms"].value, found[TOPIC]["retention.ms"].source), ("5", ConfigSource.TOPIC))
        self.assertIn("log.dirs", found[ConfigResource.broker(1)])
        self.assertEqual(code_of(found, ConfigResource.topic("no")), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(code_of(found, ConfigResource.broker(8)), ErrorCode.BROKER_ID_NOT_REGISTERED)
        self.assertIn("it has 1", str(found.errors[ConfigResource.broker(8)]))
        changed = until(
            admin.alter_configs({TOPIC: {"retention.ms": None, "segment.ms": "9"}, ConfigResource.topic("no"): {"segment.ms": "1"}})
        )
        self.assertEqual(
            (list(changed.done), code_of(changed, ConfigResource.topic("no"))), ([TOPIC], ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        )
        entries = until(admin.describe_configs([TOPIC], names=["retention.ms", "segment.ms"], synonyms=True, documentation=True))[TOPIC]
        self.assertEqual({name: each.is_default for name, each in entries.items()}, {"retention.ms": True, "segment.ms": False})
        self.assertEqual(code_of(until(admin.alter_configs({TOPIC: {"segment.ms": "soon"}})), TOPIC), ErrorCode.INVALID_CONFIG)
        self.assertIn(TOPIC, until(admin.list_config_resources()))
        wrong = ConfigResource(TOPIC.resource_type.BROKER, "one")
        self.assertEqual(code_of(until(admin.describe_configs([wrong])), wrong), ErrorCode.INVALID_REQUEST)


class OldBrokerTests(FakeCase):
    """Before IncrementalAlterConfigs: read, change, write as a whole."""

    def setUp(self) -> None:
        super().setUp()
        self.limit(IncrementalAlterConfigs=-1)
        self.answer(DescribeConfigsRequest, self.describe)

        def unsupported(server: Server, request: IncrementalAlterConfigsRequest) -> None:
            self.cluster.ranges.choose(IncrementalAlterConfigsRequest)

        self.answer(IncrementalAlterConfigsRequest, unsupported)

    def test_before_kafka_4_1_only_client_metrics_are_listed(self) -> None:
        self.limit(ListConfigResources=0)
        found = ListConfigResourcesResponse(config_resources=[ListedResource(resource_name="m")])
        self.answer(ListConfigResourcesRequest, lambda server, request: found)
        metrics = ResourceType.CLIENT_METRICS
        for types in ((), (ResourceType.GROUP,), (metrics, ResourceType.GROUP)):
            error = self.refused(self.admin.list_config_resources(types))
            self.assertIs(error.code, ErrorCode.UNSUPPORTED_VERSION, types)
        self.assertEqual(self.asked(ListConfigResourcesRequest), [])
        self.assertEqual(self.until(self.admin.list_config_resources([metrics])), [ConfigResource(metrics, "m")])
        ((_, request),) = self.asked(ListConfigResourcesRequest)
        self.assertEqual(request.resource_types, [])

    def describe(self, server: Server, request: DescribeConfigsRequest) -> DescribeConfigsResponse:
        results = []
        for each in request.resources:
            configs = [
                DescribeConfigsResourceResult(name="retention.ms", value="5", config_source=1 if each.resource_type == 2 else 2),
                DescribeConfigsResourceResult(name="segment.ms", value="6", config_source=5),
                DescribeConfigsResourceResult(name="secret", value=None, config_source=2, is_sensitive=True),
            ]
            code = 3 if each.resource_name == "no" else 0
            results.append(
                DescribeConfigsResult(resource_type=each.resource_type, resource_name=each.resource_name, configs=configs, error_code=code)
            )
        return DescribeConfigsResponse(results=results)

    def accept(self) -> None:
        def how(server: Server, request: whole.AlterConfigsRequest) -> whole.AlterConfigsResponse:
            rows = [
                whole.AlterConfigsResourceResponse(resource_type=each.resource_type, resource_name=each.resource_name)
                for each in request.resources
            ]
            return whole.AlterConfigsResponse(responses=rows)

        self.answer(whole.AlterConfigsRequest, how)

    def written(self) -> list[dict[str, str | None]]:
        return [
            {one.name: one.value for one in each.configs}
            for _, request in self.asked(whole.AlterConfigsRequest)
            for each in request.resources
        ]

    def test_a_secret_that_would_be_lost_is_told(self) -> None:
        """Nobody tells it, so it cannot be repeated, and what is not repeated is reset."""
        self.accept()
        broker = ConfigResource.broker(2)
        found = self.until(self.admin.alter_configs({broker: {"max.message.bytes": "7"}}, timeout_ms=3000))
        self.assertIs(found.errors[broker].code, ErrorCode.INVALID_REQUEST)
        self.assertIn("secret", found.errors[broker].message)
        self.assertEqual(self.written(), [])
        changes = {"max.message.bytes": "7", "secret": "new"}
        self.until(self.admin.alter_configs({broker: changes}, timeout_ms=3000)).check()
        self.assertEqual(self.written(), [{"retention.ms": "5", **changes}])

    def test_what_holds_for_all_brokers_is_kept(self) -> None:
        self.accept()

        def describe(server: Server, request: DescribeConfigsRequest) -> DescribeConfigsResponse:
            configs = [
                DescribeConfigsResourceResult(name="log.cleaner.threads", value="2", config_source=3),
                DescribeConfigsResourceResult(name="log.segment.bytes", value="9", config_source=4),
            ]
            each = request.resources[0]
            found = DescribeConfigsResult(resource_type=each.resource_type, resource_name=each.resource_name, configs=configs)
            return DescribeConfigsResponse(results=[found])

        self.answer(DescribeConfigsRequest, describe)
        everybody = ConfigResource.broker()
        self.until(self.admin.alter_configs({everybody: {"log.retention.ms": "7"}}, timeout_ms=3000)).check()
        self.assertEqual(self.written(), [{"log.cleaner.threads": "2", "log.retention.ms": "7"}])

    def test_lists_begin_with_what_holds(self) -> None:
        """As newer brokers have it: what is added to a default stands beside it, and nothing is taken out of what does not hold it."""
        holding = {"cleanup.policy": "delete"}
        append = ConfigChange("cleanup.policy", "compact", ConfigOperation.APPEND)
        self.assertEqual(merged({}, [append], holding), {"cleanup.policy": "delete,compact"})
        subtract = ConfigChange("cleanup.policy", "compact", ConfigOperation.SUBTRACT)
        self.assertEqual(merged({}, [subtract], holding), {"cleanup.policy": "delete"})

    def test_the_rest_is_kept(self) -> None:
        self.accept()
        broker = ConfigResource.broker(2)
        changes = {"max.message.bytes": "7", "secret": "8"}
        found = self.until(
            self.admin.alter_configs({TOPIC: changes, broker: changes, ConfigResource.topic("no"): changes}, timeout_ms=3000)
        )
        self.assertEqual((set(found.done), list(found.errors)), ({TOPIC, broker}, [ConfigResource.topic("no")]))
        for address, request in self.asked(whole.AlterConfigsRequest):
            for each in request.resources:
                self.assertEqual(address == "host2:9092", each.resource_type == 4)
                values = {one.name: one.value for one in each.configs}
                self.assertEqual(values, {"retention.ms": "5", **changes})
