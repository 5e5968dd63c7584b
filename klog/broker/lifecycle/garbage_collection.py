"""What the Python interpreter is told once a broker has started, so that it holds the reactor up for less.

The collector of cyclic garbage looks at every object there is before it is done, while nobody is served: 40 to 85 ms with some thousand
partitions and groups. What is alive when a broker has started stays, and need not be looked at again (`gc.freeze`); what comes later is
looked at in full when some millions of objects have been added to it, not every few ten thousand. klog breaks its own cycles, so that
nothing waits for that: what a request leaves (``tests/broker/lifecycle/test_garbage_collection.py``), a connection
(``tests/integration/test_net_sockets.py``) and what is read in threads (``tests/broker/fetching/test_cold_reads.py``).

A process that begins has nothing to look at: the modules of a broker stay, and importing them leaves some two thousand objects behind.
Looking at those again and again was a sixth of the time from the process's start to its first client. So they are imported with the
collector held back (`held_back`), and what was there before a start is looked at only in a process that has lived (`has_lived`).

A start makes dozens of objects for each partition that all stay, and leaves no cycles: to look at them while it runs takes a quarter of the
time of a start with ten thousand partitions, and to look at all of them at its end a tenth. So what was there before is looked at when it
begins, and then, until it has ended, hardly anything (`hold_back`). A start that waits for ZooKeeper makes cycles meanwhile, with each
attempt to reach it: when it is there, what was made until then is looked at (`hold_back`, once more). What a broker before it has left in
this process is looked at with it; and where a start fails, whoever goes on in the process has a collector again (`go_on_without`).

This is of the process, so that it is done by those who run a broker as a process or as one of its services
(`klog.broker.lifecycle.service.BrokerService.real`), never by the brokers of tests.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator, Mapping, Sequence

#: Objects that are added until the young ones are looked at; how many times that happens until those that survived are, and how often
#: those are until all are. Python's are 700, 10 and 10.
THRESHOLDS = (2000, 20, 50)


#: The same while a broker starts, which may wait for ZooKeeper for hours: ten thousand partitions are some 600,000 objects.
STARTING_THRESHOLDS = (1_000_000, 10_000, 10_000)


#: So often has Python looked at all objects by itself when a process has imported what it runs, and done nothing yet.
IMPORTS_LOOK = 3


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
    gc.unfreeze()
    goes_on = gc.get_threshold() == STARTING_THRESHOLDS
    if goes_on or has_lived(gc.get_stats()):
        gc.collect()
    gc.set_threshold(*STARTING_THRESHOLDS)


def go_on_without() -> None:
    """A start has failed."""
    gc.set_threshold(*THRESHOLDS)


def settle_interpreter() -> None:
    """What is alive now stays. May be called again, by the next broker of a process."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
