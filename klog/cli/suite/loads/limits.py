"""How long a load program may take, and how much disk a load needs."""

from __future__ import annotations

from klog.cli.suite.host.machine import free_bytes
from klog.cli.suite.host.processes import Skip
from klog.cli.suite.steps.site import Site

#: Records a second, slower than anything that was ever seen, and as slow in bytes: who needs longer hangs.
SLOWEST_PER_S = 1_000
SLOWEST_BYTES_PER_S = 1e6
#: Seconds that any program gets, however little it has to do: a JVM and a broker have to find each other.
LEAST_S = 120.0
#: A topic takes so many times its records on the disk.
DISK_SHARE = 1.4
#: Bytes of the disk that have to be left.
DISK_LEFT_BYTES = 1 << 30


def limit_s(records: int, record_bytes: int = 100) -> float:
    """Seconds that a tool may take."""
    return LEAST_S + records / SLOWEST_PER_S + records * record_bytes / SLOWEST_BYTES_PER_S


def check_disk(site: Site, needed_bytes: float) -> None:
    """Raises Skip where the disk has no room for so much, before anything is written."""
    free, needed = free_bytes(str(site.folder)), needed_bytes * DISK_SHARE + DISK_LEFT_BYTES
    if free < needed:
        raise Skip(f"the disk of {site.folder.parent} has {free / 1e9:.1f} GB free, and this needs {needed / 1e9:.1f} GB")
