"""What went wrong elsewhere: the published weaknesses of brokers like this one, each tried on klog, by its number.

docs/security.md has the table of them with klog's answers; the last test compares it with the numbers that stand in tests. Those that need
more than fits here stand elsewhere under their number: CVE-2018-1288 in tests/broker/cluster_lives/test_forged_replicas.py, CVE-2024-27309
in tests/broker/authorization/test_acl_index.py, CVE-2026-24281 in tests/zookeeper/test_connecting.py.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import pathlib
import re
import tracemalloc
from collections.abc import Iterator
from typing import Any
from unittest import mock

from twisted.logger import formatEvent, globalLogPublisher
from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl, AclOperation, AclResourceType
from klog.broker.authorization.api_rights import API_RIGHTS
from klog.broker.handler_table import HandlerTable
from klog.broker.lifecycle.assembly import StartRefused
from klog.broker.settings.settings import BrokerSettings
from klog.client.producing.producer import Producer
from klog.config import ConfigError
from klog.metrics import Metrics
from klog.net.sasl import Plain, SaslError, Scram, ScramServer, scram_credential
from klog.records.compression import compress
from klog.records.crc32c import crc32c
from klog.span import join_parts
from klog.testing.broker import MemoryBroker
from klog.wire.apis import APIS
from klog.wire.client import ClientConnection
from klog.wire.compiled_codec import decode, encode
from klog.wire.messages.alter_user_scram_credentials import AlterUserScramCredentialsRequest, ScramCredentialUpsertion
from klog.wire.messages.consumer_group_describe import ConsumerGroupDescribeRequest
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.primitives import WireError
from klog.wire.schema import Struct
from klog.zookeeper.secured_znodes import secured_acls
from tests.broker.authorization.closed_broker import ClosedBrokerCase
from tests.broker.authorization.test_all_apis import NO_ID, named
from tests.broker.rig import batch
from tests.broker.security.sasl_rig import FAILED, METADATA, SaslFixture, handshake, token
from tests.login_modules import PLAIN

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "security.md"
NUMBER = re.compile(r"CVE-\d{4}-\d{4,}")
#: Two thousand million elements, as the count of an array and as that of a compact one.
COUNTS = (b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff\x07", b"\xff\xff\xff\xff\x0f")
#: What the largest of these requests may make the decoder take.
LITTLE_BYTES = 1 << 20


def every_request() -> Iterator[tuple[Any, int]]:
    """Of each API in its lowest version and in its highest: a request that names one thing of each kind."""
    for _, api in sorted(APIS.items()):
        for version in sorted({api.versions.lowest, api.versions.highest}):
            yield named(api.request, version, "name", NO_ID, 0), version


class CountTests(SaslFixture):
    """CVE-2022-34917 (KAFKA-14063), CVE-2026-111108, CVE-2026-111115: a count makes room before there is anything to count."""

    def taken(self, frame: bytes) -> int:
        """What a broker takes when somebody sends it that who has not shown who he is, who must be cut off."""
        client = self.connect()
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        client.scripted.send(len(frame).to_bytes(4, "big") + frame)
        self.broker.run()
        _, most = tracemalloc.get_traced_memory()
        self.assertTrue(client.scripted.disconnected)
        return most - before

    def test_before_anybody_has_shown_who_he_is(self) -> None:
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        for count in COUNTS[1:]:
            tags_of_header = bytes.fromhex("0012 0003 00000001 ffff") + count
            tags_of_body = bytes.fromhex("0012 0003 00000001 ffff 00 02 61 02 61") + count
            text_of_body = bytes.fromhex("0012 0003 00000001 ffff 00") + count
            for frame in (tags_of_header, tags_of_body, text_of_body):
                self.assertLess(self.taken(frame), LITTLE_BYTES)

    def test_in_every_place_of_every_request(self) -> None:
        """The number where an array or a section of tags may begin, and nothing behind it."""
        places = 0
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        for message, version in every_request():
            data = join_parts(encode(message, version))
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            for place in range(min(len(data), 120)):
                for count in COUNTS:
                    places += 1
                    try:
                        decode(type(message), version, memoryview(data[:place] + count + b"\0\0\0\0"))
                    except WireError:
                        pass
            _, most = tracemalloc.get_traced_memory()
            self.assertLess(most - before, LITTLE_BYTES, f"{type(message).__name__} {version}")
        self.assertGreater(places, 5000)


class CompressionTests(SynchronousTestCase):
    """CVE-2023-34455, CVE-2026-111073: little that becomes much."""

    def test_bombs(self) -> None:
        """A broker takes no more than its bound, whatever a batch announces of itself, or says nothing about."""
        broker = MemoryBroker({"klog.max.uncompressed.bytes": str(1 << 20)}).start()
        self.addCleanup(broker.stop)
        broker.create_topics({"t": 1})
        client = broker.connect()
        data = batch(b"x" * (16 << 20))
        inner = data[61:]
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        for kind in (1, 2, 3, 4):
            small = _with_records(batch(b"x"), bytes(compress(kind, inner)), kind)
            self.assertLess(len(small), 1 << 20)
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            self.assertNotEqual(_produce(client, "t", small), 0)
            _, most = tracemalloc.get_traced_memory()
            self.assertLess(most - before, 8 << 20, f"codec {kind}")
        for announced in (b"\xff\xff\xff\xff\x0f" + b"\0aaaa", b"\x82SNAPPY\0" + bytes(7) + b"\1" + b"\x7f\xff\xff\xff" + b"abc"):
            self.assertNotEqual(_produce(client, "t", _with_records(batch(b"x"), announced, 2)), 0)
        self.assertEqual(_produce(client, "t", batch(b"fine")), 0)
        self.assertEqual([message.value for message in broker.messages("t")], [b"fine"])


def _with_records(whole: bytes, records: bytes, kind: int) -> bytes:
    """The batch with other bytes for its records, and everything in its header that follows from that."""
    made = bytearray(whole[:61] + records)
    made[8:12] = (len(made) - 12).to_bytes(4, "big")
    made[21:23] = kind.to_bytes(2, "big")
    made[17:21] = crc32c(bytes(made[21:])).to_bytes(4, "big")
    return bytes(made)


def _produce(client: Any, topic: str, records: bytes, transactional_id: str | None = None) -> int:
    data = [PartitionProduceData(index=0, records=records)]
    asked = ProduceRequest(
        transactional_id=transactional_id, acks=-1, timeout_ms=1000, topic_data=[TopicProduceData(name=topic, partition_data=data)]
    )
    return int(client.ask(asked, 9).responses[0].partition_responses[0].error_code)


class ArraysTests(SynchronousTestCase):
    """CVE-2026-83525: an array without elements ends a controller."""

    def test_none_and_the_same_twice(self) -> None:
        """Nothing of it is a mistake of the broker's own, and it serves on."""
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        broker.create_topics({"name": 1})
        dispatcher = broker.broker.dispatcher
        assert dispatcher is not None
        tried = 0
        for message, version in every_request():
            if (message.api_key, version) not in dispatcher.table.rows:
                continue
            for change in (_emptied, _doubled):
                client = broker.connect()
                client.send((change(message), version))
                broker.advance(0.01)
                client.hang_up()
                self.assertEqual(self.flushLoggedErrors(), [], f"{type(message).__name__} {version} {change.__name__}")
                tried += 1
        self.assertGreater(tried, 100)
        self.assertIn("name", {topic.name for topic in broker.connect().ask(*METADATA).topics})


