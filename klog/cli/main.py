"""``klog``: the command itself; finds subcommands, and turns whatever happens into a sentence and an exit code.

Nothing is imported before it is needed: the names and one-line helps of the subcommands stand in `COMMANDS`, and a subcommand's module is
loaded when it is run (``klog --help`` loads none of them, and nothing here loads Twisted).

However a command ends, the user never sees a traceback for a mistake of their own or of the world's: `run` is the one place where
exceptions become sentences (``klog.cli.exit_codes``). What is left is a mistake of klog's; it is told as one, and
``KLOG_TRACEBACK=1`` shows where.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, TextIO

import click
from click.shell_completion import CompletionItem

from klog.cli.exit_codes import EXIT_CODES, Exit, as_failure
from klog.net.twisted_without_openssl import own_process
from klog.version import __version__

#: Module, object in it, one line of help.
COMMANDS: dict[str, tuple[str, str, str]] = {
    "cat": ("klog.cli.cat.command", "cat", "Produce and consume from the terminal, with kcat's flags."),
    "broker": ("klog.cli.broker", "broker", "Start a broker."),
    "topic": ("klog.cli.topic", "topic", "Create, list, describe, alter, delete and trim topics."),
    "group": ("klog.cli.group.command", "group", "Consumer groups: list, describe, lag, reset, seek, delete."),
    "transaction": ("klog.cli.transaction", "transaction", "Transactions: list, describe, fence; abort what hangs."),
    "cluster": ("klog.cli.cluster.command", "cluster", "Brokers and disks; move partitions, elect leaders; start one."),
    "config": ("klog.cli.config", "config", "Settings of topics, brokers and groups."),
    "acl": ("klog.cli.acl", "acl", "Access rights: list, create, delete."),
    "user": ("klog.cli.user", "user", "Users with SCRAM passwords: list, set, delete."),
    "security": ("klog.cli.security.command", "security", "Close a cluster: certificates, the first user, settings."),
    "profile": ("klog.cli.profile.command", "profile", "Names for clusters: address, security, password."),
    "zookeeper": ("klog.cli.zookeeper", "zookeeper", "Run the real ZooKeeper for development; ask one how it is."),
    "pull": ("klog.cli.pull.command", "pull", "Load topics into Parquet files or a Delta table."),
    "stream": ("klog.cli.stream.command", "stream", "Windows over topics, on Spark: count events per window and key."),
    "mirror": ("klog.cli.mirror.command", "mirror", "Copy topics to a second cluster as they are; compare two."),
    "audit": ("klog.cli.audit.command", "audit", "Has all that was sent arrived? Verdicts, and what is missing."),
    "log": ("klog.cli.log.command", "log", "Read and verify the files of a data directory."),
    "bench": ("klog.cli.bench.command", "bench", "Measure producing, consuming and latency; run the whole suite."),
    "doctor": ("klog.cli.doctor.command", "doctor", "Find out why something does not work, and what to do."),
    "completion": ("klog.cli.completion", "completion", "Print shell completion for bash, zsh or fish."),
}


#: What people type who look for something, and what they mean.
HINTS = {
    **dict.fromkeys(("start", "run", "serve", "server"), "klog broker start"),
    **dict.fromkeys(("up", "brokers"), "klog cluster up"),
    **dict.fromkeys(("help", "man"), "klog --help"),
    **dict.fromkeys(("produce", "send", "producer"), "klog cat -P"),
    **dict.fromkeys(("consume", "read", "consumer", "tail"), "klog cat -C"),
    "topics": "klog topic list",
    "groups": "klog group list",
    "version": "klog --version",
}


class ReaderGone(Exception):
    """Whoever read our output has enough. Not the OSError that it was: of that click makes an exit code of its own."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are run."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Where ``--help`` and ``--version`` print."""
        try:
            return super().make_context(*args, **kwargs)
        except BrokenPipeError:
            raise ReaderGone from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run it."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderGone from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import it."""
        found = COMMANDS.get(cmd_name)
        if found is None:
            return None
        command: click.Command = getattr(importlib.import_module(found[0]), found[1])
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """What the first word means; for one that means nothing, what may have been meant."""
        word = args[0] if args else ""
        if word not in COMMANDS and not word.startswith("-") and not ctx.resilient_parsing:
            near = difflib.get_close_matches(word, COMMANDS, 1)
            hint = HINTS.get(word) or (f"klog {near[0]}" if near else "klog --help")
            ctx.fail(
                f"there is no command {word}; did you mean `{hint}`?"
                if hint != "klog --help"
                else f"there is no command {word}; `{hint}` lists them"
            )
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names out of the table: nobody waits for imports behind a TAB."""
        found = [CompletionItem(name, help=sentence) for name, (_, _, sentence) in COMMANDS.items() if name.startswith(incomplete)]
        return found or click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """From the table, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, sentence) for name, (_, _, sentence) in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=EXIT_CODES,
    invoke_without_command=True,
)
@click.version_option(__version__, "-V", "--version", prog_name="klog", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """klog: a distributed log's command line. It works with klog and with Apache Kafka.

    Name the broker with -b host:port, or once for all in KLOG_BOOTSTRAP or with klog profile.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _say(sentence: str) -> None:
    from klog.cli.output import safe

    try:
        sys.stderr.write(f"klog: {safe(sentence)}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass  # nobody listens


def _usage_error(error: click.UsageError) -> None:
    context = error.ctx
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        # The page of a group that was called without a command.
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(error.format_message() + "\n")
            sys.stderr.flush()
        return
    _say(" ".join(error.format_message().split()))
    if context is not None and context.command.get_help_option(context) is not None:
        try:
            sys.stderr.write(f"Try: {context.command_path} --help\n")
            sys.stderr.flush()
        except (OSError, ValueError):
            pass  # nobody listens


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; its exit code. Nothing is raised but what ends processes."""
    try:
        code = cli.main(args=None if arguments is None else list(arguments), prog_name="klog", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else Exit.FINE
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.UsageError as error:
        _usage_error(error)
        return Exit.USAGE
    except click.ClickException as error:
        _say(error.format_message())
        return Exit.FAILED
    except (click.Abort, KeyboardInterrupt):
        return Exit.INTERRUPTED
    except (BrokenPipeError, ReaderGone):
        # Not an error. What is left in the buffer must not be tried again at exit.
        _forget_output()
        return Exit.FINE
    except RecursionError:
        raise
    except Exception as error:
        failure = as_failure(error)
        if failure is None:
            return _own_mistake(error)
        if failure.code is not Exit.INTERRUPTED:  # whoever pressed Ctrl-C knows
            _say(failure.sentence)
        return failure.code


def _forget_output(stream: TextIO | None = None) -> None:
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())
    except (OSError, ValueError):
        pass


def _empty_buffers() -> None:
    """What cannot be written was told of, or cannot be: Python would try it again at exit, and make an exit code of its own of that."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            _forget_output(stream)


def _own_mistake(error: Exception) -> int:
    if os.environ.get("KLOG_TRACEBACK"):
        raise error
    kind = type(error).__name__
    _say(f"a mistake in klog itself, not in what you typed: {kind}: {error}; run it again with KLOG_TRACEBACK=1 and report what it prints")
    return Exit.FAILED


def _open_closed_streams() -> None:
    """Give each of the three standard streams that is closed a place where nothing comes from or goes to.

    Python has None for them, which no command expects; and the next file or socket would get their numbers, and what others write to them.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            if descriptor != number:
                os.dup2(descriptor, number)
                os.close(descriptor)
            setattr(sys, name, open(number, "r" if number == 0 else "w", closefd=False))  # noqa: SIM115


def main() -> int:
    """The entry point ``klog``."""
    own_process()
    _open_closed_streams()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # as Python does; whatever the parent left us
    code = int(run())
    _empty_buffers()
    return code
