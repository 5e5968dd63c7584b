"""DescribeClientQuotas (key 48): which quotas users, clients and addresses have (KIP-546).

Versions 0 to 1: 1 is flexible.
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, boolean, float64, int8, int16, int32, string


class ComponentData(Struct):
    """One condition: the type of an entity (``user``, ``client-id``, ``ip``) and how its name must be."""

    entity_type: str = string("0+")
    #: 0: this name; 1: the default; 2: any.
    match_type: int = int8("0+")
    match: str | None = string("0+", nullable="0+")


class DescribeClientQuotasRequest(Message, key=48, versions="0-1", flexible="1+"):
    """What the client asks."""

    components: list[ComponentData] = array(ComponentData, "0+")
    #: Whether entities may have no other types than those.
    strict: bool = boolean("0+")


class EntityData(Struct):
    """A type and a name; null for the default."""

    entity_type: str = string("0+")
    entity_name: str | None = string("0+", nullable="0+")


class ValueData(Struct):
    """One quota."""

    key: str = string("0+")
    value: float = float64("0+")


class EntryData(Struct):
    """The quotas of one entity."""

    entity: list[EntityData] = array(EntityData, "0+")
    values: list[ValueData] = array(ValueData, "0+")


class DescribeClientQuotasResponse(Message, answers=DescribeClientQuotasRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")
    entries: list[EntryData] | None = array(EntryData, "0+", nullable="0+")
