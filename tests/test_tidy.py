"""The house guards itself: layers, cycles, ``__init__`` files, a test file per module, names, and no path of anybody's machine.

The table below is the one of docs/architecture.md. Imports inside functions, and those under ``TYPE_CHECKING``, count as much as those at
the top: who needs to know another's types depends on it.
"""

from __future__ import annotations

import ast
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
KLOG = ROOT / "klog"

#: All that is committed, at the top level.
TOP_LEVEL = {
    ".ci",
    ".gitignore",
    "LICENSE",
    "MANIFEST.in",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "docs",
    "klog",
    "pyproject.toml",
    "setup.py",
    "tests",
    "tox.ini",
    "twisted",
}
#: Who may import whom, by package below ``klog`` (modules at the top level count as packages of their own).
VOCABULARY = {"model", "span", "errors", "version"}
LEVEL_0 = VOCABULARY | {
    "acls",
    "config",
    "metrics",
    "memory_budget",
    "log_rate_limit",
    "retry_policy",
    "in_thread",
    "concurrency_limit",
    "forks",
    "regular_file",
    "json_fields",
    "durations",
    "broker_options",
}
ALLOWED: dict[str, set[str]] = {
    "model": set(),
    "span": set(),
    "errors": set(),
    "version": set(),
    "acls": set(),
    "config": VOCABULARY,
    "metrics": VOCABULARY,
    "memory_budget": set(),
    "log_rate_limit": set(),
    "retry_policy": set(),
    "in_thread": set(),
    "concurrency_limit": set(),
    "forks": set(),
    "regular_file": set(),
    "json_fields": set(),
    "durations": set(),
    "broker_options": set(),
    "audit": LEVEL_0,
    "wire": LEVEL_0,
    "records": LEVEL_0 | {"wire.primitives"},
    "storage": LEVEL_0 | {"audit", "wire", "records"},
    "net": LEVEL_0 | {"wire", "records"},
    "replication": LEVEL_0 | {"wire"},
    "zookeeper": LEVEL_0 | {"net"},
    "cluster": LEVEL_0 | {"wire", "records", "net", "replication", "zookeeper"},
    "broker": LEVEL_0 | {"audit", "wire", "records", "storage", "net", "replication", "zookeeper", "cluster"},
    "client": LEVEL_0 | {"audit", "wire", "records", "net", "zookeeper"},
    "mirror": LEVEL_0 | {"audit", "wire", "records", "net", "replication", "client"} | {"storage.atomic_files", "storage.filesystem"},
    # What copies, over logs that no broker serves.
    "directory_mirror": LEVEL_0 | {"audit", "records", "storage", "zookeeper", "client", "mirror"},
    # With "testing" the only ones that know the broker and what runs beside it.
    "server": {"broker", "mirror"},
    "reports": LEVEL_0 | {"wire"},
    "arrow": LEVEL_0 | {"audit", "wire", "records", "net", "client"},
    "spark": LEVEL_0 | {"audit", "wire", "records", "net", "zookeeper", "client", "arrow"},
    "pull": LEVEL_0 | {"audit", "wire", "records", "net", "client", "arrow", "spark"},
    "__main__": {"cli"},
    # Of the broker only what its settings mean: klog doctor says what it would make of somebody's file.
    "cli": LEVEL_0
    | {"audit", "wire", "records", "storage", "net", "replication", "zookeeper", "client", "arrow", "spark", "pull", "mirror", "reports"}
    | {"directory_mirror"}
    | {"broker.settings.settings", "broker.settings.declared_settings", "broker.settings.topic_configs", "broker.settings.zookeeper"},
}
#: Whose types alone they may know: imported under ``TYPE_CHECKING``, never for running.
TYPES_OF: dict[str, set[str]] = {"reports": {"net", "client"}}
#: Bytes and disk are apart from the reactor, and so is what runs inside other people's workers.
NO_TWISTED = {"audit", "wire", "records", "storage", "replication", "arrow", "spark", "pull", "reports", "mirror.decisions"}
#: Modules without a test file of their own, and why.
UNTESTED = {
    "klog/version.py": "one constant",
    "klog/__main__.py": "two lines; tests/cli/test_main.py",
    "klog/broker/settings/kafka_settings.py": "a table; tests/broker/settings/test_settings.py",
    "klog/records/contract.py": "declarations",
    "klog/cluster/interfaces.py": "declarations",
    "klog/broker/handler.py": "declarations",
    "klog/storage/settings.py": "declarations",
    "klog/in_thread.py": "a declaration",
    "klog/broker_options.py": "constants; tests/cli/test_broker.py",
    "klog/wire/request.py": "a record; tests/wire/test_server.py",
    "klog/client/broker_questions.py": "declarations",
    "klog/client/requests/find_coordinator.py": "constants",
    "klog/client/transactions/asks_coordinators.py": "declarations",
    "klog/broker/settings/setting_values.py": "declarations",
    "klog/net/listener_policy.py": "declarations",
    "klog/mirror/copies.py": "declarations",
    "klog/mirror/decisions/names.py": "one constant",
    "klog/cli/suite/experiments/experiment.py": "declarations",
    "klog/cli/suite/experiments/published.py": "a table; tests/cli/suite/experiments/test_table.py",
    "klog/cli/suite/experiments/unpublished.py": "a table; tests/cli/suite/experiments/test_table.py",
}
#: Modules that look at a clock of their own, and why; the commands aside, which people start.
OWN_CLOCK = {
    "broker/lifecycle/environment.py": "what the machine gives a broker",
    "pull/worker.py": "a process of its own",
    "spark/source_audit.py": "Spark makes the readers, in processes of its own",
    "spark/stream_sink.py": "Spark makes it, in a process of its own",
    "storage/parallel_io.py": "real threads wait for a real disk",
    "testing/embedded.py": "a real broker beside a test",
    "testing/on_reactor.py": "a real broker beside a test",
}
#: Messages of brokers among themselves that klog's has no handler for yet.
NOT_SERVED_YET = {"update_features"}
#: Spelled in pieces, so that this file does not name them itself.
FORBIDDEN = [r"/wo" + r"rk/", r"/tm" + r"p/w\b", r"farm" + r"-", r"\bsub-?agent", r"/root" + r"/", r"loghub/" + r"\.\."]


