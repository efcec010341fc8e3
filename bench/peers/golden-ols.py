"""Writes test/golden/ols.json: regressions by statsmodels, to compare coefficients, standard errors and intervals with.

    python bench/peers/golden-ols.py > test/golden/ols.json && npx biome format --write test/golden/ols.json

statsmodels 0.15.0.
"""

import json
import sys

import numpy as np
import statsmodels.api as sm

rng = np.random.default_rng(7)
cases = []
for n, k in [(12, 1), (30, 3), (200, 5), (9, 6)]:
    x = rng.normal(size=(n, k)) * 10.0 ** rng.integers(-2, 3, k)
    y = x @ rng.normal(size=k) + rng.normal(size=n) * 3
    fit = sm.OLS(y, sm.add_constant(x)).fit()
    cases.append(
        {
            "rows": np.column_stack([x, y]).tolist(),
            "coefficients": fit.params[1:].tolist(),
            "standardErrors": fit.bse[1:].tolist(),
            "intervals": fit.conf_int()[1:].tolist(),
        }
    )
json.dump({"origin": "bench/peers/golden-ols.py, statsmodels 0.15.0", "cases": cases}, sys.stdout)
