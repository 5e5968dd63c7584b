"""Who may ask for what: the one question that is asked before a handler sees a request.

The dispatcher asks `Guard.admits` for every API of every connection, and remembers what was admitted for as long as neither the guard's
`generation` nor the connection's principal changes. So an answer may depend on who asks, on the connection and on the API, and on anything
else only where the generation goes up with it; nothing that a request says is part of the question. What a request names (topics, groups,
transactional ids) is its handler's to judge, which knows what it looks up first and what its answer must hide.

What is answered without asking again is bound to the generation in which the question was answered (`klog.broker.dispatch` says how):

=============================================== =================================================================================
a Produce request that is recognised            its plan is dropped, and made anew where the API is still admitted
a Heartbeat that its connection answers         is not recognised any more, and comes to the dispatcher
a request that waits for its answer             is judged again when the answer is there, and refused whatever the answer is
an answer that waits for its turn               the same; there is nothing left to write a refusal from, so the connection is closed
=============================================== =================================================================================

What a refused request had done already, while it was admitted, stays done: records that wait for their flush are in the log.
"""

from __future__ import annotations

from typing import Protocol

from klog.net.connection_info import ConnectionInfo


class Guard(Protocol):
    """Decides who may ask for what."""

    @property
    def generation(self) -> int:
        """Another number, never used before, whenever an answer given before may be another one now. Looked at for every request: a plain
        attribute is best."""

    def admits(self, connection: ConnectionInfo, api_key: int) -> bool:
        """Whether `connection`'s principal may ask for this API at all. What raises counts as no, and as klog's own mistake."""


class AdmitAll:
    """Everybody may ask for everything."""

    #: Nothing ever changes.
    generation = 0

    def admits(self, connection: ConnectionInfo, api_key: int) -> bool:
        """Yes."""
        return True
