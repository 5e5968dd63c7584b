"""zoo.cfg, command lines, ports, folders."""

from __future__ import annotations

import os
import pathlib

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.config import parse_properties
from klog.zookeeper.embedded.configuration import (
    Member,
    ServerSettings,
    check_layout,
    connect_string,
    members,
    plan,
    write,
    zoo_cfg,
)
from klog.zookeeper.embedded.java import CannotStart
from tests.zookeeper.embedded.rig import JARS, JAVA


class MemberTests(SynchronousTestCase):
    """Who listens where."""

    def test_customary_ports(self) -> None:
        found = members(3, "127.0.0.1", 2181)
        self.assertEqual([_ports(one) for one in found], [(2181, 2888, 3888), (2182, 2889, 3889), (2183, 2890, 3890)])
        self.assertEqual(connect_string(found), "127.0.0.1:2181,127.0.0.1:2182,127.0.0.1:2183")
        self.assertEqual(members(1, "::1", 2181), [Member(1, "::1", 2181)])
        self.assertEqual(connect_string(members(1, "::1", 2181)), "[::1]:2181")

    def test_what_cannot_be(self) -> None:
        for count, port in ((0, 2181), (10, 2181), (1, 0), (1, 65536), (3, 64000)):
            self.assertRaises(CannotStart, members, count, "h", port)


def _ports(one: Member) -> tuple[int, int, int]:
    return one.client_port, one.quorum_port, one.election_port


class FileTests(SynchronousTestCase):
    """What the server reads."""

    def test_one_server(self) -> None:
        ensemble = members(1, "127.0.0.1", 2181)
        found = parse_properties(zoo_cfg(ensemble[0], ensemble, ServerSettings(extra={"tickTime": "7", "more": "x"}), "/data"))
        self.assertEqual(found["clientPort"], "2181")
        self.assertEqual(found["clientPortAddress"], "127.0.0.1")
        self.assertEqual(found["dataDir"], "/data")
        self.assertEqual(found["admin.enableServer"], "false")
        self.assertEqual((found["tickTime"], found["more"]), ("7", "x"))
        self.assertNotIn("initLimit", found)

    def test_an_ensemble(self) -> None:
        ensemble = members(3, "::1", 2181)
        found = parse_properties(zoo_cfg(ensemble[1], ensemble, ServerSettings(), "/data"))
        self.assertEqual(found["server.2"], "[::1]:2889:3889;[::1]:2182")
        self.assertEqual((found["standaloneEnabled"], found["quorumListenOnAllIPs"]), ("false", "false"))
        self.assertNotIn("clientPort", found)

    @given(st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=40))
    def test_any_folder_survives_the_file(self, name: str) -> None:
        folder = "/data/" + name
        ensemble = members(1, "127.0.0.1", 2181)
        text = zoo_cfg(ensemble[0], ensemble, ServerSettings(), folder)
        self.assertTrue(text.isascii())
        self.assertEqual(parse_properties(text)["dataDir"].encode("utf-16", "surrogatepass").decode("utf-16"), folder)


class PlanTests(SynchronousTestCase):
    """Command lines and folders."""

    def test_one_server(self) -> None:
        ensemble = members(1, "127.0.0.1", 2181)
        launch = plan("/d", ensemble[0], ensemble, ServerSettings(heap_mb=99), JAVA, JARS)
        self.assertEqual(launch.command[0], JAVA.path)
        self.assertIn("-Xmx99m", launch.command)
        self.assertIn("-Dzookeeper.forceSync=yes", launch.command)
        self.assertEqual(launch.command[-2:], ("org.apache.zookeeper.server.ZooKeeperServerMain", "/d/zoo.cfg"))
        self.assertEqual((launch.data_folder, launch.data_version_folder), ("/d/data", "/d/data/version-2"))
        self.assertEqual(list(launch.files), ["/d/zoo.cfg"])
        self.assertEqual(launch.command[launch.command.index("-cp") + 1], JARS.classpath())

    def test_a_member(self) -> None:
        ensemble = members(2, "127.0.0.1", 2181)
        launch = plan("/d", ensemble[1], ensemble, ServerSettings(force_sync=False), JAVA, JARS)
        self.assertEqual(launch.files["/d/server-2/data/myid"], "2\n")
        self.assertEqual(launch.command[-2:], ("org.apache.zookeeper.server.quorum.QuorumPeerMain", "/d/server-2/zoo.cfg"))
        self.assertIn("-Dzookeeper.forceSync=no", launch.command)

    def test_logging_and_tls(self) -> None:
        ensemble = members(1, "127.0.0.1", 2181)
        launch = plan("/d", ensemble[0], ensemble, ServerSettings(logging=True, tls=True, properties={"a": "b"}), JAVA, JARS)
        self.assertEqual(launch.command[launch.command.index("-cp") + 1], JARS.classpath(logging=True, tls=True))
        self.assertIn("-Da=b", launch.command)
        self.assertIn("/d/log4j2.properties", launch.files)
        self.assertTrue(any("NettyServerCnxnFactory" in argument for argument in launch.command))
        without = plan("/d", ensemble[0], ensemble, ServerSettings(logging=True), JAVA, JARS._replace(logging=()))
        self.assertEqual(list(without.files), ["/d/zoo.cfg"])

    def test_written(self) -> None:
        folder = os.path.abspath(self.mktemp())
        ensemble = members(2, "127.0.0.1", 2181)
        for _ in range(2):  # again over the same
            write(plan(folder, ensemble[0], ensemble, ServerSettings(), JAVA, JARS))
        self.assertEqual((pathlib.Path(folder) / "server-1/data/myid").read_text(), "1\n")
        self.assertTrue((pathlib.Path(folder) / "server-1/tmp").is_dir())
        (pathlib.Path(folder) / "file").touch()
        error = self.assertRaises(
            CannotStart, write, plan(os.path.join(folder, "file"), ensemble[0], ensemble, ServerSettings(), JAVA, JARS)
        )
        self.assertIn("cannot be written", str(error))

    def test_other_layouts_are_refused(self) -> None:
        for names, count in (([], 3), ([".lock", "data", "zoo.cfg"], 1), (["server-1", "server-2", "server-3"], 3), (["notes"], 1)):
            check_layout("/d", names, count)
        for names, count, what in ((["data"], 3, "a single server"), (["server-1", "server-2", "server-3"], 1, "an ensemble of 3")):
            self.assertIn(what, str(self.assertRaises(CannotStart, check_layout, "/d", names, count)))
