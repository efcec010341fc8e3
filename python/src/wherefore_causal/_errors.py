"""What can go wrong: the caller's mistakes, and everything else."""

from __future__ import annotations

from typing import Any


class InputError(ValueError):
    """What was asked cannot be done; the sentence says what must hold, what came, and the ways out.

    `field` names the option that was refused, and `remedies` has the ways out as data, where there are some.
    """

    def __init__(self, sentence: str, field: str | None = None, remedies: list[dict[str, Any]] | None = None):
        super().__init__(sentence)
        self.field = field
        self.remedies = remedies or []


class EngineError(RuntimeError):
    """The engine could not be started, has ended, or has a bug."""
