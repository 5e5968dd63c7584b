"""What the flags of ``klog cat`` come to, checked before anything is connected. Pure: no Twisted, no input or output."""

from __future__ import annotations

import dataclasses
import enum
import re
from collections.abc import Sequence
from typing import NamedTuple

from klog.cli.cat.format import Formatter, compile_format, compile_unpack, default_format, json_format, parse_delimiter, to_bytes
from klog.cli.exit_codes import usage

_NUMBER = re.compile(r"[+-]?[0-9]{1,19}", re.ASCII)


class Mode(enum.Enum):
    """What `klog cat` does."""

    PRODUCE = "P"
    CONSUME = "C"
    GROUP = "G"
    LIST = "L"
    QUERY = "Q"


class From(enum.Enum):
    """Where consuming begins."""

    BEGINNING = "beginning"
    END = "end"
    STORED = "stored"
    OFFSET = "offset"
    #: So many records before the end.
    TAIL = "tail"
    TIME = "time"


class Start(NamedTuple):
    """``-o``: a place, and a number where the place has one."""

    place: From
    number: int = 0


class Question(NamedTuple):
    """``-Q -t topic:partition:timestamp``."""

    topic: str
    partition: int
    timestamp_ms: int


@dataclasses.dataclass(frozen=True)
class CatOptions:
    """All of it; `start` is None where ``-o`` does not say."""

    mode: Mode
    topic: str | None
    partition: int | None
    group: str | None
    arguments: tuple[str, ...]
    questions: tuple[Question, ...]
    start: Start | None
    #: ``-o e@…``: records from here on are not printed any more.
    stop_ms: int | None
    exit_at_end: bool
    count: int | None
    delimiter: bytes
    key_delimiter: bytes | None
    fixed_key: bytes | None
    headers: tuple[tuple[str, bytes | None], ...]
    nulls: bool
    tee: bool
    lines: bool
    json: bool
    exit_on_error: bool
    unbuffered: bool
    formatter: Formatter
    #: Whether the formatter is the value and the delimiter and nothing else, which needs no object for a record.
    plain: bool
    verbosity: int = 1


def parse_start(texts: Sequence[str]) -> tuple[Start | None, int | None]:
    """What all ``-o`` say together: where to begin, and at which time to stop.

    :raises CommandFailed: one is no offset.
    """
    start: Start | None = None
    stop_ms: int | None = None
    for text in texts:
        if text in ("beginning", "end", "stored"):
            start = Start(From(text))
        elif text[:2] in ("s@", "e@"):
            if _NUMBER.fullmatch(text[2:]) is None:
                raise usage(f"-o {text}: a time is written in milliseconds since 1970, like {text[:2]}1307865600000")
            if text[0] == "s":
                start = Start(From.TIME, int(text[2:]))
            else:
                stop_ms = int(text[2:])
        elif _NUMBER.fullmatch(text) is not None:
            number = int(text)
            start = Start(From.TAIL, -number) if text.startswith("-") else Start(From.OFFSET, number)
        else:
            raise usage(f"-o {text}: an offset is beginning, end, stored, a number, -N (from the end), s@MS or e@MS")
    return start, stop_ms


def parse_question(text: str) -> Question:
    """``topic:partition:timestamp``.

    :raises CommandFailed: it is not of that form.
    """
    topic, first, rest = text.partition(":")
    partition, second, timestamp = rest.partition(":")
    if not (topic and first and second and _NUMBER.fullmatch(partition) and _NUMBER.fullmatch(timestamp)) or int(partition) < 0:
        raise usage(f"-Q wants -t topic:partition:timestamp, not {text}; the timestamp is in milliseconds, -1 is the end, -2 the beginning")
    if int(partition) >= 2**31:
        raise usage(f"-t {text}: partition {partition} is too large a number")
    return Question(topic, int(partition), int(timestamp))


def parse_header(text: str) -> tuple[str, bytes | None]:
    """``name=value``, or ``name`` alone for a header without a value.

    :raises CommandFailed: there is no name.
    """
    name, equals, value = text.partition("=")
    if not name:
        raise usage(f"-H {text}: a header is written name=value or name")
    return name, to_bytes(value) if equals else None


