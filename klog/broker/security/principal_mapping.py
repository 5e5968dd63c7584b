"""From the name in a client's certificate to its principal: ``ssl.principal.mapping.rules`` (``SslPrincipalMapper``)::

    RULE:^CN=(.*?),OU=ServiceUsers.*$/$1/, RULE:^CN=(.*?),.*$/$1@example/L, DEFAULT

The first rule whose pattern matches the whole distinguished name counts: each match of it in the name is replaced (``$1`` for a group; the
number of a group that there is not stands for itself; a backslash takes the meaning of what is behind it), and L or U at the end makes the
letters small or large. DEFAULT is the name as it is. Where no rule counts the connection ends.

Patterns are Java's in Kafka and Python's here, which are alike in what such rules use; what Python does not read is refused at start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from klog.config import ConfigError

SETTING = "ssl.principal.mapping.rules"
_RULE = re.compile(r"\s*(?:(DEFAULT)|RULE:((?:\\.|[^\\/])*)/((?:\\.|[^\\/])*)/([LU]?))\s*(?:,|$)", re.DOTALL)
_REPLACED = re.compile(r"\$(\d+)|\\(.)|\$", re.DOTALL)


class NoRule(ValueError):
    """No rule counts for a name."""


class PrincipalMapping:
    """What the rules make of names.

    :param text: the setting's; empty for DEFAULT.
    :raises ConfigError: it has something that is no rule.
    """

    def __init__(self, text: str, setting: str = SETTING) -> None:
        self._rules = _parsed(text.strip() or "DEFAULT", setting)

    def __call__(self, distinguished_name: str) -> str:
        """The principal's name.

        :raises NoRule: none counts.
        """
        for rule in self._rules:
            name = rule(distinguished_name)
            if name is not None:
                return name
        raise NoRule(f"no rule of {SETTING} fits {distinguished_name!r}")


#: The name that a rule makes; None where it does not count.
Rule = Callable[[str], str | None]


def _parsed(text: str, setting: str) -> Sequence[Rule]:
    rules: list[Rule] = []
    position = 0
    while position < len(text):
        match = _RULE.match(text, position)
        if match is None:
            raise ConfigError(
                setting, text, f"what stands at {text[position : position + 40]!r} is neither DEFAULT nor RULE:pattern/replacement/"
            )
        default, pattern, replacement, letters = match.groups()
        if default:
            rules.append(str)
        else:
            try:
                rules.append(_rule(re.compile(pattern), replacement, letters))
            except re.error as error:
                raise ConfigError(setting, text, f"the pattern {pattern!r} cannot be read: {error}") from None
        position = match.end()
    return rules


def _rule(pattern: re.Pattern[str], replacement: str, letters: str) -> Rule:
    pieces = _pieces(replacement, pattern.groups)

    def expanded(match: re.Match[str]) -> str:
        return "".join(piece if isinstance(piece, str) else match[piece] or "" for piece in pieces)

    def apply(name: str) -> str | None:
        if pattern.fullmatch(name) is None:
            return None
        found = pattern.sub(expanded, name)
        return found.lower() if letters == "L" else found.upper() if letters == "U" else found

    return apply


def _pieces(replacement: str, groups: int) -> list[str | int]:
    """Literal text, and numbers of groups."""
    pieces: list[str | int] = []
    position = 0
    for match in _REPLACED.finditer(replacement):
        pieces.append(replacement[position : match.start()])
        number, escaped = match.groups()
        if number is not None and int(number) <= groups:
            pieces.append(int(number))
        else:
            pieces.append(match[0] if escaped is None else escaped)
        position = match.end()
    pieces.append(replacement[position:])
    return pieces
