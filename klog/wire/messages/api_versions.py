"""ApiVersions (key 18): which APIs and versions a broker speaks; the first request of a modern client.

Versions 0 to 4: 1 adds the throttle time; 3 is flexible, tells the client's software (KIP-511) and, tagged, features (KIP-584); 4 allows
features whose lowest version is 0. The answer always travels with response header 0, and to an unknown version it is in the layout of
version 0.
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, boolean, int16, int32, int64, string


class ApiVersionsRequest(Message, key=18, versions="0-4", flexible="3+"):
    """What the client asks."""

    client_software_name: str = string("3+", ignorable=True)
    client_software_version: str = string("3+", ignorable=True)


class ApiVersion(Struct):
    """One API and the versions that are spoken."""

    api_key: int = int16("0+")
    min_version: int = int16("0+")
    max_version: int = int16("0+")


class SupportedFeatureKey(Struct):
    """A feature and its levels (KIP-584)."""

    name: str = string("3+")
    min_version: int = int16("3+")
    max_version: int = int16("3+")


class FinalizedFeatureKey(Struct):
    """A feature and the levels that the whole cluster agreed on."""

    name: str = string("3+")
    max_version_level: int = int16("3+")
    min_version_level: int = int16("3+")


class ApiVersionsResponse(Message, answers=ApiVersionsRequest):
    """What the broker answers."""

    error_code: int = int16("0+")
    api_keys: list[ApiVersion] = array(ApiVersion, "0+")
    throttle_time_ms: int = int32("1+", ignorable=True)
    supported_features: list[SupportedFeatureKey] = array(SupportedFeatureKey, "3+", ignorable=True, tag=0, tagged="3+")
    finalized_features_epoch: int = int64("3+", default=-1, ignorable=True, tag=1, tagged="3+")
    finalized_features: list[FinalizedFeatureKey] = array(FinalizedFeatureKey, "3+", ignorable=True, tag=2, tagged="3+")
    zk_migration_ready: bool = boolean("3+", ignorable=True, tag=3, tagged="3+")
