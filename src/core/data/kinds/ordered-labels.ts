// Labels whose order everybody knows.

const scales: readonly (readonly string[])[] = [
  ["never", "rarely", "sometimes", "often", "always"],
  ["none", "low", "medium", "high"],
  ["very low", "low", "medium", "high", "very high"],
  ["none", "mild", "moderate", "severe"],
  ["small", "medium", "large"],
  ["xxs", "xs", "s", "m", "l", "xl", "xxl", "xxxl"],
  ["poor", "fair", "good", "very good", "excellent"],
  ["fair", "good", "very good", "premium", "ideal"],
  ["bad", "neutral", "good"],
  ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"],
  ["strongly disagree", "disagree", "neither agree nor disagree", "agree", "strongly agree"],
  ["very dissatisfied", "dissatisfied", "neutral", "satisfied", "very satisfied"],
  ["first", "second", "third", "fourth", "fifth"],
  ["child", "adult"],
];

/** The labels in the order of a scale on which all of them stand, at least three; null where there is none. */
export function scaleOrder(labels: readonly string[]): string[] | null {
  if (labels.length < 3) return null;
  const plain = labels.map((label) => label.toLowerCase().replaceAll(/[_-]/g, " "));
  const scale = scales.find((each) => plain.every((label) => each.includes(label)));
  if (scale === undefined || new Set(plain).size < labels.length) return null;
  return labels.toSorted((a, b) => rank(scale, a) - rank(scale, b));
}

function rank(scale: readonly string[], label: string): number {
  return scale.indexOf(label.toLowerCase().replaceAll(/[_-]/g, " "));
}
