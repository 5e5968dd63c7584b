"""IncrementalAlterConfigs: set, delete, append to and subtract from single configurations (KIP-339).

| key | 44 |
|---|---|
| versions | 0 to 1 |
| 1 | flexible |

Levels of loggers (KIP-412) would be changed here too; klog has no loggers by Kafka's names, and answers as Kafka does for a logger that
does not exist.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred, succeed

from klog.acls import AclOperation
from klog.broker.admin_answers import when_all
from klog.broker.config_rights import require_on
from klog.broker.handler import RequestContext
from klog.broker.settings.config_admin import ConfigAdmin, Operation, ResourceType, Step, alter_each, apply_steps, broker_id_of, check_steps
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.incremental_alter_configs import (
    AlterConfigsResource,
    AlterConfigsResourceResponse,
    IncrementalAlterConfigsRequest,
    IncrementalAlterConfigsResponse,
)


class IncrementalAlterConfigsHandler:
    """Changes single configurations.

    :param admin: who changes them.
    :param broker_id: ours.
    """

    request_type = IncrementalAlterConfigsRequest
    versions = (0, 1)

    def __init__(self, admin: ConfigAdmin, broker_id: int) -> None:
        self._admin = admin
        self._broker_id = broker_id

    def handle(
        self, context: RequestContext, request: IncrementalAlterConfigsRequest
    ) -> IncrementalAlterConfigsResponse | Deferred[IncrementalAlterConfigsResponse]:
        """Answer one request (``ConfigAdminManager.preprocess``, ``ConfigurationControlManager.incrementalAlterConfigs``)."""
        answer = IncrementalAlterConfigsResponse(responses=[_response(resource) for resource in request.resources])

        def alter(resource: AlterConfigsResource) -> Deferred[None]:
            return self._alter(context, resource, request.validate_only)

        return when_all(alter_each(request.resources, answer.responses, alter), answer)

    def error_answer(
        self, version: int, request: IncrementalAlterConfigsRequest, code: ErrorCode, sentence: str | None
    ) -> IncrementalAlterConfigsResponse:
        """The same error for every resource."""
        return IncrementalAlterConfigsResponse(responses=[_response(resource, code, sentence) for resource in request.resources])

    def _alter(self, context: RequestContext, resource: AlterConfigsResource, validate_only: bool) -> Deferred[None]:
        steps = [Step(config.name, config.config_operation, config.value) for config in resource.configs]
        nulls = [step.name for step in steps if step.value is None and step.operation != Operation.DELETE]
        loggers = resource.resource_type == ResourceType.BROKER_LOGGER
        check_steps([step.name for step in steps], nulls, [] if loggers else [step.operation for step in steps])
        require_on(context, AclOperation.ALTER_CONFIGS, resource.resource_type, resource.resource_name)
        if loggers:
            self._check_loggers(resource.resource_name, steps)
            return succeed(None)
        return self._admin.alter(resource.resource_type, resource.resource_name, apply_steps(steps), validate_only=validate_only)

    def _check_loggers(self, name: str, steps: list[Step]) -> None:
        """``RuntimeLoggerManager``, for a broker without loggers.

        :raises KlogError: something would have to be changed, or on another broker.
        """
        if broker_id_of(name) != self._broker_id:
            raise KlogError(ErrorCode.INVALID_REQUEST, f"Unexpected node id. Expected {self._broker_id}, but received {name}")
        for step in steps:
            if step.operation in (Operation.SET, Operation.DELETE):
                raise KlogError(ErrorCode.INVALID_CONFIG, f"Logger {step.name} does not exist!")
            raise KlogError(ErrorCode.INVALID_REQUEST, f"Operation {step.operation} is not allowed for the BROKER_LOGGER resource")


def _response(
    resource: AlterConfigsResource, code: ErrorCode = ErrorCode.NONE, sentence: str | None = None
) -> AlterConfigsResourceResponse:
    return AlterConfigsResourceResponse(
        resource_type=resource.resource_type, resource_name=resource.resource_name, error_code=code, error_message=sentence
    )
