"""What goes wrong between a client and a broker.

Every error names the broker's address; `KlogError.retriable` says whether trying again may help.

No Twisted here.
"""

from __future__ import annotations

from klog.errors import ErrorCode, KlogError


class ClientError(KlogError):
    """What is told of one broker.

    :param address: ``host:port``.
    :param predicate: the rest of the sentence that begins with the address, e.g. "refused the connection".
    """

    error_code = ErrorCode.NETWORK_EXCEPTION

    def __init__(self, address: str, predicate: str) -> None:
        super().__init__(self.error_code, f"broker {address} {predicate}")
        self.address = address
        self.predicate = predicate
        # So that it can be pickled and copied.
        self.args = (address, predicate)


class BrokerUnreachable(ClientError):
    """No connection, or it broke before the answer came."""


class ConnectionClosed(BrokerUnreachable):
    """The client itself closed the connection; nothing to try again."""


class AuthenticationFailed(ClientError):
    """The broker does not accept us (SASL, client certificate), or we do not accept its certificate. Trying again alone does not help."""

    error_code = ErrorCode.SASL_AUTHENTICATION_FAILED


class BadAnswer(ClientError):
    """The broker sent what Kafka's protocol does not allow; the connection is ended."""

    error_code = ErrorCode.CORRUPT_MESSAGE


class RequestTimedOut(ClientError):
    """No answer within the time limit."""

    error_code = ErrorCode.REQUEST_TIMED_OUT


def address_of(host: str, port: int) -> str:
    """``host:port``, IPv6 in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def reason_of(error: BaseException) -> str:
    """What the operating system, or a library, says: a short line."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(text).split())[:200]
