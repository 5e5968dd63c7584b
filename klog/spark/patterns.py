r"""``subscribePattern``: Java's regular expressions, read as Python's.

Most expressions mean the same in both. A few spellings of Java's are rewritten (``\Q…\E``, ``\z``, ``(?<name>…)``, ``\p{Alnum}`` and the
other POSIX classes, ``\h``). What Python would read in silence as something else, today or one day (``[a-z&&[^q]]``, a bracket or two
dashes within brackets), or does not have (``\p{IsGreek}``, ``\G``) is refused with a sentence. As in Java, ``\d``, ``\w`` and ``\s`` mean
ASCII, and a topic matches where the expression is found anywhere in its name.
"""

from __future__ import annotations

import re

from klog.spark.errors import OptionError

#: Java's POSIX and simple classes, as the inside of a character class.
_CLASSES = {
    "Lower": "a-z",
    "Upper": "A-Z",
    "ASCII": r"\x00-\x7f",
    "Alpha": "a-zA-Z",
    "Digit": "0-9",
    "Alnum": "a-zA-Z0-9",
    "Punct": r"!-/:-@\[-`{-~",
    "Graph": "!-~",
    "Print": " -~",
    "Blank": r" \t",
    "Cntrl": r"\x00-\x1f\x7f",
    "XDigit": "0-9a-fA-F",
    "Space": r" \t\n\x0b\f\r",
    "L": "a-zA-Z",
    "Lu": "A-Z",
    "Ll": "a-z",
    "N": "0-9",
    "Nd": "0-9",
    "IsAlphabetic": "a-zA-Z",
    "IsDigit": "0-9",
    "IsLetter": "a-zA-Z",
}
#: The same letters behind a backslash in both languages, or rewritten.
_ESCAPES = {"z": r"\Z", "Z": r"\Z", "h": r"[ \t]", "H": r"[^ \t]", "e": r"\x1b", "R": r"(?:\r\n|[\n-\r])"}
_NOT_PYTHON = "GXk"


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Python's expression for Java's `pattern`; use its `search`.

    :raises OptionError: it is no expression, or Python has nothing that means the same.
    """
    try:
        text = _rewrite(pattern)
        compiled = re.compile(text, re.ASCII)
    except re.error as error:
        raise OptionError(f"subscribePattern is no regular expression: {error} in '{pattern}'") from None
    except (OverflowError, RecursionError):
        raise OptionError(f"subscribePattern is too large a regular expression: '{pattern[:200]}'") from None
    return compiled


def _refuse(pattern: str, what: str) -> OptionError:
    return OptionError(
        f"subscribePattern '{pattern}' uses {what}, which klog's regular expressions (Python's) do not have; "
        "write it differently, or name the topics with subscribe"
    )


def _rewrite(pattern: str) -> str:
    out: list[str] = []
    position = 0
    in_class = False
    while position < len(pattern):
        character = pattern[position]
        following = pattern[position + 1 : position + 2]
        if character == "\\":
            piece, position = _escape(pattern, position, in_class)
            out.append(piece)
            continue
        if in_class:
            if character == "[":
                raise _refuse(pattern, "a bracket within brackets")
            if pattern.startswith("&&", position):
                raise _refuse(pattern, "an intersection of classes (&&)")
            if pattern.startswith("--", position):
                raise _refuse(pattern, "two dashes in a row within brackets")
            if character == "]":
                in_class = False
            elif character in "|~":
                # Two of them in a row may be an operation on classes in a later Python.
                out.append("\\")
        elif character == "[":
            in_class = True
            # In Java a bracket that closes at once is an error, not a member.
            if pattern[position + 1 : position + 3] == "^]" or following == "]":
                raise _refuse(pattern, "an empty class of characters")
        elif pattern.startswith("(?<", position) and pattern[position + 3 : position + 4] not in ("=", "!"):
            out.append("(?P<")
            position += 3
            continue
        out.append(character)
        position += 1
    return "".join(out)


def _escape(pattern: str, position: int, in_class: bool) -> tuple[str, int]:
    """What stands for the escape at `position`, and where reading goes on."""
    letter = pattern[position + 1 : position + 2]
    if letter == "Q":
        end = pattern.find("\\E", position + 2)
        quoted = pattern[position + 2 :] if end < 0 else pattern[position + 2 : end]
        return re.escape(quoted), len(pattern) if end < 0 else end + 2
    if letter in ("p", "P"):
        found = re.compile(r"\{(\w+)\}|([A-Z])").match(pattern, position + 2)
        name = (found[1] or found[2]) if found else ""
        if found is None or name not in _CLASSES or (in_class and letter == "P"):
            raise _refuse(pattern, f"\\{letter}{found[0] if found else ''}")
        inside = _CLASSES[name]
        negated = "^" if letter == "P" else ""
        return inside if in_class else f"[{negated}{inside}]", found.end()
    if letter and letter in _NOT_PYTHON:
        raise _refuse(pattern, f"\\{letter}")
    if letter in _ESCAPES:
        if in_class:
            raise _refuse(pattern, f"\\{letter} within brackets")
        return _ESCAPES[letter], position + 2
    return pattern[position : position + 2], position + 2
