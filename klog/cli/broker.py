"""``klog broker``: start one; twistd does it.

What is said here becomes a command line of ``twistd … klog-broker``, which has more options still (``twistd --help`` for the process,
``twistd klog-broker --help`` for the broker). In the foreground there is no pid file; as a daemon, pid file and log lie beside the data
directory and are called after it, so that several brokers in one folder do not meet.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable

import click

from klog.broker_options import DEFAULT_DIRECTORY, DEFAULT_HOST, DEFAULT_LOG_LEVEL, DEFAULT_PORT, LOG_LEVELS
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, Exit, usage
from klog.config import ConfigError, parse_properties
from klog.net.twisted_without_openssl import import_transports


@click.group(epilog=EXIT_CODES)
def broker() -> None:
    """Start a broker."""


@broker.command(epilog=EXIT_CODES)
@click.option(
    "-p", "--port", type=click.IntRange(0, 65535), metavar="PORT", help=f"To listen on; 0: a free one.  [default: {DEFAULT_PORT}]"
)
@click.option("--host", metavar="ADDRESS", help=f"To listen on; 0.0.0.0 is all of IPv4.  [default: {DEFAULT_HOST}]")
@click.option("-d", "--log-dir", metavar="DIR", help=f"Where the data are kept.  [default: {DEFAULT_DIRECTORY}]")
@click.option("-c", "--config", metavar="FILE", help="Settings, Kafka's server.properties.")
@click.option("-s", "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting by Kafka's name; several times.")
@click.option("-z", "--zookeeper", metavar="HOST:PORT,…", help="The ZooKeeper that several brokers share.  [default: none]")
@click.option("--log-level", type=click.Choice(LOG_LEVELS), help=f"What the log shows.  [default: {DEFAULT_LOG_LEVEL}]")
@click.option("--daemon", is_flag=True, help="In the background, with a log and a pid file.")
@click.option("--logfile", metavar="FILE", help="The log.  [default: standard output; of a daemon DIR.log]")
@click.option("--pidfile", metavar="FILE", help="Where the process writes its number.  [default: none; of a daemon DIR.pid]")
def start(
    port: int | None,
    host: str | None,
    log_dir: str | None,
    config: str | None,
    settings: tuple[str, ...],
    zookeeper: str | None,
    log_level: str | None,
    daemon: bool,
    logfile: str | None,
    pidfile: str | None,
) -> None:
    """Start a broker in the foreground, until Ctrl-C, or as a daemon.

    One READY line says where it listens and where the data are. The same as twistd klog-broker, which has more options.
    """
    for setting in settings:
        if not setting.partition("=")[0].strip() or "=" not in setting:
            raise usage(f"--set {setting}: write name=value")
    process = [] if daemon else ["--nodaemon"]
    if daemon and (pidfile is None or logfile is None):
        beside = first_data_directory(config, log_dir, settings).rstrip("/") or DEFAULT_DIRECTORY
        # The broker makes its data directory with all above it, but only when its log is open.
        os.makedirs(os.path.dirname(os.path.abspath(beside)), exist_ok=True)
        pidfile = f"{beside}.pid" if pidfile is None else pidfile
        logfile = f"{beside}.log" if logfile is None else logfile
    process.append(f"--pidfile={pidfile or ''}")
    if logfile is not None:
        process.append(f"--logfile={logfile}")
    given = (("port", port), ("host", host), ("log-dir", log_dir), ("config", config), ("zookeeper", zookeeper), ("log-level", log_level))
    options = [f"--{name}={value}" for name, value in given if value is not None]
    options += [f"--set={setting}" for setting in settings]
    serve([*process, "klog-broker", *options])


def first_data_directory(config: str | None, log_dir: str | None, settings: Iterable[str]) -> str:
    """Where the broker will keep its data, the first place of several: ``--set`` wins over ``--log-dir``, and that over the file. A file
    that cannot be read counts as empty: the broker itself says what is wrong with it."""
    given: dict[str, str] = {}
    # A pipe can be read only once, by the broker.
    if config is not None and os.path.isfile(config):
        with contextlib.suppress(OSError, UnicodeDecodeError, ConfigError), open(config, encoding="utf-8") as file:
            given = parse_properties(file.read())
    if log_dir is not None:
        given = {"log.dirs": log_dir}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name.strip() in ("log.dirs", "log.dir"):
            given = {name.strip(): value}
    places = [place.strip() for name in ("log.dirs", "log.dir") for place in given.get(name, "").split(",")]
    return next(filter(None, places), DEFAULT_DIRECTORY)


def serve(words: list[str]) -> None:
    """Become twistd.

    :param words: its command line.
    :raises CommandFailed: twistd does not know klog's plugin.
    """
    # The first of all: plugins import Twisted's transports, too.
    import_transports()
    from twisted.application.service import IServiceMaker
    from twisted.plugin import getPlugins
    from twisted.scripts import twistd

    if not any(getattr(maker, "tapname", None) == "klog-broker" for maker in getPlugins(IServiceMaker)):
        where = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        raise CommandFailed(f"Twisted does not find klog's plugin; klog is at {where}: install it, or run this there", Exit.FAILED)
    sys.argv = ["twistd", *words]
    twistd.run()  # type: ignore[no-untyped-call]
