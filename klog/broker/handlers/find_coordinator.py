"""FindCoordinator: who keeps a group's offsets, a transaction's or a share group's state. Nobody yet.

| key | 10 |
|---|---|
| versions | 0 to 6 |
| 1 | the type of the key: group 0, transaction 1 |
| 3 | flexible |
| 4 | several keys at once (KIP-699) |
| 6 | the type "share" 2 (KIP-932) |

Groups get COORDINATOR_NOT_AVAILABLE, which clients take as "try again later"; the API is announced all the same, since librdkafka before
2.11 switches lz4 off for brokers without it. A transactional id gets TRANSACTIONAL_ID_AUTHORIZATION_FAILED, as InitProducerId answers it:
with "try again" a transactional producer would try until its own time-out instead of telling its user.
"""

from __future__ import annotations

from klog.broker.handler import RequestContext
from klog.errors import ErrorCode, row_of
from klog.model import topic_id_from_text
from klog.wire.messages.find_coordinator import Coordinator, FindCoordinatorRequest, FindCoordinatorResponse

_GROUP, _TRANSACTION, _SHARE = 0, 1, 2


class FindCoordinatorHandler:
    """Answers that there is no coordinator."""

    request_type = FindCoordinatorRequest
    versions = (0, 6)

    def handle(self, context: RequestContext, request: FindCoordinatorRequest) -> FindCoordinatorResponse:
        """One error for each key (``KafkaApis.getCoordinator``)."""
        if context.api_version < 4:
            code = _code(request.key_type, request.key, context.api_version)
            return FindCoordinatorResponse(error_code=code, error_message=row_of(code).sentence, node_id=-1, host="", port=-1)
        coordinators = []
        for key in request.coordinator_keys:
            code = _code(request.key_type, key, context.api_version)
            coordinators.append(Coordinator(key=key, node_id=-1, host="", port=-1, error_code=code, error_message=row_of(code).sentence))
        return FindCoordinatorResponse(coordinators=coordinators)


def _code(key_type: int, key: str, version: int) -> ErrorCode:
    if key_type == _GROUP:
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    if key_type == _TRANSACTION:
        return ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
    if key_type == _SHARE and version >= 6 and _is_share_key(key):
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    return ErrorCode.INVALID_REQUEST


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
