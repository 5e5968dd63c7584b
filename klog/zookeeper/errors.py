"""What goes wrong with ZooKeeper, under the names of its C binding, so that code written for txzookeeper catches what it always caught.

One class per code of ``KeeperException.Code`` (ZooKeeper 3.9) and ``zookeeper.h`` (the codes that only clients make). Each error is a
sentence that names the operation, the path and the server. A third group, txzookeeper's own, has no code on the wire (0): it is about
this client's connection.

`ConnectionLossException` means *maybe*: the request was sent, and nobody knows whether it was done.
`NotConnectedException` means *no*: it was never sent.
"""

from __future__ import annotations


class ZookeeperError(Exception):
    """The base of them all.

    :param message: the whole sentence; made of the others where empty.
    :param operation: what was asked for (``create``, ``get`` ...).
    :param path: of which znode, as the caller wrote it (without the chroot).
    :param server: ``host:port`` that answered, or that we were connected to.
    :ivar index: which operation of a `multi` failed; -1 otherwise.
    """

    code = 0
    meaning = "something is wrong with ZooKeeper"

    def __init__(self, message: str = "", *, operation: str = "", path: str = "", server: str = "", code: int | None = None) -> None:
        self.operation = operation
        self.path = path
        self.server = server
        self.index = -1
        if code is not None:
            self.code = code
        super().__init__(message or _sentence(self.meaning, operation, path, server, self.code))


def _sentence(meaning: str, operation: str, path: str, server: str, code: int) -> str:
    what = f"ZooKeeper's {operation}" if operation else "ZooKeeper"
    if path:
        what += f" of {path}" if operation else f" ({path})"
    where = f" ({server})" if server else ""
    number = f" [{code}]" if code and meaning == ZookeeperError.meaning else ""
    return f"{what}: {meaning}{number}{where}"


class SystemErrorException(ZookeeperError):
    """The server failed inside."""

    code, meaning = -1, "the server has an error of its own"


class RuntimeInconsistencyException(ZookeeperError):
    """Of operations in a multi behind the one that failed."""

    code, meaning = -2, "it was not tried, because another operation of the multi failed"


class DataInconsistencyException(ZookeeperError):
    """The server found its data broken."""

    code, meaning = -3, "the server's data is inconsistent"


class ConnectionLossException(ZookeeperError):
    """The connection ended between request and answer."""

    code, meaning = -4, "the connection was lost before the answer came, so nobody knows whether it was done"


class MarshallingErrorException(ZookeeperError):
    """Bytes that cannot be read, ours or theirs."""

    code, meaning = -5, "the message could not be read"


class UnimplementedException(ZookeeperError):
    """An older server."""

    code, meaning = -6, "this server is too old to know the operation"


class OperationTimeoutException(ZookeeperError):
    """Not answered in time."""

    code, meaning = -7, "it took too long"


class BadArgumentsException(ZookeeperError, ValueError):
    """A path or a value that cannot be."""

    code, meaning = -8, "the arguments are wrong"


class InvalidStateException(ZookeeperError):
    """The client cannot do it in its state."""

    code, meaning = -9, "the client is not in a state for it"


class UnknownSessionException(ZookeeperError):
    """The server does not know the session."""

    code, meaning = -12, "the server does not know the session"


class ApiErrorException(ZookeeperError):
    """The border between system and API errors; not sent by itself."""

    code, meaning = -100, "the operation failed"


class NoNodeException(ZookeeperError):
    """The znode, or its parent, is not there."""

    code, meaning = -101, "there is no such node"


class NoAuthException(ZookeeperError):
    """Its ACL does not let us."""

    code, meaning = -102, "the node's ACL does not allow it to us"


class BadVersionException(ZookeeperError):
    """The node was changed meanwhile: it has another version."""

    code, meaning = -103, "the node has another version by now"


class NoChildrenForEphemeralsException(ZookeeperError):
    """An ephemeral node cannot have children."""

    code, meaning = -108, "its parent is ephemeral and cannot have children"


class NodeExistsException(ZookeeperError):
    """The node is there already."""

    code, meaning = -110, "the node exists already"


class NotEmptyException(ZookeeperError):
    """The node has children, so that it cannot be deleted."""

    code, meaning = -111, "the node has children"


class SessionExpiredException(ZookeeperError):
    """The server has ended our session: its ephemeral nodes and watches are gone."""

    code, meaning = -112, "the session has expired"


