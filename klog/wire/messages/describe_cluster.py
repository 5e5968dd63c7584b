"""DescribeCluster (key 60): brokers and cluster id (KIP-700).

Versions 0 to 2: 1 asks brokers or controllers (KIP-919); 2 includes fenced brokers (KIP-1073).
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, boolean, int8, int16, int32, string


class DescribeClusterRequest(Message, key=60, versions="0-2", flexible="0+"):
    """What the client asks."""

    include_cluster_authorized_operations: bool = boolean("0+")
    endpoint_type: int = int8("1+", default=1)
    include_fenced_brokers: bool = boolean("2+")


class DescribeClusterBroker(Struct):
    """Where one broker is reached."""

    broker_id: int = int32("0+")
    host: str = string("0+")
    port: int = int32("0+")
    rack: str | None = string("0+", nullable="0+", default=None)
    is_fenced: bool = boolean("2+")


class DescribeClusterResponse(Message, answers=DescribeClusterRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+", default=None)
    endpoint_type: int = int8("1+", default=1)
    cluster_id: str = string("0+")
    controller_id: int = int32("0+", default=-1)
    brokers: list[DescribeClusterBroker] = array(DescribeClusterBroker, "0+")
    cluster_authorized_operations: int = int32("0+", default=-(2**31))
