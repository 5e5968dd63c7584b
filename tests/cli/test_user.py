"""``klog user``: passwords that are in no command line."""

from __future__ import annotations

import io
from unittest import mock

from twisted.internet.defer import fail, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.main import run
from klog.client.admin.types import Outcomes, ScramCredential, ScramMechanism
from klog.errors import ErrorCode, KlogError
from tests.cli.rig import answered

BOTH = (ScramCredential(ScramMechanism.SCRAM_SHA_512, 8192), ScramCredential(ScramMechanism.SCRAM_SHA_256, 4096))


class CommandTests(SynchronousTestCase):
    """The commands, with what brokers answer put in their mouths."""

    def run_with(self, admin: mock.Mock, *arguments: str, stdin: str = "") -> tuple[int, str, str]:
        with mock.patch("sys.stdin", io.StringIO(stdin)):
            return answered("klog.cli.missing_features", admin, lambda: run([*arguments, "-b", "127.0.0.1:1"]))

    def test_list(self) -> None:
        admin = mock.Mock()
        lost = KlogError(ErrorCode.RESOURCE_NOT_FOUND, "user eve: no such user")
        admin.describe_scram_users.return_value = succeed(Outcomes({"anna": BOTH}, {"eve": lost}))
        code, out, err = self.run_with(admin, "user", "list", "anna", "eve")
        self.assertEqual(code, 4)
        self.assertEqual(
            [line.split("\t") for line in out.splitlines()[1:]], [["anna", "SCRAM-SHA-256", "4096"], ["anna", "SCRAM-SHA-512", "8192"]]
        )
        self.assertIn("user eve", err)
        admin.describe_scram_users.assert_called_once_with(("anna", "eve"))

    def test_set(self) -> None:
        admin = mock.Mock()
        admin.set_scram_password.return_value = succeed(None)
        code, out, err = self.run_with(admin, "user", "set-password", "anna", "--mechanism", "scram-sha-512", stdin="secret\n")
        self.assertEqual((code, out.splitlines()[1]), (0, "anna\tSCRAM-SHA-512\t4096"))
        self.assertNotIn("secret", out + err)
        admin.set_scram_password.assert_called_once_with("anna", "secret", ScramMechanism.SCRAM_SHA_512, iterations=4096)

    def test_delete_all_of_a_user(self) -> None:
        admin = mock.Mock()
        admin.describe_scram_users.return_value = succeed(Outcomes({"anna": BOTH}))
        refused = KlogError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, "user anna: not allowed")
        admin.delete_scram_password.side_effect = [succeed(None), fail(refused)]
        code, out, err = self.run_with(admin, "user", "delete", "anna", "--yes")
        self.assertEqual((code, out.splitlines()[1:]), (1, ["anna\tSCRAM-SHA-256\ttrue"]))
        self.assertIn("not allowed", err)

    def test_delete_nobody(self) -> None:
        admin = mock.Mock()
        lost = KlogError(ErrorCode.RESOURCE_NOT_FOUND, "user eve: no such user")
        admin.describe_scram_users.return_value = succeed(Outcomes({}, {"eve": lost}))
        code, _, err = self.run_with(admin, "user", "delete", "eve", "--yes")
        self.assertEqual(code, 4)
        self.assertIn("klog user list", err)
        code, _, err = self.run_with(admin, "user", "delete", "eve")
        self.assertEqual(code, 2)
        self.assertIn("--yes", err)
        admin.delete_scram_password.assert_not_called()
