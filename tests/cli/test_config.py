"""``klog config``'s parts, and its work on a broker in memory."""

from __future__ import annotations

import json
from unittest import mock

from twisted.internet.defer import Deferred, ensureDeferred, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.config import changes_of, resource_of
from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.main import run
from klog.client.admin.types import ConfigChange, ConfigOperation, ConfigResource, Outcomes, ResourceType
from klog.errors import ErrorCode, KlogError
from klog.testing.broker import MemoryBroker
from tests.cli.rig import answered, asking


class PartTests(SynchronousTestCase):
    """From words to resources and changes."""

    def test_resources(self) -> None:
        self.assertEqual(resource_of("topic", "all"), ConfigResource.topic("all"))
        self.assertEqual(resource_of("broker", "all"), ConfigResource.broker())
        self.assertEqual(resource_of("broker", "3"), ConfigResource.broker(3))
        self.assertEqual(resource_of("client-metrics", "m"), ConfigResource(ResourceType.CLIENT_METRICS, "m"))
        for kind, name in (("broker", "x"), ("broker", "-1"), ("broker", ""), ("broker-logger", "all"), ("broker", "9" * 11)):
            with self.assertRaises(CommandFailed) as caught:
                resource_of(kind, name)
            self.assertIs(caught.exception.code, Exit.USAGE)

    def test_changes(self) -> None:
        found = changes_of(("a=1", "b=x=y"), ("c",), ("d=e",), ("f=",))
        operations = [ConfigOperation.SET, ConfigOperation.SET, ConfigOperation.APPEND, ConfigOperation.SUBTRACT, ConfigOperation.DELETE]
        self.assertEqual([one.operation for one in found], operations)
        self.assertEqual([(one.name, one.value) for one in found], [("a", "1"), ("b", "x=y"), ("d", "e"), ("f", ""), ("c", None)])

    def test_wrong_changes(self) -> None:
        for arguments, hint in (
            (((), (), (), ()), "nothing to change"),
            ((("a",), (), (), ()), "name=value"),
            (((), (), ("=x",), ()), "--append"),
            ((("a=1",), ("a",), (), ()), "twice"),
        ):
            with self.assertRaises(CommandFailed) as caught:
                changes_of(*arguments)
            self.assertIn(hint, caught.exception.sentence)


class CommandTests(SynchronousTestCase):
    """The commands on klog's broker, and on one with secrets."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.broker.create_topics({"t": 1})

    def klog(self, *arguments: str) -> tuple[int, str, str]:
        return asking("klog.cli.missing_features", self.broker, lambda: run(["config", *arguments, "-b", "127.0.0.1:1"]))

    def test_a_topic(self) -> None:
        code, _, err = self.klog("describe", "topic", "t")
        self.assertEqual(code, 0)
        self.assertIn("--all shows", err)
        code, out, _ = self.klog("alter", "topic", "t", "-c", "retention.ms=1000", "-o", "json")
        (row,) = json.loads(out)["settings"]
        self.assertEqual((code, row["setting"], row["change"], row["changed"]), (0, "retention.ms", "set", True))
        _, out, _ = self.klog("describe", "topic", "t")
        self.assertEqual(out.splitlines()[1].split("\t")[:5], ["topic", "t", "retention.ms", "1000", "topic"])
        _, out, _ = self.klog("describe", "topic", "t", "-s", "cleanup.policy", "-o", "json")
        (row,) = json.loads(out)["settings"]
        self.assertEqual((row["setting"], row["own"]), ("cleanup.policy", False))
        _, out, _ = self.klog("describe", "topic", "t", "--all", "-o", "json")
        self.assertGreater(len(json.loads(out)["settings"]), 10)

    def test_a_setting_that_there_is_not(self) -> None:
        code, out, err = self.klog("describe", "topic", "t", "-s", "retention.mss", "-s", "cleanup.policy")
        self.assertEqual((code, len(out.splitlines())), (4, 2))
        self.assertIn("retention.mss", err)
        self.assertNotIn("cleanup.policy", err)
        self.assertNotIn("Nobody changed", err)

    def test_of_what_is_not_there_it_is_not_said_that_nobody_changed_it(self) -> None:
        code, _, err = self.klog("describe", "topic", "nix")
        self.assertEqual(code, 4)
        self.assertNotIn("Nobody changed", err)

    def test_refusals(self) -> None:
        self.assertEqual(self.klog("describe", "topic", "nix")[0], 4)
        self.assertEqual(self.klog("alter", "topic", "t", "-c", "nix=1")[0], 1)
        code, _, err = self.klog("describe", "broker", "77")
        self.assertEqual(code, 4)
        self.assertIn("no such broker", err)
        self.assertNotIn("doctor", err, "there is nothing to find out")
        self.assertEqual(self.klog("describe", "nix", "t")[0], 2)

    def test_a_broker(self) -> None:
        code, out, _ = self.klog("describe", "broker", "1", "--all", "-o", "json")
        rows = json.loads(out)["settings"]
        self.assertEqual((code, {row["kind"] for row in rows}), (0, {"broker"}))
        self.assertIn("log.retention.ms", [row["setting"] for row in rows])

    def test_dry_run_and_what_is_sent(self) -> None:
        admin = mock.Mock()
        admin.alter_configs.side_effect = lambda changes, validate_only: succeed(Outcomes(dict.fromkeys(changes)))
        code, out, _ = answered(
            "klog.cli.missing_features",
            admin,
            lambda: run(["config", "alter", "group", "g", "--append", "a=b", "--dry-run", "-b", "127.0.0.1:1"]),
        )
        self.assertEqual((code, out.splitlines()[1].split("\t")), (0, ["g", "a", "append", "b", "false"]))
        change = ConfigChange("a", "b", ConfigOperation.APPEND)
        admin.alter_configs.assert_called_once_with({ConfigResource.group("g"): [change]}, validate_only=True)

    def test_a_broker_that_cannot_list(self) -> None:
        admin = mock.Mock()

        def lacking(types: object) -> Deferred[None]:
            async def refuse() -> None:
                raise KlogError(ErrorCode.UNSUPPORTED_VERSION, "broker a:1 has no ListConfigResources (API 74)")

            return ensureDeferred(refuse())

        admin.list_config_resources.side_effect = lacking
        code, _, err = answered("klog.cli.missing_features", admin, lambda: run(["config", "list", "group", "-b", "127.0.0.1:1"]))
        self.assertEqual(code, 1)
        self.assertIn("have no list of what has settings", err)
