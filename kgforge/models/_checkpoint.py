"""Checkpoints of transformer models: found by folder or hub name, hashed and loaded."""

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import torch
import transformers
from huggingface_hub import snapshot_download
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    LocalEntryNotFoundError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from msgspec import Struct

from kgforge import files, places
from kgforge.errors import ModelError
from kgforge.schema import ModelOptions

WEIGHTS: Final = ("*.safetensors", "pytorch_model*.bin")
"""Files of weights, the first kind that is there; only these are read and hashed."""

TOKENIZER: Final = (
    "tokenizer*.json",
    "vocab.*",
    "merges.txt",
    "*.model",
    "special_tokens_map.json",
    "added_tokens.json",
)
"""Files that say how text becomes tokens; ``tokenizer_config.json`` among them."""

DTYPES: Final = ("float32", "float16", "bfloat16", "float64")

AUTO: Final = {
    "masked": "AutoModelForMaskedLM",
    "causal": "AutoModelForCausalLM",
    "seq2seq": "AutoModelForSeq2SeqLM",
}
"""The class of transformers that loads a family."""


class Checkpoint(Struct, frozen=True):
    """A loaded model with its tokenizer, and what identifies them."""

    name: str
    """Its name on the hub, or the last part of its folder's path."""
    revision: str | None
    weights: str
    """SHA-256 over names and SHA-256 of ``config.json`` and the files of weights."""
    digest: str
    """The same over the tokenizer's files."""
    model: Any
    tokenizer: Any
    device: str
    dtype: str


def load(family: str, name: str, options: ModelOptions) -> Checkpoint:
    """Load model and fast tokenizer of a family (a name of ``AUTO``) from a folder or the hub.

    Raises ModelError when the folder or the hub's repository cannot be had, lacks weights or
    tokenizer, is of another family, or does not fill every weight of the model.
    """
    device, dtype = _device(options.device), _dtype(options.dtype)
    folder, revision = find(name, options.revision)
    config = read_config(name, folder)
    weights = _files(folder, WEIGHTS[:1]) or _files(folder, WEIGHTS[1:])
    if not weights:
        raise ModelError(f"{name} has no weights: neither {' nor '.join(WEIGHTS)} is in {folder}")
    tokenizer = _tokenizer(name, folder)
    model = _model(family, name, folder, config, dtype)
    return Checkpoint(
        places.last_part(name) if revision is None else name,
        revision,
        _digest([folder / "config.json", *weights]),
        _digest(_files(folder, TOKENIZER)),
        model.to(device).eval(),
        tokenizer,
        device,
        options.dtype,
    )


def find(name: str, revision: str | None) -> tuple[Path, str | None]:
    """The folder of a model and its revision (None for a plain folder), downloaded when need be."""
    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder, None
    if not name or folder.is_absolute() or name.startswith((".", "~")) or name.count("/") > 1:
        raise ModelError(f"no model folder {name!r}")
    root = _download(name, revision, ["*.json", "*.txt", "*.model", WEIGHTS[0]])
    if not _files(root, WEIGHTS[:1]):
        root = _download(name, revision, list(WEIGHTS[1:]))
    return root, root.name


def _download(name: str, revision: str | None, patterns: list[str]) -> Path:
    what = f"{name!r}" + (f" at revision {revision!r}" if revision else "")
    try:
        return Path(
            snapshot_download(
                name, revision=revision, allow_patterns=patterns, ignore_patterns=["*/*"]
            )
        )
    except GatedRepoError as error:
        raise ModelError(
            f"model {what} is gated: accept its terms on the hub and set HF_TOKEN"
        ) from error
    except (RepositoryNotFoundError, RevisionNotFoundError) as error:
        raise ModelError(f"no folder and no model on the hub called {what}") from error
    except HFValidationError as error:
        raise ModelError(f"no folder {name!r}, nor can a model on the hub be called so") from error
    except (LocalEntryNotFoundError, HfHubHTTPError, OSError) as error:
        raise ModelError(
            f"no folder {name!r}, and no such model in the local cache; the hub could "
            f"not be asked ({_line(error)})"
        ) from error


