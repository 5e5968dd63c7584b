"""Where the tests find other people's programs, and what happens where they are missing.

Everything from outside is asked for here: Apache Kafka's tools, kcat, Java, Spark, sample logs. What is not there skips the test by name; a
name listed in ``KLOG_REQUIRE`` (comma-separated) makes it fail instead, so that CI cannot pass by skipping. The summary of the
missing names is printed at the end of the run (``conftest.py``).
"""

from __future__ import annotations

import functools
import importlib.metadata
import os
import pathlib
import random
import shutil
import subprocess
import sys
import unittest
from typing import NoReturn

from tests import class_archives
from tests.ports import free_port as free_port

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRIPTS = pathlib.Path(os.environ.get("KLOG_PEERS_SCRIPTS") or ROOT.parent / "shared" / "peers")
SAMPLE_LOGS = pathlib.Path(os.environ.get("KLOG_SAMPLE_LOGS") or ROOT.parent / "shared" / "data" / "loghub")
SOAK = bool(os.environ.get("KLOG_SOAK"))
#: For a JVM that lives for seconds: the second compiler would cost it more than it gives.
JVM_FOR_SECONDS = "-XX:TieredStopAtLevel=1"
#: Versions of Apache Kafka whose classes are worth an archive. What is older has hardly any that Java archives.
ARCHIVED = ("1.1.1", "2.8.2", "3.9.2", "4.3.1")
#: What a version needs beside its own jars: Java has no XML binding since 11, and Kafka 1.0 was the first to do without.
_MORE_JARS = {"0.11.0.3": "javax.xml.bind:jaxb-api:2.3.1"}


def required() -> set[str]:
    """Names that must be there."""
    return {name.strip() for name in os.environ.get("KLOG_REQUIRE", "").split(",") if name.strip()}


def missing(name: str, reason: str) -> NoReturn:
    """Skip the test for want of `name`, or fail it where `name` is required."""
    if name in required():
        raise AssertionError(f"KLOG_REQUIRE names {name}, and it is missing: {reason}")
    raise unittest.SkipTest(f"missing {name}: {reason}")


