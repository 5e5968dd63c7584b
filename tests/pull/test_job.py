"""Jobs: what they do when all goes well, when others come first, and after they were stopped at any single step."""

from __future__ import annotations

import random
import subprocess
import sys
import unittest
from typing import Any
from unittest import mock

import pytest

from klog.pull import ledger as ledger_module
from klog.pull.errors import LedgerDamaged, PullError, RecordsLost
from klog.pull.ledger import Ledger
from klog.pull.progress import Progress, Stage
from tests import peers
from tests.pull.rig import TARGET, Died, Disk, MemoryFiles, StandInRunner, World, pulled, run_job, settings_of, written


def small_world() -> World:
    world = World()
    world.make("a", 2)
    world.make("b")
    world.write("a", 0, 10)
    world.write("a", 1, 3)
    world.write("b", 0, 5)
    return world


class JobTests(unittest.TestCase):
    """One job after another, undisturbed."""

    def test_all_is_pulled_once_and_nothing_twice(self) -> None:
        disk, world = Disk(), small_world()
        first = run_job(world, MemoryFiles(disk))
        self.assertEqual((first.version, first.rows, first.files, first.conflicts), (0, 18, 4, 0))
        self.assertEqual(pulled(disk), written(world))
        again = run_job(world, MemoryFiles(disk))
        self.assertEqual((again.version, again.rows, again.files), (-1, 0, 0))
        world.write("b", 0, 2)
        third = run_job(world, MemoryFiles(disk))
        self.assertEqual((third.version, third.rows, third.files), (1, 2, 1))
        self.assertEqual(pulled(disk), written(world))
        self.assertIn(f"{TARGET}/topic=b/partition=0/5-7.parquet", disk.tree())
        self.assertEqual([path for path in disk.tree() if "/staging/" in path], [], "each job removes its own")

    def test_progress_goes_through_all_stages(self) -> None:
        seen: list[Progress] = []
        run_job(small_world(), MemoryFiles(Disk()), on_progress=seen.append)
        stages = list(dict.fromkeys(one.stage for one in seen))
        self.assertEqual(stages, list(Stage))
        reading = [one for one in seen if one.stage is Stage.READING]
        self.assertEqual((reading[0].offsets_done, reading[0].offsets_total, reading[0].tasks_total), (0, 18, 4))
        self.assertEqual((reading[-1].offsets_done, reading[-1].rows, reading[-1].tasks_done), (18, 18, 4))

    def test_files_by_date(self) -> None:
        disk, world = Disk(), small_world()
        run_job(world, MemoryFiles(disk), settings_of(by_date=True))
        self.assertEqual(pulled(disk), written(world))
        self.assertIn(f"{TARGET}/topic=b/partition=0/date=2024-01-01/0-5.parquet", disk.tree())

    def test_starting_at_the_end_is_a_place_to_go_on_from(self) -> None:
        disk, world = Disk(), small_world()
        self.assertEqual(run_job(world, MemoryFiles(disk), settings_of(starting="latest")).version, 0)
        before = written(world)
        world.write("b", 0, 3)
        self.assertEqual(run_job(world, MemoryFiles(disk), settings_of(starting="latest")).rows, 3)
        self.assertEqual(pulled(disk), {("b", 0): [pair for pair in written(world)["b", 0] if pair not in before["b", 0]]})

    def test_a_first_run_that_finds_no_topic_is_the_first_run_all_the_same(self) -> None:
        """With a pattern: what is written to a topic before it is noticed is new as well."""
        disk, world = Disk(), World()
        settings = settings_of(starting="latest")
        self.assertEqual(run_job(world, MemoryFiles(disk), settings).rows, 0)
        self.assertEqual(run_job(world, MemoryFiles(disk), settings).version, -1, "the place to go on from is noted once")
        world.make("late")
        world.write("late", 0, 5)
        self.assertEqual(run_job(world, MemoryFiles(disk), settings).rows, 5)
        self.assertEqual(pulled(disk), written(world))
        self.assertEqual(run_job(world, MemoryFiles(disk), settings).version, -1)

    def test_nothing_is_noted_of_a_first_run_that_finds_no_topic_and_begins_at_the_earliest(self) -> None:
        disk = Disk()
        self.assertEqual(run_job(World(), MemoryFiles(disk)).version, -1)
        self.assertEqual(disk.tree(), [])

    def test_other_settings_are_refused(self) -> None:
        disk, world = Disk(), small_world()
        run_job(world, MemoryFiles(disk))
        with self.assertRaisesRegex(PullError, "was begun with by_date False, and this pull has True"):
            run_job(world, MemoryFiles(disk), settings_of(by_date=True))
        world.cluster = "two"
        with self.assertRaisesRegex(PullError, "holds records of the cluster one"):
            run_job(world, MemoryFiles(disk))

    def test_files_without_a_ledger_are_not_pulled_again(self) -> None:
        disk, world = Disk(), small_world()
        run_job(world, MemoryFiles(disk))
        MemoryFiles(disk).remove_tree(f"{TARGET}/_klog")
        with self.assertRaisesRegex(PullError, "holds topic=a, and no ledger that knows of it"):
            run_job(world, MemoryFiles(disk))

    def test_a_damaged_ledger_is_named(self) -> None:
        disk, world = Disk(), small_world()
        run_job(world, MemoryFiles(disk))
        path = Ledger(MemoryFiles(disk), TARGET).path_of(0)
        disk.file(path).data = disk.file(path).data.replace(b'"end":5', b'"end":6')
        with self.assertRaisesRegex(LedgerDamaged, "00000.json: its checksum does not fit"):
            run_job(world, MemoryFiles(disk))

    def test_a_failed_job_leaves_nothing(self) -> None:
        disk, world = Disk(), small_world()
        files = MemoryFiles(disk)
        runner = StandInRunner(files, world)
        runner.then = mock.Mock(side_effect=PullError("a worker has no klog"))
        with self.assertRaisesRegex(PullError, "a worker has no klog"):
            run_job(world, files, runner=runner)
        self.assertEqual(disk.tree(), [])
        self.assertEqual(run_job(world, MemoryFiles(disk)).rows, 18)

    def test_workers_that_see_another_directory_are_noticed(self) -> None:
        disk, world = Disk(), small_world()
        files = MemoryFiles(disk)
        runner = StandInRunner(files, world)
        runner.then = lambda: files.remove(next(path for path in disk.tree() if path.endswith(".parquet")))
        with self.assertRaisesRegex(PullError, "do all workers see the same /data/lake"):
            run_job(world, files, runner=runner)

    def test_the_ledger_is_folded_and_stays_readable(self) -> None:
        disk, world = Disk(), small_world()
        with mock.patch.multiple(ledger_module, FOLD_AFTER=5, KEPT=2):
            for _ in range(40):
                world.write("b", 0, 1)
                run_job(world, MemoryFiles(disk))
        names = MemoryFiles(disk).list(f"{TARGET}/_klog/log")
        self.assertLess(len(names), 40)
        self.assertEqual(len([name for name in names if name.endswith("checkpoint")]), 1)
        history = Ledger(MemoryFiles(disk), TARGET).history()
        self.assertEqual([record.version for record in history], list(range(40)))
        self.assertEqual(sum(record.rows for record in history), 18 + 40)
        self.assertEqual(pulled(disk), written(world))


