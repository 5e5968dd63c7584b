"""``klog mirror``: its commands, each of which is a file of this room."""

from __future__ import annotations

import click

from klog.cli.exit_codes import EXIT_CODES
from klog.cli.mirror.changes import alter, delete, pause, resume
from klog.cli.mirror.create import create
from klog.cli.mirror.ends import failover, promote
from klog.cli.mirror.handover import handover
from klog.cli.mirror.listing import describe, list_links
from klog.cli.mirror.run import run
from klog.cli.mirror.verify import verify


@click.group(epilog=EXIT_CODES)
def mirror() -> None:
    """Copy topics of one cluster to another, and compare the two.

    Into klog: create has the brokers of the destination copy topics as they are, under the same names and offsets; list and describe show
    how far they are, and promote or failover makes the copies ordinary topics. Into any Kafka: run produces the records again, in a
    process of its own, or copies them as they are into a data directory, which handover makes ready for the broker that will serve it.
    verify compares any two clusters.
    """


for _command in (create, list_links, describe, pause, resume, alter, promote, failover, delete, run, handover, verify):
    mirror.add_command(_command)
