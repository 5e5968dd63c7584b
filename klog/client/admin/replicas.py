"""Where the log of each replica ends: ListOffsets as a debugging consumer (replica id -2), asked of each broker about its own replicas.

The leader's answer and a follower's differ by what the follower is behind: no other request tells it (the lag of DescribeLogDirs is that of
copies between directories). Each broker is asked once: of one that does not answer nothing is known, and nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from klog.client.admin.calls import Call
from klog.client.admin.types import Outcomes, TopicPartitionReplica, item_error, no_such_broker
from klog.client.requests.list_offsets import least_version, list_offsets_request, offsets_found
from klog.errors import ErrorCode, KlogError
from klog.model import LATEST_TIMESTAMP, TopicPartition
from klog.wire.messages.list_offsets import ListOffsetsRequest

#: Who may ask any replica, and is told up to its log's end (``ListOffsetsRequest.DEBUGGING_REPLICA_ID``).
DEBUGGING_CONSUMER = -2


def replica_name(replica: TopicPartitionReplica) -> str:
    """As errors call it."""
    return f"replica of {replica.topic}-{replica.partition} on broker {replica.broker}"


async def replica_ends(call: Call, replicas: Mapping[TopicPartition, Iterable[int]]) -> Outcomes[TopicPartitionReplica, int]:
    """The end of each replica's log.

    :param replicas: by partition the numbers of the brokers to ask.
    """
    known = await call.nodes()
    by_node: dict[int, list[TopicPartitionReplica]] = {}
    outcomes: Outcomes[TopicPartitionReplica, int] = Outcomes()
    for tp, brokers in replicas.items():
        for broker in brokers:
            replica = TopicPartitionReplica(*tp, broker)
            if broker in known:
                by_node.setdefault(broker, []).append(replica)
            else:
                outcomes.errors[replica] = no_such_broker(replica_name(replica), known)

    async def ask(node_id: int, wanted: list[TopicPartitionReplica]) -> dict[TopicPartitionReplica, int | KlogError]:
        version = await call.choose(node_id, ListOffsetsRequest, at_least=least_version([LATEST_TIMESTAMP]))
        at = {TopicPartition(one.topic, one.partition): LATEST_TIMESTAMP for one in wanted}
        request = list_offsets_request(at, timeout_ms=call.broker_timeout_ms, replica_id=DEBUGGING_CONSUMER)
        answers = offsets_found(await call.ask(node_id, request, version=version), lambda tp, code: item_error(code, f"partition {tp}"))
        found: dict[TopicPartitionReplica, int | KlogError] = {}
        for one in wanted:
            answer = answers.get(TopicPartition(one.topic, one.partition))
            if answer is None:
                answer = item_error(ErrorCode.UNKNOWN_SERVER_ERROR, replica_name(one), "the broker says nothing of it")
            found[one] = answer if isinstance(answer, KlogError) else answer.offset
        return found

    for found in await call.each(by_node, ask):
        for replica, end in found.items():
            if isinstance(end, KlogError):
                outcomes.errors[replica] = end
            else:
                outcomes.done[replica] = end
    return outcomes
