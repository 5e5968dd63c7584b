"""The plugin, in runs of pytest of its own."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import unittest

import pytest

from klog.testing.pytest_plugin import ini_properties
from tests.peers import ROOT

PLUGIN = "klog.testing.pytest_plugin"
TESTS = """
import pytest

def client(bootstrap):
    from klog.testing.embedded import Broker
    import socket
    host, port = bootstrap.split(":")
    socket.create_connection((host, int(port))).close()

seen = []

def test_fresh(klog_broker):
    client(klog_broker.bootstrap)
    assert klog_broker.messages("t") == []
    klog_broker.create_topic("t")
    klog_broker.put("t", [b"x"])
    seen.append(klog_broker)

def test_fresh_again(klog_broker):
    assert klog_broker.messages("t") == []
    assert klog_broker.properties["num.partitions"] == "7"
    assert not seen or not seen[0].is_running

@pytest.mark.klog({"num.partitions": 3}, topics={"orders": 2})
def test_marked(klog_broker):
    assert klog_broker.properties["num.partitions"] == "3"
    klog_broker.put("orders", [b"x"], partition=1)

@pytest.mark.klog({"num.partitions": 3, "message.max.bytes": 5})
class TestClass:
    @pytest.mark.klog(topics={"t": 1}, properties={"num.partitions": 4})
    def test_nearest_mark_wins(self, klog_broker):
        assert klog_broker.properties["num.partitions"] == "4"
        assert klog_broker.properties["message.max.bytes"] == "5"

def test_session(klog_broker_session):
    klog_broker_session.create_topic("once")

def test_session_again(klog_broker_session):
    klog_broker_session.put("once", [b"x"])

@pytest.mark.klog(topics={"t": 1})
def test_virtual(klog_memory_broker):
    klog_memory_broker.put("t", [b"x"])
    before = klog_memory_broker.now_ms()
    klog_memory_broker.reactor.advance(3600)
    assert klog_memory_broker.now_ms() == before + 3_600_000
"""


WRONG = """
import pytest

@pytest.mark.klog(nosuch=1)
def test_a_name_that_the_mark_does_not_have(klog_broker):
    pass

@pytest.mark.klog({"log.retension.ms": 5})
def test_a_setting_that_there_is_not(klog_broker):
    pass

@pytest.mark.klog({"num.partitoins": 5})
def test_the_same_in_virtual_time(klog_memory_broker):
    pass
"""


def run(folder: pathlib.Path, *arguments: str, path: str = str(ROOT)) -> tuple[int, str]:
    """pytest in `folder`."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


class PluginTests(unittest.TestCase):
    """What users write, and what happens."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: pathlib.Path) -> None:
        self.folder = tmp_path
        (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers -W error\nklog_properties =\n    num.partitions = 7\n")
        (tmp_path / "test_it.py").write_text(TESTS)

    def test_fixtures(self) -> None:
        code, output = run(self.folder, "-p", PLUGIN)
        self.assertEqual(code, 0, output)
        self.assertIn("7 passed", output)

    def test_what_is_misspelt(self) -> None:
        (self.folder / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers\n")
        (self.folder / "test_it.py").write_text(WRONG)
        code, output = run(self.folder, "-p", PLUGIN)
        self.assertEqual(code, 1, output)
        self.assertIn("3 errors", output)
        for sentence in ("not nosuch", "log.retension.ms; did you mean log.retention.ms", "num.partitoins; did you mean num.partitions"):
            self.assertIn(sentence, output)

    def test_asked_for_twice_and_with_xdist(self) -> None:
        (self.folder / "conftest.py").write_text(f'pytest_plugins = ["{PLUGIN}"]\n')
        code, output = run(self.folder, "-p", PLUGIN, "-n", "2", "--dist", "loadfile")
        self.assertEqual(code, 0, output)
        self.assertIn("7 passed", output)

    def test_installed_and_asked_for(self) -> None:
        # What `pip install` leaves for pytest to find.
        (found,) = re.findall(r'"pytest11": \["(.*)"\]', (ROOT / "setup.py").read_text(encoding="utf-8"))
        installed = self.folder / "site" / "klogs_plugin-1.dist-info"
        installed.mkdir(parents=True)
        (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: klogs-plugin\nVersion: 1\n")
        (installed / "entry_points.txt").write_text(f"[pytest11]\n{found}\n")
        (self.folder / "conftest.py").write_text(f'pytest_plugins = ["{PLUGIN}"]\n')
        for arguments in ((), ("-p", PLUGIN)):
            code, output = run(self.folder, *arguments, "-k", "test_marked", path=f"{self.folder / 'site'}:{ROOT}")
            self.assertEqual(code, 0, output)
        (self.folder / "conftest.py").unlink()
        code, output = run(self.folder, "-k", "test_marked", path=f"{self.folder / 'site'}:{ROOT}")
        self.assertEqual(code, 0, output)
        code, output = run(self.folder, "-p", f"no:{PLUGIN}", "--fixtures", path=f"{self.folder / 'site'}:{ROOT}")
        self.assertNotIn("klog_broker", output)

    def test_data_directory_and_overridden_properties(self) -> None:
        (self.folder / "pytest.ini").write_text("[pytest]\nklog_data_directory = true\n")
        (self.folder / "conftest.py").write_text(
            "import pytest\n@pytest.fixture(scope='session')\ndef klog_properties():\n    return {'num.partitions': 9}\n"
        )
        (self.folder / "test_it.py").write_text(
            "def test_it(klog_broker, tmp_path):\n"
            "    klog_broker.create_topic('t')\n"
            "    assert (tmp_path / 'klog' / 't-0').is_dir()\n"
            "    assert klog_broker.properties['num.partitions'] == '9'\n"
        )
        code, output = run(self.folder, "-p", PLUGIN)
        self.assertEqual(code, 0, output)

    def test_bad_lines(self) -> None:
        (self.folder / "pytest.ini").write_text("[pytest]\nklog_properties = nonsense\n")
        _, output = run(self.folder, "-p", PLUGIN, "-k", "test_fresh")
        self.assertIn("is not name=value", output)
        self.assertEqual(ini_properties(["a=b", " c = d=e "]), {"a": "b", "c": "d=e"})

    def test_nothing_heavy_is_imported_by_the_plugin(self) -> None:
        program = f"import sys, {PLUGIN}; print([name for name in sys.modules if name.split('.')[0] in ('twisted', 'zope', 'klog')])"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.strip(), "['klog', 'klog.testing', 'klog.testing.pytest_plugin']")
