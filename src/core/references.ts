// Publications behind the scores, the searches and the stages around them, each listed once: definitions name them, and the
// methods paragraph of a result cites those it used.

export const references = {
  andrews:
    'Andrews, Ramsey & Cooper, "Scoring Bayesian networks of mixed variables", International Journal of Data Science and Analytics 6, 2018',
  bello:
    'Bello, Aragam & Ravikumar, "DAGMA: learning DAGs via M-matrices and a log-determinant acyclicity characterization", NeurIPS 2022',
  buhlmann:
    'Bühlmann, Peters & Ernest, "CAM: causal additive models, high-dimensional order search and penalized regression", Annals of Statistics 42(6), 2014',
  chickering: 'Chickering, "Optimal structure identification with greedy search", JMLR 3, 2002',
  colombo:
    'Colombo & Maathuis, "Order-independent constraint-based causal structure learning", JMLR 15, 2014',
  dempster:
    'Dempster, Laird & Rubin, "Maximum likelihood from incomplete data via the EM algorithm", JRSS B 39(1), 1977',
  duong:
    'Duong, Le, Huang & Nguyen, "Reinforcement learning for causal discovery without acyclicity constraints", Transactions on Machine Learning Research, 2025',
  eisner:
    'Eisner & Severance, "Mathematical techniques for efficient record segmentation in large shared databases", JACM 23(4), 1976',
  foygel:
    'Foygel & Drton, "Extended Bayesian information criteria for Gaussian graphical models", NeurIPS 2010',
  friedman:
    'Friedman, Goldszmidt & Wyner, "Data analysis with Bayesian networks: a bootstrap approach", UAI 1999',
  friedmanKoller: 'Friedman & Koller, "Being Bayesian about network structure", Machine Learning 50, 2003',
  geiger:
    'Geiger & Heckerman, "Parameter priors for directed acyclic graphical models", Annals of Statistics 30(5), 2002',
  heckerman:
    'Heckerman, Geiger & Chickering, "Learning Bayesian networks: the combination of knowledge and statistical data", Machine Learning 20, 1995',
  huang:
    'Huang, Zhang, Lin, Schölkopf & Glymour, "Generalized score functions for causal discovery", KDD 2018',
  kenward:
    'Kenward & Molenberghs, "Likelihood based frequentist inference when data are missing at random", Statistical Science 13(3), 1998',
  kish: 'Kish, "Survey sampling", Wiley, 1965',
  koivisto: 'Koivisto & Sood, "Exact Bayesian structure discovery in Bayesian networks", JMLR 5, 2004',
  kuipers:
    'Kuipers, Moffa & Heckerman, "Addendum on the scoring of Gaussian directed acyclic graphical models", Annals of Statistics 42(4), 2014',
  lachapelle:
    'Lachapelle, Brouillard, Deleu & Lacoste-Julien, "Gradient-based neural DAG learning", ICLR 2020',
  lauritzen:
    'Lauritzen & Wermuth, "Graphical models for associations between variables, some of which are qualitative and some quantitative", Annals of Statistics 17(1), 1989',
  meek: 'Meek, "Causal inference and causal explanation with background knowledge", UAI 1995',
  meinshausen: 'Meinshausen & Bühlmann, "Stability selection", JRSS B 72(4), 2010',
  peters:
    'Peters & Bühlmann, "Identifiability of Gaussian structural equation models with equal error variances", Biometrika 101(1), 2014',
  petersNoise:
    'Peters, Mooij, Janzing & Schölkopf, "Causal discovery with continuous additive noise models", JMLR 15, 2014',
  rasmussen: 'Rasmussen & Williams, "Gaussian Processes for Machine Learning", MIT Press 2006',
  rubin: 'Rubin, "The Bayesian bootstrap", Annals of Statistics 9(1), 1981',
  schwarz: 'Schwarz, "Estimating the dimension of a model", Annals of Statistics 6(2), 1978',
  shimizu:
    'Shimizu, Hoyer, Hyvärinen & Kerminen, "A linear non-Gaussian acyclic model for causal discovery", JMLR 7, 2006',
  shimizuDirect:
    'Shimizu, Inazumi, Sogawa, Hyvärinen, Kawahara, Washio, Hoyer & Bollen, "DirectLiNGAM: a direct method for learning a linear non-Gaussian structural equation model", JMLR 12, 2011',
  silander:
    'Silander & Myllymäki, "A simple approach for finding the globally optimal Bayesian network structure", UAI 2006',
  spirtes: 'Spirtes, Glymour & Scheines, "Causation, Prediction, and Search", 2nd edition, MIT Press, 2000',
  teyssier:
    'Teyssier & Koller, "Ordering-based search: a simple and effective algorithm for learning Bayesian networks", UAI 2005',
  vanBuuren:
    'van Buuren & Groothuis-Oudshoorn, "mice: multivariate imputation by chained equations in R", Journal of Statistical Software 45(3), 2011',
  vecchia:
    'Vecchia, "Estimation and model identification for continuous spatial processes", JRSS B 50(2), 1988',
  wang: 'Wang, Du, Zhu, Ke, Chen, Hao & Wang, "Ordering-based causal discovery with reinforcement learning", IJCAI 2021',
  yu: 'Yu, Chen, Gao & Yu, "DAG-GNN: DAG structure learning with graph neural networks", ICML 2019',
  zheng:
    'Zheng, Aragam, Ravikumar & Xing, "DAGs with NO TEARS: continuous optimization for structure learning", NeurIPS 2018',
  zhengMlp: 'Zheng, Dan, Aragam, Ravikumar & Xing, "Learning sparse nonparametric DAGs", AISTATS 2020',
  zhu: 'Zhu, Ng & Chen, "Causal Discovery with Reinforcement Learning", ICLR 2020',
} as const;

export type Reference = keyof typeof references;

/** What a methods section says about a score, a search or a pruning method. */
export interface MethodFacts {
  /** Its name in a paper: a noun with its article. */
  readonly term: string;
  /** The assumptions under which it is correct, as sentences. */
  readonly assumes?: string;
  readonly sources: readonly Reference[];
}
