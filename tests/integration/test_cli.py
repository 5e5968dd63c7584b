"""The command ``klog`` on a real broker: in a terminal of 80 columns, through pipes, and typed wrongly.

``KLOG_INSTEAD=4.3.1`` runs all of it on Apache Kafka.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import io
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from typing import ClassVar
from unittest import mock

from klog.cli import main
from klog.cli.output import safe
from tests.integration.command import KLOG, Ended, OnBroker, environment, in_terminal, piped

_OURS = re.compile(rb"\x1b\[(?:K|H|2J|[0-9;]*m)|\r")


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
