"""What a server is told: ``zoo.cfg``, ``myid``, its ports, its command line. Pure, but for `write`.

The defaults are for use: every write is synced to disk before it is answered, old snapshots go by themselves, and nobody
but this machine is listened to. Tests turn the syncing off and the tick down.

One server lies in ``DIR/zoo.cfg`` and ``DIR/data``; the members of an ensemble each in ``DIR/server-N`` likewise. ``zoo.cfg`` is
written anew on every start, so ports may change between them; what must not change unnoticed is the number of servers (`check_layout`).
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Mapping, Sequence

from klog.zookeeper.embedded.jars import Jars
from klog.zookeeper.embedded.java import CannotStart, Java

DEFAULT_PORT = 2181
#: ZooKeeper's customary 2888 and 3888, seen from 2181.
QUORUM_OFFSET = 707
ELECTION_OFFSET = 1707
MOST_SERVERS = 9
STANDALONE_MAIN = "org.apache.zookeeper.server.ZooKeeperServerMain"
QUORUM_MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain"
#: Starts in half the time of the default compilers and collector, and is small.
JVM_OPTIONS = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto", "-Djava.awt.headless=true")


@dataclasses.dataclass(frozen=True)
class Member:
    """One server: its number from 1 on, and where it listens. The last two ports count in ensembles only."""

    number: int
    host: str
    client_port: int
    quorum_port: int = 0
    election_port: int = 0

    @property
    def address(self) -> str:
        """host:port for clients, the host in brackets where it is IPv6."""
        return f"{bracketed(self.host)}:{self.client_port}"


@dataclasses.dataclass(frozen=True)
class ServerSettings:
    """What all servers of one ensemble have in common.

    :param tick_ms: ZooKeeper's unit of time: sessions end at multiples of it, heartbeats among servers go at half of it.
    :param min_session_timeout_ms: what clients may ask for at least.
    :param force_sync: whether a write is on the disk before it is answered.
    :param heap_mb: the most that Java's heap may grow to, MiB.
    :param extra: more lines of ``zoo.cfg``, which win over ours.
    :param properties: more Java system properties (``zookeeper.…``).
    :param logging: a log on standard error, where the jars have a backend.
    :param tls: netty is wanted (``secureClientPort`` and the like are in `extra`).
    """

    tick_ms: int = 1000
    init_limit: int = 30
    sync_limit: int = 10
    min_session_timeout_ms: int = 1000
    max_session_timeout_ms: int = 60_000
    force_sync: bool = True
    heap_mb: int = 256
    extra: Mapping[str, str] = dataclasses.field(default_factory=dict)
    properties: Mapping[str, str] = dataclasses.field(default_factory=dict)
    logging: bool = False
    tls: bool = False


@dataclasses.dataclass(frozen=True)
class Launch:
    """All that it takes to start one server.

    :param files: path → text, to be written before.
    :param command: Java and its arguments.
    :param data_version_folder: what the server itself calls its data directory (``conf``).
    """

    member: Member
    folder: str
    data_folder: str
    files: Mapping[str, str]
    command: tuple[str, ...]

    @property
    def data_version_folder(self) -> str:
        """Where the server says that its data are."""
        return os.path.join(self.data_folder, "version-2")


def bracketed(host: str) -> str:
    """A host as it stands before a colon and a port."""
    return f"[{host}]" if ":" in host else host


def members(count: int, host: str, port: int, free_port: int | None = None) -> list[Member]:
    """The servers of an ensemble on one machine: client ports from `port` on, the others at ZooKeeper's customary distance.

    :raises CannotStart: too many servers, or ports beyond 65535.
    """
    if not 1 <= count <= MOST_SERVERS:
        raise CannotStart(f"an ensemble has 1 to {MOST_SERVERS} servers, not {count}")
    highest = port + count - 1 + (ELECTION_OFFSET if count > 1 else 0)
    if port < 1 or highest > 65535:
        raise CannotStart(f"port {port} does not do: the ports up to {highest} would be used, and 65535 is the last")
    if count == 1:
        return [Member(1, host, port)]
    return [Member(n + 1, host, port + n, port + QUORUM_OFFSET + n, port + ELECTION_OFFSET + n) for n in range(count)]


def connect_string(ensemble: Sequence[Member]) -> str:
    """What clients are given: ``host:port,host:port``."""
    return ",".join(member.address for member in ensemble)


def _value(text: str) -> str:
    """A value of a Java properties file."""
    escaped = re.sub(r"[^\x20-\x7e]", lambda found: "".join(f"\\u{unit:04x}" for unit in _utf_16(found[0])), text.replace("\\", "\\\\"))
    return "\\" + escaped if escaped.startswith(" ") else escaped


def _utf_16(text: str) -> list[int]:
    raw = text.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2)]


def zoo_cfg(member: Member, ensemble: Sequence[Member], settings: ServerSettings, data_folder: str) -> str:
    """The text of ``zoo.cfg``."""
    lines: dict[str, str] = {
        "dataDir": data_folder,
        "clientPort": str(member.client_port),
        "clientPortAddress": member.host,
        "tickTime": str(settings.tick_ms),
        "minSessionTimeout": str(settings.min_session_timeout_ms),
        "maxSessionTimeout": str(settings.max_session_timeout_ms),
        "maxClientCnxns": "0",
        "admin.enableServer": "false",
        "4lw.commands.whitelist": "*",
        "autopurge.purgeInterval": "1",
        "autopurge.snapRetainCount": "3",
    }
    if len(ensemble) > 1:
        # The client's address stands in the servers' own lines.
        del lines["clientPort"], lines["clientPortAddress"]
        lines |= {
            "initLimit": str(settings.init_limit),
            "syncLimit": str(settings.sync_limit),
            "standaloneEnabled": "false",
            "reconfigEnabled": "false",
            "quorumListenOnAllIPs": "false",
        }
        for one in ensemble:
            host = bracketed(one.host)
            lines[f"server.{one.number}"] = f"{host}:{one.quorum_port}:{one.election_port};{host}:{one.client_port}"
    lines |= settings.extra
    return "".join(f"{name}={_value(value)}\n" for name, value in lines.items())


def server_folder(directory: str, member: Member, ensemble: Sequence[Member]) -> str:
    """Where one server keeps its things."""
    return directory if len(ensemble) == 1 else os.path.join(directory, f"server-{member.number}")


def plan(directory: str, member: Member, ensemble: Sequence[Member], settings: ServerSettings, java: Java, jars: Jars) -> Launch:
    """How one server is started. `directory` is an absolute path, that of the whole ensemble."""
    folder = server_folder(directory, member, ensemble)
    data = os.path.join(folder, "data")
    configuration = os.path.join(folder, "zoo.cfg")
    files = {configuration: zoo_cfg(member, ensemble, settings, data)}
    if len(ensemble) > 1:
        files[os.path.join(data, "myid")] = f"{member.number}\n"
    properties: dict[str, str] = {
        # Where snappy unpacks its library; in a folder of ours, so that a killed server leaves nothing in the machine's.
        "org.xerial.snappy.tempdir": os.path.join(folder, "tmp"),
        "zookeeper.forceSync": "yes" if settings.force_sync else "no",
    }
    logging = settings.logging and bool(jars.logging)
    if logging:
        properties |= {"log4j2.level": "info", "log4j2.configurationFile": os.path.join(folder, "log4j2.properties")}
        properties["log4j.configuration"] = "file:" + os.path.join(folder, "log4j.properties")
        files[os.path.join(folder, "log4j2.properties")] = _LOG4J2
        files[os.path.join(folder, "log4j.properties")] = _LOG4J1
    if not settings.force_sync:
        properties["zookeeper.preAllocSize"] = "1024"
    if settings.tls:
        properties["zookeeper.serverCnxnFactory"] = "org.apache.zookeeper.server.NettyServerCnxnFactory"
    properties |= settings.properties
    command = (
        java.path,
        f"-Xmx{settings.heap_mb}m",
        *JVM_OPTIONS,
        *(f"-D{name}={value}" for name, value in properties.items()),
        "-cp",
        jars.classpath(logging=logging, tls=settings.tls),
        STANDALONE_MAIN if len(ensemble) == 1 else QUORUM_MAIN,
        configuration,
    )
    return Launch(member, folder, data, files, command)


_LOG4J2 = (
    "status=error\nappender.c.type=Console\nappender.c.name=c\nappender.c.target=SYSTEM_ERR\nappender.c.layout.type=PatternLayout\n"
    "appender.c.layout.pattern=%p %m (%c{1})%n%throwable{short.message}\nrootLogger.level=info\nrootLogger.appenderRef.c.ref=c\n"
)
_LOG4J1 = (
    "log4j.rootLogger=INFO, c\nlog4j.appender.c=org.apache.log4j.ConsoleAppender\nlog4j.appender.c.target=System.err\n"
    "log4j.appender.c.layout=org.apache.log4j.PatternLayout\nlog4j.appender.c.layout.ConversionPattern=%p %m (%c{1})%n\n"
)


def check_layout(directory: str, names: Sequence[str], count: int) -> None:
    """Refuse a directory whose data are of another number of servers: they would not be found, and silence would look like loss.

    :param names: what is in the directory.
    :raises CannotStart: it holds something else.
    """
    numbers = [int(found[1]) for name in names if (found := re.fullmatch(r"server-(\d+)", name))]
    there = 1 if "data" in names else len(numbers)
    if there and there != count:
        what = "a single server" if there == 1 and not numbers else f"an ensemble of {there}"
        raise CannotStart(f"{directory} holds the data of {what}; start that many, or name another folder for {count}")


def write(launch: Launch) -> None:
    """Make the folders and write the files.

    :raises CannotStart: that does not work; says why.
    """
    try:
        for folder in (launch.folder, launch.data_folder, os.path.join(launch.folder, "tmp")):
            os.makedirs(folder, exist_ok=True)
        for path, text in launch.files.items():
            with open(path, "w", encoding="latin-1") as file:
                file.write(text)
    except OSError as error:
        raise CannotStart(f"{error.filename or launch.folder} cannot be written: {error.strerror or error}") from None
