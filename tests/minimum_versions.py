"""The oldest version of each dependency that setup.py allows, as constraints for pip: ``python -m tests.minimum_versions [EXTRA ...]``.

``make mindeps`` installs klog with them and runs tests there, so that a minimum is a version that was run, not one that was once believed.
They are derived from setup.py, so that nobody raises a minimum in one place only. Where several extras name the same package, the
highest minimum holds, since one environment has one version.
"""

from __future__ import annotations

import pathlib
import re
import sys
from collections.abc import Iterable
from unittest import mock

import setuptools  # noqa: F401 (brings distutils where Python has none any more)
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = pathlib.Path(__file__).resolve().parent.parent


def declared(extras: Iterable[str]) -> list[str]:
    """The requirements of klog and of `extras`, as setup.py writes them; :class:`KeyError` for an extra that there is not."""
    from distutils.core import run_setup

    with mock.patch.dict("os.environ", {"KLOG_NO_EXTENSIONS": "1"}):
        found = run_setup(str(ROOT / "setup.py"), stop_after="init")
    return [*found.install_requires, *(line for extra in extras for line in found.extras_require[extra])]


def constraints(requirements: Iterable[str]) -> list[str]:
    """One line ``name==version`` for each package that is wanted on this machine, in the order of names.

    A requirement without a lowest version is a :class:`ValueError`: it could not be run. ``==21.*`` allows any 21, from 21 on.
    """
    lowest: dict[str, Version] = {}
    for line in requirements:
        wanted = Requirement(line)
        if wanted.marker is not None and not wanted.marker.evaluate():
            continue
        bounds = [Version(re.sub(r"\.\*$", "", part.version)) for part in wanted.specifier if part.operator in (">=", "==", "~=")]
        if not bounds:
            raise ValueError(f"{line} says no lowest version")
        name = canonicalize_name(wanted.name)
        lowest[name] = max([*bounds, *([lowest[name]] if name in lowest else [])])
    return [f"{name}=={version}" for name, version in sorted(lowest.items())]


if __name__ == "__main__":
    print("\n".join(constraints(declared(sys.argv[1:]))))
