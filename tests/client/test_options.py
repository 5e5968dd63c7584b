"""The table of options: everything that is one stands in it, and what cannot be is told in one sentence."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import typing
import unittest
from typing import Any

from klog.client import options
from klog.client.fetching.consumer_settings import ConsumerOptions, ConsumerSettings, split_consumer_options
from klog.client.groups.paper.settings import PaperGroupOptions, PaperGroupSettings, split_paper_options
from klog.client.groups.settings import GroupOptions, GroupSettings, split_group_options
from klog.client.options import OPTIONS, Kind, Option, Room
from klog.client.producing.producer_types import OWN_NAMES, ProducerOptions, ProducerSettings, make_settings
from klog.client.settings import ClientOptions, ClientSettings, split_options
from klog.config import ConfigError
from klog.net.security import Security

#: The class that holds a room's options, and what of it is no option.
CLASSES: dict[Room, tuple[type, set[str]]] = {
    Room.ALL: (ClientSettings, {"bootstrap_servers", "security"}),
    Room.SECURITY: (Security, set()),
    Room.PRODUCER: (ProducerSettings, set()),
    Room.CONSUMER: (ConsumerSettings, set()),
    Room.GROUP: (GroupSettings, set()),
    # An argument, and an option of all groups.
    Room.PAPER: (PaperGroupSettings, {"zookeeper", "max_poll_interval_ms"}),
}
KEYWORDS = (ClientOptions, ProducerOptions, ConsumerOptions, GroupOptions, PaperGroupOptions)
#: What a field of a kind is declared as.
TYPES = {Kind.WHOLE: int, Kind.TRUTH: bool, Kind.TEXT: str, Kind.FILE: str, Kind.CHOICE: str}


def wrong(name: str, value: object) -> ConfigError | None:
    """What is said of it by the class that it is for."""
    room = options.option(name).room
    given: dict[str, Any] = {name: value}
    try:
        match room:
            case Room.ALL | Room.SECURITY:
                split_options("a:1", given)
            case Room.PRODUCER:
                make_settings(given)
            case Room.CONSUMER:
                split_consumer_options("a:1", given)
            case Room.GROUP:
                split_group_options("a:1", given)
            case Room.PAPER:
                split_paper_options("z:1", "a:1", given)
    except ConfigError as error:
        return error
    return None


class TableTests(unittest.TestCase):
    """One table, and nothing beside it."""

    def test_every_option_is_in_it_and_every_row_is_an_option(self) -> None:
        for room, (settings, no_options) in CLASSES.items():
            fields = {field.name for field in dataclasses.fields(settings)} - no_options
            self.assertEqual(fields, options.names_of(room), room)
        given = set().union(*(typing.get_type_hints(keywords) for keywords in KEYWORDS))
        self.assertEqual(given, {row.name for row in OPTIONS})

    def test_defaults_are_those_of_the_table(self) -> None:
        for room, (settings, _) in CLASSES.items():
            for field in dataclasses.fields(settings):
                if field.name in options.names_of(room) and field.name != "zookeeper":
                    self.assertEqual(field.default, options.default(field.name), field.name)

    def test_types_are_those_of_the_table(self) -> None:
        hints = {name: hint for keywords in KEYWORDS for name, hint in typing.get_type_hints(keywords).items()}
        for room, (settings, _) in CLASSES.items():
            declared = typing.get_type_hints(settings)
            for row in OPTIONS:
                if row.room is not room or row.kind is Kind.OWN:
                    continue
                kinds = [hints[row.name]] if room is Room.SECURITY else [hints[row.name], declared[row.name]]
                for hint in kinds:
                    if typing.get_origin(hint) is typing.Literal:
                        self.assertEqual(typing.get_args(hint), row.choices, row.name)
                    else:
                        self.assertEqual(hint, TYPES[row.kind] | None if row.optional else TYPES[row.kind], row.name)

    def test_rows_are_sound(self) -> None:
        for row in OPTIONS:
            row.check(row.default)
            self.assertTrue(row.sentence[0] in '"`' or row.sentence[0].isupper(), row.name)
            self.assertTrue(row.sentence.endswith("."), row.name)
            self.assertLess(row.lowest, row.highest)
            self.assertEqual(bool(row.choices), row.kind is Kind.CHOICE, row.name)
        for names in (
            [row.java.name for row in OPTIONS if row.java],
            [foreign.name for row in OPTIONS for foreign in row.rdkafka],
        ):
            self.assertEqual(len(names), len(set(names)))

    def test_units_are_in_the_names(self) -> None:
        self.assertEqual([options.option(name).unit for name in ("linger_ms", "batch_bytes", "acks")], ["ms", "bytes", ""])

    def test_no_reactor_is_loaded(self) -> None:
        code = "import sys, klog.client.options; sys.exit('twisted' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)


class WrongTests(unittest.TestCase):
    """What cannot be."""

    def check_told(self, row: Option, value: object, *words: str) -> None:
        error = wrong(row.name, value)
        self.assertIsNotNone(error, f"{row.name}={value!r} was taken")
        assert error is not None
        text = str(error)
        self.assertEqual(error.name, row.name)
        self.assertNotIn("\n", text)
        for word in words:
            self.assertIn(word, text)

    def test_every_option_of_a_wrong_type(self) -> None:
        needed = {
            Kind.WHOLE: "a whole number",
            Kind.TRUTH: "True or False",
            Kind.TEXT: "a text",
            Kind.FILE: "the path",
            Kind.CHOICE: "allowed are",
            Kind.OWN: "",
        }
        for row in OPTIONS:
            # A partitioner and assignors may be objects of one's own: the classes' tests.
            if row.name in ("partitioner", "assignors", "zookeeper_auth", "zookeeper_tls"):
                continue
            self.check_told(row, 1.5, needed[row.kind])
            if row.kind is Kind.WHOLE:
                self.check_told(row, True, "a whole number")
                self.check_told(row, "10", "a whole number")
            if row.kind is not Kind.OWN and not row.optional:
                self.check_told(row, None)

    def test_every_number_out_of_range(self) -> None:
        for row in OPTIONS:
            if row.kind is Kind.WHOLE:
                for value in (row.lowest - 1, row.highest + 1, -(1 << 70), 1 << 70):
                    self.check_told(row, value, f"allowed is {row.lowest} to {row.highest}")

    def test_a_choice_is_suggested(self) -> None:
        self.check_told(options.option("compression"), "gzp", "none, gzip, snappy, lz4, zstd", "did you mean gzip?")
        self.check_told(options.option("topic_filter"), "whitelist", "did you mean white_list?")
        self.check_told(options.option("when_full"), "xyzzy", "block, drop_oldest, fail")

    def test_every_misspelt_name_is_told_with_the_right_one(self) -> None:
        own = {
            Room.PRODUCER: lambda given: split_options("a:1", given, OWN_NAMES),
            Room.CONSUMER: lambda given: split_consumer_options("a:1", given),
            Room.GROUP: lambda given: split_group_options("a:1", given),
            Room.PAPER: lambda given: split_paper_options("z:1", "a:1", given),
        }
        for row in OPTIONS:
            if len(row.name) < 6:
                continue
            misspelt = row.name[:3] + row.name[4:]
            with self.assertRaises(ConfigError) as caught:
                own.get(row.room, lambda given: split_options("a:1", given))({misspelt: row.default})
            self.assertIn(f"did you mean {row.name}?", str(caught.exception))

    def test_what_others_call_it_is_told(self) -> None:
        for theirs, ours in (("queue_buffering_max_ms", "linger_ms"), ("batch_size", "batch_bytes"), ("buffer.memory", "backlog_bytes")):
            with self.assertRaises(ConfigError) as caught:
                split_options("a:1", {theirs: 1}, OWN_NAMES)
            self.assertIn(f"here it is called {ours}", str(caught.exception))

    def test_a_secret_is_not_shown(self) -> None:
        for name in ("sasl_password", "ssl_key_password"):
            error = wrong(name, b"hush")
            self.assertIn("a text is needed", str(error))
            self.assertNotIn("hush", str(error))
