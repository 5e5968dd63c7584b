"""klog.net on real sockets of the loopback, with the real reactor: bytes unbroken, memory bounded, connections by the thousand.

Clients run in threads with blocking sockets. Figures are printed; run with ``-s`` to see them.
"""

from __future__ import annotations

import gc
import hashlib
import os
import pathlib
import resource
import socket
import ssl
import struct
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet import reactor as global_reactor
from twisted.internet import tcp
from twisted.internet.defer import Deferred, inlineCallbacks
from twisted.internet.protocol import Factory
from twisted.internet.task import deferLater
from twisted.internet.threads import deferToThread
from twisted.logger import Logger
from twisted.trial.unittest import SkipTest, TestCase

from klog.memory_budget import MemoryBudget
from klog.model import TopicPartition
from klog.net import read_ahead
from klog.net.connections import Connections, Limits
from klog.net.file_steps import MOST_STEP_BYTES
from klog.net.listener_policy import ListenerPolicy
from klog.net.listeners import EndPoint, SecurityProtocol, listen
from klog.net.read_ahead import ReadAhead
from klog.net.server_factory import BrokerFactory
from klog.net.server_protocol import BrokerProtocol
from klog.net.tls import tls_options, wrap_in_tls
from klog.net.transport_probes import choose_sendfile
from klog.records.implementations import codec
from klog.span import FileCuts, FileSpan, Part
from klog.storage.cold_read import wait_for
from klog.storage.directories.directory import LogDirectory
from klog.storage.filesystem import RealFileSystem
from klog.storage.settings import LogSettings
from klog.wire.messages.api_versions import ApiVersionsResponse
from klog.wire.server import Request
from tests.net.test_server_protocol import frame
from tests.net.test_tls import certificate, key_pem, pem
from tests.storage.logs import at, batch, create

reactor: Any = global_reactor


