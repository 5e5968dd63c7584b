"""What the kernel's newer ways would save a broker, which uses none of them: ``python -m tests.bench.io_uring_and_splice``.

``io_uring`` in the place of epoll, receive and send: a small request and its answer, by either, in C, so that nothing but the kernel is
measured (``epoll_and_io_uring.c``; needs a C compiler and liburing). What a reactor in Python saved by it could not be more than this.

``splice`` from the socket to the file, where the bytes of a batch are never copied to the process: beside receiving into a buffer and
writing that, with and without the checksum that a broker has to look at the bytes for.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile

from klog.records.crc32c import crc32c
from tests.bench.measure import cpu_seconds

SOURCE = pathlib.Path(__file__).with_name("epoll_and_io_uring.c")
REQUESTS = 300_000
ROUNDS = 5
BATCH_BYTES = (8 << 10, 64 << 10)
#: What goes through in one run, and after how much the file is begun anew.
STREAM_BYTES, FILE_BYTES = 2 << 30, 256 << 20


def small_requests(folder: pathlib.Path) -> None:
    """CPU of the process that answers, in µs per request."""
    program = folder / "epoll_and_io_uring"
    compiler = shutil.which("cc")
    if compiler is None:
        print("io_uring: not measured: there is no C compiler (cc)")
        return
    built = subprocess.run([compiler, "-O2", "-o", program, SOURCE, "-luring"], capture_output=True, text=True)
    if built.returncode:
        print(f"io_uring: not measured: {SOURCE.name} cannot be built; it needs liburing (Debian: liburing-dev):\n{built.stderr}")
        return
    print("connections\tepoll us\tio_uring us\tio_uring to epoll")
    for connections in (1, 10, 100, 1000):
        found: dict[str, list[float]] = {"epoll": [], "io_uring": []}
        for _ in range(ROUNDS):
            for way, figures in found.items():
                done = subprocess.run([program, way, str(connections), str(REQUESTS)], capture_output=True, text=True)
                if done.returncode:
                    sys.exit(f"{way}: {done.stderr.strip() or done.returncode}")
                figures.append(float(done.stdout) / 1000)
        epoll, ring = (statistics.median(found[way]) for way in ("epoll", "io_uring"))
        print(f"{connections}\t{epoll:.2f}\t{ring:.2f}\t{ring / epoll:.2f}", flush=True)


def _sender(batch_bytes: int) -> socket.socket:
    """The other end of a TCP connection, into which another process writes batches."""
    listener = socket.create_server(("127.0.0.1", 0))
    if os.fork() == 0:
        code = 1
        try:
            with socket.create_connection(listener.getsockname()) as connection:
                batch = os.urandom(batch_bytes)
                for _ in range(STREAM_BYTES // batch_bytes):
                    connection.sendall(batch)
            code = 0
        finally:
            os._exit(code)
    taken, _ = listener.accept()
    listener.close()
    return taken


def _copied(connection: socket.socket, file: int, batch_bytes: int, checks: bool) -> int:
    """One batch, through a buffer of this process."""
    buffer = bytearray(batch_bytes)
    view = memoryview(buffer)
    got = 0
    while got < batch_bytes:
        got += connection.recv_into(view[got:])
    if checks:
        crc32c(buffer)
    return os.write(file, buffer)


def _spliced(connection: socket.socket, file: int, batch_bytes: int, pipe: tuple[int, int]) -> int:
    """One batch, by a pipe that holds references to the kernel's own memory."""
    got = 0
    while got < batch_bytes:
        count = os.splice(connection.fileno(), pipe[1], batch_bytes - got)
        left = count
        while left:
            left -= os.splice(pipe[0], file, left)
        got += count
    return got


def streams(folder: pathlib.Path) -> None:
    """CPU of the process that receives, in s per GB."""
    print("batch bytes\tcopied s/GB\tcopied and checked s/GB\tspliced s/GB")
    for batch_bytes in BATCH_BYTES:
        found: dict[str, list[float]] = {"copied": [], "checked": [], "spliced": []}
        for _ in range(ROUNDS):
            for way, figures in found.items():
                figures.append(_stream(folder / way, way, batch_bytes))
        print(f"{batch_bytes}\t" + "\t".join(f"{statistics.median(figures):.3f}" for figures in found.values()), flush=True)


def _stream(path: pathlib.Path, way: str, batch_bytes: int) -> float:
    connection = _sender(batch_bytes)
    pipe = os.pipe()
    before = cpu_seconds(os.getpid())
    file = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
    done = in_file = 0
    while done < STREAM_BYTES // batch_bytes * batch_bytes:
        if in_file >= FILE_BYTES:
            os.lseek(file, 0, os.SEEK_SET)
            in_file = 0
        count = (
            _spliced(connection, file, batch_bytes, pipe) if way == "spliced" else _copied(connection, file, batch_bytes, way == "checked")
        )
        done += count
        in_file += count
    took = cpu_seconds(os.getpid()) - before
    for each in (file, *pipe):
        os.close(each)
    connection.close()
    path.unlink()
    _, how = os.wait()
    assert how == 0, f"the sender ended with {how}"
    return took / (done / 1e9)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="klog-bench-") as name:
        small_requests(pathlib.Path(name))
        streams(pathlib.Path(name))
