"""A broker whose ZooKeeper asks who it is: TLS with certificates both ways, and nodes that only one digest may change."""

from __future__ import annotations

import pathlib
import shutil
import tempfile
import unittest
from typing import ClassVar

import confluent_kafka
from kazoo.client import KazooClient
from kazoo.security import make_digest_acl

from tests.integration.running import BrokerFailed, KlogBroker
from tests.integration.test_tls import make_certificate
from tests.integration.zookeepers import RealZooKeeper, Tls


class WhoAreYouTests(unittest.TestCase):
    """``zookeeper.ssl.*`` and ``klog.zookeeper.digest``, on a real server."""

    folder: ClassVar[pathlib.Path]
    keeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        for name in ("one", "stranger"):
            (cls.folder / name).mkdir()
            make_certificate(cls.folder / name)
        own = cls.folder / "one"
        cls.keeper = RealZooKeeper.of_class(cls, tls=Tls(str(own / "server.pem"), str(own / "ca.pem")))
        cls.kazoo = KazooClient(cls.keeper.connect)
        cls.kazoo.start(60)
        cls.addClassCleanup(cls.kazoo.close)
        cls.addClassCleanup(cls.kazoo.stop)

    kazoo: ClassVar[KazooClient]

    def broker(self, name: str, connect: str, settings: dict[str, str]) -> KlogBroker:
        """One that has not been started."""
        return KlogBroker(self.folder / name, settings={"zookeeper.connect": connect, "zookeeper.session.timeout.ms": "6000", **settings})

    def tls(self, ca: str) -> dict[str, str]:
        """Settings of a broker that trusts `ca`."""
        return {
            "zookeeper.ssl.client.enable": "true",
            "zookeeper.ssl.truststore.location": str(self.folder / ca / "ca.pem"),
            "zookeeper.ssl.keystore.location": str(self.folder / "one" / "server.pem"),
        }

    def write_and_stop(self, broker: KlogBroker) -> None:
        """It is a broker like others."""
        try:
            producer = confluent_kafka.Producer({"bootstrap.servers": broker.address})
            errors: list[object] = []
            producer.produce("t", b"v", on_delivery=lambda error, _message: errors.append(error))
            self.assertEqual(producer.flush(60), 0)
            self.assertEqual(errors, [None])
        finally:
            broker.stop()

    def test_certificates(self) -> None:
        broker = self.broker("tls", f"{self.keeper.tls_connect}/tls", self.tls("one")).start()
        self.assertEqual(self.kazoo.get_children("/tls/brokers/ids"), ["1001"])
        self.write_and_stop(broker)
        self.assertEqual(self.kazoo.get_children("/tls/brokers/ids"), [])

    def test_a_server_that_we_do_not_trust(self) -> None:
        with self.assertRaises(BrokerFailed) as caught:
            self.broker("untrusting", f"{self.keeper.tls_connect}/tls", self.tls("stranger")).start()
        told = str(caught.exception)
        self.assertIn("certificate", told)
        self.assertNotIn("Traceback", told)

    def test_digest(self) -> None:
        self.kazoo.create("/ours", b"", acl=[make_digest_acl("klog", "secret", all=True)])
        connect = f"{self.keeper.connect}/ours"
        with self.assertRaises(BrokerFailed) as caught:
            self.broker("nobody", connect, {}).start()
        told = str(caught.exception)
        self.assertIn("/ours", told)
        self.assertIn("klog.zookeeper.digest", told)
        self.assertNotIn("Traceback", told)
        broker = self.broker("somebody", connect, {"klog.zookeeper.digest": "klog:secret"}).start()
        self.assertNotIn("secret", broker.output())
        self.write_and_stop(broker)


if __name__ == "__main__":
    unittest.main()
