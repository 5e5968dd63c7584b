"""Passwords that are in no command line."""

from __future__ import annotations

import io
import unittest
from unittest import mock

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.passwords import MAX_CHARACTERS, ask_password
from tests.cli.rig import Terminal


class PasswordTests(unittest.TestCase):
    """`ask_password`."""

    def test_a_pipe(self) -> None:
        self.assertEqual(ask_password("p", io.StringIO("s e\u00e4cret\nmore\n")), "s e\u00e4cret")
        self.assertEqual(ask_password("p", io.StringIO("x\r\n")), "x")
        self.assertEqual(ask_password("p", io.StringIO("no end")), "no end")

    def test_nothing_and_too_much(self) -> None:
        for text in ("", "\n", "x" * (MAX_CHARACTERS + 1)):
            with self.assertRaises(CommandFailed) as caught:
                ask_password("p", io.StringIO(text))
            self.assertIs(caught.exception.code, Exit.USAGE)
            self.assertNotIn("xxx", caught.exception.sentence)

    def test_no_text(self) -> None:
        with self.assertRaises(CommandFailed):
            ask_password("p", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))

    def test_a_terminal_is_asked_without_an_echo(self) -> None:
        with mock.patch("click.prompt", return_value="typed") as prompt:
            self.assertEqual(ask_password("Password of anna", Terminal(is_terminal=True)), "typed")
        self.assertEqual((prompt.call_args.kwargs["hide_input"], prompt.call_args.kwargs["confirmation_prompt"]), (True, True))
