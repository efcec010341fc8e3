// A time for display: "today 14:05", "15 Nov 14:05", with the year if it is not the current one.

export function whenWords(time: string, now: Date = new Date(), locale?: string): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return time;
  const clock = at.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === now.toDateString()) return `today ${clock}`;
  const isOtherYear = at.getFullYear() !== now.getFullYear();
  const day = at.toLocaleDateString(locale, {
    day: "numeric",
    month: "short",
    ...(isOtherYear && { year: "numeric" as const }),
  });
  return `${day} ${clock}`;
}
