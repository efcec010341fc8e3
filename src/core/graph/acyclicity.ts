// A smooth measure of how cyclic a graph is, and the strongly connected components that contain its cycles.
//
//     h(A) = tr(e^A) − d = Σ_{k ≥ 1} tr(A^k) / k!
//
// tr(A^k) counts the closed walks of k steps, so h is 0 for a DAG and positive otherwise. A closed walk never leaves
// its strongly connected component, so the series is summed for each component separately.
//
// Accuracy: a DAG gives exactly 0. Otherwise every term is non-negative, nothing cancels, and the remainder of the series
// is bounded before truncation, so h has a relative error of about 1e-13 even where it is tiny: a cycle of ten variables
// gives 10/10! + 10/20! + …. Underflow and overflow remain: a graph whose only cycles have more than about 170 variables
// gives 0 (use isAcyclic to decide), and h beyond 1.8e308 gives Infinity.
//
// Differs from the usual expm: scaling and squaring yields tr(e^A) and subtracting d leaves an absolute error of about
// 1e-15 · d, which hides long cycles and reports some DAGs as slightly cyclic.
//
// Zheng, X. et al. "DAGs with NO TEARS." NeurIPS 2018. Components: Tarjan, R. "Depth-first search and linear graph
// algorithms." SIAM Journal on Computing 1(2), 1972.

import { type Graph, topologicalOrder } from "./graph.ts";

export function traceExponential(graph: Graph): number {
  if (topologicalOrder(graph) !== null) return 0;
  let h = 0;
  for (const component of stronglyConnectedComponents(graph)) h += closedWalks(graph, component);
  return h;
}

/** The strongly connected components, causes first, each sorted; in a DAG every variable is its own component. */
export function stronglyConnectedComponents({ d, edges }: Graph): number[][] {
  const index = new Int32Array(d).fill(-1); // order of discovery
  const low = new Int32Array(d); // earliest discovered variable on the stack that it reaches
  const onStack = new Uint8Array(d);
  const nextChild = new Int32Array(d);
  const stack: number[] = [];
  const path: number[] = []; // explicit recursion stack: deep graphs must not overflow the call stack
  const components: number[][] = [];
  let seen = 0;

  const enter = (v: number): void => {
    index[v] = low[v] = seen++;
    onStack[v] = 1;
    stack.push(v);
    path.push(v);
  };
  const leave = (v: number): void => {
    path.pop();
    if (path.length > 0) {
      const above = path[path.length - 1];
      low[above] = Math.min(low[above], low[v]);
    }
    if (low[v] !== index[v]) return;
    const component = stack.splice(stack.lastIndexOf(v));
    for (const w of component) onStack[w] = 0;
    components.push(component.sort((a, b) => a - b));
  };

  for (let root = 0; root < d; root++) {
    if (index[root] === -1) enter(root);
    while (path.length > 0) {
      const v = path[path.length - 1];
      const w = nextChild[v]++;
      if (w === d) leave(v);
      else if (edges[v * d + w] === 0) continue;
      else if (index[w] === -1) enter(w);
      else if (onStack[w] === 1) low[v] = Math.min(low[v], index[w]);
    }
  }
  return components.reverse();
}

// Σ_k tr(A^k) / k! for the graph on one component.
//
// With the low powers B_j = A^j / j!, j = 1 … m, and the high ones G = A^s / s!, s = 0, m, 2m, …, the term for k = s + j
// is Σ_{il} G[i, l] B_j[l, i] / C(s + j, j): about 2 √K matrix products for K terms instead of K.
function closedWalks({ d, edges }: Graph, component: readonly number[]): number {
  const n = component.length;
  const A = new Float64Array(n * n);
  let widest = 0; // ‖A‖∞
  component.forEach((v, i) => {
    let row = 0;
    component.forEach((w, l) => {
      row += A[i * n + l] = edges[v * d + w];
    });
    widest = Math.max(widest, row);
  });
  if (widest === 0) return 0;

  const m = Math.ceil(Math.sqrt(Math.E * widest + 16)); // the series has about e ‖A‖ + 16 terms that matter
  const short = [A];
  for (let j = 2; j <= m; j++) short.push(product(A, short[j - 2], 1 / j, n)); // A first: product skips its zeros

  let long = new Float64Array(n * n);
  for (let i = 0; i < n; i++) long[i * n + i] = 1;
  let h = 0;
  for (let s = 0; ; ) {
    let choose = 1; // 1 / C(s + j, j)
    for (let j = 1; j <= m; j++) {
      choose *= j / (s + j);
      h += choose * traceOfProduct(long, short[j - 1], n);
    }
    s += m;
    long = product(long, short[m - 1], choose, n);
    // tr(A^{s+j}) / (s+j)! ≤ total(G) · (‖A‖ / (s + 1))^j, so a geometric series bounds the remainder.
    const ratio = widest / (s + 1);
    const rest =
      ratio < 1 ? (long.reduce((a, b) => a + b, 0) * ratio) / (1 - ratio) : Number.POSITIVE_INFINITY;
    if (!(h < Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY; // also when a product gave 0 · ∞ = NaN
    if (rest <= 1e-17 * h) return h;
  }
}

function product(P: Float64Array, Q: Float64Array, factor: number, n: number): Float64Array<ArrayBuffer> {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < n; l++) {
      const p = P[i * n + l] * factor;
      if (p === 0) continue;
      for (let j = 0; j < n; j++) out[i * n + j] += p * Q[l * n + j];
    }
  }
  return out;
}

function traceOfProduct(P: Float64Array, Q: Float64Array, n: number): number {
  let trace = 0;
  for (let i = 0; i < n; i++) for (let l = 0; l < n; l++) trace += P[i * n + l] * Q[l * n + i];
  return trace;
}
