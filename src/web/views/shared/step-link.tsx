// A link to another screen in the shape of a button; disabled while the way there is closed.

import type { ReactNode } from "react";
import { addressOf, type Route } from "./route.ts";

interface StepLinkProps {
  /** Null: closed. */
  readonly to: Route | null;
  readonly isPrimary?: boolean;
  readonly label?: string;
  readonly children: ReactNode;
}

export function StepLink({ to, isPrimary = false, label, children }: StepLinkProps) {
  if (to === null)
    return (
      <button type="button" className={isPrimary ? "primary" : undefined} disabled>
        {children}
      </button>
    );
  return (
    <a className={isPrimary ? "button primary" : "button"} href={addressOf(to)} aria-label={label}>
      {children}
    </a>
  );
}
