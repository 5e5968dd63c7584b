"""Which of the source's users a link carries, and what of that can be carried: pure decisions.

No broker tells what it keeps of a password, and klog has no request that would: whoever has that can try passwords at leisure, and be taken
for the broker by the user's clients (KIP-554 leaves it out for the same reason). Over the wire a link therefore learns only who has a
password of which mechanism; whom we lack is told (`missing_users`), and set by an operator. Where the source's brokers keep their users in
a ZooKeeper which ours were given to read, passwords come as they are kept there (`users_to_change`):

=====================  ===========================  ================================================================================
at the source          here                         what follows
=====================  ===========================  ================================================================================
has a password         none                         it is set here
has a password         the same, salt and all       nothing; from now on it counts as carried
has a password         another, that was carried    the source's new one is set here
has a password         another                      it is an operator's: left alone, and told
none (any more)        one that was carried         it is taken away
none                   any other                    likewise an operator's: left alone
=====================  ===========================  ================================================================================

Who may do everything here (``super.users``), or by a rule change this cluster, and as whom our brokers come to each other, is never set by
a source: whoever administers it would administer this cluster.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping

from klog.mirror.decisions.topics import is_named
from klog.net.kept_credentials import usable_credential
from klog.net.sasl import HASHES

#: What is kept of users, by name and mechanism.
Kept = Mapping[str, Mapping[str, str]]


@dataclasses.dataclass(slots=True)
class UserChanges:
    """What is to be done.

    :ivar wanted: passwords to be set, by user and mechanism, as they are kept.
    :ivar removed: mechanisms of which a user's password is to be taken away.
    :ivar carried: users that are here by the link when that is done, and of which mechanisms.
    :ivar problems: what is not carried, in sentences that tell nothing of any password.
    """

    wanted: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)
    removed: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    carried: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    problems: list[str] = dataclasses.field(default_factory=list)


def users_to_change(
    there: Kept, here: Kept, carried: Mapping[str, Collection[str]], patterns: Collection[str], protected: Collection[str]
) -> UserChanges:
    """The table of the module.

    :param there: all that the source keeps of its users; `here` likewise.
    :param carried: users that came from the source before, and of which mechanisms.
    :param patterns: users whom the link names (`klog.mirror.decisions.topics.is_named`).
    :param protected: users who are never set.
    """
    found = UserChanges()
    for user in sorted({*there, *carried}):
        if user in protected:
            if user in there and is_named(user, patterns):
                found.problems.append(
                    f"user {user} is one of this cluster's own (super.users, who may change it by a rule, or its brokers'), and is never "
                    "set by a source"
                )
            continue
        kept: list[str] = []
        for mechanism in HASHES:
            wanted = there.get(user, {}).get(mechanism) if is_named(user, patterns) else None
            now = here.get(user, {}).get(mechanism)
            is_ours = mechanism in carried.get(user, ())
            if wanted is not None and not _is_usable(mechanism, wanted):
                found.problems.append(f"user {user}: what the source keeps for {mechanism} is no password")
                wanted = now if is_ours else None
            if wanted is None:
                if is_ours and now is not None:
                    found.removed.setdefault(user, []).append(mechanism)
            elif now in (None, wanted) or is_ours:
                kept.append(mechanism)
                if now != wanted:
                    found.wanted.setdefault(user, {})[mechanism] = wanted
            else:
                found.problems.append(f"user {user} has another password of {mechanism} here, which stays")
        if kept:
            found.carried[user] = tuple(kept)
    return found


def _is_usable(mechanism: str, text: str) -> bool:
    try:
        usable_credential(mechanism, text)
    except ValueError:
        return False
    return True


def missing_users(
    there: Mapping[str, Iterable[tuple[str, int]]], here: Mapping[str, Collection[str]], patterns: Collection[str]
) -> list[str]:
    """Sentences about passwords that the source has, and that are missing here.

    :param there: mechanism and iterations of each, by user; `here` mechanisms alone.
    """
    return [
        f"user {user} has a password of {mechanism} ({iterations} iterations) at the source, and none here: no broker tells it, so set it "
        f"here (klog user set-password {user} --mechanism {mechanism})"
        for user in sorted(there)
        if is_named(user, patterns)
        for mechanism, iterations in there[user]
        if mechanism not in here.get(user, ())
    ]
