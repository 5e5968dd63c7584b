"""DescribeConfigs (key 32): configurations of topics, brokers and other resources.

Versions 0 to 4: 0 says only whether a value is the default; 1 its source and synonyms; 3 type and documentation; 4 is flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int8, int16, int32, string


class DescribeConfigsResource(Struct):
    """One resource; a null list of keys asks for all."""

    resource_type: int = int8("0+")
    resource_name: str = string("0+")
    configuration_keys: list[str] | None = array(Kind.STRING, "0+", nullable="0+")


class DescribeConfigsRequest(Message, key=32, versions="0-4", flexible="4+"):
    """What the client asks."""

    resources: list[DescribeConfigsResource] = array(DescribeConfigsResource, "0+")
    include_synonyms: bool = boolean("1+")
    include_documentation: bool = boolean("3+")


class DescribeConfigsSynonym(Struct):
    """Another place that gives the configuration a value, in order of precedence."""

    name: str = string("1+")
    value: str | None = string("1+", nullable="0+")
    source: int = int8("1+")


class DescribeConfigsResourceResult(Struct):
    """One configuration: value, where it comes from, and what it is."""

    name: str = string("0+")
    value: str | None = string("0+", nullable="0+")
    read_only: bool = boolean("0+")
    is_default: bool = boolean("0")
    config_source: int = int8("1+", default=-1, ignorable=True)
    is_sensitive: bool = boolean("0+")
    synonyms: list[DescribeConfigsSynonym] = array(DescribeConfigsSynonym, "1+", ignorable=True)
    config_type: int = int8("3+", ignorable=True)
    documentation: str | None = string("3+", nullable="0+", ignorable=True)


class DescribeConfigsResult(Struct):
    """One resource's configurations."""

    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")
    resource_type: int = int8("0+")
    resource_name: str = string("0+")
    configs: list[DescribeConfigsResourceResult] = array(DescribeConfigsResourceResult, "0+")


class DescribeConfigsResponse(Message, answers=DescribeConfigsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    results: list[DescribeConfigsResult] = array(DescribeConfigsResult, "0+")
