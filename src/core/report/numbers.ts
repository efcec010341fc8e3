// Numbers as a reader of the report sees them: a true minus sign, thousands separators, as many digits as are meaningful.

/** 28512.4321 → "28,512.43". */
export function fixed(value: number, decimals = 2): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  if (Math.abs(value) >= 1e15) return withMinus(value.toExponential(decimals));
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split(".");
  const text = whole.replace(/\B(?=(?:\d{3})+$)/g, ",") + (fraction === undefined ? "" : `.${fraction}`);
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** A count. */
export function count(value: number): string {
  return fixed(value, 0);
}

/** A number of unknown magnitude: three decimals if these show it, otherwise three digits and a power of ten. */
export function measured(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 0.00095 && size < 1e5)) return fixed(value, 3);
  return Number.isFinite(value) ? withMinus(value.toExponential(2)) : fixed(value);
}

/** For people: integers, and numbers from 1,000 on, without decimals; otherwise three significant digits. */
export function significant(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value) || Number.isInteger(value) || size >= 1000) return fixed(value, 0);
  if (size < 1e-4) return withMinus(value.toExponential(1));
  return withMinus(String(Number(value.toPrecision(3))));
}

/** A difference of scores: shown as 0 only if it is 0. */
export function difference(value: number): string {
  return value === 0
    ? "0"
    : Math.abs(value) >= 0.05
      ? fixed(value)
      : withMinus(String(Number(value.toPrecision(2))));
}

export function percent(share: number): string {
  return `${fixed(100 * share, 0)} %`;
}

/** A share for people: 0 % and 100 % only for none and all. */
export function shareOf(share: number): string {
  if (share > 0 && share < 0.005) return "< 1 %";
  return share >= 0.995 && share < 1 ? "> 99 %" : percent(share);
}

export function atMost(share: number): string {
  return `≤ ${percent(share)}`;
}

/** "1 edge", "27 edges". */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${value === 1 ? noun : `${noun}s`}`;
}

/** 0.42 s, 12 s, 3 min 20 s. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${fixed(seconds, 2)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return whole < 3600
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

function withMinus(text: string): string {
  return text.replaceAll("-", "−");
}
