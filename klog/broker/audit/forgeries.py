"""Cells that clients write into the audit topic: each may speak for itself only.

A producer's cell says by its key whose counts these are. Whoever could write cells in the name of others could have a loss look like none.
So the broker, which knows who writes, looks at the keys of every batch for the topic (and at no other batch): one with a cell of another
client id, of another principal, of a group of which it may not be a member, or of the tier *broker* is refused with INVALID_RECORD and a
sentence, and so is what is no cell at all.
Both are counted, told in the log, and stand in the audit as the client's failures.
"""

from __future__ import annotations

from collections.abc import Callable

from klog.audit.cell_records import decode_key
from klog.audit.cells import AUDIT_TOPIC, forgery
from klog.audit.counting import CellBook
from klog.json_fields import BadRecord
from klog.log_rate_limit import LogRateLimit
from klog.metrics import Metrics
from klog.net.principal import Principal
from klog.records.contract import RecordsCodec, RecordsError

#: Between two lines in the log, in seconds.
_INTERVAL_S = 10.0


class Forgeries:
    """See the module.

    :param book: where they are counted.
    :param walk: the records codec.
    :param max_uncompressed_bytes: what a batch may grow to.
    :param now_ms: milliseconds since 1970.
    :param warn: told of them, now and then.
    """

    def __init__(
        self,
        book: CellBook,
        walk: RecordsCodec,
        *,
        max_uncompressed_bytes: int,
        now_ms: Callable[[], int],
        seconds: Callable[[], float],
        warn: Callable[[str], None],
        metrics: Metrics,
    ) -> None:
        self._book = book
        self._walk = walk
        self._max_uncompressed_bytes = max_uncompressed_bytes
        self._now_ms = now_ms
        self._warn = warn
        self._limit = LogRateLimit(seconds, _INTERVAL_S)
        self._refused = metrics.counter("audit.forged.count", "Batches for the audit topic that were refused, as they spoke for others.")

    def fault_of(
        self,
        topic: str,
        records: bytes | memoryview | None,
        client_id: str | None,
        principal: Principal,
        may_read_as: Callable[[str], bool],
    ) -> str | None:
        """Why a client's batch must not go into a topic; None where it may, and where it is for others to say.

        :param may_read_as: whether the client may be a member of a group.
        """
        if topic != AUDIT_TOPIC or records is None:
            return None
        name = client_id or ""
        fault = None
        try:
            for record in self._walk.records(records, max_uncompressed_bytes=self._max_uncompressed_bytes):
                try:
                    fault = forgery(decode_key(record.key), name, str(principal), may_read_as)
                except BadRecord as bad:
                    fault = f"no cell of the audit: {bad}"
                if fault is not None:
                    break
        except RecordsError:
            # The log will say what is wrong with the batch.
            return None
        if fault is None:
            return None
        self._refused.value += 1
        self._book.cell(AUDIT_TOPIC, self._now_ms(), name, str(principal)).failure += 1
        passed_over = self._limit.begin()
        if passed_over is not None:
            more = f" (and {passed_over} more before)" if passed_over else ""
            self._warn(f"the client {name[:200]!r} ({str(principal)[:200]!r}) may not write this to {AUDIT_TOPIC}: {fault}{more}")
        return f"{AUDIT_TOPIC}: {fault}; the client id is {name!r:.200}"
