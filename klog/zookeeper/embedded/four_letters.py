"""ZooKeeper's four-letter words: how one is asked, and what the answers mean.

A word is sent on a fresh connection, and all that comes until the server closes it is the answer. ``srvr`` answers with facts only when the
server serves clients, which makes it the one test of readiness: a port that is open proves nothing.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from typing import NamedTuple

#: An answer is text of a few kilobytes (``cons``, ``dump`` and ``wchp`` grow with the clients).
MOST_BYTES = 4 << 20
_NOT_SERVING = "not currently serving"
_NOT_ALLOWED = "not in the whitelist"


class Serving(NamedTuple):
    """What ``srvr`` says of a server that serves.

    :param mode: standalone, leader, follower or observer.
    :param zxid: the last transaction.
    """

    version: str
    mode: str
    zxid: int
    nodes: int
    connections: int
    outstanding: int
    latency: str


def fields(answer: str, separator: str = ":") -> Mapping[str, str]:
    """``Name: value`` lines by name."""
    found = {}
    for line in answer.splitlines():
        name, here, value = line.partition(separator)
        if here:
            found[name.strip()] = value.strip()
    return found


def read_srvr(answer: str) -> Serving | None:
    """The answer to ``srvr``; None where the server does not serve (yet), or it is something else that answers."""
    found = fields(answer)
    if "Mode" not in found or "Zxid" not in found:
        return None
    version = re.match(r"[\d.]+(?:-\w+)?", found.get("Zookeeper version", ""))

    def number(name: str) -> int:
        text = found.get(name, "0")
        try:
            return int(text, 16) if text.startswith("0x") else int(text)
        except ValueError:
            return 0

    return Serving(
        version[0].split("-")[0] if version else "",
        found["Mode"],
        number("Zxid"),
        number("Node count"),
        number("Connections"),
        number("Outstanding"),
        found.get("Latency min/avg/max", ""),
    )


def data_folder(answer: str) -> str | None:
    """Out of the answer to ``conf``: where the server keeps its data (``…/version-2``)."""
    return fields(answer, "=").get("dataDir")


def refusal(answer: str) -> str | None:
    """Why a word was not answered, as part of a sentence; None where it was."""
    if _NOT_SERVING in answer:
        return "it does not serve: it has no majority of its ensemble, or is still starting"
    if _NOT_ALLOWED in answer:
        return "it does not allow four-letter words (4lw.commands.whitelist)"
    return None


def ask(host: str, port: int, word: str, timeout_s: float = 5.0) -> str:
    """Ask over a plain socket and wait for the answer. Raises OSError."""
    with socket.create_connection((host, port), timeout_s) as connection:
        connection.sendall(word.encode("ascii"))
        data = bytearray()
        while len(data) < MOST_BYTES:
            piece = connection.recv(65536)
            if not piece:
                break
            data += piece
    return data.decode("utf-8", "replace")
