"""What is kept of passwords, written and read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.security.scram_users import MECHANISMS, ScramUsers, format_credential, parse_credential
from klog.net.sasl import ScramCredential, scram_credential


class CredentialTests(SynchronousTestCase):
    """``ScramCredentialUtils``."""

    def test_written_and_read(self) -> None:
        for mechanism in MECHANISMS.values():
            credential = scram_credential(mechanism, "pencil", b"\0\xff,=", 5000)
            self.assertEqual(parse_credential(format_credential(credential)), credential)

    @given(st.binary(min_size=1), st.integers(4096, (1 << 31) - 1))
    def test_any(self, data: bytes, iterations: int) -> None:
        credential = ScramCredential(data, iterations, data, data)
        self.assertEqual(parse_credential(format_credential(credential)), credential)

    def test_what_is_none(self) -> None:
        good = format_credential(scram_credential("SCRAM-SHA-256", "pencil", b"salt"))
        for bad in (
            "",
            "salt",
            good.replace("4096", "4095"),
            good.replace("4096", "many"),
            good.replace("4096", ""),
            good + ",",
            good + ",salt=AA==",
            good.replace("salt=c2FsdA==,", ""),
            good.replace("c2FsdA==", "!"),
            good.replace("c2FsdA==", ""),
            good.replace("salt", "pepper"),
        ):
            error = self.assertRaises(ValueError, parse_credential, bad)
            self.assertNotIn("c2FsdA", str(error))

    @given(st.text())
    def test_anything_is_read_or_refused(self, text: str) -> None:
        try:
            parse_credential(text)
        except ValueError:
            pass


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
