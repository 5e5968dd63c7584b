"""``klog mirror create``: a link to another cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, usage
from klog.cli.mirror.mirrors import with_mirrors
from klog.cli.mirror.sides import patterns_of
from klog.cli.output import Output

if TYPE_CHECKING:
    from klog.mirror.administration import Mirrors
    from klog.mirror.decisions.records import LinkDefinition

#: How long it is waited for the first words of the brokers.
_FIRST_WORDS_S = 15.0


@click.command(epilog=EXIT_CODES)
@click.argument("name")
@click.option("--from", "source", required=True, metavar="HOST:PORT,…", help="Brokers of the cluster that is copied, as ours reach them.")
@click.option(
    "--topics",
    "topics",
    multiple=True,
    required=True,
    metavar="PATTERN",
    help="Topics to copy: names, or patterns with * and ?; !PATTERN takes some out. Several times, or with commas.",
)
@click.option("--groups", multiple=True, metavar="PATTERN", help="Groups whose committed offsets are copied.  [default: *]")
@click.option("--no-groups", is_flag=True, help="Copy no committed offsets.")
@click.option(
    "--on-loss",
    type=click.Choice(["alarm", "stop", "follow"]),
    help="What follows where the source no longer has what was to be copied, or was.  [default: alarm]",
)
@click.option("--never-config", "never", multiple=True, metavar="NAME", help="A topic configuration that is not copied. Several times.")
@click.option(
    "--acls",
    multiple=True,
    metavar="PATTERN",
    help="Principals (User:anna, 'User:*') whose rules about these topics and groups are carried, but for those that allow to change a "
    "topic: these come when it is promoted or failed over. Several times, or with commas.  [default: no rules]",
)
@click.option(
    "--users",
    multiple=True,
    metavar="PATTERN",
    help="Users of SCRAM that are carried where our brokers may read the source's ZooKeeper; else those that are missing here are told. "
    "Several times, or with commas.  [default: no users]",
)
@click.option(
    "--take-over",
    is_flag=True,
    help="Topics that are here already become mirrors: the way back after a failover. What they alone have is cut; with --on-loss stop, "
    "which is the default then, they stop before that and it is told.",
)
@click.option("--audit", is_flag=True, help="Count what is copied, by topic and window, and tell it in the audit's topic at the source.")
@click.option(
    "--audit-window",
    metavar="TIME",
    help="How long the audit's windows are: as the source's brokers have it (klog.audit.counts.window.ms).  [default: 10min]",
)
@click.option("--paused", is_flag=True, help="Copy nothing before klog mirror resume.")
@broker_options
def create(
    name: str,
    source: str,
    topics: tuple[str, ...],
    groups: tuple[str, ...],
    no_groups: bool,
    on_loss: str | None,
    never: tuple[str, ...],
    acls: tuple[str, ...],
    users: tuple[str, ...],
    take_over: bool,
    audit: bool,
    audit_window: str | None,
    paused: bool,
    connection: Connection,
    out: Output,
) -> None:
    """Have the brokers of this cluster copy topics of another one, as they are.

    -b names a broker of the cluster that is copied into. Topics are made here, and take no records but the source's until they are
    promoted or failed over.
    """
    from klog.audit.windows import DEFAULT_MS, length_fault
    from klog.cli.admin_session import parse_duration_ms, wall_clock_ms
    from klog.json_fields import BadRecord
    from klog.mirror.decisions.answers import OnLoss
    from klog.mirror.decisions.records import LinkDefinition

    if groups and no_groups:
        raise usage("give either --groups or --no-groups")
    if audit_window is not None and not audit:
        raise usage("--audit-window is for --audit")
    window_ms = DEFAULT_MS if audit_window is None else parse_duration_ms(audit_window)
    fault = length_fault(window_ms)
    if fault is not None:
        raise usage(f"--audit-window {audit_window}: {fault}")
    try:
        definition = LinkDefinition(
            name,
            source,
            patterns_of(topics),
            () if no_groups else patterns_of(groups) or ("*",),
            OnLoss(on_loss or ("stop" if take_over else "alarm")),
            is_paused=paused,
            never_configs=patterns_of(never),
            created_ms=wall_clock_ms(),
            takes_over=take_over,
            audit_window_ms=window_ms if audit else 0,
            acls=patterns_of(acls),
            users=patterns_of(users),
        )
    except BadRecord as error:
        raise usage(str(error)) from None
    with_mirrors(connection, out, lambda mirrors: create_link(mirrors, definition, out), make=True)


async def create_link(mirrors: Mirrors, definition: LinkDefinition, out: Output) -> None:
    """Make it, and say what the brokers say of it at first."""
    await mirrors.create(definition)
    out.note(f"mirror {definition.name} was made; `klog mirror describe {definition.name}` shows how far it is")
    name = definition.name
    await mirrors.wait_for(lambda: mirrors.link(name).source_id or mirrors.link(name).trouble, _FIRST_WORDS_S)
    link = mirrors.link(name)
    if not link.source_id:
        why = f": {link.trouble}" if link.trouble else f" within {_FIRST_WORDS_S:g} s, and their logs say why"
        out.warn(f"no broker has reached {definition.bootstrap}{why}; they try on")
