"""Administration of topics and their partitions: requests and answers of each API, over `klog.client.admin.calls`.

Each function takes the `Call` it belongs to; `klog.client.admin.admin.Admin` is what users see, and says what each does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from klog.client.admin.calls import Call, topic_error
from klog.client.admin.configs import config_source, describe_configs
from klog.client.admin.types import (
    ConfigEntry,
    ConfigResource,
    CreatedTopic,
    NewTopic,
    Outcomes,
    PartitionDescription,
    Reassignment,
    ResourceType,
    TopicDescription,
    TopicListing,
    item_error,
)
from klog.client.isolation import IsolationLevel, isolation_level
from klog.client.offsets import OffsetAt
from klog.client.requests.list_offsets import least_version, list_offsets_request, offsets_found
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import TopicPartition
from klog.wire.messages.alter_partition_reassignments import (
    AlterPartitionReassignmentsRequest,
    ReassignablePartition,
    ReassignableTopic,
)
from klog.wire.messages.create_partitions import CreatePartitionsAssignment, CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import (
    CreatableReplicaAssignment,
    CreatableTopic,
    CreatableTopicConfig,
    CreatableTopicResult,
    CreateTopicsRequest,
)
from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.elect_leaders import ElectLeadersRequest, TopicPartitions
from klog.wire.messages.list_offsets import ListOffsetsRequest
from klog.wire.messages.list_partition_reassignments import (
    ListPartitionReassignmentsRequest,
    ListPartitionReassignmentsTopics,
)
from klog.wire.messages.metadata import MetadataResponseTopic

K = TypeVar("K")
#: From this version on AlterPartitionReassignments may keep the number of copies as it is (KIP-860).
FIRST_WITH_COUNT = 1


def by_topic(partitions: Iterable[TopicPartition]) -> dict[str, list[int]]:
    """Partition numbers by topic, in the order given."""
    found: dict[str, list[int]] = {}
    for topic, partition in partitions:
        found.setdefault(topic, []).append(partition)
    return found


# Creating and deleting ---------------------------------------------------------------------------------------------------------------


def creatable(topic: NewTopic) -> CreatableTopic:
    """The wire's form of a new topic."""
    chosen = topic.assignments
    return CreatableTopic(
        name=topic.name,
        num_partitions=-1 if chosen else topic.partitions,
        replication_factor=-1 if chosen else topic.replication_factor,
        assignments=[
            CreatableReplicaAssignment(partition_index=partition, broker_ids=list(brokers)) for partition, brokers in (chosen or {}).items()
        ],
        configs=[CreatableTopicConfig(name=name, value=None if value is None else str(value)) for name, value in topic.configs.items()],
    )


def created(result: CreatableTopicResult) -> CreatedTopic | KlogError:
    """One topic of CreateTopics' answer."""
    if result.error_code:
        return item_error(result.error_code, f"topic {result.name}", result.error_message)
    configs = None
    if result.configs is not None and not result.topic_config_error_code and result.num_partitions >= 0:
        configs = {
            one.name: ConfigEntry(one.name, one.value, config_source(one.config_source), one.read_only, one.is_sensitive)
            for one in result.configs
        }
    return CreatedTopic(result.name, bytes(result.topic_id), result.num_partitions, result.replication_factor, configs)


async def create_topics(call: Call, topics: Iterable[NewTopic], validate_only: bool) -> Outcomes[str, CreatedTopic]:
    """CreateTopics, at the controller."""
    wanted = {topic.name: topic for topic in topics}

    async def attempt(names: list[str]) -> dict[str, CreatedTopic | KlogError]:
        request = CreateTopicsRequest(
            topics=[creatable(wanted[name]) for name in names], timeout_ms=call.broker_timeout_ms, validate_only=validate_only
        )
        answer = await call.ask_controller(request)
        return {result.name: created(result) for result in answer.topics}

    async def happened(names: list[str]) -> dict[str, CreatedTopic | KlogError]:
        found: dict[str, CreatedTopic | KlogError] = {}
        for topic in (await call.metadata(names)).topics:
            name = topic.name or ""
            there = described(topic)
            if isinstance(there, KlogError):
                # Whom we ask has not heard of it yet.
                found[name] = there
                continue
            try:
                is_ours = is_as_asked(there, wanted[name]) and await _has_configs(call, wanted[name])
            except KlogError as error:
                found[name] = error
                continue
            if is_ours:
                copies = len(there.partitions[0].replicas) if there.partitions else -1
                found[name] = CreatedTopic(name, there.topic_id, len(there.partitions), copies, None)
        return found

    refusals = (ErrorCode.TOPIC_ALREADY_EXISTS,)
    return await call.settle(wanted, attempt, _topic_name, refusals=refusals, happened=None if validate_only else happened)


