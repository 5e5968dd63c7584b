"""What is open to whom, in sentences."""

from __future__ import annotations

import unittest
from collections.abc import Sequence

from klog.acls import Acl, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.cli.doctor.checks import Finding, Status
from klog.cli.doctor.security import CertificateFacts, FileFacts, SecurityFacts, security_findings

TOPIC, CLUSTER = AclResourceType.TOPIC, AclResourceType.CLUSTER
AUTHORIZER = {"authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer"}
REMOTE = "192.0.2.1"


def found(
    listeners: str,
    *,
    acls: Sequence[Acl] | None = None,
    users: Sequence[str] | None = None,
    files: Sequence[FileFacts] = (),
    **settings: str,
) -> list[Finding]:
    named = {name.replace("__", "."): value for name, value in settings.items()}
    facts = SecurityFacts(whose="broker 1", settings={"listeners": listeners, **named}, acls=acls, users=users, files=files)
    return list(security_findings(facts))


class ListenerTests(unittest.TestCase):
    """The table of the module."""

    def statuses(self, listeners: str, **settings: str) -> dict[str, Status]:
        return {one.check: one.status for one in found(listeners, authorizer__class__name="x", super__users="User:a", **settings)}

    def test_who_asks_and_from_where(self) -> None:
        plain = {"sasl__enabled__mechanisms": "SCRAM-SHA-512, plain"}
        scram = {"sasl__enabled__mechanisms": "SCRAM-SHA-512"}
        for listener, settings, check, status in (
            (f"PLAINTEXT://{REMOTE}:1", {}, "open listener", Status.PROBLEM),
            ("PLAINTEXT://:1", {}, "open listener", Status.PROBLEM),
            ("PLAINTEXT://0.0.0.0:1", {}, "open listener", Status.PROBLEM),
            ("PLAINTEXT://[::]:1", {}, "open listener", Status.PROBLEM),
            ("PLAINTEXT://127.0.0.1:1", {}, "open listener", Status.NOTE),
            ("PLAINTEXT://[::1]:1", {}, "open listener", Status.NOTE),
            ("PLAINTEXT://localhost:1", {}, "open listener", Status.NOTE),
            (f"SSL://{REMOTE}:1", {}, "open listener", Status.PROBLEM),
            (f"SSL://{REMOTE}:1", {"ssl__client__auth": "requested"}, "open listener", Status.PROBLEM),
            (f"SSL://{REMOTE}:1", {"ssl__client__auth": "required"}, "listener", Status.FINE),
            (f"SSL://{REMOTE}:1", {"listener__name__ssl__ssl__client__auth": "required"}, "listener", Status.FINE),
            (f"SASL_PLAINTEXT://{REMOTE}:1", plain, "passwords", Status.PROBLEM),
            ("SASL_PLAINTEXT://127.0.0.1:1", plain, "passwords", Status.WARNING),
            (f"SASL_PLAINTEXT://{REMOTE}:1", scram, "no encryption", Status.WARNING),
            ("SASL_PLAINTEXT://127.0.0.1:1", scram, "listener", Status.FINE),
            (f"SASL_SSL://{REMOTE}:1", plain, "listener", Status.FINE),
        ):
            with self.subTest(listener=listener, **settings):
                self.assertEqual(self.statuses(listener, **settings).get(check), status)

    def test_old_versions_of_tls(self) -> None:
        self.assertEqual(self.statuses("SASL_SSL://h:1", ssl__enabled__protocols="TLSv1.1,TLSv1.2")["old TLS"], Status.WARNING)
        self.assertNotIn("old TLS", self.statuses("SASL_SSL://h:1", ssl__enabled__protocols="TLSv1.2,TLSv1.3"))

    def test_what_whoever_comes_in_may_do(self) -> None:
        (listener, authorizer) = found(f"PLAINTEXT://{REMOTE}:9092")
        self.assertIn("whoever reaches it may read, write and delete everything", listener.sentence)
        self.assertEqual((authorizer.check, authorizer.status), ("no authorizer", Status.WARNING))
        (listener, *_) = found(f"PLAINTEXT://{REMOTE}:9092", authorizer__class__name="x")
        self.assertIn("may do what the ACLs allow User:ANONYMOUS", listener.sentence)

    def test_settings_that_no_broker_starts_with(self) -> None:
        (finding,) = found("nonsense")
        self.assertEqual(finding.status, Status.PROBLEM)


