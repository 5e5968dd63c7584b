"""Where ZooKeeper's jars are: what the user names, ``$ZOOKEEPER_HOME/lib``, Debian's ``/usr/share/java``, pyspark's or Spark's folder.

Five jars make a server: ``zookeeper``, ``zookeeper-jute``, ``slf4j-api``, ``metrics-core`` and ``snappy-java`` (3.5 gets along without the
last two). Without the last one a newer server would open its port and never serve, silently, so a folder counts only when all of them are
there. The rest of such a folder (Spark's has hundreds) is left out: it would only be opened for nothing. Two more sets are known and used
on request: a logging backend, and netty for TLS.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from klog.zookeeper.embedded.java import EXTRA, CannotStart, PackageFolder, package_folder

DEBIAN_FOLDER = "/usr/share/java"
_VERSION = r"(?:-(\d[\w.]*))?"
_ALWAYS = ("zookeeper", "zookeeper-jute", "slf4j-api")
_SINCE_3_6 = ("metrics-core", "snappy-java")
#: The first of these that is whole is the backend of slf4j.
_LOGGING = (
    ("log4j-api", "log4j-core", "log4j-slf4j2-impl"),
    ("reload4j", "slf4j-reload4j"),
    ("logback-core", "logback-classic"),
    ("slf4j-simple",),
)
#: netty's own pieces; those with native code only make it faster.
_TLS = re.compile(
    r"netty-(?:buffer|common|resolver|handler|transport|codec|codec-base|codec-compression|transport-classes-epoll|transport-native-unix-common)"
    r"-\d[\w.]*\.jar"
)
_LEAST = (3, 5)


class Jars(NamedTuple):
    """A folder with a ZooKeeper in it.

    :param version: as the jar's name says it, "" where it does not.
    :param server: the jars that every server needs, whole paths.
    :param logging: a logging backend; empty where the folder has none.
    :param tls: netty; empty where the folder has none.
    """

    folder: str
    origin: str
    version: str
    server: tuple[str, ...]
    logging: tuple[str, ...]
    tls: tuple[str, ...]

    def classpath(self, *, logging: bool = False, tls: bool = False) -> str:
        """For ``java -cp``."""
        jars = [*self.server, *(self.logging if logging else ()), *(self.tls if tls else ())]
        return os.pathsep.join(jars)


def list_folder(path: str) -> Sequence[str]:
    """The names in a folder; none where it cannot be read."""
    try:
        return sorted(os.listdir(path))
    except OSError:
        return ()


def jars_in(folder: str, origin: str, names: Iterable[str]) -> Jars:
    """The server that the files `names` of `folder` make up.

    :raises CannotStart: they make up none; says what is missing.
    """
    found: dict[str, tuple[tuple[int, ...], str, str]] = {}
    names = list(names)
    for name in names:
        match = re.fullmatch(r"([a-z][\w]*?(?:-[a-z][\w]*)*)" + _VERSION + r"\.jar", name)
        if match is None:
            continue
        version = match[2] or ""
        key = tuple(int(part) for part in re.findall(r"\d+", version))
        # Of several versions the newest; a name without a version is a link to the one to be used.
        rank = key if version else (1 << 30,)
        if match[1] not in found or rank > found[match[1]][0]:
            found[match[1]] = (rank, version, name)
    if "zookeeper" not in found:
        raise CannotStart(f"{folder} holds no zookeeper jar")
    version = found["zookeeper"][1] or found.get("zookeeper-jute", ((), "", ""))[1]
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    if version and numbers < _LEAST:
        raise CannotStart(f"{folder} holds ZooKeeper {version}, which is too old; 3.5 is the oldest that klog runs")
    wanted = _ALWAYS + (_SINCE_3_6 if not version or numbers >= (3, 6) else ())
    missing = [name for name in wanted if name not in found]
    if missing:
        raise CannotStart(f"{folder} holds a zookeeper jar, but not {' and '.join(missing)}, without which it does not run")

    def path(name: str) -> str:
        return os.path.join(folder, found[name][2])

    backend = next((group for group in _LOGGING if all(name in found for name in group)), ())
    return Jars(
        folder,
        origin,
        version,
        tuple(path(name) for name in wanted),
        tuple(path(name) for name in backend),
        tuple(os.path.join(folder, name) for name in names if _TLS.fullmatch(name)),
    )


def find_jars(
    given: str | None,
    environment: Mapping[str, str],
    *,
    list_folder: Callable[[str], Sequence[str]] = list_folder,
    package_folder: PackageFolder = package_folder,
) -> Jars:
    """The jars to run.

    :param given: a folder of jars, or a ZooKeeper installation with ``lib``; None where the user named none.
    :raises CannotStart: there are none, or none where the user said.
    """
    if given is not None:
        names = list_folder(given)
        if not any(name.startswith("zookeeper") and name.endswith(".jar") for name in names):
            inner = os.path.join(given, "lib")
            if list_folder(inner):
                given, names = inner, list_folder(inner)
        try:
            return jars_in(given, "--zookeeper-jars", names)
        except CannotStart as error:
            raise CannotStart(f"--zookeeper-jars: {error}") from None
    unfit: list[str] = []
    for folder, origin in _places(environment, package_folder):
        names = list_folder(folder)
        if not any(name.startswith("zookeeper") for name in names):
            continue
        try:
            return jars_in(folder, origin, names)
        except CannotStart as error:
            unfit.append(str(error))
    besides = f" ({'; '.join(unfit)})" if unfit else ""
    raise CannotStart(
        "ZooKeeper's jars are nowhere: not in $ZOOKEEPER_HOME/lib, /usr/share/java, the package pyspark or $SPARK_HOME/jars"
        f"{besides}; {EXTRA} brings them, or name their folder with --zookeeper-jars"
    )


def _places(environment: Mapping[str, str], package_folder: PackageFolder) -> Iterable[tuple[str, str]]:
    home = environment.get("ZOOKEEPER_HOME", "").strip()
    if home:
        yield os.path.join(home, "lib"), "$ZOOKEEPER_HOME"
    yield DEBIAN_FOLDER, "Debian"
    pyspark = package_folder("pyspark")
    if pyspark is not None:
        yield os.path.join(pyspark, "jars"), "pyspark"
    spark = environment.get("SPARK_HOME", "").strip()
    if spark:
        yield os.path.join(spark, "jars"), "$SPARK_HOME"
