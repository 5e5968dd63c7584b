"""TLS of the standard library, for the blocking client; `klog.net.client.tls` is the same for Twisted, and says the same of a wrong file.

The standard library reads certificates, keys and lists of revoked certificates from PEM files alone. What stands otherwise in a file of the
user's (PKCS12, lists in DER) is written into one for the moment of being read: an own file that nobody else may open, in a private folder,
in which a private key stands encrypted, by a password that is thrown away.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import ssl
import tempfile
from collections.abc import Iterator

from klog.net.client.errors import reason_of
from klog.net.client.tls_files import TlsFiles
from klog.net.security import Security
from klog.regular_file import check_key_file


def tls_context(security: Security, address: str) -> ssl.SSLContext:
    """The standard library's TLS context for checked settings.

    :param address: for errors.
    :raises AuthenticationFailed: a file is missing or unusable; the sentence names the option.
    """
    return _Making(security, address).context


class _Making:
    """Of one context."""

    def __init__(self, security: Security, address: str) -> None:
        self._security = security
        self._files = TlsFiles(security, address)
        context = self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.check_hostname = security.ssl_check_hostname
        # A FIFO would be waited for without end, and what is large be read as a whole: by the standard library, which opens them itself.
        for name in ("ssl_ca_file", "ssl_certificate_file", "ssl_key_file"):
            path = getattr(security, name)
            try:
                if path is not None:
                    check_key_file(os.stat(path), path)
            except OSError as error:
                raise self._files.error(name, f"cannot be read: {reason_of(error)}") from None
            except ValueError:
                raise self._files.error(name, "cannot be read: it is no path") from None
        self._trust()
        if security.ssl_crl_file is not None:
            self._ask_lists()
        if security.ssl_keystore_file is not None:
            self._show_key_store()
        elif security.ssl_certificate_file is not None:
            self._show_pem(security.ssl_certificate_file)

    # -- whom we trust

    def _trust(self) -> None:
        security = self._security
        if security.ssl_truststore_file is not None:
            from cryptography.hazmat.primitives.serialization import Encoding

            found = self._files.trust_store()
            self.context.load_verify_locations(cadata=b"".join(one.public_bytes(Encoding.DER) for one in found))
        elif security.ssl_ca_file is not None:
            try:
                self.context.load_verify_locations(security.ssl_ca_file)
            except ssl.SSLError:
                raise self._files.error("ssl_ca_file", "holds no PEM certificate") from None
            except OSError as error:
                raise self._files.error("ssl_ca_file", f"cannot be read: {reason_of(error)}") from None
        else:
            self.context.load_default_certs()

    def _ask_lists(self) -> None:
        """Whoever stands in a list is refused, and whoever has none above him."""
        from cryptography.hazmat.primitives.serialization import Encoding

        found = self._files.revocation_lists()
        with self._written("ssl_crl_file", *(one.public_bytes(Encoding.PEM) for one in found)) as written:
            self.context.load_verify_locations(written)
        self.context.verify_flags |= ssl.VERIFY_CRL_CHECK_CHAIN

    # -- what we show

    def _show_key_store(self) -> None:
        from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat

        key, chain = self._files.key_store()
        password = secrets.token_hex(32)
        encrypted = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(password.encode()))
        with self._written("ssl_keystore_file", encrypted, *(one.public_bytes(Encoding.PEM) for one in chain)) as written:
            self.context.load_cert_chain(written, None, password)

    def _show_pem(self, certificate: str) -> None:
        security = self._security
        option = "ssl_certificate_file" if security.ssl_key_file is None else "ssl_key_file"
        for name in ("ssl_certificate_file", "ssl_key_file"):
            path = getattr(security, name)
            try:
                if path is not None:
                    open(path, "rb").close()
            except OSError as error:
                raise self._files.error(name, f"cannot be read: {reason_of(error)}") from None
        asked = False

        def password() -> str:
            nonlocal asked
            asked = True
            return security.ssl_key_password or ""

        try:
            self.context.load_cert_chain(certificate, security.ssl_key_file, password)
        except (ssl.SSLError, OSError, ValueError) as error:
            if asked:
                what = (
                    "cannot be decrypted with ssl_key_password" if security.ssl_key_password else "is encrypted and needs ssl_key_password"
                )
            elif "MISMATCH" in str(error).upper():
                what = "does not belong to the certificate"
            else:
                what = "cannot be used: it holds no PEM certificate or no private key"
            raise self._files.error(option, what) from None

    # -- files

    @contextlib.contextmanager
    def _written(self, option: str, *parts: bytes) -> Iterator[str]:
        """The path of a file with `parts`, for the standard library, which says what it does not like of it."""
        try:
            with tempfile.TemporaryDirectory(prefix="klog-tls-") as folder:
                path = os.path.join(folder, "read.pem")
                with open(path, "wb") as file:
                    file.writelines(parts)
                yield path
        except OSError as error:
            # Among them those of the library.
            raise self._files.error(option, f"cannot be used: {reason_of(error)}") from None
