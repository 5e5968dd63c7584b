"""``klog profile``, and what a profile does to other commands."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pathlib
import shutil
import tempfile
import unittest
from unittest import mock

from klog.cli.connection import NoBroker, resolve
from klog.cli.exit_codes import CommandFailed
from klog.cli.main import run
from klog.cli.profile.command import HIDDEN


class Case(unittest.TestCase):
    """A home of its own."""

    def setUp(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("KLOG_", "XDG_"))}
        self.environment = {**kept, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}
        patched = mock.patch.dict("os.environ", self.environment, clear=True)
        patched.start()
        self.addCleanup(patched.stop)
        self.home = folder
        self.path = folder / "config" / "klog" / "profiles.json"

    def klog(self, *arguments: str, stdin: str = "") -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with mock.patch("sys.stdin", io.StringIO(stdin)), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(["profile", *arguments])
        return int(code), out.getvalue(), err.getvalue()

    def made(self) -> None:
        """``prod`` with a password, the current one, and ``test``."""
        arguments = [
            "create",
            "prod",
            "-b",
            "p:1",
            "-X",
            "security.protocol=sasl_ssl",
            "-X",
            "sasl.mechanism=PLAIN",
            "-X",
            "sasl.username=anna",
        ]
        self.assertEqual(self.klog(*arguments, "--password", stdin="secret\n")[0], 0)
        self.assertEqual(self.klog("create", "test", "-b", "t:1")[0], 0)


class CommandTests(Case):
    """The commands."""

    def test_a_life(self) -> None:
        self.made()
        _, out, _ = self.klog("list", "-o", "json")
        first, second = json.loads(out)["profiles"]
        self.assertEqual(first, {"profile": "prod", "current": True, "bootstrap": "p:1", "security": "SASL_SSL"})
        self.assertEqual((second["current"], second["security"]), (False, "PLAINTEXT"))
        code, out, err = self.klog("show")
        self.assertEqual(code, 0)
        self.assertIn(f"sasl.password\t{HIDDEN}", out)
        self.assertNotIn("secret", out + err)
        self.assertEqual(self.klog("use", "test")[0], 0)
        self.assertEqual(self.klog("edit", "test", "-X", "client.id=me", "-b", "t:2")[0], 0)
        self.assertEqual(self.klog("show")[1].splitlines()[1:], ["bootstrap.servers\tt:2", "client.id\tme"])
        self.assertEqual(self.klog("edit", "test", "-d", "client.id")[0], 0)
        self.assertEqual(self.klog("delete", "test")[0], 2)
        self.assertEqual(self.klog("delete", "test", "--yes")[0], 0)
        self.assertEqual(self.klog("show")[0], 2)
        self.assertEqual(self.klog("show", "prod")[0], 0)

    def test_what_is_refused(self) -> None:
        self.made()
        before = self.path.read_bytes()
        for arguments, code, words in (
            (["create", "prod", "-b", "x:1"], 2, "klog profile edit"),
            (["create", "a b", "-b", "x:1"], 2, "no name"),
            (["create", "x", "-b", "x:port"], 2, "x:port"),
            (["create", "x", "-b", "x:1", "-X", "nix=1"], 2, "no such property"),
            (["create", "x", "-b", "x:1", "-X", "sasl.password=y"], 2, "--password"),
            (["create", "x", "-b", "x:1", "-X", "ssl.key.password=y"], 2, "in no profile"),
            (["create", "x", "-b", "x:1", "--password"], 2, "standard input"),
            (["create", "x"], 2, "--bootstrap"),
            (["edit", "nix", "-b", "x:1"], 4, "klog profile list"),
            (["edit", "test", "-d", "client.id"], 2, "it has no client.id"),
            (["edit", "test", "-d", "bootstrap.servers"], 2, "-b host:port"),
            (["use", "nix"], 4, "klog profile list"),
            (["delete", "nix", "--yes"], 4, "klog profile list"),
            (["show", "nix"], 4, "klog profile list"),
        ):
            found, _, err = self.klog(*arguments)
            self.assertEqual(found, code, (arguments, err))
            self.assertIn(words, err)
        self.assertEqual(self.path.read_bytes(), before)

    def test_two_commands_at_once_lose_nothing(self) -> None:
        """Whoever is asked for a password takes a while; what another command has changed meanwhile stands."""
        self.made()

        def ask(prompt: str, stdin: object) -> str:
            self.assertEqual(run(["profile", "create", "between", "-b", "b:1"]), 0)
            return "new"

        with mock.patch("klog.cli.profile.command.ask_password", ask):
            code, _, _ = self.klog("edit", "prod", "--password")
        self.assertEqual(code, 0)
        self.assertEqual(json.loads(self.path.read_text())["profiles"].keys(), {"prod", "test", "between"})

        def delete(question: str, yes: bool) -> None:
            self.assertEqual(run(["profile", "use", "test"]), 0)

        with mock.patch("klog.cli.profile.command.confirm", delete):
            self.assertEqual(self.klog("delete", "between")[0], 0)
        self.assertEqual(json.loads(self.path.read_text())["current"], "test")

    def test_a_password_by_its_old_name_is_one(self) -> None:
        """librdkafka takes ``topic.`` in front of a name, and so do we."""
        self.made()
        for name in ("topic.sasl.password", "topic.ssl.key.password"):
            code, _, err = self.klog("edit", "test", "-X", f"{name}=secret")
            self.assertEqual(code, 2)
            self.assertNotIn("secret", err)
            self.assertNotIn("secret", self.path.read_text().replace('"secret"', "", 1))
        found = json.loads(self.path.read_text())
        found["profiles"] = {"test": {"bootstrap.servers": "t:1", " topic.sasl.password": "secret"}}
        self.path.write_text(json.dumps(found))
        code, out, _ = self.klog("show", "test", "-o", "json")
        self.assertEqual((code, "secret" in out), (0, False))
        self.path.chmod(0o644)
        self.assertEqual(self.klog("show", "test")[0], 1)

    def test_nothing_yet(self) -> None:
        code, _, err = self.klog("list")
        self.assertEqual(code, 0)
        self.assertIn("klog profile create", err)


class ResolveTests(Case):
    """Which one holds."""

    def test_a_named_one(self) -> None:
        self.made()
        found = resolve(None, [], None, 5.0, profile="prod")
        self.assertEqual((found.bootstrap, found.names.client["sasl_password"]), ("p:1", "secret"))
        environment = {**self.environment, "KLOG_PROFILE": "test", "KLOG_BOOTSTRAP": "env:1"}
        self.assertEqual(resolve(None, [], None, 5.0, environment).bootstrap, "t:1")
        self.assertEqual(resolve(None, [], None, 5.0, environment, "prod").bootstrap, "p:1")
        self.assertEqual(resolve("b:1", [], None, 5.0, environment).bootstrap, "b:1")
        self.assertEqual(resolve(None, ["client.id=x"], None, 5.0, environment).names.client, {"client_id": "x"})

    def test_the_current_one_only_where_no_broker_is_named(self) -> None:
        self.made()
        self.assertEqual(resolve(None, [], None, 5.0).bootstrap, "p:1")
        for found in (
            resolve("b:1", [], None, 5.0),
            resolve(None, ["bootstrap.servers=b:1"], None, 5.0),
            resolve(None, [], None, 5.0, {**self.environment, "KLOG_BOOTSTRAP": "b:1"}),
        ):
            self.assertEqual((found.bootstrap, found.names.client), ("b:1", {}), "the password of another cluster")
        with self.assertRaises(NoBroker):
            resolve(None, [], "none", 5.0)

    def test_it_takes_the_default_files_place(self) -> None:
        self.made()
        file = self.home / ".config" / "klog.conf"
        file.parent.mkdir()
        file.write_text("acks=0\n")
        self.assertEqual(resolve(None, [], None, 5.0).names.producer, {})
        self.assertEqual(resolve(None, [], None, 5.0, profile="test").names.producer, {})
        self.assertEqual(resolve(None, [], str(file), 5.0, profile="test").names.producer, {"acks": 0})

    def test_readable_by_all(self) -> None:
        self.made()
        os.chmod(self.path, 0o644)
        for profile in (None, "prod", "test"):
            with self.assertRaises(CommandFailed) as caught:
                resolve(None, [], None, 5.0, profile=profile)
            self.assertIn("chmod 600", caught.exception.sentence)
        self.assertEqual(resolve("b:1", [], None, 5.0).bootstrap, "b:1", "who needs no profile is not bothered")

    def test_a_missing_one(self) -> None:
        with self.assertRaises(CommandFailed) as caught:
            resolve("b:1", [], None, 5.0, profile="nix")
        self.assertIn("there is no profile nix", caught.exception.sentence)
