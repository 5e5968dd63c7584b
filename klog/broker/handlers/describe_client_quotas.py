"""DescribeClientQuotas: the quotas that tools have written for users (KIP-546).

| key | 48 |
|---|---|
| versions | 0 to 1 |

klog enforces no quotas and sets none (``docs/not_implemented.md``): AlterClientQuotas is not announced. What Kafka's tools wrote of a user
beside his credentials, into ``/config/users``, is told, as Kafka tells it; ``kafka-configs --describe --entity-type users`` asks for it
before it asks for the credentials. Quotas of clients and of addresses are not looked at, so a question about these finds nothing.
"""

from __future__ import annotations

from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.wire.messages.describe_client_quotas import (
    ComponentData,
    DescribeClientQuotasRequest,
    DescribeClientQuotasResponse,
    EntityData,
    EntryData,
    ValueData,
)

#: ``QuotaConfig``.
_KEYS = ("producer_byte_rate", "consumer_byte_rate", "request_percentage", "controller_mutation_rate")
_TYPES = frozenset({"user", "client-id", "ip"})
_EXACT, _DEFAULT, _ANY = range(3)
_DEFAULT_NAME = "<default>"


class DescribeClientQuotasHandler:
    """Answers from what the cluster keeps of users."""

    request_type = DescribeClientQuotasRequest
    versions = (0, 1)

    def __init__(self, coordination: ICoordination) -> None:
        self._coordination = coordination

    def handle(self, context: RequestContext, request: DescribeClientQuotasRequest) -> DescribeClientQuotasResponse:
        """The entries that fit all components; the errors are Kafka's (``ZkAdminManager.describeClientQuotas``)."""
        by_type: dict[str, ComponentData] = {}
        for component in request.components:
            kind = component.entity_type
            if not kind:
                return _refused(ErrorCode.INVALID_REQUEST, "Unexpected empty filter component entity type")
            if kind not in _TYPES:
                return _refused(ErrorCode.UNSUPPORTED_VERSION, f"Custom entity type '{kind}' not supported")
            if kind in by_type:
                return _refused(ErrorCode.INVALID_REQUEST, f"Duplicate filter component entity type '{kind}'")
            if component.match_type not in (_EXACT, _DEFAULT, _ANY):
                return _refused(ErrorCode.INVALID_REQUEST, f"Unexpected match type {component.match_type}")
            if component.match_type == _EXACT and component.match is None:
                return _refused(ErrorCode.INVALID_REQUEST, "Request specified MATCH_TYPE_EXACT, but did not specify a match name")
            by_type[kind] = component
        if "ip" in by_type and len(by_type) > 1:
            return _refused(ErrorCode.INVALID_REQUEST, "Invalid entity filter component combination, ip with user or client-id")
        if set(by_type) - {"user"}:
            return DescribeClientQuotasResponse(entries=[])
        wanted = by_type.get("user")
        if wanted is None and request.strict:
            return DescribeClientQuotasResponse(entries=[])
        entries = []
        for name, configs in sorted(self._coordination.user_configs().items()):
            values = [ValueData(key=key, value=value) for key in _KEYS if (value := _number(configs.get(key))) is not None]
            if values and (wanted is None or _fits(wanted, name)):
                entity = EntityData(entity_type="user", entity_name=None if name == _DEFAULT_NAME else name)
                entries.append(EntryData(entity=[entity], values=values))
        return DescribeClientQuotasResponse(entries=entries)


def _fits(component: ComponentData, name: str) -> bool:
    if component.match_type == _EXACT:
        return name == component.match
    return component.match_type == _ANY or name == _DEFAULT_NAME


def _number(text: str | None) -> float | None:
    """A tool may have written anything."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _refused(code: ErrorCode, sentence: str) -> DescribeClientQuotasResponse:
    return DescribeClientQuotasResponse(error_code=code, error_message=sentence, entries=None)
