"""``klog cat`` beside the real kcat: the same flags, the same input, the same output, byte for byte.

``KLOG_INSTEAD=4.3.1`` runs all of it on Apache Kafka.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Sequence

import pytest

from tests import peers
from tests.integration.command import Ended, OnBroker, environment, piped

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

Flags = tuple[str, ...]


def share(table: Sequence[Flags]) -> Sequence[Flags]:
    """All of it in `make soak`, every second one (and the first) in the test command: each costs two processes."""
    return table if peers.SOAK else table[::2]


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
        table: tuple[Flags, ...] = (
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
        for number, flags in enumerate(share(table)):
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
        table: tuple[Flags, ...] = (
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
        )
        for flags in share(table):
            self.same("-C", "-e", "-t", topic, *flags)

    def test_numbers_are_unpacked(self) -> None:
        (topic,) = self.make("c2")
        self.fine(self.cat("-P", "-t", topic, "-D", "|", data=bytes(range(1, 16))))
        for pack in ("B h", ">H i", "I q", "ccs"):
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
        self.same("-Q", "-J", "-t", f"{topic}:0:0")
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
