"""Declared settings, and the reader of ``server.properties``.

A `Setting` says what a name means: its type, unit, range, default and one sentence. Values are kept as *texts*, as people wrote
them, and parsed where they are used, so that a configuration can be shown again as it was given. What cannot be parsed raises
`ConfigError`, which names the setting, the value and what is allowed. The types and the rules for reading them are Kafka's
(``ConfigDef.parseType``): numbers and booleans may have spaces around them, a list is separated by commas.
"""

from __future__ import annotations

import dataclasses
import enum
import re
from collections.abc import Iterable, Mapping

Value = bool | int | float | str | list[str] | None

INT_MAX = 2**31 - 1
LONG_MAX = 2**63 - 1

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,20}", re.ASCII)
_JAVA_WHITESPACE = " \t\f"


class ConfigError(Exception):
    """A setting that cannot be used.

    :param name: which one.
    :param value: what was given; None where it is not about one value.
    :param sentence: what is allowed, or what to do.
    """

    def __init__(self, name: str, value: str | None, sentence: str) -> None:
        super().__init__(name, value, sentence)
        self.name = name
        self.value = value
        self.sentence = sentence

    def __str__(self) -> str:
        if self.value is None:
            return f"Invalid configuration {self.name}: {self.sentence}"
        return f"Invalid value {self.value} for configuration {self.name}: {self.sentence}"


class Kind(enum.IntEnum):
    """Kafka's types; the numbers are those of DescribeConfigs (``DescribeConfigsResponse.ConfigType``)."""

    BOOL = 1
    STRING = 2
    INT = 3
    SHORT = 4
    LONG = 5
    DOUBLE = 6
    LIST = 7
    CLASS = 8
    PASSWORD = 9


class Dynamic(enum.Enum):
    """Whether a setting may change while the broker runs (KIP-226)."""

    READ_ONLY = "r"
    PER_BROKER = "b"
    CLUSTER_WIDE = "c"


class Importance(enum.Enum):
    """How likely somebody wants to change it."""

    HIGH = "h"
    MEDIUM = "m"
    LOW = "l"


_BITS = {Kind.INT: 31, Kind.SHORT: 15, Kind.LONG: 63}


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it is called, what may stand there, and what it does."""

    name: str
    kind: Kind
    #: As text; None where there is none.
    default: str | None = None
    #: ``ms``, ``bytes``, ``hours`` ... for the docs; the name says it too where it is Kafka's.
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    #: Allowed outside `minimum` and `maximum`, e.g. -1.
    extra: int | None = None
    choices: tuple[str, ...] = ()
    any_case: bool = False
    not_empty: bool = False
    #: What each entry of a list has to be, as a regular expression, and in words.
    items: str = ""
    items_are: str = ""
    #: Stands for all there may be in a list, and has no others beside it.
    all_items: str = ""
    sentence: str = ""
    dynamic: Dynamic = Dynamic.READ_ONLY
    #: Whether klog does what it says.
    honoured: bool = True
    importance: Importance = Importance.MEDIUM
    #: Not shown to clients.
    internal: bool = False

    @property
    def sensitive(self) -> bool:
        """Whether its value is never shown."""
        return self.kind is Kind.PASSWORD

    def parse(self, text: str | None) -> Value:
        """The value that `text` stands for; None for None.

        :raises ConfigError: another type, or outside of what is allowed.
        """
        if text is None:
            return None
        value: Value
        stripped = text.strip()
        match self.kind:
            case Kind.BOOL:
                if stripped.lower() not in ("true", "false"):
                    raise ConfigError(self.name, text, "Expected value to be either true or false")
                return stripped.lower() == "true"
            case Kind.INT | Kind.SHORT | Kind.LONG:
                value = self._whole_number(text, stripped)
                self._check_range(text, value)
                return value
            case Kind.DOUBLE:
                try:
                    value = float(stripped)
                except ValueError:
                    raise ConfigError(self.name, text, "Not a number of type DOUBLE") from None
                self._check_range(text, value)
                return value
            case Kind.LIST:
                items = [item.strip() for item in stripped.split(",")] if stripped else []
                self._check_items(text, items)
                return items
            case Kind.PASSWORD:
                return text
            case _:
                self._check_choice(text, stripped)
                return stripped

    def _whole_number(self, text: str, stripped: str) -> int:
        bits = _BITS[self.kind]
        if _WHOLE_NUMBER.fullmatch(stripped):
            value = int(stripped)
            if -(1 << bits) <= value < 1 << bits:
                return value
        raise ConfigError(self.name, text, f"Not a number of type {self.kind.name}")

    def _check_range(self, text: str, value: float) -> None:
        if self.extra is not None and value == self.extra:
            return
        if self.minimum is not None and not value >= self.minimum:
            raise ConfigError(self.name, text, f"Value must be at least {self.minimum:g}" if self.kind is Kind.DOUBLE else self._at_least())
        if self.maximum is not None and not value <= self.maximum:
            raise ConfigError(self.name, text, f"Value must be no more than {self.maximum:g}")

    def _at_least(self) -> str:
        assert self.minimum is not None
        return f"Value must be at least {int(self.minimum)}"

    def _check_choice(self, text: str, value: str) -> None:
        if self.choices:
            known = {choice.lower() for choice in self.choices} if self.any_case else set(self.choices)
            if (value.lower() if self.any_case else value) not in known:
                how = " (case insensitive)" if self.any_case else ""
                raise ConfigError(self.name, text, f"String must be one of{how}: {', '.join(self.choices)}")
        if self.not_empty and not value:
            raise ConfigError(self.name, text, "String must be non-empty")

    def _check_items(self, text: str, items: list[str]) -> None:
        if self.not_empty and not items:
            raise ConfigError(self.name, text, "the list must not be empty")
        if any(not item for item in items):
            raise ConfigError(self.name, text, "the list must not have empty entries")
        for item in items:
            self._check_choice(item, item)
            is_all = bool(self.all_items) and items == [self.all_items]
            if self.items and not is_all and not re.fullmatch(self.items, item):
                raise ConfigError(self.name, text, f"{self.name} must be {self.items_are}")
        if self.choices and len(set(items)) != len(items):
            raise ConfigError(self.name, text, "the list names something twice")

    def to_text(self, value: Value) -> str | None:
        """`value` as Kafka writes it (``ConfigDef.convertToString``)."""
        if value is None:
            return None
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, list):
            return ",".join(value)
        return str(value)

    def normal_text(self, text: str | None) -> str | None:
        """`text`, read and written again: without the spaces and capitals that make no difference."""
        return self.to_text(self.parse(text))

    def allowed(self) -> str:
        """What may stand there, in words, for the docs."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        words = []
        if self.minimum is not None:
            words.append(f"at least {self.minimum:g}" if self.kind is Kind.DOUBLE else self._at_least().removeprefix("Value must be "))
        if self.maximum is not None:
            words.append(f"at most {self.maximum:g}")
        text = " and ".join(words)
        if self.extra is not None:
            text += f", or {self.extra}"
        return text


