"""`Counter`: a number that many change, each by so much, none of whose changes is lost or done twice, but for one case.

It stands as text in one node, as kazoo's `Counter` has it; a node that is empty, or not there, counts for the default. Each change names
the version that it was made from; where an answer is lost, it is looked whether the change is there before it is judged
(`klog.zookeeper.retrying.retry_change`). The node does not tell who wrote it: where a request is lost before it is done, and another one
makes the very same change of the very same number before it is looked, both changes count as one.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import NoNodeException
from klog.zookeeper.protocol import Stat
from klog.zookeeper.recipes.nodes import ensure_path
from klog.zookeeper.retrying import retry, retry_change


class Counter:
    """See above.

    ::

        counter = Counter(client, "/service/restarts")
        print(await counter.add(1))

    :param default: what it is before anybody has changed it.
    """

    def __init__(self, client: ZookeeperClient, path: str, default: int = 0) -> None:
        self.path = path
        self._client = client
        self._default = default

    def value(self) -> Deferred[int]:
        """What it is now.

        Fails with `ValueError` where something else than a whole number stands there, and with `ZookeeperError`.
        """
        return Deferred.fromCoroutine(self._value())

    def add(self, amount: int) -> Deferred[int]:
        """Change it; fires with what it is then.

        Fails as `value`; with `TypeError` where `amount` is no whole number; with `BadVersionException` where others are faster all the
        time, and with `ConnectionLossException` where an answer was lost and others have changed it since, so that nobody can tell whether
        it was done.
        """
        return Deferred.fromCoroutine(self._add(amount))

    async def _value(self) -> int:
        try:
            data, _ = await retry(self._client, self._client.get, self.path)
        except NoNodeException:
            return self._default
        return self._read(data)

    async def _add(self, amount: int) -> int:
        if not isinstance(amount, int):
            raise TypeError(f"a counter is changed by a whole number, not by {amount!r}")
        if amount == 0:
            # To write what is there already would not be a change.
            return await self._value()

        def changed(data: bytes | None, stat: Stat | None) -> bytes:
            return b"%d" % (self._read(data) + amount)

        await ensure_path(self._client, self.path)
        data, _ = await retry_change(self._client, self.path, changed)
        return self._read(data)

    def _read(self, data: bytes | None) -> int:
        if not data:
            return self._default
        try:
            return int(data)
        except ValueError:
            raise ValueError(f"{self.path} is no counter: {data[:40]!r} stands there") from None
