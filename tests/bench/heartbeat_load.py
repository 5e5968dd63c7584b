"""Many members of many groups, each on its own connection, by one epoll loop: ``python -m tests.bench.heartbeat_load HOST:PORT ...``.

Members join and sync as real ones do (JoinGroup 9, SyncGroup 5), then send Heartbeat 4 every few seconds, at moments spread evenly over the
interval. Heartbeats are ready frames in which only the correlation id changes, and of the answers only the error is looked at, so that this
program takes little of the machine that it shares with what it measures. With ``--bare`` nothing is joined: the same frames go to a server
that only answers (`tests.bench.bare_server`).

Prints ``STABLE`` when all heartbeat, then ``WINDOW`` at the beginning of the measured time and ``DONE`` and a line of JSON at its end.
"""

from __future__ import annotations

import argparse
import json
import select
import socket
import struct
import time

from klog.span import join_parts
from klog.wire.client import ClientConnection
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment

#: Errors that a member answers by joining again, or by joining with the id that it was told.
REBALANCE_IN_PROGRESS, MEMBER_ID_REQUIRED = 27, 79
SUBSCRIPTION = bytes.fromhex("0003 00000001 0005") + b"topic" + bytes.fromhex("ffffffff 00000000 ffffffff ffff")
ASSIGNMENT = bytes.fromhex("0003 00000001 0005") + b"topic" + bytes.fromhex("00000001 00000000 ffffffff")
_ID = struct.Struct(">i")


class Member:
    """One connection."""

    def __init__(self, group_id: str, number: int) -> None:
        self.group_id = group_id
        self.socket = socket.socket()
        self.client = ClientConnection(f"consumer-{group_id}-{number}")
        self.member_id = ""
        self.generation = -1
        self.frame = bytearray()
        self.correlation_id = 0
        self.is_beating = False
        self.is_waiting = False
        self.sent_s = 0.0
        self.buffer = b""

    def connect(self, address: tuple[str, int]) -> None:
        """Connect and wait for it."""
        self.socket.connect(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, message: JoinGroupRequest | SyncGroupRequest, version: int) -> None:
        """Send what is answered by a message."""
        _, parts = self.client.request(message, version)
        self.socket.sendall(join_parts(parts))

    def join(self) -> None:
        """JoinGroup."""
        self.is_beating = False
        protocols = [JoinGroupRequestProtocol(name="range", metadata=SUBSCRIPTION)]
        self.ask(
            JoinGroupRequest(
                group_id=self.group_id, session_timeout_ms=45_000, rebalance_timeout_ms=300_000, member_id=self.member_id,
                protocol_type="consumer", protocols=protocols,
            ),
            9,
        )  # fmt: skip

    def take(self, data: bytes) -> bool:
        """An answer on the way to being stable; whether it was the last one."""
        for _, answer in self.client.receive(data):
            if hasattr(answer, "members"):
                if answer.error_code == MEMBER_ID_REQUIRED:
                    self.member_id = answer.member_id
                    self.join()
                elif answer.error_code:
                    raise AssertionError(f"JoinGroup: {answer}")
                else:
                    self.member_id, self.generation = answer.member_id, answer.generation_id
                    assignments = [
                        SyncGroupRequestAssignment(member_id=member.member_id, assignment=ASSIGNMENT) for member in answer.members
                    ]
                    self.ask(
                        SyncGroupRequest(
                            group_id=self.group_id, generation_id=self.generation, member_id=self.member_id, protocol_type="consumer",
                            protocol_name="range", assignments=assignments,
                        ),
                        5,
                    )  # fmt: skip
            elif answer.error_code == REBALANCE_IN_PROGRESS:
                self.join()
            elif answer.error_code:
                raise AssertionError(f"SyncGroup: {answer}")
            else:
                self.begin()
                return True
        return False

    def begin(self) -> None:
        """From now on there are heartbeats only."""
        request = HeartbeatRequest(group_id=self.group_id, generation_id=self.generation, member_id=self.member_id)
        _, parts = ClientConnection(self.client.client_id).request(request, 4)
        self.frame = bytearray(join_parts(parts))
        self.is_beating = True
        self.is_waiting = False
        self.sent_s = time.monotonic()

    def beat(self, now_s: float) -> None:
        """Send a heartbeat, unless the one before has no answer yet."""
        if self.is_waiting:
            return
        self.is_waiting = True
        self.correlation_id = (self.correlation_id + 1) & 0x7FFFFFFF
        _ID.pack_into(self.frame, 8, self.correlation_id)
        self.sent_s = now_s
        self.socket.send(self.frame)


