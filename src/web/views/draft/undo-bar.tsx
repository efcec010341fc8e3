// Undo and redo for the settings of a table: two buttons, and the usual keyboard shortcuts.

import { useEffect } from "react";
import { takeBack, useSteps } from "./draft.ts";
import { undoKey } from "./undo.ts";

export function UndoBar({ table }: { readonly table: string }) {
  const { past, future } = useSteps(table);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const step = undoKey(event);
      // A text field undoes its own typing.
      if (step === null || isTypedIn(event.target)) return;
      event.preventDefault();
      takeBack(table, step);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [table]);
  const button = (way: "undo" | "redo", steps: readonly unknown[], title: string) => (
    <button
      type="button"
      className="plain small undo"
      disabled={steps.length === 0}
      title={title}
      onClick={() => takeBack(table, way)}
    >
      {way === "undo" ? "Undo" : "Redo"}
    </button>
  );
  return (
    <>
      {button("undo", past, "Undo the last change of data, knowledge or settings (Ctrl-Z)")}
      {button("redo", future, "Redo the last undone change (Ctrl-Shift-Z)")}
    </>
  );
}

const typed = new Set(["text", "search", "number", "email", "url", "password", "tel"]);

function isTypedIn(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && typed.has(target.type))
  );
}
