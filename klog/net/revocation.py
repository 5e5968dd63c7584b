"""Certificates that count no more, though they look right: revoked by their authority, or over since they were shown.

``klog.ssl.crl.location`` names a file with lists of revoked certificates (CRLs, RFC 5280), in PEM one behind the other, or one in DER.
With it OpenSSL asks in each handshake whether a client's certificate, or one of the authorities above it, stands in the list of who signed
it; where there is no such list, or it is older than it may be, it refuses everybody: what is not known to be good is not good.

Clients ask the same of brokers' certificates (``ssl_crl_file``), in the handshake alone; and brokers of each other's.

A connection outlives its handshake. So a broker keeps of each connection whose certificate was shown (`ShownCertificate`), and looks again
when the lists are looked at: who was revoked meanwhile, or one of the authorities above him, or whose time is over, is cut off
(`RevocationLists.trouble_with`). There the lists are read as OpenSSL reads them: of several of one authority the newest counts, and names
are the same however they are written.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cryptography import x509
from OpenSSL.crypto import X509, X509Store, X509StoreFlags


class ShownCertificate(NamedTuple):
    """What is kept of a client's certificate, and of those above it.

    :ivar subject: as `klog.net.tls.subject_name` writes it.
    :ivar signed: of each who signed it, and its number among those of this one.
    :ivar ends_at_s: until when it counts, seconds since 1970.
    :ivar above_end_at_s: until when those above it do, all of them.
    """

    subject: str
    signed: tuple[tuple[str, int], ...]
    ends_at_s: float
    above_end_at_s: float = math.inf

    @classmethod
    def of(cls, certificate: X509, subject: str, chain: Sequence[X509] = ()) -> ShownCertificate:
        """
        :param chain: the certificate and those above it, as they were verified.
        :raises ValueError: one says something in a way that cannot be read.
        """
        every = [each.to_cryptography() for each in chain or (certificate,)]
        signed = tuple((_same_name(each.issuer), each.serial_number) for each in every)
        ends_at_s, *above_end_at_s = (each.not_valid_after_utc.timestamp() for each in every)
        return cls(subject, signed, ends_at_s, min(above_end_at_s, default=math.inf))


def _same_name(name: x509.Name) -> str:
    """The same text for names that OpenSSL takes for the same: capitals and the number of blanks make no difference, nor does the type of
    text. No name is shown so."""
    parts = ([f"{each.oid.dotted_string}={' '.join(str(each.value).casefold().split())}" for each in rdn] for rdn in name.rdns)
    return "\0".join("\1".join(sorted(part)) for part in parts)


def ask_in_handshakes(store: X509Store, lists: Sequence[x509.CertificateRevocationList]) -> None:
    """Have OpenSSL refuse whoever stands in one of `lists`, and whoever's authority has none there; nothing where there are no lists.

    For who makes contexts again and again this is all: what `RevocationLists` makes of a list of a hundred thousand takes a while.
    """
    for one in lists:
        store.add_crl(one)
    if lists:
        store.set_flags(X509StoreFlags.CRL_CHECK | X509StoreFlags.CRL_CHECK_ALL)


class RevocationLists:
    """What authorities say that they do not stand for any more."""

    def __init__(self, lists: Iterable[x509.CertificateRevocationList] = ()) -> None:
        self._lists = tuple(lists)
        self._revoked = {(issuer, entry.serial_number) for issuer, one in _newest(self._lists) for entry in one}

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._lists)

    def ask_in_handshakes(self, store: X509Store) -> None:
        """Have OpenSSL refuse whoever stands there, and whoever's authority has no list."""
        ask_in_handshakes(store, self._lists)

    def trouble_with(self, shown: ShownCertificate, now_s: float) -> str | None:
        """Why a certificate that was good when it was shown counts no more; None where it does.

        :param now_s: wall clock, seconds since 1970.
        """
        whose = f"the client's certificate {shown.subject[:300]!r}"
        for number, signed in enumerate(shown.signed):
            if signed in self._revoked:
                above = "" if number == 0 else "an authority above "
                return f"{above}{whose} was revoked by who signed it"
        if now_s >= shown.ends_at_s:
            return f"the time of {whose} is over"
        if now_s >= shown.above_end_at_s:
            return f"the time of an authority above {whose} is over"
        return None


def _newest(lists: Iterable[x509.CertificateRevocationList]) -> list[tuple[str, x509.CertificateRevocationList]]:
    """Who made it and the list, without those that a newer one of the same authority about the same certificates has replaced."""
    found: dict[tuple[str, bytes], x509.CertificateRevocationList] = {}
    for one in lists:
        key = _same_name(one.issuer), _about(one)
        if key not in found or one.last_update_utc > found[key].last_update_utc:
            found[key] = one
    return [(issuer, one) for (issuer, _), one in found.items()]


def _about(one: x509.CertificateRevocationList) -> bytes:
    """About which of its authority's certificates a list is: all, where it is empty."""
    try:
        extensions = list(one.extensions)
    except ValueError:
        return b""
    kinds = (x509.IssuingDistributionPoint, x509.DeltaCRLIndicator)
    return b"".join(each.value.public_bytes() for each in extensions if isinstance(each.value, kinds))


def parse_lists(content: bytes) -> list[x509.CertificateRevocationList]:
    """The lists of a file: PEM, one behind the other, or one in DER.

    :raises ValueError: there is none, or one cannot be read.
    """
    marker = b"-----END X509 CRL-----"
    if marker not in content:
        if b"-----BEGIN" in content:
            raise ValueError("there is no X509 CRL in it")
        return [x509.load_der_x509_crl(content)]
    *blocks, rest = content.split(marker)
    if b"-----BEGIN X509 CRL" in rest:
        raise ValueError("the last one is cut short")
    return [x509.load_pem_x509_crl(block[block.index(b"-----BEGIN X509 CRL") :] + marker) for block in blocks]