def sources(top: pathlib.Path = KLOG) -> list[pathlib.Path]:
    return sorted(path for path in top.rglob("*.py") if "__pycache__" not in path.parts)


def module_name(path: pathlib.Path) -> str:
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: pathlib.Path, *, for_types: bool = True) -> set[str]:
    """Every module that `path` imports, wherever in the file.

    :param for_types: whether those count that are imported under ``TYPE_CHECKING``, which do not run.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out: set[ast.AST] = set()
    for node in ast.walk(tree):
        if not for_types and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            left_out.update(child for statement in node.body for child in ast.walk(statement))
    found: set[str] = set()
    for node in ast.walk(tree):
        if node in left_out:
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise AssertionError(f"{path}:{node.lineno}: relative import; write the whole name")
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= names
            # Whoever takes modules out of a package needs these, not the names that the package itself gives.
            if not all(is_module(name) for name in names):
                found.add(node.module or "")
    return found


def is_module(name: str) -> bool:
    path = ROOT / pathlib.Path(*name.split("."))
    return path.with_suffix(".py").exists() or path.with_suffix(".pyx").exists() or (path / "__init__.py").exists()


#: Rooms within ``klog.storage``, lowest first.
STORAGE_ROOMS = ("segments", "producers", "log", "compaction", "directories")


def _is_clock(node: ast.AST) -> bool:
    """Whether this is the time of the machine, or a wait for it."""
    match node:
        case ast.Attribute(value=ast.Name(id="time"), attr=name):
            return name in ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "thread_time", "sleep")
        case ast.Attribute(value=ast.Name(id="datetime" | "date"), attr=name):
            return name in ("now", "utcnow", "today")
        case ast.Attribute(value=ast.Attribute(attr="datetime" | "date"), attr=name):
            return name in ("now", "utcnow", "today")
        case ast.ImportFrom(module="time"):
            return True
    return False


class TidyTests(unittest.TestCase):
    """Rules that hold for every file."""

    def test_imports_go_downwards_only(self) -> None:
        for path in sources():
            package = module_name(path).split(".")[1] if path != KLOG / "__init__.py" else ""
            if package in ("", "testing"):
                continue
            self.assertIn(package, ALLOWED, f"{path}: a room that the table does not know")
            for name in imports(path):
                if not name.startswith("klog.") or not is_module(name):
                    continue
                inner = name.removeprefix("klog.")
                target = inner.split(".")[0]
                if target == package:
                    continue
                fine = target in ALLOWED[package] or inner in ALLOWED[package]
                is_type = target in TYPES_OF.get(package, ()) and name not in imports(path, for_types=False)
                self.assertTrue(fine or is_type, f"{path} imports {name}, which {package} may not")

    def test_rooms_of_storage_know_those_before_them(self) -> None:
        """What lies beside the rooms knows none of them; compaction and directories do not know each other."""
        for path in sources(KLOG / "storage"):
            room = path.parent.name if path.parent != KLOG / "storage" else ""
            for name in imports(path):
                target = name.split(".")[2] if name.startswith("klog.storage.") else ""
                if target in STORAGE_ROOMS and target != room:
                    before = room in STORAGE_ROOMS and STORAGE_ROOMS.index(target) < STORAGE_ROOMS.index(room)
                    self.assertTrue(before and {room, target} != {"compaction", "directories"}, f"{path} imports {name}")

    def test_no_twisted_below_net(self) -> None:
        for path in sources():
            parts = module_name(path).split(".")
            if len(parts) > 1 and (parts[1] in NO_TWISTED or ".".join(parts[1:3]) in NO_TWISTED):
                bad = sorted(name for name in imports(path) if name.split(".")[0] in ("twisted", "zope"))
                self.assertEqual(bad, [], f"{path}: bytes and disk are apart from the reactor")

    def test_nothing_imports_the_public_face_or_the_fakes(self) -> None:
        for path in sources():
            if path.is_relative_to(KLOG / "testing"):
                continue
            names = imports(path)
            self.assertNotIn("klog", names - {"klog"} if path == KLOG / "__init__.py" else names, f"{path}: import the module itself")
            self.assertEqual([name for name in names if name.startswith("klog.testing")], [], f"{path}: fakes are for tests")

    def test_no_cycles(self) -> None:
        graph = {module_name(path): {name for name in imports(path) if name.startswith("klog.") and is_module(name)} for path in sources()}
        state: dict[str, int] = {}

        def visit(name: str, trail: list[str]) -> None:
            if state.get(name) == 2:
                return
            self.assertNotEqual(state.get(name), 1, f"import cycle: {' -> '.join([*trail, name])}")
            state[name] = 1
            for target in sorted(graph.get(name, ())):
                if target != name:
                    visit(target, [*trail, name])
            state[name] = 2

        for name in sorted(graph):
            visit(name, [])

    def test_init_files_hold_a_docstring_only(self) -> None:
        for top in (KLOG, ROOT / "tests"):
            for path in top.rglob("__init__.py"):
                # client/blocking is what programs without a reactor import.
                # The last is a module beside klog in the wheel: Spark imports what is called pyspark_… and looks into it for a class.
                faces = ("__init__.py", "testing/__init__.py", "zookeeper/__init__.py", "client/blocking/__init__.py")
                own = (*faces, "spark/autoload/pyspark_klog/__init__.py")
                if path in [KLOG / name for name in own]:
                    continue
                body = ast.parse(path.read_text(encoding="utf-8")).body
                self.assertTrue(len(body) == 1 and ast.get_docstring(ast.parse(path.read_text())), f"{path}: a docstring and nothing else")

    def test_no_init_files_in_the_plugin_folders(self) -> None:
        self.assertEqual(list((ROOT / "twisted").rglob("__init__.py")), [], "with one, Twisted does not search the folder")

    def test_every_module_opens_with_a_docstring(self) -> None:
        for path in [*sources(), *sources(ROOT / "tests"), *(ROOT / "twisted/plugins").glob("*.py")]:
            self.assertTrue(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), f"{path}: say what the file is about")

    def test_every_public_thing_has_a_docstring(self) -> None:
        for path in sources():
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                    self.assertTrue(ast.get_docstring(node), f"{path}:{node.lineno}: {node.name} has no docstring")

    def test_every_module_has_a_test_file(self) -> None:
        for path in sources():
            relative = path.relative_to(ROOT).as_posix()
            if path.name == "__init__.py" or relative in UNTESTED or "wire/messages" in relative:
                continue
            inner = path.relative_to(KLOG)
            test = ROOT / "tests" / inner.parent / f"test_{inner.name}"
            self.assertTrue(test.exists(), f"{relative} has no {test.relative_to(ROOT)}")

    def test_every_api_has_a_message_file_and_a_handler_file(self) -> None:
        messages = {path.stem for path in (KLOG / "wire/messages").glob("*.py")} - {"__init__"}
        handlers = {path.stem for path in (KLOG / "broker/handlers").glob("*.py")} - {"__init__"}
        self.assertEqual(messages - handlers, NOT_SERVED_YET, "declared and not handled")

    def test_clocks_are_handed_in(self) -> None:
        """A default of a parameter is a clock that may be another; whoever looks at one in the middle of things is in the table."""
        reading: set[str] = set()
        for path in sources():
            if path.is_relative_to(KLOG / "cli"):
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            defaults: set[ast.AST] = set()
            for node in ast.walk(tree):
                if isinstance(node, ast.arguments):
                    for default in [*node.defaults, *filter(None, node.kw_defaults)]:
                        defaults.update(ast.walk(default))
            for node in ast.walk(tree):
                if node not in defaults and _is_clock(node):
                    reading.add(path.relative_to(KLOG).as_posix())
        self.assertEqual(reading, set(OWN_CLOCK), "clocks are handed in; who cannot be handed one is in the table, with the reason")

    def test_no_global_reactor(self) -> None:
        for path in sources():
            if path.is_relative_to(KLOG / "cli"):
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module == "twisted.internet":
                    bad = [alias.name for alias in node.names if alias.name == "reactor"]
                    allowed = path.relative_to(KLOG).as_posix() in ("broker/plugin.py", "zookeeper/embedded/plugin.py", "testing/trial.py")
                    self.assertTrue(not bad or allowed, f"{path}:{node.lineno}: the reactor is handed in")

    def test_what_the_soak_does_more_of_is_in_it(self) -> None:
        for path in sorted((ROOT / "tests").rglob("test_*.py")):
            text = path.read_text(encoding="utf-8")
            if path != pathlib.Path(__file__).resolve() and re.search(
                r"peers\.(SOAK|soak_share|versions)\b|SEEDS = Seeds\(.*in_soak=", text
            ):
                self.assertIn("pytest.mark.soak", text, f"{path}: `make soak` runs what is marked only")

    def test_nothing_else_lies_beside_the_project(self) -> None:
        """What a tool has unpacked in the checkout is not committed with the rest."""
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        self.assertEqual(sorted({name.partition("/")[0] for name in listed} - TOP_LEVEL), [])

    def test_no_path_or_tool_of_any_workplace(self) -> None:
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        for name in listed:
            path = ROOT / name
            if not path.is_file() or path == pathlib.Path(__file__).resolve():
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            for pattern in FORBIDDEN:
                self.assertIsNone(re.search(pattern, text), f"{name} holds {pattern!r}")


if __name__ == "__main__":
    unittest.main()
