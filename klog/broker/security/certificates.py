"""Certificates that clients show: whether a listener asks for them, and who they say that a client is.

With TLS alone (SSL) the subject of a certificate is who a client is, by ``ssl.principal.mapping.rules``; who shows none is nobody
(``User:ANONYMOUS``). With SASL a certificate says nothing of that, and a listener asks for one only where its own
``listener.name.<listener>.ssl.client.auth`` says so: the setting for all listeners does not count there (``ChannelBuilders``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from klog.broker.security.principal_mapping import SETTING, PrincipalMapping
from klog.broker.settings.settings import BrokerSettings
from klog.errors import ErrorCode, KlogError
from klog.net.listener_settings import ListenerSettings
from klog.net.listeners import EndPoint

_CLIENT_AUTH = "ssl.client.auth"


def asks_who(settings: BrokerSettings, endpoint: EndPoint) -> bool:
    """Whether everybody who comes by a listener must show who he is."""
    if endpoint.protocol.uses_sasl:
        return True
    wanted = ListenerSettings(in_force(settings), endpoint.name).value(_CLIENT_AUTH) or ""
    return endpoint.protocol.uses_tls and wanted.strip().lower() == "required"


def name_of_subject(settings: BrokerSettings, endpoint: EndPoint) -> PrincipalMapping:
    """From the subject of a certificate to a name, for a listener.

    :raises ConfigError: the rules cannot be read.
    """
    found = ListenerSettings(settings.static, endpoint.name).found(SETTING)
    return PrincipalMapping("") if found is None else PrincipalMapping(settings.static[found], found)


def settings_of_tls(
    settings: BrokerSettings, endpoint: EndPoint, warn: Callable[[str], None], instead: Mapping[str, str] | None = None
) -> Mapping[str, str]:
    """The settings as far as TLS of a listener goes by them, as they are now.

    :param warn: told where one does not count.
    :param instead: what is to be set while the broker runs, instead of what is.
    """
    values = in_force(settings, instead)
    if not endpoint.protocol.uses_sasl:
        return values
    own = ListenerSettings(values, endpoint.name).own_name(_CLIENT_AUTH)
    if own not in values and values.get(_CLIENT_AUTH, "none").strip().lower() != "none":
        warn(f"{_CLIENT_AUTH}={values[_CLIENT_AUTH]} does not count for the listener {endpoint.name}, which has SASL; {own} does")
    return {name: value for name, value in values.items() if name != _CLIENT_AUTH}


def check_listeners_asked(wanted: Mapping[str, str], present: Mapping[str, str], with_tls: Iterable[EndPoint]) -> None:
    """Whether what is to be set while the broker runs asks for certificates where anybody could show one.

    :param wanted: for this broker, all of it; `present`: as it is now.
    :param with_tls: the listeners that have TLS.
    :raises KlogError: INVALID_REQUEST: whoever sets it would take a listener for closed that it does not concern.
    """
    known = {ListenerSettings({}, endpoint.name).own_name(_CLIENT_AUTH) for endpoint in with_tls}
    for name, value in wanted.items():
        if name.endswith(f".{_CLIENT_AUTH}") and name not in known and present.get(name) != value:
            there = ", ".join(sorted(known)) or "there is none with TLS"
            raise KlogError(ErrorCode.INVALID_REQUEST, f"{name} is of no listener with TLS and would have no effect: {there}")


def in_force(settings: BrokerSettings, instead: Mapping[str, str] | None = None) -> dict[str, str]:
    """What stands in the file, and what of TLS was set while the broker runs.

    :param instead: see `settings_of_tls`.
    """
    values = dict(settings.static)
    for source in (settings.dynamic_default, settings.dynamic_broker if instead is None else instead):
        values |= {name: value for name, value in source.items() if "ssl." in name}
    return values