def rss_mb() -> float:
    """Resident memory of this process."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / (1 << 20)


def receive(sock: socket.socket, count: int, digest: Any = None) -> bytes:
    """Exactly `count` bytes; only fed to `digest` where there is one."""
    pieces, buffer = [], bytearray(1 << 18)
    while count:
        got = sock.recv_into(buffer, min(count, len(buffer)))
        if not got:
            raise ConnectionError(f"closed with {count} bytes missing")
        if digest is None:
            pieces.append(bytes(buffer[:got]))
        else:
            digest.update(memoryview(buffer)[:got])
        count -= got
    return b"".join(pieces)


class Served:
    """Answers every request with an empty ApiVersions answer and then what `extra` gives."""

    def __init__(self) -> None:
        self.extra: Callable[[Request], list[Part]] = lambda request: []
        self.digest: Any = None
        self.count = 0
        self.connection: Any = None

    def __call__(self, connection: BrokerProtocol, requests: Sequence[Request]) -> None:
        self.connection = connection
        for request in requests:
            self.count += 1
            if self.digest is not None:
                self.digest.update(request.body)
            connection.send(connection.answer(request, ApiVersionsResponse()) + self.extra(request))

    def connection_lost(self, connection: BrokerProtocol) -> None:
        self.connection = None


#: An ApiVersions answer of version 0 with no error and no keys.
ANSWER_BYTES = 4 + 4 + 2 + 4


class SocketTests(TestCase):
    """One listener, one dispatcher, any number of clients."""

    timeout = 120

    def setUp(self) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        self.served = Served()
        self.lines: list[str] = []
        for owner in (BrokerProtocol, Connections):
            self.patch(owner, "_log", Logger(observer=lambda event: self.lines.append(event["log_format"].format(**event))))

    def serve(self, *, tls: Any = None, host: str = "127.0.0.1", pool_bytes: int = 256 << 20, stock: bool = False, **limits: Any) -> int:
        self.connections = Connections(reactor, Limits(**limits), MemoryBudget(pool_bytes))
        factory: Any = BrokerFactory(ListenerPolicy("TEST"), self.served, self.connections, ReadAhead(lambda _: deferToThread))
        if tls is not None:
            factory = wrap_in_tls(tls, factory, reactor)
        if stock:
            port: Any = tcp.Port(0, factory, 4096, host, reactor)
            port.startListening()
        else:
            port = listen(reactor, EndPoint("TEST", SecurityProtocol.PLAINTEXT, host, 0), factory, backlog=4096)
        self.addCleanup(self.close, port)
        return int(port.getHost().port)

    @inlineCallbacks
    def close(self, port: Any) -> Any:
        yield port.stopListening()
        yield self.connections.drain(2000)
        # TLS writes what it had gathered a turn later.
        yield deferLater(reactor, 0.05, lambda: None)

    def path(self) -> str:
        folder = tempfile.TemporaryDirectory(prefix="klog-net-")
        self.addCleanup(folder.cleanup)
        return os.path.join(folder.name, "file")

    def file(self, size: int) -> tuple[Any, bytes]:
        path = self.path()
        block = os.urandom(1 << 20)
        with open(path, "wb") as file:
            for number in range(0, size, 1 << 20):
                file.write(struct.pack(">q", number) + block[8:])
        return RealFileSystem().open(path), block

    def file_digest(self, file: Any, start: int, length: int) -> str:
        digest = hashlib.blake2b()
        for position in range(start, start + length, 1 << 20):
            digest.update(file.read_at(position, min(1 << 20, start + length - position)))
        return digest.hexdigest()

    # -- bytes

    def spans(self, file: Any, length: int) -> list[Part]:
        return [b"head", FileSpan(file, 5, length), b"middle", FileSpan(file, 100, 20_000), FileSpan(file, 7, 300_000), b"tail"]

    def check_spans(self, sock: socket.socket, file: Any, length: int, rounds: int) -> float:
        """Ask `rounds` times at once and compare every byte of the answers; seconds."""
        begun = time.perf_counter()
        sock.sendall(b"".join(frame(number) for number in range(rounds)))
        for number in range(rounds):
            answer = receive(sock, ANSWER_BYTES)
            self.assertEqual(struct.unpack_from(">i", answer, 4)[0], number)
            self.assertEqual(receive(sock, 4), b"head")
            digest = hashlib.blake2b()
            receive(sock, length, digest)
            self.assertEqual(digest.hexdigest(), self.file_digest(file, 5, length))
            self.assertEqual(receive(sock, 6), b"middle")
            self.assertEqual(receive(sock, 20_000), file.read_at(100, 20_000))
            self.assertEqual(receive(sock, 300_000), file.read_at(7, 300_000))
            self.assertEqual(receive(sock, 4), b"tail")
        return time.perf_counter() - begun

    @inlineCallbacks
    def test_a_lost_connection_leaves_no_cycle(self) -> Any:
        """What is left when it ends goes at once, with its socket and what it had received, however seldom the collector looks."""
        seen: list[weakref.ref[BrokerProtocol]] = []

        def built(factory: BrokerFactory, address: object) -> BrokerProtocol:
            protocol = original(factory, address)
            seen.append(weakref.ref(protocol))
            return protocol

        original = BrokerFactory.buildProtocol
        self.patch(BrokerFactory, "buildProtocol", built)
        port = self.serve()

        def client() -> None:
            with socket.create_connection(("127.0.0.1", port)) as sock:
                sock.sendall(frame(1))
                receive(sock, ANSWER_BYTES)

        gc.collect()
        gc.disable()
        self.addCleanup(gc.enable)
        for _ in range(5):
            yield deferToThread(client)
        yield self.until(lambda: not any(one() for one in seen))
        self.assertEqual(len(seen), 5)
        self.assertEqual([one for one in seen if one() is not None], [])

    @inlineCallbacks
    def test_200_mb_through_sendfile(self) -> Any:
        file, _ = self.file(50 << 20)
        length = (50 << 20) - 5
        self.served.extra = lambda request: self.spans(file, length)
        used: list[int] = []
        original = choose_sendfile(tcp.Connection.__new__(tcp.Connection))
        assert original is not None
        self.patch(os, "sendfile", lambda *arguments: (used.append(arguments[3]), original(*arguments))[1])
        port = self.serve()

        def client() -> float:
            with socket.create_connection(("127.0.0.1", port)) as sock:
                return self.check_spans(sock, file, length, 4)

        seconds = yield deferToThread(client)
        self.assertTrue(used)
        self.assertLessEqual(max(used), MOST_STEP_BYTES)
        print(f"\n200 MB through sendfile: {200 / seconds:.0f} MB/s with the client's check, {len(used)} steps")

    # -- a log that is cut under an answer

    def fetch_while_it_is_cut(self, count: int) -> Deferred[tuple[bytes, bytes]]:
        """`count` batches of leader epoch 1 are asked for by a client that reads nothing yet; the log is cut in their middle, and as many
        of epoch 2 come to stand in the same places. What the log had before, and what the client has received by the end of the
        connection."""
        folder = tempfile.TemporaryDirectory(prefix="klog-net-")
        self.addCleanup(folder.cleanup)
        settings = LogSettings(retention_ms=-1)
        directory = LogDirectory(RealFileSystem(), f"{folder.name}/data", lambda: 1, settings, 1, settings_for=lambda topic: settings)
        directory.load()
        self.addCleanup(directory.release)
        log = create(directory, TopicPartition("t", 0), bytes(range(16)), settings)

        def grow(start: int, epoch: int) -> None:
            one = batch(bytes([epoch]) * 4000)
            log.append_as_follower(b"".join(at(one, offset, epoch) for offset in range(start, count)))

        grow(0, 1)
        span = wait_for(lambda: log.read(0, 1 << 30, upper_bound=count)).span
        assert span is not None
        before = span.read()
        self.served.extra = lambda request: [span]
        port = self.serve()
        asked, has_grown = threading.Event(), threading.Event()

        def client() -> bytes:
            with socket.socket() as sock:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
                sock.connect(("127.0.0.1", port))
                sock.sendall(frame(1))
                receive(sock, ANSWER_BYTES)
                asked.set()
                has_grown.wait()
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
                received = b""
                try:
                    while len(received) < len(before) and (data := sock.recv(1 << 20)):
                        received += data
                except ConnectionError:
                    pass
                return received

        @inlineCallbacks
        def go() -> Any:
            received = deferToThread(client)
            yield deferToThread(asked.wait)
            # The socket has taken what it can.
            yield deferLater(reactor, 1.0, lambda: None)
            truncation = directory.prepare_truncation(TopicPartition("t", 0), count // 2)
            assert truncation is not None
            yield deferToThread(truncation.run).addCallback(truncation.settle)
            grow(count // 2, 2)
            has_grown.set()
            return before, (yield received)

        return go()  # type: ignore[no-any-return]

    @inlineCallbacks
    def test_a_log_that_is_cut_under_a_fetch(self) -> Any:
        """In what was not sent yet, and in pages that the kernel holds for a client that has not taken them: the client gets nothing that
        the log did not have when it asked."""
        for count in (300, 2_000):
            before, received = yield self.fetch_while_it_is_cut(count)
            self.assertTrue(before.startswith(received), count)
            self.assertLess(len(received), len(before))
            self.assertTrue([line for line in self.lines if "the log was cut under" in line], self.lines)
            self.lines.clear()
        # So that it is known what is kept from it: without that the answer is half of one leader's records and half of another's.
        self.patch(FileCuts, "cut", lambda cuts, position: None)
        before, received = yield self.fetch_while_it_is_cut(2_000)
        self.assertEqual(len(received), len(before))
        self.assertEqual({entry.partition_leader_epoch for entry in codec.scan(received)}, {1, 2})

    @inlineCallbacks
    def test_cold_bytes_are_read_in_a_thread(self) -> Any:
        file, _ = self.file(6 << 20)
        file.sync()
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        if file.is_cached(0, 6 << 20):
            raise SkipTest("this file system does not tell what is in the page cache")
        threads: list[int] = []
        self.patch(read_ahead, "warm", lambda *arguments, warm=read_ahead.warm: (threads.append(threading.get_ident()), warm(*arguments)))
        length = (6 << 20) - 5
        self.served.extra = lambda request: self.spans(file, length)
        port = self.serve()

        def client() -> None:
            with socket.create_connection(("127.0.0.1", port)) as sock:
                self.check_spans(sock, file, length, 1)

        yield deferToThread(client)
        self.assertTrue(threads)
        self.assertNotIn(threading.get_ident(), threads)

    @inlineCallbacks
    def test_sendfile_to_many_at_once_and_ipv6(self) -> Any:
        file, _ = self.file(4 << 20)
        self.served.extra = lambda request: self.spans(file, 3_000_000)
        port = self.serve(host="")

        def client(host: str) -> None:
            with socket.create_connection((host, port)) as sock:
                self.check_spans(sock, file, 3_000_000, 3)

        hosts = ["127.0.0.1"] * 7 + (["::1"] if socket.has_ipv6 else [])
        waiting = [deferToThread(client, host) for host in hosts]
        yield from waiting

    def tls(self) -> tuple[Any, ssl.SSLContext]:
        """A listener's, and a client's for ``broker.example``."""
        authority = certificate("authority")
        key, own = certificate("broker.example", authority)
        values = {"ssl.keystore.type": "PEM", "ssl.keystore.key": key_pem(key), "ssl.keystore.certificate.chain": pem(own)}
        return tls_options(values, "TEST", lambda path: b""), ssl.create_default_context(cadata=pem(authority[1]))

    @inlineCallbacks
    def test_what_waits_in_the_socket_of_who_is_not_read(self) -> Any:
        """Of that `klog.net.memory_pressure` sees who waits for it, and who has nothing to say."""
        options, context = self.tls()
        for tls in (None, options):
            port = self.serve(tls=tls)
            sock: socket.socket = yield deferToThread(socket.create_connection, ("127.0.0.1", port))
            self.addCleanup(sock.close)
            if tls is not None:
                sock = yield deferToThread(context.wrap_socket, sock, server_hostname="broker.example")
                self.addCleanup(sock.close)
            sock.sendall(frame(1))
            yield deferToThread(receive, sock, ANSWER_BYTES)
            connection = self.served.connection
            connection.wait_for_memory(True)
            self.assertEqual(connection.unread_bytes, 0)
            sock.sendall(frame(2, padding=50_000))
            yield self.until(lambda connection=connection: connection.unread_bytes > 50_000)
            self.assertGreater(connection.unread_bytes, 50_000)
            connection.wait_for_memory(False)
            yield deferToThread(receive, sock, ANSWER_BYTES)
            self.assertEqual(connection.unread_bytes, 0)

    @inlineCallbacks
    def test_tls_unbroken_both_ways(self) -> Any:
        options, context = self.tls()
        file, _ = self.file(8 << 20)
        length = (8 << 20) - 5
        self.served.extra = lambda request: self.spans(file, length) if request.correlation_id < 3 else []
        port = self.serve(tls=options)
        large = [frame(number, padding=3_000_000 + number) for number in range(3, 8)]
        self.served.digest = hashlib.blake2b()

        def client() -> float:
            with socket.create_connection(("127.0.0.1", port)) as plain:
                with context.wrap_socket(plain, server_hostname="broker.example") as sock:
                    seconds = self.check_spans(sock, file, length, 3)
                    for data in large:
                        sock.sendall(data)
                    for number in range(3, 8):
                        self.assertEqual(struct.unpack_from(">i", receive(sock, ANSWER_BYTES), 4)[0], number)
                    return seconds

        seconds = yield deferToThread(client)
        expected = hashlib.blake2b(b"".join(frame(number)[4:] for number in range(3)) + b"".join(data[4:] for data in large))
        self.assertEqual(self.served.digest.hexdigest(), expected.hexdigest())
        print(f"\n25 MB through TLS: {25 / seconds:.0f} MB/s with the client's check")

    @inlineCallbacks
    def test_large_requests_are_received_into_their_buffers(self) -> Any:
        data = frame(1, padding=4 << 20)
        expected = hashlib.blake2b()
        for _ in range(50):
            expected.update(data[4:])
        for stock in (True, False, True, False):
            self.served = Served()
            self.served.digest = hashlib.blake2b()
            used: list[int] = []
            original = BrokerProtocol.wrote
            self.patch(
                BrokerProtocol,
                "wrote",
                lambda protocol, count, original=original, used=used: (used.append(count), original(protocol, count)),
            )
            port = self.serve(stock=stock)

            def client(port: int = port) -> None:
                with socket.create_connection(("127.0.0.1", port)) as sock:
                    for _ in range(50):
                        sock.sendall(data)
                    receive(sock, 50 * ANSWER_BYTES)

            thread_before, begun = time.thread_time(), time.perf_counter()
            yield deferToThread(client)
            spent, seconds = time.thread_time() - thread_before, time.perf_counter() - begun
            self.assertEqual(self.served.digest.hexdigest(), expected.hexdigest())
            self.assertEqual(bool(used), not stock)
            print(
                f"\n200 MB in, {'stock reads' if stock else 'into the frame'}: {spent:.3f} CPU s with the digest, {200 / seconds:.0f} MB/s"
            )

    # -- memory

    @inlineCallbacks
    def test_a_client_that_does_not_read(self) -> Any:
        self.served.extra = lambda request: [os.urandom(1 << 20)]
        port = self.serve(write_stall_timeout_ms=4000)
        sock = socket.create_connection(("127.0.0.1", port))
        self.addCleanup(sock.close)
        before = rss_mb()
        for number in range(500):
            sock.sendall(frame(number))
            if number % 10 == 0:
                yield deferLater(reactor, 0.001, lambda: None)
        yield deferLater(reactor, 0.5, lambda: None)
        grown = rss_mb() - before
        print(f"\na client that asks for 500 MB and reads nothing: {grown:.1f} MB more, {self.served.count} requests read")
        self.assertLess(grown, 40)
        self.assertLess(self.served.count, 200)
        self.assertEqual(len(self.connections), 1)
        yield self.until(lambda: not len(self.connections))
        self.assertEqual(len(self.connections), 0)
        self.assertEqual([line for line in self.lines if "took nothing" in line], self.lines)

    @inlineCallbacks
    def test_a_slow_reader_is_served(self) -> Any:
        file, _ = self.file(8 << 20)
        self.served.extra = lambda request: [FileSpan(file, 0, 8 << 20)]
        port = self.serve(write_stall_timeout_ms=2000)

        def client() -> None:
            with socket.socket() as sock:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
                sock.connect(("127.0.0.1", port))
                sock.sendall(frame(1))
                receive(sock, ANSWER_BYTES)
                for _ in range(20):
                    receive(sock, 20_000)
                    time.sleep(0.2)
                digest = hashlib.blake2b()
                receive(sock, (8 << 20) - 400_000, digest)
                self.assertEqual(digest.hexdigest(), self.file_digest(file, 400_000, (8 << 20) - 400_000))

        yield deferToThread(client)
        self.assertEqual(self.lines, [])

    @inlineCallbacks
    def test_a_file_cut_short_closes_the_connection(self) -> Any:
        path = self.path()
        with open(path, "wb") as out:
            out.write(bytes(20 << 20))
        file = RealFileSystem().open(path, write=True)
        self.served.extra = lambda request: [FileSpan(file, 0, 20 << 20)]
        port = self.serve()
        cut = threading.Event()

        def client() -> int:
            with socket.create_connection(("127.0.0.1", port)) as sock:
                sock.sendall(frame(1))
                total = len(receive(sock, ANSWER_BYTES + 1000))
                file.truncate(6 << 20)
                cut.set()
                try:
                    while got := sock.recv(1 << 16):
                        total += len(got)
                except ConnectionResetError:
                    pass
                return total

        total = yield deferToThread(client)
        self.assertLess(total, 20 << 20)
        yield self.until(lambda: bool(self.lines))
        self.assertEqual(len(self.lines), 1)
        self.assertIn("too short", self.lines[0])

    # -- by the thousand

    def open_many(self, count: int, port: int, data: bytes = b"") -> Deferred[list[socket.socket]]:
        def work() -> list[socket.socket]:
            sockets = []
            for _ in range(count):
                sock = socket.create_connection(("127.0.0.1", port))
                if data:
                    sock.sendall(data)
                sockets.append(sock)
            return sockets

        return deferToThread(work)

    @inlineCallbacks
    def until(self, holds: Callable[[], bool]) -> Any:
        """Wait for it, twenty seconds at most; whoever waits looks then."""
        for _ in range(200):
            if holds():
                break
            yield deferLater(reactor, 0.1, lambda: None)

    @inlineCallbacks
    def test_2000_idle_connections(self) -> Any:
        port = self.serve()
        before = rss_mb()
        sockets = yield self.open_many(2000, port)
        self.addCleanup(lambda: [sock.close() for sock in sockets])
        yield self.until(lambda: len(self.connections) == 2000)
        self.assertEqual(len(self.connections), 2000)
        grown = rss_mb() - before

        def one() -> float:
            times = []
            with socket.create_connection(("127.0.0.1", port)) as sock:
                for number in range(200):
                    begun = time.perf_counter()
                    sock.sendall(frame(number))
                    receive(sock, ANSWER_BYTES)
                    times.append(time.perf_counter() - begun)
            return sorted(times)[100]

        median = yield deferToThread(one)
        cpu, idle_s = time.thread_time(), 0.5
        yield deferLater(reactor, idle_s, lambda: None)
        idle_cpu = (time.thread_time() - cpu) / idle_s
        print(
            f"\n2,000 idle connections: {grown * 1024 / 2000:.1f} KiB each with the client's end, "
            f"{idle_cpu * 100:.2f} % of a CPU, a request among them {median * 1e6:.0f} µs"
        )
        self.assertLess(grown, 60)

    @inlineCallbacks
    def test_2000_slow_announcers(self) -> Any:
        port = self.serve(pool_bytes=16 << 20, request_frame_timeout_ms=3000)
        before = rss_mb()
        announced = struct.pack(">i", 100 << 20) + frame(1)[4:]
        sockets = yield self.open_many(2000, port, announced)
        self.addCleanup(lambda: [sock.close() for sock in sockets])
        yield deferLater(reactor, 0.2, lambda: None)

        def drip() -> None:
            for _ in range(3):
                for sock in sockets:
                    try:
                        sock.send(bytes(2000))
                    except OSError:
                        pass

        yield deferToThread(drip)
        yield deferLater(reactor, 0.3, lambda: None)
        grown = rss_mb() - before
        pool_mb = self.connections.memory.used_bytes / (1 << 20)
        print(f"\n2,000 that announce 100 MB each and drip 6 KB: {grown:.1f} MB more, the pool {pool_mb:.1f} MB of 16")
        self.assertLess(grown, 100)
        self.assertLess(pool_mb, 26)

        def honest() -> None:
            with socket.create_connection(("127.0.0.1", port), timeout=60) as sock:
                sock.sendall(frame(9, padding=1 << 20))
                receive(sock, ANSWER_BYTES)

        begun = time.perf_counter()
        yield deferToThread(honest)
        print(f"an honest request of 1 MB among them: {time.perf_counter() - begun:.2f} s")
        yield self.until(lambda: not len(self.connections))
        self.assertEqual(len(self.connections), 0)
        self.assertEqual(self.connections.memory.used_bytes, 0)

    @inlineCallbacks
    def test_connections_beyond_the_limit_are_closed(self) -> Any:
        yield self.beyond_the_limit(self.serve(max_connections=5))

    @inlineCallbacks
    def test_connections_with_tls_beyond_the_limit_are_closed(self) -> Any:
        """Before anybody has said a word."""
        yield self.beyond_the_limit(self.serve(tls=self.tls()[0], max_connections=5))

    @inlineCallbacks
    def beyond_the_limit(self, port: int) -> Any:
        """Three are closed that come to a `port` where there are five already."""
        sockets = yield self.open_many(8, port)
        self.addCleanup(lambda: [sock.close() for sock in sockets])
        yield self.until(lambda: len(self.connections) == 5 and bool(self.lines))
        self.assertEqual(len(self.connections), 5)
        self.assertEqual(len(self.lines), 1)

        def closed() -> int:
            count = 0
            for sock in sockets:
                sock.settimeout(0.05)
                try:
                    count += sock.recv(1) == b""
                except TimeoutError:
                    pass
            return count

        # Those beyond the limit are told in their turn.
        found = 0
        for _ in range(100):
            found = yield deferToThread(closed)
            if found >= 3:
                break
        self.assertEqual(found, 3)


class TakenTests(TestCase):
    """A port that is taken."""

    def test_named(self) -> None:
        from klog.config import ConfigError

        with socket.socket() as sock:
            sock.bind(("127.0.0.1", 0))
            sock.listen()
            endpoint = EndPoint("TEST", SecurityProtocol.PLAINTEXT, "127.0.0.1", sock.getsockname()[1])
            error = self.assertRaises(ConfigError, listen, reactor, endpoint, Factory())
            self.assertIn("Address already in use", str(error))
