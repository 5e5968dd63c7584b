"""AlterConfigs: give resources other configurations; those that are not named go back to their defaults.

| key | 33 |
|---|---|
| versions | 0 to 2 |
| 2 | flexible |

IncrementalAlterConfigs has taken its place since Kafka 2.3.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.acls import AclOperation
from klog.broker.admin_answers import when_all
from klog.broker.config_rights import require_on
from klog.broker.handler import RequestContext
from klog.broker.settings.config_admin import ConfigAdmin, alter_each, check_steps, replace_with
from klog.errors import ErrorCode
from klog.wire.messages.alter_configs import (
    AlterConfigsRequest,
    AlterConfigsResource,
    AlterConfigsResourceResponse,
    AlterConfigsResponse,
)


class AlterConfigsHandler:
    """Replaces configurations.

    :param admin: who changes them.
    """

    request_type = AlterConfigsRequest
    versions = (0, 2)

    def __init__(self, admin: ConfigAdmin) -> None:
        self._admin = admin

    def handle(self, context: RequestContext, request: AlterConfigsRequest) -> AlterConfigsResponse | Deferred[AlterConfigsResponse]:
        """Answer one request (``ConfigAdminManager.preprocess``, ``ConfigurationControlManager.legacyAlterConfigs``)."""
        answer = AlterConfigsResponse(responses=[_response(resource) for resource in request.resources])

        def alter(resource: AlterConfigsResource) -> Deferred[None]:
            return self._alter(context, resource, request.validate_only)

        return when_all(alter_each(request.resources, answer.responses, alter), answer)

    def error_answer(self, version: int, request: AlterConfigsRequest, code: ErrorCode, sentence: str | None) -> AlterConfigsResponse:
        """The same error for every resource."""
        return AlterConfigsResponse(responses=[_response(resource, code, sentence) for resource in request.resources])

    def _alter(self, context: RequestContext, resource: AlterConfigsResource, validate_only: bool) -> Deferred[None]:
        nulls = [config.name for config in resource.configs if config.value is None]
        check_steps([config.name for config in resource.configs], nulls, [])
        require_on(context, AclOperation.ALTER_CONFIGS, resource.resource_type, resource.resource_name)
        wanted = {config.name: config.value or "" for config in resource.configs}
        return self._admin.alter(resource.resource_type, resource.resource_name, replace_with(wanted), validate_only=validate_only)


def _response(
    resource: AlterConfigsResource, code: ErrorCode = ErrorCode.NONE, sentence: str | None = None
) -> AlterConfigsResourceResponse:
    return AlterConfigsResourceResponse(
        resource_type=resource.resource_type, resource_name=resource.resource_name, error_code=code, error_message=sentence
    )
