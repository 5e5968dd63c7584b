"""What the flags of ``klog cat`` come to, and what does not go together."""

from __future__ import annotations

import unittest

from klog.cli.cat.format import Shown
from klog.cli.cat.options import (
    From,
    Mode,
    Question,
    Start,
    check,
    choose_mode,
    make_formatter,
    parse_delimiters,
    parse_header,
    parse_question,
    parse_start,
)
from klog.cli.exit_codes import CommandFailed, Exit
from tests.cli.rig import cat_options

RECORD = Shown("t", 0, 1, 2, b"k", b"v")


class ParseTests(unittest.TestCase):
    """Single flags."""

    def test_offsets(self) -> None:
        for texts, start, stop in (
            ([], None, None),
            (["beginning"], Start(From.BEGINNING), None),
            (["end"], Start(From.END), None),
            (["stored"], Start(From.STORED), None),
            (["17"], Start(From.OFFSET, 17), None),
            (["-3"], Start(From.TAIL, 3), None),
            (["s@5", "e@9"], Start(From.TIME, 5), 9),
            (["0", "end"], Start(From.END), None),
        ):
            self.assertEqual(parse_start(texts), (start, stop))
        for text in ("soon", "s@", "e@x", "", "1.5", "99999999999999999999"):
            with self.assertRaises(CommandFailed, msg=text):
                parse_start([text])

    def test_questions(self) -> None:
        self.assertEqual(parse_question("t:0:-1"), Question("t", 0, -1))
        self.assertEqual(parse_question("a.b:12:1307865600000"), Question("a.b", 12, 1307865600000))
        for text in ("t", "t:0", ":0:1", "t:x:1", "t:0:x", "t:-1:0", "t:0:1:2", "t:4294967296:0"):
            with self.assertRaises(CommandFailed, msg=text):
                parse_question(text)

    def test_headers(self) -> None:
        self.assertEqual(parse_header("a=b=c"), ("a", b"b=c"))
        self.assertEqual(parse_header("a="), ("a", b""))
        self.assertEqual(parse_header("a"), ("a", None))
        with self.assertRaises(CommandFailed):
            parse_header("=x")

    def test_modes(self) -> None:
        none = {Mode.PRODUCE: False, Mode.CONSUME: False}
        self.assertEqual(choose_mode(none, None, True), (Mode.CONSUME, True))
        self.assertEqual(choose_mode(none, None, False), (Mode.PRODUCE, True))
        self.assertEqual(choose_mode(none, "g", False), (Mode.GROUP, False))
        self.assertEqual(choose_mode({**none, Mode.PRODUCE: True}, None, True), (Mode.PRODUCE, False))
        with self.assertRaises(CommandFailed):
            choose_mode({Mode.PRODUCE: True, Mode.CONSUME: True}, None, True)

    def test_formatters(self) -> None:
        made, plain = make_formatter(None, False, b"\n", None, False, ())
        self.assertEqual((made(RECORD), plain), (b"v\n", True))
        made, plain = make_formatter(None, False, b"\n", b":", False, ())
        self.assertEqual((made(RECORD), plain), (b"k:v\n", False))
        made, plain = make_formatter("%o", False, b"\n", None, False, ())
        self.assertEqual((made(RECORD), plain), (b"1", False))
        made, _ = make_formatter(None, True, b";", None, False, ())
        self.assertTrue(made(RECORD).endswith(b"};"))
        made, _ = make_formatter(None, False, b"\n", b":", False, ("key=B",))
        self.assertEqual(made(RECORD), b"107:v\n")
        made, _ = make_formatter(None, False, b"\n", b":", False, ("B",))
        self.assertEqual(made(RECORD), b"107:118\n")

    def test_delimiters(self) -> None:
        self.assertEqual(parse_delimiters("\\n", None), (b"\n", None))
        self.assertEqual(parse_delimiters("x", "\\t"), (b"x", b"\t"))


class CheckTests(unittest.TestCase):
    """Combinations."""

    def test_fine_ones(self) -> None:
        check(cat_options(Mode.LIST))
        check(cat_options(Mode.CONSUME, "t", partition=0))
        check(cat_options(Mode.PRODUCE, "t", partition=-1, arguments=("f",)))
        check(cat_options(Mode.GROUP, group="g", arguments=("t",)))
        check(cat_options(Mode.QUERY, questions=(Question("t", 0, 1),)))

    def test_wrong_ones(self) -> None:
        for options, words in (
            (cat_options(Mode.CONSUME), "-t"),
            (cat_options(Mode.PRODUCE), "-t"),
            (cat_options(Mode.QUERY), "topic:partition:timestamp"),
            (cat_options(Mode.GROUP, group="g"), "topics"),
            (cat_options(Mode.CONSUME, "t", arguments=("x",)), "files go with -P"),
            (cat_options(Mode.PRODUCE, "t", delimiter=b""), "-D"),
            (cat_options(Mode.PRODUCE, "t", lines=True, arguments=("a", "b")), "-l"),
            (cat_options(Mode.GROUP, group="g", arguments=("t",), stop_ms=5), "-G"),
            (cat_options(Mode.GROUP, group="g", arguments=("t",), start=Start(From.TIME, 5)), "-G"),
            (cat_options(Mode.CONSUME, "t", partition=-1), "-p -1"),
            (cat_options(Mode.PRODUCE, "t", partition=-2), "-p -2"),
            (cat_options(Mode.CONSUME, "t", count=-1), "-c"),
        ):
            with self.assertRaises(CommandFailed) as caught:
                check(options)
            self.assertIn(words, caught.exception.sentence)
            self.assertIs(caught.exception.code, Exit.USAGE)
