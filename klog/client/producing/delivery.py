"""The Deferred of one record that was sent, at a third of the price of Twisted's in the common case, and how those of a batch are fired.

A program that sends record by record makes, hangs a callback on, and fires one Deferred for each: with Twisted's own that is more than all
else that `Producer` does for it (a list, and five tuples and dicts, for the chain; four calls to fire it; and the garbage collector over
all of them). `Delivery` *is* a Deferred, and does without the chain for as long as nobody needs one:

=====================================================  =======================================
what was done with it                                  what is kept
=====================================================  =======================================
nothing                                                None
`addCallback(f)`                                       f
`addCallback(f)`, then `addErrback(g)`                 `Pair` [f, g]
`addErrback(g)`                                        `Pair` [None, g]
anything else, and all of these with arguments         `Chain`, which is Twisted's from then on
it was fired before there was a chain                  `FIRED`
=====================================================  =======================================

`deliver` calls f itself. Where f raises, answers with a Deferred or a Failure, or somebody has made a chain meanwhile, the rest is left to
Twisted, on its own chain. So a `Delivery` cannot be told from a Deferred but by its type; tests/client/producing/test_delivery.py does the
same to both. Of Twisted's insides it relies on one thing: an instance has its chain (under a name that has changed once), its canceller,
and nothing else. Where that is not so, deliveries are plain Deferreds.

**Speed.** One attribute says all, since an attribute that a class has in an instance's place takes four times as long to read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.client.producing.producer_types import RecordPlace

_new_tuple = tuple.__new__
_kept_by_twisted = set(vars(Deferred())) - {"_debugInfo"}
#: What Twisted calls the list of callbacks; it was `callbacks` before 25.5.
_CHAIN = next((name for name in ("_callbacks", "callbacks") if _kept_by_twisted == {name, "_canceller"}), None)


class Chain(list[Any]):
    """Twisted's list of callbacks."""


class Pair(list[Any]):
    """A callback, or None where it was called or there is none, and the errback behind it."""


class Fired:
    """The type of `FIRED`."""


FIRED = Fired()


class Delivery(Deferred[RecordPlace]):
    """See the module. It has no canceller: to cancel it is not to wait any more."""

    # Nothing is done for a new one, not even a call of a Python function.
    __init__ = object.__init__
    _canceller = None
    _kept: Callable[[Any], Any] | Pair | Chain | Fired | None = None

    def addCallback(self, callback: Any, *args: Any, **kwargs: Any) -> Deferred[Any]:
        """As Deferred's."""
        if args or kwargs or self._kept is not None:
            return super().addCallback(callback, *args, **kwargs)
        self._kept = callback
        return self

    def addErrback(self, errback: Any, *args: Any, **kwargs: Any) -> Deferred[Any]:
        """As Deferred's."""
        kept = self._kept
        kind = type(kept)
        if args or kwargs or kind is Pair or kind is Chain or kept is FIRED:
            return super().addErrback(errback, *args, **kwargs)
        self._kept = Pair((kept, errback))
        return self

    def pause(self) -> None:
        """As Deferred's."""
        self._chain()
        super().pause()

    def _chain(self) -> Chain:
        """Twisted's chain; from now on there is one."""
        kept: Any = self._kept
        if type(kept) is Chain:
            return kept
        chain = self._kept = Chain()
        callback, errback = kept if type(kept) is Pair else (None if type(kept) is Fired else kept, None)
        # They were there before anything was there to run.
        self.paused += 1
        if callback is not None:
            super().addCallback(callback)
        if errback is not None:
            super().addErrback(errback)
        self.paused -= 1
        return chain

    def _set_chain(self, callbacks: list[Any]) -> None:
        self._kept = Chain(callbacks)

    if _CHAIN is not None:
        locals()[_CHAIN] = property(_chain, _set_chain)


new_delivery: Callable[[], Deferred[RecordPlace]] = Delivery if _CHAIN is not None else Deferred


def deliver(
    deliveries: Sequence[Deferred[RecordPlace]],
    timestamps_ms: Sequence[int],
    topic: str,
    partition: int,
    first_offset: int,
    append_time_ms: int = -1,
) -> None:
    """Fire the Deferreds of records that stand behind each other in a partition. Whoever is told may do anything.

    :param timestamps_ms: of each record.
    :param first_offset: -1 where the broker did not say.
    :param append_time_ms: the time of all of them, where the broker sets it; -1 where it does not.
    """
    offset, step = first_offset, 0 if first_offset < 0 else 1
    delivery: Any
    for delivery, timestamp_ms in zip(deliveries, timestamps_ms, strict=True):
        place: RecordPlace = _new_tuple(RecordPlace, (topic, partition, offset, timestamp_ms if append_time_ms < 0 else append_time_ms))
        offset += step
        callback: Any = delivery._kept if type(delivery) is Delivery else FIRED
        left: Any = FIRED
        if type(callback) is Pair:
            left = callback
            callback, left[0] = left[0], None
        if callback is None:
            delivery._kept, delivery.called, delivery.result = FIRED, True, place
        elif callback is FIRED or type(callback) is Chain:
            try:
                delivery.callback(place)
            except Exception:
                # Somebody else has fired it. The others are still to be told.
                continue
        else:
            # Paused: what the callback adds is run behind it.
            delivery._kept, delivery.called, delivery.result, delivery.paused = left, True, place, 1
            try:
                result = callback(place)
            except BaseException:
                # As Deferred does: nothing that a callback raises reaches who fires it.
                result = Failure()  # type: ignore[no-untyped-call]
            if delivery._kept is not left or (result is not None and isinstance(result, (Deferred, Failure))):
                _go_on(delivery, result)
            else:
                delivery._kept, delivery.result = FIRED, result
                delivery.paused = 0


def _go_on(delivery: Deferred[Any], result: object) -> None:
    """What the first callback has answered goes down the chain, which is Twisted's from here on."""
    assert _CHAIN is not None
    chain = getattr(delivery, _CHAIN)
    delivery.addCallback(lambda _: result)
    chain.insert(0, chain.pop())
    # A callback that pauses its own Deferred does not hold up those that are there already.
    held, delivery.paused = delivery.paused - 1, 1
    delivery.unpause()
    delivery.paused += held
