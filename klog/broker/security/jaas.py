"""Lines of JAAS, in which Kafka's settings keep names and passwords (``sasl.jaas.config``)::

    org.apache.kafka.common.security.plain.PlainLoginModule required username="broker" password="secret" user_alice="hers";

The class says which mechanism is meant; nothing is ever loaded by its name. One entry per setting, as in Kafka (``JaasConfig``).
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Mapping
from typing import NamedTuple

_FLAGS = frozenset({"required", "requisite", "sufficient", "optional"})
_PUNCTUATION = "=;"
_QUOTES = "\"'"
#: ``StreamTokenizer``'s; whatever else stands behind a backslash stands for itself.
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class BadJaas(ValueError):
    """A line cannot be read; the sentence does not repeat it, for it holds passwords."""


@dataclasses.dataclass(frozen=True)
class JaasEntry:
    """One entry of a JAAS configuration."""

    module: str
    #: Passwords among them.
    options: Mapping[str, str] = dataclasses.field(repr=False)

    @property
    def users(self) -> dict[str, str]:
        """The password of each ``user_NAME``."""
        return {name.removeprefix("user_"): password for name, password in self.options.items() if name.startswith("user_")}


def parse_jaas(text: str) -> JaasEntry:
    """The entry in `text`.

    :raises BadJaas: it is none, or more than one.
    """
    words = _words(text)
    kinds = "".join(word.kind for word in words)
    if not kinds.startswith("ww"):
        raise BadJaas("it must be: class, required, name=value pairs, and a semicolon at the end")
    module, flag = words[0].text, words[1].text.lower()
    if flag not in _FLAGS:
        raise BadJaas(f"behind the class there must be one of {', '.join(sorted(_FLAGS))}")
    options: dict[str, str] = {}
    position = 2
    while kinds[position : position + 3] == "w=w":
        name = words[position].text
        if name in options:
            raise BadJaas(f"{name} stands there twice")
        options[name] = words[position + 2].text
        position += 3
    if position == len(words):
        raise BadJaas("the semicolon at the end is missing")
    if kinds[position] != ";":
        raise BadJaas(f"what stands behind {len(options)} pairs is no name=value")
    if position + 1 < len(words):
        raise BadJaas("there is more than one entry")
    return JaasEntry(module, options)


class _Word(NamedTuple):
    #: "w" for a word, quoted or not; else the punctuation itself.
    kind: str
    text: str


def logins(properties: Mapping[str, str]) -> set[str]:
    """Users as whom a broker comes to others, by any of its entries; those that cannot be read name nobody."""
    found = set()
    for name, text in properties.items():
        if name.endswith("sasl.jaas.config"):
            with contextlib.suppress(BadJaas):
                found.add(parse_jaas(text).options.get("username", ""))
    return found - {""}


def _words(text: str) -> list[_Word]:
    """As Java's ``StreamTokenizer`` reads them: words, texts in quotes with backslashes, and punctuation."""
    words: list[_Word] = []
    position = 0
    while position < len(text):
        character = text[position]
        if character.isspace():
            position += 1
        elif character in _PUNCTUATION:
            words.append(_Word(character, character))
            position += 1
        elif character in _QUOTES:
            word, position = _quoted(text, position + 1, character)
            words.append(_Word("w", word))
        else:
            end = position
            while end < len(text) and not text[end].isspace() and text[end] not in _PUNCTUATION + _QUOTES:
                end += 1
            words.append(_Word("w", text[position:end]))
            position = end
    return words


def _quoted(text: str, position: int, quote: str) -> tuple[str, int]:
    """A text in quotes from behind the first one, and where it ends."""
    found: list[str] = []
    while position < len(text) and text[position] != quote:
        if text[position] == "\\":
            position += 1
            if position == len(text):
                break
            found.append(_ESCAPES.get(text[position], text[position]))
        else:
            found.append(text[position])
        position += 1
    if position >= len(text):
        raise BadJaas("a quote is not closed")
    return "".join(found), position + 1
