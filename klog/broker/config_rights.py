"""Which rights the configurations of a resource need, by what kind of thing it is (``AuthHelper``, ``ConfigHelper``).

=============================================== ==========================
a topic                                         the right to the topic
a group                                         the right to the group
a broker, its loggers, metrics of clients       the right to the cluster
=============================================== ==========================

What a resource of no known type would need nobody can say: the right to the cluster is asked for, and then it is refused.
"""

from __future__ import annotations

from klog.acls import CLUSTER_NAME, AclOperation, AclResourceType
from klog.broker.authorization.api_rights import DENIALS
from klog.broker.handler import RequestContext
from klog.broker.settings.config_admin import ResourceType
from klog.errors import ErrorCode, KlogError

_TYPES = {ResourceType.TOPIC: AclResourceType.TOPIC, ResourceType.GROUP: AclResourceType.GROUP}


def denial_of(resource_type: int) -> ErrorCode:
    """With what who lacks the right is refused."""
    return DENIALS[_type_of(resource_type)]


def may_on(context: RequestContext, operation: AclOperation, resource_type: int, name: str) -> bool:
    """Whether the operation is allowed.

    :param resource_type: as requests about configurations have it (`ResourceType`).
    """
    kind = _type_of(resource_type)
    return context.may(operation, kind, CLUSTER_NAME if kind is AclResourceType.CLUSTER else name)


def require_on(context: RequestContext, operation: AclOperation, resource_type: int, name: str) -> None:
    """Go on only where it is.

    :raises KlogError: the code of the resource's type.
    """
    if not may_on(context, operation, resource_type, name):
        raise KlogError(denial_of(resource_type))


def _type_of(resource_type: int) -> AclResourceType:
    return next((kind for number, kind in _TYPES.items() if number == resource_type), AclResourceType.CLUSTER)
