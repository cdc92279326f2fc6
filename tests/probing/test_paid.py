"""Runs of a model that is paid for: what a kill leaves, what is asked again, what is written."""

import json
import random
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kgforge import cli, probing
from kgforge.errors import ModelError, OutputError
from kgforge.models.openai import server
from kgforge.schema import ChatOptions, ModelOptions, Prompt, folders
from tests.models.chatting import MODEL, Chatting, asked, reply, text
from tests.processes import kgforge_process
from tests.sampled import PROOF, SEED
from tests.worlds import handmade

KEY = "sk-test-very-secret-0123456789"
ITEMS = 40
AT_ONCE = 4


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "bench"
    items = [
        handmade.item(
            f"symmetry-{n:016x}", "symmetry", "wdt:P26",
            handmade.fact("forward", f"One{n}", "P26", f"Other{n}"),
            handmade.fact("backward", f"Other{n}", "P26", f"One{n}"),
        )
        for n in range(ITEMS)
    ]  # fmt: skip
    return handmade.write_benchmark(folder, items, {"symmetry": "both_given_either"})


def known(body: Mapping[str, Any]) -> Any:
    """One who knows each couple from its first side."""
    name = asked(body).partition(" ")[0]
    return text(name.replace("One", "Other"))


def options(served: Chatting, **chat: Any) -> ModelOptions:
    return ModelOptions(chat=ChatOptions(**{"url": served.base} | chat))


def probed(bench: Path, served: Chatting, run: Path, **chat: Any) -> probing.Probed:
    return probing.probe(bench, f"openai:{MODEL}", run, options(served, **chat))


def whole(bench: Path, folder: Path) -> bytes:
    """The responses of a run that nobody disturbed."""
    with Chatting(known) as served:
        probed(bench, served, folder / "whole", concurrency=1)
    return (folder / "whole" / "responses.jsonl").read_bytes()


def started(bench: Path, served: Chatting, run: Path) -> Any:
    return kgforge_process(
        "probe", str(bench), "--model", f"openai:{MODEL}", "--url", served.base, "--out", str(run),
        "--concurrency", str(AT_ONCE), "--price", "1,2",
    )  # fmt: skip


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def until_it_grows(path: Path, child: Any) -> None:
    before = lines(path)
    until(lambda: child.poll() is not None or lines(path) > before)


def test_a_kill_loses_no_answer_that_came(bench: Path, tmp_path: Path) -> None:
    """When all answers that were given are kept, a kill; none of them is asked for again."""
    run, wanted = tmp_path / "run", whole(bench, tmp_path)
    given, held = 0, threading.Event()

    def until_half(body: Mapping[str, Any]) -> Any:
        nonlocal given
        given += 1
        if ITEMS < given <= ITEMS + AT_ONCE:
            held.wait(60)  # they are under way when the kill comes
        return known(body)

    with Chatting(until_half) as served:
        with started(bench, served, run) as child:
            until(lambda: lines(run / "journal.jsonl") == ITEMS and given == ITEMS + AT_ONCE)
            child.kill()
        held.set()
        assert lines(run / "responses.jsonl") == 0
        first = set(served.prompts)
        probed(bench, served, run, concurrency=AT_ONCE, price=(1.0, 2.0))
    twice = {prompt for prompt, count in served.prompts.items() if count > 1}
    assert (len(first), len(twice)) == (ITEMS + AT_ONCE, AT_ONCE)  # what was under way alone
    assert served.prompts.total() == 2 * ITEMS + AT_ONCE
    assert (run / "responses.jsonl").read_bytes() == wanted
    spent = folders.read_run(run).spent
    assert spent
    assert (spent.answers, spent.total_tokens) == (2 * ITEMS, 26 * ITEMS)
    assert spent.cost == pytest.approx(2 * ITEMS * (10 + 2 * 3) / 1e6)


def test_killed_at_any_moment_it_ends_with_the_same_bytes(bench: Path, tmp_path: Path) -> None:
    run, wanted = tmp_path / "run", whole(bench, tmp_path)
    draw = random.Random(SEED)
    kills = 10 if PROOF else 2

    def slow(body: Mapping[str, Any]) -> Any:
        time.sleep(0.01)
        return known(body)

    with Chatting(slow) as served:
        for _ in range(kills):
            with started(bench, served, run) as child:
                until_it_grows(run / "journal.jsonl", child)
                time.sleep(draw.uniform(0, 0.08))
                child.kill()
        with started(bench, served, run) as child:
            assert child.wait() == 0
    assert set(served.prompts) == {f"One{n} is married to [MASK]." for n in range(ITEMS)} | {
        f"Other{n} is married to [MASK]." for n in range(ITEMS)
    }
    assert served.prompts.total() <= 2 * ITEMS + kills * AT_ONCE  # those under way alone
    assert (run / "responses.jsonl").read_bytes() == wanted
    assert json.loads((run / "run.json").read_text())["spent"]["answers"] == 2 * ITEMS


