// The terms that the page and the documentation use, each explained in a sentence or two. All entries have one shape.

export interface GlossaryTerm {
  /** Used in URLs. */
  readonly id: string;
  readonly term: string;
  readonly meaning: string;
  /** Synonyms and other forms of the word. */
  readonly also?: readonly string[];
}

export const glossary: readonly GlossaryTerm[] = [
  {
    id: "adjacent",
    term: "Linked",
    meaning: "Two variables with an edge between them, in either direction; also called adjacent.",
    also: ["adjacent"],
  },
  {
    id: "ancestor",
    term: "Ancestor",
    meaning:
      "A variable from which arrows lead to another one, directly or through others; that one is its descendant.",
    also: ["ancestors", "descendants"],
  },
  {
    id: "auroc",
    term: "AUROC",
    meaning:
      "The probability that a true link has a higher share than a false one; 0.5 is uninformative, 1 is perfect. AUPRC is the average precision, the Brier score the mean squared error of the shares.",
    also: ["AUPRC", "Brier score"],
  },
  {
    id: "baseline",
    term: "Baseline",
    meaning: "A graph that needs no search. A result is informative if it beats the baselines.",
    also: ["baselines"],
  },
  {
    id: "bayes-factor",
    term: "Bayes factor",
    meaning:
      "How many times more probable the data are under one graph than under another. Evidence for a link is read from twice its logarithm: up to 2 weak, 6 positive, 10 strong, above very strong.",
    also: ["evidence"],
  },
  {
    id: "bootstrap",
    term: "Bootstrap",
    meaning:
      "Tables of as many rows, drawn from the table at random with replacement: the variation of the result among them shows how much it depends on the sample.",
    also: ["resample", "resamples"],
  },
  {
    id: "class",
    term: "Equivalence class",
    meaning:
      "All graphs that imply the same conditional independencies. Data alone cannot tell them apart, unless the model assumes more, such as equal variances.",
    also: ["Markov equivalence class", "equivalence classes", "CPDAG"],
  },
  {
    id: "coefficient",
    term: "Coefficient",
    meaning:
      "In a linear model, the change of the effect for an increase of the cause by one unit, its other causes held fixed; standardised, both in standard deviations.",
    also: ["standardised"],
  },
  {
    id: "compelled",
    term: "Compelled",
    meaning:
      "An edge that has the same direction in all graphs of the equivalence class. One whose direction differs between them is reversible, and drawn without an arrow.",
    also: ["reversible", "direction open"],
  },
  {
    id: "consensus",
    term: "Consensus graph",
    meaning: "The links that many of the counted graphs have, each directed where these agree.",
    also: ["consensus"],
  },
  {
    id: "dag",
    term: "DAG",
    meaning: "A directed acyclic graph: arrows from causes to effects, without a directed cycle.",
    also: ["acyclic graph"],
  },
  {
    id: "data-doctor",
    term: "Data doctor",
    meaning:
      "The examination of a table before a search: missing values, duplicate columns, outliers and the like, each with a remedy.",
  },
  {
    id: "digest",
    term: "Digest",
    meaning:
      "A checksum of what a run found. Two runs with the same digest found the same result in the same way.",
  },
  {
    id: "gap",
    term: "Gap",
    meaning:
      "The proven best score of any graph minus the score of the graph that was found. A gap of 0 means that no graph scores higher.",
    also: ["gaps"],
  },
  {
    id: "information",
    term: "Mutual information",
    meaning: "How much information two variables carry about each other, in nats; 0 if they are independent.",
  },
  {
    id: "member",
    term: "Member",
    meaning:
      "One graph of the equivalence class. It fits the data as well as all others of the class; directions that the answer leaves open are a choice in it.",
    also: ["members"],
  },
  {
    id: "optimum",
    term: "Optimum",
    meaning:
      "The highest score that any graph has. It is known only where it is proven, which takes an exact search.",
    also: ["proven optimum"],
  },
  {
    id: "parents",
    term: "Parents",
    meaning: "The direct causes of a variable in a graph; its direct effects are its children.",
    also: ["children"],
  },
  {
    id: "partial-correlation",
    term: "Partial correlation",
    meaning:
      "The correlation of two variables after regressing both on others. It has no direction. Of an undirected edge the others are the directed causes of the two; where they have none, it is the plain correlation.",
  },
  {
    id: "polish",
    term: "Polish",
    meaning:
      "After a search: every variable gets its best parents under the order that the search found, which never lowers the score.",
    also: ["polished", "polishing"],
  },
  {
    id: "knowledge",
    term: "Prior knowledge",
    meaning:
      "What is known before the search: required and forbidden edges, and tiers, such as an order in time. The result satisfies it.",
    also: ["known beforehand", "tiers"],
  },
  {
    id: "proven",
    term: "Proven",
    meaning:
      "Certain under the score and the data, whoever checks it: the certificate can be verified without trusting the search. It says nothing about whether the model of the score is right.",
    also: ["certificate"],
  },
  {
    id: "pruning",
    term: "Pruning",
    meaning: "After a search: edges that explain little are removed, by a threshold or by tests.",
    also: ["pruned", "pruned graph"],
  },
  {
    id: "score",
    term: "Score",
    meaning:
      "A number for how well a graph explains the data, with a penalty for many edges; higher is better. Scores compare graphs on one table only.",
  },
  {
    id: "score-loss",
    term: "Score loss",
    meaning:
      "By how much the score falls when two variables are not linked: the strength of an edge. Without the arrow: when it is reversed or left out.",
    also: ["strength"],
  },
  {
    id: "shd",
    term: "SHD",
    meaning:
      "Structural Hamming distance: the number of edges to add, remove or reverse to get from the graph found to the true one; 0 for the truth.",
  },
  {
    id: "sid",
    term: "SID",
    meaning:
      "Structural intervention distance: the number of pairs of variables for which the graph found would predict the effect of an intervention wrongly.",
  },
  {
    id: "sortability",
    term: "Var-sortability",
    meaning:
      "The share of causal paths along which variance increases. Close to 1, sorting the variables by variance already nearly reveals the order, so a good result says little.",
    also: ["R²-sortability"],
  },
  {
    id: "truth",
    term: "Truth",
    meaning: "A graph that is known to be right, as with simulated data, against which a result is measured.",
  },
];
