"""The first user of a broker that does not run, and that he comes in when it does."""

from __future__ import annotations

import io
import os
import pathlib
import shutil
import tempfile
from collections.abc import Mapping
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.exit_codes import CommandFailed
from klog.cli.main import run
from klog.cli.offline_users import _give_to_owner, change_in_directories, change_in_zookeeper, with_password
from klog.net.sasl import Scram
from klog.storage.directories.meta_properties import ZOOKEEPER_MARK, MetaProperties, write_meta_properties
from klog.storage.directories.state_file import StateFile
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from klog.wire.messages.metadata import MetadataRequest
from klog.zookeeper.znodes import ConfigZnode
from tests.broker.security.sasl_rig import METADATA, SaslFixture
from tests.zookeeper.test_client_connection import ClientCase

SECRET = with_password("SCRAM-SHA-256", "pencil", 4096)
STATE = f"{DATA_DIRECTORY}/klog.state"


def keep(fs: MemoryFileSystem, *paths: str, name: str = "admin") -> list[str]:
    return change_in_directories(fs, paths or [DATA_DIRECTORY], name, SECRET)


def users(fs: MemoryFileSystem, path: str = STATE) -> Mapping[str, Mapping[str, str]]:
    state = StateFile(fs, path).load()
    assert state is not None
    return state.user_configs


class ComesInTests(SaslFixture):
    """A broker whose only listener asks for a password: stopped, given a user, started."""

    more = {"connection.failed.authentication.delay.ms": "0"}

    def test_into_a_broker_that_has_run(self) -> None:
        alice = self.admin()
        self.assertEqual(alice.ask(*METADATA).topics, [])
        coordination = self.broker.broker.coordination
        assert coordination is not None
        self.successResultOf(coordination.create_topic("t", [[1]], {"retention.ms": "5"}))
        cluster_id = coordination.cluster_id()
        self.broker.stop()
        self.assertEqual(keep(self.broker.file_system), [STATE])
        self.assertEqual(keep(self.broker.file_system, name="other"), [STATE])
        self.broker.start()
        client = self.connect()
        self.assertEqual(self.come_in(client, Scram("SCRAM-SHA-256", "admin", "pencil")).error_code, 0)
        answer = client.ask(MetadataRequest(topics=None), 9)
        self.assertEqual(([topic.name for topic in answer.topics], answer.cluster_id), (["t"], cluster_id), "nothing else has changed")
        self.assertEqual(self.come_in(self.connect(), Scram("SCRAM-SHA-256", "admin", "wrong")).error_code, 58)

    def test_into_a_directory_that_nobody_has_used(self) -> None:
        fresh = MemoryBroker(self.broker.properties)
        keep(fresh.file_system)
        state = StateFile(fresh.file_system, STATE).load()
        assert state is not None
        fresh.start()
        self.addCleanup(fresh.stop)
        client = fresh.connect("SASL_PLAINTEXT")
        self.broker = fresh
        self.assertEqual(self.come_in(client, Scram("SCRAM-SHA-256", "admin", "pencil")).error_code, 0)
        answer = client.ask(MetadataRequest(topics=None), 9)
        self.assertEqual((answer.topics, answer.cluster_id), ([], state.cluster_id))

    def test_while_it_runs(self) -> None:
        error = self.assertRaises(CommandFailed, keep, self.broker.file_system)
        self.assertIn("a broker is running on /data: stop it first", str(error))


