"""Administration of the cluster itself: brokers, data directories, producers, passwords.

Which broker is asked follows from who knows: any of them for who is there; each about its own data directories and versions
(`Call.every_node`); a partition's leader for who writes to it; the controller for passwords, which leave here salted and hashed
(RFC 5802), never as they were typed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from klog.client.admin.calls import Call
from klog.client.admin.topics import all_done, by_topic, describe_topics, partition_name
from klog.client.admin.types import (
    ClusterDescription,
    LogDirDescription,
    NodeDescription,
    Outcomes,
    ProducerDescription,
    ReplicaSize,
    ScramCredential,
    ScramMechanism,
    item_error,
    no_such_broker,
)
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.net.sasl import HASHES, MAX_KEPT_ITERATIONS, MIN_ITERATIONS
from klog.wire.messages.alter_user_scram_credentials import (
    AlterUserScramCredentialsRequest,
    ScramCredentialDeletion,
    ScramCredentialUpsertion,
)
from klog.wire.messages.describe_cluster import DescribeClusterRequest
from klog.wire.messages.describe_log_dirs import DescribableLogDirTopic, DescribeLogDirsRequest, DescribeLogDirsResponse
from klog.wire.messages.describe_producers import DescribeProducersRequest, TopicRequest
from klog.wire.messages.describe_user_scram_credentials import (
    DescribeUserScramCredentialsRequest,
    DescribeUserScramCredentialsResult,
    UserName,
)
from klog.wire.schema import Message

#: The version from which DescribeCluster tells of fenced brokers.
_FENCED = 2


async def describe_cluster(call: Call) -> ClusterDescription:
    """DescribeCluster, or Metadata where brokers are older than Kafka 2.8."""

    def make(ranges: ApiRanges) -> tuple[Message, int]:
        version = ranges.choose(DescribeClusterRequest)
        return DescribeClusterRequest(include_fenced_brokers=version >= _FENCED), version

    try:
        answer = await call.routing.ask_any_made(make, timeout_ms=call.left_ms)
    except KlogError as error:
        if error.code is not ErrorCode.UNSUPPORTED_VERSION:
            raise
        answer = await call.metadata([])
        nodes = tuple(sorted(NodeDescription(one.node_id, one.host, one.port, one.rack) for one in answer.brokers))
    else:
        if answer.error_code:
            raise item_error(answer.error_code, "the cluster", answer.error_message)
        nodes = tuple(sorted(NodeDescription(one.broker_id, one.host, one.port, one.rack, one.is_fenced) for one in answer.brokers))
    controller = next((node for node in nodes if node.node_id == answer.controller_id), None)
    return ClusterDescription(answer.cluster_id, controller, nodes)


async def broker_versions(call: Call) -> Outcomes[int, ApiRanges]:
    """What each broker speaks."""

    async def ask(node_id: int, _: list[int]) -> Mapping[int, ApiRanges | KlogError]:
        return {node_id: await call.reach(node_id)}

    return await call.every_node(await call.nodes(), ask)


async def describe_log_dirs(
    call: Call, nodes: Iterable[int] | None, topics: Iterable[str] | None
) -> Outcomes[int, tuple[LogDirDescription, ...]]:
    """DescribeLogDirs, at each broker."""
    wanted = None
    if topics is not None:
        found = (await describe_topics(call, topics)).check()
        wanted = [DescribableLogDirTopic(topic=name, partitions=[one.partition for one in found[name].partitions]) for name in found]

    async def ask(node_id: int, _: list[int]) -> Mapping[int, tuple[LogDirDescription, ...] | KlogError]:
        answer = await call.ask(node_id, DescribeLogDirsRequest(topics=wanted))
        return {node_id: log_dirs(answer, node_id)}

    known = await call.nodes()
    if nodes is None:
        return await call.every_node(known, ask)
    asked = list(dict.fromkeys(nodes))
    outcomes = await call.every_node([node_id for node_id in asked if node_id in known], ask)
    for node_id in asked:
        if node_id not in known:
            outcomes.errors[node_id] = no_such_broker(f"broker {node_id}", known)
    return outcomes


def log_dirs(answer: DescribeLogDirsResponse, node_id: int) -> tuple[LogDirDescription, ...] | KlogError:
    """One broker's answer."""
    if answer.error_code:
        return item_error(answer.error_code, f"broker {node_id}")
    return tuple(
        LogDirDescription(
            result.log_dir,
            item_error(result.error_code, f"directory {result.log_dir} of broker {node_id}") if result.error_code else None,
            {
                TopicPartition(topic.name, one.partition_index): ReplicaSize(one.partition_size, one.offset_lag, one.is_future_key)
                for topic in result.topics
                for one in topic.partitions
            },
            result.total_bytes,
            result.usable_bytes,
        )
        for result in answer.results
    )


