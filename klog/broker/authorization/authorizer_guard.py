"""The guard of a broker with an authorizer (`klog.broker.guard`): what an API needs of the cluster, whatever a request names."""

from __future__ import annotations

from klog.acls import CLUSTER_NAME, AclResourceType
from klog.broker.authorization.api_rights import API_RIGHTS
from klog.broker.authorization.authorizer import Authorizer
from klog.net.connection_info import ConnectionInfo


class AuthorizerGuard:
    """Asks `authorizer`, through the connection's rights, for the rights to the cluster that an API's row names: one of them is enough."""

    def __init__(self, authorizer: Authorizer) -> None:
        self._authorizer = authorizer

    @property
    def generation(self) -> int:
        """The authorizer's."""
        return self._authorizer.generation

    def admits(self, connection: ConnectionInfo, api_key: int) -> bool:
        """Whether `connection`'s principal may ask for this API at all."""
        operations = API_RIGHTS[api_key].of_request
        return not operations or any(
            connection.rights.may(api_key, operation, AclResourceType.CLUSTER, CLUSTER_NAME, tells=operation is operations[-1])
            for operation in operations
        )
