"""Assignors by name, as ``group.consumer.assignors`` and ConsumerGroupHeartbeat name them."""

from __future__ import annotations

from collections.abc import Sequence

from klog.broker.groups.assignors.contract import Assignor
from klog.broker.groups.assignors.range import RangeAssignor
from klog.broker.groups.assignors.uniform import UniformAssignor
from klog.errors import ErrorCode, KlogError

#: All that klog has, Kafka's default first. The class names are what older settings write.
KNOWN: dict[str, Assignor] = {assignor.name: assignor for assignor in (UniformAssignor(), RangeAssignor())}
_CLASSES = {
    "org.apache.kafka.coordinator.group.assignor.UniformAssignor": "uniform",
    "org.apache.kafka.coordinator.group.assignor.RangeAssignor": "range",
}


def assignors(names: Sequence[str]) -> dict[str, Assignor]:
    """The assignors of the setting ``group.consumer.assignors``, by name, in its order; the first is the default.

    :raises ValueError: an unknown name, one named twice, or none at all.
    """
    chosen: dict[str, Assignor] = {}
    for written in names:
        name = _CLASSES.get(written, written)
        if name not in KNOWN:
            raise ValueError(f"group.consumer.assignors names {written!r}; klog has {', '.join(KNOWN)}.")
        if name in chosen:
            raise ValueError(f"group.consumer.assignors names {name!r} twice.")
        chosen[name] = KNOWN[name]
    if not chosen:
        raise ValueError(f"group.consumer.assignors is empty; klog has {', '.join(KNOWN)}.")
    return chosen


def check_name(name: str, chosen: dict[str, Assignor]) -> None:
    """Whether a member may prefer the assignor `name`.

    :raises KlogError: UNSUPPORTED_ASSIGNOR.
    """
    if name not in chosen:
        raise KlogError(
            ErrorCode.UNSUPPORTED_ASSIGNOR, f"ServerAssignor {name} is not supported. Supported assignors: {', '.join(chosen)}."
        )
