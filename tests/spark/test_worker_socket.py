"""The socket of a worker's task, without Spark: frames that are called like its, and real sockets."""

from __future__ import annotations

import io
import socket
import sys
import types
import unittest
from typing import Any
from unittest import mock

from klog.spark import worker_socket
from klog.spark.worker_socket import acknowledge_now, quick_acknowledge, task_stream


def run_in(name: str, inside: Any) -> Any:
    """Call `inside` from a function ``main(infile)`` of a module called `name`."""
    module = types.ModuleType(name)
    exec("def main(infile, inside):\n    return inside()\n", module.__dict__)
    return lambda infile: module.main(infile, inside)  # type: ignore[attr-defined]


class WorkerSocketTests(unittest.TestCase):
    """See the module."""

    def test_the_stream_of_a_task_is_found(self) -> None:
        def look() -> Any:
            return task_stream(sys._getframe())

        self.assertEqual(run_in("pyspark.worker", look)("the stream"), "the stream")
        self.assertEqual(run_in("__main__", look)("the stream"), "the stream")
        self.assertIsNone(run_in("somebody.else", look)("another stream"))
        self.assertIsNone(task_stream(None))

    def test_tcp_only(self) -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listening.close)
        connected = socket.create_connection(listening.getsockname())
        self.addCleanup(connected.close)
        self.assertEqual(quick_acknowledge(connected), hasattr(socket, "TCP_QUICKACK"))
        connected.sendall(b"still open")
        one, other = socket.socketpair()
        self.addCleanup(one.close)
        self.addCleanup(other.close)
        self.assertFalse(quick_acknowledge(one))
        self.assertFalse(quick_acknowledge(io.BytesIO()))
        self.assertFalse(quick_acknowledge(None))
        with mock.patch.object(worker_socket.socket, "TCP_QUICKACK", None, create=True):
            self.assertFalse(quick_acknowledge(connected))

    def test_within_a_task(self) -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listening.close)
        connected = socket.create_connection(listening.getsockname())
        self.addCleanup(connected.close)
        stream = connected.makefile("rb")
        self.addCleanup(stream.close)
        with mock.patch.dict(sys.modules, {"pyspark.worker": types.ModuleType("pyspark.worker")}):
            self.assertEqual(run_in("pyspark.worker", acknowledge_now)(stream), hasattr(socket, "TCP_QUICKACK"))
            self.assertFalse(acknowledge_now())

    def test_elsewhere(self) -> None:
        modules = {name: module for name, module in sys.modules.items() if name != "pyspark.worker"}
        with mock.patch.dict(sys.modules, modules, clear=True):
            self.assertFalse(acknowledge_now())
