"""Discovery as an estimator that follows the conventions of scikit-learn, which need not be installed."""

from __future__ import annotations

import inspect
from typing import Any, Mapping, Sequence

import numpy as np

from ._discover import Knowledge, discover
from ._progress import ProgressChoice
from ._result import Result
from ._table import column_names


class Discovery:
    """Finds the causal graph of the columns of X; the parameters are those of `discover`.

    After `fit`: `result_`, `edges_` (a frame), `adjacency_` (row i, column j is 1 if i causes j; both entries if the
    direction is open), `feature_names_in_` and `n_features_in_`.
    """

    result_: Result

    def __init__(
        self,
        *,
        score: str = "auto",
        search: str = "auto",
        knowledge: Knowledge | None = None,
        confidence: str | bool | None = None,
        resamples: int | None = None,
        seed: int = 1,
        kinds: Mapping[str, str] | None = None,
        threads: int | None = None,
        progress: ProgressChoice = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.score = score
        self.search = search
        self.knowledge = knowledge
        self.confidence = confidence
        self.resamples = resamples
        self.seed = seed
        self.kinds = kinds
        self.threads = threads
        self.progress = progress
        self.options = options

    def fit(self, X: Any, y: Any = None) -> Discovery:
        """Runs the search; y is ignored. `options` may contain options of the run and of the search."""
        parameters = self.get_params()
        options = parameters.pop("options") or {}
        self.feature_names_in_ = np.array(column_names(X), dtype=object)
        self.n_features_in_ = len(self.feature_names_in_)
        self.result_ = discover(X, **parameters, **options)
        self.edges_ = self.result_.edges
        self.adjacency_ = _adjacency(self.result_, self.feature_names_in_.tolist())
        return self

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name."""
        return {name: getattr(self, name) for name in _NAMES}

    def set_params(self, **parameters: Any) -> Discovery:
        """Sets parameters by name."""
        for name, value in parameters.items():
            if name not in _NAMES:
                raise ValueError(f"Discovery has no parameter {name}; it has {', '.join(_NAMES)}")
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults = inspect.signature(type(self)).parameters
        given = [f"{name}={getattr(self, name)!r}" for name in _NAMES if getattr(self, name) != defaults[name].default]
        return f"Discovery({', '.join(given)})"


_NAMES: Sequence[str] = list(inspect.signature(Discovery).parameters)


def _adjacency(result: Result, names: list[str]) -> np.ndarray:
    place = {name: j for j, name in enumerate(names)}
    adjacency = np.zeros((len(names), len(names)), dtype=int)
    for cause, effect in [*result.directed, *result.undirected]:
        adjacency[place[cause], place[effect]] = 1
    for cause, effect in result.undirected:
        adjacency[place[effect], place[cause]] = 1
    return adjacency
