// A score for the command line: wherefore discover examples/twelve/data.csv --score ./examples/my-score.js
// Akaike's criterion: twice the log-likelihood of a linear model, minus 2 for each edge.
export default function akaike({ X }) {
  const { rows: n, cols: d, data } = X;
  const mean = Array.from({ length: d }, (_, j) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += data[i * d + j];
    return sum / n;
  });
  const cov = (a, b) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += (data[i * d + a] - mean[a]) * (data[i * d + b] - mean[b]);
    return sum / n;
  };
  const C = Array.from({ length: d }, (_, a) => Array.from({ length: d }, (_, b) => cov(a, b)));
  // Residual variance, by eliminating the parents one after another.
  const residual = (node, parents) => {
    const M = [...parents, node].map((a) => [...parents, node].map((b) => C[a][b]));
    for (let k = 0; k < parents.length; k++) {
      for (let i = k + 1; i < M.length; i++) {
        const f = M[i][k] / M[k][k];
        for (let j = k; j < M.length; j++) M[i][j] -= f * M[k][j];
      }
    }
    return M[parents.length][parents.length];
  };
  return {
    isEquivalent: true,
    isScaleFree: true,
    term: (node, parents) => -n * Math.log(residual(node, parents)) - 2 * parents.length,
  };
}
