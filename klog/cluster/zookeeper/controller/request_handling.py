"""What the controller does for brokers and clients that ask: AlterPartition, ControlledShutdown, ElectLeaders, AllocateProducerIds, and the
return of leaders to their preferred replicas. These run one after the other, between the controller's rounds. Each may be begun again after
an error of ZooKeeper's: what was done already is found done.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from twisted.logger import Logger

from klog.cluster.replica_assignment import ReplicaAssignment
from klog.cluster.zookeeper.controller.alter_partition import Change, alter_partition
from klog.cluster.zookeeper.controller.pending_requests import PendingAlteration, not_controller
from klog.cluster.zookeeper.controller.reassignment_requests import Begin, begin_acts, judge, taken_out
from klog.cluster.zookeeper.controller.requested_elections import PREFERRED, UNCLEAN, all_partitions, by_topic, imbalanced, outcome, refusal
from klog.cluster.zookeeper.controller.term import Term
from klog.cluster.zookeeper.controller.writer import TermOver
from klog.cluster.zookeeper.producer_id_blocks import BLOCK_SIZE, BlockTaker
from klog.cluster.zookeeper.view import ClusterView
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsRequest, AllocateProducerIdsResponse
from klog.wire.messages.alter_partition import AlterPartitionResponse
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest, ControlledShutdownResponse, RemainingPartition
from klog.zookeeper.errors import BadVersionException

_log = Logger()


async def alter_partitions(term: Term, waiting: list[PendingAlteration]) -> None:
    """All AlterPartition requests that wait share their writes; those that are about the same partition come one after the other.

    :param waiting: whoever is answered is taken out.
    :raises TermOver: see there; all are answered then.
    :raises ZookeeperError: what is left has to be asked once more.
    """
    try:
        while waiting:
            now: list[tuple[PendingAlteration, AlterPartitionResponse]] = []
            changes: dict[TopicPartition, Change] = {}
            for each in list(waiting):
                altered = alter_partition(term.view, term.brokers, each.request, each.version, term.epoch)
                named = [change.at for change in altered.changes]
                if len(set(named)) != len(named):
                    waiting.remove(each)
                    each.refuse(KlogError(ErrorCode.INVALID_REQUEST, "a partition is named twice"))
                elif not changes.keys() & set(named):
                    changes.update(zip(named, altered.changes, strict=True))
                    now.append((each, altered.response))
            await term.writer.change(list(changes.values()))
            term.propagation.look(by_topic(changes))
            term.wake()
            for each, response in now:
                waiting.remove(each)
                each.fire(response)
    except TermOver:
        for each in waiting:
            each.refuse(not_controller())
        waiting.clear()
        raise


async def shut_down(term: Term, request: ControlledShutdownRequest) -> ControlledShutdownResponse:
    """Move what a broker leads elsewhere before it stops, and have it follow no more (``KafkaController.doControlledShutdown``). Partitions
    with a single replica stay with it to the end.

    :return: what it leads all the same, of partitions with several replicas.
    :raises KlogError: STALE_BROKER_EPOCH; BROKER_NOT_AVAILABLE, or UNKNOWN_SERVER_ERROR where an epoch is named: there is no such broker.
    """
    broker_id, epoch = request.broker_id, request.broker_epoch
    known = term.brokers.epoch(broker_id)
    if known is None and epoch == -1:
        raise KlogError(ErrorCode.BROKER_NOT_AVAILABLE, f"Broker id {broker_id} does not exist.")
    if known is None:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"Broker {broker_id} is not registered.")
    if epoch != -1 and epoch < known:
        raise KlogError(ErrorCode.STALE_BROKER_EPOCH, f"Broker {broker_id} was registered anew since epoch {epoch}, with {known}.")
    if broker_id not in term.brokers.leaving:
        term.brokers.leaving.add(broker_id)
        _log.info("broker {broker} is shutting down", broker=broker_id)
    await term.work(list(term.view.partitions_of(broker_id)))
    return ControlledShutdownResponse(
        remaining_partitions=[RemainingPartition(topic_name=at.topic, partition_index=at.partition) for at in _led_by(term, broker_id)]
    )


def _led_by(term: Term, broker_id: int) -> list[TopicPartition]:
    """Of partitions with several replicas."""
    found = []
    for at in sorted(term.view.partitions_of(broker_id)):
        topic = term.view.topics.get(at.topic)
        newest = None if topic is None else topic.newest(at.partition)
        if topic is None or newest is None or newest.state is None or at.topic in term.view.deletions:
            continue
        if newest.state.leader == broker_id and len(topic.assignment.get(at.partition, ())) > 1:
            found.append(at)
    return found


async def elect(term: Term, election_type: int, partitions: Sequence[TopicPartition] | None) -> dict[TopicPartition, KlogError | None]:
    """Elect leaders that are asked for (``KafkaController.processReplicaLeaderElection``).

    :param election_type: `PREFERRED` or `UNCLEAN`.
    :param partitions: None: all.
    :return: why a partition's election failed; None where it did not. Where all are asked for, without those that needed none.
    """
    wanted = all_partitions(term.view) if partitions is None else list(dict.fromkeys(partitions))
    results = {at: refusal(term.view, term.brokers, at, election_type) for at in wanted}
    tried = [at for at, error in results.items() if error is None]
    await term.work(tried, preferred=election_type == PREFERRED, unclean=election_type == UNCLEAN)
    for at in tried:
        results[at] = outcome(term.view, at, election_type)
    if partitions is None:
        results = {at: error for at, error in results.items() if error is None or error.code is not ErrorCode.ELECTION_NOT_NEEDED}
    return results


class Reassigning:
    """AlterPartitionReassignments (``KafkaController.processApiPartitionReassignment``), which may be called again after an error of
    ZooKeeper's.

    :param wanted: brokers by partition, the preferred leader first; None gives a move up.
    :param allows_other_count: whether the number of copies may change.
    """

    def __init__(self, wanted: Mapping[TopicPartition, Sequence[int] | None], allows_other_count: bool) -> None:
        self._wanted = wanted
        self._allows_other_count = allows_other_count
        #: What was written, and perhaps done.
        self._begun: set[TopicPartition] = set()

    async def __call__(self, term: Term) -> dict[TopicPartition, KlogError | None]:
        """What became of each partition; None where it moves, or lies as it is to. Everything written before is in the view."""
        results: dict[TopicPartition, KlogError | None] = {}
        begins: list[Begin] = []
        for at, target in self._wanted.items():
            found = judge(term.view, term.brokers, term.epoch, at, target, allows_other_count=self._allows_other_count)
            is_done = isinstance(found, KlogError) and found.code is ErrorCode.NO_REASSIGNMENT_IN_PROGRESS and at in self._begun
            results[at] = found if isinstance(found, KlogError) and not is_done else None
            if isinstance(found, Begin) and term.writer.is_set_aside(at.topic):
                results[at] = KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"ZooKeeper refuses to change topic {at.topic}; see the log")
            elif isinstance(found, Begin):
                begins.append(found)
        accepted = [at for at, error in results.items() if error is None]
        acts = [*begin_acts(term.view, begins), *taken_out(term.view, accepted)]
        if acts:
            self._begun.update(begin.at for begin in begins)
            await term.writer.act(acts)
            await term.work(begin.at for begin in begins)
        return results


def moves(view: ClusterView, partitions: Collection[TopicPartition] | None) -> dict[TopicPartition, ReplicaAssignment]:
    """Partitions that move (``KafkaController.processListPartitionReassignments``), by name.

    :param partitions: only of these; None: all.
    """
    if partitions is None:
        named = [TopicPartition(name, number) for name, topic in view.topics.items() if topic.moving for number in topic.moving]
    else:
        named = [at for at in set(partitions) if at.topic in view.topics]
    found = {at: view.topics[at.topic].replica_assignment(at.partition).kept() for at in sorted(named) if at.topic not in view.deletions}
    return {at: assignment for at, assignment in found.items() if assignment.is_moving}


async def bring_leaders_back(term: Term) -> None:
    """Leaders come back to their preferred replicas, where too many of a broker's are elsewhere."""
    found = imbalanced(term.view, term.brokers, term.settings.leader_imbalance_percentage)
    if found:
        _log.info("{count} partition(s) get their preferred leader back", count=len(found))
        await term.work(found, preferred=True)


async def allocate_producer_ids(term: Term, request: AllocateProducerIdsRequest, taker: BlockTaker) -> AllocateProducerIdsResponse:
    """Hand out a block of producer ids.

    :param taker: of this one request.
    :raises KlogError: BROKER_ID_NOT_REGISTERED, STALE_BROKER_EPOCH; UNKNOWN_SERVER_ERROR: there are no ids left.
    """
    known = term.brokers.epoch(request.broker_id)
    if known is None:
        raise KlogError(ErrorCode.BROKER_ID_NOT_REGISTERED, f"Broker {request.broker_id} is not registered.")
    if known != request.broker_epoch:
        raise KlogError(ErrorCode.STALE_BROKER_EPOCH, f"The epoch of broker {request.broker_id} is {known}.")
    while True:
        try:
            block = await taker.attempt(term.client)
        except BadVersionException:  # somebody took this one: the next
            term.writer.check()
            continue
        term.writer.check()
        return AllocateProducerIdsResponse(producer_id_start=block.first, producer_id_len=BLOCK_SIZE)
