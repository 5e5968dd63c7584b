"""The example ``docs/examples/access_log.py``, as its reader would run it."""

from __future__ import annotations

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import unittest
import urllib.error
import urllib.request
from typing import Any

import pytest

from klog.testing.embedded import Broker
from tests.peers import ROOT, free_port

TWISTD = "from twisted.scripts.twistd import run; run()"
EXAMPLE = ROOT / "docs" / "examples" / "access_log.py"


class AccessLogTests(unittest.TestCase):
    """A web server, a broker, and requests."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: pathlib.Path) -> None:
        self.folder = tmp_path
        (tmp_path / "index.html").write_text("<p>hello</p>")

    def setUp(self) -> None:
        self.broker = Broker().start()
        self.addCleanup(self.broker.stop)

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.addCleanup(process.stdout.close)  # type: ignore[union-attr]
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def get(self, url: str) -> int:
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                answer.read()
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def lines(self, count: int) -> list[dict[str, Any]]:
        return [json.loads(message.value) for message in self.broker.messages("access", at_least=count, timeout_s=60)]

    def test_a_port_that_is_taken_and_a_folder_that_is_none(self) -> None:
        taken = self.broker.bootstrap.rpartition(":")[2]
        for arguments, code, word in (
            (("--port", taken, "--root", str(self.folder)), 1, taken),
            (("--port", "0", "--root", str(self.folder / "nosuch")), 2, "nosuch"),
        ):
            process = self.start(str(EXAMPLE), "--kafka", self.broker.bootstrap, *arguments)
            said, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, code, said)
            self.assertIn(word, said)
            self.assertNotIn("Traceback", said)
            self.assertNotIn("Unhandled", said)

    def test_every_request_is_published_and_the_last_ones_too(self) -> None:
        process = self.start(str(EXAMPLE), "--kafka", self.broker.bootstrap, "--port", "0", "--root", str(self.folder))
        assert process.stdout is not None
        found = None
        while found is None:
            line = process.stdout.readline()
            assert line, "it ended"
            found = re.search(r"http://\S+/$", line.strip())
        url = found[0]
        self.assertEqual([self.get(f"{url}index.html"), self.get(f"{url}nothing")], [200, 404])
        lines = self.lines(2)
        self.assertEqual([(line["uri"], line["status"], line["client"]) for line in lines][:1], [("/index.html", 200, "127.0.0.1")])
        self.assertEqual(lines[1]["status"], 404)
        for _ in range(10):
            self.get(f"{url}index.html")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(60), 0, process.stdout.read())
        self.assertEqual(len(self.broker.messages("access")), 12, "what was in the backlog when it was told to stop")
        self.assertEqual({message.key for message in self.broker.messages("access")}, {b"127.0.0.1"})

    def test_the_site_does_not_wait_for_kafka(self) -> None:
        self.broker.create_topic("access")
        self.broker.stop()
        process = self.start(str(EXAMPLE), "--kafka", self.broker.bootstrap, "--port", "0")
        assert process.stdout is not None
        found = None
        while found is None:
            line = process.stdout.readline()
            assert line, "it ended"
            found = re.search(r"http://\S+/$", line.strip())
        self.assertEqual(self.get(f"{found[0]}index.html"), 200)
        self.broker.start()
        self.assertEqual(self.lines(1)[0]["status"], 200)

    def test_with_twistd(self) -> None:
        port = free_port()
        settings = {"ACCESS_LOG_KAFKA": self.broker.bootstrap, "ACCESS_LOG_PORT": str(port)}
        process = self.start("-c", TWISTD, "-n", "-y", str(EXAMPLE), **settings)
        assert process.stdout is not None
        while "starting on" not in (line := process.stdout.readline()):
            assert line, "it ended"
        self.assertEqual(self.get(f"http://127.0.0.1:{port}/index.html"), 200)
        self.assertEqual(self.lines(1)[0]["uri"], "/index.html")
        process.send_signal(signal.SIGTERM)
        # As twistd does it: after an orderly end it says by which signal.
        self.assertEqual(process.wait(60), -signal.SIGTERM)
