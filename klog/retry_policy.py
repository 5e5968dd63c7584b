"""What follows an attempt that failed: say it again, learn anew whom to ask, find out whether it happened, or give up.

`RetryPolicy` decides and does nothing else: whoever holds it asks, waits (`RetryPolicy.pause_ms`) and looks. It has three states:

* *saying*: what was asked has not happened.
* *doubting*: an answer was lost, so it may have happened. It is said again where that does it once only, and from then on a refusal
  does not mean that it was not done.
* *looking*: it has to be known whether it happened before anything is said: a refusal that the change's own success would explain, or a
  lost answer to what must not be said twice. What fails now failed to look.

===========  ==================  =====================================  =============================  =========================
failed by    saying              saying, and twice would do it twice    doubting                       looking
===========  ==================  =====================================  =============================  =========================
PASSING      again               again                                  again                          look again
MOVED        refresh             refresh                                refresh                        look again, refreshed
UNANSWERED   refresh; doubting   find out; looking                      refresh                        look again, refreshed
CONFLICT     again               again                                  find out; looking              give up
REFUSED      give up             give up                                find out; looking              give up
LASTING      give up             give up                                give up                        give up
===========  ==================  =====================================  =============================  =========================

What was found goes to `RetryPolicy.found`. When the time is over everything ends with giving up.
"""

from __future__ import annotations

import enum
import random as random_
from collections.abc import Callable


class Trouble(enum.Enum):
    """Why an attempt failed."""

    #: It was refused for a reason that passes.
    PASSING = "passing"
    #: It was not asked of the right one, or nobody was reached: nothing was done.
    MOVED = "moved"
    #: Nobody knows whether it was done.
    UNANSWERED = "unanswered"
    #: Somebody else was faster: what it was built on is old, and it may be built anew.
    CONFLICT = "conflict"
    #: It was refused as it would be if it had been done already.
    REFUSED = "refused"
    #: Nothing helps.
    LASTING = "lasting"


class Step(enum.Enum):
    """What is to be done."""

    AGAIN = "again"
    #: Learn anew whom to ask, then `AGAIN`; of a look that failed, then `FIND_OUT`.
    REFRESH = "refresh"
    FIND_OUT = "find out"
    GIVE_UP = "give up"
    DONE = "done"


class State(enum.Enum):
    """Where a `RetryPolicy` is."""

    SAYING = "saying"
    DOUBTING = "doubting"
    LOOKING = "looking"


_NEXT: dict[State, dict[Trouble, tuple[State, Step]]] = {
    State.SAYING: {
        Trouble.PASSING: (State.SAYING, Step.AGAIN),
        Trouble.MOVED: (State.SAYING, Step.REFRESH),
        Trouble.UNANSWERED: (State.DOUBTING, Step.REFRESH),
        Trouble.CONFLICT: (State.SAYING, Step.AGAIN),
        Trouble.REFUSED: (State.SAYING, Step.GIVE_UP),
        Trouble.LASTING: (State.SAYING, Step.GIVE_UP),
    },
    State.DOUBTING: {
        Trouble.PASSING: (State.DOUBTING, Step.AGAIN),
        Trouble.MOVED: (State.DOUBTING, Step.REFRESH),
        Trouble.UNANSWERED: (State.DOUBTING, Step.REFRESH),
        Trouble.CONFLICT: (State.LOOKING, Step.FIND_OUT),
        Trouble.REFUSED: (State.LOOKING, Step.FIND_OUT),
        Trouble.LASTING: (State.DOUBTING, Step.GIVE_UP),
    },
    State.LOOKING: {
        Trouble.PASSING: (State.LOOKING, Step.FIND_OUT),
        Trouble.MOVED: (State.LOOKING, Step.REFRESH),
        Trouble.UNANSWERED: (State.LOOKING, Step.REFRESH),
        Trouble.CONFLICT: (State.LOOKING, Step.GIVE_UP),
        Trouble.REFUSED: (State.LOOKING, Step.GIVE_UP),
        Trouble.LASTING: (State.LOOKING, Step.GIVE_UP),
    },
}


def jittered_ms(initial_ms: float, max_ms: float, failures: int, random: random_.Random, jitter: float = 0.2) -> float:
    """How long to wait after `failures` pauses before this one: doubled with each up to `max_ms`, varied by `jitter` either way (KIP-580),
    milliseconds.
    """
    # Beyond 2**32 the doubling has met its limit long ago.
    return min(max_ms, initial_ms * (1 << min(failures, 32))) * random.uniform(1 - jitter, 1 + jitter)


