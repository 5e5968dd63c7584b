"""The one Spark session of a test process: ``spark_session.get()``.

A session takes about four seconds to start and the first job as long again, so that all tests of a process share one. It is small and
starts fast: ``local[2]``, two shuffle partitions, no UI, no adaptive planning, one compiler tier, the serial collector. It is bound to
loopback. Spark's own Kafka connector is in it where it can be had (``format("kafka")``; `tests.peers.spark_kafka_jars` skips otherwise).

The JVM's Python workers find klog, the tests (functions of test modules are pickled by name) and ``pyspark_klog``, by which
``format("klog")`` registers itself, on a ``PYTHONPATH`` that the JVM is started with. The environment of the test process is put back
afterwards: other tests start programs of their own.

Where Java or pyspark is missing, `get` skips by the name ``spark``. The session is stopped at the end of the process.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pathlib
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any

from tests import peers

#: Beside klog, so that a plain path entry makes Spark find it (docs/architecture.md).
AUTOLOAD = peers.ROOT / "klog" / "spark" / "autoload"
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
    "spark.driver.memory": "1g",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.shuffle.partitions": "2",
}

_session: Any = None
_folder: pathlib.Path | None = None


@contextlib.contextmanager
def _environment(changes: Mapping[str, str], *gone: str) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(changes)
    for name in gone:
        os.environ.pop(name, None)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def get(settings: Mapping[str, str] | None = None) -> Any:
    """The SparkSession, started by the first call of this process.

    :param settings: more of them, for the first call only: a program that is no test of the shared file may want its own.
    :raises unittest.SkipTest: no Java, or no pyspark.
    """
    global _session, _folder
    if _session is not None:
        if settings:
            raise RuntimeError("the session of this process runs already: settings are for the first call")
        return _session
    peers.spark()
    from pyspark.sql import SparkSession

    _folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-spark-"))
    places = {"spark.local.dir": str(_folder / "local"), "spark.sql.warehouse.dir": str(_folder / "warehouse")}
    jars = peers.spark_kafka_jars_or_none()
    everything = {**SETTINGS, **places, **({"spark.jars": jars} if jars else {}), **(settings or {})}
    python_path = os.pathsep.join([str(peers.ROOT), str(AUTOLOAD), *filter(None, [os.environ.get("PYTHONPATH")])])
    variables = {
        "PYTHONPATH": python_path,
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    builder = SparkSession.builder.master("local[2]").appName("klog-tests")
    for name, value in everything.items():
        builder = builder.config(name, value)
    # A SPARK_HOME of the machine's is another Spark than the pyspark under test.
    with _environment(variables, "SPARK_HOME", "PYSPARK_SUBMIT_ARGS"):
        _session = builder.getOrCreate()
    atexit.register(stop)
    return _session


def stop() -> None:
    """Stop it and take its files away. Does nothing where there is none."""
    global _session, _folder
    session, _session = _session, None
    if session is not None:
        gateway = session.sparkContext._gateway
        session.stop()
        # The JVM ends with its standard input; the next session of this process, if any, starts another.
        with contextlib.suppress(Exception):
            gateway.shutdown()
            gateway.proc.stdin.close()
            gateway.proc.wait(20)
        from pyspark import SparkContext

        SparkContext._gateway = SparkContext._jvm = None
    folder, _folder = _folder, None
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
