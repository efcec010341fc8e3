import type { Library, Planned, Row, Running } from "./scoreboard.js";

export function rowOf(library: Library, run: Planned, running?: Running): Row;
