"""The linear tables of golden-notears.py and golden-dagma.py; test/golden/notears.ts makes the same."""

import numpy as np


def table(seed, d, n):
    rs = np.random.RandomState(seed)
    place = np.argsort(rs.random_sample(d))
    present, size, sign = (rs.random_sample((d, d)) for _ in range(3))
    X = rs.standard_normal((n, d))
    for b in range(d):
        for a in range(b):
            i, j = place[a], place[b]
            if present[i, j] < 2.5 / (d - 1):
                X[:, j] += (0.5 + 1.5 * size[i, j]) * (1 if sign[i, j] < 0.5 else -1) * X[:, i]
    return X + np.arange(d)  # means that are not 0
