"""``klog mirror pause``, ``resume``, ``alter`` and ``delete``."""

from __future__ import annotations

import click

from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, usage
from klog.cli.mirror.mirrors import with_mirrors
from klog.cli.mirror.sides import patterns_of
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
@click.option("--acls", multiple=True, metavar="PATTERN", help="Principals whose rules are carried, instead of those before.")
@click.option("--no-acls", is_flag=True, help="Carry no rules any more. Those that are here stay.")
@click.option("--users", multiple=True, metavar="PATTERN", help="Users of SCRAM that are carried, instead of those before.")
@click.option("--no-users", is_flag=True, help="Carry no users any more. Those that are here stay.")
@click.option("--never-config", "never", multiple=True, metavar="NAME", help="Configurations that are not copied, instead of those before.")
@click.option("--every-config", is_flag=True, help="Copy all configurations, but those that are a cluster's own.")
@broker_options
def alter(
    name: str,
    acls: tuple[str, ...],
    no_acls: bool,
    users: tuple[str, ...],
    no_users: bool,
    never: tuple[str, ...],
    every_config: bool,
    connection: Connection,
    out: Output,
) -> None:
    """Change what a mirror carries beside the data: rules, users, configurations. What is not named stays as it is."""
    from klog.json_fields import BadRecord

    wanted: dict[str, tuple[str, ...] | None] = {}
    for field, patterns, is_none, options in (
        ("acls", acls, no_acls, "--acls or --no-acls"),
        ("users", users, no_users, "--users or --no-users"),
        ("never_configs", never, every_config, "--never-config or --every-config"),
    ):
        if patterns and is_none:
            raise usage(f"give either {options}")
        wanted[field] = () if is_none else patterns_of(patterns) or None
    if not any(one is not None for one in wanted.values()):
        raise usage("say what is to change: --acls, --users, --never-config …")
    try:
        with_mirrors(connection, out, lambda mirrors: mirrors.alter(name, **wanted))
    except BadRecord as error:
        raise usage(str(error)) from None


@click.command(epilog=EXIT_CODES)
@click.argument("name")
@broker_options
def delete(name: str, connection: Connection, out: Output) -> None:
    """Forget a mirror, all of whose topics were promoted or failed over."""
    with_mirrors(connection, out, lambda mirrors: mirrors.delete(name))
