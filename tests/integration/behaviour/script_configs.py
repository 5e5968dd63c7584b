"""DescribeConfigs, AlterConfigs, IncrementalAlterConfigs and ListConfigResources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from klog.wire.messages import alter_configs, incremental_alter_configs
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource
from klog.wire.messages.list_config_resources import ListConfigResourcesRequest
from tests.integration.behaviour.script_produce import create
from tests.integration.behaviour.steps import Script

TOPIC, BROKER, LOGGER, CLIENT_METRICS, GROUP = 2, 4, 8, 16, 32
SET, DELETE, APPEND, SUBTRACT = range(4)

#: Values of topic configurations that are tried, without being stored.
VALUES: dict[str, tuple[str, ...]] = {
    "retention.ms": ("-1", "0", "-2", "abc", "", " 5 ", "5.0", "1e3", "0x10", "9223372036854775807", "9223372036854775808", "+7"),
    "retention.bytes": ("-1", "-2", "0"),
    "segment.bytes": ("13", "14", "1048575", "1048576", "2147483647", "2147483648"),
    "segment.ms": ("0", "1", "-1"),
    "segment.jitter.ms": ("0", "-1"),
    "segment.index.bytes": ("3", "4", "0"),
    "cleanup.policy": ("delete", "compact", "compact,delete", "delete, compact", "", "none", "DELETE", "delete,delete"),
    "compression.type": ("gzip", "GZIP", "producer", "uncompressed", "none", "foo", ""),
    "compression.gzip.level": ("1", "9", "10", "0", "-1", "-2"),
    "compression.lz4.level": ("1", "17", "18", "0"),
    "compression.zstd.level": ("22", "23", "-131072", "-131073", "3"),
    "message.timestamp.type": ("CreateTime", "LogAppendTime", "createtime", "x"),
    "message.timestamp.before.max.ms": ("0", "-1"),
    "message.timestamp.after.max.ms": ("0", "-1"),
    "message.timestamp.difference.max.ms": ("1000",),
    "message.downconversion.enable": ("true",),
    "message.format.version": ("2.8",),
    "max.message.bytes": ("0", "-1", "100", "2147483648"),
    "min.insync.replicas": ("0", "1"),
    "flush.ms": ("0", "-1", "1"),
    "flush.messages": ("0", "1", "-1"),
    "index.interval.bytes": ("0", "-1"),
    "delete.retention.ms": ("0", "-1"),
    "file.delete.delay.ms": ("0", "-1"),
    "max.compaction.lag.ms": ("0", "1"),
    "min.compaction.lag.ms": ("0", "-1", "9223372036854775807"),
    "min.cleanable.dirty.ratio": ("0", "1", "0.5", "1.1", "-0.1", "x", "NaN"),
    "preallocate": ("true", "TRUE", "yes", "", "1", " false "),
    "unclean.leader.election.enable": ("true", "x"),
    "leader.replication.throttled.replicas": ("", "*", "0:1", "x"),
    "follower.replication.throttled.replicas": ("none", "0:1,1:1"),
    "local.retention.ms": ("-2", "-3", "1"),
    "local.retention.bytes": ("-2", "-3"),
    "remote.storage.enable": ("false", "x"),
    "no.such.config": ("1",),
    "": ("1",),
}


def build(script: Script) -> None:
    """All steps."""
    wanted: dict[str, tuple[int, dict[str, str]]] = {"configs": (1, {"retention.ms": "1000000000", "cleanup.policy": "compact,delete"})}
    for version in script.versions("AlterConfigs"):
        wanted[f"configs-alter-{version}"] = (1, {"retention.ms": "777777777"})
    for version in script.versions("IncrementalAlterConfigs"):
        wanted[f"configs-incremental-{version}"] = (1, {"cleanup.policy": "delete"})
    create(script, wanted, "topics with configurations")
    for version in script.versions("DescribeConfigs"):
        _describe(script, version)
    for version in script.versions("AlterConfigs"):
        _alter(script, version)
    for version in script.versions("IncrementalAlterConfigs"):
        _incremental(script, version)
    if script.is_main:
        _brokers(script)
        _groups(script)
    for version in script.versions("ListConfigResources"):
        add = lambda what, *types, version=version: script.add(  # noqa: E731
            "ListConfigResources", version, what, ListConfigResourcesRequest(resource_types=list(types))
        )
        add("default")
        if version:
            for kind in (TOPIC, BROKER, LOGGER, CLIENT_METRICS, GROUP, 0, 1, 99, -1):
                add(f"type {kind}", kind)
            add("topics and brokers", TOPIC, BROKER)
            add("topics twice", TOPIC, TOPIC)
            add("topics and an unknown type", TOPIC, 99)


def _describe(script: Script, version: int) -> None:
    def add(what: str, *wanted: tuple[int, str, Sequence[str] | None], synonyms: bool = False, documentation: bool = False) -> None:
        made = DescribeConfigsRequest(
            resources=[
                DescribeConfigsResource(resource_type=kind, resource_name=name, configuration_keys=None if keys is None else list(keys))
                for kind, name, keys in wanted
            ]
        )
        if version >= 1:
            made.include_synonyms = synonyms
        if version >= 3:
            made.include_documentation = documentation
        script.add("DescribeConfigs", version, what, made)

    some = ("retention.ms", "nope", "segment.bytes", "cleanup.policy", "retention.ms", "max.message.bytes")
    add("a topic", (TOPIC, "configs", None))
    add("some of a topic", (TOPIC, "configs", some))
    add("none of a topic", (TOPIC, "configs", ()))
    add("no such topic", (TOPIC, "configs-missing", None))
    add("bad names", (TOPIC, "bad name!", None), (TOPIC, "", None))
    add("a broker", (BROKER, "1", None))
    add("some of a broker", (BROKER, "1", ("log.retention.ms", "num.partitions", "nope", "log.segment.bytes", "message.max.bytes")))
    add("the brokers' defaults", (BROKER, "", None))
    add("another broker", (BROKER, "9", None))
    add("no broker's number", (BROKER, "abc", None))
    add("loggers of another broker", (LOGGER, "9", None))
    add("loggers without a broker", (LOGGER, "", None))
    for kind in (0, 1, 77, -1):
        add(f"type {kind}", (kind, "x", None))
    add("client metrics", (CLIENT_METRICS, "x", None))
    add("client metrics without a name", (CLIENT_METRICS, "", None))
    add("a group", (GROUP, "g", None))
    add("a group without a name", (GROUP, "", None))
    add("nothing")
    add("a topic and a missing one", (TOPIC, "configs", some), (TOPIC, "configs-missing", some))
    add("a topic twice", (TOPIC, "configs", ("retention.ms",)), (TOPIC, "configs", ("segment.ms",)))
    if version >= 1:
        add("a topic with synonyms", (TOPIC, "configs", None), synonyms=True)
        add("some of a broker with synonyms", (BROKER, "1", ("log.retention.ms", "num.partitions", "log.segment.bytes")), synonyms=True)
    if version >= 3:
        add("a topic with documentation", (TOPIC, "configs", None), documentation=True)


def _alter(script: Script, version: int) -> None:
    topic = f"configs-alter-{version}"

    def add(
        what: str,
        *wanted: tuple[int, str, Sequence[tuple[str, str | None]]],
        validate_only: bool = False,
        then: dict[str, str | None] | None = None,
        **more: Any,
    ) -> None:
        made = alter_configs.AlterConfigsRequest(validate_only=validate_only)
        for kind, name, pairs in wanted:
            configs = [alter_configs.AlterableConfig(name=key, value=value) for key, value in pairs]
            made.resources.append(alter_configs.AlterConfigsResource(resource_type=kind, resource_name=name, configs=configs))
        if then:
            more["settle"] = lambda peer: peer.await_configs(TOPIC, topic, then)
        script.add("AlterConfigs", version, what, made, **more)
        if then:
            _read(script, f"after AlterConfigs v{version}: {what}", topic)

    add(
        "set",
        (TOPIC, topic, [("retention.ms", "5000000000"), ("segment.ms", "600000")]),
        then={"retention.ms": "5000000000", "segment.ms": "600000"},
    )
    add("replace", (TOPIC, topic, [("segment.ms", "700000")]), then={"retention.ms": "-1", "segment.ms": "700000"})
    add("validate only", (TOPIC, topic, [("segment.ms", "1")]), validate_only=True)
    add("invalid value", (TOPIC, topic, [("segment.ms", "abc")]))
    add("unknown name", (TOPIC, topic, [("no.such.config", "1")]))
    add("null value", (TOPIC, topic, [("segment.ms", None)]))
    add("a name twice", (TOPIC, topic, [("segment.ms", "1000000"), ("segment.ms", "2000000")]), validate_only=True)
    if version == 1:
        # Apache Kafka never answers; once is enough.
        add(
            "a topic twice",
            (TOPIC, topic, [("segment.ms", "1000000")]),
            (TOPIC, topic, [("segment.ms", "2000000")]),
            patience_seconds=1.5,
        )
    add("no such topic", (TOPIC, "configs-missing", [("segment.ms", "1000000")]))
    add("bad names", (TOPIC, "bad name!", [("segment.ms", "1000000")]), (TOPIC, "", [("segment.ms", "1000000")]))
    add("a good and a bad one", (TOPIC, topic, [("segment.ms", "700000")]), (TOPIC, "configs-missing", [("segment.ms", "1000000")]))
    add("nothing")
    add("back to the defaults", (TOPIC, topic, []), then={"segment.ms": "604800000"})
    _others(add)


def _others(add: Any) -> None:
    """Resources that are no topics; only checked."""
    pairs = [("log.cleaner.threads", "2")]
    for kind in (0, 1, 77, -1):
        add(f"type {kind}", (kind, "x", pairs), validate_only=True)
    add("another broker", (BROKER, "9", pairs), validate_only=True)
    add("no broker's number", (BROKER, "abc", pairs), validate_only=True)
    add("a group", (GROUP, "", [("consumer.session.timeout.ms", "50000")]), validate_only=True)
    add("client metrics without a name", (CLIENT_METRICS, "", [("interval.ms", "1000")]), validate_only=True)
    add("a broker's fixed setting", (BROKER, "1", [("broker.rack", "x")]), validate_only=True)
    add("a broker's unknown setting", (BROKER, "1", [("no.such.config", "x")]), validate_only=True)
    add("a broker's bad value", (BROKER, "1", [("log.retention.ms", "x")]), validate_only=True)
    add("a broker's setting", (BROKER, "1", [("log.retention.ms", "-1")]), validate_only=True)
    add("the brokers' setting", (BROKER, "", [("log.retention.ms", "-1")]), validate_only=True)


def _brokers(script: Script) -> None:
    """Settings of the broker and of all brokers, changed for good, as the broker and its topics show them."""
    steps: tuple[tuple[str, str, str, str | None, int, str], ...] = (
        ("of the broker", "1", "message.max.bytes", "2000000", SET, "2000000"),
        ("of all brokers", "", "message.max.bytes", "3000000", SET, "3000000"),
        ("of all brokers, flush", "", "log.flush.interval.messages", "5000", SET, "5000"),
        ("of the broker, flush", "1", "log.flush.interval.ms", "60000", SET, "60000"),
        ("of the broker, deleted", "1", "message.max.bytes", None, DELETE, "3000000"),
        ("of all brokers, deleted", "", "message.max.bytes", None, DELETE, "1048588"),
        ("of all brokers, flush deleted", "", "log.flush.interval.messages", None, DELETE, "9223372036854775807"),
        ("of the broker, flush deleted", "1", "log.flush.interval.ms", None, DELETE, ""),
    )
    names = ["message.max.bytes", "log.flush.interval.messages", "log.flush.interval.ms"]
    for what, broker, name, value, operation, then in steps:
        change = incremental_alter_configs.AlterableConfig(name=name, value=value, config_operation=operation)
        resource = incremental_alter_configs.AlterConfigsResource(resource_type=BROKER, resource_name=broker, configs=[change])
        wanted = {name: then or None}
        script.add(
            "IncrementalAlterConfigs",
            1,
            f"setting {what}",
            incremental_alter_configs.IncrementalAlterConfigsRequest(resources=[resource]),
            settle=lambda peer, wanted=wanted, broker=broker, what=what: peer.await_configs(
                BROKER, "" if what == "of all brokers" else "1", wanted
            ),
        )
        for kind, resource_name, keys in (
            (BROKER, "1", names),
            (BROKER, "", names),
            (TOPIC, "configs", ["max.message.bytes", "flush.messages", "flush.ms"]),
        ):
            asked = DescribeConfigsResource(resource_type=kind, resource_name=resource_name, configuration_keys=keys)
            script.add(
                "DescribeConfigs",
                4,
                f"setting {what}: {kind} {resource_name!r}",
                DescribeConfigsRequest(resources=[asked], include_synonyms=True),
            )


def _groups(script: Script) -> None:
    """Configurations of a group, good and bad, and as it shows them."""
    session, heartbeat, interval = "consumer.session.timeout.ms", "consumer.heartbeat.interval.ms", "consumer.assignment.interval.ms"
    reset = "share.auto.offset.reset"
    steps: tuple[tuple[list[tuple[str, str | None, int]], dict[str, str | None]], ...] = (
        ([(session, "50000", SET), (heartbeat, "6000", SET)], {session: "50000", heartbeat: "6000"}),
        ([(interval, "0", SET), (heartbeat, None, DELETE)], {interval: "0", heartbeat: "5000"}),
        ([(session, "44999", SET)], {}),
        ([(session, "60001", SET)], {}),
        ([(session, "-5", SET)], {}),
        ([(session, "x", SET)], {}),
        ([(session, "", SET)], {}),
        ([(session, None, SET)], {}),
        ([(session, "1", APPEND)], {}),
        ([(session, "46000", SET), (session, "47000", SET)], {}),
        ([(heartbeat, "15001", SET)], {}),
        ([(heartbeat, "1", SET)], {}),
        ([(interval, "15001", SET)], {}),
        ([(interval, "-1", SET)], {}),
        ([("session.timeout.ms", "45000", SET)], {}),
        ([("no.such.config", None, DELETE)], {}),
        ([("streams.num.standby.replicas", "3", SET)], {}),
        (
            [("streams.num.standby.replicas", "2", SET), ("streams.initial.rebalance.delay.ms", "0", SET)],
            {"streams.num.standby.replicas": "2"},
        ),
        ([("share.delivery.count.limit", "11", SET)], {}),
        ([("share.record.lock.duration.ms", "14999", SET)], {}),
        ([("share.record.lock.duration.ms", "999", SET)], {}),
        ([("share.partition.max.record.locks", "4001", SET)], {}),
        ([("share.isolation.level", "READ_COMMITTED", SET)], {}),
        ([("share.isolation.level", "read_committed", SET)], {"share.isolation.level": "read_committed"}),
        ([("share.renew.acknowledge.enable", "perhaps", SET)], {}),
        ([("share.renew.acknowledge.enable", "FALSE", SET)], {"share.renew.acknowledge.enable": "false"}),
        ([(reset, "earliest", SET)], {reset: "earliest"}),
        ([(reset, "LATEST", SET)], {}),
        ([(reset, " latest ", SET)], {}),
        ([(reset, "none", SET)], {}),
        ([(reset, "by_duration", SET)], {}),
        ([(reset, "by_duration:-PT1H", SET)], {}),
        ([(reset, "by_duration:P", SET)], {}),
        ([(reset, "by_duration:PT", SET)], {}),
        ([(reset, "by_duration:P1Y", SET)], {}),
        ([(reset, "by_duration:P1DT2H3M4.5S", SET)], {reset: "by_duration:P1DT2H3M4.5S"}),
        ([(reset, "by_duration:PT1H-30M", SET)], {}),
        ([(reset, "by_duration:PT1H-61M", SET)], {}),
        ([(reset, "by_duration:-PT-1H", SET)], {}),
        ([(reset, "by_duration:pt1h", SET)], {}),
        ([(reset, "by_duration:PT0.S", SET)], {}),
        ([(reset, "by_duration:PT-0.5S", SET)], {}),
        ([(reset, "BY_DURATION:PT1H", SET)], {}),
        ([(reset, "by_duration:P999999999999999999D", SET)], {}),
        ([(reset, "by_duration:PT.5S", SET)], {}),
        ([(reset, None, DELETE), (session, None, DELETE)], {reset: "latest", session: "45000"}),
    )
    for changes, then in steps:
        what = ", ".join(f"{name} {operation} {value}" for name, value, operation in changes)
        configs = [
            incremental_alter_configs.AlterableConfig(name=name, value=value, config_operation=operation)
            for name, value, operation in changes
        ]
        resource = incremental_alter_configs.AlterConfigsResource(resource_type=GROUP, resource_name="configured", configs=configs)
        settle = (lambda peer, then=then: peer.await_configs(GROUP, "configured", then)) if then else None
        request = incremental_alter_configs.IncrementalAlterConfigsRequest(resources=[resource])
        script.add("IncrementalAlterConfigs", 1, f"a group: {what}", request, settle=settle)
        if then:
            described = DescribeConfigsResource(resource_type=GROUP, resource_name="configured", configuration_keys=None)
            asked = DescribeConfigsRequest(resources=[described], include_synonyms=True)
            script.add("DescribeConfigs", 4, f"a group after {what}", asked)
    listed = ListConfigResourcesRequest(resource_types=[GROUP])
    script.add("ListConfigResources", 1, "groups that have some", listed)
    for what, pairs, then in (
        ("replaced", [(session, "55000"), (heartbeat, "7000")], {session: "55000", "streams.num.standby.replicas": "0"}),
        ("replaced by bad ones", [(session, "1")], {}),
        ("none left", [], {session: "45000"}),
    ):
        altered = [alter_configs.AlterableConfig(name=name, value=value) for name, value in pairs]
        whole = alter_configs.AlterConfigsResource(resource_type=GROUP, resource_name="configured", configs=altered)
        script.add(
            "AlterConfigs",
            2,
            f"a group: {what}",
            alter_configs.AlterConfigsRequest(resources=[whole]),
            settle=(lambda peer, then=then: peer.await_configs(GROUP, "configured", then)) if then else None,
        )
    script.add("ListConfigResources", 1, "groups, none of which has some", listed)


def _read(script: Script, what: str, topic: str) -> None:
    resource = DescribeConfigsResource(resource_type=TOPIC, resource_name=topic, configuration_keys=None)
    script.add("DescribeConfigs", 2, what, DescribeConfigsRequest(resources=[resource], include_synonyms=True))


def _incremental(script: Script, version: int) -> None:
    topic = f"configs-incremental-{version}"

    def add(
        what: str,
        *wanted: tuple[int, str, Sequence[tuple[Any, ...]]],
        validate_only: bool = False,
        then: dict[str, str | None] | None = None,
    ) -> None:
        made = incremental_alter_configs.IncrementalAlterConfigsRequest(validate_only=validate_only)
        for kind, name, triples in wanted:
            configs = [
                incremental_alter_configs.AlterableConfig(name=key, value=value, config_operation=more[0] if more else SET)
                for key, value, *more in triples
            ]
            made.resources.append(incremental_alter_configs.AlterConfigsResource(resource_type=kind, resource_name=name, configs=configs))
        more: dict[str, Any] = {}
        if then:
            more["settle"] = lambda peer: peer.await_configs(TOPIC, topic, then)
        script.add("IncrementalAlterConfigs", version, what, made, **more)
        if then:
            _read(script, f"after IncrementalAlterConfigs v{version}: {what}", topic)

    add("set", (TOPIC, topic, [("segment.ms", "600000"), ("flush.ms", "1000")]), then={"segment.ms": "600000", "flush.ms": "1000"})
    add("delete", (TOPIC, topic, [("flush.ms", None, DELETE)]), then={"segment.ms": "600000", "flush.ms": "9223372036854775807"})
    add("delete what is not set", (TOPIC, topic, [("flush.ms", None, DELETE)]))
    add("append", (TOPIC, topic, [("cleanup.policy", "compact", APPEND)]), then={"cleanup.policy": "delete,compact"})
    add("append what is there", (TOPIC, topic, [("cleanup.policy", "compact", APPEND)]), then={"cleanup.policy": "delete,compact"})
    add("subtract", (TOPIC, topic, [("cleanup.policy", "delete", SUBTRACT)]), then={"cleanup.policy": "compact"})
    add("subtract what is not there", (TOPIC, topic, [("cleanup.policy", "delete", SUBTRACT)]), then={"cleanup.policy": "compact"})
    add("subtract the last", (TOPIC, topic, [("cleanup.policy", "compact", SUBTRACT)]), validate_only=True)
    add("append to no list", (TOPIC, topic, [("segment.ms", "5", APPEND)]))
    add("subtract from no list", (TOPIC, topic, [("segment.ms", "5", SUBTRACT)]))
    add("append nothing", (TOPIC, topic, [("cleanup.policy", None, APPEND)]))
    add("append a bad value", (TOPIC, topic, [("cleanup.policy", "x", APPEND)]))
    add("operation 9", (TOPIC, topic, [("segment.ms", "5", 9)]))
    add("null value", (TOPIC, topic, [("segment.ms", None)]))
    add("a value to delete", (TOPIC, topic, [("segment.jitter.ms", "77", DELETE)]))
    add("validate only", (TOPIC, topic, [("segment.ms", "1")]), validate_only=True)
    add("delete an unknown name", (TOPIC, topic, [("no.such.config", None, DELETE)]))
    add("a name twice", (TOPIC, topic, [("segment.ms", "1000000"), ("segment.ms", "2000000")]))
    add("a topic twice", (TOPIC, topic, [("segment.ms", "1000000")]), (TOPIC, topic, [("segment.ms", "2000000")]))
    add("no such topic", (TOPIC, "configs-missing", [("segment.ms", "1000000")]))
    add("bad names", (TOPIC, "bad name!", [("segment.ms", "1000000")]), (TOPIC, "", [("segment.ms", "1000000")]))
    add("a good and a bad one", (TOPIC, topic, [("segment.ms", "600000")]), (TOPIC, "configs-missing", [("segment.ms", "1000000")]))
    add("a good and a bad value", (TOPIC, topic, [("segment.ms", "700000"), ("flush.ms", "x")]))
    add("nothing")
    add("no changes", (TOPIC, topic, []))
    _others(add)
    if version == 1:
        for name, values in VALUES.items():
            for value in values:
                add(f"value {name}={value}", (TOPIC, topic, [(name, value)]), validate_only=True)