def is_as_asked(there: TopicDescription, wanted: NewTopic) -> bool:
    """Whether a topic has the partitions that a new one was to have."""
    if wanted.assignments:
        return {one.partition: list(one.replicas) for one in there.partitions} == {
            partition: list(brokers) for partition, brokers in wanted.assignments.items()
        }
    copies = {len(one.replicas) for one in there.partitions}
    return wanted.partitions in (-1, len(there.partitions)) and (wanted.replication_factor == -1 or copies == {wanted.replication_factor})


async def _has_configs(call: Call, wanted: NewTopic) -> bool:
    if not wanted.configs:
        return True
    resource = ConfigResource(ResourceType.TOPIC, wanted.name)
    entries = (await describe_configs(call, [resource], list(wanted.configs), False, False))[resource]
    return all(value is None or (name in entries and entries[name].value == str(value)) for name, value in wanted.configs.items())


async def delete_topics(call: Call, names: Iterable[str]) -> Outcomes[str, None]:
    """DeleteTopics, by name, at the controller."""

    async def attempt(names: list[str]) -> dict[str, KlogError | None]:
        # From version 6 on a topic may also be deleted by its id, in another field.
        answer = await call.ask_controller(DeleteTopicsRequest(topic_names=names, timeout_ms=call.broker_timeout_ms), at_most=5)
        return {
            one.name: item_error(one.error_code, _topic_name(one.name), one.error_message) if one.error_code else None
            for one in answer.responses
        }

    # That there is none any more was said.
    return await call.settle(names, attempt, _topic_name, refusals=(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,), happened=all_done)


async def all_done(items: list[K]) -> dict[K, None]:
    """For changes whose refusal is the proof that they are done."""
    return dict.fromkeys(items)


async def create_partitions(
    call: Call, counts: Mapping[str, int], assignments: Mapping[str, Sequence[Sequence[int]]], validate_only: bool
) -> Outcomes[str, None]:
    """CreatePartitions, at the controller."""

    async def attempt(names: list[str]) -> dict[str, KlogError | None]:
        topics = []
        for name in names:
            chosen = assignments.get(name)
            places = None if chosen is None else [CreatePartitionsAssignment(broker_ids=list(brokers)) for brokers in chosen]
            topics.append(CreatePartitionsTopic(name=name, count=counts[name], assignments=places))
        request = CreatePartitionsRequest(topics=topics, timeout_ms=call.broker_timeout_ms, validate_only=validate_only)
        answer = await call.ask_controller(request)
        return {
            one.name: item_error(one.error_code, _topic_name(one.name), one.error_message) if one.error_code else None
            for one in answer.results
        }

    async def happened(names: list[str]) -> dict[str, KlogError | None]:
        found: dict[str, KlogError | None] = {}
        for topic in (await call.metadata(names)).topics:
            there = described(topic)
            if isinstance(there, KlogError):
                found[topic.name or ""] = there
            elif len(there.partitions) == counts[there.name]:
                found[there.name] = None
        return found

    refusals = (ErrorCode.INVALID_PARTITIONS,)
    return await call.settle(counts, attempt, _topic_name, refusals=refusals, happened=None if validate_only else happened)


