"""What commands print: tables for people, tab-separated text for pipes, JSON for programs.

The format is chosen once for a command: ``--output`` where given, else tables where standard output is a terminal and text where it is
not. A command describes its result as rows of named fields (`Column`), and each format draws them in its own way:

* ``table``: aligned, as wide as the terminal at most, cells that do not fit are folded. Nothing a broker sends reaches the terminal as an
  escape sequence: control characters are shown as ``\\x1b``.
* ``text``: a line of field names, then a line for each row, separated by tabs; tabs and line ends inside a value are escaped.
* ``json``: one document, or one line for each row where rows come as a stream. Field names are those of the columns and stay.

What is not a result (progress, notes, warnings) goes to standard error.
"""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import errno
import json
import os
import select
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, cast

from klog.cli.formatting import bytes_text, count_text, duration_text, safe, terminal_width, time_text, write_all

if TYPE_CHECKING:
    from klog.cli.bars import Bars
    from klog.cli.progress import Progress

Row = Mapping[str, Any]


class Format(enum.Enum):
    """How results are printed."""

    TABLE = "table"
    TEXT = "text"
    JSON = "json"


@dataclasses.dataclass(frozen=True)
class Column:
    """One field of a row.

    :param name: field name in JSON and in the first line of text.
    :param heading: above the column of a table; the name with spaces where not given.
    :param right: numbers are aligned to the right.
    :param show: how a person reads the value (tables only).
    :param wide: left out of tables; JSON and text have it.
    """

    name: str
    heading: str | None = None
    right: bool = False
    show: Callable[[Any], str] | None = None
    wide: bool = False

    @property
    def title(self) -> str:
        """What stands above the column."""
        return self.heading if self.heading is not None else self.name.replace("_", " ")


def number(name: str, heading: str | None = None, *, wide: bool = False) -> Column:
    """A column of whole numbers, with separators in tables."""
    return Column(name, heading, right=True, show=count_text, wide=wide)


def size(name: str, heading: str | None = None) -> Column:
    """A column of bytes, in binary units in tables."""
    return Column(name, heading, right=True, show=bytes_text)


def seconds(name: str, heading: str | None = None) -> Column:
    """A column of seconds, as a duration in tables."""
    return Column(name, heading, right=True, show=duration_text)


def plain(value: Any) -> Any:
    """A value that JSON can carry: bytes as text (undecodable ones as surrogate escapes, shown escaped), enums and tuples as what they are
    made of."""
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).decode("utf-8", "backslashreplace")
    if isinstance(value, enum.Enum):
        return value.value if not isinstance(value, enum.IntEnum) else value.name
    if isinstance(value, set | frozenset):
        return sorted(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return str(value)


def as_json(value: Any) -> str:
    """One line of JSON."""
    return json.dumps(value, default=plain, ensure_ascii=False, separators=(", ", ": "))


def _cell_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple | set | frozenset):
        return ",".join(_cell_text(item) for item in value)
    if isinstance(value, Mapping):
        return ",".join(f"{name}={_cell_text(item)}" for name, item in value.items())
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    if isinstance(value, bytes | bytearray | memoryview | enum.Enum):
        return str(plain(value))
    return str(value)


