"""Options of ``klog pull``: what they come to, and which do not go together."""

from __future__ import annotations

import json
import pathlib
import sys
import tempfile
import unittest
from typing import Any
from unittest import mock

from klog.cli.connection import Connection
from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.pull.options import PullOptions, read_schema
from klog.cli.rdkafka_names import translate
from klog.cli.text_files import MAX_BYTES
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.pull.settings import PullSettings

HERE = Connection("h:1", translate([]))


def options(**more: Any) -> PullOptions:
    given: dict[str, Any] = {"topics": ("logs",), "target": "/t", **more}
    return PullOptions(**given)


class OptionsTests(unittest.TestCase):
    """See above."""

    def test_what_they_come_to(self) -> None:
        settings = options(
            topics=("a", "b", "a"),
            format="delta",
            by_date=True,
            headers=True,
            read_committed=True,
            min_partitions=7,
            max_records=1_000,
            attempts=2,
            on_data_loss="skip",
            skip_corrupt=True,
            compression="snappy",
        ).settings(HERE)
        self.assertEqual(settings.topics, ("a", "b"))
        self.assertEqual((settings.format, settings.by_date, settings.include_headers), ("delta", True, True))
        self.assertEqual(
            (settings.isolation, settings.min_tasks, settings.max_records, settings.max_attempts), ("read_committed", 7, 1000, 2)
        )
        self.assertEqual((settings.fail_on_data_loss, settings.skip_corrupt, settings.compression), (False, True, "snappy"))
        self.assertEqual((settings.client.bootstrap_servers, settings.client.client_id), ("h:1", "klog-cli"))
        plain = options().settings(HERE)
        self.assertEqual((plain.starting, plain.starting_timestamp_ms, plain.isolation), ("earliest", None, "read_uncommitted"))
        self.assertEqual((plain.on_bad, plain.fail_on_data_loss, plain.skip_corrupt), ("fail", True, False))

    def test_the_audits_windows(self) -> None:
        self.assertEqual(options(audit="lake").settings(HERE).audit_window_ms, 600_000)
        self.assertEqual(options(audit="lake", audit_window="90s").settings(HERE).audit_window_ms, 90_000)
        with self.assertRaisesRegex(ConfigError, "audit_window_ms.*1000 to 86400000"):
            options(audit="lake", audit_window="1ms").settings(HERE)
        with self.assertRaisesRegex(CommandFailed, "--audit-window is for --audit"):
            options(audit_window="90s").check()

    def test_the_audits_hashes(self) -> None:
        self.assertEqual([options(audit="lake", audit_hashes=has).settings(HERE).audit_hashes for has in (False, True)], [False, True])
        options(audit="lake", audit_hashes=True, on_bad="fail", decode="string").check()
        with self.assertRaisesRegex(CommandFailed, "--audit-hashes is for --audit"):
            options(audit_hashes=True).check()
        with self.assertRaisesRegex(CommandFailed, "--on-bad skip lets pass is not what was sent"):
            options(audit="lake", audit_hashes=True, on_bad="skip", decode="string").check()
        wrong: list[dict[str, Any]] = [{"audit": ""}, {"audit": "lake", "on_bad": "null"}]
        for more in wrong:
            with self.assertRaisesRegex(ConfigError, "audit_hashes"):
                PullSettings(client=ClientSettings(bootstrap_servers="b:1"), target="x", topics=("t",), audit_hashes=True, **more)

    def test_where_to_begin(self) -> None:
        self.assertEqual(options(begin="latest").settings(HERE).starting, "latest")
        self.assertEqual(options(begin="2011-06-12T08:00").settings(HERE).starting_timestamp_ms, 1_307_865_600_000)
        with self.assertRaises(CommandFailed) as caught:
            options(begin="yesterday").settings(HERE)
        self.assertEqual(caught.exception.code, Exit.USAGE)

    def test_properties_of_the_connection(self) -> None:
        connection = Connection("h:1", translate([("isolation.level", "read_committed"), ("client.id", "me")]))
        settings = options().settings(connection)
        self.assertEqual((settings.isolation, settings.client.client_id), ("read_committed", "me"))

    def test_what_does_not_go_together(self) -> None:
        for more, why in (
            ({"topics": ()}, "nothing to pull"),
            ({"pattern": "x"}, "either --topic or --pattern"),
            ({"topics": ("",)}, "cannot be empty"),
            ({"target": ""}, "--to"),
            ({"verify": True, "follow": True}, "one of them"),
            ({"interval": "5s"}, "--interval is for --follow"),
            ({"decode": "json"}, "--decode json needs --schema FILE"),
            ({"decode_key": "avro"}, "--decode-key avro needs --key-schema FILE"),
            ({"schema": "f"}, "--schema is for --decode"),
            ({"schema": "f", "decode": "string"}, "--schema is for --decode"),
            ({"confluent": True, "decode": "json", "schema": "f"}, "--confluent is about Avro"),
            ({"on_bad": "skip"}, "give --decode with it"),
            ({"master": "local[2]"}, "give --runner spark"),
            ({"workers": 3, "runner": "spark"}, "local[3]"),
        ):
            with self.assertRaises(CommandFailed, msg=more) as caught:
                options(**more).check()
            self.assertIn(why, caught.exception.sentence)
            self.assertEqual(caught.exception.code, Exit.USAGE)
        for more in (
            {},
            {"topics": (), "pattern": "log.*"},
            {"topics": (), "verify": True},
            {"follow": True, "interval": "5s"},
            {"decode": "avro", "schema": "f", "confluent": True, "on_bad": "null"},
            {"runner": "spark", "master": "local[2]"},
        ):
            options(**more).check()

    def test_intervals(self) -> None:
        self.assertEqual((options().interval_s, options(interval="2min").interval_s), (10.0, 120.0))
        with self.assertRaises(CommandFailed):
            _ = options(interval="soon").interval_s

    def test_verify_needs_neither_topics_nor_a_broker(self) -> None:
        settings = options(topics=(), verify=True).settings(None)
        self.assertEqual((settings.topics, settings.pattern), ((), ".*"))

    def test_values_that_cannot_be(self) -> None:
        with self.assertRaises(ConfigError):
            options(topics=(), pattern="(").settings(HERE)
        with self.assertRaises(ConfigError):
            options(target="s3://bucket/x").settings(HERE)