class LossTests(unittest.TestCase):
    """Records that are not there any more; topics made anew."""

    def test_a_gap_is_an_error_or_kept_in_the_ledger(self) -> None:
        disk, world = Disk(), small_world()
        run_job(world, MemoryFiles(disk))
        world.write("b", 0, 10)
        world.expire("b", 0, 9)
        with self.assertRaisesRegex(RecordsLost, "topic b, partition 0: offsets 5 to 8 were not pulled, and are gone"):
            run_job(world, MemoryFiles(disk))
        done = run_job(world, MemoryFiles(disk), settings_of(fail_on_data_loss=False))
        self.assertEqual((done.rows, done.lost_offsets), (6, 4))
        head = Ledger(MemoryFiles(disk), TARGET).head()
        assert head is not None
        self.assertEqual([(one.start, one.end, one.lost) for one in head.ranges], [(5, 9, ((5, 9),)), (9, 15, ())])
        self.assertEqual(len(pulled(disk)["b", 0]), 11)

    def test_a_topic_made_again_is_an_error_or_a_new_generation(self) -> None:
        disk, world = Disk(), small_world()
        run_job(world, MemoryFiles(disk))
        old = pulled(disk)
        world.make("b")
        world.write("b", 0, 5)
        with self.assertRaisesRegex(RecordsLost, "topic b: it was deleted and made again"):
            run_job(world, MemoryFiles(disk))
        self.assertEqual(run_job(world, MemoryFiles(disk), settings_of(fail_on_data_loss=False)).rows, 5)
        self.assertIn(f"{TARGET}/topic=b/partition=0/0-5.g1.parquet", disk.tree())
        self.assertEqual(pulled(disk)["b", 0], sorted(old["b", 0] + written(world)["b", 0]), "both are there")
        world.write("b", 0, 1)
        self.assertEqual(run_job(world, MemoryFiles(disk)).rows, 1)
        self.assertIn(f"{TARGET}/topic=b/partition=0/5-6.g1.parquet", disk.tree())