def read_config(name: str, folder: Path) -> Any:
    """The model's configuration. Raises ModelError when there is none, or it cannot be read."""
    if not (folder / "config.json").is_file():
        raise ModelError(f"{name} is not a model folder: it has no config.json")
    try:
        return transformers.AutoConfig.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"cannot read the config.json of {name}: {_line(error)}") from error


def family_of(config: Any) -> str:
    """``masked``, ``causal`` or ``seq2seq`` by a configuration's architectures, else empty."""
    for architecture in config.architectures or ():
        if re.search(
            r"ForMaskedLM$|^(Bert|Roberta|Albert|Electra)\w*ForPreTraining$", architecture
        ):
            return "masked"
        if re.search(r"ForCausalLM$|LMHeadModel$", architecture):
            return "causal"
        if re.search(r"ForConditionalGeneration$|ForSeq2SeqLM$", architecture):
            return "seq2seq"
    return ""


def _tokenizer(name: str, folder: Path) -> Any:
    if not _files(folder, ("tokenizer.json", "vocab.*", "*.model")):
        raise ModelError(
            f"{name} has no tokenizer: no tokenizer.json, vocabulary or *.model in {folder}"
        )
    try:
        with quiet():
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, KeyError, TypeError, ImportError) as error:
        raise ModelError(f"cannot load the tokenizer of {name}: {_line(error)}") from error
    if not tokenizer.is_fast:
        raise ModelError(
            f"{name} has a slow tokenizer ({type(tokenizer).__name__}), which gives no "
            "offsets; save a fast one (tokenizer.json) beside the weights"
        )
    tokenizer.backend_tokenizer.no_truncation()
    tokenizer.backend_tokenizer.no_padding()
    return tokenizer


def _model(family: str, name: str, folder: Path, config: Any, dtype: torch.dtype) -> Any:
    found = family_of(config)
    if found and found != family:
        raise ModelError(
            f"{name} is a {found} model ({config.architectures[0]}), not a {family} one: "
            f"use {found}:{name}"
        )
    try:
        with quiet():
            model, loaded = getattr(transformers, AUTO[family]).from_pretrained(
                folder, dtype=dtype, local_files_only=True, output_loading_info=True
            )
    except (
        OSError,
        ValueError,
        KeyError,
        RuntimeError,
        ImportError,
        _safetensors_error(),
    ) as error:
        raise ModelError(f"cannot load {name} as a {family} model: {_line(error)}") from error
    absent = sorted(loaded["missing_keys"]) + sorted(str(key) for key in loaded["mismatched_keys"])
    if absent:
        raise ModelError(
            f"the weights of {name} do not fill a {family} model ({len(absent)} are "
            f"missing or of another shape, such as {absent[0]}): its answers would be random"
        )
    return model


def _safetensors_error() -> type[Exception]:
    from safetensors import SafetensorError

    found: type[Exception] = SafetensorError
    return found


def _files(folder: Path, patterns: tuple[str, ...]) -> list[Path]:
    return sorted({path for pattern in patterns for path in folder.glob(pattern) if path.is_file()})


def _digest(paths: list[Path]) -> str:
    lines = "".join(f"{files.sha256(path)}  {path.name}\n" for path in paths)
    return hashlib.sha256(lines.encode()).hexdigest()


def _device(asked: str) -> str:
    if asked == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.empty(0, device=asked)
    except (RuntimeError, AssertionError) as error:
        raise ModelError(f"no device {asked!r} here: {_line(error)}") from error
    return asked


def _dtype(asked: str) -> torch.dtype:
    if asked not in DTYPES:
        raise ModelError(f"no dtype {asked!r}; available: {', '.join(DTYPES)}")
    found: torch.dtype = getattr(torch, asked)
    return found


def _line(error: BaseException) -> str:
    """The first line of an error's text, or its type where it has none."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


@contextmanager
def quiet() -> Iterator[None]:
    """Keep transformers' bars and load reports off the terminal: errors are ours to tell."""
    logging: Any = transformers.utils.logging
    verbosity, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if bars:
            logging.enable_progress_bar()