def parse_properties(text: str) -> dict[str, str]:
    """The settings of a Java ``.properties`` file (``java.util.Properties.load``): ``#`` and ``!`` comments, ``=``, ``:`` or white
    space between name and value, a backslash at a line's end continues it, escapes ``\\t \\n \\r \\f \\uXXXX``; the last of
    several lines with the same name counts.

    :raises ConfigError: a broken ``\\u`` escape.
    """
    result: dict[str, str] = {}
    for line in _logical_lines(text):
        name, value = _split_line(line)
        result[_unescape(name, line)] = _unescape(value, line)
    return result


def _logical_lines(text: str) -> Iterable[str]:
    pending = ""
    continued = False
    for raw in re.split(r"\r\n|\r|\n", text):
        line = raw.lstrip(_JAVA_WHITESPACE)
        if not continued and (not line or line[0] in "#!"):
            continue
        backslashes = len(line) - len(line.rstrip("\\"))
        if backslashes % 2:
            pending += line[:-1]
            continued = True
            continue
        yield pending + line
        pending = ""
        continued = False
    if pending:
        yield pending


def _split_line(line: str) -> tuple[str, str]:
    position = 0
    while position < len(line):
        character = line[position]
        if character == "\\":
            position += 2
            continue
        if character in "=:" or character in _JAVA_WHITESPACE:
            break
        position += 1
    name, rest = line[:position], line[position:].lstrip(_JAVA_WHITESPACE)
    if rest[:1] in ("=", ":"):
        rest = rest[1:].lstrip(_JAVA_WHITESPACE)
    return name, rest


_ESCAPE = re.compile(r"\\(u.{0,4}|.|$)", re.DOTALL)
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def _unescape(text: str, line: str) -> str:
    if "\\" not in text:
        return text

    def one(match: re.Match[str]) -> str:
        escaped = match[1]
        if escaped.startswith("u"):
            if not re.fullmatch(r"u[0-9a-fA-F]{4}", escaped):
                raise ConfigError(line.split("=")[0].strip(), None, f"a broken \\u escape in the line {line!r}")
            return chr(int(escaped[1:], 16))
        return _ESCAPED.get(escaped, escaped)

    unescaped = _ESCAPE.sub(one, text)
    # Two escapes may stand for the halves of one character.
    return unescaped.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` was probably meant to be; None where none is near."""
    # Imported here: needed only where somebody made a mistake, and start-up time counts.
    import difflib

    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.75)
    return found[0] if found else None


def unknown_name_sentence(name: str, known: Iterable[str]) -> str:
    """What to say about a name that nobody knows."""
    nearest = nearest_name(name, known)
    return f"unknown setting {name}" + (f"; did you mean {nearest}?" if nearest else "")


def index_settings(settings: Iterable[Setting]) -> Mapping[str, Setting]:
    """Settings by name, in their order.

    :raises ValueError: a name is declared twice.
    """
    result: dict[str, Setting] = {}
    for setting in settings:
        if setting.name in result:
            raise ValueError(f"the setting {setting.name} is declared twice")
        result[setting.name] = setting
    return result
