// A link to another screen, styled as a button; disabled while that screen is unavailable.

import type { ReactNode } from "react";
import { addressOf, type Route } from "./route.ts";

interface StepLinkProps {
  /** Null: disabled. */
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
