"""The command ``klog`` on a real broker: beside kcat, in a terminal of 80 columns, through pipes, and typed wrongly.

``KLOG_INSTEAD=4.3.1`` runs all of it on Apache Kafka.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import io
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any, ClassVar
from unittest import mock

from klog.cli import main
from klog.cli.output import safe
from tests import peers
from tests.integration.command import KLOG, Ended, environment, in_terminal, piped
from tests.integration.group_brokers import INSTEAD, QUICK, KafkaBroker
from tests.integration.running import KlogBroker

_OURS = re.compile(rb"\x1b\[(?:K|H|2J|[0-9;]*m)|\r")


class OnBroker(unittest.TestCase):
    """One broker for all tests of a class."""

    broker: ClassVar[Any]
    folder: ClassVar[pathlib.Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-cli-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        settings = {**QUICK, "offsets.topic.num.partitions": "4"}
        if INSTEAD:
            cls.broker = KafkaBroker(INSTEAD, cls.folder / "broker", settings={**settings, "offsets.topic.replication.factor": "1"}).start()
        else:
            cls.broker = KlogBroker(cls.folder / "broker", settings=settings).start()
        cls.addClassCleanup(cls.broker.stop)

    def klog(self, *arguments: str, data: bytes = b"", timeout: float = 60) -> Ended:
        return piped(*arguments, data=data, timeout=timeout, bootstrap=self.broker.address)

    def cat(self, *arguments: str, data: bytes = b"") -> Ended:
        return self.klog("cat", "-b", self.broker.address, *arguments, data=data)

    def fine(self, ended: Ended) -> Ended:
        self.assertEqual(ended.code, 0, ended.remarks)
        self.assertNotIn("Traceback", ended.remarks)
        return ended

    def make(self, *names: str, partitions: int = 1) -> tuple[str, ...]:
        self.fine(self.klog("topic", "create", *names, "-p", str(partitions)))
        return names


class BesideKcatTests(OnBroker):
    """The same flags, the same input, the same output."""

    @classmethod
    def setUpClass(cls) -> None:
        peers.program("kcat")
        super().setUpClass()

    def kcat(self, *arguments: str, data: bytes = b"") -> Ended:
        command = [peers.program("kcat"), "-b", self.broker.address, *arguments]
        done = subprocess.run(command, input=data, capture_output=True, timeout=60, env=environment())
        return Ended(done.returncode, done.stdout, done.stderr)

    def same(self, *arguments: str, data: bytes = b"") -> Ended:
        """Both print the same and end well."""
        theirs, ours = self.kcat(*arguments, data=data), self.fine(self.cat(*arguments, data=data))
        self.assertEqual(ours.out, theirs.out, (arguments, ours.remarks, theirs.remarks))
        self.assertEqual(theirs.code, 0, theirs.remarks)
        return ours

    def test_producing(self) -> None:
        data = b"a:1\nb:2\n\nc:\n:d\nno;key\nk:x:y\nlast"
        shown = "%p %o %k %K %s %S %h|"
        table: tuple[tuple[str, ...], ...] = (
            (),
            ("-K:",),
            ("-K:", "-Z"),
            ("-K:", "-k", "fixed"),
            ("-k", "fixed", "-H", "a=b", "-H", "c", "-H", "d="),
            ("-D;",),
            ("-D", "\\n\\n"),
            ("-D\\x3b", "-K", "::"),
            ("-c", "2"),
            ("-T",),
            ("-z", "gzip"),
            ("-X", "compression.codec=zstd", "-X", "topic.acks=1"),
        )
        self.make(*(f"p{number}-{who}" for number in range(len(table)) for who in ("ours", "theirs")))
        for number, flags in enumerate(table):
            ours, theirs = f"p{number}-ours", f"p{number}-theirs"
            mine = self.fine(self.cat("-P", "-t", ours, *flags, data=data))
            other = self.kcat("-P", "-t", theirs, *flags, data=data)
            self.assertEqual(mine.out, other.out, flags)
            read = ("-C", "-e", "-q", "-f", shown)
            self.assertEqual(self.kcat(*read, "-t", ours).out, self.kcat(*read, "-t", theirs).out, flags)

    def test_producing_files(self) -> None:
        files = []
        for name, data in (("one", b"first\nfile"), ("empty", b""), ("two", b"second")):
            (self.folder / name).write_bytes(data)
            files.append(str(self.folder / name))
        self.make(*(f"files{number}-{who}" for number in range(3) for who in ("ours", "theirs")))
        for flags, paths in (((), files), (("-l",), files[:1]), (("-k", "x"), files)):
            ours, theirs = (f"files{len(flags)}-{who}" for who in ("ours", "theirs"))
            self.fine(self.cat("-P", "-t", ours, *flags, *paths))
            self.kcat("-P", "-t", theirs, *flags, *paths)
            read = ("-C", "-e", "-q", "-J")
            stripped = [re.sub(rb'"(topic|ts)":("[^"]*"|\d+)', b"", self.kcat(*read, "-t", name).out) for name in (ours, theirs)]
            self.assertEqual(stripped[0], stripped[1], flags)

    def test_keys_go_to_the_same_partitions(self) -> None:
        data = b"".join(b"key-%d:v\n" % number for number in range(200))
        table = ((), ("-X", "partitioner=murmur2_random"), ("-X", "partitioner=fnv1a"))
        self.make(*(f"keys{number}-{who}" for number in range(3) for who in ("ours", "theirs")), partitions=5)
        for number, flags in enumerate(table):
            places = []
            for who, run in (("ours", self.cat), ("theirs", self.kcat)):
                topic = f"keys{number}-{who}"
                self.assertEqual(run("-P", "-K:", "-t", topic, *flags, data=data).code, 0)
                places.append(sorted(self.kcat("-C", "-e", "-q", "-t", topic, "-f", "%p %k\n").out.splitlines()))
            self.assertEqual(len(places[0]), 200)
            self.assertEqual(places[0], places[1], flags)

    def test_consuming(self) -> None:
        (topic,) = self.make("c1")
        self.kcat("-P", "-K:", "-t", topic, "-H", "h=1", "-H", "n", data=b'a:1\nb:"quoted" \x01\xc3\xa4\n:\nno key\n\xff:\xfe\n')
        self.kcat("-P", "-Z", "-K:", "-t", topic, data=b"k:\n:v\n")
        for flags in (
            (),
            ("-q",),
            ("-J",),
            ("-J", "-D", ";"),
            ("-K:",),
            ("-K", " -> ", "-Z"),
            ("-Z",),
            ("-D", "\\x01"),
            ("-f", "%t [%p] at %o: key %k (%K): %s (%S) %T %h %R%%\\n"),
            ("-f", "\\t%s\\x41\\101\\q\\\\\\n", "-Z"),
            ("-s", "key=s", "-K:"),
            ("-s", "value=c"),
            ("-o", "beginning"),
            ("-o", "end"),
            ("-o", "2"),
            ("-o", "-2"),
            ("-o", "-100"),
            ("-o", "s@0"),
            ("-o", "s@99999999999999"),
            ("-o", "s@0", "-o", "e@1"),
            ("-c", "3"),
            ("-p", "0"),
            ("-u",),
            ("-X", "auto.offset.reset=earliest", "-o", "9999"),
            ("-O",),
        ):
            self.same("-C", "-e", "-t", topic, *flags)

    def test_numbers_are_unpacked(self) -> None:
        (topic,) = self.make("c2")
        self.fine(self.cat("-P", "-t", topic, "-D", "|", data=bytes(range(1, 16))))
        for pack in ("b", "B h", ">H", "i", "I q", "ccs", "bs", "Q"):
            self.same("-C", "-e", "-q", "-t", topic, "-s", f"value={pack}")

    def test_several_partitions_have_the_same_records(self) -> None:
        (topic,) = self.make("c3", partitions=3)
        self.kcat("-P", "-K:", "-t", topic, data=b"".join(b"k%d:%d\n" % (number, number) for number in range(50)))
        flags = ("-C", "-e", "-t", topic, "-f", "%p %o %s\n")
        self.assertEqual(sorted(self.cat(*flags).out.splitlines()), sorted(self.kcat(*flags).out.splitlines()))
        ours, theirs = (
            sorted(re.findall(r"% Reached end of topic \S+ \[\d\] at offset \d+", run(*flags).remarks)) for run in (self.cat, self.kcat)
        )
        self.assertEqual(ours, theirs)
        self.same("-C", "-e", "-t", topic, "-p", "1")

    def test_listing(self) -> None:
        (topic,) = self.make("l1", partitions=3)
        for flags in ((), ("-J",), ("-t", topic), ("-t", topic, "-J")):
            self.same("-L", *flags)

    def test_querying(self) -> None:
        (topic,) = self.make("q1", partitions=2)
        self.kcat("-P", "-p", "0", "-t", topic, data=b"a\n")
        time.sleep(0.01)
        now = int(time.time() * 1000)
        self.kcat("-P", "-p", "0", "-t", topic, data=b"b\n")
        for question in (f"{topic}:0:0", f"{topic}:0:{now}", f"{topic}:0:-1", f"{topic}:0:-2", f"{topic}:1:5", f"{topic}:0:99999999999999"):
            self.same("-Q", "-t", question)
            self.same("-Q", "-J", "-t", question)
        self.same("-Q", "-t", f"{topic}:1:0", "-t", f"{topic}:0:{now}")

    def test_groups(self) -> None:
        (topic,) = self.make("g1")
        self.kcat("-P", "-t", topic, data=b"1\n2\n3\n")
        for number, flags in enumerate((("-o", "beginning"), ("-o", "-1"), ("-X", "auto.offset.reset=earliest"), ("-o", "1", "-J"))):
            outs = []
            for who, run in (("ours", self.cat), ("theirs", self.kcat)):
                ended = run("-G", f"{who}-{number}", "-e", *flags, topic)
                self.assertEqual(ended.code, 0, ended.remarks)
                self.assertIn("% Waiting for group rebalance", ended.remarks)
                self.assertIn(f"assigned: {topic} [0]", ended.remarks)
                self.assertIn(f"% Reached end of topic {topic} [0] at offset 3: exiting", ended.remarks)
                outs.append(ended.out)
            self.assertEqual(outs[0], outs[1], flags)
        # Each goes on where the other stopped.
        self.kcat("-P", "-t", topic, data=b"4\n")
        self.assertEqual(self.kcat("-G", "ours-2", "-e", "-q", topic).out, b"4\n")
        self.assertEqual(self.fine(self.cat("-G", "theirs-2", "-e", "-q", topic)).out, b"4\n")
        self.assertEqual(self.fine(self.cat("-G", "ours-2", "-e", "-q", f"^{topic[:1]}[0-9]")).out, b"")

    def test_configuration_files(self) -> None:
        file = self.folder / "kcat.conf"
        file.write_text(f"# ours\nbootstrap.servers={self.broker.address}\n\ncompression.codec=lz4\n")
        theirs = subprocess.run([peers.program("kcat"), "-F", str(file), "-L"], capture_output=True, env=environment())
        ours = piped("cat", "-F", str(file), "-L")
        self.assertEqual(self.fine(ours).out, theirs.stdout)


class NewUserTests(OnBroker):
    """What somebody types who has never used it, in a terminal of 80 columns and through a pipe."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.long = "a-topic-with-" + "quite-a-long-name-" * 8
        for arguments in (("topic", "create", "orders", "-p", "3"), ("topic", "create", cls.long)):
            assert piped(*arguments, bootstrap=cls.broker.address).code == 0
        data = b"".join(b"%d\n" % number for number in range(1000))
        assert piped("cat", "-P", "-t", "orders", data=data, bootstrap=cls.broker.address).code == 0
        ended = piped("cat", "-G", "readers", "-c", "10", "-q", "-o", "beginning", "orders", bootstrap=cls.broker.address)
        assert ended.code == 0, ended.remarks

    long: ClassVar[str]

    COMMANDS: ClassVar[tuple[tuple[str, ...], ...]] = (
        (),
        ("--help",),
        ("cat", "--help"),
        ("topic", "--help"),
        ("topic", "create", "--help"),
        ("group", "reset", "--help"),
        ("bench", "e2e", "--help"),
        ("doctor", "--help"),
        ("topic", "list"),
        ("topic", "list", "--internal"),
        ("topic", "describe", "orders"),
        ("topic", "describe", "orders", "--all-configs"),
        ("topic", "trim", "orders", "--before", "5"),
        ("group", "list"),
        ("group", "describe", "readers"),
        ("group", "describe", "readers", "--members"),
        ("group", "reset", "readers", "--to-latest"),
        ("group", "delete", "readers"),
        ("cluster",),
        ("cluster", "--dirs", "--apis"),
        ("doctor",),
        ("doctor", "--write"),
        ("cat", "-L"),
        ("cat", "-C", "-t", "orders", "-e", "-c", "5"),
        ("bench", "produce", "-n", "2000", "--plot"),
        ("bench", "consume", "-n", "2000"),
        ("bench", "e2e", "-n", "50", "--rate", "500"),
        ("completion", "bash"),
    )

    def test_in_a_terminal(self) -> None:
        for arguments in self.COMMANDS:
            with self.subTest(arguments=arguments):
                ended = in_terminal(*arguments, bootstrap=self.broker.address)
                self.assertEqual(ended.code, 0, ended.text)
                self.assertNotIn("Traceback", ended.text)
                shown = _OURS.sub(b"", ended.out)
                self.assertNotIn(b"\x1b", shown)
                if arguments[:1] not in (("cat",), ("completion",)) or "--help" in arguments:
                    # A progress line is drawn over itself: what stays is behind the last return.
                    for raw in ended.text.splitlines():
                        line = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", raw.rpartition("\r")[2])
                        self.assertLessEqual(len(line), 80, line)

    def test_through_a_pipe(self) -> None:
        for arguments in self.COMMANDS:
            if "--help" in arguments or arguments[:1] == ("bench",):
                continue
            with self.subTest(arguments=arguments):
                ended = self.fine(self.klog(*arguments))
                self.assertNotIn(b"\x1b", ended.out + ended.err)
                self.assertNotIn(b"\r", ended.out + ended.err)

    def test_as_json(self) -> None:
        for arguments in self.COMMANDS:
            if "--help" in arguments or arguments[:1] not in (("bench",), ("cluster",), ("doctor",)):
                continue
            with self.subTest(arguments=arguments):
                ended = self.fine(self.klog(*arguments, "-o", "json"))
                self.assertIsInstance(json.loads(ended.text), dict)
        ended = self.fine(self.klog("topic", "describe", "orders", "-o", "json"))
        (topic,) = json.loads(ended.text)["topics"]
        self.assertEqual(sum(one["end_offset"] for one in topic["partitions"]), 1000)
        ended = self.fine(self.klog("group", "describe", "readers", "-o", "json"))
        (group,) = json.loads(ended.text)["groups"]
        self.assertEqual(group["records_behind"], 990)
        self.assertGreater(group["seconds_behind"], 0)

    def test_tables_can_be_cut(self) -> None:
        lines = self.fine(self.klog("topic", "list")).text.splitlines()
        self.assertEqual(lines[0].split("\t")[:2], ["topic", "partitions"])
        self.assertIn(["orders", "3"], [line.split("\t")[:2] for line in lines])

    def test_a_plan_and_its_execution(self) -> None:
        self.fine(self.klog("group", "reset", "movers", "-t", "orders", "--to-latest", "--execute"))
        before = self.klog("group", "describe", "movers").out
        plan = self.fine(self.klog("group", "reset", "movers", "--to-earliest"))
        self.assertIn("--execute", plan.remarks)
        self.assertEqual(self.klog("group", "describe", "movers").out, before)
        self.fine(self.klog("group", "reset", "movers", "--to-earliest", "--execute"))
        ended = self.klog("group", "describe", "movers", "-o", "json")
        self.assertEqual(json.loads(ended.text)["groups"][0]["records_behind"], 1000)
        self.fine(self.klog("group", "seek", "movers", "orders:0:1", "--execute"))
        self.fine(self.klog("group", "delete", "movers", "--execute"))
        self.assertEqual(self.klog("group", "describe", "movers").code, 4)

    def test_topics_come_and_go(self) -> None:
        self.fine(self.klog("topic", "create", "passing", "-p", "2", "-c", "retention.ms=1000"))
        self.fine(self.klog("topic", "create", "passing", "--if-not-exists"))
        self.fine(self.klog("topic", "alter", "passing", "-p", "4", "-c", "retention.ms=2000"))
        found = json.loads(self.fine(self.klog("topic", "describe", "passing", "-o", "json")).text)["topics"][0]
        self.assertEqual((len(found["partitions"]), found["configs"]["retention.ms"]), (4, "2000"))
        self.fine(self.klog("topic", "alter", "passing", "--unset", "retention.ms"))
        self.fine(self.cat("-P", "-t", "passing", "-p", "0", data=b"1\n2\n3\n"))
        self.fine(self.klog("topic", "trim", "passing:0", "--before", "2", "--execute"))
        self.assertEqual(self.fine(self.cat("-C", "-t", "passing", "-e", "-q")).out, b"3\n")
        refused = in_terminal("topic", "delete", "passing", bootstrap=self.broker.address, keys=b"n\n")
        self.assertEqual(refused.code, 1)
        self.fine(self.klog("topic", "delete", "passing", "--yes"))
        self.assertEqual(self.klog("topic", "describe", "passing").code, 4)

    def test_a_reader_that_has_enough(self) -> None:
        for arguments in (("cat", "-C", "-t", "orders", "-e"), ("topic", "list"), ("topic", "describe", "orders", "--all-configs")):
            command = " ".join([*KLOG, *arguments]) + " | head -n 1; exit ${PIPESTATUS[0]}"
            done = subprocess.run(
                ["bash", "-c", command], capture_output=True, env=environment(KLOG_BOOTSTRAP=self.broker.address), timeout=60
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn(b"Traceback", done.stderr)
            self.assertNotIn(b"rror", done.stderr)

    def test_an_interruption(self) -> None:
        for arguments, mark in (
            (("cat", "-C", "-t", "orders"), b"Reached end"),
            (("cat", "-G", "interrupted", "orders"), b"assigned"),
            (("group", "describe", "readers", "--watch", "0.2"), b"readers"),
        ):
            process = subprocess.Popen(
                [*KLOG, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(KLOG_BOOTSTRAP=self.broker.address)
            )
            assert process.stdout is not None
            with process:
                for line in process.stdout:
                    if mark in line:
                        break
                process.send_signal(signal.SIGINT)
                rest = process.stdout.read()
                self.assertEqual(process.wait(30), 130, rest)
                self.assertNotIn(b"Traceback", rest)

    def test_typing_is_sent_at_once(self) -> None:
        process = subprocess.Popen(
            [*KLOG, "cat", "-P", "-t", "orders", "-p", "2"], stdin=subprocess.PIPE, env=environment(KLOG_BOOTSTRAP=self.broker.address)
        )
        assert process.stdin is not None
        with process:
            process.stdin.write(b"typed\n")
            process.stdin.flush()
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline:
                if self.cat("-C", "-t", "orders", "-p", "2", "-e", "-q", "-o", "-1").out == b"typed\n":
                    break
            else:
                self.fail("what was typed did not arrive while the input was open")
            process.stdin.close()
            self.assertEqual(process.wait(30), 0)


class WrongTests(OnBroker):
    """Wrong flags, addresses, topics, files: a sentence and the right exit code, never a traceback."""

    #: (arguments, exit code, words of the sentence); BROKER is the broker's address, FOLDER an empty directory.
    TABLE: ClassVar[tuple[tuple[str, int, str], ...]] = (
        ("nix", 2, "nix"),
        ("--nix", 2, "--nix"),
        ("topic", 2, ""),
        ("topic nix", 2, "nix"),
        ("topic list --nix", 2, "--nix"),
        ("topic list -o xml", 2, "xml"),
        ("topic list -b", 2, "-b"),
        ("topic list --timeout soon", 2, "soon"),
        ("topic list --timeout 0", 2, "0"),
        ("topic create", 2, "TOPIC"),
        ("topic create t -p 0", 2, "0"),
        ("topic create t -p many", 2, "many"),
        ("topic create t -c retention", 2, "name=value"),
        ("topic create t -r 5", 1, "topic t"),
        ("topic create bad/name", 2, "bad/name"),
        ("topic create t -c nix.nix=1", 1, "nix.nix"),
        ("topic create t -c retention.ms=soon", 1, "retention.ms"),
        ("topic create there", 1, "there"),
        ("topic describe", 2, "TOPIC"),
        ("topic describe nix", 4, "nix"),
        ("topic describe nix -o json", 4, "nix"),
        ("topic alter there", 2, "nothing to change"),
        ("topic alter nix -p 5", 4, "nix"),
        ("topic alter there -p 1", 1, "there"),
        ("topic alter there -c x", 2, "name=value"),
        ("topic delete there", 2, "--yes"),
        ("topic delete nix --yes", 4, "nix"),
        ("topic trim there", 2, "--before"),
        ("topic trim there --before 1 --all", 2, "one of"),
        ("topic trim there:x --all", 2, "there:x"),
        ("topic trim nix --all", 4, "nix"),
        ("topic trim there --before-time yesterday", 2, "yesterday"),
        ("topic list -b BROKER -X nix=1", 2, "nix"),
        ("topic list -b BROKER -X nix", 2, "name=value"),
        ("topic list -b BROKER -X security.protocol=tls", 2, "SASL_SSL"),
        ("topic list -b BROKER -X ssl.ca.location=/nonexistent.pem", 2, "ssl_ca_file"),
        ("topic list -b BROKER -X security.protocol=ssl -X ssl.ca.location=/nonexistent.pem --timeout 2", 1, "/nonexistent.pem"),
        ("topic list -b BROKER -X security.protocol=ssl --timeout 2", 3, ""),
        ("topic list -b BROKER -X security.protocol=sasl_plaintext", 2, "sasl_mechanism"),
        (
            "topic list -b BROKER -X security.protocol=sasl_plaintext -X sasl.mechanism=PLAIN -X sasl.username=u "
            "-X sasl.password=p --timeout 2",
            -1,
            "",
        ),
        ("topic list -b BROKER -F /nonexistent.conf", 4, "/nonexistent.conf"),
        ("topic list -b BROKER -F FOLDER", 1, "FOLDER"),
        ("topic list -b 127.0.0.1:1 --timeout 1", 3, "127.0.0.1:1"),
        ("topic list -b kafka.invalid:9092 --timeout 1", 3, "kafka.invalid"),
        ("topic list -b host:port", 2, "port"),
        ("topic list -b host:99999", 2, "99999"),
        ("topic list -b kafka://host:9092", 2, "kafka://"),
        ("topic list -b ,", 2, ","),
        ("group list --state nix -b 127.0.0.1:1 --timeout 1", 3, "127.0.0.1:1"),
        ("group describe nix", 4, "nix"),
        ("group describe", 2, "GROUP"),
        ("group describe g --watch never", 2, "never"),
        ("group reset g", 2, "--to-earliest"),
        ("group reset g --to-earliest --to-offset 5", 2, "one of"),
        ("group reset nix --to-earliest", 1, "nix"),
        ("group reset g --to-earliest -t nix", 4, "nix"),
        ("group reset g --ago yesterday -t there", 2, "yesterday"),
        ("group reset g --to-time 2011-99-99 -t there", 2, "2011-99-99"),
        ("group seek g", 2, "TOPIC:PARTITION:OFFSET"),
        ("group seek g there:0", 2, "there:0"),
        ("group seek g there:0:-5", 2, "there:0:-5"),
        ("group seek g there:77:5", 4, "77"),
        ("group delete nix", 4, "nix"),
        ("cluster -b 127.0.0.1:1 --timeout 1", 3, "127.0.0.1:1"),
        ("cluster extra", 2, "extra"),
        ("log dump", 2, "PATH"),
        ("log dump /nonexistent", 4, "/nonexistent"),
        ("log dump /etc/passwd", 2, "/etc/passwd"),
        ("log dump FOLDER", 4, "FOLDER"),
        ("log verify /nonexistent", 4, "/nonexistent"),
        ("log verify /etc/passwd", 2, "/etc/passwd"),
        ("log dump FOLDER --offset -1", 2, "-1"),
        ("bench produce -n 0", 2, "0"),
        ("bench produce -s huge", 2, "huge"),
        ("bench produce --plot x.pdf", 2, "x.pdf"),
        ("bench consume -t nix", 4, "nix"),
        ("bench consume -t there", 4, "empty"),
        ("bench e2e -s 1", 2, "1"),
        ("doctor --log-dir /nonexistent/a/b -b 127.0.0.1:1 --timeout 1", 3, "problems"),
        ("doctor -b kafka.invalid:9092 --timeout 2", 3, "problem"),
        ("completion", 2, "bash"),
        ("completion tcsh", 2, "tcsh"),
        ("cat -b BROKER -C", 2, "-t"),
        ("cat -b BROKER -P", 2, "-t"),
        ("cat -b BROKER -C -P -t there", 2, "one mode"),
        ("cat -b BROKER -C -t nix", 4, "nix"),
        ("cat -b BROKER -C -t there -p 9", 4, "9"),
        ("cat -b BROKER -C -t there -p one", 2, "one"),
        ("cat -b BROKER -C -t there -o soon", 2, "soon"),
        ("cat -b BROKER -C -t there -o stored", 2, "group.id"),
        ("cat -b BROKER -C -t there -f %z", 2, "%z"),
        ("cat -b BROKER -C -t there -f %", 2, "%"),
        ("cat -b BROKER -C -t there -D \\x", 2, "\\x"),
        ("cat -b BROKER -C -t there -s value=z", 2, "z"),
        ("cat -b BROKER -C -t there -s avro", 2, "avro"),
        ("cat -b BROKER -C -t there some-file", 2, "some-file"),
        ("cat -b BROKER -P -t there -z lzma", 2, "lzma"),
        ("cat -b BROKER -P -t there -p 9 /etc/hostname", 1, "9"),
        ("cat -b BROKER -P -t there -H =x", 2, "=x"),
        ("cat -b BROKER -P -t there -X transactional.id=t", 2, "transactional.id"),
        ("cat -b BROKER -P -t there /nonexistent", 4, "/nonexistent"),
        ("cat -b BROKER -P -t there -l /nonexistent", 4, "/nonexistent"),
        ("cat -b BROKER -P -t bad/name /etc/hostname", 1, "bad/name"),
        ("cat -b BROKER -Q", 2, "topic:partition:timestamp"),
        ("cat -b BROKER -Q -t there", 2, "there"),
        ("cat -b BROKER -Q -t nix:0:0", 4, "nix"),
        ("cat -b BROKER -L -t nix", 4, "nix"),
        ("cat -b BROKER -G g", 2, "topics"),
        ("cat -b BROKER -G g ^(", 2, "^("),
        ("cat -b BROKER -y", 2, "-y"),
        ("cat -b 127.0.0.1:1 -L -m 1", 3, "127.0.0.1:1"),
        ("cat -b 127.0.0.1:1 -C -t there -m 1", 3, "127.0.0.1:1"),
        ("cat -b 127.0.0.1:1 -G g there -m 1", 3, "127.0.0.1:1"),
        ("cat -L -F /nonexistent.conf -b BROKER", 4, "/nonexistent.conf"),
    )

    def test_a_sentence_and_a_code(self) -> None:
        self.assertGreaterEqual(len(self.TABLE), 60)
        self.make("there")
        empty = self.folder / "empty"
        empty.mkdir()

        def run(row: tuple[str, int, str]) -> Ended:
            words = row[0].replace("BROKER", self.broker.address).replace("FOLDER", str(empty)).split()
            return self.klog(*words)

        def run_here(row: tuple[str, int, str]) -> Ended:
            """What is refused before the reactor runs needs no process of its own."""
            words = row[0].replace("BROKER", self.broker.address).replace("FOLDER", str(empty)).split()
            out, err = io.StringIO(), io.StringIO()
            clean = mock.patch.dict(os.environ, environment(KLOG_BOOTSTRAP=self.broker.address), clear=True)
            stdin = mock.patch.object(sys, "stdin", io.StringIO())
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), clean, stdin:
                code = main.run(words)
            return Ended(int(code), out.getvalue().encode(), err.getvalue().encode())

        here = [row for row in self.TABLE if row[1] == 2]
        there = [row for row in self.TABLE if row[1] != 2]
        ended_here = [run_here(row) for row in here]

        with concurrent.futures.ThreadPoolExecutor(max(2, os.cpu_count() or 2)) as pool:
            for row, ended in zip([*here, *there], itertools.chain(ended_here, pool.map(run, there)), strict=True):
                with self.subTest(arguments=row[0]):
                    self.assertNotIn("Traceback", ended.remarks)
                    self.assertNotIn("mistake in klog", ended.remarks)
                    if row[1] >= 0:
                        self.assertEqual(ended.code, row[1], ended.remarks or ended.text)
                    self.assertNotEqual(ended.code, 0)
                    self.assertTrue(ended.err.strip(), "no word about it")
                    self.assertLessEqual(len(ended.remarks.strip().splitlines()), 20)
                    self.assertIn(safe(row[2].replace("FOLDER", str(empty))), ended.remarks)

    def test_nobody_is_named(self) -> None:
        for words in (("topic", "list"), ("cat", "-L"), ("doctor",)):
            ended = piped(*words)
            self.assertEqual(ended.code, 2)
            self.assertIn("KLOG_BOOTSTRAP", ended.remarks)