class SchemaTests(unittest.TestCase):
    """Schema files."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "line.avsc"

    def test_decoding(self) -> None:
        self.path.write_text(json.dumps("long"))
        settings = options(decode="avro", schema=str(self.path), decode_key="string", confluent=True, on_bad="skip").settings(HERE)
        self.assertEqual((settings.value_as, settings.value_schema, settings.key_as), ("confluent-avro", '"long"', "string"))
        self.assertEqual(settings.on_bad, "skip")

    def test_files_that_cannot_be(self) -> None:
        self.assertEqual(read_schema(None), "")
        for content, code, why in (
            (None, Exit.NOT_FOUND, "there is no schema file"),
            (b"", Exit.FAILED, "is empty"),
            (b"\xff", Exit.FAILED, "not UTF-8"),
            (b" " * (MAX_BYTES + 1), Exit.FAILED, "larger than"),
        ):
            if content is not None:
                self.path.write_bytes(content)
            with self.assertRaises(CommandFailed) as caught:
                read_schema(str(self.path))
            self.assertIn(why, caught.exception.sentence)
            self.assertEqual(caught.exception.code, code)
        with self.assertRaises(CommandFailed) as caught:
            read_schema(str(self.path.parent))
        self.assertIn("cannot read the schema file", caught.exception.sentence)


class ExtrasTests(unittest.TestCase):
    """Packages that are not there are named with the command that installs them."""

    def test_missing(self) -> None:
        for package, extra, more in (
            ("pyarrow", "arrow", {}),
            ("deltalake", "delta", {"format": "delta"}),
            ("fastavro", "avro", {"decode": "avro", "schema": "f"}),
            ("pyspark", "spark", {"runner": "spark"}),
        ):
            with mock.patch.dict(sys.modules, {package: None}):
                with self.assertRaises(CommandFailed) as caught:
                    options(**more).check_extras()
                self.assertIn(f"{package} is missing", caught.exception.sentence)
                self.assertIn(f"pip install 'klog[{extra}]'", caught.exception.sentence)
                if more:
                    options().check_extras()


if __name__ == "__main__":
    unittest.main()
