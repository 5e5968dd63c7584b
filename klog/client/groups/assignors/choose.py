"""The assignors by name, as users and JoinGroup name them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from klog.client.groups.assignors.contract import Assignor
from klog.client.groups.assignors.cooperative_sticky import CooperativeStickyAssignor
from klog.client.groups.assignors.range import RangeAssignor
from klog.client.groups.assignors.round_robin import RoundRobinAssignor
from klog.client.groups.assignors.sticky import StickyAssignor
from klog.config import ConfigError

#: All of them. They keep no state, so one of each will do.
KNOWN: dict[str, Assignor] = {
    assignor.name: assignor for assignor in (RangeAssignor(), RoundRobinAssignor(), StickyAssignor(), CooperativeStickyAssignor())
}


def choose_assignors(wanted: Sequence[str | Assignor]) -> tuple[Assignor, ...]:
    """The assignors that `wanted` names, the best first; a user's own are taken as they are.

    :raises ConfigError: an unknown name, one named twice, none at all, or what is neither a name nor an assignor.
    """
    chosen: dict[str, Assignor] = {}
    # An iterator can be walked only once.
    listed = (wanted,) if isinstance(wanted, str) else tuple(wanted) if isinstance(wanted, Iterable) else None
    if listed is None or not all(isinstance(getattr(each, "name", each), str) for each in listed):
        raise ConfigError("assignors", repr(wanted), "names of assignors are needed, or assignors")
    for each in listed:
        name = each.replace("_", "-") if isinstance(each, str) else each.name
        assignor = (KNOWN.get(name) or KNOWN.get(name.replace("-", ""))) if isinstance(each, str) else each
        if assignor is None:
            raise ConfigError("assignors", repr(each), f"klog has {', '.join(KNOWN)}.")
        if assignor.name in chosen:
            raise ConfigError("assignors", None, f"{assignor.name!r} is named twice.")
        chosen[assignor.name] = assignor
    if not chosen:
        raise ConfigError("assignors", None, f"it is empty; klog has {', '.join(KNOWN)}.")
    return tuple(chosen.values())
