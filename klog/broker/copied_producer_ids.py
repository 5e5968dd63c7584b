"""Producer ids that stand in copies of another cluster's partitions: our own cluster gives them out no more.

Both clusters count from zero. A producer of ours with an id that stands in a copy would be taken for the source's, once the copy takes
records: what it sends first is then out of sequence, or, where it has as many records as what the other one sent, is taken for a repeat,
and acknowledged without being written.

* A broker that is alone gives out ids by itself. It hears of each that it appends, in the same turn, and its next start finds in the logs
  what it had heard.
* In a cluster any broker gives out ids, of blocks that it has taken before. There a batch waits, before it is appended, until none of them
  gives out its id any more (`klog.cluster.interfaces.ICoordination.give_producer_ids_above`). That is asked for a thousand ids at a time.

What our cluster had given out before a copy brought the same id nobody can take back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.errors import ErrorCode, KlogError
from klog.records.contract import CorruptRecords, Entry
from klog.records.implementations import codec


class CopiedProducerIds:
    """See the module.

    :param give_above: as `klog.cluster.interfaces.ICoordination.give_producer_ids_above`.
    :param is_at_once: whether no id up to the one that it is called with is given out from the call on.
    """

    _log = Logger()

    def __init__(self, give_above: Callable[[int], Deferred[int]], *, is_at_once: bool) -> None:
        self._give_above = give_above
        self._is_at_once = is_at_once
        #: Ids up to this one are given out no more; -1 where nothing is known.
        self._apart = -1
        #: Whether it is being asked for, and why that has failed last.
        self._is_asking = False
        self._why = ""

    def check(self, records: bytes | memoryview, entries: Iterable[Entry]) -> None:
        """Whether these may be appended; where not, it is seen to that they soon may.

        :param entries: batches of `records`.
        :raises KlogError: OPERATION_NOT_ATTEMPTED: an id of them may be given out still. CORRUPT_MESSAGE: a batch is hurt, and its id none
            to go by: it would be kept from everybody for ever.
        """
        if self._is_at_once:
            return
        highest = -1
        for entry in entries:
            if entry.magic == 2 and entry.producer_id > self._apart:
                try:
                    codec.check_crc(records, entry.position)
                except CorruptRecords as error:
                    raise KlogError(ErrorCode.CORRUPT_MESSAGE, f"the batch at offset {entry.base_offset} is hurt: {error}") from error
                highest = max(highest, entry.producer_id)
        if highest < 0:
            return
        if not self._is_asking:
            self._is_asking = True
            self._give_above(highest).addCallbacks(self._are_apart, self._failed)
        if highest > self._apart:
            why = f": {self._why}" if self._why else ""
            raise KlogError(
                ErrorCode.OPERATION_NOT_ATTEMPTED, f"producer ids up to {highest} are being kept from being given out here, too{why}"
            )

    def appended(self, entries: Iterable[Entry]) -> None:
        """These are in the log."""
        if not self._is_at_once:
            return
        highest = max((entry.producer_id for entry in entries if entry.magic == 2), default=-1)
        if highest > self._apart:
            self._apart = highest
            self._give_above(highest).addErrback(
                lambda failure: self._log.warn(
                    "producer ids up to {highest} may be given out again: {why}", highest=highest, why=failure.getErrorMessage()
                )
            )

    def _are_apart(self, last: int) -> None:
        self._is_asking = False
        self._why = ""
        self._apart = max(self._apart, last)

    def _failed(self, failure: Failure) -> None:
        """Whoever comes with the same batch asks again."""
        self._is_asking = False
        self._why = failure.getErrorMessage()