def soak_share(full: int) -> int:
    """Rounds of a long test: all of them in `make soak`, a twenty-fifth (one at least) otherwise: with that CI stays below 25 minutes."""
    return full if SOAK else max(1, full // 25)


def seed() -> int:
    """What a plan is drawn from: ``KLOG_SEED`` where it is given, to live a run once more."""
    return int(os.environ.get("KLOG_SEED") or random.SystemRandom().randrange(1 << 30))


def versions(*all_of_them: str) -> tuple[str, ...]:
    """Of Apache Kafka, oldest first: all of them in `make soak`, the oldest and the newest otherwise."""
    return all_of_them if SOAK else (all_of_them[0], all_of_them[-1])


def program(name: str) -> str:
    """The path of a program that the machine may have."""
    found = shutil.which(name)
    if found is None:
        missing(name, f"no {name} on PATH")
    return found


def java() -> str:
    """The path of Java."""
    return program("java")


def _script(version: str) -> list[str]:
    """The script that has Apache Kafka of `version`, with the jars that it needs on this Java; it keeps its process id."""
    more = _MORE_JARS.get(version)
    return [*(["/usr/bin/env", f"KAFKA_MORE={more}"] if more else []), str(SCRIPTS / "kafka"), version]


@functools.cache
def _install(version: str) -> str | None:
    script = SCRIPTS / "kafka"
    if not script.exists():
        return f"no {script} (set KLOG_PEERS_SCRIPTS)"
    for needed in ("java", "mvn"):
        if shutil.which(needed) is None:
            return f"no {needed} on PATH"
    done = subprocess.run([*_script(version), "install"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return None if done.returncode == 0 else f"Apache Kafka {version}: {done.stdout.strip()[-200:]}"


def jvm(heap: str) -> str:
    """``KAFKA_HEAP_OPTS`` of a program of Kafka's that lives for seconds."""
    return f"-Xmx{heap} {JVM_FOR_SECONDS}"


def kafka(version: str) -> list[str]:
    """The command that runs Apache Kafka's tools of `version`; append a tool's name and its arguments.

    Where options of the JVM are given, as `conftest.py` does for all but measurements, its classes come from an archive.
    """
    why = _install(version)
    if why is not None:
        missing("kafka", why)
    return class_archives.with_archive(_archive(version), _script(version))


def formatted(version: str) -> pathlib.Path | None:
    """The data directory of a broker of Kafka's that is its own controller, before its first life; None where it cannot be had.

    A copy of it saves that broker the JVM that would make it.
    """
    tool = kafka(version)
    return class_archives.of_formatted(version, _libraries(version), tool)


def _archive(version: str) -> pathlib.Path | None:
    if version not in ARCHIVED or not os.environ.get("KAFKA_HEAP_OPTS"):
        return None
    return class_archives.of_kafka(version, _libraries(version), str(SCRIPTS / "kafka"), free_port)


def kafka_program(version: str, source: pathlib.Path) -> list[str]:
    """The command that runs a single Java file with the jars of Apache Kafka `version`; append its arguments.

    It is compiled once, where the tool that runs a file compiles it each time.
    """
    tool = kafka(version)
    jar = class_archives.of_program(version, _libraries(version), source)
    if jar is None:
        return [*tool, "java", str(source)]
    return class_archives.run_program(_libraries(version), jar, source.stem, _archive(version))


@functools.cache
def _libraries(version: str) -> pathlib.Path:
    done = subprocess.run([*_script(version), "install"], stdout=subprocess.PIPE, text=True, check=True)
    return pathlib.Path(done.stdout.strip().splitlines()[-1])


def kafka_libraries(version: str) -> pathlib.Path | None:
    """The folder of Apache Kafka's jars of `version`, which has a ZooKeeper among them up to 3.9; None where it cannot be had."""
    return None if _install(version) is not None else _libraries(version)


@functools.cache
def kafka_schemas(version: str, folder: str) -> pathlib.Path:
    """Kafka's own message schemas as JSON files, in `folder`."""
    target = pathlib.Path(folder) / f"schemas-{version}"
    subprocess.run([*kafka(version), "schemas", str(target)], check=True, stdout=subprocess.DEVNULL)
    return target


@functools.cache
def _spark() -> str:
    """The version of pyspark, or why Spark cannot run."""
    for name in ("pyspark", "pyarrow"):
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return f"no {name} for {sys.executable}: pip install 'klog[spark]'"
    home = os.environ.get("JAVA_HOME", "")
    if not (home and os.access(pathlib.Path(home) / "bin" / "java", os.X_OK)) and shutil.which("java") is None:
        return "no Java in $JAVA_HOME or on PATH"
    return importlib.metadata.version("pyspark")


def spark() -> str:
    """The version of pyspark, where it and Java are there."""
    found = _spark()
    if not found[:1].isdigit():
        missing("spark", found)
    return found


@functools.cache
def _spark_kafka() -> tuple[str, str]:
    """The jars of Spark's own Kafka connector, comma-separated, and where there are none, why."""
    script = SCRIPTS / "spark_kafka"
    if not script.exists():
        return "", f"no {script} (set KLOG_PEERS_SCRIPTS)"
    if not _spark().startswith("4.2.0"):
        return "", f"pyspark 4.2.0 is the newest whose connector is published, and this is {_spark()}"
    done = subprocess.run([sys.executable, str(script), "jars"], capture_output=True, text=True)
    return ("", done.stderr.strip()[-300:]) if done.returncode else (done.stdout.strip(), "")


def spark_kafka_jars() -> str:
    """The jars of Spark's own Kafka connector, as ``spark.jars`` takes them; `tests.spark.spark_session` has them in its session."""
    jars, why = _spark_kafka()
    if not jars:
        missing("spark_kafka", why)
    return jars


def spark_kafka_jars_or_none() -> str | None:
    """The same where there are any, without skipping or failing anything."""
    return _spark_kafka()[0] or None


def sample_logs() -> list[pathlib.Path]:
    """The sixteen sample logs, by name."""
    logs = sorted(SAMPLE_LOGS.glob("*.log"))
    if not logs:
        missing("loghub", f"no *.log in {SAMPLE_LOGS} (set KLOG_SAMPLE_LOGS)")
    return logs
