"""``klog mirror create``."""

from __future__ import annotations

from unittest import mock

from click.testing import CliRunner

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.main import cli
from klog.cli.mirror.create import create_link
from klog.mirror.decisions.records import LinkDefinition
from tests.cli.mirror.link_rig import LinkCase


class CreateTests(LinkCase):
    """A link, and what is wrong with one."""

    def test_made(self) -> None:
        self.make()
        self.assertIn("mirror dc1 was made", self.out.err.text)
        self.assert_equal("web.a")

    def test_nobody_there(self) -> None:
        definition = LinkDefinition("dc1", "192.0.2.77:9092", ("web.*",))
        self.command(lambda mirrors: create_link(mirrors, definition, self.out), make=True)
        self.assertIn("no broker has reached 192.0.2.77:9092", self.out.err.text)

    def test_how_long_the_audits_windows_are(self) -> None:
        for words, window_ms in ((["--audit", "--audit-window", "90s"], 90_000), (["--audit"], 600_000), ([], 0)):
            made: list[LinkDefinition] = []
            with (
                mock.patch("klog.cli.mirror.create.with_mirrors", lambda _connection, _out, work, make: work(mock.Mock())),
                mock.patch("klog.cli.mirror.create.create_link", lambda _mirrors, definition, _out, made=made: made.append(definition)),
            ):
                CliRunner().invoke(cli, ["mirror", "create", "dc1", "--from", "a:1", "--topics", "t", *words, "-b", "localhost:1"])
            self.assertEqual([definition.audit_window_ms for definition in made], [window_ms])

    def test_usage(self) -> None:
        for words in (
            ["a b", "--from", "a:1", "--topics", "t"],
            ["dc1", "--from", "a:1", "--topics", "__consumer_offsets"],
            ["dc1", "--from", "a:1", "--topics", "t", "--groups", "g", "--no-groups"],
            ["dc1", "--from", "a:1", "--topics", "t", "--audit-window", "1min"],
            ["dc1", "--from", "a:1", "--topics", "t", "--audit", "--audit-window", "1ms"],
            ["dc1", "--from", "a:1", "--topics", "t", "--audit", "--audit-window", "long"],
        ):
            result = CliRunner().invoke(cli, ["mirror", "create", *words, "-b", "localhost:1"])
            assert isinstance(result.exception, CommandFailed)
            self.assertIs(result.exception.code, Exit.USAGE)
