// Remedies that the page can apply, as buttons.

import type { Draft } from "../draft/draft.ts";
import type { Way } from "./remedies.ts";

interface WayButtonsProps {
  readonly ways: readonly Way[];
  readonly onTake: (taken: Draft) => void;
}

const most = 6;

export function WayButtons({ ways, onTake }: WayButtonsProps) {
  if (ways.length === 0) return null;
  return (
    <p className="ways">
      {ways.slice(0, most).map(({ label, taken }) => (
        <button key={label} type="button" className="name" onClick={() => onTake(taken)}>
          {label}
        </button>
      ))}
    </p>
  );
}
