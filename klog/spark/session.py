"""A Spark session, started with what is there: for users, for ``klog stream`` and for ``klog pull --runner spark``.

::

    from klog.spark.session import start

    spark = start()
    spark.read.format("klog").option("kafka.bootstrap.servers", "127.0.0.1:9092").option("subscribe", "orders").load().show()

`start` names what is missing before it starts anything (`klog.spark.launcher`), finds a Java or the bundled one, and chooses for a local
master what its defaults, made for clusters, get wrong there: bound to loopback, no UI, as many shuffle partitions as cores and not 200,
workers with this same Python. Settings that are given win. For a cluster (``spark://…``, ``yarn``, ``k8s://…``) only what all sessions
need is set: klog has to be installed on its workers too. Where a session runs already, or ``spark-submit`` started the JVM, that one is
used.

The environment is changed while the JVM starts and put back.

``format("klog")`` needs no registering: Spark looks for modules called ``pyspark_…`` and finds ``pyspark_klog`` beside klog. An editable
installation has no such module on its path; there the folder that holds it goes to the workers' ``PYTHONPATH``.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pathlib
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from klog.spark.launcher import CannotStart, check_packages, java_home_for_spark

#: Where ``pyspark_klog`` lies in a checkout; a wheel has it beside klog.
AUTOLOAD = pathlib.Path(__file__).resolve().parent / "autoload"
#: For any session, also one that runs: without it Spark refuses sources that take filters, as klog's does with ``pushFilters``.
EVERYWHERE = {"spark.sql.python.filterPushdown.enabled": "true"}
_LOCAL = re.compile(r"local(?:\[(\*|\d+)(?:,\s*\d+)?\])?")


def local_cores(master: str) -> int | None:
    """How many tasks a local master runs at a time; None for a cluster. ``local-cluster`` is one."""
    found = _LOCAL.fullmatch(master.strip())
    if found is None:
        return None
    return (os.cpu_count() or 1) if found[1] == "*" else int(found[1] or 1)


def default_settings(master: str) -> dict[str, str]:
    """What `start` sets where the user does not."""
    settings = dict(EVERYWHERE)
    cores = local_cores(master)
    if cores is not None:
        settings |= {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.sql.shuffle.partitions": str(max(2, cores)),
        }
    return settings


def is_registered_by_itself() -> bool:
    """Whether Spark finds klog's source without being told."""
    try:
        return importlib.util.find_spec("pyspark_klog") is not None
    except (ImportError, ValueError):
        return False


def environment_for(master: str, environment: Mapping[str, str], *, java_home: str | None, is_registered: bool) -> dict[str, str]:
    """What the JVM's environment is to have besides.

    :param java_home: None where the JVM is somebody else's.
    """
    added: dict[str, str] = {}
    if java_home is not None:
        added["JAVA_HOME"] = java_home
    if local_cores(master) is not None:
        added["SPARK_LOCAL_IP"] = environment.get("SPARK_LOCAL_IP") or "127.0.0.1"
        # Workers with another Python than this one's could not read what it sends.
        added["PYSPARK_PYTHON"] = environment.get("PYSPARK_PYTHON") or sys.executable
        added["PYSPARK_DRIVER_PYTHON"] = environment.get("PYSPARK_DRIVER_PYTHON") or sys.executable
    if not is_registered:
        # klog's own folder too: it may be there by the working directory alone, which is not the workers'.
        path = [str(AUTOLOAD.parent.parent.parent), str(AUTOLOAD)]
        added["PYTHONPATH"] = os.pathsep.join([*path, *filter(None, [environment.get("PYTHONPATH")])])
    return added


