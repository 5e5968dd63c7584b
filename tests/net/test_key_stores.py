"""PKCS12 files: what is in them, and what is said where nothing can be."""

from __future__ import annotations

import os
import pathlib
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.serialization import pkcs12
from twisted.trial.unittest import SynchronousTestCase

from klog.net.key_stores import read_bounded, read_key_store, read_trust_store
from klog.regular_file import MOST_KEY_FILE_BYTES
from tests.net.test_tls import certificate, pem


def store(key: Any, own: x509.Certificate | None, *others: x509.Certificate, password: str | None = "pass") -> bytes:
    """A PKCS12 file."""
    how: Any = serialization.NoEncryption() if password is None else serialization.BestAvailableEncryption(password.encode())
    return pkcs12.serialize_key_and_certificates(b"mine", key, own, list(others) or None, how)


class StoreTests(SynchronousTestCase):
    """Of keys, and of trust."""

    def setUp(self) -> None:
        self.authority = certificate("authority")
        self.key, self.own = certificate("client", self.authority)

    def test_key_stores(self) -> None:
        for password in ("pass", None):
            content = store(self.key, self.own, self.authority[1], password=password)
            key, chain = read_key_store(content, None if password is None else password.encode(), "/k.p12", "its password")
            self.assertEqual(key.private_numbers(), self.key.private_numbers())
            self.assertEqual(chain, [self.own, self.authority[1]])

    def test_trust_stores(self) -> None:
        self.assertEqual(read_trust_store(store(None, None, self.authority[1]), b"pass", "/t.p12", ""), [self.authority[1]])
        both = store(self.key, self.own, self.authority[1])
        self.assertEqual(read_trust_store(both, b"pass", "/t.p12", ""), [self.own, self.authority[1]])

    def test_what_cannot_be_read(self) -> None:
        good = store(self.key, self.own)
        for content, password, words in (
            (good, b"wrong", "not a PKCS12 store, or its password is wrong"),
            (good, None, "not a PKCS12 store, or its password is wrong"),
            (good[:-10], b"pass", "not a PKCS12 store"),
            (b"", b"pass", "not a PKCS12 store"),
            (pem(self.own).encode(), b"pass", "it is a PEM file, and no PKCS12 store"),
            (b"\xfe\xed\xfe\xed\0\0\0\2", b"pass", "keytool -importkeystore -srckeystore /k.jks -destkeystore /k.jks.p12"),
            (store(None, None, self.own), b"pass", "no private key"),
        ):
            error = self.assertRaises(ValueError, read_key_store, content, password, "/k.jks", "its password")
            self.assertIn(words, str(error))
            self.assertNotIn("pass'", str(error))

    def test_files(self) -> None:
        """What is no file, or too large for one of keys, is not read."""
        path, fifo = self.mktemp(), self.mktemp()
        pathlib.Path(path).write_bytes(b"x")
        os.mkfifo(fifo)
        self.assertEqual(read_bounded(path), b"x")
        os.truncate(path, MOST_KEY_FILE_BYTES + 1)
        for wrong, words in ((path, "more than the"), (fifo, "a FIFO"), ("/a\0b", "no path")):
            self.assertIn(words, str(self.assertRaises(OSError, read_bounded, wrong)))
