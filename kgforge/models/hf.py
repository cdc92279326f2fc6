"""``hf:FOLDER-OR-HUB-NAME``: picks the family by the model's own configuration."""

from kgforge import plugins
from kgforge.errors import ModelError
from kgforge.models import Model, _checkpoint
from kgforge.schema import ModelOptions


def open(rest: str, options: ModelOptions) -> Model:
    """The model at *rest*, of the family that its ``config.json`` names under ``architectures``.

    Raises ModelError when it names none that we have.
    """
    folder, _ = _checkpoint.find(rest, options.revision)
    config = _checkpoint.read_config(rest, folder)
    family = _checkpoint.family_of(config)
    known = plugins.names("models")
    if family not in known:
        found = ", ".join(config.architectures or ()) or "no architectures"
        raise ModelError(
            f"{rest} is {f'a {family} model' if family else 'of an unknown family'} "
            f"({found}); models can be masked, causal or seq2seq ones"
        )
    model: Model = plugins.load("models", family).open(rest, options)
    return model
