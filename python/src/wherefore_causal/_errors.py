"""Errors: the caller's mistakes, and everything else."""

from __future__ import annotations

from typing import Any


class InputError(ValueError):
    """The request cannot be carried out; the sentence says what must hold, what was given, and the remedies.

    `field` names the rejected option, and `remedies` has the remedies as data, if there are any.
    """

    def __init__(self, sentence: str, field: str | None = None, remedies: list[dict[str, Any]] | None = None):
        super().__init__(sentence)
        self.field = field
        self.remedies = remedies or []


class EngineError(RuntimeError):
    """The engine could not be started, has ended, or has a bug."""