def _emptied(message: Any) -> Any:
    return _changed(message, lambda values: [])


def _doubled(message: Any) -> Any:
    return _changed(message, lambda values: values * 2)


def _changed(message: Any, change: Any) -> Any:
    fields = {}
    for field in message.FIELDS:
        value = getattr(message, field.name)
        if isinstance(value, list):
            value = change([_changed(one, change) if isinstance(one, Struct) else one for one in value])
        elif isinstance(value, Struct):
            value = _changed(value, change)
        fields[field.name] = value
    return type(message)(**fields)


class RightsTests(ClosedBrokerCase):
    """What somebody may, and what is only said to be checked."""

    def allow(self, kind: AclResourceType, name: str, operation: AclOperation = AclOperation.ALL) -> Acl:
        acl = Acl(kind, name, "User:ANONYMOUS", operation)
        self.successResultOf(self.coordination.alter_acls(acl.resource, [acl], ()))
        return acl

    def test_cve_2026_41115(self) -> None:
        """ConsumerGroupDescribe: who may describe the group and not its topics hears nothing of its members."""
        self.successResultOf(self.coordination.create_topic("secret", [[1]], {}))
        self.allow(AclResourceType.GROUP, "g")
        acl = self.allow(AclResourceType.TOPIC, "secret")
        client = self.broker.connect()
        self.assertEqual(client.ask(FindCoordinatorRequest(key="g", key_type=0), 3).error_code, 0)
        self.broker.advance(1)
        joined = ConsumerGroupHeartbeatRequest(
            group_id="g", member_id="m", member_epoch=0, rebalance_timeout_ms=10_000, subscribed_topic_names=["secret"], topic_partitions=[]
        )
        self.assertEqual(client.ask(joined, 0).error_code, 0)
        asked = ConsumerGroupDescribeRequest(group_ids=["g"], include_authorized_operations=True)
        (group,) = client.ask(asked, 1).groups
        self.assertEqual((group.error_code, len(group.members)), (0, 1))
        self.successResultOf(self.coordination.alter_acls(acl.resource, (), [acl]))
        (group,) = client.ask(asked, 1).groups
        self.assertEqual((group.error_code, group.members), (29, []))
        self.assertNotIn("secret", str(group))

    def test_cve_2018_17196(self) -> None:
        """A batch of a transaction that nobody allowed (GHSA-47w3-66wq-cpxg): in the second partition, behind another batch, twice in one
        request, with an id or without."""
        self.successResultOf(self.coordination.create_topic("t", [[1], [1]], {}))
        self.allow(AclResourceType.TOPIC, "t")
        plain = batch(b"v")
        forged = batch(b"v", attributes=0x10, producer_id=1, producer_epoch=0, base_sequence=0)
        for transactional_id in (None, "not-his"):
            for parts in ([plain, forged], [forged, forged], [forged, plain], [forged + plain, plain]):
                data = [PartitionProduceData(index=index, records=records) for index, records in enumerate(parts)]
                topics = [TopicProduceData(name="t", partition_data=data)]
                asked = ProduceRequest(transactional_id=transactional_id, acks=-1, timeout_ms=1000, topic_data=topics)
                (answer,) = self.broker.connect().ask(asked, 9).responses
                self.assertEqual({one.error_code for one in answer.partition_responses}, {53}, (transactional_id, len(parts)))
        self.assertEqual(self.broker.messages("t"), [])
        # Behind another batch it is none of a transaction, and refused for being the second.
        self.assertEqual(_produce(self.broker.connect(), "t", plain + forged), 87)
        self.assertEqual(self.broker.messages("t"), [])
        self.assertEqual(_produce(self.broker.connect(), "t", plain), 0)

    def test_cve_2023_50976_and_cve_2026_105931(self) -> None:
        """APIs without any check: nothing is served of which nobody has said what it needs."""
        dispatcher = self.broker.broker.dispatcher
        assert dispatcher is not None
        for (key, version), row in dispatcher.table.rows.items():
            if version != row.handler.versions[0]:
                continue
            self.assertIn(key, API_RIGHTS)
            with mock.patch.dict(API_RIGHTS):
                del API_RIGHTS[key]
                self.assertRaises(ValueError, HandlerTable(Metrics()).add, row.handler)


