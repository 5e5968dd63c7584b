"""What all parts of a coordinator are handed, whatever it coordinates."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from klog.broker.coordinators.deadlines import Deadlines
from klog.cluster.interfaces import ICoordination
from klog.in_thread import InThread


@dataclasses.dataclass(slots=True, kw_only=True)
class CoordinatorEnvironment:
    """Handed in by whoever puts the broker together. A coordinator that needs more has a subclass."""

    #: Provides IReactorTime.
    clock: Any
    #: Milliseconds since 1970.
    now_ms: Callable[[], int]
    #: Topics by name and id, and their partitions.
    coordination: ICoordination
    #: Runs what takes long elsewhere.
    in_thread: InThread[Any]
    deadlines: Deadlines
    #: Told in one sentence what a person should know.
    warn: Callable[[str], None]
    #: See `klog.broker.steps.Steps`.
    pause: Callable[[], float | None] | None = None
