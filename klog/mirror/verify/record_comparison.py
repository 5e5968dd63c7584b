"""Two streams of records whose offsets are kept, compared record by record; what compaction took is told from what is missing. Pure.

How records lie in batches does not matter here: a copy may have put them together anew. A record that only one side has is *missing* in B
or *extra* there, unless the topic is compacted. Then it may be gone from the other side by right:

(a) a record with the same key stands behind it, on either side: the cleaner keeps the newest of each key only;
(b) it is a tombstone: the cleaner drops those, too, once ``delete.retention.ms`` is over;
(c) it has no key: the cleaner drops such records.

So each record of a compacted topic that one side has alone, and that is none of (b) and (c), is *suspected* until (a) clears it. What
nothing clears before the range ends may still be cleared by records behind the range (`open_keys`, `clear`): a cleaner looks at those,
too. What is left then is told as missing or extra. That tells a tombstone which came too late for one side as well: the value that it
deleted is here for ever, and nothing newer is on either side.

A record that was lost and then overwritten cannot be told from one that was compacted; which state both sides show is the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from klog.mirror.verify.findings import Findings, Kind, at_offsets
from klog.mirror.verify.record_fields import RecordFields, equal_front
from klog.records.contract import Record

#: Keys that may be suspected at once; each takes about 200 bytes.
MOST_SUSPECTS = 1_000_000
#: Keys longer than this are remembered by a digest.
_LONGEST_KEY_BYTES = 40
_DIGEST_BYTES = 16


class TooManySuspects(Exception):
    """More keys are on one side alone than can be remembered: it cannot be said what became of them."""


def remembered(key: bytes) -> bytes:
    """A key as it is remembered: itself, or its digest where it is long (a byte in front tells which)."""
    return b"k" + key if len(key) <= _LONGEST_KEY_BYTES else b"d" + hashlib.blake2b(key, digest_size=_DIGEST_BYTES).digest()


class _Stream:
    """Records that came, and how many of them were walked over."""

    __slots__ = ("at", "finished", "records")

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.at = 0
        self.finished = False

    @property
    def left(self) -> int:
        return len(self.records) - self.at

    @property
    def is_known(self) -> bool:
        return self.finished or self.left > 0

    def take(self) -> Record:
        self.at += 1
        return self.records[self.at - 1]

    def add(self, records: Iterable[Record]) -> None:
        del self.records[: self.at]
        self.at = 0
        self.records.extend(records)


class RecordComparison:
    """See above. Feed both sides in turn until `wants` is None, clear what can be cleared, then `finish`.

    :param start: records below it are passed over; :param end: so are those at or behind it.
    :param compacted: whether the cleaner may have been at either side.
    :param most_suspects: so many keys may be suspected at once.
    """

    def __init__(
        self,
        start: int,
        end: int,
        findings: Findings,
        *,
        fields: RecordFields | None = None,
        compacted: bool = False,
        most_suspects: int = MOST_SUSPECTS,
    ) -> None:
        self._start = start
        self._end = end
        self._findings = findings
        self._fields = fields or RecordFields()
        self._compacted = compacted
        self._most_suspects = most_suspects
        self._a = _Stream()
        self._b = _Stream()
        #: By remembered key: offset of the newest record that one side has alone, and whether that is A.
        self._suspects: dict[bytes, tuple[int, bool]] = {}
        #: Records that both have, the same.
        self.equal_records = 0
        #: Records that the cleaner took: of A (B has them), and of B.
        self.compacted_in_a = 0
        self.compacted_in_b = 0

    @property
    def wants(self) -> str | None:
        """ "A" or "B": whose next records are needed; None when everything was compared."""
        return "A" if not self._a.is_known else "B" if not self._b.is_known else None

    @property
    def open_keys(self) -> bool:
        """Whether records behind the range could clear something."""
        return bool(self._suspects)

    def feed(self, side: str, records: Sequence[Record], *, finished: bool = False) -> None:
        """The next records of one side, in the order of their offsets.

        :raises TooManySuspects: see there.
        """
        stream = self._a if side == "A" else self._b
        if records and records[-1].offset >= self._end:
            finished = True
        if records and (records[0].offset < self._start or records[-1].offset >= self._end):
            stream.add(record for record in records if self._start <= record.offset < self._end)
        else:
            stream.add(records)
        stream.finished = stream.finished or finished
        self._walk()

    def _walk(self) -> None:
        a, b = self._a, self._b
        while True:
            if not self._suspects:
                self._pass_equal()
            if not (a.is_known and b.is_known) or not (a.left or b.left):
                return
            mine = a.records[a.at] if a.left else None
            theirs = b.records[b.at] if b.left else None
            if mine is not None and theirs is not None and mine.offset == theirs.offset:
                self._both(a.take(), b.take())
            elif mine is not None and (theirs is None or mine.offset < theirs.offset):
                self._alone(a.take(), in_a=True)
            else:
                self._alone(b.take(), in_a=False)

    def _pass_equal(self) -> None:
        a, b = self._a, self._b
        count = equal_front(a.records, a.at, b.records, b.at)
        self.equal_records += count
        a.at += count
        b.at += count

    def _both(self, mine: Record, theirs: Record) -> None:
        detail = self._fields.what_differs(mine, theirs)
        if detail:
            self._findings.add(at_offsets(Kind.DIFFERS, mine.offset, mine.offset + 1, 1, detail))
        else:
            self.equal_records += 1
        if self._suspects:
            for key in {mine.key, theirs.key}:
                self._clear(key)

    def _alone(self, record: Record, *, in_a: bool) -> None:
        if not self._compacted:
            self._tell(record.offset, in_a=in_a)
            return
        self._clear(record.key)
        if record.key is None or record.value is None:
            self._count(in_a=in_a)
            return
        if len(self._suspects) >= self._most_suspects:
            raise TooManySuspects(f"more than {self._most_suspects} keys are on one side alone")
        self._suspects[remembered(record.key)] = (record.offset, in_a)

    def _clear(self, key: bytes | None) -> None:
        if key is None or not self._suspects:
            return
        found = self._suspects.pop(remembered(key), None)
        if found is not None:
            self._count(in_a=found[1])

    def _count(self, *, in_a: bool) -> None:
        """The cleaner took a record that stands in A alone, or in B alone."""
        if in_a:
            self.compacted_in_b += 1
        else:
            self.compacted_in_a += 1

    def _tell(self, offset: int, *, in_a: bool) -> None:
        self._findings.add(at_offsets(Kind.MISSING if in_a else Kind.EXTRA, offset, offset + 1, 1))

    def clear(self, keys: Iterable[bytes | None]) -> None:
        """Records with these keys stand behind the range, on either side."""
        for key in keys:
            self._clear(key)

    def finish(self) -> None:
        """Nothing else can clear what is suspected."""
        for offset, in_a in sorted(self._suspects.values()):
            self._tell(offset, in_a=in_a)
        self._suspects.clear()
