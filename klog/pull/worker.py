"""A worker process of `klog.pull.runner.LocalRunner`: ``python -m klog.pull.worker module:function``.

It takes requests from its standard input and answers on what was its standard output, each as a length of four bytes and a pickle;
whatever the work prints goes to standard error. Requests are ``(number of the request, "module:function", TaskSpec)``. Answers are
``(number, "progress", TaskProgress)``, ``(number, "done", TaskResult)`` and ``(number, "failed", (sentence, whether it is final))``.

A thread waits for the end of the input: it comes when the driver is gone, however it went, and ends the process at once. Ctrl-C is the
driver's to deal with.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import queue
import signal
import struct
import sys
import threading
import time
from typing import Any, BinaryIO, cast

from klog.arrow.errors import CorruptRange, DataLoss
from klog.config import ConfigError
from klog.errors import KlogError
from klog.pull.errors import PullError
from klog.pull.types import TaskProgress, TaskResult, TaskSpec, Work

LENGTH = struct.Struct(">I")
#: Progress is passed on this often at most.
PAUSE_S = 0.1


def find_work(name: str) -> Work:
    """The function that ``module:function`` names."""
    module, _, function = name.partition(":")
    return cast(Work, getattr(importlib.import_module(module), function))


def call(name: str, spec: TaskSpec) -> TaskResult:
    """Do one task, without telling how it goes; for runners that send functions."""
    return find_work(name)(spec, None)


def sentence_of(error: BaseException) -> str:
    """What went wrong, in one line."""
    text = " ".join(str(error).split())
    if isinstance(error, KlogError | PullError | ConfigError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def is_final(error: BaseException) -> bool:
    """Whether the same would happen again."""
    if isinstance(error, DataLoss | CorruptRange | PullError | ConfigError | ImportError):
        return True
    return isinstance(error, KlogError) and not error.retriable


def frame(value: Any) -> bytes:
    """One message on a pipe."""
    data = pickle.dumps(value)
    return LENGTH.pack(len(data)) + data


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Work until the input ends, and then end the process."""
    waiting: queue.SimpleQueue[tuple[int, str, TaskSpec]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, waiting), daemon=True).start()
    while True:
        number, name, spec = waiting.get()
        _tell(answers, _work(answers, number, name, spec))


def _listen(requests: BinaryIO, waiting: queue.SimpleQueue[tuple[int, str, TaskSpec]]) -> None:
    while True:
        head = requests.read(LENGTH.size)
        data = requests.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""
        if not data:
            os._exit(0)
        waiting.put(pickle.loads(data))


def _tell(answers: BinaryIO, message: Any) -> None:
    try:
        answers.write(frame(message))
        answers.flush()
    except BrokenPipeError:
        os._exit(0)


def _work(answers: BinaryIO, number: int, name: str, spec: TaskSpec) -> Any:
    told = time.monotonic()

    def report(progress: TaskProgress) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= PAUSE_S:
            told = now
            _tell(answers, (number, "progress", progress))

    try:
        return number, "done", find_work(name)(spec, report)
    except Exception as error:
        return number, "failed", (sentence_of(error), is_final(error))


def main() -> None:
    """Run as a process."""
    # Both come to the driver, too, which ends its workers in order.
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for name in sys.argv[1:]:
        # Ahead of the first request: the driver is asking the broker meanwhile. What is wrong is told with the request.
        with contextlib.suppress(Exception):
            find_work(name)
    serve(os.fdopen(os.dup(0), "rb"), answers)


if __name__ == "__main__":
    main()
