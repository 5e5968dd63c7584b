"""``twistd -n klog-broker``: options and assembly, nothing else.

Every option is a setting of Kafka's under a shorter name; what stands on the command line wins over the file of ``--config``. Where
neither says so, the broker listens on 127.0.0.1 only (Kafka: on all addresses), port 9092, and keeps its data in ``./klog-data``. The
configuration file that Kafka ships differs from Kafka's defaults in one line: new groups do not wait for members that may come. A broker
that is alone and has no file goes by it, too (`ALONE`).
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, cast

from twisted.application.service import IService
from twisted.internet.error import ReactorNotRunning
from twisted.logger import ILogObserver, LogLevel
from twisted.python import usage
from twisted.python.components import Componentized

from klog.broker.lifecycle.daemon import Daemon
from klog.broker.lifecycle.garbage_collection import held_back
from klog.broker.log_lines import log_stream, observer
from klog.broker.settings.settings import BrokerSettings
from klog.broker_options import DEFAULT_DIRECTORY, DEFAULT_HOST, DEFAULT_LOG_LEVEL, DEFAULT_PORT, LOG_LEVELS
from klog.config import ConfigError, parse_properties
from klog.net.twisted_without_openssl import import_transports, own_process
from klog.regular_file import MOST_KEY_FILE_BYTES, read_regular_file
from klog.version import __version__

if TYPE_CHECKING:
    from klog.broker.lifecycle.assembly import Application, Broker

#: As in ``config/server.properties``, which says why: "for development and testing".
ALONE = {"group.initial.rebalance.delay.ms": "0"}


#: What twistd calls it.
_COMMAND = "klog-broker"


class Options(usage.Options):
    """What can be said on the command line; `settings` is what it comes to."""

    synopsis = "[options]"
    longdesc = (
        "A broker that Apache Kafka's clients and tools work with. Settings have Kafka's names: in the file of --config, "
        "or one at a time with --set. The broker prints one READY line when it takes connections and ends in order on SIGTERM."
    )
    optParameters = [
        ["config", "c", None, "A file of settings, Kafka's server.properties."],
        ["port", "p", None, f"The port to listen on; 0 takes a free one. [default: {DEFAULT_PORT}]"],
        ["host", None, None, f"The address to listen on; 0.0.0.0 is all of IPv4. [default: {DEFAULT_HOST}]"],
        ["log-dir", "d", None, f"Where the data are kept. [default: ./{DEFAULT_DIRECTORY}]"],
        ["listeners", None, None, "Instead of host and port: PLAINTEXT://host:port,SSL://host:port,..."],
        ["advertised-listeners", None, None, "What clients are told to connect to. [default: the address that they came by]"],
        ["broker-id", None, None, "The broker's number. [default: what the data directory says; in a new one 1, or generated]"],
        ["zookeeper", "z", None, "The ZooKeeper that several brokers share: host:port,.../chroot. [default: none, the broker is alone]"],
        ["cluster-id", None, None, "The cluster's id in a new data directory. [default: made up]"],
        ["num-partitions", None, None, "Partitions of topics that do not say. [default: 1]"],
        ["retention-hours", None, None, "How long records are kept; -1 is for ever. [default: 168]"],
        ["retention-bytes", None, None, "How much a partition keeps at least; -1 is all. [default: -1]"],
        ["segment-bytes", None, None, "The size at which a segment is rolled. [default: 1073741824]"],
        ["flush-messages", None, None, "Flush after so many messages, and show and acknowledge them only then. [default: no flush]"],
        ["flush-ms", None, None, "The same after so many milliseconds. [default: no flush]"],
        ["auto-create-topics", None, None, "Whether unknown topics are made when a client names them: yes or no. [default: yes]"],
        [
            "log-level",
            None,
            None,
            f"What the log shows: {', '.join(LOG_LEVELS)}, each with those behind it. [default: {DEFAULT_LOG_LEVEL}]",
        ],
        ["ssl-cert", None, None, "A certificate chain (PEM); the broker then speaks TLS on its port."],
        ["ssl-key", None, None, "The private key of --ssl-cert (PEM)."],
    ]
    compData = usage.Completions(optActions={"config": usage.CompleteFiles(), "log-dir": usage.CompleteDirs()})  # type: ignore[no-untyped-call]

    #: Options that are one setting under another name.
    _NAMES: Mapping[str, str] = {
        "log-dir": "log.dirs",
        "listeners": "listeners",
        "advertised-listeners": "advertised.listeners",
        "broker-id": "broker.id",
        "cluster-id": "klog.cluster.id",
        "zookeeper": "zookeeper.connect",
        "num-partitions": "num.partitions",
        "retention-hours": "log.retention.hours",
        "retention-bytes": "log.retention.bytes",
        "segment-bytes": "log.segment.bytes",
        "flush-messages": "log.flush.interval.messages",
        "flush-ms": "log.flush.interval.ms",
    }

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._set: dict[str, str] = {}
        self.settings = BrokerSettings()

    def opt_set(self, text: str) -> None:
        """A setting by Kafka's name: name=value. May be given several times."""
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise usage.UsageError(f"--set {text}: write name=value")
        self._set[name.strip()] = value.strip()

    opt_s = opt_set

    def opt_version(self) -> NoReturn:
        """Show klog's version and Twisted's, and end."""
        from twisted import copyright

        print(f"klog {__version__}, Twisted {copyright.version}")
        raise SystemExit(0)

    def postOptions(self) -> None:
        """Put file and options together and check them; one line and exit code 1 where something is wrong."""
        try:
            if self["log-level"] not in (None, *LOG_LEVELS):
                raise ConfigError("--log-level", self["log-level"], f"one of {', '.join(LOG_LEVELS)} is expected")
            self.settings = BrokerSettings(self.properties())
        except (ConfigError, OSError, UnicodeDecodeError) as error:
            give_up(str(error))

    def properties(self) -> dict[str, str]:
        """The settings that were given, and the defaults that differ from Kafka's.

        :raises ConfigError: the file or an option cannot be read.
        """
        given: dict[str, str] = {}
        if self["config"] is not None:
            with open(self["config"], encoding="utf-8") as file:
                given = parse_properties(file.read())
        for option, name in self._NAMES.items():
            if self[option] is not None:
                _drop_synonyms(given, name)
                given[name] = self[option]
        if self["auto-create-topics"] is not None:
            given["auto.create.topics.enable"] = _yes_or_no("--auto-create-topics", self["auto-create-topics"])
        self._add_tls(given)
        self._add_listeners(given)
        for name, value in self._set.items():
            _drop_synonyms(given, name)
            given[name] = value
        if not given.get("log.dirs", "").strip() and not given.get("log.dir", "").strip():
            given["log.dirs"] = DEFAULT_DIRECTORY
        if self["config"] is None and not given.get("zookeeper.connect", "").strip():
            given = {**ALONE, **given}
        return given

    def _add_tls(self, given: dict[str, str]) -> None:
        certificate, key = self["ssl-cert"], self["ssl-key"]
        if certificate is None and key is None:
            return
        if certificate is None or key is None:
            raise ConfigError("--ssl-cert", None, "give --ssl-cert and --ssl-key together")
        for option, path, name in (("--ssl-cert", certificate, "ssl.keystore.certificate.chain"), ("--ssl-key", key, "ssl.keystore.key")):
            given[name] = _text_of(option, path)
        given["ssl.keystore.type"] = "PEM"
        given.pop("ssl.keystore.location", None)

    def _add_listeners(self, given: dict[str, str]) -> None:
        port, host = self["port"], self["host"]
        if self["listeners"] is not None:
            if port is not None or host is not None:
                raise ConfigError("--listeners", None, "give either --listeners or --host and --port")
            return
        if "listeners" in given and port is None and host is None:
            return
        port = str(DEFAULT_PORT) if port is None else port
        if not port.isascii() or not port.isdigit() or int(port) > 65535:
            raise ConfigError("--port", port, "a port is a number from 0 to 65535")
        host = DEFAULT_HOST if host is None else host
        if ":" in host and not host.startswith("["):
            host = f"[{host}]"
        protocol = "PLAINTEXT" if self["ssl-cert"] is None else "SSL"
        given["listeners"] = f"{protocol}://{host}:{port}"


