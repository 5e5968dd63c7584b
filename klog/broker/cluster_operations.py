"""What a client may do with the cluster, as Metadata (8 to 10) and DescribeCluster tell it (KIP-430)."""

from __future__ import annotations

from klog.acls import CLUSTER_NAME, AclOperation, AclResourceType
from klog.broker.handler import RequestContext


def cluster_operations(context: RequestContext) -> int:
    """The operations as bits; 0 to who may not describe the cluster."""
    if not context.may(AclOperation.DESCRIBE, AclResourceType.CLUSTER, CLUSTER_NAME):
        return 0
    return context.operations(AclResourceType.CLUSTER)
