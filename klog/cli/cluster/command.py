"""``klog cluster``: brokers, controller, data directories, what brokers speak; ``klog cluster up`` starts some.

Elections are in `klog.cli.cluster.leaders`, moves of partitions in `klog.cli.cluster.moves`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from klog.cli.admin_session import report_failures, with_admin
from klog.cli.cluster.leaders import elect
from klog.cli.cluster.moves import drain, reassign, rebalance
from klog.cli.connection import Connection, broker_options, output_options
from klog.cli.exit_codes import EXIT_CODES
from klog.cli.output import Column, Format, Output, number, size
from klog.cli.zookeeper import runtime_options
from klog.reports.cluster import api_rows, broker_rows, directory_rows, health_rows, replication_facts

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes, TopicDescription

_BROKERS = (
    number("broker"),
    Column("address"),
    Column("rack"),
    Column("controller"),
    number("partitions"),
    number("leaders"),
    number("in_sync", "in sync"),
)
_HEALTH = (
    Column("topic"),
    number("partition"),
    number("leader"),
    Column("replicas"),
    Column("isr"),
    number("min_isr", "min isr"),
    Column("state"),
)
_DIRS = (
    number("broker"),
    Column("path"),
    number("partitions"),
    size("bytes"),
    size("usable_bytes", "free"),
    size("total_bytes", "of"),
    Column("error"),
)
_APIS = (number("broker"), number("key"), Column("api"), number("lowest"), number("highest"))


def _unless_subcommand(function: Callable[..., None]) -> Callable[..., None]:
    """Do nothing where a subcommand does it."""

    @click.pass_context
    @functools.wraps(function)
    def wrapped(ctx: click.Context, *args: Any, **kwargs: Any) -> None:
        if ctx.invoked_subcommand is None:
            function(*args, **kwargs)

    return wrapped


@click.group(epilog=EXIT_CODES, invoke_without_command=True)
@_unless_subcommand
@click.option("--health", is_flag=True, help="Partitions that are under-replicated, below or at their minimum in sync, or offline.")
@click.option("--dirs", is_flag=True, help="Data directories: sizes, free room, errors.")
@click.option("--apis", is_flag=True, help="Which versions of which requests each broker speaks.")
@broker_options
def cluster(health: bool, dirs: bool, apis: bool, connection: Connection, out: Output) -> None:
    """Show brokers, the controller, how well partitions are replicated and, on request, data directories and API versions."""
    found, failures = with_admin(connection, lambda admin: _ask(admin, dirs, apis, health=health))
    with out.readers_may_go():
        _show(found, out)
    for outcomes in failures:
        report_failures(outcomes, out.warn)


def _show(found: dict[str, Any], out: Output) -> None:
    if out.format is Format.JSON:
        out.document(found)
        return
    facts = {"cluster_id": found["cluster_id"], "controller": found["controller"], "topics": found["topics"]}
    out.fields("cluster", {**facts, **found["replication"]})
    sections = [("brokers", _BROKERS), ("health", _HEALTH), ("dirs", _DIRS), ("apis", _APIS)]
    for name, columns in sections:
        if name in found:
            out.line()
            out.rows(name, columns, found[name])
    if found.get("health") == []:
        out.note("No partition lacks anything.")


cluster.add_command(elect)
cluster.add_command(reassign)
cluster.add_command(drain)
cluster.add_command(rebalance)


@cluster.command(epilog=EXIT_CODES)
@click.option("--brokers", type=click.IntRange(1, 50), default=3, show_default=True, metavar="N", help="How many brokers.")
@click.option(
    "-d", "--dir", "directory", metavar="DIR", default="klog-cluster", show_default=True, help="Where all data and logs are kept."
)
@click.option(
    "--base-port",
    type=click.IntRange(0, 65000),
    default=9092,
    show_default=True,
    help="The first broker's, the others follow; 0: free ones.",
)
@click.option("--zookeeper-port", type=click.IntRange(0, 65535), default=2181, show_default=True, help="ZooKeeper's; 0: a free one.")
@click.option("--ensemble", type=click.IntRange(1, 9), default=1, show_default=True, metavar="N", help="How many servers ZooKeeper has.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting for all brokers, by Kafka's name.")
@runtime_options
@output_options
def up(
    brokers: int,
    directory: str,
    base_port: int,
    zookeeper_port: int,
    ensemble: int,
    settings: tuple[str, ...],
    java: str | None,
    jars: str | None,
    heap_mb: int,
    out: Output,
) -> None:
    """Start ZooKeeper and some brokers for development, until Ctrl-C.

    In a terminal there is a live table of them, elsewhere a line for each change; -o json prints an object for each change. All of them end
    in order with this command, and hard where it is killed. Data and logs stay in DIR, for the next time.
    """
    from klog.cli.cluster.up import Plan, up

    async def describe(admin: Admin) -> dict[str, Any]:
        return (await _ask(admin, False, False))[0]

    up(Plan(brokers, directory, base_port, zookeeper_port, ensemble, settings, java, jars, heap_mb), out, describe)


async def _ask(admin: Admin, dirs: bool, apis: bool, *, health: bool = False) -> tuple[dict[str, Any], list[Outcomes[Any, Any]]]:
    described = await admin.describe_cluster()
    topics = await admin.describe_topics()
    controller = described.controller.node_id if described.controller is not None else None
    troubles = health_rows(topics.done.values(), await _min_isr(admin, topics.done.values()))
    found: dict[str, Any] = {
        "cluster_id": described.cluster_id,
        "controller": controller,
        "topics": len(topics.done),
        "replication": replication_facts(troubles),
        "brokers": broker_rows(described, topics.done.values()),
    }
    if health:
        found["health"] = troubles
    failures: list[Outcomes[Any, Any]] = []
    if dirs:
        outcomes = await admin.describe_log_dirs()
        failures.append(outcomes)
        found["dirs"] = directory_rows(outcomes.done)
    if apis:
        versions = await admin.broker_versions()
        failures.append(versions)
        found["apis"] = [row for node, ranges in sorted(versions.done.items()) for row in api_rows(node, ranges)]
    return found, failures


async def _min_isr(admin: Admin, topics: Iterable[TopicDescription]) -> dict[str, int]:
    """``min.insync.replicas`` of topics with several replicas; left out where it is not told."""
    from klog.client.admin.types import ConfigResource

    name = "min.insync.replicas"
    resources = {ConfigResource.topic(one.name): one.name for one in topics if any(len(each.replicas) > 1 for each in one.partitions)}
    if not resources:
        return {}
    found = await admin.describe_configs(resources, names=[name])
    return {resources[key]: int(entries[name].value or 1) for key, entries in found.done.items() if name in entries}
