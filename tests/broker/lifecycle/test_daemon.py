"""What twistd's process tells its user."""

from __future__ import annotations

import os
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle import daemon
from klog.broker.lifecycle.daemon import Daemon


class DaemonTests(SynchronousTestCase):
    """`Daemon`."""

    def setUp(self) -> None:
        self.said: list[str] = []
        self.logged: list[str] = []
        self.patch(daemon, "say", lambda stream, line: self.said.append(line))
        for level in ("info", "critical"):
            self.patch(daemon._log, level, lambda text, **values: self.logged.append(text.format(**values)))

    def pipe(self) -> tuple[int, int]:
        reading, writing = os.pipe()
        self.addCleanup(os.close, reading)
        return reading, writing

    def test_where_the_log_is_what_the_user_sees(self) -> None:
        for options in (None, {"nodaemon": 1, "logfile": None}, {"nodaemon": True, "logfile": "-"}):
            one = Daemon(options)
            one.announce("READY")
            one.refuse("no port")
            one.release()
        self.assertEqual((self.said, self.logged), (["READY", "klog-broker: no port"] * 3, []))

    def test_where_the_log_is_a_file(self) -> None:
        for more in ({"logfile": "x.log"}, {"syslog": 1}, {"logger": "a.b"}):
            options: dict[str, Any] = {"nodaemon": 1, "logfile": None, **more}
            self.assertTrue(Daemon(options).logs_elsewhere)
        Daemon({"nodaemon": 1, "logfile": "x.log"}).announce("READY")
        self.assertEqual(self.logged, ["READY"])

    def test_a_daemon_tells_the_process_that_waits(self) -> None:
        errors, stderr = self.pipe()
        status, waiting = self.pipe()
        self.addCleanup(os.close, waiting)
        self.patch(os, "dup", lambda fd: stderr)
        options: dict[str, Any] = {"nodaemon": 0, "logfile": None}
        one = Daemon(options)
        # twistd has it only after the fork.
        options["statusPipe"] = waiting
        one.refuse("the port is in use")
        self.assertEqual(os.read(errors, 100), b"klog-broker: the port is in use\n")
        self.assertTrue(os.read(status, 100).startswith(b"1 "))
        self.assertEqual(self.logged, ["the port is in use"])
        one.release()
        self.assertEqual(os.read(errors, 100), b"")
        one.release()
        one.refuse("again")

    def test_a_pipe_that_is_closed(self) -> None:
        status, waiting = self.pipe()
        os.close(waiting)
        Daemon({"nodaemon": 1, "logfile": None, "statusPipe": waiting}).refuse("late")
        self.assertEqual(os.read(status, 1), b"")
