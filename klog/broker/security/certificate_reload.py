"""Certificates that are renewed while the broker runs: the key and trust stores of a listener are looked at again and again.

From time to time (``klog.ssl.reload.interval.ms``), and when somebody has changed a setting of TLS (``kafka-configs --alter --add-config
listener.name.<listener>.ssl.keystore.location=…``), the files are read, in a thread. Where nothing in them or in the settings has changed
nothing follows. Else the TLS of the listener is made anew as at the start; connections that there are go on as they are, and new ones
begin with the new certificate. But who showed a certificate that was revoked meanwhile (``klog.ssl.crl.location``), or whose time is over,
is cut off. What cannot be used (half a file, a key of another certificate, a missing file) changes nothing: the old certificate is shown
on, the log says why, once, and the next look may find it mended. Lists of revoked certificates that can be read are taken up beside a key
store that cannot: who is revoked does not stay because of that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from OpenSSL import SSL
from twisted.internet import ssl
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IOpenSSLContextFactory
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.in_thread import InThread
from klog.net.revocation import RevocationLists, ShownCertificate
from klog.net.ssl_settings import ReadFile
from klog.net.tls import revocation_lists, tls_options


class _Known(NamedTuple):
    """What TLS was made of: the settings, and of each file a digest."""

    settings: str
    files: Mapping[str, bytes]


class _Loaded(NamedTuple):
    """TLS as settings and files make it now.

    :ivar made: None where it cannot be made, for `trouble`.
    """

    revoked: RevocationLists
    made: tuple[_Known, ssl.CertificateOptions] | None
    trouble: ConfigError | None = None


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
        #: Those who wait for the next look.
        self._waiting: list[Deferred[None]] = []
        loaded = self._load(values(), None)
        assert loaded is not None
        if loaded.made is None:
            assert loaded.trouble is not None
            raise loaded.trouble
        self._revoked = loaded.revoked
        self._known, self._options = loaded.made

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
        """Take up what is new; fires when that is done, or nothing was to do. Never fails. What changes while one looks is found by another
        look after that."""
        ended: Deferred[None] = Deferred()
        self._waiting.append(ended)
        if not self._is_looking:
            self._look()
        return ended

    def _look(self) -> None:
        self._is_looking = True
        waiting, self._waiting = self._waiting, []
        values, known = dict(self._values()), self._known
        looked = self._run_in_thread(lambda: self._load(values, known))
        looked.addCallbacks(self._loaded, self._failed).addBoth(self._over, waiting)

    def _load(self, values: Mapping[str, str], known: _Known | None) -> _Loaded | None:
        """In a thread: the TLS that settings and files make now; None where they are what is `known`."""
        settings = repr(sorted((name, value) for name, value in values.items() if "ssl." in name))
        if known is not None and settings == known.settings and self._are_same(known.files):
            return None
        read: dict[str, bytes] = {}

        def read_file(path: str) -> bytes:
            if path not in read:
                read[path] = self._read_file(path)
            return read[path]

        revoked = revocation_lists(values, self._listener, read_file)
        try:
            options = tls_options(values, self._listener, read_file)
        except ConfigError as error:
            return _Loaded(revoked, None, error)
        return _Loaded(revoked, (_Known(settings, {path: _digest(content) for path, content in read.items()}), options))

    def _are_same(self, files: Mapping[str, bytes]) -> bool:
        """Whether there is in all of them what there was: then nothing has to be made of it again."""
        try:
            return all(_digest(self._read_file(path)) == digest for path, digest in files.items())
        except (OSError, ValueError):
            return False

    def _loaded(self, loaded: _Loaded | None) -> None:
        if loaded is None:
            self._told = ""
            return
        self._revoked = loaded.revoked
        if loaded.made is None:
            self._tell(str(loaded.trouble))
            return
        self._told = ""
        self._known, self._options = loaded.made
        self.log.info("the listener {listener} goes by its new certificates for whoever connects from now on", listener=self._listener)

    def _failed(self, failure: Failure) -> None:
        self._tell(str(failure.value) if failure.check(ConfigError) else failure.getErrorMessage())  # type: ignore[no-untyped-call]

    def _tell(self, sentence: str) -> None:
        if sentence != self._told:
            self._told = sentence
            self._warn(f"the listener {self._listener} keeps its certificate, since the new one cannot be used: {sentence}")

    def _over(self, result: object, waiting: list[Deferred[None]]) -> None:
        self._is_looking = False
        if self._waiting:
            self._look()
        for each in waiting:
            each.callback(None)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()