def check_spark_home(environment: Mapping[str, str], pyspark_version: str) -> None:
    """A Spark that ``$SPARK_HOME`` names is of the same release as the package pyspark.

    :raises CannotStart: it is not.
    """
    home = environment.get("SPARK_HOME", "").strip()
    if not home:
        return
    cores = sorted(pathlib.Path(home, "jars").glob("spark-core_*.jar"))
    found = re.search(r"-(\d+\.\d+)[^-]*(?:-[^-]*)?\.jar$", cores[-1].name) if cores else None
    if found is None:
        raise CannotStart(f"SPARK_HOME is {home}, and there is no Spark; unset it, and the Spark of the package pyspark is used")
    if not pyspark_version.startswith(found[1] + "."):
        raise CannotStart(
            f"SPARK_HOME is {home}, which is Spark {found[1]}, and the package pyspark is {pyspark_version}; "
            f"unset SPARK_HOME, or run: pip install 'pyspark=={found[1]}.*'"
        )


def start(
    *,
    master: str | None = None,
    app_name: str = "klog",
    settings: Mapping[str, str] | None = None,
    log_file: str | os.PathLike[str] | None = None,
) -> Any:
    """A SparkSession, started or the one that runs.

    :param master: ``local[*]`` where None and nobody else (``spark-submit``, ``spark-defaults.conf``) said.
    :param settings: Spark's, by their names; they win over those chosen here.
    :param log_file: where the JVM and its workers write what they would to this process's standard error; appended to.
    :raises CannotStart: something is missing, or Spark did not start; with a sentence.
    """
    check_packages()
    import pyspark
    from pyspark.sql import SparkSession

    # Spark's own, by which SparkContext knows it; a stopped one does not count.
    running = pyspark.SparkContext._active_spark_context is not None
    is_submitted = "PYSPARK_GATEWAY_PORT" in os.environ
    registered = is_registered_by_itself()
    builder = SparkSession.builder.appName(app_name)
    if running or is_submitted:
        for name, value in {**EVERYWHERE, **(settings or {})}.items():
            builder = builder.config(name, value)
        session = (builder if master is None or running else builder.master(master)).getOrCreate()
        if not registered:
            register(session)
        return session
    check_spark_home(os.environ, pyspark.__version__)
    chosen = master or "local[*]"
    for name, value in {**default_settings(chosen), **(settings or {})}.items():
        builder = builder.config(name, value)
    added = environment_for(chosen, os.environ, java_home=java_home_for_spark(os.environ), is_registered=registered)
    with _environment(added), _standard_error(log_file):
        try:
            return builder.master(chosen).getOrCreate()
        except Exception as error:
            if not _is_spark_failure(error):
                raise
            where = f"; see {os.fspath(log_file)}" if log_file is not None else ""
            raise CannotStart(f"Spark did not start: {first_line(error)}{where}") from error


def register(session: Any) -> None:
    """Tell a session of klog's source, where Spark does not find it by itself."""
    from klog.spark.source import KlogDataSource

    session.dataSource.register(KlogDataSource)


def _is_spark_failure(error: Exception) -> bool:
    return type(error).__module__.split(".")[0] in ("pyspark", "py4j") or isinstance(error, OSError)


def first_line(error: BaseException) -> str:
    """What an exception of Spark's says, without the JVM's stack."""
    java = getattr(error, "java_exception", None)
    text = str(java.toString() if java is not None else error)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__).rstrip(".")


@contextlib.contextmanager
def _environment(added: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in added}
    os.environ.update(added)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextlib.contextmanager
def _standard_error(log_file: str | os.PathLike[str] | None) -> Iterator[None]:
    """The file in the place of descriptor 2, for what is started meanwhile; Python's own ``sys.stderr`` writes there too so long."""
    if log_file is None:
        yield
        return
    # O_NOFOLLOW: the path may lie in a folder where others may write.
    fd = os.open(log_file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        kept = os.dup(2)
    except OSError:  # there is no standard error
        kept = -1
    try:
        sys.stderr.flush() if sys.stderr is not None else None
        os.dup2(fd, 2)
        yield
    finally:
        os.close(fd)
        if kept >= 0:
            os.dup2(kept, 2)
            os.close(kept)
