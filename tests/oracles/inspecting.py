"""inspect_ai, run in a process of its own, since it leaves streams open: JSON in, JSON out.

Its input has the folder of tasks, and evaluations: the names of tasks, their arguments, a limit,
and the folder of a local model or none for a mock one, which knows what is right and says it in
each of ``SAYINGS`` in turn.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

SAYINGS: Final[tuple[Callable[[str], str], ...]] = (
    str,
    str.upper,
    lambda name: f"{name}.",
    lambda name: f"The answer is {name}.",
    lambda name: f"It is not {name}.",
    lambda _: "I do not know.",
)
PLAIN: Final = 3
"""So many of them are the name itself, but for case and punctuation."""


def answering(folder: Path) -> Any:
    """The mock model's answers."""
    from inspect_ai.model import ModelOutput, ModelUsage

    asked: dict[str, tuple[int, str]] = {}
    lettered: dict[str, tuple[int, str]] = {}
    for path in sorted(folder.glob("*.test.jsonl")):
        for at, line in enumerate(path.read_text("utf-8").splitlines()):
            one = json.loads(line)
            right = one["target"] if isinstance(one["target"], str) else one["target"][0]
            known = lettered if "choices" in one else asked
            known[one["input"]] = (at % len(SAYINGS), right)

    def answer(messages: Any, *_: Any) -> Any:
        text = messages[-1].text
        if text in asked:
            way, right = asked[text]
            said = SAYINGS[way](right)
        else:
            [(way, right)] = [one for each, one in lettered.items() if f"\n\n{each}\n\n" in text]
            said = f"ANSWER: {right}" if way < PLAIN else SAYINGS[way](right)
        output = ModelOutput.from_content("mockllm/model", said)
        # Without it tokens would be counted by a table that is fetched.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return answer


def evaluate(folder: Path, logs: Path, one: dict[str, Any]) -> list[dict[str, Any]]:
    """The samples of one evaluation, as they were scored."""
    import inspect_ai
    from inspect_ai.model import get_model

    model = (
        get_model("hf/local", model_path=one["model"], device="cpu", memoize=False)
        if one["model"]
        else get_model("mockllm/model", custom_outputs=answering(folder), memoize=False)
    )
    found = inspect_ai.eval(
        [f"{folder}/tasks.py@{name}" for name in one["tasks"]],
        model=model,
        task_args=one.get("args", {}),
        limit=one.get("limit"),
        max_tokens=16,
        log_dir=str(logs),
        display="none",
    )
    assert [log.status for log in found] == ["success"] * len(one["tasks"]), found
    return [
        {
            "id": sample.id,
            "input": sample.input,
            "target": sample.target,
            "text": sample.output.completion,
            "value": next(iter(sample.scores.values())).value,
        }
        for log in found
        for sample in log.samples
    ]


if __name__ == "__main__":
    job = json.load(sys.stdin)
    answers = [evaluate(Path(job["folder"]), Path(job["logs"]), one) for one in job["evaluations"]]
    Path(job["out"]).write_text(json.dumps(answers), encoding="utf-8")
