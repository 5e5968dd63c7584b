"""A mirror whose source asks for TLS and a password: Apache Kafka with SASL_SSL and SCRAM, whose sessions last a second and a half.

What both have on their disks is the same; a wrong password, and an authority that nobody trusts, are told in the link's state, where no
password stands.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import shutil
import tempfile
import time
import unittest
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.client.blocking.producer import BlockingProducer
from klog.model import TopicPartition
from klog.records.contract import Codec
from tests import peers
from tests.integration.command import piped
from tests.integration.group_brokers import QUICK
from tests.integration.mirror.copies import fill, verify
from tests.integration.running import KlogBroker, kill_kafka, start_kafka
from tests.integration.test_client_security import Certificates
from tests.login_modules import SCRAM

SESSION_MS = 1_500
RIGHT, WRONG = "pencil, of the mirror", "rubber, of nobody"


class SecuredSourceTests(unittest.TestCase):
    """From Kafka into klog; one link that may come in, and two that may not."""

    version: ClassVar[str] = "3.9.2"
    mechanism: ClassVar[str] = "SCRAM-SHA-256"
    certificates: ClassVar[Certificates]
    plain: ClassVar[str]
    secured: ClassVar[str]
    broker: ClassVar[KlogBroker]

    @classmethod
    def setUpClass(cls) -> None:
        # Skips before anything is made.
        peers.kafka(cls.version)
        with contextlib.ExitStack() as stack:
            cls.certificates = Certificates()
            stack.callback(shutil.rmtree, cls.certificates.folder, ignore_errors=True)
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True)))
            plain, secured, controller = peers.free_port(), peers.free_port(), peers.free_port()
            cls.plain, cls.secured = f"127.0.0.1:{plain}", f"localhost:{secured}"
            listeners = f"PLAINTEXT://{cls.plain},SASL_SSL://{cls.secured}"
            settings = {
                **QUICK,
                "listeners": f"{listeners},CONTROLLER://127.0.0.1:{controller}",
                "advertised.listeners": listeners,
                "controller.quorum.voters": f"1@127.0.0.1:{controller}",
                "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT",
                "inter.broker.listener.name": "PLAINTEXT",
                "sasl.enabled.mechanisms": cls.mechanism,
                "ssl.keystore.type": "PEM",
                "ssl.keystore.location": cls.certificates.path("kafka.pem"),
                f"listener.name.sasl_ssl.{cls.mechanism.lower()}.sasl.jaas.config": f"{SCRAM};",
                f"listener.name.sasl_ssl.{cls.mechanism.lower()}.connections.max.reauth.ms": str(SESSION_MS),
                "transaction.state.log.replication.factor": "1",
                "transaction.state.log.min.isr": "1",
            }
            server = start_kafka(cls.version, folder, plain, settings=settings)
            stack.callback(kill_kafka, server)
            made = piped("user", "set-password", "mirror", "--mechanism", cls.mechanism, data=f"{RIGHT}\n".encode(), bootstrap=cls.plain)
            assert made.code == 0, made
            links = (("dc1", RIGHT, cls.certificates.ca), ("dc2", WRONG, cls.certificates.ca), ("dc3", RIGHT, cls.certificates.wrong_ca))
            secrets = {}
            for link, password, authority in links:
                of_source = {
                    "bootstrap.servers": cls.secured,
                    "security.protocol": "SASL_SSL",
                    "ssl.ca.location": authority,
                    "sasl.mechanism": cls.mechanism,
                    "sasl.username": "mirror",
                    "sasl.password": password,
                }
                secrets |= {f"klog.mirror.source.{link}.{name}": text for name, text in of_source.items()}
            cls.broker = stack.enter_context(KlogBroker(settings={**QUICK, **secrets}))
            cls.addClassCleanup(stack.pop_all().close)

    def klog(self, *arguments: str) -> Any:
        """A command of ours at the destination; its document, and what it has remarked."""
        ended = piped("mirror", *arguments, "-b", self.broker.address, "-o", "json", timeout=120)
        self.assertEqual(ended.code, 0, ended.remarks)
        return (json.loads(ended.text) if ended.text else None), ended.remarks

    def wait_for(self, what: Callable[[], Any], seconds: float = 90) -> Any:
        """Until it is so."""
        deadline = time.monotonic() + seconds
        while not (found := what()):
            self.assertLess(time.monotonic(), deadline, self.broker.output()[-3000:])
            time.sleep(0.25)
        return found

    def is_equal(self, topic: str) -> bool:
        """Whether nothing of the topic is missing, or another."""
        ended, document = verify(self.plain, self.broker.address, "--topics", topic, "--complete")
        return ended.code == 0 and not document["findings"]

    def more(self, topic: str, records: int) -> None:
        """Records at the source."""
        with BlockingProducer(self.plain, client_id="more", compression="zstd") as producer:
            for number in range(records):
                producer.send(topic, b"more %d" % number, partition=0)

    def test_copied(self) -> None:
        """Also where it has to say anew who it is, while it copies and after it was killed; what groups have committed comes, too."""
        fill(self.plain, "web.a", 3_000, 2, kind=Codec.ZSTD)
        with BlockingClient(self.plain, client_id="group") as client:
            GroupOffsets(client, "readers").commit({TopicPartition("web.a", 0): 1234})
        self.klog("create", "dc1", "--from", self.secured, "--topics", "web.*")
        self.wait_for(lambda: self.is_equal("web.a"))
        sessions_end = time.monotonic() + 2 * SESSION_MS / 1000
        while time.monotonic() < sessions_end:
            self.more("web.a", 100)
            time.sleep(0.1)
        self.wait_for(lambda: self.is_equal("web.a"))
        self.broker.kill()
        self.more("web.a", 100)
        self.broker.start()
        self.wait_for(lambda: self.is_equal("web.a"))

        def told() -> tuple[str, str | None]:
            mirror = self.klog("describe", "dc1")[0]["mirror"]
            return mirror["state"], mirror["reason"]

        self.wait_for(lambda: told() == ("active", None))
        with BlockingClient(self.broker.address, client_id="group") as client:
            group = GroupOffsets(client, "readers")
            tp = TopicPartition("web.a", 0)
            self.wait_for(lambda: (found := group.fetch([tp]).get(tp)) is not None and found.offset == 1234)

    def test_a_wrong_password(self) -> None:
        """Whoever makes the link is told, and whoever looks later; nobody is shown the password."""
        _, remarks = self.klog("create", "dc2", "--from", self.secured, "--topics", "app.*")
        self.assertIn(f"no broker has reached {self.secured}", remarks)
        reason = self.wait_for(lambda: self.klog("describe", "dc2")[0]["mirror"]["reason"])
        self.assertIn(f"refused user 'mirror' with {self.mechanism}", reason)
        [row] = [one for one in self.klog("list")[0]["mirrors"] if one["link"] == "dc2"]
        self.assertEqual((row["state"], row["reason"]), ("not connected yet", reason))
        self.assert_no_secret_is_shown()

    def test_an_authority_that_is_not_trusted(self) -> None:
        """The source is shown no password either."""
        self.klog("create", "dc3", "--from", self.secured, "--topics", "app.*")
        reason = self.wait_for(lambda: self.klog("describe", "dc3")[0]["mirror"]["reason"])
        self.assertIn("signed by an authority that is not trusted", reason)
        self.assert_no_secret_is_shown()

    def assert_no_secret_is_shown(self) -> None:
        """Neither in the state topic nor in the log."""
        with BlockingClient(self.broker.address, client_id="state") as client:
            state = TopicPartition("__klog_mirror", 0)
            end = client.list_offsets([state])[state].offset
            stands = b"".join(message.value or b"" for message in client.read(state, 0, end))
        for secret in (RIGHT, WRONG):
            self.assertNotIn(secret.encode(), stands)
            self.assertNotIn(secret, self.broker.output())


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "a second Kafka: make soak")
class NewestSecuredSourceTests(SecuredSourceTests):
    """The same of the newest."""

    version = "4.3.1"
    mechanism = "SCRAM-SHA-512"


if __name__ == "__main__":
    unittest.main()
