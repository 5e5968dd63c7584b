"""Lists of revoked certificates: in handshakes, and for who is through his."""

from __future__ import annotations

import datetime
import math
import time
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from OpenSSL import SSL
from OpenSSL.crypto import X509

from klog.net.revocation import RevocationLists, ShownCertificate, parse_lists
from klog.net.tls import revocation_lists
from tests.net.test_tls import Fixture, certificate, pem

PATH = "/revoked.pem"


def crl(
    issuer: tuple[Any, x509.Certificate],
    *revoked: x509.Certificate,
    days: int = 1,
    days_old: int = 9,
    name: x509.Name | None = None,
    extension: x509.ExtensionType | None = None,
) -> bytes:
    """The list of `issuer`, which names these, in PEM.

    :param days: from now on that it counts; below 0 it is too old.
    :param days_old: before now it was made.
    :param name: how it writes the name of `issuer`.
    """
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    builder = x509.CertificateRevocationListBuilder().issuer_name(name or issuer[1].subject)
    builder = builder.last_update(now - days_old * day).next_update(now + days * day)
    if extension is not None:
        builder = builder.add_extension(extension, critical=True)
    for one in revoked:
        entry = x509.RevokedCertificateBuilder().serial_number(one.serial_number).revocation_date(now - 2 * day).build()
        builder = builder.add_revoked_certificate(entry)
    return builder.sign(issuer[0], hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


class HandshakeTests(Fixture):
    """Who comes in."""

    def setUp(self) -> None:
        super().setUp()
        self.ann, self.bob = certificate("ann", self.authority), certificate("bob", self.authority)

    def values(self, **more: str) -> dict[str, str]:
        trust = {"ssl__truststore__type": "PEM", "ssl__truststore__certificates": pem(self.authority[1], self.stranger[1])}
        return {**self.texts(), **trust, "ssl__client__auth": "required", "klog__ssl__crl__location": PATH, **more}

    def comes_in(self, shown: tuple[Any, x509.Certificate] | None, **more: str) -> bool:
        context = SSL.Context(SSL.TLS_METHOD)
        if shown is not None:
            context.use_privatekey(shown[0])
            context.use_certificate(shown[1])
        try:
            self.talk(self.options(**self.values(**more)), context)
        except SSL.Error:
            return False
        return True

    def test_who_is_revoked(self) -> None:
        self.files[PATH] = crl(self.authority, self.bob[1])
        self.assertEqual((self.comes_in(self.ann), self.comes_in(self.bob)), (True, False))
        self.assertFalse(self.comes_in(None))
        self.assertTrue(self.comes_in(None, ssl__client__auth="requested"), "who shows none is nobody, and nobody is revoked")
        self.assertFalse(self.comes_in(self.bob, ssl__client__auth="requested"))

    def test_der_and_several_lists(self) -> None:
        lists = crl(self.authority) + crl(self.stranger)
        theirs = certificate("theirs", self.stranger)
        self.files[PATH] = b"# of two authorities\n" + lists
        self.assertTrue(self.comes_in(self.ann) and self.comes_in(theirs))
        self.files[PATH] = parse_lists(crl(self.authority, self.ann[1]))[0].public_bytes(serialization.Encoding.DER)
        self.assertEqual((self.comes_in(self.ann), self.comes_in(self.bob)), (False, True))

    def test_what_is_not_known_to_be_good(self) -> None:
        """Of an authority without a list, or with one that is too old or not its own, nobody comes in."""
        other = certificate("authority")
        for content in (crl(self.stranger), crl(self.authority, days=-1), crl(other)):
            self.files[PATH] = content
            self.assertFalse(self.comes_in(self.ann))

    def test_of_one_listener(self) -> None:
        self.files["/inside.pem"], self.files[PATH] = crl(self.authority, self.ann[1]), crl(self.authority, self.bob[1])
        own = {"listener__name__inside__klog__ssl__crl__location": "/inside.pem"}
        self.assertEqual((self.comes_in(self.ann, **own), self.comes_in(self.bob, **own)), (False, True))

    def test_what_cannot_be_read(self) -> None:
        for content, words in (
            (None, "cannot be read"),
            (b"", "no list of revoked"),
            (pem(self.ann[1]).encode(), "there is no X509 CRL in it"),
            (crl(self.authority)[:100] + b"\n-----END X509 CRL-----\n", "no list of revoked"),
            (b"-----END X509 CRL-----", "no list of revoked"),
            (crl(self.authority) + crl(self.stranger)[:100], "no list of revoked certificates: the last one is cut short"),
        ):
            if content is None:
                self.files.pop(PATH, None)
            else:
                self.files[PATH] = content
            self.refused("klog.ssl.crl.location", words, **self.values())

    def test_where_nobody_shows_anything(self) -> None:
        """For all listeners it does not concern this one; for this one alone it is a mistake."""
        del self.files
        self.files = {}
        self.options(**self.values(ssl__client__auth="none"))
        own = {"listener__name__inside__klog__ssl__crl__location": PATH}
        self.refused("listener.name.inside.klog.ssl.crl.location", "ssl.client.auth", **self.values(ssl__client__auth="none", **own))

    def test_who_is_through(self) -> None:
        """By the same lists: revoked meanwhile, or over."""
        self.files[PATH] = crl(self.authority, self.bob[1])
        values = {name.replace("__", "."): value for name, value in self.values().items()}
        lists, now_s = revocation_lists(values, "INSIDE", self.read), time.time()
        ann, bob, theirs = (
            ShownCertificate.of(X509.from_cryptography(one), name)
            for one, name in ((self.ann[1], "CN=ann"), (self.bob[1], "CN=bob"), (certificate("bob", self.stranger)[1], "CN=bob"))
        )
        self.assertEqual((bool(lists), bool(RevocationLists())), (True, False))
        self.assertIn("'CN=bob' was revoked", lists.trouble_with(bob, now_s) or "")
        ((_, number),) = bob.signed
        other = bob._replace(signed=((theirs.signed[0][0], number),))
        self.assertIsNone(lists.trouble_with(other, now_s), "numbers are those of who signed it")
        self.assertIsNone(lists.trouble_with(ann, now_s))
        self.assertIsNone(lists.trouble_with(ann, ann.ends_at_s - 1))
        self.assertIn("'CN=ann' is over", lists.trouble_with(ann, ann.ends_at_s) or "")
        self.assertIn("is over", RevocationLists().trouble_with(ann, now_s + 2 * 86400) or "")

    def test_an_authority_above(self) -> None:
        """Revoked or over, it takes those with it whom it has signed."""
        middle = certificate_of("middle", self.authority, is_authority=True)
        carl = certificate("carl", middle)
        chain = [X509.from_cryptography(one) for one in (carl[1], middle[1], self.authority[1])]
        shown = ShownCertificate.of(chain[0], "CN=carl", chain)
        now_s = time.time()
        self.assertIsNone(RevocationLists(parse_lists(crl(self.authority, self.bob[1]))).trouble_with(shown, now_s))
        sentence = RevocationLists(parse_lists(crl(self.authority, middle[1]))).trouble_with(shown, now_s)
        self.assertEqual(sentence, "an authority above the client's certificate 'CN=carl' was revoked by who signed it")
        # Though his own goes on to count.
        shown, over_s = shown._replace(ends_at_s=math.inf), self.authority[1].not_valid_after_utc.timestamp()
        self.assertIsNone(RevocationLists().trouble_with(shown, over_s - 1))
        sentence = RevocationLists().trouble_with(shown, over_s)
        self.assertEqual(sentence, "the time of an authority above the client's certificate 'CN=carl' is over")

    def test_names_that_are_the_same(self) -> None:
        """As OpenSSL takes them for the same in the handshake: a list with another type of text, or other capitals."""
        ann = ShownCertificate.of(X509.from_cryptography(self.ann[1]), "CN=ann")
        kind = x509.name._ASN1Type.PrintableString
        for text in ("authority", "Authority ", "AUTHORITY"):
            name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text, kind)])
            self.files[PATH] = crl(self.authority, self.ann[1], name=name)
            self.assertEqual((self.comes_in(self.ann), self.comes_in(self.bob)), (False, True), text)
            self.assertIsNotNone(RevocationLists(parse_lists(self.files[PATH])).trouble_with(ann, time.time()), text)

    def test_the_newest_list_of_an_authority(self) -> None:
        """Who stands in an older one alone comes in, and stays; lists about other certificates stand beside it."""
        ann, bob = (ShownCertificate.of(X509.from_cryptography(one), "CN=x") for one in (self.ann[1], self.bob[1]))
        older, newer = crl(self.authority, self.ann[1], days_old=8), crl(self.authority, self.bob[1], days_old=7)
        for content in (older + newer, newer + older):
            self.files[PATH] = content
            self.assertEqual((self.comes_in(self.ann), self.comes_in(self.bob)), (True, False))
            lists = RevocationLists(parse_lists(content))
            self.assertEqual([lists.trouble_with(one, time.time()) is None for one in (ann, bob)], [True, False])
        delta = crl(self.authority, self.bob[1], days_old=1, extension=x509.DeltaCRLIndicator(1))
        lists = RevocationLists(parse_lists(older + delta))
        self.assertEqual([lists.trouble_with(one, time.time()) is None for one in (ann, bob)], [False, False])


def certificate_of(name: str, issuer: tuple[Any, x509.Certificate], *, is_authority: bool) -> tuple[Any, x509.Certificate]:
    """As `certificate`, for an authority that another one has signed."""
    key = ec.generate_private_key(ec.SECP256R1())
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    builder = x509.CertificateBuilder().subject_name(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)]))
    builder = builder.issuer_name(issuer[1].subject).public_key(key.public_key()).serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(now - day).not_valid_after(now + 9 * day)
    constraints = x509.BasicConstraints(ca=is_authority, path_length=None)
    return key, builder.add_extension(constraints, critical=True).sign(issuer[0], hashes.SHA256())
