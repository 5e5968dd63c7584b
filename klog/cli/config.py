"""``klog config``: settings of topics, brokers and groups, looked at and changed while everything runs.

What is changed stays with the cluster, not in a broker's file. A broker's number names one; ``all`` is what holds for all brokers that have
nothing of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from klog.cli.admin_session import report_failures
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, not_found, usage
from klog.cli.missing_features import supported, with_feature
from klog.cli.name_completion import complete_groups, complete_topics
from klog.cli.output import Column, Format, Output
from klog.reports.settings import resource_rows, setting_rows

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import ConfigChange, ConfigEntry, ConfigResource, Outcomes, ResourceType

#: What people call what has settings.
KINDS = ("topic", "broker", "group", "client-metrics", "broker-logger")
#: All brokers together.
EVERY_BROKER = "all"
_COLUMNS = (
    Column("kind", wide=True),
    Column("name"),
    Column("setting"),
    Column("value"),
    Column("source"),
    Column("read_only", "fixed"),
    Column("own", wide=True),
    Column("secret", wide=True),
)


@click.group(epilog=EXIT_CODES)
def config() -> None:
    """Settings of topics, brokers and groups: describe, alter, list."""


def _complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    kind = context.params.get("kind")
    if kind == "group":
        return complete_groups(context, parameter, incomplete)
    return complete_topics(context, parameter, incomplete) if kind == "topic" else []


def resource_of(kind: str, name: str) -> ConfigResource:
    """What the two words name.

    :raises CommandFailed: no number of a broker.
    """
    from klog.client.admin.types import ConfigResource

    resource_type = type_of(kind)
    if kind == "broker" and name == EVERY_BROKER:
        return ConfigResource.broker()
    if kind in ("broker", "broker-logger") and not (name.isascii() and name.isdigit() and len(name) <= 10):
        hint = f", or {EVERY_BROKER}" if kind == "broker" else ""
        raise usage(f"{name} is no broker; write its number{hint} (`klog cluster` shows them)")
    return ConfigResource(resource_type, name)


def type_of(kind: str) -> ResourceType:
    """Kafka's number of a kind."""
    from klog.client.admin.types import ResourceType

    return ResourceType[kind.upper().replace("-", "_")]


@config.command(epilog=EXIT_CODES)
@click.argument("kind", type=click.Choice(KINDS), metavar="topic|broker|group|…")
@click.argument("names", nargs=-1, required=True, metavar="NAME…", shell_complete=_complete)
@click.option("--all", "everything", is_flag=True, help="Also what nobody changed.")
@click.option("-s", "--setting", "settings", multiple=True, metavar="NAME", help="Only this setting, changed or not.")
@click.option("--help-texts", is_flag=True, help="What each setting means (in JSON, and in a column of its own).")
@broker_options
def describe(
    kind: str,
    names: tuple[str, ...],
    everything: bool,
    settings: tuple[str, ...],
    help_texts: bool,
    connection: Connection,
    out: Output,
) -> None:
    """Show settings that were changed while brokers ran, or all. KIND is topic, broker, group, client-metrics or broker-logger.

    NAME is that of a topic or a group, or the number of a broker; all stands for what holds for all brokers.
    """
    resources = [resource_of(kind, name) for name in dict.fromkeys(names)]

    async def work(admin: Admin) -> Outcomes[ConfigResource, dict[str, ConfigEntry]]:
        return supported(await admin.describe_configs(resources, names=settings or None, documentation=help_texts))

    outcomes = with_feature(connection, f"settings of this kind ({kind})", work)
    rows: list[dict[str, Any]] = [
        {**row, "name": row["name"] or EVERY_BROKER} for row in setting_rows(outcomes.done, everything=everything or bool(settings))
    ]
    if out.format is Format.TABLE:
        rows = [{**row, "value": "(secret)" if row["secret"] else row["value"]} for row in rows]
    columns = (*_COLUMNS, *((Column("documentation", "means"),) if help_texts else ()))
    says_none = not (everything or settings or outcomes.errors)
    with out.readers_may_go():
        out.rows("settings", columns, rows, empty="Nobody changed any; --all shows all that there are." if says_none else None)
    report_failures(outcomes, out.warn)
    there = {row["setting"] for row in rows}
    if missing := [name for name in settings if name not in there]:
        raise not_found(f"there is no setting {missing[0]}; --all shows those that there are")