async def delete_records(call: Call, before: Mapping[TopicPartition, int]) -> Outcomes[TopicPartition, int]:
    """DeleteRecords, at the leaders."""

    async def ask(node_id: int, partitions: list[TopicPartition]) -> dict[TopicPartition, int | KlogError]:
        topics = [
            DeleteRecordsTopic(
                name=topic,
                partitions=[
                    DeleteRecordsPartition(partition_index=number, offset=before[TopicPartition(topic, number)]) for number in numbers
                ],
            )
            for topic, numbers in by_topic(partitions).items()
        ]
        answer = await call.ask(node_id, DeleteRecordsRequest(topics=topics, timeout_ms=call.broker_timeout_ms))
        found: dict[TopicPartition, int | KlogError] = {}
        for topic in answer.topics:
            for one in topic.partitions:
                partition = TopicPartition(topic.name, one.partition_index)
                found[partition] = item_error(one.error_code, partition_name(partition)) if one.error_code else one.low_watermark
        return found

    return await call.settle(before, lambda partitions: call.by_leader(partitions, ask), partition_name)


# Looking -----------------------------------------------------------------------------------------------------------------------------


async def list_topics(call: Call, internal: bool) -> list[TopicListing]:
    """Metadata of everything."""
    answer = await call.metadata(None)
    found = [
        TopicListing(topic.name, len(topic.partitions), topic.is_internal, bytes(topic.topic_id))
        for topic in answer.topics
        if topic.name is not None and (internal or not topic.is_internal)
    ]
    return sorted(found, key=lambda topic: topic.name)


def described(topic: MetadataResponseTopic) -> TopicDescription | KlogError:
    """One topic of Metadata's answer."""
    name = topic.name or ""
    error = topic_error(name, topic)
    if error is not None:
        return error
    partitions = [
        PartitionDescription(
            one.partition_index,
            one.leader_id,
            one.leader_epoch,
            tuple(one.replica_nodes),
            tuple(one.isr_nodes),
            tuple(one.offline_replicas),
            row_of(one.error_code).code,
        )
        for one in topic.partitions
    ]
    return TopicDescription(name, tuple(sorted(partitions, key=lambda one: one.partition)), topic.is_internal, bytes(topic.topic_id))


async def describe_topics(call: Call, names: Iterable[str] | None) -> Outcomes[str, TopicDescription]:
    """Metadata of these, or of everything."""
    if names is None:
        names = sorted(topic.name for topic in (await call.metadata(None)).topics if topic.name is not None)

    async def attempt(names: list[str]) -> dict[str, TopicDescription | KlogError]:
        return {topic.name: described(topic) for topic in (await call.metadata(names)).topics if topic.name is not None}

    return await call.settle(names, attempt, _topic_name)


async def list_offsets(
    call: Call, at: Mapping[TopicPartition, int], isolation: str | IsolationLevel, final: Collection[ErrorCode] = ()
) -> Outcomes[TopicPartition, OffsetAt]:
    """ListOffsets, at the leaders: one request each, and one more where a special timestamp needs a newer version than the rest."""
    level = isolation_level(isolation)
    wanted = {TopicPartition(*partition): timestamp for partition, timestamp in at.items()}

    async def ask(node_id: int, partitions: list[TopicPartition]) -> dict[TopicPartition, OffsetAt | KlogError]:
        lots: dict[int, list[TopicPartition]] = {}
        for partition in partitions:
            lots.setdefault(least_version([wanted[partition]], level), []).append(partition)
        found: dict[TopicPartition, OffsetAt | KlogError] = {}
        for answers in await call.together([partial(ask_lot, node_id, at_least, lot) for at_least, lot in lots.items()]):
            found.update(answers)
        return found

    async def ask_lot(node_id: int, at_least: int, lot: list[TopicPartition]) -> dict[TopicPartition, OffsetAt | KlogError]:
        try:
            version = await call.choose(node_id, ListOffsetsRequest, at_least=at_least)
            request = list_offsets_request({tp: wanted[tp] for tp in lot}, level, timeout_ms=call.broker_timeout_ms)
            answer = await call.ask(node_id, request, version=version)
        except KlogError as error:
            return dict.fromkeys(lot, error)
        return offsets_found(answer, lambda tp, code: item_error(code, partition_name(tp)))

    return await call.settle(wanted, lambda partitions: call.by_leader(partitions, ask), partition_name, final=final)


# Leaders and moves -------------------------------------------------------------------------------------------------------------------


