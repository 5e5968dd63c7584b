"""What a pull tells while it runs, for bars and logs."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import NamedTuple


class Stage(enum.StrEnum):
    """Where a pull stands."""

    RECOVERING = "recovering"
    PLANNING = "planning"
    READING = "reading"
    COMMITTING = "committing"
    PUBLISHING = "publishing"
    SWEEPING = "sweeping"


class Progress(NamedTuple):
    """How far a pull is; sent at each change of stage and, while it reads, a few times a second."""

    stage: Stage
    #: Of the offsets between where the ledger ends and where the partitions ended when they were looked at. An attempt that
    #: failed counts no more, so this may fall.
    offsets_done: int = 0
    offsets_total: int = 0
    rows: int = 0
    fetched_bytes: int = 0
    tasks_done: int = 0
    tasks_total: int = 0
    #: Something that people should know: a task that is tried again, records that are lost, another pull that was quicker.
    notice: str = ""
    #: While it reads: (topic, offsets done, offsets in all), by name.
    topics: tuple[tuple[str, int, int], ...] = ()


#: Takes what a pull tells; must not raise.
OnProgress = Callable[[Progress], None]
