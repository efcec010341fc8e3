// Float64 kernels: AssemblyScript, compiled to WebAssembly with 128-bit SIMD by ../build.js. Loops over linear memory and
// nothing else: kernels take addresses and sizes and write numbers; none allocates or decides anything.
export { bestParents, bestParentsBytes, setBestParents, setBestParentsTerms, termOfParents } from "./best-parents";
export { areFinite, centreInto } from "./centre";
export { mergeCells, sortCells, tallyCells } from "./cell-lattice";
export { choleskyInto, choleskyRoom } from "./cholesky";
export { closedWalksInto, closedWalksRoom, traceExponentialInto } from "./closed-walks";
export { conditionalInto } from "./conditional";
export { countCellsInto, countRoom } from "./counts";
export { cyclicPartsInto, cyclicPartsRoom } from "./cyclic-parts";
export { expInto } from "./exp";
export { exponentialMinusIdentityInto, exponentialRoom } from "./exponential";
export { feedbackArcsRoom, fewestFeedbackArcs } from "./feedback-arcs";
export { columnRangesInto, sumsBelowInto } from "./forest";
export { layerFactors, layersAfter, layersBefore, layerShares, weightsWith } from "./layer-sums";
export { nearestInto } from "./nearest";
export { setOrderFits, setOrderTerms } from "./order-fit";
export { improveOrder, moveInOrder, orderChanges, orderParentCount, orderTerms } from "./order-walk";
export { orderFitBytes, setOrderFit, setOrderParents, setOrderWalk } from "./order-walk";
export { setTilesTogether } from "./panel";
export { mirrorInto, productInto, productRoom } from "./product";
export { downdateCholeskyInto, updateCholeskyInto } from "./rank-one";
export { rbfLowerInto } from "./rbf";
export { residualsInto, residualsRoom } from "./residuals";
export { scatterInto } from "./scatter";
export { subsetCosts } from "./subset-costs";
export { bestOrderCosts, lowerOverSubsets } from "./subset-search";
export { doSubsetTask, workAs } from "./subset-tasks";
export { addWithBit, addWithoutBit, joinedAround, restoreBit, sumsAfter, sumsBefore, tallySets } from "./subset-sums";
export { solveLowerInto, solveLowerVectorInto, solveRoom, solveTransposedVectorInto } from "./triangular";

/** The first free address after the compiler's own constants (tables of log). */
export function firstFree(): usize {
  return __heap_base;
}
