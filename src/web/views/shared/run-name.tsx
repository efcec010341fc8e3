// A name that a person gives a run, kept in this browser.

import { useId } from "react";
import { keep, useStoredText } from "./use-stored-text.ts";

const keyOf = (run: string): string => `wherefore/run-name/${run}`;

/** Empty where it has none. */
export function useRunName(run: string): string {
  return useStoredText(keyOf(run))[0];
}

/** Of a run that is deleted. */
export function forgetRunName(run: string): void {
  keep(keyOf(run), "");
}

export function RunNameField({ run }: { readonly run: string }) {
  const id = useId();
  const [name, put] = useStoredText(keyOf(run));
  return (
    <p className="run-name small">
      <label htmlFor={id}>Name of this run</label>
      <input
        id={id}
        value={name}
        maxLength={80}
        placeholder="add a name"
        autoComplete="off"
        onChange={({ target }) => put(target.value)}
      />
    </p>
  );
}
