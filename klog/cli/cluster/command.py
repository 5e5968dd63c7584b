"""``klog cluster``: brokers, controller, data directories, what brokers speak; ``klog cluster up`` starts some.

Elections and moves of partitions are in `klog.cli.cluster.leaders`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from klog.cli.admin_session import report_failures, with_admin
from klog.cli.cluster.leaders import elect, reassign
from klog.cli.connection import Connection, broker_options, output_options
from klog.cli.exit_codes import EXIT_CODES
from klog.cli.output import Column, Format, Output, number, size
from klog.cli.zookeeper import runtime_options
from klog.reports.cluster import api_rows, broker_rows, directory_rows

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes

_BROKERS = (
    number("broker"),
    Column("address"),
    Column("rack"),
    Column("controller"),
    number("partitions"),
    number("leaders"),
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
@click.option("--dirs", is_flag=True, help="Data directories: sizes, free room, errors.")
@click.option("--apis", is_flag=True, help="Which versions of which requests each broker speaks.")
@broker_options
def cluster(dirs: bool, apis: bool, connection: Connection, out: Output) -> None:
    """Show brokers, the controller and, on request, data directories and API versions."""
    found, failures = with_admin(connection, lambda admin: _ask(admin, dirs, apis))
    if out.format is Format.JSON:
        out.document(found)
    else:
        out.fields("cluster", {"cluster_id": found["cluster_id"], "controller": found["controller"], "topics": found["topics"]})
        sections = [("brokers", _BROKERS), ("dirs", _DIRS), ("apis", _APIS)]
        for name, columns in sections:
            if name in found:
                out.line()
                out.rows(name, columns, found[name])
    for outcomes in failures:
        report_failures(outcomes, out.warn)


cluster.add_command(elect)
cluster.add_command(reassign)


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


async def _ask(admin: Admin, dirs: bool, apis: bool) -> tuple[dict[str, Any], list[Outcomes[Any, Any]]]:
    described = await admin.describe_cluster()
    topics = await admin.describe_topics()
    controller = described.controller.node_id if described.controller is not None else None
    found: dict[str, Any] = {
        "cluster_id": described.cluster_id,
        "controller": controller,
        "topics": len(topics.done),
        "brokers": broker_rows(described, topics.done.values()),
    }
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
