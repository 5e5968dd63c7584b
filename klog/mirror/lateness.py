"""Whether a copy of a compacted topic comes too late for what deletes its keys.

A cleaner drops a tombstone ``delete.retention.ms`` after it has cleaned what lies before it. Who copies later than that has the key's value
for ever, and nothing in the batches tells: a cleaner's gaps look alike. So it counts how long a copy had not caught up when it is given
something: nothing that the source has had before that moment was missing then. A copy has caught up with an answer whose end of the source
it has come to later, be it many answers later: one that runs along behind a busy topic, by an hour perhaps, is never late by more than
twice that.

Time that nobody copies counts, too, for `caught_up_ms` is written with what is known of the copy, also while nothing else changes: as often
as an eighth of ``delete.retention.ms`` goes by. A copy that is late by half of it is told: then there is time to see to it.
"""

from __future__ import annotations

#: It is not written more often than that.
_LEAST_STEP_MS = 5_000
#: Nobody is late by less, however little the source keeps: cleaners and links have their rounds.
_LEAST_LATE_MS = 10_000


def late_sentence(late_ms: int, kept_ms: int) -> str:
    """For people: what may be wrong with a copy that was so late."""
    return (
        f"it had not caught up for {late_ms // 1000} s, and delete.retention.ms is {kept_ms}: what deletes a key may have gone at the "
        "source before it was copied, while the key's value is here; `klog mirror verify` finds such keys, and a copy that is deleted is "
        "made anew"
    )


class Lateness:
    """See the module. Times are milliseconds since 1970.

    :param caught_up_ms: when the copy had last caught up, as it was written; -1 where it was never copied, or nobody knows.
    :param longest_ms: how late it was at most before, where it was too late; 0 where it never was.
    """

    __slots__ = ("_is_late", "_mark", "_marked_ms", "caught_up_ms", "longest_ms")

    def __init__(self, caught_up_ms: int = -1, longest_ms: int = 0) -> None:
        self.caught_up_ms = caught_up_ms
        self.longest_ms = longest_ms
        self._is_late = False
        #: Where the source ended, and when: what was there by then has been copied once the copy comes to that place.
        self._mark = -1
        self._marked_ms = -1

    def step(self, kept_ms: int) -> int:
        """Rises when it is to be written anew.

        :param kept_ms: ``delete.retention.ms``; -1 where nothing is compacted.
        """
        return self.caught_up_ms // max(_LEAST_STEP_MS, kept_ms // 8) if kept_ms >= 0 else 0

    def given(self, kept_ms: int, now_ms: int) -> bool:
        """It is given something; whether it has just turned out to be late.

        :param kept_ms: as in `step`.
        """
        if kept_ms < 0 or self.caught_up_ms < 0:
            return False
        late_ms = now_ms - self.caught_up_ms
        if late_ms <= max(_LEAST_LATE_MS, kept_ms // 2):
            self._is_late = False
            return False
        self.longest_ms = max(self.longest_ms, late_ms)
        was_late, self._is_late = self._is_late, True
        return not was_late

    def answered(self, position: int, source_end: int, now_ms: int) -> None:
        """The source has answered, and what it gave was taken.

        :param position: what is asked for next. :param source_end: where the source ends.
        """
        if position >= source_end or self.caught_up_ms < 0:
            self.caught_up_ms, self._is_late = now_ms, False
        elif position >= self._mark >= 0:
            self.caught_up_ms = self._marked_ms
        elif self._mark >= 0:
            return
        self._mark, self._marked_ms = source_end, now_ms