def test_a_server_that_fails_scores_nothing_and_is_asked_for_the_rest(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = msgspec.structs.replace(server.MANNERS, first=0.01, tries=2)
    monkeypatch.setattr(server, "MANNERS", quick)
    run, wanted = tmp_path / "run", whole(bench, tmp_path)
    broken = True

    def answer(body: Mapping[str, Any]) -> Any:
        return reply({}, 500) if broken and asked(body).startswith("One30 ") else known(body)

    with Chatting(answer) as served:
        with pytest.raises(ModelError, match=r"item symmetry-0{14}1e \(forward, prompt 0\)"):
            probed(bench, served, run)
        assert not (run / "scores.json").exists()
        assert not folders.read_run(run).finished
        broken = False
        info = probed(bench, served, run)
    assert served.prompts.pop("One30 is married to [MASK].") == 3
    assert set(served.prompts.values()) == {1}
    assert (info.resumed, info.finished) == (1, True)
    assert (run / "responses.jsonl").read_bytes() == wanted


def test_the_answers_are_scored_as_texts(bench: Path, tmp_path: Path) -> None:
    with Chatting(known) as served:
        info = probed(bench, served, tmp_path / "run")
    hits = {score.by["role"]: score.value for score in info.scores
            if score.metric == "hit" and score.by.keys() == {"role"} and score.group is None
            and score.k == 1}  # fmt: skip
    assert hits == {"forward": 1.0, "backward": 0.0}


def test_triples_are_written_to_the_prompt_of_a_text(tmp_path: Path) -> None:
    told = handmade.fact("fact", "Lima", "P36", "Peru")
    prompt = Prompt("extraction", "en", "none", "none", "instruction", "Text: …\nOutput:", "",
                    gold="capital(Lima, Peru)")  # fmt: skip
    item = msgspec.structs.replace(
        handmade.item("alignment-0", "alignment", "geo", msgspec.structs.replace(told, prompts=())),
        text="Lima is the capital of Peru.", prompts=(prompt,),
    )  # fmt: skip
    bench = handmade.write_benchmark(tmp_path / "bench", [item], {"alignment": "f1"})
    with Chatting(lambda body: text("\ncapital(Lima, Peru)\n")) as served:
        info = probed(bench, served, tmp_path / "run")
    assert served.bodies[0]["messages"] == [{"role": "user", "content": prompt.text}]
    [response] = folders.read_responses(tmp_path / "run")
    assert (response.text, response.role) == ("\ncapital(Lima, Peru)\n", "")
    own = [one for one in info.scores if (one.metric, one.by) == ("f1", {"matching": "strict"})]
    assert {one.value for one in own} == {1.0}


def test_the_key_is_in_no_file_of_the_run(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def telling(body: Mapping[str, Any]) -> Any:
        return text(f"You sent {KEY}") | {"model": KEY, "system_fingerprint": KEY}

    with Chatting(telling) as served:
        call = ["probe", str(bench), "--model", f"openai:{MODEL}", "--url", served.base]
        with pytest.raises(SystemExit) as ended:
            cli.main([*call, "--out", str(tmp_path / "run"), "--verbose", "--json"])
    assert ended.value.code == 0
    assert served.asked[0].headers["Authorization"].endswith(KEY)
    said = capsys.readouterr()
    files = [path for path in (tmp_path / "run").iterdir() if path.is_file()]
    assert {path.name for path in files} == {
        "journal.jsonl", "responses.jsonl", "run.json", "scores.json",
    }  # fmt: skip
    assert not any(KEY in one for one in (said.out, said.err, *map(Path.read_text, files)))
    assert f"{2 * ITEMS:,} answers; {20 * ITEMS:,} tokens read, {6 * ITEMS:,} written" in said.err


@pytest.mark.parametrize(("change", "said"), [
    ({"abstain": True}, "another model"), ({"api": "completions"}, "another model"),
])  # fmt: skip
def test_another_way_of_asking_is_another_run(
    bench: Path, tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    with Chatting(known) as served:
        probed(bench, served, tmp_path / "run")
        with pytest.raises(OutputError, match=said):
            probed(bench, served, tmp_path / "run", **change)
        with pytest.raises(OutputError, match=f"another server .{served.base}; now http://other/"):
            probed(bench, served, tmp_path / "run", url="http://other/v1")
        # how fast it is asked, and what that costs, is the same run
        probed(bench, served, tmp_path / "run", concurrency=1, timeout=5.0, price=(1.0, 1.0))
    assert set(served.prompts.values()) == {1}


def test_force_asks_all_again(bench: Path, tmp_path: Path) -> None:
    with Chatting(known) as served:
        probed(bench, served, tmp_path / "run")
        probing.probe(bench, f"openai:{MODEL}", tmp_path / "run", options(served), force=True)
    assert set(served.prompts.values()) == {2}
    assert lines(tmp_path / "run" / "journal.jsonl") == 2 * ITEMS


def test_how_answers_ended_is_in_the_responses_and_counted(bench: Path, tmp_path: Path) -> None:
    def answer(body: Mapping[str, Any]) -> Any:
        if asked(body).startswith("One"):
            return text("One and", finish_reason="length")
        return text("") if asked(body).startswith("Other1") else text("Di")

    with Chatting(answer) as served:
        info = probed(bench, served, tmp_path / "run")
    found = map(json.loads, (tmp_path / "run" / "responses.jsonl").read_text().splitlines())
    assert {one.get("ended") for one in found} == {"length", "empty", None}
    assert info.spent
    assert info.spent.ended == {"empty": 11, "length": ITEMS}


@pytest.mark.parametrize(("option", "said"), [
    (("--price", "1"), "is not two prices"), (("--price", "x,y"), "is not two prices"),
    (("--price=-1,2",), "is not two prices"), (("--concurrency", "0"), "concurrency"),
    (("--timeout", "0"), "timeout"), (("--api", "chats"), "api"),
])  # fmt: skip
def test_options_that_are_wrong_are_told(
    option: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["probe", "bench", "--model", "openai:x", "--out", "run", *option])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
