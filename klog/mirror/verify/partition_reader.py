"""One partition of one cluster, read from one offset to another as raw answers, one answer ahead. No Twisted here.

Where reading goes on is known from the headers of what came (`klog.records.views.fetched_end`); the next request leaves before anybody
looks at the answer in hand, so that the broker reads while it is compared. Of each side one answer is in memory, and what is asked for
ahead waits in the kernel's receive buffer.

An offset that is gone (retention, or DeleteRecords, was faster) raises `Overtaken`; a log that ends before what it promised raises
`ShrunkLog`; both are for the caller to tell. Everything else that may pass is met by `klog.client.blocking`.
"""

from __future__ import annotations

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.pending_fetch import Fetched, PendingFetch
from klog.client.isolation import IsolationLevel
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, NO_TOPIC_ID, TopicPartition
from klog.records.implementations import views

#: Asked for at once.
FETCH_BYTES = 4 << 20
#: How long a broker may hold back an answer for which there is nothing.
_MAX_WAIT_MS = 200
#: How often an answer without records is asked for again.
_PATIENCE = 3
_PAUSE_S = 0.05


class Overtaken(Exception):
    """The log begins behind where it is read."""

    def __init__(self, start: int) -> None:
        super().__init__(f"the log begins at offset {start} now")
        self.start = start


class ShrunkLog(Exception):
    """The log ends before the offset that it promised: an unclean election, or another log."""


class PartitionReader:
    """See above.

    :param start: the first offset; :param end: the one behind the last, which the log is known to have reached.
    :param topic_id: the id that the topic must have; `NO_TOPIC_ID` for any.
    :param timeout_ms: how long nothing may come.
    """

    def __init__(
        self,
        client: BlockingClient,
        tp: TopicPartition,
        start: int,
        end: int,
        *,
        level: IsolationLevel = IsolationLevel.READ_UNCOMMITTED,
        topic_id: bytes = NO_TOPIC_ID,
        fetch_bytes: int = FETCH_BYTES,
        timeout_ms: int = 60_000,
    ) -> None:
        self.tp = tp
        self.end = end
        #: Where the next answer begins.
        self.position = start
        #: Bytes of records that came.
        self.bytes = 0
        self._client = client
        self._level = level
        self._topic_id = topic_id
        self._fetch_bytes = fetch_bytes
        self._timeout_ms = timeout_ms
        self._ahead: PendingFetch | None = None

    @property
    def finished(self) -> bool:
        """Whether everything in front of `end` was taken."""
        return self.position >= self.end

    def begin(self) -> None:
        """Ask for the next answer, where there is one to be asked for and none is under way."""
        if self._ahead is None and not self.finished:
            self._ahead = self._client.begin_fetch(
                self.tp, self.position, self._fetch_bytes, self._level, max_wait_ms=_MAX_WAIT_MS, topic_id=self._topic_id
            )

    def take(self) -> Fetched | None:
        """The next answer, whose first batch may begin before `position` as it was; None where nothing stands in front of `end` any more.

        :raises Overtaken: see there. :raises ShrunkLog: likewise. :raises KlogError: the brokers refuse, or nobody answers.
        """
        for attempt in range(_PATIENCE):
            if self.finished:
                return None
            self.begin()
            pending, self._ahead = self._ahead, None
            assert pending is not None
            try:
                fetched = pending.result(timeout_ms=self._timeout_ms)
            except KlogError as error:
                if error.code is ErrorCode.OFFSET_OUT_OF_RANGE:
                    self._out_of_range()
                raise
            self.bytes += len(fetched.records)
            behind = views.fetched_end(fetched.records)
            if behind > self.position:
                self.position = behind
                self.begin()
                return fetched
            if len(fetched.records):
                # Bytes that are no batch: the caller tells what is wrong with them.
                self.position = self.end
                return fetched
            if fetched.high_watermark < self.end and self._level is IsolationLevel.READ_UNCOMMITTED:
                raise ShrunkLog(f"the log of {self.tp} ends at offset {fetched.high_watermark}, and had offset {self.end - 1} before")
            if attempt + 1 < _PATIENCE:
                self._client.sleep(_PAUSE_S)
        # The log goes on behind `end`, and has nothing in front of it: compaction left a gap, or only markers.
        self.position = self.end
        return None

    def _out_of_range(self) -> None:
        first = self._client.list_offsets([self.tp], EARLIEST_TIMESTAMP, timeout_ms=self._timeout_ms)[self.tp].offset
        if first > self.position:
            raise Overtaken(first)
        last = self._client.list_offsets([self.tp], LATEST_TIMESTAMP, timeout_ms=self._timeout_ms)[self.tp].offset
        if last < self.position:
            raise ShrunkLog(f"the log of {self.tp} ends at offset {last}, and had offset {self.position - 1} before")

    def close(self) -> None:
        """What was asked for is not wanted any more."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            ahead.drop()
