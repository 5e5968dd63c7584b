"""``klog cat -L`` and ``-Q``: metadata and offsets by time, printed as kcat prints them.

The words of errors are librdkafka's, because scripts look for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from klog.cli.cat.options import CatOptions, Question
from klog.cli.connection import Connection
from klog.cli.exit_codes import CommandFailed, exit_of_error
from klog.cli.output import Output, safe
from klog.cli.run_coroutine import within
from klog.client.offsets import OffsetAt, list_offsets_once
from klog.client.routing import Routing
from klog.client.settings import split_options
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import TopicPartition
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic, MetadataResponse

#: ``rd_kafka_err2str`` for what metadata and offsets can say.
_WORDS = {
    ErrorCode.UNKNOWN_SERVER_ERROR: "Unknown broker error",
    ErrorCode.OFFSET_OUT_OF_RANGE: "Broker: Offset out of range",
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION: "Broker: Unknown topic or partition",
    ErrorCode.LEADER_NOT_AVAILABLE: "Broker: Leader not available",
    ErrorCode.NOT_LEADER_OR_FOLLOWER: "Broker: Not leader for partition",
    ErrorCode.REQUEST_TIMED_OUT: "Broker: Request timed out",
    ErrorCode.BROKER_NOT_AVAILABLE: "Broker: Broker not available",
    ErrorCode.REPLICA_NOT_AVAILABLE: "Broker: Replica not available",
    ErrorCode.INVALID_TOPIC_EXCEPTION: "Broker: Invalid topic",
    ErrorCode.TOPIC_AUTHORIZATION_FAILED: "Broker: Topic authorization failed",
    ErrorCode.KAFKA_STORAGE_ERROR: "Broker: Disk error when trying to access log file on disk",
    ErrorCode.UNSUPPORTED_VERSION: "Broker: API version not supported",
}


def words(code: int) -> str:
    """The error as librdkafka says it."""
    row = row_of(code)
    return _WORDS.get(row.code, f"Broker: {row.sentence.rstrip('.')}")


def make_routing(reactor: Any, connection: Connection) -> Routing:
    """A routing for the command's own requests.

    :raises ConfigError: settings that cannot be.
    """
    settings, _ = split_options(connection.bootstrap, connection.client)
    return Routing(reactor, settings)


async def list_metadata(reactor: Any, connection: Connection, options: CatOptions, out: Output) -> None:
    """``-L``: of one topic or of all.

    :raises CommandFailed: no broker answers in time, or the topic that was asked for is not there (after printing what was answered).
    """
    routing = make_routing(reactor, connection)
    try:
        await within(reactor, routing.refresh(), connection.timeout_s, f"no answer from {connection.bootstrap}")
        nodes = sorted(routing.metadata.nodes)
        node_id = routing.metadata.controller_id if routing.metadata.controller_id in nodes else nodes[0]
        topics = None if options.topic is None else [MetadataRequestTopic(name=options.topic)]
        # Never by id, never creating anything: kcat's -L makes the topic that it asks for, which nobody expects of a listing.
        request = MetadataRequest(topics=topics, allow_auto_topic_creation=False)
        answer: MetadataResponse = await routing.ask(node_id, request)
        node = routing.metadata.node(node_id)
        origin = (node_id, node.address if node is not None else connection.bootstrap)
    finally:
        await routing.stop()
    if options.json:
        out.stdout.write(metadata_json(answer, origin, options.topic))
    else:
        out.stdout.write(metadata_text(answer, origin, options.topic))
    if options.topic is not None:
        for topic in answer.topics:
            if topic.error_code:
                raise CommandFailed(f"topic {options.topic}: {words(topic.error_code)}", exit_of_error(row_of(topic.error_code).code))


def metadata_text(answer: MetadataResponse, origin: tuple[int, str], topic: str | None) -> str:
    """As kcat prints it."""
    lines = [f"Metadata for {topic if topic else 'all topics'} (from broker {origin[0]}: {origin[1]}/{origin[0]}):"]
    lines.append(f" {len(answer.brokers)} brokers:")
    for broker in answer.brokers:
        mark = " (controller)" if broker.node_id == answer.controller_id else ""
        lines.append(f"  broker {broker.node_id} at {broker.host}:{broker.port}{mark}")
    lines.append(f" {len(answer.topics)} topics:")
    for found in answer.topics:
        error = ""
        if found.error_code:
            error = f" {words(found.error_code)}"
            if found.error_code == ErrorCode.LEADER_NOT_AVAILABLE:
                error += " (try again)"
        lines.append(f'  topic "{found.name}" with {len(found.partitions)} partitions:{error}')
        for partition in sorted(found.partitions, key=lambda one: one.partition_index):
            error = f", {words(partition.error_code)}" if partition.error_code else ""
            lines.append(
                f"    partition {partition.partition_index}, leader {partition.leader_id}, "
                f"replicas: {_numbers(partition.replica_nodes)}, isrs: {_numbers(partition.isr_nodes)}{error}"
            )
    return "".join(f"{safe(line)}\n" for line in lines)


def _numbers(ids: Iterable[int]) -> str:
    return ",".join(str(one) for one in ids)


def metadata_json(answer: MetadataResponse, origin: tuple[int, str], topic: str | None) -> str:
    """As kcat prints it with ``-J``: one object, no line end."""

    def error(code: int) -> dict[str, str]:
        return {"error": words(code)} if code else {}

    return json.dumps(
        {
            "originating_broker": {"id": origin[0], "name": f"{origin[1]}/{origin[0]}"},
            "query": {"topic": topic or "*"},
            "controllerid": answer.controller_id,
            "brokers": [{"id": broker.node_id, "name": f"{broker.host}:{broker.port}"} for broker in answer.brokers],
            "topics": [
                {
                    "topic": found.name,
                    **error(found.error_code),
                    "partitions": [
                        {
                            "partition": partition.partition_index,
                            **error(partition.error_code),
                            "leader": partition.leader_id,
                            "replicas": [{"id": one} for one in partition.replica_nodes],
                            "isrs": [{"id": one} for one in partition.isr_nodes],
                        }
                        for partition in sorted(found.partitions, key=lambda one: one.partition_index)
                    ],
                }
                for found in answer.topics
            ],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


async def query_offsets(reactor: Any, connection: Connection, options: CatOptions, out: Output) -> None:
    """``-Q``.

    :raises CommandFailed: no broker answers in time; a partition is not there (after printing the others).
    """
    asked = {TopicPartition(question.topic, question.partition): question for question in options.questions}
    routing = make_routing(reactor, connection)
    try:
        topics = {partition.topic for partition in asked}
        await within(reactor, routing.know(topics), connection.timeout_s, f"no answer from {connection.bootstrap}")
        times = {partition: question.timestamp_ms for partition, question in asked.items()}
        answers = await within(reactor, list_offsets_once(routing, times), connection.timeout_s, "no answer about offsets")
    finally:
        await routing.stop()
    failed = [answer for answer in answers.values() if isinstance(answer, KlogError)]
    if len(failed) < len(answers):
        out.stdout.write(offsets_json(asked, answers) if options.json else offsets_text(asked, answers))
    if failed:
        partition, error = next((partition, answer) for partition, answer in answers.items() if isinstance(answer, KlogError))
        raise CommandFailed(f"{partition.topic} [{partition.partition}]: {error.message.rstrip('.')}", exit_of_error(error.code))


Asked = Mapping[TopicPartition, Question]
Answers = Mapping[TopicPartition, OffsetAt | KlogError]


def offsets_text(asked: Asked, answers: Answers) -> str:
    """As kcat prints it; where there is an error, the number is what was asked for."""
    lines = []
    for partition in sorted(asked):
        answer = answers[partition]
        if isinstance(answer, KlogError):
            lines.append(f"{partition.topic} [{partition.partition}] offset {asked[partition].timestamp_ms}: {words(answer.code)}")
        else:
            lines.append(f"{partition.topic} [{partition.partition}] offset {answer.offset}")
    return "".join(f"{safe(line)}\n" for line in lines)


def offsets_json(asked: Asked, answers: Answers) -> str:
    """As kcat prints it with ``-J``: one object, no line end."""
    found: dict[str, dict[str, Any]] = {}
    for partition in sorted(asked):
        answer = answers[partition]
        row: dict[str, Any] = {"partition": partition.partition}
        if isinstance(answer, KlogError):
            row |= {"offset": asked[partition].timestamp_ms, "error": words(answer.code)}
        else:
            row["offset"] = answer.offset
        found.setdefault(partition.topic, {"topic": partition.topic})[str(partition.partition)] = row
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
