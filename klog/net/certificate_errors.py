"""What is wrong with a certificate or a TLS handshake, in words. No Twisted and no TLS library here: both clients use it.

The numbers are OpenSSL's (``X509_V_ERR_…`` in ``x509_vfy.h``).
"""

from __future__ import annotations

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


def certificate_sentence(number: int, ca_file: str | None) -> str:
    """What follows "a certificate that": OpenSSL's verification error `number`.

    :param ca_file: the trusted authorities' file; None for the system's.
    """
    words = _WORDS.get(number, f"OpenSSL does not accept (error {number})")
    if number in _TRUST:
        words += f" ({'ssl_ca_file ' + ca_file if ca_file else 'the system trusts it not, and ssl_ca_file is not set'})"
    return words


#: What a part of OpenSSL's reason means.
_REASONS = (
    ("certificate required", "wants a client certificate (ssl_certificate_file)"),
    ("handshake failure", "ended the TLS handshake: it wants a client certificate (ssl_certificate_file), or no cipher is common"),
    ("bad certificate", "does not accept our client certificate (ssl_certificate_file)"),
    ("certificate unknown", "does not accept our client certificate (ssl_certificate_file)"),
    ("unknown ca", "does not trust the authority of our client certificate (ssl_certificate_file)"),
    ("certificate expired", "says that our client certificate has expired (ssl_certificate_file)"),
    ("wrong version number", "does not speak TLS: the port needs security_protocol PLAINTEXT or SASL_PLAINTEXT"),
    ("packet length too long", "does not speak TLS: the port needs security_protocol PLAINTEXT or SASL_PLAINTEXT"),
    ("record layer failure", "does not speak TLS: the port needs security_protocol PLAINTEXT or SASL_PLAINTEXT"),
    ("protocol version", "speaks only versions of TLS older than 1.2"),
    ("unsupported protocol", "speaks only versions of TLS older than 1.2"),
)


def tls_sentence(reason: str) -> str:
    """What follows the address: OpenSSL's `reason` of a failed handshake."""
    plain = reason.lower().replace("_", " ")
    for part, sentence in _REASONS:
        if part in plain:
            return sentence
    return f"and we could not agree on TLS: {plain[:200]}"
