"""``klog mirror``: its commands, each of which is a file of this room."""

from __future__ import annotations

import click

from klog.cli.exit_codes import EXIT_CODES
from klog.cli.mirror.run import run
from klog.cli.mirror.verify import verify


@click.group(epilog=EXIT_CODES)
def mirror() -> None:
    """A second cluster that is equal, and the proof of it."""


mirror.add_command(run)
mirror.add_command(verify)
