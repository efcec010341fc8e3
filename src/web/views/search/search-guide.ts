// When to use which search and which score, in plain words. What each is, is told by the engine (choices); what is not in the
// guide stands at the end with the engine's sentence alone.

export interface GuideGroup {
  readonly title: string;
  /** What those of the group have in common. */
  readonly describes: string;
  readonly entries: readonly GuideEntry[];
}

export interface GuideEntry {
  readonly name: string;
  readonly when: string;
}

export const searchGuide: readonly GuideGroup[] = [
  {
    title: "Not sure",
    describes: "",
    entries: [
      {
        name: "auto",
        when: "A proof where one is in reach; otherwise order search and an agent, and the better of their graphs.",
      },
    ],
  },
  {
    title: "Finds the best score, with a proof",
    describes: "Looks at all graphs without drawing each one, and leaves a proof behind.",
    entries: [
      {
        name: "exact",
        when: "Whenever it fits: up to about 20 variables. Of the graphs that you allow, none scores higher than its answer under the score that you choose.",
      },
    ],
  },
  {
    title: "Steps from graph to graph",
    describes:
      "Improves a graph or an order bit by bit. Quick, also with many variables; no proof of its own.",
    entries: [
      { name: "order", when: "The everyday search for many variables, up to hundreds. Quick." },
      {
        name: "both",
        when: "Up to 50 variables, where no proof is in reach: two methods that get stuck in different places.",
      },
      { name: "ges", when: "The classical method: hundreds of variables with few links each." },
      { name: "hill-climb", when: "Scores that only know whole graphs, or a simple answer to compare with." },
    ],
  },
  {
    title: "Learns",
    describes:
      "A network proposes graphs and learns from their scores. The most to watch; no proof of its own.",
    entries: [
      { name: "rl", when: "To repeat the paper, or to see a network learn. Slower than searches by steps." },
      {
        name: "rl-order",
        when: "The agent to take if you want one: it has no cycles to unlearn, so it is quicker.",
      },
      { name: "corl", when: "An agent that places one variable after the other: the successor of rl." },
    ],
  },
  {
    title: "By tests of independence",
    describes: "Asks which variables are independent of which, given others. No score steers it.",
    entries: [
      {
        name: "pc",
        when: "When you trust tests more than a score. Leaves undirected what the table cannot tell.",
      },
    ],
  },
  {
    title: "For non-Gaussian noise",
    describes:
      "Straight-line effects whose noise is clearly not a bell curve: then all directions can be told.",
    entries: [
      {
        name: "direct-lingam",
        when: "Noise that is not a bell curve. Surer than ica-lingam: nothing in it is random.",
      },
      {
        name: "ica-lingam",
        when: "Noise that is not a bell curve, by the classical method; to compare with the literature.",
      },
    ],
  },
  {
    title: "For curves that add up",
    describes: "Each cause has a smooth effect of its own, and the effects add up. No score steers it.",
    entries: [{ name: "cam", when: "Curved effects and more variables than a score of curves can take." }],
  },
  {
    title: "By gradients",
    describes:
      "Fits weights or networks while cycles are made expensive. Mostly to compare with the literature.",
    entries: [
      { name: "notears", when: "Straight-line effects. Its answer depends on the units of the columns." },
      { name: "dagma", when: "As notears; what is tried first today among methods of this kind." },
      { name: "notears-quadratic", when: "Effects that bend like a parabola." },
      { name: "notears-mlp", when: "Curved effects; slow." },
      { name: "dag-gnn", when: "To compare with its paper; slow, and sensitive to units." },
      { name: "gran-dag", when: "Curved effects and interactions; slow." },
    ],
  },
];

export const scoreGuide: readonly GuideGroup[] = [
  {
    title: "Numbers, straight-line effects",
    describes: "Twice the cause, twice the effect. The place to begin.",
    entries: [
      {
        name: "bic",
        when: "The usual choice for numbers. Cannot tell all directions, and says which it cannot.",
      },
      {
        name: "bic-equal-variance",
        when: "All columns in one unit, with noise of one size: then it tells directions, too. Otherwise it misleads.",
      },
      { name: "bge", when: "As bic, but Bayesian: coefficients are averaged over instead of fitted." },
    ],
  },
  {
    title: "Numbers, curved effects",
    describes: "Curves also tell directions that straight lines cannot.",
    entries: [
      { name: "additive", when: "Smooth curves of any shape that add up. The one to begin with." },
      { name: "quadratic", when: "Effects that bend like a parabola, and products of two causes." },
      {
        name: "quadratic-equal-variance",
        when: "As quadratic, all columns in one unit with noise of one size.",
      },
      { name: "gp", when: "Curves and interactions of any shape; few variables, few rows." },
      { name: "gp-equal-variance", when: "As gp, all columns in one unit with noise of one size." },
    ],
  },
  {
    title: "Numbers, any dependence",
    describes: "Assume little, and cost much: for tables of few columns and at most 2,000 rows.",
    entries: [
      { name: "generalized-marginal", when: "Noise and effects of any kind." },
      { name: "generalized-cv", when: "As generalized-marginal, tried on rows that were held back; slower." },
      {
        name: "independence",
        when: "Asks whether what remains is independent of the causes; noise of any kind.",
      },
    ],
  },
  {
    title: "Categories",
    describes: "Every column is a set of labels; a column of numbers gets a label for each distinct value.",
    entries: [
      { name: "bdeu", when: "The usual choice for labels." },
      { name: "bic-discrete", when: "As bdeu, with a penalty for each edge in the place of a prior." },
    ],
  },
  {
    title: "Categories and numbers",
    describes: "Labels stay labels, numbers stay numbers.",
    entries: [{ name: "bic-mixed", when: "Tables with labels and numbers." }],
  },
  {
    title: "Only to compare with the paper",
    describes: "As published, with a flaw that is described in the documentation.",
    entries: [
      { name: "gp-published", when: "To repeat published numbers." },
      { name: "gp-published-equal-variance", when: "To repeat published numbers." },
    ],
  },
];

/** The guide's groups with those names alone that there are, and a last group of those that it does not know. */
export function guided(guide: readonly GuideGroup[], names: readonly string[]): readonly GuideGroup[] {
  const known = new Set(guide.flatMap(({ entries }) => entries.map(({ name }) => name)));
  const others = names.filter((name) => !known.has(name));
  return [
    ...guide.map((group) => ({
      ...group,
      entries: group.entries.filter(({ name }) => names.includes(name)),
    })),
    { title: "Others", describes: "", entries: others.map((name) => ({ name, when: "" })) },
  ].filter(({ entries }) => entries.length > 0);
}
