"""One partition of two clusters compared: both sides are read in turn, as the comparison asks for it. No Twisted here.

* by headers: heads of both are walked (`head_comparison`). Where batches differ, a few such places are read again record by record, so
  that the very records are named. Where a topic is compacted, batches differ by right, and the whole range is compared by records before
  anything is told.
* by records: `record_comparison`; what is still suspected at the end is looked for behind the range, on both sides.
* by order: `order_comparison`.

Retention that takes what is just being read is no difference: the comparison begins anew where both logs begin then, and says so.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Iterator

from klog.client.blocking.client import BlockingClient
from klog.client.fetching.record_views import BadRecords, FetchedRecords
from klog.client.isolation import IsolationLevel
from klog.errors import KlogError
from klog.mirror.verify.findings import MOST_FINDINGS, Finding, Findings, Kind, at_offsets
from klog.mirror.verify.head_comparison import HeadComparison
from klog.mirror.verify.heads import readable_heads
from klog.mirror.verify.order_comparison import OrderComparison
from klog.mirror.verify.pairs import Pair
from klog.mirror.verify.partition_reader import Overtaken, PartitionReader, ShrunkLog
from klog.mirror.verify.position_file import Place
from klog.mirror.verify.record_comparison import RecordComparison, TooManySuspects
from klog.mirror.verify.record_fields import RecordFields
from klog.mirror.verify.settings import How, VerifySettings
from klog.model import LATEST_TIMESTAMP
from klog.records.contract import Record

#: Records that are decoded at once, of each side.
_CHUNK = 10_000
#: So many differing places of a partition are looked into, and of each so many offsets.
_PLACES_LOOKED_INTO = 10
_LARGEST_PLACE = 20_000

#: (bytes that came, records found equal so far in this partition, offsets of A passed)
OnProgress = Callable[[int, int, int], None]


class Verdict(enum.StrEnum):
    """What can be said."""

    EQUAL = "equal"
    DIFFERENT = "different"
    UNKNOWN = "unknown"


@dataclasses.dataclass(frozen=True)
class Compared:
    """What was found out about one partition."""

    topic: str
    partition: int
    verdict: Verdict
    #: The range in A, and where it begins in B.
    start: int = 0
    end: int = 0
    start_b: int = 0
    #: Records that are the same in both.
    records: int = 0
    #: Offsets that A has and B does not have yet.
    behind: int = 0
    #: Offsets that only one of them has, because the other one begins later.
    not_compared: int = 0
    #: Records that the cleaner took, of either.
    compacted: int = 0
    findings: tuple[Finding, ...] = ()
    #: All of them, kept or not, and the records in them.
    differences: int = 0
    differing_records: int = 0
    #: Why nothing can be said, or what else there is to know.
    remark: str = ""
    #: In front of which everything is equal.
    place: Place | None = None
    #: How far it was compared, whatever was found.
    passed: Place | None = None


class CannotSay(Exception):
    """Nothing can be said about a partition; one sentence."""


class PartitionComparison:
    """See above.

    :param place: where an earlier run ended; None: from the beginning.
    """

    def __init__(
        self,
        a: BlockingClient,
        b: BlockingClient,
        pair: Pair,
        place: Place | None,
        settings: VerifySettings,
        on_progress: OnProgress,
        most_findings: int = MOST_FINDINGS,
    ) -> None:
        self._clients = {"A": a, "B": b}
        self._pair = pair
        self._place = place
        self._settings = settings
        self._on_progress = on_progress
        self._findings = Findings(most_findings)
        self._fields = RecordFields(settings.ignored)
        self._records = 0
        self._compacted = 0
        self._remarks: list[str] = []
        self._bytes = 0

    def run(self) -> Compared:
        """Compare; nothing is raised but what no other partition could be compared after, either.

        :raises KlogError: nobody answers, or we are refused.
        """
        pair, place = self._pair, self._place
        kept = self._settings.how is not How.ORDER
        wanted_a, wanted_b = (place.offset_a, place.offset_b) if place is not None else (0, 0)
        start_a, start_b = max(pair.start_a, wanted_a), max(pair.start_b, wanted_b)
        if kept:
            start_a = start_b = max(start_a, start_b)
        end_a, end_b = pair.end_a, pair.end_b
        end = min(end_a, end_b) if kept else end_a
        try:
            if place is not None and (end_a < wanted_a or end_b < wanted_b):
                before, now = f"offsets {wanted_a} and {wanted_b}", f"{end_a} and {end_b}"
                raise CannotSay(f"it was compared up to {before}, and ends at {now} now: a log was cut, or made again")
            if not kept:
                return self._by_order(start_a, start_b, may_have_lost_front=start_a > wanted_a or start_b > wanted_b)
            if start_a < end:
                self._kept(start_a, end)
            elif place is None and pair.start_a < end_a and end_b > 0:
                raise CannotSay(
                    f"they have no offset in common: A has {pair.start_a} to {end_a - 1}, and B "
                    + (f"has {pair.start_b} to {end_b - 1}" if pair.start_b < end_b else f"is empty at {end_b}")
                )
        except (CannotSay, ShrunkLog, TooManySuspects) as error:
            return Compared(pair.a.topic, pair.a.partition, Verdict.UNKNOWN, start_a, end, start_b, remark=str(error))
        if end_b > end_a:
            self._findings.add(at_offsets(Kind.EXTRA, max(end_a, start_a), end_b, end_b - max(end_a, start_a), "behind the end of A"))
        behind = max(0, end_a - max(end_b, start_a))
        skipped = abs(pair.start_a - pair.start_b) if place is None else 0
        return self._result(start_a, start_b, max(end, start_a), (max(end, start_a),) * 2, behind, skipped)

    def _result(self, start_a: int, start_b: int, end: int, reached: tuple[int, int], behind: int, not_compared: int) -> Compared:
        pair, findings = self._pair, self._findings
        if behind and self._settings.complete:
            findings.add(Finding(Kind.MISSING, reached[0], pair.end_a, reached[1], reached[1], behind, "behind the end of B"))
        safe = reached if findings.first is None else findings.first
        return Compared(
            pair.a.topic,
            pair.a.partition,
            Verdict.DIFFERENT if findings else Verdict.EQUAL,
            start_a,
            end,
            start_b,
            self._records,
            behind,
            not_compared,
            self._compacted,
            findings.kept,
            findings.count,
            findings.records,
            "; ".join(self._remarks),
            Place(min(safe[0], reached[0]), min(safe[1], reached[1]), *pair.ids),
            Place(*reached, *pair.ids),
        )

    # -- offsets that are kept

    def _kept(self, start: int, end: int) -> None:
        if self._settings.how is How.RECORDS:
            self._by_records(start, end, self._findings, self._settings.level, count=True)
            return
        found = Findings()
        self._by_headers(start, end, found)
        if not found:
            return
        if self._pair.compacted:
            self._after_compaction(start, end, found)
        else:
            self._look_into(found, end)

    def _by_headers(self, start: int, end: int, findings: Findings) -> None:
        while True:
            comparison = HeadComparison(start, end, findings)
            readers = self._readers(start, start, end, end, IsolationLevel.READ_UNCOMMITTED)
            try:
                self._walk_heads(comparison, readers, findings, end)
            except Overtaken as gone:
                self._records += comparison.equal_records
                start = self._overtaken(min(reader.position for reader in readers.values()), gone.start, end)
            else:
                self._records += comparison.equal_records
                return
            finally:
                for reader in readers.values():
                    reader.close()

    def _walk_heads(self, comparison: HeadComparison, readers: dict[str, PartitionReader], findings: Findings, end: int) -> None:
        with_epochs = self._settings.with_epochs
        for reader in readers.values():
            reader.begin()
        while (side := comparison.wants) is not None:
            reader = readers[side]
            at = reader.position
            fetched = reader.take()
            if fetched is None:
                comparison.feed(side, (), finished=True)
                continue
            heads, broken = readable_heads(fetched.records, with_epochs=with_epochs)
            size = len(fetched.records)
            fetched.reuse()
            comparison.feed(side, heads, finished=reader.finished and not broken)
            self._tell_progress(size, comparison.equal_records, min(one.position for one in readers.values()))
            if broken:
                first = heads[-1].next if heads else at
                findings.add(at_offsets(Kind.DAMAGED, first, end, 0, f"in {side}, and what follows cannot be read: {broken}"))
                return

    def _after_compaction(self, start: int, end: int, found: Findings) -> None:
        """Batches of a compacted topic differ: by right?"""
        for finding in found.kept:
            if finding.kind in (Kind.REPEATED, Kind.DAMAGED):
                self._findings.add(finding)
        level = IsolationLevel.READ_COMMITTED
        ends = [
            client.list_offsets([tp], LATEST_TIMESTAMP, isolation=level, timeout_ms=self._settings.timeout_ms)[tp].offset
            for client, tp in ((self._clients["A"], self._pair.a), (self._clients["B"], self._pair.b))
        ]
        self._remarks.append("compacted, so compared by records")
        self._records = 0
        self._by_records(start, min(end, *ends), self._findings, level, count=True)

    def _look_into(self, found: Findings, end: int) -> None:
        """Name the records that differ, of the first few places where batches do."""
        for place, finding in enumerate(found.kept):
            if finding.kind is Kind.DIFFERS and place < _PLACES_LOOKED_INTO:
                for one in self._looked_into(finding, end):
                    self._findings.add(one)
            else:
                self._findings.add(finding)
        kept_records = sum(finding.records for finding in found.kept)
        self._findings.add_unplaced(found.count - len(found.kept), found.records - kept_records)

    def _looked_into(self, finding: Finding, end: int) -> tuple[Finding, ...]:
        """The records that differ where batches do, or the finding as it is."""
        behind = min(finding.next_a, end)
        part = min(behind, finding.first_a + _LARGEST_PLACE)
        exact = Findings(_PLACES_LOOKED_INTO)
        try:
            self._by_records(finding.first_a, part, exact, IsolationLevel.READ_UNCOMMITTED, count=False, compacted=False)
        except (KlogError, CannotSay, ShrunkLog, Overtaken):
            return (finding,)  # what cannot be read is told as a batch
        if part < behind:
            # A long one: where it begins is what matters.
            first = finding.first_a if exact.first is None else exact.first[0]
            return (finding._replace(first_a=first, first_b=first),)
        if exact:
            return exact.kept
        return (finding._replace(detail=f"the same records in batches that are not: {finding.detail}"),)

    def _by_records(
        self, start: int, end: int, findings: Findings, level: IsolationLevel, *, count: bool, compacted: bool | None = None
    ) -> None:
        compacted = self._pair.compacted if compacted is None else compacted
        while True:
            comparison = RecordComparison(start, end, findings, fields=self._fields, compacted=compacted)
            readers = self._readers(start, start, end, end, level)
            try:
                self._walk_records(comparison, readers, count=count)
                if comparison.open_keys:
                    self._clear_behind(comparison, end, level)
                comparison.finish()
            except Overtaken as gone:
                if not count:
                    raise
                start = self._overtaken(min(reader.position for reader in readers.values()), gone.start, end)
            else:
                return
            finally:
                if count:
                    self._records += comparison.equal_records
                    self._compacted += comparison.compacted_in_a + comparison.compacted_in_b
                for reader in readers.values():
                    reader.close()

    def _clear_behind(self, comparison: RecordComparison, end: int, level: IsolationLevel) -> None:
        """What the cleaner looked at stands behind the range, too."""
        for side, client in self._clients.items():
            tp = self._pair.a if side == "A" else self._pair.b
            last = client.list_offsets([tp], LATEST_TIMESTAMP, isolation=level, timeout_ms=self._settings.timeout_ms)[tp].offset
            reader = self._reader(side, end, last, level)
            try:
                for records in self._chunks(side, reader):
                    comparison.clear(record.key for record in records)
            finally:
                reader.close()

    # -- offsets that are not

    def _by_order(self, start_a: int, start_b: int, *, may_have_lost_front: bool) -> Compared:
        pair = self._pair
        comparison = OrderComparison(start_a, start_b, self._findings, fields=self._fields, may_have_lost_front=may_have_lost_front)
        readers = self._readers(start_a, start_b, pair.end_a, pair.end_b, self._settings.level)
        try:
            self._walk_records(comparison, readers, count=True)
        except Overtaken as gone:
            raise CannotSay(f"retention took what was to be compared: {gone}") from None
        finally:
            for reader in readers.values():
                reader.close()
        self._records = comparison.equal_records
        reached = comparison.reached
        behind = max(0, pair.end_a - reached[0]) if comparison.is_behind else 0
        return self._result(start_a, start_b, reached[0], reached, behind, comparison.not_compared)

    # -- reading

    def _readers(self, start_a: int, start_b: int, end_a: int, end_b: int, level: IsolationLevel) -> dict[str, PartitionReader]:
        return {"A": self._reader("A", start_a, end_a, level), "B": self._reader("B", start_b, end_b, level)}

    def _reader(self, side: str, start: int, end: int, level: IsolationLevel) -> PartitionReader:
        pair, settings = self._pair, self._settings
        return PartitionReader(
            self._clients[side],
            pair.a if side == "A" else pair.b,
            start,
            end,
            level=level,
            topic_id=pair.id_a if side == "A" else pair.id_b,
            fetch_bytes=settings.fetch_bytes,
            timeout_ms=settings.timeout_ms,
        )

    def _walk_records(self, comparison: RecordComparison | OrderComparison, readers: dict[str, PartitionReader], *, count: bool) -> None:
        for reader in readers.values():
            reader.begin()
        chunks = {side: self._chunks(side, reader) for side, reader in readers.items()}
        while (side := comparison.wants) is not None:
            records = next(chunks[side], None)
            comparison.feed(side, records or (), finished=records is None)
            self._tell_progress(0, comparison.equal_records if count else 0, readers["A"].position)

    def _chunks(self, side: str, reader: PartitionReader) -> Iterator[list[Record]]:
        """The records of one side, a bounded number at once.

        :raises CannotSay: they cannot be read.
        """
        while True:
            at = reader.position
            fetched = reader.take()
            if fetched is None:
                return
            self._bytes += len(fetched.records)
            try:
                records = FetchedRecords(reader.tp, fetched.records, at, address=fetched.address, aborted=fetched.aborted)
                while not records.finished:
                    found = records.take(_CHUNK).records()
                    if found and found[-1].offset >= reader.end:
                        found = [record for record in found if record.offset < reader.end]
                        if not found:
                            return
                    yield found
            except BadRecords as error:
                raise CannotSay(f"records of {side} cannot be read: {error}") from None

    def _overtaken(self, at: int, start: int, end: int) -> int:
        start = min(max(at, start), end)
        self._remarks.append(f"retention took offsets {at} to {start} while they were compared")
        return start

    def _tell_progress(self, size: int, records: int, offset: int) -> None:
        self._bytes += size
        self._on_progress(self._bytes, self._records + records, offset)
