// Options that the agents share.

import * as z from "zod";
import { count, option, positive, whole } from "../../option.ts";

export const iterations = (value: number | string) =>
  option(count, {
    help: "maximum number of batches of graphs",
    default: value,
    flag: "--iterations <count>",
    group: "Training",
  });

export const stop = (value: string) =>
  option(z.enum(["auto", "never"]), {
    help: "stop early if that is safe, or never before the last iteration",
    default: value,
    flag: "--stop <when>",
    group: "Training",
  });

export const patience = (value: number | string) =>
  option(count, {
    help: "iterations without improvement that count as a stall",
    default: value,
    group: "Training",
    when: { stop: ["auto"] },
  });

/** For agents over orders. */
export const shakes = option(whole, {
  help: "random perturbations in a row without improvement after which the order search at a stall ends; 0: it only climbs",
  default: 0,
  group: "Training",
  when: { stop: ["auto"] },
});

export const learningRate = (value: number | string) =>
  option(positive, {
    help: "step size of the agent",
    default: value,
    flag: "--learning-rate <rate>",
    group: "Training",
  });

export const batch = (value: number | string) =>
  option(count, { help: "graphs (or orders) in a batch", default: value, group: "Training" });

interface NetworkDefaults {
  readonly inputSamples: number | string;
  readonly hidden: number | string;
  readonly stacks: number | string;
}

/** For agents with a network. */
export function networkOptions(
  { inputSamples, hidden, stacks }: NetworkDefaults,
  when?: Readonly<Record<string, readonly unknown[]>>,
) {
  const of = { group: "Network", ...(when && { when }) };
  return {
    inputSamples: option(count, {
      title: "Rows for a proposal",
      help: "rows of the data from which the network proposes a graph",
      default: inputSamples,
      ...of,
    }),
    hidden: option(count, { title: "Hidden units", help: "width of the network", default: hidden, ...of }),
    stacks: option(count, { title: "Blocks", help: "blocks of the encoder", default: stacks, ...of }),
    strict: option(z.boolean(), {
      title: "Strict arithmetic",
      help: "identical results on every machine, also on those that do not fuse multiply and add",
      default: false,
      flag: "--strict",
      ...of,
    }),
  };
}

export const heads = (value: number | string) =>
  option(count, { help: "attention heads; must divide the width", default: value, group: "Network" });
