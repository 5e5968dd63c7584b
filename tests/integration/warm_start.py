"""Python programs of klog's, started by a fork of a process that has klog loaded.

A command of klog's or a broker takes most of a second of a core to start, nearly all of it for loading modules, and the integration tests
start many hundreds. `WarmPopen` is `subprocess.Popen`, but for who makes the process::

    test process ──── socket ────> server: has loaded klog and Twisted, serves one request after the other, has no thread
          |                           | fork, fork: the process between the two ends at once
          | waitpid, signals          v
          +─────────────────────> program: its own descriptors, environment, working directory and arguments, then `runpy`

While the server forks, the test process is a *subreaper* (``prctl``), so that the program becomes its child, to be waited for like any
other. What runs is the module or file that was asked for, as ``__main__``, from its first line; it finds modules loaded and no reactor
installed. A program that begins a session with a terminal as its input has that as its controlling terminal, which after ``exec`` it would
not. Where a start by itself is what is tested, where memory is measured, and where something is asked for that only ``exec`` does, the
program is started as usual (`_can_be_forked`). Linux only; elsewhere every start is the usual one.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import fcntl
import functools
import gc
import importlib
import inspect
import io
import json
import os
import pkgutil
import runpy
import socket
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

PR_SET_CHILD_SUBREAPER = 36
#: What the programs load; none of it may choose a reactor.
MODULES = (
    *("twisted.scripts.twistd", "twisted.internet.epollreactor", "twisted.plugins", "twisted.internet.ssl"),
    *("klog.server", "klog.broker.plugin", "klog.broker.lifecycle.assembly", "klog.broker.lifecycle.zookeeper_start", "klog.cli.main"),
    *("klog.client.fetching.consumer", "klog.client.producing.producer", "klog.client.groups.group", "klog.client.groups.paper.group"),
)
#: Commands of klog's are loaded, too, but for those that load half of the world.
LEFT_OUT = ("klog.cli.pull", "klog.cli.spark", "klog.cli.demo", "klog.cli.topic_to_sql")
#: Variables that Python, or a module as it is loaded, looks at: they must be what they were for the server.
AT_THE_START = ("PYTHON", "LC_", "LANG", "KLOG_NO_EXTENSIONS", "LD_", "MALLOC_")
_MAKING = threading.Lock()
_LENGTH = struct.Struct(">I")
_PID = struct.Struct(">q")


class Program(NamedTuple):
    """What a process is to be: ``-m``, a module and arguments, or a file and arguments; in a session of its own or not."""

    command: Sequence[str]
    environment: Mapping[str, str]
    folder: str
    has_own_session: bool


class WarmPopen(subprocess.Popen[Any]):
    """A process of a Python program; see the module."""

    def _execute_child(self, *args: Any, **kwargs: Any) -> None:
        asked = inspect.signature(subprocess.Popen._execute_child).bind(self, *args, **kwargs).arguments  # type: ignore[attr-defined]
        command = [os.fspath(word) for word in asked["args"]]
        environment = dict(os.environ if asked["env"] is None else asked["env"])
        if not _can_be_forked(command, environment, asked):
            super()._execute_child(*args, **kwargs)  # type: ignore[misc]
            return
        descriptors = [asked["p2cread"], asked["c2pwrite"], asked["errwrite"]]
        descriptors = [number if given < 0 else given for number, given in enumerate(descriptors)]
        where = os.getcwd() if asked["cwd"] is None else os.fspath(asked["cwd"])
        words = command[1:] if command[0] == sys.executable else command
        self.pid = _server().start(Program(words, environment, where, bool(asked["start_new_session"])), descriptors)
        self._child_created = True
        self._close_pipe_fds(  # type: ignore[attr-defined]
            *(asked[name] for name in ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite"))
        )


def run(command: Sequence[str], *, data: bytes, timeout: float, environment: Mapping[str, str]) -> subprocess.CompletedProcess[bytes]:
    """As ``subprocess.run`` with pipes for all three streams."""
    pipe = subprocess.PIPE
    with WarmPopen(list(command), stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as process:
        try:
            out, err = process.communicate(data, timeout)
        except BaseException:
            process.kill()
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def _can_be_forked(command: Sequence[str], environment: Mapping[str, str], asked: Mapping[str, Any]) -> bool:
    if not sys.platform.startswith("linux") or (hasattr(sys, "gettrace") and sys.gettrace() is not None):
        return False
    if command[0] == sys.executable:
        is_known = (len(command) > 2 and command[1] == "-m") or (len(command) > 1 and command[1].endswith(".py"))
    else:
        is_known = os.path.dirname(command[0]) == os.path.dirname(sys.executable) and os.path.basename(command[0]) == "twistd"
    if not is_known or any(asked.get(name) for name in ("shell", "preexec_fn", "pass_fds", "executable")):
        return False
    if any(asked.get(name) not in (None, -1) for name in ("uid", "gid", "gids", "umask", "process_group")):
        return False
    return _seen_at_the_start(environment) == _seen_at_the_start(_server().environment)


def _seen_at_the_start(environment: Mapping[str, str]) -> dict[str, str]:
    # Whether compiled modules are written down makes no difference to who has loaded them.
    return {name: value for name, value in environment.items() if name.startswith(AT_THE_START) and name != "PYTHONDONTWRITEBYTECODE"}


class _Server:
    """The process that has klog loaded; it ends with this one."""

    def __init__(self) -> None:
        self.environment = dict(os.environ)
        self._lock = threading.Lock()
        self._socket, other = socket.socketpair()
        self._set_subreaper = ctypes.CDLL(None, use_errno=True).prctl
        with other:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.integration.warm_start", str(other.fileno())],
                cwd=os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
                stdin=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
            )
        atexit.register(self._end)

    def _end(self) -> None:
        self._socket.close()
        self._process.wait(60)

    def start(self, program: Program, descriptors: Sequence[int]) -> int:
        """A program's pid; it is a child of this process."""
        request = json.dumps(program).encode("utf-8", "surrogateescape")
        with self._lock:
            self._set_subreaper(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
            try:
                socket.send_fds(self._socket, [_LENGTH.pack(len(request))], descriptors)
                self._socket.sendall(request)
                answer = _received(self._socket, _PID.size)
            finally:
                self._set_subreaper(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        if answer is None:
            raise AssertionError(f"the process that starts programs ended with {self._process.wait(60)}")
        return int(_PID.unpack(answer)[0])


@functools.cache
def _the_server() -> _Server:
    return _Server()


def _server() -> _Server:
    # Two of them, made by two threads that start something at first, would set and unset the subreaper for each other: a program would then
    # become a child of init, and be neither waited for nor killed.
    with _MAKING:
        return _the_server()


def _received(connection: socket.socket, count: int) -> bytes | None:
    """Exactly `count` bytes; None at the end."""
    data = b""
    while len(data) < count:
        piece = connection.recv(count - len(data))
        if not piece:
            return None
        data += piece
    return data


# In the server


def _load() -> None:
    names = list(MODULES)
    import klog.cli
    from klog.net.twisted_without_openssl import import_transports, own_process

    # As klog's programs do where they are started by themselves; what speaks TLS is loaded behind it.
    own_process()
    import_transports()
    for found in pkgutil.walk_packages(klog.cli.__path__, "klog.cli."):
        if not found.name.startswith(LEFT_OUT) and not found.name.endswith("__main__"):
            names.append(found.name)
    for name in names:
        importlib.import_module(name)
        assert "twisted.internet.reactor" not in sys.modules, f"{name} chooses a reactor when it is loaded"
    gc.collect()
    gc.freeze()


def _serve(connection: socket.socket) -> Program | None:
    """In the server: None at the end. In the program: what it is to be."""
    while True:
        head, descriptors, _, _ = socket.recv_fds(connection, _LENGTH.size, 3)
        if len(head) < _LENGTH.size:
            return None
        request = _received(connection, _LENGTH.unpack(head)[0])
        if request is None:
            return None
        told, tell = os.pipe()
        wait, go = os.pipe()
        between = os.fork()
        if not between:
            pid = os.fork()
            if pid:
                os.write(tell, _PID.pack(pid))
                os._exit(0)
            connection.close()
            os.close(go)
            # Until the process between is gone, and another one the parent.
            os.read(wait, 1)
            for number in (wait, told, tell):
                os.close(number)
            for number, descriptor in enumerate(descriptors):
                os.dup2(descriptor, number)
            for descriptor in descriptors:
                os.close(descriptor)
            return Program(*json.loads(request.decode("utf-8", "surrogateescape")))
        for number in (*descriptors, tell, wait):
            os.close(number)
        os.waitpid(between, 0)
        os.close(go)
        pid = os.read(told, _PID.size)
        os.close(told)
        connection.sendall(pid)


def _become(program: Program) -> None:
    """As after ``exec``; runs the program."""
    if program.has_own_session:
        os.setsid()
        if os.isatty(0):
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(program.folder)
    os.environ.clear()
    os.environ.update(program.environment)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        old = getattr(sys, f"__{name}__")
        # ``PYTHONUNBUFFERED`` is among what was so when the server began.
        is_buffered = not isinstance(old.buffer, io.RawIOBase)
        buffer: Any = open(number, f"{mode}b", buffering=-1 if is_buffered else 0, closefd=False)
        (buffer.raw if is_buffered else buffer).name = f"<{name}>"
        by_line = is_buffered and mode == "w" and (os.isatty(number) or name == "stderr")
        stream: Any = io.TextIOWrapper(
            buffer, old.encoding, old.errors, newline="\n", line_buffering=by_line, write_through=old.write_through
        )
        stream.mode = mode
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    command = list(program.command)
    sys.orig_argv = [sys.executable, *command]
    if command[0] == "-m":
        sys.argv = command[1:]
        sys.path[0] = program.folder
        runpy.run_module(command[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = command
        sys.path[0] = os.path.dirname(os.path.abspath(command[0]))
        runpy.run_path(command[0], run_name="__main__")


def main() -> None:
    """The server."""
    with contextlib.closing(socket.socket(fileno=int(sys.argv[1]))) as connection:
        connection.set_inheritable(False)
        _load()
        program = _serve(connection)
    if program is not None:
        _become(program)


if __name__ == "__main__":
    main()