class Output:
    """Where a command's results and remarks go.

    :param format: None chooses by what standard output is.
    :param quiet: no remarks, no progress, and no table of what was done where no format was asked for.
    """

    def __init__(
        self, format: Format | None = None, *, stdout: IO[str] | None = None, stderr: IO[str] | None = None, quiet: bool = False
    ) -> None:
        self.stdout = sys.stdout if stdout is None else stdout
        self.stderr = sys.stderr if stderr is None else stderr
        self.quiet = quiet
        #: Whether a command prints what it did, which is no answer to a question.
        self.tells_what_was_done = not quiet or format is not None
        if format is None:
            format = Format.TABLE if self.is_terminal else Format.TEXT
        self.format = format
        #: Why a table of what was done could not be written.
        self._unwritten: OSError | None = None

    @property
    def is_terminal(self) -> bool:
        """Whether somebody reads standard output as it comes."""
        return _is_terminal(self.stdout)

    @property
    def width(self) -> int:
        """Columns of the terminal; 80 where there is none."""
        return terminal_width(self.stdout)

    def line(self, text: str = "") -> None:
        """A line of the result, for formats that are read by people."""
        write_all(self.stdout, text + "\n")

    def note(self, sentence: str) -> None:
        """A remark beside the result."""
        if not self.quiet:
            self._remark(safe(sentence))

    def warn(self, sentence: str) -> None:
        """A remark that is not left out when quiet."""
        self._remark("klog: " + safe(sentence))

    def _remark(self, text: str) -> None:
        # A remark that nobody hears is no reason to leave the work, which may follow it, undone.
        with contextlib.suppress(OSError, ValueError):
            write_all(self.stderr, text + "\n")

    def flush(self) -> None:
        """Everything is out, what was done too; raises BrokenPipeError where nobody reads."""
        unwritten, self._unwritten = self._unwritten, None
        if unwritten is not None:
            raise unwritten
        self.stdout.flush()

    def check_reader(self) -> None:
        """For whoever waits with nothing to write, where no write would tell that the reader has gone.

        :raises BrokenPipeError: nobody reads standard output any more, a pipe.
        """
        poll = select.poll()
        try:
            descriptor = self.stdout.fileno()
            is_terminal = stat.S_ISCHR(os.fstat(descriptor).st_mode)
            poll.register(descriptor, 0)
        except (OSError, ValueError):  # no file behind it
            return
        if is_terminal and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            # That one was closed is told by a signal, which may come a moment later: it decides how we end.
            return
        if any(flags & (select.POLLERR | select.POLLHUP) for _, flags in poll.poll(0)):
            raise BrokenPipeError(errno.EPIPE, "nobody reads standard output any more")

    @property
    def write_bytes(self) -> Callable[[bytes], Any]:
        """Where bytes go that are to be left as they are; text written before is out."""
        self.stdout.flush()
        write: Callable[[bytes], Any] = cast(Any, self.stdout).buffer.write
        return write

    # -- results ------------------------------------------------------------------------------------------------------------------------

    def rows(self, name: str, columns: Sequence[Column], rows: Iterable[Row], *, empty: str | None = None) -> None:
        """A whole table. As JSON it is ``{name: [row, ...]}``, with all fields of the rows, those without a column too.

        :param empty: the remark where there is no row.
        """
        found = list(rows)
        if self.format is Format.JSON:
            self.document({name: found})
            return
        if not found and empty is not None:
            self.note(empty)
        if self.format is Format.TEXT:
            self.line("\t".join(column.name for column in columns))
            for row in found:
                self._text_row(columns, row)
        elif found:
            self._table([column for column in columns if not column.wide], found)

    def done(self, name: str, columns: Sequence[Column], rows: Iterable[Row]) -> None:
        """A table of what was done, which is no answer to a question: left out when quiet. Where it cannot be written, `flush` says so:
        what failed is told first."""
        if self.tells_what_was_done:
            with self.readers_may_go():
                self.rows(name, columns, rows)

    @contextlib.contextmanager
    def readers_may_go(self) -> Iterator[None]:
        """For what is printed before the exit code is known: where it cannot be written the command goes on, and `flush` says so."""
        try:
            yield
            self.stdout.flush()
        except OSError as error:
            self._unwritten = error

    def document(self, value: Any) -> None:
        """One JSON document; indented where a person looks at it."""
        indent = 2 if self.is_terminal else None
        write_all(self.stdout, json.dumps(value, default=plain, ensure_ascii=False, indent=indent) + "\n")

    def fields(self, name: str, values: Row, shows: Mapping[str, Callable[[Any], str]] | None = None) -> None:
        """One thing with named properties, each on a line of its own; as JSON the object itself under `name`."""
        if self.format is Format.JSON:
            self.document({name: dict(values)})
            return
        shows = shows or {}
        longest = max((len(key) for key in values), default=0)
        for key, value in values.items():
            if self.format is Format.TEXT:
                self.line(f"{key}\t{safe(_cell_text(value))}")
            else:
                for number, shown in enumerate(self._folded(shows[key](value) if key in shows else value, longest + 2)):
                    label = key.replace("_", " ") if number == 0 else ""
                    self.line(f"{label:<{longest}}  {safe(shown)}".rstrip())

    def _folded(self, value: Any, margin: int) -> list[str]:
        """A value as lines that fit beside a margin; each item of a mapping has its own."""
        texts = [f"{name}={_cell_text(item)}" for name, item in value.items()] if isinstance(value, Mapping) else [_cell_text(value)]
        room = max(20, self.width - margin)
        return [text[start : start + room] for text in texts for start in range(0, max(1, len(text)), room)] or [""]

    def stream(self, columns: Sequence[Column]) -> Callable[[Row], None]:
        """A function that prints one row at a time: JSON lines, or text and padded lines under one head."""
        if self.format is Format.JSON:
            return self.json_line
        if self.format is Format.TEXT:
            self.line("\t".join(column.name for column in columns))
            return lambda row: self._text_row(columns, row)
        shown = [column for column in columns if not column.wide]
        self.line("  ".join(column.title.rjust(10) if column.right else column.title.ljust(10) for column in shown).rstrip())

        def draw(row: Row) -> None:
            cells = (_show(column, row).rjust(10) if column.right else _show(column, row).ljust(10) for column in shown)
            self.line("  ".join(cells).rstrip())

        return draw

    def json_line(self, value: Any) -> None:
        """One line of a stream."""
        write_all(self.stdout, as_json(value) + "\n")

    def _text_row(self, columns: Sequence[Column], row: Row) -> None:
        self.line("\t".join(safe(_cell_text(row.get(column.name))) for column in columns))

    def _table(self, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        write_all(self.stdout, table_text(columns, rows, self.width))

    def progress(self, total: int | None, unit: str) -> Progress:
        """A progress bar on standard error; nothing where that is no terminal."""
        from klog.cli.progress import Progress

        return Progress(self.stderr, total, unit, enabled=not self.quiet and _is_terminal(self.stderr))

    def bars(self, clock: Callable[[], float] = time.monotonic) -> Bars:
        """Several bars under one another on standard error; nothing where that is no terminal."""
        from klog.cli.bars import Bars

        return Bars(self.stderr, enabled=not self.quiet and _is_terminal(self.stderr), clock=clock)


def _show(column: Column, row: Row) -> str:
    value = row.get(column.name)
    return safe(column.show(value) if column.show is not None else _cell_text(value))


def table_text(columns: Sequence[Column], rows: Sequence[Row], width: int) -> str:
    """The table as text of at most `width` columns, each line ended."""
    # rich takes 50 ms to import, so only where a table is drawn.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(Text(column.title.upper()), justify="right" if column.right else "left", overflow="fold", no_wrap=False)
    for row in rows:
        table.add_row(*(Text(_show(column, row)) for column in columns))
    console = Console(width=max(20, width), force_terminal=False, color_system=None, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        console.print(table)
    return "".join(line.rstrip() + "\n" for line in captured.get().splitlines())


def _is_terminal(stream: IO[str]) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


__all__ = [
    "Column",
    "Format",
    "Output",
    "as_json",
    "bytes_text",
    "count_text",
    "duration_text",
    "number",
    "plain",
    "safe",
    "seconds",
    "size",
    "table_text",
    "terminal_width",
    "time_text",
    "write_all",
]
