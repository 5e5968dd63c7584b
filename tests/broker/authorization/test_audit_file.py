"""The audit log as a file: what stands in it, how it is moved aside, and what a bad disk does to it."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl, AclOperation, AclPermission, AclResourceType
from klog.broker.authorization import audit_file
from klog.broker.authorization.audit_file import DELAY_S, AuditFile
from klog.broker.authorization.audit_log import AuditLog
from klog.broker.lifecycle.assembly import StartRefused
from klog.broker.settings.settings import AUTHORIZERS, BrokerSettings
from klog.config import ConfigError
from klog.testing.broker import MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic

READ, TOPIC = AclOperation.READ, AclResourceType.TOPIC
PATH = "/audit.json"


class AuditFileCase(SynchronousTestCase):
    """A file on a disk in memory."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.clock = Clock()
        self.told: list[str] = []
        #: Work for the thread, where it takes its time.
        self.held: list[tuple[Callable[[], None], Deferred[None]]] = []
        self.holds = False
        self.file = self.open()

    def make(self, *, most_bytes: int = 1000, most_files: int = 3) -> AuditFile:
        """After the one before it has ended."""
        self.file.let_go()
        return self.open(most_bytes=most_bytes, most_files=most_files)

    def open(self, *, most_bytes: int = 1000, most_files: int = 3) -> AuditFile:
        return AuditFile(
            self.fs,
            PATH,
            most_bytes=most_bytes,
            most_files=most_files,
            has_allowed=True,
            clock=self.clock,
            now_ms=lambda: 1_700_000_000_000,
            run_in_thread=self.run_in_thread,
            warn=self.told.append,
        )

    def run_in_thread(self, function: Callable[[], None]) -> Deferred[None]:
        if not self.holds:
            return maybeDeferred(function)
        waiting: Deferred[None] = Deferred()
        self.held.append((function, waiting))
        return waiting

    def let_go(self) -> None:
        for function, waiting in self.held:
            maybeDeferred(function).addBoth(waiting.callback)
        self.held.clear()

    def lines(self, path: str = PATH) -> list[dict[str, Any]]:
        file = self.fs.open(path)
        return [json.loads(line) for line in file.read_at(0, file.size()).splitlines()]


