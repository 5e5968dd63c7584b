"""Wheels for each CPython that is found here, built in an environment of their own and used in another one: ``make soak``.

pip builds them from the source distribution, with what pyproject.toml asks for and nothing else, and installs them with their
dependencies; so it needs a package index. An interpreter is found as ``python3.12`` in PATH, or among those of pyenv.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from typing import ClassVar

import pytest

from tests import peers

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
#: Of all that is no Python source: compiled modules (0.41 million bytes with 3.11) and the archive's own lists (0.19). The sources, 2.2
#: million compressed, grow with what klog can do. Debug symbols had 2 million once.
MOST_BYTES_BESIDE_SOURCES = 750_000
#: What a program does first, with a broker in its own process.
FIRST_STEPS = """
from klog.records.implementations import codec
from klog.testing.embedded import Broker

with Broker() as broker:
    broker.create_topics({"t": 1})
    broker.put("t", [b"one", b"two"])
    print(codec.name, [message.value for message in broker.messages("t", at_least=2)])
"""


def interpreter(version: str) -> str | None:
    """The path of CPython `version` (``3.12``), None where there is none."""
    candidates = [shutil.which(f"python{version}")]
    pyenv = shutil.which("pyenv")
    if pyenv is not None:
        root = subprocess.run([pyenv, "root"], stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
        candidates += sorted(map(str, pathlib.Path(root, "versions").glob(f"{version}.*/bin/python")), reverse=True)
    code = "import sys; print('%d.%d' % sys.version_info[:2], sys.implementation.name)"
    for path in candidates:
        if path is not None:
            # A shim of pyenv's may be there without its interpreter.
            done = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False)
            if done.stdout.split() == [version, "cpython"]:
                return path
    return None


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "make soak has the time")
class WheelVersionTests(unittest.TestCase):
    """One source distribution, and of it a wheel for each version."""

    folder: ClassVar[pathlib.Path]
    sources: ClassVar[pathlib.Path]

    @classmethod
    def setUpClass(cls) -> None:
        scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name).resolve()
        copy = cls.folder / "sources"
        copy.mkdir()
        for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
            shutil.copy(peers.ROOT / name, copy)
        for name in ("klog", "twisted"):
            shutil.copytree(peers.ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.c"))
        command = [sys.executable, "setup.py", "-q", "sdist", "--dist-dir", str(cls.folder)]
        subprocess.run(command, cwd=copy, env={**os.environ, "KLOG_NO_EXTENSIONS": "1"}, check=True, capture_output=True)
        (cls.sources,) = cls.folder.glob("*.tar.gz")

    def check(self, version: str) -> None:
        python = interpreter(version)
        if python is None:
            peers.missing(f"python{version}", "no such interpreter was found")
        home = self.folder / version
        environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "KLOG_NO_EXTENSIONS")}

        def run(*command: str) -> str:
            done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=900)
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
            return done.stdout

        run(python, "-m", "venv", str(home / "builds"))
        run(
            str(home / "builds/bin/python"),
            "-m",
            "pip",
            "wheel",
            "-q",
            "--no-deps",
            "--no-binary",
            "klog",
            "-w",
            str(home),
            str(self.sources),
        )
        (wheel,) = home.glob("klog-*.whl")
        self.assertIn(f"-cp{version.replace('.', '')}-", wheel.name)
        with zipfile.ZipFile(wheel) as archive:
            sources = sum(one.compress_size for one in archive.infolist() if one.filename.endswith(".py"))
        self.assertLess(wheel.stat().st_size - sources, MOST_BYTES_BESIDE_SOURCES)
        run(python, "-m", "venv", str(home / "uses"))
        run(str(home / "uses/bin/python"), "-m", "pip", "install", "-q", str(wheel))
        self.assertIn("klog", run(str(home / "uses/bin/klog"), "--version"))
        told = run(str(home / "uses/bin/python"), "-c", FIRST_STEPS)
        self.assertEqual(told.strip(), "cython [b'one', b'two']")
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, {sources:,} of them sources")


def _test_of(version: str):  # type: ignore[no-untyped-def]
    def test(self: WheelVersionTests) -> None:
        self.check(version)

    return test


for _version in VERSIONS:
    setattr(WheelVersionTests, f"test_cpython_{_version.replace('.', '_')}", _test_of(_version))
