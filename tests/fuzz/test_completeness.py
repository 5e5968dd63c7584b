"""Nothing is missing: every function of klog that makes something of bytes runs when the families decode what is valid, or stands below.

1. Which functions make something of bytes is read from klog's source: they unpack, decode, parse JSON or base64 (`_reads`). One that no
   family reaches is written down in `NOT_FUZZED` with the reason, or this test fails; so a new decoder cannot be forgotten.
2. Every message there is, in every version, has a decoder under its name; every znode, every ZooKeeper message.
3. Everything of the record codec, and each of the modules in Cython, is driven beside its plain twin.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
import pathlib
import pkgutil
import sys
import types
import unittest
from collections.abc import Iterator

import klog
from klog.records.contract import RecordsCodec
from klog.wire.schema import Message, RecordKey
from klog.zookeeper import consumer_znodes, replies, requests, znodes
from tests.fuzz.families import ledgers
from tests.fuzz.family import FAMILIES, decoders
from tests.fuzz.messages import versions
from tests.fuzz.running import try_one

KLOG = pathlib.Path(klog.__file__).parent
_CALLS = {"unpack", "unpack_from", "iter_unpack", "from_bytes", "frombytes", "loads", "decode", "b64decode", "urlsafe_b64decode", "fromhex"}
#: Functions that read bytes and that no family reaches, and why. A whole module ends with a colon.
NOT_FUZZED: dict[str, str] = {
    "klog/testing/": "fakes",
    # Hands on to a decoder that is driven itself.
    "klog/broker/handler_table.py:": "to klog.wire.compiled_codec",
    "klog/client/admin/paper_groups.py:": "to klog.zookeeper.consumer_znodes; the rest is shown",
    "klog/client/groups/paper/brokers.py:": "to BrokerRegistration",
    "klog/client/groups/paper/registries.py:": "to klog.zookeeper.consumer_znodes and znodes",
    "klog/cluster/zookeeper/acl_changes.py:alter_acls": "to AclZnode",
    "klog/cluster/zookeeper/acl_view.py:AclView._read": "to AclZnode",
    "klog/cluster/zookeeper/configs.py:ConfigView._read": "to ConfigZnode",
    "klog/cluster/zookeeper/controller/candidacy.py:": "to Controller and ControllerEpoch",
    "klog/zookeeper/user_znodes.py:change_user": "to ConfigZnode",
    "klog/cluster/zookeeper/identity.py:": "to ClusterId and BrokerRegistration",
    "klog/cluster/zookeeper/producer_id_blocks.py:": "to ProducerIdBlock and CopiedProducerIds",
    "klog/cluster/zookeeper/registration.py:_decoded": "to BrokerRegistration",
    "klog/cli/cluster/stale_registrations.py:_forget": "to BrokerRegistration",
    "klog/broker/security/source_users.py:read_users": "znodes, which have a family of their own",
    "klog/directory_mirror/job.py:DirectoryMirror._look_at_topic": "a topic's id, which decode_value has looked at",
    "klog/directory_mirror/registration.py:": "to znodes of klog.cluster",
    "klog/mirror/coordinator.py:Coordinator._look_at_topics": "a topic's id, which decode_value has looked at",
    "klog/mirror/link.py:Link._begin": "a topic's id, which decode_value has looked at",
    "klog/pull/task.py:decoded": "to klog.pull.decoding",
    "klog/spark/progress.py:EndOffsets.report": "to klog.spark.checkpoint",
    "klog/broker/plugin.py:_text_of": "text, to klog.net.key_stores",
    # One number of bytes that a decoder has read before, or the kernel's.
    "klog/net/tcp_transports.py:_Direct.unread_bytes": "what the kernel counts",
    "klog/broker/groups/assignors/heterogeneous.py:_id_order": "halves of a topic's id",
    "klog/broker/groups/metadata_hash.py:_hash": "halves of a topic's id",
    "klog/broker/groups/offsets.py:": "names of groups that were checked when they were read",
    "klog/broker/groups/offset_expiration.py:": "names of groups that were checked when they were read",
    "klog/broker/fetching/down_conversion.py:DownConverter._span": "the length of a stored batch; to_old_magic is driven itself",
    "klog/client/blocking/client.py:BlockingClient._produce": "of a batch of the caller's own",
    "klog/spark/checkpoint.py:mark_of": "eight bytes of a topic's id",
    "klog/storage/compaction/compaction.py:Compaction._chunks": "the length of a batch that `scan` has refused; tests/storage flips",
    "klog/storage/log/reading.py:LogReader._cut": "the offset of a batch that lies in the log; every byte is flipped in tests/damage",
    "klog/storage/segments/lookup.py:_entry": "numbers of an index entry; every byte is flipped in tests/damage",
    # Of klog's own making.
    "klog/cli/security/closed_cluster.py:_for_java": "two bytes of a text that is written",
    "klog/audit/record_hash.py:record_hash": "eight bytes of a digest",
    "klog/net/kept_credentials.py:format_credential": "base64 of a credential",
    "klog/broker/groups/migration.py:new_member_id": "random",
    "klog/client/groups/consumer/membership.py:ConsumerMembership.__init__": "random",
    "klog/cluster/state.py:new_cluster_id": "random",
    "klog/spark/marked_batches.py:marked_batch": "headers of the caller's own",
    "klog/pull/delta.py:": "numbers made of a hash",
    "klog/pull/runner.py:_Worker.answers": "what klog's own worker says, in a pipe",
    "klog/pull/worker.py:_listen": "what klog's own job says, in a pipe",
    "klog/pull/publish.py:Staging._made_here": "a lock of klog's own; anything else is somebody else's",
    "klog/cli/bench/runs.py:end_to_end.<locals>.take": "records that the same measurement wrote",
    # Text for people, or of the user's own.
    "klog/broker/groups/regexes.py:compile_pattern": "re2's words for a wrong pattern",
    "klog/cli/cluster/up.py:": "what a child printed, shown",
    "klog/cli/demo.py:Broker._wait_ready": "what a child printed, shown",
    "klog/cli/output.py:plain": "shown, whatever the bytes are",
    "klog/cli/profile/file.py:decode": "a file of the user's own",
    "klog/cli/text_files.py:read_text_file": "a file of the user's own",
    "klog/cli/formatting.py:write_all": "to the terminal",
    "klog/cli/suite/results/": "the suite's own file; cut and damaged ones have tests beside it",
    "klog/cli/suite/loads/": "what the suite's own programs printed",
    "klog/cli/suite/programs/connections.py:_Connection.receive": "the measured broker's answer: a wrong one ends the measurement",
    "klog/cli/suite/programs/open_loop.py:": "records that the same measurement wrote",
    "klog/cli/suite/programs/group_owners.py:watch.<locals>.owner_of": "shown",
    "klog/broker/transactions/transaction.py:Transaction.unpack": "what klog has packed, in memory",
    "klog/broker/transactions/transaction_table.py:": "what klog has packed, in memory",
    "klog/broker/transactions/produce_verification.py:": "numbers at fixed places of a batch whose length was looked at",
    "klog/net/ssl_settings.py:": "files of the user's own",
    "klog/zookeeper/embedded/": "what a child or its server printed, shown",
    "klog/zookeeper/recipes/election.py:Election._contenders": "names of contenders, whatever the bytes are",
    # The kernel's.
    "klog/cli/doctor/disk.py:lock_holder": "the kernel's answer",
    "klog/net/transport_probes.py:kernel_bytes": "the kernel's answer",
}


def _reads(path: pathlib.Path) -> Iterator[str]:
    """The qualified names of the functions in `path` that make something of bytes."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    aliases = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute) and node.value.attr in _CALLS
        for target in node.targets
        if isinstance(target, ast.Name)
    }

    def visit(node: ast.AST, name: str, inside: bool) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                is_function = not isinstance(child, ast.ClassDef)
                own = f"{name}.{child.name}" if name else child.name
                if is_function and any(_is_read(one, aliases) for one in _own_nodes(child)):
                    yield own
                yield from visit(child, f"{own}.<locals>" if is_function else own, is_function)
            else:
                yield from visit(child, name, inside)

    yield from visit(tree, "", False)


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """All of a function but the functions in it."""
    for child in ast.iter_child_nodes(function):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        yield child
        yield from _own_nodes(child)


