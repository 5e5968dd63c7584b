"""The transactional ids of one shard, in memory.

Most ids are at rest: a producer that stopped leaves its id behind for a week. Those are kept packed (``Transaction.pack``), so that a
million take some 200 bytes each, the id included; what is under way, which is what requests, timeouts and markers are about, is kept ready
for use.
"""

from __future__ import annotations

from collections.abc import Iterator

from klog.broker.transactions.decisions import give_up
from klog.broker.transactions.transaction import Transaction


class TransactionTable:
    """Transactions by their id.

    :ivar under_way: those that are not at rest; not to be changed.
    :ivar doubted: ids that are shown as what `give_up` makes of them, until they are put; not to be changed.
    """

    def __init__(self) -> None:
        self._at_rest: dict[str, bytes] = {}
        self.under_way: dict[str, Transaction] = {}
        self.doubted: set[str] = set()

    def __len__(self) -> int:
        return len(self._at_rest) + len(self.under_way)

    def get(self, transactional_id: str) -> Transaction | None:
        """What is known of the id."""
        found = self.known_before(transactional_id)
        return give_up(found) if found is not None and transactional_id in self.doubted else found

    def known_before(self, transactional_id: str) -> Transaction | None:
        """What was read or put last, doubted or not."""
        found = self.under_way.get(transactional_id)
        if found is None:
            packed = self._at_rest.get(transactional_id)
            return None if packed is None else Transaction.unpack(packed)
        return found

    def doubt(self) -> None:
        """All that is known is doubted."""
        self.doubted = {*self._at_rest, *self.under_way}

    def put(self, transactional_id: str, transaction: Transaction) -> None:
        """What is known from now on."""
        self.doubted.discard(transactional_id)
        if transaction.is_at_rest:
            self.under_way.pop(transactional_id, None)
            self._at_rest[transactional_id] = transaction.pack()
        else:
            self._at_rest.pop(transactional_id, None)
            self.under_way[transactional_id] = transaction

    def remove(self, transactional_id: str) -> None:
        """Forget an id."""
        self.doubted.discard(transactional_id)
        self._at_rest.pop(transactional_id, None)
        self.under_way.pop(transactional_id, None)

    def ids_at_rest(self) -> list[str]:
        """The ids of which nothing is under way."""
        return list(self._at_rest)

    def __iter__(self) -> Iterator[tuple[str, Transaction]]:
        for transactional_id, packed in self._at_rest.items():
            yield transactional_id, Transaction.unpack(packed)
        yield from self.under_way.items()
