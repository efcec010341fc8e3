// The report's sentences and sections as plain data, for other presentations of a result. Numbers are formatted by report/numbers.ts.

export { intervalGaps, withoutInterval } from "../run/interval-facts.ts";
export { sensitivitySentences } from "../run/sensitivity-facts.ts";
export {
  answerOf,
  assumption,
  type DirectionCounts,
  directionCounts,
  isShort,
  limitsOf,
  memberWords,
  verdictOf,
} from "./answer.ts";
export { baselinesSection, baselineWarning } from "./baselines.ts";
export { cautionsOf } from "./cautions.ts";
export { classSection } from "./class-section.ts";
export { scoresSection, truthSection } from "./comparison.ts";
export {
  agreementSentence,
  type ConsensusChange,
  changePhrase,
  confidenceSection,
  confidenceSentences,
  consensusChanges,
  consensusTitle,
  edgeShares,
  linkPhrase,
  pairLookup,
  shareTitles,
  unlinkedPairs,
} from "./confidence.ts";
export { type EdgeRow, edgeRows, intervalOf, scaleWords, strengthSentences } from "./edges.ts";
export { type NextFact, nextFacts } from "./next-fact.ts";
export { type Phrase, plainText } from "./phrase.ts";
export {
  alternativesSection,
  bestShareSentences,
  findingsSection,
  knowledgeSection,
  recordFacts,
  restartsSection,
} from "./record.ts";
export type { Block, Section, Text } from "./section.ts";
export { sentence } from "./section-html.ts";
export { assumptionsSection, dataSection, methodsSection, sensitivitySection } from "./supplement.ts";
export { testsSection } from "./tests.ts";
