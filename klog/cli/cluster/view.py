"""How ``klog cluster up`` shows its processes: a live table in a terminal, a line for each change elsewhere, or an object for each (JSON).

Nothing here may fail: the processes have to be ended in order even where nobody reads any more.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from klog.cli.formatting import duration_text, safe
from klog.cli.output import Column, Format, Output, number

COLUMNS = (
    Column("name"),
    Column("address"),
    Column("state"),
    Column("pid", right=True),
    Column("up_s", "up", right=True, show=lambda value: "" if value is None else duration_text(value)),
    Column("controller"),
    number("partitions", "holds"),
    number("leaders", "leads"),
    number("in_sync", "isr"),
)
#: What `View.replication` tells of partitions, and how it is called there.
LACKS = {"under_replicated": "under-replicated", "under_min_isr": "below min ISR", "at_min_isr": "at min ISR", "offline": "offline"}

F = TypeVar("F", bound=Callable[..., None])


def _while_somebody_looks(function: F) -> F:
    """Forget the picture, not the cluster, where the terminal or the pipe has been closed."""

    @functools.wraps(function)
    def wrapped(self: View, *args: Any) -> None:
        if not self._is_gone:
            try:
                function(self, *args)
            except (OSError, ValueError):  # closed, on the other side or on ours
                self._is_gone = True

    return wrapped  # type: ignore[return-value]


class View:
    """See the module.

    :param directory: of the cluster, for a sentence.
    """

    def __init__(self, out: Output, directory: str) -> None:
        self._out = out
        self._directory = directory
        self._live: Any = None
        self._is_gone = False
        self._is_live = out.format is Format.TABLE and out.is_terminal
        #: How many partitions lack something, by the names of `LACKS`; None while nobody has said.
        self.replication: Mapping[str, int] | None = None

    @property
    def wants_answers(self) -> bool:
        """Whether anybody looks at what brokers say."""
        return self._is_live and not self._is_gone

    @_while_somebody_looks
    def event(self, row: dict[str, Any], rows: list[dict[str, Any]]) -> None:
        """A process changed its state."""
        if self._is_live:
            self.draw(rows)
        elif self._out.format is Format.JSON:
            self._out.json_line({"process": row})
        else:
            pid = "" if row["pid"] is None else f" pid {row['pid']}"
            self._out.line(safe(f"{row['name']} {row['state']} {row['address'] or ''}{pid}".replace("  ", " ").rstrip()))
        self._out.flush()

    @_while_somebody_looks
    def all_ready(self, zookeeper: str, brokers: list[str]) -> None:
        """All brokers take connections."""
        if self._out.format is Format.JSON:
            self._out.json_line(
                {"ready": {"zookeeper": zookeeper, "bootstrap": ",".join(brokers), "dir": os.path.abspath(self._directory)}}
            )
            self._out.flush()
        else:
            self.remark(
                f"All are ready: -b {','.join(brokers)} --zookeeper {zookeeper}; data and logs in {self._directory}. Ctrl-C ends all."
            )

    @_while_somebody_looks
    def remark(self, sentence: str) -> None:
        """A sentence beside the picture; above it in a terminal."""
        if self._live is not None:
            from rich.text import Text

            if not self._out.quiet:
                self._live.console.print(Text(safe(sentence)))
        else:
            self._out.note(sentence)

    @_while_somebody_looks
    def draw(self, rows: list[dict[str, Any]]) -> None:
        """Show the table as it is."""
        if not self._is_live:
            return
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        from klog.cli.output import table_text

        table = Text(table_text(COLUMNS, rows, self._out.width).rstrip("\n") + self._lacks())
        if self._live is None:
            console = Console(file=self._out.stdout, highlight=False, markup=False, emoji=False)
            self._live = Live(table, console=console, auto_refresh=False, redirect_stdout=False, redirect_stderr=False)
            self._live.start()
        self._live.update(table, refresh=True)

    def _lacks(self) -> str:
        """The line below the table."""
        if self.replication is None:
            return ""
        return "\npartitions: " + ", ".join(f"{name} {self.replication[key]}" for key, name in LACKS.items())

    @_while_somebody_looks
    def close(self) -> None:
        """Leave the terminal as it was, the last table in it."""
        if self._live is not None:
            self._live.stop()
            self._live = None
