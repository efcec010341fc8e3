// The library on Node: all of core, and what needs Node.

export * from "../core/library.ts";
export { dataHash } from "./files/data-hash.ts";
export { pngOf, svgOf } from "./files/picture.ts";
export { type ReadMomentsOptions, readLargeTable } from "./files/read-moments.ts";
export { type ReadTableOptions, readTable } from "./files/read-table.ts";
export { type Checkpoint, readCheckpoint } from "./runs/checkpoint.ts";
export { type DiscoverOptions, discover, discoverWithProof } from "./runs/discover.ts";
export { loadScore } from "./runs/load-score.ts";
export { allowRelaxedSimd, wideModule } from "./runs/machine.ts";
export { createRunFolder, type RunFolder } from "./runs/run-folder.ts";
export { folderTables } from "./runs/set-tables.ts";
export { createCrew } from "./threads/crew.ts";
