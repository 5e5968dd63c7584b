"""The wheel: what is in it, that Spark finds klog's source in it without being told, and that importing ``pyspark_klog`` harms nobody.

The wheel is built from a copy of the sources without the extensions, and put into an environment of its own, which finds other packages
in that of the tests by a path entry: nothing is downloaded. An editable installation is looked at too: it has to stay a plain path entry.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from typing import ClassVar

from klog.testing.embedded import Broker
from tests import peers
from tests.spark import spark_session

READ = """
import json, sys
from pyspark.sql import SparkSession
settings, bootstrap = json.loads(sys.argv[1]), sys.argv[2]
builder = SparkSession.builder.master("local[1]")
for name, value in settings.items():
    builder = builder.config(name, value)
spark = builder.getOrCreate()
frame = spark.read.format("klog").option("kafka.bootstrap.servers", bootstrap).option("subscribe", "t").load()
print("ROWS", sorted((row.partition, row.offset, bytes(row.value).decode()) for row in frame.collect()))
spark.stop()
"""

#: What is loaded by importing the module, besides what pyspark's own data source needs.
IMPORT = """
import sys
import pyspark_klog
print(hasattr(pyspark_klog, "DefaultSource"))
print(sorted(name for name in sys.modules if name.split(".")[0] in ("twisted", "pyarrow", "pandas", "numpy", "rich", "click")))
print(sorted(name for name in sys.modules if name.startswith(("klog.spark.", "klog.arrow.", "klog.pull", "klog.cli", "klog.broker"))))
"""


#: Where the packages of this Python are.
OTHERS = [entry for entry in sys.path if os.path.basename(entry) == "site-packages"]
#: Says what is missing, where klog is.
ASK = """
try:
    pyspark_klog.DefaultSource().schema()
except ImportError as error:
    print(pyspark_klog.DefaultSource.name(), error)