class ConflictTests(unittest.TestCase):
    """Several jobs at once."""

    def test_who_comes_second_plans_again(self) -> None:
        disk, world = Disk(), small_world()
        files = MemoryFiles(disk)
        runner = StandInRunner(files, world)
        others: list[Any] = []

        def meanwhile() -> None:
            if not others:
                world.write("b", 0, 1)
                others.append(run_job(world, MemoryFiles(disk)))
                world.write("a", 1, 1)

        runner.then = meanwhile
        mine = run_job(world, files, runner=runner)
        self.assertEqual((others[0].version, others[0].rows), (0, 19))
        self.assertEqual((mine.version, mine.rows, mine.conflicts), (1, 1, 1))
        self.assertRegex(mine.notices[0], "Another pull committed version 0 of .*; planning again")
        self.assertEqual(pulled(disk), written(world))
        self.assertEqual([path for path in disk.tree() if "/staging/" in path], [])

    def test_a_long_pull_beside_short_ones_of_other_topics_reads_once(self) -> None:
        disk, world = Disk(), small_world()
        files = MemoryFiles(disk)
        runner = StandInRunner(files, world)
        reads: list[int] = []
        commits: list[int] = []

        def short() -> None:
            world.write("b", 0, 1)
            run_job(world, MemoryFiles(disk), settings_of(topics=("b",)))

        def meanwhile() -> None:
            reads.append(len(runner.specs))
            short()

        def before(act: str) -> None:
            if act == "link" and len(commits) < 30:
                commits.append(1)
                short()

        runner.then, files.before = meanwhile, before
        done = run_job(world, files, settings_of(topics=("a",)), runner=runner)
        self.assertEqual(len(reads), 1)
        self.assertEqual((done.rows, done.conflicts), (13, len(commits)))
        self.assertRegex(done.notices[0], "Another pull committed version 0 of .*; what it left is committed on top")
        self.assertEqual(pulled(disk), written(world))
        self.assertEqual([path for path in disk.tree() if "/staging/" in path], [])

    def test_only_partitions_that_another_job_took_are_read_again(self) -> None:
        disk, world = Disk(), World()
        world.make("t", 2)
        world.write("t", 0, 5)
        run_job(world, MemoryFiles(disk))
        world.write("t", 1, 5)
        files = MemoryFiles(disk)
        runner = StandInRunner(files, world)
        reads: list[list[tuple[int, int, int]]] = []

        def meanwhile() -> None:
            reads.append([(spec.range.partition, spec.range.start, spec.range.end) for spec in runner.specs])
            if len(reads) == 1:
                hidden, world.topics["t"][0], end = world.topics["t"][0], world.topics["t"][0][:5], world.next_offsets["t", 0]
                world.next_offsets["t", 0] = 5
                run_job(world, MemoryFiles(disk))
                world.topics["t"][0], world.next_offsets["t", 0] = hidden, end
                world.write("t", 1, 2)

        runner.then = meanwhile
        world.write("t", 0, 3)
        done = run_job(world, files, runner=runner)
        self.assertEqual(reads, [[(0, 5, 8), (1, 0, 5)], [(1, 5, 7)]])
        self.assertEqual((done.rows, done.files, done.version, done.conflicts), (5, 2, 3, 1))
        self.assertEqual(pulled(disk), written(world))
        self.assertEqual([path for path in disk.tree() if "/staging/" in path], [])

    def test_a_job_of_another_topic_at_every_single_step(self) -> None:
        """As below; of what the other one has nothing is read again."""
        quiet = MemoryFiles(Disk())
        run_job(small_world(), quiet, settings_of(topics=("a",)))
        for at in range(1, len(quiet.acts) + 1):
            disk, world = Disk(), small_world()
            files = MemoryFiles(disk)
            came: list[str] = []

            def other(act: str, files: MemoryFiles = files, came: list[str] = came, at: int = at, world: World = world) -> None:
                if len(files.acts) + 1 == at and not came:
                    came.append(act)
                    run_job(world, MemoryFiles(files.disk), settings_of(topics=("b",)))

            files.before = other
            runner = StandInRunner(files, world)
            reads: list[int] = []
            runner.then = lambda reads=reads: reads.append(1)  # type: ignore[misc]
            done = run_job(world, files, settings_of(topics=("a",)), runner=runner)
            self.assertEqual((len(came), len(reads), done.rows), (1, 1, 13), f"step {at}")
            self.assertEqual(pulled(disk), written(world), f"step {at}: {quiet.acts[at - 1]}")
            self.assertEqual([path for path in disk.tree() if "/staging/" in path], [])

    def test_another_job_at_every_single_step(self) -> None:
        """At each act of a job a whole other job runs, and finds something new."""
        quiet = MemoryFiles(Disk())
        run_job(small_world(), quiet)
        for at in range(1, len(quiet.acts) + 1):
            disk, world = Disk(), small_world()
            files = MemoryFiles(disk)
            came = []

            def other(act: str, files: MemoryFiles = files, came: list[str] = came, at: int = at, world: World = world) -> None:
                if len(files.acts) + 1 == at and not came:
                    came.append(act)
                    world.write("b", 0, 1)
                    run_job(world, MemoryFiles(files.disk))

            files.before = other
            run_job(world, files)
            self.assertEqual(len(came), 1, f"step {at} was not reached")
            run_job(world, MemoryFiles(disk))
            self.assertEqual(pulled(disk), written(world), f"step {at}: {quiet.acts[at - 1]}")
            self.assertEqual([path for path in disk.tree() if "/staging/" in path], [])

    def test_a_job_that_slept_while_its_version_was_folded_away(self) -> None:
        disk, world = Disk(), small_world()
        run_job(world, MemoryFiles(disk))
        files = MemoryFiles(disk)
        runner = StandInRunner(files, world)
        slept = []

        def sleep() -> None:
            if not slept:
                slept.append(True)
                with mock.patch.multiple(ledger_module, FOLD_AFTER=5, KEPT=2):
                    for _ in range(20):
                        world.write("b", 0, 1)
                        run_job(world, MemoryFiles(disk))
                self.assertFalse(files.exists(Ledger(files, TARGET).path_of(1)), "the name is free again")

        runner.then = sleep
        world.write("a", 0, 1)
        done = run_job(world, files, runner=runner)
        self.assertEqual((done.conflicts, done.rows), (1, 0))
        self.assertEqual(pulled(disk), written(world))

    def test_a_job_that_always_loses_gives_up(self) -> None:
        disk, world = Disk(), small_world()
        files = MemoryFiles(disk)
        runner = StandInRunner(files, world)

        def meanwhile() -> None:
            world.write("b", 0, 1)
            run_job(world, MemoryFiles(disk))
            world.write("b", 0, 1)

        runner.then = meanwhile
        with self.assertRaisesRegex(PullError, "20 times another pull into /data/lake was quicker"):
            run_job(world, files, runner=runner)

    def test_a_link_whose_answer_was_lost_counts(self) -> None:
        """NFS repeats a request whose answer did not come, and is told that the name is there."""
        for fault in (FileExistsError(17, "File exists"), OSError(5, "Input/output error")):
            disk, world = Disk(), small_world()

            class Lying(MemoryFiles):
                lies = [fault]

                def link(self, old: str, new: str) -> None:
                    super().link(old, new)
                    if self.lies:
                        raise self.lies.pop()

            done = run_job(world, Lying(disk))
            self.assertEqual((done.version, done.conflicts), (0, 0))
            self.assertEqual(pulled(disk), written(world))


