"""From settings to policies, and the refusals of what would let in the wrong ones."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.security.sasl_policies import login_between_brokers, sasl_policies
from klog.broker.security.scram_users import ScramUsers
from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError
from klog.net.authentication import SaslPolicy
from klog.net.inter_broker import SaslLogin
from klog.net.listeners import Listeners
from tests.login_modules import PLAIN, SCRAM

LISTENERS = "INSIDE://:1,OUTSIDE://:2"
PROTOCOLS = "INSIDE:SASL_PLAINTEXT,OUTSIDE:SASL_SSL"


def read(values: dict[str, str]) -> tuple[BrokerSettings, Listeners]:
    settings = BrokerSettings(values)
    return settings, Listeners.parse(LISTENERS, protocol_map=PROTOCOLS, inter_broker="INSIDE")


def policies(values: dict[str, str]) -> dict[str, SaslPolicy]:
    return sasl_policies(*read(values), ScramUsers(dict, lambda sentence: None))


class PolicyTests(SynchronousTestCase):
    """See the module's table."""

    def test_the_nearest_setting_counts(self) -> None:
        found = policies(
            {
                "sasl.enabled.mechanisms": "SCRAM-SHA-512",
                "listener.name.inside.sasl.enabled.mechanisms": "plain, SCRAM-SHA-256,PLAIN",
                "listener.name.inside.plain.sasl.jaas.config": f'{PLAIN} user_a="b";',
                "listener.name.inside.scram-sha-256.sasl.jaas.config": f"{SCRAM};",
                "connections.max.reauth.ms": "1000",
                "listener.name.outside.connections.max.reauth.ms": "2000",
                "listener.name.inside.plain.connections.max.reauth.ms": "-1",
                "connection.failed.authentication.delay.ms": "7",
                "klog.authentication.timeout.ms": "5",
            }
        )
        self.assertEqual(
            {name: {one: each.session_lifetime_ms for one, each in policy.mechanisms.items()} for name, policy in found.items()},
            {"INSIDE": {"PLAIN": 0, "SCRAM-SHA-256": 1000}, "OUTSIDE": {"SCRAM-SHA-512": 2000}},
        )
        self.assertEqual((found["INSIDE"].failure_delay_ms, found["INSIDE"].timeout_ms), (7, 5))
        for policy in found.values():
            for name, mechanism in policy.mechanisms.items():
                self.assertEqual(mechanism.make().mechanism, name)

    def test_one_mechanism_needs_no_prefix(self) -> None:
        for name in ("sasl.jaas.config", "listener.name.inside.sasl.jaas.config"):
            values = {
                "listener.name.inside.sasl.enabled.mechanisms": "PLAIN",
                "listener.name.outside.sasl.enabled.mechanisms": "SCRAM-SHA-256",
                name: f'{PLAIN} user_a="b";',
            }
            if name == "sasl.jaas.config":
                values["listener.name.outside.sasl.jaas.config"] = f"{SCRAM};"
            self.assertEqual(list(policies(values)["INSIDE"].mechanisms), ["PLAIN"])

    def test_what_would_let_in_the_wrong_ones(self) -> None:
        both = {"sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256"}
        place = "listener.name.inside.plain.sasl.jaas.config"
        for values, setting, word in (
            ({}, "sasl.enabled.mechanisms", "must be set"),
            ({"sasl.enabled.mechanisms": " "}, "sasl.enabled.mechanisms", "must be set"),
            ({"sasl.enabled.mechanisms": "GSSAPI"}, "sasl.enabled.mechanisms", "klog has no GSSAPI"),
            (both, place, "user_NAME"),
            ({**both, "sasl.jaas.config": f'{PLAIN} user_a="b";'}, place, "user_NAME"),
            ({**both, place: f'{PLAIN} username="a" password="secret";'}, place, "no users"),
            ({**both, place: 'evil.Module required user_a="secret";'}, place, "must be org.apache"),
            ({**both, place: f'{PLAIN} user_a="secret"'}, place, "semicolon"),
            ({"sasl.enabled.mechanisms": "SCRAM-SHA-256", "sasl.jaas.config": f'{PLAIN} user_a="secret";'}, "sasl.jaas.config", "must be"),
            ({"sasl.enabled.mechanisms": "SCRAM-SHA-256", "listener.name.inside.connections.max.reauth.ms": "x"}, "reauth", "number"),
        ):
            error = self.assertRaises(ConfigError, policies, values)
            self.assertIn(setting, error.name if isinstance(error, ConfigError) else "")
            self.assertIn(word, str(error))
            self.assertNotIn("secret", str(error))

    def test_the_brokers_own_login(self) -> None:
        values = {
            "sasl.enabled.mechanisms": "SCRAM-SHA-256",
            "sasl.mechanism.inter.broker.protocol": "SCRAM-SHA-256",
            "listener.name.inside.scram-sha-256.sasl.jaas.config": f'{SCRAM} username="broker" password="secret";',
        }
        login = login_between_brokers(*read(values), "INSIDE")
        self.assertEqual(login, SaslLogin("SCRAM-SHA-256", "broker", "secret"))
        self.assertNotIn("secret", repr(login))
        for change, word in (
            ({"sasl.mechanism.inter.broker.protocol": "GSSAPI"}, "name one of these"),
            ({"listener.name.inside.scram-sha-256.sasl.jaas.config": f"{SCRAM};"}, "it needs username"),
            ({"listener.name.inside.scram-sha-256.sasl.jaas.config": f'{SCRAM} username="a";'}, "it needs username"),
        ):
            error = self.assertRaises(ConfigError, login_between_brokers, *read({**values, **change}), "INSIDE")
            self.assertIn(word, str(error))

    def test_names_and_passwords_of_plain(self) -> None:
        values = {"sasl.enabled.mechanisms": "PLAIN", "sasl.jaas.config": f'{PLAIN} user_a="b" user_ü,*="ß\\"";'}
        policy = policies(values)["INSIDE"]
        for message, name in ((b"\0a\0b", "a"), ('\0ü,*\0ß"'.encode(), "ü,*")):
            end = policy.mechanisms["PLAIN"].make()
            self.assertEqual((end.next(message), end.username), (b"", name))
