"""Users as a cluster keeps them."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.security import scram_users
from klog.broker.security.scram_users import ScramUsers
from klog.net.kept_credentials import format_credential
from klog.net.sasl import ScramCredential, scram_credential


class UsersTests(SynchronousTestCase):
    """As they are when they are asked for."""

    def test_each_look_sees_what_is_there_now(self) -> None:
        kept: dict[str, dict[str, str]] = {}
        told: list[str] = []
        users = ScramUsers(lambda: kept, told.append)
        find = users.of("SCRAM-SHA-256")
        self.assertIsNone(find("alice"))
        credential = scram_credential("SCRAM-SHA-256", "pencil", b"salt")
        kept["alice"] = {"SCRAM-SHA-256": format_credential(credential), "producer_byte_rate": "1024"}
        self.assertEqual(find("alice"), credential)
        self.assertIsNone(users.of("SCRAM-SHA-512")("alice"))
        self.assertEqual(told, [])

    def test_somebody_unknown_takes_as_long(self) -> None:
        """A credential is read for him as well, of the same length: how long an answer takes tells nobody whom there is."""
        read: list[int] = []
        really = scram_users.usable_credential

        def counted(mechanism: str, text: str) -> ScramCredential:
            read.append(len(text))
            return really(mechanism, text)

        self.patch(scram_users, "usable_credential", counted)
        for mechanism in ("SCRAM-SHA-256", "SCRAM-SHA-512"):
            kept = format_credential(scram_credential(mechanism, "pencil", b"a" * 26))
            find = ScramUsers(lambda kept=kept, mechanism=mechanism: {"alice": {mechanism: kept}}, self.fail).of(mechanism)
            self.assertIsNotNone(find("alice"))
            self.assertIsNone(find("bob"))
            known, stranger = read
            self.assertLess(abs(known - stranger), 8)
            read.clear()

    def test_all_brokers_of_a_cluster_tell_strangers_the_same(self) -> None:
        """And those of another one something else."""
        secrets = [ScramUsers(dict, lambda sentence: None, lambda each=each: each).strangers_secret() for each in ("one", "one", "two")]
        self.assertEqual((secrets[0] == secrets[1], secrets[0] == secrets[2]), (True, False))

    def test_a_damaged_one_is_told_of_once(self) -> None:
        told: list[str] = []
        longer = format_credential(scram_credential("SCRAM-SHA-512", "p", b"salt"))
        users = ScramUsers(lambda: {"al\nice": {"SCRAM-SHA-256": "rubbish"}, "b": {"SCRAM-SHA-256": longer}}, told.append)
        find = users.of("SCRAM-SHA-256")
        for _ in range(3):
            self.assertIsNone(find("al\nice"))
            self.assertIsNone(find("b"))
        self.assertEqual(len(told), 2)
        self.assertNotIn("\n", told[0])
        self.assertIn("not of 32 bytes", told[1])
