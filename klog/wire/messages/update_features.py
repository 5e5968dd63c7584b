"""UpdateFeatures (key 57): raise or lower the versions of a cluster's features (KIP-584).

Versions 0 to 2: 1 says which kind of downgrade is allowed, and may only check (KIP-778); 2 answers for the request as a whole (KIP-1022).
All are flexible.
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, boolean, int8, int16, int32, string


class FeatureUpdateKey(Struct):
    """One feature's new version, 0 to give it up; upgrade type 1 only raises, 2 lowers where nothing is lost, 3 lowers always."""

    feature: str = string("0+")
    max_version_level: int = int16("0+")
    allow_downgrade: bool = boolean("0")
    upgrade_type: int = int8("1+", default=1)


class UpdateFeaturesRequest(Message, key=57, versions="0-2", flexible="0+"):
    """What the client asks."""

    timeout_ms: int = int32("0+", default=60000)
    feature_updates: list[FeatureUpdateKey] = array(FeatureUpdateKey, "0+")
    validate_only: bool = boolean("1+")


class UpdatableFeatureResult(Struct):
    """What became of one feature."""

    feature: str = string("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")


class UpdateFeaturesResponse(Message, answers=UpdateFeaturesRequest):
    """What the controller answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")
    results: list[UpdatableFeatureResult] = array(UpdatableFeatureResult, "0-1", ignorable=True)
