"""What all tests share: the published data, the real servers, the engines, the table at the end."""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from msgspec import Struct

from tests import groups, turns
from tests.browsing import CHROMIUM, WIDE, Watched
from tests.cases import table as cases
from tests.processes import peak_of
from tests.sampled import PROOF
from tests.stores import engines, table
from tests.stores.engines import Place
from tests.stores.servers import Servers
from tests.stores.servers.process import BRIEF
from tests.worlds.facts import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Threads of torch that wait for one another beside servers make tiny models five times as slow.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("SPARK_SUBMIT_OPTS", " ".join(BRIEF))
# The readline of pytest's processes says 80, by which tables would be narrow here and there.
os.environ.pop("COLUMNS", None)


@pytest.fixture(scope="session", autouse=True)
def _copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep copies of graphs in a folder of the tests, and not in the user's."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("KGFORGE_CACHE", str(tmp_path_factory.mktemp("copies")))
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of published data, or a skip that says it is absent."""
    folder = Path(os.environ.get("KGFORGE_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no published data at {folder} (set KGFORGE_DATA)")
    return folder


class Published(Struct, frozen=True):
    """The published Wikidata graph with its labels, and all patterns mined from it, each once."""

    address: str
    mined: Path
    seconds: float
    """What both commands took."""
    peak: int
    """The greatest memory of either, in kB."""


@pytest.fixture(scope="session")
def published(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Published:
    """Loaded, and mined, each by a command of its own.

    By DuckDB; in ``make proof`` by the embedded store, against which the other engines are then
    held, and which takes minutes.
    """
    data, folder = shared / "wikidata", tmp_path_factory.mktemp("wikidata")
    address = f"oxigraph:{folder}/graph" if PROOF else f"duckdb:{folder}/graph.db"
    mined = folder / "mined"
    labels = ("--labels", f"{data}/entities.tsv.gz", "--labels", f"{data}/properties.tsv")
    started = time.perf_counter()
    loading = peak_of("load", f"tsv:{data}/triples.tsv.gz", *labels, "--store", address)
    words = "--store", address, "--engine", "native", "--out", str(mined)
    mining = peak_of("mine", "all", "fact", *words)
    return Published(address, mined, time.perf_counter() - started, max(loading, mining))


@pytest.fixture(scope="session")
def wikidata_graph(published: Published) -> str:
    """The address of the published graph."""
    return published.address


@pytest.fixture(scope="session")
def mined(published: Published) -> Path:
    """What was mined from it."""
    return published.mined


_SERVERS = pytest.StashKey[Servers]()


@pytest.fixture(scope="session")
def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Servers]:
    """The real servers, each started when a test first asks for it."""
    with Servers(tmp_path_factory) as running:
        request.config.stash[_SERVERS] = running
        yield running


@pytest.fixture(scope="session", params=engines.ALL, ids=lambda engine: engine.name)
def place(
    request: pytest.FixtureRequest, servers: Servers, tmp_path_factory: pytest.TempPathFactory
) -> Place:
    """Each engine in turn, with its server where it has one: where tests make their graphs."""
    return Place.of(request.param, servers, tmp_path_factory)


@pytest.fixture
def quick_place(place: Place) -> Place:
    """Each engine that is quick, for what the suite asks of all in small; in a proof all."""
    if place.engine.every > 1 and not PROOF:
        pytest.skip("in make proof")
    return place


_LATER = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker of the tests of cases."""
    config.addinivalue_line("markers", "case(number, trait): shows a case of ../shared/cases")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow cases whose turn it is not; put the tests of a group together, and the longest
    groups first.
    """
    if later := set(turns.others(config, items)):
        config.hook.pytest_deselected(items=list(later))
        items[:] = [item for item in items if item not in later]
        config.stash[_LATER] = len(later)
    groups.arrange(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> groups.ByGroup:
    """Let one process run all tests of a group."""
    config.option.loadscopereorder = False
    return groups.ByGroup(config, log)


_LEFT_OUT = pytest.StashKey[dict[str, str]]()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep what the summary says; of several processes each hands it to the first one."""
    config = session.config
    running = config.stash.get(_SERVERS, None)
    left_out = running.left_out if running else {}
    if output := getattr(config, "workeroutput", None):
        later = config.stash.get(_LATER, 0)
        output.update(left_out=left_out, cells=table.cells(), later=later)
    else:
        config.stash.setdefault(_LEFT_OUT, {}).update(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take what another process found for the summary; one that was killed left nothing."""
    if output := getattr(node, "workeroutput", None):
        node.config.stash.setdefault(_LEFT_OUT, {}).update(output["left_out"])
        node.config.stash[_LATER] = output["later"]  # each process collects all tests
        table.add(output["cells"])


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say which servers were left out, how the engines' bytes compared, and what cases showed."""
    for name, reason in config.stash.get(_LEFT_OUT, {}).items():
        terminalreporter.write_line(f"left out: the server {name}: {reason}")
    if later := config.stash.get(_LATER, 0):
        terminalreporter.write_line(
            f"left out: {later} slow cases of tests, whose turn it is not "
            f"(KGFORGE_TURN={turns.TURN} of 0 to {turns.TURNS - 1}, or all)"
        )
    table.show(terminalreporter.write_line)
    cases.show(terminalreporter, terminalreporter.write_line)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes, which ``mount -o remount,size=…`` makes larger."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(mount, check=False).returncode:
        pytest.skip("no right to mount a small disk here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Debian's Chromium, or a skip where it is absent (an error when all servers are wanted)."""
    if not CHROMIUM.exists():
        if os.environ.get("KGFORGE_SERVERS") == "all":
            pytest.fail(f"KGFORGE_SERVERS=all, but there is no {CHROMIUM}")
        pytest.skip(f"no {CHROMIUM}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def watched(browser: "Browser", request: pytest.FixtureRequest) -> Iterator[Watched]:
    """A page in a window of a desk's size, or of that which ``browsing.EACH_SIZE`` gives."""
    width, height = getattr(request, "param", WIDE)
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    yield Watched(context.new_page())
    context.close()


settings.register_profile("default", max_examples=50, deadline=None)  # a first one imports much
settings.register_profile("proof", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(autouse=True)
def _stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Come back to the folder in which the tests were started, wherever a test goes."""
    monkeypatch.chdir(ROOT)