class LoginTests(SaslFixture):
    """Whoever is not who he says."""

    def test_cve_2017_12610(self) -> None:
        """Acting for somebody else: the name that is wanted must be the one whose password is given."""
        credential = scram_credential("SCRAM-SHA-256", "secret", b"salt")
        for authzid, is_right in (("", True), ("alice", True), ("bob", False), ("alice ", False), ("ALICE", False)):
            client = self.connect()
            client.send(handshake(), token(f"{authzid}\0alice\0secret".encode()))
            self.broker.advance(1)
            self.assertEqual(client.receive()[-1].error_code, 0 if is_right else FAILED, authzid)
            server = ScramServer("SCRAM-SHA-256", {"alice": credential}.get)
            first = f"n,{authzid and f'a={authzid}'},n=alice,r=c".encode()
            if is_right:
                server.next(first)
            else:
                self.assertRaises(SaslError, server.next, first)
        self.assertEqual(self.principals(), {"User:alice"})

    def test_cve_2024_56128(self) -> None:
        """SCRAM: a final message with another nonce than the server's own: cut, longer, the client's alone, of another connection."""
        credential = scram_credential("SCRAM-SHA-256", "secret", b"salt")

        def exchange(nonce: Any) -> str | None:
            client = Scram("SCRAM-SHA-256", "alice", "secret", lambda: "client")
            server = ScramServer("SCRAM-SHA-256", {"alice": credential}.get, lambda: "server")
            final = client.next(server.next(client.first()))
            assert final is not None
            bare, challenge = "n=alice,r=client", "r=clientserver,s=c2FsdA==,i=4096"
            # What somebody makes who knows the password, so that nothing but the nonce is wrong.
            without = f"c=biws,r={nonce}"
            key = hmac.digest(hashlib.pbkdf2_hmac("sha256", b"secret", b"salt", 4096), b"Client Key", "sha256")
            signature = hmac.digest(hashlib.sha256(key).digest(), f"{bare},{challenge},{without}".encode(), "sha256")
            proof = bytes(left ^ right for left, right in zip(key, signature, strict=True))
            try:
                server.next(f"{without},p={base64.b64encode(proof).decode()}".encode())
            except SaslError:
                return None
            return server.username

        self.assertEqual(exchange("clientserver"), "alice")
        # librdkafka before 2.6.1.
        self.assertEqual(exchange("clientclientserver"), "alice")
        for nonce in (
            "client", "clientserve", "clientserver2", "server", "clientother", "", "otherclientserver", "serverclientserver",
            "clientclientserve", "clientclientclientserver", "clientclient",
        ):  # fmt: skip
            self.assertIsNone(exchange(nonce), nonce)

    def try_it(self, name: str, password: str) -> None:
        """With PLAIN, and wait for the answer however late it is."""
        self.connect().send(handshake(), token(Plain(name, password).first()))
        self.broker.advance(1)

    def test_cve_2021_38153(self) -> None:
        """The time that a wrong password takes tells nothing of the right one: secrets are compared in constant time, and nothing else."""
        compared: list[tuple[bytes, bytes]] = []
        original = hmac.compare_digest

        def noting(left: Any, right: Any) -> bool:
            compared.append((left, right))
            return original(left, right)

        self.patch(hmac, "compare_digest", noting)
        for password in ("secret", "secreT", "s", "x" * 1000):
            compared.clear()
            self.try_it("alice", password)
            ((left, right),) = compared
            self.assertEqual(len(left), len(right), "how long it is tells nothing either")
        compared.clear()
        self.try_it("nobody", "secret")
        self.assertEqual(len(compared), 1, "who is not known takes as long")

    def test_cve_2026_33558(self) -> None:
        """Passwords, and what they are made into, in the log: on no level, of whatever is right or wrong."""
        told: list[str] = []

        def observe(event: Any) -> None:
            told.append(formatEvent(event))
            told.append(str(event.get("log_failure", "")))

        globalLogPublisher.addObserver(observe)
        self.addCleanup(globalLogPublisher.removeObserver, observe)
        salted = hashlib.pbkdf2_hmac("sha256", b"pencil-of-carol", b"salt", 4096)
        admin = self.admin()
        change = ScramCredentialUpsertion(name="carol", mechanism=1, iterations=4096, salt=b"salt", salted_password=salted)
        self.assertEqual(admin.ask(AlterUserScramCredentialsRequest(upsertions=[change]), 0).results[0].error_code, 0)
        self.try_it("alice", "secret")
        self.try_it("alice", "wrong-of-alice")
        self.come_in(self.connect(), Scram("SCRAM-SHA-256", "carol", "pencil-of-carol"))
        bad = f'{PLAIN} user_alice="secret" user_bob="other" nonsense'
        error = self.assertRaises(StartRefused, MemoryBroker({**self.broker.properties, _PLAIN: bad}).start)
        self.assertTrue(told)
        everything = "\n".join([*told, str(error)])
        for word in ("pencil-of-carol", "wrong-of-alice", '"secret"', "\0secret", '"other"', salted.hex(), repr(salted)):
            self.assertNotIn(word, everything)


