"""TLS for clients: whom we trust, what we show, whose name must stand in the broker's certificate.

Two libraries, one behaviour: Twisted needs pyOpenSSL (`TlsClient`), the blocking client the standard library's `ssl`
(`klog.net.client.standard_tls`). Both give OpenSSL's numbers for what is wrong with a certificate; `certificate_sentence` has our words for
them. At least TLS 1.2. The host name goes out as SNI, unless it is an IP address.

The name is checked after the handshake and before the first byte of ours is sent (`TlsClient.check_host`).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from OpenSSL import SSL, crypto
from service_identity import CertificateError, VerificationError
from service_identity.pyopenssl import verify_hostname, verify_ip_address
from twisted.internet.interfaces import IOpenSSLClientConnectionCreator
from zope.interface import implementer

from klog.net.certificate_errors import OptionNames, certificate_sentence, option_names, tls_sentence
from klog.net.client.errors import AuthenticationFailed
from klog.net.client.tls_files import TlsFiles
from klog.net.key_stores import read_bounded
from klog.net.revocation import ask_in_handshakes
from klog.net.security import Security


@implementer(IOpenSSLClientConnectionCreator)
class TlsClient:
    """TLS for one attempt to connect.

    :param security: checked settings.
    :param host: the name or IP address that is connected to.
    :param address: for errors.
    :param read_file: gives a file's bytes; raises OSError.
    :param options: as sentences call the options; where None as clients do.
    :raises AuthenticationFailed: a file is missing or unusable; the sentence names the option.
    """

    def __init__(
        self,
        security: Security,
        host: str,
        address: str,
        read_file: Callable[[str], bytes] = read_bounded,
        options: OptionNames | None = None,
    ) -> None:
        self.options = options or option_names(security)
        self._security = security
        self._host = host
        self._address = address
        self._files = TlsFiles(security, address, read_file)
        #: What was wrong with the broker's certificate.
        self.trouble: str | None = None
        self._connection: SSL.Connection | None = None
        self._context = self._make_context()

    def clientConnectionForTLS(self, tlsProtocol: Any) -> SSL.Connection:
        """For Twisted: the connection, before its handshake."""
        connection = self._connection = SSL.Connection(self._context, None)
        if not _is_ip(self._host):
            try:
                connection.set_tlsext_host_name(self._host.encode("idna"))
            except UnicodeError:
                pass
        return connection

    def check_host(self) -> AuthenticationFailed | None:
        """After the handshake: what is wrong, where the certificate is not for the host."""
        if not self._security.ssl_check_hostname:
            return None
        assert self._connection is not None
        try:
            if _is_ip(self._host):
                verify_ip_address(self._connection, self._host)
            else:
                verify_hostname(self._connection, self._host)
        except (VerificationError, CertificateError, ValueError, UnicodeError):
            names = _names(self._connection.get_peer_certificate(as_cryptography=True))
            whose = f"is for {', '.join(names)}" if names else "has no names"
            return AuthenticationFailed(
                self._address, f"shows a certificate that {whose}, and not for {self._host} ({self.options.host_name})"
            )
        return None

    def explain(self, error: BaseException) -> AuthenticationFailed | None:
        """The error for a TLS connection that ended with `error`; None where TLS is not to blame."""
        if self.trouble is not None:
            return AuthenticationFailed(self._address, f"shows a certificate that {self.trouble}")
        if isinstance(error, SSL.Error):
            entries = error.args[0] if error.args else ()
            reason = ", ".join(str(entry[-1]) for entry in entries) if isinstance(entries, list | tuple) else str(entries)
            if reason:
                return AuthenticationFailed(self._address, tls_sentence(reason, self.options))
        return None

    # -- the context

    def _make_context(self) -> SSL.Context:
        security = self._security
        context = SSL.Context(SSL.TLS_CLIENT_METHOD)
        context.set_min_proto_version(SSL.TLS1_2_VERSION)
        context.set_verify(SSL.VERIFY_PEER, self._verified)
        store = context.get_cert_store()
        assert store is not None
        if security.ssl_truststore_file is not None:
            authorities = self._files.trust_store()
        elif security.ssl_ca_file is not None:
            authorities = self._certificates("ssl_ca_file")
        else:
            authorities = []
            context.set_default_verify_paths()
        for certificate in authorities:
            store.add_cert(crypto.X509.from_cryptography(certificate))
        if security.ssl_crl_file is not None:
            ask_in_handshakes(store, self._files.revocation_lists())
        if security.ssl_keystore_file is not None:
            key, (own, *chain) = self._files.key_store()
        elif security.ssl_certificate_file is not None:
            own, *chain = self._certificates("ssl_certificate_file")
            key = self._key()
        else:
            return context
        option = "ssl_key_file" if security.ssl_keystore_file is None else "ssl_keystore_file"
        context.use_certificate(own)
        for certificate in chain:
            context.add_extra_chain_cert(certificate)
        try:
            context.use_privatekey(key)
            context.check_privatekey()
        except SSL.Error:
            raise self._files.error(option, "does not belong to the certificate") from None
        except (TypeError, ValueError) as error:
            raise self._files.error(option, f"has a key that cannot be used: {error}") from None
        return context

    def _verified(self, connection: SSL.Connection, certificate: crypto.X509, error: int, depth: int, is_good: int) -> bool:
        if not is_good:
            trusted = self._security.ssl_ca_file or self._security.ssl_truststore_file
            self.trouble = certificate_sentence(error, trusted, self.options)
        return bool(is_good)

    def _certificates(self, option: str) -> list[x509.Certificate]:
        try:
            return x509.load_pem_x509_certificates(self._files.read(option))
        except ValueError:
            raise self._files.error(option, "holds no PEM certificate") from None

    def _key(self) -> Any:
        option = "ssl_key_file" if self._security.ssl_key_file is not None else "ssl_certificate_file"
        data = self._files.read(option)
        start = data.find(b"-----BEGIN ", max(0, data.find(b"PRIVATE KEY-----") - 40))
        password = self._security.ssl_key_password
        is_encrypted = b"ENCRYPTED" in data
        try:
            return load_pem_private_key(data[max(0, start) :], password.encode() if password is not None and is_encrypted else None)
        except TypeError:
            raise self._files.error(option, "is encrypted and needs ssl_key_password") from None
        except ValueError:
            why = "cannot be decrypted with ssl_key_password" if is_encrypted and password is not None else "holds no PEM private key"
            raise self._files.error(option, why) from None


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _names(certificate: x509.Certificate | None) -> list[str]:
    """Whom a certificate is for; a few of them."""
    if certificate is None:
        return []
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (x509.ExtensionNotFound, ValueError):
        return []
    return [str(name.value)[:100] for name in names if isinstance(name, x509.DNSName | x509.IPAddress)][:5]
