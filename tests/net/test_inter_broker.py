"""How one broker comes to another: what the settings come to."""

from __future__ import annotations

from klog.config import ConfigError
from klog.net.inter_broker import InterBrokerClient
from tests.net.test_inter_broker_tls import PREFIX, Fixture, read
from tests.net.test_tls import key_pem


class SettingsTests(Fixture):
    def test_plaintext(self) -> None:
        client = InterBrokerClient.of(self.listeners, "PLAINTEXT", dict, read)
        self.assertIsNone(client.make_tls)
        self.reactor.listen("192.0.2.7", 9092, self.broker)
        self.works(client.connect(self.reactor, "broker.example", 9092, client_id="9", assumed_versions={4: 7}))

    def test_what_cannot_be_used_is_told_at_the_start(self) -> None:
        for name, value, words in (
            ("ssl.truststore.certificates", "nonsense", "no PEM certificate"),
            (PREFIX + "ssl.keystore.key", key_pem(self.stranger[0]), "private key and certificate cannot be used together"),
            ("ssl.enabled.protocols", "TLSv9", "there are TLSv1"),
        ):
            values = {**self.values, name: value}
            error = self.assertRaises(ConfigError, InterBrokerClient.of, self.listeners, "INSIDE", lambda: values, read)  # noqa: B023
            self.assertIn(words, str(error))
