"""Paths of znodes: which are allowed, and how a chroot is put before them and taken away again.

The rules are ``org.apache.zookeeper.common.PathUtils.validatePath``'s. They are checked before anything is sent: a server's answer to a bad
path is only a number, and a bad path of `setWatches` would cost the connection. Pure.
"""

from __future__ import annotations

import re

from klog.zookeeper.errors import BadArgumentsException

_BAD_CHARACTER = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\uf8ff\ufff0-\uffff\U00010000-\U0010ffff]")


def check_path(path: str, *, is_sequence: bool = False) -> None:
    """Whether `path` may be a znode's.

    :param is_sequence: a number will be put behind it, so it may end in a slash.
    :raises BadArgumentsException: it may not; says why.
    """
    if not isinstance(path, str) or not path:
        raise _bad(path, "it must not be empty")
    if path[0] != "/":
        raise _bad(path, "it must begin with /")
    if path == "/":
        return
    whole = path + "1" if is_sequence else path
    if whole[-1] == "/":
        raise _bad(path, "it must not end with /")
    if "//" in whole or "/." in whole:
        for name in whole.split("/")[1:]:
            if not name:
                raise _bad(path, "there is nothing between two slashes")
            if name in (".", ".."):
                raise _bad(path, "relative paths are not allowed")
    if not whole.isascii() or not whole.isprintable():
        found = _BAD_CHARACTER.search(whole)
        if found:
            raise _bad(path, f"the character U+{ord(found[0]):04X} is not allowed")


def _bad(path: object, why: str) -> BadArgumentsException:
    error = BadArgumentsException(f"the path {path!r} cannot be a znode's: {why}")
    error.path = path if isinstance(path, str) else ""
    return error


def with_chroot(chroot: str, path: str) -> str:
    """The server's path."""
    if not chroot:
        return path
    return chroot if path == "/" else chroot + path


def without_chroot(chroot: str, path: str) -> str:
    """Our path for the server's; one outside of the chroot stays as it is."""
    if not chroot or not path.startswith(chroot):
        return path
    if len(path) == len(chroot):
        return "/"
    return path[len(chroot) :] if path[len(chroot)] == "/" else path


def parent(path: str) -> str:
    """The parent's path; ``/`` is its own."""
    return path.rpartition("/")[0] or "/"


def join(parent_path: str, name: str) -> str:
    """A child's path."""
    return f"/{name}" if parent_path == "/" else f"{parent_path}/{name}"


def ancestors(path: str) -> list[str]:
    """`path`, its parent, and so on up to ``/``."""
    result = [path]
    while path != "/":
        path = parent(path)
        result.append(path)
    return result
