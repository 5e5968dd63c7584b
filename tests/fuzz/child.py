"""A family's run in a process of its own, as the tests start it: what it printed, and what killed it where something did."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from tests import peers
from tests.fuzz.family import decoders
from tests.fuzz.running import last_input


def run_family(family: str, inputs: int, seed: int, most_ms: float | None = None, timeout_s: float = 1800.0) -> tuple[int, str]:
    """The exit code, and what is to be told."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "input")
        command = [
            sys.executable,
            "-X",
            "faulthandler",
            "-m",
            "tests.fuzz",
            family,
            "--inputs",
            str(inputs),
            "--seed",
            str(seed),
            "--last-input",
            path,
        ]
        if most_ms is not None:
            command += ["--most-ms", str(most_ms)]
        done = subprocess.run(
            command,
            cwd=peers.ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout_s,
            text=True,
            errors="backslashreplace",
        )
        told = done.stdout
        if done.returncode not in (0, 1) and os.path.exists(path):
            at_work = last_input(path)
            if at_work is not None:
                number, data = at_work
                told += f"\ndied with {done.returncode} while {decoders(family)[number].name} had {data.hex()}"
        # Memory views in a ring of references, such as an error that a reader keeps, are told of on standard error when they are collected.
        return done.returncode or int("Exception ignored" in told), told
