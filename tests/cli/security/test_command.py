"""``klog security``: what is made, whose it is, and that nothing is ever overwritten."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import stat
import tempfile
import unittest
from unittest import mock

from click.testing import CliRunner
from cryptography import x509

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.security import command
from klog.net.sasl import MIN_ITERATIONS


class CommandCase(unittest.TestCase):
    """In a folder of its own."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.closed = self.folder / "closed"

    def run_it(self, *arguments: str) -> str:
        result = CliRunner().invoke(command.security, list(arguments))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        self.assertEqual(result.exit_code, 0, result.output)
        return result.output

    def refused(self, word: str, *arguments: str) -> None:
        with self.assertRaises(CommandFailed) as caught:
            self.run_it(*arguments)
        self.assertIn(word, caught.exception.sentence)


class InitTests(CommandCase):
    """``init``."""

    def test_all_of_it_is_its_owners_alone(self) -> None:
        output = self.run_it("init", str(self.closed), "--user", "anna")
        self.assertEqual(
            sorted(os.listdir(self.closed)),
            ["anna.pem", "broker.pem", "ca.key", "ca.pem", "client.properties", "data", "klog.conf", "server.properties"],
        )
        for path in self.closed.rglob("*"):
            mode = stat.S_IMODE(path.stat().st_mode)
            if path.is_file() and path.name != ".lock":
                self.assertEqual((path.name, mode), (path.name, 0o600))
        self.assertEqual(stat.S_IMODE(self.closed.stat().st_mode), 0o700)
        conf = (self.closed / "klog.conf").read_text()
        password = next(line for line in conf.splitlines() if line.startswith("sasl.password=")).partition("=")[2]
        self.assertNotIn(password, output)
        self.assertNotIn(password, (self.closed / "server.properties").read_text())
        self.assertNotIn(password, (self.closed / "data" / "klog.state").read_text())
        self.assertIn("anna", (self.closed / "data" / "klog.state").read_text())
        self.assertIn(f"iterations={MIN_ITERATIONS}", (self.closed / "data" / "klog.state").read_text())
        self.assertEqual(os.listdir(self.folder), ["closed"])

    def test_nothing_is_overwritten(self) -> None:
        self.closed.mkdir()
        (self.closed / "mine").write_text("1")
        self.refused("nothing in it is overwritten", "init", str(self.closed))
        self.assertEqual(os.listdir(self.closed), ["mine"])
        (self.closed / "mine").unlink()
        self.run_it("init", str(self.closed))
        before = (self.closed / "ca.pem").read_bytes()
        self.refused("nothing in it is overwritten", "init", str(self.closed))
        self.assertEqual((self.closed / "ca.pem").read_bytes(), before)
        (self.folder / "file").write_text("")
        self.refused("nothing in it is overwritten", "init", str(self.folder / "file"))
        (self.folder / "empty").mkdir()
        (self.folder / "link").symlink_to(self.folder / "empty")
        self.refused("is a link", "init", str(self.folder / "link"))

    def test_half_of_it_is_none(self) -> None:
        """ZooKeeper cannot be reached."""
        self.addCleanup(setattr, command, "_make_user", command._make_user)

        def fail(*arguments: object) -> None:
            raise CommandFailed("no ZooKeeper")

        command._make_user = fail
        self.refused("no ZooKeeper", "init", str(self.closed), "-z", "127.0.0.1:1")
        self.assertEqual(os.listdir(self.folder), [])

    def test_told_to_end_half_way(self) -> None:
        """No private key is left behind."""
        write, before = command._write, signal.getsignal(signal.SIGTERM)
        # Whoever runs the tests under nohup ignores it.
        self.addCleanup(signal.signal, signal.SIGHUP, signal.signal(signal.SIGHUP, signal.SIG_DFL))
        for number, code in ((signal.SIGTERM, Exit.TERMINATED), (signal.SIGHUP, Exit.HUNG_UP)):

            def write_and_end(path: str, content: bytes, number: int = number) -> None:
                write(path, content)
                os.kill(os.getpid(), number)

            with mock.patch.object(command, "_write", write_and_end):
                result = CliRunner().invoke(command.security, ["init", str(self.closed)])
            self.assertEqual((result.exit_code, os.listdir(self.folder)), (code, []))
        self.assertIs(signal.getsignal(signal.SIGTERM), before)

    def test_what_cannot_be(self) -> None:
        for word, arguments in (
            ("neither a name nor an address", ("--host", "a b")),
            ("nobody can connect to that", ("--host", "0.0.0.0")),
            ("share a ZooKeeper", ("--host", "a", "--host", "b")),
            ("a host of its own", ("--host", "a", "--host", "a", "-z", "zk")),
            ("cannot be the name", ("--user", "a/b")),
            ("cannot be the name", ("--user", "ca")),
            ("what a broker is called", ("--user", "broker")),
            ("one line", ("-z", "zk:2181\nallow.everyone.if.no.acl.found=true")),
        ):
            self.refused(word, "init", str(self.closed), *arguments)
        self.refused("neither a comma nor a backslash", "init", str(self.folder / "a,b"))
        self.assertEqual(os.listdir(self.folder), [])


