"""Many things that go, in steps between which clients act.

**Nothing that is decided outlives its step.** Between two steps (``klog.broker.steps``) a value may be written again, the shard closed. So
a step looks at some things, decides, and writes what it has decided before it ends; what is kept for the next one are names to look at.
`sweep` is the only way in which something is deleted in steps: a decision is handed the deletions of its own step and cannot keep them.
(`tests/broker/groups/test_offset_expiration.py` also reads the code of coordinators: no generator writes to a shard.)
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Generator, Iterator
from typing import Any, Protocol, TypeVar

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.coordinators.shard import CoordinatorShard, ShardState
from klog.errors import KlogError

#: Tombstones in one batch where there are many.
TOMBSTONES_PER_BATCH = 1000
#: Things that one step looks at, until it has passed this: a fraction of a millisecond, also where all of them go. A slice of the reactor's
#: time ends behind a step, so a step is what it can be too long by.
LOOKED_AT_PER_STEP = 100

_log = Logger()


class Deletions(Protocol):
    """What one step has decided to delete."""

    def write(self) -> Deferred[None] | None:
        """Write the tombstones and let memory follow; the acknowledgement of the last of them. Raises KlogError; what was written till then
        is gone."""


class Tombstones:
    """Records that are taken back: written in batches, and applied. Implements `Deletions`.

    :param shard: whose they are.
    """

    def __init__(self, shard: CoordinatorShard[Any]) -> None:
        self._shard = shard
        self._records: list[CoordinatorRecord] = []

    def add(self, record: CoordinatorRecord) -> None:
        """Write this tombstone, too, with the others of this step."""
        self._records.append(record)

    def write(self) -> Deferred[None] | None:
        """See `Deletions.write`."""
        acknowledged = None
        records = self._records
        while records:
            if acknowledged is not None:
                acknowledged.addErrback(ignored)
            acknowledged = self._shard.write(records[:TOMBSTONES_PER_BATCH])
            del records[:TOMBSTONES_PER_BATCH]
        return acknowledged


DeletionsT = TypeVar("DeletionsT", bound=Deletions)
PieceT = TypeVar("PieceT")


class Progress(enum.Enum):
    """What became of a step."""

    #: There may be another one.
    MORE = enum.auto()
    #: All was looked at, or the shard is closed.
    DONE = enum.auto()
    #: The log takes nothing now.
    REFUSED = enum.auto()


def sweep(
    name: str,
    shard: CoordinatorShard[Any],
    pieces: Iterator[PieceT],
    begin: Callable[[], DeletionsT],
    decide: Callable[[DeletionsT, PieceT], int],
    *,
    is_far_ahead: Callable[[], bool] = lambda: False,
    settle: Callable[[None], None] = lambda result: None,
) -> Generator[None, None, bool]:
    """Look at `pieces` in steps; what goes is written in the step that finds it. Ends early where the shard is closed, or its log takes
    nothing now.

    :param name: of the partition, for the broker's log.
    :param begin: makes what takes up one step's deletions.
    :param decide: looks at one piece as it is now, and says what goes; returns how many things it looked at, at least 1.
    :param is_far_ahead: whether too much waits for its flush to write more.
    :param settle: called when a step's deletions are acknowledged later.
    :returns: whether it ended because the log takes nothing now.
    """

    while (progress := _step(shard, name, pieces, begin, decide, is_far_ahead, settle)) is Progress.MORE:
        yield
    return progress is Progress.REFUSED


def _step(
    shard: CoordinatorShard[Any],
    name: str,
    pieces: Iterator[PieceT],
    begin: Callable[[], DeletionsT],
    decide: Callable[[DeletionsT, PieceT], int],
    is_far_ahead: Callable[[], bool],
    settle: Callable[[None], None],
) -> Progress:
    if shard.state is not ShardState.ACTIVE:
        return Progress.DONE
    if is_far_ahead():
        _log.warn("{name} is not flushed fast enough; deletions wait", name=name)
        return Progress.REFUSED
    deletions = begin()
    looked_at = 0
    for piece in pieces:
        looked_at += decide(deletions, piece)
        if looked_at >= LOOKED_AT_PER_STEP:
            break
    try:
        acknowledged = deletions.write()
    except KlogError as error:
        _log.warn("{name} takes no records now: {error}", name=name, error=str(error))
        return Progress.REFUSED
    if acknowledged is not None:
        acknowledged.addCallbacks(settle, ignored)
    return Progress.MORE if looked_at else Progress.DONE


def ignored(failure: Failure) -> None:
    """An acknowledgement that nobody waits for: the record is in the log, or a later one says the same."""