def _text_of(option: str, path: str) -> str:
    """The text of a PEM file; a FIFO or a device would be waited for."""
    try:
        return read_regular_file(path, MOST_KEY_FILE_BYTES).decode("utf-8")
    except OSError as error:
        raise ConfigError(option, path, f"it cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ConfigError(option, path, "it is no PEM file, for it is no text") from None


def _drop_synonyms(given: dict[str, str], name: str) -> None:
    """What the command line says replaces what the file says under a synonym."""
    from klog.broker.settings.declared_settings import FAMILIES

    for family in (*FAMILIES, (("log.dirs", 1), ("log.dir", 1)), (("broker.id", 1), ("node.id", 1))):
        names = [synonym for synonym, _ in family]
        if name in names and name != "log.flush.scheduler.interval.ms":
            for synonym in names:
                given.pop(synonym, None)


def _yes_or_no(name: str, text: str) -> str:
    match text.strip().lower():
        case "yes" | "true" | "on" | "1":
            return "true"
        case "no" | "false" | "off" | "0":
            return "false"
    raise ConfigError(name, text, "say yes or no")


def give_up(sentence: str, pidfile: str | None = None, daemon: Daemon | None = None) -> NoReturn:
    """End the process before it has begun: one line on standard error, exit code 1.

    :param pidfile: twistd's, which it would leave behind.
    :param daemon: how the process tells its user.
    """
    _remove(pidfile)
    (daemon or Daemon(None)).refuse(sentence)
    raise SystemExit(1)


def _remove(pidfile: str | None) -> None:
    if not pidfile:
        return
    try:
        with open(pidfile, encoding="ascii") as file:
            ours = file.read().strip() == str(os.getpid())
        if ours:
            os.remove(pidfile)
    except OSError:
        pass


def end_with(
    reactor: Any, sentence: str, pidfile: str | None = None, leave: Callable[[int], Any] = os._exit, *, daemon: Daemon | None = None
) -> None:
    """End the process while the reactor runs: one line on standard error, everything stopped in order, exit code 1.

    :param pidfile: twistd's, which it would leave behind.
    :param leave: ends the process; twistd's own end has exit code 0.
    :param daemon: how the process tells its user.
    """
    (daemon or Daemon(None)).refuse(sentence)

    def gone() -> None:
        _remove(pidfile)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        leave(1)

    def stop() -> None:
        reactor.addSystemEventTrigger("after", "shutdown", gone)
        # Somebody else may have had it stop already.
        with contextlib.suppress(ReactorNotRunning):
            reactor.stop()

    reactor.callWhenRunning(stop)


def end_in_order(reactor: Any) -> None:
    """SIGTERM, SIGINT and SIGHUP (the terminal was closed) end the process in order and with exit code 0. Twisted's own handlers do the
    first and then die of the signal once more, which looks like a crash to whoever watches; of SIGHUP it knows nothing. To be called when
    the reactor runs."""
    import signal

    def stop() -> None:
        # A second signal finds the reactor stopping already.
        with contextlib.suppress(ReactorNotRunning):
            reactor.stop()

    def handle(number: int, frame: object) -> None:
        reactor.callFromThread(stop)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, handle)