class CertificateTests(CommandCase):
    """``certificate``."""

    def certificate(self, name: str) -> x509.Certificate:
        return x509.load_pem_x509_certificate((self.closed / f"{name}.pem").read_bytes())

    def hosts(self, name: str) -> list[str]:
        found = self.certificate(name).extensions.get_extension_for_class(x509.SubjectAlternativeName)
        return [str(one.value) for one in found.value]

    def test_one_more_and_renewed(self) -> None:
        self.run_it("init", str(self.closed), "--host", "b.example")
        self.run_it("certificate", str(self.closed), "reports")
        self.assertEqual(self.certificate("reports").subject.rfc4514_string(), "CN=reports")
        self.assertEqual(stat.S_IMODE((self.closed / "reports.pem").stat().st_mode), 0o600)
        self.refused("is there already", "certificate", str(self.closed), "broker")
        before = self.certificate("broker")
        self.run_it("certificate", str(self.closed), "broker", "--renew", "--days", "500")
        self.assertNotEqual(self.certificate("broker").serial_number, before.serial_number)
        self.assertEqual(self.hosts("broker"), ["b.example"])
        self.run_it("certificate", str(self.closed), "broker", "--renew", "--host", "192.0.2.1")
        self.assertEqual(self.hosts("broker"), ["192.0.2.1"])
        self.assertEqual([name for name in os.listdir(self.closed) if name.startswith("broker.pem")], ["broker.pem"])

    def test_two_at_once(self) -> None:
        """Neither takes the other's key away."""
        self.run_it("init", str(self.closed))
        path = self.closed / "bob.pem"

        def meanwhile(name: str) -> None:
            path.write_text("another's")

        with mock.patch.object(command, "_check_name", meanwhile), mock.patch("os.path.exists", return_value=False):
            self.refused("is there already", "certificate", str(self.closed), "bob")
        self.assertEqual(path.read_text(), "another's")
        self.assertEqual([name for name in os.listdir(self.closed) if name.startswith("bob")], ["bob.pem"])

    def test_renewed_by_root(self) -> None:
        """The broker that shows it must be able to read it."""
        self.run_it("init", str(self.closed))
        given: list[tuple[str, int, int, bool]] = []

        def chown(path: str, user: int, group: int, *, follow_symlinks: bool = True) -> None:
            given.append((os.path.basename(path)[:10], user, group, follow_symlinks))

        owner = mock.Mock(st_uid=4711, st_gid=4712, st_mode=stat.S_IFREG)
        with mock.patch("os.geteuid", return_value=0), mock.patch("os.chown", chown), mock.patch("os.lstat", return_value=owner):
            self.run_it("certificate", str(self.closed), "broker", "--renew")
        self.assertEqual(given, [("broker.pem", 4711, 4712, False)])

    def test_without_an_authority(self) -> None:
        self.run_it("init", str(self.closed))
        self.refused("there is no", "certificate", str(self.closed), "nobody", "--renew")
        (self.closed / "ca.key").write_text("rubbish")
        self.refused("no authority that could sign", "certificate", str(self.closed), "other")
        (self.closed / "ca.key").unlink()
        self.assertRaises(FileNotFoundError, self.run_it, "certificate", str(self.closed), "other")
