"""What all sides have in common once they serve: an address, processes to look at, an end in order.

`Side` is what loads are put on, one broker or several; what it started for a step is a `Running`. A port that somebody else takes in the
moment between its choice and the start is a matter of bad luck, and another one is tried (`with_ports`).
"""

from __future__ import annotations

import contextlib
import dataclasses
import pathlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from klog.cli.suite.host.machine import Machine, disk_bytes
from klog.cli.suite.host.processes import STOP_S, Child, StepFailed, Tools, free_ports, is_taken
from klog.cli.suite.host.site import Site
from klog.cli.suite.sides.certificates import Certificates

#: How different programs say that a port is taken.
_TAKEN = re.compile(r"[Aa]ddress already in use|listens on [\d.:]+ already|BindException|eaddrinuse|Couldn't listen on", re.MULTILINE)
PORT_TRIES = 3
#: What the peers' scripts print once their broker serves, and what they get for that and for fetching it.
PEER_READY = r"READY port=(\d+) pid=(\d+) seconds=([\d.]+)"
READY_S = 120.0
INSTALL_S = 600.0
T = TypeVar("T")


@dataclasses.dataclass
class Running:
    """Brokers that serve.

    :param bootstrap: ``host:port`` of all, with commas. :param pids: whose families do the work that is measured.
    :param children: all that was started, the first to be stopped last.
    """

    name: str
    bootstrap: str
    pids: Sequence[int]
    children: Sequence[Child]
    folder: pathlib.Path
    machine: Machine
    ready_s: float

    @property
    def port(self) -> int:
        """Of the first broker."""
        return int(self.bootstrap.partition(",")[0].rpartition(":")[2])

    def cpu_s(self) -> float:
        """User and system time so far."""
        return sum(self.machine.cpu_s(pid) for pid in self.pids)

    def memory_mb(self, what: str = "VmRSS") -> float:
        """Resident memory now, or its peak (``VmHWM``)."""
        return sum(self.machine.memory_mb(pid, what) for pid in self.pids)

    def switches(self) -> int:
        """Context switches so far."""
        return sum(self.machine.switches(pid) for pid in self.pids)

    def disk_bytes(self) -> int:
        """On the disk, what the broker's log says of itself left out."""
        return disk_bytes(self.folder)

    def check(self) -> None:
        """Raises StepFailed where one of the processes has ended."""
        for child in self.children:
            if child.has_ended():
                raise StepFailed(f"{child.name} {child.ending} in the middle of the run: {child.told()}")

    def tools(self, site: Site, environment: Mapping[str, str] | None = None) -> Tools:
        """Load programs that are not waited for once the broker has died."""
        return Tools(site.below("tools"), self.check, environment)


class Side(Protocol):
    """Somebody to put loads on."""

    #: As `--against` takes it.
    name: str

    def prepare(self, site: Site) -> str:
        """Have everything at hand that a start needs, outside of what is timed; which version it is, for people.

        :raises Skip: it cannot be had here.
        """

    def serve(
        self, site: Site, settings: Mapping[str, str] | None = None, *, brokers: int = 1, certificates: Certificates | None = None
    ) -> contextlib.AbstractContextManager[Running]:
        """Fresh brokers in a fresh folder.

        :param settings: by Kafka's names. :param certificates: clients come by TLS alone.
        :raises Skip: it is not there after all. :raises StepFailed: it does not get ready.
        """


@contextlib.contextmanager
def ended_in_order(running: Running, stop_s: float = STOP_S) -> Iterator[Running]:
    """The running brokers; stopped at the end, the last started first, and whatever they left is killed.

    :param stop_s: what each gets for its end in order.
    """
    try:
        yield running
        running.check()
        for child in reversed(running.children):
            child.stop(stop_s)
    finally:
        for child in reversed(running.children):
            child.end()


def with_ports(count: int, start: Callable[[list[int]], T]) -> T:
    """What `start` makes of so many free ports; with other ones where one was taken meanwhile.

    :raises StepFailed: what the last try raised.
    """
    for left in range(PORT_TRIES - 1, -1, -1):
        ports = free_ports(count)
        try:
            return start(ports)
        except StepFailed as error:
            # Not everybody says so (Kafka's script keeps quiet); who was started has ended, so that what is taken is taken by another.
            if not left or not (_TAKEN.search(str(error)) or any(map(is_taken, ports))):
                raise
    raise AssertionError("the last try returns or raises")


def start_all(starts: Sequence[Callable[[], Child]], ready: str, limit_s: float) -> tuple[list[Child], list[re.Match[str]]]:
    """Start several, then wait for all; where one does not get ready none is left.

    :raises StepFailed: see `Child.wait_for`.
    """
    children: list[Child] = []
    try:
        for start in starts:
            children.append(start())
        return children, [child.wait_for(ready, limit_s) for child in children]
    except BaseException:
        for child in children:
            child.end()
        raise
