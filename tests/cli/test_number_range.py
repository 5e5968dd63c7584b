"""Numbers with a fraction, of all commands."""

from __future__ import annotations

import importlib
import unittest
from collections.abc import Iterator

import click

from klog.cli.main import COMMANDS


def options(command: click.Command) -> Iterator[click.Parameter]:
    """Those of a command and of all below it."""
    yield from command.params
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from options(below)


class NumberTests(unittest.TestCase):
    """What every one of them refuses."""

    def test_what_is_no_number_is_refused(self) -> None:
        found = 0
        for module, name, _ in COMMANDS.values():
            for option in options(getattr(importlib.import_module(module), name)):
                if isinstance(option.type, click.FloatRange | type(click.FLOAT)):
                    found += 1
                    for text in ("nan", "inf", "-inf", "x"):
                        with self.subTest(module=module, option=option.name, text=text), self.assertRaises(click.BadParameter):
                            option.type.convert(text, option, None)
                    self.assertEqual(option.type.convert("1.5", option, None), 1.5)
        self.assertGreater(found, 5)
