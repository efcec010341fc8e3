// A name that the user gives a run, stored in this browser.

import { useId } from "react";
import { keep, useStoredText } from "./use-stored-text.ts";

const keyOf = (run: string): string => `wherefore/run-name/${run}`;

/** Empty if the run has no name. */
export function useRunName(run: string): string {
  return useStoredText(keyOf(run))[0];
}

/** Called when the run is deleted. */
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
