"""What a load is: a line of the table (`Load`), and what stands behind it, which does it and tells of itself what people read (`Run`)."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.amounts import EVERY_SIDE
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.sides.names import AGAIN, OURS, SLOWED, speaks_kafka


class Run(Protocol):
    """Does a load to one side, in one step. Each has to say all of this, also where it has nothing to say: what is told under another name,
    or not at all, would be an empty cell of the page. A test that only takes steps may have a function in its place."""

    def __call__(self, site: Site, side: str, /) -> Measured:
        """The step, on a side by its name.

        :raises Skip: what it needs cannot be had here. :raises StepFailed: there is no figure to print.
        """

    @property
    def warm_up_told(self) -> str:
        """What is done before and is in no figure, for people; "" where that is nothing."""

    def counts_by_side(self, size: str) -> Mapping[str, int]:
        """How many records each side is given, or messages: those of `EVERY_SIDE`, and of each that has its own by its name. Nothing where
        it is not so many records.

        :param size: of the suite.
        """


@dataclasses.dataclass(frozen=True)
class Load:
    """One line of the table.

    :param run: does it to a side.
    :param seconds: about how long one side takes, by size, for the time left before anything was measured: on two cores, klog's and Kafka's
    mean.
    :param sides: where it has its own; otherwise klog and whatever brokers it is held against.
    :param queues: which of the brokers with another protocol take part. :param alone: klog is not compared here.
    :param most_rounds: by size, where fewer are enough or more would take a day.
    :param without: who of the others does not take part, though it could.
    :param is_noise: klog is measured against itself here, whatever else is asked for.
    :param version: rises when the load is done or counted otherwise, so that its figures are others: those of before are measured again,
    those of other loads stand. (Where all loads are measured otherwise, `klog.cli.suite.results.outcomes.SUITE_VERSION` rises.)
    """

    name: str
    title: str
    run: Run
    seconds: Mapping[str, float]
    sides: Sequence[str] = ()
    queues: Collection[str] = ()
    alone: bool = False
    without: Collection[str] = ()
    most_rounds: Mapping[str, int] = dataclasses.field(default_factory=dict)
    is_noise: bool = False
    version: int = 1

    def sides_of(self, against: Sequence[str]) -> list[str]:
        """Who takes part, klog first.

        :param against: what klog is held against.
        """
        if self.sides:
            return list(self.sides)
        if self.alone:
            return [OURS]
        others = [name for name in against if name != OURS and name not in self.without and (speaks_kafka(name) or name in self.queues)]
        again = [AGAIN] if (self.is_noise or OURS in against or SLOWED in against) else []
        return list(dict.fromkeys([OURS, *again, *others]))

    def amounts(self, size: str) -> str:
        """How many records it takes at a size, for people, and who gets another number, or how many each side takes; "" where it is not so
        many records."""
        counts = self.run.counts_by_side(size)
        every = counts.get(EVERY_SIDE)
        own = ", ".join(f"{side} {count:,}" for side, count in counts.items() if side != EVERY_SIDE and count != every)
        if every is None:
            return own
        return f"{every:,}" + (f" ({own})" if own else "")

    @property
    def warm_up(self) -> str:
        """What is done before and is in no figure, for people; "" where that is nothing."""
        return self.run.warm_up_told