class Load:
    """All of them."""

    def __init__(self, options: argparse.Namespace) -> None:
        host, _, port = options.address.rpartition(":")
        self.address = (host, int(port))
        self.interval_s: float = options.interval
        self.bare: bool = options.bare
        self.groups = [
            [Member(f"group-{group:04d}", number) for number in range(options.members)] for group in range(options.groups)
        ]  # fmt: skip
        self.members = [member for group in self.groups for member in group]
        self.by_fd = {member.socket.fileno(): member for member in self.members}
        self.poll = select.epoll()
        self.stable = 0
        self.kept_s = 0.0
        self.answered = 0
        self.errors: dict[int, int] = {}
        self.latencies: list[float] = []

    def start(self, groups_per_second: float) -> None:
        """All join; returns when all are stable. In a group whose members come one by one, each would begin a rebalance: those of one
        come together, in the time that the coordinator gives a new group (``group.initial.rebalance.delay.ms``)."""
        for number, member in enumerate(self.members):
            member.connect(self.address)
            self.poll.register(member.socket.fileno(), select.EPOLLIN)
            if number % 20 == 19:
                # A server's queue of connections to be accepted is short, and whoever finds it full tries again a second later.
                time.sleep(0.01)
        began = time.monotonic()
        for number, group in enumerate(self.groups):
            for member in group:
                if self.bare:
                    member.member_id = member.client.client_id + "-00000000-0000-0000-0000-000000000000"  # type: ignore[operator]
                    member.begin()
                    self.stable += 1
                else:
                    member.join()
            while (wait := began + number / groups_per_second - time.monotonic()) > 0:
                self.receive(min(wait, 0.5))
                self.keep_alive()
        deadline = time.monotonic() + 180
        while self.stable < len(self.members):
            if time.monotonic() > deadline:
                raise AssertionError(f"only {self.stable} of {len(self.members)} members became stable")
            self.receive(0.2)
            self.keep_alive()

    def keep_alive(self) -> None:
        """Heartbeats of those that are stable before all are: one that hears of a rebalance joins again."""
        now = time.monotonic()
        if now < self.kept_s + 1 or self.bare:
            return
        self.kept_s = now
        for member in self.members:
            if member.is_beating and now - member.sent_s > self.interval_s:
                member.beat(now)

    def receive(self, wait_s: float) -> None:
        """Take what is there."""
        for fd, _ in self.poll.poll(wait_s):
            member = self.by_fd[fd]
            data = member.socket.recv(65536)
            if not data:
                raise AssertionError("the broker closed a connection")
            if not member.is_beating:
                self.stable += member.take(data)
                continue
            # An answer is small and alone, 16 bytes: length, correlation id, tags, throttle time, error, tags.
            if member.buffer:
                data = member.buffer + data
            if len(data) < 16:
                member.buffer = data
                continue
            member.buffer = b""
            member.is_waiting = False
            self.answered += 1
            self.latencies.append(time.monotonic() - member.sent_s)
            if self.bare:
                continue
            error = data[13] << 8 | data[14]
            if error == REBALANCE_IN_PROGRESS:
                self.stable -= 1
                member.join()
            if error or _ID.unpack_from(data, 4)[0] != member.correlation_id:
                self.errors[error] = self.errors.get(error, 0) + 1

    def run(self, seconds: float) -> int:
        """Heartbeats for some time; how many were sent."""
        self.latencies.clear()
        self.errors.clear()
        began = time.monotonic()
        gap_s = self.interval_s / len(self.members)
        sent, count = 0, len(self.members)
        while True:
            now = time.monotonic()
            if now - began >= seconds:
                return sent
            due = int((now - began) / gap_s)
            while sent < due:
                # 7919 is a prime: the members of a group do not come one after the other.
                member = self.members[sent * 7919 % count]
                if member.is_beating:
                    member.beat(now)
                sent += 1
            self.receive(max(0.0, began + (sent + 1) * gap_s - time.monotonic()))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="tests.bench.heartbeat_load", description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--groups", type=int, default=1000)
    parser.add_argument("--members", type=int, default=10)
    parser.add_argument("--interval", type=float, default=3)
    parser.add_argument("--warm", type=float, default=10)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--groups-per-second", type=float, default=100)
    options = parser.parse_args()
    load = Load(options)
    load.start(options.groups_per_second)
    print("STABLE", flush=True)
    load.run(options.warm)
    print("WINDOW", flush=True)
    before = load.answered
    sent = load.run(options.seconds)
    print("DONE", flush=True)
    waited = sorted(load.latencies) or [0.0]
    found = {
        "sent": sent,
        "answered": load.answered - before,
        "errors": load.errors,
        "p50_ms": waited[len(waited) // 2] * 1000,
        "p99_ms": waited[len(waited) * 99 // 100] * 1000,
    }
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
