"""The run as a whole: which record codec is under test, and a summary of what was missing."""

from __future__ import annotations

import collections
import gc
import os
import re
import signal
import sys
from collections.abc import Generator, Iterator
from typing import Any

import hypothesis
import pytest
from twisted.logger import globalLogBeginner

from tests import peers

# How long an example, or its drawing, takes says more of the machine than of the code.
hypothesis.settings.register_profile("klog", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("klog")


def pytest_configure(config: pytest.Config) -> None:
    """Kafka's tools and Spark as tests run them; measurements run them as they are."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell starts what runs in the background so, and programs that tests start would inherit it, and not end by Ctrl-C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if "bench" not in config.getoption("-m"):
        os.environ.setdefault("KAFKA_HEAP_OPTS", peers.jvm("256m"))
        # A session of Spark that lives for seconds takes half the processor time so; the launcher is a JVM of its own.
        os.environ.setdefault("SPARK_SUBMIT_OPTS", f"{peers.JVM_FOR_SECONDS} -XX:+UseSerialGC")
        os.environ.setdefault("SPARK_LAUNCHER_OPTS", f"{peers.JVM_FOR_SECONDS} -XX:+UseSerialGC")


@pytest.fixture(autouse=True, scope="session")
def _scratch_as_working_directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Trial's `mktemp` makes its folders in the working directory; keep them out of the checkout."""
    before = os.getcwd()
    os.chdir(tmp_path_factory.mktemp("cwd"))
    yield
    os.chdir(before)


#: Files that take a minute or more, the longest first: begun last, one of them would keep one worker busy while others have nothing left.
LONGEST = (
    *("clients", "spark", "behaviour", "migration", "tools", "spark_stream", "log_directories", "wire_codec", "group_takeover", "takeover"),
    *("spark_sink", "broker_security", "group_tools", "group_clients", "group_members", "start_stop", "replica_processes", "replica_tools"),
    *("dump_log", "compaction", "hostile", "zookeeper_mirror", "zookeeper_tools", "cli_kafka", "cli_kcat", "cli", "paper_chaos", "wheel"),
    *("replica_failover", "cluster", "client_kill", "transactions_in_clusters", "group_kill", "takeover_by_kafka", "tls"),
)

#: Beside the integration tests: files of half a minute or more, each test of which may go to any worker.
LONG_LIVES = (
    *("broker/interleavings/test_life.py", "damage/test_partitions.py", "broker/groups/test_simulation.py", "storage/test_crash_matrix.py"),
    *("broker/cluster_lives/test_life.py", "broker/interleavings/test_finds.py", "broker/replicas/test_moves.py"),
    *("storage/test_compaction_model.py", "broker/lifecycle/test_directory_faults.py"),
)


#: Files whose tests share one Spark session: a session takes ten seconds of both cores before it is of use, so that they go to one worker.
ONE_SESSION = ("test_spark.py", "test_spark_parity.py", "test_spark_pages.py")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Whole files to one worker, and the files of `ONE_SESSION` to one; of `LONG_LIVES` each test to any."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = str(super()._split_scope(nodeid))
            if file.endswith(LONG_LIVES):
                return nodeid
            return "spark" if file.rpartition("/")[2] in ONE_SESSION else file

    return Scheduling(config, log)


def _turn(item: pytest.Item) -> int:
    """When its file begins: the long ones, the other integration tests, those of `LONG_LIVES`, the rest."""
    name = item.path.stem.removeprefix("test_")
    if "integration" not in item.path.parts:
        return len(LONGEST) + (1 if item.path.as_posix().endswith(LONG_LIVES) else 2)
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long files first; measurements stay out of the test command."""
    items.sort(key=_turn)
    if not config.getoption("-m"):
        skip = pytest.mark.skip(reason="a measurement: make bench")
        for item in items:
            if "bench" in item.keywords:
                item.add_marker(skip)


#: How often Python looks for garbage: tests make much of it, and little else, and the usual 700 objects cost a fifth of their time.
COLLECTION_THRESHOLDS = (20_000, 20, 20)
#: So many old objects are worth being passed over from then on.
MANY_OBJECTS = 100_000


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """While tests are collected nothing becomes garbage; to look for it would take a fourth of that time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """What is there by now stays: all modules, and thousands of tests. Looking for garbage among them again and again takes a fifth of the
    time of tests that make much of it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Twisted keeps what is logged before anybody says where to, 200 events, to tell it then: and with each whoever logged it, which may be
    a broker with all that it holds."""
    globalLogBeginner._initialBuffer._buffer.clear()
    if (nextitem is None or nextitem.path != item.path) and len(gc.get_objects(generation=2)) > MANY_OBJECTS:
        # What a file's tests have left, modules that were loaded late for instance, would be looked at in each full collection.
        gc.collect()
        gc.freeze()


def pytest_report_header() -> str:
    """Say which record codec this run tests, and insist on the extensions where they are required."""
    from klog.records.implementations import appending, codec, columns, compactor, counting, encoding, fold, views

    modules = ("_fast", "_compact", "_latest", "_append", "_views", "_columns", "_encode", "_tally")
    chosen = (codec, compactor, fold, appending, views, columns, encoding, counting)
    used = {module: choice.name for module, choice in zip(modules, chosen, strict=True)}
    plain = [module for module, name in used.items() if name != "cython"]
    if "extensions" in peers.required() and plain:
        raise pytest.UsageError(f"KLOG_REQUIRE names extensions, and {', '.join(plain)} of klog.records are not built: pip install -e .")
    if os.environ.get("KLOG_NO_EXTENSIONS") and len(plain) < len(used):
        raise pytest.UsageError("KLOG_NO_EXTENSIONS is set, and an extension is used all the same")
    return f"klog: record codec {codec.name}"


def pytest_sessionfinish() -> None:
    """End the Spark session of this process, if any test asked for one."""
    spark_session = sys.modules.get("tests.spark.spark_session")
    if spark_session is not None:
        spark_session.stop()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line that names what was missing, with the number of tests it cost."""
    counts: collections.Counter[str] = collections.Counter()
    for report in terminalreporter.stats.get("skipped", []):
        found = re.search(r"missing ([\w-]+):", str(report.longrepr))
        if found:
            counts[found[1]] += 1
    if counts:
        named = ", ".join(f"{name} ({count} test{'s' if count > 1 else ''})" for name, count in sorted(counts.items()))
        terminalreporter.write_line(f"klog: skipped for want of {named}", yellow=True)
