"""Failed logins in the audit log's file: by themselves, and a whole broker's."""

from __future__ import annotations

import json
from typing import Any

from klog.broker.authorization.audit_file import AuditFile
from klog.broker.authorization.failed_logins import INTERVAL_S, MOST_OF_ONE, FailedLogins
from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError
from klog.net.authentication import FailedLogin
from klog.net.sasl import Plain, Scram
from tests.broker.authorization.test_audit_file import AuditFileCase
from tests.broker.security.sasl_rig import METADATA, SaslFixture, handshake, token


class FailedLoginsTests(AuditFileCase):
    """What is told, and how often."""

    def setUp(self) -> None:
        super().setUp()
        self.file: AuditFile = self.make(most_bytes=1 << 20)
        self.logins = FailedLogins(self.clock.seconds, self.file)

    def come(self, claimed: str | None = "anna", host: str = "1.2.3.4", mechanism: str | None = "PLAIN", reason: str = "so") -> None:
        self.logins.tell(FailedLogin("SASL_SSL", host, mechanism, claimed, reason))

    def rows(self) -> list[dict[str, Any]]:
        self.successResultOf(self.file.close())
        return self.lines()

    def test_all_that_is_known(self) -> None:
        self.come()
        self.come(None, mechanism=None)
        first, second = self.rows()
        del first["time"]
        self.assertEqual(
            first,
            {
                "decision": "login failed",
                "claimed": "anna",
                "host": "1.2.3.4",
                "listener": "SASL_SSL",
                "mechanism": "PLAIN",
                "reason": "so",
                "times_before": 0,
            },
        )
        self.assertEqual((second["claimed"], second["mechanism"]), (None, None))

    def test_again_and_again(self) -> None:
        """Each name, address and mechanism by itself."""
        for _ in range(100):
            self.come()
        self.come(host="6.6.6.6")
        self.come("bob")
        self.come(mechanism="SCRAM-SHA-256")
        self.clock.advance(INTERVAL_S)
        self.come()
        found = [(row["claimed"], row["host"], row["mechanism"], row["times_before"]) for row in self.rows()]
        self.assertEqual(
            found,
            [
                ("anna", "1.2.3.4", "PLAIN", 0),
                ("anna", "6.6.6.6", "PLAIN", 0),
                ("bob", "1.2.3.4", "PLAIN", 0),
                ("anna", "1.2.3.4", "SCRAM-SHA-256", 0),
                ("anna", "1.2.3.4", "PLAIN", 99),
            ],
        )

    def test_a_list_of_names(self) -> None:
        """Who tries a new name each time fills neither the file nor the memory."""
        for number in range(MOST_OF_ONE + 7):
            self.come(f"{number}" + "x" * 5000)
        self.assertLess(sum(len(str(kind)) for kind in self.logins._limit.kinds), MOST_OF_ONE * 500)
        # Nor does he hide who tries from elsewhere.
        self.come("bob", host="6.6.6.6")
        self.clock.advance(INTERVAL_S)
        self.come("again")
        rows = self.rows()
        self.assertEqual(len(rows), MOST_OF_ONE + 3)
        self.assertEqual((rows[-3]["claimed"], rows[-1]["claimed"], len(rows[0]["claimed"])), ("bob", "again", 301))
        self.assertEqual((rows[-2]["host"], rows[-2]["others"]), ("1.2.3.4", 7))

    def test_names_begin_no_line(self) -> None:
        self.come('a\n{"decision": "allowed"}', reason="b\nc" * 500)
        (row,) = self.rows()
        self.assertEqual((row["claimed"], len(row["reason"])), ('a\n{"decision": "allowed"}', 301))


class OfABrokerTests(SaslFixture):
    """What a whole broker without an authorizer tells."""

    more = {"klog.audit.log": "/audit.json", "klog.authentication.timeout.ms": "5000"}

    def rows(self) -> list[dict[str, Any]]:
        self.broker.advance(1)
        text = self.broker.file_system.read("/audit.json")
        return [json.loads(line) for line in text.splitlines()]

    def test_why_they_failed(self) -> None:
        for mechanism, name in (("PLAIN", "alice"), ("PLAIN", "eve"), ("SCRAM-SHA-256", "eve")):
            end = Plain(name, "hunter2") if mechanism == "PLAIN" else Scram(mechanism, name, "hunter2")
            client = self.connect()
            client.ask(*handshake(mechanism))
            client.send(token(end.first()))
            if mechanism != "PLAIN":
                challenge = end.next(bytes(client.answers.pop().auth_bytes))
                assert challenge is not None
                client.send(token(challenge))
        self.connect().send(handshake("CRAM-MD5"))
        self.connect().send(METADATA)
        silent = self.connect()
        self.broker.advance(6)
        self.assertTrue(silent.scripted.disconnected)
        right = self.connect()
        self.come_in(right, Plain("alice", "secret"))
        found = [(row["claimed"], row["mechanism"], row["host"], row["listener"]) for row in self.rows()]
        here = "192.0.2.1", "SASL_PLAINTEXT"
        self.assertEqual(
            found,
            [
                ("alice", "PLAIN", *here),
                ("eve", "PLAIN", *here),
                ("eve", "SCRAM-SHA-256", *here),
                (None, "CRAM-MD5", *here),
                (None, None, *here),
            ],
        )
        reasons = [row["reason"] for row in self.rows()]
        for reason, word in zip(
            reasons,
            ("not known or gave a wrong password", "not known or gave", "is not known", "wants the SASL mechanism", "asks for API 3"),
            strict=True,
        ):
            self.assertIn(word, reason)
        self.assertNotIn("hunter2", str(self.rows()))

    def test_silence(self) -> None:
        self.connect()
        self.broker.advance(6)
        (row,) = self.rows()
        self.assertEqual((row["claimed"], row["mechanism"]), (None, None))
        self.assertIn("did not show within 5000 ms who it is", row["reason"])

    def test_only_where_somebody_is_asked(self) -> None:
        BrokerSettings({"klog.audit.log": "/x", "sasl.enabled.mechanisms": "PLAIN"})
        BrokerSettings({"klog.audit.log": "/x", "listener.name.a.ssl.client.auth": "required"})
        self.assertRaises(ConfigError, BrokerSettings, {"klog.audit.log": "/x"})
