"""What a pull is told, and what it refuses."""

from __future__ import annotations

import pickle
import unittest
from typing import Any

from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.pull.settings import PullSettings

CLIENT = ClientSettings(bootstrap_servers="h:1")


def settings(**changes: Any) -> PullSettings:
    return PullSettings(**{"client": CLIENT, "target": "/t", "topics": ("a",), **changes})


class SettingsTests(unittest.TestCase):
    """Values and contradictions."""

    def test_what_cannot_be_is_refused_by_name(self) -> None:
        cases: list[tuple[dict[str, Any], str]] = [
            ({"target": ""}, "target: a directory is needed"),
            ({"target": "s3://bucket/logs"}, "not the address of an object store"),
            ({"topics": ()}, "topics: give either topics or a pattern"),
            ({"pattern": "a.*"}, "topics: give either topics or a pattern"),
            ({"topics": (), "pattern": "(a"}, "pattern: not a regular expression"),
            ({"starting": "middle"}, "starting: allowed are earliest, latest"),
            ({"isolation": "dirty"}, "isolation: allowed are read_uncommitted, read_committed"),
            ({"format": "csv"}, "format: allowed are parquet, delta"),
            ({"value_as": "xml"}, "value_as: allowed are binary, string, json, avro, confluent-avro"),
            ({"compression": "lzo"}, "compression: allowed are zstd"),
            ({"max_records": 0}, "max_records: allowed is 1 to"),
            ({"max_attempts": None}, "max_attempts: a whole number is needed"),
            ({"fetch_bytes": True}, "fetch_bytes: a whole number is needed"),
            ({"starting_timestamp_ms": 5, "starting": "latest"}, "starting_timestamp_ms: give either a time or offsets"),
            ({"starting_timestamp_ms": 5, "starting_offsets": {("a", 0): 1}}, "starting_timestamp_ms: give either a time or offsets"),
            ({"starting_offsets": {("a", 0): -3}}, "starting_offsets: a-0: no offset is below -2"),
        ]
        for changes, sentence in cases:
            with self.subTest(changes=changes):
                with self.assertRaises(ConfigError) as caught:
                    settings(**changes)
                self.assertIn(sentence, str(caught.exception))
                self.assertEqual(str(pickle.loads(pickle.dumps(caught.exception))), str(caught.exception))

    def test_fixed_are_those_that_decide_what_files_hold(self) -> None:
        first = settings().fixed()
        self.assertEqual(first, settings(max_records=1, compression="snappy", fail_on_data_loss=False, topics=("b",)).fixed())
        for changes in ({"by_date": True}, {"isolation": "read_committed"}, {"include_headers": True}, {"value_as": "json"}):
            self.assertNotEqual(first, settings(**changes).fixed())
        schemas = [settings(value_as="avro", value_schema=schema).fixed()["value_as"] for schema in ('"int"', '"string"')]
        self.assertNotEqual(*schemas)

    def test_they_go_through_pickle(self) -> None:
        one = settings(starting_offsets={("a", 0): 7})
        self.assertEqual(pickle.loads(pickle.dumps(one)), one)
