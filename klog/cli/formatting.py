"""Single values as people read them, and text that is safe to show: what tables, progress bars and remarks share."""

from __future__ import annotations

import os
import shutil
from typing import IO, Any


def count_text(value: Any) -> str:
    """``1,234,567``; ``-`` for None."""
    return "-" if value is None else f"{value:,}"


def counted(count: int, noun: str) -> str:
    """``1 round``, ``1,234 rounds``.

    :param noun: of one; more of them have an s.
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def bytes_text(value: Any) -> str:
    """``1.5 MiB``; ``-`` for None."""
    if value is None:
        return "-"
    amount = float(value)
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if abs(amount) < 1024 or unit == "TiB":
            break
        amount /= 1024
    return f"{amount:,.0f} {unit}" if unit == "B" else f"{amount:,.1f} {unit}"


def duration_text(value: Any) -> str:
    """Seconds as people say them: ``0.3 s``, ``4 min 10 s``, ``2 d 3 h``; ``-`` for None."""
    if value is None:
        return "-"
    whole = int(value)
    if value < 10:
        return f"{value:.1f} s"
    if whole < 60:
        return f"{whole} s"
    big, small, big_name, small_name = (
        (60, 1, "min", "s") if whole < 3600 else (3600, 60, "h", "min") if whole < 86_400 else (86_400, 3600, "d", "h")
    )
    first, rest = divmod(whole, big)
    second = rest // small
    return f"{first:,} {big_name} {second} {small_name}" if second else f"{first:,} {big_name}"


def time_left(done: int, total: int, elapsed_s: float) -> str:
    """``, 12 s left``, as soon as that can be said."""
    return f", {duration_text((total - done) * elapsed_s / done)} left" if 0 < done < total and elapsed_s > 1 else ""


def bar_text(share: float, length: int) -> str:
    """A bar of so many characters that is full by `share`, from 0 to 1."""
    filled = round(share * length)
    return "█" * filled + "░" * (length - filled)


def time_text(timestamp_ms: Any) -> str:
    """A timestamp as UTC: ``2011-06-12 08:00:00.000``; ``-`` for None and for "no timestamp"."""
    if timestamp_ms is None or timestamp_ms < 0:
        return "-"
    import datetime

    try:
        moment = datetime.datetime.fromtimestamp(timestamp_ms // 1000, datetime.UTC)
    except (OverflowError, ValueError, OSError):
        return str(timestamp_ms)
    return f"{moment:%Y-%m-%d %H:%M:%S}.{timestamp_ms % 1000:03d}"


def shortened(text: str, most: int) -> str:
    """`text`, or the beginning of it and ``…``: at most `most` characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def safe(text: str) -> str:
    """`text` without anything that a terminal would act on."""
    return text if text.isprintable() else "".join(one if one.isprintable() else _escaped(one) for one in text)


def _escaped(character: str) -> str:
    named = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}.get(character)
    if named is not None:
        return named
    point = ord(character)
    return f"\\x{point:02x}" if point < 256 else f"\\u{point:04x}" if point < 65536 else f"\\U{point:08x}"


def write_all(stream: IO[str], text: str) -> None:
    """`text` as UTF-8 whatever the locale says; what cannot be written is escaped."""
    try:
        stream.write(text)
    except UnicodeEncodeError:
        encoding: str = getattr(stream, "encoding", None) or "ascii"
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))


def terminal_width(stream: IO[str]) -> int:
    """Columns of the terminal behind `stream`: ``COLUMNS``, what the terminal says, or 80."""
    if (text := os.environ.get("COLUMNS", "")).isdigit() and int(text) > 0:
        return int(text)
    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError, AttributeError):
        columns = shutil.get_terminal_size((80, 24)).columns
    return columns or 80
