"""What ended a TLS handshake, in words for the log of the server. OpenSSL itself is not imported: brokers without TLS need not load it."""

from __future__ import annotations

#: What OpenSSL says where a client must show a certificate, and shows none.
MISSES_CERTIFICATE = "peer did not return a certificate"
#: What OpenSSL says of bytes that are no TLS at all.
_NO_TLS = ("wrong version number", "unknown protocol", "packet length too long", "record layer failure", "bad record type", "not tls")


def tls_refusal(error: BaseException | None) -> str | None:
    """What ended a TLS handshake, in a sentence; None where `error` is none of OpenSSL's, of which its module tells."""
    if not type(error).__module__.startswith("OpenSSL"):
        return None
    found = error.args[0] if error is not None and error.args else ()
    reasons = [str(part[-1]) for part in found if isinstance(part, tuple) and part] if isinstance(found, list) else []
    why = ", ".join(reason for reason in reasons if reason) or type(error).__name__
    if "http request" in why or "https proxy request" in why:
        return "this is an HTTP request on a TLS port"
    if any(sign in why for sign in _NO_TLS):
        return f"this is not TLS ({why}) on a TLS port: the client must use security.protocol=SSL or the plaintext port"
    return f"the TLS handshake failed: {why}"
