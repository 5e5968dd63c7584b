"""Certificates that are renewed while the broker runs: the key and trust stores of a listener are looked at again and again.

From time to time (``klog.ssl.reload.interval.ms``), and when somebody has changed a setting of TLS (``kafka-configs --alter --add-config
listener.name.<listener>.ssl.keystore.location=…``), the files are read, in a thread. Where nothing in them or in the settings has changed
nothing follows. Else the TLS of the listener is made anew as at the start; connections that there are go on as they are, and new ones
begin with the new certificate. But who showed a certificate that was revoked meanwhile (``klog.ssl.crl.location``), or whose time is over,
is cut off. What cannot be used (half a file, a key of another certificate, a missing file) changes nothing: the old certificate is shown
on, the log says why, once, and the next look may find it mended.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from OpenSSL import SSL
from twisted.internet import ssl
from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IOpenSSLContextFactory
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.in_thread import InThread
from klog.net.revocation import RevocationLists, ShownCertificate
from klog.net.tls import ReadFile, revocation_lists, tls_options

_Loaded = tuple[bytes, ssl.CertificateOptions, RevocationLists]


@implementer(IOpenSSLContextFactory)
class CertificateReload:
    """The context factory of one listener's TLS; see the module.

    :param listener: its name.
    :param values: settings as texts, as they are now.
    :param run_in_thread: for what waits for the disk.
    :param warn: told why a new certificate is not used.
    :raises ConfigError: as `tls_options`.
    """

    log = Logger()

    def __init__(
        self,
        listener: str,
        values: Callable[[], Mapping[str, str]],
        read_file: ReadFile,
        run_in_thread: InThread[Any],
        warn: Callable[[str], None],
    ) -> None:
        self._listener = listener
        self._values = values
        self._read_file = read_file
        self._run_in_thread = run_in_thread
        self._warn = warn
        self._told = ""
        self._is_looking = False
        loaded = self._load(values(), None)
        assert loaded is not None
        self._digest, self._options, self._revoked = loaded

    def trouble_with(self, shown: ShownCertificate, now_s: float) -> str | None:
        """Why a certificate that was good when it was shown counts no more; None where it does."""
        return self._revoked.trouble_with(shown, now_s)

    def getContext(self) -> SSL.Context:
        """For each new connection; Twisted's name for it."""
        return self._options.getContext()

    def check(self, values: Mapping[str, str]) -> Deferred[None]:
        """Whether TLS can be made of these settings, and of the files that they name; fails with KlogError INVALID_REQUEST."""

        def refused(failure: Failure) -> None:
            failure.trap(ConfigError)  # type: ignore[no-untyped-call]
            raise KlogError(ErrorCode.INVALID_REQUEST, str(failure.value))

        def try_it() -> None:
            tls_options(values, self._listener, self._read_file)

        checked = self._run_in_thread(try_it)
        return checked.addCallbacks(lambda options: None, refused)

    def look(self) -> Deferred[None]:
        """Take up what is new; fires when that is done, or nothing was to do. Never fails."""
        if self._is_looking:
            return succeed(None)
        self._is_looking = True
        values = dict(self._values())
        looked = self._run_in_thread(lambda: self._load(values, self._digest))
        return looked.addCallbacks(self._loaded, self._failed).addBoth(self._over)

    def _load(self, values: Mapping[str, str], known: bytes | None) -> _Loaded | None:
        """In a thread: the TLS that settings and files make now, and a digest of both; None where that is `known`."""
        digest = hashlib.sha256(repr(sorted((name, value) for name, value in values.items() if "ssl." in name)).encode())
        read: dict[str, bytes] = {}

        def read_file(path: str) -> bytes:
            if path not in read:
                read[path] = self._read_file(path)
            return read[path]

        options = tls_options(values, self._listener, read_file)
        revoked = revocation_lists(values, self._listener, read_file)
        for path, content in sorted(read.items()):
            digest.update(repr((path, len(content))).encode() + content)
        return None if digest.digest() == known else (digest.digest(), options, revoked)

    def _loaded(self, loaded: _Loaded | None) -> None:
        self._told = ""
        if loaded is None:
            return
        self._digest, self._options, self._revoked = loaded
        self.log.info("the listener {listener} goes by its new certificates for whoever connects from now on", listener=self._listener)

    def _failed(self, failure: Failure) -> None:
        sentence = str(failure.value) if failure.check(ConfigError) else failure.getErrorMessage()  # type: ignore[no-untyped-call]
        if sentence != self._told:
            self._told = sentence
            self._warn(f"the listener {self._listener} keeps its certificate, since the new one cannot be used: {sentence}")

    def _over(self, result: object) -> None:
        self._is_looking = False
