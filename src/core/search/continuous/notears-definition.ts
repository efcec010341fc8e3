// Search definitions of NOTEARS and its nonlinear variants.

import * as z from "zod";
import { acyclicityNames } from "../../math/dense/dense.ts";
import { count, option, share, size } from "../../option.ts";
import { defineSearch } from "../definition.ts";
import { constraintNotes, cycleNotes } from "./continuous-notes.ts";
import { lambda1, threshold } from "./continuous-options.ts";
import { notears as linear, type NotearsStep } from "./notears/notears.ts";
import { notearsMlp as byNetworks } from "./notears-mlp/notears-mlp.ts";
import { notearsQuadratic as quadratic } from "./notears-quadratic/notears-quadratic.ts";

const constraint = {
  threshold,
  acyclicity: option(z.enum(acyclicityNames), {
    help: "acyclicity constraint h, 0 for acyclic weights: as published (exponential), or polynomial",
    default: "exponential",
  }),
  hTolerance: option(share, {
    title: "Tolerance of h",
    help: "stops when h is at most this",
    default: 1e-8,
  }),
  rhoMax: option(z.number().gt(1), { help: "stops when the penalty weight reaches this", default: 1e16 }),
};

const notes = (step: NotearsStep) => [...constraintNotes(step), ...cycleNotes(step)];

export const notears = defineSearch({
  name: "notears",
  group: "gradients",
  summary: "linear effects: least squares under a smooth acyclicity constraint (NOTEARS); uses no score",
  method: {
    term: "NOTEARS",
    assumes:
      "Each variable is a linear function of its causes plus noise, whose variance is the same for all variables in the units of the table.",
    sources: ["zheng"],
  },
  when: "Straight-line effects. Its answer depends on the units of the columns.",
  finds: "dag",
  uses: "rows",
  needs: () => ["numbers"],
  isLinear: () => true,
  hasUnits: true,
  options: z.strictObject({ lambda1: lambda1(0), ...constraint }),
  run: linear,
  notes,
});

export const notearsQuadratic = defineSearch({
  name: "notears-quadratic",
  group: "gradients",
  summary: "NOTEARS with linear and quadratic effects (NOTEARS-3 of the paper)",
  method: {
    term: "NOTEARS with effects of first and second order",
    assumes:
      "Each variable is a quadratic function of its causes plus noise, whose variance is the same for all variables in the units of the table.",
    sources: ["zhu"],
  },
  when: "Quadratic effects.",
  finds: "dag",
  uses: "rows",
  needs: () => ["rows", "numbers"],
  hasUnits: true,
  options: z.strictObject({ lambda1: lambda1(0), ...constraint }),
  run: quadratic,
  notes,
});

export const notearsMlp = defineSearch({
  name: "notears-mlp",
  group: "gradients",
  summary: "NOTEARS with a network for every variable (nonlinear NOTEARS)",
  method: {
    term: "NOTEARS with a multilayer perceptron for each variable",
    assumes:
      "Each variable is a function of its causes plus noise, whose variance is the same for all variables in the units of the table.",
    sources: ["zhengMlp"],
  },
  when: "Curved effects; slow.",
  finds: "dag",
  uses: "rows",
  needs: () => ["rows", "numbers"],
  hasUnits: true,
  options: z.strictObject({
    lambda1: lambda1(0.01),
    lambda2: option(size, {
      title: "L2 penalty",
      help: "weight of the L2 penalty (half the sum of squares)",
      default: 0.01,
    }),
    hidden: option(count, { title: "Hidden units", help: "hidden units of each network", default: 10 }),
    ...constraint,
  }),
  run: (problem, options) => byNetworks({ ...problem, rng: problem.rng.fork("notears-mlp") }, options),
  notes,
});
