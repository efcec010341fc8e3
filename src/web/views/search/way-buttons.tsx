// Remedies that the page can apply, as buttons.

import type { Draft } from "../draft/draft.ts";
import type { Way } from "./remedies.ts";

interface WayButtonsProps {
  readonly ways: readonly Way[];
  readonly onTake: (draft: Draft) => void;
}

const most = 6;

export function WayButtons({ ways, onTake }: WayButtonsProps) {
  if (ways.length === 0) return null;
  return (
    <p className="ways">
      {ways.slice(0, most).map(({ label, draft }) => (
        <button key={label} type="button" className="name" onClick={() => onTake(draft)}>
          {label}
        </button>
      ))}
    </p>
  );
}
