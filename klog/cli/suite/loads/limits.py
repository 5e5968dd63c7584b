"""How long a load program may take, and how much disk a load needs."""

from __future__ import annotations

from klog.cli.suite.host.machine import free_bytes
from klog.cli.suite.host.processes import Skip
from klog.cli.suite.host.site import Site

#: Records a second of a program that hangs, or as good as: who needs longer is not waited for. A machine ten times slower than that of
#: ``docs/experiments.md`` must not be cut off. There the slowest with a request for each record are a single connection with 5,700 and
#: ActiveMQ with 5,900. In bulk they are Kafka with 20,000 of a kilobyte, three times; loads of many millions have 80,000 and more, and what
#: is behind the first million is therefore expected ten times as fast: a tool that hangs with fifty millions would else hold a run for
#: fifteen hours, and holds it for three.
SLOWEST_PER_S = 1_000
SLOWEST_ONE_BY_ONE_PER_S = 500
STARTING_RECORDS, SLOWEST_BEHIND_PER_S = 1_000_000, 10_000
#: Likewise in bytes: Kafka has 26 MB/s of records of 10 KB, three times.
SLOWEST_BYTES_PER_S = 1e6
#: Seconds that any program gets, however little it has to do: a JVM and a broker have to find each other.
LEAST_S = 120.0
#: A topic takes so many times its records on the disk.
DISK_SHARE = 1.4
#: Bytes of the disk that have to be left.
DISK_LEFT_BYTES = 1 << 30


def limit_s(records: int, record_bytes: int = 100, *, one_by_one: bool = False) -> float:
    """Seconds that a tool may take.

    :param one_by_one: each record is a request of its own, whether or not it is waited for; otherwise they go in bulk where they are many.
    """
    if one_by_one:
        sending_s = records / SLOWEST_ONE_BY_ONE_PER_S
    else:
        sending_s = min(records, STARTING_RECORDS) / SLOWEST_PER_S + max(0, records - STARTING_RECORDS) / SLOWEST_BEHIND_PER_S
    return LEAST_S + sending_s + records * record_bytes / SLOWEST_BYTES_PER_S


def check_disk(site: Site, needed_bytes: float) -> None:
    """Raises Skip where the disk has no room for so much, before anything is written."""
    free, needed = free_bytes(str(site.folder)), needed_bytes * DISK_SHARE + DISK_LEFT_BYTES
    if free < needed:
        raise Skip(f"the disk of {site.folder.parent} has {free / 1e9:.1f} GB free, and this needs {needed / 1e9:.1f} GB")
