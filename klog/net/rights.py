"""What whoever is at the other end of a connection may do: asked by handlers, answered by the broker's authorizer.

Where there is no authorizer, everybody may do everything (`AllRights`).
"""

from __future__ import annotations

from typing import Protocol

from klog.acls import OPERATIONS_OF, AclOperation, AclResourceType, operation_bits


class Rights(Protocol):
    """Of one principal from one address, as they are when they are asked for."""

    @property
    def generation(self) -> int:
        """Another number whenever an answer given before may be another one now."""

    def may(self, api_key: int, operation: AclOperation, resource_type: AclResourceType, name: str, *, tells: bool = True) -> bool:
        """Whether the operation is allowed on the resource.

        :param api_key: of the request that needs it.
        :param tells: whether a denial goes into the audit log: not where nobody is refused because of it.
        """

    def may_somewhere(self, api_key: int, operation: AclOperation, resource_type: AclResourceType) -> bool:
        """Whether it is allowed on any resource of the type (``Authorizer.authorizeByResourceType``)."""

    def operations(self, resource_type: AclResourceType, name: str) -> int:
        """All that is allowed on the resource, as bits (KIP-430). Nothing of it is written into the audit log."""


class AllRights:
    """Everybody may do everything."""

    #: Nothing ever changes.
    generation = 0

    def may(self, api_key: int, operation: AclOperation, resource_type: AclResourceType, name: str, *, tells: bool = True) -> bool:
        """Yes."""
        return True

    def may_somewhere(self, api_key: int, operation: AclOperation, resource_type: AclResourceType) -> bool:
        """Yes."""
        return True

    def operations(self, resource_type: AclResourceType, name: str) -> int:
        """All that there are."""
        return _ALL[resource_type]


_ALL = {kind: operation_bits(operations) for kind, operations in OPERATIONS_OF.items()}

#: One is enough.
ALL_RIGHTS = AllRights()
