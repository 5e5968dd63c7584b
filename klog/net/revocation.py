"""Certificates that count no more, though they look right: revoked by their authority, or over since they were shown.

``klog.ssl.crl.location`` names a file with lists of revoked certificates (CRLs, RFC 5280), in PEM one behind the other, or one in DER.
With it OpenSSL asks in each handshake whether a client's certificate, or one of the authorities above it, stands in the list of who signed
it; where there is no such list, or it is older than it may be, it refuses everybody: what is not known to be good is not good.

A connection outlives its handshake. So a broker keeps of each connection whose certificate was shown (`ShownCertificate`), and looks again
when the lists are looked at: who was revoked meanwhile, or whose time is over, is cut off (`RevocationLists.trouble_with`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cryptography import x509
from OpenSSL.crypto import X509, X509Store, X509StoreFlags


class ShownCertificate(NamedTuple):
    """What is kept of a client's certificate.

    :ivar subject: as `klog.net.tls.subject_name` writes it.
    :ivar issuer: who signed it, as it stands there.
    :ivar serial: its number among those of the issuer.
    :ivar ends_at_s: until when it counts, seconds since 1970.
    """

    subject: str
    issuer: bytes
    serial: int
    ends_at_s: float

    @classmethod
    def of(cls, certificate: X509, subject: str) -> ShownCertificate:
        """Raises ValueError: it says something in a way that cannot be read."""
        shown = certificate.to_cryptography()
        return cls(subject, shown.issuer.public_bytes(), shown.serial_number, shown.not_valid_after_utc.timestamp())


class RevocationLists:
    """What authorities say that they do not stand for any more."""

    def __init__(self, lists: Iterable[x509.CertificateRevocationList] = ()) -> None:
        self._lists = tuple(lists)
        self._revoked = {(one.issuer.public_bytes(), entry.serial_number) for one in self._lists for entry in one}

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._lists)

    def ask_in_handshakes(self, store: X509Store) -> None:
        """Have OpenSSL refuse whoever stands there, and whoever's authority has no list."""
        for one in self._lists:
            store.add_crl(one)
        if self._lists:
            store.set_flags(X509StoreFlags.CRL_CHECK | X509StoreFlags.CRL_CHECK_ALL)

    def trouble_with(self, shown: ShownCertificate, now_s: float) -> str | None:
        """Why a certificate that was good when it was shown counts no more; None where it does.

        :param now_s: wall clock, seconds since 1970.
        """
        if (shown.issuer, shown.serial) in self._revoked:
            return f"the client's certificate {shown.subject[:300]!r} was revoked by who signed it"
        if now_s >= shown.ends_at_s:
            return f"the time of the client's certificate {shown.subject[:300]!r} is over"
        return None


def parse_lists(content: bytes) -> list[x509.CertificateRevocationList]:
    """The lists of a file: PEM, one behind the other, or one in DER.

    :raises ValueError: there is none, or one cannot be read.
    """
    marker = b"-----END X509 CRL-----"
    if marker not in content:
        if b"-----BEGIN" in content:
            raise ValueError("there is no X509 CRL in it")
        return [x509.load_der_x509_crl(content)]
    *blocks, _ = content.split(marker)
    return [x509.load_pem_x509_crl(block[block.index(b"-----BEGIN X509 CRL") :] + marker) for block in blocks]