class InvalidCallbackException(ZookeeperError):
    """Not a callback."""

    code, meaning = -113, "the callback is none"


class InvalidACLException(ZookeeperError):
    """An ACL that the server refuses."""

    code, meaning = -114, "the ACL is not valid"


class AuthFailedException(ZookeeperError):
    """Credentials, or a certificate, were refused."""

    code, meaning = -115, "authentication failed"


class ClosingException(ZookeeperError):
    """The client is being closed."""

    code, meaning = -116, "the client is closed"


class NothingException(ZookeeperError):
    """The C binding's "no answers to process"; not used."""

    code, meaning = -117, "there is nothing to do"


class SessionMovedException(ZookeeperError):
    """The session lives on another server by now."""

    code, meaning = -118, "the session has moved to another server"


class NotReadOnlyException(ZookeeperError):
    """A server without quorum takes reads only."""

    code, meaning = -119, "the server is read-only at the moment"


class EphemeralOnLocalSessionException(ZookeeperError):
    """Ephemeral nodes need a global session."""

    code, meaning = -120, "a local session cannot have ephemeral nodes"


class NoWatcherException(ZookeeperError):
    """The watch to be removed is not there."""

    code, meaning = -121, "there is no such watch"


class ReconfigDisabledException(ZookeeperError):
    """Reconfiguration is switched off."""

    code, meaning = -123, "reconfiguration is disabled"


class SessionClosedRequireSaslAuthException(ZookeeperError):
    """The server takes no session without SASL: the client was given no ``("sasl", "name:password")``, or it was refused."""

    code, meaning = -124, "the server requires SASL authentication"


class QuotaExceededException(ZookeeperError):
    """An enforced quota."""

    code, meaning = -125, "a quota would be exceeded"


class ThrottledOpException(ZookeeperError):
    """The server is overloaded; nothing was done."""

    code, meaning = -127, "the server is overloaded and did not do it"


class ConnectionException(ZookeeperError):
    """txzookeeper's: no connection came about."""

    meaning = "there is no connection"


class ConnectionTimeoutException(ConnectionException):
    """No session within the time given; the sentence has the last reason of each host."""

    meaning = "no connection in time"


class NotConnectedException(ConnectionException):
    """There is no connection at the moment; the request was not sent."""

    meaning = "there is no connection at the moment, so it was not sent"


class NoChroot(ZookeeperError):
    """The chroot of the connect string does not exist."""

    code, meaning = -101, "the chroot does not exist"


#: By code, as servers send them.
BY_CODE: dict[int, type[ZookeeperError]] = {
    kind.code: kind
    for kind in (
        SystemErrorException,
        RuntimeInconsistencyException,
        DataInconsistencyException,
        ConnectionLossException,
        MarshallingErrorException,
        UnimplementedException,
        OperationTimeoutException,
        BadArgumentsException,
        InvalidStateException,
        UnknownSessionException,
        ApiErrorException,
        NoNodeException,
        NoAuthException,
        BadVersionException,
        NoChildrenForEphemeralsException,
        NodeExistsException,
        NotEmptyException,
        SessionExpiredException,
        InvalidCallbackException,
        InvalidACLException,
        AuthFailedException,
        ClosingException,
        NothingException,
        SessionMovedException,
        NotReadOnlyException,
        EphemeralOnLocalSessionException,
        NoWatcherException,
        ReconfigDisabledException,
        SessionClosedRequireSaslAuthException,
        QuotaExceededException,
        ThrottledOpException,
    )
}


def error_of(code: int, operation: str = "", path: str = "", server: str = "") -> ZookeeperError:
    """The error for a code that a server sent."""
    kind = BY_CODE.get(code)
    if kind is None:
        return ZookeeperError(operation=operation, path=path, server=server, code=code)
    return kind(operation=operation, path=path, server=server)


#: After these nobody knows more than before, or nothing was done, and the same session may ask again.
TRANSIENT = (ConnectionLossException, NotConnectedException, OperationTimeoutException, SessionMovedException, ThrottledOpException)
#: After these the client is done; only a new one helps.
FINAL = (SessionExpiredException, ClosingException, AuthFailedException)


def is_connection_exception(error: BaseException) -> bool:
    """txzookeeper's: whether `error` is about the connection and not about the operation."""
    return isinstance(error, ClosingException | ConnectionLossException | SessionExpiredException | ConnectionException)
