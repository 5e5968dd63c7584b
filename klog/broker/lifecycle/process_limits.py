"""How many files the process may have open: connections and segments share one limit.

The soft limit is raised to the hard one at start. A low hard limit is named, because what it breaks (connections refused, segments opened
again and again) looks like something else.
"""

from __future__ import annotations

import codecs
from typing import NamedTuple, Protocol

#: Below this, a broker with some hundred partitions and clients runs short.
COMFORTABLE = 4096
#: More than this nobody needs, and some systems say "unlimited".
ENOUGH = 1 << 20
#: How a broker encodes texts: names of groups (Java's hash codes and order), hosts.
_CODECS = ("utf-16-be", "utf-16-le", "idna")


class FileLimits(Protocol):
    """The part of ``resource`` that counts."""

    def get(self) -> tuple[int, int]:
        """Soft and hard limit; -1 is unlimited."""

    def set(self, soft: int, hard: int) -> None:
        """Change them. Raises OSError or ValueError."""


class SystemFileLimits:
    """The process's own limits."""

    def get(self) -> tuple[int, int]:
        """Soft and hard limit; -1 is unlimited."""
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        return (
            -1 if soft == resource.RLIM_INFINITY else soft,
            -1 if hard == resource.RLIM_INFINITY else hard,
        )

    def set(self, soft: int, hard: int) -> None:
        """Change them. Raises OSError or ValueError."""
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, resource.RLIM_INFINITY if hard == -1 else hard))


class RaisedLimit(NamedTuple):
    """What `raise_file_limit` came to."""

    #: Files that may be open from now on.
    files: int
    #: A line for the log where that is little.
    warning: str | None


def raise_file_limit(limits: FileLimits) -> RaisedLimit:
    """Raise the soft limit as far as it goes."""
    soft, hard = limits.get()
    wanted = ENOUGH if hard == -1 else min(hard, ENOUGH)
    now = ENOUGH if soft == -1 else soft
    if 0 <= soft < wanted:
        try:
            limits.set(wanted, hard)
            now = wanted
        except (OSError, ValueError):
            pass
    if now < COMFORTABLE:
        return RaisedLimit(
            now,
            f"only {now} files may be open (the hard limit is {hard if hard >= 0 else 'unlimited'}); with many partitions or connections "
            f"raise it to {COMFORTABLE} or more (ulimit -Hn, LimitNOFILE in systemd)",
        )
    return RaisedLimit(now, None)


def load_codecs() -> None:
    """Have Python read its codecs now: it reads each from a file when it is needed first, and then there may be no file left to open."""
    for name in _CODECS:
        codecs.lookup(name)


def share_for_segments(files: int, asked: int) -> int:
    """How many of `files` the log's segments may keep open; `asked` is ``klog.max.open.files``, -1 for half."""
    return asked if asked > 0 else max(64, files // 2)
