"""Passwords that people type, or pipe into a command: whatever stands in a command line is seen by everybody on the machine."""

from __future__ import annotations

from typing import IO

import click

from klog.cli.exit_codes import CommandFailed, usage

#: No password is longer.
MAX_CHARACTERS = 4096


def ask_password(prompt: str, stdin: IO[str]) -> str:
    """What somebody types twice without seeing it, or the first line of a pipe, without its end.

    :raises CommandFailed: nothing, too much, or no text.
    """
    if stdin.isatty():
        password: str = click.prompt(prompt, hide_input=True, confirmation_prompt=True, err=True)
        return password
    try:
        line = stdin.readline(MAX_CHARACTERS + 1)
    except UnicodeDecodeError:
        raise CommandFailed("the password on standard input is not UTF-8 text") from None
    if len(line) > MAX_CHARACTERS:
        raise usage(f"the password on standard input is longer than {MAX_CHARACTERS} characters")
    password = line.removesuffix("\n").removesuffix("\r")
    if not password:
        raise usage("no password on standard input; pipe one line into it, or run it in a terminal to be asked")
    return password
