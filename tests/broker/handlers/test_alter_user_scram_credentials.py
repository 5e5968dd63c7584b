"""AlterUserScramCredentials, and who gets in by what it set; a whole broker in memory."""

from __future__ import annotations

import hashlib
from typing import Any

from klog.errors import ErrorCode
from klog.net.kept_credentials import format_credential
from klog.net.sasl import Scram, scram_credential
from klog.testing.broker import MemoryClient
from klog.wire.messages.alter_user_scram_credentials import (
    AlterUserScramCredentialsRequest,
    ScramCredentialDeletion,
    ScramCredentialUpsertion,
)
from klog.wire.messages.describe_user_scram_credentials import DescribeUserScramCredentialsRequest, UserName
from tests.broker.security.sasl_rig import FAILED, SaslFixture, handshake, token


class ScramTests(SaslFixture):
    """Users whose credentials the cluster keeps."""

    def set(self, client: MemoryClient, name: str, password: str, *, mechanism: int = 1, iterations: int = 4096) -> Any:
        salted = hashlib.pbkdf2_hmac("sha256" if mechanism == 1 else "sha512", password.encode(), b"salt", iterations)
        change = ScramCredentialUpsertion(name=name, mechanism=mechanism, iterations=iterations, salt=b"salt", salted_password=salted)
        return client.ask(AlterUserScramCredentialsRequest(upsertions=[change]), 0).results[0]

    def test_a_user_that_is_made_while_it_runs(self) -> None:
        admin = self.admin()
        carol = Scram("SCRAM-SHA-256", "carol", "pencil")
        client = self.connect()
        client.send(handshake("SCRAM-SHA-256"), token(carol.first()))
        self.assertEqual(self.set(admin, "carol", "pencil").error_code, 0)
        self.assertEqual(self.come_in(self.connect(), Scram("SCRAM-SHA-256", "carol", "pencil")).error_code, 0)
        self.assertIn("User:carol", self.principals())
        # Whoever began before there was a credential does not get in by it.
        final = carol.next(bytes(client.receive()[1].auth_bytes))
        assert final is not None
        client.send(token(final))
        self.broker.advance(0.2)
        self.assertEqual(client.receive()[-1].error_code, FAILED)
        self.broker.stop()
        self.broker.start()
        self.assertEqual(self.come_in(self.connect(), Scram("SCRAM-SHA-256", "carol", "pencil")).error_code, 0)

    def test_a_stranger_and_a_wrong_password_hear_the_same(self) -> None:
        self.set(self.admin(), "carol", "pencil")
        heard = []
        for name in ("carol", "nobody"):
            client = self.connect()
            client.ask(*handshake("SCRAM-SHA-256"))
            end = Scram("SCRAM-SHA-256", name, "wrong", lambda: "nonce")
            first = client.ask(*token(end.first()))
            salts = bytes(first.auth_bytes).split(b",s=")[1]
            again = self.connect()
            again.ask(*handshake("SCRAM-SHA-256"))
            self.assertEqual(bytes(again.ask(*token(end.first())).auth_bytes).split(b",s=")[1], salts)
            final = end.next(bytes(first.auth_bytes))
            assert final is not None
            client.send(token(final))
            self.broker.advance(0.2)
            answer = client.receive()[-1]
            heard.append((first.error_code, answer.error_code, answer.error_message, bytes(answer.auth_bytes)))
        self.assertEqual(heard[0], heard[1])
        self.assertEqual(heard[0][1], FAILED)

    def test_what_is_no_credential(self) -> None:
        admin = self.admin()
        self.assertEqual(self.set(admin, "", "p").error_code, ErrorCode.UNACCEPTABLE_CREDENTIAL)
        self.assertEqual(self.set(admin, "u", "p", iterations=4095).error_message, "Too few iterations")
        self.assertEqual(self.set(admin, "u", "p", iterations=16385).error_message, "Too many iterations")
        self.assertEqual(self.set(admin, "u", "p", mechanism=3).error_code, ErrorCode.UNSUPPORTED_SASL_MECHANISM)
        change = ScramCredentialUpsertion(name="u", mechanism=1, iterations=4096, salt=b"", salted_password=b"x")
        answer = admin.ask(AlterUserScramCredentialsRequest(upsertions=[change]), 0)
        self.assertEqual(answer.results[0].error_code, ErrorCode.UNACCEPTABLE_CREDENTIAL)
        self.assertEqual(self.describe(admin), {})

    def describe(self, client: MemoryClient, *names: str) -> dict[str, Any]:
        users = [UserName(name=name) for name in names] if names else None
        answer = client.ask(DescribeUserScramCredentialsRequest(users=users), 0)
        return {
            result.user: result.error_code or [(info.mechanism, info.iterations) for info in result.credential_infos]
            for result in answer.results
        }

    def test_described_and_deleted(self) -> None:
        admin = self.admin()
        self.set(admin, "b/,ü*", "p", iterations=8192)
        self.set(admin, "b/,ü*", "p", mechanism=2)
        self.set(admin, "a", "p")
        self.assertEqual(self.describe(admin), {"a": [(1, 4096)], "b/,ü*": [(1, 8192), (2, 4096)]})
        self.assertEqual(
            self.describe(admin, "a", "c", "", "b", "b"),
            {"a": [(1, 4096)], "c": ErrorCode.RESOURCE_NOT_FOUND, "": ErrorCode.RESOURCE_NOT_FOUND, "b": ErrorCode.DUPLICATE_RESOURCE},
        )

        def delete(*changes: tuple[str, int]) -> dict[str, int]:
            deletions = [ScramCredentialDeletion(name=name, mechanism=mechanism) for name, mechanism in changes]
            answer = admin.ask(AlterUserScramCredentialsRequest(deletions=deletions), 0)
            return {result.user: result.error_code for result in answer.results}

        self.assertEqual(delete(("b/,ü*", 1), ("b/,ü*", 1)), {"b/,ü*": ErrorCode.DUPLICATE_RESOURCE})
        self.assertEqual(delete(("a", 1), ("a", 2)), {"a": ErrorCode.RESOURCE_NOT_FOUND}, "as a whole or not at all")
        self.assertEqual(delete(("b/,ü*", 1), ("a", 2)), {"b/,ü*": 0, "a": ErrorCode.RESOURCE_NOT_FOUND})
        self.assertEqual(self.describe(admin), {"a": [(1, 4096)], "b/,ü*": [(2, 4096)]})
        self.broker.advance(0.2)
        client = self.connect()
        client.ask(*handshake("SCRAM-SHA-256"))
        final = Scram("SCRAM-SHA-256", "b/,ü*", "p")
        second = final.next(bytes(client.ask(*token(final.first())).auth_bytes))
        assert second is not None
        client.send(token(second))
        self.broker.advance(0.2)
        self.assertEqual(client.receive()[-1].error_code, FAILED)

    def test_a_damaged_credential_lets_nobody_in(self) -> None:
        coordination = self.broker.broker.coordination
        assert coordination is not None
        good = scram_credential("SCRAM-SHA-512", "p", b"salt")
        for text in ("", "salt=,stored_key=,server_key=,iterations=4096", "rubbish", format_credential(good)):
            coordination.alter_user_configs("dave", {"SCRAM-SHA-256": text}, ())
            self.broker.run()
            client = self.connect()
            client.ask(*handshake("SCRAM-SHA-256"))
            end = Scram("SCRAM-SHA-256", "dave", "p")
            second = end.next(bytes(client.ask(*token(end.first())).auth_bytes))
            assert second is not None
            client.send(token(second))
            self.broker.advance(0.2)
            self.assertEqual(client.receive()[-1].error_code, FAILED, text)
