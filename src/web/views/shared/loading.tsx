// What was asked of the engine, once it is there; until then that it is waited for, or why it was refused.

import type { ReactNode } from "react";
import { addressOf } from "./route.ts";
import { Sentence, Waiting } from "./sentence.tsx";
import type { useLoaded } from "./use-loaded.ts";

interface LoadingProps<T> {
  readonly of: ReturnType<typeof useLoaded<T>>;
  /** In the place of the value while it is waited for. */
  readonly what: string;
  /** Of a whole screen: its title, and where to go from a refusal. */
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

/** In the place of a screen whose table or run cannot be shown. */
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

/** A server may have been started again. */
export function TryAgain({ onClick }: { readonly onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      Try again
    </button>
  );
}
