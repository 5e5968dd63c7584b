"""What a client's options name for TLS, read from files: both kinds of clients read them so, and say the same of a wrong one.

No Twisted here, and whatever takes files apart is imported when there is one: most clients have none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from klog.net.client.errors import AuthenticationFailed, reason_of
from klog.net.security import Security

if TYPE_CHECKING:
    from cryptography import x509

    from klog.net.key_stores import KeyOfCertificate

_T = TypeVar("_T")


class TlsFiles:
    """Of checked settings, for one attempt to connect.

    :param address: for errors.
    :param read_file: gives a file's bytes; raises OSError. `klog.net.key_stores.read_bounded` where None.
    """

    def __init__(self, security: Security, address: str, read_file: Callable[[str], bytes] | None = None) -> None:
        self._security = security
        self._address = address
        self._read_file = read_file

    def error(self, option: str, what: str) -> AuthenticationFailed:
        """The error for an option whose file cannot be used."""
        return AuthenticationFailed(self._address, f"cannot be talked to: {option} {getattr(self._security, option)} {what}")

    def read(self, option: str) -> bytes:
        """All that stands in an option's file.

        :raises AuthenticationFailed: it cannot be read.
        """
        from klog.net.key_stores import read_bounded

        try:
            return (self._read_file or read_bounded)(getattr(self._security, option))
        except OSError as error:
            raise self.error(option, f"cannot be read: {reason_of(error)}") from None

    def key_store(self) -> tuple[KeyOfCertificate, list[x509.Certificate]]:
        """The private key of ``ssl_keystore_file``, and certificates with its own first.

        :raises AuthenticationFailed: there is none that could be read.
        """
        from klog.net.key_stores import read_key_store

        return self._pkcs12("keystore", read_key_store)

    def trust_store(self) -> list[x509.Certificate]:
        """All certificates of ``ssl_truststore_file``.

        :raises AuthenticationFailed: there is none that could be read.
        """
        from klog.net.key_stores import read_trust_store

        return self._pkcs12("truststore", read_trust_store)

    def _pkcs12(self, store: str, read: Callable[[bytes, bytes | None, str, str], _T]) -> _T:
        option, password_option = f"ssl_{store}_file", f"ssl_{store}_password"
        password: str | None = getattr(self._security, password_option)
        content = self.read(option)
        try:
            return read(content, None if password is None else password.encode(), getattr(self._security, option), password_option)
        except ValueError as error:
            raise self.error(option, f"cannot be used: {error}") from None

    def revocation_lists(self) -> list[x509.CertificateRevocationList]:
        """The lists in ``ssl_crl_file``.

        :raises AuthenticationFailed: there is none that could be read.
        """
        from klog.net.revocation import parse_lists

        content = self.read("ssl_crl_file")
        try:
            return parse_lists(content)
        except ValueError as error:
            raise self.error("ssl_crl_file", f"holds no list of revoked certificates: {error}") from None
