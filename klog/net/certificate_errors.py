"""What is wrong with a certificate or a TLS handshake, in words. No Twisted and no TLS library here: both clients use it.

The numbers are OpenSSL's (``X509_V_ERR_…`` in ``x509_vfy.h``).
"""

from __future__ import annotations

from typing import NamedTuple

from klog.net.security import Security


class OptionNames(NamedTuple):
    """What the one who connects calls the options that help; those of clients are the defaults."""

    authorities: str = "ssl_ca_file"
    certificate: str = "ssl_certificate_file"
    protocol: str = "security_protocol"
    host_name: str = "ssl_check_hostname"
    revoked: str = "ssl_crl_file"


CLIENT_OPTIONS = OptionNames()


def option_names(security: Security) -> OptionNames:
    """Of a client's options those that it was told."""
    names = CLIENT_OPTIONS
    if security.ssl_truststore_file is not None:
        names = names._replace(authorities="ssl_truststore_file")
    if security.ssl_keystore_file is not None:
        names = names._replace(certificate="ssl_keystore_file")
    return names


_WORDS = {
    9: "is not valid yet; is the clock right?",
    10: "has expired; is the clock right?",
    18: "is signed by itself",
    19: "is signed by an authority that is not trusted",
    20: "is signed by an authority that is not trusted",
    21: "is signed by an authority that is not trusted",
    23: "has been revoked",
    24: "is signed by what is no certificate authority",
    26: "is not meant for a server",
    62: "is for another host name",
    64: "is for another IP address",
    66: "has a key that is too weak",
}
_TRUST = frozenset({18, 19, 20, 21})


#: Where lists of revoked certificates are asked.
_OF_LISTS = {
    3: "cannot be judged: {lists} has no list of what its authority has revoked",
    8: "cannot be judged: the list of what its authority has revoked is signed by somebody else",
    11: "cannot be judged: the list of what its authority has revoked does not count yet",
    12: "cannot be judged: the list of what its authority has revoked is too old",
}


def certificate_sentence(number: int, ca_file: str | None, options: OptionNames = CLIENT_OPTIONS) -> str:
    """What follows "a certificate that": OpenSSL's verification error `number`.

    :param ca_file: the trusted authorities' file; None for the system's.
    """
    if number in _OF_LISTS:
        return _OF_LISTS[number].format(lists=options.revoked)
    words = _WORDS.get(number, f"OpenSSL does not accept (error {number})")
    if number in _TRUST:
        name = options.authorities
        words += f" ({name} {ca_file})" if ca_file else f" (the system trusts it not, and {name} is not set)"
    return words


#: Of a client's certificate: what is called otherwise there, or happens to no other.
_OF_CLIENTS = {
    **{number: words.format(lists="klog.ssl.crl.location") for number, words in _OF_LISTS.items()},
    9: "is not valid yet",
    10: "has expired",
    26: "is not meant for a client",
}


def client_certificate_sentence(number: int) -> str:
    """What follows "the client's certificate": OpenSSL's verification error `number`."""
    return _OF_CLIENTS.get(number) or _WORDS.get(number, f"is not accepted by OpenSSL (error {number})")


#: What a part of OpenSSL's reason means.
_REASONS = (
    ("certificate required", "wants a client certificate ({certificate})"),
    ("handshake failure", "ended the TLS handshake: it wants a client certificate ({certificate}), or no cipher is common"),
    ("bad certificate", "does not accept our client certificate ({certificate})"),
    ("certificate unknown", "does not accept our client certificate ({certificate})"),
    ("unknown ca", "does not trust the authority of our client certificate ({certificate})"),
    ("certificate expired", "says that our client certificate has expired ({certificate})"),
    ("wrong version number", "does not speak TLS: the port needs {protocol} PLAINTEXT or SASL_PLAINTEXT"),
    ("packet length too long", "does not speak TLS: the port needs {protocol} PLAINTEXT or SASL_PLAINTEXT"),
    ("record layer failure", "does not speak TLS: the port needs {protocol} PLAINTEXT or SASL_PLAINTEXT"),
    ("protocol version", "speaks only versions of TLS older than 1.2"),
    ("unsupported protocol", "speaks only versions of TLS older than 1.2"),
)


def tls_sentence(reason: str, options: OptionNames = CLIENT_OPTIONS) -> str:
    """What follows the address: OpenSSL's `reason` of a failed handshake."""
    plain = reason.lower().replace("_", " ")
    for part, sentence in _REASONS:
        if part in plain:
            return sentence.format(certificate=options.certificate, protocol=options.protocol)
    return f"and we could not agree on TLS: {plain[:200]}"