_PLAIN = "listener.name.sasl_plaintext.plain.sasl.jaas.config"


class SettingsTests(SaslFixture):
    """Settings that load classes, read files, ask servers, or let everybody in."""

    def test_cve_2023_25194_and_others_over_the_wire(self) -> None:
        """CVE-2025-27817, CVE-2025-27818, CVE-2025-27819: login modules of JNDI and LDAP, and files or URLs of OAuth."""
        admin = self.admin()
        for name, value in (
            (_PLAIN, 'com.sun.security.auth.module.JndiLoginModule required user.provider.url="ldap://x/";'),
            (_PLAIN, "com.sun.security.auth.module.LdapLoginModule required;"),
            ("listener.name.sasl_plaintext.oauthbearer.sasl.jaas.config", "x.OAuthBearerLoginModule required;"),
            ("listener.name.sasl_plaintext.oauthbearer.sasl.oauthbearer.token.endpoint.url", "file:///etc/passwd"),
            ("sasl.oauthbearer.jwks.endpoint.url", "http://169.254.169.254/"),
            ("config.providers", "file"),
        ):
            config = AlterableConfig(name=name, config_operation=0, value=value)
            resource = AlterConfigsResource(resource_type=4, resource_name=str(self.broker.broker.broker_id), configs=[config])
            (answer,) = admin.ask(IncrementalAlterConfigsRequest(resources=[resource]), 1).responses
            self.assertNotEqual(answer.error_code, 0, name)
            self.assertNotIn("ldap://", answer.error_message or "")

    def test_cve_2023_25194_and_others_at_the_start(self) -> None:
        jndi = {**self.broker.properties, _PLAIN: "com.sun.security.auth.module.JndiLoginModule required;"}
        self.assertRaises(StartRefused, MemoryBroker(jndi).start)
        url = {"listener.name.sasl_plaintext.sasl.oauthbearer.token.endpoint.url": "file:///etc/passwd"}
        self.assertRaises(ConfigError, BrokerSettings, {**self.broker.properties, **url})

    def test_cve_2024_31141(self) -> None:
        """Values from files and the environment: there is no such thing, and a value that asks for it is what it is."""
        self.assertRaises(ConfigError, BrokerSettings, {"config.providers": "env"})
        self.assertEqual(BrokerSettings({"klog.cluster.id": "${env:HOME}"}).string("klog.cluster.id"), "${env:HOME}")

    def test_cve_2026_110985_and_cve_2026_33557(self) -> None:
        """Tokens whose signature nobody looks at: OAUTHBEARER is not there, and a listener that wants it does not start."""
        for values in (
            {"sasl.enabled.mechanisms": "OAUTHBEARER"},
            {"sasl.enabled.mechanisms": "PLAIN,OAUTHBEARER"},
            {"listener.name.sasl_plaintext.sasl.enabled.mechanisms": "OAUTHBEARER"},
        ):
            error = self.assertRaises(StartRefused, MemoryBroker({**self.broker.properties, **values}).start)
            self.assertIn("OAUTHBEARER", str(error))
        client = self.connect()
        self.assertEqual(client.ask(*handshake("OAUTHBEARER")).error_code, 33)