class DirectoriesTests(SynchronousTestCase):
    """Whose they are."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()

    def test_all_copies(self) -> None:
        """The newest says what was remembered."""
        keep(self.fs, "/a", "/b", name="one")
        with self.fs.undisturbed():
            self.fs.make_directory("/c")
        keep(self.fs, "/b", name="two")
        self.assertEqual(keep(self.fs, "/a", "/b", name="three"), ["/a/klog.state", "/b/klog.state"])
        self.assertEqual(
            {path: sorted(users(self.fs, f"/{path}/klog.state")) for path in "ab"}, {key: ["one", "three", "two"] for key in "ab"}
        )

    def test_a_disk_that_is_not_mounted(self) -> None:
        """Nothing is written where it should be."""
        keep(self.fs, "/a")
        write_meta_properties(self.fs, "/a", MetaProperties("cluster", 1))
        self.assertEqual(keep(self.fs, "/a", "/b"), ["/a/klog.state"])
        self.assertFalse(self.fs.exists("/b"))

    def test_what_is_left_as_it_is(self) -> None:
        for make, word in (
            (lambda: self.fs.make_directory("/data/orders-0"), "another program wrote them"),
            (lambda: self.fs.make_directory("/data/__cluster_metadata-0"), "another program wrote them"),
            (
                lambda: write_meta_properties(self.fs, "/data", MetaProperties("c", 1, others={ZOOKEEPER_MARK: "zk:2181/k"})),
                "ZooKeeper at zk:2181/k",
            ),
            (lambda: self.fs.open("/data/meta.properties", create=True, write=True).write_at(0, [b"version=7\n"]), "version"),
            (lambda: self.fs.open(STATE, create=True, write=True).write_at(0, [b"rubbish"]), "does not begin like a state file"),
        ):
            with self.subTest(word):
                self.fs = MemoryFileSystem()
                self.fs.make_directory("/data")
                make()
                before = self.fs.list("/data")
                error = self.assertRaises(CommandFailed, keep, self.fs)
                self.assertIn(word, str(error))
                self.assertEqual([name for name in self.fs.list("/data") if name != ".lock"], before)
                self.fs.lock("/data/.lock").release()


class ZooKeeperTests(ClientCase):
    """Before any broker has been there, and after."""

    def test_below_a_chroot_that_is_missing(self) -> None:
        client = self.connect(f"{self.zookeeper.connect}/a/b")
        self.reactor.until(change_in_zookeeper(client, "admin", SECRET))
        data, _ = self.reactor.until(self.connect().get("/a/b/config/users/admin"))
        self.assertIn(b"SCRAM-SHA-256", data)

    def test_quotas_stay(self) -> None:
        client = self.connect()

        def kept() -> Mapping[str, str]:
            path = ConfigZnode.path("users", "ad min")
            return ConfigZnode.decode(path, self.reactor.until(client.get(path))[0]).configs

        self.reactor.until(change_in_zookeeper(client, "ad min", lambda configs: {**configs, "producer_byte_rate": "1024"}))
        self.reactor.until(change_in_zookeeper(client, "ad min", SECRET))
        self.assertEqual(sorted(kept()), ["SCRAM-SHA-256", "producer_byte_rate"])
        self.assertEqual(len(self.reactor.until(client.get_children("/config/changes"))), 2)


class CommandTests(SynchronousTestCase):
    """``klog user set-password --offline``."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def run_with(self, *arguments: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with mock.patch("sys.stdin", io.StringIO("secret\n")), mock.patch("sys.stdout", out), mock.patch("sys.stderr", err):
            code = run(["user", "set-password", *arguments])
        return int(code), out.getvalue(), err.getvalue()

    def test_by_its_settings_or_its_directory(self) -> None:
        file = self.folder / "server.properties"
        file.write_text(f"listeners=SASL_SSL://:9093\nlog.dirs={self.folder}/data\nklog.cluster.id=" + "a" * 22 + "\n")
        code, out, err = self.run_with("admin", "--offline", str(file), "--mechanism", "SCRAM-SHA-512")
        self.assertEqual((code, out.splitlines()[1]), (0, "admin\tSCRAM-SHA-512\t4096"))
        self.assertIn(f"kept in {self.folder}/data/klog.state", err)
        self.assertNotIn("secret", out + err)
        state = self.folder / "data" / "klog.state"
        self.assertEqual(os.stat(state).st_mode & 0o777, 0o600)
        self.assertIn("a" * 22, state.read_text())
        self.assertNotIn("secret", state.read_text())
        self.assertEqual(self.run_with("other", "--offline", str(self.folder / "data"))[0], 0)
        self.assertIn("other", state.read_text())

    def test_by_root_for_the_brokers_own_user(self) -> None:
        """He may have put links in place of what root gives him."""
        (self.folder / "data").mkdir()
        given: list[tuple[str, bool]] = []

        def chown(path: str, user: int, group: int, *, follow_symlinks: bool = True) -> None:
            given.append((os.path.basename(path), follow_symlinks))

        owner = mock.Mock(st_uid=4711, st_gid=4711)
        with mock.patch("os.geteuid", return_value=0), mock.patch("os.chown", chown), mock.patch("os.stat", return_value=owner):
            _give_to_owner(str(self.folder / "data"))
        self.assertEqual(given, [("klog.state", False), (".lock", False)])

    def test_what_cannot_be(self) -> None:
        for arguments, code, word in (
            (("a", "--offline", str(self.folder / "none")), 4, "there is no file of a broker's settings"),
            (("", "--offline", str(self.folder)), 2, "must have a name"),
            (("a", "-F", "none"), 2, "no broker is named"),
        ):
            ended, _, err = self.run_with(*arguments)
            self.assertEqual((ended, word in err), (code, True), err)