class AuditFileTests(AuditFileCase):
    """With a disk that does what it is told, and one that does not."""

    def tell(self, *numbers: int) -> None:
        for number in numbers:
            self.file.tell({"n": number})

    def test_lines_are_written_together(self) -> None:
        self.tell(1, 2)
        self.assertEqual(self.lines(), [])
        self.clock.advance(DELAY_S)
        self.assertEqual(self.lines(), [{"time": "2023-11-14T22:13:20.000Z", "n": number} for number in (1, 2)])
        self.tell(3)
        self.successResultOf(self.file.close())
        self.assertEqual([line["n"] for line in self.lines()], [1, 2, 3])

    def test_moved_aside(self) -> None:
        for number in range(60):
            self.tell(number)
            self.clock.advance(DELAY_S)
        names = [name for name in self.fs.list("/") if not name.endswith(".lock")]
        self.assertEqual(names, ["audit.json", "audit.json.1", "audit.json.2"])
        found = [line["n"] for name in reversed(names) for line in self.lines(f"/{name}")]
        self.assertEqual(found, list(range(found[0], 60)), "in order, and only the oldest are gone")
        self.assertTrue(all(self.fs.size(f"/{name}") <= 1000 for name in names))

    def test_one_file_only(self) -> None:
        self.file = self.make(most_files=1, most_bytes=100)
        for number in range(3):
            self.tell(number)
            self.clock.advance(DELAY_S)
        self.assertEqual((self.fs.list("/"), [line["n"] for line in self.lines()]), (["audit.json", "audit.json.lock"], [2]))

    def test_somebody_moves_it_away(self) -> None:
        self.tell(1)
        self.clock.advance(DELAY_S)
        self.fs.rename(PATH, "/elsewhere")
        self.tell(2)
        self.clock.advance(DELAY_S)
        self.assertEqual([line["n"] for line in self.lines()], [2])

    def test_a_full_disk(self) -> None:
        """Half a line is no line; how many are missing is told when there is room."""
        self.tell(1)
        self.clock.advance(DELAY_S)
        self.fs.fail_writes(errno.ENOSPC, partial_bytes=10)
        for number in (2, 3):
            self.tell(number)
            self.clock.advance(DELAY_S)
        (complaint,) = self.told
        self.assertIn("cannot be written", complaint)
        self.fs.fail_writes(None)
        self.tell(4)
        self.clock.advance(DELAY_S)
        self.assertEqual([line.get("n", f"{line.get('lost')} lost") for line in self.lines()], [1, "2 lost", 4])

    def test_a_disk_that_stays_full(self) -> None:
        """What was to tell of the missing lines is lost like they are: they are still counted."""
        self.fs.fail_writes(errno.ENOSPC)
        for numbers in ((1, 2, 3, 4, 5), (6,), (7, 8)):
            self.tell(*numbers)
            self.clock.advance(DELAY_S)
        self.fs.fail_writes(None)
        self.tell(9)
        self.clock.advance(DELAY_S)
        self.assertEqual([line.get("n", f"{line.get('lost')} lost") for line in self.lines()], ["8 lost", 9])

    def test_missing_lines_are_told_at_the_stop(self) -> None:
        """Nobody may come after them."""
        self.fs.fail_writes(errno.ENOSPC)
        self.tell(1, 2)
        self.clock.advance(DELAY_S)
        self.fs.fail_writes(None)
        self.successResultOf(self.file.close())
        self.assertEqual([line.get("lost") for line in self.lines()], [2])

    def test_half_a_line_of_a_life_before(self) -> None:
        """A broker that was killed while it wrote: its half line does not take the next one with it."""
        self.tell(1)
        self.clock.advance(DELAY_S)
        file = self.fs.open(PATH, write=True)
        file.write_at(file.size(), [b'{"time": "2026-11-2'])
        file.close()
        self.file = self.make()
        self.tell(2)
        self.clock.advance(DELAY_S)
        file = self.fs.open(PATH)
        first, half, second = file.read_at(0, file.size()).splitlines()
        self.assertEqual((json.loads(first)["n"], half, json.loads(second)["n"]), (1, b'{"time": "2026-11-2', 2))

    def test_a_disk_that_hangs(self) -> None:
        """What waits is bounded, and a stop waits for what is being written."""
        self.patch(audit_file, "MOST_WAITING", 3)
        self.holds = True
        self.tell(1)
        self.clock.advance(DELAY_S)
        self.tell(2, 3, 4, 5, 6)
        self.clock.advance(60)
        self.assertEqual(len(self.held), 1)
        closed = self.file.close()
        self.assertNoResult(closed)
        self.holds = False
        self.let_go()
        self.successResultOf(closed)
        self.tell(7)
        self.clock.advance(DELAY_S)
        self.assertEqual([line.get("n", f"{line.get('lost')} lost") for line in self.lines()], [1, 2, 3, 4, "2 lost", 7])

    def test_what_is_allowed_takes_no_place_from_what_is_denied(self) -> None:
        """Who asks for ten thousand things that he may does not hide the one that he may not."""
        self.patch(audit_file, "MOST_WAITING", 4)
        for number in range(5):
            self.file.tell({"n": number}, leaves_room=True)
        self.tell(5, 6, 7)
        self.clock.advance(DELAY_S)
        self.tell(8)
        self.clock.advance(DELAY_S)
        self.assertEqual([line.get("n", f"{line.get('lost')} lost") for line in self.lines()], [0, 1, 5, 6, "4 lost", 8])

    def test_a_file_that_cannot_be(self) -> None:
        """Nobody starts without the log that was asked for."""
        self.fs.make_directory("/audit.json.d")
        self.fs.fail_opens(errno.EACCES)
        error = self.assertRaises(ConfigError, self.make)
        self.assertIn("cannot be written", str(error))

    def test_a_second_broker(self) -> None:
        """Both would cut off and move aside what the other wrote."""
        self.tell(1)
        error = self.assertRaises(ConfigError, self.open)
        self.assertIn("another process writes it (/audit.json.lock is locked): every broker needs a file of its own", str(error))
        self.successResultOf(self.file.close())
        self.file = self.open()
        self.tell(2)
        self.successResultOf(self.file.close())
        self.assertEqual([line["n"] for line in self.lines()], [1, 2])

    def test_a_disk_without_locks(self) -> None:
        self.file.let_go()

        def no_locks(path: str) -> None:
            raise OSError(errno.ENOLCK, "No locks available", path)

        self.patch(self.fs, "lock", no_locks)
        self.assertIn("/audit.json.lock cannot be locked: No locks available", str(self.assertRaises(ConfigError, self.open)))

    def test_what_the_lines_say(self) -> None:
        audit = AuditLog(self.clock.seconds, tells_allowed=False, file=self.file)
        rule = Acl(TOPIC, "o", "User:*", READ, AclPermission.DENY)
        audit.denied("User:a\nb", "1.2.3.4", 1, READ, TOPIC, "x" * 1000, None)
        audit.denied("User:ann", "1.2.3.4", 1, READ, TOPIC, "o", rule)
        audit.allowed("User:ann", "1.2.3.4", 3, AclOperation.DESCRIBE, TOPIC, "t", None, "as a super user")
        self.clock.advance(DELAY_S)
        first, second, third = self.lines()
        self.assertEqual((first["principal"], len(first["resource"]), first["rule"]), ("User:a\nb", 301, None))
        del second["time"], third["time"]
        self.assertEqual(
            second,
            {
                "decision": "denied",
                "principal": "User:ann",
                "host": "1.2.3.4",
                "api": "Fetch",
                "operation": "READ",
                "resource_type": "TOPIC",
                "resource": "o",
                "rule": {
                    "principal": "User:*",
                    "host": "*",
                    "permission": "DENY",
                    "operation": "READ",
                    "resource_type": "TOPIC",
                    "resource": "o",
                    "pattern": "LITERAL",
                },
                "times_before": 0,
            },
        )
        self.assertEqual((third["decision"], third["api"], third["reason"]), ("allowed", "Metadata", "as a super user"))


