"""Asking a model: a job's requests, its run, and going on where one was stopped."""

from kgforge.probing.run import (
    Job,
    Plan,
    plan,
    probe,
    requests,
    wordings,
)

__all__ = [
    "Job",
    "Plan",
    "plan",
    "probe",
    "requests",
    "wordings",
]