def makeService(options: Options) -> IService:
    """A broker alone, with nothing beside it."""
    return make_service(options)


def make_service(options: Options, applications: Sequence[Callable[[Broker], Application]] = ()) -> IService:
    """The broker with everything that the outside world gives it: reactor, file system, clock, random numbers.

    :param applications: see `klog.broker.lifecycle.service.BrokerService`.
    """
    with held_back():
        if options.parent is not None and options.parent.subCommand == _COMMAND:
            # Another command's service may have the broker beside what needs TLS of Twisted's.
            own_process()
            import_transports()
        from twisted.internet import reactor

        from klog.broker.lifecycle.service import BrokerService
        from klog.broker.lifecycle.steady_clock import go_by_steady_clock
        from klog.net.direct_events import hand_events_out_directly

    class Plugged(BrokerService):
        """Gives the application that it is hung into its log, which twistd begins next."""

        def setServiceParent(self, parent: Any) -> None:
            """Hang it into `parent`."""
            super().setServiceParent(parent)  # type: ignore[no-untyped-call]
            stream = None if options.parent is None else log_stream(options.parent)
            if stream is not None and isinstance(parent, Componentized):
                level = LogLevel.levelWithName(options["log-level"] or DEFAULT_LOG_LEVEL)
                parent.setComponent(ILogObserver, observer(stream, level))  # type: ignore[no-untyped-call]

    go_by_steady_clock(reactor)
    hand_events_out_directly(reactor)
    # Before the broker announces itself: from then on it ends in order.
    cast(Any, reactor).callWhenRunning(end_in_order, reactor)
    parent = getattr(options, "parent", None)
    pidfile = None if parent is None else parent["pidfile"]
    daemon = Daemon(parent)
    cast(Any, reactor).callWhenRunning(daemon.release)
    service = Plugged.real(
        options.settings,
        reactor,
        announce=daemon.announce,
        give_up=lambda sentence: give_up(sentence, pidfile, daemon),
        end=lambda sentence: end_with(reactor, sentence, pidfile, daemon=daemon),
        applications=applications,
    )
    service.environment.logs_debug = options["log-level"] == "debug"
    return service