@pytest.mark.soak
class CrashTests(unittest.TestCase):
    """A job dies before each single act; the next one makes it right."""

    def acts(self, **changes: Any) -> list[str]:
        disk, world = self.begun()
        files = MemoryFiles(disk)
        with mock.patch.multiple(ledger_module, FOLD_AFTER=2, KEPT=1):
            run_job(world, files, settings_of(**changes))
        return files.acts

    def begun(self) -> tuple[Disk, World]:
        """Four versions in the ledger, and something new; the next job folds."""
        disk, world = Disk(), small_world()
        for _ in range(3):
            run_job(world, MemoryFiles(disk))
            world.write("b", 0, 4)
            world.write("a", 1, 9)
        return disk, world

    def check(self, power: bool, seed: int, **changes: Any) -> None:
        random_source = random.Random(seed)
        acts = self.acts(**changes)
        reached: list[str] = []
        for at in range(1, len(acts) + 1):
            disk, world = self.begun()
            before = written(world)
            with mock.patch.multiple(ledger_module, FOLD_AFTER=2, KEPT=1):
                with self.assertRaises(Died):
                    files = MemoryFiles(disk, die_at=at)
                    run_job(world, files, settings_of(**changes))
                reached.append(str(acts[len(files.acts)]))
                if power:
                    disk.cut_power(random_source)
                seen = pulled(disk)
                for where, pairs in seen.items():
                    self.assertEqual(len(set(pairs)), len(pairs), f"step {at}, {acts[at - 1]}: a record twice in {where}")
                    self.assertLessEqual(set(pairs), set(before[where]))
                if seed % 2:
                    world.write("a", 0, 3)
                run_job(world, MemoryFiles(disk), settings_of(**changes))
            self.assertEqual(pulled(disk), written(world), f"step {at}, {acts[at - 1]}, power {power}, seed {seed}")
            if power:  # names of dead jobs may have come back, without their locks
                disk.now_ms += 2 * 86_400_000
                run_job(world, MemoryFiles(disk), settings_of(**changes))
            left = [path for path in disk.tree() if "/staging/" in path]
            self.assertEqual(left, [], f"step {at}, {acts[at - 1]}: swept by the next job")
            history = Ledger(MemoryFiles(disk), TARGET).history()
            self.assertEqual(sum(record.rows for record in history), sum(len(pairs) for pairs in written(world).values()))
        kinds = {act.split(" ")[0] for act in reached}
        self.assertEqual(reached, acts, "each step was reached")
        self.assertLessEqual({"make", "write", "sync", "link", "rename", "remove"}, kinds)

    def test_a_kill_at_every_single_step(self) -> None:
        self.check(power=False, seed=0)
        self.check(power=False, seed=1)

    def test_a_power_loss_at_every_single_step(self) -> None:
        for seed in range(peers.soak_share(40)):
            self.check(power=True, seed=seed)

    def test_an_error_or_ctrl_c_at_every_single_step(self) -> None:
        """The process lives on and tidies up; it must not tidy away what is committed."""
        acts = self.acts()
        for at in range(1, len(acts) + 1):
            for error in (OSError(5, "Input/output error"), KeyboardInterrupt()):
                disk, world = self.begun()
                files = MemoryFiles(disk)
                raised: list[str] = []

                def fail(
                    act: str, files: MemoryFiles = files, raised: list[str] = raised, at: int = at, error: BaseException = error
                ) -> None:
                    if len(files.acts) + 1 == at and not raised:
                        raised.append(act)
                        raise error

                files.before = fail
                with mock.patch.multiple(ledger_module, FOLD_AFTER=2, KEPT=1):
                    try:
                        run_job(world, files)
                    except (OSError, KeyboardInterrupt) as caught:
                        self.assertIs(caught, error)
                self.assertEqual(len(raised), 1, f"step {at} was not reached")
                self.assertEqual(disk.locks, {}, "locks are let go")
                run_job(world, MemoryFiles(disk))
                self.assertEqual(pulled(disk), written(world), f"step {at}, {acts[at - 1]}")

    def test_two_jobs_in_a_row_die_at_any_two_steps(self) -> None:
        count = len(self.acts())
        source = random.Random(7)
        pairs = [(first, second) for first in range(1, count + 1) for second in range(1, count + 1)]
        for first, second in source.sample(pairs, peers.soak_share(1000)):
            disk, world = self.begun()
            for at in (first, second):
                try:
                    run_job(world, MemoryFiles(disk, die_at=at))
                except Died:
                    pass
                if source.random() < 0.5:
                    disk.cut_power(source)
                world.write("a", 0, 2)
            run_job(world, MemoryFiles(disk))
            self.assertEqual(pulled(disk), written(world), f"steps {first} and {second}")

    def test_a_job_that_sweeps_leaves_what_a_dead_one_committed(self) -> None:
        """C commits behind B's commit and dies; B, which still has to sweep, finds C's folder with its lock free."""
        for at in range(1, len(self.acts()) + 1):
            disk, world = self.begun()
            files = MemoryFiles(disk)
            came = []

            def other(act: str, files: MemoryFiles = files, came: list[str] = came, world: World = world, at: int = at) -> None:
                if files.acts and files.acts[-1].startswith("sync folder topic=") and not came:
                    came.append(act)
                    world.write("b", 0, 2)
                    try:
                        run_job(world, MemoryFiles(files.disk, die_at=at))
                    except Died:
                        pass

            files.before = other
            run_job(world, files)
            self.assertEqual(len(came), 1)
            run_job(world, MemoryFiles(disk))
            self.assertEqual(pulled(disk), written(world), f"step {at}")


class ImportTests(unittest.TestCase):
    """What comes along with a driver."""

    def loaded(self, *modules: str) -> set[str]:
        code = f"import sys, {', '.join(modules)}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True, cwd=peers.ROOT)
        return set(done.stdout.split())

    def test_a_local_driver_needs_neither_arrow_nor_spark_nor_twisted(self) -> None:
        found = self.loaded("klog.pull.job", "klog.pull.runner", "klog.pull.worker")
        self.assertEqual(found & {"pyarrow", "pyspark", "twisted", "deltalake"}, set())

    def test_no_twisted_anywhere(self) -> None:
        found = self.loaded("klog.pull.task", "klog.pull.verify", "klog.pull.delta")
        self.assertIn("pyarrow", found)
        self.assertEqual(found & {"pyspark", "twisted", "deltalake"}, set())
