// In the place of a screen whose table or run cannot be shown: the sentence, and the way back.

import { addressOf } from "./route.ts";
import { Sentence } from "./sentence.tsx";

interface RefusedScreenProps {
  readonly title: string;
  readonly sentence: string;
  readonly backTo: "start" | "runs";
  /** Asks anew: a server may have been started again. */
  readonly again: () => void;
}

export function RefusedScreen({ title, sentence, backTo, again }: RefusedScreenProps) {
  return (
    <>
      <h1>{title}</h1>
      <Sentence text={sentence} />
      <p className="actions">
        <button type="button" onClick={again}>
          Try again
        </button>
        <a href={addressOf({ page: backTo })}>
          {backTo === "start" ? "To the tables that are here" : "All runs"}
        </a>
      </p>
    </>
  );
}
