// Progress on standard error: a bar with rate and time left on a terminal, a plain line every few seconds otherwise, nothing
// when quiet. Nothing is shown for work that ends within half a second.

import { oneLine, type Terminal, terminal } from "./terminal.ts";

export interface ProgressFacts {
  readonly stage: string;
  readonly doing: string;
  /** 0 to 1; null if unknown. */
  readonly share: number | null;
  readonly score?: number | null;
  /** The unit and count for the rate, if not the number of steps. */
  readonly rate?: { readonly count: number; readonly unit: string };
}

export interface Progress {
  readonly show: (facts: ProgressFacts) => void;
  /** Shows a line immediately, before work that cannot report its progress. */
  readonly say: (text: string) => void;
  /** Erases the bar, so that something else can be printed. */
  readonly clear: () => void;
}

export interface ProgressOptions {
  readonly quiet?: boolean;
  readonly stream?: Terminal;
  readonly now?: () => number;
}

const firstMs = 500;
const barMs = 100;
const lineMs = 2000;

export function createProgress({
  quiet = false,
  stream = terminal(),
  now = () => performance.now(),
}: ProgressOptions = {}): Progress {
  if (quiet) return { show: () => {}, say: () => {}, clear: () => {} };
  const isTerminal = stream.isTTY === true;
  let stage = "";
  let started = now();
  let drawnAt = started;
  let steps = 0;
  let isDrawn = false;

  const clear = (): void => {
    if (isDrawn) stream.write("\r\x1b[K");
    isDrawn = false;
  };
  const show = (facts: ProgressFacts): void => {
    const time = now();
    if (facts.stage !== stage) {
      clear();
      stage = facts.stage;
      started = time;
      drawnAt = time;
      steps = 0;
    }
    steps++;
    if (time - started < firstMs || time - drawnAt < (isTerminal ? barMs : lineMs)) return;
    drawnAt = time;
    const line = oneLine(progressLine(facts, (time - started) / 1000, steps, isTerminal));
    stream.write(isTerminal ? `\r\x1b[K${line.slice(0, (stream.columns ?? 100) - 1)}` : `${line}\n`);
    isDrawn = isTerminal;
  };
  const say = (text: string): void => {
    clear();
    if (!isTerminal) return;
    stream.write(oneLine(text));
    isDrawn = true;
  };
  return { show, say, clear };
}

/** The most important part comes first, because a narrow terminal cuts off the end. */
export function progressLine(
  { stage, doing, share, score, rate }: ProgressFacts,
  seconds: number,
  steps: number,
  hasBar: boolean,
): string {
  const bar = share === null || !hasBar ? "" : `${"█".repeat(Math.round(12 * share)).padEnd(12, "░")} `;
  const percent = share === null ? "" : `${String(Math.floor(100 * share)).padStart(3)} %, `;
  const timeText =
    share !== null && share > 0.01
      ? `${duration((seconds * (1 - share)) / share)} left`
      : `${duration(seconds)} so far`;
  const best = score === null || score === undefined ? "" : `, best ${score.toFixed(3)}`;
  const { count, unit } = rate ?? { count: steps, unit: "steps" };
  const speed = count === 0 ? "" : ` (${(count / seconds).toFixed(count / seconds < 10 ? 1 : 0)} ${unit}/s)`;
  return `${stage} ${bar}${percent}${timeText}: ${doing}${best}${speed}`;
}

export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  if (whole < 7200) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
