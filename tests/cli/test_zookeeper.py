"""``klog zookeeper``: rows of ``status``, and mistakes. tests/integration/test_embedded_zookeeper.py runs the servers."""

from __future__ import annotations

import json

from click.testing import CliRunner
from twisted.trial.unittest import SynchronousTestCase

from klog.cli import zookeeper
from klog.cli.exit_codes import CommandFailed, Exit
from klog.zookeeper.embedded import four_letters
from tests.zookeeper.embedded.rig import SRVR


class StatusTests(SynchronousTestCase):
    """What is told of a server."""

    def answer(self, what: str | OSError) -> None:
        def ask(host: str, port: int, word: str, timeout_s: float) -> str:
            if isinstance(what, OSError):
                raise what
            return what

        self.patch(four_letters, "ask", ask)

    def test_one_that_serves(self) -> None:
        self.answer(SRVR.format(mode="leader"))
        row = zookeeper.status_row("::1", 2181, 5)
        self.assertEqual((row["address"], row["mode"], row["version"], row["zxid"]), ("[::1]:2181", "leader", "3.9.5", "0x10000000a"))
        self.assertEqual((row["nodes"], row["connections"], row["outstanding"], row["error"]), (5, 2, 3, None))

    def test_others(self) -> None:
        for what, why in (
            (TimeoutError(), "no answer within 5 s"),
            (ConnectionRefusedError(111, "Connection refused"), "Connection refused"),
            ("This ZooKeeper instance is not currently serving requests", "no majority"),
            ("srvr is not executed because it is not in the whitelist.", "four-letter words"),
            ("", "does not answer as ZooKeeper does"),
        ):
            self.answer(what)
            row = zookeeper.status_row("h", 1, 5)
            self.assertIsNone(row["mode"])
            self.assertIn(why, row["error"])

    def test_the_command(self) -> None:
        self.answer(SRVR.format(mode="follower"))
        result = CliRunner().invoke(zookeeper.zookeeper, ["status", "a:1,b/root", "-o", "json"])
        self.assertEqual([row["address"] for row in json.loads(result.stdout)["servers"]], ["a:1", "b:2181"])
        self.answer("")
        error = CliRunner().invoke(zookeeper.zookeeper, ["status", "a:1"]).exception
        assert isinstance(error, CommandFailed)
        self.assertEqual((error.code, error.sentence), (Exit.UNREACHABLE, "no ZooKeeper serves at a:1"))
        error = CliRunner().invoke(zookeeper.zookeeper, ["status", "a:x"]).exception
        assert isinstance(error, CommandFailed)
        self.assertEqual(error.code, Exit.USAGE)


class StartTests(SynchronousTestCase):
    """Mistakes that are seen before anything runs."""

    def test_usage(self) -> None:
        for arguments in (["--port", "70000"], ["--ensemble", "0"], ["--heap-mb", "1"], ["more"]):
            self.assertEqual(CliRunner().invoke(zookeeper.zookeeper, ["start", *arguments]).exit_code, 2)