def _is_read(node: ast.AST, aliases: set[str]) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    if isinstance(called, ast.Attribute):
        return called.attr in _CALLS
    if isinstance(called, ast.Name):
        return called.id in aliases or (called.id == "str" and len(node.args) > 1)
    return False


def reached() -> set[tuple[str, str]]:
    """(file, qualified name) of every function of klog that runs when the families decode their valid encodings and some that are cut."""
    seen: set[types.CodeType] = set()
    # One that a test before has made is made anew, which reads its schema.
    ledgers.reader_of_pull.cache_clear()

    def note(frame: types.FrameType, event: str, argument: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    for family in FAMILIES:
        # Made before the profile begins: encoders are no decoders.
        found = decoders(family)
        sys.setprofile(note)
        try:
            for decoder in found:
                for data in decoder.seeds:
                    with contextlib.suppress(Exception):
                        try_one(decoder, data)
                        try_one(decoder, data[: len(data) // 2])
        finally:
            sys.setprofile(None)
    return {(code.co_filename, code.co_qualname) for code in seen}


class CompletenessTests(unittest.TestCase):
    """See the module."""

    maxDiff = None

    def test_every_function_that_reads_bytes(self) -> None:
        ran = reached()
        missing, used = [], set()
        for path in sorted(KLOG.rglob("*.py")):
            inner = path.relative_to(KLOG.parent).as_posix()
            for name in _reads(path):
                if (str(path), name) in ran:
                    continue
                place = f"{inner}:{name}"
                excuse = next((key for key in NOT_FUZZED if place == key or (key[-1] in ":/" and place.startswith(key))), None)
                if excuse is None:
                    missing.append(place)
                else:
                    used.add(excuse)
        self.assertEqual(missing, [], "these make something of bytes, and no family of tests/fuzz reaches them")
        self.assertEqual(sorted(set(NOT_FUZZED) - used), [], "excuses that nobody needs")

    def test_every_message_in_every_version(self) -> None:
        for module in pkgutil.walk_packages(klog.__path__, "klog."):
            if module.name.startswith("klog.wire."):
                importlib.import_module(module.name)
        names = {decoder.name for family in ("requests", "responses", "group_records") for decoder in decoders(family)}
        waiting: list[type[Message]] = [Message]
        while waiting:
            cls = waiting.pop()
            waiting += cls.__subclasses__()
            if cls in (Message, RecordKey) or not cls.__module__.startswith("klog."):
                continue
            for version in versions(cls):
                self.assertIn(f"{cls.__name__} {version}", names)

    def test_every_znode_and_every_message_of_zookeeper(self) -> None:
        znode_names = {decoder.name for decoder in decoders("znodes")}
        for module in (znodes, consumer_znodes):
            for name, cls in inspect.getmembers(module, inspect.isclass):
                if cls.__module__ == module.__name__ and hasattr(cls, "decode"):
                    self.assertIn(name, znode_names)
        names = {decoder.name for decoder in decoders("zookeeper")}
        for module, what in ((requests, "request"), (replies, "reply")):
            for name, cls in inspect.getmembers(module, inspect.isclass):
                if cls.__module__ == module.__name__ and hasattr(cls, "decode") and not name.startswith("_") and name != "Request":
                    self.assertIn(f"{what} {name}", names)

    def test_all_of_the_record_codec(self) -> None:
        text = (pathlib.Path(__file__).parent / "families" / "batches.py").read_text(encoding="utf-8")
        for name, _ in inspect.getmembers(RecordsCodec, inspect.isfunction):
            if not name.startswith("_") and name != "build_batch":
                self.assertIn(f"codec.{name}(", text, f"{name} of RecordsCodec is driven by no family")
        # What is only written with, batches and columns that klog makes itself; and what adds up numbers that were read.
        written = {"_append", "_encode", "_tally"}
        for path in sorted((KLOG / "records").glob("_*.pyx")):
            if path.stem not in written | {"_fast"}:
                self.assertIn(path.stem, text, f"{path.name} is driven by no family")


if __name__ == "__main__":
    unittest.main()
