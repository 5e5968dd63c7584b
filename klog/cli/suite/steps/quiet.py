"""Nothing is measured on a busy machine: it is waited for before each step, and refused where it does not get quiet.

Before the first step somebody sits in front of it, and had better know soon; later a run may wait out what the machine does from time to
time. Who wants figures all the same says so, and they are marked (``--busy``): then nobody waits.
"""

from __future__ import annotations

from collections.abc import Callable

from klog.cli.exit_codes import CommandFailed
from klog.cli.suite.host.machine import MOST_OTHER_LOAD, Machine
from klog.cli.suite.steps.runner import View

#: The machine is looked at for so long, and waited for so long before the first step and before each later one.
LOOK_S = 1.0
FIRST_PATIENCE_S, PATIENCE_S = 20.0, 300.0


def wait_for_quiet(machine: Machine, view: View, kept: str) -> Callable[[bool], None]:
    """What waits until others keep less than `MOST_OTHER_LOAD` cores busy; it is told whether the step to come is the first.

    :param kept: the results file, for the sentence. :raises CommandFailed: by what is returned: they do not stop.
    """

    def wait(is_first: bool) -> None:
        patience_s = FIRST_PATIENCE_S if is_first else PATIENCE_S
        until = machine.clock() + patience_s
        while True:
            load, who = machine.load_of_others(LOOK_S)
            if load <= MOST_OTHER_LOAD:
                return
            if machine.clock() >= until:
                raise CommandFailed(
                    f"the machine is busy: others keep {load:.1f} cores busy ({', '.join(who) or 'nobody who could be named'}), and have "
                    f"for {patience_s:g} s; nothing is measured on a busy machine. What is done is in {kept}: run the same again later, or "
                    "with --busy, which marks the figures"
                )
            view.waiting(load, who)

    return wait
