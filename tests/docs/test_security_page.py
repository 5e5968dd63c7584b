"""The page about security: a closed cluster, a wrong password, a denied write and its line in the audit log."""

from __future__ import annotations

import pathlib
import random
import socket

from tests.docs.pages import Runner


def two_ports() -> int:
    """A free port of four digits whose next one is free as well."""
    while True:
        port = random.randrange(2000, 9_990)
        try:
            with socket.socket() as first, socket.socket() as second:
                first.bind(("127.0.0.1", port))
                second.bind(("127.0.0.1", port + 1))
        except OSError:
            continue
        return port


def test_page(tmp_path: pathlib.Path) -> None:
    """From top to bottom, in an empty folder."""
    port = two_ports()
    assert Runner("security.md", tmp_path, port, {9093: port + 1}).run() == 7