class RightsTests(unittest.TestCase):
    """Of who is in."""

    def found(self, *acls: Acl, **settings: str) -> dict[str, Finding]:
        asked = {"authorizer__class__name": "x", "super__users": "User:admin", **settings}
        return {one.check: one for one in found("SASL_SSL://h:1", acls=acls, **asked)}

    def test_super_users(self) -> None:
        self.assertIn("these may do everything, whatever the ACLs say: User:admin", self.found()["super users"].sentence)
        everybody = {
            one.check: one
            for one in found(f"PLAINTEXT://{REMOTE}:1", authorizer__class__name="x", super__users="User:a; User:ANONYMOUS")
            if one.status is Status.PROBLEM
        }
        self.assertIn("whoever reaches the listener PLAINTEXT may do everything", everybody["super users"].sentence)
        # Where everybody is asked, nobody is ANONYMOUS.
        self.assertIs(self.found(super__users="User:ANONYMOUS")["super users"].status, Status.NOTE)

    def test_nobody_has_rights(self) -> None:
        self.assertIs(self.found(super__users="")["rights"].status, Status.PROBLEM)
        self.assertNotIn("rights", self.found(Acl(TOPIC, "t", "User:a", AclOperation.READ), super__users=""))

    def test_everybody(self) -> None:
        self.assertNotIn("allow everyone", self.found())
        self.assertIs(self.found(allow__everyone__if__no__acl__found="TRUE")["allow everyone"].status, Status.WARNING)
        one = Acl(TOPIC, "t", "User:*", AclOperation.READ)
        for acl, sentence in (
            (one, "everybody who is in may read topic t"),
            (Acl(TOPIC, "*", "User:*", AclOperation.ALL), "may do everything with every topic"),
            (Acl(TOPIC, "pre", "User:*", AclOperation.READ, pattern=AclPattern.PREFIXED, host="h"), "may read topic pre… from h"),
            (Acl(CLUSTER, "kafka-cluster", "User:*", AclOperation.CREATE), "may create the cluster"),
        ):
            self.assertIn(sentence, self.found(acl)["ACLs for everybody"].sentence)
        self.assertNotIn("ACLs for everybody", self.found(Acl(TOPIC, "t", "User:*", AclOperation.READ, AclPermission.DENY)))
        many = [Acl(TOPIC, f"t{number}", "User:*", AclOperation.READ) for number in range(9)]
        self.assertIn("topic t4 and 4 more", self.found(*many)["ACLs for everybody"].sentence)

    def test_who_can_give_rights(self) -> None:
        acls = [Acl(CLUSTER, "kafka-cluster", who, AclOperation.ALTER) for who in ("User:admin", "User:eve")]
        sentence = self.found(*acls)["mighty ACLs"].sentence
        self.assertIn("User:eve (alter)", sentence)
        self.assertNotIn("User:admin", sentence)


class OthersTests(unittest.TestCase):
    """Users, ZooKeeper, files."""

    def test_users(self) -> None:
        settings = {"sasl__enabled__mechanisms": "SCRAM-SHA-512", "authorizer__class__name": "x", "super__users": "User:a"}
        nobody = {one.check: one for one in found("SASL_SSL://h:1", users=(), **settings)}
        self.assertIn("nobody comes in by SASL_SSL", nobody["users"].sentence)
        self.assertIn("--offline", nobody["users"].advice or "")
        somebody = {one.check: one for one in found("SASL_SSL://h:1", users=("a", "b"), **settings)}
        self.assertIn("2 with a password of SCRAM: a, b", somebody["users"].sentence)

    def test_zookeeper(self) -> None:
        checks = [one.check for one in found("PLAINTEXT://127.0.0.1:1", zookeeper__connect="zk:2181")]
        self.assertIn("ZooKeeper", checks)
        checks = [one.check for one in found("PLAINTEXT://127.0.0.1:1", zookeeper__connect="zk:2181", zookeeper__set__acl="true")]
        self.assertNotIn("ZooKeeper", checks)

    def test_a_password_on_the_way_to_zookeeper(self) -> None:
        """Its scheme digest sends it as it is."""
        for settings, is_told in (
            ({"klog__zookeeper__digest": "u:hunter2"}, True),
            ({"klog__zookeeper__digest": "u:hunter2", "zookeeper__ssl__client__enable": "true"}, False),
            ({"klog__zookeeper__sasl": "u:hunter2"}, False),
        ):
            told = found("PLAINTEXT://127.0.0.1:1", zookeeper__connect="zk:2181", zookeeper__set__acl="true", **settings)
            self.assertEqual("password to ZooKeeper" in [one.check for one in told], is_told)
            self.assertNotIn("hunter2", str(told))

    def test_files(self) -> None:
        def of(mode: int | None = 0o600, days: float | None = None, trouble: str | None = None, *, is_secret: bool = True) -> list[Finding]:
            certificates = [] if days is None else [CertificateFacts(name="CN=b", days_left=days)]
            file = FileFacts(
                setting="ssl.keystore.location", path="/k.pem", mode=mode, is_secret=is_secret, certificates=certificates, trouble=trouble
            )
            return found("PLAINTEXT://127.0.0.1:1", files=[file])[2:]

        self.assertEqual(of(), [])
        for mode, word in ((0o604, "everybody on this machine may read it"), (0o660, "its group may change it"), (0o640, "may read it")):
            (finding,) = of(mode)
            self.assertEqual((finding.status, finding.advice), (Status.PROBLEM, "chmod 600 /k.pem"))
            self.assertIn(word, finding.sentence)
        self.assertEqual(of(0o644, is_secret=False), [])
        for days, status in ((-1, Status.PROBLEM), (5, Status.WARNING), (300, Status.FINE)):
            (finding,) = of(days=days)
            self.assertIs(finding.status, status)
        (finding,) = of(trouble="cannot be read: no")
        self.assertIs(finding.status, Status.PROBLEM)
