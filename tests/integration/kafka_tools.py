"""Kafka's own tools that ask and answer, many commands in one JVM of each version.

A command of theirs is a second of work, most of which is a JVM that starts: `KafkaTools.java` starts once, and is asked for one command
after the other. `running.run_tool` runs the real script; `test_tools` shows that both print the same. Tools that consume, or read from
standard input, and those from before Kafka 1, which cannot be kept from ending their JVM, go by the script.
"""

from __future__ import annotations

import atexit
import base64
import contextlib
import functools
import os
import pathlib
import subprocess
import threading
from collections.abc import Iterator

from tests import peers

SOURCE = pathlib.Path(__file__).with_name("java") / "KafkaTools.java"
#: The classes that each has had, newest first.
CLASSES = {
    "acls": "org.apache.kafka.tools.AclCommand,kafka.admin.AclCommand",
    "broker-api-versions": "org.apache.kafka.tools.BrokerApiVersionsCommand,kafka.admin.BrokerApiVersionsCommand",
    "configs": "org.apache.kafka.tools.ConfigCommand,kafka.admin.ConfigCommand",
    "consumer-groups": "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand,kafka.admin.ConsumerGroupCommand",
    "delete-records": "org.apache.kafka.tools.DeleteRecordsCommand,kafka.admin.DeleteRecordsCommand",
    "get-offsets": "org.apache.kafka.tools.GetOffsetShell,kafka.tools.GetOffsetShell",
    "leader-election": "org.apache.kafka.tools.LeaderElectionCommand,kafka.admin.LeaderElectionCommand",
    "log-dirs": "org.apache.kafka.tools.LogDirsCommand,kafka.admin.LogDirsCommand",
    "reassign-partitions": "org.apache.kafka.tools.reassign.ReassignPartitionsCommand,kafka.admin.ReassignPartitionsCommand",
    "topics": "org.apache.kafka.tools.TopicCommand,kafka.admin.TopicCommand",
}


class _ToolsOfOneVersion:
    """One JVM; it ends with this process."""

    def __init__(self, version: str) -> None:
        self._process = subprocess.Popen(
            peers.kafka_program(version, SOURCE),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"KAFKA_HEAP_OPTS": "-Xmx256m", **os.environ},
        )
        self._one_at_a_time = threading.Lock()
        atexit.register(self._end)

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()

    @contextlib.contextmanager
    def _killed_after(self, seconds: float) -> Iterator[None]:
        timer = threading.Timer(seconds, self._process.kill)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def run(self, classes: str, arguments: tuple[str, ...], timeout: float) -> tuple[int, str] | None:
        """Exit code and what was printed; None where it did not answer in time, or died."""
        assert self._process.stdin is not None and self._process.stdout is not None
        request = b" ".join(base64.b64encode(word.encode()) for word in (classes, *arguments))
        with self._one_at_a_time, self._killed_after(timeout), contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(request + b"\n")
            self._process.stdin.flush()
            head = self._process.stdout.readline().split()
            if len(head) == 2:
                text = self._process.stdout.read(int(head[1]))
                if len(text) == int(head[1]):
                    return int(head[0]), text.decode(errors="replace")
        return None


@functools.cache
def _tools(version: str) -> _ToolsOfOneVersion:
    return _ToolsOfOneVersion(version)


def run_warm(version: str, tool: str, *arguments: str, timeout: float = 120, check: bool = True) -> str:
    """One of Kafka's tools; what it printed, both streams."""
    answer = _tools(version).run(CLASSES[tool], arguments, timeout)
    if answer is None:
        _tools.cache_clear()
        raise AssertionError(f"Kafka {version} {tool} {' '.join(arguments)} did not answer within {timeout} s, or ended its JVM")
    code, text = answer
    if check and code:
        raise AssertionError(f"Kafka {version} {tool} {' '.join(arguments)} ended with {code}:\n{text[-3000:]}")
    return text
