"""The producer id and epoch that batches are numbered under (KIP-98): asked for when something is to be sent, and again when the last epoch
of an id is used up. Within transactions the coordinator gives them (`take`), and nobody asks here.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.client.requests.produce import identity_of, identity_request
from klog.client.retry import ClientStopped, trouble_of
from klog.client.routing import Routing
from klog.errors import KlogError

_log = Logger()


class Identity:
    """That of one producer.

    :param is_wanted: whether anything waits for it.
    :param delayed: told, after each attempt that failed and is not the last, what the brokers said.
    :param over: called when nobody asks any more: `current` is there, or the brokers refuse for this reason, or (None) nobody wants it.
    :ivar current: id and epoch, or None.
    """

    def __init__(
        self,
        routing: Routing,
        *,
        is_wanted: Callable[[], bool],
        delayed: Callable[[KlogError], None],
        over: Callable[[KlogError | None], None],
    ) -> None:
        self.current: tuple[int, int] | None = None
        self._routing = routing
        self._is_wanted = is_wanted
        self._delayed = delayed
        self._over = over
        self._is_asking = False

    def take(self, producer_id: int, epoch: int) -> None:
        """It is this one from now on."""
        self.current = producer_id, epoch

    def forget(self) -> None:
        """The last epoch of the id is used up."""
        self.current = None

    def ask(self) -> None:
        """Ask the brokers, unless somebody does already."""
        if self._is_asking:
            return
        self._is_asking = True
        asking = Deferred.fromCoroutine(self._ask())
        asking.addErrback(self._failed).addCallback(self._ended)
        asking.addErrback(lambda failure: _log.failure("a producer id was given or refused, and what waited for it failed", failure))

    async def _ask(self) -> KlogError | None:
        """Until there is one, or nobody wants it; why there is none, where the brokers refuse."""
        routing = self._routing
        retry_policy = routing.retry_policy()
        while self.current is None and self._is_wanted():
            try:
                self.current = identity_of(await routing.ask_any(identity_request()))
                break
            except ClientStopped:
                break
            except KlogError as error:
                pause_ms = retry_policy.pause_after(trouble_of(error))
                if pause_ms is None:
                    return error
                self._delayed(error)
            await routing.wait_ms(pause_ms)
        return None

    def _failed(self, failure: Failure) -> None:
        if not isinstance(failure.value, ClientStopped):
            _log.failure("asking for a producer id failed", failure)

    def _ended(self, refusal: KlogError | None) -> None:
        self._is_asking = False
        self._over(refusal)
