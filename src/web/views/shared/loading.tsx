// Shows data requested from the engine once it has arrived; until then a progress message, or the reason for a refusal.

import type { ReactNode } from "react";
import { addressOf } from "./route.ts";
import { Sentence, Waiting } from "./sentence.tsx";
import type { useLoaded } from "./use-loaded.ts";

interface LoadingProps<T> {
  readonly of: ReturnType<typeof useLoaded<T>>;
  /** Text shown while waiting for the value. */
  readonly what: string;
  /** For a whole screen: its title, and where to go after a refusal. */
  readonly screen?: Pick<RefusedScreenProps, "title" | "backTo">;
  readonly children: (value: T) => ReactNode;
}

export function Loading<T>({ of, what, screen, children }: LoadingProps<T>) {
  if (of.is === "waiting") return <Waiting what={what} />;
  if (of.is === "there") return children(of.value);
  return screen ? <RefusedScreen {...of} {...screen} /> : <Sentence text={of.sentence} />;
}

interface RefusedScreenProps {
  readonly sentence: string;
  readonly again: () => void;
  readonly title: string;
  readonly backTo: "start" | "runs";
}

/** Shown instead of a screen whose table or run cannot be loaded. */
export function RefusedScreen({ sentence, again, title, backTo }: RefusedScreenProps) {
  return (
    <>
      <h1>{title}</h1>
      <Sentence text={sentence} />
      <p className="actions">
        <TryAgain onClick={again} />
        <a href={addressOf({ page: backTo })}>{backTo === "start" ? "Your tables" : "All runs"}</a>
      </p>
    </>
  );
}

/** Retries: the server may have been restarted. */
export function TryAgain({ onClick }: { readonly onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      Try again
    </button>
  );
}