async def describe_producers(call: Call, partitions: Iterable[TopicPartition]) -> Outcomes[TopicPartition, tuple[ProducerDescription, ...]]:
    """DescribeProducers, at the leaders."""

    async def ask(node_id: int, partitions: list[TopicPartition]) -> Mapping[TopicPartition, tuple[ProducerDescription, ...] | KlogError]:
        topics = [TopicRequest(name=topic, partition_indexes=numbers) for topic, numbers in by_topic(partitions).items()]
        answer = await call.ask(node_id, DescribeProducersRequest(topics=topics))
        found: dict[TopicPartition, tuple[ProducerDescription, ...] | KlogError] = {}
        for topic in answer.topics:
            for one in topic.partitions:
                partition = TopicPartition(topic.name, one.partition_index)
                if one.error_code:
                    found[partition] = item_error(one.error_code, partition_name(partition), one.error_message)
                    continue
                found[partition] = tuple(
                    ProducerDescription(
                        each.producer_id,
                        each.producer_epoch,
                        each.last_sequence,
                        each.last_timestamp,
                        each.coordinator_epoch,
                        None if each.current_txn_start_offset < 0 else each.current_txn_start_offset,
                    )
                    for each in one.active_producers
                )
        return found

    wanted = [TopicPartition(*partition) for partition in partitions]
    return await call.settle(wanted, lambda waiting: call.by_leader(waiting, ask), partition_name)


# Passwords ---------------------------------------------------------------------------------------------------------------------------


async def describe_scram_users(call: Call, users: Iterable[str] | None) -> Outcomes[str, tuple[ScramCredential, ...]]:
    """DescribeUserScramCredentials."""
    names = None if users is None else list(dict.fromkeys(users))
    request = DescribeUserScramCredentialsRequest(users=None if names is None else [UserName(name=name) for name in names])

    async def attempt(_: list[str]) -> dict[str, list[DescribeUserScramCredentialsResult] | KlogError]:
        answer = await call.ask_controller(request)
        if answer.error_code:
            raise item_error(answer.error_code, "the users' passwords", answer.error_message)
        return {"": answer.results}

    results = (await call.settle([""], attempt, str))[""]
    outcomes: Outcomes[str, tuple[ScramCredential, ...]] = Outcomes()
    for one in results:
        if one.error_code:
            outcomes.errors[one.user] = item_error(one.error_code, f"user {one.user}", one.error_message)
        else:
            outcomes.done[one.user] = tuple(
                ScramCredential(ScramMechanism(each.mechanism), each.iterations)
                for each in one.credential_infos
                if each.mechanism in ScramMechanism._value2member_map_
            )
    return outcomes


def salted(user: str, password: str, mechanism: ScramMechanism, iterations: int, salt: bytes) -> ScramCredentialUpsertion:
    """A password as it is sent: RFC 5802's Hi(password, salt, iterations).

    :raises KlogError: UNACCEPTABLE_CREDENTIAL; fewer than 4096 iterations or more than 16384 (``ScramMechanism.java``, KIP-554).
    """
    if not MIN_ITERATIONS <= iterations <= MAX_KEPT_ITERATIONS:
        sentence = f"user {user}: iterations are {MIN_ITERATIONS} to {MAX_KEPT_ITERATIONS}, not {iterations}"
        raise KlogError(ErrorCode.UNACCEPTABLE_CREDENTIAL, sentence)
    data = hashlib.pbkdf2_hmac(HASHES[mechanism.mechanism], password.encode("utf-8"), salt, iterations)
    return ScramCredentialUpsertion(name=user, mechanism=mechanism, iterations=iterations, salt=salt, salted_password=data)


async def alter_scram_users(
    call: Call, upsertions: Iterable[ScramCredentialUpsertion], deletions: Iterable[tuple[str, ScramMechanism]]
) -> Outcomes[str, None]:
    """AlterUserScramCredentials, at the controller."""
    upserted, deleted = list(upsertions), list(deletions)

    async def attempt(users: list[str]) -> dict[str, KlogError | None]:
        request = AlterUserScramCredentialsRequest(
            deletions=[ScramCredentialDeletion(name=user, mechanism=mechanism) for user, mechanism in deleted if user in users],
            upsertions=[each for each in upserted if each.name in users],
        )
        answer = await call.ask_controller(request)
        return {
            one.user: item_error(one.error_code, f"user {one.user}", one.error_message) if one.error_code else None
            for one in answer.results
        }

    names = [*(each.name for each in upserted), *(user for user, _ in deleted)]
    # That there is no such password any more was said.
    return await call.settle(names, attempt, "user {}".format, refusals=(ErrorCode.RESOURCE_NOT_FOUND,), happened=all_done)
