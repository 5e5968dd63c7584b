"""Writes the tables of options into clients.md from `klog.client.options`; ``tests/docs/test_options.py`` fails where the page is another.

Run ``python docs/generate_clients.py`` after changing an option. A table stands between ``<!-- options: NAME -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import pathlib
import re
from typing import Any

from klog.client.options import OPTIONS, Room

PAGE = pathlib.Path(__file__).with_name("clients.md")


def shown(name: str, value: Any) -> str:
    """A default as people write it."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return f'`"{value}"`'
    if isinstance(value, bool):
        return f"`{value}`"
    if name.endswith("_bytes") and value >= 1 << 20 and value % (1 << 20) == 0:
        return f"{value >> 20} MiB"
    if name.endswith("_bytes") and value >= 1 << 10 and value % (1 << 10) == 0:
        return f"{value >> 10} KiB"
    if isinstance(value, int):
        return f"{value:,}" + (" ms" if name.endswith("_ms") else _bytes(value) if name.endswith("_bytes") else "")
    if isinstance(value, tuple):
        return f"`{value!r}`"
    return f"`{getattr(value, '__name__', value)}`"


def _bytes(value: int) -> str:
    return " byte" if value == 1 else " bytes"


def table(which: str) -> list[str]:
    """The lines of one table: of a room's options, or (``names``) what other clients call them."""
    if which == "names":
        return names()
    rows = ["| option | default | allowed | meaning |", "|---|---|---|---|"]
    for option in OPTIONS:
        if option.room is Room(which):
            sentence = option.sentence.replace("|", "\\|")
            rows.append(f"| `{option.name}` | {shown(option.name, option.default)} | {option.allowed()} | {sentence} |")
    return rows


def names() -> list[str]:
    """What Java's clients and librdkafka call the options that these have, too."""
    rows = ["| option | Java's | librdkafka's |", "|---|---|---|"]
    for option in OPTIONS:
        if option.java or option.rdkafka:
            java = f"`{option.java.name}`" if option.java else "–"
            others = ", ".join(f"`{foreign.name}`" for foreign in option.rdkafka) or "–"
            rows.append(f"| `{option.name}` | {java} | {others} |")
    return rows


def text() -> str:
    """The page, with fresh tables."""

    def fresh(found: re.Match[str]) -> str:
        return "\n".join([found[1], *table(found[2]), "<!-- end -->"])

    page = PAGE.read_text(encoding="utf-8")
    return re.sub(r"(<!-- options: (\w+) -->)\n(?:.*\n)*?<!-- end -->", fresh, page)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
