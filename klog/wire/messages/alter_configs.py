"""AlterConfigs (key 33): replaces a resource's configurations as a whole; superseded by IncrementalAlterConfigs.

Versions 0 to 2: 1 throttles after the answer; 2 is flexible.
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, boolean, int8, int16, int32, string


class AlterableConfig(Struct):
    """A name and its new value; null is the default."""

    name: str = string("0+")
    value: str | None = string("0+", nullable="0+")


class AlterConfigsResource(Struct):
    """One resource and all that is to be set on it: what is not named goes back to its default."""

    resource_type: int = int8("0+")
    resource_name: str = string("0+")
    configs: list[AlterableConfig] = array(AlterableConfig, "0+")


class AlterConfigsRequest(Message, key=33, versions="0-2", flexible="2+"):
    """What the client asks."""

    resources: list[AlterConfigsResource] = array(AlterConfigsResource, "0+")
    validate_only: bool = boolean("0+")


class AlterConfigsResourceResponse(Struct):
    """What became of one resource."""

    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")
    resource_type: int = int8("0+")
    resource_name: str = string("0+")


class AlterConfigsResponse(Message, answers=AlterConfigsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    responses: list[AlterConfigsResourceResponse] = array(AlterConfigsResourceResponse, "0+")
