"""Operations that wait: the three doors, keys, order, mistakes."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.purgatory import DelayedOperation, Purgatory
from klog.model import TopicPartition

A, B = TopicPartition("a", 0), TopicPartition("b", 0)


class Waiter(DelayedOperation):
    """Ready when told; writes down what happens."""

    def __init__(self, name: str, told: list[str]) -> None:
        super().__init__()
        self.name = name
        self.told = told
        self.is_ready: bool | Exception = False
        self.on_end: Exception | None = None

    def ready(self, key: TopicPartition) -> bool:
        """As told."""
        if isinstance(self.is_ready, Exception):
            raise self.is_ready
        return self.is_ready

    def complete(self) -> None:
        """Writes it down."""
        if self.on_end is not None:
            raise self.on_end
        self.told.append(f"{self.name} completed")

    def expire(self) -> None:
        """Writes it down."""
        self.told.append(f"{self.name} expired")

    def fail(self, error: Exception) -> None:
        """Writes it down."""
        self.told.append(f"{self.name} failed: {error}")


class PurgatoryTests(SynchronousTestCase):
    """`Purgatory` on virtual time."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.purgatory = Purgatory(self.clock)
        self.told: list[str] = []

    def waiter(self, name: str, *keys: TopicPartition, timeout_ms: int = 1000) -> Waiter:
        """One that waits."""
        waiter = Waiter(name, self.told)
        self.purgatory.watch(waiter, keys, timeout_ms)
        return waiter

    def test_completes_what_is_ready(self) -> None:
        """Only what is watched under the key and ready is completed, first come first."""
        one, two, other = self.waiter("1", A), self.waiter("2", A, B), self.waiter("3", B)
        late = self.waiter("4", A)
        for waiter in (one, two, other):
            waiter.is_ready = True
        self.purgatory.check(A)
        self.assertEqual(self.told, ["1 completed", "2 completed"])
        self.assertEqual((len(self.purgatory), self.purgatory.waiting_for(B), late.waiting), (2, 1, True))
        self.purgatory.check(B)
        self.assertEqual(self.told[2:], ["3 completed"])

    def test_as_many_as_come_and_go(self) -> None:
        """One, several, and one again wait for the same."""
        for names in ("1", "12", "123"):
            for leaver in names:
                waiters = {name: self.waiter(name, A, B, A) for name in names}
                self.assertEqual((self.purgatory.waiting_for(A), self.purgatory.waiting_for(B)), (len(names), len(names)))
                self.purgatory.forget(waiters.pop(leaver))
                self.assertEqual(self.purgatory.waiting_for(A), len(waiters))
                for waiter in waiters.values():
                    waiter.is_ready = True
                self.purgatory.check(B)
                self.assertEqual(self.told, [f"{name} completed" for name in waiters])
                self.told.clear()
                self.assertEqual((self.purgatory.waiting_for(A), self.purgatory.waiting_for(B), len(self.purgatory)), (0, 0, 0))

    def test_nobody_waits(self) -> None:
        """Checking costs nothing and leaves nothing."""
        self.purgatory.check(A)
        self.assertEqual(len(self.purgatory), 0)

    def test_soon(self) -> None:
        """At the end of the turn, once for all that changed in it, and not where nobody waits."""
        self.purgatory.check_soon(A)
        self.assertEqual(self.clock.getDelayedCalls(), [])
        one, two = self.waiter("1", A), self.waiter("2", A, B)
        one.is_ready = two.is_ready = True
        asked: list[TopicPartition] = []

        def ready(key: TopicPartition) -> bool:
            asked.append(key)
            return False

        two.ready = ready  # type: ignore[method-assign]
        for key in (A, B, A):
            self.purgatory.check_soon(key)
        self.assertEqual((self.told, asked), ([], []))
        self.clock.advance(0)
        self.assertEqual((self.told, asked), (["1 completed"], [A, B]))
        self.purgatory.check_soon(B)
        self.purgatory.expire_all(closing=True)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_expires(self) -> None:
        """At its time, once, and no timer or key stays."""
        waiter = self.waiter("1", A, timeout_ms=500)
        self.clock.advance(0.499)
        self.assertEqual(self.told, [])
        self.clock.advance(0.001)
        self.assertEqual(self.told, ["1 expired"])
        waiter.is_ready = True
        self.purgatory.check(A)
        self.assertEqual(self.told, ["1 expired"])
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_completion_cancels_the_timer(self) -> None:
        """Nothing expires afterwards."""
        self.waiter("1", A).is_ready = True
        self.purgatory.check(A)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_forget(self) -> None:
        """No answer, no timer; a second time is harmless."""
        waiter = self.waiter("1", A)
        self.purgatory.forget(waiter)
        self.purgatory.forget(waiter)
        self.purgatory.check(A)
        self.assertEqual((self.told, self.clock.getDelayedCalls()), ([], []))

    def test_one_ends_another(self) -> None:
        """An operation that was forgotten by an earlier one's answer is not asked."""
        one, two = self.waiter("1", A), self.waiter("2", A)
        one.is_ready = two.is_ready = True
        one.complete = lambda: self.purgatory.forget(two)  # type: ignore[method-assign]
        self.purgatory.check(A)
        self.assertEqual(self.told, [])

    def test_mistakes(self) -> None:
        """One that raises is failed, and the others go on."""
        one, two, three = self.waiter("1", A), self.waiter("2", A), self.waiter("3", A)
        one.is_ready = ValueError("no")
        two.is_ready = three.is_ready = True
        two.on_end = ValueError("not either")
        self.purgatory.check(A)
        self.assertEqual(self.told, ["1 failed: no", "2 failed: not either", "3 completed"])
        self.assertEqual(len(self.purgatory), 0)

    def test_a_mistake_in_failing(self) -> None:
        """Is logged."""
        one = self.waiter("1", A)
        one.is_ready = ValueError("no")
        one.fail = None  # type: ignore[assignment, method-assign]
        self.purgatory.check(A)
        self.assertEqual(len(self.flushLoggedErrors(TypeError)), 1)

    def test_closing(self) -> None:
        """Everything expires, and what comes afterwards at once."""
        self.waiter("1", A)
        self.purgatory.expire_all()
        self.waiter("2", A)
        self.assertEqual(self.told, ["1 expired"])
        self.purgatory.expire_all(closing=True)
        self.waiter("3", A)
        self.assertEqual(self.told, ["1 expired", "2 expired", "3 expired"])

    def test_longest_wait(self) -> None:
        """Timeouts are bounded, negative ones are none."""
        self.waiter("1", A, timeout_ms=2**62)
        self.waiter("2", A, timeout_ms=-5)
        self.clock.advance(0)
        self.assertEqual(self.told, ["2 expired"])
