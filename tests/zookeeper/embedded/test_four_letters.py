"""What servers say of themselves."""

from __future__ import annotations

import socket
import threading

from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.embedded.four_letters import ask, data_folder, fields, read_srvr, refusal
from tests.zookeeper.embedded.rig import SRVR


class WordTests(SynchronousTestCase):
    """Answers read."""

    def test_a_server_that_serves(self) -> None:
        found = read_srvr(SRVR.format(mode="follower"))
        assert found is not None
        self.assertEqual((found.version, found.mode, found.zxid, found.nodes), ("3.9.5", "follower", 0x10000000A, 5))
        self.assertEqual((found.connections, found.outstanding, found.latency), (2, 3, "0/0.5/7"))

    def test_others(self) -> None:
        waiting = "This ZooKeeper instance is not currently serving requests\n"
        for answer in (
            waiting,
            "",
            "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n",
            "srvr is not executed because it is not in the whitelist.\n",
        ):
            self.assertIsNone(read_srvr(answer))
        self.assertIn("majority", refusal(waiting) or "")
        self.assertIn("4lw.commands.whitelist", refusal("srvr is not executed because it is not in the whitelist.") or "")
        self.assertIsNone(refusal(SRVR))

    def test_numbers_that_are_none(self) -> None:
        found = read_srvr("Mode: standalone\nZxid: many\nNode count: 0xzz\n")
        assert found is not None
        self.assertEqual((found.zxid, found.nodes, found.version), (0, 0, ""))

    def test_conf(self) -> None:
        self.assertEqual(data_folder("clientPort=1\ndataDir=/a=b/version-2\n"), "/a=b/version-2")
        self.assertIsNone(data_folder("nothing"))
        self.assertEqual(fields("a: b: c\nd\n"), {"a": "b: c"})

    def test_over_a_socket(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:

            def answer() -> None:
                connection, _ = listener.accept()
                with connection:
                    connection.sendall(b"imok" if connection.recv(4) == b"ruok" else b"")

            thread = threading.Thread(target=answer)
            thread.start()
            self.assertEqual(ask("127.0.0.1", listener.getsockname()[1], "ruok"), "imok")
            thread.join()
        self.assertRaises(OSError, ask, "127.0.0.1", 1, "ruok", 1.0)
