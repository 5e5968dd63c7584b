"""A server of files with nothing of klog in it, to compare with: ``python -m tests.integration.bare_server FILE…``.

What the machine does to a broker beside 32 readers of cold files cannot be told from a process that does little, for whoever computes
little is seldom hit. So this one does what any server in Python has to do there, and no more: an epoll loop, answers by ``sendfile`` in
steps of 256 KiB, four threads that read ahead what is not in the page cache, and a small loop for each request, as if it were decoded.
It prints READY with its address. A request is a size of four bytes, then a kind of four bytes:

==  =========================================================================================================================
0   answered at once, whatever follows
1   a file's number, a position, a length: answered with these bytes
2   answered with two doubles: the longest turn so far, by the wall and by processor time in seconds; then it begins anew
==  =========================================================================================================================
"""

from __future__ import annotations

import os
import queue
import selectors
import socket
import struct
import sys
import threading
import time

STEP_BYTES = 256 << 10
AHEAD_BYTES = 1 << 20
THREADS = 4
#: Empty passes of a loop for each request: some tenths of a millisecond.
WORK = 10_000
REQUEST = struct.Struct(">iiQi")


class _Client:
    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self.received = b""
        #: File, position, bytes left of the answer that is being sent.
        self.file = self.position = self.left = 0
        #: Up to where it was read ahead.
        self.warm = 0


class Server:
    """See the module."""

    def __init__(self, paths: list[str]) -> None:
        self.files = [os.open(path, os.O_RDONLY) for path in paths]
        self.nowhere = os.open(os.devnull, os.O_WRONLY)
        self.open_listeners = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.cold: queue.SimpleQueue[_Client] = queue.SimpleQueue()
        self.done: queue.SimpleQueue[_Client] = queue.SimpleQueue()
        self.wake_near, self.wake_far = os.pipe()
        self.ready = selectors.DefaultSelector()
        self.ready.register(self.open_listeners, selectors.EVENT_READ, None)
        self.ready.register(self.wake_near, selectors.EVENT_READ, None)
        self.wall_s = self.cpu_s = 0.0
        for _ in range(THREADS):
            threading.Thread(target=self._read_ahead, daemon=True).start()

    def run(self) -> None:
        """Until the process is ended."""
        while True:
            events = self.ready.select()
            begun_s, begun_cpu_s = time.monotonic(), time.thread_time()
            for key, mask in events:
                if key.fileobj is self.open_listeners:
                    connection, _ = self.open_listeners.accept()
                    connection.setblocking(False)
                    self.ready.register(connection, selectors.EVENT_READ, _Client(connection))
                elif key.data is None:
                    os.read(self.wake_near, 4096)
                    while not self.done.empty():
                        self._send(self.done.get())
                elif mask & selectors.EVENT_WRITE:
                    self._send(key.data)
                else:
                    self._receive(key.data)
            self.wall_s = max(self.wall_s, time.monotonic() - begun_s)
            self.cpu_s = max(self.cpu_s, time.thread_time() - begun_cpu_s)

    def _receive(self, client: _Client) -> None:
        try:
            data = client.socket.recv(1 << 16)
        except ConnectionError:
            data = b""
        if not data:
            self.ready.unregister(client.socket)
            client.socket.close()
            return
        client.received += data
        if len(client.received) < 8 or len(client.received) < 4 + struct.unpack_from(">i", client.received)[0]:
            return
        kind = struct.unpack_from(">i", client.received, 4)[0]
        for _ in range(WORK):
            pass
        if kind == 1:
            _, client.file, client.position, client.left = REQUEST.unpack_from(client.received, 4)
            client.warm = 0
            client.socket.send(struct.pack(">i", client.left))
            self._send(client)
        elif kind == 2:
            client.socket.send(struct.pack(">idd", 16, self.wall_s, self.cpu_s))
            self.wall_s = self.cpu_s = 0.0
        else:
            client.socket.send(struct.pack(">ii", 4, 0))
        client.received = b""

    def _send(self, client: _Client) -> None:
        """A step."""
        count = min(client.left, STEP_BYTES)
        file = self.files[client.file]
        if client.position + count > client.warm and not self._is_cached(file, client.position, count):
            self.ready.modify(client.socket, selectors.EVENT_READ, client)
            self.cold.put(client)
            return
        try:
            sent = os.sendfile(client.socket.fileno(), file, client.position, count)
        except BlockingIOError:
            sent = 0
        except OSError:
            return
        client.position += sent
        client.left -= sent
        self.ready.modify(client.socket, selectors.EVENT_WRITE if client.left else selectors.EVENT_READ, client)

    @staticmethod
    def _is_cached(file: int, position: int, count: int) -> bool:
        byte = (bytearray(1),)
        try:
            for place in (position + count - 1, position, position + count // 2):
                os.preadv(file, byte, place, os.RWF_NOWAIT)
        except BlockingIOError:
            return False
        return True

    def _read_ahead(self) -> None:
        while True:
            client = self.cold.get()
            file, position, end = self.files[client.file], client.position, client.position + min(client.left, AHEAD_BYTES)
            os.posix_fadvise(file, position, 4 * AHEAD_BYTES, os.POSIX_FADV_WILLNEED)
            while position < end and (got := os.sendfile(self.nowhere, file, position, end - position)):
                position += got
            client.warm = end
            self.done.put(client)
            os.write(self.wake_far, b"w")


def main() -> None:
    """See the module."""
    server = Server(sys.argv[1:])
    print(f"READY 127.0.0.1:{server.open_listeners.getsockname()[1]}", flush=True)
    server.run()


if __name__ == "__main__":
    main()
