"""``klog mirror pause``, ``resume`` and ``delete``."""

from __future__ import annotations

import click

from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES
from klog.cli.mirror.mirrors import with_mirrors
from klog.cli.output import Output


@click.command(epilog=EXIT_CODES)
@click.argument("name")
@broker_options
def pause(name: str, connection: Connection, out: Output) -> None:
    """Copy nothing by this mirror until it is resumed. Its topics stay read-only."""
    with_mirrors(connection, out, lambda mirrors: mirrors.pause(name))


@click.command(epilog=EXIT_CODES)
@click.argument("name")
@click.option("--on-loss", type=click.Choice(["alarm", "stop", "follow"]), help="What follows a loss from now on.  [default: as it was]")
@broker_options
def resume(name: str, on_loss: str | None, connection: Connection, out: Output) -> None:
    """Copy again: what was paused, and what had stopped, which is tried again."""
    from klog.mirror.decisions.answers import OnLoss

    rule = None if on_loss is None else OnLoss(on_loss)
    with_mirrors(connection, out, lambda mirrors: mirrors.resume(name, rule))


@click.command(epilog=EXIT_CODES)
@click.argument("name")
@broker_options
def delete(name: str, connection: Connection, out: Output) -> None:
    """Forget a mirror, all of whose topics were promoted or failed over."""
    with_mirrors(connection, out, lambda mirrors: mirrors.delete(name))