class ClientTests(SynchronousTestCase):
    """klog's own clients, before a broker that lies, and their memory."""

    def test_cve_2026_10142_and_cve_2026_10143(self) -> None:
        """A length of two gigabytes, and as many rounds of hashing: neither is waited for."""
        connection = ClientConnection(max_frame_bytes=1 << 20)
        connection.request(MetadataRequest(topics=[]), 9)
        for length in (b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff", b"\x80\0\0\0"):
            self.assertRaises(WireError, ClientConnection(max_frame_bytes=1 << 20).receive, length + b"\0\0\0\0")
        for iterations in (2**31 - 1, 10**9, 1, 0, -1):
            client = Scram("SCRAM-SHA-256", "u", "p", lambda: "c")
            client.first()
            with mock.patch("hashlib.pbkdf2_hmac", side_effect=AssertionError("it hashes")):
                self.assertRaises(SaslError, client.next, b"r=cs,s=c2FsdA==,i=%d" % iterations)

    def test_cve_2026_35554(self) -> None:
        """A batch whose time is over while it is under way, and then records for another topic (KAFKA-19012): what arrives late is the
        old batch as it was, where it belongs, or nothing."""
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        broker.create_topics({"mine": 1, "others": 1})
        producer = Producer(broker.reactor, broker.bootstrap, delivery_timeout_ms=2000, request_timeout_ms=1000, linger_ms=0)
        broker.reactor.until(producer.send("mine", b"first"))
        broker.freeze()
        late = [producer.send("mine", b"m" * 1000) for _ in range(20)]
        for each in late:
            each.addErrback(lambda failure: None)
        broker.advance(5)
        self.assertTrue(all(each.called for each in late))
        sent = [producer.send("others", b"o" * 1000) for _ in range(20)]
        for each in sent:
            each.addErrback(lambda failure: None)
        broker.thaw()
        broker.advance(10)
        self.assertEqual({message.value for message in broker.messages("mine")} - {b"first", b"m" * 1000}, set())
        self.assertEqual({message.value for message in broker.messages("others")} - {b"o" * 1000}, set())
        stopped = producer.stopService()
        broker.advance(10)
        self.successResultOf(stopped)


class ZooKeeperTests(SynchronousTestCase):
    """As its clients brokers can close themselves the holes that were in its servers."""

    def test_cve_2024_51504_and_cve_2023_44981(self) -> None:
        """No list of klog's is by address, which a header could claim: who made a znode may change it, and nobody else."""
        for path in ("/config/users/alice", "/brokers/topics/t", "/kafka-acl/Topic/t", "/controller"):
            acls = secured_acls(path)
            assert acls is not None
            self.assertEqual({acl["scheme"] for acl in acls} - {"world", "auth"}, set())
            self.assertFalse(any(acl["scheme"] == "world" and acl["perms"] & ~1 for acl in acls), "others may read at most")

    def test_cve_2024_23944(self) -> None:
        """Watches tell names of what one may not read: what passwords are made of stands where nobody else may read."""
        for path in ("/config/users", "/config/users/alice", "/config/brokers/1"):
            acls = secured_acls(path)
            assert acls is not None
            self.assertEqual([acl["scheme"] for acl in acls], ["auth"])


class PageTests(SynchronousTestCase):
    """docs/security.md and the tests."""

    def test_each_has_its_test_and_its_answer(self) -> None:
        """In the table of the page, and in a test that is not this sentence."""
        _, _, table = PAGE.read_text(encoding="utf-8").partition("## What went wrong elsewhere")
        self.assertTrue(table)
        answered = {row.split("|")[1].strip(): row for row in table.splitlines() if row.startswith("| CVE")}
        listed = {number for row in answered for number in NUMBER.findall(row)}
        tested: set[str] = set()
        for path in (ROOT / "tests").rglob("test_*.py"):
            text = path.read_text(encoding="utf-8")
            tested |= set(NUMBER.findall(text))
            tested |= {found.upper().replace("_", "-") for found in re.findall(r"cve_\d{4}_\d{4,}", text)}
        self.assertEqual(listed, tested)
        for row in answered.values():
            self.assertGreater(len(row.split("|")[3].strip()), 20, row)
