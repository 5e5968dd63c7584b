"""From settings to how each listener finds out who is there.

==================================================== ==============================================================================
``sasl.enabled.mechanisms``                          PLAIN, SCRAM-SHA-256, SCRAM-SHA-512; a listener with SASL must have it set, for its
                                                     default (GSSAPI) is not there
``…<mechanism>.sasl.jaas.config``                    PLAIN: the users and passwords; needed. SCRAM: whose line is checked and holds no users
``connections.max.reauth.ms``                        KIP-368
``connection.failed.authentication.delay.ms``        before a failure is told
==================================================== ==============================================================================

Each with ``listener.name.<listener>.`` in front of it, or with ``listener.name.<listener>.<mechanism>.``, counts for that listener, or for
that mechanism there, and comes before the plain one. ``sasl.jaas.config`` without the mechanism's name in front of it is taken where the
listener has one mechanism only, as in Kafka (``JaasContext``). Whatever does not fit together is refused at start: nobody is ever let in
because a setting was overlooked.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping

from klog.broker.security.jaas import BadJaas, JaasEntry, parse_jaas
from klog.broker.security.scram_users import ScramUsers
from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError
from klog.net.authentication import SaslMechanism, SaslPolicy
from klog.net.inter_broker import SaslLogin
from klog.net.listener_settings import ListenerSettings
from klog.net.listeners import Listeners
from klog.net.sasl import HASHES, IsPassword, PlainServer, SaslServer, ScramServer
from klog.net.security import LOGIN_MODULES

ENABLED = "sasl.enabled.mechanisms"
JAAS = "sasl.jaas.config"
REAUTHENTICATION = "connections.max.reauth.ms"
BETWEEN_BROKERS = "sasl.mechanism.inter.broker.protocol"


def sasl_policies(settings: BrokerSettings, listeners: Listeners, users: ScramUsers) -> dict[str, SaslPolicy]:
    """By name of the listener, for those that ask for SASL.

    :raises ConfigError: one of them would let in the wrong ones, or nobody.
    """
    found = {}
    for endpoint in listeners.bound:
        if endpoint.protocol.uses_sasl:
            found[endpoint.name] = _policy(settings, endpoint.name, users)
    return found


def login_between_brokers(settings: BrokerSettings, listeners: Listeners, listener: str) -> SaslLogin | None:
    """With which name and password we come to other brokers on a listener of theirs; None where it asks for none.

    :raises ConfigError: it asks for some and there are none.
    """
    if not listeners.protocol_of(listener).uses_sasl:
        return None
    of_listener = ListenerSettings(settings.static, listener)
    enabled = _mechanisms(of_listener)
    text = settings.raw(BETWEEN_BROKERS) or ""
    mechanism = text.strip().upper()
    if mechanism not in enabled:
        sentence = f"brokers reach each other over the listener {listener}, which has {', '.join(enabled)}; name one of these"
        raise ConfigError(BETWEEN_BROKERS, text, sentence)
    entry = _entry(of_listener, mechanism, len(enabled) == 1)
    name, password = ("", "") if entry is None else (entry.options.get("username", ""), entry.options.get("password", ""))
    if not name or not password:
        sentence = f'brokers reach each other over the listener {listener}; it needs username="NAME" password="PASSWORD" of theirs'
        raise ConfigError(of_listener.own_name(JAAS, mechanism), None, sentence)
    return SaslLogin(mechanism, name, password)


def _policy(settings: BrokerSettings, listener: str, users: ScramUsers) -> SaslPolicy:
    of_listener = ListenerSettings(settings.static, listener)
    enabled = list(dict.fromkeys(_mechanisms(of_listener)))
    mechanisms = {}
    for mechanism in enabled:
        entry = _entry(of_listener, mechanism, len(enabled) == 1)
        make = _plain(of_listener, entry) if mechanism == "PLAIN" else _scram(mechanism, users)
        mechanisms[mechanism] = SaslMechanism(make, _reauthentication_ms(of_listener, mechanism))
    return SaslPolicy(
        mechanisms,
        failure_delay_ms=settings.integer("connection.failed.authentication.delay.ms"),
        timeout_ms=settings.integer("klog.authentication.timeout.ms"),
    )


def _mechanisms(settings: ListenerSettings) -> list[str]:
    name, text = settings.found(ENABLED) or settings.own_name(ENABLED), settings.value(ENABLED)
    names = [item.strip().upper() for item in (text or "").split(",") if item.strip()]
    there = ", ".join(LOGIN_MODULES)
    if not names:
        raise ConfigError(name, None, f"the listener {settings.listener} asks for SASL, so it must be set; klog has {there}")
    for mechanism in names:
        if mechanism not in LOGIN_MODULES:
            raise ConfigError(name, text, f"klog has no {mechanism}; it has {there}")
    return names


def _entry(settings: ListenerSettings, mechanism: str, is_only: bool) -> JaasEntry | None:
    own_name = settings.own_name(JAAS, mechanism)
    name = settings.found(JAAS, mechanism, only_own=not is_only) or own_name
    text = settings.value(JAAS, mechanism, only_own=not is_only)
    if text is None:
        if mechanism != "PLAIN":
            return None
        line = f'{LOGIN_MODULES[mechanism]} required user_NAME="PASSWORD";'
        raise ConfigError(own_name, None, f"the listener {settings.listener} has the mechanism PLAIN, whose users stand there: {line}")
    try:
        entry = parse_jaas(text)
    except BadJaas as error:
        raise ConfigError(name, "(hidden)", str(error)) from None
    if entry.module != LOGIN_MODULES[mechanism]:
        raise ConfigError(name, "(hidden)", f"for {mechanism} the class must be {LOGIN_MODULES[mechanism]}; klog loads no others")
    return entry


def _reauthentication_ms(settings: ListenerSettings, mechanism: str) -> int:
    name, text = settings.found(REAUTHENTICATION, mechanism) or REAUTHENTICATION, settings.value(REAUTHENTICATION, mechanism)
    try:
        return max(0, int(text or "0"))
    except ValueError:
        raise ConfigError(name, text, "it must be a number of milliseconds") from None


def _plain(settings: ListenerSettings, entry: JaasEntry | None) -> Callable[[], SaslServer]:
    assert entry is not None
    if not entry.users:
        raise ConfigError(
            settings.own_name(JAAS, "PLAIN"), "(hidden)", 'it has no users, so nobody could come in; add user_NAME="PASSWORD"'
        )
    is_password = _passwords(entry.users)
    return lambda: PlainServer(is_password)


def _passwords(users: Mapping[str, str]) -> IsPassword:
    """As hashes with a key of this process: what is compared is always of the same length, and no password stands in memory."""
    key = secrets.token_bytes(32)

    def hashed(password: str) -> bytes:
        return hmac.digest(key, password.encode(), "sha256")

    known = {name: hashed(password) for name, password in users.items()}
    nobody = secrets.token_bytes(32)
    return lambda name, password: hmac.compare_digest(known.get(name, nobody), hashed(password))


def _scram(mechanism: str, users: ScramUsers) -> Callable[[], SaslServer]:
    assert mechanism in HASHES
    credential = users.of(mechanism)
    return lambda: ScramServer(mechanism, credential, strangers_secret=users.strangers_secret)
