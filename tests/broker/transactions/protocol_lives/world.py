"""What kind of life it is, and what it is lived in: virtual time, chance, and a network that is slow and loses things."""

from __future__ import annotations

import dataclasses
import heapq
import itertools
import random
from collections.abc import Callable
from typing import Any

from twisted.internet.base import DelayedCall
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from klog.broker.transactions.transaction import MAX_EPOCH
from klog.errors import KlogError
from klog.net.client.errors import BrokerUnreachable
from klog.storage.context import DEFAULT_EXPIRATION_MS
from klog.testing.filesystem import MemoryFileSystem

#: Virtual seconds.
REQUEST_TIMEOUT_S = 0.5


@dataclasses.dataclass
class Plan:
    """What kind of life it is."""

    seed: int
    second: bool = True
    partitions: int = 2
    writers: int = 2
    first_epoch: int = -1
    loss: float = 0.05
    late: float = 0.05
    #: Answers to leaders that verify.
    slow_answers: float = 0.05
    slow_replication: float = 0.05
    #: Acts a second, by name.
    acts: dict[str, float] = dataclasses.field(default_factory=dict)

    @classmethod
    def drawn(cls, seed: int) -> Plan:
        """What seed `seed` is."""
        rng = random.Random(seed)
        return cls(
            seed,
            second=rng.random() < 0.6,
            partitions=rng.choice([1, 2, 3]),
            writers=rng.choice([1, 2]),
            first_epoch=rng.choice([-1, -1, MAX_EPOCH - 3, MAX_EPOCH - 2, MAX_EPOCH - 1]),
            loss=rng.choice([0.0, 0.03, 0.15]),
            late=rng.choice([0.0, 0.05, 0.2]),
            slow_answers=rng.choice([0.0, 0.05, 0.3]),
            slow_replication=rng.choice([0.0, 0.05, 0.3]),
            acts={
                "take_over": rng.choice([0.0, 0.3, 1.5]),
                "move": rng.choice([0.0, 0.3, 1.5]),
                "next_instance": rng.choice([0.0, 0.1, 0.4]),
                "vanish": rng.choice([0.0, 0.0, 0.1]),
            },
        )


class HeapClock(Clock):
    """Virtual time as of `Clock`, which sorts everything that waits at every step: that is most of what a life would cost."""

    def __init__(self) -> None:
        super().__init__()
        self._heap: list[tuple[float, int, DelayedCall]] = []
        self._count = itertools.count()

    def callLater(self, delay: float, callable: Callable[..., Any], *args: object, **kw: object) -> DelayedCall:
        """See `IReactorTime`; what it gives can be cancelled, and not moved."""
        call = DelayedCall(self.rightNow + delay, callable, args, kw, lambda _: None, lambda _: None, self.seconds)
        heapq.heappush(self._heap, (call.getTime(), next(self._count), call))
        return call

    def pass_time(self, seconds: float) -> None:
        """Do what is due, each at its moment."""
        until = self.rightNow + seconds
        heap = self._heap
        while heap and heap[0][0] <= until:
            at, _, call = heapq.heappop(heap)
            if call.active():
                self.rightNow = max(self.rightNow, at)
                call.called = 1
                call.func(*call.args, **call.kw)
        self.rightNow = until


class World:
    """Time, chance and a network.

    :ivar is_faulty: whether the network is.
    """

    #: How long partitions know a producer that is silent.
    producer_expiration_ms = DEFAULT_EXPIRATION_MS

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.random = random.Random(plan.seed * 5 + 3)
        self.clock = HeapClock()
        self.clock.rightNow = 1_000.0
        self.fs = MemoryFileSystem()
        self.is_faulty = True

    def now_ms(self) -> int:
        """Now."""
        return int(self.clock.seconds() * 1000)

    def pause(self, seconds: float) -> Deferred[None]:
        """Fires then."""
        waiting: Deferred[None] = Deferred()
        self.clock.callLater(seconds, waiting.callback, None)
        return waiting

    def ask(self, act: Callable[[], Any], slow: float = 0.0, may_be_late: Callable[[], bool] = lambda: True) -> Deferred[Any]:
        """What `act` gives at the other end; `BrokerUnreachable` where that, or the way there, got lost.

        :param slow: how likely an answer takes its time.
        :param may_be_late: whether it may still be done when it comes late.
        """
        plan, chance = self.plan, self.random
        asked: Deferred[Any] = Deferred(lambda _: None)

        def unanswered() -> None:
            if not asked.called:
                asked.errback(BrokerUnreachable("toy:1", "did not answer"))

        def answered(result: Any) -> None:
            delay_s = chance.uniform(0, 0.02)
            if self.is_faulty and chance.random() < slow:
                delay_s += chance.uniform(0, 1.2)
            if self.is_faulty and chance.random() < plan.loss:
                self.clock.callLater(delay_s, unanswered)
                return
            self.clock.callLater(delay_s, lambda: None if asked.called else asked.callback(result))

        def arrives(answer: Callable[[Any], None]) -> None:
            try:
                done = act()
            except KlogError as error:
                done = error.code
            if isinstance(done, Deferred):
                done.addCallback(answer)
            else:
                answer(done)

        is_lost = self.is_faulty and chance.random() < plan.loss
        if (plan.second or is_lost) and self.is_faulty and chance.random() < plan.late * (4 if is_lost else 1):
            # Long after everybody has gone on.
            late_s = chance.choice([0.03, 0.3, 1.0, 3.0])
            self.clock.callLater(late_s, lambda: arrives(lambda result: None) if may_be_late() else None)
        self.clock.callLater(chance.uniform(0, 0.02), (lambda: unanswered()) if is_lost else (lambda: arrives(answered)))
        self.clock.callLater(REQUEST_TIMEOUT_S * 3, unanswered)
        return asked
