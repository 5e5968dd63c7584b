"""The file of profiles: names for clusters, each with what a connection to it needs.

``profiles.json`` in ``$XDG_CONFIG_HOME/klog`` (``~/.config/klog``)::

    {"current": "staging", "profiles": {"staging": {"bootstrap.servers": "kafka-1:9092", "security.protocol": "SASL_SSL"}}}

Properties have librdkafka's names, as behind ``-X``. It may hold passwords: it is written so that only its owner reads it, and one that
holds a password and that others may read is refused. It is replaced as a whole, by one command at a time; nobody finds half of it.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import stat
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import click
from click.shell_completion import CompletionItem

from klog.cli.exit_codes import CommandFailed, not_found, usage
from klog.cli.rdkafka_names import is_secret
from klog.cli.text_files import read_text_file

FILE_NAME = "profiles.json"
#: Beside it; who changes profiles holds it.
LOCK_NAME = f".{FILE_NAME}.lock"
PROFILE_VARIABLE = "KLOG_PROFILE"
WHAT = "file of profiles"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def complete_profiles(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Profiles that begin like this, for whoever presses TAB; none where the file cannot be read."""
    try:
        found = read_profiles(profiles_path(os.environ))
    # Whatever is wrong, the shell cannot be told.
    except Exception:
        return []
    return [CompletionItem(name) for name in sorted(found.named) if name.startswith(incomplete)]


@dataclass(frozen=True, slots=True)
class Profiles:
    """All profiles.

    :ivar current: the one that holds where none is named; None where that is none.
    :ivar named: properties by name, of each profile.
    """

    current: str | None = None
    named: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def hold_secret(self) -> bool:
        """Whether a password is among them."""
        return any(is_secret(name) for properties in self.named.values() for name in properties)

    def pairs(self, name: str) -> list[tuple[str, str]]:
        """The properties of one.

        :raises CommandFailed: there is no such profile.
        """
        if name not in self.named:
            raise not_found(f"there is no profile {name}; `klog profile list` shows those that there are, `klog profile create` makes one")
        return list(self.named[name].items())


def profiles_path(environment: Mapping[str, str]) -> str:
    """Where the file is, whether or not there is one. As the XDG specification says, a relative folder is passed over."""
    folder = environment.get("XDG_CONFIG_HOME") or ""
    if not os.path.isabs(folder):
        folder = os.path.expanduser("~/.config")
    return os.path.join(folder, "klog", FILE_NAME)


def check_name(name: str) -> str:
    """`name`, which can be that of a profile.

    :raises CommandFailed: it cannot.
    """
    if _NAME.fullmatch(name) is None:
        raise usage(f"{name or 'nothing'} is no name of a profile: letters, digits, dots, dashes and underscores are, at most 100")
    return name


def read_profiles(path: str) -> Profiles:
    """All profiles in the file; none where there is no file.

    :raises CommandFailed: it cannot be read, is none, or holds a password and may be read by others.
    """
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return Profiles()
    except OSError as error:
        raise CommandFailed(f"cannot read the {WHAT} {path}: {error.strerror}") from None
    found = decode(path, read_text_file(path, WHAT))
    if found.hold_secret and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise CommandFailed(f"{path} holds a password, and others may read it (mode {stat.S_IMODE(mode):03o}): chmod 600 {path}")
    return found


def decode(path: str, text: str) -> Profiles:
    """Profiles from the file's text; `path` is for errors.

    :raises CommandFailed: it is none.
    """
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f", line {error.lineno}: {error.msg}" if isinstance(error, json.JSONDecodeError) else ""
        raise CommandFailed(f"{path} is no {WHAT}: it is not JSON{where}; mend it or move it away") from None
    if not isinstance(value, dict) or not isinstance(value.get("profiles"), dict):
        raise CommandFailed(f'{path} is no {WHAT}: {{"profiles": {{…}}}} is expected; mend it or move it away')
    named: dict[str, dict[str, str]] = {}
    for name, properties in value["profiles"].items():
        if _NAME.fullmatch(name) is None:
            raise CommandFailed(f"{path} is no {WHAT}: {name or 'nothing'} is no name of a profile; mend it or move it away")
        if not isinstance(properties, dict) or not all(isinstance(one, str) for one in properties.values()):
            raise CommandFailed(f"{path}: profile {name} is no set of names and texts; mend it or move it away")
        named[name] = properties
    current = value.get("current")
    if current is not None and not isinstance(current, str):
        raise CommandFailed(f"{path}: current is no name; mend it or move it away")
    return Profiles(current, named)


def encode(profiles: Profiles) -> str:
    """The file's text."""
    value = {"current": profiles.current, "profiles": {name: dict(found) for name, found in sorted(profiles.named.items())}}
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def change_profiles(path: str, change: Callable[[Profiles], Profiles]) -> Profiles:
    """Replace the profiles by what `change` makes of them, and give that. What other commands change comes before it, or after it.

    :raises CommandFailed: they cannot be read or written; whatever `change` raises. The old ones stand.
    """
    folder = os.path.dirname(os.path.realpath(path))
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        lock = os.open(os.path.join(folder, LOCK_NAME), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise CommandFailed(f"cannot write the {WHAT} {path}: {error.strerror}") from None
    try:
        # Some file systems have no locks; two commands at once are rare.
        with contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        changed = change(read_profiles(path))
        write_profiles(path, changed)
        return changed
    finally:
        os.close(lock)


def write_profiles(path: str, profiles: Profiles) -> None:
    """Replace the file; only its owner may read it.

    :raises CommandFailed: it cannot be written, or something is no text; the old one stands.
    """
    try:
        data = encode(profiles).encode()
    except UnicodeEncodeError:
        named = next((name for name, found in profiles.named.items() if not _is_text(found)), "")
        raise usage(f"a profile holds UTF-8 text, and something in profile {named} is none") from None
    # Where it is a link, to a folder that is kept under version control perhaps, the link stays.
    path = os.path.realpath(path)
    folder = os.path.dirname(path)
    temporary = None
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(prefix=f".{FILE_NAME}.", dir=folder)  # mode 600
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        temporary = None
    except OSError as error:
        raise CommandFailed(f"cannot write the {WHAT} {path}: {error.strerror}") from None
    finally:
        # Whatever ends it, Ctrl-C too: what it holds may be secret.
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _is_text(properties: Mapping[str, str]) -> bool:
    return all(one < "\ud800" or one > "\udfff" for text in (*properties, *properties.values()) for one in text)