def choose_mode(flags: dict[Mode, bool], group: str | None, is_terminal: bool) -> tuple[Mode, bool]:
    """The mode, and whether it was chosen by what standard input is.

    :raises CommandFailed: two modes at once.
    """
    chosen = [mode for mode, given in flags.items() if given] + ([Mode.GROUP] if group is not None else [])
    if len(chosen) > 1:
        raise usage(f"choose one mode: -{chosen[0].value} and -{chosen[1].value} do not go together")
    if chosen:
        return chosen[0], False
    return (Mode.CONSUME if is_terminal else Mode.PRODUCE), True


def make_formatter(
    format_text: str | None, json: bool, delimiter: bytes, key_delimiter: bytes | None, nulls: bool, packs: Sequence[str]
) -> tuple[Formatter, bool]:
    """The formatter that ``-f``, ``-J``, ``-D``, ``-K``, ``-Z`` and ``-s`` ask for; `plain` as in `CatOptions`.

    :raises CommandFailed: a format or a pack string that cannot be.
    """
    unpack = {}
    for text in packs:
        field, equals, tokens = text.partition("=")
        if equals and field in ("key", "value"):
            unpack[field] = compile_unpack(field, tokens)
        else:
            unpack = {name: compile_unpack(name, text) for name in ("key", "value")}
    if json:
        # As in kcat, the format string of JSON is what stands behind the object.
        end = delimiter if format_text is None else to_bytes(format_text)
        return json_format(end), False
    if format_text is not None:
        made = compile_format(format_text, nulls=nulls, key_unpack=unpack.get("key"), value_unpack=unpack.get("value"))
        return made, False
    made = default_format(delimiter, key_delimiter, nulls=nulls, key_unpack=unpack.get("key"), value_unpack=unpack.get("value"))
    return made, key_delimiter is None and not nulls and not unpack


def check(options: CatOptions) -> None:
    """What does not go together.

    :raises CommandFailed: a sentence.
    """
    mode = options.mode
    if mode in (Mode.PRODUCE, Mode.CONSUME) and not options.topic:
        raise usage(f"-{mode.value} wants a topic: -t name")
    if mode is Mode.QUERY and not options.questions:
        raise usage("-Q wants -t topic:partition:timestamp")
    if mode is Mode.GROUP and not options.arguments:
        raise usage("-G wants topics behind its options: klog cat -b host:port -G group topic…")
    if options.arguments and mode not in (Mode.PRODUCE, Mode.GROUP):
        raise usage(f"{options.arguments[0]}: files go with -P and topics with -G; -{mode.value} takes neither (a topic is -t name)")
    if mode is Mode.PRODUCE and not options.delimiter:
        raise usage("-P wants a delimiter that is not empty: -D")
    if options.lines and len(options.arguments) > 1:
        raise usage("-l takes one file")
    if mode is Mode.GROUP:
        for name in options.arguments:
            check_pattern(name)
    if mode is Mode.GROUP and (options.stop_ms is not None or (options.start is not None and options.start.place is From.TIME)):
        raise usage("-o s@… and e@… do not go with -G")
    if options.partition is not None and options.partition < (-1 if mode is Mode.PRODUCE else 0):
        raise usage(f"-p {options.partition}: a partition is a number from 0 on")
    if options.count is not None and options.count < 0:
        raise usage(f"-c {options.count}: a count is a number from 1 on")


def check_pattern(name: str) -> None:
    """A topic of ``-G``; what begins with ``^`` is a regular expression.

    :raises CommandFailed: an expression that is none.
    """
    if name.startswith("^"):
        try:
            re.compile(name)
        except re.error as error:
            raise usage(f"{name} is no regular expression: {error}") from None


def parse_delimiters(delimiter: str, key_delimiter: str | None) -> tuple[bytes, bytes | None]:
    """``-D`` and ``-K`` as bytes. Raises CommandFailed."""
    return parse_delimiter(delimiter), None if key_delimiter is None else parse_delimiter(key_delimiter)
