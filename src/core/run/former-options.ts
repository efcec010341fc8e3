// Run options as stored before all searches called theirs `options`: agents had `rl`, the others `settings`.

/** The same with `options`. */
export function currentOptions<T extends object>(stored: T): T {
  const { rl, settings, ...rest } = stored as { rl?: object; settings?: object };
  if (rl === undefined && settings === undefined) return stored;
  return { ...rest, options: { ...rl, ...settings } } as unknown as T;
}
