"""Users of SCRAM, as a cluster keeps them now (`klog.net.kept_credentials` says how a credential is written)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import partial

from klog.net.kept_credentials import format_credential, usable_credential
from klog.net.sasl import HASHES, MIN_ITERATIONS, ScramCredential, ScramMechanism, make_salt

#: By number.
MECHANISMS: Mapping[int, str] = {int(each): each.mechanism for each in ScramMechanism}
assert set(MECHANISMS.values()) == set(HASHES)


class ScramUsers:
    """The users of a cluster, as they are now.

    :param user_configs: what the cluster keeps of users now (`klog.cluster.interfaces.ICoordination.user_configs`).
    :param warn: told once of each credential that cannot be read.
    :param cluster_id: by which the salts that strangers are told are the same on all brokers, and after a restart. Who is in learns it;
        who is not cannot tell a stranger's salt from one that belongs to a password.
    """

    def __init__(
        self,
        user_configs: Callable[[], Mapping[str, Mapping[str, str]]],
        warn: Callable[[str], None],
        cluster_id: Callable[[], str] = lambda: "",
    ) -> None:
        self._user_configs = user_configs
        self._cluster_id = cluster_id
        self._warn = warn
        self._told: set[tuple[str, str, str]] = set()

    def of(self, mechanism: str) -> Callable[[str], ScramCredential | None]:
        """From a user's name to his credential of `mechanism`; None where he has none."""
        return partial(self._credential, mechanism)

    def strangers_secret(self) -> bytes:
        """See `klog.net.sasl.strangers_credential`."""
        return hashlib.sha256(f"strangers of {self._cluster_id()}".encode()).digest()

    def _credential(self, mechanism: str, name: str) -> ScramCredential | None:
        text = self._user_configs().get(name, {}).get(mechanism)
        if text is None:
            # Reading one takes longer than all the rest: for whom there is none it would be told by the time.
            usable_credential(mechanism, _NOBODYS[mechanism])
            return None
        try:
            credential = usable_credential(mechanism, text)
        except ValueError as error:
            key = (mechanism, name, text)
            if key not in self._told and len(self._told) < _MOST_TOLD:
                self._told.add(key)
                self._warn(f"the credential of {mechanism} of user {name!r} cannot be read, and nobody gets in by it: {error}")
            return None
        return credential


def _nobodys(mechanism: str) -> str:
    size = hashlib.new(HASHES[mechanism]).digest_size
    return format_credential(ScramCredential(make_salt(), MIN_ITERATIONS, bytes(size), bytes(size)))


#: As long as those of passwords, and of none.
_NOBODYS: Mapping[str, str] = {mechanism: _nobodys(mechanism) for mechanism in HASHES}
#: Damaged credentials that are told of.
_MOST_TOLD = 100
