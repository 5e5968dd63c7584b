"""What is kept of passwords, written and read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.net.kept_credentials import format_credential, parse_credential
from klog.net.sasl import HASHES, ScramCredential, scram_credential


class CredentialTests(SynchronousTestCase):
    """``ScramCredentialUtils``."""

    def test_written_and_read(self) -> None:
        for mechanism in HASHES:
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
