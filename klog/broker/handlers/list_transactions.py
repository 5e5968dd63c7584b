"""ListTransactions: the transactional ids that this broker coordinates (KIP-664).

| key | 66 |
|---|---|
| versions | 0 to 2 |
| 1 | only transactions that have been open for longer (KIP-994) |
| 2 | only ids that match a pattern, as a whole (KIP-1152) |

=================================================== ================================================
any partition of ``__transaction_state`` is loading  COORDINATOR_LOAD_IN_PROGRESS, and no id
a pattern that is none                              INVALID_REGULAR_EXPRESSION
states that do not exist                            named in the answer; if there are no others, no id
ids that the client may not describe                left out
=================================================== ================================================
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.groups.regexes import compile_pattern
from klog.broker.handler import RequestContext
from klog.broker.transactions.coordinator import TransactionCoordinator
from klog.broker.transactions.states import KNOWN_NAMES, NAMES
from klog.broker.transactions.transaction import Transaction
from klog.wire.messages.list_transactions import ListTransactionsRequest, ListTransactionsResponse, TransactionState


class ListTransactionsHandler:
    """Lists what `coordinator` keeps."""

    request_type = ListTransactionsRequest
    versions = (0, 2)

    def __init__(self, coordinator: TransactionCoordinator) -> None:
        self._coordinator = coordinator

    def handle(self, context: RequestContext, request: ListTransactionsRequest) -> Deferred[ListTransactionsResponse]:
        """The list, when all ids were looked at. Raises KlogError: COORDINATOR_LOAD_IN_PROGRESS, INVALID_REGULAR_EXPRESSION."""
        states = set(request.state_filters)
        unknown = [state for state in dict.fromkeys(request.state_filters) if state not in KNOWN_NAMES]
        text = request.transactional_id_pattern
        matches = compile_pattern(text).matches if text else None
        rows: list[TransactionState] = []

        def take(name: str, known: Transaction) -> None:
            if context.would(AclOperation.DESCRIBE, AclResourceType.TRANSACTIONAL_ID, name):
                rows.append(TransactionState(transactional_id=name, producer_id=known.producer_id, transaction_state=NAMES[known.state]))

        listing = self._coordinator.list(states, set(request.producer_id_filters), request.duration_filter, matches, take)
        return listing.addCallback(lambda _: ListTransactionsResponse(unknown_state_filters=unknown, transaction_states=rows))
