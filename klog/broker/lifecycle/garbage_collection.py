"""What the Python interpreter is told once a broker has started, so that it holds the reactor up for less.

The collector of cyclic garbage looks at every object there is before it is done, while nobody is served: 40 to 85 ms with some thousand
partitions and groups. What is alive when a broker has started stays, and need not be looked at again (`gc.freeze`); what comes later is
looked at in full when some eighty thousand objects have been added to it. klog breaks its own cycles, so that nothing waits for that: what
a request leaves (``tests/broker/lifecycle/test_garbage_collection.py``), a connection (``tests/integration/test_net_sockets.py``) and what
is read in threads (``tests/broker/fetching/test_cold_reads.py``).

A process that begins has nothing to look at: the modules of a broker stay, and importing them leaves some two thousand objects behind.
Looking at those again and again was a sixth of the time from the process's start to its first client. So they are imported with the
collector held back (`held_back`), and what was there before a start is looked at only in a process that has lived (`has_lived`).

A start makes dozens of objects for each partition that all stay, and leaves no cycles: to look at them while it runs takes a quarter of the
time of a start with ten thousand partitions, and to look at all of them at its end a tenth. So what was there before is looked at when it
begins, and then, until it has ended, hardly anything (`hold_back`). A start that waits for ZooKeeper makes cycles meanwhile, with each
attempt to reach it: when it is there, what was made until then is looked at (`hold_back`, once more). What a broker before it has left in
this process is looked at with it; and where a start fails, whoever goes on in the process has a collector again (`go_on_without`).

What comes later may be most of a broker: one that begins with nothing is given ten thousand partitions an hour later, and a full look at
those takes 200 ms, which was the longest turn of a fail-over. So what a full look has left is not looked at again either; it was just found
to be no garbage. What becomes garbage of it in cycles, as a partition that was deleted does with its log, waits for one look in
thirty-three, which is at everything (`FullLooks`); one that begins with nothing has more than a fail-over behind it then.

This is of the process, so that it is done by those who run a broker as a process or as one of its services
(`klog.broker.lifecycle.service.BrokerService.real`), never by the brokers of tests.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator, Mapping, Sequence

#: Objects that are added until the young ones are looked at; how many times that happens until those that survived are, and how often
#: those are until all are. Python's are 700, 10 and 10. Each object that stays is looked at once in each of the three, however often they
#: come: what is added until then is how long the reactor stands still.
THRESHOLDS = (2000, 10, 4)


#: The same while a broker starts, which may wait for ZooKeeper for hours: ten thousand partitions are some 600,000 objects.
STARTING_THRESHOLDS = (1_000_000, 10_000, 10_000)


#: So often has Python looked at all objects by itself when a process has imported what it runs, and done nothing yet.
IMPORTS_LOOK = 3


#: So many full looks pass over what the ones before them have left: then some 2,600,000 objects have been added, of 40,000 partitions.
LOOKS_BETWEEN = 32


#: Full looks are at the objects of this generation, which are all.
_OLDEST = 2


class FullLooks:
    """Sees to it that a full look of the collector is mostly at what has come since the last one; one of ``gc.callbacks``."""

    def __init__(self) -> None:
        self._passed_over = 0

    def __call__(self, phase: str, info: Mapping[str, int]) -> None:
        """A look begins or ends."""
        if info["generation"] < _OLDEST:
            return
        if phase == "stop":
            gc.freeze()
        elif self._passed_over < LOOKS_BETWEEN:
            self._passed_over += 1
        else:
            self._passed_over = 0
            gc.unfreeze()


_FULL_LOOKS = FullLooks()


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Hardly anything is looked at meanwhile: modules are imported, which stay. What was made counts as old at once; as young it would be
    looked at now."""
    before = gc.get_threshold()
    gc.set_threshold(*STARTING_THRESHOLDS)
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()
        gc.set_threshold(*before)


def has_lived(stats: Sequence[Mapping[str, int]]) -> bool:
    """Whether a process has done anything yet that leaves cycles.

    :param stats: `gc.get_stats`, of all generations.
    """
    return stats[-1]["collections"] > IMPORTS_LOOK


def hold_back() -> None:
    """A start begins, or goes on after it has waited; `settle_interpreter` comes at its end, or `go_on_without`."""
    _go_without_full_looks()
    gc.unfreeze()
    goes_on = gc.get_threshold() == STARTING_THRESHOLDS
    if goes_on or has_lived(gc.get_stats()):
        gc.collect()
    gc.set_threshold(*STARTING_THRESHOLDS)


def go_on_without() -> None:
    """A start has failed."""
    _go_without_full_looks()
    gc.set_threshold(*THRESHOLDS)


def settle_interpreter() -> None:
    """What is alive now stays. May be called again, by the next broker of a process."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    if _FULL_LOOKS not in gc.callbacks:
        gc.callbacks.append(_FULL_LOOKS)


def _go_without_full_looks() -> None:
    """Whoever starts next in the process has all looked at that is left by the one before."""
    if _FULL_LOOKS in gc.callbacks:
        gc.callbacks.remove(_FULL_LOOKS)
