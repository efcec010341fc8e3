// Options of a run as they were stored before a search's options had one name: `rl` of the agents, `settings` of the others.

/** The same with `options`. */
export function currentOptions<T extends object>(stored: T): T {
  const { rl, settings, ...rest } = stored as { rl?: object; settings?: object };
  if (rl === undefined && settings === undefined) return stored;
  return { ...rest, options: { ...rl, ...settings } } as unknown as T;
}
