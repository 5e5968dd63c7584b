"""Which klog a side is: its version, the commit of its checkout, and whether it reads records in plain Python. Two that differ in any of
that are two sides, whose figures cannot stand in one table.
"""

from __future__ import annotations

import compileall
import hashlib
import os
import pathlib
import subprocess
import sys
from collections.abc import Mapping, Sequence

from klog.cli.suite.host.processes import Skip

#: What stands at the end of the version of a klog that reads records in plain Python.
PLAIN = "without extensions"
#: In which a Python has to say what it is asked.
ANSWER_S = 60.0
#: Also of a klog in which the module was called otherwise.
_IMPORT_CODEC = """try:
    from klog.records.implementations import codec
except ModuleNotFoundError:
    from klog.records.select import codec"""
#: Says by which code records are read and made.
_TELL_CODEC = f"""{_IMPORT_CODEC}
print(codec.name)"""
#: Compiles a Python's klog as `compile_bytecode` does this one's, and says which it is. What a broker needs is imported, so that what is
#: missing is told before one is started.
_COMPILE_AND_TELL = f"""import compileall, os, platform, klog.version, klog.broker.lifecycle.assembly
compileall.compile_dir(os.path.dirname(klog.version.__file__), quiet=2)
{_IMPORT_CODEC}
print(klog.version.__version__, "on", platform.python_version(), *([{PLAIN!r}] if codec.name == "python" else []))"""
#: Of a checkout, what is measured: a broker, what it is run by, and the clients; not the suite, whose loads have versions of their own.
_MEASURED_FOLDERS, _NOT_MEASURED = ("klog", "twisted"), "klog/cli/suite"
_MEASURED = (*_MEASURED_FOLDERS, f":(exclude){_NOT_MEASURED}")
#: Endings of files that make a broker what it is.
_SOURCES = (".py", ".pyx", ".pxi")


def version_of_python(python: str, environment: Mapping[str, str]) -> str:
    """Which klog a Python has installed, compiled now, and which version it is itself.

    :param environment: what is set over this process's own.
    :raises Skip: it has none, or it is no Python.
    """
    return _printed_by([python, "-P", "-c", _COMPILE_AND_TELL], environment, "no klog installed")


def is_in_plain_python(checkout: pathlib.Path, environment: Mapping[str, str]) -> bool:
    """Whether a checkout's klog, run by this Python, reads records without extensions.

    :param environment: what is set over this process's own, by which that klog is imported.
    :raises Skip: it cannot be imported.
    """
    words = [sys.executable, "-P", "-c", _TELL_CODEC]
    return _printed_by(words, environment, f"no klog in {checkout} that it can run") == "python"


def _printed_by(words: Sequence[str], environment: Mapping[str, str], lacks: str) -> str:
    """What a Python prints of its klog.

    :param words: the Python and its arguments. :param environment: what is set over this process's own. :param lacks: what it has where it
    prints nothing: "no …".
    :raises Skip: it has none, or it is no Python.
    """
    python = words[0]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=ANSWER_S, env={**os.environ, **environment})
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Skip(f"{python} is no Python that runs: {error}") from None
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise Skip(f"{python} has {lacks}: {why}")
    return done.stdout.strip()


def compile_bytecode(checkout: pathlib.Path) -> None:
    """As pip does when it installs: in a checkout that was never started, or where ``PYTHONDONTWRITEBYTECODE`` is set, each start would
    compile klog anew. Where nothing may be written nothing is."""
    compileall.compile_dir(checkout / "klog", quiet=2)


def commit_of(checkout: pathlib.Path) -> str:
    """The last commit that touched what is measured in a checkout, marked where files of that were changed; "" where it is none, or git is
    not there. What is measured is ``klog`` and ``twisted`` without this suite: a suite that measures a load otherwise says so by the load's
    version (`klog.cli.suite.loads.load.Load`), and the figures of all other loads stay what they are. Pages and notes may change beside a
    run: they are in no figure."""
    if not (checkout / ".git").exists():
        return ""
    git = ["git", "-C", str(checkout)]
    try:
        commit = subprocess.run([*git, "log", "-1", "--format=%h", "--", *_MEASURED], capture_output=True, text=True, timeout=20)
        changed = subprocess.run([*git, "status", "--porcelain", "--", *_MEASURED], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = commit.stdout.strip()
    if not found or not changed.stdout.strip():
        return found
    # Two states that were never committed are two programs.
    return f"{found}-dirty-{source_digest(checkout)}"


def source_digest(checkout: pathlib.Path) -> str:
    """Eight digits that differ where the sources of what is measured in a checkout differ."""
    found = hashlib.sha256()
    suite = checkout / _NOT_MEASURED
    for folder in _MEASURED_FOLDERS:
        for path in sorted((checkout / folder).rglob("*")):
            if path.suffix in _SOURCES and suite not in path.parents and path.is_file():
                found.update(f"{path.relative_to(checkout)}\n".encode("utf-8", "surrogateescape") + path.read_bytes())
    return found.hexdigest()[:8]
