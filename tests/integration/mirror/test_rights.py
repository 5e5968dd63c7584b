"""A mirror between two real brokers, both with an authorizer: rules about its topics and groups come along, those that allow to write when
the source is lost and the copy takes over; users whose passwords nobody tells are named.
"""

from __future__ import annotations

import contextlib
import json
import time
import unittest
from collections.abc import Callable
from typing import Any, ClassVar

from tests.integration.command import Ended, piped
from tests.integration.group_brokers import QUICK
from tests.integration.mirror.copies import fill
from tests.integration.running import KlogBroker

#: Who comes without a password may do everything.
AUTHORIZED = {**QUICK, "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer", "super.users": "User:ANONYMOUS"}
READ = {("topic", "web.a", "read"), ("topic", "web.b", "read"), ("group", "readers", "read")}


class RightsTests(unittest.TestCase):
    """From klog into klog."""

    source: ClassVar[KlogBroker]
    broker: ClassVar[KlogBroker]

    @classmethod
    def setUpClass(cls) -> None:
        with contextlib.ExitStack() as stack:
            cls.source, cls.broker = (stack.enter_context(KlogBroker(settings=AUTHORIZED)) for _ in range(2))
            cls.addClassCleanup(stack.pop_all().close)

    def klog(self, broker: KlogBroker, *arguments: str, data: bytes = b"") -> Ended:
        """A command that goes well."""
        ended = piped(*arguments, data=data, bootstrap=broker.address, timeout=120)
        self.assertEqual(ended.code, 0, ended.remarks)
        return ended

    def wait_for(self, what: Callable[[], Any], seconds: float = 90) -> Any:
        """Until it is so."""
        deadline = time.monotonic() + seconds
        while not (found := what()):
            self.assertLess(time.monotonic(), deadline, self.broker.output()[-3000:])
            time.sleep(0.25)
        return found

    def rules(self) -> set[tuple[str, str, str]]:
        """Those at the destination; all are about one user."""
        listed = json.loads(self.klog(self.broker, "acl", "list", "-o", "json").text)["acls"]
        return {(one["resource"], one["name"], one["operation"]) for one in listed}

    def beside(self) -> dict[str, Any]:
        """What is told of each kind that is carried beside the data."""
        described = json.loads(self.klog(self.broker, "mirror", "describe", "dc1", "-o", "json").text)
        return {one["kind"]: one for one in described["beside_the_data"]}

    def test_taken_over_without_the_source(self) -> None:
        for topic in ("web.a", "web.b"):
            fill(self.source.address, topic, 500, 1)
        self.klog(self.source, "acl", "create", "--allow", "anna", "--operation", "read", "-t", "web.", "--prefixed")
        self.klog(self.source, "acl", "create", "--allow", "anna", "--operation", "write", "-t", "web.a")
        self.klog(self.source, "acl", "create", "--allow", "anna", "--operation", "read", "-g", "readers")
        self.klog(self.source, "user", "set-password", "anna", data=b"secret\n")
        carried = ("--topics", "web.*", "--acls", "User:*", "--users", "*")
        self.klog(self.broker, "mirror", "create", "dc1", "--from", self.source.address, *carried)
        self.wait_for(lambda: self.rules() == READ)
        beside = self.wait_for(lambda: (found := self.beside()) and "users" in found and found)
        self.assertEqual((beside["rights"]["carried"], beside["rights"]["held_back"], beside["rights"]["reason"]), (3, 1, ""))
        self.assertIn("user anna has a password of SCRAM-SHA-256 (4096 iterations) at the source", beside["users"]["reason"])
        refused = piped("mirror", "alter", "dc1", "--never-config", "cleanup.policy", bootstrap=self.broker.address)
        self.assertEqual(refused.code, 2)
        self.assertIn("always the source's", refused.remarks)
        self.source.kill()
        self.klog(self.broker, "mirror", "failover", "dc1", "--yes")
        self.wait_for(lambda: self.rules() == READ | {("topic", "web.a", "write")})
        self.klog(self.broker, "mirror", "delete", "dc1")


if __name__ == "__main__":
    unittest.main()
