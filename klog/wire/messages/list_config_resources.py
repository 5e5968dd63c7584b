"""ListConfigResources (key 74): names of resources that have configurations (KIP-1142).

Versions 0 to 1: 0 lists client-metrics subscriptions only; 1 the asked kinds.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int8, int16, int32, string


class ListConfigResourcesRequest(Message, key=74, versions="0-1", flexible="0+"):
    """What the client asks."""

    resource_types: list[int] = array(Kind.INT8, "1+")


class ConfigResource(Struct):
    """One resource that has configurations."""

    resource_name: str = string("0+")
    resource_type: int = int8("1+", default=16, ignorable=True)


class ListConfigResourcesResponse(Message, answers=ListConfigResourcesRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    config_resources: list[ConfigResource] = array(ConfigResource, "0+")