async def elect_leaders(call: Call, partitions: Iterable[TopicPartition] | None, unclean: bool) -> Outcomes[TopicPartition, None]:
    """ElectLeaders, at the controller. A partition that is led as it should be already is no failure."""

    def request(chosen: list[TopicPartition] | None) -> ElectLeadersRequest:
        topics = None
        if chosen is not None:
            topics = [TopicPartitions(topic=topic, partitions=numbers) for topic, numbers in by_topic(chosen).items()]
        return ElectLeadersRequest(election_type=int(unclean), topic_partitions=topics, timeout_ms=call.broker_timeout_ms)

    async def attempt(chosen: list[TopicPartition] | None) -> Mapping[TopicPartition, KlogError | None]:
        answer = await call.ask_controller(request(chosen))
        if answer.error_code:
            raise item_error(answer.error_code, "electing leaders")
        return {
            TopicPartition(topic.topic, one.partition_id): None
            if one.error_code in (ErrorCode.NONE, ErrorCode.ELECTION_NOT_NEEDED)
            else item_error(one.error_code, f"partition {topic.topic}-{one.partition_id}", one.error_message)
            for topic in answer.replica_election_results
            for one in topic.partition_result
        }

    if partitions is not None:
        return await call.settle([TopicPartition(*one) for one in partitions], attempt, partition_name)

    async def attempt_all(_: list[str]) -> dict[str, Mapping[TopicPartition, KlogError | None]]:
        return {"": await attempt(None)}

    return Outcomes.of((await call.settle([""], attempt_all, str))[""])


async def reassign(
    call: Call, plan: Mapping[TopicPartition, Sequence[int] | None], keeps_count: bool = False
) -> Outcomes[TopicPartition, None]:
    """AlterPartitionReassignments, at the controller."""
    wanted = {TopicPartition(*partition): brokers for partition, brokers in plan.items()}

    async def attempt(partitions: list[TopicPartition]) -> dict[TopicPartition, KlogError | None]:
        topics = []
        for topic, numbers in by_topic(partitions).items():
            rows = []
            for number in numbers:
                brokers = wanted[TopicPartition(topic, number)]
                rows.append(ReassignablePartition(partition_index=number, replicas=None if brokers is None else list(brokers)))
            topics.append(ReassignableTopic(name=topic, partitions=rows))
        request = AlterPartitionReassignmentsRequest(timeout_ms=call.broker_timeout_ms, topics=topics)
        if keeps_count and await call.controller_version(AlterPartitionReassignmentsRequest) >= FIRST_WITH_COUNT:
            request.allow_replication_factor_change = False
        answer = await call.ask_controller(request)
        if answer.error_code:
            raise item_error(answer.error_code, "moving partitions", answer.error_message)
        return {
            TopicPartition(topic.name, one.partition_index): item_error(
                one.error_code, f"partition {topic.name}-{one.partition_index}", one.error_message
            )
            if one.error_code
            else None
            for topic in answer.responses
            for one in topic.partitions
        }

    # Of a move that is called off: there is none any more.
    return await call.settle(wanted, attempt, partition_name, refusals=(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS,), happened=all_done)


async def list_reassignments(call: Call, partitions: Iterable[TopicPartition] | None) -> dict[TopicPartition, Reassignment]:
    """ListPartitionReassignments, at the controller."""
    topics = None
    if partitions is not None:
        topics = [
            ListPartitionReassignmentsTopics(name=topic, partition_indexes=numbers) for topic, numbers in by_topic(partitions).items()
        ]

    async def attempt(_: list[str]) -> dict[str, dict[TopicPartition, Reassignment] | KlogError]:
        answer = await call.ask_controller(ListPartitionReassignmentsRequest(timeout_ms=call.broker_timeout_ms, topics=topics))
        if answer.error_code:
            raise item_error(answer.error_code, "listing moves", answer.error_message)
        return {
            "": {
                TopicPartition(topic.name, one.partition_index): Reassignment(
                    tuple(one.replicas), tuple(one.adding_replicas), tuple(one.removing_replicas)
                )
                for topic in answer.topics
                for one in topic.partitions
            }
        }

    return (await call.settle([""], attempt, str))[""]


def _topic_name(name: str | None) -> str:
    return f"topic {name}"


#: Names a partition in an error's sentence.
partition_name: Callable[[TopicPartition], str] = "partition {}".format
