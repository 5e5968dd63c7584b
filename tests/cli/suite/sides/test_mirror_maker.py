"""MirrorMaker 2: what it is told. A script stands in its place in tests/cli/suite/loads/mirror; the real one is run by the suite."""

from __future__ import annotations

from klog.cli.suite.host.processes import Skip
from klog.cli.suite.sides.mirror_maker import install_mirror_maker, properties, start_mirror_maker
from tests.cli.suite import fake_peers
from tests.cli.suite.sides.rig import SiteCase


class MirrorMakerTests(SiteCase):
    """`properties`, `install_mirror_maker`, `start_mirror_maker`."""

    def test_what_it_is_told(self) -> None:
        told = dict(line.split(" = ") for line in properties("a:1", "b:2", "suite.*").splitlines())
        self.assertEqual((told["source.bootstrap.servers"], told["copy.bootstrap.servers"]), ("a:1", "b:2"))
        self.assertEqual((told["source->copy.enabled"], told["copy->source.enabled"]), ("true", "false"))
        self.assertEqual(told["source->copy.topics"], "suite.*")
        self.assertTrue(told["replication.policy.class"].endswith(".IdentityReplicationPolicy"), "copies have the names of their sources")
        factors = {name: value for name, value in told.items() if name.endswith("replication.factor")}
        self.assertEqual(len(factors), 7)
        self.assertEqual(set(factors.values()), {"1"}, "there is one broker")

    def test_without_its_jars(self) -> None:
        with fake_peers.wrong("absent"), self.assertRaises(Skip) as caught:
            install_mirror_maker(self.site)
        self.assertIn("MirrorMaker 4.3.1 cannot be had", str(caught.exception))

    def test_its_command_line(self) -> None:
        with start_mirror_maker(self.site, "127.0.0.1:1", "127.0.0.1:2", "t") as child:
            self.assertRegex(child.command, r"kafka 4\.3\.1 java org\.apache\.kafka\.connect\.mirror\.MirrorMaker \S+/mm2\.properties$")
            self.assertIn("source->copy.topics = t\n", (self.site.folder / "mirror-maker" / "mm2.properties").read_text())
