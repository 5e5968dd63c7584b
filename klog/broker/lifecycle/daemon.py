"""What twistd's process tells its user when the broker starts, or cannot: on the terminal, in the log, and to the process that waits.

With ``-n`` standard output and error are the user's, and the log goes to standard output where ``--logfile`` does not say otherwise.
Without it twistd forks twice. Its first process waits at the status pipe for the last one, whose standard streams are closed: what that one
says would be lost, and where it ends without a word on the pipe the first waits for ever, as both hold the writing end. So the error stream
is kept from before the fork until the start is over, a refusal is said there, in the log and on the pipe, and the READY line is logged too.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from typing import Any

from twisted.logger import Logger

#: What twistd's first process makes of it, behind our own sentence, with its hint to the log.
_STATUS = b"1 the broker did not start"

_log = Logger()


class Daemon:
    """What is said, and where.

    :param options: twistd's own; None where there is no twistd.
    """

    def __init__(self, options: Mapping[str, Any] | None) -> None:
        self._options: Mapping[str, Any] = {} if options is None else options
        self._stderr: int | None = None
        if self.is_daemon:
            with contextlib.suppress(OSError):
                self._stderr = os.dup(2)

    @property
    def is_daemon(self) -> bool:
        """Whether the process leaves its terminal."""
        return bool(self._options) and not self._options.get("nodaemon")

    @property
    def logs_elsewhere(self) -> bool:
        """Whether the log is not what the user sees."""
        options = self._options
        own_file = options.get("logfile") not in (None, "", "-")
        return self.is_daemon or own_file or bool(options.get("syslog")) or bool(options.get("logger"))

    def announce(self, line: str) -> None:
        """The READY line: on standard output as it is, and in the log where that is another place."""
        say(sys.__stdout__, line)
        if self.logs_elsewhere:
            _log.info("{line}", line=line)

    def refuse(self, sentence: str) -> None:
        """Why there is no broker: one line for the user, and in the log where that is another place."""
        line = f"klog-broker: {sentence}"
        say(sys.__stderr__, line)
        if self.logs_elsewhere:
            _log.critical("{sentence}", sentence=sentence)
        if self._stderr is not None:
            with contextlib.suppress(OSError):
                os.write(self._stderr, line.encode("utf-8", "backslashreplace") + b"\n")
        pipe = self._options.get("statusPipe")
        if pipe is not None:
            # Closed already where the start is over: then nobody waits.
            with contextlib.suppress(OSError):
                os.write(pipe, _STATUS)

    def release(self) -> None:
        """The start is over: whoever waits for the end of our error stream need not any more."""
        stderr, self._stderr = self._stderr, None
        if stderr is not None:
            with contextlib.suppress(OSError):
                os.close(stderr)


def say(stream: Any, line: str) -> None:
    """A line on a standard stream, where there is one."""
    if stream is not None:
        with contextlib.suppress(OSError, ValueError):
            stream.write(line + "\n")
            stream.flush()
