"""The estimator follows the conventions of scikit-learn."""

from __future__ import annotations

import pandas as pd
import pytest

from wherefore_causal import Discovery, Result


ADJACENCY = [[0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]]


def test_fits_a_frame(collider: pd.DataFrame, found: Result) -> None:
    fitted = Discovery(search="exact", score="bic").fit(collider)
    assert fitted.edges_.equals(fitted.result_.edges)
    assert fitted.edges_.equals(found.edges)
    assert fitted.feature_names_in_.tolist() == ["a", "b", "c", "d"]
    assert fitted.adjacency_.tolist() == ADJACENCY


def test_has_parameters() -> None:
    estimator = Discovery(search="pc", options={"alpha": 0.01})
    assert estimator.get_params()["search"] == "pc"
    assert estimator.set_params(seed=7).seed == 7
    with pytest.raises(ValueError, match="no parameter sed"):
        estimator.set_params(sed=7)
    assert repr(estimator) == "Discovery(search='pc', seed=7, options={'alpha': 0.01})"


def test_fits_an_array_and_works_with_scikit_learn(collider: pd.DataFrame) -> None:
    base = pytest.importorskip("sklearn.base")
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    estimator = Discovery(search="pc", options={"alpha": 0.01})
    assert base.clone(estimator).get_params() == estimator.get_params()
    # The scaler returns an array, whose columns are named x0, x1 and so on.
    fitted = make_pipeline(StandardScaler(), Discovery()).fit(collider)[-1]
    assert fitted.adjacency_.tolist() == ADJACENCY
    assert fitted.n_features_in_ == 4
    assert sorted(fitted.result_.directed) == [("x0", "x2"), ("x1", "x2"), ("x2", "x3")]