@config.command(epilog=EXIT_CODES)
@click.argument("kind", type=click.Choice(KINDS), metavar="topic|broker|group|…")
@click.argument("name", metavar="NAME", shell_complete=_complete)
@click.option("-c", "--config", "sets", metavar="NAME=VALUE", multiple=True, help="Change a setting.")
@click.option("-d", "--unset", "unsets", metavar="NAME", multiple=True, help="Give a setting its default again.")
@click.option("--append", "appends", metavar="NAME=VALUE", multiple=True, help="Add a value to a setting that is a list.")
@click.option("--remove", "removes", metavar="NAME=VALUE", multiple=True, help="Take a value out of a setting that is a list.")
@click.option("--dry-run", is_flag=True, help="Only find out whether it would work.")
@broker_options
def alter(
    kind: str,
    name: str,
    sets: tuple[str, ...],
    unsets: tuple[str, ...],
    appends: tuple[str, ...],
    removes: tuple[str, ...],
    dry_run: bool,
    connection: Connection,
    out: Output,
) -> None:
    """Change settings of one topic, broker or group; what is not named stays as it is."""
    resource = resource_of(kind, name)
    changes = changes_of(sets, unsets, appends, removes)

    async def work(admin: Admin) -> Outcomes[ConfigResource, None]:
        return supported(await admin.alter_configs({resource: changes}, validate_only=dry_run))

    outcomes = with_feature(connection, f"settings of this kind ({kind})", work)
    report_failures(outcomes, out.warn)
    rows = [
        {"kind": kind, "name": name, "setting": one.name, "change": one.operation.name.lower(), "value": one.value, "changed": not dry_run}
        for one in changes
    ]
    out.done("settings", tuple(map(Column, ("name", "setting", "change", "value", "changed"))), rows)


def changes_of(sets: tuple[str, ...], unsets: tuple[str, ...], appends: tuple[str, ...], removes: tuple[str, ...]) -> list[ConfigChange]:
    """Changes in the order of Kafka's operations.

    :raises CommandFailed: none, two of one setting, or no ``name=value``.
    """
    from klog.client.admin.types import ConfigChange, ConfigOperation

    found: list[ConfigChange] = []
    for option, texts, operation in (
        ("--config", sets, ConfigOperation.SET),
        ("--append", appends, ConfigOperation.APPEND),
        ("--remove", removes, ConfigOperation.SUBTRACT),
    ):
        for text in texts:
            setting, equals, value = text.partition("=")
            if not equals or not setting.strip():
                raise usage(f"{option} {text}: write name=value")
            found.append(ConfigChange(setting.strip(), value, operation))
    found += [ConfigChange(setting, None, ConfigOperation.DELETE) for setting in unsets]
    if not found:
        raise usage("nothing to change: give --config NAME=VALUE, --unset NAME, --append NAME=VALUE or --remove NAME=VALUE")
    names = [one.name for one in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise usage(f"{twice} is changed twice; say once what it shall be")
    return found


@config.command("list", epilog=EXIT_CODES)
@click.argument("kinds", nargs=-1, type=click.Choice(KINDS), metavar="[topic|broker|group|…]")
@broker_options
def list_command(kinds: tuple[str, ...], connection: Connection, out: Output) -> None:
    """List what has settings, of all kinds or these (Apache Kafka 4.1 and later)."""
    chosen = [type_of(kind) for kind in kinds]

    async def work(admin: Admin) -> list[ConfigResource]:
        return await admin.list_config_resources(chosen)

    found = with_feature(connection, "list of what has settings", work)
    out.rows("resources", (Column("kind"), Column("name")), resource_rows(found), empty="Nothing has settings of its own.")
