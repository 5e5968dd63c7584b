"""``klog mirror``: its commands, each of which is a file of this room."""

from __future__ import annotations

import click

from klog.cli.exit_codes import EXIT_CODES
from klog.cli.mirror.changes import delete, pause, resume
from klog.cli.mirror.create import create
from klog.cli.mirror.ends import failover, promote
from klog.cli.mirror.listing import describe, list_links
from klog.cli.mirror.run import run
from klog.cli.mirror.verify import verify


@click.group(epilog=EXIT_CODES)
def mirror() -> None:
    """A second cluster that is equal, and the proof of it."""


for _command in (create, list_links, describe, pause, resume, promote, failover, delete, run, verify):
    mirror.add_command(_command)
