"""Writes command_line.md from the command's own ``--help``; ``tests/docs/test_command_line.py`` fails where the page is another.

Run ``python docs/generate_command_line.py`` after changing an option.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import click

from klog.cli.main import cli

PAGE = pathlib.Path(__file__).with_name("command_line.md")
WIDTH = 88
HEAD = """# The command klog

```
pip install .        # in a checkout of klog
klog --help
```

For people and for scripts, with klog and with Apache Kafka. `-b host:port` names some brokers; `KLOG_BOOTSTRAP` does so once for all.
Security and whatever else a connection needs is given with `-X name=value`, by librdkafka's names (`-X security.protocol=SASL_SSL
-X sasl.mechanism=SCRAM-SHA-512 …`), or in a file of such lines (`-F`, `KLOG_CONFIG`, `~/.config/klog.conf`).

Who works with several clusters gives them names: `klog profile create staging -b kafka-1:9092 -X security.protocol=SASL_SSL … --password`,
and then `--profile staging` (or `KLOG_PROFILE`); `klog profile use staging` makes it the one that holds where no broker is named. They are
kept in `~/.config/klog/profiles.json`, which only its owner may read while a password is in it.

In a terminal results are tables; through a pipe they are text with tabs, one thing a line; `-o json` is for programs, everywhere. What is
said besides goes to standard error, and `-q` leaves it out. What changes or destroys says first what it would do, where a person could
regret it (`klog group reset` without `--execute`).

| exit code | |
|---|---|
| 0 | fine |
| 1 | failed, or something wrong was found (`klog log verify`, `klog doctor`) |
| 2 | wrong usage; of `klog mirror verify` and `klog audit` also that it cannot be said: nothing is proven then |
| 3 | no broker could be reached, or none answered in time |
| 4 | a topic, partition, group, broker or file was not found |
| 129, 130, 143 | the terminal was closed; interrupted; terminated |

Completion for the shell: `eval "$(klog completion bash)"`, likewise `zsh`, and `klog completion fish | source`.

`klog cat` takes kcat's flags and prints what kcat prints; habits and scripts carry over. [Tutorial](tutorial.md) shows all of it at work.

What follows is what `--help` says. Made by `docs/generate_command_line.py`.
"""


def commands(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command below `command`, with its path."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path[-1])
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            if found is not None and not found.hidden:
                yield from commands(found, (*path, name))


def help_of(command: click.Command, path: tuple[str, ...]) -> str:
    """What ``--help`` prints, without the exit codes that every page of it ends with."""
    context: click.Context | None = None
    for name in path[:-1]:
        context = click.Context(click.Group(name), info_name=name, parent=context, help_option_names=["-h", "--help"])
    settings = {**command.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH}
    own = click.Context(command, info_name=path[-1], parent=context, **settings)
    text = "\n".join(line.rstrip() for line in command.get_help(own).splitlines())
    return text.partition("\n  Exit codes:")[0].rstrip()


def text() -> str:
    """The whole page."""
    lines = [HEAD]
    for path, command in commands(cli, ("klog",)):
        lines += [f"{'#' * min(len(path) + 1, 4)} {' '.join(path)}", "", "```text", help_of(command, path), "```", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
