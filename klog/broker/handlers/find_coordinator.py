"""FindCoordinator: who keeps a group's offsets, a transaction's or a share group's state.

| key | 10 |
|---|---|
| versions | 0 to 6 |
| 1 | the type of the key: group 0, transaction 1 |
| 3 | flexible |
| 4 | several keys at once (KIP-699) |
| 6 | the type "share" 2 (KIP-932) |

Groups are coordinated by whoever leads their partition of ``__consumer_offsets``, transactional ids by whoever leads theirs of
``__transaction_state``. Where there is no such topic yet it is made, and the answer waits for it. (Kafka answers COORDINATOR_NOT_AVAILABLE
the first time and has the client ask again.)

Share groups get COORDINATOR_NOT_AVAILABLE.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from twisted.internet.defer import Deferred

from klog.acls import CLUSTER_NAME, AclOperation, AclResourceType
from klog.broker.authorization.api_rights import DENIALS
from klog.broker.cluster_view import reachable
from klog.broker.coordinators.coordinator_topic import CoordinatorTopic
from klog.broker.coordinators.runtime import partition_of
from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, row_of
from klog.model import topic_id_from_text
from klog.wire.messages.find_coordinator import Coordinator, FindCoordinatorRequest, FindCoordinatorResponse

_GROUP, _TRANSACTION, _SHARE = 0, 1, 2
_RESOURCES = {_GROUP: AclResourceType.GROUP, _TRANSACTION: AclResourceType.TRANSACTIONAL_ID}


class _Place(NamedTuple):
    """Where a key's coordinator is."""

    code: ErrorCode
    node_id: int = -1
    host: str = ""
    port: int = -1


class Coordinated(NamedTuple):
    """One type of keys: whose partitions of which topic keep them."""

    #: Makes it.
    topic: CoordinatorTopic
    #: How many partitions the coordinator goes by; 0 where it knows of none yet.
    partition_count: Callable[[], int] = lambda: 0


class FindCoordinatorHandler:
    """Finds coordinators.

    :param coordination: who leads what, and where.
    :param groups: what ``__consumer_offsets`` keeps.
    :param transactions: what ``__transaction_state`` does.
    """

    request_type = FindCoordinatorRequest
    versions = (0, 6)

    def __init__(self, coordination: ICoordination, groups: Coordinated, transactions: Coordinated) -> None:
        self._coordination = coordination
        self._kinds = {_GROUP: groups, _TRANSACTION: transactions}

    def handle(
        self, context: RequestContext, request: FindCoordinatorRequest
    ) -> FindCoordinatorResponse | Deferred[FindCoordinatorResponse]:
        """One answer for each key (``KafkaApis.getCoordinator``)."""
        kind = self._kinds.get(request.key_type)
        keys = request.coordinator_keys if context.api_version >= 4 else [request.key]
        # Whom nobody is told of is no reason to make the topic.
        if kind is not None and not kind.topic.exists and any(_refusal(context, request.key_type, key) is None for key in keys):
            return kind.topic.make().addCallback(lambda _: self._answer(context, request))
        return self._answer(context, request)

    def error_answer(self, version: int, request: FindCoordinatorRequest, code: ErrorCode, sentence: str | None) -> FindCoordinatorResponse:
        """The same error for every key."""
        if version < 4:
            return FindCoordinatorResponse(error_code=code, error_message=sentence, node_id=-1, host="", port=-1)
        coordinators = [
            Coordinator(key=key, node_id=-1, host="", port=-1, error_code=code, error_message=sentence) for key in request.coordinator_keys
        ]
        return FindCoordinatorResponse(coordinators=coordinators)

    def _answer(self, context: RequestContext, request: FindCoordinatorRequest) -> FindCoordinatorResponse:
        version = context.api_version
        if version < 4:
            place = self._place(context, request.key_type, request.key)
            return FindCoordinatorResponse(
                error_code=place.code, error_message=_sentence(place.code, "NONE"), node_id=place.node_id, host=place.host, port=place.port
            )
        coordinators = []
        for key in request.coordinator_keys:
            place = self._place(context, request.key_type, key)
            coordinators.append(
                Coordinator(
                    key=key,
                    node_id=place.node_id,
                    host=place.host,
                    port=place.port,
                    error_code=place.code,
                    error_message=_sentence(place.code, ""),
                )
            )
        return FindCoordinatorResponse(coordinators=coordinators)

    def _place(self, context: RequestContext, key_type: int, key: str) -> _Place:
        refusal = _refusal(context, key_type, key)
        if refusal is not None:
            return _Place(refusal)
        kind = self._kinds.get(key_type)
        if kind is not None:
            return self._leader(context, kind, key)
        if key_type == _SHARE and context.api_version >= 6:
            # Only brokers ask; who is none is told nothing of any key.
            context.require(AclOperation.CLUSTER_ACTION, AclResourceType.CLUSTER, CLUSTER_NAME)
        if key_type == _SHARE and context.api_version >= 6 and _is_share_key(key):
            return _Place(ErrorCode.COORDINATOR_NOT_AVAILABLE)
        return _Place(ErrorCode.INVALID_REQUEST)

    def _leader(self, context: RequestContext, kind: Coordinated, key: str) -> _Place:
        topic = self._coordination.topics().get(kind.topic.name)
        if topic is not None:
            # Partitions that were added since do not count: a key's partition stays.
            count = min(kind.partition_count() or len(topic.partitions), len(topic.partitions))
            leader = topic.partitions[partition_of(key, count)].leader
            node = reachable(self._coordination.brokers(), context.connection).get(leader)
            if node is not None:
                return _Place(ErrorCode.NONE, node.broker_id, node.host, node.port)
        return _Place(ErrorCode.COORDINATOR_NOT_AVAILABLE)


def _refusal(context: RequestContext, key_type: int, key: str) -> ErrorCode | None:
    """Why who asks is not told of a key's coordinator."""
    resource_type = _RESOURCES.get(key_type)
    if resource_type is None or context.may(AclOperation.DESCRIBE, resource_type, key):
        return None
    return DENIALS[resource_type]


def _sentence(code: ErrorCode, success: str) -> str:
    """`success` is what Kafka says where nothing is wrong."""
    return success if code is ErrorCode.NONE else row_of(code).sentence


def _is_share_key(key: str) -> bool:
    """Whether `key` is group:topic id:partition (``SharePartitionKey``); a group's name may have colons."""
    parts = key.rsplit(":", 2)
    if len(parts) != 3 or not parts[0].strip():
        return False
    try:
        topic_id_from_text(parts[1])
        int(parts[2])
    except ValueError:
        return False
    return True
