"""Asking a model: a job's requests, its run, and going on where one was stopped."""

from kgforge.probing.job import (
    Plan,
    plan,
    requests,
    wordings,
)
from kgforge.probing.result import (
    Probed,
)
from kgforge.probing.run import (
    probe,
)

__all__ = [
    "Plan",
    "Probed",
    "plan",
    "probe",
    "requests",
    "wordings",
]
