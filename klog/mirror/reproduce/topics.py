"""Topics of the copy's cluster: made where they are not there, with no fewer partitions than their sources. No Twisted here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from klog.client.blocking.client import BlockingClient
from klog.errors import ErrorCode, KlogError, row_of
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource

#: Settings of a source's topic that its copy does not get: they name the source's brokers, or say who sets the time (MirrorMaker 2's list).
LEFT_OUT = frozenset(
    {
        "follower.replication.throttled.replicas",
        "leader.replication.throttled.replicas",
        "message.timestamp.type",
        "message.timestamp.difference.max.ms",
        "message.timestamp.before.max.ms",
        "message.timestamp.after.max.ms",
        "unclean.leader.election.enable",
        "min.insync.replicas",
        "confluent.value.schema.validation",
    }
)
_TOPIC_RESOURCE = 2
#: Of an entry of DescribeConfigs: set for this topic (``DYNAMIC_TOPIC_CONFIG``).
_OF_THE_TOPIC = 1


def topic_configs(source: BlockingClient, names: Iterable[str], timeout_ms: int) -> dict[str, dict[str, str]]:
    """What is set for each topic itself, as far as we may know it."""
    resources = [DescribeConfigsResource(resource_type=_TOPIC_RESOURCE, resource_name=name, configuration_keys=None) for name in names]
    answer = source.ask_any(DescribeConfigsRequest(resources=resources), timeout_ms=timeout_ms)
    found: dict[str, dict[str, str]] = {}
    for result in answer.results:
        if not result.error_code:
            found[result.resource_name] = {
                entry.name: entry.value
                for entry in result.configs
                if entry.config_source == _OF_THE_TOPIC and entry.value is not None and entry.name not in LEFT_OUT
            }
    return found


def make_topics(
    destination: BlockingClient, wanted: Mapping[str, tuple[int, Mapping[str, str]]], *, replication_factor: int, timeout_ms: int
) -> list[str]:
    """Have topics with at least so many partitions; the names of those that were made or grew.

    :param wanted: partitions, and settings of those that are made, by name.
    :raises KlogError: one can be neither made nor extended.
    """
    destination.refresh(list(wanted), timeout_ms=timeout_ms)
    changed: list[str] = []
    missing: list[CreatableTopic] = []
    short: list[CreatePartitionsTopic] = []
    for name, (count, configs) in wanted.items():
        topic = destination.metadata.topic(name)
        if topic is None or topic.error is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
            set_ = [CreatableTopicConfig(name=key, value=value) for key, value in configs.items()]
            missing.append(CreatableTopic(name=name, num_partitions=count, replication_factor=replication_factor, configs=set_))
        elif topic.error:
            raise KlogError(topic.error, f"topic {name}: {row_of(topic.error).sentence}")
        elif len(topic.partitions) < count:
            short.append(CreatePartitionsTopic(name=name, count=count, assignments=None))
    if missing:
        answer = destination.ask(_controller(destination), CreateTopicsRequest(topics=missing, timeout_ms=timeout_ms))
        changed += _made(answer.topics, "making it")
    if short:
        answer = destination.ask(_controller(destination), CreatePartitionsRequest(topics=short, timeout_ms=timeout_ms))
        changed += _made(answer.results, "adding partitions")
    for name in changed:
        destination.find_topic(name, unknown_ms=timeout_ms, timeout_ms=timeout_ms)
    return changed


def _controller(client: BlockingClient) -> int:
    metadata = client.metadata
    return metadata.controller_id if metadata.node(metadata.controller_id) is not None else next(iter(metadata.nodes))


def _made(results: Iterable[object], doing: str) -> list[str]:
    names: list[str] = []
    for result in results:
        name, code, message = result.name, result.error_code, result.error_message  # type: ignore[attr-defined]
        if code and code != ErrorCode.TOPIC_ALREADY_EXISTS:
            row = row_of(code)
            raise KlogError(row.code, f"topic {name} ({doing}): {message or row.sentence}")
        names.append(name)
    return names
