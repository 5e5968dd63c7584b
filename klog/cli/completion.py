"""``klog completion``: what a shell needs to complete klog's commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from klog.cli.connection import output_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed
from klog.cli.output import Format, Output

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_KLOG_COMPLETE"
HOW = {
    "bash": 'eval "$(klog completion bash)"   in ~/.bashrc',
    "zsh": 'eval "$(klog completion zsh)"   in ~/.zshrc',
    "fish": "klog completion fish > ~/.config/fish/completions/klog.fish",
}


def script(shell: str) -> str:
    """The completion script for `shell`.

    :raises CommandFailed: there is none.
    """
    found = get_completion_class(shell)
    if found is None:
        raise CommandFailed(f"there is no completion for {shell}")
    complete = found(click.Group(), {}, "klog", VARIABLE)
    # Not `source()`: it runs the shell to ask for its version, and that of whoever prints this need not be that of whoever reads it.
    return complete.source_template % complete.source_vars()


@click.command(epilog="\b\n" + "\n".join(HOW.values()) + "\n\n" + EXIT_CODES)
@click.argument("shell", type=click.Choice(SHELLS))
@output_options
def completion(shell: str, out: Output) -> None:
    """Print shell completion for bash, zsh or fish."""
    if out.format is Format.JSON:
        out.document({"shell": shell, "script": script(shell)})
    else:
        out.line(script(shell))
