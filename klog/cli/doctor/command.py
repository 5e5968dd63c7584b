"""``klog doctor``: looks at everything that usually goes wrong, says what is wrong, and what to do."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from klog.cli.connection import (
    CONFIG_VARIABLE,
    DEFAULT_FILE,
    Connection,
    list_properties,
    output_options,
    profile_option,
    property_option,
    resolve,
)
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, Exit
from klog.cli.number_range import NumberRange
from klog.cli.output import Column, Format, Output, safe

if TYPE_CHECKING:
    from klog.cli.doctor.checks import Finding
    from klog.client.settings import ClientSettings
    from klog.net.blocking_connection import BlockingConnection

_COLUMNS = (Column("status"), Column("check"), Column("finding"), Column("advice"))
_MARKS = {"fine": "ok  ", "note": "--  ", "warning": "warn", "problem": "FAIL"}


@click.command(epilog=EXIT_CODES)
@click.option("-b", "--bootstrap", metavar="HOST:PORT,…", help="Brokers to look at. Also: KLOG_BOOTSTRAP.")
@property_option
@click.option("-F", "--config-file", "config", metavar="FILE", help=f"Properties from a file. Also: {CONFIG_VARIABLE}, {DEFAULT_FILE}.")
@profile_option
@click.option("--log-dir", "directories", metavar="PATH", multiple=True, help="A broker's data directory on this machine.")
@click.option("--write", is_flag=True, help="Also make a topic, write to it and delete it: tries writing, and the broker's clock.")
@click.option(
    "--migration", is_flag=True, help="Also whether brokers of Apache Kafka can be replaced by klog one by one, and which one next."
)
@click.option("--security", is_flag=True, help="Also what is open to whom: listeners, passwords, certificates, rights.")
@click.option("--settings", "files", metavar="FILE", multiple=True, help="A broker's server.properties on this machine, for --security.")
@click.option("--timeout", "timeout_s", type=NumberRange(0.1, 3600), default=5.0, show_default=True, help="Seconds for each answer.")
@output_options
def doctor(
    bootstrap: str | None,
    properties: tuple[str, ...],
    config: str | None,
    profile: str | None,
    directories: tuple[str, ...],
    write: bool,
    migration: bool,
    security: bool,
    files: tuple[str, ...],
    timeout_s: float,
    out: Output,
) -> None:
    """Find out why something does not work, and what to do.

    Looks at names, ports, TLS, passwords, API versions, the addresses that brokers give to clients, partitions, clocks (--write), limits of
    this machine and, with --log-dir, at a data directory. With --migration every broker is asked for its settings, versions, copies and
    disks: what stands against going over from Apache Kafka to klog broker by broker, or back, and which broker may be stopped now.

    With --security it says what is open to whom: of running brokers by what they tell of their settings, and of --settings with the keys,
    certificates and users that lie on this machine.
    """
    if "list" in properties:
        list_properties(out)
        return
    connection = None
    try:
        connection = resolve(bootstrap, properties, config, timeout_s, profile=profile)
    except CommandFailed as failure:
        # Without any broker the machine and its directories can still be looked at.
        if bootstrap or properties or config or profile or not (directories or files) or failure.code is not Exit.USAGE:
            raise
    if files and not security:
        raise CommandFailed("--settings is looked at with --security", Exit.USAGE)
    if migration and connection is None:
        raise CommandFailed("--migration asks the brokers: name one with -b", Exit.USAGE)
    found = []
    for finding in findings(connection, directories, write, timeout_s, migration=migration, security=security, files=files):
        found.append(finding)
        if out.format is Format.TABLE:
            with out.readers_may_go():
                _show(out, finding)
    rows = [{"status": one.status.value, "check": one.check, "finding": one.sentence, "advice": one.advice} for one in found]
    if out.format is not Format.TABLE:
        with out.readers_may_go():
            out.rows("findings", _COLUMNS, rows)
    problems = sum(row["status"] == "problem" for row in rows)
    if problems:
        unreachable = any(row["status"] == "problem" and row["check"] in ("address", "port") for row in rows)
        reached = any(row["status"] == "fine" and row["check"] == "greeting" for row in rows)
        code = Exit.UNREACHABLE if unreachable and not reached else Exit.FAILED
        raise CommandFailed(f"{problems} {'problem' if problems == 1 else 'problems'} found", code)


def _show(out: Output, finding: Finding) -> None:
    import textwrap

    width = max(40, out.width)
    mark = _MARKS[finding.status.value]
    lines = textwrap.wrap(safe(f"{finding.check}: {finding.sentence}"), width - 7) or [""]
    out.line(f"{mark}  {lines[0]}")
    for line in lines[1:]:
        out.line(f"      {line}")
    if finding.advice:
        for line in textwrap.wrap(safe(f"-> {finding.advice}"), width - 7):
            out.line(f"      {line}")


def findings(
    connection: Connection | None,
    directories: Iterable[str],
    write: bool,
    timeout_s: float,
    *,
    migration: bool = False,
    security: bool = False,
    files: Iterable[str] = (),
) -> Iterator[Finding]:
    """Everything, one after the other."""
    if connection is not None:
        yield from _cluster(connection, write, timeout_s, migration, security)
    if files:
        yield from _settings_files(files)
    from klog.cli.doctor.disk import directory_findings, machine_findings

    yield from machine_findings()
    for path in directories:
        yield from directory_findings(path)


def _settings_files(files: Iterable[str]) -> Iterator[Finding]:
    from klog.cli.doctor.security import security_findings
    from klog.cli.doctor.security_facts import facts_of_file
    from klog.cli.offline_users import broker_settings

    for path in files:
        yield from security_findings(facts_of_file(path, broker_settings(path), time.time()))


def _cluster(connection: Connection, write: bool, timeout_s: float, migration: bool, security: bool) -> Iterator[Finding]:
    from klog.cli.admin_session import wall_clock_ms
    from klog.cli.doctor.checks import Visit, cluster_findings, log_dir_findings, resolve, write_findings
    from klog.client.settings import split_options

    settings, _ = split_options(connection.bootstrap, connection.client)
    open_connection: BlockingConnection | None = None
    for host, port in settings.servers:
        visit = Visit(host, port, settings.security, timeout_s)
        yield from visit.findings()
        if visit.connection is not None:
            if open_connection is None:
                open_connection = visit.connection
            else:
                visit.connection.close()
    if open_connection is None:
        return
    with open_connection:
        yield from cluster_findings(open_connection, settings.servers, resolve, timeout_s)
        yield from log_dir_findings(open_connection)
        if write:
            yield from write_findings(open_connection, wall_clock_ms, time.sleep)
        if migration or security:
            yield from _brokers(open_connection, settings, timeout_s, migration, security)


def _brokers(
    open_connection: BlockingConnection, settings: ClientSettings, timeout_s: float, migration: bool, security: bool
) -> Iterator[Finding]:
    from klog.cli.doctor.checks import problem
    from klog.cli.doctor.cluster_facts import ask_cluster
    from klog.cli.doctor.migration import migration_findings
    from klog.cli.doctor.security import security_findings
    from klog.cli.doctor.security_facts import facts_of_cluster
    from klog.errors import KlogError
    from klog.net.blocking_connection import BlockingConnection
    from klog.net.connection_settings import ConnectionSettings

    patience = ConnectionSettings(connect_timeout_ms=int(timeout_s * 1000), request_timeout_ms=int(timeout_s * 1000))

    def connect(host: str, port: int) -> BlockingConnection:
        return BlockingConnection(host, port, security=settings.security, client_id="klog-doctor", settings=patience)

    try:
        facts = ask_cluster(open_connection, connect)
    except KlogError as error:
        yield problem("cluster", error.message, "see the brokers' logs")
        return
    if migration:
        yield from migration_findings(facts)
    if security:
        for one in facts.brokers:
            if one.trouble is not None and not migration:
                yield problem("cluster", f"broker {one.number} at {one.address}: {one.trouble}", "see the broker's log")
        for each in facts_of_cluster(facts, open_connection):
            yield from security_findings(each)