class Backoff:
    """Pauses that double from `initial_ms` to `max_ms`, each varied by a fifth either way (KIP-580), so that a thousand clients of a broker
    that comes back do not come all at once.

    ::

        backoff = Backoff(100, 1_000, random.Random())
        backoff.next_ms()   # about 100, then 200, 400, 800, 1000, 1000 ...
        backoff.reset()     # it worked

    :param random: where the jitter comes from.
    """

    def __init__(self, initial_ms: float, max_ms: float, random: random_.Random, *, jitter: float = 0.2) -> None:
        self.initial_ms = initial_ms
        self.max_ms = max(initial_ms, max_ms)
        self.failures = 0
        self._random = random
        self._jitter = jitter

    def next_ms(self) -> float:
        """How long to wait now; counts a failure."""
        pause_ms = jittered_ms(self.initial_ms, self.max_ms, self.failures, self._random, self._jitter)
        self.failures += 1
        return pause_ms

    def reset(self) -> None:
        """An attempt has succeeded: begin with `initial_ms` again."""
        self.failures = 0


class RetryPolicy:
    """One thing that is wanted, and how long it is tried; see the module.

    ::

        retry_policy = RetryPolicy(reactor.seconds, Backoff(100, 1_000, random), reactor.seconds() + 30)
        while True:
            try:
                return await ask()
            except KlogError as error:
                if retry_policy.after(trouble_of(error)) is Step.GIVE_UP:
                    raise
            await wait_ms(retry_policy.pause_ms())

    :param clock: seconds; never goes back.
    :param backoff: the pauses; several things that are asked together share one.
    :param deadline_s: of `clock`; None where there is no end.
    :param twice_is_once: whether a change that is said again where it has been done already is refused, or does nothing. One that would
        be done twice is looked for as soon as its answer was lost.
    """

    def __init__(self, clock: Callable[[], float], backoff: Backoff, deadline_s: float | None, *, twice_is_once: bool = True) -> None:
        self.state = State.SAYING
        self._clock = clock
        self._backoff = backoff
        self._deadline_s = deadline_s
        self._twice_is_once = twice_is_once
        self._why = Trouble.UNANSWERED

    @property
    def left_s(self) -> float:
        """What is left of the time, at least 0."""
        return float("inf") if self._deadline_s is None else max(0.0, self._deadline_s - self._clock())

    @property
    def is_over(self) -> bool:
        """Whether the time is."""
        return self.left_s <= 0

    def pause_ms(self) -> float:
        """How long to wait before the next step; never past the end."""
        return min(self._backoff.next_ms(), self.left_s * 1000)

    def after(self, trouble: Trouble) -> Step:
        """What follows `trouble`, of the attempt or of the look.

        :returns: anything but `Step.DONE`.
        """
        was = self.state
        self.state, step = _NEXT[was][trouble]
        if was is State.SAYING and trouble is Trouble.UNANSWERED and not self._twice_is_once:
            self.state, step = State.LOOKING, Step.FIND_OUT
        if was is not State.LOOKING:
            self._why = trouble
        return Step.GIVE_UP if self.is_over else step

    def pause_after(self, trouble: Trouble, *, rest_ms: float = 0) -> float | None:
        """For those who only ask again: how long to wait before that, milliseconds; None where nothing helps, or the wait would not end in
        time.

        :param rest_ms: what must be left of the time then, for asking to be worth it.
        """
        step = self.after(trouble)
        pause_ms = self._backoff.next_ms()
        return None if step is Step.GIVE_UP or (pause_ms + rest_ms) / 1000 > self.left_s else pause_ms

    def progressed(self) -> None:
        """Something of what is wanted came: the next pause is a short one again."""
        self._backoff.reset()

    def found(self, happened: bool | None) -> Step:
        """What follows from having looked: it happened, it did not, or (None) that cannot be told any more.

        One that was refused and has not happened was refused for good; the other ones are said again.

        :returns: `Step.DONE`, `Step.AGAIN` or `Step.GIVE_UP`.
        """
        assert self.state is State.LOOKING, "nobody was asked to look"
        if happened:
            return Step.DONE
        self.state = State.SAYING
        if happened is None or self._why is Trouble.REFUSED or self.is_over:
            return Step.GIVE_UP
        return Step.AGAIN
