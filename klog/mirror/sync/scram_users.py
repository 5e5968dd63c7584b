"""Carries users of SCRAM (`klog.mirror.decisions.users`): their passwords where the source's ZooKeeper may be read, else who is missing.

Where that ZooKeeper is, and how one shows there who one is, stands in the settings of our brokers
(``klog.mirror.source.LINK.zookeeper.…``), which read it for us: whoever may write the state topic chooses neither. It has to be that of the
cluster that is copied.
"""

from __future__ import annotations

from klog.client.admin.admin import Admin
from klog.client.retry import ClientStopped
from klog.errors import ErrorCode, KlogError
from klog.mirror.copies import Host
from klog.mirror.decisions.carried import CarriedUsers, SyncState
from klog.mirror.decisions.records import Key, encode_value
from klog.mirror.decisions.users import Kept, missing_users, users_to_change
from klog.mirror.group_copying import ASK_TIMEOUT_MS
from klog.mirror.sync.kinds import LinkRound

#: The names of all users that are carried stand in one record, which has to fit into a batch.
MOST_BYTES = 900_000


class ScramUsers:
    """See the module.

    :param own: administration of our own cluster.
    """

    def __init__(self, host: Host, own: Admin) -> None:
        self._host = host
        self._own = own

    async def sync(self, round_: LinkRound) -> SyncState:
        """Have the users here be as they should, or tell whom we lack. Raises KlogError, `ClientStopped`."""
        reading = self._host.source_users(round_.name)
        if reading is None:
            return SyncState.of(0, 0, await self._missing(round_))
        cluster_id, there = await reading
        if cluster_id != round_.picture.source_id:
            raise KlogError(
                ErrorCode.INCONSISTENT_CLUSTER_ID,
                f"the ZooKeeper named for its users is that of cluster {cluster_id}, and the source is {round_.picture.source_id}; "
                "no user is carried",
            )
        return await self._carry(round_, there)

    async def _carry(self, round_: LinkRound, there: Kept) -> SyncState:
        before = round_.picture.users.users if round_.picture.users is not None else {}
        here = self._host.user_configs()
        found = users_to_change(there, here, before, round_.definition.users, self._host.protected_users())
        going = {user: tuple(mechanisms) for user, mechanisms in found.removed.items()}
        known = {user: (*found.carried.get(user, ()), *going.get(user, ())) for user in {*found.carried, *going}}
        count = len(encode_value(CarriedUsers(known)))
        if count > MOST_BYTES:
            raise KlogError(
                ErrorCode.MESSAGE_TOO_LARGE,
                f"the names of the users to be carried take {count} bytes, and {MOST_BYTES} fit into the state of mirrors: none is set or "
                "taken away; name fewer (klog mirror alter --users)",
            )
        # What is set is written down before, and what goes afterwards: else it would count as an operator's after a kill.
        await self._keep(round_, known)
        problems, refused = list(found.problems), set()
        for user in sorted({*found.wanted, *found.removed}):
            try:
                await self._host.alter_user(user, found.wanted.get(user, {}), found.removed.get(user, ()))
            except ClientStopped:
                raise
            except KlogError as error:
                refused.add(user)
                problems.append(f"user {user}: {error.message}")
        if not refused:
            await self._keep(round_, found.carried)
        return SyncState.of(sum(map(len, found.carried.values())), 0, problems)

    async def _keep(self, round_: LinkRound, users: dict[str, tuple[str, ...]]) -> None:
        record = CarriedUsers(dict(sorted(users.items())))
        known = round_.picture.users
        if record != (CarriedUsers({}) if known is None else known):
            await round_.write({Key("users", round_.name): record})
            round_.picture.users = record

    async def _missing(self, round_: LinkRound) -> list[str]:
        there = await _described(round_.link.source, "the source")
        here = await _described(self._own, "this cluster")
        return missing_users(there, {user: [name for name, _ in each] for user, each in here.items()}, round_.definition.users)


async def _described(admin: Admin, whose: str) -> dict[str, list[tuple[str, int]]]:
    try:
        found = await admin.describe_scram_users(timeout_ms=ASK_TIMEOUT_MS)
    except ClientStopped:
        raise
    except KlogError as error:
        why = {
            ErrorCode.CLUSTER_AUTHORIZATION_FAILED: "the right to describe the cluster is missing",
            ErrorCode.UNSUPPORTED_VERSION: "its brokers are older than Kafka 2.7",
        }.get(error.code, error.message)
        raise KlogError(error.code, f"{whose} does not tell who its users are: {why}") from error
    return {user: [(one.mechanism.mechanism, one.iterations) for one in each] for user, each in found.done.items()}
