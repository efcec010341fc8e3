// Everything that training changes of a network, as plain JSON, from which it goes on to the same bytes.

import * as z from "zod";
import { check } from "../../check.ts";
import { base64FromBytes, bytesFromBase64 } from "../../math/bytes/bytes.ts";
import { checkBuild, type NetworkBuild } from "../../math/wasm/wasm.ts";
import type { Net } from "../../net/net.ts";
import { index, packed } from "../resumed-state.ts";

export interface AgentState {
  readonly build: NetworkBuild;
  /** Parameters and both moments of Adam, packed as they are in memory, in base64. */
  readonly numbers: readonly string[];
  /** Draws of the network's stream, and steps of Adam. */
  readonly steps: number;
  readonly applications: number;
}

export const agentState: z.ZodType<AgentState> = z.strictObject({
  build: z.enum(["strict", "relaxed"]),
  numbers: z.array(packed),
  steps: index,
  applications: index,
});

/** Where these numbers are: the arenas, and the address of the stream. */
interface Places {
  readonly arenas: readonly Float32Array[];
  readonly stream: number;
}

export function networkState<Name extends string>(
  net: Net<Name>,
  { arenas, stream }: Places,
  applications: number,
): AgentState {
  return {
    build: net.build,
    numbers: arenas.map((arena) => base64FromBytes(bytesOf(arena))),
    steps: net.words(stream + 8, 1)[0],
    applications,
  };
}

/** Puts a state in place; its number of applications. */
export function restoredNetwork<Name extends string>(
  net: Net<Name>,
  { arenas, stream }: Places,
  { build, numbers, steps, applications }: AgentState,
): number {
  checkBuild(build, net.build);
  for (const [k, text] of numbers.entries()) {
    const bytes = bytesFromBase64(text);
    check(
      bytes.length === arenas[k].byteLength,
      "agent: the state is that of a network of another size; resume with the options of that run",
    );
    bytesOf(arenas[k]).set(bytes);
  }
  net.words(stream + 8, 1)[0] = steps;
  net.refresh();
  return applications;
}

export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