class OfABrokerTests(SynchronousTestCase):
    """By its settings."""

    def test_denied_and_allowed(self) -> None:
        broker = MemoryBroker(
            {
                "authorizer.class.name": AUTHORIZERS[0],
                "super.users": "User:admin",
                "klog.audit.log": "/logs/audit.json",
                "klog.audit.log.allowed": "true",
            }
        )
        broker.file_system.make_directory("/logs")
        broker.start()
        rule = Acl(TOPIC, "seen", "User:ANONYMOUS", AclOperation.DESCRIBE)
        coordination = broker.broker.coordination
        assert coordination is not None
        self.successResultOf(coordination.alter_acls(rule.resource, [rule], ()))
        asked = MetadataRequest(topics=[MetadataRequestTopic(name=name) for name in ("secret", "seen")], allow_auto_topic_creation=False)
        answered = {topic.name: topic.error_code for topic in broker.connect().ask(asked, 12).topics}
        self.assertEqual(answered, {"secret": 29, "seen": 3})
        broker.stop()
        file = broker.file_system.open("/logs/audit.json")
        lines = [json.loads(line) for line in file.read_at(0, file.size()).splitlines()]
        found = {(line["decision"], line["resource"], line["rule"] and line["rule"]["principal"]) for line in lines}
        self.assertEqual(found, {("denied", "secret", None), ("allowed", "seen", "User:ANONYMOUS")})

    def test_two_of_one_machine(self) -> None:
        """The second one is refused, and starts when the first has ended; a start that fails keeps the file from nobody."""
        values = {"authorizer.class.name": AUTHORIZERS[0], "super.users": "User:admin", "klog.audit.log": "/audit.json"}
        disk = MemoryFileSystem()
        first, second = (MemoryBroker({**values, "log.dirs": path}, file_system=disk) for path in ("/a", "/b"))
        first.start()
        error = self.assertRaises(StartRefused, second.start)
        self.assertIn("another process writes it", str(error))
        first.stop()
        second.start()
        second.stop()
        third = MemoryBroker({**values, "log.dirs": "/c", "listeners": "SSL://:9093", "ssl.keystore.location": "/none"}, file_system=disk)
        self.assertIn("/none", str(self.assertRaises(StartRefused, third.start)))
        first.start()
        first.stop()

    def test_without_an_authorizer(self) -> None:
        error = self.assertRaises(ConfigError, BrokerSettings, {"klog.audit.log": "/x"})
        self.assertIn("authorizer.class.name", str(error))
