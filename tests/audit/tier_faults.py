"""What befalls records at one tier on purpose; each tier has its proof, in which the audit has to tell exactly that.

======================= ===================================================================================
between                 proof
======================= ===================================================================================
producer and log        ``tests/client/auditing/test_proof.py``: by counts, by hashes, by numbers, at size
broker's counts and log ``tests/client/auditing/test_proof.py``
log and consumer        ``tests/client/auditing/test_proof.py``
source and its copy     ``tests/mirror/test_audit_proof.py``
log and files           ``tests/pull/test_audit_proof.py``: by counts, by hashes
log and Spark's rows    ``tests/spark/test_audit_proof.py``: by counts, by hashes
Spark's rows and log    ``tests/spark/test_audit_proof.py``
======================= ===================================================================================
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator

from klog.audit.cells import Tier, Writer
from klog.audit.counting import CellBook, writer_of_brokers
from klog.audit.ledger import Ledger
from klog.audit.record_hash import record_hash
from tests import peers
from tests.audit.histories import T0, WINDOW_MS

#: Records in which some are spoiled, and of how many windows they are.
TOTAL = 10_000_000 if peers.SOAK else 200_000
SPOILED = 25
WINDOWS = 3
TOPIC, ELSEWHERE = "t", "other"


class Fault(enum.Enum):
    """What befalls them."""

    LOST = "lost"
    DOUBLED = "doubled"
    ALTERED = "altered"
    STRAYED = "in another topic"


#: Records where each is hashed at both ends.
HASHED_TOTAL = 5_000
#: (verdict, missing, duplicate) of a topic, and of the one that records have strayed to; None: nothing is judged there.
Told = tuple[str, int, int]
COMPLETE: Told = ("complete", 0, 0)
#: What counts alone can tell of a reader. That a record is not what it was needs hashes.
BY_COUNTS: dict[Fault, tuple[Told, Told | None]] = {
    Fault.LOST: (("missing", SPOILED, 0), None),
    Fault.DOUBLED: (("duplicate", 0, SPOILED), None),
    Fault.ALTERED: (COMPLETE, None),
    Fault.STRAYED: (("missing", SPOILED, 0), ("duplicate", 0, SPOILED)),
}


def time_ms(number: int, total: int = TOTAL) -> int:
    """Of a record."""
    return T0 + number * WINDOWS * WINDOW_MS // total


def chosen(total: int = TOTAL) -> set[int]:
    """Those that are spoiled: in each window some."""
    return set(range(7, total, total // SPOILED))


class Books:
    """A ledger, and the brokers of a cluster that have counted from the beginning.

    :param now_ms: when all is told, long after the last window.
    """

    def __init__(self, now_ms: int) -> None:
        self.now_ms = now_ms
        self.ledger = Ledger()
        self.broker = CellBook(writer_of_brokers("c", "b"), "h", WINDOW_MS, begun_ms=0, interval_ms=10_000)

    def stored(self, topic: str, numbers: Iterable[int], application: str = "web", total: int = TOTAL) -> None:
        """Records are in the log."""
        for number in numbers:
            self.broker.cell(topic, time_ms(number, total), application, "").count += 1

    def sent(self, topic: str, total: int, application: str = "web") -> None:
        """A producer that hashes has sent so many, and has ended."""
        writer = Writer(Tier.PRODUCER, "", "c", application, "", "p")
        book = CellBook(writer, "h", WINDOW_MS, begun_ms=0, interval_ms=10_000)
        for number in range(total):
            cell = book.cell(topic, time_ms(number, total))
            cell.count += 1
            cell.attempt += 1
            cell.add_hash(record_hash(time_ms(number, total), None, b"%d" % number), 1)
        self.tell(book.report(self.now_ms, has_ended=True).records)

    def tell(self, records: Iterable[tuple[bytes | None, bytes | None]]) -> None:
        """Records of the audit's topic."""
        self._tell(records, self.now_ms)

    def _tell(self, records: Iterable[tuple[bytes | None, bytes | None]], written_ms: int) -> None:
        for key, value in records:
            self.ledger.add(key, value, written_ms)

    def judged(self, tier: Tier) -> dict[str, Told]:
        """By topic, all windows between the brokers and that tier together."""
        # Brokers tell what they have counted, then somebody has read all of it, and they have nothing to add.
        for told_ms in (self.now_ms - 5_000, self.now_ms):
            self._tell(self.broker.report(told_ms).records, told_ms)
        found: dict[str, Told] = {}
        for edge in self.ledger.balance(self.now_ms, grace_ms=0, settle_ms=0).edges:
            if tier in (edge.sender.tier, edge.receiver.tier):
                verdict, missing, duplicate = found.get(edge.topic, COMPLETE)
                if edge.judgment.verdict.value != "complete":
                    verdict = edge.judgment.verdict.value
                found[edge.topic] = verdict, missing + edge.judgment.missing, duplicate + edge.judgment.duplicate
        assert not self.ledger.unreadable, self.ledger.faults
        return found


def slices(total: int = TOTAL, size: int = 50_000) -> Iterator[range]:
    """All numbers, in batches."""
    return (range(first, min(first + size, total)) for first in range(0, total, size))