"""


class ExtensionTests(unittest.TestCase):
    """The compiled modules as setup.py builds them here."""

    def test_no_debug_symbols(self) -> None:
        if not sys.platform.startswith("linux"):
            self.skipTest("symbols are kept elsewhere on other systems")
        built = sorted((peers.ROOT / "klog" / "records").glob("*.so"))
        if not built:
            peers.missing("extensions", "no compiled modules in klog/records")
        for library in built:
            with self.subTest(library=library.name):
                self.assertNotIn(b".debug_info", library.read_bytes(), "python setup.py build_ext --inplace --force")


class WheelTests(unittest.TestCase):
    """One wheel for all of them."""

    folder: ClassVar[pathlib.Path]
    wheel: ClassVar[pathlib.Path]
    site: ClassVar[pathlib.Path]
    python: ClassVar[str]

    @classmethod
    def setUpClass(cls) -> None:
        scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name).resolve()
        copy = cls.folder / "sources"
        copy.mkdir()
        for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(peers.ROOT / name, copy)
        for name in ("klog", "twisted"):
            shutil.copytree(peers.ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.c"))
        cls.wheel = cls.build("bdist_wheel")
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(cls.folder / "venv")], check=True)
        cls.python = str(cls.folder / "venv" / "bin" / "python")
        cls.site = next((cls.folder / "venv" / "lib").glob("python*/site-packages"))
        with zipfile.ZipFile(cls.wheel) as archive:
            # What pip does with a wheel that has no scripts and no data.
            archive.extractall(cls.site)

    @classmethod
    def build(cls, command: str) -> pathlib.Path:
        target = cls.folder / command
        done = subprocess.run(
            [sys.executable, "setup.py", "-q", command, "--dist-dir", str(target)],
            cwd=cls.folder / "sources",
            env={**os.environ, "KLOG_NO_EXTENSIONS": "1"},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise AssertionError(done.stdout + done.stderr)
        (made,) = target.glob("*.whl")
        return made

    def run_python(self, source: str, *arguments: str, path: list[str] | None = None, **environment: str) -> str:
        """What a program prints, in the environment that has the wheel, and with the packages of `path` besides."""
        entry = self.site / "others.pth"
        entry.write_text("".join(f"{line}\n" for line in path or []))
        self.addCleanup(entry.unlink, missing_ok=True)
        kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SPARK_HOME", "PYSPARK_SUBMIT_ARGS")}
        done = subprocess.run(
            [self.python, "-c", source, *arguments],
            cwd=self.folder,
            env={**kept, **environment},
            capture_output=True,
            text=True,
            timeout=180,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_what_is_in_it(self) -> None:
        with zipfile.ZipFile(self.wheel) as archive:
            names = archive.namelist()
        self.assertEqual([name for name in names if name.endswith("pyspark_klog/__init__.py")], ["pyspark_klog/__init__.py"])
        self.assertIn("klog/spark/source.py", names)
        self.assertEqual({name.split("/")[0].split("-")[0] for name in names}, {"klog", "pyspark_klog", "twisted"})
        # What a compiler needs is in the source distribution; what a type checker needs is here.
        self.assertEqual([name for name in names if name.endswith((".pyx", ".pxi", ".c"))], [])
        self.assertIn("klog/records/_fast.pyi", names)

    def test_spark_reads_with_it_and_nobody_registers_anything(self) -> None:
        peers.spark()
        settings = {**spark_session.SETTINGS, "spark.local.dir": str(self.folder / "local")}
        with Broker(topics={"t": 2}) as broker:
            for partition in range(2):
                broker.put("t", [b"a", b"b"], partition=partition)
            told = self.run_python(
                READ,
                json.dumps(settings),
                broker.bootstrap,
                path=OTHERS,
                PYSPARK_PYTHON=self.python,
                SPARK_LOCAL_IP="127.0.0.1",
            )
        self.assertIn("ROWS [(0, 0, 'a'), (0, 1, 'b'), (1, 0, 'a'), (1, 1, 'b')]", told)

    def test_importing_the_module_loads_the_data_source_and_nothing_else(self) -> None:
        peers.spark()
        has, foreign, ours = self.run_python(IMPORT, path=OTHERS).splitlines()
        self.assertEqual((has, foreign), ("True", "[]"))
        loaded = set(re.findall(r"'([\w.]+)'", ours))
        self.assertIn("klog.spark.source", loaded)
        work = {
            "klog.arrow.reading",
            "klog.spark.batch",
            "klog.spark.stream",
            "klog.spark.sink",
            "klog.spark.session",
            "klog.spark.windows",
        }
        self.assertEqual({name for name in loaded if name in work or name.split(".")[1] in ("pull", "cli", "broker")}, set())

    def test_importing_the_module_cannot_fail(self) -> None:
        # No pyspark, no pyarrow, no Twisted: nothing but the wheel.
        self.assertEqual(self.run_python(IMPORT).splitlines()[:2], ["False", "[]"])
        # A klog that is broken, with a pyspark and without one.
        broken = self.folder / "broken"
        (broken / "klog" / "spark").mkdir(parents=True)
        for name in ("klog/__init__.py", "klog/spark/__init__.py"):
            (broken / name).touch()
        (broken / "klog" / "spark" / "source.py").write_text("raise MemoryError('half a disk')")
        first = f"import sys; sys.path.insert(0, {str(broken)!r})\n"
        self.assertEqual(self.run_python(first + IMPORT).splitlines()[0], "False")
        fake = broken / "pyspark" / "sql"
        fake.mkdir(parents=True)
        for name in ("pyspark/__init__.py", "pyspark/sql/__init__.py"):
            (broken / name).touch()
        (fake / "datasource.py").write_text("class DataSource:\n    pass\n")
        told = self.run_python(first + IMPORT + ASK)
        self.assertEqual(told.splitlines()[0], "True")
        self.assertRegex(told.splitlines()[-1], r"^klog .*half a disk.*pip install 'klog\[spark\]'")

    def test_an_editable_installation_is_a_plain_path_entry(self) -> None:
        with zipfile.ZipFile(self.build("editable_wheel")) as archive:
            (entry,) = [name for name in archive.namelist() if name.endswith(".pth")]
            self.assertEqual(archive.read(entry).decode().strip(), str(self.folder / "sources"))
            self.assertEqual([name for name in archive.namelist() if name.endswith(".py")], [], "no import hook")


if __name__ == "__main__":
    unittest.main()
