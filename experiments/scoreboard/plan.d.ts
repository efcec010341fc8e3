import type { Planned } from "./scoreboard.js";

export function planned(): Planned[];
export function keyOf(run: Planned): string;
